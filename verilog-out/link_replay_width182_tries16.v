// SPDX-License-Identifier: Apache-2.0
// link_replay_width182_tries16: both ends of a line that damages words: CRC, and go-back-N replay
//
// width = 182, depth = 64, round_trip = 32, epoch = 8, tries = 16, error_bits = 8
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module link_replay_width182_tries16 (
    input  wire         clk,            // rising edge
    input  wire         rst,            // synchronous, active high
    input  wire         flit_tx_valid,  // a flit is offered
    output wire         flit_tx_ready,  // it is taken; 0 while the line is down or the buffer is
                                        // full; a function of registers
    input  wire [181:0] flit_tx,        // the flit
    output wire         flit_rx_valid,  // a flit has come, a register
    output wire [181:0] flit_rx,        // the flit, a register; unknown without valid
    output wire         line_up,        // both ends are in the same session, a register
    input  wire         line_restart,   // takes the line down; it comes up by itself
    output wire         line_tx_valid,  // a word is sent: 0 in the first cycles after reset only; a
                                        // register
    output wire [246:0] line_tx,        // the word, a register; unknown without valid
    input  wire         line_rx_valid,  // a word comes
    input  wire [246:0] line_rx,        // the word, perhaps damaged
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
    reg [3:0]   tries;            // timeouts without progress
    reg [6:0]   expected;         // number of the flit that is expected
    reg         gap;              // flits are missing before a word that came
    reg         welcome_due;      // a welcome is to be sent
    reg         nak_due;          // a NAK is to be sent
    reg         rx_valid_q;       // line_rx_valid, one cycle later
    reg [246:0] rx_word_q;        // line_rx, one cycle later
    reg         rx_summed;        // rx_valid_q, one cycle later
    reg [214:0] rx_message;       // the word that came, without its CRC
    reg [31:0]  rx_claimed;       // CRC that came with the word
    reg [31:0]  rx_part_0_q;      // rx_part_0, one cycle later
    reg [31:0]  rx_part_1_q;      // rx_part_1, one cycle later
    reg         rx_good;          // the word has come undamaged
    reg         rx_damaged;       // the word was damaged
    reg [214:0] rx_judged;        // rx_message, one cycle later
    reg         flit_rx_valid_q;  // a flit has come, a register
    reg [181:0] flit_rx_q;        // the flit, a register; unknown without valid
    reg         heard_q;          // rx_ours, one cycle later
    reg [6:0]   ack_q;            // number that the other end expects
    reg         nak_q;            // the other end asks for flits again
    reg [1:0]   tx_kind_q;        // tx_kind, one cycle later
    reg         tx_nak_q;         // the word asks for flits again
    reg [7:0]   tx_from_q;        // own_epoch, one cycle later
    reg [7:0]   tx_to_q;          // peer_epoch, one cycle later
    reg [6:0]   tx_seq_q;         // next, one cycle later
    reg [6:0]   tx_ack_q;         // expected, one cycle later
    reg [214:0] tx_message;       // the word to be sent, without its CRC
    reg [214:0] tx_summed;        // tx_message, one cycle later
    reg [31:0]  tx_part_0_q;      // tx_part_0, one cycle later
    reg [31:0]  tx_part_1_q;      // tx_part_1, one cycle later
    reg [31:0]  tx_crc;           // CRC of the word to be sent
    reg [214:0] tx_last;          // tx_summed, one cycle later
    reg [3:0]   tx_started;       // a one for each cycle since reset
    reg [3:0]   events_q;         // what happened in the cycle before, by cause

    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [181:0] replay_buffer [0:63];  // flits without acknowledgement, by number
    reg [181:0] read_flit;             // word of replay_buffer that was read last

    wire        goes_down;
    wire        welcomes;
    wire        sends_of_session;
    wire        sends_flit;
    wire        accepts;
    wire [6:0]  held;
    wire [6:0]  chosen;
    wire [31:0] rx_part_0;
    wire [31:0] rx_part_1;
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
    wire [31:0] tx_part_1;
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
    assign rx_part_0[0]     = ^(rx_word_q[127:0] & 128'h3f5a36f178bc1851a6378032be771ea);
    assign rx_part_0[1]     = ^(rx_word_q[127:0] & 128'h7eb46de2f17830a34c6f00657cee3d5);
    assign rx_part_0[2]     = ^(rx_word_q[127:0] & 128'hfd68dbc5e2f0614698de00caf9dc7aa);
    assign rx_part_0[3]     = ^(rx_word_q[127:0] & 128'h1fad1b78bc5e0c28d31bc0195f3b8f54);
    assign rx_part_0[4]     = ^(rx_word_q[127:0] & 128'h3f5a36f178bc1851a6378032be771ea8);
    assign rx_part_0[5]     = ^(rx_word_q[127:0] & 128'h7eb46de2f17830a34c6f00657cee3d50);
    assign rx_part_0[6]     = ^(rx_word_q[127:0] & 128'hfe9d78aaf57ba0c382bd78c9d23b0b4a);
    assign rx_part_0[7]     = ^(rx_word_q[127:0] & 128'hfd3af155eaf74187057af193a4761695);
    assign rx_part_0[8]     = ^(rx_word_q[127:0] & 128'hfa75e2abd5ee830e0af5e32748ec2d2a);
    assign rx_part_0[9]     = ^(rx_word_q[127:0] & 128'hf71e6638bc56c7990f88be4dba3f2bbf);
    assign rx_part_0[10]    = ^(rx_word_q[127:0] & 128'hedc96f1e6f264eb7057204985f992695);
    assign rx_part_0[11]    = ^(rx_word_q[127:0] & 128'hdb92de3cde4c9d6e0ae40930bf324d2a);
    assign rx_part_0[12]    = ^(rx_word_q[127:0] & 128'hb725bc79bc993adc15c812617e649a55);
    assign rx_part_0[13]    = ^(rx_word_q[127:0] & 128'h6e4b78f3793275b82b9024c2fcc934ab);
    assign rx_part_0[14]    = ^(rx_word_q[127:0] & 128'hdc96f1e6f264eb7057204985f9926956);
    assign rx_part_0[15]    = ^(rx_word_q[127:0] & 128'hb92de3cde4c9d6e0ae40930bf324d2ac);
    assign rx_part_0[16]    = ^(rx_word_q[127:0] & 128'h71ae64f4de186c4446e25e14cdaed4b2);
    assign rx_part_0[17]    = ^(rx_word_q[127:0] & 128'he35cc9e9bc30d8888dc4bc299b5da964);
    assign rx_part_0[18]    = ^(rx_word_q[127:0] & 128'hc6b993d37861b1111b89785336bb52c8);
    assign rx_part_0[19]    = ^(rx_word_q[127:0] & 128'h8d7327a6f0c362223712f0a66d76a591);
    assign rx_part_0[20]    = ^(rx_word_q[127:0] & 128'h1913ec22f60d05c17446994ff10a3ac9);
    assign rx_part_0[21]    = ^(rx_word_q[127:0] & 128'h31d27b2afb91ca07f2ee4a9cc9f30478);
    assign rx_part_0[22]    = ^(rx_word_q[127:0] & 128'h6051553ae0a8558affbfed3ab801791a);
    assign rx_part_0[23]    = ^(rx_word_q[127:0] & 128'hc0a2aa75c150ab15ff7fda757002f234);
    assign rx_part_0[24]    = ^(rx_word_q[127:0] & 128'h82b0f784952a97aee49ccce9cbe29583);
    assign rx_part_0[25]    = ^(rx_word_q[127:0] & 128'h6944c663ddeeed8d35ae1d0bc225aec);
    assign rx_part_0[26]    = ^(rx_word_q[127:0] & 128'hd2898cc7bbdddb1a6b5c3a17844b5d9);
    assign rx_part_0[27]    = ^(rx_word_q[127:0] & 128'h19a492f7e0f07ae65708ff41db6e1a59);
    assign rx_part_0[28]    = ^(rx_word_q[127:0] & 128'h30bc8680d66b3449b47286809d3b4559);
    assign rx_part_0[29]    = ^(rx_word_q[127:0] & 128'h61790d01acd6689368e50d013a768ab2);
    assign rx_part_0[30]    = ^(rx_word_q[127:0] & 128'hc107b96c4e2710a3cba962015f0a648f);
    assign rx_part_0[31]    = ^(rx_word_q[127:0] & 128'h81fad1b78bc5e0c28d31bc0195f3b8f5);
    assign rx_part_1[0]     = ^(rx_word_q[214:128] & 87'h26880efa40da72d78c17d);
    assign rx_part_1[1]     = ^(rx_word_q[214:128] & 87'h4d101df481b4e5af182fa);
    assign rx_part_1[2]     = ^(rx_word_q[214:128] & 87'h9a203be90369cb5e305f4);
    assign rx_part_1[3]     = ^(rx_word_q[214:128] & 87'h1344077d206d396bc60be8);
    assign rx_part_1[4]     = ^(rx_word_q[214:128] & 87'h26880efa40da72d78c17d0);
    assign rx_part_1[5]     = ^(rx_word_q[214:128] & 87'h4d101df481b4e5af182fa0);
    assign rx_part_1[6]     = ^(rx_word_q[214:128] & 87'h1848bb06a7646c73489e3d);
    assign rx_part_1[7]     = ^(rx_word_q[214:128] & 87'h3091760d4ec8d8e6913c7b);
    assign rx_part_1[8]     = ^(rx_word_q[214:128] & 87'h6122ec1a9d91b1cd2278f7);
    assign rx_part_1[9]     = ^(rx_word_q[214:128] & 87'h402d58da9f2ec4b73c3092);
    assign rx_part_1[10]    = ^(rx_word_q[214:128] & 87'h232315a9a502e4300a058);
    assign rx_part_1[11]    = ^(rx_word_q[214:128] & 87'h46462b534a05c860140b1);
    assign rx_part_1[12]    = ^(rx_word_q[214:128] & 87'h8c8c56a6940b90c028163);
    assign rx_part_1[13]    = ^(rx_word_q[214:128] & 87'h11918ad4d28172180502c7);
    assign rx_part_1[14]    = ^(rx_word_q[214:128] & 87'h232315a9a502e4300a058e);
    assign rx_part_1[15]    = ^(rx_word_q[214:128] & 87'h46462b534a05c860140b1d);
    assign rx_part_1[16]    = ^(rx_word_q[214:128] & 87'hee4d649300637ed50d746);
    assign rx_part_1[17]    = ^(rx_word_q[214:128] & 87'h1dc9ac92600c6fdaa1ae8c);
    assign rx_part_1[18]    = ^(rx_word_q[214:128] & 87'h3b935924c018dfb5435d19);
    assign rx_part_1[19]    = ^(rx_word_q[214:128] & 87'h7726b2498031bf6a86ba33);
    assign rx_part_1[20]    = ^(rx_word_q[214:128] & 87'h6c25e47ca46ed9f875b51a);
    assign rx_part_1[21]    = ^(rx_word_q[214:128] & 87'h5a234816ecd014dd93ab49);
    assign rx_part_1[22]    = ^(rx_word_q[214:128] & 87'h362e10c27dad8e965f97ef);
    assign rx_part_1[23]    = ^(rx_word_q[214:128] & 87'h6c5c2184fb5b1d2cbf2fde);
    assign rx_part_1[24]    = ^(rx_word_q[214:128] & 87'h5ad0c3e652bb9d74069ec0);
    assign rx_part_1[25]    = ^(rx_word_q[214:128] & 87'h37c90723017a9dc575fcfc);
    assign rx_part_1[26]    = ^(rx_word_q[214:128] & 87'h6f920e4602f53b8aebf9f8);
    assign rx_part_1[27]    = ^(rx_word_q[214:128] & 87'h5d4c9c63a1e7d038af328d);
    assign rx_part_1[28]    = ^(rx_word_q[214:128] & 87'h38f1b828e7c2075c26a467);
    assign rx_part_1[29]    = ^(rx_word_q[214:128] & 87'h71e37051cf840eb84d48ce);
    assign rx_part_1[30]    = ^(rx_word_q[214:128] & 87'h61ae604c3b05ba5de250e1);
    assign rx_part_1[31]    = ^(rx_word_q[214:128] & 87'h41344077d206d396bc60be);
    assign rx_right         = (32'hef85a326 ^ rx_part_0_q ^ rx_part_1_q) == rx_claimed;
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
    assign out_of_patience  = times_out && tries == 4'd15;
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
    assign tx_part_0[0]  = ^(tx_message[127:0] & 128'h3f5a36f178bc1851a6378032be771ea);
    assign tx_part_0[1]  = ^(tx_message[127:0] & 128'h7eb46de2f17830a34c6f00657cee3d5);
    assign tx_part_0[2]  = ^(tx_message[127:0] & 128'hfd68dbc5e2f0614698de00caf9dc7aa);
    assign tx_part_0[3]  = ^(tx_message[127:0] & 128'h1fad1b78bc5e0c28d31bc0195f3b8f54);
    assign tx_part_0[4]  = ^(tx_message[127:0] & 128'h3f5a36f178bc1851a6378032be771ea8);
    assign tx_part_0[5]  = ^(tx_message[127:0] & 128'h7eb46de2f17830a34c6f00657cee3d50);
    assign tx_part_0[6]  = ^(tx_message[127:0] & 128'hfe9d78aaf57ba0c382bd78c9d23b0b4a);
    assign tx_part_0[7]  = ^(tx_message[127:0] & 128'hfd3af155eaf74187057af193a4761695);
    assign tx_part_0[8]  = ^(tx_message[127:0] & 128'hfa75e2abd5ee830e0af5e32748ec2d2a);
    assign tx_part_0[9]  = ^(tx_message[127:0] & 128'hf71e6638bc56c7990f88be4dba3f2bbf);
    assign tx_part_0[10] = ^(tx_message[127:0] & 128'hedc96f1e6f264eb7057204985f992695);
    assign tx_part_0[11] = ^(tx_message[127:0] & 128'hdb92de3cde4c9d6e0ae40930bf324d2a);
    assign tx_part_0[12] = ^(tx_message[127:0] & 128'hb725bc79bc993adc15c812617e649a55);
    assign tx_part_0[13] = ^(tx_message[127:0] & 128'h6e4b78f3793275b82b9024c2fcc934ab);
    assign tx_part_0[14] = ^(tx_message[127:0] & 128'hdc96f1e6f264eb7057204985f9926956);
    assign tx_part_0[15] = ^(tx_message[127:0] & 128'hb92de3cde4c9d6e0ae40930bf324d2ac);
    assign tx_part_0[16] = ^(tx_message[127:0] & 128'h71ae64f4de186c4446e25e14cdaed4b2);
    assign tx_part_0[17] = ^(tx_message[127:0] & 128'he35cc9e9bc30d8888dc4bc299b5da964);
    assign tx_part_0[18] = ^(tx_message[127:0] & 128'hc6b993d37861b1111b89785336bb52c8);
    assign tx_part_0[19] = ^(tx_message[127:0] & 128'h8d7327a6f0c362223712f0a66d76a591);
    assign tx_part_0[20] = ^(tx_message[127:0] & 128'h1913ec22f60d05c17446994ff10a3ac9);
    assign tx_part_0[21] = ^(tx_message[127:0] & 128'h31d27b2afb91ca07f2ee4a9cc9f30478);
    assign tx_part_0[22] = ^(tx_message[127:0] & 128'h6051553ae0a8558affbfed3ab801791a);
    assign tx_part_0[23] = ^(tx_message[127:0] & 128'hc0a2aa75c150ab15ff7fda757002f234);
    assign tx_part_0[24] = ^(tx_message[127:0] & 128'h82b0f784952a97aee49ccce9cbe29583);
    assign tx_part_0[25] = ^(tx_message[127:0] & 128'h6944c663ddeeed8d35ae1d0bc225aec);
    assign tx_part_0[26] = ^(tx_message[127:0] & 128'hd2898cc7bbdddb1a6b5c3a17844b5d9);
    assign tx_part_0[27] = ^(tx_message[127:0] & 128'h19a492f7e0f07ae65708ff41db6e1a59);
    assign tx_part_0[28] = ^(tx_message[127:0] & 128'h30bc8680d66b3449b47286809d3b4559);
    assign tx_part_0[29] = ^(tx_message[127:0] & 128'h61790d01acd6689368e50d013a768ab2);
    assign tx_part_0[30] = ^(tx_message[127:0] & 128'hc107b96c4e2710a3cba962015f0a648f);
    assign tx_part_0[31] = ^(tx_message[127:0] & 128'h81fad1b78bc5e0c28d31bc0195f3b8f5);
    assign tx_part_1[0]  = ^(tx_message[214:128] & 87'h26880efa40da72d78c17d);
    assign tx_part_1[1]  = ^(tx_message[214:128] & 87'h4d101df481b4e5af182fa);
    assign tx_part_1[2]  = ^(tx_message[214:128] & 87'h9a203be90369cb5e305f4);
    assign tx_part_1[3]  = ^(tx_message[214:128] & 87'h1344077d206d396bc60be8);
    assign tx_part_1[4]  = ^(tx_message[214:128] & 87'h26880efa40da72d78c17d0);
    assign tx_part_1[5]  = ^(tx_message[214:128] & 87'h4d101df481b4e5af182fa0);
    assign tx_part_1[6]  = ^(tx_message[214:128] & 87'h1848bb06a7646c73489e3d);
    assign tx_part_1[7]  = ^(tx_message[214:128] & 87'h3091760d4ec8d8e6913c7b);
    assign tx_part_1[8]  = ^(tx_message[214:128] & 87'h6122ec1a9d91b1cd2278f7);
    assign tx_part_1[9]  = ^(tx_message[214:128] & 87'h402d58da9f2ec4b73c3092);
    assign tx_part_1[10] = ^(tx_message[214:128] & 87'h232315a9a502e4300a058);
    assign tx_part_1[11] = ^(tx_message[214:128] & 87'h46462b534a05c860140b1);
    assign tx_part_1[12] = ^(tx_message[214:128] & 87'h8c8c56a6940b90c028163);
    assign tx_part_1[13] = ^(tx_message[214:128] & 87'h11918ad4d28172180502c7);
    assign tx_part_1[14] = ^(tx_message[214:128] & 87'h232315a9a502e4300a058e);
    assign tx_part_1[15] = ^(tx_message[214:128] & 87'h46462b534a05c860140b1d);
    assign tx_part_1[16] = ^(tx_message[214:128] & 87'hee4d649300637ed50d746);
    assign tx_part_1[17] = ^(tx_message[214:128] & 87'h1dc9ac92600c6fdaa1ae8c);
    assign tx_part_1[18] = ^(tx_message[214:128] & 87'h3b935924c018dfb5435d19);
    assign tx_part_1[19] = ^(tx_message[214:128] & 87'h7726b2498031bf6a86ba33);
    assign tx_part_1[20] = ^(tx_message[214:128] & 87'h6c25e47ca46ed9f875b51a);
    assign tx_part_1[21] = ^(tx_message[214:128] & 87'h5a234816ecd014dd93ab49);
    assign tx_part_1[22] = ^(tx_message[214:128] & 87'h362e10c27dad8e965f97ef);
    assign tx_part_1[23] = ^(tx_message[214:128] & 87'h6c5c2184fb5b1d2cbf2fde);
    assign tx_part_1[24] = ^(tx_message[214:128] & 87'h5ad0c3e652bb9d74069ec0);
    assign tx_part_1[25] = ^(tx_message[214:128] & 87'h37c90723017a9dc575fcfc);
    assign tx_part_1[26] = ^(tx_message[214:128] & 87'h6f920e4602f53b8aebf9f8);
    assign tx_part_1[27] = ^(tx_message[214:128] & 87'h5d4c9c63a1e7d038af328d);
    assign tx_part_1[28] = ^(tx_message[214:128] & 87'h38f1b828e7c2075c26a467);
    assign tx_part_1[29] = ^(tx_message[214:128] & 87'h71e37051cf840eb84d48ce);
    assign tx_part_1[30] = ^(tx_message[214:128] & 87'h61ae604c3b05ba5de250e1);
    assign tx_part_1[31] = ^(tx_message[214:128] & 87'h41344077d206d396bc60be);
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
        reg [1918:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (60) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[1886:0], memory_fill};
        end
        {rx_word_q, rx_message, rx_claimed, rx_part_0_q, rx_part_1_q, rx_judged, flit_rx_q, ack_q,
         nak_q, tx_kind_q, tx_nak_q, tx_from_q, tx_to_q, tx_seq_q, tx_ack_q, tx_message, tx_summed,
         tx_part_0_q, tx_part_1_q, tx_crc, tx_last, read_flit} = memory_bits;
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            repeat (6) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                replay_buffer[memory_word] = {replay_buffer[memory_word][149:0], memory_fill};
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
            tries <= 4'd0;
        end else if (!up || progress) begin
            tries <= 4'd0;
        end else if (timer_expires) begin
            tries <= tries + 4'd1;
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
        rx_message <= rx_word_q[214:0];
        rx_claimed <= rx_word_q[246:215];
        rx_part_0_q <= rx_part_0;
        rx_part_1_q <= rx_part_1;
        rx_judged <= rx_message;
        flit_rx_q <= rx_judged[214:33];
        ack_q <= rx_judged[32:26];
        nak_q <= rx_judged[2];
        tx_kind_q <= tx_kind;
        tx_nak_q <= nak_due && sends_of_session;
        tx_from_q <= own_epoch;
        tx_to_q <= peer_epoch;
        tx_seq_q <= next;
        tx_ack_q <= expected;
        tx_message <= {read_flit & {182{&tx_kind_q}}, tx_ack_q, tx_seq_q, tx_to_q, tx_from_q,
                       tx_nak_q, tx_kind_q};
    end

    always @(posedge clk) begin
        tx_summed <= tx_message;
        tx_part_0_q <= tx_part_0;
        tx_part_1_q <= tx_part_1;
        tx_crc <= 32'hef85a326 ^ tx_part_0_q ^ tx_part_1_q;
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
`ifdef RTLGEN_FORMAL_link_replay_width182_tries16
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
