// SPDX-License-Identifier: Apache-2.0
// link_errors_causes5_bits16: the errors of a port: a sticky bit and a counter for each cause
//
// causes = 5, bits = 16
`default_nettype none

module link_errors_causes5_bits16 (
    input  wire        clk,     // rising edge
    input  wire        rst,     // synchronous, active high
    input  wire [4:0]  errors,  // an error of this cause, one in a cycle
    input  wire        clear,   // clears bits and counters; an event of the same cycle counts
    output wire [4:0]  seen,    // there was one since the last clear, registers
    output wire [79:0] counts   // how many, which stay at the largest number, registers
);

    (* mem2reg *)
    reg [15:0] counts_q [0:4];  // errors since the last clear, by cause

    reg [4:0] seen_now;

    // All of counts_q side by side, because an always @* block cannot watch an array.
    wire [79:0] counts_q_flat = {counts_q[4], counts_q[3], counts_q[2], counts_q[1], counts_q[0]};

    assign seen   = seen_now;
    assign counts = {counts_q[4], counts_q[3], counts_q[2], counts_q[1], counts_q[0]};

    always @* begin : update_seen_now
        integer c;
        for (c = 0; c < 5; c = c + 1) begin
            seen_now[c] = counts_q_flat[c*16 +: 16] != 16'd0;
        end
    end

    always @(posedge clk) begin : update_counts_q
        integer i;
        integer c;
        if (rst) begin
            for (i = 0; i < 5; i = i + 1) counts_q[i] <= 16'd0;
        end else begin
            for (c = 0; c < 5; c = c + 1) begin
                if (clear) begin
                    counts_q[c] <= {15'd0, errors[c]};
                end else if (errors[c] && counts_q[c] != 16'hffff) begin
                    counts_q[c] <= counts_q[c] + 16'd1;
                end
            end
        end
    end

endmodule

`default_nettype wire
