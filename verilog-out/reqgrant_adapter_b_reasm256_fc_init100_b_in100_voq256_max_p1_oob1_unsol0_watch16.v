// SPDX-License-Identifier: Apache-2.0
// reqgrant_adapter_b_reasm256_fc_init100_b_in100_voq256_max_p1_oob1_unsol0_watch16: network adapter of the request-grant scheme: both sides of a node
//
// nodes = 16, paths = 4, g = 16, b_reasm = 256, fc_init = 100, b_in = 100, voq = 256, max_p = 1, oob = 1, unsol = 0, watch = 16, repair = 0, error_bits = 8
`default_nettype none

module reqgrant_adapter_b_reasm256_fc_init100_b_in100_voq256_max_p1_oob1_unsol0_watch16 (
    input  wire         clk,           // rising edge
    input  wire         rst,           // synchronous, active high
    input  wire [3:0]   node,          // number of this adapter; never changes

    // packets from the source of the traffic
    input  wire         pkt_valid,     // a packet has arrived completely
    input  wire [3:0]   pkt_dst,       // adapter that it goes to
    input  wire [31:0]  pkt_tag,       // its payload, which each of its segments carries
    output wire         pkt_drop,      // the VOQ is full: it is not taken; combinational

    // to the first switch; registered
    output wire         tx_valid,      // a beat comes
    output wire         tx_head,       // it is the first of a segment: the header, with the route
                                       // on top. Unknown while not valid
    output wire         tx_tail,       // it is the last of a segment. Unknown while not valid
    output wire [95:0]  tx_data,       // the beat; in cell mode header and tag. Unknown while not
                                       // valid
    input  wire         tx_credit,     // back to the sender: a slot is free again

    // from the last switch
    input  wire         rx_valid,      // a beat comes
    input  wire         rx_head,       // it is the first of a segment: the header, with the route
                                       // on top. Unknown while not valid
    input  wire         rx_tail,       // it is the last of a segment. Unknown while not valid
    input  wire [95:0]  rx_data,       // the beat; in cell mode header and tag. Unknown while not
                                       // valid

    // requests to other adapters; registered
    output wire         req_tx_valid,  // there is one
    output wire [3:0]   req_tx_node,   // adapter at the other end; unknown while not valid
    output wire [4:0]   req_tx_count,  // segments; unknown while not valid

    // grants to other adapters; registered
    output wire         gnt_tx_valid,  // there is one
    output wire [3:0]   gnt_tx_node,   // adapter at the other end; unknown while not valid
    output wire [4:0]   gnt_tx_count,  // segments; unknown while not valid

    // requests of other adapters
    input  wire         req_rx_valid,  // there is one
    input  wire [3:0]   req_rx_node,   // adapter at the other end; unknown while not valid
    input  wire [4:0]   req_rx_count,  // segments; unknown while not valid

    // grants of other adapters
    input  wire         gnt_rx_valid,  // there is one
    input  wire [3:0]   gnt_rx_node,   // adapter at the other end; unknown while not valid
    input  wire [4:0]   gnt_rx_count,  // segments; unknown while not valid

    input  wire         line_en,       // a segment time of the external line begins: a segment may
                                       // leave

    // the external line
    output wire         line_valid,    // a segment leaves
    output wire [3:0]   line_src,      // adapter that it comes from; all fields unknown while not
                                       // valid
    output wire [31:0]  line_tag,      // payload
    output wire         line_first,    // first of its packet
    output wire         line_last,     // last of its packet

    input  wire         reserve,       // 1: fabric buffers are reserved (RB), 0: rate regulation
                                       // alone (IR)
    input  wire [7:0]   grant_rate,    // grant rate, in 1/16 segment per segment time of the line
    output wire [8:0]   stat_oc,       // output-buffer credits; a register
    output wire [9:0]   stat_fc,       // fabric-buffer credits, two's complement; a register
    output wire [12:0]  stat_held,     // grants held, of all flows; a register
    output wire [6:0]   stat_credits,  // credits for the first switch; a register
    output wire         err_crc,       // a word with a wrong CRC was discarded; registered
    output wire         err_route,     // a word for another adapter was discarded; registered
    output wire         err_sequence,  // two cycles before a segment was not the next one of its
                                       // flow on its path; a register

    // the flow to this adapter waits for a request, grant or acknowledgement that got lost;
    // registered
    output wire         stuck_valid,   // it happens
    output wire [3:0]   stuck_node,    // adapter at the other end; unknown while not valid

    output wire         ready,         // 0 for nodes*paths cycles after reset: no packets and no
                                       // words before

    // errors
    input  wire         err_clear,     // clears the errors
    output wire [12:0]  err_seen,      // causes since the last clear: no_head, cut, long, marked,
                                       // crc, route, not_granted, unsolicited, request, grant, ack,
                                       // credit, sequence from bit 0 on, functions of registers
    output wire [103:0] err_counts     // errors of each cause since the last clear, bits of a
                                       // counter each, which stay at the largest number, registers
);

    wire        ingress_look_waits;
    wire        ingress_sent_valid;
    wire [3:0]  ingress_sent_node;
    wire [2:0]  ingress_error;
    wire        ingress_ready;
    wire        parser_seg_valid;
    wire [3:0]  parser_seg_src;
    wire [1:0]  parser_seg_path;
    wire [8:0]  parser_seg_gap;
    wire        parser_seg_unsol;
    wire [31:0] parser_seg_tag;
    wire [7:0]  parser_error;
    wire        egress_arrived;
    wire        egress_released;
    wire        egress_left_valid;
    wire [3:0]  egress_left_node;
    wire        arbiter_refused;
    wire        arbiter_ready;
    wire [3:0]  watch_look_node;

    wire unused_part_ready = &{1'b0, ingress_ready, arbiter_ready};

    genvar g;

    reqgrant_ingress_b_reasm256_b_in100_voq256_max_p1_oob1_unsol0 ingress (
        .clk          (clk),
        .rst          (rst),
        .node         (node),
        .pkt_valid    (pkt_valid),
        .pkt_dst      (pkt_dst),
        .pkt_tag      (pkt_tag),
        .pkt_drop     (pkt_drop),
        .gnt_valid    (gnt_rx_valid),
        .gnt_node     (gnt_rx_node),
        .gnt_count    (gnt_rx_count),
        .tx_valid     (tx_valid),
        .tx_head      (tx_head),
        .tx_tail      (tx_tail),
        .tx_data      (tx_data),
        .tx_credit    (tx_credit),
        .req_tx_valid (req_tx_valid),
        .req_tx_node  (req_tx_node),
        .req_tx_count (req_tx_count),
        .look_node    (watch_look_node),
        .look_waits   (ingress_look_waits),
        .sent_valid   (ingress_sent_valid),
        .sent_node    (ingress_sent_node),
        .error        (ingress_error),
        .stat_held    (stat_held),
        .stat_credits (stat_credits),
        .ready        (ingress_ready)
    );

    reqgrant_parser_b_reasm256_oob1 parser (
        .clk          (clk),
        .rst          (rst),
        .node         (node),
        .rx_valid     (rx_valid),
        .rx_head      (rx_head),
        .rx_tail      (rx_tail),
        .rx_data      (rx_data),
        .seg_valid    (parser_seg_valid),
        .seg_src      (parser_seg_src),
        .seg_path     (parser_seg_path),
        .seg_gap      (parser_seg_gap),
        .seg_unsol    (parser_seg_unsol),
        .seg_tag      (parser_seg_tag),
        .given_valid  (gnt_tx_valid),
        .given_node   (gnt_tx_node),
        .given_count  (gnt_tx_count),
        .gone_valid   (egress_left_valid),
        .gone_node    (egress_left_node),
        .err_crc      (err_crc),
        .err_route    (err_route),
        .error        (parser_error),
        .err_sequence (err_sequence)
    );

    reqgrant_egress_b_reasm256_max_p1 egress (
        .clk        (clk),
        .rst        (rst),
        .node       (node),
        .seg_valid  (parser_seg_valid),
        .seg_src    (parser_seg_src),
        .seg_path   (parser_seg_path),
        .seg_gap    (parser_seg_gap),
        .seg_unsol  (parser_seg_unsol),
        .seg_tag    (parser_seg_tag),
        .line_en    (line_en),
        .line_valid (line_valid),
        .line_src   (line_src),
        .line_tag   (line_tag),
        .line_first (line_first),
        .line_last  (line_last),
        .arrived    (egress_arrived),
        .released   (egress_released),
        .left_valid (egress_left_valid),
        .left_node  (egress_left_node),
        .ready      (ready)
    );

    reqgrant_arbiter_b_reasm256_fc_init100_max_p1 arbiter (
        .clk        (clk),
        .rst        (rst),
        .req_valid  (req_rx_valid),
        .req_node   (req_rx_node),
        .req_count  (req_rx_count),
        .released   (egress_released),
        .arrived    (egress_arrived),
        .tick       (line_en),
        .reserve    (reserve),
        .grant_rate (grant_rate),
        .gnt_valid  (gnt_tx_valid),
        .gnt_node   (gnt_tx_node),
        .gnt_count  (gnt_tx_count),
        .refused    (arbiter_refused),
        .stat_oc    (stat_oc),
        .stat_fc    (stat_fc),
        .ready      (arbiter_ready)
    );

    reqgrant_watch_watch16_oob1 watch (
        .clk         (clk),
        .rst         (rst),
        .tick        (line_en && ready),
        .gnt_valid   (gnt_rx_valid),
        .gnt_node    (gnt_rx_node),
        .sent_valid  (ingress_sent_valid),
        .sent_node   (ingress_sent_node),
        .look_node   (watch_look_node),
        .look_waits  (ingress_look_waits),
        .stuck_valid (stuck_valid),
        .stuck_node  (stuck_node)
    );

    generate
        for (g = 0; g < 1; g = g + 1) begin : errors
            link_errors_causes13 u (
                .clk    (clk),
                .rst    (rst),
                .errors ({err_sequence, ingress_error, arbiter_refused, parser_error}),
                .clear  (err_clear),
                .seen   (err_seen),
                .counts (err_counts)
            );
        end
    endgenerate

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
            // no packet before the tables are initialised
            if (pkt_valid && !ready) begin
                $display("RTLGEN_ASSERT %m ready_before_packet fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no word from the network before the tables are initialised
            if ((rx_valid || req_rx_valid || gnt_rx_valid) && !ready) begin
                $display("RTLGEN_ASSERT %m ready_before_word fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_reqgrant_adapter_b_reasm256_fc_init100_b_in100_voq256_max_p1_oob1_unsol0_watch16
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // no packet before the tables are initialised
            ready_before_packet: `RTLGEN_CONTRACT (!pkt_valid || ready);
            // no word from the network before the tables are initialised
            ready_before_word: `RTLGEN_CONTRACT (!(rx_valid || req_rx_valid || gnt_rx_valid)
                                              || ready);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
