// SPDX-License-Identifier: Apache-2.0
// axis_join: packets to frames of AXI4-Stream, with a context for each source
//
// ports = 8, slots = 64, mtu = 4096
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module axis_join (
    input  wire        clk,            // rising edge
    input  wire        rst,            // synchronous, active high
    input  wire [2:0]  my_port,        // number of this port

    // packets of the switch
    input  wire        rx_valid,       // a beat comes
    input  wire        rx_sop,         // it is the first of a packet: {turnpool, tptr, src, seq,
                                       // tag}
    input  wire        rx_eop,         // it is the last
    input  wire        rx_bad,         // with eop: the packet was damaged on its way, and is not to
                                       // be used
    input  wire [63:0] rx_data,        // the beat

    output wire        rx_credit,      // a slot is free again, a register

    // whole frames for the host, functions of registers
    output wire        m_axis_tvalid,  // a beat is offered; it stays, unchanged, until it is taken
    input  wire        m_axis_tready,  // the beat is taken
    output wire [63:0] m_axis_tdata,   // the beat, first byte in bits 7:0; unknown without tvalid
    output wire [7:0]  m_axis_tkeep,   // a bit for each byte: all ones but with tlast, there ones
                                       // from bit 0 up; unknown without tvalid
    output wire        m_axis_tlast,   // it ends a frame; unknown without tvalid
    output wire        m_axis_tuser,   // with tlast: the frame is bad; unknown without tvalid
    output wire [3:0]  m_axis_tid,     // the port that the frame comes from; unknown without tvalid

    output wire [2:0]  error           // pulses, registers: link, gap, stray from bit 0 on
);

    reg        open [0:6];           // a frame has begun and not ended, by context
    reg [11:0] expected [0:6];       // seq that the next packet must have, by context
    reg [9:0]  write_place [0:6];    // place of the next word, by context
    reg [9:0]  frame_place [0:6];    // place of the open frame's first word, by context
    reg [9:0]  words_so_far [0:6];   // words of the open frame so far, by context
    reg [9:0]  words_taken [0:6];    // running count of words taken, by context
    reg [9:0]  words_freed [0:6];    // running count of words freed, by context
    reg [2:0]  sent_context;         // context of the frame that is sent
    reg [5:0]  next_slot;            // slot that the next packet takes
    reg [5:0]  filling_slot;         // slot of the packet that comes in
    reg [6:0]  packets_waiting;      // whole packets that were not looked at yet
    reg [5:0]  first_slot;           // slot of the next packet to look at
    reg        looks;                // a packet is looked at
    reg [27:0] header;               // src, seq and tag of the packet looked at
    reg        header_bad;           // the packet looked at is damaged
    reg [5:0]  slot;                 // slot of the packet looked at
    reg [4:0]  look_step;            // step in which the packet is, one-hot
    reg        decided;              // it is known what becomes of the packet
    reg        list_has_room;        // the list of whole frames has room for another
    reg        source_known;         // the packet is undamaged, and from another port
    reg [2:0]  source_context;       // context of the packet's source
    reg        length_legal;         // the packet has a legal number of bytes
    reg [2:0]  packet_words;         // words of the frame in this packet
    reg        is_open;              // the source has an open frame
    reg [11:0] expects;              // seq that a packet of the open frame must have
    reg [9:0]  write_place_q;        // place of the next word in the context
    reg [9:0]  frame_place_q;        // place of the open frame in the context
    reg [9:0]  words_so_far_q;       // words of the source's open frame so far
    reg [9:0]  words_taken_q;        // running count of words that the context took
    reg [11:0] context_first;        // address of the context's first word
    reg        goes;                 // the packet begins a frame, or goes on with one
    reg        ends_a_frame_early;   // the open frame has a gap, and is dropped
    reg        is_stray;             // the packet belongs to no frame
    reg [9:0]  taken_without_frame;  // running count of words without the open frame
    reg [9:0]  place_of_packet;      // place of the packet's first word in the context
    reg [9:0]  words_before;         // words of the frame before this packet
    reg [9:0]  taken_before;         // running count of words before this packet
    reg [9:0]  words_then;           // words of the frame with this packet
    reg [9:0]  taken_then;           // running count of words with this packet
    reg [10:0] place_sum;            // place behind the packet, before the ring wraps
    reg [11:0] packet_address;       // address of the packet's first word
    reg [11:0] frame_address;        // address of the frame's first word
    reg        goes_q;               // goes, one cycle later
    reg        gap_q;                // ends_a_frame_early, one cycle later
    reg        stray_q;              // is_stray, one cycle later
    reg        accepts;              // the packet becomes part of its frame
    reg        closes;               // the packet and the open frame are dropped
    reg        tells_gap;            // the packet counts as a gap
    reg        tells_stray;          // stray_q, one cycle later
    reg [9:0]  place_then;           // place behind the packet in the context
    reg [9:0]  words_freed_q;        // running count of words that left the context
    reg [9:0]  words_held;           // words in the context, those of the open frame too
    reg        context_has_room;     // the context has room for a packet
    reg [2:0]  error_q;              // errors, one cycle later
    reg [2:0]  words_left;           // words of the packet still to be moved
    reg [2:0]  place;                // beat of the slot that is moved next
    reg [5:0]  moved_slot;           // slot of the packet that is moved
    reg        moves_the_last;       // the packet that is moved ends its frame
    reg [63:0] moved_word;           // slot_word, one cycle later
    reg [11:0] write_at;             // address of the next word to move
    reg [11:0] write_at_first;       // address of the first word of its context
    reg [11:0] write_at_last;        // address of the last word of its context
    reg [11:0] write_at_q1;          // write_at, one cycle later
    reg [11:0] write_at_q2;          // write_at_q1, one cycle later
    reg        moves_q;              // moves, one cycle later
    reg        writes;               // moves_q, one cycle later
    reg [27:0] whole_frame;          // frame that ends with the packet being moved
    reg        frame_is_whole;       // a frame became whole, and enters the list
    reg [9:0]  frame_words_left;     // words of the frame still to be read
    reg [2:0]  frame_bytes;          // bytes of the frame's last word, less one
    reg [3:0]  frame_source;         // port that the frame comes from
    reg [4:0]  places_taken;         // words read that the host has not taken
    reg [11:0] read_at;              // address of the next word to send
    reg [11:0] read_at_first;        // address of the first word of its context
    reg [11:0] read_at_last;         // address of the last word of its context
    reg [63:0] read_q;               // read_word, one cycle later
    reg        read_valid;           // reads, one cycle later
    reg        out_push;             // read_valid, one cycle later
    reg [12:0] beside_q1;            // beside, one cycle later
    reg [12:0] beside_q2;            // beside_q1, one cycle later

    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [63:0] packet_ram [0:511];  // beats of packets, by slot and beat
    reg  [63:0] slot_word;           // word of packet_ram that was read last
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [27:0] headers [0:63];      // src, seq and tag of packets, by slot
    wire [27:0] first_header;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg         damaged [0:63];      // the packet is damaged, by slot
    wire        first_damaged;
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [63:0] frame_ram [0:3695];  // words of frames, by context and place
    reg  [63:0] read_word;           // word of frame_ram that was read last

    wire        fire;
    wire        frees_slot;
    wire        reads;
    wire        begins;
    wire [6:0]  bytes_rounded;
    wire        words_fit;
    wire [6:0]  source_context_onehot;
    wire        keeps_the_rules;
    wire        goes_on;
    wire        begins_a_frame;
    wire        frame_too_long;
    wire        packet_enters;
    wire [2:0]  errors;
    wire        moves;
    wire        packet_is_moved;
    wire        context_is_ready;
    wire        starts;
    wire [6:0]  write_at_onehot;
    wire        last_word;
    wire        loads_a_frame;
    wire [6:0]  read_at_onehot;
    wire [7:0]  keep_of_last;
    wire [12:0] beside;
    wire        beat_is_taken;
    wire        guard_out_start;
    wire        guard_out_valid;
    wire [2:0]  guard_out_word;
    wire [63:0] guard_out_data;
    wire        guard_out_end;
    wire        guard_out_bad;
    wire [2:0]  guard_out_last;
    wire [5:0]  guard_error;
    wire [27:0] frames_rdata;
    wire        frames_full;
    wire        frames_empty;
    wire [5:0]  frames_count;
    wire [76:0] out_rdata;
    wire        out_full;
    wire        out_empty;
    wire [4:0]  out_count;

