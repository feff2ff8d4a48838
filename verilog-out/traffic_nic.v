// SPDX-License-Identifier: Apache-2.0
// traffic_nic: queue of a node: oldest packet first among those that are not stopped
//
// nodes = 64, queue = 4096, lines = 16, slots = 64, link_latency = 2
`default_nettype none

module traffic_nic (
    input  wire        clk,               // rising edge
    input  wire        rst,               // synchronous, active high
    input  wire [7:0]  node,              // number of this node
    input  wire [31:0] now,               // time, cycles

    // packets made
    input  wire        make_valid,        // pulse: a packet is made
    input  wire [7:0]  make_dst,          // its destination

    // route table
    input  wire        route_valid,       // an entry of the route table is written
    input  wire [7:0]  route_dst,         // its destination
    input  wire [30:0] route_turns,       // its turns, the first on top, ones below the last

    // link to the switch
    output wire        tx_valid,          // a beat comes
    output wire        tx_sop,            // it is the first of a packet: {turnpool, tptr, src, seq,
                                          // tag}
    output wire        tx_eop,            // it is the last
    output wire [63:0] tx_data,           // the beat
    input  wire        tx_credit,         // back to the sender: a slot is free again
    input  wire        tx_msg_valid,      // a message about a congestion point
    input  wire        tx_msg_xoff,       // 1: Xoff, 0: Xon
    input  wire [30:0] tx_msg_tp,         // turns that lead to the point
    input  wire [30:0] tx_msg_mask,       // significant bits of the turns

    output wire [12:0] queue_count,       // packets that wait, a register

    // status
    output wire        stat_refused,      // pulse: a packet is refused, the queue is full
    output wire        stat_sent,         // pulse: a packet leaves the queue
    output wire        stat_xoff,         // pulse: an Xoff arrives
    output wire        stat_xoff_refused  // pulse: it found no free line
);

    reg [11:0] head [0:16];
    reg [11:0] tail [0:16];
    reg [12:0] count_q;
    reg [16:0] nonempty;
    reg [11:0] free_head;
    reg [12:0] freed;
    reg [11:0] fresh;
    reg        fetch_head;
    reg        fetch_free;
    reg [4:0]  fetch_list;
    reg [16:0] seen;
    reg        reading;
    reg [4:0]  reading_list;
    reg [11:0] reading_slot;
    reg        best_valid;
    reg [4:0]  best_list;
    reg [11:0] best_slot;
    reg [82:0] best;
    reg        tx_msg_valid_q;
    reg        tx_msg_xoff_q;
    reg [30:0] tx_msg_tp_q;
    reg [30:0] tx_msg_mask_q;
    reg [5:0]  walk;
    reg        walking;
    reg        tx_credit_q;

    reg  [11:0] numbers [0:63];
    wire [11:0] seq;
    reg  [30:0] routes [0:63];
    wire [30:0] route;

    wire [11:0] free_head_now;
    wire        xoff_arrives;
    wire        full;
    wire        enters;
    wire [5:0]  number_of;
    wire        reuses_place;
    wire [11:0] new_place;
    wire        main_open;
    wire [15:0] lists_free;
    wire [15:0] lists_open;
    wire        read_head;
    wire [4:0]  read_list;
    wire [11:0] read_place;
    wire [31:0] made_after_best;
    wire        better;
    wire [82:0] candidate;
    wire [4:0]  candidate_list;
    wire [11:0] candidate_place;
    wire        link_free;
    wire        acts;
    wire        sets_aside;
    wire        sends;
    wire        leaves;
    wire        last_of_list;
    wire        appends;
    wire [11:0] appended;
    wire [4:0]  append_list;
    wire        first_of_list;
    wire        search_again;
    wire [82:0] words_rd_data;
    wire [11:0] next_rd_data;
    wire        framer_ready;
    wire [15:0] cam_stopped;
    wire        cam_hit;
    wire [3:0]  cam_target;
    wire [6:0]  credits_count;
    wire        credits_available;

    wire unused_route_dst_rest = &{1'b0, route_dst[7:6]};
    wire unused_how_much_after = &{1'b0, made_after_best[30:0]};
    wire unused_credit_count = &{1'b0, credits_count};

    // The index of the lowest 1, 0 if there is none.
    function [3:0] lowest_set_16(input [15:0] bits);
        reg [15:0] any;
        reg [15:0] index_0;
        reg [15:0] index_1;
        reg [15:0] index_2;
        reg index_3;
        begin
            any = bits;
            index_0 = ~any;
            any = any | (any >> 1);
            index_0 = (~any | index_0) & (any | (index_0 >> 2));
            index_1 = ~any;
            any = any | (any >> 2);
            index_0 = (~any | index_0) & (any | (index_0 >> 4));
            index_1 = (~any | index_1) & (any | (index_1 >> 4));
            index_2 = ~any;
            any = any | (any >> 4);
            index_0 = (~any | index_0) & (any | (index_0 >> 8));
            index_1 = (~any | index_1) & (any | (index_1 >> 8));
            index_2 = (~any | index_2) & (any | (index_2 >> 8));
            index_3 = ~any[0];
            any = any | (any >> 8);
            lowest_set_16 = any[0] ? {index_3, index_2[0], index_1[0], index_0[0]} : 4'd0;
        end
    endfunction

    ram_1r1w_width83_depth4096_rdw2 words (
        .clk     (clk),
        .wr_en   (enters),
        .wr_addr (new_place),
        .wr_data ({route, make_dst, seq, now}),
        .rd_en   (read_head),
        .rd_addr (read_place),
        .rd_data (words_rd_data)
    );

    ram_1r1w_width12_depth4096 next (
        .clk     (clk),
        .wr_en   ((appends && !first_of_list) || sends),
        .wr_addr (appends ? tail[append_list] : candidate_place),
        .wr_data (appends ? appended : free_head_now),
        .rd_en   ((leaves && !last_of_list) || (enters && freed != 13'd0)),
        .rd_addr (enters ? free_head_now : candidate_place),
        .rd_data (next_rd_data)
    );

    traffic_framer framer (
        .clk      (clk),
        .rst      (rst),
        .start    (sends),
        .now      (now),
        .turnpool (candidate[82:52]),
        .src      (node),
        .dst      (candidate[51:44]),
        .seq      (candidate[43:32]),
        .tag      (8'd0),
        .made     (candidate[31:0]),
        .ready    (framer_ready),
        .tx_valid (tx_valid),
        .tx_sop   (tx_sop),
        .tx_eop   (tx_eop),
        .tx_data  (tx_data)
    );

    traffic_nic_cam cam (
        .clk       (clk),
        .rst       (rst),
        .msg_valid (tx_msg_valid_q),
        .msg_xoff  (tx_msg_xoff_q),
        .msg_tp    (tx_msg_tp_q),
        .msg_mask  (tx_msg_mask_q),
        .turns     (candidate[82:52]),
        .in_use    (nonempty[16:1]),
        .stopped   (cam_stopped),
        .hit       (cam_hit),
        .target    (cam_target),
        .refused   (stat_xoff_refused)
    );

    credit_counter credits (
        .clk       (clk),
        .rst       (rst),
        .take      (sends),
        .give      (tx_credit_q),
        .count     (credits_count),
        .available (credits_available)
    );

    assign free_head_now   = fetch_free ? next_rd_data : free_head;
    assign xoff_arrives    = tx_msg_valid_q && tx_msg_xoff_q;
    assign stat_xoff       = xoff_arrives;
    assign full            = count_q == 13'd4096;
    assign enters          = make_valid && !full;
    assign stat_refused    = make_valid && full;
    assign queue_count     = count_q;
    assign number_of       = walking ? walk : make_dst[5:0];
    assign reuses_place    = freed != 13'd0;
    assign new_place       = reuses_place ? free_head_now : fresh;
    assign main_open       = nonempty[0] && !seen[0];
    assign lists_free      = nonempty[16:1] & ~cam_stopped;
    assign lists_open      = lists_free & ~seen[16:1];
    assign read_head       = (|lists_open) || (main_open && !(|lists_free));
    assign read_list       = (|lists_open) ? {1'b0, lowest_set_16(lists_open)} + 5'd1 : 5'd0;
    assign read_place      = (fetch_head && fetch_list == read_list) ? next_rd_data
                           : head[read_list];
    assign made_after_best = words_rd_data[31:0] - best[31:0];
    assign better          = reading && (!best_valid || made_after_best[31]);
    assign candidate       = best_valid ? best : words_rd_data;
    assign candidate_list  = best_valid ? best_list : reading_list;
    assign candidate_place = best_valid ? best_slot : reading_slot;
    assign link_free       = framer_ready && credits_available;
    assign acts            = (best_valid ^ reading) && !read_head && !enters && !tx_msg_valid_q;
    assign sets_aside      = acts && cam_hit;
    assign sends           = acts && !cam_hit && link_free;
    assign leaves          = sends || sets_aside;
    assign last_of_list    = tail[candidate_list] == candidate_place;
    assign appends         = enters || sets_aside;
    assign appended        = enters ? new_place : candidate_place;
    assign append_list     = enters ? 5'd0 : {1'b0, cam_target} + 5'd1;
    assign first_of_list   = !nonempty[append_list];
    assign search_again    = sends || sets_aside || xoff_arrives;
    assign stat_sent       = sends;

    always @(posedge clk) begin
        if (enters || walking) numbers[number_of] <= walking ? 12'd0 : seq + 12'd1;
    end

    assign seq = numbers[make_dst[5:0]];

    always @(posedge clk) begin
        if (route_valid) routes[route_dst[5:0]] <= route_turns;
    end

    assign route = routes[make_dst[5:0]];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            numbers[memory_word] = memory_fill[31:20];
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            routes[memory_word] = memory_fill[31:1];
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        reading_list = memory_fill[31:27];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        reading_slot = memory_fill[31:20];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        best_list = memory_fill[31:27];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        best_slot = memory_fill[31:20];
        repeat (3) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            best = {best[50:0], memory_fill};
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        tx_msg_tp_q = memory_fill[31:1];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        tx_msg_mask_q = memory_fill[31:1];
        for (memory_word = 0; memory_word < 17; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            head[memory_word] = memory_fill[31:20];
        end
        for (memory_word = 0; memory_word < 17; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            tail[memory_word] = memory_fill[31:20];
        end
    end
`endif

    always @(posedge clk) begin
        if (fetch_head) begin
            head[fetch_list] <= next_rd_data;
        end
        if (appends) begin
            tail[append_list] <= appended;
            if (first_of_list) begin
                head[append_list] <= appended;
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            nonempty <= 17'd0;
        end else begin
            if (leaves && last_of_list) begin
                nonempty[candidate_list] <= 1'b0;
            end
            if (appends) begin
                nonempty[append_list] <= 1'b1;
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            count_q <= 13'd0;
            free_head <= 12'd0;
            freed <= 13'd0;
        end else begin
            if (fetch_free) begin
                free_head <= next_rd_data;
            end
            if (sends) begin
                free_head <= candidate_place;
                freed <= freed + 13'd1;
                count_q <= count_q - 13'd1;
            end else if (enters) begin
                count_q <= count_q + 13'd1;
                if (enters && freed != 13'd0) begin
                    freed <= freed - 13'd1;
                end
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            fresh <= 12'd0;
        end else if (enters && !reuses_place) begin
            fresh <= fresh + 12'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            fetch_head <= 1'b0;
        end else begin
            fetch_head <= leaves && !last_of_list;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            fetch_free <= 1'b0;
        end else begin
            fetch_free <= enters && freed != 13'd0;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            fetch_list <= 5'd0;
        end else if (leaves) begin
            fetch_list <= candidate_list;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            seen <= 17'd0;
            best_valid <= 1'b0;
        end else begin
            if (better) begin
                best_valid <= 1'b1;
            end
            if (search_again) begin
                seen <= 17'd0;
                best_valid <= 1'b0;
            end else if (read_head) begin
                seen[read_list] <= 1'b1;
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            reading <= 1'b0;
        end else begin
            reading <= read_head && !search_again;
        end
    end

    always @(posedge clk) begin
        if (read_head) begin
            reading_list <= read_list;
            reading_slot <= read_place;
        end
    end

    always @(posedge clk) begin
        if (better) begin
            best_list <= reading_list;
            best_slot <= reading_slot;
            best <= words_rd_data;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            tx_msg_valid_q <= 1'b0;
        end else begin
            tx_msg_valid_q <= tx_msg_valid;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            tx_msg_xoff_q <= 1'b0;
        end else begin
            tx_msg_xoff_q <= tx_msg_xoff;
        end
    end

    always @(posedge clk) begin
        tx_msg_tp_q <= tx_msg_tp;
    end

    always @(posedge clk) begin
        tx_msg_mask_q <= tx_msg_mask;
    end

    always @(posedge clk) begin
        if (rst) begin
            walk <= 6'd0;
            walking <= 1'b1;
        end else if (walking) begin
            walk <= walk + 6'd1;
            if (walk == 6'd63) begin
                walking <= 1'b0;
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            tx_credit_q <= 1'b0;
        end else begin
            tx_credit_q <= tx_credit;
        end
    end

`ifdef RTLGEN_ASSERT
`ifndef RTLGEN_FAIL
`ifdef __ICARUS__
`define RTLGEN_FAIL $finish_and_return(1);
`else
`define RTLGEN_FAIL $stop;
`endif
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // no packet in the first cycles after reset, one per node
            if (make_valid && walking) begin
                $display("RTLGEN_ASSERT %m numbers_are_ready fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (make_valid && {1'b0, make_dst} >= 9'd64) begin
                $display("RTLGEN_ASSERT %m destination_of_the_network fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (count_q > 13'd4096) begin
                $display("RTLGEN_ASSERT %m count_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the candidate is the head of its list
            if (leaves
             && (!nonempty[candidate_list] || head[candidate_list] != candidate_place)) begin
                $display("RTLGEN_ASSERT %m takes_a_head fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (leaves && enters) begin
                $display("RTLGEN_ASSERT %m one_thing_at_a_time fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_traffic_nic
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // no packet in the first cycles after reset, one per node
            numbers_are_ready: `RTLGEN_CONTRACT (!(make_valid && walking));
            destination_of_the_network: `RTLGEN_CONTRACT (!make_valid || {1'b0, make_dst} < 9'd64);
            count_in_range: assert (count_q <= 13'd4096);
            // the candidate is the head of its list
            takes_a_head: assert (!leaves
                               || (nonempty[candidate_list]
                                && head[candidate_list] == candidate_place));
            one_thing_at_a_time: assert (!(leaves && enters));
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
