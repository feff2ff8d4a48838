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
    wire [3:0]  unused_first_now;
    wire        unused_first_carry;
    wire [11:0] unused_row_total;
    wire [7:0]  mixed_total;
    wire [7:0]  unused_mixed_now;
    wire [1:0]  unused_mixed_carry;

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

    leaf row_0 (
        .clk   (clk),
        .rst   (rst),
        .a     (a[3:0]),
        .b     (b),
        .step  (step[0]),
        .total (unused_row_total[3:0]),
        .now   (now_of_row[3:0]),
        .carry (carries[0])
    );

    leaf row_1 (
        .clk   (clk),
        .rst   (rst),
        .a     (a[7:4]),
        .b     (b),
        .step  (step[1]),
        .total (unused_row_total[7:4]),
        .now   (now_of_row[7:4]),
        .carry (carries[1])
    );

    leaf row_2 (
        .clk   (clk),
        .rst   (rst),
        .a     (a[11:8]),
        .b     (b),
        .step  (step[2]),
        .total (unused_row_total[11:8]),
        .now   (now_of_row[11:8]),
        .carry (carries[2])
    );

    assign mixed_a = a[7:0] + a[11:4];

    leaf mixed_0 (
        .clk   (clk),
        .rst   (rst),
        .a     (mixed_a[3:0]),
        .b     (b),
        .step  (step[0]),
        .total (mixed_total[3:0]),
        .now   (unused_mixed_now[3:0]),
        .carry (unused_mixed_carry[0])
    );

    leaf mixed_1 (
        .clk   (clk),
        .rst   (rst),
        .a     (mixed_a[7:4]),
        .b     (~b),
        .step  (step[1] & ~step[2]),
        .total (mixed_total[7:4]),
        .now   (unused_mixed_now[7:4]),
        .carry (unused_mixed_carry[1])
    );

    gates gate_0 (
        .x (step[0]),
        .y (step[1]),
        .q (gated)
    );

    assign any_carry = |carries;
    assign mixed_sum = mixed_total[3:0] + mixed_total[7:4];

endmodule

`default_nettype wire
