// SPDX-License-Identifier: Apache-2.0
// reqgrant_egress: output adapter: resequencing, reassembly, external line
//
// nodes = 16, paths = 4, g = 16, b_reasm = 64, max_p = 2, repair = 0
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module reqgrant_egress (
    input  wire        clk,         // rising edge
    input  wire        rst,         // synchronous, active high
    input  wire [3:0]  node,        // number of this adapter; never changes

    // segments from the parser
    input  wire        seg_valid,   // a segment
    input  wire [3:0]  seg_src,     // adapter that it comes from; all fields unknown while not
                                    // valid
    input  wire [1:0]  seg_path,    // path that it has taken
    input  wire [6:0]  seg_gap,     // segments of its flow that got lost on its path, right before
                                    // it
    input  wire        seg_unsol,   // sent without a grant
    input  wire [31:0] seg_tag,     // payload

    input  wire        line_en,     // a segment may leave

    // the external line
    output wire        line_valid,  // a segment leaves
    output wire [3:0]  line_src,    // adapter that it comes from; all fields unknown while not
                                    // valid
    output wire [31:0] line_tag,    // payload
    output wire        line_first,  // first of its packet
    output wire        line_last,   // last of its packet

    output wire        arrived,     // a granted segment has arrived: its fabric buffer is free
    output wire [1:0]  released,    // granted segments of the packet that starts to leave

    // an unsolicited segment has left
    output wire        left_valid,  // it happens
    output wire [3:0]  left_node,   // adapter at the other end; unknown while not valid

    output wire        ready        // 0 for nodes*paths cycles after reset: nothing arrives before
);

    reg [6:0]  init_q;           // table addresses initialised since reset
    reg [6:0]  fresh_q;          // slots for granted segments that were ever used
    reg [15:0] move_hints_q;     // flows whose next segment may be there
    reg [14:0] move_above_last;  // flows above the one chosen last to move
    reg        move_chosen_q;    // a flow was chosen to move a segment
    reg [3:0]  move_asks_q;      // flow that was chosen to move a segment
    reg        seen_valid_q;     // seg_valid, one cycle later
    reg [3:0]  seen_src_q;       // seg_src, one cycle later
    reg [1:0]  seen_path_q;      // seg_path, one cycle later
    reg        append_valid_q;   // move, one cycle later
    reg [3:0]  append_flow_q;    // move_asks_q, one cycle later
    reg [5:0]  append_list_q;    // path and flow of the segment that has moved
    reg        append_kept_q;    // the segment that has moved was kept aside
    reg [6:0]  append_slot_q;    // pop_slot of path_lists, one cycle later
    reg [1:0]  segments_left_q;  // segments of the packet still to leave
    reg [3:0]  line_flow_q;      // source of the packet that leaves
    reg        in_packet_q;      // a packet has begun to leave and not ended
    reg [15:0] line_hints_q;     // flows that may have a complete packet
    reg [14:0] line_above_last;  // flows above the one chosen last for the line
    reg        line_chosen_q;    // a flow is chosen for the line
    reg [3:0]  line_next_q;      // flow that is chosen for the line
    reg [6:0]  line_slot_q;      // pop_slot of flow_lists, one cycle later
    reg        dropping_q;       // the packet that leaves misses segments, and is dropped
    reg        line_valid_q;     // a segment leaves
    reg [3:0]  line_src_q;       // line_flow, one cycle later
    reg        line_first_q;     // start, one cycle later
    reg        line_last_q;      // last of its packet
    reg        slot_read_q;      // line_read, one cycle later
    reg [1:0]  packet_size_q;    // with its first segment: segments of the packet
    reg [6:0]  owed_q;           // credits of lost segments still to be returned

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [7:0]  done [0:15];       // packets completed, modulo, by flow
    wire [7:0]  append_done;
    wire [7:0]  next_done;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg         aside [0:63];      // the next segment is kept aside, by path and flow
    wire        move_aside;
    wire        after_aside;
    (* syn_ramstyle = "no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [14:0] kept [0:63];       // segments aside {some lost, number, slot}, by path and flow
    reg  [14:0] append_aside;      // word of kept that was read last
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [2:0]  packet [0:15];     // packet that becomes complete {bad, segments, places passed},
                                   // by flow
    wire [2:0]  append_packet;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg         bad_came [0:15];   // bad packets completed, modulo 2, by flow
    wire        move_bad_came;
    wire        append_bad_came;
    wire        next_bad_came;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg         bad_gone [0:15];   // bad packets that began to be dropped, modulo 2, by flow
    wire        move_bad_gone;
    wire        next_bad_gone;
    wire        drop_bad_gone;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [1:0]  bad_sizes [0:15];  // segments of the last bad packet, by flow
    wire [1:0]  bad_size;
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [31:0] info [0:83];       // tags of segments, by slot
    reg  [31:0] line_info;         // word of info that was read last
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [7:0]  gaps [0:83];       // segments lost right before it {some, how many}, by slot
    reg  [7:0]  append_gap;        // word of gaps that was read last
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [3:0]  moved [0:15];      // paths of the next segment but one and the next, by flow
    wire [3:0]  move_paths;
    wire [3:0]  seen_moved;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [7:0]  gone [0:15];       // packets that began to leave, modulo, by flow
    wire [7:0]  next_gone;

    wire        drops;
    wire [3:0]  drop_flow;
    wire        slot_unused;
    wire        take;
    wire [6:0]  slot;
    wire [15:0] move_hint_ahead;
    wire [4:0]  move_hint_first;
    wire [4:0]  move_hint_first_ahead;
    wire [3:0]  move_hint_index;
    wire [1:0]  path_of_first;
    wire [1:0]  path_of_second;
    wire        move;
    wire [1:0]  path_behind;
    wire        move_may;
    wire        move_kept;
    wire [3:0]  moved_addr;
    wire [3:0]  moved_data;
    wire        seen_next;
    wire [15:0] move_clears;
    wire [15:0] move_sets;
    wire [14:0] append_next;
    wire        hole;
    wire [5:0]  aside_addr;
    wire        aside_data;
    wire [6:0]  lost_left;
    wire        append;
    wire        place_is_last;
    wire [1:0]  segments_there;
    wire        packet_bad;
    wire [3:0]  packet_addr;
    wire [2:0]  packet_data;
    wire        packet_ends;
    wire        bad_ends;
    wire [3:0]  bad_came_addr;
    wire        bad_came_data;
    wire        complete;
    wire [3:0]  done_addr;
    wire [7:0]  done_data;
    wire [15:0] line_sets;
    wire [15:0] hole_sets;
    wire [15:0] drop_sets;
    wire        line_free;
    wire [15:0] line_hint_ahead;
    wire [4:0]  line_hint_first;
    wire [4:0]  line_hint_first_ahead;
    wire [3:0]  line_hint_index;
    wire [7:0]  gone_after;
    wire        no_packet;
    wire        start;
    wire [3:0]  gone_addr;
    wire [7:0]  gone_data;
    wire        line_stale;
    wire        line_waits;
    wire        last_packet;
    wire        packet_is_bad;
    wire [1:0]  packet_size;
    wire [3:0]  bad_gone_addr;
    wire        bad_gone_data;
    wire [15:0] line_clears;
    wire [3:0]  line_flow;
    wire        line_read;
    wire        dropped;
    wire        line_unsol;
    wire        granted_arrives;
    wire        packet_starts;
    wire        returns;
    wire [6:0]  path_lists_pop_slot;
    wire        path_lists_pop_empty;
    wire        path_lists_look_empty;
    wire        path_lists_ready;
    wire [6:0]  flow_lists_pop_slot;
    wire        flow_lists_pop_empty;
    wire        flow_lists_look_empty;
    wire        flow_lists_ready;
    wire [6:0]  free_rdata;
    wire        free_full;
    wire        free_empty;
    wire [6:0]  free_count;

`ifdef RTLGEN_CHECKS
    reg  [6:0]  granted_held;      // granted segments whose credits have not returned
    reg  [15:0] unsolicited_held;  // adapters whose unsolicited segment is here
    wire [7:0]  granted_more;
`endif

    wire unused_lists_ready = &{1'b0, path_lists_ready, flow_lists_ready, flow_lists_look_empty,
                                flow_lists_pop_empty};
    wire unused_node_high = &{1'b0, node[3:2]};
    wire unused_free_state = &{1'b0, free_full, free_count};

    // The index of the lowest 1, below a bit that is 1 if there is one: a tree of pairs.
    function [4:0] first_one_16(input [15:0] bits);
        reg [15:0] any;
        reg [15:0] index_0;
        reg [15:0] index_1;
        reg [15:0] index_2;
        reg index_3;
        begin
            any = bits;
            index_0 = ~any;
            any = any | (any >> 1);
            index_0 = (~any | index_0) & (any | (index_0 >> 2));
            index_1 = ~any;
            any = any | (any >> 2);
            index_0 = (~any | index_0) & (any | (index_0 >> 4));
            index_1 = (~any | index_1) & (any | (index_1 >> 4));
            index_2 = ~any;
            any = any | (any >> 4);
            index_0 = (~any | index_0) & (any | (index_0 >> 8));
            index_1 = (~any | index_1) & (any | (index_1 >> 8));
            index_2 = (~any | index_2) & (any | (index_2 >> 8));
            index_3 = ~any[0];
            any = any | (any >> 8);
            first_one_16 = {any[0], index_3, index_2[0], index_1[0], index_0[0]};
        end
    endfunction

    reqgrant_lists_lists64_slots84 path_lists (
        .clk        (clk),
        .rst        (rst),
        .push_valid (seg_valid),
        .push_list  ({seg_path, seg_src}),
        .push_slot  (slot),
        .pop_valid  (move_may && !move_kept),
        .pop_list   ({move_paths[1:0], move_asks_q}),
        .pop_slot   (path_lists_pop_slot),
        .pop_empty  (path_lists_pop_empty),
        .look_list  ({move_paths[3:2], move_asks_q}),
        .look_empty (path_lists_look_empty),
        .ready      (path_lists_ready)
    );

    reqgrant_lists_slots84 flow_lists (
        .clk        (clk),
        .rst        (rst),
        .push_valid (append),
        .push_list  (append_flow_q),
        .push_slot  (append_next[6:0]),
        .pop_valid  (line_read),
        .pop_list   (line_flow),
        .pop_slot   (flow_lists_pop_slot),
        .pop_empty  (flow_lists_pop_empty),
        .look_list  (4'd0),
        .look_empty (flow_lists_look_empty),
        .ready      (flow_lists_ready)
    );

    fifo_width7_depth68 free (
        .clk   (clk),
        .rst   (rst),
        .push  (slot_read_q && !line_unsol),
        .wdata (line_slot_q),
        .pop   (take && !slot_unused),
        .rdata (free_rdata),
        .full  (free_full),
        .empty (free_empty),
        .count (free_count)
    );

    assign ready                 = init_q[6];
    assign slot_unused           = fresh_q != 7'd68;
    assign take                  = seg_valid && !seg_unsol;
    assign slot                  = seg_unsol ? 7'd68 + {3'd0, seg_src}
                                 : slot_unused ? fresh_q : free_rdata;
    assign move_hint_ahead       = move_hints_q & {move_above_last, 1'b0};
    assign move_hint_first       = first_one_16(move_hints_q);
    assign move_hint_first_ahead = first_one_16(move_hint_ahead);
    assign move_hint_index = move_hint_first_ahead[4] ? move_hint_first_ahead[3:0]
                           : move_hint_first[4] ? move_hint_first[3:0] : 4'd0;
    assign path_of_first  = init_q[1:0] + node[1:0];
    assign path_of_second = path_of_first + 2'd1;
    assign path_behind    = move_paths[3:2] + 2'd1;
    assign move_may       = move_chosen_q && !(move_bad_came ^ move_bad_gone);
    assign move_kept      = move_aside;
    assign move           = move_may && !(path_lists_pop_empty && !move_kept);
    assign moved_addr     = !init_q[6] ? init_q[3:0] : move_asks_q;
    assign moved_data = !init_q[6] ? {path_of_second, path_of_first}
                      : {path_behind, move_paths[3:2]};
    assign seen_next = seen_moved[1:0] == seen_path_q;
    assign move_clears = (move_chosen_q && (!move || (path_lists_look_empty && !after_aside)))
                       ? 16'd1 << move_asks_q
                       : 16'd0;
    assign move_sets      = (seen_valid_q && seen_next) ? 16'd1 << seen_src_q : 16'd0;
    assign append_next    = append_kept_q ? append_aside : {append_gap, append_slot_q};
    assign hole           = append_valid_q && append_next[14];
    assign aside_addr     = !init_q[6] ? init_q[5:0] : append_list_q;
    assign aside_data     = !init_q[6] ? 1'b0 : append_next[14];
    assign lost_left      = append_next[13:7] - 7'd1;
    assign append         = append_valid_q && !append_next[14];
    assign place_is_last  = append_packet[0] == 1'b1;
    assign segments_there = {1'b0, append_packet[1]} + {1'b0, append};
    assign packet_bad     = append_packet[2] || hole;
    assign packet_addr    = !init_q[6] ? init_q[3:0] : append_flow_q;
    assign packet_data = !init_q[6] ? 3'd0
                       : place_is_last ? 3'd0
                       : {packet_bad, segments_there[0], append_packet[0] + 1'b1};
    assign packet_ends           = append_valid_q && place_is_last && (|segments_there);
    assign bad_ends              = packet_ends && packet_bad;
    assign bad_came_addr         = !init_q[6] ? init_q[3:0] : append_flow_q;
    assign bad_came_data         = !init_q[6] ? 1'b0 : !append_bad_came;
    assign complete              = packet_ends;
    assign done_addr             = !init_q[6] ? init_q[3:0] : append_flow_q;
    assign done_data             = !init_q[6] ? 8'd0 : append_done + {7'd0, 1'b1};
    assign line_sets             = complete ? 16'd1 << append_flow_q : 16'd0;
    assign hole_sets             = hole ? 16'd1 << append_flow_q : 16'd0;
    assign drop_sets             = drops ? 16'd1 << drop_flow : 16'd0;
    assign line_free             = line_en && !in_packet_q;
    assign line_hint_ahead       = line_hints_q & {line_above_last, 1'b0};
    assign line_hint_first       = first_one_16(line_hints_q);
    assign line_hint_first_ahead = first_one_16(line_hint_ahead);
    assign line_hint_index = line_hint_first_ahead[4] ? line_hint_first_ahead[3:0]
                           : line_hint_first[4] ? line_hint_first[3:0] : 4'd0;
    assign gone_after      = next_gone + 8'd1;
    assign no_packet       = next_done == next_gone;
    assign start           = line_chosen_q && line_free && !no_packet;
    assign gone_addr       = !init_q[6] ? init_q[3:0] : line_next_q;
    assign gone_data       = !init_q[6] ? 8'd0 : gone_after;
    assign line_stale      = line_chosen_q && no_packet;
    assign line_waits      = line_chosen_q && !(line_free || no_packet);
    assign last_packet     = (next_gone ^ next_done) == {next_gone[6:0] & ~next_done[6:0], 1'b1};
    assign packet_is_bad   = last_packet && (next_bad_came ^ next_bad_gone);
    assign packet_size     = packet_is_bad ? bad_size : 2'd2;
    assign drops           = start && packet_is_bad;
    assign drop_flow       = line_next_q;
    assign bad_gone_addr   = !init_q[6] ? init_q[3:0] : line_next_q;
    assign bad_gone_data   = !init_q[6] ? 1'b0 : !drop_bad_gone;
    assign line_clears     = ((start && last_packet) || line_stale) ? 16'd1 << line_next_q : 16'd0;
    assign line_flow       = in_packet_q ? line_flow_q : line_next_q;
    assign line_read       = start || (in_packet_q && line_en);
    assign dropped         = start ? packet_is_bad : dropping_q;
    assign line_valid      = line_valid_q;
    assign line_src        = line_src_q;
    assign line_tag        = line_info;
    assign line_first      = line_first_q;
    assign line_last       = line_last_q;
    assign line_unsol      = line_slot_q >= 7'd68;
    assign left_valid      = slot_read_q && line_unsol;
    assign left_node       = line_src;
    assign granted_arrives = seg_valid && !seg_unsol;
    assign packet_starts   = slot_read_q && line_first;
    assign returns         = (|owed_q) && !(granted_arrives || packet_starts);
    assign arrived         = granted_arrives || returns;
    assign released        = packet_starts ? packet_size_q - {1'b0, line_unsol} : {1'b0, returns};

`ifdef RTLGEN_CHECKS
    assign granted_more = {1'b0, granted_held}
                        + {7'd0, take}
                        + (seg_valid ? {1'b0, seg_gap} : 8'd0);
`endif

    always @(posedge clk) begin
        if (complete || !init_q[6]) done[done_addr] <= done_data;
    end

    assign append_done = done[append_flow_q];

    assign next_done = done[line_next_q];

    always @(posedge clk) begin
        if ((append_valid_q && (append_kept_q || append_next[14])) || !init_q[6]) begin
            aside[aside_addr] <= aside_data;
        end
    end

    assign move_aside = aside[{move_paths[1:0], move_asks_q}];

    assign after_aside = aside[{move_paths[3:2], move_asks_q}];

    always @(posedge clk) begin
        if (hole) kept[append_list_q] <= {|lost_left, lost_left, append_next[6:0]};
        if (move) append_aside <= kept[{move_paths[1:0], move_asks_q}];
    end

    always @(posedge clk) begin
        if (append_valid_q || !init_q[6]) packet[packet_addr] <= packet_data;
    end

    assign append_packet = packet[append_flow_q];

    always @(posedge clk) begin
        if (bad_ends || !init_q[6]) bad_came[bad_came_addr] <= bad_came_data;
    end

    assign move_bad_came = bad_came[move_asks_q];

    assign append_bad_came = bad_came[append_flow_q];

    assign next_bad_came = bad_came[line_next_q];

    always @(posedge clk) begin
        if ((start && packet_is_bad) || !init_q[6]) bad_gone[bad_gone_addr] <= bad_gone_data;
    end

    assign move_bad_gone = bad_gone[move_asks_q];

    assign next_bad_gone = bad_gone[line_next_q];

    assign drop_bad_gone = bad_gone[line_next_q];

    always @(posedge clk) begin
        if (bad_ends) bad_sizes[append_flow_q] <= segments_there;
    end

    assign bad_size = bad_sizes[line_next_q];

    always @(posedge clk) begin
        if (seg_valid) info[slot] <= seg_tag;
        if (line_read) line_info <= info[flow_lists_pop_slot];
    end

    always @(posedge clk) begin
        if (seg_valid) gaps[slot] <= {|seg_gap, seg_gap};
        if (move) append_gap <= gaps[path_lists_pop_slot];
    end

    always @(posedge clk) begin
        if (move || !init_q[6]) moved[moved_addr] <= moved_data;
    end

    assign move_paths = moved[move_asks_q];

    assign seen_moved = moved[seen_src_q];

    always @(posedge clk) begin
        if (start || !init_q[6]) gone[gone_addr] <= gone_data;
    end

    assign next_gone = gone[line_next_q];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [106:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[74:0], memory_fill};
        end
        {move_asks_q, seen_src_q, seen_path_q, append_flow_q, append_list_q, append_kept_q,
         append_slot_q, line_flow_q, line_next_q, line_slot_q, dropping_q, line_src_q, line_first_q,
         line_last_q, packet_size_q, append_aside, line_info, append_gap} = memory_bits;
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            done[memory_word] = memory_fill[31:24];
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            aside[memory_word] = memory_fill[31];
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            kept[memory_word] = memory_fill[31:17];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            packet[memory_word] = memory_fill[31:29];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            bad_came[memory_word] = memory_fill[31];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            bad_gone[memory_word] = memory_fill[31];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            bad_sizes[memory_word] = memory_fill[31:30];
        end
        for (memory_word = 0; memory_word < 84; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            info[memory_word] = memory_fill;
        end
        for (memory_word = 0; memory_word < 84; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            gaps[memory_word] = memory_fill[31:24];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            moved[memory_word] = memory_fill[31:28];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            gone[memory_word] = memory_fill[31:24];
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            init_q <= 7'd0;
            fresh_q <= 7'd0;
            move_hints_q <= 16'd0;
            move_above_last <= 15'd0;
            move_chosen_q <= 1'b0;
            seen_valid_q <= 1'b0;
            append_valid_q <= 1'b0;
            line_hints_q <= 16'd0;
            line_above_last <= 15'd0;
            line_chosen_q <= 1'b0;
            line_valid_q <= 1'b0;
            slot_read_q <= 1'b0;
            owed_q <= 7'd0;
        end else begin
            if (!init_q[6]) init_q <= init_q + 7'd1;
            if (take && slot_unused) fresh_q <= fresh_q + 7'd1;
            move_hints_q <= (move_hints_q & ~move_clears) | move_sets | hole_sets | drop_sets;
            if (move_hint_first[4]) move_above_last <= 15'h7fff << move_hint_index;
            move_chosen_q <= move_hint_first[4];
            seen_valid_q <= seg_valid;
            append_valid_q <= move;
            line_hints_q <= (line_hints_q & ~line_clears) | line_sets;
            if (line_hint_first[4] && !line_waits) line_above_last <= 15'h7fff << line_hint_index;
            line_chosen_q <= line_hint_first[4] || line_waits;
            line_valid_q <= line_read && !dropped;
            slot_read_q <= line_read;
            owed_q <= owed_q + (seg_valid ? seg_gap : 7'd0) - {6'd0, returns};
        end
    end

    always @(posedge clk) begin
        move_asks_q <= move_hint_index;
        seen_src_q <= seg_src;
        seen_path_q <= seg_path;
        append_flow_q <= move_asks_q;
        append_list_q <= {move_paths[1:0], move_asks_q};
        append_kept_q <= move_kept;
        append_slot_q <= path_lists_pop_slot;
        if (line_hint_first[4] && !line_waits) line_next_q <= line_hint_index;
        line_slot_q <= flow_lists_pop_slot;
        line_src_q <= line_flow;
        line_first_q <= start;
        line_last_q <= (start ? packet_size : segments_left_q) == 2'd1;
        packet_size_q <= packet_size;
    end

    always @(posedge clk) begin
        if (rst) begin
            segments_left_q <= 2'd0;
            in_packet_q <= 1'b0;
        end else if (start) begin
            segments_left_q <= packet_size - 2'd1;
            in_packet_q <= packet_size != 2'd1;
        end else if (line_read) begin
            segments_left_q <= segments_left_q - 2'd1;
            in_packet_q <= segments_left_q != 2'd1;
        end
    end

    always @(posedge clk) begin
        if (start) begin
            line_flow_q <= line_next_q;
            dropping_q <= packet_is_bad;
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            granted_held <= 7'd0;
            unsolicited_held <= 16'd0;
        end else begin
            granted_held <= granted_more[6:0] - {5'd0, released};
            if (left_valid) unsolicited_held[left_node] <= 1'b0;
            if (seg_valid && seg_unsol) unsolicited_held[seg_src] <= 1'b1;
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
            // a granted segment finds a slot
            if (take && !slot_unused && free_empty) begin
                $display("RTLGEN_ASSERT %m slot_for_granted fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (in_packet_q != (segments_left_q != 2'd0)) begin
                $display("RTLGEN_ASSERT %m in_packet_is_count fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a flow with a packet has its segments
            if (line_read && flow_lists_pop_empty) begin
                $display("RTLGEN_ASSERT %m segment_for_line fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no segment before the tables are initialised
            if (seg_valid && !ready) begin
                $display("RTLGEN_ASSERT %m ready_before_segment fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // at most b_reasm segments are granted
            if ((take || (|(seg_valid ? {1'b0, seg_gap} : 8'd0))) && granted_more > 8'd64) begin
                $display("RTLGEN_ASSERT %m granted_segment_has_room fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a flow has one unsolicited segment until it is acknowledged
            if (seg_valid && seg_unsol && unsolicited_held[seg_src]) begin
                $display("RTLGEN_ASSERT %m one_unsolicited_segment fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_reqgrant_egress
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a granted segment finds a slot
            slot_for_granted: assert (!(take && !slot_unused) || !free_empty);
            in_packet_is_count: assert (in_packet_q == (segments_left_q != 2'd0));
            // a flow with a packet has its segments
            segment_for_line: assert (!line_read || !flow_lists_pop_empty);
            // no segment before the tables are initialised
            ready_before_segment: `RTLGEN_CONTRACT (!seg_valid || ready);
            // at most b_reasm segments are granted
            granted_segment_has_room: `RTLGEN_CONTRACT (!(take
                                                       || (|(seg_valid ? {1'b0, seg_gap} : 8'd0)))
                                                     || granted_more <= 8'd64);
            // a flow has one unsolicited segment until it is acknowledged
            one_unsolicited_segment: `RTLGEN_CONTRACT (!(seg_valid && seg_unsol)
                                                    || !unsolicited_held[seg_src]);
        end
    end
`undef RTLGEN_CONTRACT
`endif

    // Read by checks only.
    wire unused_seen_moved = &{1'b0, seen_moved[3:2]};
    wire unused_free_empty = &{1'b0, free_empty};

endmodule

`default_nettype wire
