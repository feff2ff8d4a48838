// SPDX-License-Identifier: Apache-2.0
// fifo_width182_depth1024: queue of words, first in, first out  width = 182, depth = 1024
`default_nettype none

module fifo_width182_depth1024 (
    input  wire         clk,    // rising edge
    input  wire         rst,    // synchronous, active high
    input  wire         push,   // append wdata; ignored while full
    input  wire [181:0] wdata,  // the word to append
    input  wire         pop,    // drop the oldest word; ignored while empty
    output wire [181:0] rdata,  // the oldest word; unknown while empty
    output wire         full,   // depth words are held; a function of registers
    output wire         empty,  // no word can be read; a function of registers
    output wire [10:0]  count   // words held; a register
);

    reg [10:0]  count_q;    // words held; a register
    reg         empty_q;    // no word can be read; a function of registers
    reg [9:0]   third;      // place of the third-oldest word
    reg [9:0]   tail;       // place of the next word that is pushed
    reg         fetched_q;  // fetch, one cycle later
    reg [181:0] last_q;     // the word that was pushed last
    reg         pushed_q;   // do_push, one cycle later
    reg [181:0] first_q;    // the oldest word; unknown while empty
    reg [181:0] second_q;   // the second-oldest word

    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [181:0] storage [0:1023];  // words of the queue, by place
    reg [181:0] fetched;           // word of storage that was read last

    wire do_push;
    wire do_pop;
    wire several;
    wire many;
    wire fetch;
    wire copies;

    assign do_push = push && !full;
    assign do_pop  = pop && !empty;
    assign count   = count_q;
    assign full    = count_q[10];
    assign several = |count_q[10:1];
    assign empty   = empty_q;
    assign many    = |count_q[10:2];
    assign fetch   = do_pop && (many || (count_q[1] && count_q[0]));
    assign copies  = pushed_q && !many && !(count_q[1] && count_q[0]);
    assign rdata   = first_q;

    always @(posedge clk) begin
        if (do_push) storage[tail] <= wdata;
        if (fetch) fetched <= storage[third];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [727:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (23) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[695:0], memory_fill};
        end
        {last_q, first_q, second_q, fetched} = memory_bits;
        for (memory_word = 0; memory_word < 1024; memory_word = memory_word + 1) begin
            repeat (6) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                storage[memory_word] = {storage[memory_word][149:0], memory_fill};
            end
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            count_q <= 11'd0;
            empty_q <= 1'b1;
            third <= 10'd2;
            tail <= 10'd0;
            fetched_q <= 1'b0;
            pushed_q <= 1'b0;
        end else begin
            if (do_push ^ do_pop) count_q <= count_q + (do_pop ? 11'd2047 : 11'd1);
            empty_q <= !(several || (empty_q ? count_q[0] : !pop));
            if (do_pop) third <= third + 10'd1;
            if (do_push) tail <= tail + 10'd1;
            fetched_q <= fetch;
            pushed_q <= do_push;
        end
    end

    always @(posedge clk) begin
        if (do_push) last_q <= wdata;
        if (do_pop || (copies && !count_q[1])) begin
            first_q <= fetched_q ? fetched : copies ? last_q : second_q;
        end
        if (fetched_q || copies) second_q <= fetched_q ? fetched : last_q;
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
            // a word is not read while it is written
            if (fetch && do_push && third == tail) begin
                $display("RTLGEN_ASSERT %m no_collision fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // one word at most comes into the registers in a cycle
            if (copies && fetched_q) begin
                $display("RTLGEN_ASSERT %m one_source fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the queue never holds more than depth words
            if (count_q > 11'd1024) begin
                $display("RTLGEN_ASSERT %m count_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_fifo_width182_depth1024
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a word is not read while it is written
            no_collision: assert (!(fetch && do_push) || third != tail);
            // one word at most comes into the registers in a cycle
            one_source: assert (!(copies && fetched_q));
            late_word: cover (empty_q && count_q != 11'd0);
            pop_behind_pop: cover (fetched_q && fetch);
            // the queue never holds more than depth words
            count_in_range: assert (count_q <= 11'd1024);
            push_while_full: cover (push && full);
            pop_while_empty: cover (pop && empty);
            push_and_pop: cover (do_push && do_pop);
        end
    end
`endif

endmodule

`default_nettype wire
