// SPDX-License-Identifier: Apache-2.0
// qcn_adapter_flows6_limiters8_prios1_queue256_per_dest1_gap0_whole_beats1_reaction_time1_timer300000_min_rate10: adapter of a server: queues, reaction point, link pacing, PAUSE
//
// flows = 6, limiters = 8, prios = 1, queue = 256, per_dest = 1, gap = 0, whole_beats = 1, reaction_time = 1, byte_counter = 150000, timer = 300000, r_ai = 524, r_hai = 5243, min_rate = 10, efr = 1, trr = 1, per_gt = 0, start_qoff = 0, says_pause = 0
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module qcn_adapter_flows6_limiters8_prios1_queue256_per_dest1_gap0_whole_beats1_reaction_time1_timer300000_min_rate10 (
    input  wire         clk,             // rising edge
    input  wire         rst,             // synchronous, active high
    input  wire [31:0]  seed,            // of the jitter, held
    input  wire [11:0]  node,            // number of this server port, held
    input  wire [31:0]  now,             // time, cycles

    // flows
    input  wire [71:0]  flow_dst,        // destination of each flow
    input  wire [17:0]  flow_prio,       // its priority, below prios
    input  wire [83:0]  flow_length,     // bytes of its frames with FCS, at least 64

    // frames to be sent
    input  wire         offer_valid,     // a frame is offered
    input  wire [2:0]   offer_flow,      // of this flow
    output wire [5:0]   offer_ready,     // a frame of this flow is taken or refused if it is
                                         // offered; of registers

    input  wire         paused,          // no frame of the priority may start

    // link from the switch: CNMs count here
    input  wire         rx_valid,        // a beat comes
    input  wire         rx_head,         // it is the first of a frame
    input  wire         rx_tail,         // it is the last
    input  wire [127:0] rx_data,         // the beat

    // link to the switch, registers; all 0 while not tx_valid
    output wire         tx_valid,        // a beat comes
    output wire         tx_head,         // it is the first of a frame
    output wire         tx_tail,         // it is the last
    output wire [127:0] tx_data,         // the beat

    // status
    output wire         stat_sent,       // pulse: a frame is chosen to be sent
    output wire [2:0]   stat_sent_flow,  // of this flow
    output wire         stat_refused,    // pulse: the frame that is offered is refused, its queue
                                         // is full
    output wire         stat_unknown,    // pulse: a CNM for none of the flows
    output wire [5:0]   stat_limited,    // the flow has a limiter, registers
    output wire         stat_reacts,     // pulse: a CNM takes effect, reaction_time cycles after it
                                         // came
    output wire [2:0]   stat_cnm_flow,   // its flow
    output wire         stat_starts,     // pulse: a limiter starts
    output wire         stat_no_free,    // pulse: none was free, the CNM is ignored
    output wire         stat_lost,       // pulse: the CNM before is not worked in yet, this one is
                                         // ignored
    output wire         stat_frees       // pulse: a limiter becomes free
);

    (* mem2reg *)
    reg [7:0]   head [0:5];         // place of the oldest frame in each flow's queue
    (* mem2reg *)
    reg [7:0]   tail [0:5];         // place for the next frame in each flow's queue
    (* mem2reg *)
    reg [8:0]   count [0:5];        // frames in each flow's queue
    reg [15:0]  frames_sent [0:5];  // number of the next frame of each flow
    reg [7:0]   beats_left;         // beats of the frame still to be sent
    reg         framer_ready;       // the framer takes a frame
    reg [5:0]   waiting;            // flows that have a frame
    reg [17:0]  cnm_match_q;        // cnm_match, one cycle later
    reg         cnm_comes;          // a CNM has come
    reg [5:0]   cnm_feedback;       // feedback of the CNM
    reg         cnm_congested;      // cnmQOffset of the CNM is negative
    reg [5:0]   candidates;         // flows and FIFO that may send, of each priority
    reg [4:0]   flows_above;        // flows above the last winner, of each priority
    reg         first;              // a frame started in the cycle before
    reg         chosen_valid;       // a frame is chosen
    reg         chosen_prio;        // priority of the frame chosen
    reg [2:0]   chosen;             // winner, one cycle later
    reg [5:0]   chosen_bit;         // flow of the frame chosen, one-hot
    reg [15:0]  seq;                // number of the frame that is sent
    reg [13:0]  length;             // bytes of the frame that is sent
    reg [2:0]   prio;               // priority of the frame that is sent
    reg [11:0]  dst;                // destination of the frame that is sent
    reg [7:0]   beat;               // number of the beat that is sent
    reg [2:0]   sent_flow;          // chosen, one cycle later
    reg         tx_valid_q;         // sending, one cycle later
    reg         tx_head_q;          // first, one cycle later
    reg         tx_tail_q;          // last_beat, one cycle later
    reg [127:0] tx_data_q;          // the beat

    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [31:0] stamps [0:2047];  // time at which a frame came, by {flow, place}
    reg [31:0] stamp;            // word of stamps that was read last

    wire [5:0]  flow_prios;
    reg  [17:0] cnm_match;
    reg  [5:0]  cnm_hit;
    wire [5:0]  side;
    reg  [5:0]  side_by_flow;
    wire [5:0]  side_by_prio;
    wire [5:0]  flow_0_ahead;
    wire        flow_0_any_ahead;
    wire [5:0]  flow_0_minus_ahead;
    wire [5:0]  flow_0_minus_all;
    wire [5:0]  flow_0_first_ahead;
    wire [5:0]  flow_0_lowest;
    wire [2:0]  flow_0_index;
    wire [2:0]  winner_0;
    wire [5:0]  turn_0;
    wire        prio_requests;
    wire [2:0]  winner;
    wire [5:0]  turns;
    wire        permitted;
    wire        link_open;
    wire        goes;
    wire [5:0]  offer_bit;
    reg  [5:0]  queue_full;
    wire [5:0]  ready;
    wire [5:0]  enters;
    wire        accepts;
    wire [5:0]  idle;
    wire        sending;
    wire [13:0] other_beats;
    wire        last_beat;
    wire        two_beats_at_most;
    wire [14:0] cost;
    wire [63:0] check;
    wire [5:0]  rp_may_send;
    wire        unused_rp_update_valid;
    wire [2:0]  unused_rp_update_flow;
    wire [20:0] unused_rp_update_crate;
    wire [21:0] unused_rp_update_trate;
    wire [3:0]  unused_rp_update_bytes;
    wire [3:0]  unused_rp_update_times;
    wire        pacer_ready;

