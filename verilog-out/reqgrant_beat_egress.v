// SPDX-License-Identifier: Apache-2.0
// reqgrant_beat_egress: output adapter for packets of any length: resequencing, reassembly, external line
//
// nodes = 16, paths = 4, g = 16, b_reasm = 64, max_p = 2
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module reqgrant_beat_egress (
    input  wire        clk,           // rising edge
    input  wire        rst,           // synchronous, active high
    input  wire [3:0]  node,          // number of this adapter; never changes

    // headers of segments
    input  wire        seg_valid,     // a segment begins
    input  wire [3:0]  seg_src,       // adapter that it comes from; all fields unknown while not
                                      // valid
    input  wire [1:0]  seg_path,      // path that it takes
    input  wire [13:0] seg_seq,       // position in its flow
    input  wire        seg_unsol,     // sent without a grant

    // their payload
    input  wire        beat_valid,    // a beat
    input  wire [63:0] beat_data,     // the beat; all fields unknown while not valid
    input  wire        beat_eop,      // last beat of a packet
    input  wire        beat_tail,     // last beat of the segment
    input  wire        beat_bad,      // with tail: the segment is damaged; a packet ends with it

    input  wire        line_en,       // a beat may leave

    // the external line
    output wire        line_valid,    // a beat leaves
    output wire [3:0]  line_src,      // adapter that it comes from; all fields unknown while not
                                      // valid
    output wire [63:0] line_data,     // source, destination (8 bits each), number of the beat in
                                      // its packet (16), tag of the packet (32)
    output wire        line_first,    // first of its packet
    output wire        line_last,     // last of its packet
    output wire        line_bad,      // with last: the packet is damaged, and is not to be used

    output wire        arrived,       // a granted segment arrives: its fabric buffer is free
    output wire        released,      // a granted segment has been read

    // an unsolicited segment has been read
    output wire        left_valid,    // it happens
    output wire [3:0]  left_node,     // adapter at the other end; unknown while not valid

    output wire        err_sequence,  // two cycles before a segment was not the next one of its
                                      // flow on its path; a register
    output wire        ready          // 0 for nodes*paths cycles after reset: nothing arrives
                                      // before
);

    localparam [2:0] FETCH_CHOOSE = 3'd0;
    localparam [2:0] FETCH_FIND   = 3'd1;
    localparam [2:0] FETCH_WAIT   = 3'd2;
    localparam [2:0] FETCH_READ   = 3'd3;
    localparam [2:0] FETCH_QUEUE  = 3'd4;

    reg [6:0]  init_q;             // table addresses initialised since reset
    reg [6:0]  fresh_q;            // slots for granted segments that were ever used
    reg        checks_q;           // seg_valid, one cycle later
    reg [11:0] round_was_q;        // seg_round, one cycle later
    reg [11:0] round_now_q;        // upper bits of the segment's number
    reg        path_wrong_q;       // the segment's path is not that of its number
    reg        err_sequence_q;     // two cycles before a segment was not the next one of its flow
                                   // on its path; a register
    reg [6:0]  rx_slot_q;          // slot of the segment that comes
    reg [3:0]  rx_src_q;           // adapter that the segment comes from
    reg [1:0]  rx_path_q;          // path that the segment has taken
    reg        rx_unsol_q;         // the segment that comes is unsolicited
    reg [4:0]  rx_beat_q;          // place of the segment's next beat
    reg [31:0] rx_ends_q;          // beats of the segment that end a packet
    reg [5:0]  rx_packets_q;       // packets that have ended in the segment
    reg [15:0] move_hints_q;       // flows whose next segment may be there
    reg [14:0] move_above_last;    // flows above the one chosen last to move
    reg        move_chosen_q;      // a flow was chosen to move a segment
    reg [3:0]  move_asks_q;        // flow that was chosen to move a segment
    reg        move_looks_q;       // move_chosen_q, one cycle later
    reg [3:0]  move_flow_q;        // move_asks_q, one cycle later
    reg [1:0]  move_path_q;        // path of the flow's next segment
    reg [1:0]  path_after_q;       // path of the flow's next segment but one
    reg        seen_valid_q;       // rx_complete, one cycle later
    reg [3:0]  seen_src_q;         // rx_src_q, one cycle later
    reg [1:0]  seen_path_q;        // rx_path_q, one cycle later
    reg        append_valid_q;     // move, one cycle later
    reg [3:0]  append_flow_q;      // move_flow_q, one cycle later
    reg [6:0]  append_slot_q;      // pop_slot of path_lists, one cycle later
    reg        append_now_q;       // append_valid_q, one cycle later
    reg [3:0]  append_flow_now_q;  // append_flow_q, one cycle later
    reg [6:0]  append_slot_now_q;  // append_slot_q, one cycle later
    reg [5:0]  append_packets_q;   // append_packets, one cycle later
    reg [2:0]  fetch_q;            // step of the fetcher towards an item
    reg [4:0]  fetch_last_q;       // place of the item's last beat in its slot
    reg        fetch_ends_q;       // the packet ends with the item
    reg        fetch_unsol_q;      // the item's segment was unsolicited
    reg        fetch_bad_q;        // the item's segment is damaged
    reg [15:0] line_hints_q;       // flows that may have a complete packet
    reg [14:0] line_above_last;    // flows above the one chosen last for the line
    reg        line_chosen_q;      // a flow is chosen for the line
    reg [3:0]  line_next_q;        // flow that is chosen for the line
    reg [3:0]  fetch_flow_q;       // source of the packet that is fetched
    reg [6:0]  fetch_slot_q;       // slot of the item
    reg [4:0]  fetch_first_q;      // place of the item's first beat in its slot
    reg        fetch_begins_q;     // the packet begins with the item
    reg [38:0] slot_ends_q;        // {bad, unsolicited, last beat, packet ends} of the slot
    reg        fetch_frees_q;      // with the item the whole slot has been read
    reg        line_running_q;     // the first beat of the item has been read
    reg [4:0]  line_beat_q;        // place of the item's next beat in its slot
    reg        line_valid_q;       // line_read, one cycle later
    reg        line_first_q;       // first of its packet
    reg [3:0]  line_src_q;         // adapter that it comes from; all fields unknown while not valid
    reg        line_damaged_q;     // the packet was damaged up to the beat before
    reg        line_item_bad_q;    // the beat on the line is of a damaged segment
    reg        line_last_q;        // last of its packet
    reg        released_q;         // a granted segment has been read
    reg        left_valid_q;       // it happens
    reg [6:0]  line_slot_q;        // slot of the beat on the line

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [12:0] done [0:15];       // packets completed, modulo, by flow
    wire [12:0] append_done;
    wire [12:0] next_done;
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [63:0] payload [0:2687];  // beats of segments, by slot and place
    reg  [63:0] line_payload;      // word of payload that was read last
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [38:0] ends [0:83];       // {bad, unsolicited, last beat, packet ends}, by slot
    reg  [38:0] fetch_ends;        // word of ends that was read last
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [5:0]  packets [0:83];    // packets that end in the segment, by slot
    reg  [5:0]  append_packets;    // word of packets that was read last
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [11:0] round [0:63];      // next segment's number, upper bits, by flow and path
    wire [11:0] seg_round;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [3:0]  moved [0:15];      // paths of the next segment but one and the next, by flow
    wire [3:0]  moved_before;
    wire [3:0]  seen_moved;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [12:0] gone [0:15];       // packets that began to leave, modulo, by flow
    wire [12:0] next_gone;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [12:0] place [0:15];      // slot read in part {is one, slot, next beat}, by flow
    wire [12:0] fetch_place;

    wire        slot_unused;
    wire        take;
    wire [6:0]  slot;
    wire [1:0]  path_of_seq;
    wire [5:0]  seg_list;
    wire [5:0]  round_addr;
    wire [11:0] round_data;
    wire [31:0] rx_ends;
    wire [5:0]  rx_packets;
    wire        rx_complete;
    wire [15:0] move_hint_ahead;
    wire [4:0]  move_hint_first;
    wire [4:0]  move_hint_first_ahead;
    wire [3:0]  move_hint_index;
    wire [1:0]  path_of_first;
    wire [1:0]  path_of_second;
    wire        move;
    wire [1:0]  path_behind;
    wire        moves_before;
    wire [3:0]  moved_addr;
    wire [3:0]  moved_data;
    wire        seen_next;
    wire [15:0] move_clears;
    wire [15:0] move_sets;
    wire        complete;
    wire [3:0]  done_addr;
    wire [12:0] done_data;
    wire [15:0] line_sets;
    wire        finding;
    wire        enqueue;
    wire        choosing;
    wire [15:0] line_hint_ahead;
    wire [4:0]  line_hint_first;
    wire [4:0]  line_hint_first_ahead;
    wire [3:0]  line_hint_index;
    wire [12:0] gone_after;
    wire        no_packet;
    wire        start;
    wire [3:0]  gone_addr;
    wire [12:0] gone_data;
    wire        line_stale;
    wire        line_waits;
    wire        last_packet;
    wire [15:0] line_clears;
    wire        partly;
    wire [6:0]  found;
    wire [31:0] ends_from_first;
    wire [5:0]  first_end;
    wire [4:0]  slot_last;
    wire [4:0]  stop;
    wire [3:0]  place_addr;
    wire [12:0] place_data;
    wire [25:0] item;
    wire [4:0]  line_beat;
    wire        line_read;
    wire        line_end;
    wire        line_torn;
    wire        line_damaged;
    wire        line_frees;
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
    wire        items_full;
    wire        items_empty;
    wire [2:0]  items_count;

