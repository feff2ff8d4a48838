// SPDX-License-Identifier: Apache-2.0
// cioq_crossbar: one lane of the crossbar: connects each output to the input that is selected for it
//
// ports = 8, data = 64
`default_nettype none

module cioq_crossbar (
    // from the inputs
    input  wire [7:0]   in_valid,   // a beat passes
    input  wire [7:0]   in_ends,    // the next beat is the last of its segment. 0 while not valid
    input  wire [7:0]   in_bad,     // with the last beat: the segment is damaged, 0 with the
                                    // others; unknown while not valid
    input  wire [511:0] in_data,    // the beat; unknown while not valid

    input  wire [63:0]  select,     // per output: the input, one-hot; 0: none

    // to the outputs, combinational
    output reg  [7:0]   out_valid,  // a beat passes
    output reg  [7:0]   out_ends,   // the next beat is the last of its segment. 0 while not valid
    output reg  [7:0]   out_bad,    // with the last beat: the segment is damaged, 0 with the
                                    // others; unknown while not valid
    output reg  [511:0] out_data    // the beat; unknown while not valid
);

    // The lane of 64 bits whose bit in select_in is 1 (lane 0 lowest), 0 if there is none.
    function [63:0] one_hot_mux_8x64(input [7:0] select_in, input [511:0] lanes);
        integer n;
        begin
            one_hot_mux_8x64 = 64'd0;
            for (n = 0; n < 8; n = n + 1)
                one_hot_mux_8x64 = one_hot_mux_8x64 | ({64{select_in[n]}} & lanes[n*64 +: 64]);
        end
    endfunction

    always @* begin : update_out_valid
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            out_valid[o] = |(select[o*8 +: 8] & in_valid);
        end
    end

    always @* begin : update_out_data
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            out_data[o*64 +: 64] = one_hot_mux_8x64(select[o*8 +: 8], in_data);
        end
    end

    always @* begin : update_out_ends
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            out_ends[o] = |(select[o*8 +: 8] & in_ends);
        end
    end

    always @* begin : update_out_bad
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            out_bad[o] = |(select[o*8 +: 8] & in_bad);
        end
    end

endmodule

`default_nettype wire
