// SPDX-License-Identifier: Apache-2.0
// link_errors_causes7: the errors of a port: a sticky bit and a counter for each cause
//
// causes = 7, bits = 8
`default_nettype none

module link_errors_causes7 (
    input  wire        clk,     // rising edge
    input  wire        rst,     // synchronous, active high
    input  wire [6:0]  errors,  // an error of this cause, one in a cycle
    input  wire        clear,   // clears bits and counters; an event of the same cycle counts
    output wire [6:0]  seen,    // there was one since the last clear, registers
    output wire [55:0] counts   // how many, which stay at the largest number, registers
);

    (* mem2reg *)
    reg [7:0] counts_q [0:6];  // errors since the last clear, by cause

    reg [6:0] seen_now;

    // All of counts_q side by side, because an always @* block cannot watch an array.
    wire [55:0] counts_q_flat = {counts_q[6], counts_q[5], counts_q[4], counts_q[3], counts_q[2],
                                 counts_q[1], counts_q[0]};

    assign seen = seen_now;
    assign counts = {counts_q[6], counts_q[5], counts_q[4], counts_q[3], counts_q[2], counts_q[1],
                     counts_q[0]};

    always @* begin : update_seen_now
        integer c;
        for (c = 0; c < 7; c = c + 1) begin
            seen_now[c] = counts_q_flat[c*8 +: 8] != 8'd0;
        end
    end

    always @(posedge clk) begin : update_counts_q
        integer i;
        integer c;
        if (rst) begin
            for (i = 0; i < 7; i = i + 1) counts_q[i] <= 8'd0;
        end else begin
            for (c = 0; c < 7; c = c + 1) begin
                if (clear) begin
                    counts_q[c] <= {7'd0, errors[c]};
                end else if (errors[c] && counts_q[c] != 8'd255) begin
                    counts_q[c] <= counts_q[c] + 8'd1;
                end
            end
        end
    end

endmodule

`default_nettype wire
