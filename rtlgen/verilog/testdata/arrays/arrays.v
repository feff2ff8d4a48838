// arrays: instance arrays: lanes, fields of records, constants, permutations, expressions
`default_nettype none

module arrays (
    input  wire        clk,           // rising edge
    input  wire        rst,           // synchronous, active high
    input  wire [15:0] a,
    input  wire [3:0]  u_,
    input  wire [43:0] records,
    output wire [15:0] totals,
    output wire [12:0] total_of_one,
    output wire [2:0]  gated
);

    wire [15:0] row_u;
    wire [15:0] row_constants;
    wire [15:0] row_moved;
    wire [15:0] row_computed;
    wire [2:0]  bit_gate_y;
    wire [3:0]  one_total;

    genvar g;

    assign row_u = {records[43:36], u_, 4'd0};
    assign row_constants = {4'd4, 4'd0, 4'd12, 4'd9};
    assign row_moved = {a[7:0], a[15:12], 2'd0, a[9:8]};
    assign row_computed = a + records[15:0];

    generate
        for (g = 0; g < 4; g = g + 1) begin : row
            lane u__ (
                .clk       (clk),
                .rst       (rst),
                .u         (row_u[g*4 +: 4]),
                .own       (a[g*4 +: 4]),
                .field     (records[g*11 +: 4]),
                .high      (records[g*11 + 7 +: 4]),
                .reversed  (a[12 - g*4 +: 4]),
                .same      (u_),
                .constant  (4'd7),
                .number    (g[3:0]),
                .shared    (u_ + 4'd1),
                .constants (row_constants[g*4 +: 4]),
                .moved     (row_moved[g*4 +: 4]),
                .computed  (row_computed[g*4 +: 4]),
                .total     (totals[g*4 +: 4])
            );
        end
    endgenerate

    generate
        for (g = 0; g < 1; g = g + 1) begin : one
            lane u__ (
                .clk       (clk),
                .rst       (rst),
                .u         (u_),
                .own       (u_),
                .field     (u_),
                .high      (u_),
                .reversed  (u_),
                .same      (u_),
                .constant  (u_),
                .number    (u_),
                .shared    (u_),
                .constants (u_),
                .moved     (u_),
                .computed  (u_),
                .total     (one_total)
            );
        end
    endgenerate

    assign bit_gate_y = {1'b1, 1'b0, 1'b1};

    generate
        for (g = 0; g < 3; g = g + 1) begin : bit_gate
            gates u (
                .x (a[g*4 + 1]),
                .y (bit_gate_y[g]),
                .q (gated[g])
            );
        end
    endgenerate

    assign total_of_one = {one_total, records[6:4], records[17:15], records[28:26]};

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_arrays
    initial assume (rst);
`endif
`endif

endmodule

`default_nettype wire
