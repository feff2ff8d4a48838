// SPDX-License-Identifier: Apache-2.0
// qcn_marking: marking policies of a port: from triggers to CNMs
//
// prios = 2, voqs = 8, units = 586, dos = 1, cnm_prio = 6
`default_nettype none

module qcn_marking (
    input  wire         clk,               // rising edge
    input  wire         rst,               // synchronous, active high
    input  wire [1:0]   policy,            // 0 arrival, 1 deterministic occupancy, 2 random
                                           // occupancy sampling; held
    input  wire [11:0]  port,              // number of the port; held
    input  wire         at_output,         // 1: congestion points at the output buffers, 0: at the
                                           // input buffers; held

    // header of the frame that is reported to a congestion point in this cycle
    input  wire [11:0]  arrival_src,       // source of the culprit frame
    input  wire [11:0]  arrival_dst,       // its destination

    input  wire [1:0]   sampled,           // of the congestion points; at most one

    // of the congestion points; at most one
    input  wire [1:0]   trigger_valid,     // pulse: a CNM is to be sent
    input  wire [11:0]  trigger_feedback,  // quantized feedback
    input  wire [31:0]  trigger_q_offset,  // cnmQOffset, units of 64 bytes, two's complement
    input  wire [31:0]  trigger_q_delta,   // cnmQDelta, units of 64 bytes, two's complement

    input  wire [159:0] count,             // units in each virtual output queue, lane p*voqs+d:
                                           // priority p, destination d

    // requests to the search engine of the CulpritArray, registers
    output wire         search_valid,      // a culprit is asked for
    output wire [2:0]   search_prio,       // of this priority
    input  wire         search_ready,      // the request is taken

    // of the search engine
    input  wire         answer_valid,      // the search has ended
    input  wire         answer_hit,        // there is a culprit; else the engine gave up
    input  wire [11:0]  answer_src,        // source of the culprit frame
    input  wire [11:0]  answer_dst,        // its destination

    // CNMs, registers but for tx_ready
    output wire         tx_valid,          // a CNM is offered
    output wire [127:0] tx_data,           // its beat; unknown while not valid
    input  wire         tx_ready,          // it is taken

    output wire         lost,              // pulse, a register: a trigger while a search of this
                                           // priority was pending
    output wire         gave_up,           // pulse, a register: no culprit was found
    output wire         dropped            // pulse, a register: a CNM while one of this priority
                                           // waited
);

    reg [23:0] header;          // source and destination of the frame received last
    reg [1:0]  sampled_2;       // sampled, one cycle later
    reg [1:0]  sampled_3;       // sampled_2, one cycle later
    reg [1:0]  pending;         // priorities whose search waits or is under way
    reg        lost_q;          // pulse, a register: a trigger while a search of this priority was
                                // pending
    reg        sought;          // priority of the search
    reg        searching;       // a search is under way
    reg        search_valid_q;  // a culprit is asked for
    reg        next_above;      // requests above the last winner, which go first
    reg        gave_up_q;       // pulse, a register: no culprit was found

    reg  [24:0] culprits [0:1];  // culprit of the last sample, by priority
    wire [24:0] noted_culprit;
    reg  [37:0] frozen [0:1];    // what was measured for the search, by priority
    wire [37:0] frozen_word;

    wire        random;
    wire        longest_queue;
    wire [2:0]  longest_index;
    wire [1:0]  noted;
    wire        trigger_prio;
    wire        triggered;
    wire [1:0]  asked;
    wire [1:0]  answered;
    wire [1:0]  next_requests;
    wire [1:0]  next_ahead;
    wire [1:0]  next_choice;
    wire        ended;
    wire        hit;
    wire [1:0]  dos_found_valid;
    wire [5:0]  dos_found_index;
    wire [19:0] dos_found_count;

    wire        noted_culprit_valid = noted_culprit[24];
    wire [11:0] noted_culprit_src = noted_culprit[23:12];
    wire [11:0] noted_culprit_dst = noted_culprit[11:0];
    wire [5:0]  frozen_word_feedback = frozen_word[37:32];
    wire [15:0] frozen_word_q_offset = frozen_word[31:16];
    wire [15:0] frozen_word_q_delta = frozen_word[15:0];

    wire unused_dos_count = &{1'b0, dos_found_count};

    // The lowest 1 alone.
    function [1:0] lowest_one_2(input [1:0] bits);
        begin
            lowest_one_2 = {bits[1] & ~bits[0], bits[0]};
        end
    endfunction

    // The index of the lowest 1, 0 if there is none.
    function lowest_set_2(input [1:0] bits);
        integer n;
        begin
            lowest_set_2 = 1'd0;
            for (n = 1; n >= 0; n = n - 1)
                if (bits[n]) lowest_set_2 = n[0];
        end
    endfunction

    // The lane of 16 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [15:0] one_hot_mux_2x16(input [1:0] select, input [31:0] lanes);
        integer n;
        begin
            one_hot_mux_2x16 = 16'd0;
            for (n = 0; n < 2; n = n + 1)
                one_hot_mux_2x16 = one_hot_mux_2x16 | ({16{select[n]}} & lanes[n*16 +: 16]);
        end
    endfunction

    // The lane of 3 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [2:0] one_hot_mux_2x3(input [1:0] select, input [5:0] lanes);
        integer n;
        begin
            one_hot_mux_2x3 = 3'd0;
            for (n = 0; n < 2; n = n + 1)
                one_hot_mux_2x3 = one_hot_mux_2x3 | ({3{select[n]}} & lanes[n*3 +: 3]);
        end
    endfunction

    // The lane of 6 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [5:0] one_hot_mux_2x6(input [1:0] select, input [11:0] lanes);
        integer n;
        begin
            one_hot_mux_2x6 = 6'd0;
            for (n = 0; n < 2; n = n + 1)
                one_hot_mux_2x6 = one_hot_mux_2x6 | ({6{select[n]}} & lanes[n*6 +: 6]);
        end
    endfunction

    genvar g;

    generate
        for (g = 0; g < 2; g = g + 1) begin : dos
            qcn_dos u (
                .clk         (clk),
                .count       (count[g*80 +: 80]),
                .found_valid (dos_found_valid[g]),
                .found_index (dos_found_index[g*3 +: 3]),
                .found_count (dos_found_count[g*10 +: 10])
            );
        end
    endgenerate

    qcn_cnm cnm (
        .clk            (clk),
        .rst            (rst),
        .port           (port),
        .at_output      (at_output),
        .offer_valid    (ended && hit),
        .offer_prio     ({2'd0, random ? sought : trigger_prio}),
        .offer_feedback (random ? frozen_word_feedback
                       : one_hot_mux_2x6(trigger_valid, trigger_feedback)),
        .offer_q_offset (random ? frozen_word_q_offset
                       : one_hot_mux_2x16(trigger_valid, trigger_q_offset)),
        .offer_q_delta  (random ? frozen_word_q_delta
                       : one_hot_mux_2x16(trigger_valid, trigger_q_delta)),
        .offer_src      (random ? answer_src : noted_culprit_src),
        .offer_dst      (random ? answer_dst : noted_culprit_dst),
        .tx_valid       (tx_valid),
        .tx_data        (tx_data),
        .tx_ready       (tx_ready),
        .dropped        (dropped)
    );

    assign random        = policy == 2'd2;
    assign longest_queue = policy == 2'd1;
    assign longest_index = one_hot_mux_2x3(sampled_3, dos_found_index);
    assign noted         = longest_queue ? sampled_3 : sampled;
    assign trigger_prio  = lowest_set_2(trigger_valid);
    assign triggered     = (|trigger_valid) && !random;
    assign asked         = random ? trigger_valid : 2'd0;
    assign lost          = lost_q;
    assign answered      = answer_valid ? 2'd1 << sought : 2'd0;
    assign next_requests = pending;
    assign next_ahead    = next_requests & {next_above, 1'b0};
    assign next_choice = lowest_one_2(next_ahead)
                       | ((|next_ahead) ? 2'd0 : lowest_one_2(next_requests));
    assign search_valid = search_valid_q;
    assign search_prio  = {2'd0, sought};
    assign ended        = random ? answer_valid : triggered;
    assign hit          = random ? answer_hit : noted_culprit_valid;
    assign gave_up      = gave_up_q;

    always @(posedge clk) begin
        if (|noted) begin
            culprits[lowest_set_2(noted)] <= {longest_queue ? |(sampled_3 & dos_found_valid) : 1'b1,
                                              longest_queue ? port : header[23:12],
                                              longest_queue ? {9'd0, longest_index} : header[11:0]};
        end
    end

    assign noted_culprit = culprits[trigger_prio];

    always @(posedge clk) begin
        if (|(asked & ~pending)) begin
            frozen[trigger_prio] <= {one_hot_mux_2x6(trigger_valid, trigger_feedback),
                                     one_hot_mux_2x16(trigger_valid, trigger_q_offset),
                                     one_hot_mux_2x16(trigger_valid, trigger_q_delta)};
        end
    end

    assign frozen_word = frozen[sought];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [28:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        memory_bits = memory_fill[31:3];
        {header, sampled_2, sampled_3, sought} = memory_bits;
        for (memory_word = 0; memory_word < 2; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            culprits[memory_word] = memory_fill[31:7];
        end
        for (memory_word = 0; memory_word < 2; memory_word = memory_word + 1) begin
            repeat (2) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                frozen[memory_word] = {frozen[memory_word][5:0], memory_fill};
            end
        end
    end
`endif

    always @(posedge clk) begin
        header <= {arrival_src, arrival_dst};
        sampled_2 <= sampled;
        sampled_3 <= sampled_2;
        if (!searching) sought <= |(next_choice & 2'd2);
    end

    always @(posedge clk) begin
        if (rst) begin
            pending <= 2'd0;
            lost_q <= 1'b0;
            next_above <= 1'b0;
            gave_up_q <= 1'b0;
        end else begin
            pending <= (pending | asked) & ~answered;
            lost_q <= |(asked & pending);
            if (!searching && (|next_requests)) next_above <= next_choice[0];
            gave_up_q <= ended && !hit;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            searching <= 1'b0;
            search_valid_q <= 1'b0;
        end else begin
            if (!searching) begin
                searching <= |next_requests;
                search_valid_q <= |next_requests;
            end else if (answer_valid) begin
                searching <= 1'b0;
            end
            if (search_ready) begin
                if (search_valid_q) search_valid_q <= 1'b0;
            end
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
            // one frame comes in a cycle
            if ((sampled & ~lowest_one_2(sampled)) != 2'd0) begin
                $display("RTLGEN_ASSERT %m one_sample fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // one frame comes in a cycle, and all evaluations take the same time
            if ((trigger_valid & ~lowest_one_2(trigger_valid)) != 2'd0) begin
                $display("RTLGEN_ASSERT %m one_trigger fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // an answer follows its request
            if (answer_valid && (!searching || search_valid_q)) begin
                $display("RTLGEN_ASSERT %m answers_what_is_asked fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (searching && !pending[sought]) begin
                $display("RTLGEN_ASSERT %m search_has_a_trigger fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_qcn_marking
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // one frame comes in a cycle
            one_sample: `RTLGEN_CONTRACT ((sampled & ~lowest_one_2(sampled)) == 2'd0);
            // one frame comes in a cycle, and all evaluations take the same time
            one_trigger: `RTLGEN_CONTRACT ((trigger_valid & ~lowest_one_2(trigger_valid)) == 2'd0);
            trigger_lost: cover (lost);
            // an answer follows its request
            answers_what_is_asked: `RTLGEN_CONTRACT (!answer_valid
                                                  || (searching && !search_valid_q));
            search_has_a_trigger: assert (!searching || pending[sought]);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
