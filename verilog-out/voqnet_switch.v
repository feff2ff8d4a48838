// voqnet_switch: VOQnet switch: input-queued, a queue per destination at every input port
//
// ports = 8, nodes = 64, depth = 4, link_latency = 2
`default_nettype none

module voqnet_switch (
    input  wire         clk,            // rising edge
    input  wire         rst,            // synchronous, active high
    input  wire [7:0]   rx_valid,       // a beat arrives
    input  wire [7:0]   rx_sop,         // first beat: {turnpool, tptr, src, seq, tag}
    input  wire [7:0]   rx_eop,         // last beat
    input  wire [511:0] rx_data,        // beat
    output wire [7:0]   rx_credit,      // back to the sender: a slot is free again
    output wire [63:0]  rx_credit_dst,  // the queue whose slot it is
    output wire [7:0]   tx_valid,       // a beat leaves
    output wire [7:0]   tx_sop,         // first beat
    output wire [7:0]   tx_eop,         // last beat
    output wire [511:0] tx_data,        // beat
    input  wire [7:0]   tx_credit,      // from the receiver: a slot is free again
    input  wire [63:0]  tx_credit_dst,  // the queue whose slot it is
    output wire [71:0]  stat_free,      // free slots of the input port
    output wire [71:0]  stat_credit     // credits of the output port
);

    reg [3:0]  beats_left [0:7];
    reg [23:0] reading_from;
    reg [7:0]  connected;
    reg [23:0] connected_to;

    wire [7:0]   in_port_beat_valid;
    wire [7:0]   in_port_beat_sop;
    wire [7:0]   in_port_beat_eop;
    wire [7:0]   in_port_ask_valid;
    wire [23:0]  in_port_ask_port;
    wire [511:0] in_port_beat_data;
    wire [511:0] out_port_open;
    wire [7:0]   allocator_grant_valid;
    wire [7:0]   unused_allocator_grant_queue;
    wire [23:0]  unused_allocator_grant_output;
    wire [7:0]   allocator_output_valid;
    wire [23:0]  allocator_output_source;
    wire [535:0] crossbar_q;

    voqnet_input_port in_port_0 (
        .clk           (clk),
        .rst           (rst),
        .rx_valid      (rx_valid[0]),
        .rx_sop        (rx_sop[0]),
        .rx_eop        (rx_eop[0]),
        .rx_data       (rx_data[63:0]),
        .my_port       (3'd0),
        .open          (out_port_open),
        .grant_valid   (allocator_grant_valid[0]),
        .beat_valid    (in_port_beat_valid[0]),
        .beat_sop      (in_port_beat_sop[0]),
        .beat_eop      (in_port_beat_eop[0]),
        .ask_valid     (in_port_ask_valid[0]),
        .ask_port      (in_port_ask_port[2:0]),
        .beat_data     (in_port_beat_data[63:0]),
        .stat_free     (stat_free[8:0]),
        .rx_credit     (rx_credit[0]),
        .rx_credit_dst (rx_credit_dst[7:0])
    );

    voqnet_input_port in_port_1 (
        .clk           (clk),
        .rst           (rst),
        .rx_valid      (rx_valid[1]),
        .rx_sop        (rx_sop[1]),
        .rx_eop        (rx_eop[1]),
        .rx_data       (rx_data[127:64]),
        .my_port       (3'd1),
        .open          (out_port_open),
        .grant_valid   (allocator_grant_valid[1]),
        .beat_valid    (in_port_beat_valid[1]),
        .beat_sop      (in_port_beat_sop[1]),
        .beat_eop      (in_port_beat_eop[1]),
        .ask_valid     (in_port_ask_valid[1]),
        .ask_port      (in_port_ask_port[5:3]),
        .beat_data     (in_port_beat_data[127:64]),
        .stat_free     (stat_free[17:9]),
        .rx_credit     (rx_credit[1]),
        .rx_credit_dst (rx_credit_dst[15:8])
    );

    voqnet_input_port in_port_2 (
        .clk           (clk),
        .rst           (rst),
        .rx_valid      (rx_valid[2]),
        .rx_sop        (rx_sop[2]),
        .rx_eop        (rx_eop[2]),
        .rx_data       (rx_data[191:128]),
        .my_port       (3'd2),
        .open          (out_port_open),
        .grant_valid   (allocator_grant_valid[2]),
        .beat_valid    (in_port_beat_valid[2]),
        .beat_sop      (in_port_beat_sop[2]),
        .beat_eop      (in_port_beat_eop[2]),
        .ask_valid     (in_port_ask_valid[2]),
        .ask_port      (in_port_ask_port[8:6]),
        .beat_data     (in_port_beat_data[191:128]),
        .stat_free     (stat_free[26:18]),
        .rx_credit     (rx_credit[2]),
        .rx_credit_dst (rx_credit_dst[23:16])
    );

    voqnet_input_port in_port_3 (
        .clk           (clk),
        .rst           (rst),
        .rx_valid      (rx_valid[3]),
        .rx_sop        (rx_sop[3]),
        .rx_eop        (rx_eop[3]),
        .rx_data       (rx_data[255:192]),
        .my_port       (3'd3),
        .open          (out_port_open),
        .grant_valid   (allocator_grant_valid[3]),
        .beat_valid    (in_port_beat_valid[3]),
        .beat_sop      (in_port_beat_sop[3]),
        .beat_eop      (in_port_beat_eop[3]),
        .ask_valid     (in_port_ask_valid[3]),
        .ask_port      (in_port_ask_port[11:9]),
        .beat_data     (in_port_beat_data[255:192]),
        .stat_free     (stat_free[35:27]),
        .rx_credit     (rx_credit[3]),
        .rx_credit_dst (rx_credit_dst[31:24])
    );

    voqnet_input_port in_port_4 (
        .clk           (clk),
        .rst           (rst),
        .rx_valid      (rx_valid[4]),
        .rx_sop        (rx_sop[4]),
        .rx_eop        (rx_eop[4]),
        .rx_data       (rx_data[319:256]),
        .my_port       (3'd4),
        .open          (out_port_open),
        .grant_valid   (allocator_grant_valid[4]),
        .beat_valid    (in_port_beat_valid[4]),
        .beat_sop      (in_port_beat_sop[4]),
        .beat_eop      (in_port_beat_eop[4]),
        .ask_valid     (in_port_ask_valid[4]),
        .ask_port      (in_port_ask_port[14:12]),
        .beat_data     (in_port_beat_data[319:256]),
        .stat_free     (stat_free[44:36]),
        .rx_credit     (rx_credit[4]),
        .rx_credit_dst (rx_credit_dst[39:32])
    );

    voqnet_input_port in_port_5 (
        .clk           (clk),
        .rst           (rst),
        .rx_valid      (rx_valid[5]),
        .rx_sop        (rx_sop[5]),
        .rx_eop        (rx_eop[5]),
        .rx_data       (rx_data[383:320]),
        .my_port       (3'd5),
        .open          (out_port_open),
        .grant_valid   (allocator_grant_valid[5]),
        .beat_valid    (in_port_beat_valid[5]),
        .beat_sop      (in_port_beat_sop[5]),
        .beat_eop      (in_port_beat_eop[5]),
        .ask_valid     (in_port_ask_valid[5]),
        .ask_port      (in_port_ask_port[17:15]),
        .beat_data     (in_port_beat_data[383:320]),
        .stat_free     (stat_free[53:45]),
        .rx_credit     (rx_credit[5]),
        .rx_credit_dst (rx_credit_dst[47:40])
    );

    voqnet_input_port in_port_6 (
        .clk           (clk),
        .rst           (rst),
        .rx_valid      (rx_valid[6]),
        .rx_sop        (rx_sop[6]),
        .rx_eop        (rx_eop[6]),
        .rx_data       (rx_data[447:384]),
        .my_port       (3'd6),
        .open          (out_port_open),
        .grant_valid   (allocator_grant_valid[6]),
        .beat_valid    (in_port_beat_valid[6]),
        .beat_sop      (in_port_beat_sop[6]),
        .beat_eop      (in_port_beat_eop[6]),
        .ask_valid     (in_port_ask_valid[6]),
        .ask_port      (in_port_ask_port[20:18]),
        .beat_data     (in_port_beat_data[447:384]),
        .stat_free     (stat_free[62:54]),
        .rx_credit     (rx_credit[6]),
        .rx_credit_dst (rx_credit_dst[55:48])
    );

    voqnet_input_port in_port_7 (
        .clk           (clk),
        .rst           (rst),
        .rx_valid      (rx_valid[7]),
        .rx_sop        (rx_sop[7]),
        .rx_eop        (rx_eop[7]),
        .rx_data       (rx_data[511:448]),
        .my_port       (3'd7),
        .open          (out_port_open),
        .grant_valid   (allocator_grant_valid[7]),
        .beat_valid    (in_port_beat_valid[7]),
        .beat_sop      (in_port_beat_sop[7]),
        .beat_eop      (in_port_beat_eop[7]),
        .ask_valid     (in_port_ask_valid[7]),
        .ask_port      (in_port_ask_port[23:21]),
        .beat_data     (in_port_beat_data[511:448]),
        .stat_free     (stat_free[71:63]),
        .rx_credit     (rx_credit[7]),
        .rx_credit_dst (rx_credit_dst[63:56])
    );

    voqnet_output_port out_port_0 (
        .clk           (clk),
        .rst           (rst),
        .beat_sop      (crossbar_q[65]),
        .beat_data     (crossbar_q[63:0]),
        .beat_valid    (crossbar_q[66]),
        .beat_eop      (crossbar_q[64]),
        .tx_valid      (tx_valid[0]),
        .tx_sop        (tx_sop[0]),
        .tx_eop        (tx_eop[0]),
        .tx_data       (tx_data[63:0]),
        .start         (allocator_output_valid[0]),
        .tx_credit_dst (tx_credit_dst[7:0]),
        .tx_credit     (tx_credit[0]),
        .open          (out_port_open[63:0]),
        .stat_credit   (stat_credit[8:0])
    );

    voqnet_output_port out_port_1 (
        .clk           (clk),
        .rst           (rst),
        .beat_sop      (crossbar_q[132]),
        .beat_data     (crossbar_q[130:67]),
        .beat_valid    (crossbar_q[133]),
        .beat_eop      (crossbar_q[131]),
        .tx_valid      (tx_valid[1]),
        .tx_sop        (tx_sop[1]),
        .tx_eop        (tx_eop[1]),
        .tx_data       (tx_data[127:64]),
        .start         (allocator_output_valid[1]),
        .tx_credit_dst (tx_credit_dst[15:8]),
        .tx_credit     (tx_credit[1]),
        .open          (out_port_open[127:64]),
        .stat_credit   (stat_credit[17:9])
    );

    voqnet_output_port out_port_2 (
        .clk           (clk),
        .rst           (rst),
        .beat_sop      (crossbar_q[199]),
        .beat_data     (crossbar_q[197:134]),
        .beat_valid    (crossbar_q[200]),
        .beat_eop      (crossbar_q[198]),
        .tx_valid      (tx_valid[2]),
        .tx_sop        (tx_sop[2]),
        .tx_eop        (tx_eop[2]),
        .tx_data       (tx_data[191:128]),
        .start         (allocator_output_valid[2]),
        .tx_credit_dst (tx_credit_dst[23:16]),
        .tx_credit     (tx_credit[2]),
        .open          (out_port_open[191:128]),
        .stat_credit   (stat_credit[26:18])
    );

    voqnet_output_port out_port_3 (
        .clk           (clk),
        .rst           (rst),
        .beat_sop      (crossbar_q[266]),
        .beat_data     (crossbar_q[264:201]),
        .beat_valid    (crossbar_q[267]),
        .beat_eop      (crossbar_q[265]),
        .tx_valid      (tx_valid[3]),
        .tx_sop        (tx_sop[3]),
        .tx_eop        (tx_eop[3]),
        .tx_data       (tx_data[255:192]),
        .start         (allocator_output_valid[3]),
        .tx_credit_dst (tx_credit_dst[31:24]),
        .tx_credit     (tx_credit[3]),
        .open          (out_port_open[255:192]),
        .stat_credit   (stat_credit[35:27])
    );

    voqnet_output_port out_port_4 (
        .clk           (clk),
        .rst           (rst),
        .beat_sop      (crossbar_q[333]),
        .beat_data     (crossbar_q[331:268]),
        .beat_valid    (crossbar_q[334]),
        .beat_eop      (crossbar_q[332]),
        .tx_valid      (tx_valid[4]),
        .tx_sop        (tx_sop[4]),
        .tx_eop        (tx_eop[4]),
        .tx_data       (tx_data[319:256]),
        .start         (allocator_output_valid[4]),
        .tx_credit_dst (tx_credit_dst[39:32]),
        .tx_credit     (tx_credit[4]),
        .open          (out_port_open[319:256]),
        .stat_credit   (stat_credit[44:36])
    );

    voqnet_output_port out_port_5 (
        .clk           (clk),
        .rst           (rst),
        .beat_sop      (crossbar_q[400]),
        .beat_data     (crossbar_q[398:335]),
        .beat_valid    (crossbar_q[401]),
        .beat_eop      (crossbar_q[399]),
        .tx_valid      (tx_valid[5]),
        .tx_sop        (tx_sop[5]),
        .tx_eop        (tx_eop[5]),
        .tx_data       (tx_data[383:320]),
        .start         (allocator_output_valid[5]),
        .tx_credit_dst (tx_credit_dst[47:40]),
        .tx_credit     (tx_credit[5]),
        .open          (out_port_open[383:320]),
        .stat_credit   (stat_credit[53:45])
    );

    voqnet_output_port out_port_6 (
        .clk           (clk),
        .rst           (rst),
        .beat_sop      (crossbar_q[467]),
        .beat_data     (crossbar_q[465:402]),
        .beat_valid    (crossbar_q[468]),
        .beat_eop      (crossbar_q[466]),
        .tx_valid      (tx_valid[6]),
        .tx_sop        (tx_sop[6]),
        .tx_eop        (tx_eop[6]),
        .tx_data       (tx_data[447:384]),
        .start         (allocator_output_valid[6]),
        .tx_credit_dst (tx_credit_dst[55:48]),
        .tx_credit     (tx_credit[6]),
        .open          (out_port_open[447:384]),
        .stat_credit   (stat_credit[62:54])
    );

    voqnet_output_port out_port_7 (
        .clk           (clk),
        .rst           (rst),
        .beat_sop      (crossbar_q[534]),
        .beat_data     (crossbar_q[532:469]),
        .beat_valid    (crossbar_q[535]),
        .beat_eop      (crossbar_q[533]),
        .tx_valid      (tx_valid[7]),
        .tx_sop        (tx_sop[7]),
        .tx_eop        (tx_eop[7]),
        .tx_data       (tx_data[511:448]),
        .start         (allocator_output_valid[7]),
        .tx_credit_dst (tx_credit_dst[63:56]),
        .tx_credit     (tx_credit[7]),
        .open          (out_port_open[511:448]),
        .stat_credit   (stat_credit[71:63])
    );

    sep_allocator_inputs8_queues1_outputs8 allocator (
        .clk           (clk),
        .rst           (rst),
        .eligible      (in_port_ask_valid),
        .wanted        (in_port_ask_port),
        .input_free    (8'd255),
        .output_free   (8'd255),
        .grant_valid   (allocator_grant_valid),
        .grant_queue   (unused_allocator_grant_queue),
        .grant_output  (unused_allocator_grant_output),
        .output_valid  (allocator_output_valid),
        .output_source (allocator_output_source)
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
                if (allocator_output_valid[o]) begin
                    beats_left[o] <= 4'd8;
                    reading_from[o*3 +: 3] <= allocator_output_source[o*3 +: 3];
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
