// SPDX-License-Identifier: Apache-2.0
// recn_cdu_ports4: congestion detection unit  ports = 4, slots = 64, saqs = 4, detect = 5
`default_nettype none

module recn_cdu_ports4 (
    input  wire [6:0]   cq_count,     // packets in the cold queue
    input  wire         cq_ready,     // its head was inspected and stays
    input  wire [1:0]   cq_port,      // output port of its head
    input  wire         cq_granted,   // its head leaves through the crossbar
    input  wire [1:0]   my_port,      // number of this port

    // lines of the CAM
    input  wire [3:0]   line_valid,   // the line is in use
    input  wire [123:0] line_tp,      // name: turns
    input  wire [123:0] line_mask,    // name: mask

    // a line to allocate, combinational
    output wire         alloc_valid,  // a line is asked for
    output wire [30:0]  alloc_tp,     // turns that lead to the point
    output wire [30:0]  alloc_mask,   // significant bits of the turns

    output wire         no_free       // congestion is detected and no line is free, combinational
);

    wire [1:0] turn;
    reg  [3:0] known;
    wire       detected;

    wire unused_further_turns = &{1'b0, line_tp, line_mask};

    assign turn        = cq_port - my_port - 2'd1;
    assign detected    = cq_count > 7'd5 && cq_ready && !cq_granted && !(|known);
    assign alloc_valid = detected && !(&line_valid);
    assign alloc_tp    = {turn, 29'd0};
    assign alloc_mask  = {2'd3, 29'd0};
    assign no_free     = detected && (&line_valid);

    always @* begin : update_known
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            known[k] = line_valid[k] && !line_mask[k*31 + 28] && line_tp[k*31 + 29 +: 2] == turn;
        end
    end

endmodule

`default_nettype wire
