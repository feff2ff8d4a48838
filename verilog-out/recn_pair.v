// SPDX-License-Identifier: Apache-2.0
// recn_pair: two RECN-IQ switches joined by a link
//
// ports = 8, slots = 64, saqs = 4, detect = 5, xoff = 10, xon = 5, link_latency = 2, broadcast = 1, ready_bit = 1, leaf_first = 0, timer = 64, error_bits = 8
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module recn_pair (
    input  wire         clk,               // rising edge
    input  wire         rst,               // synchronous, active high

    // links, receiving side, a lane per port without the linked one
    input  wire [6:0]   s0_rx_valid,       // a beat comes
    input  wire [6:0]   s0_rx_sop,         // it is the first of a packet: {turnpool, tptr, src,
                                           // seq, tag}
    input  wire [6:0]   s0_rx_eop,         // it is the last
    input  wire [6:0]   s0_rx_bad,         // with eop: the packet was damaged on its way, and is
                                           // not to be used
    input  wire [447:0] s0_rx_data,        // the beat
    output wire [6:0]   s0_rx_credit,      // back to the sender: a slot is free again
    output wire [6:0]   s0_rx_msg_valid,   // a message about a congestion point
    output wire [6:0]   s0_rx_msg_xoff,    // 1: Xoff, 0: Xon
    output wire [216:0] s0_rx_msg_tp,      // turns that lead to the point
    output wire [216:0] s0_rx_msg_mask,    // significant bits of the turns

    // links, sending side, a lane per port without the linked one
    output wire [6:0]   s0_tx_valid,       // a beat comes
    output wire [6:0]   s0_tx_sop,         // it is the first of a packet: {turnpool, tptr, src,
                                           // seq, tag}
    output wire [6:0]   s0_tx_eop,         // it is the last
    output wire [6:0]   s0_tx_bad,         // with eop: the packet was damaged on its way, and is
                                           // not to be used
    output wire [447:0] s0_tx_data,        // the beat
    input  wire [6:0]   s0_tx_credit,      // back to the sender: a slot is free again
    input  wire [6:0]   s0_tx_msg_valid,   // a message about a congestion point
    input  wire [6:0]   s0_tx_msg_xoff,    // 1: Xoff, 0: Xon
    input  wire [216:0] s0_tx_msg_tp,      // turns that lead to the point
    input  wire [216:0] s0_tx_msg_mask,    // significant bits of the turns

    // status, a lane per port
    output wire [55:0]  s0_stat_free,      // free slots of the input port
    output wire [7:0]   s0_stat_detect,    // pulse: congestion detected, queue allocated
    output wire [7:0]   s0_stat_no_free,   // congestion detected, no queue free
    output wire [7:0]   s0_stat_dropped,   // pulse: notification dropped, no queue free
    output wire [31:0]  s0_stat_saqs,      // set-aside queues in use
    output wire [31:0]  s0_stat_sent,      // set-aside queues with an Xoff outstanding
    output wire [55:0]  s0_stat_credit,    // credits of the output port
    output wire [31:0]  s0_stat_lines,     // CAM lines of the output port in use
    output wire [7:0]   s0_stat_cam_full,  // pulse: Xoff dropped, no line free

    // errors, a lane per port
    input  wire [7:0]   s0_err_clear,      // clears the errors of the port
    output wire [63:0]  s0_err_seen,       // causes since the last clear: no_head, cut, long,
                                           // no_route, no_room, marked, no_credit, no_name from bit
                                           // 0 on, functions of registers
    output wire [511:0] s0_err_counts,     // errors of each cause since the last clear, bits of a
                                           // counter each, which stay at the largest number,
                                           // registers

    // links, receiving side, a lane per port without the linked one
    input  wire [6:0]   s1_rx_valid,       // a beat comes
    input  wire [6:0]   s1_rx_sop,         // it is the first of a packet: {turnpool, tptr, src,
                                           // seq, tag}
    input  wire [6:0]   s1_rx_eop,         // it is the last
    input  wire [6:0]   s1_rx_bad,         // with eop: the packet was damaged on its way, and is
                                           // not to be used
    input  wire [447:0] s1_rx_data,        // the beat
    output wire [6:0]   s1_rx_credit,      // back to the sender: a slot is free again
    output wire [6:0]   s1_rx_msg_valid,   // a message about a congestion point
    output wire [6:0]   s1_rx_msg_xoff,    // 1: Xoff, 0: Xon
    output wire [216:0] s1_rx_msg_tp,      // turns that lead to the point
    output wire [216:0] s1_rx_msg_mask,    // significant bits of the turns

    // links, sending side, a lane per port without the linked one
    output wire [6:0]   s1_tx_valid,       // a beat comes
    output wire [6:0]   s1_tx_sop,         // it is the first of a packet: {turnpool, tptr, src,
                                           // seq, tag}
    output wire [6:0]   s1_tx_eop,         // it is the last
    output wire [6:0]   s1_tx_bad,         // with eop: the packet was damaged on its way, and is
                                           // not to be used
    output wire [447:0] s1_tx_data,        // the beat
    input  wire [6:0]   s1_tx_credit,      // back to the sender: a slot is free again
    input  wire [6:0]   s1_tx_msg_valid,   // a message about a congestion point
    input  wire [6:0]   s1_tx_msg_xoff,    // 1: Xoff, 0: Xon
    input  wire [216:0] s1_tx_msg_tp,      // turns that lead to the point
    input  wire [216:0] s1_tx_msg_mask,    // significant bits of the turns

    // status, a lane per port
    output wire [55:0]  s1_stat_free,      // free slots of the input port
    output wire [7:0]   s1_stat_detect,    // pulse: congestion detected, queue allocated
    output wire [7:0]   s1_stat_no_free,   // congestion detected, no queue free
    output wire [7:0]   s1_stat_dropped,   // pulse: notification dropped, no queue free
    output wire [31:0]  s1_stat_saqs,      // set-aside queues in use
    output wire [31:0]  s1_stat_sent,      // set-aside queues with an Xoff outstanding
    output wire [55:0]  s1_stat_credit,    // credits of the output port
    output wire [31:0]  s1_stat_lines,     // CAM lines of the output port in use
    output wire [7:0]   s1_stat_cam_full,  // pulse: Xoff dropped, no line free

    // errors, a lane per port
    input  wire [7:0]   s1_err_clear,      // clears the errors of the port
    output wire [63:0]  s1_err_seen,       // causes since the last clear: no_head, cut, long,
                                           // no_route, no_room, marked, no_credit, no_name from bit
                                           // 0 on, functions of registers
    output wire [511:0] s1_err_counts      // errors of each cause since the last clear, bits of a
                                           // counter each, which stay at the largest number,
                                           // registers
);

    wire [15:0]   sw_rx_valid;
    wire [15:0]   sw_rx_sop;
    wire [15:0]   sw_rx_eop;
    wire [15:0]   sw_rx_bad;
    wire [1023:0] sw_rx_data;
    wire [15:0]   sw_tx_credit;
    wire [15:0]   sw_tx_msg_valid;
    wire [15:0]   sw_tx_msg_xoff;
    wire [495:0]  sw_tx_msg_tp;
    wire [495:0]  sw_tx_msg_mask;
    wire [15:0]   sw_err_clear;
    wire [15:0]   sw_rx_credit;
    wire [15:0]   sw_rx_msg_valid;
    wire [15:0]   sw_rx_msg_xoff;
    wire [495:0]  sw_rx_msg_tp;
    wire [495:0]  sw_rx_msg_mask;
    wire [15:0]   sw_tx_valid;
    wire [15:0]   sw_tx_sop;
    wire [15:0]   sw_tx_eop;
    wire [15:0]   sw_tx_bad;
    wire [1023:0] sw_tx_data;
    wire [111:0]  sw_stat_free;
    wire [15:0]   sw_stat_detect;
    wire [15:0]   sw_stat_no_free;
    wire [15:0]   sw_stat_dropped;
    wire [63:0]   sw_stat_saqs;
    wire [63:0]   sw_stat_sent;
    wire [111:0]  sw_stat_credit;
    wire [63:0]   sw_stat_lines;
    wire [15:0]   sw_stat_cam_full;
    wire [127:0]  sw_err_seen;
    wire [1023:0] sw_err_counts;

