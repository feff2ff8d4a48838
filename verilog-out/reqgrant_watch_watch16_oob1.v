// SPDX-License-Identifier: Apache-2.0
// reqgrant_watch_watch16_oob1: finds flows that wait for a request, grant or acknowledgement that got lost
//
// nodes = 16, watch = 16, oob = 1
`default_nettype none

module reqgrant_watch_watch16_oob1 (
    input  wire       clk,          // rising edge
    input  wire       rst,          // synchronous, active high
    input  wire       tick,         // a segment time of the external line begins

    // a grant for an own flow
    input  wire       gnt_valid,    // it happens
    input  wire [3:0] gnt_node,     // adapter at the other end; unknown while not valid

    // a segment of the flow is sent
    input  wire       sent_valid,   // it happens
    input  wire [3:0] sent_node,    // adapter at the other end; unknown while not valid

    // the flow that is looked at
    output wire [3:0] look_node,    // adapter that a flow leads to, a register
    input  wire       look_waits,   // in the same cycle: segments are requested and not granted, or
                                    // an unsolicited one is not acknowledged

    // the flow to this adapter is stuck; registered
    output wire       stuck_valid,  // it happens
    output wire [3:0] stuck_node    // adapter at the other end; unknown while not valid
);

    reg [15:0] count_q;        // ticks of the round of looks at all flows
    reg [3:0]  node_q;         // adapter that a flow leads to, a register
    reg [15:0] waits_q;        // flows that waited when looked at, with nothing since
    reg        stuck_valid_q;  // stuck, one cycle later
    reg [3:0]  stuck_node_q;   // node_q, one cycle later

    wire        look;
    wire [15:0] served;
    wire [15:0] still;
    wire        served_now;
    wire        stuck;

    assign look      = tick && (&count_q[11:0]);
    assign look_node = node_q;
    assign served = (gnt_valid ? 16'd1 << gnt_node : 16'd0)
                  | (sent_valid ? 16'd1 << sent_node : 16'd0);
    assign still       = (look && look_waits) ? 16'd1 << node_q : 16'd0;
    assign served_now  = (gnt_valid && gnt_node == node_q) || (sent_valid && sent_node == node_q);
    assign stuck       = look && look_waits && waits_q[node_q] && !served_now;
    assign stuck_valid = stuck_valid_q;
    assign stuck_node  = stuck_node_q;

    always @(posedge clk) begin
        if (rst) begin
            count_q <= 16'd0;
            node_q <= 4'd0;
            waits_q <= 16'd0;
            stuck_valid_q <= 1'b0;
            stuck_node_q <= 4'd0;
        end else begin
            if (tick) count_q <= count_q + 16'd1;
            node_q <= count_q[15:12];
            waits_q <= (waits_q | still) & ~served;
            stuck_valid_q <= stuck;
            stuck_node_q <= node_q;
        end
    end

endmodule

`default_nettype wire
