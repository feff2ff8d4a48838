// SPDX-License-Identifier: Apache-2.0
// crossbar_inputs4_outputs4_width67: one multiplexer over all inputs per output
//
// inputs = 4, outputs = 4, width = 67
`default_nettype none

module crossbar_inputs4_outputs4_width67 (
    input  wire [267:0] data,    // words of the inputs
    input  wire [7:0]   select,  // input of each output; below inputs where enabled
    input  wire [3:0]   enable,  // the output is connected
    output reg  [267:0] q        // the selected words; 0 where not enabled
);

    // Lane index of lanes of 67 bits, lane 0 lowest.
    function [66:0] lane_67_of_268(input [267:0] lanes, input [1:0] index);
        integer n;
        reg [511:0] spaced;
        begin
            for (n = 0; n < 4; n = n + 1)
                spaced[n*128 +: 128] = {61'd0, lanes[n*67 +: 67]};
            lane_67_of_268 = spaced[{index, 7'd0} +: 67];
        end
    endfunction

    always @* begin : update_q
        integer o;
        for (o = 0; o < 4; o = o + 1) begin
            q[o*67 +: 67] = enable[o] ? lane_67_of_268(data, select[o*2 +: 2]) : 67'd0;
        end
    end

endmodule

`default_nettype wire
