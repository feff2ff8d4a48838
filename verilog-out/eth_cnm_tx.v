// SPDX-License-Identifier: Apache-2.0
// eth_cnm_tx: puts CNMs between the frames of a stream  width = 64, cnm_prio = 6, msdu = 14
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module eth_cnm_tx (
    input  wire         clk,            // rising edge
    input  wire         rst,            // synchronous, active high
    input  wire [47:0]  mac,            // MAC address of the congestion point, the first octet
                                        // highest; held

    // CNMs to be sent; data unknown without cnm_valid
    input  wire         cnm_valid,      // a CNM is offered
    output wire         cnm_ready,      // it is taken, a function of a register
    input  wire [5:0]   cnm_feedback,   // quantized feedback
    input  wire [15:0]  cnm_q_offset,   // cnmQOffset, units of 64 octets, two's complement
    input  wire [15:0]  cnm_q_delta,    // cnmQDelta, units of 64 octets, two's complement
    input  wire [63:0]  cnm_cpid,       // congestion point, a number that no other one of the
                                        // network has
    input  wire [2:0]   cnm_prio,       // priority of the culprit frame
    input  wire [11:0]  cnm_vid,        // its VLAN
    input  wire [15:0]  cnm_flow,       // flow id of its CN-TAG; 0 if it has none
    input  wire [47:0]  cnm_src,        // its source, to which the CNM goes
    input  wire [47:0]  cnm_dst,        // its destination
    input  wire [111:0] cnm_msdu,       // first octets of its MSDU, the first one highest

    // frames of the port, without FCS
    input  wire         s_axis_tvalid,  // a beat is offered; it stays, unchanged, until it is taken
    output wire         s_axis_tready,  // the beat is taken
    input  wire [63:0]  s_axis_tdata,   // the beat, first byte in bits 7:0; unknown without tvalid
    input  wire [7:0]   s_axis_tkeep,   // a bit for each byte: all ones but with tlast, there ones
                                        // from bit 0 up; unknown without tvalid
    input  wire         s_axis_tlast,   // it ends a frame; unknown without tvalid
    input  wire         s_axis_tuser,   // with tlast: the frame is bad; unknown without tvalid

    // the same with CNMs between them, for the MAC, registers
    output wire         m_axis_tvalid,  // a beat is offered; it stays, unchanged, until it is taken
    input  wire         m_axis_tready,  // the beat is taken
    output wire [63:0]  m_axis_tdata,   // the beat, first byte in bits 7:0; unknown without tvalid
    output wire [7:0]   m_axis_tkeep,   // a bit for each byte: all ones but with tlast, there ones
                                        // from bit 0 up; unknown without tvalid
    output wire         m_axis_tlast,   // it ends a frame; unknown without tvalid
    output wire         m_axis_tuser    // with tlast: the frame is bad; unknown without tvalid
);

    reg         busy;                 // a CNM waits, or is sent
    reg [47:0]  culprit_source;       // of the CNM that was taken
    reg [11:0]  culprit_vid;          // of the CNM that was taken
    reg [15:0]  culprit_flow;         // of the CNM that was taken
    reg [5:0]   quantized_feedback;   // of the CNM that was taken
    reg [63:0]  congestion_point;     // of the CNM that was taken
    reg [15:0]  q_offset;             // of the CNM that was taken
    reg [15:0]  q_delta;              // of the CNM that was taken
    reg [2:0]   culprit_prio;         // of the CNM that was taken
    reg [47:0]  culprit_destination;  // of the CNM that was taken
    reg [111:0] msdu;                 // of the CNM that was taken
    reg         within_frame;         // a frame of the stream is under way
    reg         sends;                // the frame that is put in is under way
    reg [2:0]   frame_beat;           // its next beat

    wire         accepts;
    wire         begins;              // its frame begins
    wire [511:0] frame;
    wire         may_pass;
    wire         moves;
    wire         frame_moves;
    wire         frame_ends;
    wire         in_stage_out_valid;
    wire [73:0]  in_stage_out_data;
    wire         out_stage_in_ready;
    wire [73:0]  out_stage_out_data;

