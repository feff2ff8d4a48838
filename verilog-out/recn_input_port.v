// SPDX-License-Identifier: Apache-2.0
// recn_input_port: input port: packet memory, queues, congestion management
//
// ports = 8, slots = 64, saqs = 4, detect = 5, xoff = 10, xon = 5, link_latency = 2, broadcast = 1, ready_bit = 1, leaf_first = 0, timer = 64
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module recn_input_port (
    input  wire        clk,           // rising edge
    input  wire        rst,           // synchronous, active high

    // link, receiving side
    input  wire        rx_valid,      // a beat comes
    input  wire        rx_sop,        // it is the first of a packet: {turnpool, tptr, src, seq,
                                      // tag}
    input  wire        rx_eop,        // it is the last
    input  wire        rx_bad,        // with eop: the packet was damaged on its way, and is not to
                                      // be used
    input  wire [63:0] rx_data,       // the beat
    output wire        rx_credit,     // back to the sender: a slot is free again
    output wire        rx_msg_valid,  // a message about a congestion point
    output wire        rx_msg_xoff,   // 1: Xoff, 0: Xon
    output wire [30:0] rx_msg_tp,     // turns that lead to the point
    output wire [30:0] rx_msg_mask,   // significant bits of the turns

    input  wire [2:0]  my_port,       // number of this port
    input  wire        grant_valid,   // the scheduler's grant: a packet goes to the crossbar
    input  wire [4:0]  grant_queue,   // from this queue, one-hot

    // the notification bus
    input  wire        bus_valid,     // a message about a congestion point
    input  wire        bus_xoff,      // 1: Xoff, 0: Xon
    input  wire [30:0] bus_tp,        // turns that lead to the point
    input  wire [30:0] bus_mask,      // significant bits of the turns
    input  wire [2:0]  bus_target,    // the input port that an Xoff is for
    input  wire [2:0]  bus_source,    // the output port that it comes from

    // to the crossbar, registers
    output wire        beat_valid,    // a beat comes
    output wire        beat_sop,      // it is the first of a packet: {turnpool, tptr, src, seq,
                                      // tag}
    output wire        beat_eop,      // it is the last
    output wire        beat_bad,      // with eop: the packet was damaged on its way, and is not to
                                      // be used
    output wire [63:0] beat_data,     // the beat

    // heads of the queues, the cold queue lowest
    output wire [4:0]  queue_empty,   // the queue is empty
    output wire [4:0]  queue_ready,   // its head may be sent
    output wire [14:0] queue_port,    // output port of its head

    output wire [3:0]  saq_xoff,      // the set-aside queue may not send

    // status
    output wire [6:0]  stat_free,     // free slots of the input port
    output wire        stat_detect,   // pulse: congestion detected, queue allocated
    output wire        stat_no_free,  // congestion detected, no queue free
    output wire        stat_dropped,  // pulse: notification dropped, no queue free
    output wire [3:0]  stat_saqs,     // set-aside queues in use
    output wire [3:0]  stat_sent,     // set-aside queues with an Xoff outstanding

    output wire [5:0]  error          // pulses: errors of the guard, registers
);

    localparam [2:0] LAST_WORD = 3'd7;

    reg        tx_active;        // a word of a granted packet is read
    reg [5:0]  tx_slot;          // slot of the packet that is read
    reg [2:0]  tx_word;          // number of the word that is read
    reg        read_eop_q;       // tx_last, one cycle later
    reg        read_valid_q;     // tx_active, one cycle later
    reg        beat_valid_q;     // read_valid_q, one cycle later
    reg        read_sop_q;       // the first word of a packet was read
    reg        beat_sop_q;       // read_sop_q, one cycle later
    reg        beat_eop_q;       // read_eop_q, one cycle later
    reg        beat_bad_q;       // with eop: the packet was damaged on its way, and is not to be
                                 // used
    reg [63:0] beat_data_q;      // the beat
    reg        alloc_valid_q;    // the detection asks for a SAQ
    reg [30:0] alloc_tp_q;       // alloc_tp of cdu, one cycle later
    reg        note_valid_q;     // note_valid of name_extend, one cycle later
    reg        note_xoff_q;      // note_xoff of name_extend, one cycle later
    reg [30:0] note_tp_q;        // note_tp of name_extend, one cycle later
    reg [30:0] note_mask_q;      // note_mask of name_extend, one cycle later
    reg        note_allocate_q;  // note_allocate of name_extend, one cycle later
    reg        overflow_q;       // overflow of name_extend, one cycle later

    wire         slot_is_freed;
    wire [4:0]   granted;
    wire [5:0]   granted_slot;
    wire         tx_last;
    wire [63:0]  mmu_rd_data;
    wire         mmu_rd_lost;
    wire         mmu_rd_bad;
    wire [5:0]   mmu_cq_next;
    wire [5:0]   mmu_deq_next;
    wire [5:0]   mmu_ppu_next;
    wire [5:0]   mmu_wr_slot;
    wire         unused_mmu_mem_full;
    wire         guard_credit;
    wire         guard_out_start;
    wire         guard_out_valid;
    wire [2:0]   guard_out_word;
    wire [63:0]  guard_out_data;
    wire         guard_out_end;
    wire         guard_out_bad;
    wire [2:0]   guard_out_last;
    wire         ru_enq_valid;
    wire [5:0]   ru_enq_slot;
    wire [2:0]   ru_enq_port;
    wire [2:0]   ru_head_port;
    wire [30:0]  ru_head_turns;
    wire [5:0]   mu_head;
    wire         mu_head_valid;
    wire [5:0]   mu_tail;
    wire         mu_empty;
    wire [6:0]   mu_count;
    wire         mu_link_valid;
    wire [5:0]   mu_link_slot;
    wire [5:0]   mu_link_next;
    wire         ppu_link_valid;
    wire [5:0]   ppu_link_slot;
    wire [5:0]   ppu_link_next;
    wire [5:0]   ppu_deq_head;
    wire [23:0]  ppu_head;
    wire [23:0]  ppu_tail;
    wire [3:0]   ppu_empty;
    wire [27:0]  ppu_count;
    wire [5:0]   ppu_scan_head;
    wire [5:0]   ppu_moved_slot;
    wire [5:0]   ppu_decided_slot;
    wire         ppu_enq_taken;
    wire         ppu_cq_take;
    wire         ppu_cq_back_valid;
    wire [5:0]   ppu_cq_back_slot;
    wire         ppu_cq_pop;
    wire [5:0]   ppu_cq_ready_slot;
    wire [3:0]   ppu_wanted;
    wire [3:0]   ppu_linked;
    wire         ppu_cq_inspected;
    wire [123:0] cam_line_tp;
    wire [123:0] cam_line_mask;
    wire [3:0]   cam_line_sent;
    wire [3:0]   cam_line_ready;
    wire [15:0]  cam_line_longer;
    wire [3:0]   cam_line_born;
    wire         cam_note_dropped;
    wire         cdu_alloc_valid;
    wire [30:0]  cdu_alloc_tp;
    wire [30:0]  cdu_alloc_mask;
    wire [3:0]   rfcu_sent_set;
    wire [3:0]   rfcu_sent_clear;
    wire [3:0]   rfcu_dealloc;
    wire         rfcu_msg_valid;
    wire         rfcu_msg_xoff;
    wire [30:0]  rfcu_msg_tp;
    wire [30:0]  rfcu_msg_mask;
    wire [63:0]  message_link_q;
    wire         name_extend_note_valid;
    wire         name_extend_note_xoff;
    wire [30:0]  name_extend_note_tp;
    wire [30:0]  name_extend_note_mask;
    wire         name_extend_note_allocate;
    wire         name_extend_overflow;

