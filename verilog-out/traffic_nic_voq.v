// SPDX-License-Identifier: Apache-2.0
// traffic_nic_voq: network interface of a node at a VOQnet switch: a queue per destination, round robin among those with a credit
//
// nodes = 64, queue = 4096, depth = 4, link_latency = 2
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module traffic_nic_voq (
    input  wire        clk,            // rising edge
    input  wire        rst,            // synchronous, active high
    input  wire [7:0]  node,           // number of this node
    input  wire [31:0] now,            // time, cycles

    // packets made
    input  wire        make_valid,     // pulse: a packet is made
    input  wire [7:0]  make_dst,       // its destination

    // route table
    input  wire        route_valid,    // an entry of the route table is written
    input  wire [7:0]  route_dst,      // its destination
    input  wire [30:0] route_turns,    // its turns, the first on top, ones below the last

    // link to the switch
    output wire        tx_valid,       // a beat comes
    output wire        tx_sop,         // it is the first of a packet: {turnpool, tptr, src, seq,
                                       // tag}
    output wire        tx_eop,         // it is the last
    output wire        tx_bad,         // with eop: the packet was damaged on its way, and is not to
                                       // be used
    output wire [63:0] tx_data,        // the beat
    input  wire        tx_credit,      // back to the sender: a slot is free again
    input  wire [7:0]  tx_credit_dst,  // the destination whose queue the slot belongs to

    output wire [12:0] queue_count,    // packets that wait, a register

    // status
    output wire        stat_refused,   // pulse: a packet is refused, the queue is full
    output wire        stat_sent       // pulse: a packet leaves the queue
);

    reg [63:0] waiting;          // the queue has packets, by destination
    reg [12:0] count_q;          // packets that wait, a register
    reg        tx_credit_q;      // a credit has come back
    reg [5:0]  tx_credit_dst_q;  // destination that the credit is for
    reg [2:0]  pause;            // cycles until a destination is chosen again
    reg [62:0] above_last;       // queues above the last one chosen
    reg [5:0]  chosen_dst;       // destination of the packet that is sent
    reg        fetch;            // chosen, one cycle later
    reg        start;            // fetch, one cycle later
    reg [11:0] sent_place;       // head_place, one cycle later
    reg [63:0] numbered;         // a packet has come, by destination
    reg [12:0] fresh;            // first place that was never taken
    reg [11:0] first_given;      // oldest entry in the ring of free places
    reg [11:0] end_given;        // next entry in the ring of free places

    (* ram_style = "registers", syn_ramstyle = "registers" *)
    reg  [11:0] head [0:63];      // place of the oldest packet, by destination
    wire [11:0] head_place;
    reg  [11:0] tail [0:63];      // place of the youngest packet, by destination
    wire [11:0] tail_of_sent;
    wire [11:0] tail_of_entered;
    reg  [11:0] numbers [0:63];   // next sequence number, by destination
    wire [11:0] number;
    reg  [30:0] routes [0:63];    // turns of the route, by destination
    wire [30:0] route;

    wire [63:0] eligible;
    wire        chosen;
    wire [63:0] queue_ahead;
    wire [6:0]  queue_first;
    wire [6:0]  queue_first_ahead;
    wire [5:0]  queue_index;
    wire        full;
    wire        enters;
    wire [11:0] seq;
    wire [63:0] comes;
    wire        never_taken;
    wire [11:0] next_given;
    wire [11:0] enter_place;
    wire        last_of_queue;
    wire        empties;
    wire        starts_queue;
    wire [63:0] leaves;
    wire [43:0] words_rd_data;
    wire [11:0] next_rd_data;
    wire [63:0] credits_available;
    wire [8:0]  credits_count;
    wire        credits_excess;
    wire [11:0] given_back_rd_data;
    wire        framer_ready;

