// data_only
`default_nettype none

module data_only (
    input  wire       clk,  // rising edge
    input  wire [7:0] d,
    output wire [7:0] q
);

    reg [7:0] zeroth;  // d, one cycle later
    reg [7:0] first;   // zeroth, one cycle later

    assign q = first;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [15:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        memory_bits = memory_fill[31:16];
        {zeroth, first} = memory_bits;
    end
`endif

    always @(posedge clk) begin
        zeroth <= d;
        first <= zeroth;
    end

endmodule

`default_nettype wire
