// SPDX-License-Identifier: Apache-2.0
// cnm_frame: bytes of a CNM (802.1Qau)  mac_base = 536870912
`default_nettype none

module cnm_frame (
    input  wire         clk,          // rising edge
    input  wire         rst,          // synchronous, active high

    // CNM
    input  wire         beat_valid,   // a frame
    input  wire [127:0] beat_data,    // its beat

    // what its beat does not have
    input  wire [11:0]  vid,          // VLAN of the culprit frame
    input  wire [15:0]  rpid,         // CN-TAG of the culprit frame, 0 without one
    input  wire [111:0] msdu,         // first 14 octets of its MSDU, the first one highest

    // the same a cycle later, registers; data unknown while not valid
    output wire         frame_valid,  // a frame
    output wire [511:0] frame_data    // its bytes, byte 0 highest: bits 511 to 504
);

    reg [511:0] frame_data_q;   // its bytes, byte 0 highest: bits 511 to 504
    reg         frame_valid_q;  // beat_valid, one cycle later

    wire [479:0] bytes;
    wire [31:0]  check_fcs;

    wire [1:0]  beat_data_head_kind = beat_data[127:126];  // 0 data, 1 CNM, 2 PAUSE
    wire [2:0]  beat_data_head_prio = beat_data[125:123];  // priority of the frame
    wire [11:0] beat_data_head_dst = beat_data[122:111];   // server port that the frame goes to
    wire [11:0] beat_data_head_src = beat_data[110:99];    // server port that it comes from; of a
                                                           // CNM and a PAUSE the port of the switch
    wire [13:0] beat_data_head_length = beat_data[98:85];  // bytes with FCS, without preamble and
                                                           // gap
    wire [5:0]  beat_data_feedback = beat_data[84:79];     // quantized feedback
    wire [15:0] beat_data_cpid = beat_data[46:31];         // congestion point
    wire [2:0]  beat_data_flow_prio = beat_data[30:28];    // encapsulated priority: that of the
                                                           // culprit frame
    wire [11:0] beat_data_flow_dst = beat_data[27:16];     // encapsulated destination: that of the
                                                           // culprit frame
    wire [15:0] beat_data_rest = beat_data[15:0];          // 0

    wire unused_beat = &{1'b0, beat_data_head_kind, beat_data_head_length, beat_data_rest};

    frame_fcs check (
        .data (bytes),
        .fcs  (check_fcs)
    );

    assign bytes = {36'h20000000, beat_data_head_dst, 36'h20000000, beat_data_head_src, 16'h8100,
                    beat_data_head_prio, 1'b0, vid, 16'h22e9, rpid, 16'h22e7, 4'd0, 6'd0,
                    beat_data_feedback, 36'h20000000, beat_data_head_src, beat_data_cpid,
                    beat_data[78:47], beat_data_flow_prio, 13'd0, 36'h20000000, beat_data_flow_dst,
                    16'd14, msdu};
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
