// SPDX-License-Identifier: Apache-2.0
// link_end: one end of a link over a line that damages words: unit, queue, replay
//
// slots = 64, credits = 64, messages = 1, drain = 1, period = 64, silence = 32, queue = 1024, depth = 64, round_trip = 32, tries = 16, error_bits = 8
`default_nettype none

module link_end (
    input  wire         clk,            // rising edge
    input  wire         rst,            // synchronous, active high

    // the sending end of the switch
    input  wire         tx_valid,       // a beat comes
    input  wire         tx_sop,         // it is the first of a packet: {turnpool, tptr, src, seq,
                                        // tag}
    input  wire         tx_eop,         // it is the last
    input  wire         tx_bad,         // with eop: the packet was damaged on its way, and is not
                                        // to be used
    input  wire [63:0]  tx_data,        // the beat
    output wire         tx_credit,      // back to the sender: a slot is free again
    output wire         tx_msg_valid,   // a message about a congestion point
    output wire         tx_msg_xoff,    // 1: Xoff, 0: Xon
    output wire [30:0]  tx_msg_tp,      // turns that lead to the point
    output wire [30:0]  tx_msg_mask,    // significant bits of the turns

    // the receiving end of the switch, registers
    output wire         rx_valid,       // a beat comes
    output wire         rx_sop,         // it is the first of a packet: {turnpool, tptr, src, seq,
                                        // tag}
    output wire         rx_eop,         // it is the last
    output wire         rx_bad,         // with eop: the packet was damaged on its way, and is not
                                        // to be used
    output wire [63:0]  rx_data,        // the beat
    input  wire         rx_credit,      // back to the sender: a slot is free again
    input  wire         rx_msg_valid,   // a message about a congestion point
    input  wire         rx_msg_xoff,    // 1: Xoff, 0: Xon
    input  wire [30:0]  rx_msg_tp,      // turns that lead to the point
    input  wire [30:0]  rx_msg_mask,    // significant bits of the turns

    output wire         line_tx_valid,  // a word is sent: 0 in the first cycles after reset only; a
                                        // register
    output wire [246:0] line_tx,        // the word, a register; unknown without valid
    input  wire         line_rx_valid,  // a word comes
    input  wire [246:0] line_rx,        // the word, perhaps damaged
    input  wire         restart,        // takes the link down; it comes up by itself
    output wire         up,             // the link is up, a function of registers
    output wire         came_up,        // pulse, in the first cycle of up, a register
    output wire         went_down,      // pulse, in the first cycle without up, a register:
                                        // protocol state of the link is to be cleared
    output wire [12:0]  error,          // pulses, registers: those of link_unit, and no_queue

    // errors of the line
    input  wire         line_clear,     // clears the errors of the line
    output wire [3:0]   line_seen,      // causes since the last clear: damaged, replayed,
                                        // timed_out, went_down from bit 0 on, functions of
                                        // registers
    output wire [31:0]  line_counts     // errors of each cause since the last clear, bits of a
                                        // counter each, which stay at the largest number, registers
);

    reg         queue_was_full;  // a flit found no room
    reg         packet_is_open;  // the packet that came last has no end yet
    reg [5:0]   whole_packets;   // packets with an end whose head waits; all ones: one has gone
                                 // before its end
    reg         first_goes_q;    // first_goes, one cycle later
    reg [181:0] first_q;         // rdata of gathered, one cycle later

    wire         a_head_is_first;
    wire         waited_too_long;
    wire         first_goes;
    wire         packet_is_cut;
    wire         packet_ends;
    wire [1:0]   new_whole_packets;
    wire         whole_packet_goes;
    wire         unit_flit_tx_valid;
    wire [181:0] unit_flit_tx;
    wire         unit_line_restart;
    wire [11:0]  unit_error;
    wire         replay_flit_tx_ready;
    wire         replay_flit_rx_valid;
    wire [181:0] replay_flit_rx;
    wire         replay_line_up;
    wire [181:0] send_queue_rdata;
    wire         send_queue_full;
    wire         send_queue_empty;
    wire [10:0]  send_queue_count;
    wire         stage_in_ready;
    wire         stage_out_valid;
    wire [181:0] stage_out_data;
    wire [181:0] gathered_rdata;
    wire         gathered_full;
    wire         gathered_empty;
    wire [5:0]   gathered_count;

    wire replay_flit_rx_sop = replay_flit_rx[130];  // it is the first
    wire replay_flit_rx_eop = replay_flit_rx[129];  // it is the last
    wire gathered_rdata_sop = gathered_rdata[130];  // it is the first

    wire unused_queue_count = &{1'b0, send_queue_count};
    wire unused_store_full = &{1'b0, gathered_full};

    link_unit_silence32 unit (
        .clk           (clk),
        .rst           (rst),
        .tx_valid      (tx_valid),
        .tx_sop        (tx_sop),
        .tx_eop        (tx_eop),
        .tx_bad        (tx_bad),
        .tx_data       (tx_data),
        .tx_credit     (tx_credit),
        .tx_msg_valid  (tx_msg_valid),
        .tx_msg_xoff   (tx_msg_xoff),
        .tx_msg_tp     (tx_msg_tp),
        .tx_msg_mask   (tx_msg_mask),
        .rx_valid      (rx_valid),
        .rx_sop        (rx_sop),
        .rx_eop        (rx_eop),
        .rx_bad        (rx_bad),
        .rx_data       (rx_data),
        .rx_credit     (rx_credit),
        .rx_msg_valid  (rx_msg_valid),
        .rx_msg_xoff   (rx_msg_xoff),
        .rx_msg_tp     (rx_msg_tp),
        .rx_msg_mask   (rx_msg_mask),
        .flit_tx_valid (unit_flit_tx_valid),
        .flit_tx       (unit_flit_tx),
        .flit_rx_valid (first_goes_q),
        .flit_rx       (first_q),
        .line_up       (replay_line_up),
        .line_restart  (unit_line_restart),
        .restart       (restart),
        .up            (up),
        .came_up       (came_up),
        .went_down     (went_down),
        .error         (unit_error)
    );

    link_replay_width182_tries16 replay (
        .clk           (clk),
        .rst           (rst),
        .flit_tx_valid (stage_out_valid),
        .flit_tx_ready (replay_flit_tx_ready),
        .flit_tx       (stage_out_data),
        .flit_rx_valid (replay_flit_rx_valid),
        .flit_rx       (replay_flit_rx),
        .line_up       (replay_line_up),
        .line_restart  (unit_line_restart),
        .line_tx_valid (line_tx_valid),
        .line_tx       (line_tx),
        .line_rx_valid (line_rx_valid),
        .line_rx       (line_rx),
        .err_clear     (line_clear),
        .err_seen      (line_seen),
        .err_counts    (line_counts)
    );

    fifo_width182_depth1024 send_queue (
        .clk   (clk),
        .rst   (rst),
        .push  (unit_flit_tx_valid),
        .wdata (unit_flit_tx),
        .pop   (stage_in_ready),
        .rdata (send_queue_rdata),
        .full  (send_queue_full),
        .empty (send_queue_empty),
        .count (send_queue_count)
    );

    skid_buffer_width182 stage (
        .clk       (clk),
        .rst       (rst),
        .in_valid  (!send_queue_empty),
        .in_data   (send_queue_rdata),
        .in_ready  (stage_in_ready),
        .out_valid (stage_out_valid),
        .out_data  (stage_out_data),
        .out_ready (replay_flit_tx_ready || !replay_line_up)
    );

    fifo_width182_depth32 gathered (
        .clk   (clk),
        .rst   (rst),
        .push  (replay_flit_rx_valid),
        .wdata (replay_flit_rx),
        .pop   (first_goes),
        .rdata (gathered_rdata),
        .full  (gathered_full),
        .empty (gathered_empty),
        .count (gathered_count)
    );

    assign error           = {queue_was_full, unit_error};
    assign a_head_is_first = gathered_rdata_sop && !gathered_empty;
    assign waited_too_long = gathered_count >= 6'd16;
    assign first_goes = !gathered_empty
                     && (!a_head_is_first || (|whole_packets) || waited_too_long);
    assign packet_is_cut = packet_is_open && (replay_flit_rx_sop || !replay_flit_rx[131]);
    assign packet_ends   = replay_flit_rx_eop && (replay_flit_rx_sop || packet_is_open);
    assign new_whole_packets = replay_flit_rx_valid ? {1'b0, packet_is_cut} + {1'b0, packet_ends}
                             : 2'd0;
    assign whole_packet_goes = first_goes && a_head_is_first;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (6) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            first_q = {first_q[149:0], memory_fill};
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            queue_was_full <= 1'b0;
            packet_is_open <= 1'b0;
            whole_packets <= 6'd0;
            first_goes_q <= 1'b0;
        end else begin
            queue_was_full <= unit_flit_tx_valid && send_queue_full;
            if (replay_flit_rx_valid) begin
                packet_is_open <= replay_flit_rx[131]
                               && !replay_flit_rx_eop
                               && (replay_flit_rx_sop || packet_is_open);
            end
            whole_packets <= whole_packets + {4'd0, new_whole_packets} - {5'd0, whole_packet_goes};
            first_goes_q <= first_goes;
        end
    end

    always @(posedge clk) begin
        first_q <= gathered_rdata;
    end

`ifdef RTLGEN_ASSERT
`ifndef RTLGEN_FAIL
`ifdef __ICARUS__
`define RTLGEN_FAIL $finish_and_return(1);
`else
`define RTLGEN_FAIL $stop;
`endif
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a flit goes in each cycle once many wait
            if (gathered_full) begin
                $display("RTLGEN_ASSERT %m there_is_room fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a head that waits has an end or is open
            if (a_head_is_first && !(|whole_packets) && !packet_is_open) begin
                $display("RTLGEN_ASSERT %m no_packet_is_forgotten fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_link_end
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a flit goes in each cycle once many wait
            there_is_room: assert (!gathered_full);
            // a head that waits has an end or is open
            no_packet_is_forgotten: assert (!a_head_is_first || (|whole_packets) || packet_is_open);
        end
    end
`endif

endmodule

`default_nettype wire
