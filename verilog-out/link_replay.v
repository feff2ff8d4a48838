// SPDX-License-Identifier: Apache-2.0
// link_replay: both ends of a line that damages words: CRC, and go-back-N replay
//
// width = 64, depth = 64, round_trip = 32, epoch = 8, tries = 4, error_bits = 8
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module link_replay (
    input  wire         clk,            // rising edge
    input  wire         rst,            // synchronous, active high
    input  wire         flit_tx_valid,  // a flit is offered
    output wire         flit_tx_ready,  // it is taken; 0 while the line is down or the buffer is
                                        // full; a function of registers
    input  wire [63:0]  flit_tx,        // the flit
    output wire         flit_rx_valid,  // a flit has come, a register
    output wire [63:0]  flit_rx,        // the flit, a register; unknown without valid
    output wire         line_up,        // both ends are in the same session, a register
    input  wire         line_restart,   // takes the line down; it comes up by itself
    output wire         line_tx_valid,  // a word is sent: 0 in the first cycles after reset only; a
                                        // register
    output wire [128:0] line_tx,        // the word, a register; unknown without valid
    input  wire         line_rx_valid,  // a word comes
    input  wire [128:0] line_rx,        // the word, perhaps damaged
    input  wire         err_clear,      // clears the errors
    output wire [3:0]   err_seen,       // causes since the last clear: damaged, replayed,
                                        // timed_out, went_down from bit 0 on, functions of
                                        // registers
    output wire [31:0]  err_counts      // errors of each cause since the last clear, bits of a
                                        // counter each, which stay at the largest number, registers
);

    reg         up;               // both ends are in the same session, a register
    reg [7:0]   own_epoch;        // own epoch, never 0
    reg [7:0]   peer_epoch;       // epoch of the other end, 0 if unknown
    reg [5:0]   quiet;            // cycles in which words are still dropped
    reg [8:0]   silence;          // cycles since a word of the session came
    reg [6:0]   head;             // number of the flit to be accepted next
    reg [6:0]   next;             // number of the flit to be sent next
    reg [6:0]   tail;             // number of the oldest flit without acknowledgement
    reg [6:0]   timer;            // cycles without progress
    reg [1:0]   tries;            // timeouts without progress
    reg [6:0]   expected;         // number of the flit that is expected
    reg         gap;              // flits are missing before a word that came
    reg         welcome_due;      // a welcome is to be sent
    reg         nak_due;          // a NAK is to be sent
    reg         rx_valid_q;       // line_rx_valid, one cycle later
    reg [128:0] rx_word_q;        // line_rx, one cycle later
    reg         rx_summed;        // rx_valid_q, one cycle later
    reg [96:0]  rx_message;       // the word that came, without its CRC
    reg [31:0]  rx_claimed;       // CRC that came with the word
    reg [31:0]  rx_part_0_q;      // rx_part_0, one cycle later
    reg         rx_good;          // the word has come undamaged
    reg         rx_damaged;       // the word was damaged
    reg [96:0]  rx_judged;        // rx_message, one cycle later
    reg         flit_rx_valid_q;  // a flit has come, a register
    reg [63:0]  flit_rx_q;        // the flit, a register; unknown without valid
    reg         heard_q;          // rx_ours, one cycle later
    reg [6:0]   ack_q;            // number that the other end expects
    reg         nak_q;            // the other end asks for flits again
    reg [1:0]   tx_kind_q;        // tx_kind, one cycle later
    reg         tx_nak_q;         // the word asks for flits again
    reg [7:0]   tx_from_q;        // own_epoch, one cycle later
    reg [7:0]   tx_to_q;          // peer_epoch, one cycle later
    reg [6:0]   tx_seq_q;         // next, one cycle later
    reg [6:0]   tx_ack_q;         // expected, one cycle later
    reg [96:0]  tx_message;       // the word to be sent, without its CRC
    reg [96:0]  tx_summed;        // tx_message, one cycle later
    reg [31:0]  tx_part_0_q;      // tx_part_0, one cycle later
    reg [31:0]  tx_crc;           // CRC of the word to be sent
    reg [96:0]  tx_last;          // tx_summed, one cycle later
    reg [3:0]   tx_started;       // a one for each cycle since reset
    reg [3:0]   events_q;         // what happened in the cycle before, by cause

    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [63:0] replay_buffer [0:63];  // flits without acknowledgement, by number
    reg [63:0] read_flit;             // word of replay_buffer that was read last

    wire        goes_down;
    wire        welcomes;
    wire        sends_of_session;
    wire        sends_flit;
    wire        accepts;
    wire [6:0]  held;
    wire [6:0]  chosen;
    wire [31:0] rx_part_0;
    wire        rx_right;
    wire        same_session;
    wire        rx_hello;
    wire        rx_ours;
    wire        rx_behind;
    wire        rx_expected;
    wire        rx_flit;
    wire        takes;
    wire        missing;
    wire [6:0]  ack_distance;
    wire        ack_counts;
    wire        progress;
    wire        ack_passes_next;
    wire        replays;
    wire        timer_expires;
    wire        times_out;
    wire        out_of_patience;
    wire [6:0]  oldest;
    wire        silent;
    wire        other_session;
    wire        listens;
    wire        learns;
    wire        begins;
    wire [1:0]  tx_kind;
    wire [31:0] tx_part_0;
    wire [3:0]  events;

