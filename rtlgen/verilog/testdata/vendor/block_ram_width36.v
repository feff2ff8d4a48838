// block_ram_width36: one port of a vendor's RAM  width = 36
`default_nettype none

module block_ram_width36 (
    input  wire        clk,     // rising edge
    input  wire        enable,
    input  wire [3:0]  addr,
    input  wire [35:0] d,
    output wire [35:0] q        // rtlgen/verilog/zoo_constructs_test.go:189
);

    DP16KD #(
        .DATA_WIDTH_A (36),
        .REGMODE_A    ("NOREG")
    ) part (
        .CLKA (clk),
        .CEA  (1'b1),
        .WEA  (enable),
        .ADA  (addr),
        .DIA  (d),
        .DOA  (q)
    );

endmodule

`default_nettype wire
