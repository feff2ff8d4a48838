// SPDX-License-Identifier: Apache-2.0
// recn_ppu: post-processing unit: the set-aside queues  ports = 8, slots = 64, saqs = 4
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module recn_ppu (
    input  wire         clk,            // rising edge
    input  wire         rst,            // synchronous, active high
    input  wire [5:0]   cq_head,        // first packet of the cold queue that was not taken
    input  wire         cq_head_valid,  // there is one
    input  wire         cq_empty,       // the cold queue is empty
    input  wire         enq_valid,      // a packet enters the cold queue
    input  wire [5:0]   enq_slot,       // its slot
    input  wire [2:0]   enq_port,       // its output port
    input  wire [4:0]   pop,            // the scheduler pops the head of this queue, one-hot or 0;
                                        // the cold queue is lowest
    input  wire         link_busy,      // the cold queue may write the pointer file in the next
                                        // cycle
    input  wire [5:0]   deq_next,       // pointer file at the slot that was popped in the cycle
                                        // before
    input  wire [5:0]   ppu_next,       // pointer file at moved_slot
    input  wire [30:0]  head_turns,     // turns of the packet in scan_head, aligned
    input  wire [2:0]   head_port,      // its output port

    // lines of the CAM
    input  wire [3:0]   line_valid,     // the line is in use
    input  wire [123:0] line_tp,        // name: turns
    input  wire [123:0] line_mask,      // name: mask
    input  wire [15:0]  line_longer,    // bit j: its name is longer than that of line j; of two
                                        // valid lines

    input  wire [3:0]   line_born,      // the line is in use and was not in the cycle before

    // write to the pointer file, registers
    output wire         link_valid,     // a link is written
    output wire [5:0]   link_slot,      // the tail so far
    output wire [5:0]   link_next,      // the slot behind it

    output wire [5:0]   deq_head,       // head of the set-aside queue that is popped, combinational
    output wire [23:0]  head,           // first packets, registers; unknown while empty and in the
                                        // cycle after a head has left
    output wire [23:0]  tail,           // last packets, registers; unknown while empty
    output wire [3:0]   empty,          // registers
    output wire [27:0]  count,          // packets in each queue, registers
    output wire [4:0]   ready,          // RFS: the queue's head was inspected and may be sent,
                                        // registers
    output wire [14:0]  port,           // output port of each queue's head, registers; unknown
                                        // while not ready
    output wire [5:0]   scan_head,      // the head that is looked up, a register; unknown if there
                                        // is none
    output wire [5:0]   moved_slot,     // the packet that moved in the cycle before, a register;
                                        // unknown if there is none
    output wire [5:0]   decided_slot,   // the packet that moves, or is made ready, if one is, a
                                        // register; unknown if none is looked at
    output wire         enq_taken,      // the packet that enters is ready at once, combinational
    output wire         cq_take,        // cq_head is taken for an inspection, combinational
    output wire         cq_back_valid,  // a packet of the cold queue goes back, and those behind
                                        // it, combinational
    output wire [5:0]   cq_back_slot,   // its slot; unknown without cq_back_valid
    output wire         cq_pop,         // the first packet of the cold queue moves to a set-aside
                                        // queue, combinational
    output wire [5:0]   cq_ready_slot,  // the packet of the cold queue that was decided about last,
                                        // or ready at once; its first one if that is ready, a
                                        // register; unknown before
    output wire [3:0]   wanted,         // a packet may join the queue in this cycle, a function of
                                        // registers
    output wire [3:0]   linked,         // a packet joins the queue, combinational
    output wire         cq_inspected    // the cold queue's head was inspected, in this cycle or
                                        // before, or there is none
);

    (* mem2reg *)
    reg [5:0] head_q [0:3];   // slot at the head of the queue, by SAQ
    (* mem2reg *)
    reg [5:0] tail_q [0:3];   // slot at the tail of the queue, by SAQ
    (* mem2reg *)
    reg [6:0] count_q [0:3];  // packets in the queue, by SAQ
    (* mem2reg *)
    reg [2:0] port_q [0:4];   // output of the head, by queue
    reg [3:0] empty_q;        // registers
    reg [3:0] deq_refill;     // the head left by a grant, by SAQ
    reg [3:0] ppu_refill;     // the head left by a move, by SAQ
    reg [3:0] refill_q;       // the next head is read, by SAQ
    reg [3:0] above_last;     // queues above the one that was scanned last
    reg [4:0] final_q;        // the head is ready or recalled, by queue
    reg [4:0] ready_q;        // RFS: the queue's head was inspected and may be sent, registers
    reg [5:0] cq_ready_q;     // the packet of the cold queue that was decided about last, or ready
                              // at once; its first one if that is ready, a register; unknown before
    reg [4:0] recalled_q;     // the head was ready until a line's birth, by queue
    reg [4:0] look_q;         // queue whose head is looked up, one-hot
    reg [5:0] look_slot;      // the head that is looked up, a register; unknown if there is none
    reg [3:0] under_way;      // a head is looked up or decided about, by SAQ
    reg [4:0] decide_q;       // queue whose head is decided about, one-hot
    reg [5:0] decide_slot;    // the packet that moves, or is made ready, if one is, a register;
                              // unknown if none is looked at
    reg [2:0] decide_port;    // output of the head that is decided about
    reg [3:0] match_q;        // lines that match the head decided about
    reg [5:0] moved_slot_q;   // decide_slot, one cycle later
    reg       link_valid_q;   // a link is written
    reg [5:0] link_slot_q;    // the tail so far

    wire        born;
    reg  [3:0]  last_packet;
    wire [3:0]  granted;
    wire [3:0]  starts_queue;
    wire [3:0]  look_saq;
    reg  [3:0]  matching;
    wire [3:0]  candidate;
    wire [15:0] longer;
    wire [3:0]  shortest;
    wire        no_effect;
    wire [4:0]  carried_out;
    wire [4:0]  moved;
    wire [4:0]  stays;
    wire [3:0]  target;
    wire        longer_candidates;
    wire [3:0]  arrives_ready;
    wire [4:0]  due;
    wire [4:0]  scan_ahead;
    wire [4:0]  scan_choice;
    wire [4:0]  scanned;
    wire        cq_again;
    wire [4:0]  goes_on;
    wire [4:0]  begins;
    wire [4:0]  look_next;
    wire [4:0]  decide_held;
    wire [4:0]  decide_next;
    wire [29:0] heads;
    wire [3:0]  moved_on;
    wire [4:0]  recall;
    wire [4:0]  recall_waits;
    wire        enters_ready;
    wire [4:0]  port_is_known;

