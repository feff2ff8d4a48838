// SPDX-License-Identifier: Apache-2.0
// link_delay: pipeline of registers: the flight time of a link  width = 64, latency = 2, data = 0
`default_nettype none

module link_delay (
    input  wire        clk,  // rising edge
    input  wire        rst,  // synchronous, active high
    input  wire [63:0] d,    // what enters
    output wire [63:0] q     // d of latency cycles before; until the first word after reset has
                             // arrived the lower data bits are unknown and the others 0
);

    reg [127:0] flight;  // control bits on the wire, the newest lowest

    assign q = flight[127:64];

    always @(posedge clk) begin
        if (rst) begin
            flight <= 128'd0;
        end else begin
            flight <= {flight[63:0], d};
        end
    end

endmodule

`default_nettype wire