`ifdef RTLGEN_CHECKS
    reg  [6:0]  granted_held;      // granted segments whose credits have not returned
    reg  [15:0] unsolicited_held;  // adapters whose unsolicited segment is here
    reg         within_segment;    // beats of a segment are still to come
    reg  [5:0]  beats_of_segment;  // beats of the segment that have come
    wire        segment_ends;
`endif

    wire [3:0] item_flow = item[25:22];   // source of the packet
    wire [6:0] item_slot = item[21:15];   // where it is
    wire [4:0] item_first = item[14:10];  // first beat
    wire [4:0] item_last = item[9:5];     // last beat
    wire       item_begins = item[4];     // the packet begins with it
    wire       item_ends = item[3];       // the packet ends with it
    wire       item_frees = item[2];      // the slot has been read then
    wire       item_unsol = item[1];      // the segment was unsolicited
    wire       item_bad = item[0];        // the segment is damaged

    wire unused_lists_ready = &{1'b0, path_lists_ready, flow_lists_ready, flow_lists_look_empty,
                                flow_lists_pop_empty};
    wire unused_node_high = &{1'b0, node[3:2]};
    wire unused_free_state = &{1'b0, free_full, free_count};
    wire unused_items_state = &{1'b0, items_count};

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

    // The index of the lowest 1, below a bit that is 1 if there is one: a tree of pairs.
    function [5:0] first_one_32(input [31:0] bits);
        reg [31:0] any;
        reg [31:0] index_0;
        reg [31:0] index_1;
        reg [31:0] index_2;
        reg [31:0] index_3;
        reg index_4;
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
            index_3 = ~any;
            any = any | (any >> 8);
            index_0 = (~any | index_0) & (any | (index_0 >> 16));
            index_1 = (~any | index_1) & (any | (index_1 >> 16));
            index_2 = (~any | index_2) & (any | (index_2 >> 16));
            index_3 = (~any | index_3) & (any | (index_3 >> 16));
            index_4 = ~any[0];
            any = any | (any >> 16);
            first_one_32 = {any[0], index_4, index_3[0], index_2[0], index_1[0], index_0[0]};
        end
    endfunction

    reqgrant_lists_lists64_slots84 path_lists (
        .clk        (clk),
        .rst        (rst),
        .push_valid (rx_complete),
        .push_list  ({rx_path_q, rx_src_q}),
        .push_slot  (rx_slot_q),
        .pop_valid  (move_looks_q),
        .pop_list   ({move_path_q, move_flow_q}),
        .pop_slot   (path_lists_pop_slot),
        .pop_empty  (path_lists_pop_empty),
        .look_list  ({path_after_q, move_flow_q}),
        .look_empty (path_lists_look_empty),
        .ready      (path_lists_ready)
    );

    reqgrant_lists_slots84 flow_lists (
        .clk        (clk),
        .rst        (rst),
        .push_valid (append_now_q),
        .push_list  (append_flow_now_q),
        .push_slot  (append_slot_now_q),
        .pop_valid  (finding && !partly),
        .pop_list   (fetch_flow_q),
        .pop_slot   (flow_lists_pop_slot),
        .pop_empty  (flow_lists_pop_empty),
        .look_list  (4'd0),
        .look_empty (flow_lists_look_empty),
        .ready      (flow_lists_ready)
    );

    fifo_width7_depth68 free (
        .clk   (clk),
        .rst   (rst),
        .push  (released_q),
        .wdata (line_slot_q),
        .pop   (take && !slot_unused),
        .rdata (free_rdata),
        .full  (free_full),
        .empty (free_empty),
        .count (free_count)
    );

    fifo_width26_depth4 items (
        .clk   (clk),
        .rst   (rst),
        .push  (enqueue),
        .wdata ({fetch_flow_q, fetch_slot_q, fetch_first_q, fetch_last_q, fetch_begins_q,
                 fetch_ends_q, fetch_frees_q, fetch_unsol_q, fetch_bad_q}),
        .pop   (line_read && line_end),
        .rdata (item),
        .full  (items_full),
        .empty (items_empty),
        .count (items_count)
    );

    assign ready                 = init_q[6];
    assign slot_unused           = fresh_q != 7'd68;
    assign take                  = seg_valid && !seg_unsol;
    assign slot                  = seg_unsol ? 7'd68 + {3'd0, seg_src}
                                 : slot_unused ? fresh_q : free_rdata;
    assign arrived               = seg_valid && !seg_unsol;
    assign path_of_seq           = seg_seq[1:0] + seg_src[1:0] + node[1:0];
    assign seg_list              = {seg_src, seg_path};
    assign round_addr            = !init_q[6] ? init_q[5:0] : seg_list;
    assign round_data            = !init_q[6] ? 12'd0 : seg_seq[13:2] + 12'd1;
    assign err_sequence          = err_sequence_q;
    assign rx_ends               = rx_ends_q | (beat_eop ? 32'd1 << rx_beat_q : 32'd0);
    assign rx_packets            = rx_packets_q + {5'd0, beat_eop};
    assign rx_complete           = beat_valid && beat_tail;
    assign move_hint_ahead       = move_hints_q & {move_above_last, 1'b0};
    assign move_hint_first       = first_one_16(move_hints_q);
    assign move_hint_first_ahead = first_one_16(move_hint_ahead);
    assign move_hint_index = move_hint_first_ahead[4] ? move_hint_first_ahead[3:0]
                           : move_hint_first[4] ? move_hint_first[3:0] : 4'd0;
    assign path_of_first  = init_q[1:0] + node[1:0];
    assign path_of_second = path_of_first + 2'd1;
    assign moves_before   = move && move_asks_q == move_flow_q;
    assign path_behind    = path_after_q + 2'd1;
    assign move           = move_looks_q && !path_lists_pop_empty;
    assign moved_addr     = !init_q[6] ? init_q[3:0] : move_flow_q;
    assign moved_data = !init_q[6] ? {path_of_second, path_of_first} : {path_behind, path_after_q};
    assign seen_next  = seen_moved[1:0] == seen_path_q;
    assign move_clears = (move_looks_q && (!move || path_lists_look_empty)) ? 16'd1 << move_flow_q
                       : 16'd0;
    assign move_sets             = (seen_valid_q && seen_next) ? 16'd1 << seen_src_q : 16'd0;
    assign complete              = append_now_q && (|append_packets_q);
    assign done_addr             = !init_q[6] ? init_q[3:0] : append_flow_now_q;
    assign done_data             = !init_q[6] ? 13'd0 : append_done + {7'd0, append_packets_q};
    assign line_sets             = complete ? 16'd1 << append_flow_now_q : 16'd0;
    assign finding               = fetch_q == FETCH_FIND;
    assign enqueue               = fetch_q == FETCH_QUEUE && !items_full;
    assign choosing              = fetch_q == FETCH_CHOOSE || (enqueue && fetch_ends_q);
    assign line_hint_ahead       = line_hints_q & {line_above_last, 1'b0};
    assign line_hint_first       = first_one_16(line_hints_q);
    assign line_hint_first_ahead = first_one_16(line_hint_ahead);
    assign line_hint_index = line_hint_first_ahead[4] ? line_hint_first_ahead[3:0]
                           : line_hint_first[4] ? line_hint_first[3:0] : 4'd0;
    assign gone_after      = next_gone + 13'd1;
    assign no_packet       = next_done == next_gone;
    assign start           = line_chosen_q && choosing && !no_packet;
    assign gone_addr       = !init_q[6] ? init_q[3:0] : line_next_q;
    assign gone_data       = !init_q[6] ? 13'd0 : gone_after;
    assign line_stale      = line_chosen_q && no_packet;
    assign line_waits      = line_chosen_q && !(choosing || no_packet);
    assign last_packet     = (next_gone ^ next_done) == {next_gone[11:0] & ~next_done[11:0], 1'b1};
    assign line_clears     = ((start && last_packet) || line_stale) ? 16'd1 << line_next_q : 16'd0;
    assign partly          = fetch_place[12];
    assign found           = partly ? fetch_place[11:5] : flow_lists_pop_slot;
    assign ends_from_first = slot_ends_q[31:0] & (32'hffffffff << fetch_first_q);
    assign first_end       = first_one_32(ends_from_first);
    assign slot_last       = slot_ends_q[36:32];
    assign stop            = first_end[5] ? first_end[4:0] : slot_last;
    assign place_addr      = !init_q[6] ? init_q[3:0] : fetch_flow_q;
    assign place_data   = !init_q[6] ? 13'd0 : {~fetch_frees_q, fetch_slot_q, fetch_last_q + 5'd1};
    assign line_beat    = line_running_q ? line_beat_q : item_first;
    assign line_read    = line_en && !items_empty;
    assign line_end     = line_beat == item_last;
    assign line_valid   = line_valid_q;
    assign line_src     = line_src_q;
    assign line_data    = line_payload;
    assign line_first   = line_first_q;
    assign line_torn    = line_first_q && (|line_payload[47:32]);
    assign line_damaged = line_item_bad_q || line_torn || (line_damaged_q && !line_first_q);
    assign line_bad     = line_damaged;
    assign line_last    = line_last_q;
    assign line_frees   = line_read && line_end && item_frees;
    assign released     = released_q;
    assign left_valid   = left_valid_q;
    assign left_node    = line_src;

`ifdef RTLGEN_CHECKS
    assign segment_ends = beat_valid && beat_tail;
`endif

    always @(posedge clk) begin
        if (complete || !init_q[6]) done[done_addr] <= done_data;
    end

    assign append_done = done[append_flow_now_q];

    assign next_done = done[line_next_q];

    always @(posedge clk) begin
        if (beat_valid) payload[{rx_slot_q, rx_beat_q}] <= beat_data;
        if (line_read) line_payload <= payload[{item_slot, line_beat}];
    end

    always @(posedge clk) begin
        if (rx_complete) ends[rx_slot_q] <= {beat_bad, rx_unsol_q, rx_beat_q, rx_ends};
        if (finding) fetch_ends <= ends[found];
    end

    always @(posedge clk) begin
        if (rx_complete) packets[rx_slot_q] <= rx_packets;
        if (move) append_packets <= packets[path_lists_pop_slot];
    end

    always @(posedge clk) begin
        if (seg_valid || !init_q[6]) round[round_addr] <= round_data;
    end

    assign seg_round = round[seg_list];

    always @(posedge clk) begin
        if (move || !init_q[6]) moved[moved_addr] <= moved_data;
    end

    assign moved_before = moved[move_asks_q];

    assign seen_moved = moved[seen_src_q];

    always @(posedge clk) begin
        if (start || !init_q[6]) gone[gone_addr] <= gone_data;
    end

    assign next_gone = gone[line_next_q];

    always @(posedge clk) begin
        if (enqueue || !init_q[6]) place[place_addr] <= place_data;
    end

    assign fetch_place = place[fetch_flow_q];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [325:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (11) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[293:0], memory_fill};
        end
        {round_was_q, round_now_q, path_wrong_q, rx_slot_q, rx_src_q, rx_path_q, rx_unsol_q,
         rx_beat_q, rx_ends_q, rx_packets_q, move_asks_q, move_flow_q, move_path_q, path_after_q,
         seen_src_q, seen_path_q, append_flow_q, append_slot_q, append_flow_now_q,
         append_slot_now_q, append_packets_q, fetch_last_q, fetch_ends_q, fetch_unsol_q,
         fetch_bad_q, line_next_q, fetch_flow_q, fetch_slot_q, fetch_first_q, fetch_begins_q,
         slot_ends_q, fetch_frees_q, line_beat_q, line_first_q, line_src_q, line_damaged_q,
         line_item_bad_q, line_last_q, line_slot_q, line_payload, fetch_ends,
         append_packets} = memory_bits;
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            done[memory_word] = memory_fill[31:19];
        end
        for (memory_word = 0; memory_word < 2688; memory_word = memory_word + 1) begin
            repeat (2) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                payload[memory_word] = {payload[memory_word][31:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 84; memory_word = memory_word + 1) begin
            repeat (2) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                ends[memory_word] = {ends[memory_word][6:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 84; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            packets[memory_word] = memory_fill[31:26];
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            round[memory_word] = memory_fill[31:20];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            moved[memory_word] = memory_fill[31:28];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            gone[memory_word] = memory_fill[31:19];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            place[memory_word] = memory_fill[31:19];
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            init_q <= 7'd0;
            fresh_q <= 7'd0;
            checks_q <= 1'b0;
            err_sequence_q <= 1'b0;
            move_hints_q <= 16'd0;
            move_above_last <= 15'd0;
            move_chosen_q <= 1'b0;
            move_looks_q <= 1'b0;
            seen_valid_q <= 1'b0;
            append_valid_q <= 1'b0;
            append_now_q <= 1'b0;
            fetch_q <= 3'd0;
            line_hints_q <= 16'd0;
            line_above_last <= 15'd0;
            line_chosen_q <= 1'b0;
            line_running_q <= 1'b0;
        end else begin
            if (!init_q[6]) init_q <= init_q + 7'd1;
            if (take && slot_unused) fresh_q <= fresh_q + 7'd1;
            checks_q <= seg_valid;
            err_sequence_q <= checks_q && (round_was_q != round_now_q || path_wrong_q);
            move_hints_q <= (move_hints_q & ~move_clears) | move_sets;
            if (move_hint_first[4]) move_above_last <= 15'h7fff << move_hint_index;
            move_chosen_q <= move_hint_first[4];
            move_looks_q <= move_chosen_q;
            seen_valid_q <= rx_complete;
            append_valid_q <= move;
            append_now_q <= append_valid_q;
            if (finding) fetch_q <= FETCH_WAIT;
            if (fetch_q == FETCH_WAIT) fetch_q <= FETCH_READ;
            if (fetch_q == FETCH_READ) fetch_q <= FETCH_QUEUE;
            if (enqueue) fetch_q <= fetch_ends_q ? FETCH_CHOOSE : FETCH_FIND;
            if (start) fetch_q <= FETCH_FIND;
            line_hints_q <= (line_hints_q & ~line_clears) | line_sets;
            if (line_hint_first[4] && !line_waits) line_above_last <= 15'h7fff << line_hint_index;
            line_chosen_q <= line_hint_first[4] || line_waits;
            if (line_read) line_running_q <= !line_end;
        end
    end

    always @(posedge clk) begin
        round_was_q <= seg_round;
        round_now_q <= seg_seq[13:2];
        path_wrong_q <= path_of_seq != seg_path;
        move_asks_q <= move_hint_index;
        move_flow_q <= move_asks_q;
        move_path_q <= moves_before ? path_after_q : moved_before[1:0];
        path_after_q <= moves_before ? path_behind : moved_before[3:2];
        seen_src_q <= rx_src_q;
        seen_path_q <= rx_path_q;
        append_flow_q <= move_flow_q;
        append_slot_q <= path_lists_pop_slot;
        append_flow_now_q <= append_flow_q;
        append_slot_now_q <= append_slot_q;
        append_packets_q <= append_packets;
        if (line_hint_first[4] && !line_waits) line_next_q <= line_hint_index;
        if (fetch_q == FETCH_WAIT) slot_ends_q <= fetch_ends;
    end

    always @(posedge clk) begin
        if (seg_valid) begin
            rx_slot_q <= slot;
            rx_src_q <= seg_src;
            rx_path_q <= seg_path;
            rx_unsol_q <= seg_unsol;
            rx_beat_q <= 5'd0;
            rx_ends_q <= 32'd0;
            rx_packets_q <= 6'd0;
        end else if (beat_valid) begin
            rx_beat_q <= rx_beat_q + 5'd1;
            rx_ends_q <= rx_ends;
            rx_packets_q <= rx_packets;
        end
    end

    always @(posedge clk) begin
        if (fetch_q == FETCH_READ) begin
            fetch_last_q <= stop;
            fetch_ends_q <= first_end[5];
            fetch_frees_q <= (ends_from_first & ~(32'd1 << slot_last)) == 32'd0;
            fetch_unsol_q <= slot_ends_q[37];
            fetch_bad_q <= slot_ends_q[38];
        end
    end

    always @(posedge clk) begin
        if (enqueue) fetch_begins_q <= 1'b0;
        if (start) begin
            fetch_flow_q <= line_next_q;
            fetch_begins_q <= 1'b1;
        end
    end

    always @(posedge clk) begin
        if (finding) begin
            fetch_slot_q <= found;
            fetch_first_q <= partly ? fetch_place[4:0] : 5'd0;
        end
    end

    always @(posedge clk) begin
        if (line_read) line_beat_q <= line_beat + 5'd1;
        line_first_q <= item_begins && !line_running_q;
        line_src_q <= item_flow;
        if (line_valid_q) line_damaged_q <= line_damaged;
        line_item_bad_q <= item_bad;
        line_last_q <= item_ends && line_end;
        line_slot_q <= item_slot;
    end

    always @(posedge clk) begin
        if (rst) begin
            line_valid_q <= 1'b0;
            released_q <= 1'b0;
            left_valid_q <= 1'b0;
        end else begin
            line_valid_q <= line_read;
            released_q <= line_frees && !item_unsol;
            left_valid_q <= line_frees && item_unsol;
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            granted_held <= 7'd0;
            unsolicited_held <= 16'd0;
        end else begin
            granted_held <= granted_held + {6'd0, take} - {6'd0, released};
            if (left_valid) unsolicited_held[left_node] <= 1'b0;
            if (seg_valid && seg_unsol) unsolicited_held[seg_src] <= 1'b1;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            within_segment <= 1'b0;
            beats_of_segment <= 6'd0;
        end else if (seg_valid) begin
            within_segment <= 1'b1;
            beats_of_segment <= 6'd0;
        end else if (beat_valid) begin
            within_segment <= !segment_ends;
            beats_of_segment <= beats_of_segment + 6'd1;
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
            // no segment before the tables are initialised
            if (seg_valid && !ready) begin
                $display("RTLGEN_ASSERT %m ready_before_segment fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // at most b_reasm segments are granted
            if (take && granted_held == 7'd64) begin
                $display("RTLGEN_ASSERT %m granted_segment_has_room fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a flow has one unsolicited segment until it is acknowledged
            if (seg_valid && seg_unsol && unsolicited_held[seg_src]) begin
                $display("RTLGEN_ASSERT %m one_unsolicited_segment fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // beats follow their header
            if (beat_valid && (!within_segment || seg_valid)) begin
                $display("RTLGEN_ASSERT %m beat_of_a_segment fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a segment ends before the next one begins
            if (seg_valid && within_segment) begin
                $display("RTLGEN_ASSERT %m segment_is_whole fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a segment has 1 to 32 beats
            if (beat_valid && beats_of_segment == 6'd32) begin
                $display("RTLGEN_ASSERT %m at_most_32_beats fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_reqgrant_beat_egress
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a granted segment finds a slot
            slot_for_granted: assert (!(take && !slot_unused) || !free_empty);
            // no segment before the tables are initialised
            ready_before_segment: `RTLGEN_CONTRACT (!seg_valid || ready);
            // at most b_reasm segments are granted
            granted_segment_has_room: `RTLGEN_CONTRACT (!take || granted_held != 7'd64);
            // a flow has one unsolicited segment until it is acknowledged
            one_unsolicited_segment: `RTLGEN_CONTRACT (!(seg_valid && seg_unsol)
                                                    || !unsolicited_held[seg_src]);
            // beats follow their header
            beat_of_a_segment: `RTLGEN_CONTRACT (!beat_valid || (within_segment && !seg_valid));
            // a segment ends before the next one begins
            segment_is_whole: `RTLGEN_CONTRACT (!seg_valid || !within_segment);
            // a segment has 1 to 32 beats
            at_most_32_beats: `RTLGEN_CONTRACT (!beat_valid || beats_of_segment != 6'd32);
        end
    end
`undef RTLGEN_CONTRACT
`endif

    // Read by checks only.
    wire unused_seen_moved = &{1'b0, seen_moved[3:2]};
    wire unused_free_empty = &{1'b0, free_empty};

endmodule

`default_nettype wire
