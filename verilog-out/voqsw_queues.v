// SPDX-License-Identifier: Apache-2.0
// voqsw_queues: heads and tails of the virtual output queues  ports = 8, slots = 64
`default_nettype none

module voqsw_queues (
    input  wire       clk,         // rising edge
    input  wire       rst,         // synchronous, active high

    // enqueue
    input  wire       enq_valid,   // a packet is appended
    input  wire [2:0] enq_queue,   // to this queue
    input  wire [5:0] enq_slot,    // its slot

    // dequeue
    input  wire       pop_valid,   // the head is dropped
    input  wire [2:0] pop_queue,   // of this queue, which is not empty
    input  wire [5:0] pop_next,    // pointer file at pop_slot
    output wire [5:0] pop_slot,    // the head of pop_queue, combinational; unknown while that is
                                   // empty

    // write to the pointer file, combinational
    output wire       link_valid,  // a link is written
    output wire [5:0] link_slot,   // the tail so far
    output wire [5:0] link_next,   // the slot behind it

    output wire [7:0] waiting      // the queues that are not empty, registers
);

    reg [5:0] head [0:7];  // slot at the head of the queue, by output
    reg [5:0] tail [0:7];  // slot at the tail of the queue, by output
    reg [7:0] waiting_q;   // the queues that are not empty, registers

    wire [5:0] head_to_pop;
    wire       last_leaves;
    wire       refilled;
    wire       starts_queue;

    assign head_to_pop  = head[pop_queue];
    assign last_leaves  = pop_valid && head_to_pop == tail[pop_queue];
    assign refilled     = last_leaves && enq_queue == pop_queue;
    assign starts_queue = !waiting_q[enq_queue] || refilled;
    assign pop_slot     = head_to_pop;
    assign link_valid   = enq_valid && waiting_q[enq_queue];
    assign link_slot    = tail[enq_queue];
    assign link_next    = enq_slot;
    assign waiting      = waiting_q;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        for (memory_word = 0; memory_word < 8; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            head[memory_word] = memory_fill[31:26];
        end
        for (memory_word = 0; memory_word < 8; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            tail[memory_word] = memory_fill[31:26];
        end
    end
`endif

    always @(posedge clk) begin
        if (pop_valid) head[pop_queue] <= pop_next;
        if (enq_valid) begin
            if (starts_queue) head[enq_queue] <= enq_slot;
            tail[enq_queue] <= enq_slot;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            waiting_q <= 8'd0;
        end else begin
            if (last_leaves) waiting_q[pop_queue] <= 1'b0;
            if (enq_valid) waiting_q[enq_queue] <= 1'b1;
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
            // a queue that is popped is not empty
            if (pop_valid && !waiting_q[pop_queue]) begin
                $display("RTLGEN_ASSERT %m pop_something fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_voqsw_queues
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a queue that is popped is not empty
            pop_something: `RTLGEN_CONTRACT (!pop_valid || waiting_q[pop_queue]);
            last_one_leaves_next_comes: cover (enq_valid && refilled);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
