// SPDX-License-Identifier: Apache-2.0
// async_fifo: queue of words between two clocks, first in, first out
//
// width = 8, depth = 16, stages = 2
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module async_fifo (
    input  wire       wr_clk,  // clock of the writing side, rising edge
    input  wire       wr_rst,  // synchronous, active high, of wr_clk
    input  wire       push,    // append wdata; ignored while full
    input  wire [7:0] wdata,   // the word to append
    output wire       full,    // no word is taken; a register of wr_clk
    input  wire       rd_clk,  // clock of the reading side, rising edge
    input  wire       rd_rst,  // synchronous, active high, of rd_clk
    input  wire       pop,     // drop the oldest word; ignored while empty
    output wire [7:0] rdata,   // the oldest word, a register of rd_clk; unknown while empty
    output wire       empty    // rdata has no word; a register of rd_clk
);

    reg [4:0] wr_count_q;     // words written, modulo twice the depth
    reg [4:0] wr_gray_q;      // words written, in Gray code
    reg [4:0] rd_count_q;     // words read, modulo twice the depth
    reg [4:0] rd_gray_q;      // words read, in Gray code
    reg       full_q;         // no word is taken; a register of wr_clk
    (* ASYNC_REG = "TRUE", syn_preserve = 1, syn_srlstyle = "registers", keep *)
    reg [4:0] rd_gray_meta1;  // rd_gray_q, one cycle later
    (* ASYNC_REG = "TRUE", syn_preserve = 1, syn_srlstyle = "registers", keep *)
    reg [4:0] rd_gray_sync;   // rd_gray_meta1, one cycle later
    reg       empty_q;        // rdata has no word; a register of rd_clk
    (* ASYNC_REG = "TRUE", syn_preserve = 1, syn_srlstyle = "registers", keep *)
    reg [4:0] wr_gray_meta1;  // wr_gray_q, one cycle later
    (* ASYNC_REG = "TRUE", syn_preserve = 1, syn_srlstyle = "registers", keep *)
    reg [4:0] wr_gray_sync;   // wr_gray_meta1, one cycle later

    (* syn_ramstyle = "no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [7:0] storage [0:15];  // words by their number, modulo depth
    reg [7:0] oldest;          // word of storage that was read last

    wire [4:0] wr_count_next;
    wire [4:0] wr_gray_next;
    wire [4:0] rd_count_next;
    wire [4:0] rd_gray_next;
    wire       do_push;
    wire [4:0] full_at;
    wire       fetch;

`ifdef RTLGEN_CHECKS
    reg  [4:0] wr_gray_before;   // wr_gray_q, one cycle later
    reg  [4:0] rd_gray_before;   // rd_gray_q, one cycle later
    wire [4:0] wr_gray_changed;
    wire [4:0] rd_gray_changed;
`endif

    assign wr_count_next = wr_count_q + 5'd1;
    assign wr_gray_next  = wr_count_next ^ {1'b0, wr_count_next[4:1]};
    assign rd_count_next = rd_count_q + 5'd1;
    assign rd_gray_next  = rd_count_next ^ {1'b0, rd_count_next[4:1]};
    assign do_push       = push && !full_q;
    assign full_at       = rd_gray_sync ^ 5'h18;
    assign full          = full_q;
    assign fetch         = rd_gray_q != wr_gray_sync && (empty_q || pop);
    assign empty         = empty_q;
    assign rdata         = oldest;

`ifdef RTLGEN_CHECKS
    assign wr_gray_changed = wr_gray_before ^ wr_gray_q;
    assign rd_gray_changed = rd_gray_before ^ rd_gray_q;
`endif

    always @(posedge wr_clk) begin
        if (do_push) storage[wr_count_q[3:0]] <= wdata;
    end

    always @(posedge rd_clk) begin
        if (fetch) oldest <= storage[rd_count_q[3:0]];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        oldest = memory_fill[31:24];
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            storage[memory_word] = memory_fill[31:24];
        end
    end
`endif

    always @(posedge wr_clk) begin
        if (wr_rst) begin
            wr_count_q <= 5'd0;
            wr_gray_q <= 5'd0;
        end else if (do_push) begin
            wr_count_q <= wr_count_q + 5'd1;
            wr_gray_q <= wr_gray_next;
        end
    end

    always @(posedge rd_clk) begin
        if (rd_rst) begin
            rd_count_q <= 5'd0;
            rd_gray_q <= 5'd0;
        end else if (fetch) begin
            rd_count_q <= rd_count_q + 5'd1;
            rd_gray_q <= rd_gray_next;
        end
    end

    always @(posedge wr_clk) begin
        if (wr_rst) begin
            full_q <= 1'b0;
            rd_gray_meta1 <= 5'd0;
            rd_gray_sync <= 5'd0;
        end else begin
            full_q <= (do_push ? wr_gray_next : wr_gray_q) == full_at;
            rd_gray_meta1 <= rd_gray_q;
            rd_gray_sync <= rd_gray_meta1;
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge wr_clk) begin
        if (wr_rst) begin
            wr_gray_before <= 5'd0;
        end else begin
            wr_gray_before <= wr_gray_q;
        end
    end
`endif

    always @(posedge rd_clk) begin
        if (rd_rst) begin
            empty_q <= 1'b1;
            wr_gray_meta1 <= 5'd0;
            wr_gray_sync <= 5'd0;
        end else begin
            empty_q <= (empty_q || pop) && !fetch;
            wr_gray_meta1 <= wr_gray_q;
            wr_gray_sync <= wr_gray_meta1;
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge rd_clk) begin
        if (rd_rst) begin
            rd_gray_before <= 5'd0;
        end else begin
            rd_gray_before <= rd_gray_q;
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
    always @(posedge wr_clk) begin
        if (!wr_rst) begin
            // the count that the other clock takes changes in one bit at most
            if ((wr_gray_changed & (wr_gray_changed - 5'd1)) != 5'd0) begin
                $display("RTLGEN_ASSERT %m wr_gray_changes_one_bit fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no word is written over one that was not read
            if (do_push && wr_count_q - rd_count_q >= 5'd16) begin
                $display("RTLGEN_ASSERT %m never_over fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
    always @(posedge rd_clk) begin
        if (!rd_rst) begin
            // the count that the other clock takes changes in one bit at most
            if ((rd_gray_changed & (rd_gray_changed - 5'd1)) != 5'd0) begin
                $display("RTLGEN_ASSERT %m rd_gray_changes_one_bit fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no word is read that was not written
            if (fetch && wr_count_q - rd_count_q == 5'd0) begin
                $display("RTLGEN_ASSERT %m never_under fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the memory never holds more than depth words
            if (wr_count_q - rd_count_q > 5'd16) begin
                $display("RTLGEN_ASSERT %m held_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_async_fifo
    initial assume (wr_rst);
    initial assume (rd_rst);
`endif
    always @(posedge wr_clk) begin
        if (!wr_rst) begin
            // the count that the other clock takes changes in one bit at most
            wr_gray_changes_one_bit: assert ((wr_gray_changed & (wr_gray_changed - 5'd1)) == 5'd0);
            // no word is written over one that was not read
            never_over: assert (!do_push || wr_count_q - rd_count_q < 5'd16);
            push_while_full: cover (push && full_q);
        end
    end
    always @(posedge rd_clk) begin
        if (!rd_rst) begin
            // the count that the other clock takes changes in one bit at most
            rd_gray_changes_one_bit: assert ((rd_gray_changed & (rd_gray_changed - 5'd1)) == 5'd0);
            // no word is read that was not written
            never_under: assert (!fetch || wr_count_q - rd_count_q != 5'd0);
            // the memory never holds more than depth words
            held_in_range: assert (wr_count_q - rd_count_q <= 5'd16);
            pop_while_empty: cover (pop && empty_q);
            fetch_behind_pop: cover (fetch && !empty_q);
        end
    end
`endif

endmodule

`default_nettype wire
