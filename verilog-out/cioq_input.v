// SPDX-License-Identifier: Apache-2.0
// cioq_input: input queue: one FIFO of segments, two of which can leave at a time
//
// ports = 8, data = 64, slots_in = 32, stage = 0, credit_latency = 2, cut_through = 1
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module cioq_input (
    input  wire         clk,         // rising edge
    input  wire         rst,         // synchronous, active high

    // link, receiving side
    input  wire         rx_valid,    // a beat comes
    input  wire         rx_head,     // it is the first of a segment: the header, with the route on
                                     // top. Unknown while not valid
    input  wire         rx_tail,     // it is the last of a segment. Unknown while not valid
    input  wire         rx_bad,      // with the last beat: the segment was damaged on its way, and
                                     // is not to be used. Unknown while not valid
    input  wire [63:0]  rx_data,     // the beat; in cell mode header and tag. Unknown while not
                                     // valid
    output wire         rx_credit,   // back to the sender: a slot is free again

    output wire [7:0]   first,       // output that the first waiting segment goes to, one-hot; 0:
                                     // none waits. A register
    output wire [1:0]   free,        // the lane can start a segment, a register
    input  wire [1:0]   start,       // the first waiting segment starts in the lane; in both lanes:
                                     // the first in lane 0, the second in lane 1

    // to the crossbar, from the cycle after start on
    output wire [1:0]   lane_valid,  // a beat passes
    output wire [1:0]   lane_ends,   // the next beat is the last of its segment. 0 while not valid
    output wire [1:0]   lane_bad,    // with the last beat: the segment is damaged, 0 with the
                                     // others; unknown while not valid
    output wire [127:0] lane_data,   // the beat; unknown while not valid

    // status
    output wire [5:0]   stat_held,   // segments in the input queue, a register

    output wire [5:0]   error        // pulses, a cycle after the pins, registers: no_head, cut,
                                     // long, no_route, no_room, marked from bit 0 on
);

    reg        room;           // the other end has a credit
    reg        busy;           // a segment has begun and not ended
    reg        closed;         // the segment's head is a tail, too
    reg        skip;           // beats up to the next head are dropped
    reg        lost;           // these beats have lost their head
    reg [5:0]  beats_come;     // beats of the segment that have come
    reg        only_head_q;    // a segment of one beat was dropped
    reg        dropped_q;      // a segment without a turn or head was dropped
    reg [5:0]  error_q;        // pulses, a cycle after the pins, registers: no_head, cut, long,
                               // no_route, no_room, marked from bit 0 on
    reg        rx_valid_q;     // a beat of a segment has come
    reg        rx_head_q;      // accept, one cycle later
    reg        rx_last_q;      // last, one cycle later
    reg        rx_bad_q;       // with the last beat: the segment is damaged
    reg [63:0] rx_data_q;      // rx_data, one cycle later
    reg        stores_q;       // a beat is stored
    reg        stores_last_q;  // ends, one cycle later
    reg        stores_bad_q;   // with the last beat: the segment is damaged
    reg [63:0] stores_data_q;  // rx_data_q, one cycle later
    reg [10:0] write_base;     // address of the segment's first beat
    reg [10:0] write_address;  // address of the next beat that comes
    reg [7:0]  first_q;        // output that the first waiting segment goes to, one-hot; 0: none
                               // waits. A register
    reg [4:0]  turns_head;     // place of the oldest output in the RAM
    reg [4:0]  turns_tail;     // place of the next output in the RAM
    reg [5:0]  behind;         // outputs in the RAM
    reg        some_behind;    // there is an output in the RAM
    reg [10:0] read_base;      // address of the waiting segment's first beat
    reg        lane0_busy;     // a segment is read in this lane
    reg [10:0] lane0_address;  // address of the next beat to read
    reg        lane0_valid;    // lane0_reads, one cycle later
    reg        lane0_left;     // lane0_ends, one cycle later
    reg        lane1_busy;     // a segment is read in this lane
    reg [10:0] lane1_address;  // address of the next beat to read
    reg        lane1_valid;    // lane1_reads, one cycle later
    reg        lane1_left;     // lane1_ends, one cycle later
    reg [5:0]  credits_owed;   // credits still to be given back
    reg [5:0]  credits_out;    // credits that the other end has left
    reg [5:0]  held_q;         // segments in the input queue, a register

    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [65:0] beats [0:1055];  // beats with last and bad, by slot and place
    reg  [65:0] lane0_word;      // word of beats that was read last
    reg  [65:0] lane1_word;      // word of beats that was read last
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [2:0]  turns [0:31];    // outputs of the segments behind the first
    wire [2:0]  turn_behind;

    wire        head;
    wire        goes_on;
    wire        full;
    wire        accept;
    wire        last;
    wire        is_long;
    wire        is_cut;
    wire        stray;
    wire        first_stray;
    wire        of_a_lost_head;
    wire        headless;
    wire        comes;
    wire [1:0]  segments_dropped;
    wire        takes_a_credit;
    wire        ends;
    wire        begins;
    wire [10:0] next_write_base;
    wire        started;
    wire        refill;
    wire        turn_taken;
    wire        taken_directly;
    wire [7:0]  follower;
    wire        turn_stored;
    wire        several_behind;
    wire [10:0] lane0_at;
    wire        lane0_reads;
    wire        lane0_ends;
    wire [10:0] lane1_at;
    wire        lane1_reads;
    wire        lane1_ends;
    wire [5:0]  segments_gone;
    wire        credit;

