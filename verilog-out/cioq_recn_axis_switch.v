// SPDX-License-Identifier: Apache-2.0
// cioq_recn_axis_switch: RECN switch of combined input and output queues with an AXI4-Stream edge at each port
//
// ports = 8, slots = 64, saqs = 4, detect = 5, detect_out = 5, xoff = 10, xon = 5, link_latency = 2, error_bits = 8, mtu = 4096
`default_nettype none

module cioq_recn_axis_switch (
    input  wire         clk,             // rising edge
    input  wire         rst,             // synchronous, active high

    // frames of the hosts, a stream per port
    input  wire         s_axis0_tvalid,  // a beat is offered; it stays, unchanged, until it is
                                         // taken
    output wire         s_axis0_tready,  // the beat is taken
    input  wire [63:0]  s_axis0_tdata,   // the beat, first byte in bits 7:0; unknown without tvalid
    input  wire [7:0]   s_axis0_tkeep,   // a bit for each byte: all ones but with tlast, there ones
                                         // from bit 0 up; unknown without tvalid
    input  wire         s_axis0_tlast,   // it ends a frame; unknown without tvalid
    input  wire         s_axis0_tuser,   // with tlast: the frame is bad; unknown without tvalid
    input  wire [3:0]   s_axis0_tdest,   // the port that the frame goes to
    input  wire         s_axis1_tvalid,  // a beat is offered; it stays, unchanged, until it is
                                         // taken
    output wire         s_axis1_tready,  // the beat is taken
    input  wire [63:0]  s_axis1_tdata,   // the beat, first byte in bits 7:0; unknown without tvalid
    input  wire [7:0]   s_axis1_tkeep,   // a bit for each byte: all ones but with tlast, there ones
                                         // from bit 0 up; unknown without tvalid
    input  wire         s_axis1_tlast,   // it ends a frame; unknown without tvalid
    input  wire         s_axis1_tuser,   // with tlast: the frame is bad; unknown without tvalid
    input  wire [3:0]   s_axis1_tdest,   // the port that the frame goes to
    input  wire         s_axis2_tvalid,  // a beat is offered; it stays, unchanged, until it is
                                         // taken
    output wire         s_axis2_tready,  // the beat is taken
    input  wire [63:0]  s_axis2_tdata,   // the beat, first byte in bits 7:0; unknown without tvalid
    input  wire [7:0]   s_axis2_tkeep,   // a bit for each byte: all ones but with tlast, there ones
                                         // from bit 0 up; unknown without tvalid
    input  wire         s_axis2_tlast,   // it ends a frame; unknown without tvalid
    input  wire         s_axis2_tuser,   // with tlast: the frame is bad; unknown without tvalid
    input  wire [3:0]   s_axis2_tdest,   // the port that the frame goes to
    input  wire         s_axis3_tvalid,  // a beat is offered; it stays, unchanged, until it is
                                         // taken
    output wire         s_axis3_tready,  // the beat is taken
    input  wire [63:0]  s_axis3_tdata,   // the beat, first byte in bits 7:0; unknown without tvalid
    input  wire [7:0]   s_axis3_tkeep,   // a bit for each byte: all ones but with tlast, there ones
                                         // from bit 0 up; unknown without tvalid
    input  wire         s_axis3_tlast,   // it ends a frame; unknown without tvalid
    input  wire         s_axis3_tuser,   // with tlast: the frame is bad; unknown without tvalid
    input  wire [3:0]   s_axis3_tdest,   // the port that the frame goes to
    input  wire         s_axis4_tvalid,  // a beat is offered; it stays, unchanged, until it is
                                         // taken
    output wire         s_axis4_tready,  // the beat is taken
    input  wire [63:0]  s_axis4_tdata,   // the beat, first byte in bits 7:0; unknown without tvalid
    input  wire [7:0]   s_axis4_tkeep,   // a bit for each byte: all ones but with tlast, there ones
                                         // from bit 0 up; unknown without tvalid
    input  wire         s_axis4_tlast,   // it ends a frame; unknown without tvalid
    input  wire         s_axis4_tuser,   // with tlast: the frame is bad; unknown without tvalid
    input  wire [3:0]   s_axis4_tdest,   // the port that the frame goes to
    input  wire         s_axis5_tvalid,  // a beat is offered; it stays, unchanged, until it is
                                         // taken
    output wire         s_axis5_tready,  // the beat is taken
    input  wire [63:0]  s_axis5_tdata,   // the beat, first byte in bits 7:0; unknown without tvalid
    input  wire [7:0]   s_axis5_tkeep,   // a bit for each byte: all ones but with tlast, there ones
                                         // from bit 0 up; unknown without tvalid
    input  wire         s_axis5_tlast,   // it ends a frame; unknown without tvalid
    input  wire         s_axis5_tuser,   // with tlast: the frame is bad; unknown without tvalid
    input  wire [3:0]   s_axis5_tdest,   // the port that the frame goes to
    input  wire         s_axis6_tvalid,  // a beat is offered; it stays, unchanged, until it is
                                         // taken
    output wire         s_axis6_tready,  // the beat is taken
    input  wire [63:0]  s_axis6_tdata,   // the beat, first byte in bits 7:0; unknown without tvalid
    input  wire [7:0]   s_axis6_tkeep,   // a bit for each byte: all ones but with tlast, there ones
                                         // from bit 0 up; unknown without tvalid
    input  wire         s_axis6_tlast,   // it ends a frame; unknown without tvalid
    input  wire         s_axis6_tuser,   // with tlast: the frame is bad; unknown without tvalid
    input  wire [3:0]   s_axis6_tdest,   // the port that the frame goes to
    input  wire         s_axis7_tvalid,  // a beat is offered; it stays, unchanged, until it is
                                         // taken
    output wire         s_axis7_tready,  // the beat is taken
    input  wire [63:0]  s_axis7_tdata,   // the beat, first byte in bits 7:0; unknown without tvalid
    input  wire [7:0]   s_axis7_tkeep,   // a bit for each byte: all ones but with tlast, there ones
                                         // from bit 0 up; unknown without tvalid
    input  wire         s_axis7_tlast,   // it ends a frame; unknown without tvalid
    input  wire         s_axis7_tuser,   // with tlast: the frame is bad; unknown without tvalid
    input  wire [3:0]   s_axis7_tdest,   // the port that the frame goes to

    // frames for the hosts, a stream per port
    output wire         m_axis0_tvalid,  // a beat is offered; it stays, unchanged, until it is
                                         // taken
    input  wire         m_axis0_tready,  // the beat is taken
    output wire [63:0]  m_axis0_tdata,   // the beat, first byte in bits 7:0; unknown without tvalid
    output wire [7:0]   m_axis0_tkeep,   // a bit for each byte: all ones but with tlast, there ones
                                         // from bit 0 up; unknown without tvalid
    output wire         m_axis0_tlast,   // it ends a frame; unknown without tvalid
    output wire         m_axis0_tuser,   // with tlast: the frame is bad; unknown without tvalid
    output wire [3:0]   m_axis0_tid,     // the port that the frame comes from; unknown without
                                         // tvalid
    output wire         m_axis1_tvalid,  // a beat is offered; it stays, unchanged, until it is
                                         // taken
    input  wire         m_axis1_tready,  // the beat is taken
    output wire [63:0]  m_axis1_tdata,   // the beat, first byte in bits 7:0; unknown without tvalid
    output wire [7:0]   m_axis1_tkeep,   // a bit for each byte: all ones but with tlast, there ones
                                         // from bit 0 up; unknown without tvalid
    output wire         m_axis1_tlast,   // it ends a frame; unknown without tvalid
    output wire         m_axis1_tuser,   // with tlast: the frame is bad; unknown without tvalid
    output wire [3:0]   m_axis1_tid,     // the port that the frame comes from; unknown without
                                         // tvalid
    output wire         m_axis2_tvalid,  // a beat is offered; it stays, unchanged, until it is
                                         // taken
    input  wire         m_axis2_tready,  // the beat is taken
    output wire [63:0]  m_axis2_tdata,   // the beat, first byte in bits 7:0; unknown without tvalid
    output wire [7:0]   m_axis2_tkeep,   // a bit for each byte: all ones but with tlast, there ones
                                         // from bit 0 up; unknown without tvalid
    output wire         m_axis2_tlast,   // it ends a frame; unknown without tvalid
    output wire         m_axis2_tuser,   // with tlast: the frame is bad; unknown without tvalid
    output wire [3:0]   m_axis2_tid,     // the port that the frame comes from; unknown without
                                         // tvalid
    output wire         m_axis3_tvalid,  // a beat is offered; it stays, unchanged, until it is
                                         // taken
    input  wire         m_axis3_tready,  // the beat is taken
    output wire [63:0]  m_axis3_tdata,   // the beat, first byte in bits 7:0; unknown without tvalid
    output wire [7:0]   m_axis3_tkeep,   // a bit for each byte: all ones but with tlast, there ones
                                         // from bit 0 up; unknown without tvalid
    output wire         m_axis3_tlast,   // it ends a frame; unknown without tvalid
    output wire         m_axis3_tuser,   // with tlast: the frame is bad; unknown without tvalid
    output wire [3:0]   m_axis3_tid,     // the port that the frame comes from; unknown without
                                         // tvalid
    output wire         m_axis4_tvalid,  // a beat is offered; it stays, unchanged, until it is
                                         // taken
    input  wire         m_axis4_tready,  // the beat is taken
    output wire [63:0]  m_axis4_tdata,   // the beat, first byte in bits 7:0; unknown without tvalid
    output wire [7:0]   m_axis4_tkeep,   // a bit for each byte: all ones but with tlast, there ones
                                         // from bit 0 up; unknown without tvalid
    output wire         m_axis4_tlast,   // it ends a frame; unknown without tvalid
    output wire         m_axis4_tuser,   // with tlast: the frame is bad; unknown without tvalid
    output wire [3:0]   m_axis4_tid,     // the port that the frame comes from; unknown without
                                         // tvalid
    output wire         m_axis5_tvalid,  // a beat is offered; it stays, unchanged, until it is
                                         // taken
    input  wire         m_axis5_tready,  // the beat is taken
    output wire [63:0]  m_axis5_tdata,   // the beat, first byte in bits 7:0; unknown without tvalid
    output wire [7:0]   m_axis5_tkeep,   // a bit for each byte: all ones but with tlast, there ones
                                         // from bit 0 up; unknown without tvalid
    output wire         m_axis5_tlast,   // it ends a frame; unknown without tvalid
    output wire         m_axis5_tuser,   // with tlast: the frame is bad; unknown without tvalid
    output wire [3:0]   m_axis5_tid,     // the port that the frame comes from; unknown without
                                         // tvalid
    output wire         m_axis6_tvalid,  // a beat is offered; it stays, unchanged, until it is
                                         // taken
    input  wire         m_axis6_tready,  // the beat is taken
    output wire [63:0]  m_axis6_tdata,   // the beat, first byte in bits 7:0; unknown without tvalid
    output wire [7:0]   m_axis6_tkeep,   // a bit for each byte: all ones but with tlast, there ones
                                         // from bit 0 up; unknown without tvalid
    output wire         m_axis6_tlast,   // it ends a frame; unknown without tvalid
    output wire         m_axis6_tuser,   // with tlast: the frame is bad; unknown without tvalid
    output wire [3:0]   m_axis6_tid,     // the port that the frame comes from; unknown without
                                         // tvalid
    output wire         m_axis7_tvalid,  // a beat is offered; it stays, unchanged, until it is
                                         // taken
    input  wire         m_axis7_tready,  // the beat is taken
    output wire [63:0]  m_axis7_tdata,   // the beat, first byte in bits 7:0; unknown without tvalid
    output wire [7:0]   m_axis7_tkeep,   // a bit for each byte: all ones but with tlast, there ones
                                         // from bit 0 up; unknown without tvalid
    output wire         m_axis7_tlast,   // it ends a frame; unknown without tvalid
    output wire         m_axis7_tuser,   // with tlast: the frame is bad; unknown without tvalid
    output wire [3:0]   m_axis7_tid,     // the port that the frame comes from; unknown without
                                         // tvalid

    // errors of the edges, a lane per port
    input  wire [7:0]   edge_clear,      // clears the errors of the edge
    output wire [47:0]  edge_seen,       // causes since the last clear: bad, long, no_dest, link,
                                         // gap, stray from bit 0 on, functions of registers
    output wire [383:0] edge_counts,     // errors of each cause since the last clear, which stay at
                                         // the largest number, registers

    // status of the switch, a lane per port
    output wire [55:0]  stat_free,       // free slots of the input port
    output wire [7:0]   stat_detect,     // pulse: congestion detected, queue allocated
    output wire [7:0]   stat_no_free,    // congestion detected, no queue free
    output wire [7:0]   stat_dropped,    // pulse: notification dropped, no queue free
    output wire [31:0]  stat_saqs,       // set-aside queues in use
    output wire [31:0]  stat_sent,       // set-aside queues with an Xoff outstanding
    output wire [55:0]  stat_credit,     // credits of the output port
    output wire [31:0]  stat_lines,      // CAM lines of the output port in use
    output wire [7:0]   stat_cam_full,   // pulse: Xoff dropped, no line free

    // errors of the switch, a lane per port
    input  wire [7:0]   err_clear,       // clears the errors of the port
    output wire [63:0]  err_seen,        // causes since the last clear: no_head, cut, long,
                                         // no_route, no_room, marked, no_credit, no_name from bit 0
                                         // on, functions of registers
    output wire [511:0] err_counts       // errors of each cause since the last clear, bits of a
                                         // counter each, which stay at the largest number,
                                         // registers
);

    wire [7:0]   s_axis_tvalid;
    wire [7:0]   s_axis_tready;
    wire [511:0] s_axis_tdata;
    wire [63:0]  s_axis_tkeep;
    wire [7:0]   s_axis_tlast;
    wire [7:0]   s_axis_tuser;
    wire [31:0]  s_axis_tdest;
    wire [7:0]   m_axis_tvalid;
    wire [7:0]   m_axis_tready;
    wire [511:0] m_axis_tdata;
    wire [63:0]  m_axis_tkeep;
    wire [7:0]   m_axis_tlast;
    wire [7:0]   m_axis_tuser;
    wire [31:0]  m_axis_tid;
    wire [47:0]  edge_errors_errors;
    wire [7:0]   core_rx_credit;
    wire [7:0]   core_rx_msg_valid;
    wire [7:0]   core_rx_msg_xoff;
    wire [247:0] core_rx_msg_tp;
    wire [247:0] core_rx_msg_mask;
    wire [7:0]   core_tx_valid;
    wire [7:0]   core_tx_sop;
    wire [7:0]   core_tx_eop;
    wire [7:0]   core_tx_bad;
    wire [511:0] core_tx_data;
    wire [7:0]   cuts_tx_valid;
    wire [7:0]   cuts_tx_sop;
    wire [7:0]   cuts_tx_eop;
    wire [7:0]   cuts_tx_bad;
    wire [511:0] cuts_tx_data;
    wire [23:0]  cuts_error;
    wire [7:0]   joins_rx_credit;
    wire [23:0]  joins_error;

    wire unused_messages = &{1'b0, core_rx_msg_valid, core_rx_msg_xoff, core_rx_msg_tp,
                             core_rx_msg_mask};

    genvar g;

    cioq_recn_switch core (
        .clk           (clk),
        .rst           (rst),
        .rx_valid      (cuts_tx_valid),
        .rx_sop        (cuts_tx_sop),
        .rx_eop        (cuts_tx_eop),
        .rx_bad        (cuts_tx_bad),
        .rx_data       (cuts_tx_data),
        .rx_credit     (core_rx_credit),
        .rx_msg_valid  (core_rx_msg_valid),
        .rx_msg_xoff   (core_rx_msg_xoff),
        .rx_msg_tp     (core_rx_msg_tp),
        .rx_msg_mask   (core_rx_msg_mask),
        .tx_valid      (core_tx_valid),
        .tx_sop        (core_tx_sop),
        .tx_eop        (core_tx_eop),
        .tx_bad        (core_tx_bad),
        .tx_data       (core_tx_data),
        .tx_credit     (joins_rx_credit),
        .tx_msg_valid  (8'd0),
        .tx_msg_xoff   (8'd0),
        .tx_msg_tp     (248'd0),
        .tx_msg_mask   (248'd0),
        .stat_free     (stat_free),
        .stat_detect   (stat_detect),
        .stat_no_free  (stat_no_free),
        .stat_dropped  (stat_dropped),
        .stat_saqs     (stat_saqs),
        .stat_sent     (stat_sent),
        .stat_credit   (stat_credit),
        .stat_lines    (stat_lines),
        .stat_cam_full (stat_cam_full),
        .err_clear     (err_clear),
        .err_seen      (err_seen),
        .err_counts    (err_counts)
    );

    generate
        for (g = 0; g < 8; g = g + 1) begin : cuts
            axis_cut u (
                .clk           (clk),
                .rst           (rst),
                .my_port       (g[2:0]),
                .s_axis_tvalid (s_axis_tvalid[g]),
                .s_axis_tready (s_axis_tready[g]),
                .s_axis_tdata  (s_axis_tdata[g*64 +: 64]),
                .s_axis_tkeep  (s_axis_tkeep[g*8 +: 8]),
                .s_axis_tlast  (s_axis_tlast[g]),
                .s_axis_tuser  (s_axis_tuser[g]),
                .s_axis_tdest  (s_axis_tdest[g*4 +: 4]),
                .tx_valid      (cuts_tx_valid[g]),
                .tx_sop        (cuts_tx_sop[g]),
                .tx_eop        (cuts_tx_eop[g]),
                .tx_bad        (cuts_tx_bad[g]),
                .tx_data       (cuts_tx_data[g*64 +: 64]),
                .tx_credit     (core_rx_credit[g]),
                .error         (cuts_error[g*3 +: 3])
            );
        end
    endgenerate

    generate
        for (g = 0; g < 8; g = g + 1) begin : joins
            axis_join u (
                .clk           (clk),
                .rst           (rst),
                .my_port       (g[2:0]),
                .rx_valid      (core_tx_valid[g]),
                .rx_sop        (core_tx_sop[g]),
                .rx_eop        (core_tx_eop[g]),
                .rx_bad        (core_tx_bad[g]),
                .rx_data       (core_tx_data[g*64 +: 64]),
                .rx_credit     (joins_rx_credit[g]),
                .m_axis_tvalid (m_axis_tvalid[g]),
                .m_axis_tready (m_axis_tready[g]),
                .m_axis_tdata  (m_axis_tdata[g*64 +: 64]),
                .m_axis_tkeep  (m_axis_tkeep[g*8 +: 8]),
                .m_axis_tlast  (m_axis_tlast[g]),
                .m_axis_tuser  (m_axis_tuser[g]),
                .m_axis_tid    (m_axis_tid[g*4 +: 4]),
                .error         (joins_error[g*3 +: 3])
            );
        end
    endgenerate

    assign edge_errors_errors = {joins_error[23:21], cuts_error[23:21],
                                 joins_error[20:18], cuts_error[20:18],
                                 joins_error[17:15], cuts_error[17:15],
                                 joins_error[14:12], cuts_error[14:12],
                                 joins_error[11:9], cuts_error[11:9],
                                 joins_error[8:6], cuts_error[8:6],
                                 joins_error[5:3], cuts_error[5:3],
                                 joins_error[2:0], cuts_error[2:0]};

    generate
        for (g = 0; g < 8; g = g + 1) begin : edge_errors
            link_errors_causes6 u (
                .clk    (clk),
                .rst    (rst),
                .errors (edge_errors_errors[g*6 +: 6]),
                .clear  (edge_clear[g]),
                .seen   (edge_seen[g*6 +: 6]),
                .counts (edge_counts[g*48 +: 48])
            );
        end
    endgenerate

    assign s_axis_tvalid = {s_axis7_tvalid, s_axis6_tvalid, s_axis5_tvalid, s_axis4_tvalid,
                            s_axis3_tvalid, s_axis2_tvalid, s_axis1_tvalid, s_axis0_tvalid};
    assign s_axis0_tready = s_axis_tready[0];
    assign s_axis1_tready = s_axis_tready[1];
    assign s_axis2_tready = s_axis_tready[2];
    assign s_axis3_tready = s_axis_tready[3];
    assign s_axis4_tready = s_axis_tready[4];
    assign s_axis5_tready = s_axis_tready[5];
    assign s_axis6_tready = s_axis_tready[6];
    assign s_axis7_tready = s_axis_tready[7];
    assign s_axis_tdata = {s_axis7_tdata, s_axis6_tdata, s_axis5_tdata, s_axis4_tdata,
                           s_axis3_tdata, s_axis2_tdata, s_axis1_tdata, s_axis0_tdata};
    assign s_axis_tkeep = {s_axis7_tkeep, s_axis6_tkeep, s_axis5_tkeep, s_axis4_tkeep,
                           s_axis3_tkeep, s_axis2_tkeep, s_axis1_tkeep, s_axis0_tkeep};
    assign s_axis_tlast = {s_axis7_tlast, s_axis6_tlast, s_axis5_tlast, s_axis4_tlast,
                           s_axis3_tlast, s_axis2_tlast, s_axis1_tlast, s_axis0_tlast};
    assign s_axis_tuser = {s_axis7_tuser, s_axis6_tuser, s_axis5_tuser, s_axis4_tuser,
                           s_axis3_tuser, s_axis2_tuser, s_axis1_tuser, s_axis0_tuser};
    assign s_axis_tdest = {s_axis7_tdest, s_axis6_tdest, s_axis5_tdest, s_axis4_tdest,
                           s_axis3_tdest, s_axis2_tdest, s_axis1_tdest, s_axis0_tdest};
    assign m_axis0_tvalid = m_axis_tvalid[0];
    assign m_axis1_tvalid = m_axis_tvalid[1];
    assign m_axis2_tvalid = m_axis_tvalid[2];
    assign m_axis3_tvalid = m_axis_tvalid[3];
    assign m_axis4_tvalid = m_axis_tvalid[4];
    assign m_axis5_tvalid = m_axis_tvalid[5];
    assign m_axis6_tvalid = m_axis_tvalid[6];
    assign m_axis7_tvalid = m_axis_tvalid[7];
    assign m_axis_tready = {m_axis7_tready, m_axis6_tready, m_axis5_tready, m_axis4_tready,
                            m_axis3_tready, m_axis2_tready, m_axis1_tready, m_axis0_tready};
    assign m_axis0_tdata = m_axis_tdata[63:0];
    assign m_axis1_tdata = m_axis_tdata[127:64];
    assign m_axis2_tdata = m_axis_tdata[191:128];
    assign m_axis3_tdata = m_axis_tdata[255:192];
    assign m_axis4_tdata = m_axis_tdata[319:256];
    assign m_axis5_tdata = m_axis_tdata[383:320];
    assign m_axis6_tdata = m_axis_tdata[447:384];
    assign m_axis7_tdata = m_axis_tdata[511:448];
    assign m_axis0_tkeep = m_axis_tkeep[7:0];
    assign m_axis1_tkeep = m_axis_tkeep[15:8];
    assign m_axis2_tkeep = m_axis_tkeep[23:16];
    assign m_axis3_tkeep = m_axis_tkeep[31:24];
    assign m_axis4_tkeep = m_axis_tkeep[39:32];
    assign m_axis5_tkeep = m_axis_tkeep[47:40];
    assign m_axis6_tkeep = m_axis_tkeep[55:48];
    assign m_axis7_tkeep = m_axis_tkeep[63:56];
    assign m_axis0_tlast = m_axis_tlast[0];
    assign m_axis1_tlast = m_axis_tlast[1];
    assign m_axis2_tlast = m_axis_tlast[2];
    assign m_axis3_tlast = m_axis_tlast[3];
    assign m_axis4_tlast = m_axis_tlast[4];
    assign m_axis5_tlast = m_axis_tlast[5];
    assign m_axis6_tlast = m_axis_tlast[6];
    assign m_axis7_tlast = m_axis_tlast[7];
    assign m_axis0_tuser = m_axis_tuser[0];
    assign m_axis1_tuser = m_axis_tuser[1];
    assign m_axis2_tuser = m_axis_tuser[2];
    assign m_axis3_tuser = m_axis_tuser[3];
    assign m_axis4_tuser = m_axis_tuser[4];
    assign m_axis5_tuser = m_axis_tuser[5];
    assign m_axis6_tuser = m_axis_tuser[6];
    assign m_axis7_tuser = m_axis_tuser[7];
    assign m_axis0_tid   = m_axis_tid[3:0];
    assign m_axis1_tid   = m_axis_tid[7:4];
    assign m_axis2_tid   = m_axis_tid[11:8];
    assign m_axis3_tid   = m_axis_tid[15:12];
    assign m_axis4_tid   = m_axis_tid[19:16];
    assign m_axis5_tid   = m_axis_tid[23:20];
    assign m_axis6_tid   = m_axis_tid[27:24];
    assign m_axis7_tid   = m_axis_tid[31:28];

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
            // what one edge sends the other puts together
            if (|joins_error) begin
                $display("RTLGEN_ASSERT %m nothing_is_lost_between_edges fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_cioq_recn_axis_switch
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // what one edge sends the other puts together
            nothing_is_lost_between_edges: assert (!(|joins_error));
        end
    end
`endif

endmodule

`default_nettype wire
