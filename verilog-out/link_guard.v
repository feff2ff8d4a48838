// SPDX-License-Identifier: Apache-2.0
// link_guard: receiving end of a link: lets whole packets through, ends damaged ones, drops the rest
//
// ports = 8, slots = 64
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module link_guard (
    input  wire        clk,        // rising edge
    input  wire        rst,        // synchronous, active high

    // the pins of the link
    input  wire        rx_valid,   // a beat comes
    input  wire        rx_sop,     // it is the first of a packet: {turnpool, tptr, src, seq, tag}
    input  wire        rx_eop,     // it is the last
    input  wire        rx_bad,     // with eop: the packet was damaged on its way, and is not to be
                                   // used
    input  wire [63:0] rx_data,    // the beat

    input  wire        freed,      // a slot is given back
    output wire        credit,     // a credit for the other end: a slot was given back in the cycle
                                   // before, or a packet was dropped, a register

    // a cycle after the pins, registers
    output wire        out_start,  // the first beat of a packet, which takes a slot
    output wire        out_valid,  // a beat is stored; with start, too
    output wire [2:0]  out_word,   // its place in the packet; unknown without valid
    output wire [63:0] out_data,   // the beat; unknown without valid
    output wire        out_end,    // the packet that started last ends: with its last beat, or, if
                                   // it is cut short, a cycle or more after its last one, perhaps
                                   // with the start of the next packet
    output wire        out_bad,    // with end: the packet is damaged
    output wire [2:0]  out_last,   // with end: place of the last beat that was stored

    output wire [5:0]  error       // pulses, a cycle after the pins, registers: no_head, cut, long,
                                   // no_route, no_room, marked from bit 0 on
);

    reg        busy;          // a packet has started and not ended
    reg        closed;        // the packet's eop came too early
    reg        skip;          // beats up to the next head are dropped
    reg        lost;          // these beats have lost their head
    reg [2:0]  beat;          // place of the next beat in its packet
    reg [6:0]  credits_owed;  // credits to be returned for dropped packets
    reg [6:0]  credits_out;   // credits that the other end has left
    reg        returns_q;     // a packet was dropped whose credit goes back
    reg        credit_q;      // credit_goes_back, one cycle later
    reg        start_q;       // accept, one cycle later
    reg        valid_q;       // a beat is stored; with start, too
    reg [2:0]  word_q;        // its place in the packet; unknown without valid
    reg [63:0] data_q;        // rx_data, one cycle later
    reg        end_q;         // the packet that started last ends: with its last beat, or, if it is
                              // cut short, a cycle or more after its last one, perhaps with the
                              // start of the next packet
    reg        bad_q;         // with end: the packet is damaged
    reg [2:0]  last_q;        // with end: place of the last beat that was stored
    reg [5:0]  error_q;       // errors, one cycle later

    wire       head;
    reg  [2:0] turn;
    wire       route_exists;
    wire       comes;
    wire       accept;
    wire       refused;
    wire       goes_on;
    wire       is_cut;
    wire       stray;
    wire       first_stray;
    wire       of_a_lost_head;
    wire       headless;
    wire       credit_goes_back;
    wire       takes_a_credit;
    wire       last;
    wire       is_long;
    wire [5:0] errors;

