// SPDX-License-Identifier: Apache-2.0
// reqgrant_egress_b_reasm256_max_p1: output adapter: resequencing, reassembly, external line
//
// nodes = 16, paths = 4, g = 16, b_reasm = 256, max_p = 1
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module reqgrant_egress_b_reasm256_max_p1 (
    input  wire        clk,           // rising edge
    input  wire        rst,           // synchronous, active high
    input  wire [3:0]  node,          // number of this adapter; never changes

    // segments from the parser
    input  wire        seg_valid,     // a segment
    input  wire [3:0]  seg_src,       // adapter that it comes from; all fields unknown while not
                                      // valid
    input  wire [1:0]  seg_path,      // path that it has taken
    input  wire [13:0] seg_seq,       // position in its flow
    input  wire        seg_last,      // last of its packet
    input  wire        seg_unsol,     // sent without a grant
    input  wire [31:0] seg_tag,       // payload

    input  wire        line_en,       // a segment may leave

    // the external line
    output wire        line_valid,    // a segment leaves
    output wire [3:0]  line_src,      // adapter that it comes from; all fields unknown while not
                                      // valid
    output wire [31:0] line_tag,      // payload
    output wire        line_first,    // first of its packet
    output wire        line_last,     // last of its packet

    output wire        arrived,       // a granted segment has arrived: its fabric buffer is free
    output wire        released,      // granted segments of the packet that starts to leave

    // an unsolicited segment has left
    output wire        left_valid,    // it happens
    output wire [3:0]  left_node,     // adapter at the other end; unknown while not valid

    output wire        err_sequence,  // two cycles before a segment was not the next one of its
                                      // flow on its path; a register
    output wire        ready          // 0 for nodes*paths cycles after reset: nothing arrives
                                      // before
);

    reg [6:0]  init_q;
    reg [8:0]  fresh_q;
    reg        checks_q;
    reg [11:0] round_was_q;
    reg [11:0] round_now_q;
    reg        path_wrong_q;
    reg        err_sequence_q;
    reg [15:0] move_hints_q;
    reg [14:0] move_above_last;
    reg        move_chosen_q;
    reg [3:0]  move_asks_q;
    reg        seen_valid_q;
    reg [3:0]  seen_src_q;
    reg [1:0]  seen_path_q;
    reg        append_valid_q;
    reg [3:0]  append_flow_q;
    reg [8:0]  append_slot_q;
    reg        segments_left_q;
    reg [3:0]  line_flow_q;
    reg        in_packet_q;
    reg [15:0] line_hints_q;
    reg [14:0] line_above_last;
    reg        line_chosen_q;
    reg [3:0]  line_next_q;
    reg [8:0]  line_slot_q;
    reg        line_valid_q;
    reg        line_first_q;
    reg [3:0]  line_src_q;

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [9:0]  done [0:15];
    wire [9:0]  append_done;
    wire [9:0]  next_done;
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [32:0] info [0:274];
    reg  [32:0] line_info;
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg         lasts [0:274];
    reg         append_packets;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [11:0] round [0:63];
    wire [11:0] seg_round;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [3:0]  moved [0:15];
    wire [3:0]  move_paths;
    wire [3:0]  seen_moved;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [9:0]  gone [0:15];
    wire [9:0]  next_gone;

    wire        slot_unused;
    wire        take;
    wire [8:0]  slot;
    wire [1:0]  path_of_seq;
    wire [5:0]  seg_list;
    wire [5:0]  round_addr;
    wire [11:0] round_data;
    wire [15:0] move_hint_ahead;
    wire [4:0]  move_hint_first;
    wire [4:0]  move_hint_first_ahead;
    wire [3:0]  move_hint_index;
    wire [1:0]  path_of_first;
    wire [1:0]  path_of_second;
    wire        move;
    wire [1:0]  path_behind;
    wire [3:0]  moved_addr;
    wire [3:0]  moved_data;
    wire        seen_next;
    wire [15:0] move_clears;
    wire [15:0] move_sets;
    wire        complete;
    wire [3:0]  done_addr;
    wire [9:0]  done_data;
    wire [15:0] line_sets;
    wire        line_free;
    wire [15:0] line_hint_ahead;
    wire [4:0]  line_hint_first;
    wire [4:0]  line_hint_first_ahead;
    wire [3:0]  line_hint_index;
    wire [9:0]  gone_after;
    wire        no_packet;
    wire        start;
    wire [3:0]  gone_addr;
    wire [9:0]  gone_data;
    wire        line_stale;
    wire        line_waits;
    wire        last_packet;
    wire [15:0] line_clears;
    wire [3:0]  line_flow;
    wire        line_read;
    wire        line_unsol;
    wire [8:0]  path_lists_pop_slot;
    wire        path_lists_pop_empty;
    wire        path_lists_look_empty;
    wire        path_lists_ready;
    wire [8:0]  flow_lists_pop_slot;
    wire        flow_lists_pop_empty;
    wire        flow_lists_look_empty;
    wire        flow_lists_ready;
    wire [8:0]  free_rdata;
    wire        free_full;
    wire        free_empty;
    wire [8:0]  free_count;

