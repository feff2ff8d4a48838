// SPDX-License-Identifier: Apache-2.0
// recn_name_extend_ports4: notification receiver: names one turn longer  ports = 4, broadcast = 1
`default_nettype none

module recn_name_extend_ports4 (
    // the notification bus
    input  wire        bus_valid,      // a message about a congestion point
    input  wire        bus_xoff,       // 1: Xoff, 0: Xon
    input  wire [30:0] bus_tp,         // turns that lead to the point
    input  wire [30:0] bus_mask,       // significant bits of the turns
    input  wire [1:0]  bus_target,     // the input port that an Xoff is for
    input  wire [1:0]  bus_source,     // the output port that it comes from

    input  wire [1:0]  my_port,        // number of this port

    // for the CAM, combinational
    output wire        note_valid,     // a message about a congestion point
    output wire        note_xoff,      // 1: Xoff, 0: Xon
    output wire [30:0] note_tp,        // turns that lead to the point
    output wire [30:0] note_mask,      // significant bits of the turns

    output wire        note_allocate,  // an Xoff is for this port: it allocates a line if none has
                                       // the name, combinational
    output wire        overflow        // the name has no room for one turn more, combinational
);

    wire       for_me;
    wire       concerns_me;
    wire       too_long;
    wire [1:0] turn;

    wire unused_last_turn = &{1'b0, bus_tp[1:0]};

    assign for_me        = !bus_xoff || bus_target == my_port;
    assign concerns_me   = bus_valid && bus_source != my_port;
    assign too_long      = |bus_mask[1:0];
    assign turn          = bus_source - my_port - 2'd1;
    assign note_valid    = concerns_me && !too_long;
    assign note_xoff     = bus_xoff;
    assign note_tp       = {turn, bus_tp[30:2]};
    assign note_mask     = {2'd3, bus_mask[30:2]};
    assign note_allocate = for_me;
    assign overflow      = concerns_me && for_me && too_long;

endmodule

`default_nettype wire
