// SPDX-License-Identifier: Apache-2.0
// link_delay_latency1: pipeline of registers: the flight time of a link  width = 64, latency = 1
`default_nettype none

module link_delay_latency1 (
    input  wire        clk,  // rising edge
    input  wire        rst,  // synchronous, active high
    input  wire [63:0] d,    // what enters
    output wire [63:0] q     // d of latency cycles before; 0 until the first word after reset has
                             // arrived
);

    reg [63:0] flight;

    assign q = flight;

    always @(posedge clk) begin
        if (rst) begin
            flight <= 64'd0;
        end else begin
            flight <= d;
        end
    end

endmodule

`default_nettype wire
