// SPDX-License-Identifier: Apache-2.0
// link_check: both ends of a line that damages words: CRC, damaged flits are dropped  width = 182
`default_nettype none

module link_check (
    input  wire         clk,            // rising edge
    input  wire         rst,            // synchronous, active high
    input  wire         flit_tx_valid,  // a flit for the line
    input  wire [181:0] flit_tx,        // the flit
    output wire         line_tx_valid,  // a word is sent, a register
    output wire [213:0] line_tx,        // the word, a register; unknown without valid
    input  wire         line_rx_valid,  // a word comes
    input  wire [213:0] line_rx,        // the word, perhaps damaged
    output wire         flit_rx_valid,  // a flit has come, a register
    output wire [181:0] flit_rx,        // the flit, a register; unknown without valid
    output wire         damaged         // pulse: a word was damaged, and is dropped, a register
);

    reg         tx_valid_q;    // flit_tx_valid, one cycle later
    reg [181:0] tx_flit_q;     // flit_tx, one cycle later
    reg [31:0]  tx_part_0_q;   // tx_part_0, one cycle later
    reg [31:0]  tx_part_1_q;   // tx_part_1, one cycle later
    reg [31:0]  tx_crc;        // CRC of the flit
    reg         line_valid_q;  // tx_valid_q, one cycle later
    reg [181:0] tx_flit_qq;    // tx_flit_q, one cycle later
    reg         rx_valid_q;    // line_rx_valid, one cycle later
    reg [181:0] rx_flit_q;     // flit that came over the line
    reg [31:0]  rx_claimed;    // CRC that came with the flit
    reg [31:0]  rx_part_0_q;   // rx_part_0, one cycle later
    reg [31:0]  rx_part_1_q;   // rx_part_1, one cycle later
    reg         rx_good;       // a flit has come, a register
    reg         rx_damaged;    // pulse: a word was damaged, and is dropped, a register
    reg [181:0] rx_flit_qq;    // rx_flit_q, one cycle later

    wire [31:0] tx_part_0;
    wire [31:0] tx_part_1;
    wire [31:0] rx_part_0;
    wire [31:0] rx_part_1;
    wire        rx_right;

    assign tx_part_0[0]  = ^(flit_tx[127:0] & 128'h96bc60be81fad1b78bc5e0c28d31bc01);
    assign tx_part_0[1]  = ^(flit_tx[127:0] & 128'h2d78c17d03f5a36f178bc1851a637803);
    assign tx_part_0[2]  = ^(flit_tx[127:0] & 128'h5af182fa07eb46de2f17830a34c6f006);
    assign tx_part_0[3]  = ^(flit_tx[127:0] & 128'hb5e305f40fd68dbc5e2f0614698de00c);
    assign tx_part_0[4]  = ^(flit_tx[127:0] & 128'h6bc60be81fad1b78bc5e0c28d31bc019);
    assign tx_part_0[5]  = ^(flit_tx[127:0] & 128'hd78c17d03f5a36f178bc1851a6378032);
    assign tx_part_0[6]  = ^(flit_tx[127:0] & 128'h39a44f1eff4ebc557abdd061c15ebc64);
    assign tx_part_0[7]  = ^(flit_tx[127:0] & 128'h73489e3dfe9d78aaf57ba0c382bd78c9);
    assign tx_part_0[8]  = ^(flit_tx[127:0] & 128'he6913c7bfd3af155eaf74187057af193);
    assign tx_part_0[9]  = ^(flit_tx[127:0] & 128'h5b9e18497b8f331c5e2b63cc87c45f26);
    assign tx_part_0[10] = ^(flit_tx[127:0] & 128'h2180502c76e4b78f3793275b82b9024c);
    assign tx_part_0[11] = ^(flit_tx[127:0] & 128'h4300a058edc96f1e6f264eb705720498);
    assign tx_part_0[12] = ^(flit_tx[127:0] & 128'h860140b1db92de3cde4c9d6e0ae40930);
    assign tx_part_0[13] = ^(flit_tx[127:0] & 128'hc028163b725bc79bc993adc15c81261);
    assign tx_part_0[14] = ^(flit_tx[127:0] & 128'h180502c76e4b78f3793275b82b9024c2);
    assign tx_part_0[15] = ^(flit_tx[127:0] & 128'h300a058edc96f1e6f264eb7057204985);
    assign tx_part_0[16] = ^(flit_tx[127:0] & 128'hf6a86ba338d7327a6f0c362223712f0a);
    assign tx_part_0[17] = ^(flit_tx[127:0] & 128'hed50d74671ae64f4de186c4446e25e14);
    assign tx_part_0[18] = ^(flit_tx[127:0] & 128'hdaa1ae8ce35cc9e9bc30d8888dc4bc29);
    assign tx_part_0[19] = ^(flit_tx[127:0] & 128'hb5435d19c6b993d37861b1111b897853);
    assign tx_part_0[20] = ^(flit_tx[127:0] & 128'hfc3ada8d0c89f6117b0682e0ba234ca7);
    assign tx_part_0[21] = ^(flit_tx[127:0] & 128'h6ec9d5a498e93d957dc8e503f977254e);
    assign tx_part_0[22] = ^(flit_tx[127:0] & 128'h4b2fcbf7b028aa9d70542ac57fdff69d);
    assign tx_part_0[23] = ^(flit_tx[127:0] & 128'h965f97ef6051553ae0a8558affbfed3a);
    assign tx_part_0[24] = ^(flit_tx[127:0] & 128'hba034f6041587bc24a954bd7724e6674);
    assign tx_part_0[25] = ^(flit_tx[127:0] & 128'he2bafe7e034a26331eef776c69ad70e8);
    assign tx_part_0[26] = ^(flit_tx[127:0] & 128'hc575fcfc06944c663ddeeed8d35ae1d0);
    assign tx_part_0[27] = ^(flit_tx[127:0] & 128'h1c5799468cd2497bf0783d732b847fa0);
    assign tx_part_0[28] = ^(flit_tx[127:0] & 128'hae135233985e43406b359a24da394340);
    assign tx_part_0[29] = ^(flit_tx[127:0] & 128'h5c26a46730bc8680d66b3449b4728680);
    assign tx_part_0[30] = ^(flit_tx[127:0] & 128'h2ef12870e083dcb627138851e5d4b100);
    assign tx_part_0[31] = ^(flit_tx[127:0] & 128'hcb5e305f40fd68dbc5e2f0614698de00);
    assign tx_part_1[0]  = ^(flit_tx[181:128] & 54'h1344077d206d3);
    assign tx_part_1[1]  = ^(flit_tx[181:128] & 54'h26880efa40da7);
    assign tx_part_1[2]  = ^(flit_tx[181:128] & 54'h4d101df481b4e);
    assign tx_part_1[3]  = ^(flit_tx[181:128] & 54'h9a203be90369c);
    assign tx_part_1[4]  = ^(flit_tx[181:128] & 54'h1344077d206d39);
    assign tx_part_1[5]  = ^(flit_tx[181:128] & 54'h26880efa40da72);
    assign tx_part_1[6]  = ^(flit_tx[181:128] & 54'hc245d8353b236);
    assign tx_part_1[7]  = ^(flit_tx[181:128] & 54'h1848bb06a7646c);
    assign tx_part_1[8]  = ^(flit_tx[181:128] & 54'h3091760d4ec8d8);
    assign tx_part_1[9]  = ^(flit_tx[181:128] & 54'h2016ac6d4f9762);
    assign tx_part_1[10] = ^(flit_tx[181:128] & 54'h11918ad4d2817);
    assign tx_part_1[11] = ^(flit_tx[181:128] & 54'h232315a9a502e);
    assign tx_part_1[12] = ^(flit_tx[181:128] & 54'h46462b534a05c);
    assign tx_part_1[13] = ^(flit_tx[181:128] & 54'h8c8c56a6940b9);
    assign tx_part_1[14] = ^(flit_tx[181:128] & 54'h11918ad4d28172);
    assign tx_part_1[15] = ^(flit_tx[181:128] & 54'h232315a9a502e4);
    assign tx_part_1[16] = ^(flit_tx[181:128] & 54'h7726b2498031b);
    assign tx_part_1[17] = ^(flit_tx[181:128] & 54'hee4d649300637);
    assign tx_part_1[18] = ^(flit_tx[181:128] & 54'h1dc9ac92600c6f);
    assign tx_part_1[19] = ^(flit_tx[181:128] & 54'h3b935924c018df);
    assign tx_part_1[20] = ^(flit_tx[181:128] & 54'h3612f23e52376c);
    assign tx_part_1[21] = ^(flit_tx[181:128] & 54'h2d11a40b76680a);
    assign tx_part_1[22] = ^(flit_tx[181:128] & 54'h1b1708613ed6c7);
    assign tx_part_1[23] = ^(flit_tx[181:128] & 54'h362e10c27dad8e);
    assign tx_part_1[24] = ^(flit_tx[181:128] & 54'h2d6861f3295dce);
    assign tx_part_1[25] = ^(flit_tx[181:128] & 54'h1be4839180bd4e);
    assign tx_part_1[26] = ^(flit_tx[181:128] & 54'h37c90723017a9d);
    assign tx_part_1[27] = ^(flit_tx[181:128] & 54'h2ea64e31d0f3e8);
    assign tx_part_1[28] = ^(flit_tx[181:128] & 54'h1c78dc1473e103);
    assign tx_part_1[29] = ^(flit_tx[181:128] & 54'h38f1b828e7c207);
    assign tx_part_1[30] = ^(flit_tx[181:128] & 54'h30d730261d82dd);
    assign tx_part_1[31] = ^(flit_tx[181:128] & 54'h209a203be90369);
    assign line_tx_valid = line_valid_q;
    assign line_tx       = {tx_crc, tx_flit_qq};
    assign rx_part_0[0]  = ^(line_rx[127:0] & 128'h96bc60be81fad1b78bc5e0c28d31bc01);
    assign rx_part_0[1]  = ^(line_rx[127:0] & 128'h2d78c17d03f5a36f178bc1851a637803);
    assign rx_part_0[2]  = ^(line_rx[127:0] & 128'h5af182fa07eb46de2f17830a34c6f006);
    assign rx_part_0[3]  = ^(line_rx[127:0] & 128'hb5e305f40fd68dbc5e2f0614698de00c);
    assign rx_part_0[4]  = ^(line_rx[127:0] & 128'h6bc60be81fad1b78bc5e0c28d31bc019);
    assign rx_part_0[5]  = ^(line_rx[127:0] & 128'hd78c17d03f5a36f178bc1851a6378032);
    assign rx_part_0[6]  = ^(line_rx[127:0] & 128'h39a44f1eff4ebc557abdd061c15ebc64);
    assign rx_part_0[7]  = ^(line_rx[127:0] & 128'h73489e3dfe9d78aaf57ba0c382bd78c9);
    assign rx_part_0[8]  = ^(line_rx[127:0] & 128'he6913c7bfd3af155eaf74187057af193);
    assign rx_part_0[9]  = ^(line_rx[127:0] & 128'h5b9e18497b8f331c5e2b63cc87c45f26);
    assign rx_part_0[10] = ^(line_rx[127:0] & 128'h2180502c76e4b78f3793275b82b9024c);
    assign rx_part_0[11] = ^(line_rx[127:0] & 128'h4300a058edc96f1e6f264eb705720498);
    assign rx_part_0[12] = ^(line_rx[127:0] & 128'h860140b1db92de3cde4c9d6e0ae40930);
    assign rx_part_0[13] = ^(line_rx[127:0] & 128'hc028163b725bc79bc993adc15c81261);
    assign rx_part_0[14] = ^(line_rx[127:0] & 128'h180502c76e4b78f3793275b82b9024c2);
    assign rx_part_0[15] = ^(line_rx[127:0] & 128'h300a058edc96f1e6f264eb7057204985);
    assign rx_part_0[16] = ^(line_rx[127:0] & 128'hf6a86ba338d7327a6f0c362223712f0a);
    assign rx_part_0[17] = ^(line_rx[127:0] & 128'hed50d74671ae64f4de186c4446e25e14);
    assign rx_part_0[18] = ^(line_rx[127:0] & 128'hdaa1ae8ce35cc9e9bc30d8888dc4bc29);
    assign rx_part_0[19] = ^(line_rx[127:0] & 128'hb5435d19c6b993d37861b1111b897853);
    assign rx_part_0[20] = ^(line_rx[127:0] & 128'hfc3ada8d0c89f6117b0682e0ba234ca7);
    assign rx_part_0[21] = ^(line_rx[127:0] & 128'h6ec9d5a498e93d957dc8e503f977254e);
    assign rx_part_0[22] = ^(line_rx[127:0] & 128'h4b2fcbf7b028aa9d70542ac57fdff69d);
    assign rx_part_0[23] = ^(line_rx[127:0] & 128'h965f97ef6051553ae0a8558affbfed3a);
    assign rx_part_0[24] = ^(line_rx[127:0] & 128'hba034f6041587bc24a954bd7724e6674);
    assign rx_part_0[25] = ^(line_rx[127:0] & 128'he2bafe7e034a26331eef776c69ad70e8);
    assign rx_part_0[26] = ^(line_rx[127:0] & 128'hc575fcfc06944c663ddeeed8d35ae1d0);
    assign rx_part_0[27] = ^(line_rx[127:0] & 128'h1c5799468cd2497bf0783d732b847fa0);
    assign rx_part_0[28] = ^(line_rx[127:0] & 128'hae135233985e43406b359a24da394340);
    assign rx_part_0[29] = ^(line_rx[127:0] & 128'h5c26a46730bc8680d66b3449b4728680);
    assign rx_part_0[30] = ^(line_rx[127:0] & 128'h2ef12870e083dcb627138851e5d4b100);
    assign rx_part_0[31] = ^(line_rx[127:0] & 128'hcb5e305f40fd68dbc5e2f0614698de00);
    assign rx_part_1[0]  = ^(line_rx[181:128] & 54'h1344077d206d3);
    assign rx_part_1[1]  = ^(line_rx[181:128] & 54'h26880efa40da7);
    assign rx_part_1[2]  = ^(line_rx[181:128] & 54'h4d101df481b4e);
    assign rx_part_1[3]  = ^(line_rx[181:128] & 54'h9a203be90369c);
    assign rx_part_1[4]  = ^(line_rx[181:128] & 54'h1344077d206d39);
    assign rx_part_1[5]  = ^(line_rx[181:128] & 54'h26880efa40da72);
    assign rx_part_1[6]  = ^(line_rx[181:128] & 54'hc245d8353b236);
    assign rx_part_1[7]  = ^(line_rx[181:128] & 54'h1848bb06a7646c);
    assign rx_part_1[8]  = ^(line_rx[181:128] & 54'h3091760d4ec8d8);
    assign rx_part_1[9]  = ^(line_rx[181:128] & 54'h2016ac6d4f9762);
    assign rx_part_1[10] = ^(line_rx[181:128] & 54'h11918ad4d2817);
    assign rx_part_1[11] = ^(line_rx[181:128] & 54'h232315a9a502e);
    assign rx_part_1[12] = ^(line_rx[181:128] & 54'h46462b534a05c);
    assign rx_part_1[13] = ^(line_rx[181:128] & 54'h8c8c56a6940b9);
    assign rx_part_1[14] = ^(line_rx[181:128] & 54'h11918ad4d28172);
    assign rx_part_1[15] = ^(line_rx[181:128] & 54'h232315a9a502e4);
    assign rx_part_1[16] = ^(line_rx[181:128] & 54'h7726b2498031b);
    assign rx_part_1[17] = ^(line_rx[181:128] & 54'hee4d649300637);
    assign rx_part_1[18] = ^(line_rx[181:128] & 54'h1dc9ac92600c6f);
    assign rx_part_1[19] = ^(line_rx[181:128] & 54'h3b935924c018df);
    assign rx_part_1[20] = ^(line_rx[181:128] & 54'h3612f23e52376c);
    assign rx_part_1[21] = ^(line_rx[181:128] & 54'h2d11a40b76680a);
    assign rx_part_1[22] = ^(line_rx[181:128] & 54'h1b1708613ed6c7);
    assign rx_part_1[23] = ^(line_rx[181:128] & 54'h362e10c27dad8e);
    assign rx_part_1[24] = ^(line_rx[181:128] & 54'h2d6861f3295dce);
    assign rx_part_1[25] = ^(line_rx[181:128] & 54'h1be4839180bd4e);
    assign rx_part_1[26] = ^(line_rx[181:128] & 54'h37c90723017a9d);
    assign rx_part_1[27] = ^(line_rx[181:128] & 54'h2ea64e31d0f3e8);
    assign rx_part_1[28] = ^(line_rx[181:128] & 54'h1c78dc1473e103);
    assign rx_part_1[29] = ^(line_rx[181:128] & 54'h38f1b828e7c207);
    assign rx_part_1[30] = ^(line_rx[181:128] & 54'h30d730261d82dd);
    assign rx_part_1[31] = ^(line_rx[181:128] & 54'h209a203be90369);
    assign rx_right      = (32'ha7139bd0 ^ rx_part_0_q ^ rx_part_1_q) == rx_claimed;
    assign flit_rx_valid = rx_good;
    assign flit_rx       = rx_flit_qq;
    assign damaged       = rx_damaged;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [919:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (29) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[887:0], memory_fill};
        end
        {tx_flit_q, tx_part_0_q, tx_part_1_q, tx_crc, tx_flit_qq, rx_flit_q, rx_claimed,
         rx_part_0_q, rx_part_1_q, rx_flit_qq} = memory_bits;
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            tx_valid_q <= 1'b0;
            line_valid_q <= 1'b0;
            rx_valid_q <= 1'b0;
            rx_good <= 1'b0;
            rx_damaged <= 1'b0;
        end else begin
            tx_valid_q <= flit_tx_valid;
            line_valid_q <= tx_valid_q;
            rx_valid_q <= line_rx_valid;
            rx_good <= rx_valid_q && rx_right;
            rx_damaged <= rx_valid_q && !rx_right;
        end
    end

    always @(posedge clk) begin
        tx_flit_q <= flit_tx;
        tx_part_0_q <= tx_part_0;
        tx_part_1_q <= tx_part_1;
        tx_crc <= 32'ha7139bd0 ^ tx_part_0_q ^ tx_part_1_q;
        tx_flit_qq <= tx_flit_q;
        rx_flit_q <= line_rx[181:0];
        rx_claimed <= line_rx[213:182];
        rx_part_0_q <= rx_part_0;
        rx_part_1_q <= rx_part_1;
        rx_flit_qq <= rx_flit_q;
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
            if (rx_good && rx_damaged) begin
                $display("RTLGEN_ASSERT %m good_or_damaged fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_link_check
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            good_or_damaged: assert (!(rx_good && rx_damaged));
        end
    end
`endif

endmodule

`default_nettype wire
