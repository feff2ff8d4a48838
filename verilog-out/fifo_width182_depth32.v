// SPDX-License-Identifier: Apache-2.0
// fifo_width182_depth32: queue of words, first in, first out  width = 182, depth = 32
`default_nettype none

module fifo_width182_depth32 (
    input  wire         clk,    // rising edge
    input  wire         rst,    // synchronous, active high
    input  wire         push,   // append wdata; ignored while full
    input  wire [181:0] wdata,  // the word to append
    input  wire         pop,    // drop the oldest word; ignored while empty
    output wire [181:0] rdata,  // the oldest word; unknown while empty
    output wire         full,   // depth words are held; a function of registers
    output wire         empty,  // no word can be read; a function of registers
    output wire [5:0]   count   // words held; a register
);

    reg [5:0] count_q;  // words held; a register
    reg [4:0] head;     // place of the oldest word
    reg [4:0] tail;     // place of the next word that is pushed

    reg  [181:0] storage [0:31];  // words of the queue, by place
    wire [181:0] oldest;

    wire do_push;
    wire do_pop;

    assign do_push = push && !full;
    assign do_pop  = pop && !empty;
    assign count   = count_q;
    assign full    = count_q[5];
    assign rdata   = oldest;
    assign empty   = count_q == 6'd0;

    always @(posedge clk) begin
        if (do_push) storage[tail] <= wdata;
    end

    assign oldest = storage[head];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        for (memory_word = 0; memory_word < 32; memory_word = memory_word + 1) begin
            repeat (6) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                storage[memory_word] = {storage[memory_word][149:0], memory_fill};
            end
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            count_q <= 6'd0;
            head <= 5'd0;
            tail <= 5'd0;
        end else begin
            if (do_push ^ do_pop) count_q <= count_q + (do_pop ? 6'd63 : 6'd1);
            if (do_pop) head <= head + 5'd1;
            if (do_push) tail <= tail + 5'd1;
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
            // head and tail are equal only in a full or an empty queue
            if (head == tail && !full && !empty) begin
                $display("RTLGEN_ASSERT %m ends_meet fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the queue never holds more than depth words
            if (count_q > 6'd32) begin
                $display("RTLGEN_ASSERT %m count_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_fifo_width182_depth32
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // head and tail are equal only in a full or an empty queue
            ends_meet: assert (head != tail || full || empty);
            // the queue never holds more than depth words
            count_in_range: assert (count_q <= 6'd32);
            push_while_full: cover (push && full);
            pop_while_empty: cover (pop && empty);
            push_and_pop: cover (do_push && do_pop);
        end
    end
`endif

endmodule

`default_nettype wire
