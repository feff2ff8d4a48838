// leaf_width70  width = 70
`default_nettype none

module leaf_width70 (
    input  wire        clk,    // rising edge
    input  wire        rst,    // synchronous, active high
    input  wire [69:0] a,
    input  wire [69:0] b,
    input  wire        step,
    output wire [69:0] total,
    output wire [69:0] now,
    output wire        carry
);

    reg [69:0] sum;

    assign total = sum;
    assign now   = sum ^ b;
    assign carry = sum + b < b;

    always @(posedge clk) begin
        if (rst) begin
            sum <= 70'd1;
        end else if (step) begin
            sum <= sum + a;
        end
    end

endmodule

`default_nettype wire