`ifdef RTLGEN_CHECKS
    reg  [5:0] beat_position;   // beats of the segment that have come
    reg        first_settled;   // a segment waited, and did not start
    wire       inside_segment;
`endif

`ifdef RTLGEN_CHECKS
    // The number of ones.
    function [3:0] count_ones_8(input [7:0] bits);
        integer n;
        begin
            count_ones_8 = 4'd0;
            for (n = 0; n < 8; n = n + 1)
                count_ones_8 = count_ones_8 + {3'd0, bits[n]};
        end
    endfunction
`endif

    link_delay_width1 credit_link (
        .clk (clk),
        .rst (rst),
        .d   (credit),
        .q   (rx_credit)
    );

    assign head             = rx_valid && rx_head;
    assign goes_on          = busy && rx_valid && !rx_head && !closed;
    assign full             = goes_on && beats_come == 6'd32;
    assign accept           = head && room && 1'b1;
    assign last             = full || (goes_on && rx_tail);
    assign is_long          = full && !rx_tail;
    assign is_cut           = busy && !goes_on;
    assign stray            = rx_valid && !rx_head && !goes_on;
    assign first_stray      = stray && !skip && !is_cut;
    assign of_a_lost_head   = first_stray || (stray && lost);
    assign headless         = of_a_lost_head && rx_tail;
    assign comes            = head && room;
    assign segments_dropped = {1'b0, dropped_q} + {1'b0, only_head_q};
    assign takes_a_credit   = comes || (headless && room);
    assign error            = error_q;
    assign ends             = rx_last_q || (is_cut && !rx_head_q);
    assign begins           = rx_head_q && !(rx_head_q && is_cut);
    assign next_write_base  = (write_base == 11'd1023) ? 11'd0 : write_base + 11'd33;
    assign started          = |start;
    assign refill           = started || !(|first_q);
    assign turn_taken       = refill && some_behind;
    assign taken_directly   = refill && !some_behind;
    assign follower       = some_behind ? 8'd1 << turn_behind
                          : begins ? 8'd1 << rx_data_q[62:60] : 8'd0;
    assign turn_stored    = begins && !taken_directly;
    assign several_behind = |behind[5:1];
    assign first          = first_q;
    assign lane0_at       = lane0_busy ? lane0_address : read_base;
    assign lane0_reads    = start[0] || lane0_busy;
    assign lane0_ends     = lane0_valid && lane0_word[65];
    assign lane1_at       = lane1_busy ? lane1_address : read_base;
    assign lane1_reads    = start[1] || lane1_busy;
    assign lane1_ends     = lane1_valid && lane1_word[65];
    assign free           = {~lane1_busy, ~lane0_busy};
    assign lane_valid     = {lane1_valid, lane0_valid};
    assign lane_ends      = {lane1_ends, lane0_ends};
    assign lane_bad       = {lane1_word[64], lane0_word[64]};
    assign lane_data      = {lane1_word[63:0], lane0_word[63:0]};
    assign segments_gone  = {5'd0, lane0_left} + {5'd0, lane1_left};
    assign credit         = (|credits_owed) || lane0_left || lane1_left;
    assign stat_held      = held_q;

`ifdef RTLGEN_CHECKS
    assign inside_segment = beat_position != 6'd0;
`endif

    always @(posedge clk) begin
        if (stores_q) beats[write_address] <= {ends, stores_bad_q, stores_data_q};
        if (lane0_busy || (|first_q)) lane0_word <= beats[lane0_at];
        if (lane1_busy || (|first_q)) lane1_word <= beats[lane1_at];
    end

    always @(posedge clk) begin
        if (turn_stored) turns[turns_tail] <= rx_data_q[62:60];
    end

    assign turn_behind = turns[turns_head];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [283:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (9) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[251:0], memory_fill};
        end
        {rx_bad_q, rx_data_q, stores_bad_q, stores_data_q, lane0_address, lane1_address, lane0_word,
         lane1_word} = memory_bits;
        for (memory_word = 0; memory_word < 1056; memory_word = memory_word + 1) begin
            repeat (3) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                beats[memory_word] = {beats[memory_word][33:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 32; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            turns[memory_word] = memory_fill[31:29];
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            busy <= 1'b0;
            closed <= 1'b0;
            skip <= 1'b0;
            lost <= 1'b0;
            only_head_q <= 1'b0;
            dropped_q <= 1'b0;
            error_q <= 6'd0;
            rx_valid_q <= 1'b0;
            rx_head_q <= 1'b0;
            rx_last_q <= 1'b0;
            stores_q <= 1'b0;
            stores_last_q <= 1'b0;
            first_q <= 8'd0;
            turns_head <= 5'd0;
            turns_tail <= 5'd0;
            behind <= 6'd0;
        end else begin
            busy <= accept || (goes_on && !last);
            closed <= accept && rx_tail;
            skip <= head ? !accept : (skip || stray || is_cut || is_long) && !headless;
            lost <= (of_a_lost_head && !rx_tail) || (lost && !rx_valid);
            only_head_q <= is_cut && beats_come == 6'd1;
            dropped_q <= (comes && !1'b1) || (headless && room);
            error_q <= {goes_on & rx_tail & rx_bad, head & ~room, comes & ~1'b1, is_long, is_cut,
                        first_stray};
            rx_valid_q <= accept || goes_on;
            rx_head_q <= accept;
            rx_last_q <= last;
            stores_q <= rx_valid_q && !(rx_head_q && is_cut);
            stores_last_q <= ends;
            if (refill) first_q <= follower;
            if (turn_taken) turns_head <= turns_head + 5'd1;
            if (turn_stored) turns_tail <= turns_tail + 5'd1;
            if (turn_stored ^ turn_taken) behind <= behind + (turn_taken ? 6'd63 : 6'd1);
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            beats_come <= 6'd0;
        end else if (accept) begin
            beats_come <= 6'd1;
        end else if (goes_on) begin
            beats_come <= beats_come + 6'd1;
        end
    end

    always @(posedge clk) begin
        rx_bad_q <= is_long || rx_bad;
        rx_data_q <= rx_data;
        stores_bad_q <= ends && (is_cut || rx_bad_q);
        stores_data_q <= rx_data_q;
        if (lane0_reads) lane0_address <= lane0_at + 11'd1;
        if (lane1_reads) lane1_address <= lane1_at + 11'd1;
    end

    always @(posedge clk) begin
        if (rst) begin
            write_base <= 11'd0;
            write_address <= 11'd0;
        end else if (stores_last_q) begin
            write_base <= next_write_base;
            write_address <= next_write_base;
        end else if (stores_q) begin
            write_address <= write_address + 11'd1;
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            beat_position <= 6'd0;
            first_settled <= 1'b0;
        end else begin
            if (rx_valid) beat_position <= rx_tail ? 6'd0 : beat_position + 6'd1;
            first_settled <= (|first_q) && !started;
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            some_behind <= 1'b0;
            read_base <= 11'd0;
            lane0_busy <= 1'b0;
            lane0_valid <= 1'b0;
            lane0_left <= 1'b0;
            lane1_busy <= 1'b0;
            lane1_valid <= 1'b0;
            lane1_left <= 1'b0;
            credits_owed <= 6'd0;
            held_q <= 6'd0;
        end else begin
            some_behind <= turn_stored || several_behind || (some_behind && !turn_taken);
            if (|start) read_base <= (read_base == 11'd1023) ? 11'd0 : read_base + 11'd33;
            lane0_busy <= lane0_reads && !lane0_ends;
            lane0_valid <= lane0_reads;
            lane0_left <= lane0_ends;
            lane1_busy <= lane1_reads && !lane1_ends;
            lane1_valid <= lane1_reads;
            lane1_left <= lane1_ends;
            credits_owed <= credits_owed + segments_gone - {5'd0, credit}
                          + {4'd0, segments_dropped};
            held_q <= held_q + {5'd0, begins} - segments_gone;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            room <= 1'b1;
            credits_out <= 6'd32;
        end else if (takes_a_credit && !credit) begin
            credits_out <= credits_out - 6'd1;
            room <= credits_out != 6'd1;
        end else if (credit && !takes_a_credit) begin
            credits_out <= credits_out + 6'd1;
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
            if (rx_last_q && (!rx_valid_q || rx_head_q)) begin
                $display("RTLGEN_ASSERT %m last_is_a_beat fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (stores_last_q && !stores_q) begin
                $display("RTLGEN_ASSERT %m last_is_stored fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the head is the first beat, and no other one
            if (rx_valid && rx_head != ~inside_segment) begin
                $display("RTLGEN_ASSERT %m a_segment_begins_with_its_head fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the beats of a segment follow each other
            if (inside_segment && !rx_valid) begin
                $display("RTLGEN_ASSERT %m beats_without_gap fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (rx_valid && rx_tail && !inside_segment) begin
                $display("RTLGEN_ASSERT %m at_least_two_beats fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (beat_position >= 6'd33) begin
                $display("RTLGEN_ASSERT %m at_most_33_beats fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // only a segment that waits can start
            if (started && !(|first_q)) begin
                $display("RTLGEN_ASSERT %m start_of_a_waiting_segment fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a segment that has become the first one starts a cycle later at the earliest
            if (started && !first_settled) begin
                $display("RTLGEN_ASSERT %m start_after_a_cycle fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (start[0] && start[1]) begin
                $display("RTLGEN_ASSERT %m one_start_at_a_time fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no more segments wait than there are slots
            if (behind > 6'd32) begin
                $display("RTLGEN_ASSERT %m turns_fit fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (some_behind != (|behind)) begin
                $display("RTLGEN_ASSERT %m some_is_count fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (count_ones_8(first_q) > 4'd1) begin
                $display("RTLGEN_ASSERT %m first_one_hot fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a segment starts in a lane that is free
            if (start[0] && lane0_busy) begin
                $display("RTLGEN_ASSERT %m lane0_starts_when_free fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a segment starts in a lane that is free
            if (start[1] && lane1_busy) begin
                $display("RTLGEN_ASSERT %m lane1_starts_when_free fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (room != (|credits_out)) begin
                $display("RTLGEN_ASSERT %m room_is_count fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a segment comes only with a credit
            if (held_q > 6'd32) begin
                $display("RTLGEN_ASSERT %m segments_fit fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_cioq_input
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a segment comes only with a credit
            slot_for_every_segment: `RTLGEN_CONTRACT (!(rx_valid && rx_head) || room);
            cut_by_a_head: cover (is_cut && head);
            cut_by_a_gap: cover (is_cut && !rx_valid);
            last_is_a_beat: assert (!rx_last_q || (rx_valid_q && !rx_head_q));
            last_is_stored: assert (!stores_last_q || stores_q);
            // the head is the first beat, and no other one
            a_segment_begins_with_its_head: `RTLGEN_CONTRACT (!rx_valid
                                                           || rx_head == ~inside_segment);
            // the beats of a segment follow each other
            beats_without_gap: `RTLGEN_CONTRACT (!inside_segment || rx_valid);
            at_least_two_beats: `RTLGEN_CONTRACT (!(rx_valid && rx_tail) || inside_segment);
            at_most_33_beats: `RTLGEN_CONTRACT (beat_position < 6'd33);
            // only a segment that waits can start
            start_of_a_waiting_segment: `RTLGEN_CONTRACT (!started || (|first_q));
            // a segment that has become the first one starts a cycle later at the earliest
            start_after_a_cycle: `RTLGEN_CONTRACT (!started || first_settled);
            one_start_at_a_time: `RTLGEN_CONTRACT (!(start[0] && start[1]));
            // no more segments wait than there are slots
            turns_fit: assert (behind <= 6'd32);
            some_is_count: assert (some_behind == (|behind));
            first_one_hot: assert (count_ones_8(first_q) <= 4'd1);
            // a segment starts in a lane that is free
            lane0_starts_when_free: `RTLGEN_CONTRACT (!start[0] || !lane0_busy);
            // a segment starts in a lane that is free
            lane1_starts_when_free: `RTLGEN_CONTRACT (!start[1] || !lane1_busy);
            room_is_count: assert (room == (|credits_out));
            // a segment comes only with a credit
            segments_fit: assert (held_q <= 6'd32);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
