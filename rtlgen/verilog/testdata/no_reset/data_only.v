// data_only
`default_nettype none

module data_only (
    input  wire       clk,  // rising edge
    input  wire [7:0] d,
    output wire [7:0] q
);

    reg [7:0] zeroth;
    reg [7:0] first;

    assign q = first;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        zeroth = memory_fill[31:24];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        first = memory_fill[31:24];
    end
`endif

    always @(posedge clk) begin
        zeroth <= d;
    end

    always @(posedge clk) begin
        first <= zeroth;
    end

endmodule

`default_nettype wire
