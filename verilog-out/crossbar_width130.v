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

    always @* begin : update_q
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            q[o*130 +: 130] = enable[o] ? data[{8'd0, select[o*3 +: 3]} * 11'd130 +: 130] : 130'd0;
        end
    end

endmodule

`default_nettype wire
