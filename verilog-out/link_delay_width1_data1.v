// SPDX-License-Identifier: Apache-2.0
// link_delay_width1_data1: pipeline of registers: the flight time of a link
//
// width = 1, latency = 2, data = 1
`default_nettype none

module link_delay_width1_data1 (
    input  wire clk,  // rising edge
    input  wire d,    // what enters
    output wire q     // d of latency cycles before; until the first word after reset has arrived
                      // the lower data bits are unknown and the others 0
);

    reg [1:0] flight_data;  // data bits on the wire, the newest lowest

    assign q = flight_data[1];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        flight_data = memory_fill[31:30];
    end
`endif

    always @(posedge clk) begin
        flight_data <= {flight_data[0], d};
    end

endmodule

`default_nettype wire
