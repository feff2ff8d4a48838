// SPDX-License-Identifier: Apache-2.0
// eth_vlan_rx: reads VLAN tags and CN-TAGs of a stream  width = 64
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module eth_vlan_rx (
    input  wire        clk,              // rising edge
    input  wire        rst,              // synchronous, active high

    // of frames without a VLAN tag
    input  wire [2:0]  default_prio,     // priority
    input  wire [11:0] default_vid,      // VLAN

    // frames
    input  wire        s_axis_tvalid,    // a beat is offered; it stays, unchanged, until it is
                                         // taken
    output wire        s_axis_tready,    // the beat is taken
    input  wire [63:0] s_axis_tdata,     // the beat, first byte in bits 7:0; unknown without tvalid
    input  wire [7:0]  s_axis_tkeep,     // a bit for each byte: all ones but with tlast, there ones
                                         // from bit 0 up; unknown without tvalid
    input  wire        s_axis_tlast,     // it ends a frame; unknown without tvalid
    input  wire        s_axis_tuser,     // with tlast: the frame is bad; unknown without tvalid

    // the same frames, registers
    output wire        m_axis_tvalid,    // a beat is offered; it stays, unchanged, until it is
                                         // taken
    input  wire        m_axis_tready,    // the beat is taken
    output wire [63:0] m_axis_tdata,     // the beat, first byte in bits 7:0; unknown without tvalid
    output wire [7:0]  m_axis_tkeep,     // a bit for each byte: all ones but with tlast, there ones
                                         // from bit 0 up; unknown without tvalid
    output wire        m_axis_tlast,     // it ends a frame; unknown without tvalid
    output wire        m_axis_tuser,     // with tlast: the frame is bad; unknown without tvalid

    // beside each beat of the frame, registers; unknown without m_axis_tvalid
    output wire [2:0]  m_axis_prio,      // priority
    output wire [11:0] m_axis_vid,       // VLAN
    output wire        m_axis_tagged,    // it has a VLAN tag
    output wire        m_axis_has_flow,  // it has a CN-TAG behind that
    output wire [15:0] m_axis_flow       // flow id of the CN-TAG; unknown without one
);

    reg        held_0;        // a beat is in the place
    reg [73:0] place_0;       // a beat, the oldest in place 0
    reg        held_1;        // a beat is in the place
    reg [73:0] place_1;       // a beat, the oldest in place 0
    reg        starts;        // the oldest beat begins a frame
    reg [32:0] tag_of_frame;  // of the frame whose beats leave

    wire [32:0]  beside_out;
    wire         offers;
    wire         leaves;
    wire         takes_0;
    wire         takes_1;
    wire         has_vlan_tag;
    wire [15:0]  tci;
    wire         has_vid;
    wire         has_cn_tag;
    wire [32:0]  tag;
    wire         in_stage_out_valid;
    wire [73:0]  in_stage_out_data;
    wire         out_stage_in_ready;
    wire [106:0] out_stage_out_data;