`ifdef RTLGEN_CHECKS
    reg  [2:0]  slot_home [0:63];    // free, arriving, sending or its queue, by slot
    reg  [31:0] slot_stamp [0:63];   // number of the packet in each slot
    reg  [35:0] slot_route [0:63];   // route of the packet in each slot
    reg  [2:0]  beat_of_packet;      // number of the next beat in its packet
    reg  [6:0]  credits_of_sender;   // credits that the sending end has
    reg         saq_head_left;       // a head left in the cycle before
    reg  [3:0]  stopped_before;      // SAQs that were stopped one cycle ago
    reg  [3:0]  stopped_at_the_ask;  // stopped_before, one cycle later
    reg  [4:0]  ready_before;        // heads ready one cycle ago, by queue
    reg  [4:0]  ready_earlier;       // heads ready two cycles ago, by queue
    reg  [31:0] packets_came;        // number of the next packet that comes
    reg         overtaken;           // a packet has left before an older one of its route
    reg  [2:0]  turn_at_the_pins;
    wire        packet_comes;
    wire        slot_moves;
    wire [2:0]  slot_target;
    wire [2:0]  granted_home;
    wire [3:0]  granted_saqs;
    wire [35:0] granted_route;
    wire [31:0] granted_stamp;
`endif

`ifdef RTLGEN_CHECKS
    wire [4:0] rx_data_tptr = rx_data[32:28];  // most significant bit of the present turn
`endif

