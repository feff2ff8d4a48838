// SPDX-License-Identifier: Apache-2.0
// voqnet_switch: VOQnet switch: input-queued, a queue per destination at every input port
//
// ports = 8, nodes = 64, depth = 4, link_latency = 2
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module voqnet_switch (
    input  wire         clk,            // rising edge
    input  wire         rst,            // synchronous, active high

    // links, receiving side, a lane per port
    input  wire [7:0]   rx_valid,       // a beat comes
    input  wire [7:0]   rx_sop,         // it is the first of a packet: {turnpool, tptr, src, seq,
                                        // tag}
    input  wire [7:0]   rx_eop,         // it is the last
    input  wire [511:0] rx_data,        // the beat
    output wire [7:0]   rx_credit,      // back to the sender: a slot is free again
    output wire [63:0]  rx_credit_dst,  // the destination whose queue the slot belongs to

    // links, sending side, a lane per port
    output wire [7:0]   tx_valid,       // a beat comes
    output wire [7:0]   tx_sop,         // it is the first of a packet: {turnpool, tptr, src, seq,
                                        // tag}
    output wire [7:0]   tx_eop,         // it is the last
    output wire [511:0] tx_data,        // the beat
    input  wire [7:0]   tx_credit,      // back to the sender: a slot is free again
    input  wire [63:0]  tx_credit_dst,  // the destination whose queue the slot belongs to

    // status, a lane per port
    output wire [71:0]  stat_free,      // free slots of the input port, a register
    output wire [71:0]  stat_credit     // credits of the output port for all destinations, a
                                        // register
);

    (* mem2reg *)
    reg [2:0]  input_busy [0:7];
    (* mem2reg *)
    reg [2:0]  output_busy [0:7];
    (* mem2reg *)
    reg [3:0]  beats_left [0:7];
    reg [7:0]  input_granted;
    reg [7:0]  output_granted;
    reg [63:0] winner;
    reg [55:0] inputs_above;
    reg [23:0] winner_number;
    reg [7:0]  output_open;
    reg [23:0] reading_from;
    reg [7:0]  connected;
    reg [23:0] connected_to;

    reg  [7:0]   chooses;
    wire [7:0]   still_asking;
    reg  [63:0]  asks;
    wire [63:0]  asked;
    reg  [63:0]  input_ahead;
    reg  [63:0]  input_choice;
    reg  [63:0]  choice;
    wire [63:0]  chosen;
    reg  [7:0]   input_free;
    reg  [7:0]   output_left;
    wire [7:0]   in_port_ask_valid;
    wire [23:0]  in_port_ask_port;
    wire [7:0]   in_port_beat_valid;
    wire [7:0]   in_port_beat_sop;
    wire [7:0]   in_port_beat_eop;
    wire [511:0] in_port_beat_data;
    wire [511:0] out_port_open;
    wire [535:0] crossbar_q;

`ifdef RTLGEN_CHECKS
    (* mem2reg *)
    reg [2:0] input_sends [0:7];
    (* mem2reg *)
    reg [2:0] output_sends [0:7];
    reg [7:0] inputs_that_send;
    reg [7:0] outputs_that_send;
`endif

`ifdef RTLGEN_CHECKS
    // All of input_sends side by side, because an always @* block cannot watch an array.
    wire [23:0] input_sends_flat = {input_sends[7], input_sends[6], input_sends[5], input_sends[4],
                                    input_sends[3], input_sends[2], input_sends[1], input_sends[0]};
`endif

