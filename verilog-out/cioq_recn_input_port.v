// SPDX-License-Identifier: Apache-2.0
// cioq_recn_input_port: input side: detection queues, set-aside queues, packet memory
//
// ports = 8, slots = 64, saqs = 4, detect = 5, xoff = 10, xon = 5, link_latency = 2
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module cioq_recn_input_port (
    input  wire         clk,             // rising edge
    input  wire         rst,             // synchronous, active high

    // link, receiving side
    input  wire         rx_valid,        // a beat comes
    input  wire         rx_sop,          // it is the first of a packet: {turnpool, tptr, src, seq,
                                         // tag}
    input  wire         rx_eop,          // it is the last
    input  wire         rx_bad,          // with eop: the packet was damaged on its way, and is not
                                         // to be used
    input  wire [63:0]  rx_data,         // the beat
    output wire         rx_credit,       // back to the sender: a slot is free again
    output wire         rx_msg_valid,    // a message about a congestion point
    output wire         rx_msg_xoff,     // 1: Xoff, 0: Xon
    output wire [30:0]  rx_msg_tp,       // turns that lead to the point
    output wire [30:0]  rx_msg_mask,     // significant bits of the turns

    input  wire [2:0]   my_port,         // number of this port

    // the notification bus
    input  wire         bus_valid,       // a message about a congestion point
    input  wire         bus_xoff,        // 1: Xoff, 0: Xon
    input  wire [30:0]  bus_tp,          // turns that lead to the point
    input  wire [30:0]  bus_mask,        // significant bits of the turns
    input  wire [2:0]   bus_target,      // the input port that an Xoff is for
    input  wire [2:0]   bus_source,      // the output port that it comes from

    input  wire         grant_valid,     // the scheduler's grant: a packet goes to the crossbar
    input  wire [3:0]   grant_queue,     // from this queue
    output wire [11:0]  queue_eligible,  // the queue may send, a function of registers
    output wire [11:0]  saq_port,        // output port of each set-aside queue, registers; unknown
                                         // while its line is invalid

    // to the crossbar, registers; unknown while not pair_valid
    output wire         pair_valid,      // two beats come
    output wire         pair_sop,        // they are the first of a packet
    output wire         pair_bad,        // with the last pair: the packet is damaged
    output wire [127:0] pair_data,       // the beats {odd, even}

    // status
    output wire [6:0]   stat_free,       // free slots of the input port
    output wire         stat_detect,     // pulse: congestion detected, queue allocated
    output wire         stat_no_free,    // congestion detected, no queue free
    output wire         stat_dropped,    // pulse: notification dropped, no queue free
    output wire [3:0]   stat_saqs,       // set-aside queues in use
    output wire [3:0]   stat_sent,       // set-aside queues with an Xoff outstanding

    output wire [5:0]   error            // pulses: errors of the guard, registers
);

    localparam [1:0] LAST_WORD = 2'd3;

    reg [5:0]   slot;              // slot of the packet that started last
    reg [63:0]  even_beat;         // the beat before the one that comes
    reg [5:0]   slot_before;       // slot, one cycle later
    reg         arrives;           // the packet that started last has not ended
    reg [30:0]  turns;             // header_aligned, one cycle later
    reg         turns_valid;       // out_start of guard, one cycle later
    reg         queue_valid;       // turns_valid, one cycle later
    reg         event_valid_q;     // a note or a detection comes to the CAM
    reg         event_block_q;     // event_block, one cycle later
    reg         event_allocate_q;  // the event may allocate a SAQ
    reg [30:0]  event_tp_q;        // turns of the event's name
    reg [30:0]  event_mask_q;      // significant bits of these turns
    reg [2:0]   event_standard_q;  // standard queue of the event's name
    reg         event_is_note_q;   // note, one cycle later
    reg         too_long_q;        // a note is dropped whose name is too long
    reg         tx_active;         // a word of a granted packet is read
    reg [5:0]   tx_slot;           // slot of the packet that is read
    reg [1:0]   tx_word;           // number of the word that is read
    reg         rd_lost_q;         // the beat that is read never came
    reg         rd_bad_q;          // the packet that is read is damaged
    reg         read_last_q;       // tx_last, one cycle later
    reg         read_valid_q;      // tx_active, one cycle later
    reg         pair_valid_q;      // read_valid_q, one cycle later
    reg         read_sop_q;        // the first pair of a packet is read
    reg         pair_sop_q;        // read_sop_q, one cycle later
    reg         pair_bad_q;        // with the last pair: the packet is damaged
    reg [127:0] pair_data_q;       // the beats {odd, even}

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [3:0] packet_ends [0:63];  // whether bad, and place of the last beat, by slot
    wire [3:0] packet_end_of;

    wire         slot_is_freed;
    wire         pair_is_whole;
    wire         pair_is_cut;
    wire [4:0]   header_shift;
    wire [30:0]  header_aligned;
    wire [2:0]   first_turn_port;
    wire         for_me;
    wire         is_request;
    wire         note;
    wire         event_block;
    wire [27:0]  saq_counts;
    wire [3:0]   saq_may_send;
    wire         tx_last;
    wire [3:0]   packet_end;
    wire         still_arrives;
    wire [5:0]   queues_deq_slot;
    wire [5:0]   queues_slot;
    wire [83:0]  queues_count;
    wire [11:0]  queues_empty;
    wire [11:0]  cam_lookup_queue;
    wire [3:0]   cam_born;
    wire [3:0]   cam_born_host;
    wire         cam_refused;
    wire [123:0] cam_line_tp;
    wire [123:0] cam_line_mask;
    wire [3:0]   cam_line_blocked;
    wire [3:0]   cam_line_sent;
    wire [3:0]   markers_line_ready;
    wire [3:0]   markers_line_hosting;
    wire         detection_alloc_valid;
    wire [2:0]   detection_alloc_port;
    wire [30:0]  detection_alloc_tp;
    wire [30:0]  detection_alloc_mask;
    wire [3:0]   rfcu_sent_set;
    wire [3:0]   rfcu_sent_clear;
    wire [3:0]   rfcu_dealloc;
    wire         rfcu_msg_valid;
    wire         rfcu_msg_xoff;
    wire [30:0]  rfcu_msg_tp;
    wire [30:0]  rfcu_msg_mask;
    wire [127:0] packet_ram_rd_data;
    wire         guard_credit;
    wire         guard_out_start;
    wire         guard_out_valid;
    wire [2:0]   guard_out_word;
    wire [63:0]  guard_out_data;
    wire         guard_out_end;
    wire         guard_out_bad;
    wire [2:0]   guard_out_last;
    wire         name_extend_note_valid;
    wire         name_extend_note_xoff;
    wire [30:0]  name_extend_note_tp;
    wire [30:0]  name_extend_note_mask;
    wire         name_extend_note_allocate;
    wire         name_extend_overflow;
    wire [63:0]  message_link_q;