`ifdef RTLGEN_CHECKS
    reg        link0_sop_at_pins;       // a first beat was at the pins
    reg        link0_credit_at_pins;    // a credit was at the pins
    reg        link0_arrived;           // link0_sop_at_pins, one cycle later
    reg        link0_given;             // link0_credit_at_pins, one cycle later
    reg  [6:0] link0_credit_before;     // credits of the sender in the cycle before
    reg  [6:0] link0_free_before;       // free slots of the receiver in the cycle before
    reg  [6:0] link0_in_flight_before;  // packets in flight in the cycle before
    reg  [6:0] link0_returning_before;  // credits returning in the cycle before
    reg  [7:0] link0_rest;              // cycles without a change at either end
    reg        link0_dropped;           // an Xoff has found no free line
    reg  [3:0] link0_sent_before;       // SAQs with an Xoff outstanding, one cycle ago
    reg  [3:0] link0_lines_before;      // lines in use one cycle ago
    reg        link1_sop_at_pins;       // a first beat was at the pins
    reg        link1_credit_at_pins;    // a credit was at the pins
    reg        link1_arrived;           // link1_sop_at_pins, one cycle later
    reg        link1_given;             // link1_credit_at_pins, one cycle later
    reg  [6:0] link1_credit_before;     // credits of the sender in the cycle before
    reg  [6:0] link1_free_before;       // free slots of the receiver in the cycle before
    reg  [6:0] link1_in_flight_before;  // packets in flight in the cycle before
    reg  [6:0] link1_returning_before;  // credits returning in the cycle before
    reg  [7:0] link1_rest;              // cycles without a change at either end
    reg        link1_dropped;           // an Xoff has found no free line
    reg  [3:0] link1_sent_before;       // SAQs with an Xoff outstanding, one cycle ago
    reg  [3:0] link1_lines_before;      // lines in use one cycle ago
    wire [6:0] link0_taken;
    wire [6:0] link0_freed;
    wire [6:0] link0_in_flight;
    wire [6:0] link0_returning;
    wire       link0_moves;
    wire [6:0] link1_taken;
    wire [6:0] link1_freed;
    wire [6:0] link1_in_flight;
    wire [6:0] link1_returning;
    wire       link1_moves;
`endif

