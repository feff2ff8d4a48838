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
    reg [9:0]   occupancy_q [0:1];
    (* mem2reg *)
    reg [9:0]   voq_units_q [0:15];
    reg         ready_q;
    reg [3:0]   sweep_q;
    reg         rx_valid_q;
    reg         rx_head_q;
    reg         rx_tail_q;
    reg [127:0] rx_data_q;
    reg [6:0]   rx_need_q;
    reg [8:0]   rx_beats_q;
    reg         rx_dst_exists_q;
    reg         rx_prio_exists_q;
    reg         drop_q;
    reg         beat_valid_q;
    reg         beat_head_q;
    reg         beat_tail_q;
    reg [127:0] beat_data_q;
    reg [6:0]   need_q;
    reg [8:0]   beats_q;
    reg         single_q;
    reg         alone_q;
    reg         follows_q;
    reg         accept_q;
    reg [4:0]   refused_q;
    reg         storing_q;
    reg [8:0]   beats_left_q;
    reg         last_beat_q;
    reg         ends_next_q;
    reg [1:0]   beat_q;
    reg         unit_full_q;
    reg [3:0]   fresh_column_q;
    reg [6:0]   fresh_row_q;
    reg         fresh_q;
    reg [10:0]  unit_q;
    reg [12:0]  units_write_at_q;
    reg [127:0] units_written_q;
    reg         units_write_q;
    reg [12:0]  frame_head_q;
    reg [11:0]  frame_dst_q;
    reg [11:0]  frame_src_q;
    reg [2:0]   frame_prio_q;
    reg [13:0]  frame_length_q;
    reg [6:0]   frame_missing_q;
    reg         append_q;
    reg [13:0]  append_length_q;
    reg [12:0]  append_head_q;
    reg [10:0]  append_tail_q;
    reg [3:0]   append_voq_q;
    reg         linking_q;
    reg [12:0]  link_head_q;
    reg [10:0]  link_tail_q;
    reg [3:0]   link_voq_q;
    reg [13:0]  link_length_q;
    reg         broken_q;
    reg [4:0]   frame_base_q;
    reg [4:0]   frame_next_q;
    reg [4:0]   dropped_q;
    reg         skip_q;
    reg [7:0]   error_q;
    reg         fetched_q;
    reg         within_q;
    reg [12:0]  current_q;
    reg [12:0]  first_unit_q;
    reg [3:0]   voq_q;
    reg [10:0]  left_q;
    reg         flip_q;
    reg [13:0]  grant_q;
    reg [5:0]   index_q;
    reg         last_q;
    reg         slot_q;
    reg         cnm_slot_q;
    reg [15:0]  returned_q;
    reg         returns_q;
    reg         read_q;
    reg [12:0]  read_at_q;
    reg [127:0] units_word_0_q;
    reg [127:0] units_word_1_q;
    reg [127:0] units_word_2_q;
    reg [127:0] units_word_3_q;
    reg [127:0] units_word_4_q;
    reg [4:0]   units_from_q;
    reg [4:0]   units_from_2_q;
    reg [1:0]   other_beats_q;
    reg         cell_q;
    reg [1:0]   cell_beats_q;
    reg         tx_valid_q;
    reg         tx_head_q;
    reg [127:0] tx_data_q;
    reg [13:0]  cell_length_q;
    reg [61:0]  tx_header_q;

    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [127:0] units_0 [0:1023];
    reg  [127:0] units_read_0;
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [127:0] units_1 [0:1023];
    reg  [127:0] units_read_1;
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [127:0] units_2 [0:1023];
    reg  [127:0] units_read_2;
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [127:0] units_3 [0:1023];
    reg  [127:0] units_read_3;
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [127:0] units_4 [0:639];
    reg  [127:0] units_read_4;
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [12:0]  next [0:1183];
    reg  [12:0]  follower;
    (* ram_style = "block", syn_ramstyle = "block_ram" *)
    reg  [23:0]  frame_ends [0:1183];
    reg  [23:0]  found;
    (* ram_style = "block", syn_ramstyle = "block_ram" *)
    reg  [15:0]  frame_sizes [0:1183];
    reg  [15:0]  frame;
    reg  [35:0]  entered [0:15];
    reg  [35:0]  end_read;
    reg  [35:0]  fetch_end;
    reg  [10:0]  left [0:15];
    reg  [10:0]  left_read;
    reg  [10:0]  fetch_left;
    reg  [13:0]  head_seen [0:15];
    reg  [13:0]  flip_read;
    reg  [13:0]  fetch_head;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [15:0]  frame_units [0:31];
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

    wire unused_rx_prio = &{1'b0, rx_data_q[125:123], rx_data_q[110:99], rx_data_q[122:111]};
    wire unused_beat_prio = &{1'b0, beat_data_q[125:123], beat_data_q[127:126]};
    wire unused_free = &{1'b0, free_full, free_count};
    wire unused_bytes = &{1'b0, whole_beats};
    wire unused_head_not_needed = &{1'b0, flip_read[13:1]};
    wire unused_unit_phases = &{1'b0, end_read[35:25]};
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
    assign begins      = starts_here && rx_data_q[127:126] == 2'd0;
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
    assign whole_beats        = beat_data_q[98:85] - 14'd1;
    assign dst                = accept_q ? beat_data_q[122:111] : frame_dst_q;
    assign src                = accept_q ? beat_data_q[110:99] : frame_src_q;
    assign prio               = accept_q ? beat_data_q[125:123] : frame_prio_q;
    assign length             = accept_q ? beat_data_q[98:85] : frame_length_q;
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
    assign voq_empty          = end_read[24:14] == left_read;
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
    assign voq_head           = (fetch_end[0] ^ fetch_head[0]) ? fetch_end[13:1] : fetch_head[13:1];
    assign at                 = within_q ? current_q : voq_head;
    assign shrinks            = send && at[12];
    assign slot_ends          = slot_q && phase == 2'd3;
    assign behind_frame       = slot_ends && last_q;
    assign first_cell         = index_q == 6'd0;
    assign frame_begun        = slot_q && phase == 2'd1 && first_cell;
    assign unit_sent          = (phase == 2'd1) ? first_unit_q : current_q;
    assign release_valid      = returns_q;
    assign release_unit       = returned_q[14:4];
    assign release_phase      = returned_q[15];
    assign dep_valid          = behind_frame;
    assign dep_prio           = {2'd0, grant_q[13]};
    assign read_unit          = (phase == 2'd0 && !within_q) ? voq_head[10:0] : current_q[10:0];
    assign read               = (phase == 2'd0) ? send : slot_q;
    assign units_read_at      = read_at_q;
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
    assign find_src    = found[23:12];
    assign find_dst    = found[11:0];
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
    end

    always @(posedge clk) begin
        if (read_q && units_read_at[12:10] == 3'd0) units_read_0 <= units_0[units_read_at[9:0]];
    end

    always @(posedge clk) begin
        if (units_write_q && units_write_at_q[12:10] == 3'd1) begin
            units_1[units_write_at_q[9:0]] <= units_written_q;
        end
    end

    always @(posedge clk) begin
        if (read_q && units_read_at[12:10] == 3'd1) units_read_1 <= units_1[units_read_at[9:0]];
    end

    always @(posedge clk) begin
        if (units_write_q && units_write_at_q[12:10] == 3'd2) begin
            units_2[units_write_at_q[9:0]] <= units_written_q;
        end
    end

    always @(posedge clk) begin
        if (read_q && units_read_at[12:10] == 3'd2) units_read_2 <= units_2[units_read_at[9:0]];
    end

    always @(posedge clk) begin
        if (units_write_q && units_write_at_q[12:10] == 3'd3) begin
            units_3[units_write_at_q[9:0]] <= units_written_q;
        end
    end

    always @(posedge clk) begin
        if (read_q && units_read_at[12:10] == 3'd3) units_read_3 <= units_3[units_read_at[9:0]];
    end

    always @(posedge clk) begin
        if (units_write_q && units_write_at_q[12:10] == 3'd4) begin
            units_4[units_write_at_q[9:0]] <= units_written_q;
        end
    end

    always @(posedge clk) begin
        if (read_q && units_read_at[12:10] == 3'd4) units_read_4 <= units_4[units_read_at[9:0]];
    end

    always @(posedge clk) begin
        if (inner_link || joins) begin
            next[inner_link ? unit_q : end_read[35:25]] <= inner_link ? pointer : link_head_q;
        end
    end

    always @(posedge clk) begin
        if (slot_q && phase == 2'd2) follower <= next[current_q[10:0]];
    end

    always @(posedge clk) begin
        if (accept_q) frame_ends[unit] <= {beat_data_q[110:99], beat_data_q[122:111]};
    end

    always @(posedge clk) begin
        if (find_valid) found <= frame_ends[find_unit];
    end

    always @(posedge clk) begin
        if (accept_q) frame_sizes[unit] <= {beat_data_q[98:85], whole_beats[7:6]};
    end

    always @(posedge clk) begin
        if (send_first) frame <= frame_sizes[voq_head[10:0]];
    end

    always @(posedge clk) begin
        if (linking_q || sweeping) begin
            entered[sweeping ? sweep_q : link_voq_q] <= sweeping ? 36'd0
                                                      : {link_tail_q, end_read[24:14] + 11'd1,
                                                         voq_empty ? link_head_q : end_read[13:1],
                                                         voq_empty ? ~flip_read[0] : end_read[0]};
        end
    end

    always @(posedge clk) begin
        if (append_q) begin
            end_read <= ((linking_q || sweeping)
                      && (sweeping ? sweep_q : link_voq_q) == append_voq_q)
                      ? (sweeping ? 36'd0
                       : {link_tail_q, end_read[24:14] + 11'd1,
                          voq_empty ? link_head_q : end_read[13:1],
                          voq_empty ? ~flip_read[0] : end_read[0]})
                      : entered[append_voq_q];
        end
    end

    always @(posedge clk) begin
        if (fetch) begin
            fetch_end <= ((linking_q || sweeping) && (sweeping ? sweep_q : link_voq_q) == grant_voq)
                       ? (sweeping ? 36'd0
                        : {link_tail_q, end_read[24:14] + 11'd1,
                           voq_empty ? link_head_q : end_read[13:1],
                           voq_empty ? ~flip_read[0] : end_read[0]})
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
    end

    always @(posedge clk) begin
        if (append_q) left_read <= left[append_voq_q];
    end

    always @(posedge clk) begin
        if (fetch) fetch_left <= left[grant_voq];
    end

    always @(posedge clk) begin
        if (frame_begun || behind_frame || sweeping) begin
            head_seen[sweeping ? sweep_q : voq_q] <= sweeping ? 14'd0
                                                   : {(phase == 2'd1) ? current_q : follower,
                                                      flip_q};
        end
    end

    always @(posedge clk) begin
        if (append_q) begin
            flip_read <= ((frame_begun || behind_frame || sweeping)
                       && (sweeping ? sweep_q : voq_q) == append_voq_q)
                       ? (sweeping ? 14'd0 : {(phase == 2'd1) ? current_q : follower, flip_q})
                       : head_seen[append_voq_q];
        end
    end

    always @(posedge clk) begin
        if (fetch) begin
            fetch_head <= ((frame_begun || behind_frame || sweeping)
                        && (sweeping ? sweep_q : voq_q) == grant_voq)
                        ? (sweeping ? 14'd0 : {(phase == 2'd1) ? current_q : follower, flip_q})
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
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        for (memory_word = 0; memory_word < 1024; memory_word = memory_word + 1) begin
            repeat (4) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                units_0[memory_word] = {units_0[memory_word][95:0], memory_fill};
            end
        end
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            units_read_0 = {units_read_0[95:0], memory_fill};
        end
        for (memory_word = 0; memory_word < 1024; memory_word = memory_word + 1) begin
            repeat (4) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                units_1[memory_word] = {units_1[memory_word][95:0], memory_fill};
            end
        end
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            units_read_1 = {units_read_1[95:0], memory_fill};
        end
        for (memory_word = 0; memory_word < 1024; memory_word = memory_word + 1) begin
            repeat (4) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                units_2[memory_word] = {units_2[memory_word][95:0], memory_fill};
            end
        end
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            units_read_2 = {units_read_2[95:0], memory_fill};
        end
        for (memory_word = 0; memory_word < 1024; memory_word = memory_word + 1) begin
            repeat (4) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                units_3[memory_word] = {units_3[memory_word][95:0], memory_fill};
            end
        end
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            units_read_3 = {units_read_3[95:0], memory_fill};
        end
        for (memory_word = 0; memory_word < 640; memory_word = memory_word + 1) begin
            repeat (4) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                units_4[memory_word] = {units_4[memory_word][95:0], memory_fill};
            end
        end
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            units_read_4 = {units_read_4[95:0], memory_fill};
        end
        for (memory_word = 0; memory_word < 1184; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            next[memory_word] = memory_fill[31:19];
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        follower = memory_fill[31:19];
        for (memory_word = 0; memory_word < 1184; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            frame_ends[memory_word] = memory_fill[31:8];
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        found = memory_fill[31:8];
        for (memory_word = 0; memory_word < 1184; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            frame_sizes[memory_word] = memory_fill[31:16];
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        frame = memory_fill[31:16];
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            repeat (2) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                entered[memory_word] = {entered[memory_word][3:0], memory_fill};
            end
        end
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            end_read = {end_read[3:0], memory_fill};
        end
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            fetch_end = {fetch_end[3:0], memory_fill};
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            left[memory_word] = memory_fill[31:21];
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        left_read = memory_fill[31:21];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        fetch_left = memory_fill[31:21];
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            head_seen[memory_word] = memory_fill[31:18];
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        flip_read = memory_fill[31:18];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        fetch_head = memory_fill[31:18];
        for (memory_word = 0; memory_word < 32; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            frame_units[memory_word] = memory_fill[31:16];
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        rx_tail_q = memory_fill[31];
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            rx_data_q = {rx_data_q[95:0], memory_fill};
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        rx_need_q = memory_fill[31:25];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        rx_beats_q = memory_fill[31:23];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        rx_dst_exists_q = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        rx_prio_exists_q = memory_fill[31];
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            beat_data_q = {beat_data_q[95:0], memory_fill};
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        need_q = memory_fill[31:25];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        beats_q = memory_fill[31:23];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        single_q = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        alone_q = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        follows_q = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        beats_left_q = memory_fill[31:23];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        last_beat_q = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        unit_q = memory_fill[31:21];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        units_write_at_q = memory_fill[31:19];
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            units_written_q = {units_written_q[95:0], memory_fill};
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        units_write_q = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        frame_head_q = memory_fill[31:19];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        frame_dst_q = memory_fill[31:20];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        frame_src_q = memory_fill[31:20];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        frame_prio_q = memory_fill[31:29];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        frame_length_q = memory_fill[31:18];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        frame_missing_q = memory_fill[31:25];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        append_length_q = memory_fill[31:18];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        append_head_q = memory_fill[31:19];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        append_tail_q = memory_fill[31:21];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        append_voq_q = memory_fill[31:28];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        link_head_q = memory_fill[31:19];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        link_tail_q = memory_fill[31:21];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        link_voq_q = memory_fill[31:28];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        link_length_q = memory_fill[31:18];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        current_q = memory_fill[31:19];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        first_unit_q = memory_fill[31:19];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        voq_q = memory_fill[31:28];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        left_q = memory_fill[31:21];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        flip_q = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        grant_q = memory_fill[31:18];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        last_q = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        returned_q = memory_fill[31:16];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        read_q = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        read_at_q = memory_fill[31:19];
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            units_word_0_q = {units_word_0_q[95:0], memory_fill};
        end
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            units_word_1_q = {units_word_1_q[95:0], memory_fill};
        end
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            units_word_2_q = {units_word_2_q[95:0], memory_fill};
        end
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            units_word_3_q = {units_word_3_q[95:0], memory_fill};
        end
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            units_word_4_q = {units_word_4_q[95:0], memory_fill};
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        units_from_q = memory_fill[31:27];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        units_from_2_q = memory_fill[31:27];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        other_beats_q = memory_fill[31:30];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        cell_beats_q = memory_fill[31:30];
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            tx_data_q = {tx_data_q[95:0], memory_fill};
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        cell_length_q = memory_fill[31:18];
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            tx_header_q = {tx_header_q[29:0], memory_fill};
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
            if (sweep_q == 4'd15) begin
                ready_q <= 1'b1;
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            rx_valid_q <= 1'b0;
        end else begin
            rx_valid_q <= rx_valid;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            rx_head_q <= 1'b0;
        end else begin
            rx_head_q <= rx_head;
        end
    end

    always @(posedge clk) begin
        rx_tail_q <= rx_tail;
    end

    always @(posedge clk) begin
        rx_data_q <= rx_data;
    end

    always @(posedge clk) begin
        rx_need_q <= {1'b0, rx_data[98:93]} + {6'd0, |rx_data[92:85]};
    end

    always @(posedge clk) begin
        rx_beats_q <= {1'b0, rx_data[98:91]} + {8'd0, |rx_data[90:85]};
    end

    always @(posedge clk) begin
        rx_dst_exists_q <= rx_data[113:111] <= 3'd6 && !(|rx_data[122:114]);
    end

    always @(posedge clk) begin
        rx_prio_exists_q <= rx_data[125:123] <= 3'd1;
    end

    always @(posedge clk) begin
        if (rst) begin
            drop_q <= 1'b0;
        end else begin
            drop_q <= begins && !accept;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            beat_valid_q <= 1'b0;
        end else begin
            beat_valid_q <= rx_valid_q;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            beat_head_q <= 1'b0;
        end else begin
            beat_head_q <= rx_head_q;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            beat_tail_q <= 1'b0;
        end else begin
            beat_tail_q <= rx_tail_q;
        end
    end

    always @(posedge clk) begin
        beat_data_q <= rx_data_q;
    end

    always @(posedge clk) begin
        need_q <= rx_need_q;
    end

    always @(posedge clk) begin
        beats_q <= rx_beats_q;
    end

    always @(posedge clk) begin
        single_q <= rx_beats_q == 9'd1;
    end

    always @(posedge clk) begin
        alone_q <= rx_beats_q == 9'd1 && rx_tail_q;
    end

    always @(posedge clk) begin
        follows_q <= rx_valid_q && !rx_head_q;
    end

    always @(posedge clk) begin
        if (rst) begin
            accept_q <= 1'b0;
        end else begin
            accept_q <= accept;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            refused_q <= 5'd0;
        end else begin
            refused_q <= {begins & known & ~has_room, not_of_a_server,
                          begins & rx_dst_exists_q & rx_prio_exists_q & ~length_fits,
                          begins & rx_dst_exists_q & ~rx_prio_exists_q, begins & ~rx_dst_exists_q};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            storing_q <= 1'b0;
        end else begin
            storing_q <= frame_open;
        end
    end

    always @(posedge clk) begin
        if (take) begin
            beats_left_q <= beats_now - 9'd1;
            last_beat_q <= beats_now == 9'd2;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            ends_next_q <= 1'b0;
        end else begin
            ends_next_q <= frame_open && beats_now == 9'd2;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            beat_q <= 2'd0;
        end else if (take) begin
            beat_q <= beat + 2'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            unit_full_q <= 1'b0;
        end else begin
            unit_full_q <= frame_open && beat == 2'd3;
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
                if (fresh_column_q == 4'd15) begin
                    fresh_q <= 1'b0;
                end
            end
        end
    end

    always @(posedge clk) begin
        if (alloc) begin
            unit_q <= unit;
        end
    end

    always @(posedge clk) begin
        units_write_at_q <= {into, beat};
    end

    always @(posedge clk) begin
        units_written_q <= beat_data_q;
    end

    always @(posedge clk) begin
        units_write_q <= take;
    end

    always @(posedge clk) begin
        if (accept_q) begin
            frame_head_q <= pointer;
            frame_dst_q <= beat_data_q[122:111];
            frame_src_q <= beat_data_q[110:99];
            frame_prio_q <= beat_data_q[125:123];
            frame_length_q <= beat_data_q[98:85];
        end
    end

    always @(posedge clk) begin
        if (alloc) begin
            frame_missing_q <= (accept_q ? need_q : frame_missing_q) - 7'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            append_q <= 1'b0;
        end else begin
            append_q <= stored;
        end
    end

    always @(posedge clk) begin
        append_length_q <= length;
    end

    always @(posedge clk) begin
        append_head_q <= head_now;
    end

    always @(posedge clk) begin
        append_tail_q <= into;
    end

    always @(posedge clk) begin
        append_voq_q <= {prio[0], dst[2:0]};
    end

    always @(posedge clk) begin
        if (rst) begin
            linking_q <= 1'b0;
        end else begin
            linking_q <= append_q;
        end
    end

    always @(posedge clk) begin
        link_head_q <= append_head_q;
    end

    always @(posedge clk) begin
        link_tail_q <= append_tail_q;
    end

    always @(posedge clk) begin
        link_voq_q <= append_voq_q;
    end

    always @(posedge clk) begin
        link_length_q <= append_length_q;
    end

    always @(posedge clk) begin
        if (rst) begin
            broken_q <= 1'b0;
        end else begin
            broken_q <= take && (beat_tail_q ^ last_beat);
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            frame_base_q <= 5'd0;
        end else if (goes_not_on || broken_q) begin
            frame_base_q <= frame_next_q;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            frame_next_q <= 5'd0;
        end else if (alloc) begin
            frame_next_q <= frame_unit_at + 5'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            dropped_q <= 5'd0;
        end else if (gives_dropped) begin
            dropped_q <= dropped_q + 5'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            skip_q <= 1'b0;
        end else begin
            skip_q <= beat_valid_q ? is_long || behind_it : skip_q || goes_not_on;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            error_q <= 8'd0;
        end else begin
            error_q <= {refused_q, is_long, goes_not_on | ends_early, headless};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            fetched_q <= 1'b0;
        end else if (fetch) begin
            fetched_q <= !grants_empty;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            within_q <= 1'b0;
            index_q <= 6'd0;
        end else if (send) begin
            within_q <= !at[12];
            index_q <= within_q ? index_q + 6'd1 : 6'd0;
        end
    end

    always @(posedge clk) begin
        if (send) begin
            current_q <= at;
            last_q <= at[12];
        end
        if (slot_ends) begin
            current_q <= follower;
        end
    end

    always @(posedge clk) begin
        if (send_first) begin
            voq_q <= grant_voq;
            left_q <= fetch_left;
            flip_q <= fetch_end[0];
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
        returned_q <= gives_dropped ? dropped_unit : {unit_sent[11:0], grant_q[13:10]};
    end

    always @(posedge clk) begin
        if (rst) begin
            returns_q <= 1'b0;
        end else begin
            returns_q <= (slot_q
                       && ((phase == 2'd1 && last_q && !first_cell)
                        || (phase == 2'd2 && (last_q || !first_cell))))
                      || gives_dropped;
        end
    end

    always @(posedge clk) begin
        read_q <= read;
    end

    always @(posedge clk) begin
        read_at_q <= {read_unit, phase};
    end

    always @(posedge clk) begin
        units_word_0_q <= units_read_0;
    end

    always @(posedge clk) begin
        units_word_1_q <= units_read_1;
    end

    always @(posedge clk) begin
        units_word_2_q <= units_read_2;
    end

    always @(posedge clk) begin
        units_word_3_q <= units_read_3;
    end

    always @(posedge clk) begin
        units_word_4_q <= units_read_4;
    end

    always @(posedge clk) begin
        units_from_q <= {units_read_at[12:10] == 3'd4, units_read_at[12:10] == 3'd3,
                         units_read_at[12:10] == 3'd2, units_read_at[12:10] == 3'd1,
                         units_read_at[12:10] == 3'd0};
    end

    always @(posedge clk) begin
        units_from_2_q <= units_from_q;
    end

    always @(posedge clk) begin
        other_beats_q <= last_q ? frame[1:0] : 2'd3;
    end

    always @(posedge clk) begin
        if (rst) begin
            cell_q <= 1'b0;
        end else if (cell_begins) begin
            cell_q <= slot_q;
        end
    end

    always @(posedge clk) begin
        if (cell_begins) begin
            cell_beats_q <= other_beats_q;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            tx_valid_q <= 1'b0;
        end else begin
            tx_valid_q <= first_beat || more;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            tx_head_q <= 1'b0;
        end else begin
            tx_head_q <= first_beat;
        end
    end

    always @(posedge clk) begin
        tx_data_q <= sends_cnm ? cnm_data : units_read;
    end

    always @(posedge clk) begin
        cell_length_q <= frame[15:2];
    end

    always @(posedge clk) begin
        tx_header_q <= cnm_slot_q
                     ? {cell_beats, cnm_data[122:111], 2'd1, own, cnm_data[125:123], 30'd0}
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
