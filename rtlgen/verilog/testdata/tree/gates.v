// gates
`default_nettype none

module gates (
    input  wire x,
    input  wire y,
    output wire q
);

    assign q = x && !y;

endmodule

`default_nettype wire
