// SPDX-License-Identifier: Apache-2.0
// voqsw_scheduler: two-phase round-robin scheduler for a queue per output  ports = 8
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module voqsw_scheduler (
    input  wire        clk,               // rising edge
    input  wire        rst,               // synchronous, active high
    input  wire [63:0] waiting,           // the queue is not empty, lane i*ports+o: queue o of
                                          // input i
    input  wire [7:0]  credit_available,  // the output port has a credit
    output wire [7:0]  grant_valid,       // the input port sends, a register
    output wire [23:0] grant_queue,       // from this queue, a register; unknown without
                                          // grant_valid
    output wire [7:0]  start,             // the output port gets a packet, a register
    output wire [23:0] source             // from this input port, a register; unknown without start
);

    (* mem2reg *)
    reg [2:0]  output_busy [0:7];     // cycles until each output may be asked for again
    (* mem2reg *)
    reg [2:0]  input_busy [0:7];      // cycles until each input may ask again
    reg [15:0] ask_low;               // lowest bit of the output each input asks for, one-hot
    reg [15:0] ask_high;              // upper bits of the output that each input asks for
    reg [7:0]  input_granted;         // the input port sends, a register
    reg [7:0]  output_granted;        // the output port gets a packet, a register
    reg [63:0] winner;                // input that each output has chosen, one-hot
    reg [55:0] inputs_above;          // inputs above the last that sent, of each output
    reg [63:0] ask_queue;             // queue that each input asks for, one-hot
    reg [63:0] granted_queue;         // ask_queue, one cycle later
    reg [55:0] queues_above;          // queues above the last that sent, of each input
    reg [23:0] winner_number;         // from this input port, a register; unknown without start
    reg [63:0] open_to;               // outputs that each input may ask for
    reg [23:0] granted_queue_number;  // from this queue, a register; unknown without grant_valid

    wire [191:0] wanted;
    reg  [7:0]   chooses;
    reg  [63:0]  still_asking;
    wire [63:0]  asked;
    reg  [63:0]  input_ahead;
    reg  [63:0]  input_choice;
    reg  [63:0]  choice;
    wire [63:0]  chosen;
    reg  [7:0]   output_left;
    wire [7:0]   output_open;
    reg  [7:0]   input_idle;
    reg  [63:0]  asked_before;
    reg  [63:0]  wants_open;
    wire [63:0]  ready;
    reg  [255:0] queue_codes;
    reg  [63:0]  queue_ahead;
    reg  [63:0]  queue_choice;
    reg  [31:0]  queue_value;

`ifdef RTLGEN_CHECKS
    (* mem2reg *)
    reg [2:0]  input_sends [0:7];   // cycles left of the packet that each input sends
    (* mem2reg *)
    reg [2:0]  output_sends [0:7];  // cycles left of the packet that each output sends
    reg [23:0] granted_port;        // output of the grant of each input
    reg [7:0]  inputs_that_send;
    reg [7:0]  outputs_that_send;
    reg [7:0]  inputs_that_ask;
    reg [7:0]  port_is_wanted;
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

    // All of output_busy side by side, because an always @* block cannot watch an array.
    wire [23:0] output_busy_flat = {output_busy[7], output_busy[6], output_busy[5], output_busy[4],
                                    output_busy[3], output_busy[2], output_busy[1], output_busy[0]};

    // All of input_busy side by side, because an always @* block cannot watch an array.
    wire [23:0] input_busy_flat = {input_busy[7], input_busy[6], input_busy[5], input_busy[4],
                                   input_busy[3], input_busy[2], input_busy[1], input_busy[0]};

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

`ifdef RTLGEN_CHECKS
    // The lane of 3 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [2:0] one_hot_mux_8x3(input [7:0] select, input [23:0] lanes);
        integer n;
        begin
            one_hot_mux_8x3 = 3'd0;
            for (n = 0; n < 8; n = n + 1)
                one_hot_mux_8x3 = one_hot_mux_8x3 | ({3{select[n]}} & lanes[n*3 +: 3]);
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

    assign wanted      = {8{{3'd7, 3'd6, 3'd5, 3'd4, 3'd3, 3'd2, 3'd1, 3'd0}}};
    assign asked       = transpose_8x8(still_asking);
    assign chosen      = transpose_8x8(choice);
    assign output_open = credit_available & ~chooses & ~output_granted & output_left;
    assign ready       = waiting & ~asked_before & wants_open;
    assign grant_valid = input_granted;
    assign grant_queue = granted_queue_number;
    assign start       = output_granted;
    assign source      = winner_number;

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