`ifdef RTLGEN_CHECKS
    // The index of the lowest 1, 0 if there is none.
    function [1:0] lowest_set_4(input [3:0] bits);
        integer n;
        begin
            lowest_set_4 = 2'd0;
            for (n = 3; n >= 0; n = n - 1)
                if (bits[n]) lowest_set_4 = n[1:0];
        end
    endfunction
`endif

    recn_mmu mmu (
        .clk            (clk),
        .rst            (rst),
        .rx_start       (guard_out_start),
        .rx_valid       (guard_out_valid),
        .rx_word        (guard_out_word),
        .rx_data        (guard_out_data),
        .rx_end         (guard_out_end),
        .rx_bad         (guard_out_bad),
        .rx_last        (guard_out_last),
        .free_valid     (tx_last),
        .free_slot      (tx_slot),
        .rd_en          (tx_active),
        .rd_slot        (tx_slot),
        .rd_word        (tx_word),
        .rd_data        (mmu_rd_data),
        .rd_lost        (mmu_rd_lost),
        .rd_bad         (mmu_rd_bad),
        .cq_link_valid  (mu_link_valid),
        .cq_link_slot   (mu_link_slot),
        .cq_link_next   (mu_link_next),
        .saq_link_valid (ppu_link_valid),
        .saq_link_slot  (ppu_link_slot),
        .saq_link_next  (ppu_link_next),
        .cq_head        (mu_head),
        .deq_head       (tx_slot),
        .ppu_head       (ppu_moved_slot),
        .cq_next        (mmu_cq_next),
        .deq_next       (mmu_deq_next),
        .ppu_next       (mmu_ppu_next),
        .wr_slot        (mmu_wr_slot),
        .mem_full       (unused_mmu_mem_full),
        .free_count     (stat_free)
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

    recn_ru ru (
        .clk        (clk),
        .rst        (rst),
        .sop        (guard_out_start),
        .header     (guard_out_data[63:28]),
        .slot       (mmu_wr_slot),
        .my_port    (my_port),
        .head_slot  (ppu_scan_head),
        .enq_valid  (ru_enq_valid),
        .enq_slot   (ru_enq_slot),
        .enq_port   (ru_enq_port),
        .head_port  (ru_head_port),
        .head_turns (ru_head_turns)
    );

    link_delay_width1_latency1 credit_link (
        .clk (clk),
        .rst (rst),
        .d   (guard_credit),
        .q   (rx_credit)
    );

    recn_mu mu (
        .clk        (clk),
        .rst        (rst),
        .enq_valid  (ru_enq_valid),
        .enq_slot   (ru_enq_slot),
        .enq_taken  (ppu_enq_taken),
        .pop        (granted[0] || ppu_cq_pop),
        .take       (ppu_cq_take),
        .back_valid (ppu_cq_back_valid),
        .back_slot  (ppu_cq_back_slot),
        .head_next  (mmu_cq_next),
        .head       (mu_head),
        .head_valid (mu_head_valid),
        .tail       (mu_tail),
        .empty      (mu_empty),
        .count      (mu_count),
        .link_valid (mu_link_valid),
        .link_slot  (mu_link_slot),
        .link_next  (mu_link_next)
    );

    recn_ppu ppu (
        .clk           (clk),
        .rst           (rst),
        .cq_head       (mu_head),
        .cq_head_valid (mu_head_valid),
        .cq_empty      (mu_empty),
        .enq_valid     (ru_enq_valid),
        .enq_slot      (ru_enq_slot),
        .enq_port      (ru_enq_port),
        .pop           (granted),
        .link_busy     (guard_out_start),
        .deq_next      (mmu_deq_next),
        .ppu_next      (mmu_ppu_next),
        .head_turns    (ru_head_turns),
        .head_port     (ru_head_port),
        .line_valid    (stat_saqs),
        .line_tp       (cam_line_tp),
        .line_mask     (cam_line_mask),
        .line_longer   (cam_line_longer),
        .line_born     (cam_line_born),
        .link_valid    (ppu_link_valid),
        .link_slot     (ppu_link_slot),
        .link_next     (ppu_link_next),
        .deq_head      (ppu_deq_head),
        .head          (ppu_head),
        .tail          (ppu_tail),
        .empty         (ppu_empty),
        .count         (ppu_count),
        .ready         (queue_ready),
        .port          (queue_port),
        .scan_head     (ppu_scan_head),
        .moved_slot    (ppu_moved_slot),
        .decided_slot  (ppu_decided_slot),
        .enq_taken     (ppu_enq_taken),
        .cq_take       (ppu_cq_take),
        .cq_back_valid (ppu_cq_back_valid),
        .cq_back_slot  (ppu_cq_back_slot),
        .cq_pop        (ppu_cq_pop),
        .cq_ready_slot (ppu_cq_ready_slot),
        .wanted        (ppu_wanted),
        .linked        (ppu_linked),
        .cq_inspected  (ppu_cq_inspected)
    );

    recn_in_cam cam (
        .clk           (clk),
        .rst           (rst),
        .note_valid    (note_valid_q),
        .note_xoff     (note_xoff_q),
        .note_tp       (note_tp_q),
        .note_mask     (note_mask_q),
        .note_allocate (note_allocate_q),
        .alloc_valid   (alloc_valid_q && !(&stat_saqs)),
        .alloc_tp      (alloc_tp_q),
        .alloc_mask    (cdu_alloc_mask),
        .dealloc       (rfcu_dealloc),
        .sent_set      (rfcu_sent_set),
        .sent_clear    (rfcu_sent_clear),
        .linked        (ppu_linked),
        .cq_inspected  (ppu_cq_inspected),
        .line_valid    (stat_saqs),
        .line_tp       (cam_line_tp),
        .line_mask     (cam_line_mask),
        .line_xoff     (saq_xoff),
        .line_sent     (cam_line_sent),
        .line_ready    (cam_line_ready),
        .line_longer   (cam_line_longer),
        .line_born     (cam_line_born),
        .allocated     (stat_detect),
        .note_dropped  (cam_note_dropped)
    );

    recn_cdu cdu (
        .cq_count    (mu_count),
        .cq_ready    (queue_ready[0]),
        .cq_port     (queue_port[2:0]),
        .cq_granted  (granted[0]),
        .my_port     (my_port),
        .line_valid  (stat_saqs),
        .line_tp     (cam_line_tp),
        .line_mask   (cam_line_mask),
        .alloc_valid (cdu_alloc_valid),
        .alloc_tp    (cdu_alloc_tp),
        .alloc_mask  (cdu_alloc_mask),
        .no_free     (stat_no_free)
    );

    recn_rfcu rfcu (
        .clk        (clk),
        .rst        (rst),
        .count      (ppu_count),
        .line_valid (stat_saqs),
        .line_tp    (cam_line_tp),
        .line_mask  (cam_line_mask),
        .line_xoff  (saq_xoff),
        .line_sent  (cam_line_sent),
        .line_ready (cam_line_ready),
        .linked     (ppu_wanted),
        .sent_set   (rfcu_sent_set),
        .sent_clear (rfcu_sent_clear),
        .dealloc    (rfcu_dealloc),
        .msg_valid  (rfcu_msg_valid),
        .msg_xoff   (rfcu_msg_xoff),
        .msg_tp     (rfcu_msg_tp),
        .msg_mask   (rfcu_msg_mask)
    );

    link_delay_latency1_data63 message_link (
        .clk (clk),
        .rst (rst),
        .d   ({rfcu_msg_valid, rfcu_msg_xoff, rfcu_msg_tp, rfcu_msg_mask}),
        .q   (message_link_q)
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

    assign granted       = grant_queue & {5{grant_valid}};
    assign granted_slot  = granted[0] ? ppu_cq_ready_slot : ppu_deq_head;
    assign tx_last       = tx_active && tx_word == LAST_WORD;
    assign slot_is_freed = tx_last;
    assign beat_valid    = beat_valid_q;
    assign beat_sop      = beat_sop_q;
    assign beat_eop      = beat_eop_q;
    assign beat_bad      = beat_bad_q;
    assign beat_data     = beat_data_q;
    assign rx_msg_valid  = message_link_q[63];
    assign rx_msg_xoff   = message_link_q[62];
    assign rx_msg_tp     = message_link_q[61:31];
    assign rx_msg_mask   = message_link_q[30:0];
    assign stat_sent     = stat_saqs & cam_line_sent;
    assign stat_dropped  = cam_note_dropped || overflow_q;
    assign queue_empty   = {ppu_empty, mu_empty};

`ifdef RTLGEN_CHECKS
    assign packet_comes  = rx_valid && rx_sop;
    assign slot_moves    = |ppu_linked;
    assign slot_target   = {1'b0, lowest_set_4(ppu_linked)} + 3'd4;
    assign granted_home  = {|(granted & 5'h10), |(granted & 5'hc), |(granted & 5'ha)} + 3'd3;
    assign granted_saqs  = granted[4:1];
    assign granted_route = slot_route[granted_slot];
    assign granted_stamp = slot_stamp[granted_slot];
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

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [164:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (6) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[132:0], memory_fill};
        end
        {tx_slot, beat_data_q, alloc_tp_q, note_xoff_q, note_tp_q, note_mask_q,
         note_allocate_q} = memory_bits;
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_slot_home
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) slot_home[i] <= 3'd0;
        end else begin
            if (tx_last) slot_home[tx_slot] <= 3'd0;
            if (guard_out_start) slot_home[mmu_wr_slot] <= 3'd1;
            if (ru_enq_valid) slot_home[ru_enq_slot] <= 3'd3;
            if (grant_valid) slot_home[granted_slot] <= 3'd2;
            if (slot_moves) slot_home[ppu_decided_slot] <= slot_target;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_slot_route
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) slot_route[i] <= 36'd0;
        end else if (guard_out_start) begin
            slot_route[mmu_wr_slot] <= guard_out_data[63:28];
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            beat_of_packet <= 3'd0;
            credits_of_sender <= 7'd64;
            saq_head_left <= 1'b0;
            stopped_before <= 4'd0;
            stopped_at_the_ask <= 4'd0;
            ready_before <= 5'd0;
            ready_earlier <= 5'd0;
        end else begin
            if (rx_valid) beat_of_packet <= rx_eop ? 3'd0 : beat_of_packet + 3'd1;
            credits_of_sender <= credits_of_sender - {6'd0, packet_comes} + {6'd0, rx_credit};
            saq_head_left <= (|ppu_linked) || grant_valid;
            stopped_before <= saq_xoff & stat_saqs;
            stopped_at_the_ask <= stopped_before;
            ready_before <= queue_ready & ~granted;
            ready_earlier <= ready_before & ~granted;
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            tx_active <= 1'b0;
            tx_word <= 3'd0;
        end else if (grant_valid) begin
            tx_active <= 1'b1;
            tx_word <= 3'd0;
        end else if (tx_active) begin
            tx_active <= !tx_last;
            tx_word <= tx_word + 3'd1;
        end
    end

    always @(posedge clk) begin
        if (grant_valid) tx_slot <= granted_slot;
        beat_data_q <= mmu_rd_lost ? 64'd0 : mmu_rd_data;
        alloc_tp_q <= cdu_alloc_tp;
        note_xoff_q <= name_extend_note_xoff;
        note_tp_q <= name_extend_note_tp;
        note_mask_q <= name_extend_note_mask;
        note_allocate_q <= name_extend_note_allocate;
    end

    always @(posedge clk) begin
        if (rst) begin
            read_eop_q <= 1'b0;
            read_valid_q <= 1'b0;
            beat_valid_q <= 1'b0;
            read_sop_q <= 1'b0;
            beat_sop_q <= 1'b0;
            beat_eop_q <= 1'b0;
            beat_bad_q <= 1'b0;
            alloc_valid_q <= 1'b0;
            note_valid_q <= 1'b0;
            overflow_q <= 1'b0;
        end else begin
            read_eop_q <= tx_last;
            read_valid_q <= tx_active;
            beat_valid_q <= read_valid_q;
            read_sop_q <= tx_active && tx_word == 3'd0;
            beat_sop_q <= read_sop_q;
            beat_eop_q <= read_eop_q;
            beat_bad_q <= read_eop_q && mmu_rd_bad;
            alloc_valid_q <= (cdu_alloc_valid || stat_no_free) && !stat_detect;
            note_valid_q <= name_extend_note_valid;
            overflow_q <= name_extend_overflow;
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_slot_stamp
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) slot_stamp[i] <= 32'd0;
            packets_came <= 32'd0;
        end else if (guard_out_start) begin
            packets_came <= packets_came + 32'd1;
            slot_stamp[mmu_wr_slot] <= packets_came;
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
                if (slot_home[s] != 3'd0
                 && slot_home[s] != 3'd2
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
            if (grant_valid && !(|grant_queue)) begin
                $display("RTLGEN_ASSERT %m grant_of_a_queue fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a grant comes when the packet before is read
            if (grant_valid && tx_active && !tx_last) begin
                $display("RTLGEN_ASSERT %m grant_when_idle fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a cold queue that is not longer than the threshold asks for no SAQ
            if (mu_count <= 7'd5 && (cdu_alloc_valid || stat_no_free)) begin
                $display("RTLGEN_ASSERT %m detection_rests_up_to_the_threshold fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a mask has ones for whole turns from the top, and the turns are 0 below
            if (bus_valid
             && ((bus_mask[29:0] & ~bus_mask[30:1]) != 30'd0
              || !bus_mask[30]
              || (bus_tp & ~bus_mask) != 31'd0
              || {bus_mask[30], bus_mask[27], bus_mask[24], bus_mask[21], bus_mask[18],
                  bus_mask[15], bus_mask[12], bus_mask[9], bus_mask[6], bus_mask[3]}
              != {bus_mask[28], bus_mask[25], bus_mask[22], bus_mask[19], bus_mask[16],
                  bus_mask[13], bus_mask[10], bus_mask[7], bus_mask[4], bus_mask[1]}
              || bus_mask[0] != 1'b0)) begin
                $display("RTLGEN_ASSERT %m name_on_the_bus fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (guard_out_start
             && slot_home[mmu_wr_slot] != 3'd0
             && (!tx_last || mmu_wr_slot != tx_slot)) begin
                $display("RTLGEN_ASSERT %m arrival_takes_a_free_slot fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (ru_enq_valid && slot_home[ru_enq_slot] != 3'd1) begin
                $display("RTLGEN_ASSERT %m enqueue_of_an_arrival fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (tx_last && slot_home[tx_slot] != 3'd2) begin
                $display("RTLGEN_ASSERT %m free_after_sending fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (grant_valid && slot_home[granted_slot] != granted_home) begin
                $display("RTLGEN_ASSERT %m grant_from_its_queue fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (slot_moves && slot_home[ppu_decided_slot] < 3'd3) begin
                $display("RTLGEN_ASSERT %m move_from_a_queue fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (!ppu_empty[0]
             && !saq_head_left
             && (slot_home[ppu_head[5:0]] != 3'd4 || slot_home[ppu_tail[5:0]] != 3'd4)) begin
                $display("RTLGEN_ASSERT %m saq_0_ends_are_its_packets fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (!ppu_empty[1]
             && !saq_head_left
             && (slot_home[ppu_head[11:6]] != 3'd5 || slot_home[ppu_tail[11:6]] != 3'd5)) begin
                $display("RTLGEN_ASSERT %m saq_1_ends_are_its_packets fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (!ppu_empty[2]
             && !saq_head_left
             && (slot_home[ppu_head[17:12]] != 3'd6 || slot_home[ppu_tail[17:12]] != 3'd6)) begin
                $display("RTLGEN_ASSERT %m saq_2_ends_are_its_packets fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (!ppu_empty[3]
             && !saq_head_left
             && (slot_home[ppu_head[23:18]] != 3'd7 || slot_home[ppu_tail[23:18]] != 3'd7)) begin
                $display("RTLGEN_ASSERT %m saq_3_ends_are_its_packets fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // what was stopped when the scheduler asked is not granted
            if ((granted_saqs & stopped_at_the_ask) != 4'd0) begin
                $display("RTLGEN_ASSERT %m no_grant_to_a_stopped_saq fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the scheduler takes what it was offered, two cycles later at most
            if ((granted & ~(queue_ready | ready_before | ready_earlier)) != 5'd0) begin
                $display("RTLGEN_ASSERT %m grant_of_a_ready_head fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a grant is one of one queue
            if ((granted & (granted - 5'd1)) != 5'd0) begin
                $display("RTLGEN_ASSERT %m grant_of_one_queue fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (overtaken) begin
                $display("RTLGEN_ASSERT %m packets_of_a_route_stay_in_order fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (mu_head_valid && (slot_home[mu_head] != 3'd3 || slot_home[mu_tail] != 3'd3)) begin
                $display("RTLGEN_ASSERT %m cq_ends_are_its_packets fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // free, queued and in transit make all slots
            if ({1'b0, stat_free}
              + {1'b0, mu_count}
              + {7'd0, ru_enq_valid}
              + {7'd0, tx_active}
              + {1'b0, ppu_count[6:0]}
              + {1'b0, ppu_count[13:7]}
              + {1'b0, ppu_count[20:14]}
              + {1'b0, ppu_count[27:21]}
             != 8'd64) begin
                $display("RTLGEN_ASSERT %m no_slot_is_lost fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_recn_input_port
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
            grant_of_a_queue: `RTLGEN_CONTRACT (!grant_valid || (|grant_queue));
            // a grant comes when the packet before is read
            grant_when_idle: `RTLGEN_CONTRACT (!(grant_valid && tx_active) || tx_last);
            // a cold queue that is not longer than the threshold asks for no SAQ
            detection_rests_up_to_the_threshold: assert (!(mu_count <= 7'd5)
                                                      || !(cdu_alloc_valid || stat_no_free));
            // a mask has ones for whole turns from the top, and the turns are 0 below
            name_on_the_bus: `RTLGEN_CONTRACT (!bus_valid
                                            || ((bus_mask[29:0] & ~bus_mask[30:1]) == 30'd0
                                             && bus_mask[30]
                                             && (bus_tp & ~bus_mask) == 31'd0
                                             && {bus_mask[30], bus_mask[27], bus_mask[24],
                                                 bus_mask[21], bus_mask[18], bus_mask[15],
                                                 bus_mask[12], bus_mask[9], bus_mask[6],
                                                 bus_mask[3]}
                                             == {bus_mask[28], bus_mask[25], bus_mask[22],
                                                 bus_mask[19], bus_mask[16], bus_mask[13],
                                                 bus_mask[10], bus_mask[7], bus_mask[4],
                                                 bus_mask[1]}
                                             && bus_mask[0] == 1'b0));
            arrival_takes_a_free_slot: assert (!guard_out_start
                                            || slot_home[mmu_wr_slot] == 3'd0
                                            || (tx_last && mmu_wr_slot == tx_slot));
            enqueue_of_an_arrival: assert (!ru_enq_valid || slot_home[ru_enq_slot] == 3'd1);
            free_after_sending: assert (!tx_last || slot_home[tx_slot] == 3'd2);
            grant_from_its_queue: assert (!grant_valid || slot_home[granted_slot] == granted_home);
            move_from_a_queue: assert (!slot_moves || slot_home[ppu_decided_slot] >= 3'd3);
            saq_0_ends_are_its_packets: assert (ppu_empty[0]
                                             || saq_head_left
                                             || (slot_home[ppu_head[5:0]] == 3'd4
                                              && slot_home[ppu_tail[5:0]] == 3'd4));
            saq_1_ends_are_its_packets: assert (ppu_empty[1]
                                             || saq_head_left
                                             || (slot_home[ppu_head[11:6]] == 3'd5
                                              && slot_home[ppu_tail[11:6]] == 3'd5));
            saq_2_ends_are_its_packets: assert (ppu_empty[2]
                                             || saq_head_left
                                             || (slot_home[ppu_head[17:12]] == 3'd6
                                              && slot_home[ppu_tail[17:12]] == 3'd6));
            saq_3_ends_are_its_packets: assert (ppu_empty[3]
                                             || saq_head_left
                                             || (slot_home[ppu_head[23:18]] == 3'd7
                                              && slot_home[ppu_tail[23:18]] == 3'd7));
            // what was stopped when the scheduler asked is not granted
            no_grant_to_a_stopped_saq: `RTLGEN_CONTRACT ((granted_saqs & stopped_at_the_ask)
                                                      == 4'd0);
            // the scheduler takes what it was offered, two cycles later at most
            grant_of_a_ready_head: `RTLGEN_CONTRACT ((granted
                                                    & ~(queue_ready | ready_before | ready_earlier))
                                                  == 5'd0);
            // a grant is one of one queue
            grant_of_one_queue: `RTLGEN_CONTRACT ((granted & (granted - 5'd1)) == 5'd0);
            packets_of_a_route_stay_in_order: assert (!overtaken);
            cq_ends_are_its_packets: assert (!mu_head_valid
                                          || (slot_home[mu_head] == 3'd3
                                           && slot_home[mu_tail] == 3'd3));
            // free, queued and in transit make all slots
            no_slot_is_lost: assert ({1'b0, stat_free}
                                   + {1'b0, mu_count}
                                   + {7'd0, ru_enq_valid}
                                   + {7'd0, tx_active}
                                   + {1'b0, ppu_count[6:0]}
                                   + {1'b0, ppu_count[13:7]}
                                   + {1'b0, ppu_count[20:14]}
                                   + {1'b0, ppu_count[27:21]}
                                  == 8'd64);
        end
    end
`undef RTLGEN_CONTRACT
`endif

    // Read by checks only.
    wire unused_mu_tail = &{1'b0, mu_tail};
    wire unused_ppu_head = &{1'b0, ppu_head};
    wire unused_ppu_tail = &{1'b0, ppu_tail};
    wire unused_ppu_decided_slot = &{1'b0, ppu_decided_slot};

endmodule

`default_nettype wire
