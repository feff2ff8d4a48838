// SPDX-License-Identifier: Apache-2.0
// cioq_recn_queues: linked lists over shared slots: the queues of one side and its free slots
//
// slots = 64, queues = 12
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module cioq_recn_queues (
    input  wire        clk,         // rising edge
    input  wire        rst,         // synchronous, active high
    input  wire        take,        // a slot is taken

    // enqueue
    input  wire        enq_valid,   // a packet is appended
    input  wire [11:0] enq_queue,   // to this queue, one-hot
    input  wire [5:0]  enq_slot,    // its slot

    // dequeue
    input  wire        deq_valid,   // the head is dropped
    input  wire [3:0]  deq_queue,   // of this queue, which is not empty
    output wire [5:0]  deq_slot,    // head of deq_queue, a function of registers and deq_queue;
                                    // unknown without deq_valid

    // free list
    input  wire        free_valid,  // a slot is given back
    input  wire [5:0]  free_slot,   // which
    output wire [6:0]  free_count,  // free slots, a register

    output wire [5:0]  slot,        // the slot that take takes, a function of registers; unknown
                                    // without take
    output wire [83:0] count,       // packets in each queue, registers
    output wire [11:0] empty        // the queue is empty, registers
);

    (* mem2reg *)
    reg [6:0]  count_q [0:11];  // packets in the queue, by queue
    reg [11:0] empty_q;         // the queue is empty, registers
    reg [6:0]  free_count_q;    // free slots, a register
    reg [5:0]  take_at;         // place of the slot that is taken next
    reg [5:0]  give_at;         // place of the slot given back next
    reg        all_used;        // every slot was taken once
    reg        link_valid;      // a pointer is written
    reg [5:0]  link_from;       // tail_slot, one cycle later
    reg [5:0]  link_to;         // enq_slot, one cycle later
    reg [11:0] head_is_linked;  // the head is that of after_head, by queue
    reg [5:0]  left_slot;       // deq_head, one cycle later
    reg [3:0]  left_queue;      // deq_queue, one cycle later
    reg        left_valid;      // deq_valid, one cycle later

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [5:0] free_ring [0:63];   // slots that were given back, by place
    wire [5:0] given_back;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [5:0] next [0:63];        // slot behind it in its queue, by slot
    wire [5:0] successor;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [5:0] tail [0:11];        // slot at the tail of the queue, by queue
    wire [5:0] tail_slot;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [5:0] first [0:11];       // slot that has started the queue, by queue
    wire [5:0] first_head;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [5:0] after_head [0:11];  // slot behind the last one that left, by queue
    wire [5:0] linked_head;

    wire [5:0]  new_slot;
    wire [11:0] comes;
    wire [11:0] leaves;
    reg  [11:0] last_packet;
    wire [11:0] starts_queue;
    wire [3:0]  entered_queue;
    wire        starts_any_queue;
    wire [5:0]  deq_head;

`ifdef RTLGEN_CHECKS
    reg         dequeued_before;     // a packet left one cycle ago
    reg  [63:0] slot_outside;        // taken, and neither queued nor given back, by slot
    reg  [11:0] empty_unlike_count;
    wire [10:0] free_and_queued;
    wire [10:0] slots_and_back;
`endif

    // All of count_q side by side, because an always @* block cannot watch an array.
    wire [83:0] count_q_flat = {count_q[11], count_q[10], count_q[9], count_q[8], count_q[7],
                                count_q[6], count_q[5], count_q[4], count_q[3], count_q[2],
                                count_q[1], count_q[0]};

