// SPDX-License-Identifier: Apache-2.0
// recn_switch: RECN-IQ switch: input-queued, with set-aside queues for congested packets
//
// ports = 8, slots = 64, saqs = 4, detect = 5, xoff = 10, xon = 5, link_latency = 2, broadcast = 1, ready_bit = 1, leaf_first = 0, timer = 64, error_bits = 8
`default_nettype none

module recn_switch (
    input  wire         clk,            // rising edge
    input  wire         rst,            // synchronous, active high

    // links, receiving side, a lane per port
    input  wire [7:0]   rx_valid,       // a beat comes
    input  wire [7:0]   rx_sop,         // it is the first of a packet: {turnpool, tptr, src, seq,
                                        // tag}
    input  wire [7:0]   rx_eop,         // it is the last
    input  wire [7:0]   rx_bad,         // with eop: the packet was damaged on its way, and is not
                                        // to be used
    input  wire [511:0] rx_data,        // the beat
    output wire [7:0]   rx_credit,      // back to the sender: a slot is free again
    output wire [7:0]   rx_msg_valid,   // a message about a congestion point
    output wire [7:0]   rx_msg_xoff,    // 1: Xoff, 0: Xon
    output wire [247:0] rx_msg_tp,      // turns that lead to the point
    output wire [247:0] rx_msg_mask,    // significant bits of the turns

    // links, sending side, a lane per port
    output wire [7:0]   tx_valid,       // a beat comes
    output wire [7:0]   tx_sop,         // it is the first of a packet: {turnpool, tptr, src, seq,
                                        // tag}
    output wire [7:0]   tx_eop,         // it is the last
    output wire [7:0]   tx_bad,         // with eop: the packet was damaged on its way, and is not
                                        // to be used
    output wire [511:0] tx_data,        // the beat
    input  wire [7:0]   tx_credit,      // back to the sender: a slot is free again
    input  wire [7:0]   tx_msg_valid,   // a message about a congestion point
    input  wire [7:0]   tx_msg_xoff,    // 1: Xoff, 0: Xon
    input  wire [247:0] tx_msg_tp,      // turns that lead to the point
    input  wire [247:0] tx_msg_mask,    // significant bits of the turns

    // status, a lane per port
    output wire [55:0]  stat_free,      // free slots of the input port
    output wire [7:0]   stat_detect,    // pulse: congestion detected, queue allocated
    output wire [7:0]   stat_no_free,   // congestion detected, no queue free
    output wire [7:0]   stat_dropped,   // pulse: notification dropped, no queue free
    output wire [31:0]  stat_saqs,      // set-aside queues in use
    output wire [31:0]  stat_sent,      // set-aside queues with an Xoff outstanding
    output wire [55:0]  stat_credit,    // credits of the output port
    output wire [31:0]  stat_lines,     // CAM lines of the output port in use
    output wire [7:0]   stat_cam_full,  // pulse: Xoff dropped, no line free

    // errors, a lane per port
    input  wire [7:0]   err_clear,      // clears the errors of the port
    output wire [63:0]  err_seen,       // causes since the last clear: no_head, cut, long,
                                        // no_route, no_room, marked, no_credit, no_name from bit 0
                                        // on, functions of registers
    output wire [511:0] err_counts      // errors of each cause since the last clear, bits of a
                                        // counter each, which stay at the largest number, registers
);

    (* mem2reg *)
    reg [3:0]  beats_left [0:7];  // words of the packet still to be read, of each output
    reg [23:0] reading_from;      // input that each output reads from
    reg [7:0]  read;              // outputs for which a word is read
    reg [23:0] read_from;         // reading_from, one cycle later
    reg [63:0] connected;         // input that each output is connected to, one-hot

    wire [543:0] to_crossbar;
    reg  [543:0] crossed;
    reg  [23:0]  connected_to;
    wire [63:0]  errors_errors;
    wire [7:0]   in_port_beat_valid;
    wire [7:0]   in_port_beat_sop;
    wire [7:0]   in_port_beat_eop;
    wire [7:0]   in_port_beat_bad;
    wire [511:0] in_port_beat_data;
    wire [39:0]  in_port_queue_empty;
    wire [39:0]  in_port_queue_ready;
    wire [119:0] in_port_queue_port;
    wire [31:0]  in_port_saq_xoff;
    wire [47:0]  in_port_error;
    wire [7:0]   out_port_credit_available;
    wire [7:0]   out_port_note_valid;
    wire [7:0]   out_port_note_xoff;
    wire [247:0] out_port_note_tp;
    wire [247:0] out_port_note_mask;
    wire [23:0]  out_port_note_target;
    wire [15:0]  out_port_error;
    wire [7:0]   scheduler_grant_valid;
    wire [39:0]  scheduler_grant_queue;
    wire [23:0]  unused_scheduler_grant_port;
    wire [7:0]   scheduler_start;
    wire [23:0]  scheduler_source;
    wire [7:0]   note_bus_note_take;
    wire         note_bus_bus_valid;
    wire         note_bus_bus_xoff;
    wire [30:0]  note_bus_bus_tp;
    wire [30:0]  note_bus_bus_mask;
    wire [2:0]   note_bus_bus_target;
    wire [2:0]   note_bus_bus_source;

    // The lane of 68 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [67:0] one_hot_mux_8x68(input [7:0] select, input [543:0] lanes);
        integer n;
        begin
            one_hot_mux_8x68 = 68'd0;
            for (n = 0; n < 8; n = n + 1)
                one_hot_mux_8x68 = one_hot_mux_8x68 | ({68{select[n]}} & lanes[n*68 +: 68]);
        end
    endfunction

    genvar g;

    generate
        for (g = 0; g < 8; g = g + 1) begin : in_port
            recn_input_port u (
                .clk          (clk),
                .rst          (rst),
                .rx_valid     (rx_valid[g]),
                .rx_sop       (rx_sop[g]),
                .rx_eop       (rx_eop[g]),
                .rx_bad       (rx_bad[g]),
                .rx_data      (rx_data[g*64 +: 64]),
                .rx_credit    (rx_credit[g]),
                .rx_msg_valid (rx_msg_valid[g]),
                .rx_msg_xoff  (rx_msg_xoff[g]),
                .rx_msg_tp    (rx_msg_tp[g*31 +: 31]),
                .rx_msg_mask  (rx_msg_mask[g*31 +: 31]),
                .my_port      (g[2:0]),
                .grant_valid  (scheduler_grant_valid[g]),
                .grant_queue  (scheduler_grant_queue[g*5 +: 5]),
                .bus_valid    (note_bus_bus_valid),
                .bus_xoff     (note_bus_bus_xoff),
                .bus_tp       (note_bus_bus_tp),
                .bus_mask     (note_bus_bus_mask),
                .bus_target   (note_bus_bus_target),
                .bus_source   (note_bus_bus_source),
                .beat_valid   (in_port_beat_valid[g]),
                .beat_sop     (in_port_beat_sop[g]),
                .beat_eop     (in_port_beat_eop[g]),
                .beat_bad     (in_port_beat_bad[g]),
                .beat_data    (in_port_beat_data[g*64 +: 64]),
                .queue_empty  (in_port_queue_empty[g*5 +: 5]),
                .queue_ready  (in_port_queue_ready[g*5 +: 5]),
                .queue_port   (in_port_queue_port[g*15 +: 15]),
                .saq_xoff     (in_port_saq_xoff[g*4 +: 4]),
                .stat_free    (stat_free[g*7 +: 7]),
                .stat_detect  (stat_detect[g]),
                .stat_no_free (stat_no_free[g]),
                .stat_dropped (stat_dropped[g]),
                .stat_saqs    (stat_saqs[g*4 +: 4]),
                .stat_sent    (stat_sent[g*4 +: 4]),
                .error        (in_port_error[g*6 +: 6])
            );
        end
    endgenerate

    generate
        for (g = 0; g < 8; g = g + 1) begin : out_port
            recn_output_port u (
                .clk              (clk),
                .rst              (rst),
                .beat_valid       (crossed[g*68 + 67]),
                .beat_sop         (crossed[g*68 + 66]),
                .beat_eop         (crossed[g*68 + 65]),
                .beat_bad         (crossed[g*68 + 64]),
                .beat_data        (crossed[g*68 +: 64]),
                .beat_source      (connected_to[g*3 +: 3]),
                .start            (scheduler_start[g]),
                .note_take        (note_bus_note_take[g]),
                .tx_valid         (tx_valid[g]),
                .tx_sop           (tx_sop[g]),
                .tx_eop           (tx_eop[g]),
                .tx_bad           (tx_bad[g]),
                .tx_data          (tx_data[g*64 +: 64]),
                .tx_credit        (tx_credit[g]),
                .tx_msg_valid     (tx_msg_valid[g]),
                .tx_msg_xoff      (tx_msg_xoff[g]),
                .tx_msg_tp        (tx_msg_tp[g*31 +: 31]),
                .tx_msg_mask      (tx_msg_mask[g*31 +: 31]),
                .credit_available (out_port_credit_available[g]),
                .note_valid       (out_port_note_valid[g]),
                .note_xoff        (out_port_note_xoff[g]),
                .note_tp          (out_port_note_tp[g*31 +: 31]),
                .note_mask        (out_port_note_mask[g*31 +: 31]),
                .note_target      (out_port_note_target[g*3 +: 3]),
                .stat_credit      (stat_credit[g*7 +: 7]),
                .stat_lines       (stat_lines[g*4 +: 4]),
                .stat_cam_full    (stat_cam_full[g]),
                .error            (out_port_error[g*2 +: 2])
            );
        end
    endgenerate

    recn_scheduler scheduler (
        .clk              (clk),
        .rst              (rst),
        .queue_empty      (in_port_queue_empty),
        .queue_ready      (in_port_queue_ready),
        .queue_port       (in_port_queue_port),
        .saq_xoff         (in_port_saq_xoff),
        .credit_available (out_port_credit_available),
        .grant_valid      (scheduler_grant_valid),
        .grant_queue      (scheduler_grant_queue),
        .grant_port       (unused_scheduler_grant_port),
        .start            (scheduler_start),
        .source           (scheduler_source)
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
        .bus_xoff    (note_bus_bus_xoff),
        .bus_tp      (note_bus_bus_tp),
        .bus_mask    (note_bus_bus_mask),
        .bus_target  (note_bus_bus_target),
        .bus_source  (note_bus_bus_source)
    );

    assign errors_errors = {out_port_error[15:14], in_port_error[47:42],
                            out_port_error[13:12], in_port_error[41:36],
                            out_port_error[11:10], in_port_error[35:30],
                            out_port_error[9:8], in_port_error[29:24],
                            out_port_error[7:6], in_port_error[23:18],
                            out_port_error[5:4], in_port_error[17:12],
                            out_port_error[3:2], in_port_error[11:6],
                            out_port_error[1:0], in_port_error[5:0]};

    generate
        for (g = 0; g < 8; g = g + 1) begin : errors
            link_errors u (
                .clk    (clk),
                .rst    (rst),
                .errors (errors_errors[g*8 +: 8]),
                .clear  (err_clear[g]),
                .seen   (err_seen[g*8 +: 8]),
                .counts (err_counts[g*64 +: 64])
            );
        end
    endgenerate

    assign to_crossbar = {in_port_beat_valid[7], in_port_beat_sop[7], in_port_beat_eop[7],
                          in_port_beat_bad[7], in_port_beat_data[511:448], in_port_beat_valid[6],
                          in_port_beat_sop[6], in_port_beat_eop[6], in_port_beat_bad[6],
                          in_port_beat_data[447:384], in_port_beat_valid[5], in_port_beat_sop[5],
                          in_port_beat_eop[5], in_port_beat_bad[5], in_port_beat_data[383:320],
                          in_port_beat_valid[4], in_port_beat_sop[4], in_port_beat_eop[4],
                          in_port_beat_bad[4], in_port_beat_data[319:256], in_port_beat_valid[3],
                          in_port_beat_sop[3], in_port_beat_eop[3], in_port_beat_bad[3],
                          in_port_beat_data[255:192], in_port_beat_valid[2], in_port_beat_sop[2],
                          in_port_beat_eop[2], in_port_beat_bad[2], in_port_beat_data[191:128],
                          in_port_beat_valid[1], in_port_beat_sop[1], in_port_beat_eop[1],
                          in_port_beat_bad[1], in_port_beat_data[127:64], in_port_beat_valid[0],
                          in_port_beat_sop[0], in_port_beat_eop[0], in_port_beat_bad[0],
                          in_port_beat_data[63:0]};

    always @* begin : update_crossed
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            crossed[o*68 +: 68] = one_hot_mux_8x68(connected[o*8 +: 8], to_crossbar);
        end
    end

    always @* begin : update_connected_to
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            connected_to[o*3 +: 3] = {|(connected[o*8 +: 8] & 8'hf0),
                                      |(connected[o*8 +: 8] & 8'hcc),
                                      |(connected[o*8 +: 8] & 8'haa)};
        end
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [47:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[15:0], memory_fill};
        end
        {reading_from, read_from} = memory_bits;
    end
`endif

    always @(posedge clk) begin : update_beats_left
        integer i;
        integer o;
        if (rst) begin
            for (i = 0; i < 8; i = i + 1) beats_left[i] <= 4'd0;
            read <= 8'd0;
        end else begin
            for (o = 0; o < 8; o = o + 1) begin
                if (scheduler_start[o]) begin
                    beats_left[o] <= 4'd8;
                end else if (beats_left[o] != 4'd0) begin
                    beats_left[o] <= beats_left[o] - 4'd1;
                end
                read[o] <= beats_left[o] != 4'd0;
            end
        end
    end

    always @(posedge clk) begin : update_reading_from
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            if (scheduler_start[o]) reading_from[o*3 +: 3] <= scheduler_source[o*3 +: 3];
        end
    end

    always @(posedge clk) begin
        read_from <= reading_from;
    end

    always @(posedge clk) begin : update_connected
        integer o;
        if (rst) begin
            connected <= 64'd0;
        end else begin
            for (o = 0; o < 8; o = o + 1) begin
                connected[o*8 +: 8] <= read[o] ? 8'd1 << read_from[o*3 +: 3] : 8'd0;
            end
        end
    end

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_recn_switch
    initial assume (rst);
`endif
`endif

endmodule

`default_nettype wire
