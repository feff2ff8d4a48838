// SPDX-License-Identifier: Apache-2.0
// link_delay_width68_latency1_data64: pipeline of registers: the flight time of a link
//
// width = 68, latency = 1, data = 64
`default_nettype none

module link_delay_width68_latency1_data64 (
    input  wire        clk,  // rising edge
    input  wire        rst,  // synchronous, active high
    input  wire [67:0] d,    // what enters
    output wire [67:0] q     // d of latency cycles before; until the first word after reset has
                             // arrived the lower data bits are unknown and the others 0
);

    reg [3:0]  flight;       // control bits on the wire, the newest lowest
    reg [63:0] flight_data;  // data bits on the wire, the newest lowest

    assign q = {flight, flight_data};

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            flight_data = {flight_data[31:0], memory_fill};
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            flight <= 4'd0;
        end else begin
            flight <= d[67:64];
        end
    end

    always @(posedge clk) begin
        flight_data <= d[63:0];
    end

endmodule

`default_nettype wire