`ifdef RTLGEN_CHECKS
    reg [5:0]   slot_at [0:127];       // slot of the packet, by place
    reg [6:0]   place_of [0:63];       // place of the packet, by slot
    reg         slot_is_used [0:63];   // a packet is in the slot, by slot
    reg [5:0]   linked_to [0:63];      // slot behind it in its queue, by slot
    reg [3:0]   line_valid_before;     // line_valid, one cycle later
    reg [123:0] line_tp_before;        // line_tp, one cycle later
    reg [123:0] line_mask_before;      // line_mask, one cycle later
    reg [4:0]   ready_before;          // heads ready one cycle ago, by queue
    reg [4:0]   ready_earlier;         // heads ready two cycles ago, by queue
    reg [6:0]   first_place;           // place of the first packet
    reg [6:0]   next_place;            // place of the first packet not taken
    reg [6:0]   end_place;             // place behind the last packet
    reg [5:0]   popped_slot;           // deq_head, one cycle later
    reg [3:0]   has_twin;
    reg [3:0]   broken_queue;
    reg [3:0]   packets_without_line;
`endif

    wire unused_inner_bits_of_turns = &{1'b0, line_mask};

`ifdef RTLGEN_CHECKS
    // All of head_q side by side, because an always @* block cannot watch an array.
    wire [23:0] head_q_flat = {head_q[3], head_q[2], head_q[1], head_q[0]};
`endif

`ifdef RTLGEN_CHECKS
    // All of tail_q side by side, because an always @* block cannot watch an array.
    wire [23:0] tail_q_flat = {tail_q[3], tail_q[2], tail_q[1], tail_q[0]};
`endif

    // All of count_q side by side, because an always @* block cannot watch an array.
    wire [27:0] count_q_flat = {count_q[3], count_q[2], count_q[1], count_q[0]};

`ifdef RTLGEN_CHECKS
    // The lowest 1 alone.
    function [3:0] lowest_one_4(input [3:0] bits);
        reg [3:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            lowest_one_4 = bits & ~(up_to << 1);
        end
    endfunction
`endif

    // The lowest 1 alone.
    function [4:0] lowest_one_5(input [4:0] bits);
        reg [4:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            up_to = up_to | (up_to << 4);
            lowest_one_5 = bits & ~(up_to << 1);
        end
    endfunction

    // The lane of 4 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [3:0] one_hot_mux_4x4(input [3:0] select, input [15:0] lanes);
        integer n;
        begin
            one_hot_mux_4x4 = 4'd0;
            for (n = 0; n < 4; n = n + 1)
                one_hot_mux_4x4 = one_hot_mux_4x4 | ({4{select[n]}} & lanes[n*4 +: 4]);
        end
    endfunction

    // The lane of 6 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [5:0] one_hot_mux_4x6(input [3:0] select, input [23:0] lanes);
        integer n;
        begin
            one_hot_mux_4x6 = 6'd0;
            for (n = 0; n < 4; n = n + 1)
                one_hot_mux_4x6 = one_hot_mux_4x6 | ({6{select[n]}} & lanes[n*6 +: 6]);
        end
    endfunction

    // The lane of 6 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [5:0] one_hot_mux_5x6(input [4:0] select, input [29:0] lanes);
        integer n;
        begin
            one_hot_mux_5x6 = 6'd0;
            for (n = 0; n < 5; n = n + 1)
                one_hot_mux_5x6 = one_hot_mux_5x6 | ({6{select[n]}} & lanes[n*6 +: 6]);
        end
    endfunction

    // 4 rows of 4 bits become 4 rows of 4 bits.
    function [15:0] transpose_4x4(input [15:0] bits);
        integer row;
        integer column;
        begin
            transpose_4x4 = 16'd0;
            for (row = 0; row < 4; row = row + 1)
                for (column = 0; column < 4; column = column + 1)
                    transpose_4x4[column*4 + row] = bits[row*4 + column];
        end
    endfunction

    assign born              = |line_born;
    assign granted           = pop[4:1];
    assign starts_queue      = empty_q | (granted & last_packet);
    assign look_saq          = look_q[4:1];
    assign candidate         = match_q & line_valid;
    assign longer            = transpose_4x4(line_longer);
    assign shortest          = candidate & ~one_hot_mux_4x4(candidate, longer);
    assign no_effect         = born || link_busy;
    assign carried_out       = decide_q & ~{5{no_effect}};
    assign moved             = carried_out & {5{|candidate}};
    assign stays             = carried_out & ~moved;
    assign target            = shortest & {4{|carried_out}};
    assign longer_candidates = |(candidate & ~shortest);
    assign arrives_ready     = target & starts_queue & ~{4{longer_candidates}};
    assign due               = {~(empty_q | refill_q | under_way), cq_head_valid} & ~final_q;
    assign scan_ahead        = due & {above_last, 1'b0};
    assign scan_choice   = lowest_one_5(scan_ahead) | ((|scan_ahead) ? 5'd0 : lowest_one_5(due));
    assign scanned       = scan_choice & ~{5{recalled_q[0]}};
    assign cq_again      = decide_q[0] && (born || stays[0]);
    assign cq_take       = scanned[0] && !link_busy && !cq_again && !pop[0];
    assign cq_back_valid = cq_again && (born || look_q[0]);
    assign cq_back_slot  = born ? decide_slot : look_slot;
    assign goes_on       = {4'd15, ~cq_again} & ~pop;
    assign begins        = scanned | {4'd0, recalled_q[0]};
    assign look_next     = (link_busy ? look_q : begins) & goes_on;
    assign decide_held   = decide_q & ~{5{born}};
    assign decide_next   = (link_busy ? decide_held : look_q) & goes_on;
    assign heads = {head_q[3], head_q[2], head_q[1], head_q[0],
                    recalled_q[0] ? cq_ready_q : cq_head};
    assign moved_on      = moved[4:1];
    assign link_valid    = link_valid_q;
    assign link_slot     = link_slot_q;
    assign link_next     = moved_slot_q;
    assign deq_head      = one_hot_mux_4x6(granted, {head_q[3], head_q[2], head_q[1], head_q[0]});
    assign recall        = ready_q & {one_hot_mux_4x4(line_born, line_longer), born};
    assign recall_waits  = recalled_q & {4'd0, link_busy};
    assign enters_ready  = enq_valid && cq_empty && !(|line_valid);
    assign enq_taken     = enters_ready;
    assign port_is_known = decide_q | {target & starts_queue, 1'b0};
    assign head          = {head_q[3], head_q[2], head_q[1], head_q[0]};
    assign tail          = {tail_q[3], tail_q[2], tail_q[1], tail_q[0]};
    assign empty         = empty_q;
    assign count         = {count_q[3], count_q[2], count_q[1], count_q[0]};
    assign ready         = ready_q;
    assign port          = {port_q[4], port_q[3], port_q[2], port_q[1], port_q[0]};
    assign scan_head     = look_slot;
    assign moved_slot    = moved_slot_q;
    assign cq_pop        = moved[0];
    assign cq_ready_slot = cq_ready_q;
    assign linked        = target;
    assign wanted        = match_q & {4{|decide_q}};
    assign decided_slot  = decide_slot;
    assign cq_inspected  = stays[0] || moved[0] || (ready_q[0] && !born) || cq_empty;

    always @* begin : update_last_packet
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            last_packet[k] = count_q_flat[k*7 +: 7] == 7'd1;
        end
    end

    always @* begin : update_matching
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            matching[k] = line_valid[k]
                       && ((head_turns ^ line_tp[k*31 +: 31])
                         & {{3{line_mask[k*31 + 30]}}, {3{line_mask[k*31 + 27]}},
                            {3{line_mask[k*31 + 24]}}, {3{line_mask[k*31 + 21]}},
                            {3{line_mask[k*31 + 18]}}, {3{line_mask[k*31 + 15]}},
                            {3{line_mask[k*31 + 12]}}, {3{line_mask[k*31 + 9]}},
                            {3{line_mask[k*31 + 6]}}, {3{line_mask[k*31 + 3]}},
                            line_mask[k*31 + 3] & 1'b0})
                       == 31'd0
                       && (look_q[0] || (|(line_longer[k*4 +: 4] & look_saq)));
        end
    end

`ifdef RTLGEN_CHECKS
    always @* begin : update_has_twin
        integer a;
        integer b;
        has_twin = 4'd0;
        for (a = 0; a < 4; a = a + 1) begin
            for (b = 0; b < 4; b = b + 1) begin
                if (a[1:0] != b[1:0]
                 && line_valid[a]
                 && line_valid[b]
                 && line_mask[a*31 +: 31] == line_mask[b*31 +: 31]
                 && ((line_tp[a*31 +: 31] ^ line_tp[b*31 +: 31]) & line_mask[b*31 +: 31])
                 == 31'd0) begin
                    has_twin[a] = 1'b1;
                end
            end
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @* begin : update_broken_queue
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            broken_queue[k] = empty_q[k] != (count_q_flat[k*7 +: 7] == 7'd0)
                           || (count_q_flat[k*7 +: 7] == 7'd1
                            && !refill_q[k]
                            && head_q_flat[k*6 +: 6] != tail_q_flat[k*6 +: 6]);
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @* begin : update_packets_without_line
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            packets_without_line[k] = !line_valid[k] && count_q_flat[k*7 +: 7] != 7'd0;
        end
    end
`endif

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [48:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[16:0], memory_fill};
        end
        {deq_refill, ppu_refill, refill_q, cq_ready_q, look_slot, decide_slot, decide_port, match_q,
         moved_slot_q, link_slot_q} = memory_bits;
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            head_q[memory_word] = memory_fill[31:26];
        end
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            tail_q[memory_word] = memory_fill[31:26];
        end
        for (memory_word = 0; memory_word < 5; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            port_q[memory_word] = memory_fill[31:29];
        end
`ifdef RTLGEN_CHECKS
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            line_tp_before = {line_tp_before[91:0], memory_fill};
        end
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            line_mask_before = {line_mask_before[91:0], memory_fill};
        end
`endif
    end
`endif

    always @(posedge clk) begin : update_head_q
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            if (target[k] && starts_queue[k]) begin
                head_q[k] <= decide_slot;
            end else if (deq_refill[k]) begin
                head_q[k] <= deq_next;
            end else if (ppu_refill[k]) begin
                head_q[k] <= ppu_next;
            end
            if (target[k]) tail_q[k] <= decide_slot;
        end
    end

    always @(posedge clk) begin : update_count_q
        integer i;
        integer k;
        if (rst) begin
            for (i = 0; i < 4; i = i + 1) count_q[i] <= 7'd0;
            empty_q <= 4'd15;
        end else begin
            for (k = 0; k < 4; k = k + 1) begin
                if (target[k] && !(granted[k] || moved_on[k])) begin
                    count_q[k] <= count_q[k] + 7'd1;
                    empty_q[k] <= 1'b0;
                end else if ((granted[k] || moved_on[k]) && !target[k]) begin
                    count_q[k] <= count_q[k] - 7'd1;
                    empty_q[k] <= last_packet[k];
                end
            end
        end
    end

    always @(posedge clk) begin : update_port_q
        integer q;
        for (q = 0; q < 5; q = q + 1) begin
            if (port_is_known[q]) port_q[q] <= decide_port;
        end
        if (enters_ready) port_q[0] <= enq_port;
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_slot_at
        integer i;
        integer i_base;
        if (rst) begin
            for (i_base = 0; i_base < 128; i_base = i_base + 64)
                for (i = i_base; i < i_base + 64; i = i + 1) slot_at[i] <= 6'd0;
            for (i = 0; i < 64; i = i + 1) place_of[i] <= 7'd0;
            end_place <= 7'd0;
        end else if (enq_valid) begin
            slot_at[end_place] <= enq_slot;
            place_of[enq_slot] <= end_place;
            end_place <= end_place + 7'd1;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_slot_is_used
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) slot_is_used[i] <= 1'b0;
        end else begin
            if (|pop) slot_is_used[pop[0] ? cq_ready_q : deq_head] <= 1'b0;
            if (enq_valid) slot_is_used[enq_slot] <= 1'b1;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_linked_to
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) linked_to[i] <= 6'd0;
        end else if (link_valid) begin
            linked_to[link_slot] <= link_next;
        end
    end
`endif

    always @(posedge clk) begin
        deq_refill <= granted & ~last_packet;
        ppu_refill <= moved_on & ~last_packet;
        refill_q <= (granted | moved_on) & ~last_packet;
        moved_slot_q <= decide_slot;
        link_slot_q <= one_hot_mux_4x6(target, {tail_q[3], tail_q[2], tail_q[1], tail_q[0]});
    end

    always @(posedge clk) begin
        if (rst) begin
            above_last <= 4'd0;
        end else if (!link_busy) begin
            if ((|due) && !recalled_q[0]) begin
                above_last <= {~scan_choice[4], ~(|scan_choice[4:3]), |scan_choice[1:0],
                               scan_choice[0]};
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            final_q <= 5'd0;
            ready_q <= 5'd0;
            recalled_q <= 5'd0;
            look_q <= 5'd0;
            under_way <= 4'd0;
            decide_q <= 5'd0;
            link_valid_q <= 1'b0;
        end else begin
            final_q <= ((ready_q | recall_waits) & ~pop) | stays | {arrives_ready, enters_ready};
            ready_q <= (ready_q & ~pop & ~recall) | stays | {arrives_ready, enters_ready};
            recalled_q <= (recall | recall_waits) & ~pop;
            look_q <= look_next;
            under_way <= look_next[4:1] | decide_next[4:1];
            decide_q <= decide_next;
            link_valid_q <= |(target & ~empty_q);
        end
    end

    always @(posedge clk) begin
        if (enters_ready) begin
            cq_ready_q <= enq_slot;
        end else if (decide_q[0]) begin
            cq_ready_q <= decide_slot;
        end
    end

    always @(posedge clk) begin
        if (!link_busy) begin
            look_slot <= one_hot_mux_5x6(begins, heads);
            match_q <= matching;
            decide_slot <= look_slot;
            decide_port <= head_port;
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            line_valid_before <= 4'd0;
            ready_before <= 5'd0;
            ready_earlier <= 5'd0;
            first_place <= 7'd0;
            popped_slot <= 6'd0;
        end else begin
            line_valid_before <= line_valid;
            ready_before <= ready_q & ~pop;
            ready_earlier <= ready_before & ~pop;
            if (pop[0] || cq_pop) first_place <= first_place + 7'd1;
            popped_slot <= deq_head;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        line_tp_before <= line_tp;
        line_mask_before <= line_mask;
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            next_place <= 7'd0;
        end else if (cq_back_valid) begin
            next_place <= place_of[cq_back_slot];
        end else if (cq_take || enq_taken) begin
            next_place <= next_place + 7'd1;
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
            if ((pop & ~lowest_one_5(pop)) != 5'd0) begin
                $display("RTLGEN_ASSERT %m one_pop fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (line_born != (line_valid & ~line_valid_before)) begin
                $display("RTLGEN_ASSERT %m births_are_told fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a line is invalid for a cycle before it has another name
            if (!(&{~(line_valid[0] & line_valid_before[0])
                  | ((line_tp[30:0] == line_tp_before[30:0])
                   & (line_mask[30:0] == line_mask_before[30:0])),
                    ~(line_valid[1] & line_valid_before[1])
                  | ((line_tp[61:31] == line_tp_before[61:31])
                   & (line_mask[61:31] == line_mask_before[61:31])),
                    ~(line_valid[2] & line_valid_before[2])
                  | ((line_tp[92:62] == line_tp_before[92:62])
                   & (line_mask[92:62] == line_mask_before[92:62])),
                    ~(line_valid[3] & line_valid_before[3])
                  | ((line_tp[123:93] == line_tp_before[123:93])
                   & (line_mask[123:93] == line_mask_before[123:93]))})) begin
                $display("RTLGEN_ASSERT %m lines_keep_their_names fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a mask has ones for whole turns from the top, and the turns are 0 below
            if (!(&{~line_valid[0]
                  | (((line_mask[29:0] & ~line_mask[30:1]) == 30'd0)
                   & line_mask[30]
                   & ((line_tp[30:0] & ~line_mask[30:0]) == 31'd0)
                   & ({line_mask[30], line_mask[27], line_mask[24], line_mask[21], line_mask[18],
                       line_mask[15], line_mask[12], line_mask[9], line_mask[6], line_mask[3]}
                   == {line_mask[28], line_mask[25], line_mask[22], line_mask[19], line_mask[16],
                       line_mask[13], line_mask[10], line_mask[7], line_mask[4], line_mask[1]})
                   & (line_mask[0] == 1'b0)),
                    ~line_valid[1]
                  | (((line_mask[60:31] & ~line_mask[61:32]) == 30'd0)
                   & line_mask[61]
                   & ((line_tp[61:31] & ~line_mask[61:31]) == 31'd0)
                   & ({line_mask[61], line_mask[58], line_mask[55], line_mask[52], line_mask[49],
                       line_mask[46], line_mask[43], line_mask[40], line_mask[37], line_mask[34]}
                   == {line_mask[59], line_mask[56], line_mask[53], line_mask[50], line_mask[47],
                       line_mask[44], line_mask[41], line_mask[38], line_mask[35], line_mask[32]})
                   & (line_mask[31] == 1'b0)),
                    ~line_valid[2]
                  | (((line_mask[91:62] & ~line_mask[92:63]) == 30'd0)
                   & line_mask[92]
                   & ((line_tp[92:62] & ~line_mask[92:62]) == 31'd0)
                   & ({line_mask[92], line_mask[89], line_mask[86], line_mask[83], line_mask[80],
                       line_mask[77], line_mask[74], line_mask[71], line_mask[68], line_mask[65]}
                   == {line_mask[90], line_mask[87], line_mask[84], line_mask[81], line_mask[78],
                       line_mask[75], line_mask[72], line_mask[69], line_mask[66], line_mask[63]})
                   & (line_mask[62] == 1'b0)),
                    ~line_valid[3]
                  | (((line_mask[122:93] & ~line_mask[123:94]) == 30'd0)
                   & line_mask[123]
                   & ((line_tp[123:93] & ~line_mask[123:93]) == 31'd0)
                   & ({line_mask[123], line_mask[120], line_mask[117], line_mask[114],
                       line_mask[111], line_mask[108], line_mask[105], line_mask[102],
                       line_mask[99], line_mask[96]}
                   == {line_mask[121], line_mask[118], line_mask[115], line_mask[112],
                       line_mask[109], line_mask[106], line_mask[103], line_mask[100],
                       line_mask[97], line_mask[94]})
                   & (line_mask[93] == 1'b0))})) begin
                $display("RTLGEN_ASSERT %m names_of_lines fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no two valid lines have one name
            if (|has_twin) begin
                $display("RTLGEN_ASSERT %m names_are_unique fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // line_longer compares the names of valid lines
            if (!(&{~(line_valid[0] & line_valid[0])
                  | (line_longer[0] == (line_mask[30:0] > line_mask[30:0])),
                    ~(line_valid[0] & line_valid[1])
                  | (line_longer[1] == (line_mask[30:0] > line_mask[61:31])),
                    ~(line_valid[0] & line_valid[2])
                  | (line_longer[2] == (line_mask[30:0] > line_mask[92:62])),
                    ~(line_valid[0] & line_valid[3])
                  | (line_longer[3] == (line_mask[30:0] > line_mask[123:93])),
                    ~(line_valid[1] & line_valid[0])
                  | (line_longer[4] == (line_mask[61:31] > line_mask[30:0])),
                    ~(line_valid[1] & line_valid[1])
                  | (line_longer[5] == (line_mask[61:31] > line_mask[61:31])),
                    ~(line_valid[1] & line_valid[2])
                  | (line_longer[6] == (line_mask[61:31] > line_mask[92:62])),
                    ~(line_valid[1] & line_valid[3])
                  | (line_longer[7] == (line_mask[61:31] > line_mask[123:93])),
                    ~(line_valid[2] & line_valid[0])
                  | (line_longer[8] == (line_mask[92:62] > line_mask[30:0])),
                    ~(line_valid[2] & line_valid[1])
                  | (line_longer[9] == (line_mask[92:62] > line_mask[61:31])),
                    ~(line_valid[2] & line_valid[2])
                  | (line_longer[10] == (line_mask[92:62] > line_mask[92:62])),
                    ~(line_valid[2] & line_valid[3])
                  | (line_longer[11] == (line_mask[92:62] > line_mask[123:93])),
                    ~(line_valid[3] & line_valid[0])
                  | (line_longer[12] == (line_mask[123:93] > line_mask[30:0])),
                    ~(line_valid[3] & line_valid[1])
                  | (line_longer[13] == (line_mask[123:93] > line_mask[61:31])),
                    ~(line_valid[3] & line_valid[2])
                  | (line_longer[14] == (line_mask[123:93] > line_mask[92:62])),
                    ~(line_valid[3] & line_valid[3])
                  | (line_longer[15] == (line_mask[123:93] > line_mask[123:93]))})) begin
                $display("RTLGEN_ASSERT %m longer_by_the_mask fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ((target & ~lowest_one_4(target)) != 4'd0) begin
                $display("RTLGEN_ASSERT %m one_target fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ((look_q[4:1] & decide_q[4:1]) != 4'd0) begin
                $display("RTLGEN_ASSERT %m a_saq_is_inspected_once_at_a_time fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (under_way != (look_q[4:1] | decide_q[4:1])) begin
                $display("RTLGEN_ASSERT %m under_way_in_either_stage fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (((look_q | decide_q) & final_q) != 5'd0) begin
                $display("RTLGEN_ASSERT %m a_final_head_is_not_under_way fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ((decide_q & pop) != 5'd0) begin
                $display("RTLGEN_ASSERT %m no_pop_in_the_last_stage fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // empty means count 0; the one packet of a queue is its head and its tail
            if (broken_queue != 4'd0) begin
                $display("RTLGEN_ASSERT %m queues_consistent fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a SAQ without a valid line is empty
            if (packets_without_line != 4'd0) begin
                $display("RTLGEN_ASSERT %m packets_only_with_line fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ((deq_refill & ppu_refill & ~empty_q) != 4'd0) begin
                $display("RTLGEN_ASSERT %m a_head_leaves_in_one_way fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the scheduler takes what it was offered, two cycles later at most
            if ((pop & ~(ready_q | ready_before | ready_earlier)) != 5'd0) begin
                $display("RTLGEN_ASSERT %m pop_of_a_ready_head fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (final_q != (ready_q | recalled_q)) begin
                $display("RTLGEN_ASSERT %m final_heads_are_ready_or_recalled fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // an empty queue has no head
            if ((final_q & {empty_q, cq_empty}) != 5'd0) begin
                $display("RTLGEN_ASSERT %m final_heads_exist fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // cq_empty is that of the mapping unit
            if (cq_empty != (first_place == end_place)) begin
                $display("RTLGEN_ASSERT %m cold_queue_is_empty fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // cq_head_valid is that of the mapping unit
            if (cq_head_valid != (next_place != end_place)) begin
                $display("RTLGEN_ASSERT %m cold_queue_has_a_head fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // cq_head is that of the mapping unit
            if (cq_head_valid && cq_head != slot_at[next_place]) begin
                $display("RTLGEN_ASSERT %m head_of_the_cold_queue fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a packet has a slot of its own
            if (enq_valid && slot_is_used[enq_slot]) begin
                $display("RTLGEN_ASSERT %m slot_is_in_no_queue fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // deq_next is the link of the slot that was popped
            if ((|(deq_refill & ~empty_q)) && deq_next != linked_to[popped_slot]) begin
                $display("RTLGEN_ASSERT %m behind_a_head_that_was_popped fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // ppu_next is the link of the slot that moved
            if ((|(ppu_refill & ~empty_q)) && ppu_next != linked_to[moved_slot_q]) begin
                $display("RTLGEN_ASSERT %m behind_a_head_that_moved fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_recn_ppu
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            one_pop: `RTLGEN_CONTRACT ((pop & ~lowest_one_5(pop)) == 5'd0);
            births_are_told: `RTLGEN_CONTRACT (line_born == (line_valid & ~line_valid_before));
            // a line is invalid for a cycle before it has another name
            lines_keep_their_names: `RTLGEN_CONTRACT (&{~(line_valid[0] & line_valid_before[0])
                                                      | ((line_tp[30:0] == line_tp_before[30:0])
                                                       & (line_mask[30:0]
                                                       == line_mask_before[30:0])),
                                                        ~(line_valid[1] & line_valid_before[1])
                                                      | ((line_tp[61:31] == line_tp_before[61:31])
                                                       & (line_mask[61:31]
                                                       == line_mask_before[61:31])),
                                                        ~(line_valid[2] & line_valid_before[2])
                                                      | ((line_tp[92:62] == line_tp_before[92:62])
                                                       & (line_mask[92:62]
                                                       == line_mask_before[92:62])),
                                                        ~(line_valid[3] & line_valid_before[3])
                                                      | ((line_tp[123:93] == line_tp_before[123:93])
                                                       & (line_mask[123:93]
                                                       == line_mask_before[123:93]))});
            // a mask has ones for whole turns from the top, and the turns are 0 below
            names_of_lines: `RTLGEN_CONTRACT (&{~line_valid[0]
                                              | (((line_mask[29:0] & ~line_mask[30:1]) == 30'd0)
                                               & line_mask[30]
                                               & ((line_tp[30:0] & ~line_mask[30:0]) == 31'd0)
                                               & ({line_mask[30], line_mask[27], line_mask[24],
                                                   line_mask[21], line_mask[18], line_mask[15],
                                                   line_mask[12], line_mask[9], line_mask[6],
                                                   line_mask[3]}
                                               == {line_mask[28], line_mask[25], line_mask[22],
                                                   line_mask[19], line_mask[16], line_mask[13],
                                                   line_mask[10], line_mask[7], line_mask[4],
                                                   line_mask[1]})
                                               & (line_mask[0] == 1'b0)),
                                                ~line_valid[1]
                                              | (((line_mask[60:31] & ~line_mask[61:32]) == 30'd0)
                                               & line_mask[61]
                                               & ((line_tp[61:31] & ~line_mask[61:31]) == 31'd0)
                                               & ({line_mask[61], line_mask[58], line_mask[55],
                                                   line_mask[52], line_mask[49], line_mask[46],
                                                   line_mask[43], line_mask[40], line_mask[37],
                                                   line_mask[34]}
                                               == {line_mask[59], line_mask[56], line_mask[53],
                                                   line_mask[50], line_mask[47], line_mask[44],
                                                   line_mask[41], line_mask[38], line_mask[35],
                                                   line_mask[32]})
                                               & (line_mask[31] == 1'b0)),
                                                ~line_valid[2]
                                              | (((line_mask[91:62] & ~line_mask[92:63]) == 30'd0)
                                               & line_mask[92]
                                               & ((line_tp[92:62] & ~line_mask[92:62]) == 31'd0)
                                               & ({line_mask[92], line_mask[89], line_mask[86],
                                                   line_mask[83], line_mask[80], line_mask[77],
                                                   line_mask[74], line_mask[71], line_mask[68],
                                                   line_mask[65]}
                                               == {line_mask[90], line_mask[87], line_mask[84],
                                                   line_mask[81], line_mask[78], line_mask[75],
                                                   line_mask[72], line_mask[69], line_mask[66],
                                                   line_mask[63]})
                                               & (line_mask[62] == 1'b0)),
                                                ~line_valid[3]
                                              | (((line_mask[122:93] & ~line_mask[123:94]) == 30'd0)
                                               & line_mask[123]
                                               & ((line_tp[123:93] & ~line_mask[123:93]) == 31'd0)
                                               & ({line_mask[123], line_mask[120], line_mask[117],
                                                   line_mask[114], line_mask[111], line_mask[108],
                                                   line_mask[105], line_mask[102], line_mask[99],
                                                   line_mask[96]}
                                               == {line_mask[121], line_mask[118], line_mask[115],
                                                   line_mask[112], line_mask[109], line_mask[106],
                                                   line_mask[103], line_mask[100], line_mask[97],
                                                   line_mask[94]})
                                               & (line_mask[93] == 1'b0))});
            // no two valid lines have one name
            names_are_unique: `RTLGEN_CONTRACT (!(|has_twin));
            // line_longer compares the names of valid lines
            longer_by_the_mask: `RTLGEN_CONTRACT (&{~(line_valid[0] & line_valid[0])
                                                  | (line_longer[0]
                                                  == (line_mask[30:0] > line_mask[30:0])),
                                                    ~(line_valid[0] & line_valid[1])
                                                  | (line_longer[1]
                                                  == (line_mask[30:0] > line_mask[61:31])),
                                                    ~(line_valid[0] & line_valid[2])
                                                  | (line_longer[2]
                                                  == (line_mask[30:0] > line_mask[92:62])),
                                                    ~(line_valid[0] & line_valid[3])
                                                  | (line_longer[3]
                                                  == (line_mask[30:0] > line_mask[123:93])),
                                                    ~(line_valid[1] & line_valid[0])
                                                  | (line_longer[4]
                                                  == (line_mask[61:31] > line_mask[30:0])),
                                                    ~(line_valid[1] & line_valid[1])
                                                  | (line_longer[5]
                                                  == (line_mask[61:31] > line_mask[61:31])),
                                                    ~(line_valid[1] & line_valid[2])
                                                  | (line_longer[6]
                                                  == (line_mask[61:31] > line_mask[92:62])),
                                                    ~(line_valid[1] & line_valid[3])
                                                  | (line_longer[7]
                                                  == (line_mask[61:31] > line_mask[123:93])),
                                                    ~(line_valid[2] & line_valid[0])
                                                  | (line_longer[8]
                                                  == (line_mask[92:62] > line_mask[30:0])),
                                                    ~(line_valid[2] & line_valid[1])
                                                  | (line_longer[9]
                                                  == (line_mask[92:62] > line_mask[61:31])),
                                                    ~(line_valid[2] & line_valid[2])
                                                  | (line_longer[10]
                                                  == (line_mask[92:62] > line_mask[92:62])),
                                                    ~(line_valid[2] & line_valid[3])
                                                  | (line_longer[11]
                                                  == (line_mask[92:62] > line_mask[123:93])),
                                                    ~(line_valid[3] & line_valid[0])
                                                  | (line_longer[12]
                                                  == (line_mask[123:93] > line_mask[30:0])),
                                                    ~(line_valid[3] & line_valid[1])
                                                  | (line_longer[13]
                                                  == (line_mask[123:93] > line_mask[61:31])),
                                                    ~(line_valid[3] & line_valid[2])
                                                  | (line_longer[14]
                                                  == (line_mask[123:93] > line_mask[92:62])),
                                                    ~(line_valid[3] & line_valid[3])
                                                  | (line_longer[15]
                                                  == (line_mask[123:93] > line_mask[123:93]))});
            one_target: assert ((target & ~lowest_one_4(target)) == 4'd0);
            a_saq_is_inspected_once_at_a_time: assert ((look_q[4:1] & decide_q[4:1]) == 4'd0);
            under_way_in_either_stage: assert (under_way == (look_q[4:1] | decide_q[4:1]));
            a_final_head_is_not_under_way: assert (((look_q | decide_q) & final_q) == 5'd0);
            no_pop_in_the_last_stage: assert ((decide_q & pop) == 5'd0);
            // empty means count 0; the one packet of a queue is its head and its tail
            queues_consistent: assert (broken_queue == 4'd0);
            // a SAQ without a valid line is empty
            packets_only_with_line: `RTLGEN_CONTRACT (packets_without_line == 4'd0);
            a_head_leaves_in_one_way: assert ((deq_refill & ppu_refill & ~empty_q) == 4'd0);
            // the scheduler takes what it was offered, two cycles later at most
            pop_of_a_ready_head: `RTLGEN_CONTRACT ((pop & ~(ready_q | ready_before | ready_earlier))
                                                == 5'd0);
            final_heads_are_ready_or_recalled: assert (final_q == (ready_q | recalled_q));
            // an empty queue has no head
            final_heads_exist: assert ((final_q & {empty_q, cq_empty}) == 5'd0);
            // cq_empty is that of the mapping unit
            cold_queue_is_empty: `RTLGEN_CONTRACT (cq_empty == (first_place == end_place));
            // cq_head_valid is that of the mapping unit
            cold_queue_has_a_head: `RTLGEN_CONTRACT (cq_head_valid == (next_place != end_place));
            // cq_head is that of the mapping unit
            head_of_the_cold_queue: `RTLGEN_CONTRACT (!cq_head_valid
                                                   || cq_head == slot_at[next_place]);
            // a packet has a slot of its own
            slot_is_in_no_queue: `RTLGEN_CONTRACT (!enq_valid || !slot_is_used[enq_slot]);
            // deq_next is the link of the slot that was popped
            behind_a_head_that_was_popped: `RTLGEN_CONTRACT (!(|(deq_refill & ~empty_q))
                                                          || deq_next == linked_to[popped_slot]);
            // ppu_next is the link of the slot that moved
            behind_a_head_that_moved: `RTLGEN_CONTRACT (!(|(ppu_refill & ~empty_q))
                                                     || ppu_next == linked_to[moved_slot_q]);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
