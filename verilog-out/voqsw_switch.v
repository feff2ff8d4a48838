// voqsw_switch: VOQsw switch: input-queued, a queue per output port at every input port
//
// ports = 8, slots = 64, link_latency = 2
`default_nettype none

module voqsw_switch (
    input  wire         clk,         // rising edge
    input  wire         rst,         // synchronous, active high
    input  wire [7:0]   rx_valid,    // a beat arrives
    input  wire [7:0]   rx_sop,      // first beat: {turnpool, tptr, src, seq, tag}
    input  wire [7:0]   rx_eop,      // last beat
    input  wire [511:0] rx_data,     // beat
    output wire [7:0]   rx_credit,   // back to the sender: a slot is free again
    output wire [7:0]   tx_valid,    // a beat leaves
    output wire [7:0]   tx_sop,      // first beat
    output wire [7:0]   tx_eop,      // last beat
    output wire [511:0] tx_data,     // beat
    input  wire [7:0]   tx_credit,   // from the receiver: a slot is free again
    output wire [55:0]  stat_free,   // free slots of the input port
    output wire [55:0]  stat_credit  // credits of the output port
);

    reg [3:0]  beats_left [0:7];
    reg [23:0] reading_from;
    reg [7:0]  connected;
    reg [23:0] connected_to;

    wire [7:0]   in_port_beat_valid;
    wire [7:0]   in_port_beat_sop;
    wire [7:0]   in_port_beat_eop;
    wire [511:0] in_port_beat_data;
    wire [63:0]  in_port_waiting;
    wire [7:0]   out_port_credit_available;
    wire [7:0]   scheduler_grant_valid;
    wire [23:0]  scheduler_grant_queue;
    wire [7:0]   scheduler_start;
    wire [23:0]  scheduler_source;
    wire [535:0] crossbar_q;

    voqsw_input_port in_port_0 (
        .clk         (clk),
        .rst         (rst),
        .rx_valid    (rx_valid[0]),
        .rx_sop      (rx_sop[0]),
        .rx_eop      (rx_eop[0]),
        .rx_data     (rx_data[63:0]),
        .my_port     (3'd0),
        .grant_valid (scheduler_grant_valid[0]),
        .grant_queue (scheduler_grant_queue[2:0]),
        .beat_valid  (in_port_beat_valid[0]),
        .beat_sop    (in_port_beat_sop[0]),
        .beat_eop    (in_port_beat_eop[0]),
        .beat_data   (in_port_beat_data[63:0]),
        .waiting     (in_port_waiting[7:0]),
        .rx_credit   (rx_credit[0]),
        .stat_free   (stat_free[6:0])
    );

    voqsw_input_port in_port_1 (
        .clk         (clk),
        .rst         (rst),
        .rx_valid    (rx_valid[1]),
        .rx_sop      (rx_sop[1]),
        .rx_eop      (rx_eop[1]),
        .rx_data     (rx_data[127:64]),
        .my_port     (3'd1),
        .grant_valid (scheduler_grant_valid[1]),
        .grant_queue (scheduler_grant_queue[5:3]),
        .beat_valid  (in_port_beat_valid[1]),
        .beat_sop    (in_port_beat_sop[1]),
        .beat_eop    (in_port_beat_eop[1]),
        .beat_data   (in_port_beat_data[127:64]),
        .waiting     (in_port_waiting[15:8]),
        .rx_credit   (rx_credit[1]),
        .stat_free   (stat_free[13:7])
    );

    voqsw_input_port in_port_2 (
        .clk         (clk),
        .rst         (rst),
        .rx_valid    (rx_valid[2]),
        .rx_sop      (rx_sop[2]),
        .rx_eop      (rx_eop[2]),
        .rx_data     (rx_data[191:128]),
        .my_port     (3'd2),
        .grant_valid (scheduler_grant_valid[2]),
        .grant_queue (scheduler_grant_queue[8:6]),
        .beat_valid  (in_port_beat_valid[2]),
        .beat_sop    (in_port_beat_sop[2]),
        .beat_eop    (in_port_beat_eop[2]),
        .beat_data   (in_port_beat_data[191:128]),
        .waiting     (in_port_waiting[23:16]),
        .rx_credit   (rx_credit[2]),
        .stat_free   (stat_free[20:14])
    );

    voqsw_input_port in_port_3 (
        .clk         (clk),
        .rst         (rst),
        .rx_valid    (rx_valid[3]),
        .rx_sop      (rx_sop[3]),
        .rx_eop      (rx_eop[3]),
        .rx_data     (rx_data[255:192]),
        .my_port     (3'd3),
        .grant_valid (scheduler_grant_valid[3]),
        .grant_queue (scheduler_grant_queue[11:9]),
        .beat_valid  (in_port_beat_valid[3]),
        .beat_sop    (in_port_beat_sop[3]),
        .beat_eop    (in_port_beat_eop[3]),
        .beat_data   (in_port_beat_data[255:192]),
        .waiting     (in_port_waiting[31:24]),
        .rx_credit   (rx_credit[3]),
        .stat_free   (stat_free[27:21])
    );

    voqsw_input_port in_port_4 (
        .clk         (clk),
        .rst         (rst),
        .rx_valid    (rx_valid[4]),
        .rx_sop      (rx_sop[4]),
        .rx_eop      (rx_eop[4]),
        .rx_data     (rx_data[319:256]),
        .my_port     (3'd4),
        .grant_valid (scheduler_grant_valid[4]),
        .grant_queue (scheduler_grant_queue[14:12]),
        .beat_valid  (in_port_beat_valid[4]),
        .beat_sop    (in_port_beat_sop[4]),
        .beat_eop    (in_port_beat_eop[4]),
        .beat_data   (in_port_beat_data[319:256]),
        .waiting     (in_port_waiting[39:32]),
        .rx_credit   (rx_credit[4]),
        .stat_free   (stat_free[34:28])
    );

    voqsw_input_port in_port_5 (
        .clk         (clk),
        .rst         (rst),
        .rx_valid    (rx_valid[5]),
        .rx_sop      (rx_sop[5]),
        .rx_eop      (rx_eop[5]),
        .rx_data     (rx_data[383:320]),
        .my_port     (3'd5),
        .grant_valid (scheduler_grant_valid[5]),
        .grant_queue (scheduler_grant_queue[17:15]),
        .beat_valid  (in_port_beat_valid[5]),
        .beat_sop    (in_port_beat_sop[5]),
        .beat_eop    (in_port_beat_eop[5]),
        .beat_data   (in_port_beat_data[383:320]),
        .waiting     (in_port_waiting[47:40]),
        .rx_credit   (rx_credit[5]),
        .stat_free   (stat_free[41:35])
    );

    voqsw_input_port in_port_6 (
        .clk         (clk),
        .rst         (rst),
        .rx_valid    (rx_valid[6]),
        .rx_sop      (rx_sop[6]),
        .rx_eop      (rx_eop[6]),
        .rx_data     (rx_data[447:384]),
        .my_port     (3'd6),
        .grant_valid (scheduler_grant_valid[6]),
        .grant_queue (scheduler_grant_queue[20:18]),
        .beat_valid  (in_port_beat_valid[6]),
        .beat_sop    (in_port_beat_sop[6]),
        .beat_eop    (in_port_beat_eop[6]),
        .beat_data   (in_port_beat_data[447:384]),
        .waiting     (in_port_waiting[55:48]),
        .rx_credit   (rx_credit[6]),
        .stat_free   (stat_free[48:42])
    );

    voqsw_input_port in_port_7 (
        .clk         (clk),
        .rst         (rst),
        .rx_valid    (rx_valid[7]),
        .rx_sop      (rx_sop[7]),
        .rx_eop      (rx_eop[7]),
        .rx_data     (rx_data[511:448]),
        .my_port     (3'd7),
        .grant_valid (scheduler_grant_valid[7]),
        .grant_queue (scheduler_grant_queue[23:21]),
        .beat_valid  (in_port_beat_valid[7]),
        .beat_sop    (in_port_beat_sop[7]),
        .beat_eop    (in_port_beat_eop[7]),
        .beat_data   (in_port_beat_data[511:448]),
        .waiting     (in_port_waiting[63:56]),
        .rx_credit   (rx_credit[7]),
        .stat_free   (stat_free[55:49])
    );

    recn_output_port_saqs0 out_port_0 (
        .clk              (clk),
        .rst              (rst),
        .beat_valid       (crossbar_q[66]),
        .beat_sop         (crossbar_q[65]),
        .beat_eop         (crossbar_q[64]),
        .beat_data        (crossbar_q[63:0]),
        .tx_valid         (tx_valid[0]),
        .tx_sop           (tx_sop[0]),
        .tx_eop           (tx_eop[0]),
        .tx_data          (tx_data[63:0]),
        .start            (scheduler_start[0]),
        .tx_credit        (tx_credit[0]),
        .credit_available (out_port_credit_available[0]),
        .stat_credit      (stat_credit[6:0])
    );

    recn_output_port_saqs0 out_port_1 (
        .clk              (clk),
        .rst              (rst),
        .beat_valid       (crossbar_q[133]),
        .beat_sop         (crossbar_q[132]),
        .beat_eop         (crossbar_q[131]),
        .beat_data        (crossbar_q[130:67]),
        .tx_valid         (tx_valid[1]),
        .tx_sop           (tx_sop[1]),
        .tx_eop           (tx_eop[1]),
        .tx_data          (tx_data[127:64]),
        .start            (scheduler_start[1]),
        .tx_credit        (tx_credit[1]),
        .credit_available (out_port_credit_available[1]),
        .stat_credit      (stat_credit[13:7])
    );

    recn_output_port_saqs0 out_port_2 (
        .clk              (clk),
        .rst              (rst),
        .beat_valid       (crossbar_q[200]),
        .beat_sop         (crossbar_q[199]),
        .beat_eop         (crossbar_q[198]),
        .beat_data        (crossbar_q[197:134]),
        .tx_valid         (tx_valid[2]),
        .tx_sop           (tx_sop[2]),
        .tx_eop           (tx_eop[2]),
        .tx_data          (tx_data[191:128]),
        .start            (scheduler_start[2]),
        .tx_credit        (tx_credit[2]),
        .credit_available (out_port_credit_available[2]),
        .stat_credit      (stat_credit[20:14])
    );

    recn_output_port_saqs0 out_port_3 (
        .clk              (clk),
        .rst              (rst),
        .beat_valid       (crossbar_q[267]),
        .beat_sop         (crossbar_q[266]),
        .beat_eop         (crossbar_q[265]),
        .beat_data        (crossbar_q[264:201]),
        .tx_valid         (tx_valid[3]),
        .tx_sop           (tx_sop[3]),
        .tx_eop           (tx_eop[3]),
        .tx_data          (tx_data[255:192]),
        .start            (scheduler_start[3]),
        .tx_credit        (tx_credit[3]),
        .credit_available (out_port_credit_available[3]),
        .stat_credit      (stat_credit[27:21])
    );

    recn_output_port_saqs0 out_port_4 (
        .clk              (clk),
        .rst              (rst),
        .beat_valid       (crossbar_q[334]),
        .beat_sop         (crossbar_q[333]),
        .beat_eop         (crossbar_q[332]),
        .beat_data        (crossbar_q[331:268]),
        .tx_valid         (tx_valid[4]),
        .tx_sop           (tx_sop[4]),
        .tx_eop           (tx_eop[4]),
        .tx_data          (tx_data[319:256]),
        .start            (scheduler_start[4]),
        .tx_credit        (tx_credit[4]),
        .credit_available (out_port_credit_available[4]),
        .stat_credit      (stat_credit[34:28])
    );

    recn_output_port_saqs0 out_port_5 (
        .clk              (clk),
        .rst              (rst),
        .beat_valid       (crossbar_q[401]),
        .beat_sop         (crossbar_q[400]),
        .beat_eop         (crossbar_q[399]),
        .beat_data        (crossbar_q[398:335]),
        .tx_valid         (tx_valid[5]),
        .tx_sop           (tx_sop[5]),
        .tx_eop           (tx_eop[5]),
        .tx_data          (tx_data[383:320]),
        .start            (scheduler_start[5]),
        .tx_credit        (tx_credit[5]),
        .credit_available (out_port_credit_available[5]),
        .stat_credit      (stat_credit[41:35])
    );

    recn_output_port_saqs0 out_port_6 (
        .clk              (clk),
        .rst              (rst),
        .beat_valid       (crossbar_q[468]),
        .beat_sop         (crossbar_q[467]),
        .beat_eop         (crossbar_q[466]),
        .beat_data        (crossbar_q[465:402]),
        .tx_valid         (tx_valid[6]),
        .tx_sop           (tx_sop[6]),
        .tx_eop           (tx_eop[6]),
        .tx_data          (tx_data[447:384]),
        .start            (scheduler_start[6]),
        .tx_credit        (tx_credit[6]),
        .credit_available (out_port_credit_available[6]),
        .stat_credit      (stat_credit[48:42])
    );

    recn_output_port_saqs0 out_port_7 (
        .clk              (clk),
        .rst              (rst),
        .beat_valid       (crossbar_q[535]),
        .beat_sop         (crossbar_q[534]),
        .beat_eop         (crossbar_q[533]),
        .beat_data        (crossbar_q[532:469]),
        .tx_valid         (tx_valid[7]),
        .tx_sop           (tx_sop[7]),
        .tx_eop           (tx_eop[7]),
        .tx_data          (tx_data[511:448]),
        .start            (scheduler_start[7]),
        .tx_credit        (tx_credit[7]),
        .credit_available (out_port_credit_available[7]),
        .stat_credit      (stat_credit[55:49])
    );

    voqsw_scheduler scheduler (
        .clk              (clk),
        .rst              (rst),
        .waiting          (in_port_waiting),
        .credit_available (out_port_credit_available),
        .grant_valid      (scheduler_grant_valid),
        .grant_queue      (scheduler_grant_queue),
        .start            (scheduler_start),
        .source           (scheduler_source)
    );

    crossbar_width67 crossbar (
        .data   ({in_port_beat_valid[7], in_port_beat_sop[7], in_port_beat_eop[7],
                  in_port_beat_data[511:448], in_port_beat_valid[6], in_port_beat_sop[6],
                  in_port_beat_eop[6], in_port_beat_data[447:384], in_port_beat_valid[5],
                  in_port_beat_sop[5], in_port_beat_eop[5], in_port_beat_data[383:320],
                  in_port_beat_valid[4], in_port_beat_sop[4], in_port_beat_eop[4],
                  in_port_beat_data[319:256], in_port_beat_valid[3], in_port_beat_sop[3],
                  in_port_beat_eop[3], in_port_beat_data[255:192], in_port_beat_valid[2],
                  in_port_beat_sop[2], in_port_beat_eop[2], in_port_beat_data[191:128],
                  in_port_beat_valid[1], in_port_beat_sop[1], in_port_beat_eop[1],
                  in_port_beat_data[127:64], in_port_beat_valid[0], in_port_beat_sop[0],
                  in_port_beat_eop[0], in_port_beat_data[63:0]}),
        .select (connected_to),
        .enable (connected),
        .q      (crossbar_q)
    );

    always @(posedge clk) begin : update_beats_left
        integer i;
        integer o;
        if (rst) begin
            for (i = 0; i < 8; i = i + 1) beats_left[i] <= 4'd0;
            reading_from <= 24'd0;
            connected <= 8'd0;
        end else begin
            for (o = 0; o < 8; o = o + 1) begin
                if (scheduler_start[o]) begin
                    beats_left[o] <= 4'd8;
                    reading_from[o*3 +: 3] <= scheduler_source[o*3 +: 3];
                end else if (beats_left[o] != 4'd0) begin
                    beats_left[o] <= beats_left[o] - 4'd1;
                end
                connected[o] <= beats_left[o] != 4'd0;
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            connected_to <= 24'd0;
        end else begin
            connected_to <= reading_from;
        end
    end

endmodule

`default_nettype wire
