// SPDX-License-Identifier: Apache-2.0
// eth_cnm_rx: listens to a stream for CNMs to this host
//
// width = 64, count_bits = 16, flows = 8, q_offset_sign = 0
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module eth_cnm_rx (
    input  wire        clk,            // rising edge
    input  wire        rst,            // synchronous, active high
    input  wire [47:0] mac,            // MAC address of this host, the first octet highest; held

    // frames from the MAC to the host, as they pass, without FCS
    input  wire        axis_tvalid,    // a beat is offered; it stays, unchanged, until it is taken
    input  wire        axis_tready,    // the beat is taken
    input  wire [63:0] axis_tdata,     // the beat, first byte in bits 7:0; unknown without tvalid
    input  wire [7:0]  axis_tkeep,     // a bit for each byte: all ones but with tlast, there ones
                                       // from bit 0 up; unknown without tvalid
    input  wire        axis_tlast,     // it ends a frame; unknown without tvalid
    input  wire        axis_tuser,     // with tlast: the frame is bad; unknown without tvalid

    // for qcn_rp, registers
    output wire        cnm_valid,      // pulse: a CNM for a flow arrives
    output wire [2:0]  cnm_flow,       // the flow; unknown without valid
    output wire [5:0]  cnm_feedback,   // its quantized feedback; unknown without valid
    output wire        cnm_congested,  // the queue is longer than in equilibrium; unknown without
                                       // valid

    input  wire        clear,          // clears the counters; an event of the same cycle counts
    output wire [4:0]  seen,           // events since the last clear: bad, flow, short, version,
                                       // heard from bit 0 on, functions of registers
    output wire [79:0] counts          // how many, which stay at the largest number, registers
);

    reg        heard;             // a beat was taken
    reg        last_q;            // axis_tlast, one cycle later
    reg [2:0]  beat_index;        // number of the beat in its frame; stays behind the last that
                                  // counts
    reg        ends;              // a frame has ended
    reg        user_q;            // axis_tuser, one cycle later
    reg        ends_bad;          // user_q, one cycle later
    reg        to_us;             // octets 0 to 5 of the frame have the value
    reg [15:0] octets_0;          // octets 0 and 1 of the beat, the first one lowest
    reg [15:0] octets_2;          // octets 2 and 3 of the beat, the first one lowest
    reg [15:0] octets_4;          // octets 4 and 5 of the beat, the first one lowest
    reg        vlan_tag;          // octets 12 to 13 of the frame have the value
    reg        cn_tag;            // octets 12 to 13 of the frame have the value
    reg        no_tag;            // octets 12 to 13 of the frame have the value
    reg        cn_tag_behind;     // octets 16 to 17 of the frame have the value
    reg        cnm_behind_a_tag;  // octets 16 to 17 of the frame have the value
    reg        cnm_behind_two;    // octets 20 to 21 of the frame have the value
    reg        keep_5_q;          // the beat has octet 5
    reg        has_two_tags;      // the frame has 22 octets or more
    reg        keep_1_q;          // the beat has octet 1
    reg        has_one_tag;       // the frame has 18 octets or more
    reg        has_type;          // the frame has 14 octets or more
    reg [15:0] field_18;          // octets 18 and 19 of the frame
    reg [15:0] field_14;          // octets 14 and 15 of the frame
    reg [15:0] octets_6;          // octets 6 and 7 of the beat, the first one lowest
    reg [15:0] field_22;          // octets 22 and 23 of the frame
    reg        has_pdu;           // the frame has 46 octets or more
    reg        has_pdu_sooner;    // the frame has 42 octets or more
    reg [15:0] field_32;          // octets 32 and 33 of the frame
    reg [15:0] field_28;          // octets 28 and 29 of the frame
    reg        cnm_valid_q;       // pulse: a CNM for a flow arrives
    reg [2:0]  cnm_flow_q;        // the flow; unknown without valid
    reg [5:0]  cnm_feedback_q;    // its quantized feedback; unknown without valid
    reg        cnm_congested_q;   // the queue is longer than in equilibrium; unknown without valid

    wire        heard_last;
    wire        is_tagged;
    wire        is_cn_tagged;
    wire        has_no_flow;
    wire        cnm_ends;
    wire [15:0] rpid;
    wire        is_known;
    wire [15:0] pdu_head;
    wire [15:0] q_offset;
    wire [4:0]  cnm_event;     // bad, flow, short, version, heard from bit 0 on
    wire        not_yet_0;
    wire        not_yet_1;
    wire        not_yet_2;
    wire        not_yet_3;

