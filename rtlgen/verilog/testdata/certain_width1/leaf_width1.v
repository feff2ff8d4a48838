// leaf_width1  width = 1
`default_nettype none

module leaf_width1 (
    input  wire clk,    // rising edge
    input  wire rst,    // synchronous, active high
    input  wire a,
    input  wire b,
    input  wire step,
    output wire total,
    output wire now,
    output wire carry
);

    reg sum;

    assign total = sum;
    assign now   = sum ^ b;
    assign carry = sum + b < b;

    always @(posedge clk) begin
        if (rst) begin
            sum <= 1'b1;
        end else if (step) begin
            sum <= sum + a;
        end
    end

endmodule

`default_nettype wire