`ifdef RTLGEN_CHECKS
    reg        packet_open;   // a packet has started and not ended
    reg  [2:0] next_word;     // place of the next beat in its packet
    wire [7:0] credits_held;
    wire       beat_follows;
    wire       whole_packet;
`endif

    wire [4:0] rx_data_tptr = rx_data[32:28];  // most significant bit of the present turn

    assign head             = rx_valid && rx_sop;
    assign route_exists     = turn < 3'd7;
    assign accept           = comes && route_exists;
    assign refused          = comes && !route_exists;
    assign goes_on          = busy && rx_valid && !rx_sop && !closed;
    assign is_cut           = busy && !goes_on;
    assign stray            = rx_valid && !rx_sop && !goes_on;
    assign first_stray      = stray && !skip && !is_cut;
    assign of_a_lost_head   = first_stray || (stray && lost);
    assign headless         = of_a_lost_head && rx_eop;
    assign credit_goes_back = freed || credits_owed != 7'd0;
    assign takes_a_credit   = comes || (headless && credits_out != 7'd0);
    assign credit           = credit_q;
    assign comes            = head && credits_out != 7'd0;
    assign last             = goes_on && beat == 3'd7;
    assign is_long          = last && !rx_eop;
    assign out_start        = start_q;
    assign out_valid        = valid_q;
    assign out_word         = word_q;
    assign out_data         = data_q;
    assign out_end          = end_q;
    assign out_bad          = bad_q;
    assign out_last         = last_q;
    assign errors[0]        = first_stray;
    assign errors[1]        = is_cut;
    assign errors[2]        = is_long;
    assign errors[3]        = refused;
    assign errors[4]        = head && !comes;
    assign errors[5]        = last && rx_eop && rx_bad;
    assign error            = error_q;

`ifdef RTLGEN_CHECKS
    assign credits_held = {1'b0, credits_out} + {1'b0, credits_owed} + {7'd0, returns_q};
    assign beat_follows = out_valid && !out_start;
    assign whole_packet = beat_follows && out_word == 3'd7;
`endif

    always @* begin
        case (rx_data_tptr)
            5'd30: turn = rx_data[63:61];
            5'd27: turn = rx_data[60:58];
            5'd24: turn = rx_data[57:55];
            5'd21: turn = rx_data[54:52];
            5'd18: turn = rx_data[51:49];
            5'd15: turn = rx_data[48:46];
            5'd12: turn = rx_data[45:43];
            5'd9: turn = rx_data[42:40];
            5'd6: turn = rx_data[39:37];
            5'd3: turn = rx_data[36:34];
            default: turn = 3'd7;
        endcase
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [70:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (3) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[38:0], memory_fill};
        end
        {word_q, data_q, bad_q, last_q} = memory_bits;
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            busy <= 1'b0;
            closed <= 1'b0;
            skip <= 1'b0;
            lost <= 1'b0;
            credits_owed <= 7'd0;
            returns_q <= 1'b0;
            credit_q <= 1'b0;
            start_q <= 1'b0;
            valid_q <= 1'b0;
            end_q <= 1'b0;
            error_q <= 6'd0;
        end else begin
            busy <= accept || (goes_on && !last);
            closed <= rx_eop && (accept || goes_on);
            skip <= head ? !accept : (skip || stray || is_cut || is_long) && !headless;
            lost <= (of_a_lost_head && !rx_eop) || (lost && !rx_valid);
            credits_owed <= credits_owed + {6'd0, returns_q} - {6'd0, credit_goes_back & ~freed};
            returns_q <= refused || (headless && credits_out != 7'd0);
            credit_q <= credit_goes_back;
            start_q <= accept;
            valid_q <= accept || goes_on;
            end_q <= last || is_cut;
            error_q <= errors;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            beat <= 3'd0;
        end else if (accept) begin
            beat <= 3'd1;
        end else if (goes_on) begin
            beat <= beat + 3'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            credits_out <= 7'd64;
        end else if (takes_a_credit && !credit_goes_back) begin
            credits_out <= credits_out - 7'd1;
        end else if (credit_goes_back && !takes_a_credit) begin
            credits_out <= credits_out + 7'd1;
        end
    end

    always @(posedge clk) begin
        word_q <= rx_sop ? 3'd0 : beat;
        data_q <= rx_data;
        bad_q <= !last || !rx_eop || rx_bad;
        last_q <= beat - {2'd0, is_cut};
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            packet_open <= 1'b0;
        end else if (out_start) begin
            packet_open <= 1'b1;
        end else if (out_end) begin
            packet_open <= 1'b0;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            next_word <= 3'd0;
        end else if (out_valid) begin
            next_word <= out_word + 3'd1;
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
            // only slots with a packet are given back
            if (freed && credits_held >= 8'd64) begin
                $display("RTLGEN_ASSERT %m slot_freed_once fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (credits_held > 8'd64) begin
                $display("RTLGEN_ASSERT %m credits_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a packet starts with its first beat
            if (out_start && (!out_valid || out_word != 3'd0)) begin
                $display("RTLGEN_ASSERT %m start_with_the_first_beat fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // beats follow in order
            if (beat_follows && (!packet_open || out_word != next_word)) begin
                $display("RTLGEN_ASSERT %m beats_in_order fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a packet has no gap: it goes on or ends
            if (packet_open && !beat_follows && !out_end) begin
                $display("RTLGEN_ASSERT %m open_packets_go_on fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // only a packet that has started ends
            if (out_end && !packet_open) begin
                $display("RTLGEN_ASSERT %m end_of_a_packet fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a packet has 8 beats at most
            if (whole_packet && !out_end) begin
                $display("RTLGEN_ASSERT %m ends_with_the_last_beat fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // what is cut short is bad
            if (out_end && !whole_packet && (!out_bad || beat_follows)) begin
                $display("RTLGEN_ASSERT %m short_packets_are_bad fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the place of the last beat that was stored
            if (out_end && out_last != next_word - {2'd0, ~whole_packet}) begin
                $display("RTLGEN_ASSERT %m end_tells_the_last_beat fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_link_guard
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // only slots with a packet are given back
            slot_freed_once: `RTLGEN_CONTRACT (!freed || credits_held < 8'd64);
            credits_in_range: assert (credits_held <= 8'd64);
            cut_by_a_head: cover (is_cut && head);
            cut_by_a_gap: cover (is_cut && !rx_valid);
            // a packet starts with its first beat
            start_with_the_first_beat: assert (!out_start || (out_valid && out_word == 3'd0));
            // beats follow in order
            beats_in_order: assert (!beat_follows || (packet_open && out_word == next_word));
            // a packet has no gap: it goes on or ends
            open_packets_go_on: assert (!packet_open || beat_follows || out_end);
            // only a packet that has started ends
            end_of_a_packet: assert (!out_end || packet_open);
            // a packet has 8 beats at most
            ends_with_the_last_beat: assert (!whole_packet || out_end);
            // what is cut short is bad
            short_packets_are_bad: assert (!(out_end && !whole_packet)
                                        || (out_bad && !beat_follows));
            // the place of the last beat that was stored
            end_tells_the_last_beat: assert (!out_end
                                          || out_last == next_word - {2'd0, ~whole_packet});
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
