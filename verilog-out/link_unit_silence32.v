// SPDX-License-Identifier: Apache-2.0
// link_unit_silence32: one end of a link that may be reset or unplugged at any time
//
// slots = 64, credits = 64, messages = 1, drain = 1, period = 64, silence = 32
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module link_unit_silence32 (
    input  wire         clk,            // rising edge
    input  wire         rst,            // synchronous, active high

    // the sending end of the switch
    input  wire         tx_valid,       // a beat comes
    input  wire         tx_sop,         // it is the first of a packet: {turnpool, tptr, src, seq,
                                        // tag}
    input  wire         tx_eop,         // it is the last
    input  wire         tx_bad,         // with eop: the packet was damaged on its way, and is not
                                        // to be used
    input  wire [63:0]  tx_data,        // the beat
    output wire         tx_credit,      // back to the sender: a slot is free again
    output wire         tx_msg_valid,   // a message about a congestion point
    output wire         tx_msg_xoff,    // 1: Xoff, 0: Xon
    output wire [30:0]  tx_msg_tp,      // turns that lead to the point
    output wire [30:0]  tx_msg_mask,    // significant bits of the turns

    // the receiving end of the switch, registers
    output wire         rx_valid,       // a beat comes
    output wire         rx_sop,         // it is the first of a packet: {turnpool, tptr, src, seq,
                                        // tag}
    output wire         rx_eop,         // it is the last
    output wire         rx_bad,         // with eop: the packet was damaged on its way, and is not
                                        // to be used
    output wire [63:0]  rx_data,        // the beat
    input  wire         rx_credit,      // back to the sender: a slot is free again
    input  wire         rx_msg_valid,   // a message about a congestion point
    input  wire         rx_msg_xoff,    // 1: Xoff, 0: Xon
    input  wire [30:0]  rx_msg_tp,      // turns that lead to the point
    input  wire [30:0]  rx_msg_mask,    // significant bits of the turns

    output wire         flit_tx_valid,  // a flit for the wire, a register
    output wire [181:0] flit_tx,        // the flit, a register; unknown without valid
    input  wire         flit_rx_valid,  // a flit comes from the wire
    input  wire [181:0] flit_rx,        // the flit
    input  wire         line_up,        // the stage below is up; 1 without one
    output wire         line_restart,   // pulse: the unit took the link down while the stage below
                                        // was up, which is to start anew, a register
    input  wire         restart,        // takes the link down; it comes up with another epoch
    output wire         up,             // the link is up, a function of registers
    output wire         came_up,        // pulse, in the first cycle of up, a register
    output wire         went_down,      // pulse, in the first cycle without up, a register:
                                        // protocol state of the link is to be cleared
    output wire [11:0]  error           // pulses, registers: silent, peer_reset, not_seen,
                                        // line_down, mismatch, other_epoch, closed, stray, overrun,
                                        // lost, bad_limit, discarded from bit 0 on
);

    localparam [1:0] STATE_LISTENING = 2'd0;
    localparam [1:0] STATE_DOWN      = 2'd1;
    localparam [1:0] STATE_UP        = 2'd2;

    reg [1:0]   link_state;         // listening, down or up
    reg [7:0]   own_epoch;          // own epoch, never 0
    reg [7:0]   peer_epoch;         // epoch of the other end, 0 if unknown
    reg [15:0]  heads_sent;         // heads that went to the wire, modulo 2^16
    reg [5:0]   period_cycle;       // cycles since the period began
    reg         period_ends;        // it is the last cycle of a period
    reg [5:0]   periods_without;    // ends of periods since the last HELLO
    reg [7:0]   heard_epoch;        // own epoch as the other end knows it
    reg         came_up_q;          // comes_up, one cycle later
    reg         went_down_q;        // goes_down, one cycle later
    reg         line_restart_q;     // restarts_the_line, one cycle later
    reg [6:0]   slots_free;         // slots of the switch that are free
    reg         packet_open;        // a packet has passed in part
    reg [15:0]  heads_come;         // heads that came, or were lost, modulo 2^16
    reg [15:0]  limit_q;            // heads that the other end may send, modulo 2^16
    reg [67:0]  rx_q;               // beat for the switch, 0 without one
    reg         message_valid_q;    // message_comes, one cycle later
    reg [62:0]  message_q;          // message for the switch: xoff, tp, mask
    reg [6:0]   credits_of_switch;  // credits that the switch has
    reg [6:0]   credits_of_link;    // packets that the other end has slots for
    reg         passing;            // the packet that is sent goes to the wire
    reg         credit_q;           // gives_a_credit, one cycle later
    reg         hello_due;          // a HELLO is to be sent
    reg         credit_due;         // a LIMIT is to be sent
    reg         flit_valid_q;       // a flit for the wire, a register
    reg [181:0] flit_q;             // the flit, a register; unknown without valid
    reg [11:0]  error_q;            // errors, one cycle later

    wire [11:0] errors;
    wire        is_up;
    wire        is_hello;
    wire        hello_fits;
    wire        of_the_peer;
    wire        good_hello;
    wire        of_the_session;
    wire        credit_comes;
    wire        is_listening;
    wire        listened;
    wire        is_silent;
    wire        echoed;
    wire        other_peer;
    wire        another_view;
    wire        told_to_be_down;
    wire        own_accord;
    wire        goes_down;
    wire        comes_up;
    wire [7:0]  epoch_after;
    wire        restarts_the_line;
    wire        hello_changes;
    wire        time_for_hello;
    wire        time_for_credit;
    wire        beat_comes;
    wire        head_comes;
    wire        packet_starts;
    wire        packet_goes_on;
    wire        beat_passes;
    wire [15:0] heads_counted;
    wire        sent_is_told;
    wire [15:0] limit_now;
    wire        limit_changes;
    wire        message_comes;
    wire        head_to_send;
    wire        begins;
    wire        goes_to_the_wire;
    wire [15:0] sent_now;
    wire [15:0] credits_left;
    wire [15:0] credits_left_behind_a_head;
    wire        limit_is_believed;
    wire [6:0]  credits_aimed_at;
    wire        gives_a_credit;
    wire        speaks;
    wire        sends_credit;
    wire        sends_hello;
    wire        sends_message;

