// block_ram_width36: one port of a vendor's RAM  width = 36
`default_nettype none

module block_ram_width36 (
    input  wire        clk,     // rising edge
    input  wire        enable,
    input  wire [3:0]  addr,
    input  wire [35:0] d,
    output wire [35:0] q        // rtlgen/verilog/zoo_constructs_test.go:192
);

    reg [35:0] mem [0:15];  // rtlgen/verilog/zoo_constructs_test.go:190
    reg [35:0] word;        // word of mem that was read last
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
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            word = {word[3:0], memory_fill};
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            repeat (2) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                mem[memory_word] = {mem[memory_word][3:0], memory_fill};
            end
        end
    end
`endif

endmodule

`default_nettype wire
