// SPDX-License-Identifier: Apache-2.0
// cioq_recn_scheduler: two-phase round-robin scheduler of the crossbar  ports = 8, saqs = 4
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module cioq_recn_scheduler (
    input  wire        clk,             // rising edge
    input  wire        rst,             // synchronous, active high
    input  wire [95:0] queue_eligible,  // the queue may send, lane i*(ports+saqs)+q: queue q of
                                        // input i
    input  wire [95:0] saq_port,        // output port of each set-aside queue; below ports where
                                        // eligible
    input  wire [7:0]  room,            // the output side has a slot for a packet
    output wire [7:0]  grant_valid,     // the input side sends, a register
    output wire [31:0] grant_queue,     // from this queue, a register; unknown without grant_valid
    output wire [7:0]  start,           // the output side gets a packet, a register
    output wire [23:0] source           // from this input side, a register; unknown without start
);

    reg [15:0] ask_low;               // lowest bit of the output each input asks for, one-hot
    reg [15:0] ask_high;              // upper bits of the output that each input asks for
    reg [7:0]  input_granted;         // the input side sends, a register
    reg [7:0]  output_granted;        // the output side gets a packet, a register
    reg [63:0] winner;                // input that each output has chosen, one-hot
    reg [55:0] inputs_above;          // inputs above the last that sent, of each output
    reg [95:0] ask_queue;             // queue that each input asks for, one-hot
    reg [95:0] granted_queue;         // ask_queue, one cycle later
    reg [87:0] queues_above;          // queues above the last that sent, of each input
    reg [23:0] winner_number;         // from this input side, a register; unknown without start
    reg [63:0] open_to;               // outputs that each input may ask for
    reg [31:0] granted_queue_number;  // from this queue, a register; unknown without grant_valid

    wire [23:0]  detection_ports;
    reg  [287:0] wanted;
    reg  [7:0]   chooses;
    reg  [63:0]  still_asking;
    wire [63:0]  asked;
    reg  [63:0]  input_ahead;
    reg  [63:0]  input_choice;
    reg  [63:0]  choice;
    wire [63:0]  chosen;
    wire [7:0]   output_open;
    wire [7:0]   input_idle;
    reg  [95:0]  asked_before;
    reg  [95:0]  wants_open;
    wire [95:0]  ready;
    reg  [383:0] queue_codes;
    reg  [95:0]  queue_ahead;
    reg  [95:0]  queue_choice;
    reg  [31:0]  queue_value;

`ifdef RTLGEN_CHECKS
    (* mem2reg *)
    reg [1:0]  input_sends [0:7];   // cycles left of the packet that each input sends
    (* mem2reg *)
    reg [1:0]  output_sends [0:7];  // cycles left of the packet that each output sends
    reg [23:0] granted_port;        // output of the grant of each input
    reg [7:0]  inputs_that_send;
    reg [7:0]  outputs_that_send;
    reg [7:0]  inputs_that_ask;
    reg [7:0]  port_is_wanted;
`endif

`ifdef RTLGEN_CHECKS
    // All of input_sends side by side, because an always @* block cannot watch an array.
    wire [15:0] input_sends_flat = {input_sends[7], input_sends[6], input_sends[5], input_sends[4],
                                    input_sends[3], input_sends[2], input_sends[1], input_sends[0]};
`endif

`ifdef RTLGEN_CHECKS
    // All of output_sends side by side, because an always @* block cannot watch an array.
    wire [15:0] output_sends_flat = {output_sends[7], output_sends[6], output_sends[5],
                                     output_sends[4], output_sends[3], output_sends[2],
                                     output_sends[1], output_sends[0]};
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

    // The lowest 1 alone.
    function [11:0] lowest_one_12(input [11:0] bits);
        reg [11:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            up_to = up_to | (up_to << 4) | (up_to << 8);
            lowest_one_12 = bits & ~(up_to << 1);
        end
    endfunction

    // The lowest 1 alone.
    function [7:0] lowest_one_8(input [7:0] bits);
        reg [7:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            up_to = up_to | (up_to << 4);
            lowest_one_8 = bits & ~(up_to << 1);
        end
    endfunction

`ifdef RTLGEN_CHECKS
    // The lane of 3 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [2:0] one_hot_mux_12x3(input [11:0] select, input [35:0] lanes);
        integer n;
        begin
            one_hot_mux_12x3 = 3'd0;
            for (n = 0; n < 12; n = n + 1)
                one_hot_mux_12x3 = one_hot_mux_12x3 | ({3{select[n]}} & lanes[n*3 +: 3]);
        end
    endfunction
