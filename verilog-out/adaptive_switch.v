// SPDX-License-Identifier: Apache-2.0
// adaptive_switch: output-queued switch that routes frames around congestion
//
// hosts = 6, ports = 6, list = 3, count_bits = 16, sum_bits = 32, timer = 250, slots = 100, cns = 16, q_eq = 33000, q_high = 81, q_low = 59, error_bits = 8
`default_nettype none

module adaptive_switch (
    input  wire         clk,               // rising edge
    input  wire         rst,               // synchronous, active high
    input  wire [11:0]  number,            // number of the switch, held: its address, and part of
                                           // the identity of its congestion points
    input  wire [31:0]  seed,              // of its random choices, not 0
    input  wire         load,              // the seed is taken
    input  wire         managed,           // 1: congestion management, notifications are made; held
    input  wire         adaptive,          // 1: frames avoid congestion; held

    // routing table, used after reset
    input  wire         write_valid,       // a list is written
    input  wire [2:0]   write_host,        // for this host
    input  wire [2:0]   write_list_valid,  // the list has a port in this place; places fill from 0
    input  wire [8:0]   write_list_port,   // the port; unknown without its valid

    input  wire         tick,              // 1 ms
    input  wire         measure,           // the counters count
    input  wire         sample,            // the counters of queues take a sample

    // links from the neighbours
    input  wire [5:0]   rx_valid,          // a beat comes
    input  wire [5:0]   rx_head,           // it is the first of a frame
    input  wire [5:0]   rx_tail,           // it is the last
    input  wire [767:0] rx_data,           // the beat

    // links to the neighbours, registers
    output wire [5:0]   tx_valid,          // a beat comes
    output wire [5:0]   tx_head,           // it is the first of a frame
    output wire [5:0]   tx_tail,           // it is the last
    output wire [767:0] tx_data,           // the beat

    output wire [119:0] qlen,              // bytes in each output queue, registers

    // counter readback
    input  wire [5:0]   read_address,      // which counter
    output wire [47:0]  read_data,         // the counter, 2 cycles after its address

    // errors of the ports
    input  wire [5:0]   err_clear,         // clears the errors of the port
    output wire [47:0]  err_seen,          // causes since the last clear: no_head, cut, long,
                                           // no_route, no_source, bad_length, no_kind, no_room from
                                           // bit 0 on, functions of registers
    output wire [383:0] err_counts,        // errors of each cause since the last clear, bits of a
                                           // counter each, which stay at the largest number,
                                           // registers

    output wire         error              // something was lost, had no list, or broke a rule of a
                                           // link, since reset; a register
);

    reg [5:0] low_q;     // output queues below half of q_eq
    reg       error_q;   // something was lost, had no list, or broke a rule of a link, since reset;
                         // a register
    reg [5:0] came_q;    // taken of engine, one cycle later
    reg [5:0] came_2_q;  // came_q, one cycle later
    reg [5:0] came_3_q;  // came_2_q, one cycle later

    wire [10:0]  cp_number;
    wire         failed;
    wire [5:0]   no_list;
    wire [89:0]  cp_number_in;
    wire [47:0]  errors_errors;
    wire [5:0]   receiver_offer_valid;
    wire [5:0]   receiver_offer_cn;
    wire [767:0] receiver_offer_word;
    wire [47:0]  receiver_offer_beats;
    wire [5:0]   receiver_lost;
    wire [47:0]  receiver_error;
    wire [5:0]   engine_taken;
    wire         engine_local_taken;
    wire         engine_frame_valid;
    wire [2:0]   engine_frame_in;
    wire [2:0]   engine_frame_out;
    wire [127:0] engine_frame_word;
    wire [7:0]   engine_frame_beats;
    wire [5:0]   engine_cn_valid;
    wire [127:0] engine_cn_word;
    wire         engine_missing;
    wire         engine_detour;
    wire         engine_learnt;
    wire         engine_off_list;
    wire         engine_saturated;
    wire [5:0]   queues_fetched;
    wire [127:0] queues_frame_word;
    wire [7:0]   queues_frame_beats;
    wire [9:0]   queues_frame_slot;
    wire [5:0]   queues_taken;
    wire [5:0]   queues_left_valid;
    wire [13:0]  queues_left_length;
    wire [41:0]  queues_used;
    wire [5:0]   queues_entering;
    wire         queues_lost;
    wire [5:0]   queues_no_room;
    wire [5:0]   transmitter_pause_ready;
    wire [5:0]   transmitter_want;
    wire [5:0]   transmitter_done_valid;
    wire [59:0]  transmitter_done_slot;
    wire [83:0]  transmitter_done_length;
    wire [5:0]   transmitter_overrun;
    wire [5:0]   pause_rx_paused;
    wire [5:0]   pause_tx_valid;
    wire [767:0] pause_tx_data;
    wire [5:0]   pause_stopped;
    wire [5:0]   cp_sampled;
    wire [5:0]   cp_trigger_valid;
    wire [35:0]  cp_trigger_feedback;
    wire [95:0]  cp_trigger_q_offset;
    wire [95:0]  cp_trigger_q_delta;
    wire [5:0]   cp_capped;
    wire         notifier_cn_valid;
    wire [2:0]   notifier_cn_port;
    wire [127:0] notifier_cn_word;
    wire         notifier_lost;

    // bytes with FCS, without preamble and gap
    wire [13:0] engine_frame_word_length = engine_frame_word[98:85];

    wire unused_number_rest = &{1'b0, number[11]};
    wire unused_capped = &{1'b0, cp_capped};
    wire unused_lost = &{1'b0, receiver_lost};

    genvar g;

    generate
        for (g = 0; g < 6; g = g + 1) begin : receiver
            adaptive_receiver u (
                .clk         (clk),
                .rst         (rst),
                .rx_valid    (rx_valid[g]),
                .rx_head     (rx_head[g]),
                .rx_tail     (rx_tail[g]),
                .rx_data     (rx_data[g*128 +: 128]),
                .offer_valid (receiver_offer_valid[g]),
                .offer_cn    (receiver_offer_cn[g]),
                .offer_word  (receiver_offer_word[g*128 +: 128]),
                .offer_beats (receiver_offer_beats[g*8 +: 8]),
                .taken       (engine_taken[g]),
                .lost        (receiver_lost[g]),
                .error       (receiver_error[g*8 +: 8])
            );
        end
    endgenerate

    adaptive_engine engine (
        .clk              (clk),
        .rst              (rst),
        .adaptive         (adaptive),
        .load             (load),
        .seed             (seed),
        .write_valid      (write_valid),
        .write_host       (write_host),
        .write_list_valid (write_list_valid),
        .write_list_port  (write_list_port),
        .offer_valid      (receiver_offer_valid),
        .offer_cn         (receiver_offer_cn),
        .offer_word       (receiver_offer_word),
        .offer_beats      (receiver_offer_beats),
        .taken            (engine_taken),
        .local_valid      (notifier_cn_valid),
        .local_port       (notifier_cn_port),
        .local_word       (notifier_cn_word),
        .local_taken      (engine_local_taken),
        .low              (low_q),
        .tick             (tick),
        .frame_valid      (engine_frame_valid),
        .frame_in         (engine_frame_in),
        .frame_out        (engine_frame_out),
        .frame_word       (engine_frame_word),
        .frame_beats      (engine_frame_beats),
        .cn_valid         (engine_cn_valid),
        .cn_word          (engine_cn_word),
        .missing          (engine_missing),
        .detour           (engine_detour),
        .learnt           (engine_learnt),
        .off_list         (engine_off_list),
        .saturated        (engine_saturated)
    );

    adaptive_queues queues (
        .clk         (clk),
        .rst         (rst),
        .enq_valid   (engine_frame_valid),
        .enq_in      (engine_frame_in),
        .enq_out     (engine_frame_out),
        .enq_word    (engine_frame_word),
        .enq_beats   (engine_frame_beats),
        .want        (transmitter_want),
        .fetched     (queues_fetched),
        .frame_word  (queues_frame_word),
        .frame_beats (queues_frame_beats),
        .frame_slot  (queues_frame_slot),
        .done_valid  (transmitter_done_valid),
        .done_slot   (transmitter_done_slot),
        .done_length (transmitter_done_length),
        .taken       (queues_taken),
        .left_valid  (queues_left_valid),
        .left_length (queues_left_length),
        .used        (queues_used),
        .entering    (queues_entering),
        .lost        (queues_lost),
        .no_room     (queues_no_room)
    );

    generate
        for (g = 0; g < 6; g = g + 1) begin : transmitter
            adaptive_transmitter u (
                .clk         (clk),
                .rst         (rst),
                .pause_valid (pause_tx_valid[g]),
                .pause_data  (pause_tx_data[g*128 +: 128]),
                .pause_ready (transmitter_pause_ready[g]),
                .paused      (pause_rx_paused[g]),
                .cn_valid    (engine_cn_valid[g]),
                .cn_word     (engine_cn_word),
                .want        (transmitter_want[g]),
                .fetched     (queues_fetched[g]),
                .frame_word  (queues_frame_word),
                .frame_beats (queues_frame_beats),
                .frame_slot  (queues_frame_slot),
                .done_valid  (transmitter_done_valid[g]),
                .done_slot   (transmitter_done_slot[g*10 +: 10]),
                .done_length (transmitter_done_length[g*14 +: 14]),
                .taken       (queues_taken[g]),
                .tx_valid    (tx_valid[g]),
                .tx_head     (tx_head[g]),
                .tx_tail     (tx_tail[g]),
                .tx_data     (tx_data[g*128 +: 128]),
                .overrun     (transmitter_overrun[g])
            );
        end
    endgenerate

    generate
        for (g = 0; g < 6; g = g + 1) begin : pause_rx
            qcn_pause_rx_prios1 u (
                .clk      (clk),
                .rst      (rst),
                .rx_valid (rx_valid[g]),
                .rx_head  (rx_head[g]),
                .rx_tail  (rx_tail[g]),
                .rx_data  (rx_data[g*128 +: 128]),
                .paused   (pause_rx_paused[g])
            );
        end
    endgenerate

    generate
        for (g = 0; g < 6; g = g + 1) begin : pause
            qcn_pause_prios1_units100_q_high81_q_low59_headroom16_refresh32768 u (
                .clk       (clk),
                .rst       (rst),
                .enable    (1'b1),
                .port      (number),
                .occupancy (queues_used[g*7 +: 7]),
                .tx_valid  (pause_tx_valid[g]),
                .tx_data   (pause_tx_data[g*128 +: 128]),
                .tx_ready  (transmitter_pause_ready[g]),
                .stopped   (pause_stopped[g])
            );
        end
    endgenerate

    assign cp_number_in = {cp_number, 4'd5,
                           cp_number, 4'd4,
                           cp_number, 4'd3,
                           cp_number, 4'd2,
                           cp_number, 4'd1,
                           cp_number, 4'd0};

    generate
        for (g = 0; g < 6; g = g + 1) begin : cp
            qcn_cp_q_eq33000_buffer900000 u (
                .clk              (clk),
                .rst              (rst),
                .enable           (managed),
                .cap              (1'b0),
                .seed             (seed[15:0]),
                .number           (cp_number_in[g*15 +: 15]),
                .arrival_valid    (queues_entering[g]),
                .arrival_length   (engine_frame_word_length),
                .departure_valid  (queues_left_valid[g]),
                .departure_length (queues_left_length),
                .qlen             (qlen[g*20 +: 20]),
                .sampled          (cp_sampled[g]),
                .trigger_valid    (cp_trigger_valid[g]),
                .trigger_feedback (cp_trigger_feedback[g*6 +: 6]),
                .trigger_q_offset (cp_trigger_q_offset[g*16 +: 16]),
                .trigger_q_delta  (cp_trigger_q_delta[g*16 +: 16]),
                .capped           (cp_capped[g])
            );
        end
    endgenerate

    adaptive_notifier notifier (
        .clk              (clk),
        .rst              (rst),
        .number           (number),
        .frame            (engine_frame_word),
        .sampled          (cp_sampled),
        .trigger_valid    (cp_trigger_valid),
        .trigger_feedback (cp_trigger_feedback),
        .trigger_q_offset (cp_trigger_q_offset),
        .trigger_q_delta  (cp_trigger_q_delta),
        .cn_valid         (notifier_cn_valid),
        .cn_port          (notifier_cn_port),
        .cn_word          (notifier_cn_word),
        .cn_taken         (engine_local_taken),
        .lost             (notifier_lost)
    );

    adaptive_meter meter (
        .clk          (clk),
        .rst          (rst),
        .measure      (measure),
        .sample       (sample),
        .frame_valid  (engine_frame_valid),
        .frame_host   (engine_frame_word[113:111]),
        .frame_out    (engine_frame_out),
        .frame_detour (engine_detour),
        .made         (engine_local_taken),
        .learnt       (engine_learnt),
        .off_list     (engine_off_list),
        .stopped      (pause_stopped),
        .qlen         (qlen),
        .read_address (read_address),
        .read_data    (read_data)
    );

    assign errors_errors = {receiver_error[47] || queues_no_room[5], receiver_error[46:44],
                            receiver_error[43] || no_list[5], receiver_error[42:40],
                            receiver_error[39] || queues_no_room[4], receiver_error[38:36],
                            receiver_error[35] || no_list[4], receiver_error[34:32],
                            receiver_error[31] || queues_no_room[3], receiver_error[30:28],
                            receiver_error[27] || no_list[3], receiver_error[26:24],
                            receiver_error[23] || queues_no_room[2], receiver_error[22:20],
                            receiver_error[19] || no_list[2], receiver_error[18:16],
                            receiver_error[15] || queues_no_room[1], receiver_error[14:12],
                            receiver_error[11] || no_list[1], receiver_error[10:8],
                            receiver_error[7] || queues_no_room[0], receiver_error[6:4],
                            receiver_error[3] || no_list[0], receiver_error[2:0]};

    generate
        for (g = 0; g < 6; g = g + 1) begin : errors
            link_errors u (
                .clk    (clk),
                .rst    (rst),
                .errors (errors_errors[g*8 +: 8]),
                .clear  (err_clear[g]),
                .seen   (err_seen[g*8 +: 8]),
                .counts (err_counts[g*64 +: 64])
            );
        end
    endgenerate

    assign cp_number = number[10:0];
    assign failed = (|receiver_error)
                 || queues_lost
                 || (|transmitter_overrun)
                 || notifier_lost
                 || engine_missing
                 || engine_saturated;
    assign error   = error_q;
    assign no_list = engine_missing ? came_3_q : 6'd0;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [17:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        memory_bits = memory_fill[31:14];
        {came_q, came_2_q, came_3_q} = memory_bits;
    end
`endif

    always @(posedge clk) begin : update_low_q
        integer o;
        if (rst) begin
            low_q <= 6'd0;
            error_q <= 1'b0;
        end else begin
            for (o = 0; o < 6; o = o + 1) begin
                low_q[o] <= qlen[o*20 +: 20] < 20'd16500;
            end
            if (failed) error_q <= 1'b1;
        end
    end

    always @(posedge clk) begin
        came_q <= engine_taken;
        came_2_q <= came_q;
        came_3_q <= came_2_q;
    end

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_adaptive_switch
    initial assume (rst);
`endif
`endif

endmodule

`default_nettype wire
