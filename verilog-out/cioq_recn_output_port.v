// SPDX-License-Identifier: Apache-2.0
// cioq_recn_output_port: output side: standard queue, set-aside queues, packet memory, link
//
// ports = 8, slots = 64, saqs = 4, detect_out = 5, xoff = 10, xon = 5, link_latency = 2
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module cioq_recn_output_port (
    input  wire         clk,            // rising edge
    input  wire         rst,            // synchronous, active high

    // from the crossbar; 0 while not pair_valid
    input  wire         pair_valid,     // two beats come
    input  wire         pair_sop,       // they are the first of a packet
    input  wire         pair_bad,       // with the last pair: the packet is damaged
    input  wire [127:0] pair_data,      // the beats {odd, even}

    input  wire [2:0]   pair_source,    // the input port that the packet came from
    input  wire         start,          // the scheduler's grant: a packet will come; a slot is
                                        // reserved

    // link, sending side
    output wire         tx_valid,       // a beat comes
    output wire         tx_sop,         // it is the first of a packet: {turnpool, tptr, src, seq,
                                        // tag}
    output wire         tx_eop,         // it is the last
    output wire         tx_bad,         // with eop: the packet was damaged on its way, and is not
                                        // to be used
    output wire [63:0]  tx_data,        // the beat
    input  wire         tx_credit,      // back to the sender: a slot is free again
    input  wire         tx_msg_valid,   // a message about a congestion point
    input  wire         tx_msg_xoff,    // 1: Xoff, 0: Xon
    input  wire [30:0]  tx_msg_tp,      // turns that lead to the point
    input  wire [30:0]  tx_msg_mask,    // significant bits of the turns

    input  wire         note_take,      // the bus takes the notification
    output wire         room,           // a slot is not reserved, a function of registers

    // notification for the input sides, registers
    output wire         note_valid,     // a message about a congestion point
    output wire         note_xoff,      // 1: Xoff, 0: Xon
    output wire [30:0]  note_tp,        // turns that lead to the point
    output wire [30:0]  note_mask,      // significant bits of the turns
    output wire [2:0]   note_target,    // the input port that an Xoff is for

    // status
    output wire [6:0]   stat_credit,    // credits of the output port
    output wire [3:0]   stat_lines,     // CAM lines of the output port in use
    output wire         stat_cam_full,  // pulse: Xoff dropped, no line free

    output wire [1:0]   error           // pulses: no_credit, no_name from bit 0 on, registers
);

    reg         pair_valid_q;    // pair_valid, one cycle later
    reg         pair_sop_q;      // pair_sop, one cycle later
    reg [127:0] pair_data_q;     // pair_data, one cycle later
    reg [2:0]   pair_source_q;   // pair_source, one cycle later
    reg [5:0]   slot;            // slot of the packet that started last
    reg [1:0]   pair;            // number of the next pair in its packet
    reg [2:0]   source;          // input that the packet comes from
    reg         pair_bad_q;      // pair_bad, one cycle later
    reg [30:0]  turns;           // header_aligned, one cycle later
    reg         turns_valid;     // first, one cycle later
    reg         queue_valid;     // turns_valid, one cycle later
    reg         tx_msg_xoff_q;   // tx_msg_xoff, one cycle later
    reg         tx_msg_valid_q;  // a message with a proper name has come
    reg         bad_name_q;      // a message came without a proper name
    reg [30:0]  tx_msg_tp_q;     // tx_msg_tp, one cycle later
    reg [30:0]  tx_msg_mask_q;   // tx_msg_mask, one cycle later
    reg         tx_active;       // a packet is read for the link
    reg [2:0]   tx_beat;         // number of the beat that is read
    reg         grant_q;         // the queue of grant_queue_q may send
    reg [2:0]   grant_queue_q;   // index of arbiter, one cycle later
    reg         tx_credit_q;     // tx_credit, one cycle later
    reg         excess_q;        // excess of credits, one cycle later
    reg [5:0]   tx_slot;         // slot of the packet that is read
    reg         beat_valid;      // tx_active, one cycle later
    reg         beat_sop;        // the first beat of a packet was read
    reg         beat_eop;        // tx_last, one cycle later
    reg         beat_bad;        // the last beat of a damaged packet was read
    reg         beat_is_odd;     // the upper beat of the pair was read

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  damaged [0:63];  // the packet is damaged, by slot
    wire mark;

    wire         first;
    wire [4:0]   next_tptr;
    wire [35:0]  next_header;
    wire [127:0] patched;
    wire [4:0]   header_shift;
    wire [30:0]  header_aligned;
    wire         name_can_be;
    wire         tx_last;
    wire [3:0]   saq_may_send;
    wire [4:0]   eligible;
    wire         tx_ending;
    wire         link_free;
    wire [63:0]  beat_data;
    wire [5:0]   queues_deq_slot;
    wire [6:0]   queues_free_count;
    wire [5:0]   queues_slot;
    wire [34:0]  queues_count;
    wire [4:0]   queues_empty;
    wire [4:0]   cam_lookup_queue;
    wire [3:0]   cam_born;
    wire [2:0]   cam_born_host;
    wire [123:0] cam_line_tp;
    wire [123:0] cam_line_mask;
    wire [3:0]   cam_line_blocked;
    wire [3:0]   cam_line_sent;
    wire [3:0]   cam_line_standard;
    wire [3:0]   markers_line_ready;
    wire [3:0]   markers_line_hosting;
    wire [3:0]   notifier_sent_set;
    wire [3:0]   notifier_sent_clear;
    wire [3:0]   notifier_dealloc;
    wire [127:0] packet_ram_rd_data;
    wire         credits_available;
    wire         credits_excess;
    wire [4:0]   arbiter_grant;
    wire [2:0]   arbiter_index;
    wire         arbiter_valid;
    wire [6:0]   reservations_count;
    wire         reservations_excess;
    wire [67:0]  link_q;

