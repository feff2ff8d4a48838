// SPDX-License-Identifier: Apache-2.0
// traffic_nic_nodes16: queue of a node: oldest packet first among those that are not stopped
//
// nodes = 16, queue = 4096, lines = 16, slots = 64, link_latency = 2
`default_nettype none

module traffic_nic_nodes16 (
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
    output wire        tx_bad,            // with eop: the packet was damaged on its way, and is not
                                          // to be used
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

    reg [12:0]  count_q;
    reg         full;
    reg [11:0]  free_head;
    reg [12:0]  freed;
    reg [11:0]  fresh;
    reg         fetch_free;
    reg [16:0]  nonempty;
    reg [16:0]  few;
    reg [82:0]  main_head;
    reg [11:0]  main_place;
    reg [11:0]  main_next;
    reg [11:0]  main_tail;
    reg         left;
    reg [16:0]  left_list;
    reg [11:0]  left_place;
    reg [16:0]  seen;
    reg         reading;
    reg         best_valid;
    reg [106:0] best;
    reg [16:0]  best_list;
    reg         links;
    reg [11:0]  link_place;
    reg [11:0]  link_to;
    reg         linked;
    reg [11:0]  linked_to;
    reg [11:0]  next_before;
    reg [3:0]   best_line;
    reg [3:0]   left_line;
    reg [15:0]  left_below;
    reg [3:0]   walk;
    reg         walking;
    reg         left_before;
    reg [3:0]   reading_line;
    reg [106:0] read;
    reg [16:0]  reading_list;
    reg         tx_credit_q;
    reg         sent;
    reg         set_aside;

    reg  [11:0] numbers [0:15];
    wire [11:0] seq;
    reg  [30:0] routes [0:15];
    wire [30:0] route;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [94:0] heads [0:15];
    wire [94:0] listed_head;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [11:0] nexts [0:15];
    wire [11:0] listed_next;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [11:0] tails [0:15];
    wire [11:0] tail_of_candidate;
    wire [11:0] tail_of_target;

    wire [11:0]  next_place;
    wire [11:0]  free_head_now;
    wire         enters;
    wire [3:0]   number_of;
    wire         reuses_place;
    wire         takes_freed_place;
    wire [11:0]  new_place;
    wire [82:0]  new_packet;
    wire         main_is_fresh;
    wire         main_open;
    wire [15:0]  lists_free;
    wire [15:0]  lists_open;
    wire [15:0]  first_open;
    wire         side_open;
    wire [3:0]   first_index;
    wire [16:0]  read_list;
    wire         line_is_fresh;
    wire [106:0] other_head;
    wire         head_is_other;
    wire         read_head;
    wire [106:0] chosen_head;
    wire [31:0]  made_after_best;
    wire         better;
    wire [106:0] candidate;
    wire [16:0]  candidate_list;
    wire [3:0]   candidate_line;
    wire         link_free;
    wire         acts;
    wire         sets_aside;
    wire         sends;
    wire         leaves;
    wire         search_again;
    wire [11:0]  behind_candidate;
    wire [11:0]  candidate_tail;
    wire         main_empty;
    wire         next_is_tail;
    wire [16:0]  list_ends;
    wire [16:0]  list_gets_packet;
    wire [3:0]   target_line;
    wire         target_in_use;
    wire         target_has_few;
    wire         refills_line;
    wire [3:0]   line_of_head;
    wire         nearly_full;
    wire [82:0]  words_rd_data;
    wire [11:0]  next_rd_data;
    wire         framer_ready;
    wire         cam_msg_arrives;
    wire [15:0]  cam_stopped;
    wire         cam_hit;
    wire [15:0]  cam_target;
    wire [6:0]   credits_count;
    wire         credits_available;
    wire         credits_excess;

    wire unused_route_dst_rest = &{1'b0, route_dst[7:4]};
    wire unused_how_much_after = &{1'b0, made_after_best[30:0]};
    wire unused_credit_count = &{1'b0, credits_count};
    wire unused_credit_excess = &{1'b0, credits_excess};

    ram_1r1w_width83_depth4096_rdw2 words (
        .clk     (clk),
        .wr_en   (enters),
        .wr_addr (new_place),
        .wr_data (new_packet),
        .rd_en   (!left),
        .rd_addr (behind_candidate),
        .rd_data (words_rd_data)
    );

    ram_1r1w_width12_depth4096_rdw2 next (
        .clk     (clk),
        .wr_en   (links || (set_aside && target_in_use)),
        .wr_addr (set_aside ? tail_of_target : link_place),
        .wr_data (set_aside ? best[106:95] : link_to),
        .rd_en   (1'b1),
        .rd_addr (enters ? free_head_now : behind_candidate),
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
        .tx_bad   (tx_bad),
        .tx_data  (tx_data)
    );

    traffic_nic_cam cam (
        .clk          (clk),
        .rst          (rst),
        .msg_valid    (tx_msg_valid),
        .msg_xoff     (tx_msg_xoff),
        .msg_tp       (tx_msg_tp),
        .msg_mask     (tx_msg_mask),
        .msg_arrives  (cam_msg_arrives),
        .xoff_arrives (stat_xoff),
        .turns        (chosen_head[82:52]),
        .keep         (better),
        .kept         (best_valid),
        .in_use       (nonempty[16:1]),
        .stopped      (cam_stopped),
        .hit          (cam_hit),
        .target       (cam_target),
        .refused      (stat_xoff_refused)
    );

    credit_counter credits (
        .clk       (clk),
        .rst       (rst),
        .take      (sends),
        .give      (tx_credit_q),
        .count     (credits_count),
        .available (credits_available),
        .excess    (credits_excess)
    );

    assign next_place        = linked ? linked_to : next_rd_data;
    assign free_head_now     = fetch_free ? next_place : free_head;
    assign enters            = make_valid && !full;
    assign stat_refused      = make_valid && full;
    assign queue_count       = count_q;
    assign number_of         = walking ? walk : make_dst[3:0];
    assign reuses_place      = freed != 13'd0;
    assign takes_freed_place = enters && reuses_place;
    assign new_place         = reuses_place ? free_head_now : fresh;
    assign new_packet        = {route, make_dst, seq, now};
    assign main_is_fresh     = left && left_list[0];
    assign main_open         = nonempty[0] && !seen[0];
    assign lists_free        = nonempty[16:1] & ~cam_stopped;
    assign lists_open        = lists_free & ~seen[16:1];
    assign first_open        = lists_open & (16'd0 - lists_open);
    assign side_open         = |lists_open;
    assign first_index = {|(first_open & 16'hff00), |(first_open & 16'hf0f0),
                          |(first_open & 16'hcccc), |(first_open & 16'haaaa)};
    assign read_list = {first_open, main_open & ~(|lists_free)};
    assign line_is_fresh = (left || left_before)
                        && (|(lists_open & left_list[16:1]))
                        && !(|(lists_open & left_below));
    assign other_head = (side_open ? line_is_fresh : main_is_fresh)
                      ? {left_place, left ? next_place : next_before, words_rd_data}
                      : {main_place, main_next, main_head};
    assign head_is_other = !side_open || line_is_fresh;
    assign read_head     = side_open || (main_open && !(|lists_free));
    assign chosen_head = head_is_other ? other_head
                       : {listed_head[94:83], listed_next, listed_head[82:0]};
    assign made_after_best  = read[31:0] - best[31:0];
    assign better           = reading && (!best_valid || made_after_best[31]);
    assign candidate        = best_valid ? best : read;
    assign candidate_list   = best_valid ? best_list : reading_list;
    assign candidate_line   = best_valid ? best_line : reading_line;
    assign link_free        = framer_ready && credits_available;
    assign acts             = (best_valid ^ reading) && !read_head && !enters && !cam_msg_arrives;
    assign sets_aside       = acts && cam_hit;
    assign sends            = acts && link_free && !cam_hit;
    assign leaves           = acts && (link_free || cam_hit);
    assign search_again     = leaves || stat_xoff;
    assign behind_candidate = candidate_list[0] ? main_next : candidate[94:83];
    assign candidate_tail   = candidate_list[0] ? main_tail : tail_of_candidate;
    assign main_empty       = !nonempty[0];
    assign next_is_tail     = behind_candidate == candidate_tail;
    assign list_ends        = candidate_list & few;
    assign list_gets_packet = {{16{set_aside}} & cam_target, enters};
    assign target_line = {|(cam_target & 16'hff00), |(cam_target & 16'hf0f0),
                          |(cam_target & 16'hcccc), |(cam_target & 16'haaaa)};
    assign target_in_use  = |(cam_target & nonempty[16:1]);
    assign target_has_few = (|(cam_target & few[16:1])) || !target_in_use;
    assign refills_line   = left_before && !left_list[0];
    assign line_of_head   = set_aside ? target_line : left_line;
    assign nearly_full    = count_q == 13'd4095;
    assign stat_sent      = sends;

    always @(posedge clk) begin
        if (enters || walking) numbers[number_of] <= walking ? 12'd0 : seq + 12'd1;
    end

    assign seq = numbers[make_dst[3:0]];

    always @(posedge clk) begin
        if (route_valid) routes[route_dst[3:0]] <= route_turns;
    end

    assign route = routes[make_dst[3:0]];

    always @(posedge clk) begin
        if (refills_line || (set_aside && !target_in_use)) begin
            heads[line_of_head] <= set_aside ? {best[106:95], best[82:0]}
                                 : {left_place, words_rd_data};
        end
    end

    assign listed_head = heads[first_index];

    always @(posedge clk) begin
        if (refills_line || (set_aside && target_has_few)) begin
            nexts[line_of_head] <= set_aside ? best[106:95] : next_before;
        end
    end

    assign listed_next = nexts[first_index];

    always @(posedge clk) begin
        if (set_aside) tails[target_line] <= best[106:95];
    end

    assign tail_of_candidate = tails[candidate_line];

    assign tail_of_target = tails[target_line];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            numbers[memory_word] = memory_fill[31:20];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            routes[memory_word] = memory_fill[31:1];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            repeat (3) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                heads[memory_word] = {heads[memory_word][62:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            nexts[memory_word] = memory_fill[31:20];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            tails[memory_word] = memory_fill[31:20];
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        few = memory_fill[31:15];
        repeat (3) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            main_head = {main_head[50:0], memory_fill};
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        main_place = memory_fill[31:20];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        main_next = memory_fill[31:20];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        main_tail = memory_fill[31:20];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        left = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        left_list = memory_fill[31:15];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        left_place = memory_fill[31:20];
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            best = {best[74:0], memory_fill};
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        best_list = memory_fill[31:15];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        links = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        link_place = memory_fill[31:20];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        link_to = memory_fill[31:20];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        linked = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        linked_to = memory_fill[31:20];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        next_before = memory_fill[31:20];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        best_line = memory_fill[31:28];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        left_line = memory_fill[31:28];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        left_below = memory_fill[31:16];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        left_before = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        reading_line = memory_fill[31:28];
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            read = {read[74:0], memory_fill};
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        reading_list = memory_fill[31:15];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        sent = memory_fill[31];
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            count_q <= 13'd0;
            full <= 1'b0;
            free_head <= 12'd0;
            freed <= 13'd0;
        end else begin
            if (fetch_free) begin
                free_head <= next_place;
            end
            if (sends) begin
                free_head <= candidate[106:95];
                freed <= freed + 13'd1;
                count_q <= count_q - 13'd1;
                full <= 1'b0;
            end else if (enters) begin
                count_q <= count_q + 13'd1;
                full <= nearly_full;
                if (takes_freed_place) begin
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
            fetch_free <= 1'b0;
        end else begin
            fetch_free <= takes_freed_place;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            nonempty <= 17'd0;
        end else begin
            nonempty <= (nonempty & ~({17{leaves}} & list_ends)) | list_gets_packet;
        end
    end

    always @(posedge clk) begin
        few <= leaves ? (next_is_tail ? few | candidate_list : few & ~candidate_list)
             : (few & ~list_gets_packet) | (list_gets_packet & ~nonempty);
    end

    always @(posedge clk) begin
        if (enters && main_empty) begin
            main_head <= new_packet;
            main_place <= new_place;
        end else if (left && left_list[0]) begin
            main_head <= words_rd_data;
            main_place <= left_place;
        end
    end

    always @(posedge clk) begin
        if (enters && few[0]) begin
            main_next <= new_place;
        end else if (left && left_list[0]) begin
            main_next <= next_place;
        end
    end

    always @(posedge clk) begin
        if (enters) begin
            main_tail <= new_place;
        end
    end

    always @(posedge clk) begin
        left <= leaves;
    end

    always @(posedge clk) begin
        if (!left) begin
            left_list <= candidate_list;
            left_place <= behind_candidate;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            seen <= 17'd0;
            best_valid <= 1'b0;
        end else if (search_again) begin
            seen <= 17'd0;
            best_valid <= 1'b0;
        end else begin
            seen <= seen | read_list;
            if (reading) begin
                best_valid <= 1'b1;
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            reading <= 1'b0;
        end else begin
            reading <= read_head;
            if (stat_xoff) begin
                reading <= 1'b0;
            end
        end
    end

    always @(posedge clk) begin
        if (better) begin
            best_list <= reading_list;
            best <= read;
        end
    end

    always @(posedge clk) begin
        links <= sends || (enters && !main_empty);
    end

    always @(posedge clk) begin
        link_place <= enters ? main_tail : candidate[106:95];
    end

    always @(posedge clk) begin
        link_to <= enters ? new_place : free_head_now;
    end

    always @(posedge clk) begin
        linked <= links && (enters ? sent : behind_candidate == link_place);
    end

    always @(posedge clk) begin
        linked_to <= link_to;
    end

    always @(posedge clk) begin
        next_before <= next_place;
    end

    always @(posedge clk) begin
        if (better) begin
            best_line <= reading_line;
        end
    end

    always @(posedge clk) begin
        if (!left) begin
            left_below <= {candidate_list[16] & ~candidate_list[16],
                           (|candidate_list[16:15]) & ~candidate_list[15],
                           (|candidate_list[16:14]) & ~candidate_list[14],
                           (|candidate_list[16:13]) & ~candidate_list[13],
                           (|candidate_list[16:12]) & ~candidate_list[12],
                           (|candidate_list[16:11]) & ~candidate_list[11],
                           (|candidate_list[16:10]) & ~candidate_list[10],
                           (|candidate_list[16:9]) & ~candidate_list[9],
                           (|candidate_list[16:8]) & ~candidate_list[8],
                           (|candidate_list[16:7]) & ~candidate_list[7],
                           (|candidate_list[16:6]) & ~candidate_list[6],
                           (|candidate_list[16:5]) & ~candidate_list[5],
                           (|candidate_list[16:4]) & ~candidate_list[4],
                           (|candidate_list[16:3]) & ~candidate_list[3],
                           (|candidate_list[16:2]) & ~candidate_list[2],
                           (|candidate_list[16:1]) & ~candidate_list[1]};
            left_line <= candidate_line;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            walk <= 4'd0;
            walking <= 1'b1;
        end else if (walking) begin
            walk <= walk + 4'd1;
            if (walk == 4'd15) begin
                walking <= 1'b0;
            end
        end
    end

    always @(posedge clk) begin
        left_before <= left;
    end

    always @(posedge clk) begin
        reading_line <= first_index;
    end

    always @(posedge clk) begin
        read <= chosen_head;
    end

    always @(posedge clk) begin
        reading_list <= read_list;
    end

    always @(posedge clk) begin
        if (rst) begin
            tx_credit_q <= 1'b0;
        end else begin
            tx_credit_q <= tx_credit;
        end
    end

    always @(posedge clk) begin
        sent <= sends;
    end

    always @(posedge clk) begin
        if (rst) begin
            set_aside <= 1'b0;
        end else begin
            set_aside <= sets_aside;
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
            if (make_valid && {1'b0, make_dst} >= 9'd16) begin
                $display("RTLGEN_ASSERT %m destination_of_the_network fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (refills_line && set_aside) begin
                $display("RTLGEN_ASSERT %m one_head_at_a_time fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (count_q > 13'd4096 || full != (count_q == 13'd4096)) begin
                $display("RTLGEN_ASSERT %m count_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the candidate is on a list that is not empty
            if (leaves && (candidate_list & ~nonempty) != 17'd0) begin
                $display("RTLGEN_ASSERT %m takes_a_head fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (leaves && enters) begin
                $display("RTLGEN_ASSERT %m one_thing_at_a_time fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a search takes two cycles
            if (leaves && left) begin
                $display("RTLGEN_ASSERT %m leaves_every_other_cycle fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_traffic_nic_nodes16
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // no packet in the first cycles after reset, one per node
            numbers_are_ready: `RTLGEN_CONTRACT (!(make_valid && walking));
            destination_of_the_network: `RTLGEN_CONTRACT (!make_valid || {1'b0, make_dst} < 9'd16);
            one_head_at_a_time: assert (!(refills_line && set_aside));
            count_in_range: assert (count_q <= 13'd4096 && full == (count_q == 13'd4096));
            // the candidate is on a list that is not empty
            takes_a_head: assert (!leaves || (candidate_list & ~nonempty) == 17'd0);
            one_thing_at_a_time: assert (!(leaves && enters));
            // a search takes two cycles
            leaves_every_other_cycle: assert (!(leaves && left));
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