`ifdef RTLGEN_CHECKS
    reg         waits_behind_a_frame;  // a whole frame of the source has not left
    reg         was_moved;             // packet_is_moved, one cycle later
    reg         m_axis_waits;          // a beat was offered and not taken
    reg  [77:0] m_axis_before;         // the beat of the cycle before
    reg         m_axis_inside;         // a frame has begun and not ended
    reg  [3:0]  m_axis_number;         // port number of the last beat taken
    wire [5:0]  step_token;
`endif

    wire [7:0]  header_source = header[27:20];
    wire [11:0] header_seq = header[19:8];
    wire        header_tag_first = header[7];                // the frame begins
    wire        header_tag_last = header[6];                 // it ends
    wire [5:0]  header_tag_bytes = header[5:0];              // of the frame in this packet, 1 to 7
                                                             // words; 7 words in all but the last
    wire [7:0]  header_index = header[15:8];                 // of the packets of the frame, from 0
    wire [11:0] frames_rdata_at = frames_rdata[27:16];       // its first word
    wire [2:0]  frames_rdata_context = frames_rdata[15:13];
    wire [9:0]  frames_rdata_words = frames_rdata[12:3];
    wire [2:0]  frames_rdata_bytes = frames_rdata[2:0];      // of its last word, less one

    wire unused_last_beat = &{1'b0, guard_out_last};
    wire unused_bytes_rest = &{1'b0, bytes_rounded[2:0]};
    wire unused_fifo_states = &{1'b0, frames_full, out_full};

    // The lane of 12 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [11:0] one_hot_mux_7x12(input [6:0] select, input [83:0] lanes);
        integer n;
        begin
            one_hot_mux_7x12 = 12'd0;
            for (n = 0; n < 7; n = n + 1)
                one_hot_mux_7x12 = one_hot_mux_7x12 | ({12{select[n]}} & lanes[n*12 +: 12]);
        end
    endfunction

    link_guard_ports0 guard (
        .clk       (clk),
        .rst       (rst),
        .rx_valid  (rx_valid),
        .rx_sop    (rx_sop),
        .rx_eop    (rx_eop),
        .rx_bad    (rx_bad),
        .rx_data   (rx_data),
        .freed     (frees_slot),
        .credit    (rx_credit),
        .out_start (guard_out_start),
        .out_valid (guard_out_valid),
        .out_word  (guard_out_word),
        .out_data  (guard_out_data),
        .out_end   (guard_out_end),
        .out_bad   (guard_out_bad),
        .out_last  (guard_out_last),
        .error     (guard_error)
    );

    fifo_width28_depth32 frames (
        .clk   (clk),
        .rst   (rst),
        .push  (frame_is_whole),
        .wdata (whole_frame),
        .pop   (loads_a_frame),
        .rdata (frames_rdata),
        .full  (frames_full),
        .empty (frames_empty),
        .count (frames_count)
    );

    fifo_width77 out (
        .clk   (clk),
        .rst   (rst),
        .push  (out_push),
        .wdata ({beside_q2, read_q}),
        .pop   (m_axis_tready),
        .rdata (out_rdata),
        .full  (out_full),
        .empty (out_empty),
        .count (out_count)
    );

    assign begins                = packets_waiting != 7'd0 && !looks;
    assign bytes_rounded         = {1'b0, header_tag_bytes} + 7'd7;
    assign words_fit             = bytes_rounded[6:3] != 4'd0 && bytes_rounded[6:3] != 4'd8;
    assign source_context_onehot = 7'd1 << source_context;
    assign keeps_the_rules       = source_known && length_legal;
    assign goes_on               = is_open && header_seq == expects && !header_tag_first;
    assign begins_a_frame        = header_tag_first && header_index == 8'd0;
    assign frame_too_long        = words_then > 10'd512;
    assign packet_enters         = fire && accepts;
    assign errors[0]             = |guard_error;
    assign errors[1]             = fire && tells_gap;
    assign errors[2]             = fire && tells_stray;
    assign error                 = error_q;
    assign moves                 = words_left != 3'd0;
    assign packet_is_moved       = words_left == 3'd1;
    assign context_is_ready      = (context_has_room && list_has_room) || !accepts;
    assign fire                  = decided && context_is_ready && !moves;
    assign starts                = fire && accepts;
    assign frees_slot            = (fire && !accepts) || packet_is_moved;
    assign write_at_onehot       = 7'd1 << source_context;
    assign last_word             = frame_words_left == 10'd1;
    assign reads                 = frame_words_left != 10'd0 && !places_taken[4];
    assign loads_a_frame   = !frames_empty && (frame_words_left == 10'd0 || (last_word && reads));
    assign read_at_onehot  = 7'd1 << frames_rdata_context;
    assign keep_of_last[0] = 1'b1;
    assign keep_of_last[1] = frame_bytes >= 3'd1;
    assign keep_of_last[2] = frame_bytes >= 3'd2;
    assign keep_of_last[3] = frame_bytes >= 3'd3;
    assign keep_of_last[4] = frame_bytes >= 3'd4;
    assign keep_of_last[5] = frame_bytes >= 3'd5;
    assign keep_of_last[6] = frame_bytes >= 3'd6;
    assign keep_of_last[7] = frame_bytes >= 3'd7;
    assign beside          = {frame_source, last_word, last_word ? keep_of_last : 8'd255};
    assign beat_is_taken   = m_axis_tready && !out_empty;
    assign m_axis_tvalid   = !out_empty;
    assign m_axis_tdata    = out_rdata[63:0];
    assign m_axis_tkeep    = out_rdata[71:64];
    assign m_axis_tlast    = out_rdata[72];
    assign m_axis_tid      = out_rdata[76:73];
    assign m_axis_tuser    = 1'b0;

`ifdef RTLGEN_CHECKS
    assign step_token = {decided, look_step};
`endif

    always @(posedge clk) begin
        if (guard_out_valid) begin
            packet_ram[{guard_out_start ? next_slot : filling_slot, guard_out_word}] <= guard_out_data;
        end
        if (moves) slot_word <= packet_ram[{moved_slot, place}];
    end

    always @(posedge clk) begin
        if (guard_out_start) headers[next_slot] <= guard_out_data[27:0];
    end

    assign first_header = headers[first_slot];

    always @(posedge clk) begin
        if (guard_out_end) damaged[filling_slot] <= guard_out_bad;
    end

    assign first_damaged = damaged[first_slot];

    always @(posedge clk) begin
        if (writes) frame_ram[write_at_q2] <= moved_word;
        if (reads) read_word <= frame_ram[read_at];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [675:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (22) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[643:0], memory_fill};
        end
        {sent_context, filling_slot, header, header_bad, slot, source_known, source_context,
         length_legal, packet_words, is_open, expects, write_place_q, frame_place_q, words_so_far_q,
         words_taken_q, context_first, goes, ends_a_frame_early, is_stray, taken_without_frame,
         place_of_packet, words_before, taken_before, words_then, taken_then, place_sum,
         packet_address, frame_address, goes_q, gap_q, stray_q, accepts, closes, tells_gap,
         tells_stray, place_then, words_freed_q, words_held, context_has_room, place, moved_slot,
         moves_the_last, moved_word, write_at, write_at_first, write_at_last, write_at_q1,
         write_at_q2, whole_frame, frame_bytes, frame_source, read_at, read_at_first, read_at_last,
         read_q, beside_q1, beside_q2, slot_word, read_word} = memory_bits;
        for (memory_word = 0; memory_word < 7; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            expected[memory_word] = memory_fill[31:20];
        end
        for (memory_word = 0; memory_word < 7; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            write_place[memory_word] = memory_fill[31:22];
        end
        for (memory_word = 0; memory_word < 512; memory_word = memory_word + 1) begin
            repeat (2) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                packet_ram[memory_word] = {packet_ram[memory_word][31:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            headers[memory_word] = memory_fill[31:4];
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            damaged[memory_word] = memory_fill[31];
        end
        for (memory_word = 0; memory_word < 3696; memory_word = memory_word + 1) begin
            repeat (2) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                frame_ram[memory_word] = {frame_ram[memory_word][31:0], memory_fill};
            end
        end
`ifdef RTLGEN_CHECKS
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        waits_behind_a_frame = memory_fill[31];
        repeat (3) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            m_axis_before = {m_axis_before[45:0], memory_fill};
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        m_axis_number = memory_fill[31:28];
`endif
    end
`endif

    always @(posedge clk) begin
        if (packet_enters) begin
            write_place[source_context] <= place_then;
            expected[source_context] <= header_seq + 12'd1;
        end else if (fire && closes) begin
            write_place[source_context] <= frame_place_q;
        end
    end

    always @(posedge clk) begin : update_open
        integer i;
        if (rst) begin
            for (i = 0; i < 7; i = i + 1) open[i] <= 1'b0;
            for (i = 0; i < 7; i = i + 1) frame_place[i] <= 10'd0;
            for (i = 0; i < 7; i = i + 1) words_so_far[i] <= 10'd0;
            for (i = 0; i < 7; i = i + 1) words_taken[i] <= 10'd0;
        end else if (packet_enters) begin
            words_taken[source_context] <= taken_then;
            open[source_context] <= !header_tag_last;
            words_so_far[source_context] <= header_tag_last ? 10'd0 : words_then;
            if (header_tag_last) frame_place[source_context] <= place_then;
        end else if (fire && closes) begin
            words_taken[source_context] <= taken_without_frame;
            open[source_context] <= 1'b0;
            words_so_far[source_context] <= 10'd0;
        end
    end

    always @(posedge clk) begin : update_words_freed
        integer i;
        if (rst) begin
            for (i = 0; i < 7; i = i + 1) words_freed[i] <= 10'd0;
        end else if (reads) begin
            words_freed[sent_context] <= words_freed[sent_context] + 10'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            next_slot <= 6'd0;
            look_step <= 5'd0;
            list_has_room <= 1'b0;
            error_q <= 3'd0;
            moves_q <= 1'b0;
            writes <= 1'b0;
            frame_is_whole <= 1'b0;
            read_valid <= 1'b0;
            out_push <= 1'b0;
        end else begin
            if (guard_out_start) next_slot <= next_slot + 6'd1;
            look_step <= {look_step[3:0], begins};
            list_has_room <= frames_count < 6'd29;
            error_q <= errors;
            moves_q <= moves;
            writes <= moves_q;
            frame_is_whole <= packet_is_moved && moves_the_last;
            read_valid <= reads;
            out_push <= read_valid;
        end
    end

    always @(posedge clk) begin
        if (guard_out_start) filling_slot <= next_slot;
        source_known <= header_source < 8'd8 && header_source != {5'd0, my_port} && !header_bad;
        source_context <= header[22:20] - {2'd0, header_source > {5'd0, my_port}};
        length_legal <= !header_tag_last || words_fit;
        packet_words <= header_tag_last ? bytes_rounded[5:3] : 3'd7;
        is_open <= open[source_context];
        expects <= expected[source_context];
        write_place_q <= write_place[source_context];
        frame_place_q <= frame_place[source_context];
        words_so_far_q <= words_so_far[source_context];
        words_taken_q <= words_taken[source_context];
        context_first <= one_hot_mux_7x12(source_context_onehot,
                                          {12'd3168, 12'd2640, 12'd2112, 12'd1584, 12'd1056,
                                           12'd528, 12'd0});
        goes <= keeps_the_rules && (goes_on || begins_a_frame);
        ends_a_frame_early <= source_known
                           && is_open
                           && (header_tag_first || !goes_on || !length_legal);
        is_stray <= (source_known && !is_open && !(begins_a_frame && length_legal))
                 || (!source_known && !header_bad);
        taken_without_frame <= words_taken_q - words_so_far_q;
    end

    always @(posedge clk) begin
        if (rst) begin
            packets_waiting <= 7'd0;
        end else if (guard_out_end && !begins) begin
            packets_waiting <= packets_waiting + 7'd1;
        end else if (begins && !guard_out_end) begin
            packets_waiting <= packets_waiting - 7'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            first_slot <= 6'd0;
            looks <= 1'b0;
        end else if (begins) begin
            looks <= 1'b1;
            first_slot <= first_slot + 6'd1;
        end else if (fire) begin
            looks <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (begins) begin
            header <= first_header;
            header_bad <= first_damaged;
            slot <= first_slot;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            decided <= 1'b0;
        end else if (look_step[4]) begin
            decided <= 1'b1;
        end else if (fire) begin
            decided <= 1'b0;
        end
    end

    always @(posedge clk) begin
        place_of_packet <= header_tag_first ? frame_place_q : write_place_q;
        words_before <= header_tag_first ? 10'd0 : words_so_far_q;
        taken_before <= header_tag_first ? words_taken_q - words_so_far_q : words_taken_q;
        words_then <= words_before + {7'd0, packet_words};
        taken_then <= taken_before + {7'd0, packet_words};
        place_sum <= {1'b0, place_of_packet} + {1'b0, {7'd0, packet_words}};
        packet_address <= context_first + {2'd0, place_of_packet};
        frame_address <= context_first + {2'd0, frame_place_q};
        goes_q <= goes;
        gap_q <= ends_a_frame_early;
        stray_q <= is_stray;
        accepts <= goes_q && !frame_too_long;
        closes <= (gap_q && !goes_q) || (goes_q && frame_too_long);
        tells_gap <= gap_q || (goes_q && frame_too_long);
        tells_stray <= stray_q;
        place_then <= (place_sum >= 11'd528) ? place_sum[9:0] - 10'd528 : place_sum[9:0];
    end

    always @(posedge clk) begin
        words_freed_q <= words_freed[source_context];
        words_held <= words_taken_q - words_freed_q;
        context_has_room <= words_held <= 10'd521;
        moved_word <= slot_word;
        write_at_q1 <= write_at;
        write_at_q2 <= write_at_q1;
        read_q <= read_word;
        beside_q1 <= beside;
        beside_q2 <= beside_q1;
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        waits_behind_a_frame <= words_held > words_so_far_q;
        m_axis_before <= {m_axis_tuser, m_axis_tlast, m_axis_tkeep, m_axis_tid, m_axis_tdata};
        if (m_axis_tvalid && m_axis_tready) m_axis_number <= m_axis_tid;
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            words_left <= 3'd0;
        end else if (starts) begin
            words_left <= packet_words;
        end else if (moves) begin
            words_left <= words_left - 3'd1;
        end
    end

    always @(posedge clk) begin
        if (starts) begin
            place <= 3'd1;
            moved_slot <= slot;
            moves_the_last <= header_tag_last;
            write_at <= packet_address;
            write_at_first <= one_hot_mux_7x12(write_at_onehot,
                                               {12'd3168, 12'd2640, 12'd2112, 12'd1584, 12'd1056,
                                                12'd528, 12'd0});
            write_at_last <= one_hot_mux_7x12(write_at_onehot,
                                              {12'd3695, 12'd3167, 12'd2639, 12'd2111, 12'd1583,
                                               12'd1055, 12'd527});
            whole_frame <= {frame_address, source_context, words_then, header[2:0] - 3'd1};
        end else if (moves) begin
            place <= place + 3'd1;
            write_at <= (write_at == write_at_last) ? write_at_first : write_at + 12'd1;
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            was_moved <= 1'b0;
            m_axis_waits <= 1'b0;
            m_axis_inside <= 1'b0;
        end else begin
            was_moved <= packet_is_moved;
            m_axis_waits <= m_axis_tvalid && !m_axis_tready;
            if (m_axis_tvalid && m_axis_tready) m_axis_inside <= !m_axis_tlast;
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            frame_words_left <= 10'd0;
        end else if (loads_a_frame) begin
            frame_words_left <= frames_rdata_words;
        end else if (reads) begin
            frame_words_left <= frame_words_left - 10'd1;
        end
    end

    always @(posedge clk) begin
        if (loads_a_frame) begin
            frame_bytes <= frames_rdata_bytes;
            sent_context <= frames_rdata_context;
            frame_source <= {1'b0, frames_rdata_context}
                          + {3'd0, {1'b0, frames_rdata_context} >= {1'b0, my_port}};
            read_at <= frames_rdata_at;
            read_at_first <= one_hot_mux_7x12(read_at_onehot,
                                              {12'd3168, 12'd2640, 12'd2112, 12'd1584, 12'd1056,
                                               12'd528, 12'd0});
            read_at_last <= one_hot_mux_7x12(read_at_onehot,
                                             {12'd3695, 12'd3167, 12'd2639, 12'd2111, 12'd1583,
                                              12'd1055, 12'd527});
        end else if (reads) begin
            read_at <= (read_at == read_at_last) ? read_at_first : read_at + 12'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            places_taken <= 5'd0;
        end else if (reads && !beat_is_taken) begin
            places_taken <= places_taken + 5'd1;
        end else if (beat_is_taken && !reads) begin
            places_taken <= places_taken - 5'd1;
        end
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
            // what is looked at is at one step, and nothing else is
            if (looks != (|step_token) || (|(step_token & (step_token - 6'd1)))) begin
                $display("RTLGEN_ASSERT %m one_packet_is_looked_at fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a packet waits for room only while a whole frame of its source has not left, which needs no packet to leave
            if (decided && accepts && !context_has_room && !waits_behind_a_frame) begin
                $display("RTLGEN_ASSERT %m waits_only_behind_a_whole_frame fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no frame is overwritten
            if (decided && accepts && words_held > 10'd528) begin
                $display("RTLGEN_ASSERT %m contexts_keep_to_their_words fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a beat stays until it is taken
            if (m_axis_waits
             && (!m_axis_tvalid
              || {m_axis_tuser, m_axis_tlast, m_axis_tkeep, m_axis_tid, m_axis_tdata}
              != m_axis_before)) begin
                $display("RTLGEN_ASSERT %m beat_stays fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the bytes of a beat are those from bit 0 up, one at least
            if (m_axis_tvalid
             && (!m_axis_tkeep[0] || (|(m_axis_tkeep & (m_axis_tkeep + 8'd1))))) begin
                $display("RTLGEN_ASSERT %m keep_from_bit_0 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // all beats but the last are full
            if (m_axis_tvalid && !m_axis_tlast && !(&m_axis_tkeep)) begin
                $display("RTLGEN_ASSERT %m only_the_last_beat_is_short fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // beats of two frames do not mix
            if (m_axis_tvalid && m_axis_inside && m_axis_tid != m_axis_number) begin
                $display("RTLGEN_ASSERT %m one_frame_at_a_time fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no frame is lost
            if (frame_is_whole && frames_full) begin
                $display("RTLGEN_ASSERT %m list_has_room_for_a_frame fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no word is read without a place for it
            if (places_taken > 5'd16
             || places_taken != out_count + {4'd0, read_valid} + {4'd0, out_push}) begin
                $display("RTLGEN_ASSERT %m place_for_each_word fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_axis_join
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // what is looked at is at one step, and nothing else is
            one_packet_is_looked_at: assert (looks == (|step_token)
                                          && !(|(step_token & (step_token - 6'd1))));
            // a packet waits for room only while a whole frame of its source has not left, which needs no packet to leave
            waits_only_behind_a_whole_frame: assert (!(decided && accepts && !context_has_room)
                                                  || waits_behind_a_frame);
            // no frame is overwritten
            contexts_keep_to_their_words: assert (!(decided && accepts) || words_held <= 10'd528);
            waits_for_room: cover (decided && !context_is_ready);
            moves_back_to_back: cover (was_moved && fire);
            // a beat stays until it is taken
            beat_stays: assert (!m_axis_waits
                             || (m_axis_tvalid
                              && {m_axis_tuser, m_axis_tlast, m_axis_tkeep, m_axis_tid,
                                  m_axis_tdata}
                              == m_axis_before));
            // the bytes of a beat are those from bit 0 up, one at least
            keep_from_bit_0: assert (!m_axis_tvalid
                                  || (m_axis_tkeep[0]
                                   && !(|(m_axis_tkeep & (m_axis_tkeep + 8'd1)))));
            // all beats but the last are full
            only_the_last_beat_is_short: assert (!(m_axis_tvalid && !m_axis_tlast)
                                              || (&m_axis_tkeep));
            // beats of two frames do not mix
            one_frame_at_a_time: assert (!(m_axis_tvalid && m_axis_inside)
                                      || m_axis_tid == m_axis_number);
            // no frame is lost
            list_has_room_for_a_frame: assert (!frame_is_whole || !frames_full);
            // no word is read without a place for it
            place_for_each_word: assert (places_taken <= 5'd16
                                      && places_taken
                                      == out_count + {4'd0, read_valid} + {4'd0, out_push});
            frames_back_to_back: cover (loads_a_frame && reads);
        end
    end
`endif

    // Read by checks only, or by comparisons that are certain.
    wire unused_out_count = &{1'b0, out_count};

`ifdef RTLGEN_CHECKS
    // Read by covers only.
    wire unused_was_moved = &{1'b0, was_moved};
`endif

endmodule

`default_nettype wire