`ifdef RTLGEN_CHECKS
    reg [6:0] flits_delivered;  // flits that came out in this session
`endif

    genvar g;

    generate
        for (g = 0; g < 1; g = g + 1) begin : errors
            link_errors_causes4 u (
                .clk    (clk),
                .rst    (rst),
                .errors (events_q),
                .clear  (err_clear),
                .seen   (err_seen),
                .counts (err_counts)
            );
        end
    endgenerate

    assign welcomes         = up && welcome_due;
    assign sends_of_session = up && !welcome_due;
    assign sends_flit       = sends_of_session && next != head;
    assign accepts          = flit_tx_valid && flit_tx_ready;
    assign held             = head - tail;
    assign chosen           = next - tail;
    assign line_up          = up;
    assign flit_tx_ready    = up && !held[6];
    assign rx_part_0[0]     = ^(rx_word_q[96:0] & 97'h9a203be90369cb5e305f40f);
    assign rx_part_0[1]     = ^(rx_word_q[96:0] & 97'h1344077d206d396bc60be81f);
    assign rx_part_0[2]     = ^(rx_word_q[96:0] & 97'h26880efa40da72d78c17d03f);
    assign rx_part_0[3]     = ^(rx_word_q[96:0] & 97'h4d101df481b4e5af182fa07e);
    assign rx_part_0[4]     = ^(rx_word_q[96:0] & 97'h9a203be90369cb5e305f40fd);
    assign rx_part_0[5]     = ^(rx_word_q[96:0] & 97'h1344077d206d396bc60be81fa);
    assign rx_part_0[6]     = ^(rx_word_q[96:0] & 97'h6122ec1a9d91b1cd2278f7fa);
    assign rx_part_0[7]     = ^(rx_word_q[96:0] & 97'hc245d8353b23639a44f1eff4);
    assign rx_part_0[8]     = ^(rx_word_q[96:0] & 97'h1848bb06a7646c73489e3dfe9);
    assign rx_part_0[9]     = ^(rx_word_q[96:0] & 97'h100b5636a7cbb12dcf0c24bdc);
    assign rx_part_0[10]    = ^(rx_word_q[96:0] & 97'h8c8c56a6940b90c028163b7);
    assign rx_part_0[11]    = ^(rx_word_q[96:0] & 97'h11918ad4d28172180502c76e);
    assign rx_part_0[12]    = ^(rx_word_q[96:0] & 97'h232315a9a502e4300a058edc);
    assign rx_part_0[13]    = ^(rx_word_q[96:0] & 97'h46462b534a05c860140b1db9);
    assign rx_part_0[14]    = ^(rx_word_q[96:0] & 97'h8c8c56a6940b90c028163b72);
    assign rx_part_0[15]    = ^(rx_word_q[96:0] & 97'h11918ad4d28172180502c76e4);
    assign rx_part_0[16]    = ^(rx_word_q[96:0] & 97'h3b935924c018dfb5435d19c6);
    assign rx_part_0[17]    = ^(rx_word_q[96:0] & 97'h7726b2498031bf6a86ba338d);
    assign rx_part_0[18]    = ^(rx_word_q[96:0] & 97'hee4d649300637ed50d74671a);
    assign rx_part_0[19]    = ^(rx_word_q[96:0] & 97'h1dc9ac92600c6fdaa1ae8ce35);
    assign rx_part_0[20]    = ^(rx_word_q[96:0] & 97'h1b09791f291bb67e1d6d46864);
    assign rx_part_0[21]    = ^(rx_word_q[96:0] & 97'h1688d205bb34053764ead24c7);
    assign rx_part_0[22]    = ^(rx_word_q[96:0] & 97'hd8b84309f6b63a597e5fbd81);
    assign rx_part_0[23]    = ^(rx_word_q[96:0] & 97'h1b1708613ed6c74b2fcbf7b02);
    assign rx_part_0[24]    = ^(rx_word_q[96:0] & 97'h16b430f994aee75d01a7b020a);
    assign rx_part_0[25]    = ^(rx_word_q[96:0] & 97'hdf241c8c05ea7715d7f3f01a);
    assign rx_part_0[26]    = ^(rx_word_q[96:0] & 97'h1be4839180bd4ee2bafe7e034);
    assign rx_part_0[27]    = ^(rx_word_q[96:0] & 97'h17532718e879f40e2bcca3466);
    assign rx_part_0[28]    = ^(rx_word_q[96:0] & 97'he3c6e0a39f081d709a919cc2);
    assign rx_part_0[29]    = ^(rx_word_q[96:0] & 97'h1c78dc1473e103ae135233985);
    assign rx_part_0[30]    = ^(rx_word_q[96:0] & 97'h186b98130ec16e97789438704);
    assign rx_part_0[31]    = ^(rx_word_q[96:0] & 97'h104d101df481b4e5af182fa07);
    assign rx_right         = (32'hbdeae337 ^ rx_part_0_q) == rx_claimed;
    assign same_session     = rx_judged[10:3] == peer_epoch && rx_judged[18:11] == own_epoch;
    assign rx_hello         = rx_good && rx_judged[1:0] == 2'd0;
    assign rx_ours          = rx_good && rx_judged[1] && same_session && up;
    assign rx_behind        = rx_judged[25:19] - expected >= 7'd64;
    assign rx_expected      = rx_judged[25:19] == expected;
    assign rx_flit          = rx_ours && rx_judged[0];
    assign takes            = rx_flit && rx_expected;
    assign missing          = rx_ours && !rx_expected && !rx_behind;
    assign flit_rx_valid    = flit_rx_valid_q;
    assign flit_rx          = flit_rx_q;
    assign ack_distance     = ack_q - tail;
    assign ack_counts       = heard_q && ack_distance <= held;
    assign progress         = ack_counts && ack_distance != 7'd0;
    assign ack_passes_next  = ack_counts && ack_distance > chosen;
    assign replays          = up && heard_q && nak_q;
    assign timer_expires    = timer == 7'd124 && !progress && !replays;
    assign times_out        = up && timer_expires;
    assign out_of_patience  = times_out && tries == 2'd3;
    assign oldest           = ack_counts ? ack_q : tail;
    assign silent           = up && silence == 9'd499 && !rx_ours;
    assign other_session    = up && rx_hello && !same_session;
    assign goes_down        = line_restart || other_session || out_of_patience || silent;
    assign listens          = !up && quiet == 6'd0;
    assign learns           = listens && rx_hello && (|rx_judged[10:3]);
    assign begins = rx_judged[18:11] == own_epoch
                 && (learns
                  || (listens
                   && rx_good
                   && rx_judged[1:0] == 2'd1
                   && rx_judged[10:3] == peer_epoch
                   && (|peer_epoch)));
    assign tx_kind       = sends_flit ? 2'd3 : {sends_of_session, welcomes};
    assign tx_part_0[0]  = ^(tx_message & 97'h9a203be90369cb5e305f40f);
    assign tx_part_0[1]  = ^(tx_message & 97'h1344077d206d396bc60be81f);
    assign tx_part_0[2]  = ^(tx_message & 97'h26880efa40da72d78c17d03f);
    assign tx_part_0[3]  = ^(tx_message & 97'h4d101df481b4e5af182fa07e);
    assign tx_part_0[4]  = ^(tx_message & 97'h9a203be90369cb5e305f40fd);
    assign tx_part_0[5]  = ^(tx_message & 97'h1344077d206d396bc60be81fa);
    assign tx_part_0[6]  = ^(tx_message & 97'h6122ec1a9d91b1cd2278f7fa);
    assign tx_part_0[7]  = ^(tx_message & 97'hc245d8353b23639a44f1eff4);
    assign tx_part_0[8]  = ^(tx_message & 97'h1848bb06a7646c73489e3dfe9);
    assign tx_part_0[9]  = ^(tx_message & 97'h100b5636a7cbb12dcf0c24bdc);
    assign tx_part_0[10] = ^(tx_message & 97'h8c8c56a6940b90c028163b7);
    assign tx_part_0[11] = ^(tx_message & 97'h11918ad4d28172180502c76e);
    assign tx_part_0[12] = ^(tx_message & 97'h232315a9a502e4300a058edc);
    assign tx_part_0[13] = ^(tx_message & 97'h46462b534a05c860140b1db9);
    assign tx_part_0[14] = ^(tx_message & 97'h8c8c56a6940b90c028163b72);
    assign tx_part_0[15] = ^(tx_message & 97'h11918ad4d28172180502c76e4);
    assign tx_part_0[16] = ^(tx_message & 97'h3b935924c018dfb5435d19c6);
    assign tx_part_0[17] = ^(tx_message & 97'h7726b2498031bf6a86ba338d);
    assign tx_part_0[18] = ^(tx_message & 97'hee4d649300637ed50d74671a);
    assign tx_part_0[19] = ^(tx_message & 97'h1dc9ac92600c6fdaa1ae8ce35);
    assign tx_part_0[20] = ^(tx_message & 97'h1b09791f291bb67e1d6d46864);
    assign tx_part_0[21] = ^(tx_message & 97'h1688d205bb34053764ead24c7);
    assign tx_part_0[22] = ^(tx_message & 97'hd8b84309f6b63a597e5fbd81);
    assign tx_part_0[23] = ^(tx_message & 97'h1b1708613ed6c74b2fcbf7b02);
    assign tx_part_0[24] = ^(tx_message & 97'h16b430f994aee75d01a7b020a);
    assign tx_part_0[25] = ^(tx_message & 97'hdf241c8c05ea7715d7f3f01a);
    assign tx_part_0[26] = ^(tx_message & 97'h1be4839180bd4ee2bafe7e034);
    assign tx_part_0[27] = ^(tx_message & 97'h17532718e879f40e2bcca3466);
    assign tx_part_0[28] = ^(tx_message & 97'he3c6e0a39f081d709a919cc2);
    assign tx_part_0[29] = ^(tx_message & 97'h1c78dc1473e103ae135233985);
    assign tx_part_0[30] = ^(tx_message & 97'h186b98130ec16e97789438704);
    assign tx_part_0[31] = ^(tx_message & 97'h104d101df481b4e5af182fa07);
    assign line_tx       = {tx_crc, tx_last};
    assign line_tx_valid = tx_started[3];
    assign events[0]     = rx_damaged;
    assign events[1]     = replays;
    assign events[2]     = times_out;
    assign events[3]     = goes_down && up;

    always @(posedge clk) begin
        if (accepts) replay_buffer[head[5:0]] <= flit_tx;
        if (sends_flit) read_flit <= replay_buffer[next[5:0]];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [910:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (29) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[878:0], memory_fill};
        end
        {rx_word_q, rx_message, rx_claimed, rx_part_0_q, rx_judged, flit_rx_q, ack_q, nak_q,
         tx_kind_q, tx_nak_q, tx_from_q, tx_to_q, tx_seq_q, tx_ack_q, tx_message, tx_summed,
         tx_part_0_q, tx_crc, tx_last, read_flit} = memory_bits;
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            repeat (2) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                replay_buffer[memory_word] = {replay_buffer[memory_word][31:0], memory_fill};
            end
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            up <= 1'b0;
            own_epoch <= 8'd1;
            peer_epoch <= 8'd0;
            quiet <= 6'd50;
            silence <= 9'd0;
            welcome_due <= 1'b0;
            head <= 7'd0;
            next <= 7'd0;
            tail <= 7'd0;
            timer <= 7'd0;
            expected <= 7'd0;
            gap <= 1'b0;
            nak_due <= 1'b0;
        end else if (goes_down) begin
            up <= 1'b0;
            own_epoch <= (&own_epoch) ? 8'd1 : own_epoch + 8'd1;
            peer_epoch <= 8'd0;
            quiet <= 6'd50;
            silence <= 9'd0;
            welcome_due <= 1'b0;
            head <= 7'd0;
            next <= 7'd0;
            tail <= 7'd0;
            timer <= 7'd0;
            expected <= 7'd0;
            gap <= 1'b0;
            nak_due <= 1'b0;
        end else begin
            if (begins) up <= 1'b1;
            if (learns) peer_epoch <= rx_judged[10:3];
            if (quiet != 6'd0) quiet <= quiet - 6'd1;
            if (up) begin
                silence <= rx_ours ? 9'd0 : silence + 9'd1;
                welcome_due <= rx_hello;
            end
            if (up) begin
                head <= head + {6'd0, accepts};
                tail <= oldest;
                if (replays || times_out) begin
                    next <= oldest;
                end else if (ack_passes_next) begin
                    next <= ack_q;
                end else begin
                    next <= next + {6'd0, sends_flit};
                end
                if (progress || replays || times_out || held == 7'd0) begin
                    timer <= 7'd0;
                end else begin
                    timer <= timer + 7'd1;
                end
            end
            if (takes) expected <= expected + 7'd1;
            gap <= !takes && (gap || missing);
            nak_due <= !takes && ((missing && !gap) || (nak_due && !sends_of_session));
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            tries <= 2'd0;
        end else if (!up || progress) begin
            tries <= 2'd0;
        end else if (timer_expires) begin
            tries <= tries + 2'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            rx_valid_q <= 1'b0;
            rx_summed <= 1'b0;
            rx_good <= 1'b0;
            rx_damaged <= 1'b0;
            flit_rx_valid_q <= 1'b0;
            heard_q <= 1'b0;
            tx_started <= 4'd0;
            events_q <= 4'd0;
        end else begin
            rx_valid_q <= line_rx_valid;
            rx_summed <= rx_valid_q;
            rx_good <= rx_summed && rx_right;
            rx_damaged <= rx_summed && !rx_right;
            flit_rx_valid_q <= takes && !goes_down;
            heard_q <= rx_ours;
            tx_started <= {tx_started[2:0], 1'b1};
            events_q <= events;
        end
    end

    always @(posedge clk) begin
        rx_word_q <= line_rx;
        rx_message <= rx_word_q[96:0];
        rx_claimed <= rx_word_q[128:97];
        rx_part_0_q <= rx_part_0;
        rx_judged <= rx_message;
        flit_rx_q <= rx_judged[96:33];
        ack_q <= rx_judged[32:26];
        nak_q <= rx_judged[2];
        tx_kind_q <= tx_kind;
        tx_nak_q <= nak_due && sends_of_session;
        tx_from_q <= own_epoch;
        tx_to_q <= peer_epoch;
        tx_seq_q <= next;
        tx_ack_q <= expected;
        tx_message <= {read_flit & {64{&tx_kind_q}}, tx_ack_q, tx_seq_q, tx_to_q, tx_from_q,
                       tx_nak_q, tx_kind_q};
        tx_summed <= tx_message;
    end

    always @(posedge clk) begin
        tx_part_0_q <= tx_part_0;
        tx_crc <= 32'hbdeae337 ^ tx_part_0_q;
        tx_last <= tx_summed;
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            flits_delivered <= 7'd0;
        end else if (goes_down) begin
            flits_delivered <= 7'd0;
        end else if (flit_rx_valid) begin
            flits_delivered <= flits_delivered + 7'd1;
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
            // a flit is not read while one is written there
            if (sends_flit && accepts && head[5:0] == next[5:0]) begin
                $display("RTLGEN_ASSERT %m no_collision fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no more flits wait for an acknowledgement than the buffer holds
            if (held > 7'd64) begin
                $display("RTLGEN_ASSERT %m window fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the flit that is chosen next is in the buffer, or the next to come
            if (chosen > held) begin
                $display("RTLGEN_ASSERT %m next_in_window fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // 0 stands for an epoch that is not known
            if (own_epoch == 8'd0) begin
                $display("RTLGEN_ASSERT %m epoch_is_not_0 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a session has two epochs
            if (up && (peer_epoch == 8'd0 || quiet != 6'd0)) begin
                $display("RTLGEN_ASSERT %m up_with_a_peer fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // while the line is down nothing is left of a session
            if (!up
             && ((head | next | tail | expected) != 7'd0 || gap || nak_due || welcome_due)) begin
                $display("RTLGEN_ASSERT %m down_is_fresh fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // flits come and go only while the line is up
            if (!up && (flit_rx_valid || flit_tx_ready)) begin
                $display("RTLGEN_ASSERT %m no_flit_while_down fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a NAK belongs to a gap
            if (nak_due && !gap) begin
                $display("RTLGEN_ASSERT %m nak_of_a_gap fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a number is taken once for each flit that comes out
            if (expected != flits_delivered + {6'd0, flit_rx_valid}) begin
                $display("RTLGEN_ASSERT %m each_once fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_link_replay
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            duplicate: cover (rx_flit && rx_behind);
            gap_while_idle: cover (missing && !rx_judged[0] && !gap);
            acknowledged_before_next: cover (ack_passes_next);
            down_by_timeouts: cover (out_of_patience);
            down_by_another_session: cover (other_session);
            down_by_silence: cover (silent);
            up_by_a_welcome: cover (begins && !rx_hello);
            // a flit is not read while one is written there
            no_collision: assert (!(sends_flit && accepts) || head[5:0] != next[5:0]);
            // no more flits wait for an acknowledgement than the buffer holds
            window: assert (held <= 7'd64);
            // the flit that is chosen next is in the buffer, or the next to come
            next_in_window: assert (chosen <= held);
            // 0 stands for an epoch that is not known
            epoch_is_not_0: assert (own_epoch != 8'd0);
            // a session has two epochs
            up_with_a_peer: assert (!up || (peer_epoch != 8'd0 && quiet == 6'd0));
            // while the line is down nothing is left of a session
            down_is_fresh: assert (up
                                || ((head | next | tail | expected) == 7'd0
                                 && !gap
                                 && !nak_due
                                 && !welcome_due));
            // flits come and go only while the line is up
            no_flit_while_down: assert (up || (!flit_rx_valid && !flit_tx_ready));
            // a NAK belongs to a gap
            nak_of_a_gap: assert (!nak_due || gap);
            // a number is taken once for each flit that comes out
            each_once: assert (expected == flits_delivered + {6'd0, flit_rx_valid});
        end
    end
`endif

endmodule

`default_nettype wire
