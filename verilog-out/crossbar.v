// SPDX-License-Identifier: Apache-2.0
// crossbar: one multiplexer over all inputs per output  inputs = 8, outputs = 8, width = 64
`default_nettype none

module crossbar (
    input  wire [511:0] data,    // words of the inputs
    input  wire [23:0]  select,  // input of each output; below inputs where enabled
    input  wire [7:0]   enable,  // the output is connected
    output reg  [511:0] q        // the selected words; 0 where not enabled
);

    always @* begin : update_q
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            q[o*64 +: 64] = enable[o] ? data[{select[o*3 +: 3], 6'd0} +: 64] : 64'd0;
        end
    end

endmodule

`default_nettype wire