`ifdef RTLGEN_CHECKS
    // The number of ones.
    function [2:0] count_ones_4(input [3:0] bits);
        integer n;
        begin
            count_ones_4 = 3'd0;
            for (n = 0; n < 4; n = n + 1)
                count_ones_4 = count_ones_4 + {2'd0, bits[n]};
        end
    endfunction
`endif

    genvar g;

    assign sw_rx_valid = {s1_rx_valid[6:2], sw_tx_valid[6], s1_rx_valid[1:0],
                          s0_rx_valid[6], sw_tx_valid[10], s0_rx_valid[5:0]};
    assign sw_rx_sop = {s1_rx_sop[6:2], sw_tx_sop[6], s1_rx_sop[1:0],
                        s0_rx_sop[6], sw_tx_sop[10], s0_rx_sop[5:0]};
    assign sw_rx_eop = {s1_rx_eop[6:2], sw_tx_eop[6], s1_rx_eop[1:0],
                        s0_rx_eop[6], sw_tx_eop[10], s0_rx_eop[5:0]};
    assign sw_rx_bad = {s1_rx_bad[6:2], sw_tx_bad[6], s1_rx_bad[1:0],
                        s0_rx_bad[6], sw_tx_bad[10], s0_rx_bad[5:0]};
    assign sw_rx_data = {s1_rx_data[447:128], sw_tx_data[447:384], s1_rx_data[127:0],
                         s0_rx_data[447:384], sw_tx_data[703:640], s0_rx_data[383:0]};
    assign sw_tx_credit = {s1_tx_credit[6:2], sw_rx_credit[6], s1_tx_credit[1:0],
                           s0_tx_credit[6], sw_rx_credit[10], s0_tx_credit[5:0]};
    assign sw_tx_msg_valid = {s1_tx_msg_valid[6:2], sw_rx_msg_valid[6], s1_tx_msg_valid[1:0],
                              s0_tx_msg_valid[6], sw_rx_msg_valid[10], s0_tx_msg_valid[5:0]};
    assign sw_tx_msg_xoff = {s1_tx_msg_xoff[6:2], sw_rx_msg_xoff[6], s1_tx_msg_xoff[1:0],
                             s0_tx_msg_xoff[6], sw_rx_msg_xoff[10], s0_tx_msg_xoff[5:0]};
    assign sw_tx_msg_tp = {s1_tx_msg_tp[216:62], sw_rx_msg_tp[216:186], s1_tx_msg_tp[61:0],
                           s0_tx_msg_tp[216:186], sw_rx_msg_tp[340:310], s0_tx_msg_tp[185:0]};
    assign sw_tx_msg_mask = {s1_tx_msg_mask[216:62], sw_rx_msg_mask[216:186], s1_tx_msg_mask[61:0],
                             s0_tx_msg_mask[216:186], sw_rx_msg_mask[340:310],
                             s0_tx_msg_mask[185:0]};
    assign sw_err_clear = {s1_err_clear, s0_err_clear};

    generate
        for (g = 0; g < 2; g = g + 1) begin : sw
            recn_switch u (
                .clk           (clk),
                .rst           (rst),
                .rx_valid      (sw_rx_valid[g*8 +: 8]),
                .rx_sop        (sw_rx_sop[g*8 +: 8]),
                .rx_eop        (sw_rx_eop[g*8 +: 8]),
                .rx_bad        (sw_rx_bad[g*8 +: 8]),
                .rx_data       (sw_rx_data[g*512 +: 512]),
                .rx_credit     (sw_rx_credit[g*8 +: 8]),
                .rx_msg_valid  (sw_rx_msg_valid[g*8 +: 8]),
                .rx_msg_xoff   (sw_rx_msg_xoff[g*8 +: 8]),
                .rx_msg_tp     (sw_rx_msg_tp[g*248 +: 248]),
                .rx_msg_mask   (sw_rx_msg_mask[g*248 +: 248]),
                .tx_valid      (sw_tx_valid[g*8 +: 8]),
                .tx_sop        (sw_tx_sop[g*8 +: 8]),
                .tx_eop        (sw_tx_eop[g*8 +: 8]),
                .tx_bad        (sw_tx_bad[g*8 +: 8]),
                .tx_data       (sw_tx_data[g*512 +: 512]),
                .tx_credit     (sw_tx_credit[g*8 +: 8]),
                .tx_msg_valid  (sw_tx_msg_valid[g*8 +: 8]),
                .tx_msg_xoff   (sw_tx_msg_xoff[g*8 +: 8]),
                .tx_msg_tp     (sw_tx_msg_tp[g*248 +: 248]),
                .tx_msg_mask   (sw_tx_msg_mask[g*248 +: 248]),
                .stat_free     (sw_stat_free[g*56 +: 56]),
                .stat_detect   (sw_stat_detect[g*8 +: 8]),
                .stat_no_free  (sw_stat_no_free[g*8 +: 8]),
                .stat_dropped  (sw_stat_dropped[g*8 +: 8]),
                .stat_saqs     (sw_stat_saqs[g*32 +: 32]),
                .stat_sent     (sw_stat_sent[g*32 +: 32]),
                .stat_credit   (sw_stat_credit[g*56 +: 56]),
                .stat_lines    (sw_stat_lines[g*32 +: 32]),
                .stat_cam_full (sw_stat_cam_full[g*8 +: 8]),
                .err_clear     (sw_err_clear[g*8 +: 8]),
                .err_seen      (sw_err_seen[g*64 +: 64]),
                .err_counts    (sw_err_counts[g*512 +: 512])
            );
        end
    endgenerate

    assign s0_rx_credit[0]         = sw_rx_credit[0];
    assign s0_rx_credit[1]         = sw_rx_credit[1];
    assign s0_rx_credit[2]         = sw_rx_credit[2];
    assign s0_rx_credit[3]         = sw_rx_credit[3];
    assign s0_rx_credit[4]         = sw_rx_credit[4];
    assign s0_rx_credit[5]         = sw_rx_credit[5];
    assign s0_rx_credit[6]         = sw_rx_credit[7];
    assign s0_rx_msg_valid[0]      = sw_rx_msg_valid[0];
    assign s0_rx_msg_valid[1]      = sw_rx_msg_valid[1];
    assign s0_rx_msg_valid[2]      = sw_rx_msg_valid[2];
    assign s0_rx_msg_valid[3]      = sw_rx_msg_valid[3];
    assign s0_rx_msg_valid[4]      = sw_rx_msg_valid[4];
    assign s0_rx_msg_valid[5]      = sw_rx_msg_valid[5];
    assign s0_rx_msg_valid[6]      = sw_rx_msg_valid[7];
    assign s0_rx_msg_xoff[0]       = sw_rx_msg_xoff[0];
    assign s0_rx_msg_xoff[1]       = sw_rx_msg_xoff[1];
    assign s0_rx_msg_xoff[2]       = sw_rx_msg_xoff[2];
    assign s0_rx_msg_xoff[3]       = sw_rx_msg_xoff[3];
    assign s0_rx_msg_xoff[4]       = sw_rx_msg_xoff[4];
    assign s0_rx_msg_xoff[5]       = sw_rx_msg_xoff[5];
    assign s0_rx_msg_xoff[6]       = sw_rx_msg_xoff[7];
    assign s0_rx_msg_tp[30:0]      = sw_rx_msg_tp[30:0];
    assign s0_rx_msg_tp[61:31]     = sw_rx_msg_tp[61:31];
    assign s0_rx_msg_tp[92:62]     = sw_rx_msg_tp[92:62];
    assign s0_rx_msg_tp[123:93]    = sw_rx_msg_tp[123:93];
    assign s0_rx_msg_tp[154:124]   = sw_rx_msg_tp[154:124];
    assign s0_rx_msg_tp[185:155]   = sw_rx_msg_tp[185:155];
    assign s0_rx_msg_tp[216:186]   = sw_rx_msg_tp[247:217];
    assign s0_rx_msg_mask[30:0]    = sw_rx_msg_mask[30:0];
    assign s0_rx_msg_mask[61:31]   = sw_rx_msg_mask[61:31];
    assign s0_rx_msg_mask[92:62]   = sw_rx_msg_mask[92:62];
    assign s0_rx_msg_mask[123:93]  = sw_rx_msg_mask[123:93];
    assign s0_rx_msg_mask[154:124] = sw_rx_msg_mask[154:124];
    assign s0_rx_msg_mask[185:155] = sw_rx_msg_mask[185:155];
    assign s0_rx_msg_mask[216:186] = sw_rx_msg_mask[247:217];
    assign s0_tx_valid[0]          = sw_tx_valid[0];
    assign s0_tx_valid[1]          = sw_tx_valid[1];
    assign s0_tx_valid[2]          = sw_tx_valid[2];
    assign s0_tx_valid[3]          = sw_tx_valid[3];
    assign s0_tx_valid[4]          = sw_tx_valid[4];
    assign s0_tx_valid[5]          = sw_tx_valid[5];
    assign s0_tx_valid[6]          = sw_tx_valid[7];
    assign s0_tx_sop[0]            = sw_tx_sop[0];
    assign s0_tx_sop[1]            = sw_tx_sop[1];
    assign s0_tx_sop[2]            = sw_tx_sop[2];
    assign s0_tx_sop[3]            = sw_tx_sop[3];
    assign s0_tx_sop[4]            = sw_tx_sop[4];
    assign s0_tx_sop[5]            = sw_tx_sop[5];
    assign s0_tx_sop[6]            = sw_tx_sop[7];
    assign s0_tx_eop[0]            = sw_tx_eop[0];
    assign s0_tx_eop[1]            = sw_tx_eop[1];
    assign s0_tx_eop[2]            = sw_tx_eop[2];
    assign s0_tx_eop[3]            = sw_tx_eop[3];
    assign s0_tx_eop[4]            = sw_tx_eop[4];
    assign s0_tx_eop[5]            = sw_tx_eop[5];
    assign s0_tx_eop[6]            = sw_tx_eop[7];
    assign s0_tx_bad[0]            = sw_tx_bad[0];
    assign s0_tx_bad[1]            = sw_tx_bad[1];
    assign s0_tx_bad[2]            = sw_tx_bad[2];
    assign s0_tx_bad[3]            = sw_tx_bad[3];
    assign s0_tx_bad[4]            = sw_tx_bad[4];
    assign s0_tx_bad[5]            = sw_tx_bad[5];
    assign s0_tx_bad[6]            = sw_tx_bad[7];
    assign s0_tx_data[63:0]        = sw_tx_data[63:0];
    assign s0_tx_data[127:64]      = sw_tx_data[127:64];
    assign s0_tx_data[191:128]     = sw_tx_data[191:128];
    assign s0_tx_data[255:192]     = sw_tx_data[255:192];
    assign s0_tx_data[319:256]     = sw_tx_data[319:256];
    assign s0_tx_data[383:320]     = sw_tx_data[383:320];
    assign s0_tx_data[447:384]     = sw_tx_data[511:448];
    assign s0_stat_free            = sw_stat_free[55:0];
    assign s0_stat_detect          = sw_stat_detect[7:0];
    assign s0_stat_no_free         = sw_stat_no_free[7:0];
    assign s0_stat_dropped         = sw_stat_dropped[7:0];
    assign s0_stat_saqs            = sw_stat_saqs[31:0];
    assign s0_stat_sent            = sw_stat_sent[31:0];
    assign s0_stat_credit          = sw_stat_credit[55:0];
    assign s0_stat_lines           = sw_stat_lines[31:0];
    assign s0_stat_cam_full        = sw_stat_cam_full[7:0];
    assign s0_err_seen             = sw_err_seen[63:0];
    assign s0_err_counts           = sw_err_counts[511:0];
    assign s1_rx_credit[0]         = sw_rx_credit[8];
    assign s1_rx_credit[1]         = sw_rx_credit[9];
    assign s1_rx_credit[2]         = sw_rx_credit[11];
    assign s1_rx_credit[3]         = sw_rx_credit[12];
    assign s1_rx_credit[4]         = sw_rx_credit[13];
    assign s1_rx_credit[5]         = sw_rx_credit[14];
    assign s1_rx_credit[6]         = sw_rx_credit[15];
    assign s1_rx_msg_valid[0]      = sw_rx_msg_valid[8];
    assign s1_rx_msg_valid[1]      = sw_rx_msg_valid[9];
    assign s1_rx_msg_valid[2]      = sw_rx_msg_valid[11];
    assign s1_rx_msg_valid[3]      = sw_rx_msg_valid[12];
    assign s1_rx_msg_valid[4]      = sw_rx_msg_valid[13];
    assign s1_rx_msg_valid[5]      = sw_rx_msg_valid[14];
    assign s1_rx_msg_valid[6]      = sw_rx_msg_valid[15];
    assign s1_rx_msg_xoff[0]       = sw_rx_msg_xoff[8];
    assign s1_rx_msg_xoff[1]       = sw_rx_msg_xoff[9];
    assign s1_rx_msg_xoff[2]       = sw_rx_msg_xoff[11];
    assign s1_rx_msg_xoff[3]       = sw_rx_msg_xoff[12];
    assign s1_rx_msg_xoff[4]       = sw_rx_msg_xoff[13];
    assign s1_rx_msg_xoff[5]       = sw_rx_msg_xoff[14];
    assign s1_rx_msg_xoff[6]       = sw_rx_msg_xoff[15];
    assign s1_rx_msg_tp[30:0]      = sw_rx_msg_tp[278:248];
    assign s1_rx_msg_tp[61:31]     = sw_rx_msg_tp[309:279];
    assign s1_rx_msg_tp[92:62]     = sw_rx_msg_tp[371:341];
    assign s1_rx_msg_tp[123:93]    = sw_rx_msg_tp[402:372];
    assign s1_rx_msg_tp[154:124]   = sw_rx_msg_tp[433:403];
    assign s1_rx_msg_tp[185:155]   = sw_rx_msg_tp[464:434];
    assign s1_rx_msg_tp[216:186]   = sw_rx_msg_tp[495:465];
    assign s1_rx_msg_mask[30:0]    = sw_rx_msg_mask[278:248];
    assign s1_rx_msg_mask[61:31]   = sw_rx_msg_mask[309:279];
    assign s1_rx_msg_mask[92:62]   = sw_rx_msg_mask[371:341];
    assign s1_rx_msg_mask[123:93]  = sw_rx_msg_mask[402:372];
    assign s1_rx_msg_mask[154:124] = sw_rx_msg_mask[433:403];
    assign s1_rx_msg_mask[185:155] = sw_rx_msg_mask[464:434];
    assign s1_rx_msg_mask[216:186] = sw_rx_msg_mask[495:465];
    assign s1_tx_valid[0]          = sw_tx_valid[8];
    assign s1_tx_valid[1]          = sw_tx_valid[9];
    assign s1_tx_valid[2]          = sw_tx_valid[11];
    assign s1_tx_valid[3]          = sw_tx_valid[12];
    assign s1_tx_valid[4]          = sw_tx_valid[13];
    assign s1_tx_valid[5]          = sw_tx_valid[14];
    assign s1_tx_valid[6]          = sw_tx_valid[15];
    assign s1_tx_sop[0]            = sw_tx_sop[8];
    assign s1_tx_sop[1]            = sw_tx_sop[9];
    assign s1_tx_sop[2]            = sw_tx_sop[11];
    assign s1_tx_sop[3]            = sw_tx_sop[12];
    assign s1_tx_sop[4]            = sw_tx_sop[13];
    assign s1_tx_sop[5]            = sw_tx_sop[14];
    assign s1_tx_sop[6]            = sw_tx_sop[15];
    assign s1_tx_eop[0]            = sw_tx_eop[8];
    assign s1_tx_eop[1]            = sw_tx_eop[9];
    assign s1_tx_eop[2]            = sw_tx_eop[11];
    assign s1_tx_eop[3]            = sw_tx_eop[12];
    assign s1_tx_eop[4]            = sw_tx_eop[13];
    assign s1_tx_eop[5]            = sw_tx_eop[14];
    assign s1_tx_eop[6]            = sw_tx_eop[15];
    assign s1_tx_bad[0]            = sw_tx_bad[8];
    assign s1_tx_bad[1]            = sw_tx_bad[9];
    assign s1_tx_bad[2]            = sw_tx_bad[11];
    assign s1_tx_bad[3]            = sw_tx_bad[12];
    assign s1_tx_bad[4]            = sw_tx_bad[13];
    assign s1_tx_bad[5]            = sw_tx_bad[14];
    assign s1_tx_bad[6]            = sw_tx_bad[15];
    assign s1_tx_data[63:0]        = sw_tx_data[575:512];
    assign s1_tx_data[127:64]      = sw_tx_data[639:576];
    assign s1_tx_data[191:128]     = sw_tx_data[767:704];
    assign s1_tx_data[255:192]     = sw_tx_data[831:768];
    assign s1_tx_data[319:256]     = sw_tx_data[895:832];
    assign s1_tx_data[383:320]     = sw_tx_data[959:896];
    assign s1_tx_data[447:384]     = sw_tx_data[1023:960];
    assign s1_stat_free            = sw_stat_free[111:56];
    assign s1_stat_detect          = sw_stat_detect[15:8];
    assign s1_stat_no_free         = sw_stat_no_free[15:8];
    assign s1_stat_dropped         = sw_stat_dropped[15:8];
    assign s1_stat_saqs            = sw_stat_saqs[63:32];
    assign s1_stat_sent            = sw_stat_sent[63:32];
    assign s1_stat_credit          = sw_stat_credit[111:56];
    assign s1_stat_lines           = sw_stat_lines[63:32];
    assign s1_stat_cam_full        = sw_stat_cam_full[15:8];
    assign s1_err_seen             = sw_err_seen[127:64];
    assign s1_err_counts           = sw_err_counts[1023:512];

