// SPDX-License-Identifier: Apache-2.0
// link_delay_width1_latency8: pipeline of registers: the flight time of a link
//
// width = 1, latency = 8, data = 0
`default_nettype none

module link_delay_width1_latency8 (
    input  wire clk,  // rising edge
    input  wire rst,  // synchronous, active high
    input  wire d,    // what enters
    output wire q     // d of latency cycles before; until the first word after reset has arrived
                      // the lower data bits are unknown and the others 0
);

    reg [7:0] flight;  // control bits on the wire, the newest lowest

    assign q = flight[7];

    always @(posedge clk) begin
        if (rst) begin
            flight <= 8'd0;
        end else begin
            flight <= {flight[6:0], d};
        end
    end

endmodule

`default_nettype wire