`ifdef RTLGEN_CHECKS
    // All of output_sends side by side, because an always @* block cannot watch an array.
    wire [23:0] output_sends_flat = {output_sends[7], output_sends[6], output_sends[5],
                                     output_sends[4], output_sends[3], output_sends[2],
                                     output_sends[1], output_sends[0]};
`endif

    // All of input_busy side by side, because an always @* block cannot watch an array.
    wire [23:0] input_busy_flat = {input_busy[7], input_busy[6], input_busy[5], input_busy[4],
                                   input_busy[3], input_busy[2], input_busy[1], input_busy[0]};

    // All of output_busy side by side, because an always @* block cannot watch an array.
    wire [23:0] output_busy_flat = {output_busy[7], output_busy[6], output_busy[5], output_busy[4],
                                    output_busy[3], output_busy[2], output_busy[1], output_busy[0]};

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

    // The lowest 1 alone.
    function [7:0] lowest_one_8(input [7:0] bits);
        reg [7:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            up_to = up_to | (up_to << 4);
            lowest_one_8 = bits & ~(up_to << 1);
        end
    endfunction

    // 8 rows of 8 bits become 8 rows of 8 bits.
    function [63:0] transpose_8x8(input [63:0] bits);
        integer row;
        integer column;
        begin
            transpose_8x8 = 64'd0;
            for (row = 0; row < 8; row = row + 1)
                for (column = 0; column < 8; column = column + 1)
                    transpose_8x8[column*8 + row] = bits[row*8 + column];
        end
    endfunction

    genvar g;

    generate
        for (g = 0; g < 8; g = g + 1) begin : in_port
            voqnet_input_port u (
                .clk           (clk),
                .rst           (rst),
                .rx_valid      (rx_valid[g]),
                .rx_sop        (rx_sop[g]),
                .rx_eop        (rx_eop[g]),
                .rx_data       (rx_data[g*64 +: 64]),
                .rx_credit     (rx_credit[g]),
                .rx_credit_dst (rx_credit_dst[g*8 +: 8]),
                .my_port       (g[2:0]),
                .open          (out_port_open),
                .output_open   (output_open),
                .may_ask       (input_free[g]),
                .grant_valid   (input_granted[g]),
                .ask_valid     (in_port_ask_valid[g]),
                .ask_port      (in_port_ask_port[g*3 +: 3]),
                .beat_valid    (in_port_beat_valid[g]),
                .beat_sop      (in_port_beat_sop[g]),
                .beat_eop      (in_port_beat_eop[g]),
                .beat_data     (in_port_beat_data[g*64 +: 64]),
                .stat_free     (stat_free[g*9 +: 9])
            );
        end
    endgenerate

    generate
        for (g = 0; g < 8; g = g + 1) begin : out_port
            voqnet_output_port u (
                .clk           (clk),
                .rst           (rst),
                .beat_valid    (crossbar_q[g*67 + 66]),
                .beat_sop      (crossbar_q[g*67 + 65]),
                .beat_eop      (crossbar_q[g*67 + 64]),
                .beat_data     (crossbar_q[g*67 +: 64]),
                .tx_valid      (tx_valid[g]),
                .tx_sop        (tx_sop[g]),
                .tx_eop        (tx_eop[g]),
                .tx_data       (tx_data[g*64 +: 64]),
                .tx_credit     (tx_credit[g]),
                .tx_credit_dst (tx_credit_dst[g*8 +: 8]),
                .open          (out_port_open[g*64 +: 64]),
                .stat_credit   (stat_credit[g*9 +: 9])
            );
        end
    endgenerate

    crossbar_width67 crossbar (
        .data   ({in_port_beat_valid[7], in_port_beat_sop[7], in_port_beat_eop[7],
                  in_port_beat_data[511:448], in_port_beat_valid[6], in_port_beat_sop[6],
                  in_port_beat_eop[6], in_port_beat_data[447:384], in_port_beat_valid[5],
                  in_port_beat_sop[5], in_port_beat_eop[5], in_port_beat_data[383:320],
                  in_port_beat_valid[4], in_port_beat_sop[4], in_port_beat_eop[4],
                  in_port_beat_data[319:256], in_port_beat_valid[3], in_port_beat_sop[3],
                  in_port_beat_eop[3], in_port_beat_data[255:192], in_port_beat_valid[2],
                  in_port_beat_sop[2], in_port_beat_eop[2], in_port_beat_data[191:128],
                  in_port_beat_valid[1], in_port_beat_sop[1], in_port_beat_eop[1],
                  in_port_beat_data[127:64], in_port_beat_valid[0], in_port_beat_sop[0],
                  in_port_beat_eop[0], in_port_beat_data[63:0]}),
        .select (connected_to),
        .enable (connected),
        .q      (crossbar_q)
    );

    assign still_asking = in_port_ask_valid & ~input_granted;
    assign asked        = transpose_8x8(asks);
    assign chosen       = transpose_8x8(choice);

    always @* begin : update_asks
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            asks[i*8 +: 8] = still_asking[i] ? 8'd1 << in_port_ask_port[i*3 +: 3] : 8'd0;
        end
    end

    always @* begin : update_input_ahead
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            input_ahead[i*8 +: 8] = asked[i*8 +: 8] & {inputs_above[i*7 +: 7], 1'b0};
        end
    end

    always @* begin : update_input_choice
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            input_choice[i*8 +: 8] = lowest_one_8(input_ahead[i*8 +: 8])
                                   | ((|input_ahead[i*8 +: 8]) ? 8'd0
                                    : lowest_one_8(asked[i*8 +: 8]));
        end
    end

    always @* begin : update_chooses
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            chooses[o] = (|asked[o*8 +: 8]) && !output_granted[o];
        end
    end

    always @* begin : update_choice
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            choice[o*8 +: 8] = input_choice[o*8 +: 8] & {8{~output_granted[o]}};
        end
    end

`ifdef RTLGEN_CHECKS
    always @* begin : update_inputs_that_send
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            inputs_that_send[i] = input_sends_flat[i*3 +: 3] != 3'd0;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @* begin : update_outputs_that_send
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            outputs_that_send[i] = output_sends_flat[i*3 +: 3] != 3'd0;
        end
    end
`endif

    always @* begin : update_input_free
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            input_free[i] = input_busy_flat[i*3 +: 3] == 3'd0 && !input_granted[i];
        end
    end

    always @* begin : update_output_left
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            output_left[o] = output_busy_flat[o*3 +: 3] == 3'd0;
        end
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            winner = {winner[31:0], memory_fill};
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        winner_number = memory_fill[31:8];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        reading_from = memory_fill[31:8];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        connected_to = memory_fill[31:8];
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_input_sends
        integer n;
        integer i;
        if (rst) begin
            for (n = 0; n < 8; n = n + 1) input_sends[n] <= 3'd0;
            for (n = 0; n < 8; n = n + 1) output_sends[n] <= 3'd0;
        end else begin
            for (i = 0; i < 8; i = i + 1) begin
                if (input_granted[i]) begin
                    input_sends[i] <= 3'd7;
                end else if (input_sends[i] != 3'd0) begin
                    input_sends[i] <= input_sends[i] - 3'd1;
                end
                if (output_granted[i]) begin
                    output_sends[i] <= 3'd7;
                end else if (output_sends[i] != 3'd0) begin
                    output_sends[i] <= output_sends[i] - 3'd1;
                end
            end
        end
    end
`endif

    always @(posedge clk) begin : update_input_busy
        integer n;
        integer i;
        if (rst) begin
            for (n = 0; n < 8; n = n + 1) input_busy[n] <= 3'd0;
        end else begin
            for (i = 0; i < 8; i = i + 1) begin
                if (input_granted[i]) begin
                    input_busy[i] <= 3'd5;
                end else if (input_busy[i] != 3'd0) begin
                    input_busy[i] <= input_busy[i] - 3'd1;
                end
            end
        end
    end

    always @(posedge clk) begin : update_output_busy
        integer n;
        integer o;
        if (rst) begin
            for (n = 0; n < 8; n = n + 1) output_busy[n] <= 3'd0;
        end else begin
            for (o = 0; o < 8; o = o + 1) begin
                if (output_granted[o]) begin
                    output_busy[o] <= 3'd4;
                end else if (output_busy[o] != 3'd0) begin
                    output_busy[o] <= output_busy[o] - 3'd1;
                end
            end
        end
    end

    always @(posedge clk) begin : update_beats_left
        integer n;
        integer o;
        if (rst) begin
            for (n = 0; n < 8; n = n + 1) beats_left[n] <= 4'd0;
            connected <= 8'd0;
        end else begin
            for (o = 0; o < 8; o = o + 1) begin
                if (output_granted[o]) begin
                    beats_left[o] <= 4'd8;
                end else if (beats_left[o] != 4'd0) begin
                    beats_left[o] <= beats_left[o] - 4'd1;
                end
                connected[o] <= beats_left[o] != 4'd0;
            end
        end
    end

    always @(posedge clk) begin : update_input_granted
        integer i;
        if (rst) begin
            input_granted <= 8'd0;
        end else begin
            for (i = 0; i < 8; i = i + 1) begin
                input_granted[i] <= |chosen[i*8 +: 8];
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            output_granted <= 8'd0;
        end else begin
            output_granted <= chooses;
        end
    end

    always @(posedge clk) begin
        winner <= choice;
    end

    always @(posedge clk) begin : update_inputs_above
        integer o;
        if (rst) begin
            inputs_above <= 56'd0;
        end else begin
            for (o = 0; o < 8; o = o + 1) begin
                if (output_granted[o]) begin
                    inputs_above[o*7 +: 7] <= {~winner[o*8 + 7], ~(|winner[o*8 + 6 +: 2]),
                                               ~(|winner[o*8 + 5 +: 3]), |winner[o*8 +: 4],
                                               |winner[o*8 +: 3], |winner[o*8 +: 2], winner[o*8]};
                end
            end
        end
    end

    always @(posedge clk) begin : update_winner_number
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            winner_number[o*3 +: 3] <= {|(input_choice[o*8 +: 8] & 8'hf0),
                                        |(input_choice[o*8 +: 8] & 8'hcc),
                                        |(input_choice[o*8 +: 8] & 8'haa)};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            output_open <= 8'd0;
        end else begin
            output_open <= 8'hff & ~chooses & ~output_granted & output_left;
        end
    end

    always @(posedge clk) begin : update_reading_from
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            if (output_granted[o]) begin
                reading_from[o*3 +: 3] <= winner_number[o*3 +: 3];
            end
        end
    end

    always @(posedge clk) begin
        connected_to <= reading_from;
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
            if ((input_granted & inputs_that_send) != 8'd0) begin
                $display("RTLGEN_ASSERT %m inputs_one_packet_at_a_time fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ((output_granted & outputs_that_send) != 8'd0) begin
                $display("RTLGEN_ASSERT %m outputs_one_packet_at_a_time fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (count_ones_8(input_granted) != count_ones_8(output_granted)) begin
                $display("RTLGEN_ASSERT %m as_many_inputs_as_outputs fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_voqnet_switch
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            inputs_one_packet_at_a_time: assert ((input_granted & inputs_that_send) == 8'd0);
            outputs_one_packet_at_a_time: assert ((output_granted & outputs_that_send) == 8'd0);
            as_many_inputs_as_outputs: assert (count_ones_8(input_granted)
                                            == count_ones_8(output_granted));
            asked_in_vain: cover (|(in_port_ask_valid & ~input_granted));
        end
    end
`endif

endmodule

`default_nettype wire
