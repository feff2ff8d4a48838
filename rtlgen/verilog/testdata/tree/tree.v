// tree: instances: single, in arrays, with every kind of connection
`default_nettype none

module tree (
    input  wire        clk,             // rising edge
    input  wire        rst,             // synchronous, active high
    input  wire [11:0] a,
    input  wire [3:0]  b,
    input  wire [2:0]  step,
    output wire [3:0]  total_of_first,
    output wire [11:0] now_of_row,
    output wire        any_carry,
    output wire [3:0]  mixed_sum,
    output wire        gated
);

    wire [2:0]  carries;
    wire [7:0]  mixed_a;
    wire [7:0]  mixed_b;
    wire [1:0]  mixed_step;
    wire [3:0]  unused_first_now;
    wire        unused_first_carry;
    wire [11:0] unused_row_total;
    wire [7:0]  mixed_total;
    wire [7:0]  unused_mixed_now;
    wire [1:0]  unused_mixed_carry;

    genvar g;

    leaf first (
        .clk   (clk),
        .rst   (rst),
        .a     (a[3:0]),
        .b     (b + 4'd1),
        .step  (|step),
        .total (total_of_first),
        .now   (unused_first_now),
        .carry (unused_first_carry)
    );

    generate
        for (g = 0; g < 3; g = g + 1) begin : row
            leaf u (
                .clk   (clk),
                .rst   (rst),
                .a     (a[g*4 +: 4]),
                .b     (b),
                .step  (step[g]),
                .total (unused_row_total[g*4 +: 4]),
                .now   (now_of_row[g*4 +: 4]),
                .carry (carries[g])
            );
        end
    endgenerate

    assign mixed_a = a[7:0] + a[11:4];
    assign mixed_b = {~b, b};
    assign mixed_step = {step[1] && !step[2], step[0]};

    generate
        for (g = 0; g < 2; g = g + 1) begin : mixed
            leaf u (
                .clk   (clk),
                .rst   (rst),
                .a     (mixed_a[g*4 +: 4]),
                .b     (mixed_b[g*4 +: 4]),
                .step  (mixed_step[g]),
                .total (mixed_total[g*4 +: 4]),
                .now   (unused_mixed_now[g*4 +: 4]),
                .carry (unused_mixed_carry[g])
            );
        end
    endgenerate

    generate
        for (g = 0; g < 1; g = g + 1) begin : gate
            gates u (
                .x (step[0]),
                .y (step[1]),
                .q (gated)
            );
        end
    endgenerate

    assign any_carry = |carries;
    assign mixed_sum = mixed_total[3:0] + mixed_total[7:4];

endmodule

`default_nettype wire
