// block_ram: one port of a vendor's RAM  width = 18
`default_nettype none

module block_ram (
    input  wire        clk,     // rising edge
    input  wire        enable,
    input  wire [3:0]  addr,
    input  wire [17:0] d,
    output wire [17:0] q        // rtlgen/verilog/zoo_constructs_test.go:189
);

    DP16KD #(
        .DATA_WIDTH_A (18),
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
