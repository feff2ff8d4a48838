// SPDX-License-Identifier: Apache-2.0
// qcn_leaf_in: input side of a server port of a leaf: shared memory, VOQs, requests
//
// leaves = 7, ports = 1, prios = 2, in_units = 586, frame_units = 8, dos = 1
`default_nettype none

module qcn_leaf_in (
    input  wire         clk,             // rising edge
    input  wire         rst,             // synchronous, active high
    input  wire [1:0]   phase,           // place of the cycle in the slot of the leaf; counts up
    input  wire [11:0]  own,             // address of the server port; held
    input  wire         enable,          // frames are accepted if ready is 1, too
    output wire         ready,           // the tables are cleared after reset; a register

    // link from the server
    input  wire         rx_valid,        // a beat comes
    input  wire         rx_head,         // it is the first of a frame
    input  wire         rx_tail,         // it is the last
    input  wire [127:0] rx_data,         // the beat

    // request for the output buffer
    output wire         request_valid,   // a frame waits to be requested
    output wire [11:0]  request_dst,     // server port that it goes to
    output wire [2:0]   request_prio,    // its priority
    output wire [13:0]  request_length,  // its bytes
    input  wire         request_taken,   // the request is sent

    // grant
    input  wire         grant_valid,     // a grant comes
    input  wire [11:0]  grant_dst,       // server port that grants
    input  wire [2:0]   grant_prio,      // priority
    input  wire [9:0]   grant_place,     // place of the frame in the output buffer

    output wire         want,            // there is a cell to be sent; in phase 0
    input  wire         go,              // an uplink takes it; in phase 0, not without want
    output wire [2:0]   beats,           // its beats; in phase 2

    // the cell, in the phases 0, 1, 2, 3 of the next slot; registers
    output wire         tx_valid,        // a beat of a cell comes
    output wire         tx_head,         // it is the first
    output wire [61:0]  tx_header,       // header of the cell, with its first beat
    output wire [127:0] tx_data,         // the beat; means nothing in a message

    // CNM into the fabric
    input  wire         cnm_valid,       // a CNM of the output side waits; it goes ahead of data
    input  wire [127:0] cnm_data,        // its beat
    output wire         cnm_taken,       // it is taken; in phase 3, a cycle ahead of tx

    // allocation
    output wire         alloc_valid,     // a unit is taken
    output wire [10:0]  alloc_unit,      // its number: row of the CulpritArray, column
    output wire [10:0]  alloc_head,      // the unit with the head of its frame
    output wire [2:0]   alloc_prio,      // priority of the frame
    output wire         alloc_phase,     // phase of the unit

    // release
    output wire         release_valid,   // a unit is given back
    output wire [10:0]  release_unit,    // its number
    output wire         release_phase,   // its phase until now

    // header of a frame
    input  wire         find_valid,      // the frame of a head unit is looked up
    input  wire [10:0]  find_unit,       // the unit
    output wire [11:0]  find_src,        // source of the frame, one cycle later; holds
    output wire [11:0]  find_dst,        // its destination

    // frame that is stored
    output wire         arr_valid,       // the last beat of a frame was received in the cycle
                                         // before
    output wire [2:0]   arr_prio,        // its priority
    output wire [13:0]  arr_length,      // its bytes
    output wire [11:0]  arr_src,         // its source
    output wire [11:0]  arr_dst,         // its destination

    // frame that leaves
    output wire         dep_valid,       // the last unit of a frame is read; in phase 3
    output wire [2:0]   dep_prio,        // its priority
    output wire [13:0]  dep_length,      // its bytes

    output wire [19:0]  occupancy,       // units of each priority; registers
    output wire [159:0] voq_units,       // units of each VOQ {priority, address}; registers
    output wire         drop,            // a frame is not accepted
    output wire [7:0]   error            // pulses: no_head, cut, long, no_route, no_prio,
                                         // bad_length, no_kind, no_room from bit 0 on, registers
);

    (* mem2reg *)
    reg [9:0]   occupancy_q [0:1];   // units in use, of each priority
    (* mem2reg *)
    reg [9:0]   voq_units_q [0:15];  // units in use, of each VOQ
    reg         ready_q;             // the tables are cleared after reset; a register
    reg [3:0]   sweep_q;             // VOQ whose entries are cleared after reset
    reg         rx_valid_q;          // rx_valid, one cycle later
    reg         rx_head_q;           // rx_head, one cycle later
    reg         rx_tail_q;           // rx_tail, one cycle later
    reg [127:0] rx_data_q;           // rx_data, one cycle later
    reg [6:0]   rx_need_q;           // units that a frame with this head needs
    reg [8:0]   rx_beats_q;          // beats that a frame with this head has
    reg         rx_dst_exists_q;     // the destination of this head exists
    reg         rx_prio_exists_q;    // the priority of this head exists
    reg         drop_q;              // a frame is not accepted
    reg         beat_valid_q;        // rx_valid_q, one cycle later
    reg         beat_head_q;         // rx_head_q, one cycle later
    reg         beat_tail_q;         // rx_tail_q, one cycle later
    reg [127:0] beat_data_q;         // rx_data_q, one cycle later
    reg [6:0]   need_q;              // rx_need_q, one cycle later
    reg [8:0]   beats_q;             // rx_beats_q, one cycle later
    reg         single_q;            // a frame with this head has one beat
    reg         alone_q;             // a frame with this head has one beat, a tail
    reg         follows_q;           // a beat that is no head
    reg         accept_q;            // accept, one cycle later
    reg [4:0]   refused_q;           // no_route, no_prio, bad_length, no_kind, no_room of this head
    reg         storing_q;           // a frame was accepted and has not ended
    reg [8:0]   beats_left_q;        // beats of the frame still to come
    reg         last_beat_q;         // one beat of the frame is still to come
    reg         ends_next_q;         // a frame is stored, and one beat is still to come
    reg [1:0]   beat_q;              // number of the next beat in its unit
    reg         unit_full_q;         // the next beat of the frame takes another unit
    reg [3:0]   fresh_column_q;      // column of the next unit that was never taken
    reg [6:0]   fresh_row_q;         // row of the next unit that was never taken
    reg         fresh_q;             // there are units that were never taken
    reg [10:0]  unit_q;              // unit that was taken last
    reg [12:0]  units_write_at_q;    // address of the word to be written
    reg [127:0] units_written_q;     // word to be written
    reg         units_write_q;       // a word is to be written
    reg [12:0]  frame_head_q;        // pointer to the first unit of the frame
    reg [11:0]  frame_dst_q;         // destination of the frame that comes
    reg [11:0]  frame_src_q;         // source of the frame that comes
    reg [2:0]   frame_prio_q;        // priority of the frame that comes
    reg [13:0]  frame_length_q;      // bytes of the frame that comes
    reg [6:0]   frame_missing_q;     // units of the frame that are not yet taken
    reg         append_q;            // stored, one cycle later
    reg [13:0]  append_length_q;     // length, one cycle later
    reg [12:0]  append_head_q;       // head_now, one cycle later
    reg [10:0]  append_tail_q;       // into, one cycle later
    reg [3:0]   append_voq_q;        // VOQ of the frame that is appended
    reg         linking_q;           // append_q, one cycle later
    reg [12:0]  link_head_q;         // append_head_q, one cycle later
    reg [10:0]  link_tail_q;         // append_tail_q, one cycle later
    reg [3:0]   link_voq_q;          // append_voq_q, one cycle later
    reg [13:0]  link_length_q;       // append_length_q, one cycle later
    reg         broken_q;            // the frame's tail came early, or not with its last beat
    reg [4:0]   frame_base_q;        // ring address behind the units of dropped frames
    reg [4:0]   frame_next_q;        // ring address behind the units of the frame
    reg [4:0]   dropped_q;           // ring address of the oldest unit of dropped frames
    reg         skip_q;              // beats up to the next head are dropped, and were counted
    reg [7:0]   error_q;             // pulses: no_head, cut, long, no_route, no_prio, bad_length,
                                     // no_kind, no_room from bit 0 on, registers
    reg         fetched_q;           // a grant waits, and its VOQ was looked up
    reg         within_q;            // the frame has units left to be read
    reg [12:0]  current_q;           // pointer to the unit of this slot, then to the next
    reg [12:0]  first_unit_q;        // pointer to the first unit of the frame
    reg [3:0]   voq_q;               // VOQ of the frame that is sent
    reg [10:0]  left_q;              // number of frames that left its VOQ before it
    reg         flip_q;              // bit flip of its VOQ at the receiving side
    reg [13:0]  grant_q;             // grant {VOQ, place} of the frame that is sent
    reg [5:0]   index_q;             // number of the cell in its frame
    reg         last_q;              // the unit of this slot is the last of its frame
    reg         slot_q;              // a unit is read in this slot
    reg         cnm_slot_q;          // a CNM goes out in this slot
    reg [15:0]  returned_q;          // {phase, unit, VOQ} of the unit that is given back
    reg         returns_q;           // a unit is given back
    reg         read_q;              // read, one cycle later
    reg [12:0]  read_at_q;           // address {unit, beat} that is read
    reg [127:0] units_word_0_q;      // units_read_0, one cycle later
    reg [127:0] units_word_1_q;      // units_read_1, one cycle later
    reg [127:0] units_word_2_q;      // units_read_2, one cycle later
    reg [127:0] units_word_3_q;      // units_read_3, one cycle later
    reg [127:0] units_word_4_q;      // units_read_4, one cycle later
    reg [4:0]   units_from_q;        // bank of the word that is read, one-hot
    reg [4:0]   units_from_2_q;      // units_from_q, one cycle later
    reg [1:0]   other_beats_q;       // beats of the cell but for the first one
    reg         cell_q;              // the cell of the slot before is on its way
    reg [1:0]   cell_beats_q;        // beats of the cell on its way but for the first
    reg         tx_valid_q;          // a beat of a cell comes
    reg         tx_head_q;           // first_beat, one cycle later
    reg [127:0] tx_data_q;           // the beat; means nothing in a message
    reg [13:0]  cell_length_q;       // its bytes
    reg [61:0]  tx_header_q;         // header of the cell, with its first beat

    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [127:0] units_0 [0:1023];      // beats of frames, by {unit, beat}
    reg  [127:0] units_read_0;          // word of units_0 that was read last
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [127:0] units_1 [0:1023];      // beats of frames, by {unit, beat}
    reg  [127:0] units_read_1;          // word of units_1 that was read last
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [127:0] units_2 [0:1023];      // beats of frames, by {unit, beat}
    reg  [127:0] units_read_2;          // word of units_2 that was read last
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [127:0] units_3 [0:1023];      // beats of frames, by {unit, beat}
    reg  [127:0] units_read_3;          // word of units_3 that was read last
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [127:0] units_4 [0:639];       // beats of frames, by {unit, beat}
    reg  [127:0] units_read_4;          // word of units_4 that was read last
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [12:0]  next [0:1183];         // pointer to the unit behind each unit, by unit
    reg  [12:0]  follower;              // word of next that was read last
    (* ram_style = "block", syn_ramstyle = "block_ram" *)
    reg  [23:0]  frame_ends [0:1183];   // source and destination of a frame, by first unit
    reg  [23:0]  found;                 // word of frame_ends that was read last
    (* ram_style = "block", syn_ramstyle = "block_ram" *)
    reg  [15:0]  frame_sizes [0:1183];  // bytes and last beats of a frame, by first unit
    reg  [15:0]  frame;                 // word of frame_sizes that was read last
    reg  [35:0]  entered [0:15];        // what the receiving side keeps of a VOQ, by VOQ
    reg  [35:0]  end_read;              // word of entered that was read last
    reg  [35:0]  fetch_end;             // word of entered that was read last
    reg  [10:0]  left [0:15];           // number of frames that left a VOQ, by VOQ
    reg  [10:0]  left_read;             // word of left that was read last
    reg  [10:0]  fetch_left;            // word of left that was read last
    reg  [13:0]  head_seen [0:15];      // what the sending side keeps of a VOQ, by VOQ
    reg  [13:0]  flip_read;             // word of head_seen that was read last
    reg  [13:0]  fetch_head;            // word of head_seen that was read last
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [15:0]  frame_units [0:31];    // {phase, unit, VOQ} of coming and dropped frames, a ring
    wire [15:0]  dropped_word;

    wire         many_dropped_units;
    wire         sweeping;
    wire         starts_here;
    wire         begins;
    wire         length_fits;
    wire         known;
    wire [9:0]   used;
    wire         has_room;
    wire         accept;
    wire         not_of_a_server;
    wire         goes_on;
    wire         take;
    wire         last_beat;
    wire [8:0]   beats_now;
    wire         frame_open;
    wire [1:0]   beat;
    wire         alloc;
    wire [10:0]  unit;
    wire         phase_of_unit;
    wire [10:0]  into;
    wire         last_unit;
    wire [12:0]  pointer;
    wire [13:0]  whole_beats;
    wire [11:0]  dst;
    wire [11:0]  src;
    wire [2:0]   prio;
    wire [13:0]  length;
    wire [12:0]  head_now;
    wire         stored;
    wire         inner_link;
    wire         voq_empty;
    wire         joins;
    wire         goes_not_on;
    wire [4:0]   frame_unit_at;
    wire [4:0]   dropped_units;
    wire         gives_dropped;
    wire [15:0]  dropped_unit;
    wire         stray;
    wire         ends_early;
    wire         is_long;
    wire         behind_it;
    wire         headless;
    wire [3:0]   granted_voq;
    wire         fetch;
    wire [3:0]   grant_voq;
    wire         starts;
    wire         send;
    wire         send_first;
    wire [12:0]  voq_head;
    wire [12:0]  at;
    wire         shrinks;
    wire         slot_ends;
    wire         behind_frame;
    wire         first_cell;
    wire         frame_begun;
    wire [12:0]  unit_sent;
    wire [10:0]  read_unit;
    wire         read;
    wire [12:0]  units_read_at;
    wire [127:0] units_read;
    wire [2:0]   cell_beats;
    wire         cell_begins;
    wire         first_beat;
    wire         more;
    wire         sends_cnm;
    wire [3:0]   voq_in;
    wire [3:0]   voq_out;
    wire         voq_same;
    wire [11:0]  free_rdata;
    wire         free_full;
    wire         free_empty;
    wire [10:0]  free_count;
    wire [17:0]  requests_rdata;
    wire         requests_full;
    wire         requests_empty;
    wire [10:0]  requests_count;
    wire [13:0]  grants_rdata;
    wire         grants_full;
    wire         grants_empty;
    wire [10:0]  grants_count;

    wire [1:0]  rx_data_q_kind = rx_data_q[127:126];      // 0 data, 1 CNM, 2 PAUSE
    wire [2:0]  rx_data_q_prio = rx_data_q[125:123];      // priority of the frame
    wire [11:0] rx_data_q_dst = rx_data_q[122:111];       // server port that the frame goes to
    wire [11:0] rx_data_q_src = rx_data_q[110:99];        // server port that it comes from; of a
                                                          // CNM and a PAUSE the port of the switch
    wire [2:0]  rx_data_prio = rx_data[125:123];          // priority of the frame
    wire [1:0]  beat_data_q_kind = beat_data_q[127:126];  // 0 data, 1 CNM, 2 PAUSE
    wire [2:0]  beat_data_q_prio = beat_data_q[125:123];  // priority of the frame
    wire [11:0] beat_data_q_dst = beat_data_q[122:111];   // server port that the frame goes to
    wire [11:0] beat_data_q_src = beat_data_q[110:99];    // server port that it comes from; of a
                                                          // CNM and a PAUSE the port of the switch
    wire [13:0] beat_data_q_length = beat_data_q[98:85];  // bytes with FCS, without preamble and
                                                          // gap
    wire [10:0] end_read_tail = end_read[35:25];          // its last unit
    wire [10:0] end_read_frames = end_read[24:14];        // frames that entered, modulo its range
    wire [12:0] end_read_first = end_read[13:1];          // first unit of the last frame that found
                                                          // it empty
    wire        end_read_flip = end_read[0];              // unlike that of the sending side: first
                                                          // is the head
    wire [12:0] flip_read_head = flip_read[13:1];         // first unit after the last frame that
                                                          // left
    wire        flip_read_flip = flip_read[0];            // see voqEnd
    wire [12:0] fetch_end_first = fetch_end[13:1];        // first unit of the last frame that found
                                                          // it empty
    wire        fetch_end_flip = fetch_end[0];            // unlike that of the sending side: first
                                                          // is the head
    wire [12:0] fetch_head_head = fetch_head[13:1];       // first unit after the last frame that
                                                          // left
    wire        fetch_head_flip = fetch_head[0];          // see voqEnd
    wire        at_last = at[12];                         // it is the last one of its frame
    wire [10:0] voq_head_unit = voq_head[10:0];           // its number
    wire [13:0] frame_length = frame[15:2];               // bytes
    wire [1:0]  frame_others = frame[1:0];                // beats of its last unit, but for the
                                                          // first one
    wire [10:0] current_q_unit = current_q[10:0];         // its number
    wire [2:0]  cnm_data_head_prio = cnm_data[125:123];   // priority of the frame
    wire [11:0] cnm_data_head_dst = cnm_data[122:111];    // server port that the frame goes to
    wire [11:0] found_src = found[23:12];                 // source
    wire [11:0] found_dst = found[11:0];                  // destination

    wire unused_rx_prio = &{1'b0, rx_data_q_prio, rx_data_q_src, rx_data_q_dst};
    wire unused_beat_prio = &{1'b0, beat_data_q_prio, beat_data_q_kind};
    wire unused_free = &{1'b0, free_full, free_count};
    wire unused_bytes = &{1'b0, whole_beats};
    wire unused_head_not_needed = &{1'b0, flip_read_head};
    wire unused_unit_phases = &{1'b0, end_read_tail};
    wire unused_requests = &{1'b0, requests_full, requests_count};
    wire unused_grant_address = &{1'b0, grant_dst, grant_prio};
    wire unused_grants = &{1'b0, grants_full, grants_count};
    wire unused_end_of_voq = &{1'b0, fetch_end[35:14]};
    wire unused_unit_sent_rest = &{1'b0, unit_sent[12], returned_q};

    // Lane index of lanes of 10 bits, lane 0 lowest.
    function [9:0] lane_10_of_20(input [19:0] lanes, input index);
        integer n;
        reg [31:0] spaced;
        begin
            for (n = 0; n < 2; n = n + 1)
                spaced[n*16 +: 16] = {6'd0, lanes[n*10 +: 10]};
            lane_10_of_20 = spaced[{index, 4'd0} +: 10];
        end
    endfunction

    // The lane of 128 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [127:0] one_hot_mux_5x128(input [4:0] select, input [639:0] lanes);
        integer n;
        begin
            one_hot_mux_5x128 = 128'd0;
            for (n = 0; n < 5; n = n + 1)
                one_hot_mux_5x128 = one_hot_mux_5x128 | ({128{select[n]}} & lanes[n*128 +: 128]);
        end
    endfunction

    fifo_width12_depth1184 free (
        .clk   (clk),
        .rst   (rst),
        .push  (returns_q),
        .wdata ({~returned_q[15], returned_q[14:4]}),
        .pop   (alloc && !fresh_q),
        .rdata (free_rdata),
        .full  (free_full),
        .empty (free_empty),
        .count (free_count)
    );

    fifo_width18_depth1184 requests (
        .clk   (clk),
        .rst   (rst),
        .push  (linking_q),
        .wdata ({link_voq_q, link_length_q}),
        .pop   (request_taken),
        .rdata (requests_rdata),
        .full  (requests_full),
        .empty (requests_empty),
        .count (requests_count)
    );

    fifo_width14_depth1184 grants (
        .clk   (clk),
        .rst   (rst),
        .push  (grant_valid),
        .wdata ({granted_voq, grant_place}),
        .pop   (frame_begun),
        .rdata (grants_rdata),
        .full  (grants_full),
        .empty (grants_empty),
        .count (grants_count)
    );

    assign sweeping    = !ready_q;
    assign ready       = ready_q;
    assign starts_here = rx_valid_q && rx_head_q;
    assign begins      = starts_here && rx_data_q_kind == 2'd0;
    assign length_fits = rx_need_q != 7'd0 && rx_need_q <= 7'd8;
    assign known       = rx_dst_exists_q && rx_prio_exists_q && length_fits;
    assign used        = lane_10_of_20(occupancy, rx_data_q[123]);
    assign has_room = {1'b0, used} + {4'd0, rx_need_q} < 11'd586
                   && enable
                   && ready
                   && !many_dropped_units;
    assign accept             = begins && has_room && known;
    assign drop               = drop_q;
    assign not_of_a_server    = starts_here && (rx_data_q[126] || (rx_data_q[127] && !rx_tail_q));
    assign goes_on            = storing_q && beat_valid_q && !beat_head_q;
    assign take               = accept_q || goes_on;
    assign last_beat          = accept_q ? single_q : last_beat_q;
    assign beats_now          = accept_q ? beats_q : beats_left_q;
    assign frame_open         = take && !beat_tail_q && !last_beat;
    assign beat               = beat_head_q ? 2'd0 : beat_q;
    assign alloc              = accept_q || (beat_valid_q && !beat_head_q && unit_full_q);
    assign unit               = fresh_q ? {fresh_row_q, fresh_column_q} : free_rdata[10:0];
    assign phase_of_unit      = free_rdata[11] && !fresh_q;
    assign into               = alloc ? unit : unit_q;
    assign last_unit          = (accept_q ? need_q : frame_missing_q) == 7'd1;
    assign pointer            = {last_unit, phase_of_unit, unit};
    assign whole_beats        = beat_data_q_length - 14'd1;
    assign dst                = accept_q ? beat_data_q_dst : frame_dst_q;
    assign src                = accept_q ? beat_data_q_src : frame_src_q;
    assign prio               = accept_q ? beat_data_q_prio : frame_prio_q;
    assign length             = accept_q ? beat_data_q_length : frame_length_q;
    assign head_now           = accept_q ? pointer : frame_head_q;
    assign alloc_valid        = alloc;
    assign alloc_unit         = unit;
    assign alloc_head         = head_now[10:0];
    assign alloc_prio         = prio;
    assign alloc_phase        = phase_of_unit;
    assign stored             = (accept_q && alone_q) || (ends_next_q && follows_q && beat_tail_q);
    assign arr_valid          = stored;
    assign arr_prio           = prio;
    assign arr_length         = length;
    assign arr_src            = src;
    assign arr_dst            = dst;
    assign inner_link         = alloc && !accept_q;
    assign voq_empty          = end_read_frames == left_read;
    assign joins              = linking_q && !voq_empty;
    assign request_valid      = !requests_empty;
    assign request_dst        = {9'd0, requests_rdata[16:14]};
    assign request_prio       = {2'd0, requests_rdata[17]};
    assign request_length     = requests_rdata[13:0];
    assign goes_not_on        = storing_q && !goes_on;
    assign frame_unit_at      = (accept_q && !(goes_not_on || broken_q)) ? frame_base_q
                              : frame_next_q;
    assign dropped_units      = frame_base_q - dropped_q;
    assign many_dropped_units = dropped_units[4];
    assign gives_dropped      = (|dropped_units) && (phase == 2'd3 || phase == 2'd0);
    assign dropped_unit       = dropped_word;
    assign stray              = beat_valid_q && !beat_head_q && !goes_on;
    assign ends_early         = take && beat_tail_q && !last_beat;
    assign is_long            = take && last_beat && !beat_tail_q;
    assign behind_it          = !((beat_head_q ? accept_q : goes_on) || beat_tail_q);
    assign headless           = stray && !skip_q;
    assign error              = error_q;
    assign granted_voq        = {grant_prio[0], grant_dst[2:0]};
    assign fetch              = phase == 2'd3;
    assign grant_voq          = grants_rdata[13:10];
    assign starts             = phase == 2'd0;
    assign want               = starts && (cnm_valid || within_q || fetched_q);
    assign send               = go && !cnm_valid;
    assign send_first         = send && !within_q;
    assign voq_head      = (fetch_end_flip ^ fetch_head_flip) ? fetch_end_first : fetch_head_head;
    assign at            = within_q ? current_q : voq_head;
    assign shrinks       = send && at_last;
    assign slot_ends     = slot_q && phase == 2'd3;
    assign behind_frame  = slot_ends && last_q;
    assign first_cell    = index_q == 6'd0;
    assign frame_begun   = slot_q && phase == 2'd1 && first_cell;
    assign unit_sent     = (phase == 2'd1) ? first_unit_q : current_q;
    assign release_valid = returns_q;
    assign release_unit  = returned_q[14:4];
    assign release_phase = returned_q[15];
    assign dep_valid     = behind_frame;
    assign dep_prio      = {2'd0, grant_q[13]};
    assign read_unit     = (phase == 2'd0 && !within_q) ? voq_head_unit : current_q_unit;
    assign read          = (phase == 2'd0) ? send : slot_q;
    assign units_read_at = read_at_q;
    assign units_read = one_hot_mux_5x128(units_from_2_q,
                                          {units_word_4_q, units_word_3_q, units_word_2_q,
                                           units_word_1_q, units_word_0_q});
    assign cell_beats  = cnm_slot_q ? 3'd1 : {1'b0, other_beats_q} + 3'd1;
    assign beats       = cell_beats;
    assign cell_begins = phase == 2'd3;
    assign first_beat  = cell_begins && (slot_q || cnm_slot_q);
    assign more        = !cell_begins && cell_q && phase < cell_beats_q;
    assign tx_valid    = tx_valid_q;
    assign tx_head     = tx_head_q;
    assign sends_cnm   = cell_begins && cnm_slot_q;
    assign tx_data     = tx_data_q;
    assign cnm_taken   = sends_cnm;
    assign dep_length  = cell_length_q;
    assign tx_header   = tx_header_q;
    assign find_src    = found_src;
    assign find_dst    = found_dst;
    assign occupancy   = {occupancy_q[1], occupancy_q[0]};
    assign voq_in      = {alloc_prio[0], dst[2:0]};
    assign voq_out     = returned_q[3:0];
    assign voq_same    = alloc_valid && returns_q && voq_in == voq_out;
    assign voq_units = {voq_units_q[15], voq_units_q[14], voq_units_q[13], voq_units_q[12],
                        voq_units_q[11], voq_units_q[10], voq_units_q[9], voq_units_q[8],
                        voq_units_q[7], voq_units_q[6], voq_units_q[5], voq_units_q[4],
                        voq_units_q[3], voq_units_q[2], voq_units_q[1], voq_units_q[0]};

    always @(posedge clk) begin
        if (units_write_q && units_write_at_q[12:10] == 3'd0) begin
            units_0[units_write_at_q[9:0]] <= units_written_q;
        end
        if (read_q && units_read_at[12:10] == 3'd0) units_read_0 <= units_0[units_read_at[9:0]];
    end

    always @(posedge clk) begin
        if (units_write_q && units_write_at_q[12:10] == 3'd1) begin
            units_1[units_write_at_q[9:0]] <= units_written_q;
        end
        if (read_q && units_read_at[12:10] == 3'd1) units_read_1 <= units_1[units_read_at[9:0]];
    end

    always @(posedge clk) begin
        if (units_write_q && units_write_at_q[12:10] == 3'd2) begin
            units_2[units_write_at_q[9:0]] <= units_written_q;
        end
        if (read_q && units_read_at[12:10] == 3'd2) units_read_2 <= units_2[units_read_at[9:0]];
    end

    always @(posedge clk) begin
        if (units_write_q && units_write_at_q[12:10] == 3'd3) begin
            units_3[units_write_at_q[9:0]] <= units_written_q;
        end
        if (read_q && units_read_at[12:10] == 3'd3) units_read_3 <= units_3[units_read_at[9:0]];
    end

    always @(posedge clk) begin
        if (units_write_q && units_write_at_q[12:10] == 3'd4) begin
            units_4[units_write_at_q[9:0]] <= units_written_q;
        end
        if (read_q && units_read_at[12:10] == 3'd4) units_read_4 <= units_4[units_read_at[9:0]];
    end

    always @(posedge clk) begin
        if (inner_link || joins) begin
            next[inner_link ? unit_q : end_read_tail] <= inner_link ? pointer : link_head_q;
        end
        if (slot_q && phase == 2'd2) follower <= next[current_q_unit];
    end

    always @(posedge clk) begin
        if (accept_q) frame_ends[unit] <= {beat_data_q_src, beat_data_q_dst};
        if (find_valid) found <= frame_ends[find_unit];
    end

    always @(posedge clk) begin
        if (accept_q) frame_sizes[unit] <= {beat_data_q_length, whole_beats[7:6]};
        if (send_first) frame <= frame_sizes[voq_head_unit];
    end

    wire [3:0] entered_write_at = sweeping ? sweep_q : link_voq_q;
    wire [35:0] entered_write_data = sweeping ? 36'd0
                                   : {link_tail_q, end_read_frames + 11'd1,
                                      voq_empty ? link_head_q : end_read_first,
                                      voq_empty ? ~flip_read_flip : end_read_flip};

    always @(posedge clk) begin
        if (linking_q || sweeping) entered[entered_write_at] <= entered_write_data;
        if (append_q) begin
            end_read <= ((linking_q || sweeping) && entered_write_at == append_voq_q)
                      ? entered_write_data
                      : entered[append_voq_q];
        end
        if (fetch) begin
            fetch_end <= ((linking_q || sweeping) && entered_write_at == grant_voq)
                       ? entered_write_data
                       : entered[grant_voq];
        end
    end

    always @(posedge clk) begin
        if (shrinks || sweeping) begin
            left[sweeping ? sweep_q : within_q ? voq_q : grant_voq] <= sweeping ? 11'd0
                                                                     : (within_q ? left_q
                                                                      : fetch_left)
                                                                     + 11'd1;
        end
        if (append_q) left_read <= left[append_voq_q];
        if (fetch) fetch_left <= left[grant_voq];
    end

    wire head_seen_write = frame_begun || behind_frame || sweeping;
    wire [3:0] head_seen_write_at = sweeping ? sweep_q : voq_q;
    wire [13:0] head_seen_write_data = sweeping ? 14'd0
                                     : {(phase == 2'd1) ? current_q : follower, flip_q};

    always @(posedge clk) begin
        if (head_seen_write) head_seen[head_seen_write_at] <= head_seen_write_data;
        if (append_q) begin
            flip_read <= (head_seen_write && head_seen_write_at == append_voq_q)
                       ? head_seen_write_data
                       : head_seen[append_voq_q];
        end
        if (fetch) begin
            fetch_head <= (head_seen_write && head_seen_write_at == grant_voq)
                        ? head_seen_write_data
                        : head_seen[grant_voq];
        end
    end

    always @(posedge clk) begin
        if (alloc) frame_units[frame_unit_at] <= {phase_of_unit, unit, prio[0], dst[2:0]};
    end

    assign dropped_word = frame_units[dropped_q];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [2361:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (74) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[2329:0], memory_fill};
        end
        {rx_tail_q, rx_data_q, rx_need_q, rx_beats_q, rx_dst_exists_q, rx_prio_exists_q,
         beat_data_q, need_q, beats_q, single_q, alone_q, follows_q, beats_left_q, last_beat_q,
         unit_q, units_write_at_q, units_written_q, units_write_q, frame_head_q, frame_dst_q,
         frame_src_q, frame_prio_q, frame_length_q, frame_missing_q, append_length_q, append_head_q,
         append_tail_q, append_voq_q, link_head_q, link_tail_q, link_voq_q, link_length_q,
         current_q, first_unit_q, voq_q, left_q, flip_q, grant_q, last_q, returned_q, read_q,
         read_at_q, units_word_0_q, units_word_1_q, units_word_2_q, units_word_3_q, units_word_4_q,
         units_from_q, units_from_2_q, other_beats_q, cell_beats_q, tx_data_q, cell_length_q,
         tx_header_q, units_read_0, units_read_1, units_read_2, units_read_3, units_read_4,
         follower, found, frame, end_read, fetch_end, left_read, fetch_left, flip_read,
         fetch_head} = memory_bits;
        for (memory_word = 0; memory_word < 1024; memory_word = memory_word + 1) begin
            repeat (4) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                units_0[memory_word] = {units_0[memory_word][95:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 1024; memory_word = memory_word + 1) begin
            repeat (4) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                units_1[memory_word] = {units_1[memory_word][95:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 1024; memory_word = memory_word + 1) begin
            repeat (4) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                units_2[memory_word] = {units_2[memory_word][95:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 1024; memory_word = memory_word + 1) begin
            repeat (4) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                units_3[memory_word] = {units_3[memory_word][95:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 640; memory_word = memory_word + 1) begin
            repeat (4) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                units_4[memory_word] = {units_4[memory_word][95:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 1184; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            next[memory_word] = memory_fill[31:19];
        end
        for (memory_word = 0; memory_word < 1184; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            frame_ends[memory_word] = memory_fill[31:8];
        end
        for (memory_word = 0; memory_word < 1184; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            frame_sizes[memory_word] = memory_fill[31:16];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            repeat (2) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                entered[memory_word] = {entered[memory_word][3:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            left[memory_word] = memory_fill[31:21];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            head_seen[memory_word] = memory_fill[31:18];
        end
        for (memory_word = 0; memory_word < 32; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            frame_units[memory_word] = memory_fill[31:16];
        end
    end
`endif

    always @(posedge clk) begin : update_occupancy_q
        integer i;
        integer k;
        if (rst) begin
            for (i = 0; i < 2; i = i + 1) occupancy_q[i] <= 10'd0;
        end else begin
            for (k = 0; k < 2; k = k + 1) begin
                if ((alloc_valid & (alloc_prio[0] == k[0]))
                  ^ (returns_q & (returned_q[3] == k[0]))) begin
                    occupancy_q[k] <= occupancy_q[k]
                                    + ((returns_q && returned_q[3] == k[0]) ? 10'd1023 : 10'd1);
                end
            end
        end
    end

    always @(posedge clk) begin : update_voq_units_q
        integer i;
        integer v;
        if (rst) begin
            for (i = 0; i < 16; i = i + 1) voq_units_q[i] <= 10'd0;
        end else begin
            for (v = 0; v < 16; v = v + 1) begin
                if (!voq_same
                 && ((alloc_valid && voq_in == v[3:0]) || (returns_q && voq_out == v[3:0]))) begin
                    voq_units_q[v] <= voq_units_q[v]
                                    + ((returns_q && voq_out == v[3:0]) ? 10'd1023 : 10'd1);
                end
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            ready_q <= 1'b0;
            sweep_q <= 4'd0;
        end else if (sweeping) begin
            sweep_q <= sweep_q + 4'd1;
            if (sweep_q == 4'd15) ready_q <= 1'b1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            rx_valid_q <= 1'b0;
            rx_head_q <= 1'b0;
            drop_q <= 1'b0;
            beat_valid_q <= 1'b0;
            beat_head_q <= 1'b0;
            beat_tail_q <= 1'b0;
            accept_q <= 1'b0;
            refused_q <= 5'd0;
            storing_q <= 1'b0;
            ends_next_q <= 1'b0;
            beat_q <= 2'd0;
            unit_full_q <= 1'b0;
            append_q <= 1'b0;
            linking_q <= 1'b0;
            broken_q <= 1'b0;
            frame_base_q <= 5'd0;
        end else begin
            rx_valid_q <= rx_valid;
            rx_head_q <= rx_head;
            drop_q <= begins && !accept;
            beat_valid_q <= rx_valid_q;
            beat_head_q <= rx_head_q;
            beat_tail_q <= rx_tail_q;
            accept_q <= accept;
            refused_q <= {begins & known & ~has_room, not_of_a_server,
                          begins & rx_dst_exists_q & rx_prio_exists_q & ~length_fits,
                          begins & rx_dst_exists_q & ~rx_prio_exists_q, begins & ~rx_dst_exists_q};
            storing_q <= frame_open;
            ends_next_q <= frame_open && beats_now == 9'd2;
            if (take) beat_q <= beat + 2'd1;
            unit_full_q <= frame_open && beat == 2'd3;
            append_q <= stored;
            linking_q <= append_q;
            broken_q <= take && (beat_tail_q ^ last_beat);
            if (goes_not_on || broken_q) frame_base_q <= frame_next_q;
        end
    end

    always @(posedge clk) begin
        rx_tail_q <= rx_tail;
        rx_data_q <= rx_data;
        rx_need_q <= {1'b0, rx_data[98:93]} + {6'd0, |rx_data[92:85]};
        rx_beats_q <= {1'b0, rx_data[98:91]} + {8'd0, |rx_data[90:85]};
        rx_dst_exists_q <= rx_data[113:111] <= 3'd6 && !(|rx_data[122:114]);
        rx_prio_exists_q <= rx_data_prio <= 3'd1;
        beat_data_q <= rx_data_q;
        need_q <= rx_need_q;
        beats_q <= rx_beats_q;
        single_q <= rx_beats_q == 9'd1;
        alone_q <= rx_beats_q == 9'd1 && rx_tail_q;
        follows_q <= rx_valid_q && !rx_head_q;
        units_write_at_q <= {into, beat};
        units_written_q <= beat_data_q;
        units_write_q <= take;
        append_length_q <= length;
    end

    always @(posedge clk) begin
        if (take) begin
            beats_left_q <= beats_now - 9'd1;
            last_beat_q <= beats_now == 9'd2;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            fresh_column_q <= 4'd0;
            fresh_row_q <= 7'd0;
            fresh_q <= 1'b1;
        end else if (alloc && fresh_q) begin
            fresh_row_q <= (fresh_row_q == 7'd73) ? 7'd0 : fresh_row_q + 7'd1;
            if (fresh_row_q == 7'd73) begin
                fresh_column_q <= fresh_column_q + 4'd1;
                if (fresh_column_q == 4'd15) fresh_q <= 1'b0;
            end
        end
    end

    always @(posedge clk) begin
        if (alloc) begin
            unit_q <= unit;
            frame_missing_q <= (accept_q ? need_q : frame_missing_q) - 7'd1;
        end
    end

    always @(posedge clk) begin
        if (accept_q) begin
            frame_head_q <= pointer;
            frame_dst_q <= beat_data_q_dst;
            frame_src_q <= beat_data_q_src;
            frame_prio_q <= beat_data_q_prio;
            frame_length_q <= beat_data_q_length;
        end
    end

    always @(posedge clk) begin
        append_head_q <= head_now;
        append_tail_q <= into;
        append_voq_q <= {prio[0], dst[2:0]};
        link_head_q <= append_head_q;
        link_tail_q <= append_tail_q;
        link_voq_q <= append_voq_q;
        link_length_q <= append_length_q;
        returned_q <= gives_dropped ? dropped_unit : {unit_sent[11:0], grant_q[13:10]};
        read_q <= read;
        read_at_q <= {read_unit, phase};
        units_word_0_q <= units_read_0;
        units_word_1_q <= units_read_1;
        units_word_2_q <= units_read_2;
        units_word_3_q <= units_read_3;
        units_word_4_q <= units_read_4;
        units_from_q <= {units_read_at[12:10] == 3'd4, units_read_at[12:10] == 3'd3,
                         units_read_at[12:10] == 3'd2, units_read_at[12:10] == 3'd1,
                         units_read_at[12:10] == 3'd0};
    end

    always @(posedge clk) begin
        if (rst) begin
            frame_next_q <= 5'd0;
            dropped_q <= 5'd0;
            skip_q <= 1'b0;
            error_q <= 8'd0;
            fetched_q <= 1'b0;
            returns_q <= 1'b0;
            cell_q <= 1'b0;
            tx_valid_q <= 1'b0;
            tx_head_q <= 1'b0;
        end else begin
            if (alloc) frame_next_q <= frame_unit_at + 5'd1;
            if (gives_dropped) dropped_q <= dropped_q + 5'd1;
            skip_q <= beat_valid_q ? is_long || behind_it : skip_q || goes_not_on;
            error_q <= {refused_q, is_long, goes_not_on | ends_early, headless};
            if (fetch) fetched_q <= !grants_empty;
            returns_q <= (slot_q
                       && ((phase == 2'd1 && last_q && !first_cell)
                        || (phase == 2'd2 && (last_q || !first_cell))))
                      || gives_dropped;
            if (cell_begins) cell_q <= slot_q;
            tx_valid_q <= first_beat || more;
            tx_head_q <= first_beat;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            within_q <= 1'b0;
            index_q <= 6'd0;
        end else if (send) begin
            within_q <= !at_last;
            index_q <= within_q ? index_q + 6'd1 : 6'd0;
        end
    end

    always @(posedge clk) begin
        if (send) begin
            current_q <= at;
            last_q <= at_last;
        end
        if (slot_ends) current_q <= follower;
    end

    always @(posedge clk) begin
        if (send_first) begin
            voq_q <= grant_voq;
            left_q <= fetch_left;
            flip_q <= fetch_end_flip;
            grant_q <= grants_rdata;
            first_unit_q <= at;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            slot_q <= 1'b0;
            cnm_slot_q <= 1'b0;
        end else if (starts) begin
            slot_q <= send;
            cnm_slot_q <= go && cnm_valid;
        end
    end

    always @(posedge clk) begin
        units_from_2_q <= units_from_q;
        other_beats_q <= last_q ? frame_others : 2'd3;
        if (cell_begins) cell_beats_q <= other_beats_q;
        tx_data_q <= sends_cnm ? cnm_data : units_read;
        cell_length_q <= frame_length;
        tx_header_q <= cnm_slot_q
                     ? {cell_beats, cnm_data_head_dst, 2'd1, own, cnm_data_head_prio, 30'd0}
                     : {cell_beats, 9'd0, grant_q[12:10], 2'd0, own, 2'd0, grant_q[13],
                        cell_length_q, grant_q[9:0], index_q};
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
            // the first beat of a unit takes it
            if (alloc != (take & (beat == 2'd0))) begin
                $display("RTLGEN_ASSERT %m alloc_by_beat fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // there is a free unit for what is accepted
            if (alloc && !fresh_q && free_empty) begin
                $display("RTLGEN_ASSERT %m unit_for_every_frame fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a frame ends with the last beat that its length says
            if (stored != (take & beat_tail_q & last_beat)) begin
                $display("RTLGEN_ASSERT %m stored_with_its_last_beat fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a frame is appended before the second unit of the next one comes
            if (inner_link && linking_q) begin
                $display("RTLGEN_ASSERT %m one_link fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // only a request that waits is taken
            if (request_taken && !request_valid) begin
                $display("RTLGEN_ASSERT %m request_there fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a frame has as many units as its length says
            if (stored && !last_unit && (alloc || frame_missing_q != 7'd0)) begin
                $display("RTLGEN_ASSERT %m length_matches fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // an uplink takes a cell where there is one
            if (go && !want) begin
                $display("RTLGEN_ASSERT %m go_wanted fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // there is no grant without a request
            if (grant_valid && grants_full) begin
                $display("RTLGEN_ASSERT %m grant_expected fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_qcn_leaf_in
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // the first beat of a unit takes it
            alloc_by_beat: assert (alloc == (take & (beat == 2'd0)));
            // there is a free unit for what is accepted
            unit_for_every_frame: assert (!alloc || fresh_q || !free_empty);
            // a frame ends with the last beat that its length says
            stored_with_its_last_beat: assert (stored == (take & beat_tail_q & last_beat));
            // a frame is appended before the second unit of the next one comes
            one_link: assert (!(inner_link && linking_q));
            // only a request that waits is taken
            request_there: `RTLGEN_CONTRACT (!request_taken || request_valid);
            unit_of_a_dropped_frame: cover (gives_dropped);
            // a frame has as many units as its length says
            length_matches: assert (!stored || last_unit || (!alloc && frame_missing_q == 7'd0));
            dropped: cover (drop);
            // an uplink takes a cell where there is one
            go_wanted: `RTLGEN_CONTRACT (!go || want);
            // there is no grant without a request
            grant_expected: `RTLGEN_CONTRACT (!grant_valid || !grants_full);
        end
    end
`undef RTLGEN_CONTRACT
`endif

    // Read by checks only.
    wire unused_free_empty = &{1'b0, free_empty};

endmodule

`default_nettype wire
