// vendor
`default_nettype none

module vendor (
    input  wire        clk,
    input  wire        rst,
    input  wire        enable,
    input  wire [3:0]  addr,
    input  wire [35:0] d,
    output wire [35:0] q,          // rtlgen/verilog/zoo_constructs_test.go:222
    output wire [35:0] wide_word,  // rtlgen/verilog/zoo_constructs_test.go:227
    output wire [3:0]  sampled     // rtlgen/verilog/zoo_constructs_test.go:230
);

    block_ram ram_0 (
        .clk    (clk),
        .enable (enable),
        .addr   (addr),
        .d      (d[17:0]),
        .q      (q[17:0])
    );

    block_ram ram_1 (
        .clk    (clk),
        .enable (enable),
        .addr   (addr),
        .d      (d[35:18]),
        .q      (q[35:18])
    );

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

endmodule

`default_nettype wire
