// SPDX-License-Identifier: Apache-2.0
// eth_pfc_rx: takes the MAC control frames out of a stream and obeys PFC and PAUSE
//
// width = 64, count_bits = 16
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module eth_pfc_rx (
    input  wire        clk,            // rising edge
    input  wire        rst,            // synchronous, active high
    input  wire        tick,           // the link could carry a beat in this cycle; held at 1 if it
                                       // always can

    // frames of the MAC, without FCS
    input  wire        s_axis_tvalid,  // a beat is offered; it stays, unchanged, until it is taken
    output wire        s_axis_tready,  // the beat is taken
    input  wire [63:0] s_axis_tdata,   // the beat, first byte in bits 7:0; unknown without tvalid
    input  wire [7:0]  s_axis_tkeep,   // a bit for each byte: all ones but with tlast, there ones
                                       // from bit 0 up; unknown without tvalid
    input  wire        s_axis_tlast,   // it ends a frame; unknown without tvalid
    input  wire        s_axis_tuser,   // with tlast: the frame is bad; unknown without tvalid

    // all frames but the MAC control frames, registers
    output wire        m_axis_tvalid,  // a beat is offered; it stays, unchanged, until it is taken
    input  wire        m_axis_tready,  // the beat is taken
    output wire [63:0] m_axis_tdata,   // the beat, first byte in bits 7:0; unknown without tvalid
    output wire [7:0]  m_axis_tkeep,   // a bit for each byte: all ones but with tlast, there ones
                                       // from bit 0 up; unknown without tvalid
    output wire        m_axis_tlast,   // it ends a frame; unknown without tvalid
    output wire        m_axis_tuser,   // with tlast: the frame is bad; unknown without tvalid

    output wire [7:0]  pause,          // the priority must not send, registers
    input  wire        clear,          // clears the counters; an event of the same cycle counts
    output wire [4:0]  seen,           // events since the last clear: bad, short, opcode, pfc,
                                       // pause from bit 0 on, functions of registers
    output wire [79:0] counts          // how many, which stay at the largest number, registers
);

    (* mem2reg *)
    reg [18:0] left [0:7];     // beats of the link until a priority may send
    reg        next_starts;    // the oldest beat of the input stage begins a frame
    reg        held;           // a beat is in the place
    reg [73:0] place;          // it
    reg        place_starts;   // it begins a frame
    reg        place_matches;  // its octets are those of a MAC control frame
    reg        dropping;       // the beat in the place goes on a frame that is dropped
    reg        heard;          // a beat was taken
    reg        last_q;         // s_axis_tlast, one cycle later
    reg [2:0]  beat_index;     // number of the beat in its frame; stays behind the last that counts
    reg        ends;           // a frame has ended
    reg        user_q;         // s_axis_tuser, one cycle later
    reg        ends_bad;       // user_q, one cycle later
    reg        to_control;     // octets 0 to 5 of the frame have the value
    reg [15:0] octets_0;       // octets 0 and 1 of the beat, the first one lowest
    reg [15:0] octets_2;       // octets 2 and 3 of the beat, the first one lowest
    reg [15:0] octets_4;       // octets 4 and 5 of the beat, the first one lowest
    reg        type_matches;   // octets 12 to 13 of the frame have the value
    reg        keep_5_q;       // the beat has octet 5
    reg        has_type;       // the frame has 14 octets or more
    reg        says_pfc;       // octets 14 to 15 of the frame have the value
    reg [15:0] octets_6;       // octets 6 and 7 of the beat, the first one lowest
    reg        says_pause;     // octets 14 to 15 of the frame have the value
    reg        keep_7_q;       // the beat has octet 7
    reg        has_opcode;     // the frame has 16 octets or more
    reg        keep_1_q;       // the beat has octet 1
    reg        has_times;      // the frame has 34 octets or more
    reg        has_time;       // the frame has 18 octets or more
    reg [15:0] field_16;       // octets 16 and 17 of the frame
    reg [15:0] field_18;       // octets 18 and 19 of the frame
    reg [15:0] field_20;       // octets 20 and 21 of the frame
    reg [15:0] field_22;       // octets 22 and 23 of the frame
    reg [15:0] field_24;       // octets 24 and 25 of the frame
    reg [15:0] field_26;       // octets 26 and 27 of the frame
    reg [15:0] field_28;       // octets 28 and 29 of the frame
    reg [15:0] field_30;       // octets 30 and 31 of the frame
    reg [15:0] field_32;       // octets 32 and 33 of the frame
    reg [7:0]  pause_q;        // the priority must not send, registers

    wire        moves;
    wire        next_to_control;
    wire        next_has_type;
    wire        control;
    wire        waits;
    wire        type_follows;
    wire        drops;
    wire        leaves;
    wire        passes;
    wire        heard_last;
    wire        control_ends;
    wire        is_long_enough;
    wire        good;
    wire [4:0]  frame_event;         // bad, short, opcode, pfc, pause from bit 0 on
    wire [7:0]  speaks_of;
    wire        in_stage_out_valid;
    wire [73:0] in_stage_out_data;
    wire        out_stage_in_ready;
    wire [73:0] out_stage_out_data;

