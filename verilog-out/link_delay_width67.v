// SPDX-License-Identifier: Apache-2.0
// link_delay_width67: pipeline of registers: the flight time of a link  width = 67, latency = 2
`default_nettype none

module link_delay_width67 (
    input  wire        clk,  // rising edge
    input  wire        rst,  // synchronous, active high
    input  wire [66:0] d,    // what enters
    output wire [66:0] q     // d of latency cycles before; 0 until the first word after reset has
                             // arrived
);

    reg [133:0] flight;

    assign q = flight[133:67];

    always @(posedge clk) begin
        if (rst) begin
            flight <= 134'd0;
        end else begin
            flight <= {flight[66:0], d};
        end
    end

endmodule

`default_nettype wire
