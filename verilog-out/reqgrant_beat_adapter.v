// SPDX-License-Identifier: Apache-2.0
// reqgrant_beat_adapter: network adapter of the request-grant scheme for packets of any length: both sides of a node
//
// nodes = 16, paths = 4, g = 16, b_reasm = 64, fc_init = 48, b_in = 32, voq = 64, max_p = 2, oob = 0, unsol = 1, watch = 10, repair = 0, error_bits = 8
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module reqgrant_beat_adapter (
    input  wire         clk,           // rising edge
    input  wire         rst,           // synchronous, active high
    input  wire [3:0]   node,          // number of this adapter; never changes

    // packets from the source of the traffic
    input  wire         pkt_valid,     // a packet has arrived completely
    input  wire [3:0]   pkt_dst,       // adapter that it goes to
    input  wire [6:0]   pkt_len,       // its length in beats of 8 bytes, 1 to 32*max_p
    input  wire [31:0]  pkt_tag,       // what its beats carry beside their numbers
    output wire         pkt_drop,      // the VOQ is full: it is not taken; combinational

    // to the first switch; registered
    output wire         tx_valid,      // a beat comes
    output wire         tx_head,       // it is the first of a segment: the header, with the route
                                       // on top. Unknown while not valid
    output wire         tx_tail,       // it is the last of a segment. Unknown while not valid
    output wire         tx_bad,        // with the last beat: the segment was damaged on its way,
                                       // and is not to be used. Unknown while not valid
    output wire [64:0]  tx_data,       // the beat; in cell mode header and tag. Unknown while not
                                       // valid
    input  wire         tx_credit,     // back to the sender: a slot is free again

    // from the last switch
    input  wire         rx_valid,      // a beat comes
    input  wire         rx_head,       // it is the first of a segment: the header, with the route
                                       // on top. Unknown while not valid
    input  wire         rx_tail,       // it is the last of a segment. Unknown while not valid
    input  wire         rx_bad,        // with the last beat: the segment was damaged on its way,
                                       // and is not to be used. Unknown while not valid
    input  wire [64:0]  rx_data,       // the beat; in cell mode header and tag. Unknown while not
                                       // valid

    input  wire         line_en,       // a beat may leave on the external line
    input  wire         tick,          // a segment time of the external line begins: one in 32
                                       // cycles with line_en

    // the external line
    output wire         line_valid,    // a beat leaves
    output wire [3:0]   line_src,      // adapter that it comes from; all fields unknown while not
                                       // valid
    output wire [63:0]  line_data,     // source, destination (8 bits each), number of the beat in
                                       // its packet (16), tag of the packet (32)
    output wire         line_first,    // first of its packet
    output wire         line_last,     // last of its packet
    output wire         line_bad,      // with last: the packet is damaged, and is not to be used

    input  wire         reserve,       // 1: fabric buffers are reserved (RB), 0: rate regulation
                                       // alone (IR)
    input  wire [7:0]   grant_rate,    // grant rate, in 1/16 segment per segment time of the line
    output wire [6:0]   stat_oc,       // output-buffer credits; a register
    output wire [7:0]   stat_fc,       // fabric-buffer credits, two's complement; a register
    output wire [10:0]  stat_held,     // grants held, of all flows; a register
    output wire [5:0]   stat_credits,  // credits for the first switch; a register
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
    wire [13:0] parser_seg_seq;
    wire        parser_seg_unsol;
    wire        parser_beat_valid;
    wire [63:0] parser_beat_data;
    wire        parser_beat_eop;
    wire        parser_beat_tail;
    wire        parser_beat_bad;
    wire        parser_req_valid;
    wire [3:0]  parser_req_node;
    wire [4:0]  parser_req_count;
    wire        parser_gnt_valid;
    wire [3:0]  parser_gnt_node;
    wire [4:0]  parser_gnt_count;
    wire        parser_ack_valid;
    wire [3:0]  parser_ack_node;
    wire [7:0]  parser_error;
    wire        egress_arrived;
    wire        egress_released;
    wire        egress_left_valid;
    wire [3:0]  egress_left_node;
    wire        arbiter_gnt_valid;
    wire [3:0]  arbiter_gnt_node;
    wire [4:0]  arbiter_gnt_count;
    wire        arbiter_refused;
    wire        arbiter_ready;
    wire [3:0]  watch_look_node;

`ifdef RTLGEN_CHECKS
    reg [5:0] beats_of_message;  // beats of the message that have come
`endif

    wire unused_part_ready = &{1'b0, ingress_ready, arbiter_ready};

    genvar g;

    reqgrant_beat_ingress ingress (
        .clk          (clk),
        .rst          (rst),
        .node         (node),
        .pkt_valid    (pkt_valid),
        .pkt_dst      (pkt_dst),
        .pkt_len      (pkt_len),
        .pkt_tag      (pkt_tag),
        .pkt_drop     (pkt_drop),
        .gnt_valid    (parser_gnt_valid),
        .gnt_node     (parser_gnt_node),
        .gnt_count    (parser_gnt_count),
        .ack_valid    (parser_ack_valid),
        .ack_node     (parser_ack_node),
        .give_valid   (arbiter_gnt_valid),
        .give_node    (arbiter_gnt_node),
        .give_count   (arbiter_gnt_count),
        .left_valid   (egress_left_valid),
        .left_node    (egress_left_node),
        .tx_valid     (tx_valid),
        .tx_head      (tx_head),
        .tx_tail      (tx_tail),
        .tx_bad       (tx_bad),
        .tx_data      (tx_data),
        .tx_credit    (tx_credit),
        .look_node    (watch_look_node),
        .look_waits   (ingress_look_waits),
        .sent_valid   (ingress_sent_valid),
        .sent_node    (ingress_sent_node),
        .error        (ingress_error),
        .stat_held    (stat_held),
        .stat_credits (stat_credits),
        .ready        (ingress_ready)
    );

    reqgrant_beat_parser parser (
        .clk         (clk),
        .rst         (rst),
        .node        (node),
        .rx_valid    (rx_valid),
        .rx_head     (rx_head),
        .rx_tail     (rx_tail),
        .rx_bad      (rx_bad),
        .rx_data     (rx_data),
        .seg_valid   (parser_seg_valid),
        .seg_src     (parser_seg_src),
        .seg_path    (parser_seg_path),
        .seg_seq     (parser_seg_seq),
        .seg_unsol   (parser_seg_unsol),
        .beat_valid  (parser_beat_valid),
        .beat_data   (parser_beat_data),
        .beat_eop    (parser_beat_eop),
        .beat_tail   (parser_beat_tail),
        .beat_bad    (parser_beat_bad),
        .req_valid   (parser_req_valid),
        .req_node    (parser_req_node),
        .req_count   (parser_req_count),
        .gnt_valid   (parser_gnt_valid),
        .gnt_node    (parser_gnt_node),
        .gnt_count   (parser_gnt_count),
        .ack_valid   (parser_ack_valid),
        .ack_node    (parser_ack_node),
        .given_valid (arbiter_gnt_valid),
        .given_node  (arbiter_gnt_node),
        .given_count (arbiter_gnt_count),
        .gone_valid  (egress_left_valid),
        .gone_node   (egress_left_node),
        .err_crc     (err_crc),
        .err_route   (err_route),
        .error       (parser_error)
    );

    reqgrant_beat_egress egress (
        .clk          (clk),
        .rst          (rst),
        .node         (node),
        .seg_valid    (parser_seg_valid),
        .seg_src      (parser_seg_src),
        .seg_path     (parser_seg_path),
        .seg_seq      (parser_seg_seq),
        .seg_unsol    (parser_seg_unsol),
        .beat_valid   (parser_beat_valid),
        .beat_data    (parser_beat_data),
        .beat_eop     (parser_beat_eop),
        .beat_tail    (parser_beat_tail),
        .beat_bad     (parser_beat_bad),
        .line_en      (line_en),
        .line_valid   (line_valid),
        .line_src     (line_src),
        .line_data    (line_data),
        .line_first   (line_first),
        .line_last    (line_last),
        .line_bad     (line_bad),
        .arrived      (egress_arrived),
        .released     (egress_released),
        .left_valid   (egress_left_valid),
        .left_node    (egress_left_node),
        .err_sequence (err_sequence),
        .ready        (ready)
    );

    reqgrant_beat_arbiter arbiter (
        .clk        (clk),
        .rst        (rst),
        .req_valid  (parser_req_valid),
        .req_node   (parser_req_node),
        .req_count  (parser_req_count),
        .released   ({1'b0, egress_released}),
        .arrived    (egress_arrived),
        .tick       (tick),
        .reserve    (reserve),
        .grant_rate (grant_rate),
        .gnt_valid  (arbiter_gnt_valid),
        .gnt_node   (arbiter_gnt_node),
        .gnt_count  (arbiter_gnt_count),
        .refused    (arbiter_refused),
        .stat_oc    (stat_oc),
        .stat_fc    (stat_fc),
        .ready      (arbiter_ready)
    );

    reqgrant_watch watch (
        .clk         (clk),
        .rst         (rst),
        .tick        (tick && ready),
        .gnt_valid   (parser_gnt_valid),
        .gnt_node    (parser_gnt_node),
        .ack_valid   (parser_ack_valid),
        .ack_node    (parser_ack_node),
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

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            beats_of_message <= 6'd0;
        end else if (rx_valid) begin
            beats_of_message <= rx_tail ? 6'd0 : beats_of_message + 6'd1;
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
            // no packet before the tables are initialised
            if (pkt_valid && !ready) begin
                $display("RTLGEN_ASSERT %m ready_before_packet fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no word from the network before the tables are initialised
            if (rx_valid && !ready) begin
                $display("RTLGEN_ASSERT %m ready_before_word fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the head is the first beat, and no other one
            if (rx_valid && rx_head != (beats_of_message == 6'd0)) begin
                $display("RTLGEN_ASSERT %m header_is_first fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // beats follow the header
            if (rx_valid && rx_tail && beats_of_message == 6'd0) begin
                $display("RTLGEN_ASSERT %m header_is_not_last fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the beats of a message follow each other
            if (beats_of_message != 6'd0 && !rx_valid) begin
                $display("RTLGEN_ASSERT %m message_without_gap fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // at most 32 beats follow the header
            if (rx_valid && beats_of_message > 6'd32) begin
                $display("RTLGEN_ASSERT %m at_most_33_beats fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_reqgrant_beat_adapter
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
            ready_before_word: `RTLGEN_CONTRACT (!rx_valid || ready);
            // the head is the first beat, and no other one
            header_is_first: `RTLGEN_CONTRACT (!rx_valid || rx_head == (beats_of_message == 6'd0));
            // beats follow the header
            header_is_not_last: `RTLGEN_CONTRACT (!(rx_valid && rx_tail)
                                               || beats_of_message != 6'd0);
            // the beats of a message follow each other
            message_without_gap: `RTLGEN_CONTRACT (!(beats_of_message != 6'd0) || rx_valid);
            // at most 32 beats follow the header
            at_most_33_beats: `RTLGEN_CONTRACT (!rx_valid || beats_of_message <= 6'd32);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
