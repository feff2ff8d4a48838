// SPDX-License-Identifier: Apache-2.0
// recn_mu: mapping unit: the cold queue  slots = 64
`default_nettype none

module recn_mu (
    input  wire       clk,         // rising edge
    input  wire       rst,         // synchronous, active high
    input  wire       enq_valid,   // a packet is appended
    input  wire [5:0] enq_slot,    // its slot
    input  wire       pop,         // the head leaves
    input  wire [5:0] head_next,   // pointer file at head
    output wire [5:0] head,        // first packet, a register; in the cycle after a pop the one
                                   // that left
    output wire       head_valid,  // there is a first packet, and head shows it, a function of
                                   // registers
    output wire [5:0] tail,        // last packet, a register; unknown while empty
    output wire       empty,       // a register
    output wire [6:0] count,       // packets, a register

    // write to the pointer file, combinational
    output wire       link_valid,  // a link is written
    output wire [5:0] link_slot,   // the tail so far
    output wire [5:0] link_next    // the slot behind it
);

    reg [5:0] head_q;
    reg [5:0] tail_q;
    reg       empty_q;
    reg [6:0] count_q;
    reg       refill_q;

    wire last_leaves;
    wire starts_queue;

    assign last_leaves  = pop && count_q == 7'd1;
    assign starts_queue = empty_q || last_leaves;
    assign head         = head_q;
    assign tail         = tail_q;
    assign head_valid   = !(empty_q || refill_q);
    assign empty        = empty_q;
    assign count        = count_q;
    assign link_valid   = enq_valid && !empty_q;
    assign link_slot    = tail_q;
    assign link_next    = enq_slot;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        head_q = memory_fill[31:26];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        tail_q = memory_fill[31:26];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        refill_q = memory_fill[31];
    end
`endif

    always @(posedge clk) begin
        if (enq_valid && starts_queue) begin
            head_q <= enq_slot;
        end else if (refill_q) begin
            head_q <= head_next;
        end
    end

    always @(posedge clk) begin
        if (enq_valid) begin
            tail_q <= enq_slot;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            empty_q <= 1'b1;
            count_q <= 7'd0;
        end else if (enq_valid && !pop) begin
            count_q <= count_q + 7'd1;
            empty_q <= 1'b0;
        end else if (pop && !enq_valid) begin
            count_q <= count_q - 7'd1;
            empty_q <= last_leaves;
        end
    end

    always @(posedge clk) begin
        refill_q <= pop && !last_leaves;
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
            if (pop && (empty_q || refill_q)) begin
                $display("RTLGEN_ASSERT %m pop_of_a_valid_head fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (enq_valid && !pop && count_q == 7'd64) begin
                $display("RTLGEN_ASSERT %m no_overflow fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (empty_q != (count_q == 7'd0)) begin
                $display("RTLGEN_ASSERT %m empty_is_count_0 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (count_q == 7'd1 && !refill_q && head_q != tail_q) begin
                $display("RTLGEN_ASSERT %m one_packet_is_head_and_tail fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_recn_mu
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            pop_of_a_valid_head: `RTLGEN_CONTRACT (!(pop && (empty_q || refill_q)));
            no_overflow: `RTLGEN_CONTRACT (!(enq_valid && !pop && count_q == 7'd64));
            empty_is_count_0: assert (empty_q == (count_q == 7'd0));
            one_packet_is_head_and_tail: assert (!(count_q == 7'd1 && !refill_q)
                                              || head_q == tail_q);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
