// SPDX-License-Identifier: Apache-2.0
// pfc_frame: bytes of a PAUSE frame per priority (802.1Qbb)  mac_base = 536870912
`default_nettype none

module pfc_frame (
    input  wire         clk,          // rising edge
    input  wire         rst,          // synchronous, active high

    // PAUSE frame
    input  wire         beat_valid,   // a frame
    input  wire [127:0] beat_data,    // its beat

    // the same a cycle later, registers; data unknown while not valid
    output wire         frame_valid,  // a frame
    output wire [511:0] frame_data    // its bytes, byte 0 highest: bits 511 to 504
);

    reg [511:0] frame_data_q;   // its bytes, byte 0 highest: bits 511 to 504
    reg         frame_valid_q;  // beat_valid, one cycle later

    wire [479:0] bytes;
    wire [31:0]  check_fcs;

    wire [11:0] beat_data_head_src = beat_data[110:99];    // server port that it comes from; of a
                                                           // CNM and a PAUSE the port of the switch
    wire [13:0] beat_data_head_length = beat_data[98:85];  // bytes with FCS, without preamble and
                                                           // gap
    wire [7:0]  beat_data_enable = beat_data[84:77];       // bit p: the frame speaks of priority p
    wire [15:0] beat_data_quanta = beat_data[68:53];       // beats for which STOP holds
    wire [52:0] beat_data_rest = beat_data[52:0];          // 0

    wire unused_beat = &{1'b0, beat_data[127:111], beat_data_head_length, beat_data_rest};

    frame_fcs check (
        .data (bytes),
        .fcs  (check_fcs)
    );

    assign bytes = {48'h180c2000001, 36'h20000000, beat_data_head_src, 16'h8808, 16'd257, 8'd0,
                    beat_data_enable, (beat_data[77] && beat_data[69]) ? beat_data_quanta : 16'd0,
                    (beat_data[78] && beat_data[70]) ? beat_data_quanta : 16'd0,
                    (beat_data[79] && beat_data[71]) ? beat_data_quanta : 16'd0,
                    (beat_data[80] && beat_data[72]) ? beat_data_quanta : 16'd0,
                    (beat_data[81] && beat_data[73]) ? beat_data_quanta : 16'd0,
                    (beat_data[82] && beat_data[74]) ? beat_data_quanta : 16'd0,
                    (beat_data[83] && beat_data[75]) ? beat_data_quanta : 16'd0,
                    (beat_data[84] && beat_data[76]) ? beat_data_quanta : 16'd0, 208'd0};
    assign frame_valid = frame_valid_q;
    assign frame_data  = frame_data_q;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (16) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            frame_data_q = {frame_data_q[479:0], memory_fill};
        end
    end
`endif

    always @(posedge clk) begin
        if (beat_valid) frame_data_q <= {bytes, check_fcs};
    end

    always @(posedge clk) begin
        if (rst) begin
            frame_valid_q <= 1'b0;
        end else begin
            frame_valid_q <= beat_valid;
        end
    end

endmodule

`default_nettype wire