`ifdef RTLGEN_CHECKS
    reg [5:0] count_not_0;
    reg [5:0] prio_in_use;
`endif

    wire [1:0]  rx_data_head_kind = rx_data[127:126];  // 0 data, 1 CNM, 2 PAUSE
    wire [5:0]  rx_data_feedback = rx_data[84:79];     // quantized feedback
    wire [2:0]  rx_data_flow_prio = rx_data[30:28];    // encapsulated priority: that of the culprit
                                                       // frame
    wire [15:0] rx_data_rest = rx_data[15:0];          // 0

    wire unused_rx = &{1'b0, rx_data[125:85], rx_data[77:31], rx_data_rest};
    wire unused_last_byte = &{1'b0, other_beats[5:0]};

    // All of count side by side, because an always @* block cannot watch an array.
    wire [53:0] count_flat = {count[5], count[4], count[3], count[2], count[1], count[0]};

    // Bits 8 to 8 of 9.
    function bits_8_to_8_of_9(input [8:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[7:0]};
            bits_8_to_8_of_9 = value[8];
        end
    endfunction

    // Lane index of lanes of 12 bits, lane 0 lowest.
    function [11:0] lane_12_of_72(input [71:0] lanes, input [2:0] index);
        integer n;
        reg [95:0] spaced;
        begin
            for (n = 0; n < 6; n = n + 1)
                spaced[n*16 +: 16] = {4'd0, lanes[n*12 +: 12]};
            lane_12_of_72 = spaced[{index, 4'd0} +: 12];
        end
    endfunction

    // Lane index of lanes of 14 bits, lane 0 lowest.
    function [13:0] lane_14_of_84(input [83:0] lanes, input [2:0] index);
        integer n;
        reg [95:0] spaced;
        begin
            for (n = 0; n < 6; n = n + 1)
                spaced[n*16 +: 16] = {2'd0, lanes[n*14 +: 14]};
            lane_14_of_84 = spaced[{index, 4'd0} +: 14];
        end
    endfunction

    // Lane index of lanes of 3 bits, lane 0 lowest.
    function [2:0] lane_3_of_18(input [17:0] lanes, input [2:0] index);
        integer n;
        reg [23:0] spaced;
        begin
            for (n = 0; n < 6; n = n + 1)
                spaced[n*4 +: 4] = {1'b0, lanes[n*3 +: 3]};
            lane_3_of_18 = spaced[{index, 2'd0} +: 3];
        end
    endfunction

    // The index of the lowest 1, 0 if there is none.
    function [2:0] lowest_set_6(input [5:0] bits);
        reg [7:0] any;
        reg [7:0] index_0;
        reg [7:0] index_1;
        reg index_2;
        begin
            any = {2'd0, bits};
            index_0 = ~any;
            any = any | (any >> 1);
            index_0 = (~any | index_0) & (any | (index_0 >> 2));
            index_1 = ~any;
            any = any | (any >> 2);
            index_0 = (~any | index_0) & (any | (index_0 >> 4));
            index_1 = (~any | index_1) & (any | (index_1 >> 4));
            index_2 = ~any[0];
            any = any | (any >> 4);
            lowest_set_6 = any[0] ? {index_2, index_1[0], index_0[0]} : 3'd0;
        end
    endfunction

    qcn_rp_flows6_limiters8_reaction_time1_timer300000_min_rate10 rp (
        .clk           (clk),
        .rst           (rst),
        .seed          (seed ^ {node, 20'd0}),
        .cnm_valid     (cnm_comes && (|cnm_hit)),
        .cnm_flow      (lowest_set_6(cnm_hit)),
        .cnm_feedback  (cnm_feedback),
        .cnm_congested (cnm_congested),
        .sent_valid    (goes),
        .sent_flow     (chosen),
        .sent_length   (length),
        .sent_cost     (cost),
        .idle          (idle),
        .limited       (stat_limited),
        .may_send      (rp_may_send),
        .stat_reacts   (stat_reacts),
        .stat_cnm_flow (stat_cnm_flow),
        .stat_starts   (stat_starts),
        .stat_no_free  (stat_no_free),
        .stat_lost     (stat_lost),
        .stat_frees    (stat_frees),
        .update_valid  (unused_rp_update_valid),
        .update_flow   (unused_rp_update_flow),
        .update_crate  (unused_rp_update_crate),
        .update_trate  (unused_rp_update_trate),
        .update_bytes  (unused_rp_update_bytes),
        .update_times  (unused_rp_update_times)
    );

    qcn_pacer pacer (
        .clk   (clk),
        .rst   (rst),
        .start (goes),
        .cost  (cost),
        .ready (pacer_ready)
    );

    assign flow_prios = {flow_prio[15], flow_prio[12], flow_prio[9], flow_prio[6], flow_prio[3],
                         flow_prio[0]};
    assign stat_unknown       = cnm_comes && !(|cnm_hit);
    assign side               = (rp_may_send | ~stat_limited) & waiting;
    assign side_by_prio       = side_by_flow;
    assign flow_0_ahead       = candidates & {flows_above, 1'b0};
    assign flow_0_any_ahead   = |flow_0_ahead;
    assign flow_0_minus_ahead = 6'd0 - flow_0_ahead;
    assign flow_0_minus_all   = 6'd0 - candidates;
    assign flow_0_first_ahead = flow_0_ahead & flow_0_minus_ahead;
    assign flow_0_lowest      = candidates & flow_0_minus_all;
    assign flow_0_index = flow_0_any_ahead
                        ? {|(flow_0_first_ahead & 6'h30), |(flow_0_first_ahead & 6'hc),
                           |(flow_0_first_ahead & 6'h2a)}
                        : {|(flow_0_lowest & 6'h30), |(flow_0_lowest & 6'hc),
                           |(flow_0_lowest & 6'h2a)};
    assign winner_0          = flow_0_index;
    assign turn_0            = flow_0_any_ahead ? flow_0_first_ahead : flow_0_lowest;
    assign prio_requests     = |candidates;
    assign winner            = {3{prio_requests}} & winner_0;
    assign turns             = turn_0;
    assign permitted         = |((rp_may_send | ~stat_limited) & chosen_bit);
    assign link_open         = chosen_valid && framer_ready && pacer_ready && !paused;
    assign goes              = link_open && permitted;
    assign offer_bit         = offer_valid ? 6'd1 << offer_flow : 6'd0;
    assign ready             = 6'd63;
    assign stat_refused      = |(offer_bit & queue_full);
    assign offer_ready       = ready;
    assign enters            = offer_bit & ready & ~queue_full;
    assign accepts           = |enters;
    assign idle              = ~(waiting | offer_bit);
    assign stat_sent         = goes;
    assign stat_sent_flow    = chosen;
    assign sending           = first || (|beats_left);
    assign other_beats       = length - 14'd1;
    assign last_beat         = first ? length <= 14'd64 : beats_left == 8'd1;
    assign two_beats_at_most = first ? length <= 14'd128 : beats_left <= 8'd2;
    assign cost              = (({1'b0, length} + 15'd63) >> 6) << 6;
    assign check             = {beat, prio, node, dst, seq, 13'd4660};
    assign tx_valid          = tx_valid_q;
    assign tx_head           = tx_head_q;
    assign tx_tail           = tx_tail_q;
    assign tx_data           = tx_data_q;

`ifdef RTLGEN_CHECKS
    always @* begin : update_count_not_0
        integer f;
        for (f = 0; f < 6; f = f + 1) begin
            count_not_0[f] = |count_flat[f*9 +: 9];
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @* begin : update_prio_in_use
        integer f;
        for (f = 0; f < 6; f = f + 1) begin
            prio_in_use[f] = flow_prio[f*3 +: 3] < 3'd1;
        end
    end
`endif

    always @* begin : update_cnm_match
        integer f;
        for (f = 0; f < 6; f = f + 1) begin
            cnm_match[f*3 +: 3] = {flow_dst[f*12 + 6 +: 6] == rx_data[27:22],
                                   flow_dst[f*12 +: 6] == rx_data[21:16],
                                   flow_prio[f*3 +: 3] == rx_data_flow_prio};
        end
    end

    always @* begin : update_cnm_hit
        integer f;
        for (f = 0; f < 6; f = f + 1) begin
            cnm_hit[f] = &cnm_match_q[f*3 +: 3];
        end
    end

    always @* begin : update_side_by_flow
        integer f;
        for (f = 0; f < 6; f = f + 1) begin
            side_by_flow[f] = side[f] ? 1'b1 << flow_prios[f] : 1'b0;
        end
    end

    always @* begin : update_queue_full
        integer f;
        for (f = 0; f < 6; f = f + 1) begin
            queue_full[f] = bits_8_to_8_of_9(count_flat[f*9 +: 9]);
        end
    end

    always @(posedge clk) begin
        if (accepts) stamps[{offer_flow, tail[offer_flow]}] <= now;
        if (goes) stamp <= stamps[{chosen, head[chosen]}];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [123:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[91:0], memory_fill};
        end
        {framer_ready, cnm_match_q, cnm_feedback, cnm_congested, chosen_prio, chosen, chosen_bit,
         seq, length, prio, dst, beat, sent_flow, stamp} = memory_bits;
        for (memory_word = 0; memory_word < 2048; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            stamps[memory_word] = memory_fill;
        end
    end
`endif

    always @(posedge clk) begin : update_head
        integer n;
        integer f;
        if (rst) begin
            for (n = 0; n < 6; n = n + 1) head[n] <= 8'd0;
            for (n = 0; n < 6; n = n + 1) tail[n] <= 8'd0;
            for (n = 0; n < 6; n = n + 1) count[n] <= 9'd0;
            waiting <= 6'd0;
        end else begin
            for (f = 0; f < 6; f = f + 1) begin
                if (enters[f]) tail[f] <= tail[f] + 8'd1;
                if (goes && chosen_bit[f]) head[f] <= head[f] + 8'd1;
                if (enters[f] != (goes & chosen_bit[f])) begin
                    count[f] <= enters[f] ? count[f] + 9'd1 : count[f] - 9'd1;
                    waiting[f] <= enters[f] || count[f] != 9'd1;
                end
            end
        end
    end

    always @(posedge clk) begin : update_frames_sent
        integer n;
        if (rst) begin
            for (n = 0; n < 6; n = n + 1) frames_sent[n] <= 16'd0;
        end else if (first) begin
            frames_sent[sent_flow] <= seq + 16'd1;
        end
    end

    always @(posedge clk) begin : update_beats_left
        integer i;
        if (rst) begin
            beats_left <= 8'd0;
            cnm_comes <= 1'b0;
            candidates <= 6'd0;
            first <= 1'b0;
            chosen_valid <= 1'b0;
            tx_valid_q <= 1'b0;
            tx_head_q <= 1'b0;
            tx_tail_q <= 1'b0;
            tx_data_q <= 128'd0;
        end else begin
            beats_left <= first ? other_beats[13:6] : sending ? beats_left - 8'd1 : 8'd0;
            cnm_comes <= rx_valid && rx_head && rx_tail && rx_data_head_kind == 2'd1;
            for (i = 0; i < 1; i = i + 1) begin
                candidates <= paused ? 6'd0 : side_by_prio;
            end
            first <= goes;
            chosen_valid <= prio_requests && !goes && !first;
            tx_valid_q <= sending;
            tx_head_q <= first;
            tx_tail_q <= last_beat;
            tx_data_q <= sending
                       ? (first ? {2'd0, prio, dst, node, length, seq, stamp, 37'd0}
                        : {check, ~check})
                       : 128'd0;
        end
    end

    always @(posedge clk) begin
        framer_ready <= two_beats_at_most && !goes;
        cnm_match_q <= cnm_match;
        cnm_feedback <= rx_data_feedback;
        cnm_congested <= rx_data[78];
        chosen_prio <= 1'b0;
        chosen <= winner;
        chosen_bit <= {6{prio_requests}} & turns;
        sent_flow <= chosen;
    end

    always @(posedge clk) begin
        if (rst) begin
            flows_above <= 5'd0;
        end else if (goes) begin
            if (chosen_prio == 1'b0) flows_above <= 5'd31 << chosen;
        end
    end

    always @(posedge clk) begin
        if (goes) begin
            seq <= frames_sent[chosen];
            length <= lane_14_of_84(flow_length, chosen);
            prio <= lane_3_of_18(flow_prio, chosen);
            dst <= lane_12_of_72(flow_dst, chosen);
            beat <= 8'd0;
        end else if (sending) begin
            beat <= beat + 8'd1;
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
            // a flow has a frame if its count says so
            if (waiting != count_not_0) begin
                $display("RTLGEN_ASSERT %m waiting_by_count fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the priorities of the flows are below prios
            if (!(&prio_in_use)) begin
                $display("RTLGEN_ASSERT %m priorities_in_use fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_qcn_adapter_flows6_limiters8_prios1_queue256_per_dest1_gap0_whole_beats1_reaction_time1_timer300000_min_rate10
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a flow has a frame if its count says so
            waiting_by_count: assert (waiting == count_not_0);
            // the priorities of the flows are below prios
            priorities_in_use: `RTLGEN_CONTRACT (&prio_in_use);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