`ifdef RTLGEN_CHECKS
    reg         s_axis_waits;      // a beat was offered and not taken
    reg  [73:0] s_axis_before;     // the beat of the cycle before
    reg         m_axis_waits;      // a beat was offered and not taken
    reg  [73:0] m_axis_before;     // the beat of the cycle before
    reg         out_starts;        // the next beat that leaves begins a frame
    reg         out_head_matches;  // the beat before began a frame to the address of MAC control
    wire        beat_passes;
    wire        out_to_control;
`endif

    wire        out_stage_out_data_user = out_stage_out_data[73];
    wire        out_stage_out_data_last = out_stage_out_data[72];
    wire [7:0]  out_stage_out_data_keep = out_stage_out_data[71:64];
    wire [63:0] out_stage_out_data_data = out_stage_out_data[63:0];
    wire        in_stage_out_data_last = in_stage_out_data[72];
    wire        place_last = place[72];

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
        .in_valid  (passes),
        .in_data   (place),
        .in_ready  (out_stage_in_ready),
        .out_valid (m_axis_tvalid),
        .out_data  (out_stage_out_data),
        .out_ready (m_axis_tready)
    );

    link_errors_causes5_bits16 events (
        .clk    (clk),
        .rst    (rst),
        .errors (frame_event),
        .clear  (clear),
        .seen   (seen),
        .counts (counts)
    );

    assign m_axis_tdata = out_stage_out_data_data;
    assign m_axis_tkeep = out_stage_out_data_keep;
    assign m_axis_tlast = out_stage_out_data_last;
    assign m_axis_tuser = out_stage_out_data_user;
    assign next_to_control = {in_stage_out_data[7:0], in_stage_out_data[15:8],
                              in_stage_out_data[23:16], in_stage_out_data[31:24],
                              in_stage_out_data[39:32], in_stage_out_data[47:40]}
                          == 48'h180c2000001;
    assign next_has_type = {in_stage_out_data[39:32], in_stage_out_data[47:40]} == 16'h8808
                        && in_stage_out_data[69];
    assign control        = place_starts && place_matches;
    assign waits          = place_starts && !place_last && !in_stage_out_valid;
    assign type_follows   = control && !place_last && in_stage_out_valid && next_has_type;
    assign drops          = dropping ? 1'b1 : type_follows;
    assign leaves         = held && (drops || (out_stage_in_ready && !waits));
    assign moves          = in_stage_out_valid && (held ? leaves : 1'b1);
    assign passes         = held && !waits && !drops;
    assign heard_last     = heard && last_q;
    assign control_ends   = ends && to_control && type_matches && has_type;
    assign is_long_enough = has_opcode && (!says_pfc || has_times) && (!says_pause || has_time);
    assign good           = control_ends && is_long_enough && !ends_bad;
    assign frame_event[0] = control_ends && ends_bad;
    assign frame_event[1] = control_ends && !ends_bad && !is_long_enough;
    assign frame_event[2] = good && !says_pfc && !says_pause;
    assign frame_event[3] = good && says_pfc;
    assign frame_event[4] = good && says_pause;
    assign speaks_of      = frame_event[4] ? 8'd255 : frame_event[3] ? field_16[7:0] : 8'd0;
    assign pause          = pause_q;

`ifdef RTLGEN_CHECKS
    assign beat_passes = passes && out_stage_in_ready;
    assign out_to_control = out_starts
                         && {place[7:0], place[15:8], place[23:16], place[31:24], place[39:32],
                             place[47:40]}
                         == 48'h180c2000001;
`endif

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [297:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (10) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[265:0], memory_fill};
        end
        {place, place_starts, place_matches, last_q, user_q, ends_bad, to_control, octets_0,
         octets_2, octets_4, type_matches, keep_5_q, has_type, says_pfc, octets_6, says_pause,
         keep_7_q, has_opcode, keep_1_q, has_times, has_time, field_16, field_18, field_20,
         field_22, field_24, field_26, field_28, field_30, field_32} = memory_bits;
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

    always @(posedge clk) begin : update_left
        integer i;
        if (rst) begin
            for (i = 0; i < 8; i = i + 1) left[i] <= 19'd0;
            pause_q <= 8'd0;
        end else begin
            if (speaks_of[0]) begin
                left[0] <= {frame_event[4] ? field_16 : field_18, 3'd0};
                pause_q[0] <= |(frame_event[4] ? field_16 : field_18);
            end else if (tick && pause_q[0]) begin
                left[0] <= left[0] - 19'd1;
                pause_q[0] <= left[0] != 19'd1;
            end
            if (speaks_of[1]) begin
                left[1] <= {frame_event[4] ? field_16 : field_20, 3'd0};
                pause_q[1] <= |(frame_event[4] ? field_16 : field_20);
            end else if (tick && pause_q[1]) begin
                left[1] <= left[1] - 19'd1;
                pause_q[1] <= left[1] != 19'd1;
            end
            if (speaks_of[2]) begin
                left[2] <= {frame_event[4] ? field_16 : field_22, 3'd0};
                pause_q[2] <= |(frame_event[4] ? field_16 : field_22);
            end else if (tick && pause_q[2]) begin
                left[2] <= left[2] - 19'd1;
                pause_q[2] <= left[2] != 19'd1;
            end
            if (speaks_of[3]) begin
                left[3] <= {frame_event[4] ? field_16 : field_24, 3'd0};
                pause_q[3] <= |(frame_event[4] ? field_16 : field_24);
            end else if (tick && pause_q[3]) begin
                left[3] <= left[3] - 19'd1;
                pause_q[3] <= left[3] != 19'd1;
            end
            if (speaks_of[4]) begin
                left[4] <= {frame_event[4] ? field_16 : field_26, 3'd0};
                pause_q[4] <= |(frame_event[4] ? field_16 : field_26);
            end else if (tick && pause_q[4]) begin
                left[4] <= left[4] - 19'd1;
                pause_q[4] <= left[4] != 19'd1;
            end
            if (speaks_of[5]) begin
                left[5] <= {frame_event[4] ? field_16 : field_28, 3'd0};
                pause_q[5] <= |(frame_event[4] ? field_16 : field_28);
            end else if (tick && pause_q[5]) begin
                left[5] <= left[5] - 19'd1;
                pause_q[5] <= left[5] != 19'd1;
            end
            if (speaks_of[6]) begin
                left[6] <= {frame_event[4] ? field_16 : field_30, 3'd0};
                pause_q[6] <= |(frame_event[4] ? field_16 : field_30);
            end else if (tick && pause_q[6]) begin
                left[6] <= left[6] - 19'd1;
                pause_q[6] <= left[6] != 19'd1;
            end
            if (speaks_of[7]) begin
                left[7] <= {frame_event[4] ? field_16 : field_32, 3'd0};
                pause_q[7] <= |(frame_event[4] ? field_16 : field_32);
            end else if (tick && pause_q[7]) begin
                left[7] <= left[7] - 19'd1;
                pause_q[7] <= left[7] != 19'd1;
            end
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
            next_starts <= 1'b1;
            held <= 1'b0;
            dropping <= 1'b0;
            heard <= 1'b0;
            ends <= 1'b0;
        end else begin
            if (moves) next_starts <= in_stage_out_data_last;
            held <= moves ? 1'b1 : held && !leaves;
            if (leaves) dropping <= drops && !place_last;
            heard <= s_axis_tvalid && s_axis_tready;
            ends <= heard_last;
        end
    end

    always @(posedge clk) begin
        if (moves) begin
            place_starts <= next_starts;
            place <= in_stage_out_data;
            place_matches <= next_to_control;
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            out_starts <= 1'b1;
            out_head_matches <= 1'b0;
        end else if (beat_passes) begin
            out_starts <= place_last;
            out_head_matches <= out_to_control && !place_last;
        end
    end
`endif

    always @(posedge clk) begin
        last_q <= s_axis_tlast;
        user_q <= s_axis_tuser;
        ends_bad <= user_q;
        if (beat_index == 3'd0) begin
            to_control <= {octets_0[7:0], octets_0[15:8], octets_2[7:0], octets_2[15:8],
                           octets_4[7:0], octets_4[15:8]}
                       == 48'h180c2000001;
        end
        octets_0 <= s_axis_tdata[15:0];
        octets_2 <= s_axis_tdata[31:16];
        octets_4 <= s_axis_tdata[47:32];
        keep_5_q <= s_axis_tkeep[5];
        has_type <= (beat_index > 3'd1) ? 1'b1 : beat_index == 3'd1 && keep_5_q;
        octets_6 <= s_axis_tdata[63:48];
        keep_7_q <= s_axis_tkeep[7];
        has_opcode <= (beat_index > 3'd1) ? 1'b1 : beat_index == 3'd1 && keep_7_q;
        keep_1_q <= s_axis_tkeep[1];
        has_times <= (beat_index > 3'd4) ? 1'b1 : beat_index == 3'd4 && keep_1_q;
        has_time <= (beat_index > 3'd2) ? 1'b1 : beat_index == 3'd2 && keep_1_q;
        if (beat_index == 3'd4) field_32 <= {octets_0[7:0], octets_0[15:8]};
    end

    always @(posedge clk) begin
        if (rst) begin
            beat_index <= 3'd0;
        end else if (heard_last) begin
            beat_index <= 3'd0;
        end else if (heard && beat_index != 3'd5) begin
            beat_index <= beat_index + 3'd1;
        end
    end

    always @(posedge clk) begin
        if (beat_index == 3'd1) begin
            type_matches <= {octets_4[7:0], octets_4[15:8]} == 16'h8808;
            says_pfc <= {octets_6[7:0], octets_6[15:8]} == 16'd257;
            says_pause <= {octets_6[7:0], octets_6[15:8]} == 16'd1;
        end
    end

    always @(posedge clk) begin
        if (beat_index == 3'd2) begin
            field_16 <= {octets_0[7:0], octets_0[15:8]};
            field_18 <= {octets_2[7:0], octets_2[15:8]};
            field_20 <= {octets_4[7:0], octets_4[15:8]};
            field_22 <= {octets_6[7:0], octets_6[15:8]};
        end
    end

    always @(posedge clk) begin
        if (beat_index == 3'd3) begin
            field_24 <= {octets_0[7:0], octets_0[15:8]};
            field_26 <= {octets_2[7:0], octets_2[15:8]};
            field_28 <= {octets_4[7:0], octets_4[15:8]};
            field_30 <= {octets_6[7:0], octets_6[15:8]};
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
            // a frame ends before the next one begins
            if (held && dropping && place_starts) begin
                $display("RTLGEN_ASSERT %m drops_whole_frames fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // all MAC control frames are taken out
            if (beat_passes
             && out_head_matches
             && {place[39:32], place[47:40]} == 16'h8808
             && place[69]) begin
                $display("RTLGEN_ASSERT %m no_control_frame_leaves fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a frame is one of the five
            if (|(frame_event & ~lowest_one_5(frame_event))) begin
                $display("RTLGEN_ASSERT %m one_event_for_a_frame fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a priority is paused exactly while its timer is not 0
            if (pause_q[0] != (|left[0])) begin
                $display("RTLGEN_ASSERT %m paused_while_time_is_left_0 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a priority is paused exactly while its timer is not 0
            if (pause_q[1] != (|left[1])) begin
                $display("RTLGEN_ASSERT %m paused_while_time_is_left_1 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a priority is paused exactly while its timer is not 0
            if (pause_q[2] != (|left[2])) begin
                $display("RTLGEN_ASSERT %m paused_while_time_is_left_2 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a priority is paused exactly while its timer is not 0
            if (pause_q[3] != (|left[3])) begin
                $display("RTLGEN_ASSERT %m paused_while_time_is_left_3 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a priority is paused exactly while its timer is not 0
            if (pause_q[4] != (|left[4])) begin
                $display("RTLGEN_ASSERT %m paused_while_time_is_left_4 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a priority is paused exactly while its timer is not 0
            if (pause_q[5] != (|left[5])) begin
                $display("RTLGEN_ASSERT %m paused_while_time_is_left_5 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a priority is paused exactly while its timer is not 0
            if (pause_q[6] != (|left[6])) begin
                $display("RTLGEN_ASSERT %m paused_while_time_is_left_6 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a priority is paused exactly while its timer is not 0
            if (pause_q[7] != (|left[7])) begin
                $display("RTLGEN_ASSERT %m paused_while_time_is_left_7 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_eth_pfc_rx
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
            // a frame ends before the next one begins
            drops_whole_frames: assert (!(held && dropping) || !place_starts);
            // all MAC control frames are taken out
            no_control_frame_leaves: assert (!(beat_passes && out_head_matches)
                                          || !({place[39:32], place[47:40]} == 16'h8808
                                            && place[69]));
            control_frame_behind_a_stall: cover (type_follows && !out_stage_in_ready);
            // a frame is one of the five
            one_event_for_a_frame: assert (!(|(frame_event & ~lowest_one_5(frame_event))));
            // a priority is paused exactly while its timer is not 0
            paused_while_time_is_left_0: assert (pause_q[0] == (|left[0]));
            // a priority is paused exactly while its timer is not 0
            paused_while_time_is_left_1: assert (pause_q[1] == (|left[1]));
            // a priority is paused exactly while its timer is not 0
            paused_while_time_is_left_2: assert (pause_q[2] == (|left[2]));
            // a priority is paused exactly while its timer is not 0
            paused_while_time_is_left_3: assert (pause_q[3] == (|left[3]));
            // a priority is paused exactly while its timer is not 0
            paused_while_time_is_left_4: assert (pause_q[4] == (|left[4]));
            // a priority is paused exactly while its timer is not 0
            paused_while_time_is_left_5: assert (pause_q[5] == (|left[5]));
            // a priority is paused exactly while its timer is not 0
            paused_while_time_is_left_6: assert (pause_q[6] == (|left[6]));
            // a priority is paused exactly while its timer is not 0
            paused_while_time_is_left_7: assert (pause_q[7] == (|left[7]));
            obeys_pfc: cover (frame_event[3]);
            obeys_pause: cover (frame_event[4]);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
