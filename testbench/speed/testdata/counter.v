// A part that others wrote, in their style: Verilator has something to say about the widths.
module counter (
    input             clk,
    input             rst,
    output reg [31:0] n
);
    always @(posedge clk)
        if (rst) n <= 0;
        else n <= n + 8'd1;
endmodule
