// SPDX-License-Identifier: Apache-2.0
// axis_cut: frames of AXI4-Stream to packets; bad frames are dropped as a whole
//
// ports = 8, slots = 64, mtu = 4096
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module axis_cut (
    input  wire        clk,            // rising edge
    input  wire        rst,            // synchronous, active high
    input  wire [2:0]  my_port,        // number of this port

    // frames of the host
    input  wire        s_axis_tvalid,  // a beat is offered; it stays, unchanged, until it is taken
    output wire        s_axis_tready,  // the beat is taken
    input  wire [63:0] s_axis_tdata,   // the beat, first byte in bits 7:0; unknown without tvalid
    input  wire [7:0]  s_axis_tkeep,   // a bit for each byte: all ones but with tlast, there ones
                                       // from bit 0 up; unknown without tvalid
    input  wire        s_axis_tlast,   // it ends a frame; unknown without tvalid
    input  wire        s_axis_tuser,   // with tlast: the frame is bad; unknown without tvalid
    input  wire [3:0]  s_axis_tdest,   // the port that the frame goes to

    // packets for the switch, registers
    output wire        tx_valid,       // a beat comes
    output wire        tx_sop,         // it is the first of a packet: {turnpool, tptr, src, seq,
                                       // tag}
    output wire        tx_eop,         // it is the last
    output wire        tx_bad,         // with eop: the packet was damaged on its way, and is not to
                                       // be used
    output wire [63:0] tx_data,        // the beat

    input  wire        tx_credit,      // a slot of the switch is free again
    output wire [2:0]  error           // pulses, registers: bad, long, no_dest from bit 0 on
);

    reg        takes;              // buffer and list have room for more beats
    reg        beat_valid;         // a beat was taken from the stage
    reg [63:0] beat_data;          // the beat, first byte in bits 7:0
    reg        beat_last;          // the beat ends a frame
    reg [3:0]  beat_bytes;         // bytes in the beat
    reg [3:0]  beat_dest;          // port that the frame goes to
    reg        beat_bad;           // with the last beat: the frame is bad
    reg [9:0]  frame_words;        // words of the frame before this beat
    reg        at_mtu;             // the frame has as many words as mtu bytes are, rounded down
    reg        over_mtu;           // the frame has more words than these
    reg [2:0]  error_q;            // errors, one cycle later
    reg [10:0] write_at;           // place of the next word that comes in
    reg [10:0] frame_at;           // place of the incoming frame's first word
    reg [10:0] read_at;            // place of the next word to send
    reg [63:0] read_q;             // read_word, one cycle later
    reg [10:0] held_q;             // words_in_buffer, one cycle later
    reg        has_room;           // the frame buffer has room for more words
    reg        list_has_room;      // the list of frames has room for more
    reg        plan_waits;         // a planned packet waits to be sent
    reg        fresh;              // the next packet begins a frame
    reg [9:0]  words_left;         // words of the frame that are not planned yet
    reg [13:0] plan;               // turn, words and tag of the next packet
    reg        tx_credit_q;        // tx_credit, one cycle later
    reg        busy;               // the beats behind a head are sent
    reg [2:0]  place;              // number of the beat behind the head
    reg [2:0]  packet_words_left;  // words of the packet still to be read
    reg [3:0]  frame_number;       // number of the frame, modulo 16
    reg [7:0]  packet_index;       // number of the packet in its frame
    reg [63:0] head;               // lowest 64 bits of the first beat of the packet, the only ones
                                   // that are not 0
    reg        valid_q1;           // a beat of a packet is due
    reg        valid_q2;           // valid_q1, one cycle later
    reg        first_q1;           // sends, one cycle later
    reg        first_q2;           // first_q1, one cycle later
    reg        filled_q1;          // word_is_read, one cycle later
    reg        filled_q2;          // filled_q1, one cycle later
    reg        last_q1;            // packet_ends, one cycle later
    reg        last_q2;            // last_q1, one cycle later
    reg        tx_valid_q;         // valid_q2, one cycle later
    reg        tx_sop_q;           // first_q2, one cycle later
    reg        tx_eop_q;           // last_q2, one cycle later
    reg [63:0] tx_data_q;          // the beat

    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [63:0] frame_ram [0:1023];  // words of frames, by place
    reg [63:0] read_word;           // word of frame_ram that was read last

    wire [3:0]  bytes_of_parts;
    wire        frame_ends;
    wire        too_long;
    wire        no_such_port;
    wire        no_way;
    wire        beat_is_empty;
    wire        is_bad;
    wire [2:0]  errors;
    wire        drops;
    wire        frame_enters;
    wire        writes;
    wire [10:0] write_behind;
    wire        reads;
    wire [10:0] words_in_buffer;
    wire        sends;
    wire [9:0]  words_to_send;
    wire        last_packet;
    wire        makes_plan;
    wire        frame_is_planned;
    wire [2:0]  packet_words;
    wire [2:0]  whole_words;
    wire [2:0]  last_bytes;
    wire [2:0]  turn;
    wire [5:0]  packet_bytes;
    wire        packet_ends;
    wire        word_is_read;
    wire        stage_out_valid;
    wire [73:0] stage_out_data;
    wire [15:0] frames_rdata;
    wire        frames_full;
    wire        frames_empty;
    wire [5:0]  frames_count;
    wire [6:0]  credits_count;
    wire        credits_available;
    wire        credits_excess;