`ifdef RTLGEN_CHECKS
    reg  [3:0]  slot_home [0:63];   // queue that its packet entered, by slot
    reg  [31:0] slot_stamp [0:63];  // number of the packet in each slot
    reg  [35:0] slot_route [0:63];  // route of the packet in each slot
    reg  [2:0]  beat_of_packet;     // number of the next beat in its packet
    reg  [6:0]  credits_of_sender;  // credits that the sending end has
    reg         port_is_known;      // this is not the first cycle after reset
    reg  [2:0]  my_port_before;     // my_port, one cycle later
    reg  [11:0] eligible_before;    // queue_eligible, one cycle later
    reg  [11:0] eligible_earlier;   // eligible_before, one cycle later
    reg  [2:0]  granted_before;     // grants of the cycles before, the newest lowest
    reg  [63:0] slot_used;          // the slot is not free, by slot
    reg  [63:0] slot_waits;         // its packet waits in a queue, by slot
    reg  [31:0] packets_came;       // number of the next packet that comes
    reg         overtaken;          // a packet has left before an older one of its route
    reg  [2:0]  turn_at_the_pins;
    wire        packet_comes;
    wire [9:0]  turns_of_mask;
    wire [35:0] granted_route;
    wire [31:0] granted_stamp;
`endif

    // turns, the first on top; unused places are ones
    wire [30:0] guard_out_data_turnpool = guard_out_data[63:33];
    // most significant bit of the present turn
    wire [4:0]  guard_out_data_tptr = guard_out_data[32:28];

