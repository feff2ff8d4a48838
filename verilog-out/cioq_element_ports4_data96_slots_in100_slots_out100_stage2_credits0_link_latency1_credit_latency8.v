// SPDX-License-Identifier: Apache-2.0
// cioq_element_ports4_data96_slots_in100_slots_out100_stage2_credits0_link_latency1_credit_latency8: switching element with combined input and output queues
//
// ports = 4, data = 96, slots_in = 100, slots_out = 100, stage = 2, credits = 0, link_latency = 1, credit_latency = 8, cut_through = 1, error_bits = 8
`default_nettype none

module cioq_element_ports4_data96_slots_in100_slots_out100_stage2_credits0_link_latency1_credit_latency8 (
    input  wire         clk,            // rising edge
    input  wire         rst,            // synchronous, active high

    // links, receiving side, a lane per port
    input  wire [3:0]   rx_valid,       // a beat comes
    input  wire [3:0]   rx_head,        // it is the first of a segment: the header, with the route
                                        // on top. Unknown while not valid
    input  wire [3:0]   rx_tail,        // it is the last of a segment. Unknown while not valid
    input  wire [383:0] rx_data,        // the beat; in cell mode header and tag. Unknown while not
                                        // valid
    output wire [3:0]   rx_credit,      // back to the sender: a slot is free again

    // links, sending side, a lane per port
    output wire [3:0]   tx_valid,       // a beat comes
    output wire [3:0]   tx_head,        // it is the first of a segment: the header, with the route
                                        // on top. Unknown while not valid
    output wire [3:0]   tx_tail,        // it is the last of a segment. Unknown while not valid
    output wire [383:0] tx_data,        // the beat; in cell mode header and tag. Unknown while not
                                        // valid
    input  wire [3:0]   tx_credit,      // back to the sender: a slot is free again

    input  wire [3:0]   hold,           // the link starts no segment

    // status, a lane per port
    output wire [27:0]  stat_in_held,   // segments in the input queue, a register
    output wire [27:0]  stat_out_held,  // segments in the output queue and those that have their
                                        // place, a register
    output wire [3:0]   stat_stalled,   // a segment of the output queue waits for a credit and the
                                        // link is idle
    output reg  [3:0]   stat_refused,   // the output queue is full and the first segment of an
                                        // input waits for it

    // errors, a lane per port
    input  wire [3:0]   err_clear,      // clears the errors of the port
    output wire [27:0]  err_seen,       // causes since the last clear: no_head, cut, long,
                                        // no_route, no_room, marked, no_credit from bit 0 on,
                                        // functions of registers
    output wire [223:0] err_counts      // errors of each cause since the last clear, bits of a
                                        // counter each, which stay at the largest number, registers
);

    wire [3:0]   wanted;
    wire [7:0]   out_port_lane_valid;
    wire [767:0] out_port_lane_data;
    wire [7:0]   crossbar_in_valid;
    wire [767:0] crossbar_in_data;
    wire [27:0]  errors_errors;
    wire [15:0]  in_port_first;
    wire [15:0]  in_port_second;
    wire [7:0]   in_port_lane_valid;
    wire [767:0] in_port_lane_data;
    wire [23:0]  in_port_error;
    wire [7:0]   out_port_room;
    wire [7:0]   crossbar_out_valid;
    wire [767:0] crossbar_out_data;
    wire [7:0]   scheduler_start;
    wire [7:0]   scheduler_take;
    wire [31:0]  scheduler_select;

    genvar g;

    generate
        for (g = 0; g < 4; g = g + 1) begin : in_port
            cioq_input_ports4_data96_slots_in100_stage2_credit_latency8 u (
                .clk        (clk),
                .rst        (rst),
                .rx_valid   (rx_valid[g]),
                .rx_head    (rx_head[g]),
                .rx_tail    (rx_tail[g]),
                .rx_data    (rx_data[g*96 +: 96]),
                .rx_credit  (rx_credit[g]),
                .first      (in_port_first[g*4 +: 4]),
                .second     (in_port_second[g*4 +: 4]),
                .start      (scheduler_start[g*2 +: 2]),
                .lane_valid (in_port_lane_valid[g*2 +: 2]),
                .lane_data  (in_port_lane_data[g*192 +: 192]),
                .stat_held  (stat_in_held[g*7 +: 7]),
                .error      (in_port_error[g*6 +: 6])
            );
        end
    endgenerate

    assign out_port_lane_valid = {crossbar_out_valid[7], crossbar_out_valid[3],
                                  crossbar_out_valid[6], crossbar_out_valid[2],
                                  crossbar_out_valid[5], crossbar_out_valid[1],
                                  crossbar_out_valid[4], crossbar_out_valid[0]};
    assign out_port_lane_data = {crossbar_out_data[767:672], crossbar_out_data[383:288],
                                 crossbar_out_data[671:576], crossbar_out_data[287:192],
                                 crossbar_out_data[575:480], crossbar_out_data[191:96],
                                 crossbar_out_data[479:384], crossbar_out_data[95:0]};

    generate
        for (g = 0; g < 4; g = g + 1) begin : out_port
            cioq_output_data96_slots_out100_credits0_link_latency1 u (
                .clk          (clk),
                .rst          (rst),
                .take         (scheduler_take[g*2 +: 2]),
                .room         (out_port_room[g*2 +: 2]),
                .lane_valid   (out_port_lane_valid[g*2 +: 2]),
                .lane_data    (out_port_lane_data[g*192 +: 192]),
                .tx_valid     (tx_valid[g]),
                .tx_head      (tx_head[g]),
                .tx_tail      (tx_tail[g]),
                .tx_data      (tx_data[g*96 +: 96]),
                .tx_credit    (tx_credit[g]),
                .hold         (hold[g]),
                .stat_held    (stat_out_held[g*7 +: 7]),
                .stat_stalled (stat_stalled[g])
            );
        end
    endgenerate

    assign crossbar_in_valid = {in_port_lane_valid[7], in_port_lane_valid[5], in_port_lane_valid[3],
                                in_port_lane_valid[1],
                                in_port_lane_valid[6], in_port_lane_valid[4], in_port_lane_valid[2],
                                in_port_lane_valid[0]};
    assign crossbar_in_data = {in_port_lane_data[767:672], in_port_lane_data[575:480],
                               in_port_lane_data[383:288], in_port_lane_data[191:96],
                               in_port_lane_data[671:576], in_port_lane_data[479:384],
                               in_port_lane_data[287:192], in_port_lane_data[95:0]};

    generate
        for (g = 0; g < 2; g = g + 1) begin : crossbar
            cioq_crossbar_ports4_data96 u (
                .in_valid  (crossbar_in_valid[g*4 +: 4]),
                .in_data   (crossbar_in_data[g*384 +: 384]),
                .select    (scheduler_select[g*16 +: 16]),
                .out_valid (crossbar_out_valid[g*4 +: 4]),
                .out_data  (crossbar_out_data[g*384 +: 384])
            );
        end
    endgenerate

    cioq_scheduler_ports4_data96 scheduler (
        .clk    (clk),
        .rst    (rst),
        .first  (in_port_first),
        .second (in_port_second),
        .room   (out_port_room),
        .start  (scheduler_start),
        .take   (scheduler_take),
        .select (scheduler_select)
    );

    assign errors_errors = {1'b0, in_port_error[23:18],
                            1'b0, in_port_error[17:12],
                            1'b0, in_port_error[11:6],
                            1'b0, in_port_error[5:0]};

    generate
        for (g = 0; g < 4; g = g + 1) begin : errors
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

    assign wanted = in_port_first[3:0]
                  | in_port_first[7:4]
                  | in_port_first[11:8]
                  | in_port_first[15:12];

    always @* begin : update_stat_refused
        integer o;
        for (o = 0; o < 4; o = o + 1) begin
            stat_refused[o] = wanted[o] && out_port_room[o*2 +: 2] == 2'd0;
        end
    end

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_cioq_element_ports4_data96_slots_in100_slots_out100_stage2_credits0_link_latency1_credit_latency8
    initial assume (rst);
`endif
`endif

endmodule

`default_nettype wire
