// SPDX-License-Identifier: Apache-2.0
// crossbar_width130: one multiplexer over all inputs per output
//
// inputs = 8, outputs = 8, width = 130
`default_nettype none

module crossbar_width130 (
    input  wire [1039:0] data,    // words of the inputs
    input  wire [23:0]   select,  // input of each output; below inputs where enabled
    input  wire [7:0]    enable,  // the output is connected
    output reg  [1039:0] q        // the selected words; 0 where not enabled
);

    // Lane index of lanes of 130 bits, lane 0 lowest.
    function [129:0] lane_130_of_1040(input [1039:0] lanes, input [2:0] index);
        integer n;
        reg [2047:0] spaced;
        begin
            for (n = 0; n < 8; n = n + 1)
                spaced[n*256 +: 256] = {126'd0, lanes[n*130 +: 130]};
            lane_130_of_1040 = spaced[{index, 8'd0} +: 130];
        end
    endfunction

    always @* begin : update_q
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            q[o*130 +: 130] = enable[o] ? lane_130_of_1040(data, select[o*3 +: 3]) : 130'd0;
        end
    end

endmodule

`default_nettype wire