`ifdef RTLGEN_CHECKS
    // The lowest 1 alone.
    function [11:0] lowest_one_12(input [11:0] bits);
        reg [11:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            up_to = up_to | (up_to << 4) | (up_to << 8);
            lowest_one_12 = bits & ~(up_to << 1);
        end
    endfunction
`endif

    assign new_slot     = all_used ? given_back : take_at;
    assign slot         = new_slot;
    assign free_count   = free_count_q;
    assign comes        = enq_valid ? enq_queue : 12'd0;
    assign leaves       = deq_valid ? 12'd1 << deq_queue : 12'd0;
    assign starts_queue = comes & (empty_q | (leaves & last_packet));
    assign count = {count_q[11], count_q[10], count_q[9], count_q[8], count_q[7], count_q[6],
                    count_q[5], count_q[4], count_q[3], count_q[2], count_q[1], count_q[0]};
    assign empty = empty_q;
    assign entered_queue = {|(enq_queue & 12'hf00), |(enq_queue & 12'hf0), |(enq_queue & 12'hccc),
                            |(enq_queue & 12'haaa)};
    assign starts_any_queue = |starts_queue;
    assign deq_head         = head_is_linked[deq_queue] ? linked_head : first_head;
    assign deq_slot         = deq_head;

`ifdef RTLGEN_CHECKS
    assign free_and_queued = {4'd0, free_count_q}
                           + {4'd0, count_q[0]}
                           + {4'd0, count_q[1]}
                           + {4'd0, count_q[2]}
                           + {4'd0, count_q[3]}
                           + {4'd0, count_q[4]}
                           + {4'd0, count_q[5]}
                           + {4'd0, count_q[6]}
                           + {4'd0, count_q[7]}
                           + {4'd0, count_q[8]}
                           + {4'd0, count_q[9]}
                           + {4'd0, count_q[10]}
                           + {4'd0, count_q[11]};
    assign slots_and_back = free_and_queued + {10'd0, enq_valid} + {10'd0, free_valid};
`endif

    always @* begin : update_last_packet
        integer q;
        for (q = 0; q < 12; q = q + 1) begin
            last_packet[q] = count_q_flat[q*7 +: 7] == 7'd1;
        end
    end

`ifdef RTLGEN_CHECKS
    always @* begin : update_empty_unlike_count
        integer q;
        for (q = 0; q < 12; q = q + 1) begin
            empty_unlike_count[q] = empty_q[q] != (count_q_flat[q*7 +: 7] == 7'd0);
        end
    end
`endif

    always @(posedge clk) begin
        if (free_valid) free_ring[give_at] <= free_slot;
    end

    assign given_back = free_ring[take_at];

    always @(posedge clk) begin
        if (link_valid) next[link_from] <= link_to;
    end

    assign successor = next[left_slot];

    always @(posedge clk) begin
        if (enq_valid) tail[entered_queue] <= enq_slot;
    end

    assign tail_slot = tail[entered_queue];

    always @(posedge clk) begin
        if (starts_any_queue) first[entered_queue] <= enq_slot;
    end

    assign first_head = first[deq_queue];

    always @(posedge clk) begin
        if (left_valid) after_head[left_queue] <= successor;
    end

    assign linked_head = after_head[deq_queue];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [35:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[3:0], memory_fill};
        end
        {link_valid, link_from, link_to, head_is_linked, left_slot, left_queue,
         left_valid} = memory_bits;
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            free_ring[memory_word] = memory_fill[31:26];
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            next[memory_word] = memory_fill[31:26];
        end
        for (memory_word = 0; memory_word < 12; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            tail[memory_word] = memory_fill[31:26];
        end
        for (memory_word = 0; memory_word < 12; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            first[memory_word] = memory_fill[31:26];
        end
        for (memory_word = 0; memory_word < 12; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            after_head[memory_word] = memory_fill[31:26];
        end
    end
`endif

    always @(posedge clk) begin : update_count_q
        integer i;
        integer q;
        if (rst) begin
            for (i = 0; i < 12; i = i + 1) count_q[i] <= 7'd0;
            empty_q <= 12'd4095;
        end else begin
            for (q = 0; q < 12; q = q + 1) begin
                if (comes[q] ^ leaves[q]) count_q[q] <= count_q[q] + (leaves[q] ? 7'd127 : 7'd1);
                if (comes[q]) begin
                    empty_q[q] <= 1'b0;
                end else if (leaves[q]) begin
                    empty_q[q] <= last_packet[q];
                end
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            free_count_q <= 7'd64;
            give_at <= 6'd0;
        end else begin
            if (take ^ free_valid) free_count_q <= free_count_q + (take ? 7'd127 : 7'd1);
            if (free_valid) give_at <= give_at + 6'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            take_at <= 6'd0;
            all_used <= 1'b0;
        end else if (take) begin
            take_at <= take_at + 6'd1;
            if (take_at == 6'd63) all_used <= 1'b1;
        end
    end

    always @(posedge clk) begin
        link_valid <= enq_valid && !starts_any_queue;
        link_from <= tail_slot;
        link_to <= enq_slot;
        left_slot <= deq_head;
        left_queue <= deq_queue;
        left_valid <= deq_valid;
    end

    always @(posedge clk) begin : update_head_is_linked
        integer q;
        for (q = 0; q < 12; q = q + 1) begin
            if (starts_queue[q]) begin
                head_is_linked[q] <= 1'b0;
            end else if (leaves[q]) begin
                head_is_linked[q] <= 1'b1;
            end
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            dequeued_before <= 1'b0;
            slot_outside <= 64'd0;
        end else begin
            dequeued_before <= deq_valid;
            if (enq_valid) slot_outside[enq_slot] <= 1'b0;
            if (free_valid) slot_outside[free_slot] <= 1'b0;
            if (take) slot_outside[slot] <= 1'b1;
            if (deq_valid) slot_outside[deq_slot] <= 1'b1;
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
            // credits keep a packet away from a full memory
            if (take && free_count_q == 7'd0) begin
                $display("RTLGEN_ASSERT %m slot_for_every_packet fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ((enq_queue & ~lowest_one_12(enq_queue)) != 12'd0) begin
                $display("RTLGEN_ASSERT %m one_queue fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (deq_valid && empty_q[deq_queue]) begin
                $display("RTLGEN_ASSERT %m no_dequeue_of_an_empty_queue fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the pointer file is read in the cycle after a dequeue
            if (deq_valid && dequeued_before) begin
                $display("RTLGEN_ASSERT %m head_is_read fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (deq_valid && deq_queue >= 4'd12) begin
                $display("RTLGEN_ASSERT %m queue_exists fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (empty_unlike_count != 12'd0) begin
                $display("RTLGEN_ASSERT %m empty_is_count_0 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // free and queued slots are no more than there are
            if (free_and_queued > 11'd64) begin
                $display("RTLGEN_ASSERT %m slots_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // what is enqueued or given back was taken, or has left its queue
            if (slots_and_back > 11'd64) begin
                $display("RTLGEN_ASSERT %m slot_was_taken fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a slot is in one place at a time
            if ((enq_valid && !slot_outside[enq_slot])
             || (free_valid && !slot_outside[free_slot])
             || (enq_valid && free_valid && enq_slot == free_slot)) begin
                $display("RTLGEN_ASSERT %m slot_in_one_place fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_cioq_recn_queues
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // credits keep a packet away from a full memory
            slot_for_every_packet: `RTLGEN_CONTRACT (!take || free_count_q != 7'd0);
            one_queue: `RTLGEN_CONTRACT ((enq_queue & ~lowest_one_12(enq_queue)) == 12'd0);
            no_dequeue_of_an_empty_queue: `RTLGEN_CONTRACT (!deq_valid || !empty_q[deq_queue]);
            // the pointer file is read in the cycle after a dequeue
            head_is_read: `RTLGEN_CONTRACT (!(deq_valid && dequeued_before));
            queue_exists: `RTLGEN_CONTRACT (!deq_valid || deq_queue < 4'd12);
            empty_is_count_0: assert (empty_unlike_count == 12'd0);
            // free and queued slots are no more than there are
            slots_in_range: assert (free_and_queued <= 11'd64);
            // what is enqueued or given back was taken, or has left its queue
            slot_was_taken: `RTLGEN_CONTRACT (slots_and_back <= 11'd64);
            // a slot is in one place at a time
            slot_in_one_place: `RTLGEN_CONTRACT ((!enq_valid || slot_outside[enq_slot])
                                              && (!free_valid || slot_outside[free_slot])
                                              && !(enq_valid
                                                && free_valid
                                                && enq_slot == free_slot));
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