`ifdef RTLGEN_CHECKS
    reg [7:0] epoch_of_beat;     // epoch of the flit with the beat
    reg [7:0] epoch_of_session;  // peer_epoch, one cycle later
`endif

    wire [7:0]  flit_rx_epoch = flit_rx[181:174];  // epoch of its sender
    wire [1:0]  flit_rx_kind = flit_rx[173:172];   // control: 0 none, 1 HELLO, 2 LIMIT
    wire [7:0]  flit_rx_seen = flit_rx[171:164];   // with HELLO: the epoch of the other end, 0 if
                                                   // none was heard
    wire [15:0] flit_rx_sent = flit_rx[163:148];   // with control: heads that were sent, with the
                                                   // one of this flit
    wire [15:0] flit_rx_value = flit_rx[147:132];  // HELLO: {version, 0, slots}; LIMIT: how many
                                                   // heads may be sent in all
    wire        flit_rx_sop = flit_rx[130];        // it is the first
    wire        flit_rx_eop = flit_rx[129];        // it is the last

    assign is_up             = link_state == STATE_UP;
    assign is_hello          = flit_rx_valid && flit_rx_kind == 2'd1;
    assign hello_fits        = flit_rx_value == 16'd4160 && (|flit_rx_epoch);
    assign of_the_peer       = flit_rx_epoch == peer_epoch;
    assign good_hello        = is_hello && hello_fits;
    assign of_the_session    = flit_rx_valid && of_the_peer && is_up;
    assign credit_comes      = of_the_session && flit_rx_kind == 2'd2;
    assign errors[4]         = is_hello && !hello_fits;
    assign errors[5]         = flit_rx_valid && !is_hello && !of_the_peer;
    assign errors[0]         = is_up && is_silent;
    assign errors[1]         = is_up && other_peer && !own_accord;
    assign errors[2]         = is_up && good_hello && !echoed && !other_peer && !own_accord;
    assign errors[3]         = is_up && !line_up;
    assign errors[9]         = credit_comes && flit_rx_sent != heads_counted;
    assign errors[7]         = beat_comes && !flit_rx_sop && !packet_open;
    assign errors[8]         = head_comes && !packet_starts;
    assign errors[6]         = flit_rx_valid && flit_rx[131] && flit_rx_sop && !is_up;
    assign errors[10]        = credit_comes && !limit_is_believed;
    assign errors[11]        = head_to_send && !begins;
    assign is_listening      = link_state == STATE_LISTENING;
    assign listened          = is_listening && period_ends && periods_without == 6'd33;
    assign is_silent         = period_ends && periods_without == 6'd32 && !is_listening;
    assign echoed            = flit_rx_seen == own_epoch;
    assign other_peer        = good_hello && flit_rx_epoch != peer_epoch;
    assign another_view      = flit_rx_epoch != peer_epoch || !echoed;
    assign told_to_be_down   = restart || !line_up;
    assign own_accord        = is_silent || told_to_be_down;
    assign goes_down         = is_up && (own_accord || (good_hello && another_view));
    assign comes_up          = good_hello && echoed && !told_to_be_down && link_state == STATE_DOWN;
    assign epoch_after       = heard_epoch + 8'd1;
    assign restarts_the_line = is_up && own_accord && line_up;
    assign up                = is_up;
    assign came_up           = came_up_q;
    assign went_down         = went_down_q;
    assign line_restart      = line_restart_q;
    assign hello_changes     = other_peer || went_down_q || came_up_q;
    assign time_for_hello    = period_ends || hello_changes;
    assign time_for_credit   = period_cycle == 6'd32;
    assign beat_comes        = of_the_session && flit_rx[131];
    assign head_comes        = beat_comes && flit_rx_sop;
    assign packet_starts     = head_comes && (|slots_free);
    assign packet_goes_on    = beat_comes && !flit_rx_sop && packet_open;
    assign beat_passes       = packet_starts || packet_goes_on;
    assign heads_counted     = heads_come + {15'd0, head_comes};
    assign sent_is_told      = credit_comes || comes_up;
    assign limit_now         = heads_come + {9'd0, slots_free};
    assign limit_changes     = limit_now != limit_q;
    assign rx_valid          = rx_q[67];
    assign rx_sop            = rx_q[66];
    assign rx_eop            = rx_q[65];
    assign rx_bad            = rx_q[64];
    assign rx_data           = rx_q[63:0];
    assign message_comes     = of_the_session && flit_rx[63];
    assign tx_msg_valid      = message_valid_q;
    assign tx_msg_xoff       = message_q[62];
    assign tx_msg_tp         = message_q[61:31];
    assign tx_msg_mask       = message_q[30:0];
    assign head_to_send      = tx_valid && tx_sop;
    assign begins            = head_to_send && (|credits_of_link);
    assign goes_to_the_wire  = begins || (tx_valid && !tx_sop && passing);
    assign sent_now          = heads_sent + {15'd0, begins};
    assign credits_left      = flit_rx_value - heads_sent;
    assign credits_left_behind_a_head = flit_rx_value + ~heads_sent;
    assign limit_is_believed = begins ? credits_left_behind_a_head <= 16'd64
                             : credits_left <= 16'd64;
    assign credits_aimed_at = is_up ? credits_of_link : 7'd64;
    assign gives_a_credit   = credits_of_switch < credits_aimed_at;
    assign tx_credit        = credit_q;
    assign speaks           = link_state != STATE_LISTENING;
    assign sends_credit     = credit_due && is_up && !hello_due && !came_up_q;
    assign sends_hello      = hello_due && speaks;
    assign sends_message    = rx_msg_valid && is_up;
    assign flit_tx_valid    = flit_valid_q;
    assign flit_tx          = flit_q;
    assign error            = error_q;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [244:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (8) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[212:0], memory_fill};
        end
        {message_q, flit_q} = memory_bits;
`ifdef RTLGEN_CHECKS
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        epoch_of_beat = memory_fill[31:24];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        epoch_of_session = memory_fill[31:24];
`endif
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            link_state <= STATE_LISTENING;
        end else if (listened || goes_down) begin
            link_state <= STATE_DOWN;
        end else if (comes_up) begin
            link_state <= STATE_UP;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            own_epoch <= 8'd1;
            heads_sent <= 16'd0;
            period_cycle <= 6'd0;
            period_ends <= 1'b0;
            came_up_q <= 1'b0;
            went_down_q <= 1'b0;
            line_restart_q <= 1'b0;
            packet_open <= 1'b0;
            heads_come <= 16'd0;
            limit_q <= 16'd0;
            rx_q <= 68'd0;
            message_valid_q <= 1'b0;
            credit_q <= 1'b0;
            hello_due <= 1'b0;
            credit_due <= 1'b0;
            flit_valid_q <= 1'b0;
        end else begin
            if (listened || (is_up && own_accord)) begin
                own_epoch <= epoch_after | {7'd0, epoch_after == 8'd0};
            end
            heads_sent <= sent_now;
            period_cycle <= period_ends ? 6'd0 : period_cycle + 6'd1;
            period_ends <= period_cycle == 6'd62;
            came_up_q <= comes_up;
            went_down_q <= goes_down;
            line_restart_q <= restarts_the_line;
            packet_open <= beat_passes && !flit_rx_eop;
            heads_come <= sent_is_told ? flit_rx_sent : heads_counted;
            limit_q <= limit_now;
            rx_q <= beat_passes ? {beat_passes, flit_rx[130:64]} : 68'd0;
            message_valid_q <= message_comes;
            credit_q <= gives_a_credit;
            hello_due <= time_for_hello;
            credit_due <= time_for_credit
                       || limit_changes
                       || came_up_q
                       || (credit_due && !sends_credit);
            flit_valid_q <= sends_hello || sends_credit || goes_to_the_wire || sends_message;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            peer_epoch <= 8'd0;
            heard_epoch <= 8'd0;
        end else if (good_hello) begin
            peer_epoch <= flit_rx_epoch;
            heard_epoch <= flit_rx_seen;
        end else if (is_silent) begin
            peer_epoch <= 8'd0;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            periods_without <= 6'd0;
        end else if (listened || (good_hello && !is_listening)) begin
            periods_without <= 6'd0;
        end else if (period_ends) begin
            periods_without <= periods_without + 6'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            slots_free <= 7'd64;
        end else if (packet_starts && !rx_credit) begin
            slots_free <= slots_free - 7'd1;
        end else if (rx_credit && !packet_starts) begin
            slots_free <= slots_free + 7'd1;
        end
    end

    always @(posedge clk) begin
        message_q <= flit_rx[62:0];
        flit_q <= {own_epoch, sends_credit, sends_hello, sends_hello ? peer_epoch : 8'd0,
                   (sends_hello || sends_credit) ? sent_now : 16'd0,
                   sends_hello ? 16'd4160 : sends_credit ? limit_q : 16'd0,
                   goes_to_the_wire ? {goes_to_the_wire, tx_sop, tx_eop, tx_bad, tx_data} : 68'd0,
                   sends_message ? {rx_msg_valid, rx_msg_xoff, rx_msg_tp, rx_msg_mask} : 64'd0};
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        epoch_of_beat <= flit_rx_epoch;
        epoch_of_session <= peer_epoch;
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            credits_of_switch <= 7'd64;
        end else if (gives_a_credit && !head_to_send) begin
            credits_of_switch <= credits_of_switch + 7'd1;
        end else if (head_to_send && !gives_a_credit) begin
            credits_of_switch <= credits_of_switch - 7'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            credits_of_link <= 7'd0;
            passing <= 1'b0;
        end else if (goes_down) begin
            credits_of_link <= 7'd0;
            passing <= 1'b0;
        end else begin
            if (credit_comes && limit_is_believed) begin
                credits_of_link <= begins ? credits_left_behind_a_head[6:0] : credits_left[6:0];
            end else if (begins) begin
                credits_of_link <= credits_of_link - 7'd1;
            end
            if (head_to_send) passing <= begins;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            error_q <= 12'd0;
        end else begin
            error_q <= errors;
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
            if (own_epoch == 8'd0) begin
                $display("RTLGEN_ASSERT %m own_epoch_is_not_0 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (is_up && heard_epoch != own_epoch) begin
                $display("RTLGEN_ASSERT %m own_epoch_is_heard_while_up fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (is_up && peer_epoch == 8'd0) begin
                $display("RTLGEN_ASSERT %m up_with_a_peer fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // only slots with a packet are given back
            if (rx_credit && slots_free >= 7'd64) begin
                $display("RTLGEN_ASSERT %m slot_freed_once fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (rx_valid && epoch_of_beat != epoch_of_session) begin
                $display("RTLGEN_ASSERT %m epochs_do_not_mix fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (slots_free > 7'd64) begin
                $display("RTLGEN_ASSERT %m slots_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a packet is sent only with a credit
            if (head_to_send && !(|credits_of_switch)) begin
                $display("RTLGEN_ASSERT %m packet_has_a_credit fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (credits_of_switch > 7'd64) begin
                $display("RTLGEN_ASSERT %m no_credit_is_invented fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (credits_of_link > 7'd64) begin
                $display("RTLGEN_ASSERT %m credits_of_link_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (!is_up && credits_of_link != 7'd0) begin
                $display("RTLGEN_ASSERT %m no_credit_of_link_while_down fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_link_unit_silence32
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            own_epoch_is_not_0: assert (own_epoch != 8'd0);
            own_epoch_is_heard_while_up: assert (!is_up || heard_epoch == own_epoch);
            up_with_a_peer: assert (!is_up || peer_epoch != 8'd0);
            // only slots with a packet are given back
            slot_freed_once: `RTLGEN_CONTRACT (!rx_credit || slots_free < 7'd64);
            epochs_do_not_mix: assert (!rx_valid || epoch_of_beat == epoch_of_session);
            slots_in_range: assert (slots_free <= 7'd64);
            // a packet is sent only with a credit
            packet_has_a_credit: `RTLGEN_CONTRACT (!head_to_send || (|credits_of_switch));
            no_credit_is_invented: assert (credits_of_switch <= 7'd64);
            credits_of_link_in_range: assert (credits_of_link <= 7'd64);
            no_credit_of_link_while_down: assert (is_up || credits_of_link == 7'd0);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