`ifdef RTLGEN_CHECKS
    reg        s_axis_waits;   // a beat was offered and not taken
    reg [73:0] s_axis_before;  // the beat of the cycle before
    reg        m_axis_waits;   // a beat was offered and not taken
    reg [73:0] m_axis_before;  // the beat of the cycle before
`endif

    wire        out_stage_out_data_user = out_stage_out_data[73];
    wire        out_stage_out_data_last = out_stage_out_data[72];
    wire [7:0]  out_stage_out_data_keep = out_stage_out_data[71:64];
    wire [63:0] out_stage_out_data_data = out_stage_out_data[63:0];
    wire        in_stage_out_data_last = in_stage_out_data[72];

    skid_buffer_width74 in_stage (
        .clk       (clk),
        .rst       (rst),
        .in_valid  (s_axis_tvalid),
        .in_data   ({s_axis_tuser, s_axis_tlast, s_axis_tkeep, s_axis_tdata}),
        .in_ready  (s_axis_tready),
        .out_valid (in_stage_out_valid),
        .out_data  (in_stage_out_data),
        .out_ready (moves)
    );

    skid_buffer_width74 out_stage (
        .clk       (clk),
        .rst       (rst),
        .in_valid  (sends ? 1'b1 : in_stage_out_valid && may_pass),
        .in_data   (sends
                  ? {1'b0, frame_beat == 3'd7, (frame_beat == 3'd7) ? {4'd0, 4'd15} : 8'd255,
                     frame[{frame_beat, 6'd0} +: 64]}
                  : in_stage_out_data),
        .in_ready  (out_stage_in_ready),
        .out_valid (m_axis_tvalid),
        .out_data  (out_stage_out_data),
        .out_ready (m_axis_tready)
    );

    assign accepts = cnm_valid && !busy;
    assign frame = {8'd0, 8'd0, 8'd0, 8'd0, msdu[7:0], msdu[15:8], msdu[23:16], msdu[31:24],
                    msdu[39:32], msdu[47:40], msdu[55:48], msdu[63:56], msdu[71:64], msdu[79:72],
                    msdu[87:80], msdu[95:88], msdu[103:96], msdu[111:104], 8'd14, 8'd0,
                    culprit_destination[7:0], culprit_destination[15:8], culprit_destination[23:16],
                    culprit_destination[31:24], culprit_destination[39:32],
                    culprit_destination[47:40], 8'd0, culprit_prio, 5'd0, q_delta[7:0],
                    q_delta[15:8], q_offset[7:0], q_offset[15:8], congestion_point[7:0],
                    congestion_point[15:8], congestion_point[23:16], congestion_point[31:24],
                    congestion_point[39:32], congestion_point[47:40], congestion_point[55:48],
                    congestion_point[63:56], 2'd0, quantized_feedback, 8'd0, 8'd231, 8'd34,
                    culprit_flow[7:0], culprit_flow[15:8], 8'd233, 8'd34, culprit_vid[7:0], 3'd6,
                    1'b0, culprit_vid[11:8], 8'd0, 8'd129, mac[7:0], mac[15:8], mac[23:16],
                    mac[31:24], mac[39:32], mac[47:40], culprit_source[7:0], culprit_source[15:8],
                    culprit_source[23:16], culprit_source[31:24], culprit_source[39:32],
                    culprit_source[47:40]};
    assign m_axis_tdata = out_stage_out_data_data;
    assign m_axis_tkeep = out_stage_out_data_keep;
    assign m_axis_tlast = out_stage_out_data_last;
    assign m_axis_tuser = out_stage_out_data_user;
    assign begins       = busy && !within_frame && !sends;
    assign may_pass     = within_frame || !(sends || busy);
    assign moves        = in_stage_out_valid && may_pass && out_stage_in_ready;
    assign frame_moves  = sends && out_stage_in_ready;
    assign frame_ends   = frame_moves && frame_beat == 3'd7;
    assign cnm_ready    = !busy;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [340:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (11) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[308:0], memory_fill};
        end
        {culprit_source, culprit_vid, culprit_flow, quantized_feedback, congestion_point, q_offset,
         q_delta, culprit_prio, culprit_destination, msdu} = memory_bits;
`ifdef RTLGEN_CHECKS
        repeat (3) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            s_axis_before = {s_axis_before[41:0], memory_fill};
        end
        repeat (3) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            m_axis_before = {m_axis_before[41:0], memory_fill};
        end
`endif
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            busy <= 1'b0;
        end else if (accepts) begin
            busy <= 1'b1;
        end else if (frame_ends) begin
            busy <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (accepts) begin
            culprit_source <= cnm_src;
            culprit_vid <= cnm_vid;
            culprit_flow <= cnm_flow;
            quantized_feedback <= cnm_feedback;
            congestion_point <= cnm_cpid;
            q_offset <= cnm_q_offset;
            q_delta <= cnm_q_delta;
            culprit_prio <= cnm_prio;
            culprit_destination <= cnm_dst;
            msdu <= cnm_msdu;
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            s_axis_waits <= 1'b0;
            m_axis_waits <= 1'b0;
        end else begin
            s_axis_waits <= s_axis_tvalid && !s_axis_tready;
            m_axis_waits <= m_axis_tvalid && !m_axis_tready;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        s_axis_before <= {s_axis_tuser, s_axis_tlast, s_axis_tkeep, s_axis_tdata};
        m_axis_before <= {m_axis_tuser, m_axis_tlast, m_axis_tkeep, m_axis_tdata};
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            within_frame <= 1'b0;
            frame_beat <= 3'd0;
        end else begin
            if (moves) within_frame <= !in_stage_out_data_last;
            if (frame_moves) frame_beat <= frame_beat + 3'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            sends <= 1'b0;
        end else if (begins) begin
            sends <= 1'b1;
        end else if (frame_ends) begin
            sends <= 1'b0;
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
              || {m_axis_tuser, m_axis_tlast, m_axis_tkeep, m_axis_tdata} != m_axis_before)) begin
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
            // a frame that is put in is not within a frame
            if (sends && within_frame) begin
                $display("RTLGEN_ASSERT %m between_frames fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a frame begins with what was accepted
            if (begins && !busy) begin
                $display("RTLGEN_ASSERT %m a_frame_has_its_contents fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_eth_cnm_tx
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
                                  && {m_axis_tuser, m_axis_tlast, m_axis_tkeep, m_axis_tdata}
                                  == m_axis_before));
            // the bytes of a beat are those from bit 0 up, one at least
            out_keep_from_bit_0: assert (!m_axis_tvalid
                                      || (m_axis_tkeep[0]
                                       && !(|(m_axis_tkeep & (m_axis_tkeep + 8'd1)))));
            // all beats but the last are full
            out_only_the_last_beat_is_short: assert (!(m_axis_tvalid && !m_axis_tlast)
                                                  || (&m_axis_tkeep));
            // a frame that is put in is not within a frame
            between_frames: assert (!(sends && within_frame));
            // a frame begins with what was accepted
            a_frame_has_its_contents: assert (!begins || busy);
            waits_for_a_frame: cover (busy && cnm_valid);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
