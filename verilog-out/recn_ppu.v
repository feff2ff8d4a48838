// SPDX-License-Identifier: Apache-2.0
// recn_ppu: post-processing unit: the set-aside queues  ports = 8, slots = 64, saqs = 4
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module recn_ppu (
    input  wire         clk,          // rising edge
    input  wire         rst,          // synchronous, active high
    input  wire [5:0]   cq_head,      // head of the cold queue
    input  wire         cq_empty,     // the cold queue is empty
    input  wire         pop_valid,    // the scheduler pops a head
    input  wire [2:0]   pop_queue,    // of this queue; 0 is the cold queue
    input  wire [5:0]   deq_next,     // pointer file at deq_head
    input  wire [5:0]   ppu_next,     // pointer file at scan_head
    input  wire [35:0]  rim_header,   // header of the packet in scan_head
    input  wire [14:0]  head_port,    // output port of each queue's head

    // lines of the CAM
    input  wire [3:0]   line_valid,   // the line is in use
    input  wire [123:0] line_tp,      // name: turns
    input  wire [123:0] line_mask,    // name: mask

    // write to the pointer file, combinational
    output wire         link_valid,   // a link is written
    output wire [5:0]   link_slot,    // the tail so far
    output wire [5:0]   link_next,    // the slot behind it

    output wire [5:0]   deq_head,     // head of the set-aside queue that is popped, combinational
    output wire [23:0]  head,         // first packets, registers; unknown while empty
    output wire [23:0]  tail,         // last packets, registers; unknown while empty
    output wire [3:0]   empty,        // registers
    output wire [27:0]  count,        // packets in each queue, registers
    output wire [5:0]   scan_head,    // the head that is inspected, a function of registers

    // result of the inspection, combinational
    output wire         set_valid,    // an inspection ends
    output wire [5:0]   set_slot,     // slot of the packet
    output wire [2:0]   set_port,     // its output port
    output wire         set_ready,    // it stays: it may be sent

    output wire         cq_pop,       // the head of the cold queue moves to a set-aside queue
    output wire [3:0]   linked,       // a packet joins the queue
    output wire         cq_inspected  // the cold queue's head was inspected, in this cycle or
                                      // before, or there is none
);

    (* mem2reg *)
    reg [5:0] head_q [0:3];
    (* mem2reg *)
    reg [5:0] tail_q [0:3];
    (* mem2reg *)
    reg [6:0] count_q [0:3];
    reg [3:0] empty_q;
    reg [3:0] above_last;
    reg [4:0] final_q;
    reg [3:0] line_valid_q;

    wire        line_born;
    wire [4:0]  known_final;
    wire [4:0]  due;
    wire [4:0]  scan_ahead;
    wire [4:0]  scan_choice;
    wire [4:0]  scanned;
    wire [29:0] heads;
    wire [5:0]  scan_slot;
    reg  [4:0]  popped;
    wire [4:0]  carried_out;
    wire [4:0]  head_shift;
    wire [30:0] head_aligned;
    wire [3:0]  scanned_saq;
    wire [30:0] own_mask;
    reg  [3:0]  candidate;
    reg  [3:0]  longer;
    wire        inspects;
    wire [3:0]  target;
    wire [4:0]  moved;
    wire [3:0]  granted;
    wire [3:0]  moved_on;
    reg  [3:0]  starts_queue;
    wire [4:0]  head_gone;
    wire [4:0]  head_stays;

