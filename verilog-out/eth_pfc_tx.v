// SPDX-License-Identifier: Apache-2.0
// eth_pfc_tx: puts PFC frames between the frames of a stream
//
// width = 64, quanta = 65535, refresh = 32767
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module eth_pfc_tx (
    input  wire        clk,            // rising edge
    input  wire        rst,            // synchronous, active high
    input  wire [47:0] mac,            // MAC address of the port, the first octet highest; held
    input  wire [7:0]  xoff,           // the other end must not send in this priority
    input  wire        tick,           // the link could carry a beat in this cycle; held at 1 if it
                                       // always can

    // frames of the port, without FCS
    input  wire        s_axis_tvalid,  // a beat is offered; it stays, unchanged, until it is taken
    output wire        s_axis_tready,  // the beat is taken
    input  wire [63:0] s_axis_tdata,   // the beat, first byte in bits 7:0; unknown without tvalid
    input  wire [7:0]  s_axis_tkeep,   // a bit for each byte: all ones but with tlast, there ones
                                       // from bit 0 up; unknown without tvalid
    input  wire        s_axis_tlast,   // it ends a frame; unknown without tvalid
    input  wire        s_axis_tuser,   // with tlast: the frame is bad; unknown without tvalid

    // the same with PFC frames between them, for the MAC, registers
    output wire        m_axis_tvalid,  // a beat is offered; it stays, unchanged, until it is taken
    input  wire        m_axis_tready,  // the beat is taken
    output wire [63:0] m_axis_tdata,   // the beat, first byte in bits 7:0; unknown without tvalid
    output wire [7:0]  m_axis_tkeep,   // a bit for each byte: all ones but with tlast, there ones
                                       // from bit 0 up; unknown without tvalid
    output wire        m_axis_tlast,   // it ends a frame; unknown without tvalid
    output wire        m_axis_tuser,   // with tlast: the frame is bad; unknown without tvalid

    output wire [7:0]  told,           // priorities that the last PFC frame has stopped, registers
    output wire        sent            // pulse: a PFC frame begins, a register
);

    reg [7:0]  xoff_q;        // xoff, one cycle later
    reg [7:0]  told_q;        // priorities that the last PFC frame has stopped, registers
    reg [17:0] timer;         // cycles of the link since the last frame began
    reg        refresh_due;   // a repetition is due
    reg [7:0]  enable;        // enable vector of the frame
    reg        within_frame;  // a frame of the stream is under way
    reg        sends;         // the frame that is put in is under way
    reg [2:0]  frame_beat;    // its next beat
    reg        sent_q;        // begins, one cycle later

    wire         begins;              // a PFC frame begins
    wire         wanted;
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

    assign wanted = (|(xoff_q ^ told_q)) || refresh_due;
    assign frame = {8'd0, 8'd0, 8'd0, 8'd0, 8'd0, 8'd0, 8'd0, 8'd0, 8'd0, 8'd0, 8'd0, 8'd0, 8'd0,
                    8'd0, 8'd0, 8'd0, 8'd0, 8'd0, 8'd0, 8'd0, 8'd0, 8'd0, 8'd0, 8'd0, 8'd0, 8'd0,
                    8'd0, 8'd0, 8'd0, 8'd0, told_q[7] ? 8'd255 : 8'd0, told_q[7] ? 8'd255 : 8'd0,
                    told_q[6] ? 8'd255 : 8'd0, told_q[6] ? 8'd255 : 8'd0, told_q[5] ? 8'd255 : 8'd0,
                    told_q[5] ? 8'd255 : 8'd0, told_q[4] ? 8'd255 : 8'd0, told_q[4] ? 8'd255 : 8'd0,
                    told_q[3] ? 8'd255 : 8'd0, told_q[3] ? 8'd255 : 8'd0, told_q[2] ? 8'd255 : 8'd0,
                    told_q[2] ? 8'd255 : 8'd0, told_q[1] ? 8'd255 : 8'd0, told_q[1] ? 8'd255 : 8'd0,
                    told_q[0] ? 8'd255 : 8'd0, told_q[0] ? 8'd255 : 8'd0, enable, 8'd0, 8'd1, 8'd1,
                    8'd8, 8'd136, mac[7:0], mac[15:8], mac[23:16], mac[31:24], mac[39:32],
                    mac[47:40], 8'd1, 8'd0, 8'd0, 8'd194, 8'd128, 8'd1};
    assign m_axis_tdata = out_stage_out_data_data;
    assign m_axis_tkeep = out_stage_out_data_keep;
    assign m_axis_tlast = out_stage_out_data_last;
    assign m_axis_tuser = out_stage_out_data_user;
    assign begins       = wanted && !within_frame && !sends;
    assign may_pass     = within_frame || !(sends || wanted);
    assign moves        = in_stage_out_valid && may_pass && out_stage_in_ready;
    assign frame_moves  = sends && out_stage_in_ready;
    assign frame_ends   = frame_moves && frame_beat == 3'd7;
    assign told         = told_q;
    assign sent         = sent_q;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [25:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        memory_bits = memory_fill[31:6];
        {timer, enable} = memory_bits;
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
            xoff_q <= 8'd0;
            within_frame <= 1'b0;
            frame_beat <= 3'd0;
            sent_q <= 1'b0;
        end else begin
            xoff_q <= xoff;
            if (moves) within_frame <= !in_stage_out_data_last;
            if (frame_moves) frame_beat <= frame_beat + 3'd1;
            sent_q <= begins;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            told_q <= 8'd0;
            refresh_due <= 1'b0;
            sends <= 1'b0;
        end else if (begins) begin
            told_q <= xoff_q;
            refresh_due <= 1'b0;
            sends <= 1'b1;
        end else begin
            if (tick && (|told_q) && !refresh_due) refresh_due <= timer == 18'h3fff7;
            if (frame_ends) sends <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (begins) begin
            timer <= 18'd0;
            enable <= xoff_q | told_q;
        end else if (tick && (|told_q) && !refresh_due) begin
            timer <= timer + 18'd1;
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
            // a repetition is due only while a priority is stopped
            if (refresh_due && !(|told_q)) begin
                $display("RTLGEN_ASSERT %m repeats_what_is_stopped fails at time %0t", $time);
                `RTLGEN_FAIL
            end
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
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_eth_pfc_tx
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a repetition is due only while a priority is stopped
            repeats_what_is_stopped: assert (!refresh_due || (|told_q));
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
            stops_and_releases: cover (begins && (|(told_q & ~xoff_q)) && (|(xoff_q & ~told_q)));
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
