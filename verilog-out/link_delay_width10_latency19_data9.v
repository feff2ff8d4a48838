// SPDX-License-Identifier: Apache-2.0
// link_delay_width10_latency19_data9: pipeline of registers: the flight time of a link
//
// width = 10, latency = 19, data = 9
`default_nettype none

module link_delay_width10_latency19_data9 (
    input  wire       clk,  // rising edge
    input  wire       rst,  // synchronous, active high
    input  wire [9:0] d,    // what enters
    output wire [9:0] q     // d of latency cycles before; until the first word after reset has
                            // arrived the lower data bits are unknown and the others 0
);

    reg [18:0]  flight;       // control bits on the wire, the newest lowest
    reg [170:0] flight_data;  // data bits on the wire, the newest lowest

    assign q = {flight[18], flight_data[170:162]};

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (6) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            flight_data = {flight_data[138:0], memory_fill};
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            flight <= 19'd0;
        end else begin
            flight <= {flight[17:0], d[9]};
        end
    end

    always @(posedge clk) begin
        flight_data <= {flight_data[161:0], d[8:0]};
    end

endmodule

`default_nettype wire