`ifdef RTLGEN_CHECKS
    reg        axis_waits;   // a beat was offered and not taken
    reg [73:0] axis_before;  // the beat of the cycle before
`endif

    wire unused_beats = &{1'b0, axis_tdata, axis_tkeep};
    wire unused_reserved = &{1'b0, pdu_head[11:6]};
    wire unused_offset = &{1'b0, q_offset[14:0]};

`ifdef RTLGEN_CHECKS
    // The lowest 1 alone.
    function [4:0] lowest_one_5(input [4:0] bits);
        reg [4:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            up_to = up_to | (up_to << 4);
            lowest_one_5 = bits & ~(up_to << 1);
        end
    endfunction
`endif

    link_errors_causes5_bits16 events (
        .clk    (clk),
        .rst    (rst),
        .errors (cnm_event),
        .clear  (clear),
        .seen   (seen),
        .counts (counts)
    );

    assign heard_last    = heard && last_q;
    assign is_tagged     = vlan_tag && cn_tag_behind && cnm_behind_two && has_two_tags;
    assign is_cn_tagged  = cn_tag && cnm_behind_a_tag && has_one_tag;
    assign has_no_flow   = vlan_tag ? cnm_behind_a_tag && has_one_tag : no_tag && has_type;
    assign cnm_ends      = ends && to_us && (is_tagged ? 1'b1 : is_cn_tagged ? 1'b1 : has_no_flow);
    assign rpid          = is_tagged ? field_18 : field_14;
    assign is_known      = (|rpid) && rpid <= 16'd8 && !has_no_flow;
    assign pdu_head      = is_tagged ? field_22 : field_18;
    assign q_offset      = is_tagged ? field_32 : field_28;
    assign not_yet_0     = cnm_ends;
    assign cnm_event[0]  = not_yet_0 && ends_bad;
    assign cnm_event[1]  = not_yet_1 && !is_known;
    assign cnm_event[2]  = not_yet_2 && !(is_tagged ? has_pdu : has_pdu_sooner);
    assign cnm_event[3]  = not_yet_3 && (|pdu_head[15:12]);
    assign cnm_event[4]  = not_yet_3 && !(|pdu_head[15:12]);
    assign not_yet_1     = not_yet_0 && !ends_bad;
    assign not_yet_2     = not_yet_1 && !(!is_known);
    assign not_yet_3     = not_yet_2 && !(!(is_tagged ? has_pdu : has_pdu_sooner));
    assign cnm_valid     = cnm_valid_q;
    assign cnm_flow      = cnm_flow_q;
    assign cnm_feedback  = cnm_feedback_q;
    assign cnm_congested = cnm_congested_q;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [170:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (6) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[138:0], memory_fill};
        end
        {last_q, user_q, ends_bad, to_us, octets_0, octets_2, octets_4, vlan_tag, cn_tag, no_tag,
         cn_tag_behind, cnm_behind_a_tag, cnm_behind_two, keep_5_q, has_two_tags, keep_1_q,
         has_one_tag, has_type, field_18, field_14, octets_6, field_22, has_pdu, has_pdu_sooner,
         field_32, field_28, cnm_flow_q, cnm_feedback_q, cnm_congested_q} = memory_bits;
`ifdef RTLGEN_CHECKS
        repeat (3) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            axis_before = {axis_before[41:0], memory_fill};
        end
`endif
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            axis_waits <= 1'b0;
        end else begin
            axis_waits <= axis_tvalid && !axis_tready;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        axis_before <= {axis_tuser, axis_tlast, axis_tkeep, axis_tdata};
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            heard <= 1'b0;
            ends <= 1'b0;
            cnm_valid_q <= 1'b0;
        end else begin
            heard <= axis_tvalid && axis_tready;
            ends <= heard_last;
            cnm_valid_q <= cnm_event[4];
        end
    end

    always @(posedge clk) begin
        last_q <= axis_tlast;
        user_q <= axis_tuser;
        ends_bad <= user_q;
        if (beat_index == 3'd0) begin
            to_us <= {octets_0[7:0], octets_0[15:8], octets_2[7:0], octets_2[15:8], octets_4[7:0],
                      octets_4[15:8]}
                  == mac;
        end
        octets_0 <= axis_tdata[15:0];
        octets_2 <= axis_tdata[31:16];
        octets_4 <= axis_tdata[47:32];
        keep_5_q <= axis_tkeep[5];
        has_two_tags <= (beat_index > 3'd2) ? 1'b1 : beat_index == 3'd2 && keep_5_q;
        keep_1_q <= axis_tkeep[1];
        has_one_tag <= (beat_index > 3'd2) ? 1'b1 : beat_index == 3'd2 && keep_1_q;
        has_type <= (beat_index > 3'd1) ? 1'b1 : beat_index == 3'd1 && keep_5_q;
        octets_6 <= axis_tdata[63:48];
        has_pdu <= (beat_index > 3'd5) ? 1'b1 : beat_index == 3'd5 && keep_5_q;
        has_pdu_sooner <= (beat_index > 3'd5) ? 1'b1 : beat_index == 3'd5 && keep_1_q;
        if (beat_index == 3'd4) field_32 <= {octets_0[7:0], octets_0[15:8]};
    end

    always @(posedge clk) begin
        if (rst) begin
            beat_index <= 3'd0;
        end else if (heard_last) begin
            beat_index <= 3'd0;
        end else if (heard && beat_index != 3'd6) begin
            beat_index <= beat_index + 3'd1;
        end
    end

    always @(posedge clk) begin
        if (beat_index == 3'd1) begin
            vlan_tag <= {octets_4[7:0], octets_4[15:8]} == 16'h8100;
            cn_tag <= {octets_4[7:0], octets_4[15:8]} == 16'h22e9;
            no_tag <= {octets_4[7:0], octets_4[15:8]} == 16'h22e7;
            field_14 <= {octets_6[7:0], octets_6[15:8]};
        end
    end

    always @(posedge clk) begin
        if (beat_index == 3'd2) begin
            cn_tag_behind <= {octets_0[7:0], octets_0[15:8]} == 16'h22e9;
            cnm_behind_a_tag <= {octets_0[7:0], octets_0[15:8]} == 16'h22e7;
            cnm_behind_two <= {octets_4[7:0], octets_4[15:8]} == 16'h22e7;
            field_18 <= {octets_2[7:0], octets_2[15:8]};
            field_22 <= {octets_6[7:0], octets_6[15:8]};
        end
    end

    always @(posedge clk) begin
        if (beat_index == 3'd3) field_28 <= {octets_4[7:0], octets_4[15:8]};
        cnm_flow_q <= rpid[2:0] - 3'd1;
        cnm_feedback_q <= pdu_head[5:0];
        cnm_congested_q <= q_offset[15];
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
            // a beat stays until it is taken
            if (axis_waits
             && (!axis_tvalid
              || {axis_tuser, axis_tlast, axis_tkeep, axis_tdata} != axis_before)) begin
                $display("RTLGEN_ASSERT %m beat_stays fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the bytes of a beat are those from bit 0 up, one at least
            if (axis_tvalid && (!axis_tkeep[0] || (|(axis_tkeep & (axis_tkeep + 8'd1))))) begin
                $display("RTLGEN_ASSERT %m keep_from_bit_0 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // all beats but the last are full
            if (axis_tvalid && !axis_tlast && !(&axis_tkeep)) begin
                $display("RTLGEN_ASSERT %m only_the_last_beat_is_short fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a frame is one of the five
            if (|(cnm_event & ~lowest_one_5(cnm_event))) begin
                $display("RTLGEN_ASSERT %m one_event_for_a_frame fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_eth_cnm_rx
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a beat stays until it is taken
            beat_stays: `RTLGEN_CONTRACT (!axis_waits
                                       || (axis_tvalid
                                        && {axis_tuser, axis_tlast, axis_tkeep, axis_tdata}
                                        == axis_before));
            // the bytes of a beat are those from bit 0 up, one at least
            keep_from_bit_0: `RTLGEN_CONTRACT (!axis_tvalid
                                            || (axis_tkeep[0]
                                             && !(|(axis_tkeep & (axis_tkeep + 8'd1)))));
            // all beats but the last are full
            only_the_last_beat_is_short: `RTLGEN_CONTRACT (!(axis_tvalid && !axis_tlast)
                                                        || (&axis_tkeep));
            // a frame is one of the five
            one_event_for_a_frame: assert (!(|(cnm_event & ~lowest_one_5(cnm_event))));
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
