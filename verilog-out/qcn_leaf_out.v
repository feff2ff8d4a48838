// SPDX-License-Identifier: Apache-2.0
// qcn_leaf_out: output side of a server port of a leaf: output buffer, reassembly
//
// leaves = 7, ports = 1, spines = 4, prios = 2, places = 97, frame_units = 8, frame_timeout = 1048576, storm_detect = 0
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module qcn_leaf_out (
    input  wire         clk,          // rising edge
    input  wire         rst,          // synchronous, active high
    input  wire [1:0]   phase,        // place of the cycle in the slot of the leaf
    input  wire [11:0]  own,          // address of the server port; held
    output wire         ready,        // the numbers of cells are cleared after reset; a register

    // cells at the heads of the downlinks; each stands for a cycle after its start or skip
    input  wire [3:0]   cell_valid,   // there is a cell
    input  wire [247:0] cell_header,  // its header; unknown without a cell

    output wire [3:0]   start,        // the cell of a downlink is read; in phase 0
    output wire [3:0]   skip,         // the message at a downlink is taken; in phase 2

    // the cells that are read
    input  wire [3:0]   down_valid,   // a beat of a cell comes
    input  wire [3:0]   down_head,    // it is the first
    input  wire [247:0] down_header,  // header of the cell, with its first beat
    input  wire [511:0] down_data,    // the beat; means nothing in a message
    input  wire [3:0]   down_bad,     // the beat was lost on its way, and is 0

    // request
    output wire         req_valid,    // a request comes; in phase 3
    output wire [11:0]  req_src,      // server port that asks
    output wire [2:0]   req_prio,     // priority

    // grant
    output wire         grant_valid,  // a grant comes; in phase 3
    output wire [11:0]  grant_dst,    // server port that grants
    output wire [2:0]   grant_prio,   // priority
    output wire [9:0]   grant_place,  // place of the frame in its output buffer

    // release
    output wire         free_valid,   // a place is free again
    output wire [2:0]   free_prio,    // of this priority

    // PAUSE of the input side
    input  wire         pause_valid,  // a PAUSE frame waits; it goes ahead of all
    input  wire [127:0] pause_data,   // its beat
    output wire         pause_ready,  // it is taken in this cycle

    // CNM of the input side
    input  wire         cnm_valid,    // a CNM of the input side waits; it goes ahead of data
    input  wire [127:0] cnm_data,     // its beat
    output wire         cnm_ready,    // it is taken in this cycle

    input  wire [1:0]   taken,        // places are taken
    output wire         missing,      // pulse: a frame is given up, of which cells are missing; a
                                      // register
    input  wire [1:0]   stop,         // the server has paused these priorities

    // link to the server
    output wire         tx_valid,     // a beat comes
    output wire         tx_head,      // it is the first of a frame
    output wire         tx_tail,      // it is the last
    output wire [127:0] tx_data,      // the beat

    output wire         tx_bad,       // with tx_tail: the frame is damaged, beats of it that were
                                      // lost in the fabric are 0

    // frame in the output buffer
    output wire         arr_valid,    // a frame is complete; in phase 0 or 2, registers
    output wire [2:0]   arr_prio,     // its priority
    output wire [13:0]  arr_length,   // its bytes
    output wire [11:0]  arr_src,      // its source
    output wire [11:0]  arr_dst,      // its destination

    // frame that has left
    output wire         dep_valid,    // the last beat of a frame is read
    output wire [2:0]   dep_prio,     // its priority
    output wire [13:0]  dep_length,   // its bytes

    output wire         lost          // a CNM from the fabric finds no room
);

    (* mem2reg *)
    reg [6:0]   oldest_q [0:1];       // oldest place of each priority
    (* mem2reg *)
    reg [13:0]  head_length_q [0:1];  // bytes of the frame in the oldest place
    (* mem2reg *)
    reg [19:0]  missing_for_q [0:1];  // cycles for which cells are missing, of each priority
    reg         ready_q;              // the numbers of cells are cleared after reset; a register
    reg [7:0]   sweep_q;              // place whose number of cells is cleared after reset
    reg [2:0]   message_above_q;      // requests above the last winner, which go first
    reg [3:0]   message_from_q;       // message_taken, one cycle later
    reg [2:0]   cell_0_above_q;       // requests above the last winner, which go first
    reg [3:0]   from_0_q;             // downlink of the cell that is received, one-hot
    reg [61:0]  header_0_q;           // header of the cell that is received
    reg [61:0]  beats_of_0_q;         // header_0_q, one cycle later
    reg [3:0]   beats_from_0_q;       // from_0_q, one cycle later
    reg [11:0]  buffer_0_write_at_q;  // address of the word to be written
    reg [128:0] buffer_0_written_q;   // word to be written
    reg         buffer_0_write_q;     // a word is to be written
    reg [2:0]   cell_1_above_q;       // requests above the last winner, which go first
    reg [3:0]   from_1_q;             // downlink of the cell that is received, one-hot
    reg [61:0]  header_1_q;           // header of the cell that is received
    reg [61:0]  beats_of_1_q;         // header_1_q, one cycle later
    reg [3:0]   beats_from_1_q;       // from_1_q, one cycle later
    reg [11:0]  buffer_1_write_at_q;  // address of the word to be written
    reg [128:0] buffer_1_written_q;   // word to be written
    reg         buffer_1_write_q;     // a word is to be written
    reg         cell_came_q;          // cell_came, one cycle later
    reg         counted_q;            // cell_came_q, one cycle later
    reg [61:0]  looked_at_q;          // header of the cell that is looked at
    reg [61:0]  cell_q;               // header of the cell that is counted
    reg [5:0]   last_cell_q;          // number of the last cell of its frame
    reg [6:0]   cells_before_q;       // cells_before, one cycle later
    reg [6:0]   cells_written_q;      // lap and number of cells that were written last
    reg         written_q;            // the place that was looked up was just written
    reg         same_place_q;         // written_q, one cycle later
    reg         complete_q;           // all_cells, one cycle later
    reg         valid_q;              // a beat of a frame is to be sent
    reg         first_q;              // the beat is the first of its frame
    reg         control_q;            // the frame is a PAUSE frame or a CNM
    reg [13:0]  left_q;               // bytes of the frame from this beat on
    reg [13:0]  length_q;             // its bytes
    reg [14:0]  owed_q;               // bytes of the wire ahead of this cycle, plus a beat
    reg [1:0]   there_q;              // the frame in the oldest place of a priority is ready
    reg [1:0]   given_up_q;           // the frame in the oldest place was given up
    reg         prio_above_q;         // requests above the last winner, which go first
    reg [127:0] control_word_q;       // beat of the PAUSE frame or CNM
    reg         dropping_q;           // the frame is taken out without being sent
    reg         drops_missing_q;      // the frame was given up, since cells are missing
    reg [2:0]   sending_prio_q;       // of this priority
    reg [6:0]   sending_place_q;      // place of the frame that is sent
    reg [1:0]   started_q;            // starts_prio, one cycle later
    reg [1:0]   looked_q;             // started_q, one cycle later
    reg [1:0]   lap_q;                // lap of the frame that belongs into the oldest place
    reg         missing_q;            // pulse: a frame is given up, of which cells are missing; a
                                      // register
    reg [4:0]   sending_beat_q;       // number of the next beat to be read
    reg         read_q;               // a beat is read
    reg [7:0]   read_place_q;         // read_place, one cycle later
    reg [4:0]   read_beat_q;          // read_beat, one cycle later
    reg [128:0] buffer_0_word_0_q;    // buffer_0_read_0, one cycle later
    reg [128:0] buffer_0_word_1_q;    // buffer_0_read_1, one cycle later
    reg [128:0] buffer_0_word_2_q;    // buffer_0_read_2, one cycle later
    reg [128:0] buffer_0_word_3_q;    // buffer_0_read_3, one cycle later
    reg [3:0]   buffer_0_from_q;      // bank of the word that is read, one-hot
    reg [3:0]   buffer_0_from_2_q;    // buffer_0_from_q, one cycle later
    reg [128:0] buffer_1_word_0_q;    // buffer_1_read_0, one cycle later
    reg [128:0] buffer_1_word_1_q;    // buffer_1_read_1, one cycle later
    reg [128:0] buffer_1_word_2_q;    // buffer_1_read_2, one cycle later
    reg [128:0] buffer_1_word_3_q;    // buffer_1_read_3, one cycle later
    reg [3:0]   buffer_1_from_q;      // bank of the word that is read, one-hot
    reg [3:0]   buffer_1_from_2_q;    // buffer_1_from_q, one cycle later
    reg         tx_valid_q;           // a beat comes
    reg         tx_head_q;            // it is the first of a frame
    reg         tx_tail_q;            // it is the last
    reg [127:0] tx_data_q;            // the beat
    reg         damaged_q;            // a beat of the frame so far was lost
    reg         tx_frame_bad_q;       // with tx_tail: the frame is damaged, beats of it that were
                                      // lost in the fabric are 0

    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [128:0] buffer_0_0 [0:1023];  // beats of frames {bad, beat}, by {place, cell, beat}
    reg [128:0] buffer_0_read_0;      // word of buffer_0_0 that was read last
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [128:0] buffer_0_1 [0:1023];  // beats of frames {bad, beat}, by {place, cell, beat}
    reg [128:0] buffer_0_read_1;      // word of buffer_0_1 that was read last
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [128:0] buffer_0_2 [0:1023];  // beats of frames {bad, beat}, by {place, cell, beat}
    reg [128:0] buffer_0_read_2;      // word of buffer_0_2 that was read last
    (* syn_ramstyle = "no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [128:0] buffer_0_3 [0:31];    // beats of frames {bad, beat}, by {place, cell, beat}
    reg [128:0] buffer_0_read_3;      // word of buffer_0_3 that was read last
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [128:0] buffer_1_0 [0:1023];  // beats of frames {bad, beat}, by {place, cell, beat}
    reg [128:0] buffer_1_read_0;      // word of buffer_1_0 that was read last
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [128:0] buffer_1_1 [0:1023];  // beats of frames {bad, beat}, by {place, cell, beat}
    reg [128:0] buffer_1_read_1;      // word of buffer_1_1 that was read last
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [128:0] buffer_1_2 [0:1023];  // beats of frames {bad, beat}, by {place, cell, beat}
    reg [128:0] buffer_1_read_2;      // word of buffer_1_2 that was read last
    (* syn_ramstyle = "no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [128:0] buffer_1_3 [0:31];    // beats of frames {bad, beat}, by {place, cell, beat}
    reg [128:0] buffer_1_read_3;      // word of buffer_1_3 that was read last
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [6:0]   cells [0:193];        // lap and number of cells that have come, by place
    reg [6:0]   cells_before;         // word of cells that was read last
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [14:0]  whole [0:193];        // lap and bytes of the last complete frame, by place
    reg [14:0]  found;                // word of whole that was read last

    wire [1:0]   gives_up;
    wire [7:0]   gives_up_place;
    wire         gives_up_lap;
    wire [3:0]   message_here;
    wire [3:0]   message_ahead;
    wire [3:0]   message_choice;
    wire [3:0]   message_winner;
    wire [3:0]   message_taken;
    wire [61:0]  message;
    wire         message_comes;
    wire [3:0]   cell_here_0;
    wire [3:0]   cell_0_ahead;
    wire [3:0]   cell_0_choice;
    wire [3:0]   cell_0_winner;
    wire         data_cell_0;
    wire         beat_comes_0;
    wire [127:0] beat_0;
    wire         beat_bad_0;
    wire         is_data_0;
    wire [1:0]   beat_number_0;
    wire [3:0]   starts_0;
    wire [3:0]   cell_here_1;
    wire [3:0]   cell_1_ahead;
    wire [3:0]   cell_1_choice;
    wire [3:0]   cell_1_winner;
    wire         data_cell_1;
    wire         beat_comes_1;
    wire [127:0] beat_1;
    wire         beat_bad_1;
    wire         is_data_1;
    wire [1:0]   beat_number_1;
    wire [3:0]   starts_1;
    wire         cell_came;
    wire [61:0]  looked_at;
    wire [6:0]   cells_so_far;
    wire         all_cells;
    wire         gives_one_up;
    wire         may_give_up;
    wire [7:0]   counted_place;
    wire [6:0]   cells_now;
    wire [1:0]   prio_ready;
    wire [1:0]   prio_ahead;
    wire [1:0]   prio_choice;
    wire [1:0]   prio_winner;
    wire [6:0]   head;
    wire         last_beat;
    wire         due;
    wire         may_start;
    wire         control_waits;
    wire         send_frame;
    wire         begins;
    wire         no_pause;
    wire         more;
    wire [13:0]  bytes;
    wire         drops;
    wire [15:0]  passed;
    wire [14:0]  charged;
    wire [1:0]   starts_prio;
    wire [6:0]   look_at;
    reg  [1:0]   reported;
    reg  [1:0]   seen;
    wire [1:0]   cells_missing;
    reg  [1:0]   missing_too_long;
    wire [1:0]   gives_up_now;
    wire [7:0]   read_place;
    wire [4:0]   read_beat;
    wire [11:0]  buffer_0_read_at;
    wire [128:0] buffer_0_read;
    wire [11:0]  buffer_1_read_at;
    wire [128:0] buffer_1_read;
    wire [128:0] word;
    wire         frame_bad;
    wire         frame_done;
    wire [127:0] notices_rdata;
    wire         notices_full;
    wire         notices_empty;
    wire [4:0]   notices_count;
    wire         read_odd_q;
    wire [131:0] tx_with_word_q;

    wire [1:0]  cell_header_kind = cell_header[46:45];    // 0 part of a frame, 1 CNM, 2 request, 3
                                                          // grant
    wire [1:0]  message_kind = message[46:45];            // 0 part of a frame, 1 CNM, 2 request, 3
                                                          // grant
    wire [11:0] message_src = message[44:33];             // server port that it comes from
    wire [2:0]  message_prio = message[32:30];            // priority
    wire [13:0] message_length = message[29:16];          // bytes of the frame; 0 in a grant and a
                                                          // CNM
    wire [9:0]  message_place = message[15:6];            // place of the frame in the output
                                                          // buffer; 0 in a request and a CNM
    wire [5:0]  message_index = message[5:0];             // number of the cell in its frame
    wire [1:0]  header_0_q_kind = header_0_q[46:45];      // 0 part of a frame, 1 CNM, 2 request, 3
                                                          // grant
    wire [1:0]  beats_of_0_q_kind = beats_of_0_q[46:45];  // 0 part of a frame, 1 CNM, 2 request, 3
                                                          // grant
    wire [1:0]  header_1_q_kind = header_1_q[46:45];      // 0 part of a frame, 1 CNM, 2 request, 3
                                                          // grant
    wire [1:0]  beats_of_1_q_kind = beats_of_1_q[46:45];  // 0 part of a frame, 1 CNM, 2 request, 3
                                                          // grant
    wire [11:0] cell_q_src = cell_q[44:33];               // server port that it comes from
    wire [2:0]  cell_q_prio = cell_q[32:30];              // priority
    wire [13:0] cell_q_length = cell_q[29:16];            // bytes of the frame; 0 in a grant and a
                                                          // CNM

`ifdef RTLGEN_CHECKS
    wire [9:0] header_0_q_place = header_0_q[15:6];  // place of the frame in the output buffer; 0
                                                     // in a request and a CNM
    wire [5:0] header_0_q_index = header_0_q[5:0];   // number of the cell in its frame
    wire [9:0] header_1_q_place = header_1_q[15:6];  // place of the frame in the output buffer; 0
                                                     // in a request and a CNM
    wire [5:0] header_1_q_index = header_1_q[5:0];   // number of the cell in its frame
`endif

    wire unused_message_rest = &{1'b0, message[61:47], message_length, message_index};
    wire unused_beats_rest_0 = &{1'b0, beats_of_0_q};
    wire unused_notices = &{1'b0, notices_count};
    wire unused_cell_rest_0 = &{1'b0, header_0_q};
    wire unused_beats_rest_1 = &{1'b0, beats_of_1_q};
    wire unused_cell_rest_1 = &{1'b0, header_1_q};
    wire unused_cell_rest = &{1'b0, cell_q};
    wire unused_down_rest = &{1'b0, down_head, down_header};

    // All of oldest_q side by side, because an always @* block cannot watch an array.
    wire [13:0] oldest_q_flat = {oldest_q[1], oldest_q[0]};

    // All of missing_for_q side by side, because an always @* block cannot watch an array.
    wire [39:0] missing_for_q_flat = {missing_for_q[1], missing_for_q[0]};

    // The lowest 1 alone.
    function [1:0] lowest_one_2(input [1:0] bits);
        begin
            lowest_one_2 = {bits[1] & ~bits[0], bits[0]};
        end
    endfunction

    // The lowest 1 alone.
    function [3:0] lowest_one_4(input [3:0] bits);
        reg [3:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            lowest_one_4 = bits & ~(up_to << 1);
        end
    endfunction

    // The lane of 14 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [13:0] one_hot_mux_2x14(input [1:0] select, input [27:0] lanes);
        integer n;
        begin
            one_hot_mux_2x14 = 14'd0;
            for (n = 0; n < 2; n = n + 1)
                one_hot_mux_2x14 = one_hot_mux_2x14 | ({14{select[n]}} & lanes[n*14 +: 14]);
        end
    endfunction

    // The lane of 7 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [6:0] one_hot_mux_2x7(input [1:0] select, input [13:0] lanes);
        integer n;
        begin
            one_hot_mux_2x7 = 7'd0;
            for (n = 0; n < 2; n = n + 1)
                one_hot_mux_2x7 = one_hot_mux_2x7 | ({7{select[n]}} & lanes[n*7 +: 7]);
        end
    endfunction

    // The lane of 8 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [7:0] one_hot_mux_2x8(input [1:0] select, input [15:0] lanes);
        integer n;
        begin
            one_hot_mux_2x8 = 8'd0;
            for (n = 0; n < 2; n = n + 1)
                one_hot_mux_2x8 = one_hot_mux_2x8 | ({8{select[n]}} & lanes[n*8 +: 8]);
        end
    endfunction

    // The lane of 128 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [127:0] one_hot_mux_4x128(input [3:0] select, input [511:0] lanes);
        integer n;
        begin
            one_hot_mux_4x128 = 128'd0;
            for (n = 0; n < 4; n = n + 1)
                one_hot_mux_4x128 = one_hot_mux_4x128 | ({128{select[n]}} & lanes[n*128 +: 128]);
        end
    endfunction

    // The lane of 129 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [128:0] one_hot_mux_4x129(input [3:0] select, input [515:0] lanes);
        integer n;
        begin
            one_hot_mux_4x129 = 129'd0;
            for (n = 0; n < 4; n = n + 1)
                one_hot_mux_4x129 = one_hot_mux_4x129 | ({129{select[n]}} & lanes[n*129 +: 129]);
        end
    endfunction

    // The lane of 62 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [61:0] one_hot_mux_4x62(input [3:0] select, input [247:0] lanes);
        integer n;
        begin
            one_hot_mux_4x62 = 62'd0;
            for (n = 0; n < 4; n = n + 1)
                one_hot_mux_4x62 = one_hot_mux_4x62 | ({62{select[n]}} & lanes[n*62 +: 62]);
        end
    endfunction

    fifo_width128 notices (
        .clk   (clk),
        .rst   (rst),
        .push  (beat_comes_0 && beats_of_0_q_kind == 2'd1 && !beat_bad_0),
        .wdata (beat_0),
        .pop   (no_pause && !cnm_valid && !notices_empty),
        .rdata (notices_rdata),
        .full  (notices_full),
        .empty (notices_empty),
        .count (notices_count)
    );

    link_delay_width1_data1 read_odd (
        .clk (clk),
        .d   (read_beat_q[2]),
        .q   (read_odd_q)
    );

    link_delay_width132_data129 tx_with_word (
        .clk (clk),
        .rst (rst),
        .d   ({valid_q & ~dropping_q, first_q & ~dropping_q, valid_q & last_beat & ~dropping_q,
               control_q, control_word_q}),
        .q   (tx_with_word_q)
    );

    assign ready = ready_q;
    assign message_here = {cell_valid[3]
                         & ((cell_header[232:231] == 2'd2) | (cell_header[232:231] == 2'd3)),
                           cell_valid[2]
                         & ((cell_header[170:169] == 2'd2) | (cell_header[170:169] == 2'd3)),
                           cell_valid[1]
                         & ((cell_header[108:107] == 2'd2) | (cell_header[108:107] == 2'd3)),
                           cell_valid[0]
                         & ((cell_header_kind == 2'd2) | (cell_header_kind == 2'd3))};
    assign message_ahead = message_here & {message_above_q, 1'b0};
    assign message_choice = lowest_one_4(message_ahead)
                          | ((|message_ahead) ? 4'd0 : lowest_one_4(message_here));
    assign message_winner = message_choice;
    assign message_taken  = (phase == 2'd2) ? message_winner : 4'd0;
    assign skip           = message_taken;
    assign message        = one_hot_mux_4x62(message_from_q, cell_header);
    assign message_comes  = |message_from_q;
    assign req_valid      = message_comes && message_kind == 2'd2;
    assign req_src        = message_src;
    assign req_prio       = message_prio;
    assign grant_valid    = message_comes && message_kind == 2'd3;
    assign grant_dst      = message_src;
    assign grant_prio     = message_prio;
    assign grant_place    = message_place;
    assign cell_here_0 = {cell_valid[3]
                        & (((cell_header[232:231] == 2'd0) & ~cell_header[186])
                         | (cell_header[232:231] == 2'd1)),
                          cell_valid[2]
                        & (((cell_header[170:169] == 2'd0) & ~cell_header[124])
                         | (cell_header[170:169] == 2'd1)),
                          cell_valid[1]
                        & (((cell_header[108:107] == 2'd0) & ~cell_header[62])
                         | (cell_header[108:107] == 2'd1)),
                          cell_valid[0]
                        & (((cell_header_kind == 2'd0) & ~cell_header[0])
                         | (cell_header_kind == 2'd1))};
    assign cell_0_ahead = cell_here_0 & {cell_0_above_q, 1'b0};
    assign cell_0_choice = lowest_one_4(cell_0_ahead)
                         | ((|cell_0_ahead) ? 4'd0 : lowest_one_4(cell_here_0));
    assign cell_0_winner = cell_0_choice;
    assign data_cell_0   = (|from_0_q) && header_0_q_kind == 2'd0;
    assign beat_comes_0  = |(down_valid & beats_from_0_q);
    assign beat_0        = one_hot_mux_4x128(beats_from_0_q, down_data);
    assign beat_bad_0    = |(down_bad & beats_from_0_q);
    assign is_data_0     = beats_of_0_q_kind == 2'd0;
    assign beat_number_0 = phase - 2'd2;
    assign lost          = beat_comes_0 && beats_of_0_q_kind == 2'd1 && !beat_bad_0 && notices_full;
    assign starts_0      = (phase == 2'd0) ? cell_0_winner : 4'd0;
    assign cell_here_1 = {cell_valid[3] & (cell_header[232:231] == 2'd0) & cell_header[186],
                          cell_valid[2] & (cell_header[170:169] == 2'd0) & cell_header[124],
                          cell_valid[1] & (cell_header[108:107] == 2'd0) & cell_header[62],
                          cell_valid[0] & (cell_header_kind == 2'd0) & cell_header[0]};
    assign cell_1_ahead = cell_here_1 & {cell_1_above_q, 1'b0};
    assign cell_1_choice = lowest_one_4(cell_1_ahead)
                         | ((|cell_1_ahead) ? 4'd0 : lowest_one_4(cell_here_1));
    assign cell_1_winner = cell_1_choice;
    assign data_cell_1   = (|from_1_q) && header_1_q_kind == 2'd0;
    assign beat_comes_1  = |(down_valid & beats_from_1_q);
    assign beat_1        = one_hot_mux_4x128(beats_from_1_q, down_data);
    assign beat_bad_1    = |(down_bad & beats_from_1_q);
    assign is_data_1     = beats_of_1_q_kind == 2'd0;
    assign beat_number_1 = phase - 2'd2;
    assign starts_1      = (phase == 2'd0) ? cell_1_winner : 4'd0;
    assign start         = 4'd0 | starts_0 | starts_1;
    assign cell_came     = (phase[1] ? data_cell_1 : data_cell_0) && phase[0];
    assign looked_at     = phase[1] ? header_1_q : header_0_q;
    assign cells_so_far  = same_place_q ? cells_written_q : cells_before_q;
    assign all_cells     = counted_q && ready && cells_so_far[5:0] == last_cell_q;
    assign gives_one_up  = |gives_up;
    assign may_give_up   = !(phase[0] || cell_came_q || counted_q) && ready;
    assign counted_place = ready ? (gives_one_up ? gives_up_place : {cell_q[12:6], cell_q[30]})
                         : sweep_q;
    assign cells_now  = {cells_so_far[6] ^ all_cells, all_cells ? 6'd0 : cells_so_far[5:0] + 6'd1};
    assign arr_valid  = complete_q;
    assign arr_prio   = cell_q_prio;
    assign arr_length = cell_q_length;
    assign arr_src    = cell_q_src;
    assign arr_dst    = own;
    assign prio_ready = there_q & ~stop;
    assign prio_ahead = prio_ready & {prio_above_q, 1'b0};
    assign prio_choice = lowest_one_2(prio_ahead)
                       | ((|prio_ahead) ? 2'd0 : lowest_one_2(prio_ready));
    assign prio_winner   = prio_choice;
    assign head          = one_hot_mux_2x7(prio_winner, {oldest_q[1], oldest_q[0]});
    assign last_beat     = left_q <= 14'd64;
    assign due           = owed_q <= 15'd64;
    assign may_start     = due && (!valid_q || last_beat);
    assign control_waits = pause_valid || cnm_valid || !notices_empty;
    assign send_frame    = may_start && (|prio_ready) && !control_waits;
    assign begins        = may_start && (control_waits || (|prio_ready));
    assign no_pause      = may_start && !pause_valid;
    assign pause_ready   = may_start && pause_valid;
    assign cnm_ready     = no_pause && cnm_valid;
    assign more          = valid_q && !last_beat;
    assign bytes = control_waits ? 14'd64
                 : one_hot_mux_2x14(prio_winner, {head_length_q[1], head_length_q[0]});
    assign drops          = (|(prio_winner & given_up_q)) && !control_waits;
    assign passed         = {1'b0, owed_q} - 16'd64;
    assign charged        = owed_q + {1'b0, bytes} - 15'd44;
    assign starts_prio    = send_frame ? prio_winner : 2'd0;
    assign look_at        = one_hot_mux_2x7(started_q, {oldest_q[1], oldest_q[0]});
    assign cells_missing  = taken & ~there_q;
    assign gives_up_now   = may_give_up ? lowest_one_2(missing_too_long) : 2'd0;
    assign gives_up       = gives_up_now;
    assign gives_up_place = one_hot_mux_2x8(gives_up_now, {oldest_q[1], 1'b1, oldest_q[0], 1'b0});
    assign gives_up_lap   = |(lap_q & gives_up_now);
    assign missing        = missing_q;
    assign read_place = send_frame ? {head, |(prio_choice & 2'd2)}
                      : {sending_place_q, sending_prio_q[0]};
    assign read_beat        = send_frame ? 5'd0 : sending_beat_q;
    assign buffer_0_read_at = {read_place_q, read_beat_q[4:3], read_beat_q[1:0]};
    assign buffer_0_read = one_hot_mux_4x129(buffer_0_from_2_q,
                                             {buffer_0_word_3_q, buffer_0_word_2_q,
                                              buffer_0_word_1_q, buffer_0_word_0_q});
    assign buffer_1_read_at = {read_place_q, read_beat_q[4:3], read_beat_q[1:0]};
    assign buffer_1_read = one_hot_mux_4x129(buffer_1_from_2_q,
                                             {buffer_1_word_3_q, buffer_1_word_2_q,
                                              buffer_1_word_1_q, buffer_1_word_0_q});
    assign word       = read_odd_q ? buffer_1_read : buffer_0_read;
    assign tx_valid   = tx_valid_q;
    assign tx_head    = tx_head_q;
    assign tx_tail    = tx_tail_q;
    assign tx_data    = tx_data_q;
    assign frame_bad  = (word[128] || (damaged_q && !tx_with_word_q[130])) && !tx_with_word_q[128];
    assign tx_bad     = tx_frame_bad_q;
    assign frame_done = valid_q && last_beat && !control_q;
    assign free_valid = frame_done;
    assign free_prio  = sending_prio_q;
    assign dep_valid  = frame_done && !drops_missing_q;
    assign dep_prio   = sending_prio_q;
    assign dep_length = length_q;

    always @* begin : update_reported
        integer k;
        for (k = 0; k < 2; k = k + 1) begin
            reported[k] = complete_q
                       && cell_q[30] == k[0]
                       && cell_q[12:6] == oldest_q_flat[k*7 +: 7];
        end
    end

    always @* begin : update_seen
        integer k;
        for (k = 0; k < 2; k = k + 1) begin
            seen[k] = looked_q[k] && found[14] == lap_q[k];
        end
    end

    always @* begin : update_missing_too_long
        integer k;
        for (k = 0; k < 2; k = k + 1) begin
            missing_too_long[k] = missing_for_q_flat[k*20 +: 20] == 20'hfffff && cells_missing[k];
        end
    end

    always @(posedge clk) begin
        if (buffer_0_write_q && buffer_0_write_at_q[11:10] == 2'd0) begin
            buffer_0_0[buffer_0_write_at_q[9:0]] <= buffer_0_written_q;
        end
        if (read_q && buffer_0_read_at[11:10] == 2'd0) begin
            buffer_0_read_0 <= buffer_0_0[buffer_0_read_at[9:0]];
        end
    end

    always @(posedge clk) begin
        if (buffer_0_write_q && buffer_0_write_at_q[11:10] == 2'd1) begin
            buffer_0_1[buffer_0_write_at_q[9:0]] <= buffer_0_written_q;
        end
        if (read_q && buffer_0_read_at[11:10] == 2'd1) begin
            buffer_0_read_1 <= buffer_0_1[buffer_0_read_at[9:0]];
        end
    end

    always @(posedge clk) begin
        if (buffer_0_write_q && buffer_0_write_at_q[11:10] == 2'd2) begin
            buffer_0_2[buffer_0_write_at_q[9:0]] <= buffer_0_written_q;
        end
        if (read_q && buffer_0_read_at[11:10] == 2'd2) begin
            buffer_0_read_2 <= buffer_0_2[buffer_0_read_at[9:0]];
        end
    end

    always @(posedge clk) begin
        if (buffer_0_write_q && buffer_0_write_at_q[11:10] == 2'd3) begin
            buffer_0_3[buffer_0_write_at_q[4:0]] <= buffer_0_written_q;
        end
        if (read_q && buffer_0_read_at[11:10] == 2'd3) begin
            buffer_0_read_3 <= buffer_0_3[buffer_0_read_at[4:0]];
        end
    end

    always @(posedge clk) begin
        if (buffer_1_write_q && buffer_1_write_at_q[11:10] == 2'd0) begin
            buffer_1_0[buffer_1_write_at_q[9:0]] <= buffer_1_written_q;
        end
        if (read_q && buffer_1_read_at[11:10] == 2'd0) begin
            buffer_1_read_0 <= buffer_1_0[buffer_1_read_at[9:0]];
        end
    end

    always @(posedge clk) begin
        if (buffer_1_write_q && buffer_1_write_at_q[11:10] == 2'd1) begin
            buffer_1_1[buffer_1_write_at_q[9:0]] <= buffer_1_written_q;
        end
        if (read_q && buffer_1_read_at[11:10] == 2'd1) begin
            buffer_1_read_1 <= buffer_1_1[buffer_1_read_at[9:0]];
        end
    end

    always @(posedge clk) begin
        if (buffer_1_write_q && buffer_1_write_at_q[11:10] == 2'd2) begin
            buffer_1_2[buffer_1_write_at_q[9:0]] <= buffer_1_written_q;
        end
        if (read_q && buffer_1_read_at[11:10] == 2'd2) begin
            buffer_1_read_2 <= buffer_1_2[buffer_1_read_at[9:0]];
        end
    end

    always @(posedge clk) begin
        if (buffer_1_write_q && buffer_1_write_at_q[11:10] == 2'd3) begin
            buffer_1_3[buffer_1_write_at_q[4:0]] <= buffer_1_written_q;
        end
        if (read_q && buffer_1_read_at[11:10] == 2'd3) begin
            buffer_1_read_3 <= buffer_1_3[buffer_1_read_at[4:0]];
        end
    end

    always @(posedge clk) begin
        if (counted_q || gives_one_up || !ready) begin
            cells[counted_place] <= ready ? (gives_one_up ? {gives_up_lap, 6'd0} : cells_now)
                                  : 7'd0;
        end
        if (cell_came) cells_before <= cells[{looked_at[12:6], looked_at[30]}];
    end

    always @(posedge clk) begin
        if (all_cells || gives_one_up || !ready) begin
            whole[counted_place] <= ready
                                  ? (gives_one_up ? {gives_up_lap, 14'd0}
                                   : {~cells_so_far[6], cell_q_length})
                                  : 15'd0;
        end
        if (|started_q) found <= whole[{look_at, sending_prio_q[0]}];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [3107:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (98) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[3075:0], memory_fill};
        end
        {header_0_q, beats_of_0_q, beats_from_0_q, buffer_0_write_at_q, buffer_0_written_q,
         buffer_0_write_q, header_1_q, beats_of_1_q, beats_from_1_q, buffer_1_write_at_q,
         buffer_1_written_q, buffer_1_write_q, cell_came_q, counted_q, looked_at_q, cell_q,
         last_cell_q, cells_before_q, cells_written_q, written_q, same_place_q, left_q, length_q,
         given_up_q, control_word_q, dropping_q, drops_missing_q, sending_prio_q, sending_place_q,
         sending_beat_q, read_q, read_place_q, read_beat_q, buffer_0_word_0_q, buffer_0_word_1_q,
         buffer_0_word_2_q, buffer_0_word_3_q, buffer_0_from_q, buffer_0_from_2_q,
         buffer_1_word_0_q, buffer_1_word_1_q, buffer_1_word_2_q, buffer_1_word_3_q,
         buffer_1_from_q, buffer_1_from_2_q, tx_data_q, damaged_q, buffer_0_read_0, buffer_0_read_1,
         buffer_0_read_2, buffer_0_read_3, buffer_1_read_0, buffer_1_read_1, buffer_1_read_2,
         buffer_1_read_3, cells_before, found} = memory_bits;
        for (memory_word = 0; memory_word < 2; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            head_length_q[memory_word] = memory_fill[31:18];
        end
        for (memory_word = 0; memory_word < 1024; memory_word = memory_word + 1) begin
            repeat (5) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                buffer_0_0[memory_word] = {buffer_0_0[memory_word][96:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 1024; memory_word = memory_word + 1) begin
            repeat (5) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                buffer_0_1[memory_word] = {buffer_0_1[memory_word][96:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 1024; memory_word = memory_word + 1) begin
            repeat (5) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                buffer_0_2[memory_word] = {buffer_0_2[memory_word][96:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 32; memory_word = memory_word + 1) begin
            repeat (5) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                buffer_0_3[memory_word] = {buffer_0_3[memory_word][96:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 1024; memory_word = memory_word + 1) begin
            repeat (5) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                buffer_1_0[memory_word] = {buffer_1_0[memory_word][96:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 1024; memory_word = memory_word + 1) begin
            repeat (5) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                buffer_1_1[memory_word] = {buffer_1_1[memory_word][96:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 1024; memory_word = memory_word + 1) begin
            repeat (5) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                buffer_1_2[memory_word] = {buffer_1_2[memory_word][96:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 32; memory_word = memory_word + 1) begin
            repeat (5) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                buffer_1_3[memory_word] = {buffer_1_3[memory_word][96:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 194; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            cells[memory_word] = memory_fill[31:25];
        end
        for (memory_word = 0; memory_word < 194; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            whole[memory_word] = memory_fill[31:17];
        end
    end
`endif

    always @(posedge clk) begin : update_oldest_q
        integer i;
        integer k;
        if (rst) begin
            for (i = 0; i < 2; i = i + 1) oldest_q[i] <= 7'd0;
            lap_q <= 2'd3;
        end else begin
            for (k = 0; k < 2; k = k + 1) begin
                if (starts_prio[k]) begin
                    oldest_q[k] <= (oldest_q[k] == 7'd96) ? 7'd0 : oldest_q[k] + 7'd1;
                    lap_q[k] <= lap_q[k] ^ (oldest_q[k] == 7'd96);
                end
            end
        end
    end

    always @(posedge clk) begin : update_head_length_q
        integer k;
        for (k = 0; k < 2; k = k + 1) begin
            if (reported[k]) begin
                head_length_q[k] <= cell_q_length;
            end else if (seen[k]) begin
                head_length_q[k] <= found[13:0];
            end
        end
    end

    always @(posedge clk) begin : update_missing_for_q
        integer i;
        integer k;
        if (rst) begin
            for (i = 0; i < 2; i = i + 1) missing_for_q[i] <= 20'd0;
        end else begin
            for (k = 0; k < 2; k = k + 1) begin
                if (!cells_missing[k]) begin
                    missing_for_q[k] <= 20'd0;
                end else if (!(missing_for_q[k] == 20'hfffff)) begin
                    missing_for_q[k] <= missing_for_q[k] + 20'd1;
                end
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            ready_q <= 1'b0;
            sweep_q <= 8'd0;
        end else if (!ready_q) begin
            sweep_q <= sweep_q + 8'd1;
            if (sweep_q == 8'd193) ready_q <= 1'b1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            message_above_q <= 3'd0;
            message_from_q <= 4'd0;
            cell_0_above_q <= 3'd0;
            cell_1_above_q <= 3'd0;
            complete_q <= 1'b0;
            valid_q <= 1'b0;
            first_q <= 1'b0;
            control_q <= 1'b0;
            owed_q <= 15'd0;
            there_q <= 2'd0;
            prio_above_q <= 1'b0;
            started_q <= 2'd0;
            looked_q <= 2'd0;
            missing_q <= 1'b0;
            tx_valid_q <= 1'b0;
            tx_head_q <= 1'b0;
        end else begin
            if (phase == 2'd2 && (|message_here)) begin
                message_above_q <= {~message_choice[3], |message_choice[1:0], message_choice[0]};
            end
            message_from_q <= message_taken;
            if (phase == 2'd0 && (|cell_here_0)) begin
                cell_0_above_q <= {~cell_0_choice[3], |cell_0_choice[1:0], cell_0_choice[0]};
            end
            if (phase == 2'd0 && (|cell_here_1)) begin
                cell_1_above_q <= {~cell_1_choice[3], |cell_1_choice[1:0], cell_1_choice[0]};
            end
            complete_q <= all_cells;
            valid_q <= begins || more;
            first_q <= begins;
            if (begins) control_q <= control_waits;
            owed_q <= (begins && !drops) ? charged : passed[15] ? 15'd0 : passed[14:0];
            there_q <= (there_q | reported | seen | gives_up_now) & ~starts_prio;
            if (send_frame) prio_above_q <= prio_choice[0];
            started_q <= starts_prio;
            looked_q <= started_q;
            missing_q <= |gives_up_now;
            tx_valid_q <= tx_with_word_q[131];
            tx_head_q <= tx_with_word_q[130];
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            from_0_q <= 4'd0;
            from_1_q <= 4'd0;
        end else if (phase == 2'd0) begin
            from_0_q <= cell_0_winner;
            from_1_q <= cell_1_winner;
        end
    end

    always @(posedge clk) begin
        if (phase == 2'd0) begin
            header_0_q <= one_hot_mux_4x62(cell_0_winner, cell_header);
            header_1_q <= one_hot_mux_4x62(cell_1_winner, cell_header);
        end
    end

    always @(posedge clk) begin
        beats_of_0_q <= header_0_q;
        beats_from_0_q <= from_0_q;
        buffer_0_write_at_q <= {beats_of_0_q[12:6], beats_of_0_q[30], beats_of_0_q[2:1],
                                beat_number_0};
        buffer_0_written_q <= {beat_bad_0, beat_0};
        buffer_0_write_q <= beat_comes_0 && is_data_0;
        beats_of_1_q <= header_1_q;
        beats_from_1_q <= from_1_q;
        buffer_1_write_at_q <= {beats_of_1_q[12:6], beats_of_1_q[30], beats_of_1_q[2:1],
                                beat_number_1};
        buffer_1_written_q <= {beat_bad_1, beat_1};
        buffer_1_write_q <= beat_comes_1 && is_data_1;
        cell_came_q <= cell_came;
        counted_q <= cell_came_q;
        cells_before_q <= cells_before;
        written_q <= counted_q && {cell_q[12:6], cell_q[30]} == {looked_at[12:6], looked_at[30]};
        same_place_q <= written_q;
        given_up_q <= ready ? (given_up_q | gives_up_now) & ~starts_prio : 2'd0;
    end

    always @(posedge clk) begin
        if (phase[0]) begin
            looked_at_q <= looked_at;
            cells_written_q <= cells_now;
        end
    end

    always @(posedge clk) begin
        if (!phase[0]) begin
            cell_q <= looked_at_q;
            last_cell_q <= looked_at_q[29:24] - {5'd0, ~(|looked_at_q[23:16])};
        end
    end

    always @(posedge clk) begin
        if (begins) begin
            control_word_q <= pause_valid ? pause_data : cnm_valid ? cnm_data : notices_rdata;
            length_q <= bytes;
            left_q <= drops ? 14'd1 : bytes;
            dropping_q <= drops;
            drops_missing_q <= (|(prio_winner & given_up_q)) && !control_waits;
        end else begin
            left_q <= left_q - 14'd64;
        end
    end

    always @(posedge clk) begin
        if (send_frame) begin
            sending_prio_q <= {2'd0, |(prio_choice & 2'd2)};
            sending_place_q <= head;
            sending_beat_q <= 5'd1;
        end else if (more) begin
            sending_beat_q <= sending_beat_q + 5'd1;
        end
    end

    always @(posedge clk) begin
        read_q <= send_frame || more;
        read_place_q <= read_place;
        read_beat_q <= read_beat;
        buffer_0_word_0_q <= buffer_0_read_0;
        buffer_0_word_1_q <= buffer_0_read_1;
        buffer_0_word_2_q <= buffer_0_read_2;
        buffer_0_word_3_q <= buffer_0_read_3;
        buffer_0_from_q <= {buffer_0_read_at[11:10] == 2'd3, buffer_0_read_at[11:10] == 2'd2,
                            buffer_0_read_at[11:10] == 2'd1, buffer_0_read_at[11:10] == 2'd0};
        buffer_0_from_2_q <= buffer_0_from_q;
        buffer_1_word_0_q <= buffer_1_read_0;
        buffer_1_word_1_q <= buffer_1_read_1;
        buffer_1_word_2_q <= buffer_1_read_2;
        buffer_1_word_3_q <= buffer_1_read_3;
        buffer_1_from_q <= {buffer_1_read_at[11:10] == 2'd3, buffer_1_read_at[11:10] == 2'd2,
                            buffer_1_read_at[11:10] == 2'd1, buffer_1_read_at[11:10] == 2'd0};
        buffer_1_from_2_q <= buffer_1_from_q;
        tx_data_q <= tx_with_word_q[128] ? tx_with_word_q[127:0] : word[127:0];
    end

    always @(posedge clk) begin
        if (rst) begin
            tx_tail_q <= 1'b0;
            tx_frame_bad_q <= 1'b0;
        end else begin
            tx_tail_q <= tx_with_word_q[129];
            tx_frame_bad_q <= frame_bad && tx_with_word_q[129];
        end
    end

    always @(posedge clk) begin
        damaged_q <= frame_bad;
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
            // no cell comes before the numbers are cleared
            if (beat_comes_0 && !ready) begin
                $display("RTLGEN_ASSERT %m cleared_0 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a frame is not longer than a place
            if (data_cell_0 && header_0_q_index > 6'd7) begin
                $display("RTLGEN_ASSERT %m inside_the_place_0 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the arbiter has granted the place
            if (data_cell_0 && header_0_q_place > 10'd96) begin
                $display("RTLGEN_ASSERT %m place_there_0 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no cell comes before the numbers are cleared
            if (beat_comes_1 && !ready) begin
                $display("RTLGEN_ASSERT %m cleared_1 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a frame is not longer than a place
            if (data_cell_1 && header_1_q_index > 6'd7) begin
                $display("RTLGEN_ASSERT %m inside_the_place_1 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the arbiter has granted the place
            if (data_cell_1 && header_1_q_place > 10'd96) begin
                $display("RTLGEN_ASSERT %m place_there_1 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_qcn_leaf_out
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // no cell comes before the numbers are cleared
            cleared_0: `RTLGEN_CONTRACT (!beat_comes_0 || ready);
            // a frame is not longer than a place
            inside_the_place_0: `RTLGEN_CONTRACT (!data_cell_0 || header_0_q_index <= 6'd7);
            // the arbiter has granted the place
            place_there_0: `RTLGEN_CONTRACT (!data_cell_0 || header_0_q_place <= 10'd96);
            // no cell comes before the numbers are cleared
            cleared_1: `RTLGEN_CONTRACT (!beat_comes_1 || ready);
            // a frame is not longer than a place
            inside_the_place_1: `RTLGEN_CONTRACT (!data_cell_1 || header_1_q_index <= 6'd7);
            // the arbiter has granted the place
            place_there_1: `RTLGEN_CONTRACT (!data_cell_1 || header_1_q_place <= 10'd96);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
