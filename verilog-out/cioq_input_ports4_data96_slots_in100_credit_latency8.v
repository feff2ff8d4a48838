// SPDX-License-Identifier: Apache-2.0
// cioq_input_ports4_data96_slots_in100_credit_latency8: input queue: one FIFO of segments, two of which can leave at a time
//
// ports = 4, data = 96, slots_in = 100, stage = 0, credit_latency = 8, cut_through = 1
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module cioq_input_ports4_data96_slots_in100_credit_latency8 (
    input  wire         clk,         // rising edge
    input  wire         rst,         // synchronous, active high

    // link, receiving side
    input  wire         rx_valid,    // a beat comes
    input  wire         rx_head,     // it is the first of a segment: the header, with the route on
                                     // top. Unknown while not valid
    input  wire         rx_tail,     // it is the last of a segment. Unknown while not valid
    input  wire [95:0]  rx_data,     // the beat; in cell mode header and tag. Unknown while not
                                     // valid
    output wire         rx_credit,   // back to the sender: a slot is free again

    output wire [3:0]   first,       // output that the first waiting segment goes to, one-hot; 0:
                                     // none waits. A register
    output wire [3:0]   second,      // output of the one behind it, one-hot; 0: there is none
    input  wire [1:0]   start,       // the first waiting segment starts in the lane; in both lanes:
                                     // the first in lane 0, the second in lane 1

    // to the crossbar, from the cycle after start on
    output wire [1:0]   lane_valid,  // a beat passes
    output wire [191:0] lane_data,   // the beat; unknown while not valid

    // status
    output wire [6:0]   stat_held,   // segments in the input queue, a register

    output wire [5:0]   error        // pulses, a cycle after the pins, registers: no_head, cut,
                                     // long, no_route, no_room, marked from bit 0 on
);

    reg       room;           // the other end has a credit
    reg       dropped_q;      // a word was dropped whose credit goes back
    reg [5:0] error_q;        // pulses, a cycle after the pins, registers: no_head, cut, long,
                              // no_route, no_room, marked from bit 0 on
    reg [6:0] tail;           // slot of the next cell that comes
    reg [3:0] first_q;        // output that the first waiting segment goes to, one-hot; 0: none
                              // waits. A register
    reg [3:0] second_q;       // output of the one behind it, one-hot; 0: there is none
    reg [6:0] waiting_count;  // segments that wait
    reg       two_wait;       // two segments or more wait
    reg       some_behind;    // three segments or more wait
    reg       more_behind;    // four segments or more wait
    reg [6:0] turns_head;     // place of the third segment's output
    reg [6:0] turns_next;     // place of the fourth segment's output
    reg [6:0] turns_tail;     // place of the next output that is stored
    reg [6:0] head;           // slot of the oldest cell
    reg [1:0] lane_valid_q;   // start, one cycle later
    reg       both_q;         // two segments started in the same cycle
    reg [6:0] credits_owed;   // credits still to be given back
    reg [6:0] credits_out;    // credits that the other end has left
    reg [6:0] held_q;         // segments in the input queue, a register

    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [95:0] words [0:99];   // cells, by slot
    reg  [95:0] first_word;     // word of words that was read last
    reg  [95:0] second_word;    // word of words that was read last
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [3:0]  turns [0:127];  // outputs of the segments behind the second, one-hot
    wire [3:0]  third;
    wire [3:0]  fourth;

    wire       is_cell;
    wire       accept;
    wire       takes_a_credit;
    wire [6:0] next_after_one;
    wire [6:0] next_after_two;
    wire [6:0] turns_head_after_lane0;
    wire [6:0] turns_head_after_lane1;
    wire [6:0] turns_head_after;
    wire [6:0] turns_next_after_lane0;
    wire [6:0] turns_next_after_lane1;
    wire [6:0] turns_next_after;
    wire [3:0] fresh;
    wire [3:0] first_after_lane0;
    wire [3:0] first_after_lane1;
    wire [3:0] first_after;
    wire [3:0] second_after_lane0;
    wire [3:0] second_after_lane1;
    wire [3:0] second_after;
    wire       two_left_after_lane0;
    wire       two_left_after_lane1;
    wire       two_left_after;
    wire       turn_stored;
    wire [6:0] waiting_and_new;
    wire [6:0] left_of_one;
    wire [6:0] left_of_two;
    wire [6:0] waiting_after_lane0;
    wire [6:0] waiting_after_lane1;
    wire [6:0] waiting_after;
    wire       at_least_2_after_lane0;
    wire       at_least_2_after_lane1;
    wire       at_least_2_after;
    wire       at_least_3_after_lane0;
    wire       at_least_3_after_lane1;
    wire       at_least_3_after;
    wire       at_least_4_after_lane0;
    wire       at_least_4_after_lane1;
    wire       at_least_4_after;
    wire [6:0] second_place;
    wire [6:0] third_place;
    wire [6:0] head_after_lane0;
    wire [6:0] head_after_lane1;
    wire [6:0] head_after;
    wire [6:0] segments_gone;
    wire       credit;

