// SPDX-License-Identifier: Apache-2.0
// qcn_leaf: leaf switch
//
// leaves = 7, ports = 1, spines = 4, prios = 2, in_units = 586, places = 97, frame_units = 8, cells = 16, rate_num = 8, rate_den = 5, leaf_q_eq = 60000, w_shift = 1, sample = 150000, table = 1, quantizer = 0, leaf_q_high = 430, leaf_q_low = 172, leaf_headroom = 130, cable = 0, line_rate = 10, pause_quanta = 65535, pause_reaction = 1024, pause_refresh = 0, dos = 1, error_bits = 8, frame_timeout = 1048576, storm_detect = 0, storm_restore = 65536, storm_drop = 1, storm_bits = 16
`default_nettype none

module qcn_leaf (
    input  wire         clk,              // rising edge
    input  wire         rst,              // synchronous, active high
    input  wire [2:0]   number,           // number of the leaf; held
    input  wire [1:0]   path,             // uplink of the messages of a server port; held

    // congestion management, held
    input  wire         cp_in,            // congestion points at the input buffers sample frames
    input  wire         cp_out,           // congestion points at the output buffers sample frames
    input  wire [1:0]   policy,           // culprits at the inputs: 0 arrival, 1 deterministic
                                          // occupancy, 2 random occupancy sampling
    input  wire         strict,           // random occupancy: 1 draws words, 0 draws rows
    input  wire         cap,              // at most one CNM of a congestion point per 100 received
                                          // frames
    input  wire         pause,            // PAUSE is sent
    input  wire [31:0]  seed,             // of jitter and draws

    // links from the servers
    input  wire         rx_valid,         // a beat comes
    input  wire         rx_head,          // it is the first of a frame
    input  wire         rx_tail,          // it is the last
    input  wire [127:0] rx_data,          // the beat

    // links to the servers
    output wire         tx_valid,         // a beat comes
    output wire         tx_head,          // it is the first of a frame
    output wire         tx_tail,          // it is the last
    output wire [127:0] tx_data,          // the beat

    // links to the spines
    output wire [3:0]   up_valid,         // a beat of a cell comes
    output wire [3:0]   up_head,          // it is the first
    output wire [247:0] up_header,        // header of the cell, with its first beat
    output wire [511:0] up_data,          // the beat; means nothing in a message
    output wire [3:0]   up_bad,           // the beat was lost on its way, and is 0

    input  wire [3:0]   up_credit,        // a cell has left the buffer at the spine

    // links from the spines
    input  wire [3:0]   down_valid,       // a beat of a cell comes
    input  wire [3:0]   down_head,        // it is the first
    input  wire [247:0] down_header,      // header of the cell, with its first beat
    input  wire [511:0] down_data,        // the beat; means nothing in a message
    input  wire [3:0]   down_bad,         // the beat was lost on its way, and is 0

    output wire [3:0]   down_credit,      // a cell has left the buffer at the leaf

    // errors of the links with the spines
    input  wire [3:0]   link_err_clear,   // clears the errors of the port
    output wire [27:0]  link_err_seen,    // causes since the last clear: no_head, cut, long,
                                          // no_route, bad_header, no_room, no_credit from bit 0 on,
                                          // functions of registers
    output wire [223:0] link_err_counts,  // errors of each cause since the last clear, bits of a
                                          // counter each, which stay at the largest number,
                                          // registers

    output wire         tx_bad,           // with tx_tail: the frame is damaged, beats of it that
                                          // were lost in the fabric are 0

    // status
    output wire         ready,            // frames are accepted; until then after reset they are
                                          // dropped
    output wire         drop,             // a frame is not accepted
    output wire         lost,             // a CNM is not sent: its culprit was not found, or there
                                          // was no room
    output wire         triggers,         // a congestion point demands a CNM
    output wire [19:0]  occupancy,        // units of each priority in the input buffer; registers

    // errors of the links from the servers
    input  wire         err_clear,        // clears the errors of the port
    output wire [8:0]   err_seen,         // causes since the last clear: no_head, cut, long,
                                          // no_route, no_prio, bad_length, no_kind, no_room,
                                          // missing from bit 0 on, functions of registers
    output wire [71:0]  err_counts        // errors of each cause since the last clear, bits of a
                                          // counter each, which stay at the largest number,
                                          // registers
);

    reg [1:0] phase_q;        // cycle of the slot, 0 to 3
    reg       sends_grant_q;  // the message of the port is a grant

    reg  [11:0]  own;
    reg  [61:0]  message;
    wire [3:0]   start_down;
    wire [3:0]   skip_down;
    wire [27:0]  fabric_errors_errors;
    wire         port_in_ready;
    wire         port_in_request_valid;
    wire [11:0]  port_in_request_dst;
    wire [2:0]   port_in_request_prio;
    wire [13:0]  port_in_request_length;
    wire         port_in_want;
    wire [2:0]   port_in_beats;
    wire         port_in_tx_valid;
    wire         port_in_tx_head;
    wire [61:0]  port_in_tx_header;
    wire [127:0] port_in_tx_data;
    wire         port_in_cnm_taken;
    wire         port_in_alloc_valid;
    wire [10:0]  port_in_alloc_unit;
    wire [10:0]  port_in_alloc_head;
    wire [2:0]   port_in_alloc_prio;
    wire         port_in_alloc_phase;
    wire         port_in_release_valid;
    wire [10:0]  port_in_release_unit;
    wire         port_in_release_phase;
    wire [11:0]  port_in_find_src;
    wire [11:0]  port_in_find_dst;
    wire         port_in_arr_valid;
    wire [2:0]   port_in_arr_prio;
    wire [13:0]  port_in_arr_length;
    wire [11:0]  port_in_arr_src;
    wire [11:0]  port_in_arr_dst;
    wire         port_in_dep_valid;
    wire [2:0]   port_in_dep_prio;
    wire [13:0]  port_in_dep_length;
    wire [159:0] port_in_voq_units;
    wire [7:0]   port_in_error;
    wire         port_out_ready;
    wire         port_out_req_valid;
    wire [11:0]  port_out_req_src;
    wire [2:0]   port_out_req_prio;
    wire         port_out_grant_valid;
    wire [11:0]  port_out_grant_dst;
    wire [2:0]   port_out_grant_prio;
    wire [9:0]   port_out_grant_place;
    wire         port_out_free_valid;
    wire [2:0]   port_out_free_prio;
    wire         port_out_pause_ready;
    wire         port_out_cnm_ready;
    wire         port_out_missing;
    wire         port_out_arr_valid;
    wire [2:0]   port_out_arr_prio;
    wire [13:0]  port_out_arr_length;
    wire [11:0]  port_out_arr_src;
    wire [11:0]  port_out_arr_dst;
    wire         port_out_dep_valid;
    wire [2:0]   port_out_dep_prio;
    wire [13:0]  port_out_dep_length;
    wire         port_out_lost;
    wire         arbiter_grant_valid;
    wire [11:0]  arbiter_grant_dst;
    wire [2:0]   arbiter_grant_prio;
    wire [9:0]   arbiter_grant_place;
    wire [1:0]   arbiter_taken;
    wire         uplinks_go;
    wire         uplinks_message_taken;
    wire [3:0]   uplinks_no_credit;
    wire [3:0]   downlink_credit;
    wire [3:0]   downlink_full;
    wire [3:0]   downlink_cell_valid;
    wire [247:0] downlink_cell_header;
    wire [3:0]   downlink_tx_valid;
    wire [3:0]   downlink_tx_head;
    wire [247:0] downlink_tx_header;
    wire [511:0] downlink_tx_data;
    wire [3:0]   downlink_tx_bad;
    wire         management_ready;
    wire         management_find_valid;
    wire [10:0]  management_find_unit;
    wire         management_pause_tx_valid;
    wire [127:0] management_pause_tx_data;
    wire         management_cnm_valid;
    wire [127:0] management_cnm_data;
    wire         management_notice_valid;
    wire [127:0] management_notice_data;
    wire [1:0]   management_stop;
    wire         management_lost;
    wire [3:0]   guard_out_valid;
    wire [3:0]   guard_out_head;
    wire [247:0] guard_out_header;
    wire [511:0] guard_out_data;
    wire [3:0]   guard_out_bad;
    wire [23:0]  guard_error;

    wire unused_downlinks = &{1'b0, downlink_full};

    genvar g;

    generate
        for (g = 0; g < 1; g = g + 1) begin : port_in
            qcn_leaf_in u (
                .clk            (clk),
                .rst            (rst),
                .phase          (phase_q),
                .own            (own),
                .enable         (management_ready && port_out_ready),
                .ready          (port_in_ready),
                .rx_valid       (rx_valid),
                .rx_head        (rx_head),
                .rx_tail        (rx_tail),
                .rx_data        (rx_data),
                .request_valid  (port_in_request_valid),
                .request_dst    (port_in_request_dst),
                .request_prio   (port_in_request_prio),
                .request_length (port_in_request_length),
                .request_taken  (uplinks_message_taken && !sends_grant_q),
                .grant_valid    (port_out_grant_valid),
                .grant_dst      (port_out_grant_dst),
                .grant_prio     (port_out_grant_prio),
                .grant_place    (port_out_grant_place),
                .want           (port_in_want),
                .go             (uplinks_go),
                .beats          (port_in_beats),
                .tx_valid       (port_in_tx_valid),
                .tx_head        (port_in_tx_head),
                .tx_header      (port_in_tx_header),
                .tx_data        (port_in_tx_data),
                .cnm_valid      (management_notice_valid),
                .cnm_data       (management_notice_data),
                .cnm_taken      (port_in_cnm_taken),
                .alloc_valid    (port_in_alloc_valid),
                .alloc_unit     (port_in_alloc_unit),
                .alloc_head     (port_in_alloc_head),
                .alloc_prio     (port_in_alloc_prio),
                .alloc_phase    (port_in_alloc_phase),
                .release_valid  (port_in_release_valid),
                .release_unit   (port_in_release_unit),
                .release_phase  (port_in_release_phase),
                .find_valid     (management_find_valid),
                .find_unit      (management_find_unit),
                .find_src       (port_in_find_src),
                .find_dst       (port_in_find_dst),
                .arr_valid      (port_in_arr_valid),
                .arr_prio       (port_in_arr_prio),
                .arr_length     (port_in_arr_length),
                .arr_src        (port_in_arr_src),
                .arr_dst        (port_in_arr_dst),
                .dep_valid      (port_in_dep_valid),
                .dep_prio       (port_in_dep_prio),
                .dep_length     (port_in_dep_length),
                .occupancy      (occupancy),
                .voq_units      (port_in_voq_units),
                .drop           (drop),
                .error          (port_in_error)
            );
        end
    endgenerate

    generate
        for (g = 0; g < 1; g = g + 1) begin : port_out
            qcn_leaf_out u (
                .clk         (clk),
                .rst         (rst),
                .phase       (phase_q),
                .own         (own),
                .ready       (port_out_ready),
                .cell_valid  (downlink_cell_valid),
                .cell_header (downlink_cell_header),
                .start       (start_down),
                .skip        (skip_down),
                .down_valid  (downlink_tx_valid),
                .down_head   (downlink_tx_head),
                .down_header (downlink_tx_header),
                .down_data   (downlink_tx_data),
                .down_bad    (downlink_tx_bad),
                .req_valid   (port_out_req_valid),
                .req_src     (port_out_req_src),
                .req_prio    (port_out_req_prio),
                .grant_valid (port_out_grant_valid),
                .grant_dst   (port_out_grant_dst),
                .grant_prio  (port_out_grant_prio),
                .grant_place (port_out_grant_place),
                .free_valid  (port_out_free_valid),
                .free_prio   (port_out_free_prio),
                .pause_valid (management_pause_tx_valid),
                .pause_data  (management_pause_tx_data),
                .pause_ready (port_out_pause_ready),
                .cnm_valid   (management_cnm_valid),
                .cnm_data    (management_cnm_data),
                .cnm_ready   (port_out_cnm_ready),
                .taken       (arbiter_taken),
                .missing     (port_out_missing),
                .stop        (management_stop),
                .tx_valid    (tx_valid),
                .tx_head     (tx_head),
                .tx_tail     (tx_tail),
                .tx_data     (tx_data),
                .tx_bad      (tx_bad),
                .arr_valid   (port_out_arr_valid),
                .arr_prio    (port_out_arr_prio),
                .arr_length  (port_out_arr_length),
                .arr_src     (port_out_arr_src),
                .arr_dst     (port_out_arr_dst),
                .dep_valid   (port_out_dep_valid),
                .dep_prio    (port_out_dep_prio),
                .dep_length  (port_out_dep_length),
                .lost        (port_out_lost)
            );
        end
    endgenerate

    generate
        for (g = 0; g < 1; g = g + 1) begin : arbiter
            qcn_credit_arb u (
                .clk         (clk),
                .rst         (rst),
                .phase       (phase_q),
                .req_valid   (port_out_req_valid),
                .req_src     (port_out_req_src),
                .req_prio    (port_out_req_prio),
                .free_valid  (port_out_free_valid),
                .free_prio   (port_out_free_prio),
                .grant_valid (arbiter_grant_valid),
                .grant_dst   (arbiter_grant_dst),
                .grant_prio  (arbiter_grant_prio),
                .grant_place (arbiter_grant_place),
                .grant_taken (uplinks_message_taken && sends_grant_q),
                .taken       (arbiter_taken)
            );
        end
    endgenerate

    qcn_uplinks uplinks (
        .clk            (clk),
        .rst            (rst),
        .phase          (phase_q),
        .want           (port_in_want),
        .go             (uplinks_go),
        .beats          (port_in_beats),
        .cell_valid     (port_in_tx_valid),
        .cell_head      (port_in_tx_head),
        .cell_header    (port_in_tx_header),
        .cell_data      (port_in_tx_data),
        .message_valid  (arbiter_grant_valid || port_in_request_valid),
        .message_header (message),
        .message_path   (path),
        .message_taken  (uplinks_message_taken),
        .up_valid       (up_valid),
        .up_head        (up_head),
        .up_header      (up_header),
        .up_data        (up_data),
        .credit         (up_credit),
        .no_credit      (uplinks_no_credit)
    );

    generate
        for (g = 0; g < 4; g = g + 1) begin : downlink
            qcn_cell_buffer u (
                .clk         (clk),
                .rst         (rst),
                .rx_valid    (guard_out_valid[g]),
                .rx_head     (guard_out_head[g]),
                .rx_header   (guard_out_header[g*62 +: 62]),
                .rx_data     (guard_out_data[g*128 +: 128]),
                .rx_bad      (guard_out_bad[g]),
                .start       (start_down[g]),
                .skip        (skip_down[g]),
                .credit      (downlink_credit[g]),
                .full        (downlink_full[g]),
                .cell_valid  (downlink_cell_valid[g]),
                .cell_header (downlink_cell_header[g*62 +: 62]),
                .tx_valid    (downlink_tx_valid[g]),
                .tx_head     (downlink_tx_head[g]),
                .tx_header   (downlink_tx_header[g*62 +: 62]),
                .tx_data     (downlink_tx_data[g*128 +: 128]),
                .tx_bad      (downlink_tx_bad[g])
            );
        end
    endgenerate

    generate
        for (g = 0; g < 1; g = g + 1) begin : management
            qcn_port_management u (
                .clk            (clk),
                .rst            (rst),
                .port           (own),
                .cp_in          (cp_in),
                .cp_out         (cp_out),
                .policy         (policy),
                .strict         (strict),
                .cap            (cap),
                .pause          (pause),
                .seed           (seed),
                .ready          (management_ready),
                .rx_valid       (rx_valid),
                .rx_head        (rx_head),
                .rx_tail        (rx_tail),
                .rx_data        (rx_data),
                .in_arr_valid   (port_in_arr_valid),
                .in_arr_prio    (port_in_arr_prio),
                .in_arr_length  (port_in_arr_length),
                .in_arr_src     (port_in_arr_src),
                .in_arr_dst     (port_in_arr_dst),
                .in_dep_valid   (port_in_dep_valid),
                .in_dep_prio    (port_in_dep_prio),
                .in_dep_length  (port_in_dep_length),
                .out_arr_valid  (port_out_arr_valid),
                .out_arr_prio   (port_out_arr_prio),
                .out_arr_length (port_out_arr_length),
                .out_arr_src    (port_out_arr_src),
                .out_arr_dst    (port_out_arr_dst),
                .out_dep_valid  (port_out_dep_valid),
                .out_dep_prio   (port_out_dep_prio),
                .out_dep_length (port_out_dep_length),
                .occupancy      (occupancy),
                .voq_units      (port_in_voq_units),
                .alloc_valid    (port_in_alloc_valid),
                .alloc_unit     (port_in_alloc_unit),
                .alloc_head     (port_in_alloc_head),
                .alloc_prio     (port_in_alloc_prio),
                .alloc_phase    (port_in_alloc_phase),
                .release_valid  (port_in_release_valid),
                .release_unit   (port_in_release_unit),
                .release_phase  (port_in_release_phase),
                .find_valid     (management_find_valid),
                .find_unit      (management_find_unit),
                .find_src       (port_in_find_src),
                .find_dst       (port_in_find_dst),
                .pause_tx_valid (management_pause_tx_valid),
                .pause_tx_data  (management_pause_tx_data),
                .pause_tx_ready (port_out_pause_ready),
                .cnm_valid      (management_cnm_valid),
                .cnm_data       (management_cnm_data),
                .cnm_ready      (port_out_cnm_ready),
                .notice_valid   (management_notice_valid),
                .notice_data    (management_notice_data),
                .notice_taken   (port_in_cnm_taken),
                .stop           (management_stop),
                .lost           (management_lost),
                .triggered      (triggers)
            );
        end
    endgenerate

    generate
        for (g = 0; g < 1; g = g + 1) begin : server_errors
            link_errors_causes9 u (
                .clk    (clk),
                .rst    (rst),
                .errors ({port_out_missing, port_in_error}),
                .clear  (err_clear),
                .seen   (err_seen),
                .counts (err_counts)
            );
        end
    endgenerate

    generate
        for (g = 0; g < 4; g = g + 1) begin : guard
            qcn_cell_guard u (
                .clk        (clk),
                .rst        (rst),
                .own        (number),
                .rx_valid   (down_valid[g]),
                .rx_head    (down_head[g]),
                .rx_header  (down_header[g*62 +: 62]),
                .rx_data    (down_data[g*128 +: 128]),
                .rx_bad     (down_bad[g]),
                .freed      (downlink_credit[g]),
                .out_valid  (guard_out_valid[g]),
                .out_head   (guard_out_head[g]),
                .out_header (guard_out_header[g*62 +: 62]),
                .out_data   (guard_out_data[g*128 +: 128]),
                .out_bad    (guard_out_bad[g]),
                .credit     (down_credit[g]),
                .error      (guard_error[g*6 +: 6])
            );
        end
    endgenerate

    assign fabric_errors_errors = {uplinks_no_credit[3], guard_error[23:18],
                                   uplinks_no_credit[2], guard_error[17:12],
                                   uplinks_no_credit[1], guard_error[11:6],
                                   uplinks_no_credit[0], guard_error[5:0]};

    generate
        for (g = 0; g < 4; g = g + 1) begin : fabric_errors
            link_errors_causes7 u (
                .clk    (clk),
                .rst    (rst),
                .errors (fabric_errors_errors[g*7 +: 7]),
                .clear  (link_err_clear[g]),
                .seen   (link_err_seen[g*7 +: 7]),
                .counts (link_err_counts[g*56 +: 56])
            );
        end
    endgenerate

    assign ready  = management_ready && port_out_ready && port_in_ready;
    assign lost   = port_out_lost || management_lost;
    assign up_bad = 4'd0;

    always @* begin : update_own
        integer port;
        for (port = 0; port < 1; port = port + 1) begin
            own = {9'd0, number};
        end
    end

    always @* begin : update_message
        integer port;
        for (port = 0; port < 1; port = port + 1) begin
            message = sends_grant_q
                    ? {3'd0, arbiter_grant_dst, 2'd3, own, arbiter_grant_prio, 14'd0,
                       arbiter_grant_place, 6'd0}
                    : {3'd0, port_in_request_dst, 2'd2, own, port_in_request_prio,
                       port_in_request_length, 16'd0};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            phase_q <= 2'd0;
            sends_grant_q <= 1'b0;
        end else begin
            phase_q <= phase_q + 2'd1;
            if (phase_q == 2'd0) sends_grant_q <= arbiter_grant_valid;
        end
    end

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_qcn_leaf
    initial assume (rst);
`endif
`endif

endmodule

`default_nettype wire
