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
    output wire         cq_inspected  // the inspection was of the cold queue's head
);

    reg [5:0] head_q [0:3];
    reg [5:0] tail_q [0:3];
    reg [6:0] count_q [0:3];
    reg [3:0] empty_q;
    reg [2:0] scan;

    wire [4:0]  waiting;
    wire [4:0]  from_scan;
    wire        scan_active;
    wire [2:0]  scan_queue;
    wire [29:0] heads;
    wire [5:0]  scan_slot;
    wire        carried_out;
    wire [4:0]  head_shift;
    wire [30:0] head_aligned;
    reg  [30:0] own_mask;
    reg  [3:0]  candidate;
    reg  [3:0]  longer;
    wire [3:0]  target;
    wire        move;
    reg  [3:0]  granted;
    reg  [3:0]  moved_out;
    reg  [3:0]  starts_queue;
    wire        scans_cq;

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

    // Lane index of lanes of 3 bits, lane 0 lowest.
    function [2:0] lane_3_of_15(input [14:0] lanes, input [2:0] index);
        integer n;
        reg [19:0] spaced;
        begin
            for (n = 0; n < 5; n = n + 1)
                spaced[n*4 +: 4] = {1'b0, lanes[n*3 +: 3]};
            lane_3_of_15 = spaced[{index, 2'd0} +: 3];
        end
    endfunction

    // Lane index of lanes of 6 bits, lane 0 lowest.
    function [5:0] lane_6_of_30(input [29:0] lanes, input [2:0] index);
        integer n;
        reg [39:0] spaced;
        begin
            for (n = 0; n < 5; n = n + 1)
                spaced[n*8 +: 8] = {2'd0, lanes[n*6 +: 6]};
            lane_6_of_30 = spaced[{index, 3'd0} +: 6];
        end
    endfunction

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

    // The index of the lowest 1, 0 if there is none.
    function [2:0] lowest_set_5(input [4:0] bits);
        reg [7:0] any;
        reg [7:0] index_0;
        reg [7:0] index_1;
        reg index_2;
        begin
            any = {3'd0, bits};
            index_0 = ~any;
            any = any | (any >> 1);
            index_0 = (~any | index_0) & (any | (index_0 >> 2));
            index_1 = ~any;
            any = any | (any >> 2);
            index_0 = (~any | index_0) & (any | (index_0 >> 4));
            index_1 = (~any | index_1) & (any | (index_1 >> 4));
            index_2 = ~any[0];
            any = any | (any >> 4);
            lowest_set_5 = any[0] ? {index_2, index_1[0], index_0[0]} : 3'd0;
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

    assign waiting      = {~empty_q, ~cq_empty};
    assign from_scan    = waiting & (5'd31 << scan);
    assign scan_active  = |waiting;
    assign scan_queue   = (|from_scan) ? lowest_set_5(from_scan) : lowest_set_5(waiting);
    assign heads        = {head_q[3], head_q[2], head_q[1], head_q[0], cq_head};
    assign scan_slot    = lane_6_of_30(heads, scan_queue);
    assign carried_out  = scan_active && !(pop_valid && pop_queue == scan_queue);
    assign head_shift   = 5'd30 - rim_header[4:0];
    assign head_aligned = ~(~rim_header[35:5] << head_shift);
    assign target       = candidate & ~longer & {4{carried_out}};
    assign move         = |target;
    assign link_valid   = |(target & ~starts_queue);
    assign link_slot    = one_hot_mux_4x6(target, {tail_q[3], tail_q[2], tail_q[1], tail_q[0]});
    assign link_next    = scan_slot;
    assign deq_head     = one_hot_mux_4x6(granted, {head_q[3], head_q[2], head_q[1], head_q[0]});
    assign head         = {head_q[3], head_q[2], head_q[1], head_q[0]};
    assign tail         = {tail_q[3], tail_q[2], tail_q[1], tail_q[0]};
    assign empty        = empty_q;
    assign count        = {count_q[3], count_q[2], count_q[1], count_q[0]};
    assign scan_head    = scan_slot;
    assign set_valid    = carried_out;
    assign set_slot     = scan_slot;
    assign set_port     = lane_3_of_15(head_port, scan_queue);
    assign set_ready    = !move;
    assign scans_cq     = scan_queue == 3'd0;
    assign cq_pop       = move && scans_cq;
    assign linked       = target;
    assign cq_inspected = carried_out && scans_cq;

    always @* begin : update_own_mask
        integer k;
        own_mask = 31'd0;
        for (k = 0; k < 4; k = k + 1) begin
            if (scan_queue == {1'b0, k[1:0]} + 3'd1) begin
                own_mask = line_mask[k*31 +: 31];
            end
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

    always @* begin : update_granted
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            granted[k] = pop_valid && pop_queue == {1'b0, k[1:0]} + 3'd1;
        end
    end

    always @* begin : update_moved_out
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            moved_out[k] = move && scan_queue == {1'b0, k[1:0]} + 3'd1;
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
            end else if (moved_out[k]) begin
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
                if (target[k] && !(granted[k] || moved_out[k])) begin
                    count_q[k] <= count_q[k] + 7'd1;
                    empty_q[k] <= 1'b0;
                end else if ((granted[k] || moved_out[k]) && !target[k]) begin
                    count_q[k] <= count_q[k] - 7'd1;
                    empty_q[k] <= count_q[k] == 7'd1;
                end
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            scan <= 3'd0;
        end else if (scan_active) begin
            scan <= (scan_queue == 3'd4) ? 3'd0 : scan_queue + 3'd1;
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
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
