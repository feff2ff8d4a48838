// SPDX-License-Identifier: Apache-2.0
// recn_mu: mapping unit: the cold queue  slots = 64, saqs = 4
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

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

    reg [5:0] head_q;        // first packet that was not taken, a register; unknown without
                             // head_valid
    reg       head_valid_q;  // there is one, a register
    reg [5:0] tail_q;        // last packet, a register; unknown while empty
    reg       empty_q;       // a register
    reg [6:0] count_q;       // packets, a register

    wire enq_waits;
    wire last_is_taken;

`ifdef RTLGEN_CHECKS
    reg [5:0] slot_at [0:127];  // slot of the packet, by place
    reg [6:0] place_of [0:63];  // place of the packet, by slot
    reg [6:0] first_place;      // place of the first packet
    reg [6:0] next_place;       // place of the first packet not taken
    reg [6:0] end_place;        // place behind the last packet
`endif

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
        reg [11:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        memory_bits = memory_fill[31:20];
        {head_q, tail_q} = memory_bits;
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_slot_at
        integer i;
        integer i_base;
        if (rst) begin
            for (i_base = 0; i_base < 128; i_base = i_base + 64)
                for (i = i_base; i < i_base + 64; i = i + 1) slot_at[i] <= 6'd0;
            for (i = 0; i < 64; i = i + 1) place_of[i] <= 7'd0;
            end_place <= 7'd0;
        end else if (enq_valid) begin
            slot_at[end_place] <= enq_slot;
            place_of[enq_slot] <= end_place;
            end_place <= end_place + 7'd1;
        end
    end
`endif

    always @(posedge clk) begin
        if (enq_valid && (!head_valid_q || last_is_taken)) begin
            head_q <= enq_slot;
        end else if (take) begin
            head_q <= head_next;
        end
        if (back_valid) head_q <= back_slot;
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
            if (back_valid) head_valid_q <= 1'b1;
        end
    end

    always @(posedge clk) begin
        if (enq_valid) tail_q <= enq_slot;
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

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            first_place <= 7'd0;
        end else if (pop) begin
            first_place <= first_place + 7'd1;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            next_place <= 7'd0;
        end else if (back_valid) begin
            next_place <= place_of[back_slot];
        end else if (take || enq_taken) begin
            next_place <= next_place + 7'd1;
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
            // only a packet that was taken leaves
            if (pop && next_place - first_place == 7'd0) begin
                $display("RTLGEN_ASSERT %m taken_before_it_leaves fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a packet that was taken and is still there goes back
            if (back_valid
             && (slot_at[place_of[back_slot]] != back_slot
              || place_of[back_slot] - first_place >= next_place - first_place
              || pop)) begin
                $display("RTLGEN_ASSERT %m goes_back_from_where_it_was_taken fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a slot that comes is not in the queue, unless it leaves
            if (enq_valid
             && slot_at[place_of[enq_slot]] == enq_slot
             && place_of[enq_slot] - first_place < end_place - first_place
             && (!pop || enq_slot != slot_at[first_place])) begin
                $display("RTLGEN_ASSERT %m slot_is_in_one_place fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the pointer file shows the packet behind the head
            if (take
             && next_place + 7'd1 != end_place
             && head_next != slot_at[{next_place + 7'd1}]) begin
                $display("RTLGEN_ASSERT %m next_is_behind_the_head fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (count != end_place - first_place) begin
                $display("RTLGEN_ASSERT %m count_of_packets fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (head_valid != (next_place != end_place)) begin
                $display("RTLGEN_ASSERT %m head_was_not_taken fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (head_valid && head != slot_at[next_place]) begin
                $display("RTLGEN_ASSERT %m head_is_the_first_of_these fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (!empty && tail != slot_at[{end_place - 7'd1}]) begin
                $display("RTLGEN_ASSERT %m tail_came_last fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (next_place - first_place > end_place - first_place) begin
                $display("RTLGEN_ASSERT %m places_in_order fails at time %0t", $time);
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
            // only a packet that was taken leaves
            taken_before_it_leaves: `RTLGEN_CONTRACT (!pop || next_place - first_place != 7'd0);
            // a packet that was taken and is still there goes back
            goes_back_from_where_it_was_taken: `RTLGEN_CONTRACT (!back_valid
                                                              || (slot_at[place_of[back_slot]]
                                                               == back_slot
                                                               && place_of[back_slot] - first_place
                                                                < next_place - first_place
                                                               && !pop));
            // a slot that comes is not in the queue, unless it leaves
            slot_is_in_one_place: `RTLGEN_CONTRACT (!enq_valid
                                                 || !(slot_at[place_of[enq_slot]] == enq_slot
                                                   && place_of[enq_slot] - first_place
                                                    < end_place - first_place)
                                                 || (pop && enq_slot == slot_at[first_place]));
            // the pointer file shows the packet behind the head
            next_is_behind_the_head: `RTLGEN_CONTRACT (!(take && next_place + 7'd1 != end_place)
                                                    || head_next == slot_at[{next_place + 7'd1}]);
            count_of_packets: assert (count == end_place - first_place);
            head_was_not_taken: assert (head_valid == (next_place != end_place));
            head_is_the_first_of_these: assert (!head_valid || head == slot_at[next_place]);
            tail_came_last: assert (empty || tail == slot_at[{end_place - 7'd1}]);
            places_in_order: assert (next_place - first_place <= end_place - first_place);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
