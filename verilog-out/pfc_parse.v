// SPDX-License-Identifier: Apache-2.0
// pfc_parse: fields of a PAUSE frame (802.1Qbb, 802.3x)
`default_nettype none

module pfc_parse (
    input  wire         clk,           // rising edge
    input  wire         rst,           // synchronous, active high

    // a frame of 64 bytes
    input  wire         frame_valid,   // a frame
    input  wire [511:0] frame_data,    // its bytes, byte 0 highest: bits 511 to 504

    // the same two cycles later, registers
    output wire         beat_good,     // a frame of this kind, with a good FCS
    output wire         beat_bad_fcs,  // a frame with a bad FCS
    output wire [127:0] beat_data      // its beat; unknown while not good
);

    reg         received;        // frame_valid, one cycle later
    reg [2:0]   header_right;    // fields of the header that are right
    reg [31:0]  fcs_differs;     // bits of the FCS that are wrong
    reg [127:0] pause;           // the PAUSE frame as a beat
    reg         beat_good_q;     // a frame of this kind, with a good FCS
    reg         beat_bad_fcs_q;  // a frame with a bad FCS
    reg [127:0] beat_data_q;     // pause, one cycle later

    wire        all_priorities;
    wire [7:0]  enable;
    wire        fcs_wrong;
    wire [31:0] check_fcs;

    wire [47:0]  frame_data_da = frame_data[511:464];
    wire [15:0]  frame_data_type = frame_data[415:400];
    wire [15:0]  frame_data_opcode = frame_data[399:384];
    wire [15:0]  frame_data_enable = frame_data[383:368];
    wire [207:0] frame_data_pad = frame_data[239:32];

    wire unused_bytes = &{1'b0, frame_data[463:428], frame_data_pad};

    frame_fcs check (
        .data (frame_data[511:32]),
        .fcs  (check_fcs)
    );

    assign all_priorities = frame_data_opcode == 16'd1;
    assign enable         = all_priorities ? 8'd255 : frame_data[375:368];
    assign fcs_wrong      = |fcs_differs;
    assign beat_good      = beat_good_q;
    assign beat_bad_fcs   = beat_bad_fcs_q;
    assign beat_data      = beat_data_q;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [290:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (10) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[258:0], memory_fill};
        end
        {header_right, fcs_differs, pause, beat_data_q} = memory_bits;
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            received <= 1'b0;
            beat_good_q <= 1'b0;
            beat_bad_fcs_q <= 1'b0;
        end else begin
            received <= frame_valid;
            beat_good_q <= received && (&header_right) && !fcs_wrong;
            beat_bad_fcs_q <= received && fcs_wrong;
        end
    end

    always @(posedge clk) begin
        header_right <= {frame_data_da == 48'h180c2000001, frame_data_type == 16'h8808,
                         all_priorities | (frame_data_opcode == 16'd257)};
        fcs_differs <= check_fcs ^ frame_data[31:0];
        pause <= {2'd2, 3'd0, frame_data[427:416], frame_data[427:416], 14'd64, enable,
                  {|(all_priorities ? frame_data_enable : frame_data[255:240]),
                   |(all_priorities ? frame_data_enable : frame_data[271:256]),
                   |(all_priorities ? frame_data_enable : frame_data[287:272]),
                   |(all_priorities ? frame_data_enable : frame_data[303:288]),
                   |(all_priorities ? frame_data_enable : frame_data[319:304]),
                   |(all_priorities ? frame_data_enable : frame_data[335:320]),
                   |(all_priorities ? frame_data_enable : frame_data[351:336]),
                   |(all_priorities ? frame_data_enable : frame_data[367:352])}
                & enable,
                  (all_priorities ? frame_data_enable : 16'd0)
                | ((frame_data[368] && !all_priorities) ? frame_data[367:352] : 16'd0)
                | ((frame_data[369] && !all_priorities) ? frame_data[351:336] : 16'd0)
                | ((frame_data[370] && !all_priorities) ? frame_data[335:320] : 16'd0)
                | ((frame_data[371] && !all_priorities) ? frame_data[319:304] : 16'd0)
                | ((frame_data[372] && !all_priorities) ? frame_data[303:288] : 16'd0)
                | ((frame_data[373] && !all_priorities) ? frame_data[287:272] : 16'd0)
                | ((frame_data[374] && !all_priorities) ? frame_data[271:256] : 16'd0)
                | ((frame_data[375] && !all_priorities) ? frame_data[255:240] : 16'd0), 53'd0};
        beat_data_q <= pause;
    end

endmodule

`default_nettype wire
