// vendor
`default_nettype none

module vendor (
    input  wire        clk,        // rising edge
    input  wire        rst,        // synchronous, active high
    input  wire        enable,
    input  wire [3:0]  addr,
    input  wire [35:0] d,
    output wire [35:0] q,          // rtlgen/verilog/zoo_constructs_test.go:226
    output wire [35:0] wide_word,  // rtlgen/verilog/zoo_constructs_test.go:231
    output wire [3:0]  sampled     // rtlgen/verilog/zoo_constructs_test.go:234
);

    genvar g;

    generate
        for (g = 0; g < 2; g = g + 1) begin : ram
            block_ram u (
                .clk    (clk),
                .enable (enable),
                .addr   (addr),
                .d      (d[g*18 +: 18]),
                .q      (q[g*18 +: 18])
            );
        end
    endgenerate

    block_ram_width36 wide (
        .clk    (clk),
        .enable (enable),
        .addr   (addr),
        .d      (d),
        .q      (wide_word)
    );

    sampler sampler (
        .clk (clk),
        .rst (rst),
        .d   (addr),
        .q   (sampled)
    );

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_vendor
    initial assume (rst);
`endif
`endif

endmodule

`default_nettype wire
