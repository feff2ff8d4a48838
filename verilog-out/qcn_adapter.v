// SPDX-License-Identifier: Apache-2.0
// qcn_adapter: adapter of a server: queues, reaction point, link pacing, PAUSE
//
// flows = 8, limiters = 16, prios = 2, queue = 32, per_dest = 0, gap = 20, whole_beats = 0, reaction_time = 47, byte_counter = 150000, timer = 292969, r_ai = 524, r_hai = 5243, min_rate = 1049, efr = 1, trr = 1, per_gt = 0, start_qoff = 0, says_pause = 0
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module qcn_adapter (
    input  wire         clk,             // rising edge
    input  wire         rst,             // synchronous, active high
    input  wire [31:0]  seed,            // of the jitter, held
    input  wire [11:0]  node,            // number of this server port, held
    input  wire [31:0]  now,             // time, cycles

    // flows
    input  wire [95:0]  flow_dst,        // destination of each flow
    input  wire [23:0]  flow_prio,       // its priority, below prios
    input  wire [111:0] flow_length,     // bytes of its frames with FCS, at least 64

    // frames to be sent
    input  wire         offer_valid,     // a frame is offered
    input  wire [2:0]   offer_flow,      // of this flow
    output wire [7:0]   offer_ready,     // a frame of this flow is taken or refused if it is
                                         // offered; of registers

    input  wire [1:0]   paused,          // no frame of the priority may start

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
    output wire [7:0]   stat_limited,    // the flow has a limiter, registers
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
    reg [4:0]   head [0:7];         // place of the oldest frame in each flow's queue
    (* mem2reg *)
    reg [4:0]   tail [0:7];         // place for the next frame in each flow's queue
    (* mem2reg *)
    reg [5:0]   count [0:7];        // frames in each flow's queue
    reg [15:0]  frames_sent [0:7];  // number of the next frame of each flow
    reg [7:0]   beats_left;         // beats of the frame still to be sent
    reg         framer_ready;       // the framer takes a frame
    reg [7:0]   waiting;            // flows that have a frame
    reg [23:0]  cnm_match_q;        // cnm_match, one cycle later
    reg         cnm_comes;          // a CNM has come
    reg [5:0]   cnm_feedback;       // feedback of the CNM
    reg         cnm_congested;      // cnmQOffset of the CNM is negative
    reg [1:0]   line_dropped;       // FIFOs whose oldest entry is dropped
    reg [5:0]   line_flow;          // flow of the oldest entry of each FIFO
    reg [15:0]  line_flow_bit;      // flow of the oldest entry of each FIFO, one-hot
    reg [17:0]  candidates;         // flows and FIFO that may send, of each priority
    reg [15:0]  flows_above;        // flows above the last winner, of each priority
    reg         prios_above;        // priorities above the last winner, which go first
    reg         first;              // a frame started in the cycle before
    reg         chosen_valid;       // a frame is chosen
    reg         chosen_prio;        // priority of the frame chosen
    reg [3:0]   chosen;             // winner, one cycle later
    reg [7:0]   chosen_bit;         // flow of the frame chosen, one-hot
    reg         line_chosen;        // the frame chosen is that of the FIFO
    reg [2:0]   line_chosen_flow;   // flow of the oldest entry of the FIFO chosen
    reg         chosen_prio_above;  // priorities above the one chosen, which go first
    reg [15:0]  seq;                // number of the frame that is sent
    reg [13:0]  length;             // bytes of the frame that is sent
    reg [2:0]   prio;               // priority of the frame that is sent
    reg [11:0]  dst;                // destination of the frame that is sent
    reg [7:0]   beat;               // number of the beat that is sent
    reg [2:0]   sent_flow;          // chosen_flow, one cycle later
    reg         tx_valid_q;         // sending, one cycle later
    reg         tx_head_q;          // first, one cycle later
    reg         tx_tail_q;          // last_beat, one cycle later
    reg [127:0] tx_data_q;          // the beat

    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [31:0] stamps [0:255];  // time at which a frame came, by {flow, place}
    reg [31:0] stamp;           // word of stamps that was read last

    wire [7:0]  flow_prios;
    reg  [23:0] cnm_match;
    reg  [7:0]  cnm_hit;
    wire [7:0]  line_serves;
    wire [1:0]  line_live;
    wire [1:0]  line_there;
    wire [1:0]  line_stale;
    wire [1:0]  from_line;
    wire [7:0]  side;
    reg  [15:0] side_by_flow;
    wire [15:0] side_by_prio;
    wire [8:0]  flow_0_ahead;
    wire        flow_0_any_ahead;
    wire [8:0]  flow_0_minus_ahead;
    wire [8:0]  flow_0_minus_all;
    wire [8:0]  flow_0_first_ahead;
    wire [8:0]  flow_0_lowest;
    wire [3:0]  flow_0_index;
    wire [3:0]  winner_0;
    wire [8:0]  turn_0;
    wire [8:0]  flow_1_ahead;
    wire        flow_1_any_ahead;
    wire [8:0]  flow_1_minus_ahead;
    wire [8:0]  flow_1_minus_all;
    wire [8:0]  flow_1_first_ahead;
    wire [8:0]  flow_1_lowest;
    wire [3:0]  flow_1_index;
    wire [3:0]  winner_1;
    wire [8:0]  turn_1;
    wire [1:0]  prio_requests;
    wire [1:0]  prio_ahead;
    wire [1:0]  prio_choice;
    wire [3:0]  winner;
    wire [15:0] turns;
    wire [2:0]  chosen_flow;
    wire        permitted;
    wire        link_open;
    wire        goes;
    wire [7:0]  offer_bit;
    reg  [7:0]  queue_full;
    reg  [7:0]  ready;
    wire [7:0]  line_takes;
    reg  [15:0] line_takes_by_flow;
    reg  [1:0]  line_push;
    wire [15:0] line_takes_by_prio;
    wire [7:0]  enters;
    wire        accepts;
    wire [7:0]  idle;
    wire        sending;
    wire [13:0] other_beats;
    wire        last_beat;
    wire        two_beats_at_most;
    wire [14:0] cost;
    wire [63:0] check;
    wire [7:0]  rp_may_send;
    wire        unused_rp_update_valid;
    wire [2:0]  unused_rp_update_flow;
    wire [20:0] unused_rp_update_crate;
    wire [21:0] unused_rp_update_trate;
    wire [3:0]  unused_rp_update_bytes;
    wire [3:0]  unused_rp_update_times;
    wire        pacer_ready;
    wire [15:0] line_rdata;
    wire [1:0]  line_full;
    wire [1:0]  line_empty;
    wire [17:0] line_count;

`ifdef RTLGEN_CHECKS
    reg [7:0] count_not_0;
    reg [7:0] prio_in_use;
`endif

    wire [1:0]  rx_data_head_kind = rx_data[127:126];  // 0 data, 1 CNM, 2 PAUSE
    wire [5:0]  rx_data_feedback = rx_data[84:79];     // quantized feedback
    wire [2:0]  rx_data_flow_prio = rx_data[30:28];    // encapsulated priority: that of the culprit
                                                       // frame
    wire [15:0] rx_data_rest = rx_data[15:0];          // 0

    wire unused_rx = &{1'b0, rx_data[125:85], rx_data[77:31], rx_data_rest};
    wire unused_line_count = &{1'b0, line_count};
    wire unused_last_byte = &{1'b0, other_beats[5:0]};

    // All of count side by side, because an always @* block cannot watch an array.
    wire [47:0] count_flat = {count[7], count[6], count[5], count[4], count[3], count[2], count[1],
                              count[0]};

    // Bits 5 to 5 of 6.
    function bits_5_to_5_of_6(input [5:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[4:0]};
            bits_5_to_5_of_6 = value[5];
        end
    endfunction

    // Lane index of lanes of 12 bits, lane 0 lowest.
    function [11:0] lane_12_of_96(input [95:0] lanes, input [2:0] index);
        integer n;
        reg [127:0] spaced;
        begin
            for (n = 0; n < 8; n = n + 1)
                spaced[n*16 +: 16] = {4'd0, lanes[n*12 +: 12]};
            lane_12_of_96 = spaced[{index, 4'd0} +: 12];
        end
    endfunction

    // Lane index of lanes of 14 bits, lane 0 lowest.
    function [13:0] lane_14_of_112(input [111:0] lanes, input [2:0] index);
        integer n;
        reg [127:0] spaced;
        begin
            for (n = 0; n < 8; n = n + 1)
                spaced[n*16 +: 16] = {2'd0, lanes[n*14 +: 14]};
            lane_14_of_112 = spaced[{index, 4'd0} +: 14];
        end
    endfunction

    // Lane index of lanes of 3 bits, lane 0 lowest.
    function [2:0] lane_3_of_24(input [23:0] lanes, input [2:0] index);
        integer n;
        reg [31:0] spaced;
        begin
            for (n = 0; n < 8; n = n + 1)
                spaced[n*4 +: 4] = {1'b0, lanes[n*3 +: 3]};
            lane_3_of_24 = spaced[{index, 2'd0} +: 3];
        end
    endfunction

    // The lowest 1 alone.
    function [1:0] lowest_one_2(input [1:0] bits);
        begin
            lowest_one_2 = {bits[1] & ~bits[0], bits[0]};
        end
    endfunction

    // The index of the lowest 1, 0 if there is none.
    function [2:0] lowest_set_8(input [7:0] bits);
        reg [7:0] any;
        reg [7:0] index_0;
        reg [7:0] index_1;
        reg index_2;
        begin
            any = bits;
            index_0 = ~any;
            any = any | (any >> 1);
            index_0 = (~any | index_0) & (any | (index_0 >> 2));
            index_1 = ~any;
            any = any | (any >> 2);
            index_0 = (~any | index_0) & (any | (index_0 >> 4));
            index_1 = (~any | index_1) & (any | (index_1 >> 4));
            index_2 = ~any[0];
            any = any | (any >> 4);
            lowest_set_8 = any[0] ? {index_2, index_1[0], index_0[0]} : 3'd0;
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

    // The lane of 4 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [3:0] one_hot_mux_2x4(input [1:0] select, input [7:0] lanes);
        integer n;
        begin
            one_hot_mux_2x4 = 4'd0;
            for (n = 0; n < 2; n = n + 1)
                one_hot_mux_2x4 = one_hot_mux_2x4 | ({4{select[n]}} & lanes[n*4 +: 4]);
        end
    endfunction

    // The lane of 8 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [7:0] one_hot_mux_2x8(input [1:0] select, input [15:0] lanes);
        integer n;
        begin
            one_hot_mux_2x8 = 8'd0;
            for (n = 0; n < 2; n = n + 1)
                one_hot_mux_2x8 = one_hot_mux_2x8 | ({8{select[n]}} & lanes[n*8 +: 8]);
        end
    endfunction

    // 8 rows of 2 bits become 2 rows of 8 bits.
    function [15:0] transpose_8x2(input [15:0] bits);
        integer row;
        integer column;
        begin
            transpose_8x2 = 16'd0;
            for (row = 0; row < 8; row = row + 1)
                for (column = 0; column < 2; column = column + 1)
                    transpose_8x2[column*8 + row] = bits[row*2 + column];
        end
    endfunction

    genvar g;

    qcn_rp rp (
        .clk           (clk),
        .rst           (rst),
        .seed          (seed ^ {node, 20'd0}),
        .cnm_valid     (cnm_comes && (|cnm_hit)),
        .cnm_flow      (lowest_set_8(cnm_hit)),
        .cnm_feedback  (cnm_feedback),
        .cnm_congested (cnm_congested),
        .sent_valid    (goes),
        .sent_flow     (chosen_flow),
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

    generate
        for (g = 0; g < 2; g = g + 1) begin : line
            fifo_depth256 u (
                .clk   (clk),
                .rst   (rst),
                .push  (line_push[g]),
                .wdata ({offer_flow, tail[offer_flow]}),
                .pop   (line_dropped[g]),
                .rdata (line_rdata[g*8 +: 8]),
                .full  (line_full[g]),
                .empty (line_empty[g]),
                .count (line_count[g*9 +: 9])
            );
        end
    endgenerate

    assign flow_prios = {flow_prio[21], flow_prio[18], flow_prio[15], flow_prio[12], flow_prio[9],
                         flow_prio[6], flow_prio[3], flow_prio[0]};
    assign stat_unknown = cnm_comes && !(|cnm_hit);
    assign line_serves  = waiting & ~stat_limited;
    assign line_live = {line_serves[line_rdata[15:13]]
                      & (head[line_rdata[15:13]] == line_rdata[12:8]),
                        line_serves[line_rdata[7:5]] & (head[line_rdata[7:5]] == line_rdata[4:0])};
    assign line_there         = ~(line_empty | line_dropped);
    assign line_stale         = line_there & ~line_live;
    assign from_line          = line_there & line_live;
    assign side               = rp_may_send & waiting;
    assign side_by_prio       = transpose_8x2(side_by_flow);
    assign flow_0_ahead       = candidates[8:0] & {flows_above[7:0], 1'b0};
    assign flow_0_any_ahead   = |flow_0_ahead;
    assign flow_0_minus_ahead = 9'd0 - flow_0_ahead;
    assign flow_0_minus_all   = 9'd0 - candidates[8:0];
    assign flow_0_first_ahead = flow_0_ahead & flow_0_minus_ahead;
    assign flow_0_lowest      = candidates[8:0] & flow_0_minus_all;
    assign flow_0_index = flow_0_any_ahead
                        ? {|(flow_0_first_ahead & 9'h100), |(flow_0_first_ahead & 9'hf0),
                           |(flow_0_first_ahead & 9'hcc), |(flow_0_first_ahead & 9'haa)}
                        : {|(flow_0_lowest & 9'h100), |(flow_0_lowest & 9'hf0),
                           |(flow_0_lowest & 9'hcc), |(flow_0_lowest & 9'haa)};
    assign winner_0           = flow_0_index;
    assign turn_0             = flow_0_any_ahead ? flow_0_first_ahead : flow_0_lowest;
    assign flow_1_ahead       = candidates[17:9] & {flows_above[15:8], 1'b0};
    assign flow_1_any_ahead   = |flow_1_ahead;
    assign flow_1_minus_ahead = 9'd0 - flow_1_ahead;
    assign flow_1_minus_all   = 9'd0 - candidates[17:9];
    assign flow_1_first_ahead = flow_1_ahead & flow_1_minus_ahead;
    assign flow_1_lowest      = candidates[17:9] & flow_1_minus_all;
    assign flow_1_index = flow_1_any_ahead
                        ? {|(flow_1_first_ahead & 9'h100), |(flow_1_first_ahead & 9'hf0),
                           |(flow_1_first_ahead & 9'hcc), |(flow_1_first_ahead & 9'haa)}
                        : {|(flow_1_lowest & 9'h100), |(flow_1_lowest & 9'hf0),
                           |(flow_1_lowest & 9'hcc), |(flow_1_lowest & 9'haa)};
    assign winner_1      = flow_1_index;
    assign turn_1        = flow_1_any_ahead ? flow_1_first_ahead : flow_1_lowest;
    assign prio_requests = {|candidates[17:9], |candidates[8:0]};
    assign prio_ahead    = prio_requests & {prios_above, 1'b0};
    assign prio_choice = lowest_one_2(prio_ahead)
                       | ((|prio_ahead) ? 2'd0 : lowest_one_2(prio_requests));
    assign winner = one_hot_mux_2x4(prio_choice, {winner_1, winner_0});
    assign turns = {turn_1[7:0] | (turn_1[8] ? line_flow_bit[15:8] : 8'd0),
                    turn_0[7:0] | (turn_0[8] ? line_flow_bit[7:0] : 8'd0)};
    assign chosen_flow        = line_chosen ? line_chosen_flow : chosen[2:0];
    assign permitted          = |((line_chosen ? ~stat_limited : rp_may_send) & chosen_bit);
    assign link_open          = chosen_valid && framer_ready && pacer_ready && !paused[chosen_prio];
    assign goes               = link_open && permitted;
    assign offer_bit          = offer_valid ? 8'd1 << offer_flow : 8'd0;
    assign stat_refused       = |(offer_bit & queue_full & stat_limited);
    assign line_takes         = offer_bit & ready & ~stat_limited;
    assign line_takes_by_prio = transpose_8x2(line_takes_by_flow);
    assign offer_ready        = ready;
    assign enters             = offer_bit & ready & ~queue_full;
    assign accepts            = |enters;
    assign idle               = ~(waiting | offer_bit);
    assign stat_sent          = goes;
    assign stat_sent_flow     = chosen_flow;
    assign sending            = first || (|beats_left);
    assign other_beats        = length - 14'd1;
    assign last_beat          = first ? length <= 14'd64 : beats_left == 8'd1;
    assign two_beats_at_most  = first ? length <= 14'd128 : beats_left <= 8'd2;
    assign cost               = {1'b0, length} + 15'd20;
    assign check              = {beat, prio, node, dst, seq, 13'd4660};
    assign tx_valid           = tx_valid_q;
    assign tx_head            = tx_head_q;
    assign tx_tail            = tx_tail_q;
    assign tx_data            = tx_data_q;

`ifdef RTLGEN_CHECKS
    always @* begin : update_count_not_0
        integer f;
        for (f = 0; f < 8; f = f + 1) begin
            count_not_0[f] = |count_flat[f*6 +: 6];
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @* begin : update_prio_in_use
        integer f;
        for (f = 0; f < 8; f = f + 1) begin
            prio_in_use[f] = flow_prio[f*3 +: 3] < 3'd2;
        end
    end
`endif

    always @* begin : update_cnm_match
        integer f;
        for (f = 0; f < 8; f = f + 1) begin
            cnm_match[f*3 +: 3] = {flow_dst[f*12 + 6 +: 6] == rx_data[27:22],
                                   flow_dst[f*12 +: 6] == rx_data[21:16],
                                   flow_prio[f*3 +: 3] == rx_data_flow_prio};
        end
    end

    always @* begin : update_cnm_hit
        integer f;
        for (f = 0; f < 8; f = f + 1) begin
            cnm_hit[f] = &cnm_match_q[f*3 +: 3];
        end
    end

    always @* begin : update_side_by_flow
        integer f;
        for (f = 0; f < 8; f = f + 1) begin
            side_by_flow[f*2 +: 2] = side[f] ? 2'd1 << flow_prios[f] : 2'd0;
        end
    end

    always @* begin : update_queue_full
        integer f;
        for (f = 0; f < 8; f = f + 1) begin
            queue_full[f] = bits_5_to_5_of_6(count_flat[f*6 +: 6]);
        end
    end

    always @* begin : update_ready
        integer f;
        for (f = 0; f < 8; f = f + 1) begin
            ready[f] = stat_limited[f] || !(queue_full[f] || line_full[flow_prios[f]]);
        end
    end

    always @* begin : update_line_takes_by_flow
        integer f;
        for (f = 0; f < 8; f = f + 1) begin
            line_takes_by_flow[f*2 +: 2] = line_takes[f] ? 2'd1 << flow_prios[f] : 2'd0;
        end
    end

    always @* begin : update_line_push
        integer i;
        for (i = 0; i < 2; i = i + 1) begin
            line_push[i] = |line_takes_by_prio[i*8 +: 8];
        end
    end

    always @(posedge clk) begin
        if (accepts) stamps[{offer_flow, tail[offer_flow]}] <= now;
        if (goes) stamp <= stamps[{chosen_flow, head[chosen_flow]}];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [161:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (6) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[129:0], memory_fill};
        end
        {framer_ready, cnm_match_q, cnm_feedback, cnm_congested, line_dropped, line_flow,
         line_flow_bit, chosen_prio, chosen, chosen_bit, line_chosen, line_chosen_flow,
         chosen_prio_above, seq, length, prio, dst, beat, sent_flow, stamp} = memory_bits;
        for (memory_word = 0; memory_word < 256; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            stamps[memory_word] = memory_fill;
        end
    end
`endif

    always @(posedge clk) begin : update_head
        integer n;
        integer f;
        if (rst) begin
            for (n = 0; n < 8; n = n + 1) head[n] <= 5'd0;
            for (n = 0; n < 8; n = n + 1) tail[n] <= 5'd0;
            for (n = 0; n < 8; n = n + 1) count[n] <= 6'd0;
            waiting <= 8'd0;
        end else begin
            for (f = 0; f < 8; f = f + 1) begin
                if (enters[f]) tail[f] <= tail[f] + 5'd1;
                if (goes && chosen_bit[f]) head[f] <= head[f] + 5'd1;
                if (enters[f] != (goes & chosen_bit[f])) begin
                    count[f] <= enters[f] ? count[f] + 6'd1 : count[f] - 6'd1;
                    waiting[f] <= enters[f] || count[f] != 6'd1;
                end
            end
        end
    end

    always @(posedge clk) begin : update_frames_sent
        integer n;
        if (rst) begin
            for (n = 0; n < 8; n = n + 1) frames_sent[n] <= 16'd0;
        end else if (first) begin
            frames_sent[sent_flow] <= seq + 16'd1;
        end
    end

    always @(posedge clk) begin : update_beats_left
        integer i;
        if (rst) begin
            beats_left <= 8'd0;
            cnm_comes <= 1'b0;
            candidates <= 18'd0;
            first <= 1'b0;
            chosen_valid <= 1'b0;
            tx_valid_q <= 1'b0;
            tx_head_q <= 1'b0;
            tx_tail_q <= 1'b0;
            tx_data_q <= 128'd0;
        end else begin
            beats_left <= first ? other_beats[13:6] : sending ? beats_left - 8'd1 : 8'd0;
            cnm_comes <= rx_valid && rx_head && rx_tail && rx_data_head_kind == 2'd1;
            for (i = 0; i < 2; i = i + 1) begin
                candidates[i*9 +: 9] <= paused[i] ? 9'd0 : {from_line[i], side_by_prio[i*8 +: 8]};
            end
            first <= goes;
            chosen_valid <= (|prio_requests) && !goes && !first;
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
        line_dropped <= line_stale | ((goes && line_chosen) ? 2'd1 << chosen_prio : 2'd0);
        line_flow <= {line_rdata[15:13], line_rdata[7:5]};
        line_flow_bit <= {8'd1 << line_rdata[15:13], 8'd1 << line_rdata[7:5]};
        chosen_prio <= |(prio_choice & 2'd2);
        chosen <= winner;
        chosen_bit <= one_hot_mux_2x8(prio_choice, turns);
        line_chosen <= winner == 4'd8;
        line_chosen_flow <= one_hot_mux_2x3(prio_choice, line_flow);
        chosen_prio_above <= prio_choice[0];
        sent_flow <= chosen_flow;
    end

    always @(posedge clk) begin
        if (rst) begin
            flows_above <= 16'd0;
            prios_above <= 1'b0;
        end else if (goes) begin
            flows_above[{chosen_prio, 3'd0} +: 8] <= 8'd255 << chosen;
            prios_above <= chosen_prio_above;
        end
    end

    always @(posedge clk) begin
        if (goes) begin
            seq <= frames_sent[chosen_flow];
            length <= lane_14_of_112(flow_length, chosen_flow);
            prio <= lane_3_of_24(flow_prio, chosen_flow);
            dst <= lane_12_of_96(flow_dst, chosen_flow);
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
`ifdef RTLGEN_FORMAL_qcn_adapter
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
