// ternary_line: match of a key against a value under a mask  width = 31
`default_nettype none

module ternary_line (
    input  wire        valid,
    input  wire [30:0] value,
    input  wire [30:0] mask,
    input  wire [30:0] key,
    output wire        hit
);

    assign hit = valid && ((key ^ value) & mask) == 31'd0;

endmodule

`default_nettype wire
