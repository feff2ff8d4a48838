// leaf  width = 4
`default_nettype none

module leaf (
    input  wire       clk,
    input  wire       rst,
    input  wire [3:0] a,
    input  wire [3:0] b,
    input  wire       step,
    output wire [3:0] total,  // rtlgen/verilog/zoo_test.go:214
    output wire [3:0] now,    // rtlgen/verilog/zoo_test.go:215
    output wire       carry   // rtlgen/verilog/zoo_test.go:216
);

    reg [3:0] sum;  // rtlgen/verilog/zoo_test.go:212

    assign total = sum;
    assign now   = sum ^ b;
    assign carry = sum + b < b;

    always @(posedge clk) begin
        if (rst) begin
            sum <= 4'd1;
        end else if (step) begin
            sum <= sum + a;
        end
    end

endmodule

`default_nettype wire