`endif

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

    assign detection_ports = {3'd7, 3'd6, 3'd5, 3'd4, 3'd3, 3'd2, 3'd1, 3'd0};
    assign asked           = transpose_8x8(still_asking);
    assign chosen          = transpose_8x8(choice);
    assign output_open     = room & ~chooses & ~output_granted;
    assign input_idle      = ~input_granted;
    assign ready           = queue_eligible & ~asked_before & wants_open;
    assign grant_valid     = input_granted;
    assign grant_queue     = granted_queue_number;
    assign start           = output_granted;
    assign source          = winner_number;

    always @* begin : update_wanted
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            wanted[i*36 +: 36] = {saq_port[i*12 +: 12], detection_ports};
        end
    end

    always @* begin : update_still_asking
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            still_asking[i*8 +: 8] = {(ask_high[i*2 +: 2] == 2'd3) & ask_low[i*2 + 1],
                                      (ask_high[i*2 +: 2] == 2'd3) & ask_low[i*2],
                                      (ask_high[i*2 +: 2] == 2'd2) & ask_low[i*2 + 1],
                                      (ask_high[i*2 +: 2] == 2'd2) & ask_low[i*2],
                                      (ask_high[i*2 +: 2] == 2'd1) & ask_low[i*2 + 1],
                                      (ask_high[i*2 +: 2] == 2'd1) & ask_low[i*2],
                                      (ask_high[i*2 +: 2] == 2'd0) & ask_low[i*2 + 1],
                                      (ask_high[i*2 +: 2] == 2'd0) & ask_low[i*2]}
                                   & ~{8{input_granted[i]}};
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
            inputs_that_send[i] = input_sends_flat[i*2 +: 2] != 2'd0;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @* begin : update_outputs_that_send
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            outputs_that_send[i] = output_sends_flat[i*2 +: 2] != 2'd0;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @* begin : update_inputs_that_ask
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            inputs_that_ask[i] = |ask_low[i*2 +: 2];
        end
    end
`endif

    always @* begin : update_asked_before
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            asked_before[i*12 +: 12] = ask_queue[i*12 +: 12] & {12{|ask_low[i*2 +: 2]}};
        end
    end

    always @* begin : update_wants_open
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            wants_open[i*12 +: 12] = {wanted[i*36 + 35]
                                    ? (wanted[i*36 + 34]
                                     ? (wanted[i*36 + 33] ? open_to[i*8 + 7] : open_to[i*8 + 6])
                                     : wanted[i*36 + 33] ? open_to[i*8 + 5] : open_to[i*8 + 4])
                                    : wanted[i*36 + 34]
                                    ? (wanted[i*36 + 33] ? open_to[i*8 + 3] : open_to[i*8 + 2])
                                    : wanted[i*36 + 33] ? open_to[i*8 + 1] : open_to[i*8],
                                      wanted[i*36 + 32]
                                    ? (wanted[i*36 + 31]
                                     ? (wanted[i*36 + 30] ? open_to[i*8 + 7] : open_to[i*8 + 6])
                                     : wanted[i*36 + 30] ? open_to[i*8 + 5] : open_to[i*8 + 4])
                                    : wanted[i*36 + 31]
                                    ? (wanted[i*36 + 30] ? open_to[i*8 + 3] : open_to[i*8 + 2])
                                    : wanted[i*36 + 30] ? open_to[i*8 + 1] : open_to[i*8],
                                      wanted[i*36 + 29]
                                    ? (wanted[i*36 + 28]
                                     ? (wanted[i*36 + 27] ? open_to[i*8 + 7] : open_to[i*8 + 6])
                                     : wanted[i*36 + 27] ? open_to[i*8 + 5] : open_to[i*8 + 4])
                                    : wanted[i*36 + 28]
                                    ? (wanted[i*36 + 27] ? open_to[i*8 + 3] : open_to[i*8 + 2])
                                    : wanted[i*36 + 27] ? open_to[i*8 + 1] : open_to[i*8],
                                      wanted[i*36 + 26]
                                    ? (wanted[i*36 + 25]
                                     ? (wanted[i*36 + 24] ? open_to[i*8 + 7] : open_to[i*8 + 6])
                                     : wanted[i*36 + 24] ? open_to[i*8 + 5] : open_to[i*8 + 4])
                                    : wanted[i*36 + 25]
                                    ? (wanted[i*36 + 24] ? open_to[i*8 + 3] : open_to[i*8 + 2])
                                    : wanted[i*36 + 24] ? open_to[i*8 + 1] : open_to[i*8],
                                      wanted[i*36 + 23]
                                    ? (wanted[i*36 + 22]
                                     ? (wanted[i*36 + 21] ? open_to[i*8 + 7] : open_to[i*8 + 6])
                                     : wanted[i*36 + 21] ? open_to[i*8 + 5] : open_to[i*8 + 4])
                                    : wanted[i*36 + 22]
                                    ? (wanted[i*36 + 21] ? open_to[i*8 + 3] : open_to[i*8 + 2])
                                    : wanted[i*36 + 21] ? open_to[i*8 + 1] : open_to[i*8],
                                      wanted[i*36 + 20]
                                    ? (wanted[i*36 + 19]
                                     ? (wanted[i*36 + 18] ? open_to[i*8 + 7] : open_to[i*8 + 6])
                                     : wanted[i*36 + 18] ? open_to[i*8 + 5] : open_to[i*8 + 4])
                                    : wanted[i*36 + 19]
                                    ? (wanted[i*36 + 18] ? open_to[i*8 + 3] : open_to[i*8 + 2])
                                    : wanted[i*36 + 18] ? open_to[i*8 + 1] : open_to[i*8],
                                      wanted[i*36 + 17]
                                    ? (wanted[i*36 + 16]
                                     ? (wanted[i*36 + 15] ? open_to[i*8 + 7] : open_to[i*8 + 6])
                                     : wanted[i*36 + 15] ? open_to[i*8 + 5] : open_to[i*8 + 4])
                                    : wanted[i*36 + 16]
                                    ? (wanted[i*36 + 15] ? open_to[i*8 + 3] : open_to[i*8 + 2])
                                    : wanted[i*36 + 15] ? open_to[i*8 + 1] : open_to[i*8],
                                      wanted[i*36 + 14]
                                    ? (wanted[i*36 + 13]
                                     ? (wanted[i*36 + 12] ? open_to[i*8 + 7] : open_to[i*8 + 6])
                                     : wanted[i*36 + 12] ? open_to[i*8 + 5] : open_to[i*8 + 4])
                                    : wanted[i*36 + 13]
                                    ? (wanted[i*36 + 12] ? open_to[i*8 + 3] : open_to[i*8 + 2])
                                    : wanted[i*36 + 12] ? open_to[i*8 + 1] : open_to[i*8],
                                      wanted[i*36 + 11]
                                    ? (wanted[i*36 + 10]
                                     ? (wanted[i*36 + 9] ? open_to[i*8 + 7] : open_to[i*8 + 6])
                                     : wanted[i*36 + 9] ? open_to[i*8 + 5] : open_to[i*8 + 4])
                                    : wanted[i*36 + 10]
                                    ? (wanted[i*36 + 9] ? open_to[i*8 + 3] : open_to[i*8 + 2])
                                    : wanted[i*36 + 9] ? open_to[i*8 + 1] : open_to[i*8],
                                      wanted[i*36 + 8]
                                    ? (wanted[i*36 + 7]
                                     ? (wanted[i*36 + 6] ? open_to[i*8 + 7] : open_to[i*8 + 6])
                                     : wanted[i*36 + 6] ? open_to[i*8 + 5] : open_to[i*8 + 4])
                                    : wanted[i*36 + 7]
                                    ? (wanted[i*36 + 6] ? open_to[i*8 + 3] : open_to[i*8 + 2])
                                    : wanted[i*36 + 6] ? open_to[i*8 + 1] : open_to[i*8],
                                      wanted[i*36 + 5]
                                    ? (wanted[i*36 + 4]
                                     ? (wanted[i*36 + 3] ? open_to[i*8 + 7] : open_to[i*8 + 6])
                                     : wanted[i*36 + 3] ? open_to[i*8 + 5] : open_to[i*8 + 4])
                                    : wanted[i*36 + 4]
                                    ? (wanted[i*36 + 3] ? open_to[i*8 + 3] : open_to[i*8 + 2])
                                    : wanted[i*36 + 3] ? open_to[i*8 + 1] : open_to[i*8],
                                      wanted[i*36 + 2]
                                    ? (wanted[i*36 + 1]
                                     ? (wanted[i*36] ? open_to[i*8 + 7] : open_to[i*8 + 6])
                                     : wanted[i*36] ? open_to[i*8 + 5] : open_to[i*8 + 4])
                                    : wanted[i*36 + 1]
                                    ? (wanted[i*36] ? open_to[i*8 + 3] : open_to[i*8 + 2])
                                    : wanted[i*36] ? open_to[i*8 + 1] : open_to[i*8]}
                                   & ~{12{input_granted[i]}};
        end
    end

    always @* begin : update_queue_codes
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            queue_codes[i*48 +: 48] = {wanted[i*36 + 34 +: 2], wanted[i*36 + 33] & ready[i*12 + 11],
                                       ready[i*12 + 11] & ~wanted[i*36 + 33],
                                       wanted[i*36 + 31 +: 2], wanted[i*36 + 30] & 1'b1,
                                       1'b1 & ~wanted[i*36 + 30], wanted[i*36 + 28 +: 2],
                                       wanted[i*36 + 27] & 1'b1, 1'b1 & ~wanted[i*36 + 27],
                                       wanted[i*36 + 25 +: 2], wanted[i*36 + 24] & 1'b1,
                                       1'b1 & ~wanted[i*36 + 24], wanted[i*36 + 22 +: 2],
                                       wanted[i*36 + 21] & 1'b1, 1'b1 & ~wanted[i*36 + 21],
                                       wanted[i*36 + 19 +: 2], wanted[i*36 + 18] & 1'b1,
                                       1'b1 & ~wanted[i*36 + 18], wanted[i*36 + 16 +: 2],
                                       wanted[i*36 + 15] & 1'b1, 1'b1 & ~wanted[i*36 + 15],
                                       wanted[i*36 + 13 +: 2], wanted[i*36 + 12] & 1'b1,
                                       1'b1 & ~wanted[i*36 + 12], wanted[i*36 + 10 +: 2],
                                       wanted[i*36 + 9] & 1'b1, 1'b1 & ~wanted[i*36 + 9],
                                       wanted[i*36 + 7 +: 2], wanted[i*36 + 6] & 1'b1,
                                       1'b1 & ~wanted[i*36 + 6], wanted[i*36 + 4 +: 2],
                                       wanted[i*36 + 3] & 1'b1, 1'b1 & ~wanted[i*36 + 3],
                                       wanted[i*36 + 1 +: 2], wanted[i*36] & 1'b1,
                                       1'b1 & ~wanted[i*36]};
        end
    end

    always @* begin : update_queue_ahead
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            queue_ahead[i*12 +: 12] = ready[i*12 +: 12] & {queues_above[i*11 +: 11], 1'b0};
        end
    end

    always @* begin : update_queue_choice
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            queue_choice[i*12 +: 12] = lowest_one_12(queue_ahead[i*12 +: 12])
                                     | ((|queue_ahead[i*12 +: 12]) ? 12'd0
                                      : lowest_one_12(ready[i*12 +: 12]));
        end
    end

    always @* begin : update_queue_value
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            queue_value[i*4 +: 4] = ((|queue_ahead[i*12 + 1 +: 11]) || !(|ready[i*12 +: 11]))
                                  ? ((|queue_ahead[i*12 + 1 +: 6])
                                   ? ((|queue_ahead[i*12 + 1 +: 3])
                                    ? ((|queue_ahead[i*12 + 1 +: 2])
                                     ? (queue_ahead[i*12 + 1] ? queue_codes[i*48 + 4 +: 4]
                                      : queue_codes[i*48 + 8 +: 4])
                                     : queue_codes[i*48 + 12 +: 4])
                                    : (|queue_ahead[i*12 + 4 +: 2])
                                    ? (queue_ahead[i*12 + 4] ? queue_codes[i*48 + 16 +: 4]
                                     : queue_codes[i*48 + 20 +: 4])
                                    : queue_codes[i*48 + 24 +: 4])
                                   : (|queue_ahead[i*12 + 7 +: 3])
                                   ? ((|queue_ahead[i*12 + 7 +: 2])
                                    ? (queue_ahead[i*12 + 7] ? queue_codes[i*48 + 28 +: 4]
                                     : queue_codes[i*48 + 32 +: 4])
                                    : queue_codes[i*48 + 36 +: 4])
                                   : queue_ahead[i*12 + 10] ? queue_codes[i*48 + 40 +: 4]
                                   : queue_codes[i*48 + 44 +: 4])
                                  : (|ready[i*12 +: 6])
                                  ? ((|ready[i*12 +: 3])
                                   ? ((|ready[i*12 +: 2])
                                    ? (ready[i*12] ? queue_codes[i*48 +: 4]
                                     : queue_codes[i*48 + 4 +: 4])
                                    : queue_codes[i*48 + 8 +: 4])
                                   : (|ready[i*12 + 3 +: 2])
                                   ? (ready[i*12 + 3] ? queue_codes[i*48 + 12 +: 4]
                                    : queue_codes[i*48 + 16 +: 4])
                                   : queue_codes[i*48 + 20 +: 4])
                                  : (|ready[i*12 + 6 +: 3])
                                  ? ((|ready[i*12 + 6 +: 2])
                                   ? (ready[i*12 + 6] ? queue_codes[i*48 + 24 +: 4]
                                    : queue_codes[i*48 + 28 +: 4])
                                   : queue_codes[i*48 + 32 +: 4])
                                  : ready[i*12 + 9] ? queue_codes[i*48 + 36 +: 4]
                                  : queue_codes[i*48 + 40 +: 4];
        end
    end

`ifdef RTLGEN_CHECKS
    always @* begin : update_port_is_wanted
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            port_is_wanted[i] = !input_granted[i]
                             || one_hot_mux_12x3(granted_queue[i*12 +: 12], wanted[i*36 +: 36])
                             == granted_port[i*3 +: 3];
        end
    end
`endif

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [327:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (11) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[295:0], memory_fill};
        end
        {ask_high, winner, ask_queue, granted_queue, winner_number,
         granted_queue_number} = memory_bits;
`ifdef RTLGEN_CHECKS
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        granted_port = memory_fill[31:8];
`endif
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_input_sends
        integer n;
        integer i;
        if (rst) begin
            for (n = 0; n < 8; n = n + 1) input_sends[n] <= 2'd0;
            for (n = 0; n < 8; n = n + 1) output_sends[n] <= 2'd0;
        end else begin
            for (i = 0; i < 8; i = i + 1) begin
                if (input_granted[i]) begin
                    input_sends[i] <= 2'd3;
                end else if (input_sends[i] != 2'd0) begin
                    input_sends[i] <= input_sends[i] - 2'd1;
                end
                if (output_granted[i]) begin
                    output_sends[i] <= 2'd3;
                end else if (output_sends[i] != 2'd0) begin
                    output_sends[i] <= output_sends[i] - 2'd1;
                end
            end
        end
    end
`endif

    always @(posedge clk) begin : update_ask_low
        integer i;
        if (rst) begin
            ask_low <= 16'd0;
            input_granted <= 8'd0;
            output_granted <= 8'd0;
            open_to <= 64'd0;
        end else begin
            for (i = 0; i < 8; i = i + 1) begin
                ask_low[i*2 +: 2] <= queue_value[i*4 +: 2];
            end
            for (i = 0; i < 8; i = i + 1) begin
                input_granted[i] <= |chosen[i*8 +: 8];
            end
            output_granted <= chooses;
            for (i = 0; i < 8; i = i + 1) begin
                open_to[i*8 +: 8] <= output_open & {8{input_idle[i]}};
            end
        end
    end

    always @(posedge clk) begin : update_ask_high
        integer i;
        integer o;
        for (i = 0; i < 8; i = i + 1) begin
            ask_high[i*2 +: 2] <= queue_value[i*4 + 2 +: 2];
        end
        winner <= choice;
        ask_queue <= queue_choice;
        granted_queue <= ask_queue;
        for (o = 0; o < 8; o = o + 1) begin
            winner_number[o*3 +: 3] <= {|(input_choice[o*8 +: 8] & 8'hf0),
                                        |(input_choice[o*8 +: 8] & 8'hcc),
                                        |(input_choice[o*8 +: 8] & 8'haa)};
        end
        for (i = 0; i < 8; i = i + 1) begin
            granted_queue_number[i*4 +: 4] <= {|(ask_queue[i*12 +: 12] & 12'hf00),
                                               |(ask_queue[i*12 +: 12] & 12'hf0),
                                               |(ask_queue[i*12 +: 12] & 12'hccc),
                                               |(ask_queue[i*12 +: 12] & 12'haaa)};
        end
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

    always @(posedge clk) begin : update_queues_above
        integer i;
        if (rst) begin
            queues_above <= 88'd0;
        end else begin
            for (i = 0; i < 8; i = i + 1) begin
                if (input_granted[i]) begin
                    queues_above[i*11 +: 11] <= {~granted_queue[i*12 + 11],
                                                 ~(|granted_queue[i*12 + 10 +: 2]),
                                                 ~(|granted_queue[i*12 + 9 +: 3]),
                                                 ~(|granted_queue[i*12 + 8 +: 4]),
                                                 ~(|granted_queue[i*12 + 7 +: 5]),
                                                 |granted_queue[i*12 +: 6],
                                                 |granted_queue[i*12 +: 5],
                                                 |granted_queue[i*12 +: 4],
                                                 |granted_queue[i*12 +: 3],
                                                 |granted_queue[i*12 +: 2], granted_queue[i*12]};
                end
            end
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_granted_port
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            granted_port[i*3 +: 3] <= {ask_high[i*2 +: 2], ask_low[i*2 + 1]};
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
            // a queue wants the same output until it is granted
            if (!(&port_is_wanted)) begin
                $display("RTLGEN_ASSERT %m port_holds fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_cioq_recn_scheduler
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            inputs_one_packet_at_a_time: assert ((input_granted & inputs_that_send) == 8'd0);
            outputs_one_packet_at_a_time: assert ((output_granted & outputs_that_send) == 8'd0);
            as_many_inputs_as_outputs: assert (count_ones_8(input_granted)
                                            == count_ones_8(output_granted));
            asked_in_vain: cover (|(inputs_that_ask & ~input_granted));
            // a queue wants the same output until it is granted
            port_holds: `RTLGEN_CONTRACT (&port_is_wanted);
        end
    end
`undef RTLGEN_CONTRACT
`endif

`ifdef RTLGEN_CHECKS
    // Read by covers only.
    wire unused_inputs_that_ask = &{1'b0, inputs_that_ask};
`endif

endmodule

`default_nettype wire
