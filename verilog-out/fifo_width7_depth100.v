// SPDX-License-Identifier: Apache-2.0
// fifo_width7_depth100: queue of words, first in, first out  width = 7, depth = 100
`default_nettype none

module fifo_width7_depth100 (
    input  wire       clk,    // rising edge
    input  wire       rst,    // synchronous, active high
    input  wire       push,   // append wdata; ignored while full
    input  wire [6:0] wdata,  // the word to append
    input  wire       pop,    // drop the oldest word; ignored while empty
    output wire [6:0] rdata,  // the oldest word; unknown while empty
    output wire       full,   // depth words are held; a function of registers
    output wire       empty,  // no word can be read; a function of registers
    output wire [6:0] count   // words held; a register
);

    reg [6:0] count_q;
    reg       empty_q;
    reg [6:0] head;
    reg [6:0] tail;

    (* syn_ramstyle = "no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [6:0] storage [0:99];
    reg [6:0] oldest;

    wire do_push;
    wire do_pop;
    wire several;
    wire fetch;

    assign do_push = push && !full;
    assign do_pop  = pop && !empty;
    assign count   = count_q;
    assign full    = count_q == 7'd100;
    assign several = |count_q[6:1];
    assign fetch   = (several || (count_q[0] && empty_q)) && (empty_q || pop);
    assign empty   = empty_q;
    assign rdata   = oldest;

    always @(posedge clk) begin
        if (do_push) storage[tail] <= wdata;
    end

    always @(posedge clk) begin
        if (fetch) oldest <= storage[head];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        for (memory_word = 0; memory_word < 100; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            storage[memory_word] = memory_fill[31:25];
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        oldest = memory_fill[31:25];
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            count_q <= 7'd0;
        end else if (do_push ^ do_pop) begin
            count_q <= count_q + (do_pop ? 7'd127 : 7'd1);
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            empty_q <= 1'b1;
        end else begin
            empty_q <= !(several || (empty_q ? count_q[0] : !pop));
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            head <= 7'd0;
        end else if (fetch) begin
            head <= (head == 7'd99) ? 7'd0 : head + 7'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            tail <= 7'd0;
        end else if (do_push) begin
            tail <= (tail == 7'd99) ? 7'd0 : tail + 7'd1;
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
            // with two words or more the oldest is in the register
            if (empty_q && several) begin
                $display("RTLGEN_ASSERT %m register_filled fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a word is not read while it is written
            if (fetch && do_push && head == tail) begin
                $display("RTLGEN_ASSERT %m no_collision fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the queue never holds more than depth words
            if (count_q > 7'd100) begin
                $display("RTLGEN_ASSERT %m count_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_fifo_width7_depth100
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // with two words or more the oldest is in the register
            register_filled: assert (!empty_q || !several);
            // a word is not read while it is written
            no_collision: assert (!(fetch && do_push) || head != tail);
            late_word: cover (empty_q && count_q != 7'd0);
            // the queue never holds more than depth words
            count_in_range: assert (count_q <= 7'd100);
            push_while_full: cover (push && full);
            pop_while_empty: cover (pop && empty);
            push_and_pop: cover (do_push && do_pop);
        end
    end
`endif

endmodule

`default_nettype wire
