// SPDX-License-Identifier: Apache-2.0
// reqgrant_lists_lists64_slots275: linked lists over shared slots, in RAM: one append and one removal per cycle
//
// lists = 64, slots = 275
`default_nettype none

module reqgrant_lists_lists64_slots275 (
    input  wire       clk,         // rising edge
    input  wire       rst,         // synchronous, active high

    // append
    input  wire       push_valid,  // a slot is appended
    input  wire [5:0] push_list,   // to this list
    input  wire [8:0] push_slot,   // the slot; in no list yet

    // remove
    input  wire       pop_valid,   // the head is dropped, if there is one
    input  wire [5:0] pop_list,    // of this list
    output wire [8:0] pop_slot,    // its head; unknown while empty
    output wire       pop_empty,   // it has no slot

    // another list is looked at
    input  wire [5:0] look_list,   // a list
    output wire       look_empty,  // it has no slot

    output wire       ready        // 0 for lists cycles after reset: nothing is appended before
);

    reg [6:0] init_q;         // table addresses initialised since reset
    reg       pushed_q;       // push_valid, one cycle later
    reg [8:0] pushed_slot_q;  // push_slot, one cycle later
    reg [5:0] pushed_list_q;  // push_list, one cycle later
    reg       push_starts_q;  // push_starts, one cycle later
    reg [8:0] push_tail_q;    // push_tail, one cycle later
    reg       popped_q;       // pops, one cycle later
    reg [5:0] popped_list_q;  // pop_list, one cycle later
    reg       popped_last_q;  // pop_last, one cycle later
    reg [8:0] popped_slot_q;  // pop_slot, one cycle later
    reg       linked_q;       // a slot was linked behind another one
    reg [8:0] linked_slot_q;  // push_tail_q, one cycle later
    reg [8:0] linked_next_q;  // pushed_slot_q, one cycle later

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [8:0] appended [0:63];  // slots appended, modulo, by list
    wire [8:0] push_appended;
    wire [8:0] pop_appended;
    reg  [8:0] tails [0:63];     // slot appended last, by list
    wire [8:0] push_tail;
    reg  [8:0] firsts [0:63];    // first slot since the list was empty, by list
    wire [8:0] pop_first;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [8:0] removed [0:63];   // slots removed, modulo, by list
    wire [8:0] pop_removed;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [9:0] heads [0:63];     // head {1: it is in firsts, slot}, by list
    wire [9:0] pop_head;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [3:0] filled [0:15];    // times lists were filled, modulo 2, by list modulo 16
    wire [3:0] push_filled;
    wire [3:0] pop_filled;
    wire [3:0] old_filled;
    wire [3:0] look_filled;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [3:0] emptied [0:15];   // times lists were emptied, modulo 2, by list modulo 16
    wire [3:0] push_emptied;
    wire [3:0] pop_emptied;
    wire [3:0] old_emptied;
    wire [3:0] look_emptied;
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [8:0] next [0:274];     // slot behind it in its list, by slot
    reg  [8:0] popped_next;      // word of next that was read last

    wire       none_before;
    wire       none_to_pop;
    wire       pops;
    wire       pop_last;
    wire       same_list;
    wire       push_starts;
    wire [5:0] appended_addr;
    wire [8:0] appended_data;
    wire [3:0] filled_addr;
    wire [3:0] filled_data;
    wire       first_is_new;
    wire [8:0] first;
    wire       link_passes;
    wire [9:0] follower;
    wire       pop_again;
    wire [9:0] head;
    wire [5:0] removed_addr;
    wire [8:0] removed_data;
    wire       follows_at_once;
    wire [3:0] emptied_addr;
    wire [3:0] emptied_data;
    wire [5:0] heads_addr;
    wire [9:0] heads_data;

    assign ready       = init_q[6];
    assign none_before = ((push_filled ^ push_emptied) & (4'd1 << push_list[5:4])) == 4'd0;
    assign none_to_pop = ((pop_filled ^ pop_emptied) & (4'd1 << pop_list[5:4])) == 4'd0;
    assign pops        = pop_valid && !none_to_pop;
    assign pop_last      = (pop_removed ^ pop_appended)
                        == {pop_removed[7:0] & ~pop_appended[7:0], 1'b1};
    assign same_list     = pop_valid && pop_list == push_list && pop_last;
    assign push_starts   = none_before || same_list;
    assign appended_addr = !init_q[6] ? init_q[5:0] : push_list;
    assign appended_data = !init_q[6] ? 9'd0 : push_appended + 9'd1;
    assign filled_addr   = !init_q[6] ? init_q[3:0] : push_list[3:0];
    assign filled_data = !init_q[6] ? 4'd0
                       : old_filled ^ (none_before ? 4'd1 << push_list[5:4] : 4'd0);
    assign first_is_new    = pushed_q && push_starts_q && pushed_list_q == pop_list;
    assign first           = first_is_new ? pushed_slot_q : pop_first;
    assign link_passes     = linked_q && linked_slot_q == popped_slot_q;
    assign follower        = {popped_last_q, link_passes ? linked_next_q : popped_next};
    assign pop_again       = popped_q && popped_list_q == pop_list;
    assign head            = pop_again ? follower : pop_head;
    assign pop_slot        = head[9] ? first : head[8:0];
    assign pop_empty       = none_to_pop;
    assign removed_addr    = !init_q[6] ? init_q[5:0] : pop_list;
    assign removed_data    = !init_q[6] ? 9'd0 : pop_removed + 9'd1;
    assign follows_at_once = push_valid && pop_list == push_list;
    assign emptied_addr    = !init_q[6] ? init_q[3:0] : pop_list[3:0];
    assign emptied_data = !init_q[6] ? 4'd0
                        : old_emptied
                        ^ ((pop_last && !follows_at_once) ? 4'd1 << pop_list[5:4] : 4'd0);
    assign heads_addr = !init_q[6] ? init_q[5:0] : popped_list_q;
    assign heads_data = !init_q[6] ? 10'd1023 : follower;
    assign look_empty = ((look_filled ^ look_emptied) & (4'd1 << look_list[5:4])) == 4'd0;

    always @(posedge clk) begin
        if (push_valid || !init_q[6]) appended[appended_addr] <= appended_data;
    end

    assign push_appended = appended[push_list];

    assign pop_appended = appended[pop_list];

    always @(posedge clk) begin
        if (push_valid) tails[push_list] <= push_slot;
    end

    assign push_tail = tails[push_list];

    always @(posedge clk) begin
        if (pushed_q && push_starts_q) firsts[pushed_list_q] <= pushed_slot_q;
    end

    assign pop_first = firsts[pop_list];

    always @(posedge clk) begin
        if (pops || !init_q[6]) removed[removed_addr] <= removed_data;
    end

    assign pop_removed = removed[pop_list];

    always @(posedge clk) begin
        if (popped_q || !init_q[6]) heads[heads_addr] <= heads_data;
    end

    assign pop_head = heads[pop_list];

    always @(posedge clk) begin
        if (push_valid || !init_q[6]) filled[filled_addr] <= filled_data;
    end

    assign push_filled = filled[push_list[3:0]];

    assign pop_filled = filled[pop_list[3:0]];

    assign old_filled = filled[push_list[3:0]];

    assign look_filled = filled[look_list[3:0]];

    always @(posedge clk) begin
        if (pops || !init_q[6]) emptied[emptied_addr] <= emptied_data;
    end

    assign push_emptied = emptied[push_list[3:0]];

    assign pop_emptied = emptied[pop_list[3:0]];

    assign old_emptied = emptied[pop_list[3:0]];

    assign look_emptied = emptied[look_list[3:0]];

    always @(posedge clk) begin
        if (pushed_q && !push_starts_q) next[push_tail_q] <= pushed_slot_q;
        popped_next <= next[pop_slot];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [67:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (3) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[35:0], memory_fill};
        end
        {pushed_slot_q, pushed_list_q, push_starts_q, push_tail_q, popped_list_q, popped_last_q,
         popped_slot_q, linked_slot_q, linked_next_q, popped_next} = memory_bits;
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            appended[memory_word] = memory_fill[31:23];
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            tails[memory_word] = memory_fill[31:23];
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            firsts[memory_word] = memory_fill[31:23];
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            removed[memory_word] = memory_fill[31:23];
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            heads[memory_word] = memory_fill[31:22];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            filled[memory_word] = memory_fill[31:28];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            emptied[memory_word] = memory_fill[31:28];
        end
        for (memory_word = 0; memory_word < 275; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            next[memory_word] = memory_fill[31:23];
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            init_q <= 7'd0;
            pushed_q <= 1'b0;
            popped_q <= 1'b0;
            linked_q <= 1'b0;
        end else begin
            if (!init_q[6]) init_q <= init_q + 7'd1;
            pushed_q <= push_valid;
            popped_q <= pops;
            linked_q <= pushed_q && !push_starts_q;
        end
    end

    always @(posedge clk) begin
        pushed_slot_q <= push_slot;
        pushed_list_q <= push_list;
        push_starts_q <= push_starts;
        push_tail_q <= push_tail;
        popped_list_q <= pop_list;
        popped_last_q <= pop_last;
        popped_slot_q <= pop_slot;
        linked_slot_q <= push_tail_q;
        linked_next_q <= pushed_slot_q;
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
            // nothing is appended before the tables are initialised
            if (push_valid && !ready) begin
                $display("RTLGEN_ASSERT %m ready_before_push fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // nothing is removed before the tables are initialised
            if (pop_valid && !ready) begin
                $display("RTLGEN_ASSERT %m ready_before_pop fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_reqgrant_lists_lists64_slots275
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // nothing is appended before the tables are initialised
            ready_before_push: `RTLGEN_CONTRACT (!push_valid || ready);
            // nothing is removed before the tables are initialised
            ready_before_pop: `RTLGEN_CONTRACT (!pop_valid || ready);
            push_behind_last_that_leaves: cover (push_valid && same_list);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