`ifdef RTLGEN_CHECKS
    reg         s_axis_waits;   // a beat was offered and not taken
    reg [73:0]  s_axis_before;  // the beat of the cycle before
    reg         m_axis_waits;   // a beat was offered and not taken
    reg [106:0] m_axis_before;  // the beat of the cycle before
    reg         m_axis_inside;  // a frame has begun and not ended
    reg [32:0]  m_axis_number;  // port number of the last beat taken
`endif

    wire        out_stage_out_data_user = out_stage_out_data[73];
    wire        out_stage_out_data_last = out_stage_out_data[72];
    wire [7:0]  out_stage_out_data_keep = out_stage_out_data[71:64];
    wire [63:0] out_stage_out_data_data = out_stage_out_data[63:0];
    wire        place_0_last = place_0[72];
    wire        place_1_last = place_1[72];
    wire [2:0]  beside_out_prio = beside_out[32:30];
    wire [11:0] beside_out_vid = beside_out[29:18];
    wire        beside_out_tagged = beside_out[17];
    wire        beside_out_has_cn = beside_out[16];
    wire [15:0] beside_out_flow = beside_out[15:0];

    wire unused_drop_eligible = &{1'b0, tci[12]};

    skid_buffer_width74 in_stage (
        .clk       (clk),
        .rst       (rst),
        .in_valid  (s_axis_tvalid),
        .in_data   ({s_axis_tuser, s_axis_tlast, s_axis_tkeep, s_axis_tdata}),
        .in_ready  (s_axis_tready),
        .out_valid (in_stage_out_valid),
        .out_data  (in_stage_out_data),
        .out_ready (takes_1)
    );

    skid_buffer_width107 out_stage (
        .clk       (clk),
        .rst       (rst),
        .in_valid  (offers),
        .in_data   ({starts ? tag : tag_of_frame, place_0}),
        .in_ready  (out_stage_in_ready),
        .out_valid (m_axis_tvalid),
        .out_data  (out_stage_out_data),
        .out_ready (m_axis_tready)
    );

    assign m_axis_tdata = out_stage_out_data_data;
    assign m_axis_tkeep = out_stage_out_data_keep;
    assign m_axis_tlast = out_stage_out_data_last;
    assign m_axis_tuser = out_stage_out_data_user;
    assign beside_out   = out_stage_out_data[106:74];
    assign offers = starts
                  ? held_0 && (place_0_last || (held_1 && (place_1_last || in_stage_out_valid)))
                  : held_0;
    assign leaves  = offers && out_stage_in_ready;
    assign takes_0 = held_1 && (held_0 ? leaves : 1'b1);
    assign takes_1 = in_stage_out_valid && (held_1 ? takes_0 : 1'b1);
    assign has_vlan_tag = {place_1[39:32], place_1[47:40]} == 16'h8100
                       && place_1[71]
                       && !place_0_last;
    assign tci     = {place_1[55:48], place_1[63:56]};
    assign has_vid = has_vlan_tag && (|tci[11:0]);
    assign has_cn_tag = has_vlan_tag
                     && {in_stage_out_data[7:0], in_stage_out_data[15:8]} == 16'h22e9
                     && in_stage_out_data[67]
                     && !place_0_last
                     && !place_1_last;
    assign tag = {has_vlan_tag ? tci[15:13] : default_prio, has_vid ? tci[11:0] : default_vid,
                  has_vlan_tag, has_cn_tag, in_stage_out_data[23:16], in_stage_out_data[31:24]};
    assign m_axis_prio     = beside_out_prio;
    assign m_axis_vid      = beside_out_vid;
    assign m_axis_tagged   = beside_out_tagged;
    assign m_axis_has_flow = beside_out_has_cn;
    assign m_axis_flow     = beside_out_flow;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [180:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (6) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[148:0], memory_fill};
        end
        {place_0, place_1, tag_of_frame} = memory_bits;
`ifdef RTLGEN_CHECKS
        repeat (3) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            s_axis_before = {s_axis_before[41:0], memory_fill};
        end
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            m_axis_before = {m_axis_before[74:0], memory_fill};
        end
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            m_axis_number = {m_axis_number[0], memory_fill};
        end
`endif
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            s_axis_waits <= 1'b0;
            m_axis_waits <= 1'b0;
            m_axis_inside <= 1'b0;
        end else begin
            s_axis_waits <= s_axis_tvalid && !s_axis_tready;
            m_axis_waits <= m_axis_tvalid && !m_axis_tready;
            if (m_axis_tvalid && m_axis_tready) m_axis_inside <= !m_axis_tlast;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        s_axis_before <= {s_axis_tuser, s_axis_tlast, s_axis_tkeep, s_axis_tdata};
        m_axis_before <= {m_axis_tuser, m_axis_tlast, m_axis_tkeep, beside_out, m_axis_tdata};
        if (m_axis_tvalid && m_axis_tready) m_axis_number <= beside_out;
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            held_0 <= 1'b0;
            held_1 <= 1'b0;
            starts <= 1'b1;
        end else begin
            held_0 <= takes_0 ? 1'b1 : held_0 && !leaves;
            held_1 <= takes_1 ? 1'b1 : held_1 && !takes_0;
            if (leaves) starts <= place_0_last;
        end
    end

    always @(posedge clk) begin
        if (takes_0) place_0 <= place_1;
        if (takes_1) place_1 <= in_stage_out_data;
        if (starts) tag_of_frame <= tag;
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
            if (s_axis_waits
             && (!s_axis_tvalid
              || {s_axis_tuser, s_axis_tlast, s_axis_tkeep, s_axis_tdata} != s_axis_before)) begin
                $display("RTLGEN_ASSERT %m beat_stays fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the bytes of a beat are those from bit 0 up, one at least
            if (s_axis_tvalid
             && (!s_axis_tkeep[0] || (|(s_axis_tkeep & (s_axis_tkeep + 8'd1))))) begin
                $display("RTLGEN_ASSERT %m keep_from_bit_0 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // all beats but the last are full
            if (s_axis_tvalid && !s_axis_tlast && !(&s_axis_tkeep)) begin
                $display("RTLGEN_ASSERT %m only_the_last_beat_is_short fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a beat stays until it is taken
            if (m_axis_waits
             && (!m_axis_tvalid
              || {m_axis_tuser, m_axis_tlast, m_axis_tkeep, beside_out, m_axis_tdata}
              != m_axis_before)) begin
                $display("RTLGEN_ASSERT %m out_beat_stays fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the bytes of a beat are those from bit 0 up, one at least
            if (m_axis_tvalid
             && (!m_axis_tkeep[0] || (|(m_axis_tkeep & (m_axis_tkeep + 8'd1))))) begin
                $display("RTLGEN_ASSERT %m out_keep_from_bit_0 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // all beats but the last are full
            if (m_axis_tvalid && !m_axis_tlast && !(&m_axis_tkeep)) begin
                $display("RTLGEN_ASSERT %m out_only_the_last_beat_is_short fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // beats of two frames do not mix
            if (m_axis_tvalid && m_axis_inside && beside_out != m_axis_number) begin
                $display("RTLGEN_ASSERT %m out_one_frame_at_a_time fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_eth_vlan_rx
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a beat stays until it is taken
            beat_stays: `RTLGEN_CONTRACT (!s_axis_waits
                                       || (s_axis_tvalid
                                        && {s_axis_tuser, s_axis_tlast, s_axis_tkeep, s_axis_tdata}
                                        == s_axis_before));
            // the bytes of a beat are those from bit 0 up, one at least
            keep_from_bit_0: `RTLGEN_CONTRACT (!s_axis_tvalid
                                            || (s_axis_tkeep[0]
                                             && !(|(s_axis_tkeep & (s_axis_tkeep + 8'd1)))));
            // all beats but the last are full
            only_the_last_beat_is_short: `RTLGEN_CONTRACT (!(s_axis_tvalid && !s_axis_tlast)
                                                        || (&s_axis_tkeep));
            // a beat stays until it is taken
            out_beat_stays: assert (!m_axis_waits
                                 || (m_axis_tvalid
                                  && {m_axis_tuser, m_axis_tlast, m_axis_tkeep, beside_out,
                                      m_axis_tdata}
                                  == m_axis_before));
            // the bytes of a beat are those from bit 0 up, one at least
            out_keep_from_bit_0: assert (!m_axis_tvalid
                                      || (m_axis_tkeep[0]
                                       && !(|(m_axis_tkeep & (m_axis_tkeep + 8'd1)))));
            // all beats but the last are full
            out_only_the_last_beat_is_short: assert (!(m_axis_tvalid && !m_axis_tlast)
                                                  || (&m_axis_tkeep));
            // beats of two frames do not mix
            out_one_frame_at_a_time: assert (!(m_axis_tvalid && m_axis_inside)
                                          || beside_out == m_axis_number);
            both_tags: cover (offers && starts && has_cn_tag);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
