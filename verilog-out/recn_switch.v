// recn_switch: RECN-IQ switch: input-queued, with set-aside queues for congested packets
//
// ports = 8, slots = 64, saqs = 4, detect = 5, xoff = 10, xon = 5, link_latency = 2, ready_bit = 1
`default_nettype none

module recn_switch (
    input  wire         clk,            // rising edge
    input  wire         rst,            // synchronous, active high
    input  wire [7:0]   rx_valid,       // a beat arrives
    input  wire [7:0]   rx_sop,         // first beat: {turnpool, tptr, src, seq, tag}
    input  wire [7:0]   rx_eop,         // last beat
    input  wire [511:0] rx_data,        // beat
    output wire [7:0]   rx_credit,      // back to the sender: a slot is free again
    output wire [7:0]   rx_msg_valid,   // back to the sender: message about a congestion point
    output wire [7:0]   rx_msg_xoff,    // 1: Xoff, 0: Xon
    output wire [247:0] rx_msg_tp,      // turns that lead to the point
    output wire [247:0] rx_msg_mask,    // significant bits of the turns
    output wire [7:0]   tx_valid,       // a beat leaves
    output wire [7:0]   tx_sop,         // first beat
    output wire [7:0]   tx_eop,         // last beat
    output wire [511:0] tx_data,        // beat
    input  wire [7:0]   tx_credit,      // from the receiver: a slot is free again
    input  wire [7:0]   tx_msg_valid,   // from the receiver: message about a congestion point
    input  wire [7:0]   tx_msg_xoff,    // 1: Xoff, 0: Xon
    input  wire [247:0] tx_msg_tp,      // turns that lead to the point
    input  wire [247:0] tx_msg_mask,    // significant bits of the turns
    output wire [55:0]  stat_credit,    // credits of the output port
    output wire [31:0]  stat_lines,     // CAM lines of the output port in use
    output wire [7:0]   stat_cam_full,  // pulse: Xoff dropped, no line free
    output wire [55:0]  stat_free,      // free slots of the input port
    output wire [7:0]   stat_detect,    // pulse: congestion detected, queue allocated
    output wire [7:0]   stat_no_free,   // congestion detected, no queue free
    output wire [7:0]   stat_dropped,   // pulse: notification dropped, no queue free
    output wire [31:0]  stat_saqs,      // set-aside queues in use
    output wire [31:0]  stat_sent       // set-aside queues with an Xoff outstanding
);

    reg [3:0]  beats_left [0:7];
    reg [23:0] reading_from;
    reg [7:0]  connected;
    reg [23:0] connected_to;

    wire [7:0]   in_port_beat_valid;
    wire [7:0]   in_port_beat_sop;
    wire [7:0]   in_port_beat_eop;
    wire [511:0] in_port_beat_data;
    wire [31:0]  in_port_saq_xoff;
    wire [39:0]  in_port_queue_empty;
    wire [39:0]  in_port_queue_ready;
    wire [119:0] in_port_queue_port;
    wire [7:0]   out_port_credit_available;
    wire [7:0]   out_port_note_valid;
    wire [7:0]   out_port_note_xoff;
    wire [247:0] out_port_note_tp;
    wire [247:0] out_port_note_mask;
    wire [23:0]  out_port_note_target;
    wire [7:0]   scheduler_grant_valid;
    wire [23:0]  scheduler_grant_queue;
    wire [23:0]  unused_scheduler_grant_port;
    wire [7:0]   scheduler_start;
    wire [23:0]  scheduler_source;
    wire [535:0] crossbar_q;
    wire [7:0]   note_bus_note_take;
    wire         note_bus_bus_valid;
    wire [2:0]   note_bus_bus_source;
    wire         note_bus_bus_xoff;
    wire [30:0]  note_bus_bus_tp;
    wire [30:0]  note_bus_bus_mask;
    wire [2:0]   note_bus_bus_target;

    recn_input_port in_port_0 (
        .clk          (clk),
        .rst          (rst),
        .rx_valid     (rx_valid[0]),
        .rx_sop       (rx_sop[0]),
        .rx_eop       (rx_eop[0]),
        .rx_data      (rx_data[63:0]),
        .my_port      (3'd0),
        .grant_valid  (scheduler_grant_valid[0]),
        .grant_queue  (scheduler_grant_queue[2:0]),
        .rx_credit    (rx_credit[0]),
        .stat_free    (stat_free[6:0]),
        .beat_valid   (in_port_beat_valid[0]),
        .beat_sop     (in_port_beat_sop[0]),
        .beat_eop     (in_port_beat_eop[0]),
        .beat_data    (in_port_beat_data[63:0]),
        .rx_msg_valid (rx_msg_valid[0]),
        .rx_msg_xoff  (rx_msg_xoff[0]),
        .rx_msg_tp    (rx_msg_tp[30:0]),
        .rx_msg_mask  (rx_msg_mask[30:0]),
        .stat_saqs    (stat_saqs[3:0]),
        .stat_sent    (stat_sent[3:0]),
        .stat_detect  (stat_detect[0]),
        .stat_no_free (stat_no_free[0]),
        .bus_valid    (note_bus_bus_valid),
        .bus_xoff     (note_bus_bus_xoff),
        .bus_tp       (note_bus_bus_tp),
        .bus_mask     (note_bus_bus_mask),
        .bus_target   (note_bus_bus_target),
        .bus_source   (note_bus_bus_source),
        .stat_dropped (stat_dropped[0]),
        .saq_xoff     (in_port_saq_xoff[3:0]),
        .queue_empty  (in_port_queue_empty[4:0]),
        .queue_ready  (in_port_queue_ready[4:0]),
        .queue_port   (in_port_queue_port[14:0])
    );

    recn_input_port in_port_1 (
        .clk          (clk),
        .rst          (rst),
        .rx_valid     (rx_valid[1]),
        .rx_sop       (rx_sop[1]),
        .rx_eop       (rx_eop[1]),
        .rx_data      (rx_data[127:64]),
        .my_port      (3'd1),
        .grant_valid  (scheduler_grant_valid[1]),
        .grant_queue  (scheduler_grant_queue[5:3]),
        .rx_credit    (rx_credit[1]),
        .stat_free    (stat_free[13:7]),
        .beat_valid   (in_port_beat_valid[1]),
        .beat_sop     (in_port_beat_sop[1]),
        .beat_eop     (in_port_beat_eop[1]),
        .beat_data    (in_port_beat_data[127:64]),
        .rx_msg_valid (rx_msg_valid[1]),
        .rx_msg_xoff  (rx_msg_xoff[1]),
        .rx_msg_tp    (rx_msg_tp[61:31]),
        .rx_msg_mask  (rx_msg_mask[61:31]),
        .stat_saqs    (stat_saqs[7:4]),
        .stat_sent    (stat_sent[7:4]),
        .stat_detect  (stat_detect[1]),
        .stat_no_free (stat_no_free[1]),
        .bus_valid    (note_bus_bus_valid),
        .bus_xoff     (note_bus_bus_xoff),
        .bus_tp       (note_bus_bus_tp),
        .bus_mask     (note_bus_bus_mask),
        .bus_target   (note_bus_bus_target),
        .bus_source   (note_bus_bus_source),
        .stat_dropped (stat_dropped[1]),
        .saq_xoff     (in_port_saq_xoff[7:4]),
        .queue_empty  (in_port_queue_empty[9:5]),
        .queue_ready  (in_port_queue_ready[9:5]),
        .queue_port   (in_port_queue_port[29:15])
    );

    recn_input_port in_port_2 (
        .clk          (clk),
        .rst          (rst),
        .rx_valid     (rx_valid[2]),
        .rx_sop       (rx_sop[2]),
        .rx_eop       (rx_eop[2]),
        .rx_data      (rx_data[191:128]),
        .my_port      (3'd2),
        .grant_valid  (scheduler_grant_valid[2]),
        .grant_queue  (scheduler_grant_queue[8:6]),
        .rx_credit    (rx_credit[2]),
        .stat_free    (stat_free[20:14]),
        .beat_valid   (in_port_beat_valid[2]),
        .beat_sop     (in_port_beat_sop[2]),
        .beat_eop     (in_port_beat_eop[2]),
        .beat_data    (in_port_beat_data[191:128]),
        .rx_msg_valid (rx_msg_valid[2]),
        .rx_msg_xoff  (rx_msg_xoff[2]),
        .rx_msg_tp    (rx_msg_tp[92:62]),
        .rx_msg_mask  (rx_msg_mask[92:62]),
        .stat_saqs    (stat_saqs[11:8]),
        .stat_sent    (stat_sent[11:8]),
        .stat_detect  (stat_detect[2]),
        .stat_no_free (stat_no_free[2]),
        .bus_valid    (note_bus_bus_valid),
        .bus_xoff     (note_bus_bus_xoff),
        .bus_tp       (note_bus_bus_tp),
        .bus_mask     (note_bus_bus_mask),
        .bus_target   (note_bus_bus_target),
        .bus_source   (note_bus_bus_source),
        .stat_dropped (stat_dropped[2]),
        .saq_xoff     (in_port_saq_xoff[11:8]),
        .queue_empty  (in_port_queue_empty[14:10]),
        .queue_ready  (in_port_queue_ready[14:10]),
        .queue_port   (in_port_queue_port[44:30])
    );

    recn_input_port in_port_3 (
        .clk          (clk),
        .rst          (rst),
        .rx_valid     (rx_valid[3]),
        .rx_sop       (rx_sop[3]),
        .rx_eop       (rx_eop[3]),
        .rx_data      (rx_data[255:192]),
        .my_port      (3'd3),
        .grant_valid  (scheduler_grant_valid[3]),
        .grant_queue  (scheduler_grant_queue[11:9]),
        .rx_credit    (rx_credit[3]),
        .stat_free    (stat_free[27:21]),
        .beat_valid   (in_port_beat_valid[3]),
        .beat_sop     (in_port_beat_sop[3]),
        .beat_eop     (in_port_beat_eop[3]),
        .beat_data    (in_port_beat_data[255:192]),
        .rx_msg_valid (rx_msg_valid[3]),
        .rx_msg_xoff  (rx_msg_xoff[3]),
        .rx_msg_tp    (rx_msg_tp[123:93]),
        .rx_msg_mask  (rx_msg_mask[123:93]),
        .stat_saqs    (stat_saqs[15:12]),
        .stat_sent    (stat_sent[15:12]),
        .stat_detect  (stat_detect[3]),
        .stat_no_free (stat_no_free[3]),
        .bus_valid    (note_bus_bus_valid),
        .bus_xoff     (note_bus_bus_xoff),
        .bus_tp       (note_bus_bus_tp),
        .bus_mask     (note_bus_bus_mask),
        .bus_target   (note_bus_bus_target),
        .bus_source   (note_bus_bus_source),
        .stat_dropped (stat_dropped[3]),
        .saq_xoff     (in_port_saq_xoff[15:12]),
        .queue_empty  (in_port_queue_empty[19:15]),
        .queue_ready  (in_port_queue_ready[19:15]),
        .queue_port   (in_port_queue_port[59:45])
    );

    recn_input_port in_port_4 (
        .clk          (clk),
        .rst          (rst),
        .rx_valid     (rx_valid[4]),
        .rx_sop       (rx_sop[4]),
        .rx_eop       (rx_eop[4]),
        .rx_data      (rx_data[319:256]),
        .my_port      (3'd4),
        .grant_valid  (scheduler_grant_valid[4]),
        .grant_queue  (scheduler_grant_queue[14:12]),
        .rx_credit    (rx_credit[4]),
        .stat_free    (stat_free[34:28]),
        .beat_valid   (in_port_beat_valid[4]),
        .beat_sop     (in_port_beat_sop[4]),
        .beat_eop     (in_port_beat_eop[4]),
        .beat_data    (in_port_beat_data[319:256]),
        .rx_msg_valid (rx_msg_valid[4]),
        .rx_msg_xoff  (rx_msg_xoff[4]),
        .rx_msg_tp    (rx_msg_tp[154:124]),
        .rx_msg_mask  (rx_msg_mask[154:124]),
        .stat_saqs    (stat_saqs[19:16]),
        .stat_sent    (stat_sent[19:16]),
        .stat_detect  (stat_detect[4]),
        .stat_no_free (stat_no_free[4]),
        .bus_valid    (note_bus_bus_valid),
        .bus_xoff     (note_bus_bus_xoff),
        .bus_tp       (note_bus_bus_tp),
        .bus_mask     (note_bus_bus_mask),
        .bus_target   (note_bus_bus_target),
        .bus_source   (note_bus_bus_source),
        .stat_dropped (stat_dropped[4]),
        .saq_xoff     (in_port_saq_xoff[19:16]),
        .queue_empty  (in_port_queue_empty[24:20]),
        .queue_ready  (in_port_queue_ready[24:20]),
        .queue_port   (in_port_queue_port[74:60])
    );

    recn_input_port in_port_5 (
        .clk          (clk),
        .rst          (rst),
        .rx_valid     (rx_valid[5]),
        .rx_sop       (rx_sop[5]),
        .rx_eop       (rx_eop[5]),
        .rx_data      (rx_data[383:320]),
        .my_port      (3'd5),
        .grant_valid  (scheduler_grant_valid[5]),
        .grant_queue  (scheduler_grant_queue[17:15]),
        .rx_credit    (rx_credit[5]),
        .stat_free    (stat_free[41:35]),
        .beat_valid   (in_port_beat_valid[5]),
        .beat_sop     (in_port_beat_sop[5]),
        .beat_eop     (in_port_beat_eop[5]),
        .beat_data    (in_port_beat_data[383:320]),
        .rx_msg_valid (rx_msg_valid[5]),
        .rx_msg_xoff  (rx_msg_xoff[5]),
        .rx_msg_tp    (rx_msg_tp[185:155]),
        .rx_msg_mask  (rx_msg_mask[185:155]),
        .stat_saqs    (stat_saqs[23:20]),
        .stat_sent    (stat_sent[23:20]),
        .stat_detect  (stat_detect[5]),
        .stat_no_free (stat_no_free[5]),
        .bus_valid    (note_bus_bus_valid),
        .bus_xoff     (note_bus_bus_xoff),
        .bus_tp       (note_bus_bus_tp),
        .bus_mask     (note_bus_bus_mask),
        .bus_target   (note_bus_bus_target),
        .bus_source   (note_bus_bus_source),
        .stat_dropped (stat_dropped[5]),
        .saq_xoff     (in_port_saq_xoff[23:20]),
        .queue_empty  (in_port_queue_empty[29:25]),
        .queue_ready  (in_port_queue_ready[29:25]),
        .queue_port   (in_port_queue_port[89:75])
    );

    recn_input_port in_port_6 (
        .clk          (clk),
        .rst          (rst),
        .rx_valid     (rx_valid[6]),
        .rx_sop       (rx_sop[6]),
        .rx_eop       (rx_eop[6]),
        .rx_data      (rx_data[447:384]),
        .my_port      (3'd6),
        .grant_valid  (scheduler_grant_valid[6]),
        .grant_queue  (scheduler_grant_queue[20:18]),
        .rx_credit    (rx_credit[6]),
        .stat_free    (stat_free[48:42]),
        .beat_valid   (in_port_beat_valid[6]),
        .beat_sop     (in_port_beat_sop[6]),
        .beat_eop     (in_port_beat_eop[6]),
        .beat_data    (in_port_beat_data[447:384]),
        .rx_msg_valid (rx_msg_valid[6]),
        .rx_msg_xoff  (rx_msg_xoff[6]),
        .rx_msg_tp    (rx_msg_tp[216:186]),
        .rx_msg_mask  (rx_msg_mask[216:186]),
        .stat_saqs    (stat_saqs[27:24]),
        .stat_sent    (stat_sent[27:24]),
        .stat_detect  (stat_detect[6]),
        .stat_no_free (stat_no_free[6]),
        .bus_valid    (note_bus_bus_valid),
        .bus_xoff     (note_bus_bus_xoff),
        .bus_tp       (note_bus_bus_tp),
        .bus_mask     (note_bus_bus_mask),
        .bus_target   (note_bus_bus_target),
        .bus_source   (note_bus_bus_source),
        .stat_dropped (stat_dropped[6]),
        .saq_xoff     (in_port_saq_xoff[27:24]),
        .queue_empty  (in_port_queue_empty[34:30]),
        .queue_ready  (in_port_queue_ready[34:30]),
        .queue_port   (in_port_queue_port[104:90])
    );

    recn_input_port in_port_7 (
        .clk          (clk),
        .rst          (rst),
        .rx_valid     (rx_valid[7]),
        .rx_sop       (rx_sop[7]),
        .rx_eop       (rx_eop[7]),
        .rx_data      (rx_data[511:448]),
        .my_port      (3'd7),
        .grant_valid  (scheduler_grant_valid[7]),
        .grant_queue  (scheduler_grant_queue[23:21]),
        .rx_credit    (rx_credit[7]),
        .stat_free    (stat_free[55:49]),
        .beat_valid   (in_port_beat_valid[7]),
        .beat_sop     (in_port_beat_sop[7]),
        .beat_eop     (in_port_beat_eop[7]),
        .beat_data    (in_port_beat_data[511:448]),
        .rx_msg_valid (rx_msg_valid[7]),
        .rx_msg_xoff  (rx_msg_xoff[7]),
        .rx_msg_tp    (rx_msg_tp[247:217]),
        .rx_msg_mask  (rx_msg_mask[247:217]),
        .stat_saqs    (stat_saqs[31:28]),
        .stat_sent    (stat_sent[31:28]),
        .stat_detect  (stat_detect[7]),
        .stat_no_free (stat_no_free[7]),
        .bus_valid    (note_bus_bus_valid),
        .bus_xoff     (note_bus_bus_xoff),
        .bus_tp       (note_bus_bus_tp),
        .bus_mask     (note_bus_bus_mask),
        .bus_target   (note_bus_bus_target),
        .bus_source   (note_bus_bus_source),
        .stat_dropped (stat_dropped[7]),
        .saq_xoff     (in_port_saq_xoff[31:28]),
        .queue_empty  (in_port_queue_empty[39:35]),
        .queue_ready  (in_port_queue_ready[39:35]),
        .queue_port   (in_port_queue_port[119:105])
    );

    recn_output_port out_port_0 (
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
        .stat_credit      (stat_credit[6:0]),
        .tx_msg_valid     (tx_msg_valid[0]),
        .tx_msg_xoff      (tx_msg_xoff[0]),
        .tx_msg_tp        (tx_msg_tp[30:0]),
        .tx_msg_mask      (tx_msg_mask[30:0]),
        .beat_source      (connected_to[2:0]),
        .note_take        (note_bus_note_take[0]),
        .note_valid       (out_port_note_valid[0]),
        .note_xoff        (out_port_note_xoff[0]),
        .note_tp          (out_port_note_tp[30:0]),
        .note_mask        (out_port_note_mask[30:0]),
        .note_target      (out_port_note_target[2:0]),
        .stat_lines       (stat_lines[3:0]),
        .stat_cam_full    (stat_cam_full[0])
    );

    recn_output_port out_port_1 (
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
        .stat_credit      (stat_credit[13:7]),
        .tx_msg_valid     (tx_msg_valid[1]),
        .tx_msg_xoff      (tx_msg_xoff[1]),
        .tx_msg_tp        (tx_msg_tp[61:31]),
        .tx_msg_mask      (tx_msg_mask[61:31]),
        .beat_source      (connected_to[5:3]),
        .note_take        (note_bus_note_take[1]),
        .note_valid       (out_port_note_valid[1]),
        .note_xoff        (out_port_note_xoff[1]),
        .note_tp          (out_port_note_tp[61:31]),
        .note_mask        (out_port_note_mask[61:31]),
        .note_target      (out_port_note_target[5:3]),
        .stat_lines       (stat_lines[7:4]),
        .stat_cam_full    (stat_cam_full[1])
    );

    recn_output_port out_port_2 (
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
        .stat_credit      (stat_credit[20:14]),
        .tx_msg_valid     (tx_msg_valid[2]),
        .tx_msg_xoff      (tx_msg_xoff[2]),
        .tx_msg_tp        (tx_msg_tp[92:62]),
        .tx_msg_mask      (tx_msg_mask[92:62]),
        .beat_source      (connected_to[8:6]),
        .note_take        (note_bus_note_take[2]),
        .note_valid       (out_port_note_valid[2]),
        .note_xoff        (out_port_note_xoff[2]),
        .note_tp          (out_port_note_tp[92:62]),
        .note_mask        (out_port_note_mask[92:62]),
        .note_target      (out_port_note_target[8:6]),
        .stat_lines       (stat_lines[11:8]),
        .stat_cam_full    (stat_cam_full[2])
    );

    recn_output_port out_port_3 (
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
        .stat_credit      (stat_credit[27:21]),
        .tx_msg_valid     (tx_msg_valid[3]),
        .tx_msg_xoff      (tx_msg_xoff[3]),
        .tx_msg_tp        (tx_msg_tp[123:93]),
        .tx_msg_mask      (tx_msg_mask[123:93]),
        .beat_source      (connected_to[11:9]),
        .note_take        (note_bus_note_take[3]),
        .note_valid       (out_port_note_valid[3]),
        .note_xoff        (out_port_note_xoff[3]),
        .note_tp          (out_port_note_tp[123:93]),
        .note_mask        (out_port_note_mask[123:93]),
        .note_target      (out_port_note_target[11:9]),
        .stat_lines       (stat_lines[15:12]),
        .stat_cam_full    (stat_cam_full[3])
    );

    recn_output_port out_port_4 (
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
        .stat_credit      (stat_credit[34:28]),
        .tx_msg_valid     (tx_msg_valid[4]),
        .tx_msg_xoff      (tx_msg_xoff[4]),
        .tx_msg_tp        (tx_msg_tp[154:124]),
        .tx_msg_mask      (tx_msg_mask[154:124]),
        .beat_source      (connected_to[14:12]),
        .note_take        (note_bus_note_take[4]),
        .note_valid       (out_port_note_valid[4]),
        .note_xoff        (out_port_note_xoff[4]),
        .note_tp          (out_port_note_tp[154:124]),
        .note_mask        (out_port_note_mask[154:124]),
        .note_target      (out_port_note_target[14:12]),
        .stat_lines       (stat_lines[19:16]),
        .stat_cam_full    (stat_cam_full[4])
    );

    recn_output_port out_port_5 (
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
        .stat_credit      (stat_credit[41:35]),
        .tx_msg_valid     (tx_msg_valid[5]),
        .tx_msg_xoff      (tx_msg_xoff[5]),
        .tx_msg_tp        (tx_msg_tp[185:155]),
        .tx_msg_mask      (tx_msg_mask[185:155]),
        .beat_source      (connected_to[17:15]),
        .note_take        (note_bus_note_take[5]),
        .note_valid       (out_port_note_valid[5]),
        .note_xoff        (out_port_note_xoff[5]),
        .note_tp          (out_port_note_tp[185:155]),
        .note_mask        (out_port_note_mask[185:155]),
        .note_target      (out_port_note_target[17:15]),
        .stat_lines       (stat_lines[23:20]),
        .stat_cam_full    (stat_cam_full[5])
    );

    recn_output_port out_port_6 (
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
        .stat_credit      (stat_credit[48:42]),
        .tx_msg_valid     (tx_msg_valid[6]),
        .tx_msg_xoff      (tx_msg_xoff[6]),
        .tx_msg_tp        (tx_msg_tp[216:186]),
        .tx_msg_mask      (tx_msg_mask[216:186]),
        .beat_source      (connected_to[20:18]),
        .note_take        (note_bus_note_take[6]),
        .note_valid       (out_port_note_valid[6]),
        .note_xoff        (out_port_note_xoff[6]),
        .note_tp          (out_port_note_tp[216:186]),
        .note_mask        (out_port_note_mask[216:186]),
        .note_target      (out_port_note_target[20:18]),
        .stat_lines       (stat_lines[27:24]),
        .stat_cam_full    (stat_cam_full[6])
    );

    recn_output_port out_port_7 (
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
        .stat_credit      (stat_credit[55:49]),
        .tx_msg_valid     (tx_msg_valid[7]),
        .tx_msg_xoff      (tx_msg_xoff[7]),
        .tx_msg_tp        (tx_msg_tp[247:217]),
        .tx_msg_mask      (tx_msg_mask[247:217]),
        .beat_source      (connected_to[23:21]),
        .note_take        (note_bus_note_take[7]),
        .note_valid       (out_port_note_valid[7]),
        .note_xoff        (out_port_note_xoff[7]),
        .note_tp          (out_port_note_tp[247:217]),
        .note_mask        (out_port_note_mask[247:217]),
        .note_target      (out_port_note_target[23:21]),
        .stat_lines       (stat_lines[31:28]),
        .stat_cam_full    (stat_cam_full[7])
    );

    recn_scheduler scheduler (
        .clk              (clk),
        .rst              (rst),
        .queue_empty      (in_port_queue_empty),
        .queue_ready      (in_port_queue_ready),
        .queue_port       (in_port_queue_port),
        .credit_available (out_port_credit_available),
        .saq_xoff         (in_port_saq_xoff),
        .grant_valid      (scheduler_grant_valid),
        .grant_queue      (scheduler_grant_queue),
        .grant_port       (unused_scheduler_grant_port),
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

    recn_note_bus note_bus (
        .clk         (clk),
        .rst         (rst),
        .note_valid  (out_port_note_valid),
        .note_xoff   (out_port_note_xoff),
        .note_tp     (out_port_note_tp),
        .note_mask   (out_port_note_mask),
        .note_target (out_port_note_target),
        .note_take   (note_bus_note_take),
        .bus_valid   (note_bus_bus_valid),
        .bus_source  (note_bus_bus_source),
        .bus_xoff    (note_bus_bus_xoff),
        .bus_tp      (note_bus_bus_tp),
        .bus_mask    (note_bus_bus_mask),
        .bus_target  (note_bus_bus_target)
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