`ifdef RTLGEN_CHECKS
    always @* begin : update_inputs_that_ask
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            inputs_that_ask[i] = |ask_low[i*2 +: 2];
        end
    end
`endif

    always @* begin : update_output_left
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            output_left[o] = output_busy_flat[o*3 +: 3] == 3'd0;
        end
    end

    always @* begin : update_input_idle
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            input_idle[i] = input_busy_flat[i*3 +: 3] <= 3'd1 && !input_granted[i];
        end
    end

    always @* begin : update_asked_before
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            asked_before[i*8 +: 8] = ask_queue[i*8 +: 8] & {8{|ask_low[i*2 +: 2]}};
        end
    end

    always @* begin : update_wants_open
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            wants_open[i*8 +: 8] = {wanted[i*24 + 23]
                                  ? (wanted[i*24 + 22]
                                   ? (wanted[i*24 + 21] ? open_to[i*8 + 7] : open_to[i*8 + 6])
                                   : wanted[i*24 + 21] ? open_to[i*8 + 5] : open_to[i*8 + 4])
                                  : wanted[i*24 + 22]
                                  ? (wanted[i*24 + 21] ? open_to[i*8 + 3] : open_to[i*8 + 2])
                                  : wanted[i*24 + 21] ? open_to[i*8 + 1] : open_to[i*8],
                                    wanted[i*24 + 20]
                                  ? (wanted[i*24 + 19]
                                   ? (wanted[i*24 + 18] ? open_to[i*8 + 7] : open_to[i*8 + 6])
                                   : wanted[i*24 + 18] ? open_to[i*8 + 5] : open_to[i*8 + 4])
                                  : wanted[i*24 + 19]
                                  ? (wanted[i*24 + 18] ? open_to[i*8 + 3] : open_to[i*8 + 2])
                                  : wanted[i*24 + 18] ? open_to[i*8 + 1] : open_to[i*8],
                                    wanted[i*24 + 17]
                                  ? (wanted[i*24 + 16]
                                   ? (wanted[i*24 + 15] ? open_to[i*8 + 7] : open_to[i*8 + 6])
                                   : wanted[i*24 + 15] ? open_to[i*8 + 5] : open_to[i*8 + 4])
                                  : wanted[i*24 + 16]
                                  ? (wanted[i*24 + 15] ? open_to[i*8 + 3] : open_to[i*8 + 2])
                                  : wanted[i*24 + 15] ? open_to[i*8 + 1] : open_to[i*8],
                                    wanted[i*24 + 14]
                                  ? (wanted[i*24 + 13]
                                   ? (wanted[i*24 + 12] ? open_to[i*8 + 7] : open_to[i*8 + 6])
                                   : wanted[i*24 + 12] ? open_to[i*8 + 5] : open_to[i*8 + 4])
                                  : wanted[i*24 + 13]
                                  ? (wanted[i*24 + 12] ? open_to[i*8 + 3] : open_to[i*8 + 2])
                                  : wanted[i*24 + 12] ? open_to[i*8 + 1] : open_to[i*8],
                                    wanted[i*24 + 11]
                                  ? (wanted[i*24 + 10]
                                   ? (wanted[i*24 + 9] ? open_to[i*8 + 7] : open_to[i*8 + 6])
                                   : wanted[i*24 + 9] ? open_to[i*8 + 5] : open_to[i*8 + 4])
                                  : wanted[i*24 + 10]
                                  ? (wanted[i*24 + 9] ? open_to[i*8 + 3] : open_to[i*8 + 2])
                                  : wanted[i*24 + 9] ? open_to[i*8 + 1] : open_to[i*8],
                                    wanted[i*24 + 8]
                                  ? (wanted[i*24 + 7]
                                   ? (wanted[i*24 + 6] ? open_to[i*8 + 7] : open_to[i*8 + 6])
                                   : wanted[i*24 + 6] ? open_to[i*8 + 5] : open_to[i*8 + 4])
                                  : wanted[i*24 + 7]
                                  ? (wanted[i*24 + 6] ? open_to[i*8 + 3] : open_to[i*8 + 2])
                                  : wanted[i*24 + 6] ? open_to[i*8 + 1] : open_to[i*8],
                                    wanted[i*24 + 5]
                                  ? (wanted[i*24 + 4]
                                   ? (wanted[i*24 + 3] ? open_to[i*8 + 7] : open_to[i*8 + 6])
                                   : wanted[i*24 + 3] ? open_to[i*8 + 5] : open_to[i*8 + 4])
                                  : wanted[i*24 + 4]
                                  ? (wanted[i*24 + 3] ? open_to[i*8 + 3] : open_to[i*8 + 2])
                                  : wanted[i*24 + 3] ? open_to[i*8 + 1] : open_to[i*8],
                                    wanted[i*24 + 2]
                                  ? (wanted[i*24 + 1]
                                   ? (wanted[i*24] ? open_to[i*8 + 7] : open_to[i*8 + 6])
                                   : wanted[i*24] ? open_to[i*8 + 5] : open_to[i*8 + 4])
                                  : wanted[i*24 + 1]
                                  ? (wanted[i*24] ? open_to[i*8 + 3] : open_to[i*8 + 2])
                                  : wanted[i*24] ? open_to[i*8 + 1] : open_to[i*8]}
                                 & ~{8{input_granted[i]}};
        end
    end

    always @* begin : update_queue_codes
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            queue_codes[i*32 +: 32] = {wanted[i*24 + 22 +: 2], wanted[i*24 + 21] & ready[i*8 + 7],
                                       ready[i*8 + 7] & ~wanted[i*24 + 21], wanted[i*24 + 19 +: 2],
                                       wanted[i*24 + 18] & 1'b1, 1'b1 & ~wanted[i*24 + 18],
                                       wanted[i*24 + 16 +: 2], wanted[i*24 + 15] & 1'b1,
                                       1'b1 & ~wanted[i*24 + 15], wanted[i*24 + 13 +: 2],
                                       wanted[i*24 + 12] & 1'b1, 1'b1 & ~wanted[i*24 + 12],
                                       wanted[i*24 + 10 +: 2], wanted[i*24 + 9] & 1'b1,
                                       1'b1 & ~wanted[i*24 + 9], wanted[i*24 + 7 +: 2],
                                       wanted[i*24 + 6] & 1'b1, 1'b1 & ~wanted[i*24 + 6],
                                       wanted[i*24 + 4 +: 2], wanted[i*24 + 3] & 1'b1,
                                       1'b1 & ~wanted[i*24 + 3], wanted[i*24 + 1 +: 2],
                                       wanted[i*24] & 1'b1, 1'b1 & ~wanted[i*24]};
        end
    end

    always @* begin : update_queue_ahead
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            queue_ahead[i*8 +: 8] = ready[i*8 +: 8] & {queues_above[i*7 +: 7], 1'b0};
        end
    end

    always @* begin : update_queue_choice
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            queue_choice[i*8 +: 8] = lowest_one_8(queue_ahead[i*8 +: 8])
                                   | ((|queue_ahead[i*8 +: 8]) ? 8'd0
                                    : lowest_one_8(ready[i*8 +: 8]));
        end
    end

    always @* begin : update_queue_value
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            queue_value[i*4 +: 4] = ((|queue_ahead[i*8 + 1 +: 7]) || !(|ready[i*8 +: 7]))
                                  ? ((|queue_ahead[i*8 + 1 +: 4])
                                   ? ((|queue_ahead[i*8 + 1 +: 2])
                                    ? (queue_ahead[i*8 + 1] ? queue_codes[i*32 + 4 +: 4]
                                     : queue_codes[i*32 + 8 +: 4])
                                    : queue_ahead[i*8 + 3] ? queue_codes[i*32 + 12 +: 4]
                                    : queue_codes[i*32 + 16 +: 4])
                                   : (|queue_ahead[i*8 + 5 +: 2])
                                   ? (queue_ahead[i*8 + 5] ? queue_codes[i*32 + 20 +: 4]
                                    : queue_codes[i*32 + 24 +: 4])
                                   : queue_codes[i*32 + 28 +: 4])
                                  : (|ready[i*8 +: 4])
                                  ? ((|ready[i*8 +: 2])
                                   ? (ready[i*8] ? queue_codes[i*32 +: 4]
                                    : queue_codes[i*32 + 4 +: 4])
                                   : ready[i*8 + 2] ? queue_codes[i*32 + 8 +: 4]
                                   : queue_codes[i*32 + 12 +: 4])
                                  : (|ready[i*8 + 4 +: 2])
                                  ? (ready[i*8 + 4] ? queue_codes[i*32 + 16 +: 4]
                                   : queue_codes[i*32 + 20 +: 4])
                                  : queue_codes[i*32 + 24 +: 4];
        end
    end

`ifdef RTLGEN_CHECKS
    always @* begin : update_port_is_wanted
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            port_is_wanted[i] = !input_granted[i]
                             || one_hot_mux_8x3(granted_queue[i*8 +: 8], wanted[i*24 +: 24])
                             == granted_port[i*3 +: 3];
        end
    end
`endif

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [255:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (8) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[223:0], memory_fill};
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
            granted_queue_number[i*3 +: 3] <= {|(ask_queue[i*8 +: 8] & 8'hf0),
                                               |(ask_queue[i*8 +: 8] & 8'hcc),
                                               |(ask_queue[i*8 +: 8] & 8'haa)};
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
            queues_above <= 56'd0;
        end else begin
            for (i = 0; i < 8; i = i + 1) begin
                if (input_granted[i]) begin
                    queues_above[i*7 +: 7] <= {~granted_queue[i*8 + 7],
                                               ~(|granted_queue[i*8 + 6 +: 2]),
                                               ~(|granted_queue[i*8 + 5 +: 3]),
                                               |granted_queue[i*8 +: 4], |granted_queue[i*8 +: 3],
                                               |granted_queue[i*8 +: 2], granted_queue[i*8]};
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
`ifdef RTLGEN_FORMAL_voqsw_scheduler
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
