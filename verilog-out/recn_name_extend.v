// recn_name_extend: notification receiver: names one turn longer  ports = 8
`default_nettype none

module recn_name_extend (
    input  wire        bus_valid,
    input  wire        bus_xoff,
    input  wire [30:0] bus_tp,
    input  wire [30:0] bus_mask,
    input  wire [2:0]  bus_target,
    input  wire [2:0]  bus_source,
    input  wire [2:0]  my_port,
    output wire        note_valid,
    output wire        note_xoff,
    output wire [30:0] note_tp,
    output wire [30:0] note_mask,
    output wire        overflow
);

    wire       concerns_me;
    wire       too_long;
    wire [2:0] turn;

    wire unused_last_turn = &{1'b0, bus_tp[2:0]};

    assign concerns_me = bus_valid && bus_source != my_port && (!bus_xoff || bus_target == my_port);
    assign too_long    = |bus_mask[2:0];
    assign turn        = bus_source - my_port - 3'd1;
    assign note_valid  = concerns_me && !too_long;
    assign note_xoff   = bus_xoff;
    assign note_tp     = {turn, bus_tp[30:3]};
    assign note_mask   = {3'd7, bus_mask[30:3]};
    assign overflow    = concerns_me && too_long;

endmodule

`default_nettype wire
