// SPDX-License-Identifier: Apache-2.0
// damq: dynamically allocated multi-queue buffer: linked lists over shared slots
//
// slots = 16, queues = 4
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module damq (
    input  wire        clk,        // rising edge
    input  wire        rst,        // synchronous, active high

    // enqueue
    input  wire        enq_valid,  // a slot is appended
    input  wire [1:0]  enq_queue,  // to this queue
    input  wire [3:0]  enq_slot,   // the slot; in no queue yet

    // dequeue
    input  wire        deq_valid,  // the head is dropped
    input  wire [1:0]  deq_queue,  // of this queue, which is not empty

    // move
    input  wire        mov_valid,  // the head moves
    input  wire [1:0]  mov_from,   // from this queue, which is not empty
    input  wire [1:0]  mov_to,     // to the tail of this one

    output wire [15:0] head,       // heads of the queues, registers; a lane is unknown while its
                                   // queue is empty
    output wire [19:0] count,      // slots in each queue, registers
    output reg  [3:0]  empty       // functions of registers
);

    reg [3:0]  next [0:15];   // slot behind it in its queue, by slot
    reg [3:0]  tail [0:3];    // slot at the tail of the queue, by queue
    reg [3:0]  head_q [0:3];  // slot at the head of the queue, by queue
    reg [19:0] count_q;       // slots in each queue, registers

    wire [3:0] appended;
    wire [3:0] popped;
    reg  [3:0] last_one;
    wire [3:0] nothing_stays;
    wire [3:0] deq_slot;
    wire [3:0] mov_slot;
    wire [3:0] enq_tail;
    wire [3:0] mov_tail;

`ifdef RTLGEN_CHECKS
    reg        is_queued [0:15];  // the slot is in a queue, by slot
    wire [6:0] slots_held;
`endif

    assign head     = {head_q[3], head_q[2], head_q[1], head_q[0]};
    assign count    = count_q;
    assign appended = (enq_valid ? 4'd1 << enq_queue : 4'd0) | (mov_valid ? 4'd1 << mov_to : 4'd0);
    assign popped        = (deq_valid ? 4'd1 << deq_queue : 4'd0)
                         | (mov_valid ? 4'd1 << mov_from : 4'd0);
    assign nothing_stays = empty | (last_one & popped);
    assign deq_slot      = head_q[deq_queue];
    assign mov_slot      = head_q[mov_from];
    assign enq_tail      = tail[enq_queue];
    assign mov_tail      = tail[mov_to];

`ifdef RTLGEN_CHECKS
    assign slots_held = {2'd0, count_q[4:0]}
                      + {2'd0, count_q[9:5]}
                      + {2'd0, count_q[14:10]}
                      + {2'd0, count_q[19:15]};
`endif

    always @* begin : update_empty
        integer q;
        for (q = 0; q < 4; q = q + 1) begin
            empty[q] = count_q[q*5 +: 5] == 5'd0;
        end
    end

    always @* begin : update_last_one
        integer q;
        for (q = 0; q < 4; q = q + 1) begin
            last_one[q] = count_q[q*5 +: 5] == 5'd1;
        end
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            next[memory_word] = memory_fill[31:28];
        end
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            tail[memory_word] = memory_fill[31:28];
        end
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            head_q[memory_word] = memory_fill[31:28];
        end
    end
`endif

    always @(posedge clk) begin
        if (deq_valid) head_q[deq_queue] <= next[deq_slot];
        if (mov_valid) head_q[mov_from] <= next[mov_slot];
        if (enq_valid) begin
            if (nothing_stays[enq_queue]) begin
                head_q[enq_queue] <= enq_slot;
            end else begin
                next[enq_tail] <= enq_slot;
            end
            tail[enq_queue] <= enq_slot;
        end
        if (mov_valid) begin
            if (nothing_stays[mov_to]) begin
                head_q[mov_to] <= mov_slot;
            end else begin
                next[mov_tail] <= mov_slot;
            end
            tail[mov_to] <= mov_slot;
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_is_queued
        integer i;
        if (rst) begin
            for (i = 0; i < 16; i = i + 1) is_queued[i] <= 1'b0;
        end else begin
            if (deq_valid) is_queued[deq_slot] <= 1'b0;
            if (enq_valid) is_queued[enq_slot] <= 1'b1;
        end
    end
`endif

    always @(posedge clk) begin : update_count_q
        integer q;
        if (rst) begin
            count_q <= 20'd0;
        end else begin
            for (q = 0; q < 4; q = q + 1) begin
                if (appended[q] && !popped[q]) begin
                    count_q[q*5 +: 5] <= count_q[q*5 +: 5] + 5'd1;
                end else if (popped[q] && !appended[q]) begin
                    count_q[q*5 +: 5] <= count_q[q*5 +: 5] - 5'd1;
                end
            end
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
            // a queue that is dequeued is not empty
            if (deq_valid && empty[deq_queue]) begin
                $display("RTLGEN_ASSERT %m dequeue_something fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a queue that is moved from is not empty
            if (mov_valid && empty[mov_from]) begin
                $display("RTLGEN_ASSERT %m move_something fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (mov_valid && mov_from == mov_to) begin
                $display("RTLGEN_ASSERT %m move_elsewhere fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (deq_valid && mov_valid && deq_queue == mov_from) begin
                $display("RTLGEN_ASSERT %m one_pop_per_queue fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (enq_valid && mov_valid && enq_queue == mov_to) begin
                $display("RTLGEN_ASSERT %m one_append_per_queue fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a slot is in one queue at a time
            if (enq_valid && is_queued[enq_slot] && (!deq_valid || deq_slot != enq_slot)) begin
                $display("RTLGEN_ASSERT %m slot_is_in_no_queue fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // all slots are in use
            if (enq_valid && !deq_valid && slots_held >= 7'd16) begin
                $display("RTLGEN_ASSERT %m slot_for_every_word fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the queues together never hold more than there is
            if (slots_held > 7'd16) begin
                $display("RTLGEN_ASSERT %m slots_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_damq
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a queue that is dequeued is not empty
            dequeue_something: `RTLGEN_CONTRACT (!deq_valid || !empty[deq_queue]);
            // a queue that is moved from is not empty
            move_something: `RTLGEN_CONTRACT (!mov_valid || !empty[mov_from]);
            move_elsewhere: `RTLGEN_CONTRACT (!mov_valid || mov_from != mov_to);
            one_pop_per_queue: `RTLGEN_CONTRACT (!(deq_valid && mov_valid)
                                              || deq_queue != mov_from);
            one_append_per_queue: `RTLGEN_CONTRACT (!(enq_valid && mov_valid)
                                                 || enq_queue != mov_to);
            // a slot is in one queue at a time
            slot_is_in_no_queue: `RTLGEN_CONTRACT (!enq_valid
                                                || !is_queued[enq_slot]
                                                || (deq_valid && deq_slot == enq_slot));
            // all slots are in use
            slot_for_every_word: `RTLGEN_CONTRACT (!(enq_valid && !deq_valid)
                                                || slots_held < 7'd16);
            // the queues together never hold more than there is
            slots_in_range: assert (slots_held <= 7'd16);
            all_at_once: cover (enq_valid && deq_valid && mov_valid);
            // a queue of one is appended to and popped in the same cycle
            last_one_leaves_next_comes: cover (|(appended & popped & last_one));
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