`ifdef RTLGEN_CHECKS
    assign link0_taken     = link0_credit_before + {6'd0, link0_given} - sw_stat_credit[48:42];
    assign link0_freed     = sw_stat_free[76:70] + {6'd0, link0_arrived} - link0_free_before;
    assign link0_in_flight = link0_in_flight_before + link0_taken - {6'd0, link0_arrived};
    assign link0_returning = link0_returning_before + link0_freed - {6'd0, link0_given};
    assign link0_moves = sw_stat_sent[43:40] != link0_sent_before
                      || sw_stat_lines[27:24] != link0_lines_before
                      || sw_rx_msg_valid[10];
    assign link1_taken     = link1_credit_before + {6'd0, link1_given} - sw_stat_credit[76:70];
    assign link1_freed     = sw_stat_free[48:42] + {6'd0, link1_arrived} - link1_free_before;
    assign link1_in_flight = link1_in_flight_before + link1_taken - {6'd0, link1_arrived};
    assign link1_returning = link1_returning_before + link1_freed - {6'd0, link1_given};
    assign link1_moves = sw_stat_sent[27:24] != link1_sent_before
                      || sw_stat_lines[43:40] != link1_lines_before
                      || sw_rx_msg_valid[6];
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            link0_sop_at_pins <= 1'b0;
            link0_credit_at_pins <= 1'b0;
            link0_arrived <= 1'b0;
            link0_given <= 1'b0;
            link0_credit_before <= 7'd64;
            link0_free_before <= 7'd64;
            link0_in_flight_before <= 7'd0;
            link0_returning_before <= 7'd0;
            link0_dropped <= 1'b0;
            link0_sent_before <= 4'd0;
            link0_lines_before <= 4'd0;
            link1_sop_at_pins <= 1'b0;
            link1_credit_at_pins <= 1'b0;
            link1_arrived <= 1'b0;
            link1_given <= 1'b0;
            link1_credit_before <= 7'd64;
        end else begin
            link0_sop_at_pins <= sw_tx_valid[6] && sw_tx_sop[6];
            link0_credit_at_pins <= sw_rx_credit[10];
            link0_arrived <= link0_sop_at_pins;
            link0_given <= link0_credit_at_pins;
            link0_credit_before <= sw_stat_credit[48:42];
            link0_free_before <= sw_stat_free[76:70];
            link0_in_flight_before <= link0_in_flight;
            link0_returning_before <= link0_returning;
            if (sw_stat_cam_full[6]) link0_dropped <= 1'b1;
            link0_sent_before <= sw_stat_sent[43:40];
            link0_lines_before <= sw_stat_lines[27:24];
            link1_sop_at_pins <= sw_tx_valid[10] && sw_tx_sop[10];
            link1_credit_at_pins <= sw_rx_credit[6];
            link1_arrived <= link1_sop_at_pins;
            link1_given <= link1_credit_at_pins;
            link1_credit_before <= sw_stat_credit[76:70];
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            link0_rest <= 8'd0;
        end else if (link0_moves) begin
            link0_rest <= 8'd0;
        end else if (link0_rest != 8'd255) begin
            link0_rest <= link0_rest + 8'd1;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            link1_free_before <= 7'd64;
            link1_in_flight_before <= 7'd0;
            link1_returning_before <= 7'd0;
            link1_dropped <= 1'b0;
            link1_sent_before <= 4'd0;
            link1_lines_before <= 4'd0;
        end else begin
            link1_free_before <= sw_stat_free[48:42];
            link1_in_flight_before <= link1_in_flight;
            link1_returning_before <= link1_returning;
            if (sw_stat_cam_full[10]) link1_dropped <= 1'b1;
            link1_sent_before <= sw_stat_sent[27:24];
            link1_lines_before <= sw_stat_lines[43:40];
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            link1_rest <= 8'd0;
        end else if (link1_moves) begin
            link1_rest <= 8'd0;
        end else if (link1_rest != 8'd255) begin
            link1_rest <= link1_rest + 8'd1;
        end
    end
`endif

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
            if (link0_taken > 7'd1) begin
                $display("RTLGEN_ASSERT %m link0_takes_one_credit_per_packet fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (link0_freed > 7'd1) begin
                $display("RTLGEN_ASSERT %m link0_frees_one_slot_per_packet fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a packet arrives for every credit that is taken
            if (link0_in_flight > 7'd1) begin
                $display("RTLGEN_ASSERT %m link0_packets_in_flight_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a credit comes back for every slot that is freed
            if (link0_returning > 7'd1) begin
                $display("RTLGEN_ASSERT %m link0_credits_returning_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // credits, packets in flight and returning credits make the free slots
            if ({2'd0, sw_stat_credit[48:42]} + {2'd0, link0_in_flight} + {2'd0, link0_returning}
             != {2'd0, sw_stat_free[76:70]}) begin
                $display("RTLGEN_ASSERT %m link0_no_credit_is_lost fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // as many Xoffs outstanding here as lines there
            if (link0_rest == 8'd255
             && !link0_moves
             && !link0_dropped
             && count_ones_4(sw_stat_sent[43:40]) != count_ones_4(sw_stat_lines[27:24])) begin
                $display("RTLGEN_ASSERT %m link0_xoffs_are_upstream_lines fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (link1_taken > 7'd1) begin
                $display("RTLGEN_ASSERT %m link1_takes_one_credit_per_packet fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (link1_freed > 7'd1) begin
                $display("RTLGEN_ASSERT %m link1_frees_one_slot_per_packet fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a packet arrives for every credit that is taken
            if (link1_in_flight > 7'd1) begin
                $display("RTLGEN_ASSERT %m link1_packets_in_flight_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a credit comes back for every slot that is freed
            if (link1_returning > 7'd1) begin
                $display("RTLGEN_ASSERT %m link1_credits_returning_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // credits, packets in flight and returning credits make the free slots
            if ({2'd0, sw_stat_credit[76:70]} + {2'd0, link1_in_flight} + {2'd0, link1_returning}
             != {2'd0, sw_stat_free[48:42]}) begin
                $display("RTLGEN_ASSERT %m link1_no_credit_is_lost fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // as many Xoffs outstanding here as lines there
            if (link1_rest == 8'd255
             && !link1_moves
             && !link1_dropped
             && count_ones_4(sw_stat_sent[27:24]) != count_ones_4(sw_stat_lines[43:40])) begin
                $display("RTLGEN_ASSERT %m link1_xoffs_are_upstream_lines fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_recn_pair
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            link0_takes_one_credit_per_packet: assert (link0_taken <= 7'd1);
            link0_frees_one_slot_per_packet: assert (link0_freed <= 7'd1);
            // a packet arrives for every credit that is taken
            link0_packets_in_flight_in_range: assert (link0_in_flight <= 7'd1);
            // a credit comes back for every slot that is freed
            link0_credits_returning_in_range: assert (link0_returning <= 7'd1);
            // credits, packets in flight and returning credits make the free slots
            link0_no_credit_is_lost: assert ({2'd0, sw_stat_credit[48:42]}
                                           + {2'd0, link0_in_flight}
                                           + {2'd0, link0_returning}
                                          == {2'd0, sw_stat_free[76:70]});
            // as many Xoffs outstanding here as lines there
            link0_xoffs_are_upstream_lines: assert (link0_rest != 8'd255
                                                 || link0_moves
                                                 || link0_dropped
                                                 || count_ones_4(sw_stat_sent[43:40])
                                                 == count_ones_4(sw_stat_lines[27:24]));
            link0_at_rest_with_lines: cover (link0_rest == 8'd255 && (|sw_stat_lines[27:24]));
            link1_takes_one_credit_per_packet: assert (link1_taken <= 7'd1);
            link1_frees_one_slot_per_packet: assert (link1_freed <= 7'd1);
            // a packet arrives for every credit that is taken
            link1_packets_in_flight_in_range: assert (link1_in_flight <= 7'd1);
            // a credit comes back for every slot that is freed
            link1_credits_returning_in_range: assert (link1_returning <= 7'd1);
            // credits, packets in flight and returning credits make the free slots
            link1_no_credit_is_lost: assert ({2'd0, sw_stat_credit[76:70]}
                                           + {2'd0, link1_in_flight}
                                           + {2'd0, link1_returning}
                                          == {2'd0, sw_stat_free[48:42]});
            // as many Xoffs outstanding here as lines there
            link1_xoffs_are_upstream_lines: assert (link1_rest != 8'd255
                                                 || link1_moves
                                                 || link1_dropped
                                                 || count_ones_4(sw_stat_sent[27:24])
                                                 == count_ones_4(sw_stat_lines[43:40]));
            link1_at_rest_with_lines: cover (link1_rest == 8'd255 && (|sw_stat_lines[43:40]));
        end
    end
`endif

endmodule

`default_nettype wire
