// SPDX-License-Identifier: Apache-2.0
// link_delay_width99_latency6_data98: pipeline of registers: the flight time of a link
//
// width = 99, latency = 6, data = 98
`default_nettype none

module link_delay_width99_latency6_data98 (
    input  wire        clk,  // rising edge
    input  wire        rst,  // synchronous, active high
    input  wire [98:0] d,    // what enters
    output wire [98:0] q     // d of latency cycles before; until the first word after reset has
                             // arrived the lower data bits are unknown and the others 0
);

    reg [5:0]   flight;       // control bits on the wire, the newest lowest
    reg [587:0] flight_data;  // data bits on the wire, the newest lowest

    assign q = {flight[5], flight_data[587:490]};

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (19) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            flight_data = {flight_data[555:0], memory_fill};
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            flight <= 6'd0;
        end else begin
            flight <= {flight[4:0], d[98]};
        end
    end

    always @(posedge clk) begin
        flight_data <= {flight_data[489:0], d[97:0]};
    end

endmodule

`default_nettype wire
