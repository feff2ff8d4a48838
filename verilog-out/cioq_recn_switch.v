// cioq_recn_switch: RECN switch: combined input and output queues, set-aside queues on both sides
//
// ports = 8, slots = 64, saqs = 4, detect = 5, detect_out = 5, xoff = 10, xon = 5, link_latency = 2
`default_nettype none

module cioq_recn_switch (
    input  wire         clk,           // rising edge
    input  wire         rst,           // synchronous, active high
    input  wire [7:0]   rx_valid,      // a beat arrives
    input  wire [7:0]   rx_sop,        // first beat: {turnpool, tptr, src, seq, tag}
    input  wire [7:0]   rx_eop,        // last beat
    input  wire [511:0] rx_data,       // beat
    output wire [7:0]   rx_credit,     // back to the sender: a slot is free again
    output wire [7:0]   rx_msg_valid,  // back to the sender: message about a congestion point
    output wire [7:0]   rx_msg_xoff,   // 1: Xoff, 0: Xon
    output wire [247:0] rx_msg_tp,     // turns that lead to the point
    output wire [247:0] rx_msg_mask,   // significant bits of the turns
    output wire [7:0]   tx_valid,      // a beat leaves
    output wire [7:0]   tx_sop,        // first beat
    output wire [7:0]   tx_eop,        // last beat
    output wire [511:0] tx_data,       // beat
    input  wire [7:0]   tx_credit,     // from the receiver: a slot is free again
    input  wire [7:0]   tx_msg_valid,  // from the receiver: message about a congestion point
    input  wire [7:0]   tx_msg_xoff,   // 1: Xoff, 0: Xon
    input  wire [247:0] tx_msg_tp,     // turns that lead to the point
    input  wire [247:0] tx_msg_mask,   // significant bits of the turns
    output wire [55:0]  stat_free,     // free slots of the input port
    output wire [7:0]   stat_detect,   // pulse: congestion detected, queue allocated
    output wire [7:0]   stat_no_free,  // congestion detected, no queue free
    output wire [7:0]   stat_dropped,  // pulse: notification dropped, no queue free
    output wire [31:0]  stat_saqs,     // set-aside queues in use
    output wire [31:0]  stat_sent,     // set-aside queues with an Xoff outstanding
    output wire [55:0]  stat_credit,   // credits of the output port
    output wire [31:0]  stat_lines,    // CAM lines of the output port in use
    output wire [7:0]   stat_cam_full  // pulse: Xoff dropped, no line free
);

    reg [2:0]  pairs_left [0:7];
    reg [23:0] reading_from;
    reg [7:0]  connected;
    reg [23:0] connected_to;

    wire [95:0]   in_port_queue_eligible;
    wire [95:0]   in_port_saq_port;
    wire [7:0]    in_port_pair_valid;
    wire [7:0]    in_port_pair_sop;
    wire [1023:0] in_port_pair_data;
    wire [7:0]    out_port_note_valid;
    wire [7:0]    out_port_note_xoff;
    wire [247:0]  out_port_note_tp;
    wire [247:0]  out_port_note_mask;
    wire [23:0]   out_port_note_target;
    wire [7:0]    out_port_room;
    wire [7:0]    scheduler_grant_valid;
    wire [31:0]   scheduler_grant_queue;
    wire [7:0]    scheduler_start;
    wire [23:0]   scheduler_source;
    wire [1039:0] crossbar_q;
    wire [7:0]    note_bus_note_take;
    wire          note_bus_bus_valid;
    wire [2:0]    note_bus_bus_source;
    wire          note_bus_bus_xoff;
    wire [30:0]   note_bus_bus_tp;
    wire [30:0]   note_bus_bus_mask;
    wire [2:0]    note_bus_bus_target;

    cioq_recn_input_port in_port_0 (
        .clk            (clk),
        .rst            (rst),
        .my_port        (3'd0),
        .grant_valid    (scheduler_grant_valid[0]),
        .grant_queue    (scheduler_grant_queue[3:0]),
        .rx_valid       (rx_valid[0]),
        .rx_sop         (rx_sop[0]),
        .rx_eop         (rx_eop[0]),
        .rx_data        (rx_data[63:0]),
        .bus_valid      (note_bus_bus_valid),
        .bus_xoff       (note_bus_bus_xoff),
        .bus_mask       (note_bus_bus_mask),
        .bus_source     (note_bus_bus_source),
        .bus_tp         (note_bus_bus_tp),
        .bus_target     (note_bus_bus_target),
        .stat_detect    (stat_detect[0]),
        .stat_no_free   (stat_no_free[0]),
        .stat_dropped   (stat_dropped[0]),
        .rx_msg_valid   (rx_msg_valid[0]),
        .rx_msg_xoff    (rx_msg_xoff[0]),
        .rx_msg_tp      (rx_msg_tp[30:0]),
        .rx_msg_mask    (rx_msg_mask[30:0]),
        .stat_saqs      (stat_saqs[3:0]),
        .stat_sent      (stat_sent[3:0]),
        .stat_free      (stat_free[6:0]),
        .queue_eligible (in_port_queue_eligible[11:0]),
        .saq_port       (in_port_saq_port[11:0]),
        .pair_valid     (in_port_pair_valid[0]),
        .pair_sop       (in_port_pair_sop[0]),
        .pair_data      (in_port_pair_data[127:0]),
        .rx_credit      (rx_credit[0])
    );

    cioq_recn_input_port in_port_1 (
        .clk            (clk),
        .rst            (rst),
        .my_port        (3'd1),
        .grant_valid    (scheduler_grant_valid[1]),
        .grant_queue    (scheduler_grant_queue[7:4]),
        .rx_valid       (rx_valid[1]),
        .rx_sop         (rx_sop[1]),
        .rx_eop         (rx_eop[1]),
        .rx_data        (rx_data[127:64]),
        .bus_valid      (note_bus_bus_valid),
        .bus_xoff       (note_bus_bus_xoff),
        .bus_mask       (note_bus_bus_mask),
        .bus_source     (note_bus_bus_source),
        .bus_tp         (note_bus_bus_tp),
        .bus_target     (note_bus_bus_target),
        .stat_detect    (stat_detect[1]),
        .stat_no_free   (stat_no_free[1]),
        .stat_dropped   (stat_dropped[1]),
        .rx_msg_valid   (rx_msg_valid[1]),
        .rx_msg_xoff    (rx_msg_xoff[1]),
        .rx_msg_tp      (rx_msg_tp[61:31]),
        .rx_msg_mask    (rx_msg_mask[61:31]),
        .stat_saqs      (stat_saqs[7:4]),
        .stat_sent      (stat_sent[7:4]),
        .stat_free      (stat_free[13:7]),
        .queue_eligible (in_port_queue_eligible[23:12]),
        .saq_port       (in_port_saq_port[23:12]),
        .pair_valid     (in_port_pair_valid[1]),
        .pair_sop       (in_port_pair_sop[1]),
        .pair_data      (in_port_pair_data[255:128]),
        .rx_credit      (rx_credit[1])
    );

    cioq_recn_input_port in_port_2 (
        .clk            (clk),
        .rst            (rst),
        .my_port        (3'd2),
        .grant_valid    (scheduler_grant_valid[2]),
        .grant_queue    (scheduler_grant_queue[11:8]),
        .rx_valid       (rx_valid[2]),
        .rx_sop         (rx_sop[2]),
        .rx_eop         (rx_eop[2]),
        .rx_data        (rx_data[191:128]),
        .bus_valid      (note_bus_bus_valid),
        .bus_xoff       (note_bus_bus_xoff),
        .bus_mask       (note_bus_bus_mask),
        .bus_source     (note_bus_bus_source),
        .bus_tp         (note_bus_bus_tp),
        .bus_target     (note_bus_bus_target),
        .stat_detect    (stat_detect[2]),
        .stat_no_free   (stat_no_free[2]),
        .stat_dropped   (stat_dropped[2]),
        .rx_msg_valid   (rx_msg_valid[2]),
        .rx_msg_xoff    (rx_msg_xoff[2]),
        .rx_msg_tp      (rx_msg_tp[92:62]),
        .rx_msg_mask    (rx_msg_mask[92:62]),
        .stat_saqs      (stat_saqs[11:8]),
        .stat_sent      (stat_sent[11:8]),
        .stat_free      (stat_free[20:14]),
        .queue_eligible (in_port_queue_eligible[35:24]),
        .saq_port       (in_port_saq_port[35:24]),
        .pair_valid     (in_port_pair_valid[2]),
        .pair_sop       (in_port_pair_sop[2]),
        .pair_data      (in_port_pair_data[383:256]),
        .rx_credit      (rx_credit[2])
    );

    cioq_recn_input_port in_port_3 (
        .clk            (clk),
        .rst            (rst),
        .my_port        (3'd3),
        .grant_valid    (scheduler_grant_valid[3]),
        .grant_queue    (scheduler_grant_queue[15:12]),
        .rx_valid       (rx_valid[3]),
        .rx_sop         (rx_sop[3]),
        .rx_eop         (rx_eop[3]),
        .rx_data        (rx_data[255:192]),
        .bus_valid      (note_bus_bus_valid),
        .bus_xoff       (note_bus_bus_xoff),
        .bus_mask       (note_bus_bus_mask),
        .bus_source     (note_bus_bus_source),
        .bus_tp         (note_bus_bus_tp),
        .bus_target     (note_bus_bus_target),
        .stat_detect    (stat_detect[3]),
        .stat_no_free   (stat_no_free[3]),
        .stat_dropped   (stat_dropped[3]),
        .rx_msg_valid   (rx_msg_valid[3]),
        .rx_msg_xoff    (rx_msg_xoff[3]),
        .rx_msg_tp      (rx_msg_tp[123:93]),
        .rx_msg_mask    (rx_msg_mask[123:93]),
        .stat_saqs      (stat_saqs[15:12]),
        .stat_sent      (stat_sent[15:12]),
        .stat_free      (stat_free[27:21]),
        .queue_eligible (in_port_queue_eligible[47:36]),
        .saq_port       (in_port_saq_port[47:36]),
        .pair_valid     (in_port_pair_valid[3]),
        .pair_sop       (in_port_pair_sop[3]),
        .pair_data      (in_port_pair_data[511:384]),
        .rx_credit      (rx_credit[3])
    );

    cioq_recn_input_port in_port_4 (
        .clk            (clk),
        .rst            (rst),
        .my_port        (3'd4),
        .grant_valid    (scheduler_grant_valid[4]),
        .grant_queue    (scheduler_grant_queue[19:16]),
        .rx_valid       (rx_valid[4]),
        .rx_sop         (rx_sop[4]),
        .rx_eop         (rx_eop[4]),
        .rx_data        (rx_data[319:256]),
        .bus_valid      (note_bus_bus_valid),
        .bus_xoff       (note_bus_bus_xoff),
        .bus_mask       (note_bus_bus_mask),
        .bus_source     (note_bus_bus_source),
        .bus_tp         (note_bus_bus_tp),
        .bus_target     (note_bus_bus_target),
        .stat_detect    (stat_detect[4]),
        .stat_no_free   (stat_no_free[4]),
        .stat_dropped   (stat_dropped[4]),
        .rx_msg_valid   (rx_msg_valid[4]),
        .rx_msg_xoff    (rx_msg_xoff[4]),
        .rx_msg_tp      (rx_msg_tp[154:124]),
        .rx_msg_mask    (rx_msg_mask[154:124]),
        .stat_saqs      (stat_saqs[19:16]),
        .stat_sent      (stat_sent[19:16]),
        .stat_free      (stat_free[34:28]),
        .queue_eligible (in_port_queue_eligible[59:48]),
        .saq_port       (in_port_saq_port[59:48]),
        .pair_valid     (in_port_pair_valid[4]),
        .pair_sop       (in_port_pair_sop[4]),
        .pair_data      (in_port_pair_data[639:512]),
        .rx_credit      (rx_credit[4])
    );

    cioq_recn_input_port in_port_5 (
        .clk            (clk),
        .rst            (rst),
        .my_port        (3'd5),
        .grant_valid    (scheduler_grant_valid[5]),
        .grant_queue    (scheduler_grant_queue[23:20]),
        .rx_valid       (rx_valid[5]),
        .rx_sop         (rx_sop[5]),
        .rx_eop         (rx_eop[5]),
        .rx_data        (rx_data[383:320]),
        .bus_valid      (note_bus_bus_valid),
        .bus_xoff       (note_bus_bus_xoff),
        .bus_mask       (note_bus_bus_mask),
        .bus_source     (note_bus_bus_source),
        .bus_tp         (note_bus_bus_tp),
        .bus_target     (note_bus_bus_target),
        .stat_detect    (stat_detect[5]),
        .stat_no_free   (stat_no_free[5]),
        .stat_dropped   (stat_dropped[5]),
        .rx_msg_valid   (rx_msg_valid[5]),
        .rx_msg_xoff    (rx_msg_xoff[5]),
        .rx_msg_tp      (rx_msg_tp[185:155]),
        .rx_msg_mask    (rx_msg_mask[185:155]),
        .stat_saqs      (stat_saqs[23:20]),
        .stat_sent      (stat_sent[23:20]),
        .stat_free      (stat_free[41:35]),
        .queue_eligible (in_port_queue_eligible[71:60]),
        .saq_port       (in_port_saq_port[71:60]),
        .pair_valid     (in_port_pair_valid[5]),
        .pair_sop       (in_port_pair_sop[5]),
        .pair_data      (in_port_pair_data[767:640]),
        .rx_credit      (rx_credit[5])
    );

    cioq_recn_input_port in_port_6 (
        .clk            (clk),
        .rst            (rst),
        .my_port        (3'd6),
        .grant_valid    (scheduler_grant_valid[6]),
        .grant_queue    (scheduler_grant_queue[27:24]),
        .rx_valid       (rx_valid[6]),
        .rx_sop         (rx_sop[6]),
        .rx_eop         (rx_eop[6]),
        .rx_data        (rx_data[447:384]),
        .bus_valid      (note_bus_bus_valid),
        .bus_xoff       (note_bus_bus_xoff),
        .bus_mask       (note_bus_bus_mask),
        .bus_source     (note_bus_bus_source),
        .bus_tp         (note_bus_bus_tp),
        .bus_target     (note_bus_bus_target),
        .stat_detect    (stat_detect[6]),
        .stat_no_free   (stat_no_free[6]),
        .stat_dropped   (stat_dropped[6]),
        .rx_msg_valid   (rx_msg_valid[6]),
        .rx_msg_xoff    (rx_msg_xoff[6]),
        .rx_msg_tp      (rx_msg_tp[216:186]),
        .rx_msg_mask    (rx_msg_mask[216:186]),
        .stat_saqs      (stat_saqs[27:24]),
        .stat_sent      (stat_sent[27:24]),
        .stat_free      (stat_free[48:42]),
        .queue_eligible (in_port_queue_eligible[83:72]),
        .saq_port       (in_port_saq_port[83:72]),
        .pair_valid     (in_port_pair_valid[6]),
        .pair_sop       (in_port_pair_sop[6]),
        .pair_data      (in_port_pair_data[895:768]),
        .rx_credit      (rx_credit[6])
    );

    cioq_recn_input_port in_port_7 (
        .clk            (clk),
        .rst            (rst),
        .my_port        (3'd7),
        .grant_valid    (scheduler_grant_valid[7]),
        .grant_queue    (scheduler_grant_queue[31:28]),
        .rx_valid       (rx_valid[7]),
        .rx_sop         (rx_sop[7]),
        .rx_eop         (rx_eop[7]),
        .rx_data        (rx_data[511:448]),
        .bus_valid      (note_bus_bus_valid),
        .bus_xoff       (note_bus_bus_xoff),
        .bus_mask       (note_bus_bus_mask),
        .bus_source     (note_bus_bus_source),
        .bus_tp         (note_bus_bus_tp),
        .bus_target     (note_bus_bus_target),
        .stat_detect    (stat_detect[7]),
        .stat_no_free   (stat_no_free[7]),
        .stat_dropped   (stat_dropped[7]),
        .rx_msg_valid   (rx_msg_valid[7]),
        .rx_msg_xoff    (rx_msg_xoff[7]),
        .rx_msg_tp      (rx_msg_tp[247:217]),
        .rx_msg_mask    (rx_msg_mask[247:217]),
        .stat_saqs      (stat_saqs[31:28]),
        .stat_sent      (stat_sent[31:28]),
        .stat_free      (stat_free[55:49]),
        .queue_eligible (in_port_queue_eligible[95:84]),
        .saq_port       (in_port_saq_port[95:84]),
        .pair_valid     (in_port_pair_valid[7]),
        .pair_sop       (in_port_pair_sop[7]),
        .pair_data      (in_port_pair_data[1023:896]),
        .rx_credit      (rx_credit[7])
    );

    cioq_recn_output_port out_port_0 (
        .clk           (clk),
        .rst           (rst),
        .pair_valid    (crossbar_q[129]),
        .pair_sop      (crossbar_q[128]),
        .pair_data     (crossbar_q[127:0]),
        .pair_source   (connected_to[2:0]),
        .tx_msg_xoff   (tx_msg_xoff[0]),
        .tx_msg_valid  (tx_msg_valid[0]),
        .tx_msg_tp     (tx_msg_tp[30:0]),
        .tx_msg_mask   (tx_msg_mask[30:0]),
        .stat_lines    (stat_lines[3:0]),
        .stat_cam_full (stat_cam_full[0]),
        .note_take     (note_bus_note_take[0]),
        .note_valid    (out_port_note_valid[0]),
        .note_xoff     (out_port_note_xoff[0]),
        .note_tp       (out_port_note_tp[30:0]),
        .note_mask     (out_port_note_mask[30:0]),
        .note_target   (out_port_note_target[2:0]),
        .tx_credit     (tx_credit[0]),
        .stat_credit   (stat_credit[6:0]),
        .start         (scheduler_start[0]),
        .room          (out_port_room[0]),
        .tx_valid      (tx_valid[0]),
        .tx_sop        (tx_sop[0]),
        .tx_eop        (tx_eop[0]),
        .tx_data       (tx_data[63:0])
    );

    cioq_recn_output_port out_port_1 (
        .clk           (clk),
        .rst           (rst),
        .pair_valid    (crossbar_q[259]),
        .pair_sop      (crossbar_q[258]),
        .pair_data     (crossbar_q[257:130]),
        .pair_source   (connected_to[5:3]),
        .tx_msg_xoff   (tx_msg_xoff[1]),
        .tx_msg_valid  (tx_msg_valid[1]),
        .tx_msg_tp     (tx_msg_tp[61:31]),
        .tx_msg_mask   (tx_msg_mask[61:31]),
        .stat_lines    (stat_lines[7:4]),
        .stat_cam_full (stat_cam_full[1]),
        .note_take     (note_bus_note_take[1]),
        .note_valid    (out_port_note_valid[1]),
        .note_xoff     (out_port_note_xoff[1]),
        .note_tp       (out_port_note_tp[61:31]),
        .note_mask     (out_port_note_mask[61:31]),
        .note_target   (out_port_note_target[5:3]),
        .tx_credit     (tx_credit[1]),
        .stat_credit   (stat_credit[13:7]),
        .start         (scheduler_start[1]),
        .room          (out_port_room[1]),
        .tx_valid      (tx_valid[1]),
        .tx_sop        (tx_sop[1]),
        .tx_eop        (tx_eop[1]),
        .tx_data       (tx_data[127:64])
    );

    cioq_recn_output_port out_port_2 (
        .clk           (clk),
        .rst           (rst),
        .pair_valid    (crossbar_q[389]),
        .pair_sop      (crossbar_q[388]),
        .pair_data     (crossbar_q[387:260]),
        .pair_source   (connected_to[8:6]),
        .tx_msg_xoff   (tx_msg_xoff[2]),
        .tx_msg_valid  (tx_msg_valid[2]),
        .tx_msg_tp     (tx_msg_tp[92:62]),
        .tx_msg_mask   (tx_msg_mask[92:62]),
        .stat_lines    (stat_lines[11:8]),
        .stat_cam_full (stat_cam_full[2]),
        .note_take     (note_bus_note_take[2]),
        .note_valid    (out_port_note_valid[2]),
        .note_xoff     (out_port_note_xoff[2]),
        .note_tp       (out_port_note_tp[92:62]),
        .note_mask     (out_port_note_mask[92:62]),
        .note_target   (out_port_note_target[8:6]),
        .tx_credit     (tx_credit[2]),
        .stat_credit   (stat_credit[20:14]),
        .start         (scheduler_start[2]),
        .room          (out_port_room[2]),
        .tx_valid      (tx_valid[2]),
        .tx_sop        (tx_sop[2]),
        .tx_eop        (tx_eop[2]),
        .tx_data       (tx_data[191:128])
    );

    cioq_recn_output_port out_port_3 (
        .clk           (clk),
        .rst           (rst),
        .pair_valid    (crossbar_q[519]),
        .pair_sop      (crossbar_q[518]),
        .pair_data     (crossbar_q[517:390]),
        .pair_source   (connected_to[11:9]),
        .tx_msg_xoff   (tx_msg_xoff[3]),
        .tx_msg_valid  (tx_msg_valid[3]),
        .tx_msg_tp     (tx_msg_tp[123:93]),
        .tx_msg_mask   (tx_msg_mask[123:93]),
        .stat_lines    (stat_lines[15:12]),
        .stat_cam_full (stat_cam_full[3]),
        .note_take     (note_bus_note_take[3]),
        .note_valid    (out_port_note_valid[3]),
        .note_xoff     (out_port_note_xoff[3]),
        .note_tp       (out_port_note_tp[123:93]),
        .note_mask     (out_port_note_mask[123:93]),
        .note_target   (out_port_note_target[11:9]),
        .tx_credit     (tx_credit[3]),
        .stat_credit   (stat_credit[27:21]),
        .start         (scheduler_start[3]),
        .room          (out_port_room[3]),
        .tx_valid      (tx_valid[3]),
        .tx_sop        (tx_sop[3]),
        .tx_eop        (tx_eop[3]),
        .tx_data       (tx_data[255:192])
    );

    cioq_recn_output_port out_port_4 (
        .clk           (clk),
        .rst           (rst),
        .pair_valid    (crossbar_q[649]),
        .pair_sop      (crossbar_q[648]),
        .pair_data     (crossbar_q[647:520]),
        .pair_source   (connected_to[14:12]),
        .tx_msg_xoff   (tx_msg_xoff[4]),
        .tx_msg_valid  (tx_msg_valid[4]),
        .tx_msg_tp     (tx_msg_tp[154:124]),
        .tx_msg_mask   (tx_msg_mask[154:124]),
        .stat_lines    (stat_lines[19:16]),
        .stat_cam_full (stat_cam_full[4]),
        .note_take     (note_bus_note_take[4]),
        .note_valid    (out_port_note_valid[4]),
        .note_xoff     (out_port_note_xoff[4]),
        .note_tp       (out_port_note_tp[154:124]),
        .note_mask     (out_port_note_mask[154:124]),
        .note_target   (out_port_note_target[14:12]),
        .tx_credit     (tx_credit[4]),
        .stat_credit   (stat_credit[34:28]),
        .start         (scheduler_start[4]),
        .room          (out_port_room[4]),
        .tx_valid      (tx_valid[4]),
        .tx_sop        (tx_sop[4]),
        .tx_eop        (tx_eop[4]),
        .tx_data       (tx_data[319:256])
    );

    cioq_recn_output_port out_port_5 (
        .clk           (clk),
        .rst           (rst),
        .pair_valid    (crossbar_q[779]),
        .pair_sop      (crossbar_q[778]),
        .pair_data     (crossbar_q[777:650]),
        .pair_source   (connected_to[17:15]),
        .tx_msg_xoff   (tx_msg_xoff[5]),
        .tx_msg_valid  (tx_msg_valid[5]),
        .tx_msg_tp     (tx_msg_tp[185:155]),
        .tx_msg_mask   (tx_msg_mask[185:155]),
        .stat_lines    (stat_lines[23:20]),
        .stat_cam_full (stat_cam_full[5]),
        .note_take     (note_bus_note_take[5]),
        .note_valid    (out_port_note_valid[5]),
        .note_xoff     (out_port_note_xoff[5]),
        .note_tp       (out_port_note_tp[185:155]),
        .note_mask     (out_port_note_mask[185:155]),
        .note_target   (out_port_note_target[17:15]),
        .tx_credit     (tx_credit[5]),
        .stat_credit   (stat_credit[41:35]),
        .start         (scheduler_start[5]),
        .room          (out_port_room[5]),
        .tx_valid      (tx_valid[5]),
        .tx_sop        (tx_sop[5]),
        .tx_eop        (tx_eop[5]),
        .tx_data       (tx_data[383:320])
    );

    cioq_recn_output_port out_port_6 (
        .clk           (clk),
        .rst           (rst),
        .pair_valid    (crossbar_q[909]),
        .pair_sop      (crossbar_q[908]),
        .pair_data     (crossbar_q[907:780]),
        .pair_source   (connected_to[20:18]),
        .tx_msg_xoff   (tx_msg_xoff[6]),
        .tx_msg_valid  (tx_msg_valid[6]),
        .tx_msg_tp     (tx_msg_tp[216:186]),
        .tx_msg_mask   (tx_msg_mask[216:186]),
        .stat_lines    (stat_lines[27:24]),
        .stat_cam_full (stat_cam_full[6]),
        .note_take     (note_bus_note_take[6]),
        .note_valid    (out_port_note_valid[6]),
        .note_xoff     (out_port_note_xoff[6]),
        .note_tp       (out_port_note_tp[216:186]),
        .note_mask     (out_port_note_mask[216:186]),
        .note_target   (out_port_note_target[20:18]),
        .tx_credit     (tx_credit[6]),
        .stat_credit   (stat_credit[48:42]),
        .start         (scheduler_start[6]),
        .room          (out_port_room[6]),
        .tx_valid      (tx_valid[6]),
        .tx_sop        (tx_sop[6]),
        .tx_eop        (tx_eop[6]),
        .tx_data       (tx_data[447:384])
    );

    cioq_recn_output_port out_port_7 (
        .clk           (clk),
        .rst           (rst),
        .pair_valid    (crossbar_q[1039]),
        .pair_sop      (crossbar_q[1038]),
        .pair_data     (crossbar_q[1037:910]),
        .pair_source   (connected_to[23:21]),
        .tx_msg_xoff   (tx_msg_xoff[7]),
        .tx_msg_valid  (tx_msg_valid[7]),
        .tx_msg_tp     (tx_msg_tp[247:217]),
        .tx_msg_mask   (tx_msg_mask[247:217]),
        .stat_lines    (stat_lines[31:28]),
        .stat_cam_full (stat_cam_full[7]),
        .note_take     (note_bus_note_take[7]),
        .note_valid    (out_port_note_valid[7]),
        .note_xoff     (out_port_note_xoff[7]),
        .note_tp       (out_port_note_tp[247:217]),
        .note_mask     (out_port_note_mask[247:217]),
        .note_target   (out_port_note_target[23:21]),
        .tx_credit     (tx_credit[7]),
        .stat_credit   (stat_credit[55:49]),
        .start         (scheduler_start[7]),
        .room          (out_port_room[7]),
        .tx_valid      (tx_valid[7]),
        .tx_sop        (tx_sop[7]),
        .tx_eop        (tx_eop[7]),
        .tx_data       (tx_data[511:448])
    );

    cioq_recn_scheduler scheduler (
        .clk            (clk),
        .rst            (rst),
        .queue_eligible (in_port_queue_eligible),
        .saq_port       (in_port_saq_port),
        .room           (out_port_room),
        .grant_valid    (scheduler_grant_valid),
        .grant_queue    (scheduler_grant_queue),
        .start          (scheduler_start),
        .source         (scheduler_source)
    );

    crossbar_width130 crossbar (
        .data   ({in_port_pair_valid[7], in_port_pair_sop[7], in_port_pair_data[1023:896],
                  in_port_pair_valid[6], in_port_pair_sop[6], in_port_pair_data[895:768],
                  in_port_pair_valid[5], in_port_pair_sop[5], in_port_pair_data[767:640],
                  in_port_pair_valid[4], in_port_pair_sop[4], in_port_pair_data[639:512],
                  in_port_pair_valid[3], in_port_pair_sop[3], in_port_pair_data[511:384],
                  in_port_pair_valid[2], in_port_pair_sop[2], in_port_pair_data[383:256],
                  in_port_pair_valid[1], in_port_pair_sop[1], in_port_pair_data[255:128],
                  in_port_pair_valid[0], in_port_pair_sop[0], in_port_pair_data[127:0]}),
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

    always @(posedge clk) begin : update_pairs_left
        integer i;
        integer o;
        if (rst) begin
            for (i = 0; i < 8; i = i + 1) pairs_left[i] <= 3'd0;
            reading_from <= 24'd0;
            connected <= 8'd0;
        end else begin
            for (o = 0; o < 8; o = o + 1) begin
                if (scheduler_start[o]) begin
                    pairs_left[o] <= 3'd4;
                    reading_from[o*3 +: 3] <= scheduler_source[o*3 +: 3];
                end else if (pairs_left[o] != 3'd0) begin
                    pairs_left[o] <= pairs_left[o] - 3'd1;
                end
                connected[o] <= pairs_left[o] != 3'd0;
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