`ifdef RTLGEN_CHECKS
    reg  [2:0]  credits_owed [0:63];  // packets sent without a credit back, by destination
    reg  [11:0] expected_seq [0:63];  // next sequence number to leave, by destination
    wire [5:0]  owed_dst;
    wire        taken_and_owed;
    wire [13:0] end_of_given;
`endif

    wire unused_credit_count = &{1'b0, credits_count};
    wire unused_credit_excess = &{1'b0, credits_excess};
    wire unused_make_dst_rest = &{1'b0, make_dst[7:6]};
    wire unused_route_dst_rest = &{1'b0, route_dst[7:6]};

    // The index of the lowest 1, below a bit that is 1 if there is one: a tree of pairs.
    function [6:0] first_one_64(input [63:0] bits);
        reg [63:0] any;
        reg [63:0] index_0;
        reg [63:0] index_1;
        reg [63:0] index_2;
        reg [63:0] index_3;
        reg [63:0] index_4;
        reg index_5;
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
            index_3 = ~any;
            any = any | (any >> 8);
            index_0 = (~any | index_0) & (any | (index_0 >> 16));
            index_1 = (~any | index_1) & (any | (index_1 >> 16));
            index_2 = (~any | index_2) & (any | (index_2 >> 16));
            index_3 = (~any | index_3) & (any | (index_3 >> 16));
            index_4 = ~any;
            any = any | (any >> 16);
            index_0 = (~any | index_0) & (any | (index_0 >> 32));
            index_1 = (~any | index_1) & (any | (index_1 >> 32));
            index_2 = (~any | index_2) & (any | (index_2 >> 32));
            index_3 = (~any | index_3) & (any | (index_3 >> 32));
            index_4 = (~any | index_4) & (any | (index_4 >> 32));
            index_5 = ~any[0];
            any = any | (any >> 32);
            first_one_64 = {any[0], index_5, index_4[0], index_3[0], index_2[0], index_1[0], index_0[0]};
        end
    endfunction

    ram_1r1w_width44_depth4096_rdw2 words (
        .clk     (clk),
        .wr_en   (enters),
        .wr_addr (enter_place),
        .wr_data ({seq, now}),
        .rd_en   (fetch),
        .rd_addr (head_place),
        .rd_data (words_rd_data)
    );

    ram_1r1w_width12_depth4096_rdw1 next (
        .clk     (clk),
        .wr_en   (enters && !starts_queue),
        .wr_addr (tail_of_entered),
        .wr_data (enter_place),
        .rd_en   (fetch),
        .rd_addr (head_place),
        .rd_data (next_rd_data)
    );

    voqnet_credits credits (
        .clk       (clk),
        .rst       (rst),
        .take      (fetch),
        .take_dst  (chosen_dst),
        .give      (tx_credit_q),
        .give_dst  (tx_credit_dst_q),
        .available (credits_available),
        .count     (credits_count),
        .excess    (credits_excess)
    );

    ram_1r1w_width12_depth4096_rdw1 given_back (
        .clk     (clk),
        .wr_en   (start),
        .wr_addr (end_given),
        .wr_data (sent_place),
        .rd_en   (1'b1),
        .rd_addr (next_given),
        .rd_data (given_back_rd_data)
    );

    traffic_framer framer (
        .clk      (clk),
        .rst      (rst),
        .start    (start),
        .now      (now),
        .turnpool (route),
        .src      (node),
        .dst      ({2'd0, chosen_dst}),
        .seq      (words_rd_data[43:32]),
        .tag      ({2'd0, chosen_dst}),
        .made     (words_rd_data[31:0]),
        .ready    (framer_ready),
        .tx_valid (tx_valid),
        .tx_sop   (tx_sop),
        .tx_eop   (tx_eop),
        .tx_bad   (tx_bad),
        .tx_data  (tx_data)
    );

    assign eligible          = waiting & credits_available;
    assign chosen            = (|eligible) && pause == 3'd0;
    assign queue_ahead       = eligible & {above_last, 1'b0};
    assign queue_first       = first_one_64(eligible);
    assign queue_first_ahead = first_one_64(queue_ahead);
    assign queue_index = queue_first_ahead[6] ? queue_first_ahead[5:0]
                       : queue_first[6] ? queue_first[5:0] : 6'd0;
    assign full          = count_q == 13'd4096;
    assign enters        = make_valid && !full;
    assign stat_refused  = make_valid && full;
    assign queue_count   = count_q;
    assign seq           = numbered[make_dst[5:0]] ? number : 12'd0;
    assign comes         = enters ? 64'd1 << make_dst[5:0] : 64'd0;
    assign never_taken   = fresh != 13'd4096;
    assign next_given    = (enters && !never_taken) ? first_given + 12'd1 : first_given;
    assign enter_place   = never_taken ? fresh[11:0] : given_back_rd_data;
    assign last_of_queue = sent_place == tail_of_sent;
    assign empties       = start && last_of_queue;
    assign starts_queue  = !waiting[make_dst[5:0]] || (empties && chosen_dst == make_dst[5:0]);
    assign leaves        = empties ? 64'd1 << chosen_dst : 64'd0;
    assign stat_sent     = start;

`ifdef RTLGEN_CHECKS
    assign owed_dst       = tx_credit_dst[5:0];
    assign taken_and_owed = fetch && tx_credit && owed_dst == chosen_dst;
    assign end_of_given   = {2'd0, first_given} + {1'b0, fresh - count_q};
`endif

    always @(posedge clk) begin
        if (start && !last_of_queue) head[chosen_dst] <= next_rd_data;
        if (enters && starts_queue) head[make_dst[5:0]] <= enter_place;
    end

    assign head_place = head[chosen_dst];

    always @(posedge clk) begin
        if (enters) tail[make_dst[5:0]] <= enter_place;
    end

    assign tail_of_sent = tail[chosen_dst];

    assign tail_of_entered = tail[make_dst[5:0]];

    always @(posedge clk) begin
        if (enters) numbers[make_dst[5:0]] <= seq + 12'd1;
    end

    assign number = numbers[make_dst[5:0]];

    always @(posedge clk) begin
        if (route_valid) routes[route_dst[5:0]] <= route_turns;
    end

    assign route = routes[chosen_dst];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [23:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        memory_bits = memory_fill[31:8];
        {tx_credit_dst_q, chosen_dst, sent_place} = memory_bits;
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            head[memory_word] = memory_fill[31:20];
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            tail[memory_word] = memory_fill[31:20];
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            numbers[memory_word] = memory_fill[31:20];
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            routes[memory_word] = memory_fill[31:1];
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_credits_owed
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) credits_owed[i] <= 3'd0;
        end else begin
            if (fetch && !taken_and_owed) begin
                credits_owed[chosen_dst] <= credits_owed[chosen_dst] + 3'd1;
            end
            if (tx_credit && !taken_and_owed) begin
                credits_owed[owed_dst] <= credits_owed[owed_dst] - 3'd1;
            end
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_expected_seq
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) expected_seq[i] <= 12'd0;
        end else if (start) begin
            expected_seq[chosen_dst] <= words_rd_data[43:32] + 12'd1;
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            waiting <= 64'd0;
            tx_credit_q <= 1'b0;
            fetch <= 1'b0;
            start <= 1'b0;
            numbered <= 64'd0;
            fresh <= 13'd0;
            first_given <= 12'd0;
            end_given <= 12'd0;
        end else begin
            waiting <= (waiting & ~leaves) | comes;
            tx_credit_q <= tx_credit && !(tx_credit && (|tx_credit_dst[7:6]));
            fetch <= chosen;
            start <= fetch;
            numbered <= numbered | comes;
            if (enters && never_taken) fresh <= fresh + 13'd1;
            first_given <= next_given;
            if (start) end_given <= end_given + 12'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            count_q <= 13'd0;
        end else if (enters && !start) begin
            count_q <= count_q + 13'd1;
        end else if (start && !enters) begin
            count_q <= count_q - 13'd1;
        end
    end

    always @(posedge clk) begin
        tx_credit_dst_q <= tx_credit_dst[5:0];
        if (chosen) chosen_dst <= queue_index;
        sent_place <= head_place;
    end

    always @(posedge clk) begin
        if (rst) begin
            pause <= 3'd0;
            above_last <= 63'd0;
        end else if (chosen) begin
            pause <= 3'd7;
            above_last <= 63'h7fffffffffffffff << queue_index;
        end else if (pause != 3'd0) begin
            pause <= pause - 3'd1;
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
            // a credit comes back once for each packet
            if (tx_credit && credits_owed[owed_dst] == 3'd0) begin
                $display("RTLGEN_ASSERT %m credit_was_taken fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // credits are for nodes of the network
            if (tx_credit && tx_credit_dst >= 8'd64) begin
                $display("RTLGEN_ASSERT %m credit_is_for_a_node fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (make_valid && make_dst >= 8'd64) begin
                $display("RTLGEN_ASSERT %m destination_of_the_network fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (start && !framer_ready) begin
                $display("RTLGEN_ASSERT %m framer_is_ready fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // every place is fresh, in the ring, or in use
            if (((end_of_given >= 14'd4096) ? end_of_given - 14'd4096 : end_of_given)
             != {2'd0, end_given}) begin
                $display("RTLGEN_ASSERT %m no_place_is_lost fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (count_q > fresh) begin
                $display("RTLGEN_ASSERT %m no_more_packets_than_places fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (start && words_rd_data[43:32] != expected_seq[chosen_dst]) begin
                $display("RTLGEN_ASSERT %m numbers_in_order fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ((|waiting) != (count_q != 13'd0)) begin
                $display("RTLGEN_ASSERT %m waiting_means_packets fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_traffic_nic_voq
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a credit comes back once for each packet
            credit_was_taken: `RTLGEN_CONTRACT (!tx_credit || credits_owed[owed_dst] != 3'd0);
            // credits are for nodes of the network
            credit_is_for_a_node: `RTLGEN_CONTRACT (!tx_credit || tx_credit_dst < 8'd64);
            destination_of_the_network: `RTLGEN_CONTRACT (!make_valid || make_dst < 8'd64);
            framer_is_ready: assert (!start || framer_ready);
            // every place is fresh, in the ring, or in use
            no_place_is_lost: assert (((end_of_given >= 14'd4096) ? end_of_given - 14'd4096
                                     : end_of_given)
                                   == {2'd0, end_given});
            no_more_packets_than_places: assert (count_q <= fresh);
            numbers_in_order: assert (!start || words_rd_data[43:32] == expected_seq[chosen_dst]);
            waiting_means_packets: assert ((|waiting) == (count_q != 13'd0));
            wraps_to_places_given_back: cover (enters && !never_taken);
        end
    end
`undef RTLGEN_CONTRACT
`endif

    // Read by checks only.
    wire unused_framer_ready = &{1'b0, framer_ready};

endmodule

`default_nettype wire
