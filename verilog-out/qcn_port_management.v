// SPDX-License-Identifier: Apache-2.0
// qcn_port_management: congestion management of a server port of a leaf
//
// leaves = 7, ports = 1, prios = 2, in_units = 586, places = 97, frame_units = 8, leaf_q_eq = 60000, w_shift = 1, sample = 150000, table = 1, quantizer = 0, leaf_q_high = 430, leaf_q_low = 172, leaf_headroom = 130, cable = 0, line_rate = 10, pause_quanta = 65535, pause_reaction = 1024, pause_refresh = 0, dos = 1, storm_detect = 0, storm_restore = 65536, storm_drop = 1, storm_bits = 16
`default_nettype none

module qcn_port_management (
    input  wire         clk,             // rising edge
    input  wire         rst,             // synchronous, active high
    input  wire [11:0]  port,            // address of the server port; held

    // congestion management, held
    input  wire         cp_in,           // congestion points at the input buffers sample frames
    input  wire         cp_out,          // congestion points at the output buffers sample frames
    input  wire [1:0]   policy,          // culprits at the inputs: 0 arrival, 1 deterministic
                                         // occupancy, 2 random occupancy sampling
    input  wire         strict,          // random occupancy: 1 draws words, 0 draws rows
    input  wire         cap,             // at most one CNM of a congestion point per 100 received
                                         // frames
    input  wire         pause,           // PAUSE is sent
    input  wire [31:0]  seed,            // of jitter and draws

    output wire         ready,           // the CulpritArray is cleared; a register

    // link from the server, for its PAUSE frames
    input  wire         rx_valid,        // a beat comes
    input  wire         rx_head,         // it is the first of a frame
    input  wire         rx_tail,         // it is the last
    input  wire [127:0] rx_data,         // the beat

    // frame that is stored in the input buffer
    input  wire         in_arr_valid,    // a frame passes
    input  wire [2:0]   in_arr_prio,     // its priority
    input  wire [13:0]  in_arr_length,   // its bytes
    input  wire [11:0]  in_arr_src,      // its source
    input  wire [11:0]  in_arr_dst,      // its destination

    // frame that leaves it
    input  wire         in_dep_valid,    // a frame passes
    input  wire [2:0]   in_dep_prio,     // its priority
    input  wire [13:0]  in_dep_length,   // its bytes

    // frame that is complete in the output buffer
    input  wire         out_arr_valid,   // a frame passes
    input  wire [2:0]   out_arr_prio,    // its priority
    input  wire [13:0]  out_arr_length,  // its bytes
    input  wire [11:0]  out_arr_src,     // its source
    input  wire [11:0]  out_arr_dst,     // its destination

    // frame that has left it
    input  wire         out_dep_valid,   // a frame passes
    input  wire [2:0]   out_dep_prio,    // its priority
    input  wire [13:0]  out_dep_length,  // its bytes

    input  wire [19:0]  occupancy,       // units of each priority in the input buffer
    input  wire [159:0] voq_units,       // units of each VOQ

    // allocation
    input  wire         alloc_valid,     // a unit is taken
    input  wire [10:0]  alloc_unit,      // its number
    input  wire [10:0]  alloc_head,      // the unit with the head of its frame
    input  wire [2:0]   alloc_prio,      // priority of the frame
    input  wire         alloc_phase,     // phase of the unit

    // release
    input  wire         release_valid,   // a unit is given back
    input  wire [10:0]  release_unit,    // its number
    input  wire         release_phase,   // its phase until now

    // header of a frame
    output wire         find_valid,      // the frame of a head unit is looked up
    output wire [10:0]  find_unit,       // the unit
    input  wire [11:0]  find_src,        // source of the frame, one cycle later
    input  wire [11:0]  find_dst,        // its destination

    // PAUSE frames to the server
    output wire         pause_tx_valid,  // a CNM is offered
    output wire [127:0] pause_tx_data,   // its beat; unknown while not valid
    input  wire         pause_tx_ready,  // it is taken

    // CNMs of the input buffer, to the server
    output wire         cnm_valid,       // a CNM is offered
    output wire [127:0] cnm_data,        // its beat; unknown while not valid
    input  wire         cnm_ready,       // it is taken

    // CNMs of the output buffer, to the fabric
    output wire         notice_valid,    // a CNM of the output buffer waits
    output wire [127:0] notice_data,     // its beat
    input  wire         notice_taken,    // it is taken

    output wire [1:0]   stop,            // these priorities must not be sent: the server has paused
                                         // them; of registers
    output wire         lost,            // a CNM is not sent
    output wire         triggered        // a congestion point demands a CNM
);

    reg        answer_q;       // answer_valid of culprit, one cycle later
    reg        answer_late_q;  // answer_q, one cycle later
    reg        hit_q;          // answer_hit of culprit, one cycle later
    reg        hit_late_q;     // hit_q, one cycle later
    reg [11:0] find_src_q;     // find_src, one cycle later
    reg [11:0] find_dst_q;     // find_dst, one cycle later

    reg  [31:0] in_point_seed;
    reg  [29:0] in_point_number;
    reg  [1:0]  in_point_arrives;
    reg  [1:0]  in_point_leaves;
    reg  [31:0] out_point_seed;
    reg  [29:0] out_point_number;
    reg  [1:0]  out_point_arrives;
    reg  [1:0]  out_point_leaves;
    wire [1:0]  pause_unit_stopped;
    wire [35:0] in_point_qlen;
    wire [1:0]  in_point_sampled;
    wire [1:0]  in_point_trigger_valid;
    wire [11:0] in_point_trigger_feedback;
    wire [31:0] in_point_trigger_q_offset;
    wire [31:0] in_point_trigger_q_delta;
    wire [1:0]  in_point_capped;
    wire        marking_search_valid;
    wire [2:0]  marking_search_prio;
    wire        marking_lost;
    wire        marking_gave_up;
    wire        marking_dropped;
    wire        culprit_request_ready;
    wire        culprit_answer_valid;
    wire        culprit_answer_hit;
    wire [10:0] culprit_answer_unit;
    wire [10:0] culprit_answer_pointer;
    wire [31:0] culprit_count_reads;
    wire [31:0] culprit_count_probes;
    wire [31:0] culprit_count_fallbacks;
    wire [31:0] culprit_count_give_ups;
    wire [31:0] culprit_count_stale;
    wire [31:0] culprit_count_wrong;
    wire [35:0] out_point_qlen;
    wire [1:0]  out_point_sampled;
    wire [1:0]  out_point_trigger_valid;
    wire [11:0] out_point_trigger_feedback;
    wire [31:0] out_point_trigger_q_offset;
    wire [31:0] out_point_trigger_q_delta;
    wire [1:0]  out_point_capped;
    wire        marking_out_search_valid;
    wire [2:0]  marking_out_search_prio;
    wire        marking_out_lost;
    wire        marking_out_gave_up;
    wire        marking_out_dropped;

    wire unused_stopped = &{1'b0, pause_unit_stopped};
    wire unused_in_point = &{1'b0, in_point_qlen, in_point_capped};
    wire unused_search = &{1'b0, culprit_answer_unit, culprit_count_reads, culprit_count_probes,
                           culprit_count_fallbacks, culprit_count_give_ups, culprit_count_stale,
                           culprit_count_wrong};
    wire unused_out_point = &{1'b0, out_point_qlen, out_point_capped};
    wire unused_no_search = &{1'b0, marking_out_search_valid, marking_out_search_prio,
                              marking_out_lost, marking_out_gave_up};

    genvar g;

    qcn_pause_headroom130 pause_unit (
        .clk       (clk),
        .rst       (rst),
        .enable    (pause),
        .port      (port),
        .occupancy (occupancy),
        .tx_valid  (pause_tx_valid),
        .tx_data   (pause_tx_data),
        .tx_ready  (pause_tx_ready),
        .stopped   (pause_unit_stopped)
    );

    qcn_pause_rx pause_rx (
        .clk      (clk),
        .rst      (rst),
        .rx_valid (rx_valid),
        .rx_head  (rx_head),
        .rx_tail  (rx_tail),
        .rx_data  (rx_data),
        .paused   (stop)
    );

    generate
        for (g = 0; g < 2; g = g + 1) begin : in_point
            qcn_cp_buffer198656 u (
                .clk              (clk),
                .rst              (rst),
                .enable           (cp_in),
                .cap              (cap),
                .seed             (in_point_seed[g*16 +: 16]),
                .number           (in_point_number[g*15 +: 15]),
                .arrival_valid    (in_point_arrives[g]),
                .arrival_length   (in_arr_length),
                .departure_valid  (in_point_leaves[g]),
                .departure_length (in_dep_length),
                .qlen             (in_point_qlen[g*18 +: 18]),
                .sampled          (in_point_sampled[g]),
                .trigger_valid    (in_point_trigger_valid[g]),
                .trigger_feedback (in_point_trigger_feedback[g*6 +: 6]),
                .trigger_q_offset (in_point_trigger_q_offset[g*16 +: 16]),
                .trigger_q_delta  (in_point_trigger_q_delta[g*16 +: 16]),
                .capped           (in_point_capped[g])
            );
        end
    endgenerate

    qcn_marking marking (
        .clk              (clk),
        .rst              (rst),
        .policy           (policy),
        .port             (port),
        .at_output        (1'b0),
        .arrival_src      (in_arr_src),
        .arrival_dst      (in_arr_dst),
        .sampled          (in_point_sampled),
        .trigger_valid    (in_point_trigger_valid),
        .trigger_feedback (in_point_trigger_feedback),
        .trigger_q_offset (in_point_trigger_q_offset),
        .trigger_q_delta  (in_point_trigger_q_delta),
        .count            (voq_units),
        .search_valid     (marking_search_valid),
        .search_prio      (marking_search_prio),
        .search_ready     (culprit_request_ready),
        .answer_valid     (answer_late_q),
        .answer_hit       (hit_late_q),
        .answer_src       (find_src_q),
        .answer_dst       (find_dst_q),
        .tx_valid         (cnm_valid),
        .tx_data          (cnm_data),
        .tx_ready         (cnm_ready),
        .lost             (marking_lost),
        .gave_up          (marking_gave_up),
        .dropped          (marking_dropped)
    );

    qcn_culprit_units1184 culprit (
        .clk             (clk),
        .rst             (rst),
        .seed            (seed),
        .owner           (port),
        .strict          (strict),
        .ready           (ready),
        .alloc_valid     (alloc_valid),
        .alloc_unit      ({alloc_unit[3:0], alloc_unit[10:4]}),
        .alloc_phase     (alloc_phase),
        .alloc_pointer   ({alloc_head[3:0], alloc_head[10:4]}),
        .alloc_prio      (alloc_prio),
        .release_valid   (release_valid),
        .release_unit    ({release_unit[3:0], release_unit[10:4]}),
        .release_phase   (release_phase),
        .request_valid   (marking_search_valid),
        .request_prio    (marking_search_prio),
        .request_ready   (culprit_request_ready),
        .answer_valid    (culprit_answer_valid),
        .answer_hit      (culprit_answer_hit),
        .answer_unit     (culprit_answer_unit),
        .answer_pointer  (culprit_answer_pointer),
        .count_reads     (culprit_count_reads),
        .count_probes    (culprit_count_probes),
        .count_fallbacks (culprit_count_fallbacks),
        .count_give_ups  (culprit_count_give_ups),
        .count_stale     (culprit_count_stale),
        .count_wrong     (culprit_count_wrong)
    );

    generate
        for (g = 0; g < 2; g = g + 1) begin : out_point
            qcn_cp_buffer198656 u (
                .clk              (clk),
                .rst              (rst),
                .enable           (cp_out),
                .cap              (cap),
                .seed             (out_point_seed[g*16 +: 16]),
                .number           (out_point_number[g*15 +: 15]),
                .arrival_valid    (out_point_arrives[g]),
                .arrival_length   (out_arr_length),
                .departure_valid  (out_point_leaves[g]),
                .departure_length (out_dep_length),
                .qlen             (out_point_qlen[g*18 +: 18]),
                .sampled          (out_point_sampled[g]),
                .trigger_valid    (out_point_trigger_valid[g]),
                .trigger_feedback (out_point_trigger_feedback[g*6 +: 6]),
                .trigger_q_offset (out_point_trigger_q_offset[g*16 +: 16]),
                .trigger_q_delta  (out_point_trigger_q_delta[g*16 +: 16]),
                .capped           (out_point_capped[g])
            );
        end
    endgenerate

    qcn_marking_dos0 marking_out (
        .clk              (clk),
        .rst              (rst),
        .policy           (2'd0),
        .port             (port),
        .at_output        (1'b1),
        .arrival_src      (out_arr_src),
        .arrival_dst      (out_arr_dst),
        .sampled          (out_point_sampled),
        .trigger_valid    (out_point_trigger_valid),
        .trigger_feedback (out_point_trigger_feedback),
        .trigger_q_offset (out_point_trigger_q_offset),
        .trigger_q_delta  (out_point_trigger_q_delta),
        .search_valid     (marking_out_search_valid),
        .search_prio      (marking_out_search_prio),
        .search_ready     (1'b0),
        .answer_valid     (1'b0),
        .answer_hit       (1'b0),
        .answer_src       (12'd0),
        .answer_dst       (12'd0),
        .tx_valid         (notice_valid),
        .tx_data          (notice_data),
        .tx_ready         (notice_taken),
        .lost             (marking_out_lost),
        .gave_up          (marking_out_gave_up),
        .dropped          (marking_out_dropped)
    );

    assign find_valid = culprit_answer_valid && culprit_answer_hit;
    assign find_unit  = {culprit_answer_pointer[6:0], culprit_answer_pointer[10:7]};
    assign lost       = marking_lost || marking_gave_up || marking_dropped || marking_out_dropped;
    assign triggered  = (|in_point_trigger_valid) || (|out_point_trigger_valid);

    always @* begin : update_in_point_seed
        integer k;
        for (k = 0; k < 2; k = k + 1) begin
            in_point_seed[k*16 +: 16] = seed[15:0];
        end
    end

    always @* begin : update_in_point_number
        integer k;
        for (k = 0; k < 2; k = k + 1) begin
            in_point_number[k*15 +: 15] = {1'b0, port[10:0], 2'd0, k[0]};
        end
    end

    always @* begin : update_in_point_arrives
        integer k;
        for (k = 0; k < 2; k = k + 1) begin
            in_point_arrives[k] = in_arr_valid && in_arr_prio == {2'd0, k[0]};
        end
    end

    always @* begin : update_in_point_leaves
        integer k;
        for (k = 0; k < 2; k = k + 1) begin
            in_point_leaves[k] = in_dep_valid && in_dep_prio == {2'd0, k[0]};
        end
    end

    always @* begin : update_out_point_seed
        integer k;
        for (k = 0; k < 2; k = k + 1) begin
            out_point_seed[k*16 +: 16] = seed[15:0];
        end
    end

    always @* begin : update_out_point_number
        integer k;
        for (k = 0; k < 2; k = k + 1) begin
            out_point_number[k*15 +: 15] = {1'b1, port[10:0], 2'd0, k[0]};
        end
    end

    always @* begin : update_out_point_arrives
        integer k;
        for (k = 0; k < 2; k = k + 1) begin
            out_point_arrives[k] = out_arr_valid && out_arr_prio == {2'd0, k[0]};
        end
    end

    always @* begin : update_out_point_leaves
        integer k;
        for (k = 0; k < 2; k = k + 1) begin
            out_point_leaves[k] = out_dep_valid && out_dep_prio == {2'd0, k[0]};
        end
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [25:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        memory_bits = memory_fill[31:6];
        {hit_q, hit_late_q, find_src_q, find_dst_q} = memory_bits;
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            answer_q <= 1'b0;
            answer_late_q <= 1'b0;
        end else begin
            answer_q <= culprit_answer_valid;
            answer_late_q <= answer_q;
        end
    end

    always @(posedge clk) begin
        hit_q <= culprit_answer_hit;
        hit_late_q <= hit_q;
        find_src_q <= find_src;
        find_dst_q <= find_dst;
    end

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_qcn_port_management
    initial assume (rst);
`endif
`endif

endmodule

`default_nettype wire