`ifdef RTLGEN_CHECKS
    // The number of ones.
    function [2:0] count_ones_4(input [3:0] bits);
        integer n;
        begin
            count_ones_4 = 3'd0;
            for (n = 0; n < 4; n = n + 1)
                count_ones_4 = count_ones_4 + {2'd0, bits[n]};
        end
    endfunction
`endif

    link_delay_width1_latency8 credit_link (
        .clk (clk),
        .rst (rst),
        .d   (credit),
        .q   (rx_credit)
    );

    assign is_cell                = rx_valid && rx_head && rx_tail;
    assign accept                 = is_cell && room && 1'b1;
    assign takes_a_credit         = rx_valid && room;
    assign error                  = error_q;
    assign next_after_one         = turns_next + 7'd1;
    assign next_after_two         = turns_next + 7'd2;
    assign turns_head_after_lane0 = start[0] ? (some_behind ? turns_next : turns_head) : turns_head;
    assign turns_head_after_lane1 = start[0]
                                  ? (more_behind ? next_after_one
                                   : some_behind ? turns_next : turns_head)
                                  : some_behind ? turns_next : turns_head;
    assign turns_head_after = start[1] ? turns_head_after_lane1 : turns_head_after_lane0;
    assign turns_next_after_lane0 = start[0] ? (some_behind ? next_after_one : turns_next)
                                  : turns_next;
    assign turns_next_after_lane1 = start[0]
                                  ? (more_behind ? next_after_two
                                   : some_behind ? next_after_one : turns_next)
                                  : some_behind ? next_after_one : turns_next;
    assign turns_next_after = start[1] ? turns_next_after_lane1 : turns_next_after_lane0;
    assign fresh            = accept ? 4'd1 << rx_data[94:93] : 4'd0;
    assign first_after_lane0 = start[0] ? (two_wait ? second_q : fresh)
                             : (|first_q) ? first_q : fresh;
    assign first_after_lane1 = start[0] ? (some_behind ? third : fresh)
                             : two_wait ? second_q : fresh;
    assign first_after = start[1] ? first_after_lane1 : first_after_lane0;
    assign second_after_lane0 = start[0] ? (some_behind ? third : two_wait ? fresh : 4'd0)
                              : two_wait ? second_q : (|first_q) ? fresh : 4'd0;
    assign second_after_lane1 = start[0] ? (more_behind ? fourth : some_behind ? fresh : 4'd0)
                              : some_behind ? third : two_wait ? fresh : 4'd0;
    assign second_after           = start[1] ? second_after_lane1 : second_after_lane0;
    assign two_left_after_lane0   = start[0] ? some_behind : two_wait;
    assign two_left_after_lane1   = start[0] ? more_behind : some_behind;
    assign two_left_after         = start[1] ? two_left_after_lane1 : two_left_after_lane0;
    assign turn_stored            = accept && two_left_after;
    assign waiting_and_new        = waiting_count + {6'd0, accept};
    assign left_of_one            = waiting_and_new - 7'd1;
    assign left_of_two            = waiting_and_new - 7'd2;
    assign waiting_after_lane0    = start[0] ? left_of_one : waiting_and_new;
    assign waiting_after_lane1    = start[0] ? left_of_two : left_of_one;
    assign waiting_after          = start[1] ? waiting_after_lane1 : waiting_after_lane0;
    assign at_least_2_after_lane0 = start[0] ? left_of_one >= 7'd2 : waiting_and_new >= 7'd2;
    assign at_least_2_after_lane1 = start[0] ? left_of_two >= 7'd2 : left_of_one >= 7'd2;
    assign at_least_2_after       = start[1] ? at_least_2_after_lane1 : at_least_2_after_lane0;
    assign at_least_3_after_lane0 = start[0] ? left_of_one >= 7'd3 : waiting_and_new >= 7'd3;
    assign at_least_3_after_lane1 = start[0] ? left_of_two >= 7'd3 : left_of_one >= 7'd3;
    assign at_least_3_after       = start[1] ? at_least_3_after_lane1 : at_least_3_after_lane0;
    assign at_least_4_after_lane0 = start[0] ? left_of_one >= 7'd4 : waiting_and_new >= 7'd4;
    assign at_least_4_after_lane1 = start[0] ? left_of_two >= 7'd4 : left_of_one >= 7'd4;
    assign at_least_4_after       = start[1] ? at_least_4_after_lane1 : at_least_4_after_lane0;
    assign first                  = first_q;
    assign second                 = second_q;
    assign second_place           = (head == 7'd99) ? 7'd0 : head + 7'd1;
    assign third_place            = (second_place == 7'd99) ? 7'd0 : second_place + 7'd1;
    assign head_after_lane0       = start[0] ? second_place : head;
    assign head_after_lane1       = start[0] ? third_place : second_place;
    assign head_after             = start[1] ? head_after_lane1 : head_after_lane0;
    assign lane_valid             = lane_valid_q;
    assign lane_data              = {both_q ? second_word : first_word, first_word};
    assign segments_gone          = {6'd0, lane_valid_q[0]} + {6'd0, lane_valid_q[1]};
    assign credit                 = (|credits_owed) || lane_valid_q[0] || lane_valid_q[1];
    assign stat_held              = held_q;

    always @(posedge clk) begin
        if (accept) words[tail] <= rx_data;
        if (|first_q) first_word <= words[head];
        if (|second) second_word <= words[second_place];
    end

    always @(posedge clk) begin
        if (turn_stored) turns[turns_tail] <= 4'd1 << rx_data[94:93];
    end

    assign third = turns[turns_head];

    assign fourth = turns[turns_next];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [192:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (7) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[160:0], memory_fill};
        end
        {both_q, first_word, second_word} = memory_bits;
        for (memory_word = 0; memory_word < 100; memory_word = memory_word + 1) begin
            repeat (3) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                words[memory_word] = {words[memory_word][63:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 128; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            turns[memory_word] = memory_fill[31:28];
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            dropped_q <= 1'b0;
            error_q <= 6'd0;
            tail <= 7'd0;
            first_q <= 4'd0;
            second_q <= 4'd0;
            waiting_count <= 7'd0;
            two_wait <= 1'b0;
            some_behind <= 1'b0;
            more_behind <= 1'b0;
            turns_head <= 7'd0;
            turns_next <= 7'd1;
            turns_tail <= 7'd0;
            head <= 7'd0;
            lane_valid_q <= 2'd0;
            credits_owed <= 7'd0;
            held_q <= 7'd0;
        end else begin
            dropped_q <= takes_a_credit && !accept;
            error_q <= {1'b0, is_cell & ~room, is_cell & room & ~1'b1,
                        rx_valid & rx_head & ~rx_tail, 1'b0, rx_valid & ~rx_head};
            if (accept) tail <= (tail == 7'd99) ? 7'd0 : tail + 7'd1;
            first_q <= first_after;
            second_q <= second_after;
            waiting_count <= waiting_after;
            two_wait <= at_least_2_after;
            some_behind <= at_least_3_after;
            more_behind <= at_least_4_after;
            turns_head <= turns_head_after;
            turns_next <= turns_next_after;
            if (turn_stored) turns_tail <= turns_tail + 7'd1;
            head <= head_after;
            lane_valid_q <= start;
            credits_owed <= credits_owed + segments_gone - {6'd0, credit}
                          + {5'd0, {1'b0, dropped_q}};
            held_q <= held_q + {6'd0, accept} - segments_gone;
        end
    end

    always @(posedge clk) begin
        both_q <= start[0] && start[1];
    end

    always @(posedge clk) begin
        if (rst) begin
            room <= 1'b1;
            credits_out <= 7'd100;
        end else if (takes_a_credit && !credit) begin
            credits_out <= credits_out - 7'd1;
            room <= credits_out != 7'd1;
        end else if (credit && !takes_a_credit) begin
            credits_out <= credits_out + 7'd1;
            room <= 1'b1;
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
            // a segment comes only with a credit
            if (rx_valid && rx_head && !room) begin
                $display("RTLGEN_ASSERT %m slot_for_every_segment fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a cell is head and tail
            if (rx_valid && (!rx_head || !rx_tail)) begin
                $display("RTLGEN_ASSERT %m a_cell_is_a_segment fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // only a segment that waits can start
            if ((|start) && !(|first_q)) begin
                $display("RTLGEN_ASSERT %m start_of_a_waiting_segment fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // two can start only if two wait
            if (start[0] && start[1] && !two_wait) begin
                $display("RTLGEN_ASSERT %m second_start_of_a_waiting_segment fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no more segments wait than there are slots
            if (waiting_count > 7'd100) begin
                $display("RTLGEN_ASSERT %m turns_fit fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (count_ones_4(first_q) != {2'd0, waiting_count != 7'd0}) begin
                $display("RTLGEN_ASSERT %m first_one_hot fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (count_ones_4(second_q) != {2'd0, waiting_count >= 7'd2}) begin
                $display("RTLGEN_ASSERT %m second_one_hot fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ({more_behind, some_behind, two_wait}
             != {waiting_count >= 7'd4, waiting_count >= 7'd3, waiting_count >= 7'd2}) begin
                $display("RTLGEN_ASSERT %m flags_are_count fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (room != (|credits_out)) begin
                $display("RTLGEN_ASSERT %m room_is_count fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a segment comes only with a credit
            if (held_q > 7'd100) begin
                $display("RTLGEN_ASSERT %m segments_fit fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_cioq_input_ports4_data96_slots_in100_credit_latency8
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a segment comes only with a credit
            slot_for_every_segment: `RTLGEN_CONTRACT (!(rx_valid && rx_head) || room);
            // a cell is head and tail
            a_cell_is_a_segment: `RTLGEN_CONTRACT (!rx_valid || (rx_head && rx_tail));
            // only a segment that waits can start
            start_of_a_waiting_segment: `RTLGEN_CONTRACT (!(|start) || (|first_q));
            // two can start only if two wait
            second_start_of_a_waiting_segment: `RTLGEN_CONTRACT (!(start[0] && start[1])
                                                              || two_wait);
            // no more segments wait than there are slots
            turns_fit: assert (waiting_count <= 7'd100);
            first_one_hot: assert (count_ones_4(first_q) == {2'd0, waiting_count != 7'd0});
            second_one_hot: assert (count_ones_4(second_q) == {2'd0, waiting_count >= 7'd2});
            flags_are_count: assert ({more_behind, some_behind, two_wait}
                                  == {waiting_count >= 7'd4, waiting_count >= 7'd3,
                                      waiting_count >= 7'd2});
            room_is_count: assert (room == (|credits_out));
            // a segment comes only with a credit
            segments_fit: assert (held_q <= 7'd100);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
