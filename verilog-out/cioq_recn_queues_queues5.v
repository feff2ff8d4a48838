// SPDX-License-Identifier: Apache-2.0
// cioq_recn_queues_queues5: linked lists over shared slots: the queues of one side and its free slots
//
// slots = 64, queues = 5
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module cioq_recn_queues_queues5 (
    input  wire        clk,         // rising edge
    input  wire        rst,         // synchronous, active high
    input  wire        take,        // a slot is taken

    // enqueue
    input  wire        enq_valid,   // a packet is appended
    input  wire [2:0]  enq_queue,   // to this queue
    input  wire [5:0]  enq_slot,    // its slot

    // dequeue
    input  wire        deq_valid,   // the head is dropped
    input  wire [2:0]  deq_queue,   // of this queue, which is not empty
    output wire [5:0]  deq_slot,    // head of deq_queue, combinational; unknown without deq_valid

    // free list
    input  wire        free_valid,  // a slot is given back
    input  wire [5:0]  free_slot,   // which
    output wire [6:0]  free_count,  // free slots, a register

    output wire [5:0]  slot,        // the slot that take takes, combinational; unknown without take
    output wire [34:0] count,       // packets in each queue, registers
    output wire [4:0]  empty        // the queue is empty, registers
);

    reg [5:0] next [0:63];
    reg [5:0] head [0:4];
    (* mem2reg *)
    reg [5:0] tail [0:4];
    (* mem2reg *)
    reg [6:0] count_q [0:4];
    reg [5:0] free_head;
    reg [6:0] free_count_q;
    reg [4:0] empty_q;

    wire [5:0] deq_head;
    wire       last_one_leaves;
    wire       starts_queue;

`ifdef RTLGEN_CHECKS
    reg [4:0] empty_unlike_count;
`endif

`ifdef RTLGEN_CHECKS
    // All of count_q side by side, because an always @* block cannot watch an array.
    wire [34:0] count_q_flat = {count_q[4], count_q[3], count_q[2], count_q[1], count_q[0]};
`endif

    assign slot            = free_valid ? free_slot : free_head;
    assign deq_head        = head[deq_queue];
    assign last_one_leaves = deq_valid && deq_queue == enq_queue && count_q[enq_queue] == 7'd1;
    assign starts_queue    = empty_q[enq_queue] || last_one_leaves;
    assign free_count      = free_count_q;
    assign deq_slot        = deq_head;
    assign count           = {count_q[4], count_q[3], count_q[2], count_q[1], count_q[0]};
    assign empty           = empty_q;

`ifdef RTLGEN_CHECKS
    always @* begin : update_empty_unlike_count
        integer q;
        for (q = 0; q < 5; q = q + 1) begin
            empty_unlike_count[q] = empty_q[q] != (count_q_flat[q*7 +: 7] == 7'd0);
        end
    end
`endif

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        for (memory_word = 0; memory_word < 5; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            head[memory_word] = memory_fill[31:26];
        end
        for (memory_word = 0; memory_word < 5; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            tail[memory_word] = memory_fill[31:26];
        end
    end
`endif

    always @(posedge clk) begin
        if (deq_valid) begin
            head[deq_queue] <= next[deq_head];
        end
        if (enq_valid) begin
            if (starts_queue) begin
                head[enq_queue] <= enq_slot;
            end
            tail[enq_queue] <= enq_slot;
        end
    end

    always @(posedge clk) begin : update_count_q
        integer i;
        integer q;
        if (rst) begin
            for (i = 0; i < 5; i = i + 1) count_q[i] <= 7'd0;
            empty_q <= 5'd31;
        end else begin
            for (q = 0; q < 5; q = q + 1) begin
                if (enq_valid && enq_queue == q[2:0] && !(deq_valid && deq_queue == q[2:0])) begin
                    count_q[q] <= count_q[q] + 7'd1;
                    empty_q[q] <= 1'b0;
                end else if (deq_valid
                          && deq_queue == q[2:0]
                          && !(enq_valid && enq_queue == q[2:0])) begin
                    count_q[q] <= count_q[q] - 7'd1;
                    empty_q[q] <= count_q[q] == 7'd1;
                end
            end
        end
    end

    always @(posedge clk) begin : update_next
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) next[i] <= i[5:0] + 6'd1;
            free_head <= 6'd0;
            free_count_q <= 7'd64;
        end else begin
            if (take && !free_valid) begin
                free_head <= next[free_head];
                free_count_q <= free_count_q - 7'd1;
            end else if (free_valid && !take) begin
                next[free_slot] <= free_head;
                free_head <= free_slot;
                free_count_q <= free_count_q + 7'd1;
            end
            if (enq_valid) begin
                if (!starts_queue) begin
                    next[tail[enq_queue]] <= enq_slot;
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
            // credits keep a packet away from a full memory
            if (take && !free_valid && free_count_q == 7'd0) begin
                $display("RTLGEN_ASSERT %m slot_for_every_packet fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (deq_valid && empty_q[deq_queue]) begin
                $display("RTLGEN_ASSERT %m no_dequeue_of_an_empty_queue fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ((enq_valid && enq_queue >= 3'd5) || (deq_valid && deq_queue >= 3'd5)) begin
                $display("RTLGEN_ASSERT %m queues_exist fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (empty_unlike_count != 5'd0) begin
                $display("RTLGEN_ASSERT %m empty_is_count_0 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // free and queued slots are no more than there are
            if ({3'd0, free_count_q}
              + {3'd0, count_q[0]}
              + {3'd0, count_q[1]}
              + {3'd0, count_q[2]}
              + {3'd0, count_q[3]}
              + {3'd0, count_q[4]}
              > 10'd64) begin
                $display("RTLGEN_ASSERT %m slots_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_cioq_recn_queues_queues5
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // credits keep a packet away from a full memory
            slot_for_every_packet: `RTLGEN_CONTRACT (!take || free_valid || free_count_q != 7'd0);
            no_dequeue_of_an_empty_queue: `RTLGEN_CONTRACT (!deq_valid || !empty_q[deq_queue]);
            queues_exist: `RTLGEN_CONTRACT ((!enq_valid || enq_queue < 3'd5)
                                         && (!deq_valid || deq_queue < 3'd5));
            empty_is_count_0: assert (empty_unlike_count == 5'd0);
            // free and queued slots are no more than there are
            slots_in_range: assert ({3'd0, free_count_q}
                                  + {3'd0, count_q[0]}
                                  + {3'd0, count_q[1]}
                                  + {3'd0, count_q[2]}
                                  + {3'd0, count_q[3]}
                                  + {3'd0, count_q[4]}
                                 <= 10'd64);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