`ifdef RTLGEN_CHECKS
    wire [4:0] rx_data_tptr = rx_data[32:28];  // most significant bit of the present turn
`endif

    wire unused_note_xoff = &{1'b0, name_extend_note_xoff};

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

    cioq_recn_queues queues (
        .clk        (clk),
        .rst        (rst),
        .take       (guard_out_start),
        .enq_valid  (queue_valid),
        .enq_queue  (cam_lookup_queue),
        .enq_slot   (slot_before),
        .deq_valid  (grant_valid),
        .deq_queue  (grant_queue),
        .deq_slot   (queues_deq_slot),
        .free_valid (tx_last),
        .free_slot  (tx_slot),
        .free_count (stat_free),
        .slot       (queues_slot),
        .count      (queues_count),
        .empty      (queues_empty)
    );

    cioq_recn_cam cam (
        .clk             (clk),
        .rst             (rst),
        .lookup_turns    (turns),
        .lookup_standard (first_turn_port),
        .lookup_queue    (cam_lookup_queue),
        .event_valid     (event_valid_q),
        .event_block     (event_block_q),
        .event_allocate  (event_allocate_q),
        .event_tp        (event_tp_q),
        .event_mask      (event_mask_q),
        .event_standard  (event_standard_q),
        .dealloc         (rfcu_dealloc),
        .sent_set        (rfcu_sent_set),
        .sent_clear      (rfcu_sent_clear),
        .born            (cam_born),
        .born_host       (cam_born_host),
        .refused         (cam_refused),
        .line_valid      (stat_saqs),
        .line_tp         (cam_line_tp),
        .line_mask       (cam_line_mask),
        .line_blocked    (cam_line_blocked),
        .line_sent       (cam_line_sent),
        .line_standard   (saq_port)
    );

    cioq_recn_markers markers (
        .clk          (clk),
        .rst          (rst),
        .born         (cam_born),
        .born_host    (cam_born_host),
        .count        (queues_count),
        .deq_valid    (grant_valid),
        .deq_queue    (grant_queue),
        .line_ready   (markers_line_ready),
        .line_hosting (markers_line_hosting)
    );

    cioq_recn_detection detection (
        .clk         (clk),
        .rst         (rst),
        .count       (queues_count[55:0]),
        .my_port     (my_port),
        .line_valid  (stat_saqs),
        .line_port   (saq_port),
        .line_mask   (cam_line_mask),
        .alloc_valid (detection_alloc_valid),
        .alloc_port  (detection_alloc_port),
        .alloc_tp    (detection_alloc_tp),
        .alloc_mask  (detection_alloc_mask),
        .no_free     (stat_no_free)
    );

    recn_rfcu_inclusive1 rfcu (
        .clk        (clk),
        .rst        (rst),
        .count      (saq_counts),
        .line_valid (stat_saqs),
        .line_tp    (cam_line_tp),
        .line_mask  (cam_line_mask),
        .line_xoff  (cam_line_blocked),
        .line_sent  (cam_line_sent),
        .line_ready (markers_line_ready & ~markers_line_hosting),
        .linked     ({4{queue_valid}}),
        .sent_set   (rfcu_sent_set),
        .sent_clear (rfcu_sent_clear),
        .dealloc    (rfcu_dealloc),
        .msg_valid  (rfcu_msg_valid),
        .msg_xoff   (rfcu_msg_xoff),
        .msg_tp     (rfcu_msg_tp),
        .msg_mask   (rfcu_msg_mask)
    );

    ram_1r1w_width128_depth256_rdw2 packet_ram (
        .clk     (clk),
        .wr_en   (pair_is_whole || pair_is_cut),
        .wr_addr ({slot, pair_is_whole ? guard_out_word[2:1] : guard_out_last[2:1]}),
        .wr_data ({pair_is_whole ? guard_out_data : 64'd0, even_beat}),
        .rd_en   (tx_active),
        .rd_addr ({tx_slot, tx_word}),
        .rd_data (packet_ram_rd_data)
    );

    link_guard guard (
        .clk       (clk),
        .rst       (rst),
        .rx_valid  (rx_valid),
        .rx_sop    (rx_sop),
        .rx_eop    (rx_eop),
        .rx_bad    (rx_bad),
        .rx_data   (rx_data),
        .freed     (slot_is_freed),
        .credit    (guard_credit),
        .out_start (guard_out_start),
        .out_valid (guard_out_valid),
        .out_word  (guard_out_word),
        .out_data  (guard_out_data),
        .out_end   (guard_out_end),
        .out_bad   (guard_out_bad),
        .out_last  (guard_out_last),
        .error     (error)
    );

    recn_name_extend name_extend (
        .bus_valid     (bus_valid),
        .bus_xoff      (bus_xoff),
        .bus_tp        (bus_tp),
        .bus_mask      (bus_mask),
        .bus_target    (bus_target),
        .bus_source    (bus_source),
        .my_port       (my_port),
        .note_valid    (name_extend_note_valid),
        .note_xoff     (name_extend_note_xoff),
        .note_tp       (name_extend_note_tp),
        .note_mask     (name_extend_note_mask),
        .note_allocate (name_extend_note_allocate),
        .overflow      (name_extend_overflow)
    );

    link_delay_latency1_data63 message_link (
        .clk (clk),
        .rst (rst),
        .d   ({rfcu_msg_valid, rfcu_msg_xoff, rfcu_msg_tp, rfcu_msg_mask}),
        .q   (message_link_q)
    );

    link_delay_width1_latency1 credit_link (
        .clk (clk),
        .rst (rst),
        .d   (guard_credit),
        .q   (rx_credit)
    );

    assign pair_is_whole   = guard_out_valid && guard_out_word[0];
    assign pair_is_cut     = guard_out_end && !pair_is_whole && !guard_out_last[0];
    assign header_shift    = 5'd30 - guard_out_data_tptr;
    assign header_aligned  = ~(~guard_out_data_turnpool << header_shift);
    assign first_turn_port = my_port + turns[30:28] + 3'd1;
    assign for_me          = bus_xoff && name_extend_note_allocate;
    assign is_request      = !bus_mask[30];
    assign note            = name_extend_note_valid && (!is_request || for_me);
    assign event_block     = note && bus_xoff && !is_request;
    assign stat_detect     = |(cam_born & ~cam_line_blocked);
    assign stat_dropped    = (cam_refused && event_is_note_q) || too_long_q;
    assign saq_counts      = queues_count[83:56];
    assign rx_msg_valid    = message_link_q[63];
    assign rx_msg_xoff     = message_link_q[62];
    assign rx_msg_tp       = message_link_q[61:31];
    assign rx_msg_mask     = message_link_q[30:0];
    assign stat_sent       = stat_saqs & cam_line_sent;
    assign saq_may_send    = markers_line_ready & ~cam_line_blocked;
    assign queue_eligible  = ~queues_empty & {saq_may_send, 8'd255};
    assign tx_last         = tx_active && tx_word == LAST_WORD;
    assign packet_end      = packet_end_of;
    assign still_arrives   = arrives && slot == tx_slot;
    assign pair_valid      = pair_valid_q;
    assign pair_sop        = pair_sop_q;
    assign pair_bad        = pair_bad_q;
    assign pair_data       = pair_data_q;
    assign slot_is_freed   = tx_last;

`ifdef RTLGEN_CHECKS
    assign packet_comes = rx_valid && rx_sop;
    assign turns_of_mask = {bus_mask[30], bus_mask[27], bus_mask[24], bus_mask[21], bus_mask[18],
                            bus_mask[15], bus_mask[12], bus_mask[9], bus_mask[6], bus_mask[3]};
    assign granted_route = slot_route[queues_deq_slot];
    assign granted_stamp = slot_stamp[queues_deq_slot];
`endif

`ifdef RTLGEN_CHECKS
    always @* begin
        case (rx_data_tptr)
            5'd30: turn_at_the_pins = rx_data[63:61];
            5'd27: turn_at_the_pins = rx_data[60:58];
            5'd24: turn_at_the_pins = rx_data[57:55];
            5'd21: turn_at_the_pins = rx_data[54:52];
            5'd18: turn_at_the_pins = rx_data[51:49];
            5'd15: turn_at_the_pins = rx_data[48:46];
            5'd12: turn_at_the_pins = rx_data[45:43];
            5'd9: turn_at_the_pins = rx_data[42:40];
            5'd6: turn_at_the_pins = rx_data[39:37];
            5'd3: turn_at_the_pins = rx_data[36:34];
            default: turn_at_the_pins = 3'd7;
        endcase
    end
`endif

    always @(posedge clk) begin
        if (guard_out_end) packet_ends[slot] <= {guard_out_bad, guard_out_last};
    end

    assign packet_end_of = packet_ends[tx_slot];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [310:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (10) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[278:0], memory_fill};
        end
        {slot, even_beat, slot_before, turns, event_block_q, event_allocate_q, event_tp_q,
         event_mask_q, event_standard_q, event_is_note_q, tx_slot, rd_lost_q, rd_bad_q,
         pair_data_q} = memory_bits;
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            packet_ends[memory_word] = memory_fill[31:28];
        end
`ifdef RTLGEN_CHECKS
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        my_port_before = memory_fill[31:29];
`endif
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_slot_route
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) slot_route[i] <= 36'd0;
        end else if (guard_out_start) begin
            slot_route[queues_slot] <= guard_out_data[63:28];
        end
    end
`endif

    always @(posedge clk) begin
        if (guard_out_start) slot <= queues_slot;
        if (guard_out_valid) even_beat <= guard_out_data;
        slot_before <= slot;
        turns <= header_aligned;
        event_block_q <= event_block;
        event_allocate_q <= !note || for_me;
        event_tp_q <= note ? name_extend_note_tp : detection_alloc_tp;
        event_mask_q <= note ? name_extend_note_mask : detection_alloc_mask;
        event_standard_q <= note ? bus_source : detection_alloc_port;
        event_is_note_q <= note;
        if (grant_valid) tx_slot <= queues_deq_slot;
        rd_lost_q <= {tx_word, 1'b0} > packet_end[2:0] && !still_arrives;
        rd_bad_q <= packet_end[3];
        pair_data_q <= rd_lost_q ? 128'd0 : packet_ram_rd_data;
    end

    always @(posedge clk) begin
        if (rst) begin
            arrives <= 1'b0;
        end else if (guard_out_start) begin
            arrives <= 1'b1;
        end else if (guard_out_end) begin
            arrives <= 1'b0;
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            beat_of_packet <= 3'd0;
            credits_of_sender <= 7'd64;
            port_is_known <= 1'b0;
            eligible_before <= 12'd0;
            eligible_earlier <= 12'd0;
            granted_before <= 3'd0;
            slot_used <= 64'd0;
        end else begin
            if (rx_valid) beat_of_packet <= rx_eop ? 3'd0 : beat_of_packet + 3'd1;
            credits_of_sender <= credits_of_sender - {6'd0, packet_comes} + {6'd0, rx_credit};
            port_is_known <= 1'b1;
            eligible_before <= queue_eligible;
            eligible_earlier <= eligible_before;
            granted_before <= {granted_before[1:0], grant_valid};
            if (tx_last) slot_used[tx_slot] <= 1'b0;
            if (guard_out_start) slot_used[queues_slot] <= 1'b1;
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            turns_valid <= 1'b0;
            queue_valid <= 1'b0;
            event_valid_q <= 1'b0;
            too_long_q <= 1'b0;
            read_last_q <= 1'b0;
            read_valid_q <= 1'b0;
            pair_valid_q <= 1'b0;
            read_sop_q <= 1'b0;
            pair_sop_q <= 1'b0;
            pair_bad_q <= 1'b0;
        end else begin
            turns_valid <= guard_out_start;
            queue_valid <= turns_valid;
            event_valid_q <= note || detection_alloc_valid;
            too_long_q <= name_extend_overflow && for_me;
            read_last_q <= tx_last;
            read_valid_q <= tx_active;
            pair_valid_q <= read_valid_q;
            read_sop_q <= tx_active && tx_word == 2'd0;
            pair_sop_q <= read_sop_q;
            pair_bad_q <= read_last_q && rd_bad_q;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            tx_active <= 1'b0;
            tx_word <= 2'd0;
        end else if (grant_valid) begin
            tx_active <= 1'b1;
            tx_word <= 2'd0;
        end else if (tx_active) begin
            tx_active <= !tx_last;
            tx_word <= tx_word + 2'd1;
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        my_port_before <= my_port;
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_slot_home
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) slot_home[i] <= 4'd0;
            slot_waits <= 64'd0;
        end else begin
            if (queue_valid) begin
                slot_waits[slot_before] <= 1'b1;
                slot_home[slot_before] <= {|(cam_lookup_queue & 12'hf00),
                                           |(cam_lookup_queue & 12'hf0),
                                           |(cam_lookup_queue & 12'hccc),
                                           |(cam_lookup_queue & 12'haaa)};
            end
            if (grant_valid) slot_waits[queues_deq_slot] <= 1'b0;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_slot_stamp
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) slot_stamp[i] <= 32'd0;
            packets_came <= 32'd0;
        end else if (guard_out_start) begin
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
        end else if (grant_valid) begin
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
            // sop with the first beat
            if (rx_valid && rx_sop != (beat_of_packet == 3'd0)) begin
                $display("RTLGEN_ASSERT %m sop_first fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // eop with the last beat
            if (rx_valid && rx_eop != (beat_of_packet == 3'd7)) begin
                $display("RTLGEN_ASSERT %m eop_last fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the beats of a packet come one after the other
            if ((|beat_of_packet) && !rx_valid) begin
                $display("RTLGEN_ASSERT %m no_gap fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the turn leads to an output other than the port's own
            if (rx_valid && rx_sop && turn_at_the_pins >= 3'd7) begin
                $display("RTLGEN_ASSERT %m turn_is_legal fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a packet is sent only with a credit
            if (packet_comes && credits_of_sender == 7'd0) begin
                $display("RTLGEN_ASSERT %m packet_has_a_credit fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a grant comes when the packet before is read
            if (grant_valid && tx_active && !tx_last) begin
                $display("RTLGEN_ASSERT %m grant_when_idle fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a mask covers whole turns from the first one on, and the turns behind it are 0
            if (bus_valid
             && (bus_mask
              != {{3{turns_of_mask[9]}}, {3{turns_of_mask[8]}}, {3{turns_of_mask[7]}},
                  {3{turns_of_mask[6]}}, {3{turns_of_mask[5]}}, {3{turns_of_mask[4]}},
                  {3{turns_of_mask[3]}}, {3{turns_of_mask[2]}}, {3{turns_of_mask[1]}},
                  {3{turns_of_mask[0]}}, turns_of_mask[0] & 1'b0}
              || (turns_of_mask[8:0] & ~turns_of_mask[9:1]) != 9'd0
              || (bus_tp & ~bus_mask) != 31'd0)) begin
                $display("RTLGEN_ASSERT %m name_of_whole_turns fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a packet comes only with a credit
            if (guard_out_start && stat_free == 7'd0) begin
                $display("RTLGEN_ASSERT %m slot_for_every_packet fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the number of the port never changes
            if (port_is_known && my_port != my_port_before) begin
                $display("RTLGEN_ASSERT %m port_number_holds fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the scheduler grants what it was offered two cycles before
            if (grant_valid && !(|((12'd1 << grant_queue) & eligible_earlier))) begin
                $display("RTLGEN_ASSERT %m grant_of_an_eligible_queue fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a packet crosses in 4 cycles
            if (grant_valid && granted_before != 3'd0) begin
                $display("RTLGEN_ASSERT %m grants_every_4_cycles fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (guard_out_start
             && slot_used[queues_slot]
             && (!tx_last || queues_slot != tx_slot)) begin
                $display("RTLGEN_ASSERT %m arrival_takes_a_free_slot fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (queue_valid && (!slot_used[slot_before] || slot_waits[slot_before])) begin
                $display("RTLGEN_ASSERT %m enqueue_of_an_arrival fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (grant_valid
             && (!slot_waits[queues_deq_slot] || slot_home[queues_deq_slot] != grant_queue)) begin
                $display("RTLGEN_ASSERT %m grant_from_its_queue fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (tx_last && (!slot_used[tx_slot] || slot_waits[tx_slot])) begin
                $display("RTLGEN_ASSERT %m free_after_sending fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // free and used slots are all slots
            if (count_ones_64(slot_used) + stat_free != 7'd64) begin
                $display("RTLGEN_ASSERT %m no_slot_is_lost fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a slot is free, comes in, is in a queue, or is read
            if ({4'd0, stat_free}
              + {4'd0, queues_count[6:0]}
              + {4'd0, queues_count[13:7]}
              + {4'd0, queues_count[20:14]}
              + {4'd0, queues_count[27:21]}
              + {4'd0, queues_count[34:28]}
              + {4'd0, queues_count[41:35]}
              + {4'd0, queues_count[48:42]}
              + {4'd0, queues_count[55:49]}
              + {4'd0, queues_count[62:56]}
              + {4'd0, queues_count[69:63]}
              + {4'd0, queues_count[76:70]}
              + {4'd0, queues_count[83:77]}
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
`ifdef RTLGEN_FORMAL_cioq_recn_input_port
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // sop with the first beat
            sop_first: `RTLGEN_CONTRACT (!rx_valid || rx_sop == (beat_of_packet == 3'd0));
            // eop with the last beat
            eop_last: `RTLGEN_CONTRACT (!rx_valid || rx_eop == (beat_of_packet == 3'd7));
            // the beats of a packet come one after the other
            no_gap: `RTLGEN_CONTRACT (!(|beat_of_packet) || rx_valid);
            // the turn leads to an output other than the port's own
            turn_is_legal: `RTLGEN_CONTRACT (!(rx_valid && rx_sop) || turn_at_the_pins < 3'd7);
            // a packet is sent only with a credit
            packet_has_a_credit: `RTLGEN_CONTRACT (!packet_comes || credits_of_sender != 7'd0);
            // a grant comes when the packet before is read
            grant_when_idle: `RTLGEN_CONTRACT (!(grant_valid && tx_active) || tx_last);
            // a mask covers whole turns from the first one on, and the turns behind it are 0
            name_of_whole_turns: `RTLGEN_CONTRACT (!bus_valid
                                                || (bus_mask
                                                 == {{3{turns_of_mask[9]}}, {3{turns_of_mask[8]}},
                                                     {3{turns_of_mask[7]}}, {3{turns_of_mask[6]}},
                                                     {3{turns_of_mask[5]}}, {3{turns_of_mask[4]}},
                                                     {3{turns_of_mask[3]}}, {3{turns_of_mask[2]}},
                                                     {3{turns_of_mask[1]}}, {3{turns_of_mask[0]}},
                                                     turns_of_mask[0] & 1'b0}
                                                 && (turns_of_mask[8:0] & ~turns_of_mask[9:1])
                                                 == 9'd0
                                                 && (bus_tp & ~bus_mask) == 31'd0));
            // a packet comes only with a credit
            slot_for_every_packet: `RTLGEN_CONTRACT (!guard_out_start || stat_free != 7'd0);
            // the number of the port never changes
            port_number_holds: `RTLGEN_CONTRACT (!port_is_known || my_port == my_port_before);
            // the scheduler grants what it was offered two cycles before
            grant_of_an_eligible_queue: `RTLGEN_CONTRACT (!grant_valid
                                                       || (|((12'd1 << grant_queue)
                                                           & eligible_earlier)));
            // a packet crosses in 4 cycles
            grants_every_4_cycles: `RTLGEN_CONTRACT (!grant_valid || granted_before == 3'd0);
            arrival_takes_a_free_slot: assert (!guard_out_start
                                            || !slot_used[queues_slot]
                                            || (tx_last && queues_slot == tx_slot));
            enqueue_of_an_arrival: assert (!queue_valid
                                        || (slot_used[slot_before] && !slot_waits[slot_before]));
            grant_from_its_queue: assert (!grant_valid
                                       || (slot_waits[queues_deq_slot]
                                        && slot_home[queues_deq_slot] == grant_queue));
            free_after_sending: assert (!tx_last || (slot_used[tx_slot] && !slot_waits[tx_slot]));
            // free and used slots are all slots
            no_slot_is_lost: assert (count_ones_64(slot_used) + stat_free == 7'd64);
            // a slot is free, comes in, is in a queue, or is read
            all_slots_are_somewhere: assert ({4'd0, stat_free}
                                           + {4'd0, queues_count[6:0]}
                                           + {4'd0, queues_count[13:7]}
                                           + {4'd0, queues_count[20:14]}
                                           + {4'd0, queues_count[27:21]}
                                           + {4'd0, queues_count[34:28]}
                                           + {4'd0, queues_count[41:35]}
                                           + {4'd0, queues_count[48:42]}
                                           + {4'd0, queues_count[55:49]}
                                           + {4'd0, queues_count[62:56]}
                                           + {4'd0, queues_count[69:63]}
                                           + {4'd0, queues_count[76:70]}
                                           + {4'd0, queues_count[83:77]}
                                           + {10'd0, turns_valid}
                                           + {10'd0, queue_valid}
                                           + {10'd0, tx_active}
                                          == 11'd64);
            packets_of_a_route_stay_in_order: assert (!overtaken);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
