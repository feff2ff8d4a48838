// SPDX-License-Identifier: Apache-2.0
// cnm_parse: fields of a CNM (802.1Qau)  mac_base = 536870912
`default_nettype none

module cnm_parse (
    input  wire         clk,           // rising edge
    input  wire         rst,           // synchronous, active high

    // a frame of 64 bytes
    input  wire         frame_valid,   // a frame
    input  wire [511:0] frame_data,    // its bytes, byte 0 highest: bits 511 to 504

    // the same two cycles later, registers
    output wire         beat_good,     // a frame of this kind, with a good FCS
    output wire         beat_bad_fcs,  // a frame with a bad FCS
    output wire [127:0] beat_data,     // its beat; unknown while not good

    // what its beat does not have, registers; unknown while not beat_good
    output wire [11:0]  vid,           // VLAN of the culprit frame
    output wire [15:0]  rpid,          // CN-TAG of the culprit frame, 0 without one
    output wire [111:0] msdu           // first 14 octets of its MSDU, the first one highest
);

    reg         received;        // frame_valid, one cycle later
    reg [7:0]   header_right;    // fields of the header that are right
    reg [31:0]  fcs_differs;     // bits of the FCS that are wrong
    reg [127:0] cnm;             // the CNM as a beat
    reg [139:0] extra;           // VID, RPID and MSDU of the CNM
    reg [139:0] extra_q;         // extra, one cycle later
    reg         beat_good_q;     // a frame of this kind, with a good FCS
    reg         beat_bad_fcs_q;  // a frame with a bad FCS
    reg [127:0] beat_data_q;     // cnm, one cycle later

    wire        fcs_wrong;
    wire [31:0] check_fcs;

    wire [47:0]  frame_data_sa = frame_data[463:416];
    wire [15:0]  frame_data_vlan = frame_data[415:400];
    wire [2:0]   frame_data_pcp = frame_data[399:397];
    wire         frame_data_dei = frame_data[396];
    wire [11:0]  frame_data_vid = frame_data[395:384];
    wire [15:0]  frame_data_tag = frame_data[383:368];
    wire [15:0]  frame_data_rpid = frame_data[367:352];
    wire [15:0]  frame_data_type = frame_data[351:336];
    wire [3:0]   frame_data_version = frame_data[335:332];
    wire [5:0]   frame_data_reserved = frame_data[331:326];
    wire [5:0]   frame_data_feedback = frame_data[325:320];
    wire [47:0]  frame_data_cpmac = frame_data[319:272];
    wire [15:0]  frame_data_cpid = frame_data[271:256];
    wire [2:0]   frame_data_flow_prio = frame_data[223:221];
    wire [12:0]  frame_data_flow_reserved = frame_data[220:208];
    wire [15:0]  frame_data_msdu_length = frame_data[159:144];
    wire [111:0] frame_data_msdu = frame_data[143:32];

    wire unused_bytes = &{1'b0, frame_data_dei, frame_data_reserved, frame_data_flow_reserved,
                          frame_data_msdu_length};

    frame_fcs check (
        .data (frame_data[511:32]),
        .fcs  (check_fcs)
    );

    assign fcs_wrong    = |fcs_differs;
    assign beat_good    = beat_good_q;
    assign beat_bad_fcs = beat_bad_fcs_q;
    assign beat_data    = beat_data_q;
    assign vid          = extra_q[139:128];
    assign rpid         = extra_q[127:112];
    assign msdu         = extra_q[111:0];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [575:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (18) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[543:0], memory_fill};
        end
        {header_right, fcs_differs, cnm, extra, extra_q, beat_data_q} = memory_bits;
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
        header_right <= {frame_data_vlan == 16'h8100, frame_data_tag == 16'h22e9,
                         frame_data_type == 16'h22e7, frame_data_version == 4'd0,
                         frame_data[511:476] == 36'h20000000, frame_data[463:428] == 36'h20000000,
                         frame_data_cpmac == frame_data_sa, frame_data[207:172] == 36'h20000000};
        fcs_differs <= check_fcs ^ frame_data[31:0];
        cnm <= {2'd1, frame_data_pcp, frame_data[475:464], frame_data[427:416], 14'd64,
                frame_data_feedback, frame_data[255:224], frame_data_cpid, frame_data_flow_prio,
                frame_data[171:160], 16'd0};
        extra <= {frame_data_vid, frame_data_rpid, frame_data_msdu};
        extra_q <= extra;
        beat_data_q <= cnm;
    end

endmodule

`default_nettype wire
