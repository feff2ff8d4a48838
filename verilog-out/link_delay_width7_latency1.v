// SPDX-License-Identifier: Apache-2.0
// link_delay_width7_latency1: pipeline of registers: the flight time of a link
//
// width = 7, latency = 1, data = 0
`default_nettype none

module link_delay_width7_latency1 (
    input  wire       clk,  // rising edge
    input  wire       rst,  // synchronous, active high
    input  wire [6:0] d,    // what enters
    output wire [6:0] q     // d of latency cycles before; until the first word after reset has
                            // arrived the lower data bits are unknown and the others 0
);

    reg [6:0] flight;  // control bits on the wire, the newest lowest

    assign q = flight;

    always @(posedge clk) begin
        if (rst) begin
            flight <= 7'd0;
        end else begin
            flight <= d;
        end
    end

endmodule

`default_nettype wire
