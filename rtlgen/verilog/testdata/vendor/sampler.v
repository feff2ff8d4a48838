// sampler
`default_nettype none

module sampler (
    input  wire       clk,  // rising edge
    input  wire       rst,  // synchronous, active high
    input  wire [3:0] d,
    output wire [3:0] q     // rtlgen/verilog/zoo_constructs_test.go:211
);

    vendor_sampler part (
        .clk (clk),
        .rst (rst),
        .d   (d),
        .q   (q)
    );

endmodule

`default_nettype wire
