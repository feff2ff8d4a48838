// block_ram: one port of a vendor's RAM  width = 18
`default_nettype none

module block_ram (
    input  wire        clk,     // rising edge
    input  wire        enable,
    input  wire [3:0]  addr,
    input  wire [17:0] d,
    output wire [17:0] q        // rtlgen/verilog/zoo_constructs_test.go:192
);

    reg [17:0] mem [0:15];  // rtlgen/verilog/zoo_constructs_test.go:190
    reg [17:0] word;        // word of mem that was read last
                            // (rtlgen/verilog/zoo_constructs_test.go:192)

    assign q = word;

    always @(posedge clk) begin
        if (enable) mem[addr] <= d;
        if (!enable) word <= mem[addr];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        word = memory_fill[31:14];
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            mem[memory_word] = memory_fill[31:14];
        end
    end
`endif

endmodule

`default_nettype wire