`ifdef RTLGEN_CHECKS
    reg  [2:0]  slot_home [0:63];   // queue that its packet entered, by slot
    reg  [31:0] slot_stamp [0:63];  // number of the packet in each slot
    reg  [38:0] slot_route [0:63];  // route of the packet in each slot
    reg  [5:0]  granted_before;     // grants of the cycles before, the newest lowest
    reg  [63:0] slot_used;          // the slot is not free, by slot
    reg  [63:0] slot_waits;         // its packet waits in a queue, by slot
    reg  [31:0] packets_came;       // number of the next packet that comes
    reg         overtaken;          // a packet has left before an older one of its route
    wire [9:0]  turns_of_mask;
    wire [6:0]  slots_reserved;
    wire [38:0] granted_route;
    wire [31:0] granted_stamp;
`endif

    // turns, the first on top; unused places are ones
    wire [30:0] pair_data_q_header_turnpool = pair_data_q[63:33];
    // most significant bit of the present turn
    wire [4:0]  pair_data_q_header_tptr = pair_data_q[32:28];
    // turns, the first on top; unused places are ones
    wire [30:0] next_header_turnpool = next_header[35:5];
    // most significant bit of the present turn
    wire [4:0]  next_header_tptr = next_header[4:0];

    wire unused_line_standard = &{1'b0, cam_line_standard};
    wire unused_grant_lines = &{1'b0, arbiter_grant};
    wire unused_excess_of_slots = &{1'b0, reservations_excess};

`ifdef RTLGEN_CHECKS
    // The number of ones.
    function [1:0] count_ones_3(input [2:0] bits);
        integer n;
        begin
            count_ones_3 = 2'd0;
            for (n = 0; n < 3; n = n + 1)
                count_ones_3 = count_ones_3 + {1'd0, bits[n]};
        end
    endfunction
`endif

`ifdef RTLGEN_CHECKS
    // The number of ones.
    function [6:0] count_ones_64(input [63:0] bits);
        integer n;
        begin
            count_ones_64 = 7'd0;
            for (n = 0; n < 64; n = n + 1)
                count_ones_64 = count_ones_64 + {6'd0, bits[n]};
        end
    endfunction
`endif

    cioq_recn_queues_queues5 queues (
        .clk        (clk),
        .rst        (rst),
        .take       (first),
        .enq_valid  (queue_valid),
        .enq_queue  (cam_lookup_queue),
        .enq_slot   (slot),
        .deq_valid  (grant_q),
        .deq_queue  (grant_queue_q),
        .deq_slot   (queues_deq_slot),
        .free_valid (tx_last),
        .free_slot  (tx_slot),
        .free_count (queues_free_count),
        .slot       (queues_slot),
        .count      (queues_count),
        .empty      (queues_empty)
    );

    cioq_recn_cam_standard1 cam (
        .clk             (clk),
        .rst             (rst),
        .lookup_turns    (turns),
        .lookup_standard (1'b0),
        .lookup_queue    (cam_lookup_queue),
        .event_valid     (tx_msg_valid_q),
        .event_block     (tx_msg_xoff_q),
        .event_allocate  (tx_msg_xoff_q),
        .event_tp        (tx_msg_tp_q),
        .event_mask      (tx_msg_mask_q),
        .event_standard  (1'b0),
        .dealloc         (notifier_dealloc),
        .sent_set        (notifier_sent_set),
        .sent_clear      (notifier_sent_clear),
        .born            (cam_born),
        .born_host       (cam_born_host),
        .refused         (stat_cam_full),
        .line_valid      (stat_lines),
        .line_tp         (cam_line_tp),
        .line_mask       (cam_line_mask),
        .line_blocked    (cam_line_blocked),
        .line_sent       (cam_line_sent),
        .line_standard   (cam_line_standard)
    );

    cioq_recn_markers_standard1 markers (
        .clk          (clk),
        .rst          (rst),
        .born         (cam_born),
        .born_host    (cam_born_host),
        .count        (queues_count),
        .deq_valid    (grant_q),
        .deq_queue    (grant_queue_q),
        .line_ready   (markers_line_ready),
        .line_hosting (markers_line_hosting)
    );

    cioq_recn_notifier notifier (
        .clk            (clk),
        .rst            (rst),
        .standard_count (queues_count[6:0]),
        .count          (queues_count[34:7]),
        .enq_valid      (queue_valid),
        .enq_queue      (cam_lookup_queue),
        .enq_source     (source),
        .line_valid     (stat_lines),
        .line_tp        (cam_line_tp),
        .line_mask      (cam_line_mask),
        .line_blocked   (cam_line_blocked),
        .line_sent      (cam_line_sent),
        .line_ready     (markers_line_ready),
        .line_hosting   (markers_line_hosting),
        .note_take      (note_take),
        .note_valid     (note_valid),
        .note_xoff      (note_xoff),
        .note_tp        (note_tp),
        .note_mask      (note_mask),
        .note_target    (note_target),
        .sent_set       (notifier_sent_set),
        .sent_clear     (notifier_sent_clear),
        .dealloc        (notifier_dealloc)
    );

    ram_1r1w_width128_depth256_rdw2 packet_ram (
        .clk     (clk),
        .wr_en   (pair_valid_q),
        .wr_addr ({pair_sop_q ? queues_slot : slot, pair}),
        .wr_data (pair_sop_q ? patched : pair_data_q),
        .rd_en   (tx_active),
        .rd_addr ({tx_slot, tx_beat[2:1]}),
        .rd_data (packet_ram_rd_data)
    );

    credit_counter credits (
        .clk       (clk),
        .rst       (rst),
        .take      (grant_q),
        .give      (tx_credit_q),
        .count     (stat_credit),
        .available (credits_available),
        .excess    (credits_excess)
    );

    rr_arbiter_n5 arbiter (
        .clk     (clk),
        .rst     (rst),
        .req     (eligible & {5{link_free}}),
        .advance (1'b1),
        .grant   (arbiter_grant),
        .index   (arbiter_index),
        .valid   (arbiter_valid)
    );

    credit_counter reservations (
        .clk       (clk),
        .rst       (rst),
        .take      (start),
        .give      (tx_last),
        .count     (reservations_count),
        .available (room),
        .excess    (reservations_excess)
    );

    link_delay_width68_data64 link (
        .clk (clk),
        .rst (rst),
        .d   (beat_valid ? {beat_valid, beat_sop, beat_eop, beat_bad, beat_data} : 68'd0),
        .q   (link_q)
    );

    assign first          = pair_valid_q && pair_sop_q;
    assign next_tptr      = pair_data_q_header_tptr - 5'd3;
    assign next_header    = {pair_data_q_header_turnpool, next_tptr};
    assign patched        = {pair_data_q[127:64], next_header, pair_data_q[27:0]};
    assign header_shift   = 5'd30 - next_header_tptr;
    assign header_aligned = ~(~next_header_turnpool << header_shift);
    assign name_can_be = (tx_msg_mask[29:0] & ~tx_msg_mask[30:1]) == 30'd0
                      && tx_msg_mask[30]
                      && (tx_msg_tp & ~tx_msg_mask) == 31'd0
                      && {tx_msg_mask[30], tx_msg_mask[27], tx_msg_mask[24], tx_msg_mask[21],
                          tx_msg_mask[18], tx_msg_mask[15], tx_msg_mask[12], tx_msg_mask[9],
                          tx_msg_mask[6], tx_msg_mask[3]}
                      == {tx_msg_mask[28], tx_msg_mask[25], tx_msg_mask[22], tx_msg_mask[19],
                          tx_msg_mask[16], tx_msg_mask[13], tx_msg_mask[10], tx_msg_mask[7],
                          tx_msg_mask[4], tx_msg_mask[1]}
                      && tx_msg_mask[0] == 1'b0;
    assign tx_last      = tx_active && tx_beat == 3'd7;
    assign saq_may_send = markers_line_ready & ~cam_line_blocked;
    assign eligible     = ~queues_empty & {saq_may_send, 1'b1};
    assign tx_ending    = tx_beat >= 3'd6;
    assign link_free    = (!tx_active || tx_ending) && !grant_q && credits_available;
    assign error        = {bad_name_q, excess_q};
    assign beat_data    = beat_is_odd ? packet_ram_rd_data[127:64] : packet_ram_rd_data[63:0];
    assign tx_valid     = link_q[67];
    assign tx_sop       = link_q[66];
    assign tx_eop       = link_q[65];
    assign tx_bad       = link_q[64];
    assign tx_data      = link_q[63:0];

`ifdef RTLGEN_CHECKS
    assign turns_of_mask = {tx_msg_mask[30], tx_msg_mask[27], tx_msg_mask[24], tx_msg_mask[21],
                            tx_msg_mask[18], tx_msg_mask[15], tx_msg_mask[12], tx_msg_mask[9],
                            tx_msg_mask[6], tx_msg_mask[3]};
    assign slots_reserved = {5'd0, count_ones_3(granted_before[2:0])} + {6'd0, first};
    assign granted_route  = slot_route[queues_deq_slot];
    assign granted_stamp  = slot_stamp[queues_deq_slot];
`endif

    always @(posedge clk) begin
        if (pair_valid_q && pair == 2'd3) damaged[slot] <= pair_bad_q;
    end

    assign mark = damaged[tx_slot];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [242:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (8) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[210:0], memory_fill};
        end
        {pair_data_q, pair_source_q, slot, source, pair_bad_q, turns, tx_msg_tp_q, tx_msg_mask_q,
         grant_queue_q, tx_slot} = memory_bits;
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            damaged[memory_word] = memory_fill[31];
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_slot_route
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) slot_route[i] <= 39'd0;
        end else if (first) begin
            slot_route[queues_slot] <= {pair_source_q, next_header};
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            pair_valid_q <= 1'b0;
            pair_sop_q <= 1'b0;
            pair <= 2'd0;
            turns_valid <= 1'b0;
            queue_valid <= 1'b0;
            tx_msg_xoff_q <= 1'b0;
            tx_msg_valid_q <= 1'b0;
            bad_name_q <= 1'b0;
            grant_q <= 1'b0;
            tx_credit_q <= 1'b0;
            excess_q <= 1'b0;
            beat_valid <= 1'b0;
            beat_sop <= 1'b0;
            beat_eop <= 1'b0;
            beat_bad <= 1'b0;
            beat_is_odd <= 1'b0;
        end else begin
            pair_valid_q <= pair_valid;
            pair_sop_q <= pair_sop;
            if (pair_valid_q) pair <= pair + 2'd1;
            turns_valid <= first;
            queue_valid <= turns_valid;
            tx_msg_xoff_q <= tx_msg_xoff;
            tx_msg_valid_q <= tx_msg_valid && name_can_be;
            bad_name_q <= tx_msg_valid && !name_can_be;
            grant_q <= arbiter_valid;
            tx_credit_q <= tx_credit;
            excess_q <= credits_excess;
            beat_valid <= tx_active;
            beat_sop <= tx_active && tx_beat == 3'd0;
            beat_eop <= tx_last;
            beat_bad <= tx_last && mark;
            beat_is_odd <= tx_beat[0];
        end
    end

    always @(posedge clk) begin
        pair_data_q <= pair_data;
        pair_source_q <= pair_source;
        pair_bad_q <= pair_bad;
        turns <= header_aligned;
        tx_msg_tp_q <= tx_msg_tp;
        tx_msg_mask_q <= tx_msg_mask;
        grant_queue_q <= arbiter_index;
        if (grant_q) tx_slot <= queues_deq_slot;
    end

    always @(posedge clk) begin
        if (first) begin
            slot <= queues_slot;
            source <= pair_source_q;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            tx_active <= 1'b0;
            tx_beat <= 3'd0;
        end else if (grant_q) begin
            tx_active <= 1'b1;
            tx_beat <= 3'd0;
        end else if (tx_active) begin
            tx_active <= !tx_last;
            tx_beat <= tx_beat + 3'd1;
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            granted_before <= 6'd0;
            slot_used <= 64'd0;
        end else begin
            granted_before <= {granted_before[4:0], start};
            if (tx_last) slot_used[tx_slot] <= 1'b0;
            if (first) slot_used[queues_slot] <= 1'b1;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_slot_home
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) slot_home[i] <= 3'd0;
            slot_waits <= 64'd0;
        end else begin
            if (queue_valid) begin
                slot_waits[slot] <= 1'b1;
                slot_home[slot] <= {|(cam_lookup_queue & 5'h10), |(cam_lookup_queue & 5'hc),
                                    |(cam_lookup_queue & 5'ha)};
            end
            if (grant_q) slot_waits[queues_deq_slot] <= 1'b0;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_slot_stamp
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) slot_stamp[i] <= 32'd0;
            packets_came <= 32'd0;
        end else if (first) begin
            packets_came <= packets_came + 32'd1;
            slot_stamp[queues_slot] <= packets_came;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_overtaken
        integer s;
        if (rst) begin
            overtaken <= 1'b0;
        end else if (grant_q) begin
            for (s = 0; s < 64; s = s + 1) begin
                if (slot_waits[s]
                 && slot_route[s] == granted_route
                 && slot_stamp[s] < granted_stamp) begin
                    overtaken <= 1'b1;
                end
            end
        end
    end
`endif

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
            // sop with the first pair
            if (pair_valid_q && pair_sop_q != (pair == 2'd0)) begin
                $display("RTLGEN_ASSERT %m sop_first fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a mask covers whole turns from the first one on, and the turns behind it are 0
            if (tx_msg_valid
             && (tx_msg_mask
              != {{3{turns_of_mask[9]}}, {3{turns_of_mask[8]}}, {3{turns_of_mask[7]}},
                  {3{turns_of_mask[6]}}, {3{turns_of_mask[5]}}, {3{turns_of_mask[4]}},
                  {3{turns_of_mask[3]}}, {3{turns_of_mask[2]}}, {3{turns_of_mask[1]}},
                  {3{turns_of_mask[0]}}, turns_of_mask[0] & 1'b0}
              || (turns_of_mask[8:0] & ~turns_of_mask[9:1]) != 9'd0
              || (tx_msg_tp & ~tx_msg_mask) != 31'd0)) begin
                $display("RTLGEN_ASSERT %m name_of_whole_turns fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a packet is granted only where there is room
            if (start && !room) begin
                $display("RTLGEN_ASSERT %m slot_for_every_start fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // pairs come 3 to 6 cycles after the grant
            if (pair_valid != (|granted_before[5:2])) begin
                $display("RTLGEN_ASSERT %m pairs_after_grant fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the first pair comes 3 cycles after the grant
            if (pair_sop != granted_before[2]) begin
                $display("RTLGEN_ASSERT %m sop_after_grant fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the bus takes a note that is there
            if (note_take && !note_valid) begin
                $display("RTLGEN_ASSERT %m note_is_there fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a credit comes only for a packet that was sent
            if (tx_credit && {1'b0, stat_credit} + {7'd0, tx_credit_q} >= 8'd64) begin
                $display("RTLGEN_ASSERT %m credit_of_a_sent_packet fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a slot is free until its packet comes, and reserved from the grant on
            if (queues_free_count != reservations_count + slots_reserved) begin
                $display("RTLGEN_ASSERT %m slots_are_reserved fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (first && slot_used[queues_slot] && (!tx_last || queues_slot != tx_slot)) begin
                $display("RTLGEN_ASSERT %m arrival_takes_a_free_slot fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (queue_valid && (!slot_used[slot] || slot_waits[slot])) begin
                $display("RTLGEN_ASSERT %m enqueue_of_an_arrival fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (grant_q
             && (!slot_waits[queues_deq_slot]
              || slot_home[queues_deq_slot] != grant_queue_q)) begin
                $display("RTLGEN_ASSERT %m grant_from_its_queue fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (tx_last && (!slot_used[tx_slot] || slot_waits[tx_slot])) begin
                $display("RTLGEN_ASSERT %m free_after_sending fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // free and used slots are all slots
            if (count_ones_64(slot_used) + queues_free_count != 7'd64) begin
                $display("RTLGEN_ASSERT %m no_slot_is_lost fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a slot is free, comes in, is in a queue, or is read
            if ({4'd0, queues_free_count}
              + {4'd0, queues_count[6:0]}
              + {4'd0, queues_count[13:7]}
              + {4'd0, queues_count[20:14]}
              + {4'd0, queues_count[27:21]}
              + {4'd0, queues_count[34:28]}
              + {10'd0, turns_valid}
              + {10'd0, queue_valid}
              + {10'd0, tx_active}
             != 11'd64) begin
                $display("RTLGEN_ASSERT %m all_slots_are_somewhere fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (overtaken) begin
                $display("RTLGEN_ASSERT %m packets_of_a_route_stay_in_order fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_cioq_recn_output_port
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // sop with the first pair
            sop_first: `RTLGEN_CONTRACT (!pair_valid_q || pair_sop_q == (pair == 2'd0));
            // a mask covers whole turns from the first one on, and the turns behind it are 0
            name_of_whole_turns: `RTLGEN_CONTRACT (!tx_msg_valid
                                                || (tx_msg_mask
                                                 == {{3{turns_of_mask[9]}}, {3{turns_of_mask[8]}},
                                                     {3{turns_of_mask[7]}}, {3{turns_of_mask[6]}},
                                                     {3{turns_of_mask[5]}}, {3{turns_of_mask[4]}},
                                                     {3{turns_of_mask[3]}}, {3{turns_of_mask[2]}},
                                                     {3{turns_of_mask[1]}}, {3{turns_of_mask[0]}},
                                                     turns_of_mask[0] & 1'b0}
                                                 && (turns_of_mask[8:0] & ~turns_of_mask[9:1])
                                                 == 9'd0
                                                 && (tx_msg_tp & ~tx_msg_mask) == 31'd0));
            // a packet is granted only where there is room
            slot_for_every_start: `RTLGEN_CONTRACT (!start || room);
            // pairs come 3 to 6 cycles after the grant
            pairs_after_grant: `RTLGEN_CONTRACT (pair_valid == (|granted_before[5:2]));
            // the first pair comes 3 cycles after the grant
            sop_after_grant: `RTLGEN_CONTRACT (pair_sop == granted_before[2]);
            // the bus takes a note that is there
            note_is_there: `RTLGEN_CONTRACT (!note_take || note_valid);
            // a credit comes only for a packet that was sent
            credit_of_a_sent_packet: `RTLGEN_CONTRACT (!tx_credit
                                                    || {1'b0, stat_credit} + {7'd0, tx_credit_q}
                                                     < 8'd64);
            // a slot is free until its packet comes, and reserved from the grant on
            slots_are_reserved: assert (queues_free_count == reservations_count + slots_reserved);
            arrival_takes_a_free_slot: assert (!first
                                            || !slot_used[queues_slot]
                                            || (tx_last && queues_slot == tx_slot));
            enqueue_of_an_arrival: assert (!queue_valid || (slot_used[slot] && !slot_waits[slot]));
            grant_from_its_queue: assert (!grant_q
                                       || (slot_waits[queues_deq_slot]
                                        && slot_home[queues_deq_slot] == grant_queue_q));
            free_after_sending: assert (!tx_last || (slot_used[tx_slot] && !slot_waits[tx_slot]));
            // free and used slots are all slots
            no_slot_is_lost: assert (count_ones_64(slot_used) + queues_free_count == 7'd64);
            // a slot is free, comes in, is in a queue, or is read
            all_slots_are_somewhere: assert ({4'd0, queues_free_count}
                                           + {4'd0, queues_count[6:0]}
                                           + {4'd0, queues_count[13:7]}
                                           + {4'd0, queues_count[20:14]}
                                           + {4'd0, queues_count[27:21]}
                                           + {4'd0, queues_count[34:28]}
                                           + {10'd0, turns_valid}
                                           + {10'd0, queue_valid}
                                           + {10'd0, tx_active}
                                          == 11'd64);
            packets_of_a_route_stay_in_order: assert (!overtaken);
        end
    end
`undef RTLGEN_CONTRACT
`endif

    // Read by checks only.
    wire unused_queues_free_count = &{1'b0, queues_free_count};
    wire unused_reservations_count = &{1'b0, reservations_count};

endmodule

`default_nettype wire