`ifdef RTLGEN_CHECKS
    reg        s_axis_waits;   // a beat was offered and not taken
    reg [77:0] s_axis_before;  // the beat of the cycle before
    reg        s_axis_inside;  // a frame has begun and not ended
    reg [3:0]  s_axis_number;  // port number of the last beat taken
`endif

    wire [3:0]  stage_out_data_dest = stage_out_data[73:70];
    wire        stage_out_data_user = stage_out_data[69];
    wire        stage_out_data_last = stage_out_data[68];
    wire [3:0]  stage_out_data_bytes = stage_out_data[67:64];  // of each 64 bits
    wire [63:0] stage_out_data_data = stage_out_data[63:0];
    wire [2:0]  frames_rdata_dest = frames_rdata[15:13];
    wire [9:0]  frames_rdata_words = frames_rdata[12:3];       // how many
    wire [2:0]  frames_rdata_bytes = frames_rdata[2:0];        // of the last word, less one
    wire [2:0]  plan_turn = plan[13:11];
    wire [2:0]  plan_words = plan[10:8];
    wire        plan_tag_last = plan[6];                       // it ends

    wire unused_list_full = &{1'b0, frames_full};
    wire unused_credit_count = &{1'b0, credits_count};
    wire unused_credit_excess = &{1'b0, credits_excess};

    // The number of ones.
    function [3:0] count_ones_8(input [7:0] bits);
        integer n;
        begin
            count_ones_8 = 4'd0;
            for (n = 0; n < 8; n = n + 1)
                count_ones_8 = count_ones_8 + {3'd0, bits[n]};
        end
    endfunction

    skid_buffer_width74 stage (
        .clk       (clk),
        .rst       (rst),
        .in_valid  (s_axis_tvalid),
        .in_data   ({s_axis_tdest, s_axis_tuser, s_axis_tlast, bytes_of_parts, s_axis_tdata}),
        .in_ready  (s_axis_tready),
        .out_valid (stage_out_valid),
        .out_data  (stage_out_data),
        .out_ready (takes)
    );

    fifo_width16_depth32 frames (
        .clk   (clk),
        .rst   (rst),
        .push  (frame_enters),
        .wdata ({beat_dest[2:0], frame_words + {9'd0, ~beat_is_empty}, beat_bytes[2:0] - 3'd1}),
        .pop   (frame_is_planned),
        .rdata (frames_rdata),
        .full  (frames_full),
        .empty (frames_empty),
        .count (frames_count)
    );

    credit_counter credits (
        .clk       (clk),
        .rst       (rst),
        .take      (sends),
        .give      (tx_credit_q),
        .count     (credits_count),
        .available (credits_available),
        .excess    (credits_excess)
    );

    assign bytes_of_parts   = count_ones_8(s_axis_tkeep);
    assign frame_ends       = beat_valid && beat_last;
    assign too_long         = over_mtu || (at_mtu && beat_bytes > 4'd0);
    assign no_such_port     = beat_dest == {1'b0, my_port};
    assign no_way           = no_such_port || beat_dest >= 4'd8;
    assign beat_is_empty    = beat_bytes == 4'd0;
    assign is_bad           = beat_bad || (beat_is_empty && frame_words == 10'd0);
    assign errors[1]        = frame_ends && too_long;
    assign errors[2]        = frame_ends && no_way && !too_long;
    assign errors[0]        = frame_ends && is_bad && !no_way && !too_long;
    assign error            = error_q;
    assign drops            = too_long || no_way || is_bad;
    assign frame_enters     = frame_ends && !drops;
    assign writes           = beat_valid && !over_mtu && !(frame_ends && beat_is_empty);
    assign write_behind     = write_at + 11'd1;
    assign words_in_buffer  = write_at - read_at;
    assign words_to_send    = fresh ? frames_rdata_words : words_left;
    assign last_packet      = words_to_send <= 10'd7;
    assign makes_plan       = !frames_empty && !plan_waits;
    assign frame_is_planned = makes_plan && last_packet;
    assign packet_words     = last_packet ? words_to_send[2:0] : 3'd7;
    assign whole_words      = packet_words - 3'd1;
    assign last_bytes       = last_packet ? frames_rdata_bytes : 3'd7;
    assign turn             = frames_rdata_dest - my_port - 3'd1;
    assign packet_bytes     = {whole_words, last_bytes} + 6'd1;
    assign sends            = plan_waits && credits_available && !busy;
    assign packet_ends      = busy && (&place);
    assign word_is_read     = packet_words_left != 3'd0;
    assign reads            = word_is_read;
    assign tx_valid         = tx_valid_q;
    assign tx_sop           = tx_sop_q;
    assign tx_eop           = tx_eop_q;
    assign tx_bad           = 1'b0;
    assign tx_data          = tx_data_q;

    always @(posedge clk) begin
        if (writes) frame_ram[write_at[9:0]] <= beat_data;
        if (reads) read_word <= frame_ram[read_at[9:0]];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [289:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (10) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[257:0], memory_fill};
        end
        {beat_data, beat_last, beat_bytes, beat_dest, beat_bad, read_q, words_left, plan, head,
         read_word} = memory_bits;
        for (memory_word = 0; memory_word < 1024; memory_word = memory_word + 1) begin
            repeat (2) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                frame_ram[memory_word] = {frame_ram[memory_word][31:0], memory_fill};
            end
        end
`ifdef RTLGEN_CHECKS
        repeat (3) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            s_axis_before = {s_axis_before[45:0], memory_fill};
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        s_axis_number = memory_fill[31:28];
`endif
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            s_axis_waits <= 1'b0;
            s_axis_inside <= 1'b0;
        end else begin
            s_axis_waits <= s_axis_tvalid && !s_axis_tready;
            if (s_axis_tvalid && s_axis_tready) s_axis_inside <= !s_axis_tlast;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        s_axis_before <= {s_axis_tuser, s_axis_tlast, s_axis_tkeep, s_axis_tdest, s_axis_tdata};
        if (s_axis_tvalid && s_axis_tready) s_axis_number <= s_axis_tdest;
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            takes <= 1'b0;
            beat_valid <= 1'b0;
            error_q <= 3'd0;
            frame_at <= 11'd0;
            read_at <= 11'd0;
            held_q <= 11'd0;
            has_room <= 1'b0;
            list_has_room <= 1'b0;
            tx_credit_q <= 1'b0;
            place <= 3'd1;
            valid_q1 <= 1'b0;
            valid_q2 <= 1'b0;
            first_q1 <= 1'b0;
            first_q2 <= 1'b0;
            filled_q1 <= 1'b0;
            filled_q2 <= 1'b0;
        end else begin
            takes <= has_room && list_has_room;
            beat_valid <= stage_out_valid && takes;
            error_q <= errors;
            if (frame_enters) frame_at <= beat_is_empty ? write_at : write_behind;
            if (reads) read_at <= read_at + 11'd1;
            held_q <= words_in_buffer;
            has_room <= held_q < 11'd1016;
            list_has_room <= frames_count < 6'd24;
            tx_credit_q <= tx_credit;
            if (busy) place <= (&place) ? 3'd1 : place + 3'd1;
            valid_q1 <= sends || busy;
            valid_q2 <= valid_q1;
            first_q1 <= sends;
            first_q2 <= first_q1;
            filled_q1 <= word_is_read;
            filled_q2 <= filled_q1;
        end
    end

    always @(posedge clk) begin
        beat_data <= stage_out_data_data;
        beat_last <= stage_out_data_last;
        beat_bytes <= stage_out_data_bytes;
        beat_dest <= stage_out_data_dest;
        beat_bad <= stage_out_data_user;
        read_q <= read_word;
        if (sends) begin
            head <= {plan_turn, 28'hfffffff, 5'd30, 5'd0, my_port, frame_number, packet_index,
                     plan[7:0]};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            frame_words <= 10'd0;
            at_mtu <= 1'b0;
            over_mtu <= 1'b0;
        end else if (frame_ends) begin
            frame_words <= 10'd0;
            at_mtu <= 1'b0;
            over_mtu <= 1'b0;
        end else if (beat_valid) begin
            frame_words <= frame_words + {9'd0, ~over_mtu};
            at_mtu <= frame_words == 10'd511;
            over_mtu <= over_mtu || at_mtu;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            write_at <= 11'd0;
        end else if (frame_ends && drops) begin
            write_at <= frame_at;
        end else if (writes) begin
            write_at <= write_behind;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            plan_waits <= 1'b0;
            fresh <= 1'b1;
        end else if (makes_plan) begin
            fresh <= last_packet;
            plan_waits <= 1'b1;
        end else if (sends) begin
            plan_waits <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (makes_plan) begin
            words_left <= words_to_send - 10'd7;
            plan <= {turn, packet_words, fresh, last_packet, packet_bytes};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            busy <= 1'b0;
            packet_words_left <= 3'd0;
            frame_number <= 4'd0;
            packet_index <= 8'd0;
        end else if (sends) begin
            busy <= 1'b1;
            packet_words_left <= plan_words;
            packet_index <= plan_tag_last ? 8'd0 : packet_index + 8'd1;
            frame_number <= frame_number + {3'd0, plan_tag_last};
        end else begin
            if (packet_ends) busy <= 1'b0;
            if (word_is_read) packet_words_left <= packet_words_left - 3'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            last_q1 <= 1'b0;
            last_q2 <= 1'b0;
            tx_valid_q <= 1'b0;
            tx_sop_q <= 1'b0;
            tx_eop_q <= 1'b0;
            tx_data_q <= 64'd0;
        end else begin
            last_q1 <= packet_ends;
            last_q2 <= last_q1;
            tx_valid_q <= valid_q2;
            tx_sop_q <= first_q2;
            tx_eop_q <= last_q2;
            tx_data_q <= first_q2 ? head : filled_q2 ? read_q : 64'd0;
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
            // a beat stays until it is taken
            if (s_axis_waits
             && (!s_axis_tvalid
              || {s_axis_tuser, s_axis_tlast, s_axis_tkeep, s_axis_tdest, s_axis_tdata}
              != s_axis_before)) begin
                $display("RTLGEN_ASSERT %m beat_stays fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the bytes of a beat are those from bit 0 up, one at least but in a last beat
            if (s_axis_tvalid
             && ((!s_axis_tkeep[0] && !s_axis_tlast)
              || (|(s_axis_tkeep & (s_axis_tkeep + 8'd1))))) begin
                $display("RTLGEN_ASSERT %m keep_from_bit_0 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // all beats but the last are full
            if (s_axis_tvalid && !s_axis_tlast && !(&s_axis_tkeep)) begin
                $display("RTLGEN_ASSERT %m only_the_last_beat_is_short fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // beats of two frames do not mix
            if (s_axis_tvalid && s_axis_inside && s_axis_tdest != s_axis_number) begin
                $display("RTLGEN_ASSERT %m one_frame_at_a_time fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // what is read comes before the frame that comes in, and the buffer holds both
            if (frame_at - read_at > words_in_buffer || words_in_buffer > 11'd1024) begin
                $display("RTLGEN_ASSERT %m places_in_order fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no word is lost
            if (writes && words_in_buffer >= 11'd1024) begin
                $display("RTLGEN_ASSERT %m buffer_has_room fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no frame is lost
            if (frame_enters && frames_full) begin
                $display("RTLGEN_ASSERT %m list_has_room_for_a_frame fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // only words of whole frames are read
            if (reads && read_at == frame_at) begin
                $display("RTLGEN_ASSERT %m reads_whole_frames fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a word is read in its place behind the head
            if (word_is_read && !busy) begin
                $display("RTLGEN_ASSERT %m words_follow_the_head fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_axis_cut
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a beat stays until it is taken
            beat_stays: `RTLGEN_CONTRACT (!s_axis_waits
                                       || (s_axis_tvalid
                                        && {s_axis_tuser, s_axis_tlast, s_axis_tkeep, s_axis_tdest,
                                            s_axis_tdata}
                                        == s_axis_before));
            // the bytes of a beat are those from bit 0 up, one at least but in a last beat
            keep_from_bit_0: `RTLGEN_CONTRACT (!s_axis_tvalid
                                            || ((s_axis_tkeep[0] || s_axis_tlast)
                                             && !(|(s_axis_tkeep & (s_axis_tkeep + 8'd1)))));
            // all beats but the last are full
            only_the_last_beat_is_short: `RTLGEN_CONTRACT (!(s_axis_tvalid && !s_axis_tlast)
                                                        || (&s_axis_tkeep));
            // beats of two frames do not mix
            one_frame_at_a_time: `RTLGEN_CONTRACT (!(s_axis_tvalid && s_axis_inside)
                                                || s_axis_tdest == s_axis_number);
            // what is read comes before the frame that comes in, and the buffer holds both
            places_in_order: assert (frame_at - read_at <= words_in_buffer
                                  && words_in_buffer <= 11'd1024);
            // no word is lost
            buffer_has_room: assert (!writes || words_in_buffer < 11'd1024);
            // no frame is lost
            list_has_room_for_a_frame: assert (!frame_enters || !frames_full);
            // only words of whole frames are read
            reads_whole_frames: assert (!reads || read_at != frame_at);
            frame_dropped: cover (frame_ends && drops);
            buffer_is_full: cover (!has_room);
            // a word is read in its place behind the head
            words_follow_the_head: assert (!word_is_read || busy);
            waits_for_a_credit: cover (plan_waits && !busy && !credits_available);
            back_to_back: cover (packet_ends && plan_waits);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
