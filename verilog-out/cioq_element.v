// SPDX-License-Identifier: Apache-2.0
// cioq_element: switching element with combined input and output queues
//
// ports = 8, data = 64, slots_in = 32, slots_out = 240, stage = 0, credits = 32, link_latency = 2, credit_latency = 2, cut_through = 1, error_bits = 8
`default_nettype none

module cioq_element (
    input  wire         clk,            // rising edge
    input  wire         rst,            // synchronous, active high

    // links, receiving side, a lane per port
    input  wire [7:0]   rx_valid,       // a beat comes
    input  wire [7:0]   rx_head,        // it is the first of a segment: the header, with the route
                                        // on top. Unknown while not valid
    input  wire [7:0]   rx_tail,        // it is the last of a segment. Unknown while not valid
    input  wire [7:0]   rx_bad,         // with the last beat: the segment was damaged on its way,
                                        // and is not to be used. Unknown while not valid
    input  wire [511:0] rx_data,        // the beat; in cell mode header and tag. Unknown while not
                                        // valid
    output wire [7:0]   rx_credit,      // back to the sender: a slot is free again

    // links, sending side, a lane per port
    output wire [7:0]   tx_valid,       // a beat comes
    output wire [7:0]   tx_head,        // it is the first of a segment: the header, with the route
                                        // on top. Unknown while not valid
    output wire [7:0]   tx_tail,        // it is the last of a segment. Unknown while not valid
    output wire [7:0]   tx_bad,         // with the last beat: the segment was damaged on its way,
                                        // and is not to be used. Unknown while not valid
    output wire [511:0] tx_data,        // the beat; in cell mode header and tag. Unknown while not
                                        // valid
    input  wire [7:0]   tx_credit,      // back to the sender: a slot is free again

    // status, a lane per port
    output wire [47:0]  stat_in_held,   // segments in the input queue, a register
    output wire [63:0]  stat_out_held,  // segments in the output queue and those that have their
                                        // place, a register
    output wire [7:0]   stat_stalled,   // a segment of the output queue waits for a credit and the
                                        // link is idle
    output reg  [7:0]   stat_refused,   // the output queue is full and the first segment of an
                                        // input waits for it

    // errors, a lane per port
    input  wire [7:0]   err_clear,      // clears the errors of the port
    output wire [55:0]  err_seen,       // causes since the last clear: no_head, cut, long,
                                        // no_route, no_room, marked, no_credit from bit 0 on,
                                        // functions of registers
    output wire [447:0] err_counts      // errors of each cause since the last clear, bits of a
                                        // counter each, which stay at the largest number, registers
);

    wire [7:0]    wanted;
    wire [15:0]   out_port_lane_valid;
    wire [15:0]   out_port_lane_ends;
    wire [15:0]   out_port_lane_bad;
    wire [1023:0] out_port_lane_data;
    wire [15:0]   crossbar_in_valid;
    wire [15:0]   crossbar_in_ends;
    wire [15:0]   crossbar_in_bad;
    wire [1023:0] crossbar_in_data;
    wire [55:0]   errors_errors;
    wire [63:0]   in_port_first;
    wire [15:0]   in_port_free;
    wire [15:0]   in_port_lane_valid;
    wire [15:0]   in_port_lane_ends;
    wire [15:0]   in_port_lane_bad;
    wire [1023:0] in_port_lane_data;
    wire [47:0]   in_port_error;
    wire [15:0]   out_port_room;
    wire [7:0]    out_port_excess;
    wire [15:0]   crossbar_out_valid;
    wire [15:0]   crossbar_out_ends;
    wire [15:0]   crossbar_out_bad;
    wire [1023:0] crossbar_out_data;
    wire [15:0]   scheduler_start;
    wire [15:0]   scheduler_take;
    wire [127:0]  scheduler_select;

    genvar g;

    generate
        for (g = 0; g < 8; g = g + 1) begin : in_port
            cioq_input u (
                .clk        (clk),
                .rst        (rst),
                .rx_valid   (rx_valid[g]),
                .rx_head    (rx_head[g]),
                .rx_tail    (rx_tail[g]),
                .rx_bad     (rx_bad[g]),
                .rx_data    (rx_data[g*64 +: 64]),
                .rx_credit  (rx_credit[g]),
                .first      (in_port_first[g*8 +: 8]),
                .free       (in_port_free[g*2 +: 2]),
                .start      (scheduler_start[g*2 +: 2]),
                .lane_valid (in_port_lane_valid[g*2 +: 2]),
                .lane_ends  (in_port_lane_ends[g*2 +: 2]),
                .lane_bad   (in_port_lane_bad[g*2 +: 2]),
                .lane_data  (in_port_lane_data[g*128 +: 128]),
                .stat_held  (stat_in_held[g*6 +: 6]),
                .error      (in_port_error[g*6 +: 6])
            );
        end
    endgenerate

    assign out_port_lane_valid = {crossbar_out_valid[15], crossbar_out_valid[7],
                                  crossbar_out_valid[14], crossbar_out_valid[6],
                                  crossbar_out_valid[13], crossbar_out_valid[5],
                                  crossbar_out_valid[12], crossbar_out_valid[4],
                                  crossbar_out_valid[11], crossbar_out_valid[3],
                                  crossbar_out_valid[10], crossbar_out_valid[2],
                                  crossbar_out_valid[9], crossbar_out_valid[1],
                                  crossbar_out_valid[8], crossbar_out_valid[0]};
    assign out_port_lane_ends = {crossbar_out_ends[15], crossbar_out_ends[7],
                                 crossbar_out_ends[14], crossbar_out_ends[6],
                                 crossbar_out_ends[13], crossbar_out_ends[5],
                                 crossbar_out_ends[12], crossbar_out_ends[4],
                                 crossbar_out_ends[11], crossbar_out_ends[3],
                                 crossbar_out_ends[10], crossbar_out_ends[2],
                                 crossbar_out_ends[9], crossbar_out_ends[1],
                                 crossbar_out_ends[8], crossbar_out_ends[0]};
    assign out_port_lane_bad = {crossbar_out_bad[15], crossbar_out_bad[7],
                                crossbar_out_bad[14], crossbar_out_bad[6],
                                crossbar_out_bad[13], crossbar_out_bad[5],
                                crossbar_out_bad[12], crossbar_out_bad[4],
                                crossbar_out_bad[11], crossbar_out_bad[3],
                                crossbar_out_bad[10], crossbar_out_bad[2],
                                crossbar_out_bad[9], crossbar_out_bad[1],
                                crossbar_out_bad[8], crossbar_out_bad[0]};
    assign out_port_lane_data = {crossbar_out_data[1023:960], crossbar_out_data[511:448],
                                 crossbar_out_data[959:896], crossbar_out_data[447:384],
                                 crossbar_out_data[895:832], crossbar_out_data[383:320],
                                 crossbar_out_data[831:768], crossbar_out_data[319:256],
                                 crossbar_out_data[767:704], crossbar_out_data[255:192],
                                 crossbar_out_data[703:640], crossbar_out_data[191:128],
                                 crossbar_out_data[639:576], crossbar_out_data[127:64],
                                 crossbar_out_data[575:512], crossbar_out_data[63:0]};

    generate
        for (g = 0; g < 8; g = g + 1) begin : out_port
            cioq_output u (
                .clk          (clk),
                .rst          (rst),
                .take         (scheduler_take[g*2 +: 2]),
                .room         (out_port_room[g*2 +: 2]),
                .lane_valid   (out_port_lane_valid[g*2 +: 2]),
                .lane_ends    (out_port_lane_ends[g*2 +: 2]),
                .lane_bad     (out_port_lane_bad[g*2 +: 2]),
                .lane_data    (out_port_lane_data[g*128 +: 128]),
                .tx_valid     (tx_valid[g]),
                .tx_head      (tx_head[g]),
                .tx_tail      (tx_tail[g]),
                .tx_bad       (tx_bad[g]),
                .tx_data      (tx_data[g*64 +: 64]),
                .tx_credit    (tx_credit[g]),
                .stat_held    (stat_out_held[g*8 +: 8]),
                .stat_stalled (stat_stalled[g]),
                .excess       (out_port_excess[g])
            );
        end
    endgenerate

    assign crossbar_in_valid = {in_port_lane_valid[15], in_port_lane_valid[13],
                                in_port_lane_valid[11], in_port_lane_valid[9],
                                in_port_lane_valid[7], in_port_lane_valid[5], in_port_lane_valid[3],
                                in_port_lane_valid[1],
                                in_port_lane_valid[14], in_port_lane_valid[12],
                                in_port_lane_valid[10], in_port_lane_valid[8],
                                in_port_lane_valid[6], in_port_lane_valid[4], in_port_lane_valid[2],
                                in_port_lane_valid[0]};
    assign crossbar_in_ends = {in_port_lane_ends[15], in_port_lane_ends[13], in_port_lane_ends[11],
                               in_port_lane_ends[9], in_port_lane_ends[7], in_port_lane_ends[5],
                               in_port_lane_ends[3], in_port_lane_ends[1],
                               in_port_lane_ends[14], in_port_lane_ends[12], in_port_lane_ends[10],
                               in_port_lane_ends[8], in_port_lane_ends[6], in_port_lane_ends[4],
                               in_port_lane_ends[2], in_port_lane_ends[0]};
    assign crossbar_in_bad = {in_port_lane_bad[15], in_port_lane_bad[13], in_port_lane_bad[11],
                              in_port_lane_bad[9], in_port_lane_bad[7], in_port_lane_bad[5],
                              in_port_lane_bad[3], in_port_lane_bad[1],
                              in_port_lane_bad[14], in_port_lane_bad[12], in_port_lane_bad[10],
                              in_port_lane_bad[8], in_port_lane_bad[6], in_port_lane_bad[4],
                              in_port_lane_bad[2], in_port_lane_bad[0]};
    assign crossbar_in_data = {in_port_lane_data[1023:960], in_port_lane_data[895:832],
                               in_port_lane_data[767:704], in_port_lane_data[639:576],
                               in_port_lane_data[511:448], in_port_lane_data[383:320],
                               in_port_lane_data[255:192], in_port_lane_data[127:64],
                               in_port_lane_data[959:896], in_port_lane_data[831:768],
                               in_port_lane_data[703:640], in_port_lane_data[575:512],
                               in_port_lane_data[447:384], in_port_lane_data[319:256],
                               in_port_lane_data[191:128], in_port_lane_data[63:0]};

    generate
        for (g = 0; g < 2; g = g + 1) begin : crossbar
            cioq_crossbar u (
                .in_valid  (crossbar_in_valid[g*8 +: 8]),
                .in_ends   (crossbar_in_ends[g*8 +: 8]),
                .in_bad    (crossbar_in_bad[g*8 +: 8]),
                .in_data   (crossbar_in_data[g*512 +: 512]),
                .select    (scheduler_select[g*64 +: 64]),
                .out_valid (crossbar_out_valid[g*8 +: 8]),
                .out_ends  (crossbar_out_ends[g*8 +: 8]),
                .out_bad   (crossbar_out_bad[g*8 +: 8]),
                .out_data  (crossbar_out_data[g*512 +: 512])
            );
        end
    endgenerate

    cioq_scheduler scheduler (
        .clk    (clk),
        .rst    (rst),
        .first  (in_port_first),
        .free   (in_port_free),
        .ends   (in_port_lane_ends),
        .room   (out_port_room),
        .start  (scheduler_start),
        .take   (scheduler_take),
        .select (scheduler_select)
    );

    assign errors_errors = {out_port_excess[7], in_port_error[47:42],
                            out_port_excess[6], in_port_error[41:36],
                            out_port_excess[5], in_port_error[35:30],
                            out_port_excess[4], in_port_error[29:24],
                            out_port_excess[3], in_port_error[23:18],
                            out_port_excess[2], in_port_error[17:12],
                            out_port_excess[1], in_port_error[11:6],
                            out_port_excess[0], in_port_error[5:0]};

    generate
        for (g = 0; g < 8; g = g + 1) begin : errors
            link_errors_causes7 u (
                .clk    (clk),
                .rst    (rst),
                .errors (errors_errors[g*7 +: 7]),
                .clear  (err_clear[g]),
                .seen   (err_seen[g*7 +: 7]),
                .counts (err_counts[g*56 +: 56])
            );
        end
    endgenerate

    assign wanted = in_port_first[7:0]
                  | in_port_first[15:8]
                  | in_port_first[23:16]
                  | in_port_first[31:24]
                  | in_port_first[39:32]
                  | in_port_first[47:40]
                  | in_port_first[55:48]
                  | in_port_first[63:56];

    always @* begin : update_stat_refused
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            stat_refused[o] = wanted[o] && out_port_room[o*2 +: 2] == 2'd0;
        end
    end

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_cioq_element
    initial assume (rst);
`endif
`endif

endmodule

`default_nettype wire