`ifdef RTLGEN_CHECKS
    reg [8:0]  granted_held;
    reg [15:0] unsolicited_held;
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

    reqgrant_lists_lists64_slots275 path_lists (
        .clk        (clk),
        .rst        (rst),
        .push_valid (seg_valid),
        .push_list  ({seg_path, seg_src}),
        .push_slot  (slot),
        .pop_valid  (move_chosen_q),
        .pop_list   ({move_paths[1:0], move_asks_q}),
        .pop_slot   (path_lists_pop_slot),
        .pop_empty  (path_lists_pop_empty),
        .look_list  ({move_paths[3:2], move_asks_q}),
        .look_empty (path_lists_look_empty),
        .ready      (path_lists_ready)
    );

    reqgrant_lists_slots275 flow_lists (
        .clk        (clk),
        .rst        (rst),
        .push_valid (append_valid_q),
        .push_list  (append_flow_q),
        .push_slot  (append_slot_q),
        .pop_valid  (line_read),
        .pop_list   (line_flow),
        .pop_slot   (flow_lists_pop_slot),
        .pop_empty  (flow_lists_pop_empty),
        .look_list  (4'd0),
        .look_empty (flow_lists_look_empty),
        .ready      (flow_lists_ready)
    );

    fifo_width9_depth259 free (
        .clk   (clk),
        .rst   (rst),
        .push  (line_valid_q && !line_unsol),
        .wdata (line_slot_q),
        .pop   (take && !slot_unused),
        .rdata (free_rdata),
        .full  (free_full),
        .empty (free_empty),
        .count (free_count)
    );

    assign ready                 = init_q[6];
    assign slot_unused           = fresh_q != 9'd259;
    assign take                  = seg_valid && !seg_unsol;
    assign slot                  = seg_unsol ? 9'd259 + {5'd0, seg_src}
                                 : slot_unused ? fresh_q : free_rdata;
    assign arrived               = seg_valid && !seg_unsol;
    assign path_of_seq           = seg_seq[1:0] + seg_src[1:0] + node[1:0];
    assign seg_list              = {seg_src, seg_path};
    assign round_addr            = !init_q[6] ? init_q[5:0] : seg_list;
    assign round_data            = !init_q[6] ? 12'd0 : seg_seq[13:2] + 12'd1;
    assign err_sequence          = err_sequence_q;
    assign move_hint_ahead       = move_hints_q & {move_above_last, 1'b0};
    assign move_hint_first       = first_one_16(move_hints_q);
    assign move_hint_first_ahead = first_one_16(move_hint_ahead);
    assign move_hint_index = move_hint_first_ahead[4] ? move_hint_first_ahead[3:0]
                           : move_hint_first[4] ? move_hint_first[3:0] : 4'd0;
    assign path_of_first  = init_q[1:0] + node[1:0];
    assign path_of_second = path_of_first + 2'd1;
    assign path_behind    = move_paths[3:2] + 2'd1;
    assign move           = move_chosen_q && !path_lists_pop_empty;
    assign moved_addr     = !init_q[6] ? init_q[3:0] : move_asks_q;
    assign moved_data = !init_q[6] ? {path_of_second, path_of_first}
                      : {path_behind, move_paths[3:2]};
    assign seen_next = seen_moved[1:0] == seen_path_q;
    assign move_clears = (move_chosen_q && (!move || path_lists_look_empty)) ? 16'd1 << move_asks_q
                       : 16'd0;
    assign move_sets             = (seen_valid_q && seen_next) ? 16'd1 << seen_src_q : 16'd0;
    assign complete              = append_valid_q && append_packets;
    assign done_addr             = !init_q[6] ? init_q[3:0] : append_flow_q;
    assign done_data             = !init_q[6] ? 10'd0 : append_done + {9'd0, append_packets};
    assign line_sets             = complete ? 16'd1 << append_flow_q : 16'd0;
    assign line_free             = line_en && !in_packet_q;
    assign line_hint_ahead       = line_hints_q & {line_above_last, 1'b0};
    assign line_hint_first       = first_one_16(line_hints_q);
    assign line_hint_first_ahead = first_one_16(line_hint_ahead);
    assign line_hint_index = line_hint_first_ahead[4] ? line_hint_first_ahead[3:0]
                           : line_hint_first[4] ? line_hint_first[3:0] : 4'd0;
    assign gone_after  = next_gone + 10'd1;
    assign no_packet   = next_done == next_gone;
    assign start       = line_chosen_q && line_free && !no_packet;
    assign gone_addr   = !init_q[6] ? init_q[3:0] : line_next_q;
    assign gone_data   = !init_q[6] ? 10'd0 : gone_after;
    assign line_stale  = line_chosen_q && no_packet;
    assign line_waits  = line_chosen_q && !(line_free || no_packet);
    assign last_packet = (next_gone ^ next_done) == {next_gone[8:0] & ~next_done[8:0], 1'b1};
    assign line_clears = ((start && last_packet) || line_stale) ? 16'd1 << line_next_q : 16'd0;
    assign line_flow   = in_packet_q ? line_flow_q : line_next_q;
    assign line_read   = start || (in_packet_q && line_en);
    assign line_unsol  = line_slot_q >= 9'd259;
    assign line_valid  = line_valid_q;
    assign line_src    = line_src_q;
    assign line_tag    = line_info[31:0];
    assign line_first  = line_first_q;
    assign line_last   = line_info[32];
    assign left_valid  = line_valid_q && line_unsol;
    assign left_node   = line_src;
    assign released    = (line_valid_q && line_first_q) ? 1'b1 - line_unsol : 1'b0;

    always @(posedge clk) begin
        if (complete || !init_q[6]) done[done_addr] <= done_data;
    end

    assign append_done = done[append_flow_q];

    assign next_done = done[line_next_q];

    always @(posedge clk) begin
        if (seg_valid) info[slot] <= {seg_last, seg_tag};
    end

    always @(posedge clk) begin
        if (line_read) line_info <= info[flow_lists_pop_slot];
    end

    always @(posedge clk) begin
        if (seg_valid) lasts[slot] <= seg_last;
    end

    always @(posedge clk) begin
        if (move) append_packets <= lasts[path_lists_pop_slot];
    end

    always @(posedge clk) begin
        if (seg_valid || !init_q[6]) round[round_addr] <= round_data;
    end

    assign seg_round = round[seg_list];

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
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            done[memory_word] = memory_fill[31:22];
        end
        for (memory_word = 0; memory_word < 275; memory_word = memory_word + 1) begin
            repeat (2) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                info[memory_word] = {info[memory_word][0], memory_fill};
            end
        end
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            line_info = {line_info[0], memory_fill};
        end
        for (memory_word = 0; memory_word < 275; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            lasts[memory_word] = memory_fill[31];
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        append_packets = memory_fill[31];
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
            gone[memory_word] = memory_fill[31:22];
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        round_was_q = memory_fill[31:20];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        round_now_q = memory_fill[31:20];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        path_wrong_q = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        move_asks_q = memory_fill[31:28];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        seen_src_q = memory_fill[31:28];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        seen_path_q = memory_fill[31:30];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        append_flow_q = memory_fill[31:28];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        append_slot_q = memory_fill[31:23];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        line_flow_q = memory_fill[31:28];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        line_next_q = memory_fill[31:28];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        line_slot_q = memory_fill[31:23];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        line_first_q = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        line_src_q = memory_fill[31:28];
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            init_q <= 7'd0;
        end else if (!init_q[6]) begin
            init_q <= init_q + 7'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            fresh_q <= 9'd0;
        end else if (take && slot_unused) begin
            fresh_q <= fresh_q + 9'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            checks_q <= 1'b0;
        end else begin
            checks_q <= seg_valid;
        end
    end

    always @(posedge clk) begin
        round_was_q <= seg_round;
    end

    always @(posedge clk) begin
        round_now_q <= seg_seq[13:2];
    end

    always @(posedge clk) begin
        path_wrong_q <= path_of_seq != seg_path;
    end

    always @(posedge clk) begin
        if (rst) begin
            err_sequence_q <= 1'b0;
        end else begin
            err_sequence_q <= checks_q && (round_was_q != round_now_q || path_wrong_q);
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            move_hints_q <= 16'd0;
        end else begin
            move_hints_q <= (move_hints_q & ~move_clears) | move_sets;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            move_above_last <= 15'd0;
        end else if (move_hint_first[4]) begin
            move_above_last <= 15'h7fff << move_hint_index;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            move_chosen_q <= 1'b0;
        end else begin
            move_chosen_q <= move_hint_first[4];
        end
    end

    always @(posedge clk) begin
        move_asks_q <= move_hint_index;
    end

    always @(posedge clk) begin
        if (rst) begin
            seen_valid_q <= 1'b0;
        end else begin
            seen_valid_q <= seg_valid;
        end
    end

    always @(posedge clk) begin
        seen_src_q <= seg_src;
    end

    always @(posedge clk) begin
        seen_path_q <= seg_path;
    end

    always @(posedge clk) begin
        if (rst) begin
            append_valid_q <= 1'b0;
        end else begin
            append_valid_q <= move;
        end
    end

    always @(posedge clk) begin
        append_flow_q <= move_asks_q;
    end

    always @(posedge clk) begin
        append_slot_q <= path_lists_pop_slot;
    end

    always @(posedge clk) begin
        if (rst) begin
            segments_left_q <= 1'b0;
            in_packet_q <= 1'b0;
        end else if (start) begin
            segments_left_q <= 1'b0;
            in_packet_q <= 1'b0;
        end else if (line_read) begin
            segments_left_q <= segments_left_q - 1'b1;
            in_packet_q <= segments_left_q != 1'b1;
        end
    end

    always @(posedge clk) begin
        if (start) begin
            line_flow_q <= line_next_q;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            line_hints_q <= 16'd0;
        end else begin
            line_hints_q <= (line_hints_q & ~line_clears) | line_sets;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            line_above_last <= 15'd0;
        end else if (line_hint_first[4] && !line_waits) begin
            line_above_last <= 15'h7fff << line_hint_index;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            line_chosen_q <= 1'b0;
        end else begin
            line_chosen_q <= line_hint_first[4] || line_waits;
        end
    end

    always @(posedge clk) begin
        if (line_hint_first[4] && !line_waits) begin
            line_next_q <= line_hint_index;
        end
    end

    always @(posedge clk) begin
        line_slot_q <= flow_lists_pop_slot;
    end

    always @(posedge clk) begin
        if (rst) begin
            line_valid_q <= 1'b0;
        end else begin
            line_valid_q <= line_read;
        end
    end

    always @(posedge clk) begin
        line_first_q <= start;
    end

    always @(posedge clk) begin
        line_src_q <= line_flow;
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            granted_held <= 9'd0;
        end else begin
            granted_held <= granted_held + {8'd0, take} - {8'd0, released};
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            unsolicited_held <= 16'd0;
        end else begin
            if (left_valid) begin
                unsolicited_held[left_node] <= 1'b0;
            end
            if (seg_valid && seg_unsol) begin
                unsolicited_held[seg_src] <= 1'b1;
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
            // a granted segment finds a slot
            if (take && !slot_unused && free_empty) begin
                $display("RTLGEN_ASSERT %m slot_for_granted fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (in_packet_q != (segments_left_q != 1'b0)) begin
                $display("RTLGEN_ASSERT %m in_packet_is_count fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no segment before the tables are initialised
            if (seg_valid && !ready) begin
                $display("RTLGEN_ASSERT %m ready_before_segment fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // at most b_reasm segments are granted
            if (take && granted_held == 9'd256) begin
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
`ifdef RTLGEN_FORMAL_reqgrant_egress_b_reasm256_max_p1
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a granted segment finds a slot
            slot_for_granted: assert (!(take && !slot_unused) || !free_empty);
            in_packet_is_count: assert (in_packet_q == (segments_left_q != 1'b0));
            // no segment before the tables are initialised
            ready_before_segment: `RTLGEN_CONTRACT (!seg_valid || ready);
            // at most b_reasm segments are granted
            granted_segment_has_room: `RTLGEN_CONTRACT (!take || granted_held != 9'd256);
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
