// SPDX-License-Identifier: Apache-2.0
// fifo_depth256: queue of words, first in, first out  width = 8, depth = 256
`default_nettype none

module fifo_depth256 (
    input  wire       clk,    // rising edge
    input  wire       rst,    // synchronous, active high
    input  wire       push,   // append wdata; ignored while full
    input  wire [7:0] wdata,  // the word to append
    input  wire       pop,    // drop the oldest word; ignored while empty
    output wire [7:0] rdata,  // the oldest word; unknown while empty
    output wire       full,   // depth words are held; a function of registers
    output wire       empty,  // no word can be read; a function of registers
    output wire [8:0] count   // words held; a register
);

    reg [8:0] count_q;
    reg       empty_q;
    reg [7:0] third;
    reg [7:0] tail;
    reg       fetched_q;
    reg [7:0] last_q;
    reg       pushed_q;
    reg [7:0] first_q;
    reg [7:0] second_q;

    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [7:0] storage [0:255];
    reg [7:0] fetched;

    wire do_push;
    wire do_pop;
    wire several;
    wire many;
    wire fetch;
    wire copies;

    assign do_push = push && !full;
    assign do_pop  = pop && !empty;
    assign count   = count_q;
    assign full    = count_q[8];
    assign several = |count_q[8:1];
    assign empty   = empty_q;
    assign many    = |count_q[8:2];
    assign fetch   = do_pop && (many || (count_q[1] && count_q[0]));
    assign copies  = pushed_q && !many && !(count_q[1] && count_q[0]);
    assign rdata   = first_q;

    always @(posedge clk) begin
        if (do_push) storage[tail] <= wdata;
    end

    always @(posedge clk) begin
        if (fetch) fetched <= storage[third];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        for (memory_word = 0; memory_word < 256; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            storage[memory_word] = memory_fill[31:24];
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        fetched = memory_fill[31:24];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        last_q = memory_fill[31:24];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        first_q = memory_fill[31:24];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        second_q = memory_fill[31:24];
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            count_q <= 9'd0;
        end else if (do_push ^ do_pop) begin
            count_q <= count_q + (do_pop ? 9'd511 : 9'd1);
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
            third <= 8'd2;
        end else if (do_pop) begin
            third <= third + 8'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            tail <= 8'd0;
        end else if (do_push) begin
            tail <= tail + 8'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            fetched_q <= 1'b0;
        end else begin
            fetched_q <= fetch;
        end
    end

    always @(posedge clk) begin
        if (do_push) begin
            last_q <= wdata;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            pushed_q <= 1'b0;
        end else begin
            pushed_q <= do_push;
        end
    end

    always @(posedge clk) begin
        if (do_pop || (copies && !count_q[1])) begin
            first_q <= fetched_q ? fetched : copies ? last_q : second_q;
        end
    end

    always @(posedge clk) begin
        if (fetched_q || copies) begin
            second_q <= fetched_q ? fetched : last_q;
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
            if (count_q > 9'd256) begin
                $display("RTLGEN_ASSERT %m count_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_fifo_depth256
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a word is not read while it is written
            no_collision: assert (!(fetch && do_push) || third != tail);
            // one word at most comes into the registers in a cycle
            one_source: assert (!(copies && fetched_q));
            late_word: cover (empty_q && count_q != 9'd0);
            pop_behind_pop: cover (fetched_q && fetch);
            // the queue never holds more than depth words
            count_in_range: assert (count_q <= 9'd256);
            push_while_full: cover (push && full);
            pop_while_empty: cover (pop && empty);
            push_and_pop: cover (do_push && do_pop);
        end
    end
`endif

endmodule

`default_nettype wire
