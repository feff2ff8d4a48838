// SPDX-License-Identifier: Apache-2.0
// recn_mu: mapping unit: the cold queue  slots = 64, saqs = 4
`default_nettype none

module recn_mu (
    input  wire       clk,         // rising edge
    input  wire       rst,         // synchronous, active high
    input  wire       enq_valid,   // a packet is appended
    input  wire [5:0] enq_slot,    // its slot
    input  wire       enq_taken,   // it needs no inspection, and is taken at once
    input  wire       pop,         // the first packet leaves
    input  wire       take,        // the head is taken for an inspection
    input  wire       back_valid,  // a packet that was taken is the head again, and those behind it
    input  wire [5:0] back_slot,   // its slot
    input  wire [5:0] head_next,   // pointer file at head
    output wire [5:0] head,        // first packet that was not taken, a register; unknown without
                                   // head_valid
    output wire       head_valid,  // there is one, a register
    output wire [5:0] tail,        // last packet, a register; unknown while empty
    output wire       empty,       // a register
    output wire [6:0] count,       // packets, a register

    // write to the pointer file, combinational
    output wire       link_valid,  // a link is written
    output wire [5:0] link_slot,   // the tail so far
    output wire [5:0] link_next    // the slot behind it
);

    reg [5:0] head_q;
    reg       head_valid_q;
    reg [5:0] tail_q;
    reg       empty_q;
    reg [6:0] count_q;

    wire enq_waits;
    wire last_is_taken;

    assign enq_waits     = !enq_taken;
    assign last_is_taken = take && head_q == tail_q;
    assign head          = head_q;
    assign head_valid    = head_valid_q;
    assign tail          = tail_q;
    assign empty         = empty_q;
    assign count         = count_q;
    assign link_valid    = enq_valid && !empty_q;
    assign link_slot     = tail_q;
    assign link_next     = enq_slot;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        head_q = memory_fill[31:26];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        tail_q = memory_fill[31:26];
    end
`endif

    always @(posedge clk) begin
        if (enq_valid && (!head_valid_q || last_is_taken)) begin
            head_q <= enq_slot;
        end else if (take) begin
            head_q <= head_next;
        end
        if (back_valid) begin
            head_q <= back_slot;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            head_valid_q <= 1'b0;
        end else begin
            if (enq_valid) begin
                head_valid_q <= enq_waits;
            end else if (last_is_taken) begin
                head_valid_q <= 1'b0;
            end
            if (back_valid) begin
                head_valid_q <= 1'b1;
            end
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
            empty_q <= count_q == 7'd1;
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
            if (enq_taken && (!enq_valid || !empty_q)) begin
                $display("RTLGEN_ASSERT %m taken_at_once_as_the_first fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (pop && empty_q) begin
                $display("RTLGEN_ASSERT %m no_pop_while_empty fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (take && !head_valid_q) begin
                $display("RTLGEN_ASSERT %m take_of_a_valid_head fails at time %0t", $time);
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
            if (head_valid_q && empty_q) begin
                $display("RTLGEN_ASSERT %m head_of_a_queue_with_packets fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (count_q == 7'd1 && head_valid_q && head_q != tail_q) begin
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
            taken_at_once_as_the_first: `RTLGEN_CONTRACT (!enq_taken || (enq_valid && empty_q));
            no_pop_while_empty: `RTLGEN_CONTRACT (!(pop && empty_q));
            take_of_a_valid_head: `RTLGEN_CONTRACT (!(take && !head_valid_q));
            no_overflow: `RTLGEN_CONTRACT (!(enq_valid && !pop && count_q == 7'd64));
            empty_is_count_0: assert (empty_q == (count_q == 7'd0));
            head_of_a_queue_with_packets: assert (!(head_valid_q && empty_q));
            one_packet_is_head_and_tail: assert (!(count_q == 7'd1 && head_valid_q)
                                              || head_q == tail_q);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
