// gates
`default_nettype none

module gates (
    input  wire x,
    input  wire y,
    output wire q   // rtlgen/verilog/zoo_test.go:223
);

    assign q = x && !y;

endmodule

`default_nettype wire