`ifdef RTLGEN_CHECKS
    reg [3:0] broken_queue;
    reg [3:0] packets_without_line;
`endif

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

    // The lane of 31 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [30:0] one_hot_mux_4x31(input [3:0] select, input [123:0] lanes);
        integer n;
        begin
            one_hot_mux_4x31 = 31'd0;
            for (n = 0; n < 4; n = n + 1)
                one_hot_mux_4x31 = one_hot_mux_4x31 | ({31{select[n]}} & lanes[n*31 +: 31]);
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

    // The lane of 3 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [2:0] one_hot_mux_5x3(input [4:0] select, input [14:0] lanes);
        integer n;
        begin
            one_hot_mux_5x3 = 3'd0;
            for (n = 0; n < 5; n = n + 1)
                one_hot_mux_5x3 = one_hot_mux_5x3 | ({3{select[n]}} & lanes[n*3 +: 3]);
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

    assign line_born    = |(line_valid & ~line_valid_q);
    assign known_final  = final_q & ~{5{line_born}};
    assign due          = {~empty_q, ~cq_empty} & ~known_final;
    assign scan_ahead   = due & {above_last, 1'b0};
    assign scan_choice  = lowest_one_5(scan_ahead) | ((|scan_ahead) ? 5'd0 : lowest_one_5(due));
    assign scanned      = scan_choice;
    assign heads        = {head_q[3], head_q[2], head_q[1], head_q[0], cq_head};
    assign scan_slot    = one_hot_mux_5x6(scanned, heads);
    assign carried_out  = scanned & ~popped;
    assign head_shift   = 5'd30 - rim_header[4:0];
    assign head_aligned = ~(~rim_header[35:5] << head_shift);
    assign scanned_saq  = scanned[4:1];
    assign own_mask     = one_hot_mux_4x31(scanned_saq, line_mask);
    assign inspects     = |carried_out;
    assign target       = candidate & ~longer & {4{inspects}};
    assign moved        = carried_out & {5{|target}};
    assign granted      = popped[4:1];
    assign moved_on     = moved[4:1];
    assign link_valid   = |(target & ~starts_queue);
    assign link_slot    = one_hot_mux_4x6(target, {tail_q[3], tail_q[2], tail_q[1], tail_q[0]});
    assign link_next    = scan_slot;
    assign deq_head     = one_hot_mux_4x6(granted, {head_q[3], head_q[2], head_q[1], head_q[0]});
    assign head_gone    = popped | moved;
    assign head_stays   = carried_out & ~moved;
    assign head         = {head_q[3], head_q[2], head_q[1], head_q[0]};
    assign tail         = {tail_q[3], tail_q[2], tail_q[1], tail_q[0]};
    assign empty        = empty_q;
    assign count        = {count_q[3], count_q[2], count_q[1], count_q[0]};
    assign scan_head    = scan_slot;
    assign set_valid    = inspects;
    assign set_slot     = scan_slot;
    assign set_port     = one_hot_mux_5x3(scanned, head_port);
    assign set_ready    = !(|target);
    assign cq_pop       = moved[0];
    assign linked       = target;
    assign cq_inspected = carried_out[0] || !due[0];

    always @* begin : update_popped
        integer q;
        for (q = 0; q < 5; q = q + 1) begin
            popped[q] = pop_valid && pop_queue == q[2:0];
        end
    end

    always @* begin : update_candidate
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            candidate[k] = line_valid[k]
                        && ((head_aligned ^ line_tp[k*31 +: 31]) & line_mask[k*31 +: 31]) == 31'd0
                        && line_mask[k*31 +: 31] > own_mask;
        end
    end

    always @* begin : update_longer
        integer k;
        integer j;
        longer = 4'd0;
        for (k = 0; k < 4; k = k + 1) begin
            for (j = 0; j < 4; j = j + 1) begin
                if (candidate[j] && line_mask[j*31 +: 31] < line_mask[k*31 +: 31]) begin
                    longer[k] = 1'b1;
                end
            end
        end
    end

    always @* begin : update_starts_queue
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            starts_queue[k] = empty_q[k] || (granted[k] && count_q_flat[k*7 +: 7] == 7'd1);
        end
    end

`ifdef RTLGEN_CHECKS
    always @* begin : update_broken_queue
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            broken_queue[k] = empty_q[k] != (count_q_flat[k*7 +: 7] == 7'd0)
                           || (count_q_flat[k*7 +: 7] == 7'd1
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
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            head_q[memory_word] = memory_fill[31:26];
        end
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            tail_q[memory_word] = memory_fill[31:26];
        end
    end
`endif

    always @(posedge clk) begin : update_head_q
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            if (target[k] && starts_queue[k]) begin
                head_q[k] <= scan_slot;
            end else if (granted[k]) begin
                head_q[k] <= deq_next;
            end else if (moved_on[k]) begin
                head_q[k] <= ppu_next;
            end
            if (target[k]) begin
                tail_q[k] <= scan_slot;
            end
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
                    empty_q[k] <= count_q[k] == 7'd1;
                end
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            above_last <= 4'd0;
        end else if (|due) begin
            above_last <= {~scan_choice[4], ~(|scan_choice[4:3]), |scan_choice[1:0],
                           scan_choice[0]};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            final_q <= 5'd0;
        end else begin
            final_q <= (final_q & ~head_gone & ~{5{line_born}}) | head_stays;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            line_valid_q <= 4'd0;
        end else begin
            line_valid_q <= line_valid;
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
            if ((granted & empty_q) != 4'd0 || (pop_valid && pop_queue == 3'd0 && cq_empty)) begin
                $display("RTLGEN_ASSERT %m no_pop_of_an_empty_queue fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ((target & ~lowest_one_4(target)) != 4'd0) begin
                $display("RTLGEN_ASSERT %m one_target fails at time %0t", $time);
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
            // an empty queue has no head
            if ((final_q & {empty_q, cq_empty}) != 5'd0) begin
                $display("RTLGEN_ASSERT %m final_heads_exist fails at time %0t", $time);
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
            no_pop_of_an_empty_queue: `RTLGEN_CONTRACT ((granted & empty_q) == 4'd0
                                                     && !(pop_valid
                                                       && pop_queue == 3'd0
                                                       && cq_empty));
            one_target: assert ((target & ~lowest_one_4(target)) == 4'd0);
            // empty means count 0; the one packet of a queue is its head and its tail
            queues_consistent: assert (broken_queue == 4'd0);
            // a SAQ without a valid line is empty
            packets_only_with_line: assert (packets_without_line == 4'd0);
            // an empty queue has no head
            final_heads_exist: assert ((final_q & {empty_q, cq_empty}) == 5'd0);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
