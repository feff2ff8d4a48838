// SPDX-License-Identifier: Apache-2.0
// recn_scheduler_ports4: two-phase round-robin scheduler  ports = 4, saqs = 4
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module recn_scheduler_ports4 (
    input  wire        clk,               // rising edge
    input  wire        rst,               // synchronous, active high

    // queues of all input ports, lane i*(1+saqs)+q: queue q of input i
    input  wire [19:0] queue_empty,       // the queue is empty
    input  wire [19:0] queue_ready,       // its head may be sent
    input  wire [39:0] queue_port,        // output port of its head

    input  wire [15:0] saq_xoff,          // the set-aside queue may not send
    input  wire [3:0]  credit_available,  // the output port has a credit
    output wire [3:0]  grant_valid,       // the input port sends; a register
    output wire [19:0] grant_queue,       // lane i*(1+saqs)+q: from queue q of input i, one-hot,
                                          // registers; unknown without grant_valid
    output wire [7:0]  grant_port,        // to this output port, a register; unknown without
                                          // grant_valid
    output wire [3:0]  start,             // the output port gets a packet, a register
    output wire [7:0]  source             // from this input port, a register; unknown without start
);

    (* mem2reg *)
    reg [2:0]  output_busy [0:3];  // cycles until each output may be asked for again
    (* mem2reg *)
    reg [2:0]  input_busy [0:3];   // cycles until each input may ask again
    reg [7:0]  ask_low;            // lowest bit of the output each input asks for, one-hot
    reg [3:0]  ask_high;           // upper bits of the output that each input asks for
    reg [3:0]  input_granted;      // the input port sends; a register
    reg [3:0]  output_granted;     // the output port gets a packet, a register
    reg [15:0] winner;             // input that each output has chosen, one-hot
    reg [11:0] inputs_above;       // inputs above the last that sent, of each output
    reg [19:0] ask_queue;          // queue that each input asks for, one-hot
    reg [19:0] granted_queue;      // ask_queue, one cycle later
    reg [15:0] queues_above;       // queues above the last that sent, of each input
    reg [7:0]  winner_number;      // from this input port, a register; unknown without start
    reg [7:0]  granted_port;       // output of the grant of each input
    reg [15:0] open_to;            // outputs that each input may ask for

    reg  [19:0] stopped;
    wire [19:0] eligible;
    reg  [3:0]  chooses;
    reg  [15:0] still_asking;
    wire [15:0] asked;
    reg  [15:0] input_ahead;
    reg  [15:0] input_choice;
    reg  [15:0] choice;
    wire [15:0] chosen;
    reg  [3:0]  output_left;
    wire [3:0]  output_open;
    reg  [3:0]  input_idle;
    reg  [19:0] asked_before;
    reg  [19:0] wants_open;
    wire [19:0] ready;
    reg  [59:0] queue_codes;
    reg  [19:0] queue_ahead;
    reg  [19:0] queue_choice;
    reg  [11:0] queue_value;

`ifdef RTLGEN_CHECKS
    (* mem2reg *)
    reg [2:0] input_sends [0:3];   // cycles left of the packet that each input sends
    (* mem2reg *)
    reg [2:0] output_sends [0:3];  // cycles left of the packet that each output sends
    reg [3:0] inputs_that_send;
    reg [3:0] outputs_that_send;
    reg [3:0] inputs_that_ask;
    reg [3:0] port_is_wanted;
`endif

`ifdef RTLGEN_CHECKS
    // All of input_sends side by side, because an always @* block cannot watch an array.
    wire [11:0] input_sends_flat = {input_sends[3], input_sends[2], input_sends[1], input_sends[0]};
`endif

`ifdef RTLGEN_CHECKS
    // All of output_sends side by side, because an always @* block cannot watch an array.
    wire [11:0] output_sends_flat = {output_sends[3], output_sends[2], output_sends[1],
                                     output_sends[0]};
`endif

    // All of output_busy side by side, because an always @* block cannot watch an array.
    wire [11:0] output_busy_flat = {output_busy[3], output_busy[2], output_busy[1], output_busy[0]};

    // All of input_busy side by side, because an always @* block cannot watch an array.
    wire [11:0] input_busy_flat = {input_busy[3], input_busy[2], input_busy[1], input_busy[0]};

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

    // The lowest 1 alone.
    function [3:0] lowest_one_4(input [3:0] bits);
        reg [3:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            lowest_one_4 = bits & ~(up_to << 1);
        end
    endfunction

    // The lowest 1 alone.
    function [4:0] lowest_one_5(input [4:0] bits);
        reg [4:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            up_to = up_to | (up_to << 4);
            lowest_one_5 = bits & ~(up_to << 1);
        end
    endfunction

`ifdef RTLGEN_CHECKS
    // The lane of 2 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [1:0] one_hot_mux_5x2(input [4:0] select, input [9:0] lanes);
        integer n;
        begin
            one_hot_mux_5x2 = 2'd0;
            for (n = 0; n < 5; n = n + 1)
                one_hot_mux_5x2 = one_hot_mux_5x2 | ({2{select[n]}} & lanes[n*2 +: 2]);
        end
    endfunction
`endif

    // 4 rows of 4 bits become 4 rows of 4 bits.
    function [15:0] transpose_4x4(input [15:0] bits);
        integer row;
        integer column;
        begin
            transpose_4x4 = 16'd0;
            for (row = 0; row < 4; row = row + 1)
                for (column = 0; column < 4; column = column + 1)
                    transpose_4x4[column*4 + row] = bits[row*4 + column];
        end
    endfunction

    assign eligible    = ~queue_empty & queue_ready & ~stopped;
    assign asked       = transpose_4x4(still_asking);
    assign chosen      = transpose_4x4(choice);
    assign output_open = credit_available & ~chooses & ~output_granted & output_left;
    assign ready       = eligible & ~asked_before & wants_open;
    assign grant_valid = input_granted;
    assign grant_queue = granted_queue;
    assign grant_port  = granted_port;
    assign start       = output_granted;
    assign source      = winner_number;

    always @* begin : update_stopped
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            stopped[i*5 +: 5] = {saq_xoff[i*4 +: 4], 1'b0};
        end
    end

    always @* begin : update_still_asking
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            still_asking[i*4 +: 4] = {(ask_high[i] == 1'b1) & ask_low[i*2 + 1],
                                      (ask_high[i] == 1'b1) & ask_low[i*2],
                                      (ask_high[i] == 1'b0) & ask_low[i*2 + 1],
                                      (ask_high[i] == 1'b0) & ask_low[i*2]}
                                   & ~{4{input_granted[i]}};
        end
    end

    always @* begin : update_input_ahead
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            input_ahead[i*4 +: 4] = asked[i*4 +: 4] & {inputs_above[i*3 +: 3], 1'b0};
        end
    end

    always @* begin : update_input_choice
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            input_choice[i*4 +: 4] = lowest_one_4(input_ahead[i*4 +: 4])
                                   | ((|input_ahead[i*4 +: 4]) ? 4'd0
                                    : lowest_one_4(asked[i*4 +: 4]));
        end
    end

    always @* begin : update_chooses
        integer o;
        for (o = 0; o < 4; o = o + 1) begin
            chooses[o] = (|asked[o*4 +: 4]) && !output_granted[o];
        end
    end

    always @* begin : update_choice
        integer o;
        for (o = 0; o < 4; o = o + 1) begin
            choice[o*4 +: 4] = input_choice[o*4 +: 4] & {4{~output_granted[o]}};
        end
    end

`ifdef RTLGEN_CHECKS
    always @* begin : update_inputs_that_send
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            inputs_that_send[i] = input_sends_flat[i*3 +: 3] != 3'd0;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @* begin : update_outputs_that_send
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            outputs_that_send[i] = output_sends_flat[i*3 +: 3] != 3'd0;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @* begin : update_inputs_that_ask
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            inputs_that_ask[i] = |ask_low[i*2 +: 2];
        end
    end
`endif

    always @* begin : update_output_left
        integer o;
        for (o = 0; o < 4; o = o + 1) begin
            output_left[o] = output_busy_flat[o*3 +: 3] == 3'd0;
        end
    end

    always @* begin : update_input_idle
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            input_idle[i] = input_busy_flat[i*3 +: 3] <= 3'd1 && !input_granted[i];
        end
    end

    always @* begin : update_asked_before
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            asked_before[i*5 +: 5] = ask_queue[i*5 +: 5] & {5{|ask_low[i*2 +: 2]}};
        end
    end

    always @* begin : update_wants_open
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            wants_open[i*5 +: 5] = {queue_port[i*10 + 9]
                                  ? (queue_port[i*10 + 8] ? open_to[i*4 + 3] : open_to[i*4 + 2])
                                  : queue_port[i*10 + 8] ? open_to[i*4 + 1] : open_to[i*4],
                                    queue_port[i*10 + 7]
                                  ? (queue_port[i*10 + 6] ? open_to[i*4 + 3] : open_to[i*4 + 2])
                                  : queue_port[i*10 + 6] ? open_to[i*4 + 1] : open_to[i*4],
                                    queue_port[i*10 + 5]
                                  ? (queue_port[i*10 + 4] ? open_to[i*4 + 3] : open_to[i*4 + 2])
                                  : queue_port[i*10 + 4] ? open_to[i*4 + 1] : open_to[i*4],
                                    queue_port[i*10 + 3]
                                  ? (queue_port[i*10 + 2] ? open_to[i*4 + 3] : open_to[i*4 + 2])
                                  : queue_port[i*10 + 2] ? open_to[i*4 + 1] : open_to[i*4],
                                    queue_port[i*10 + 1]
                                  ? (queue_port[i*10] ? open_to[i*4 + 3] : open_to[i*4 + 2])
                                  : queue_port[i*10] ? open_to[i*4 + 1] : open_to[i*4]}
                                 & ~{5{input_granted[i]}};
        end
    end

    always @* begin : update_queue_codes
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            queue_codes[i*15 +: 15] = {queue_port[i*10 + 9], queue_port[i*10 + 8] & ready[i*5 + 4],
                                       ready[i*5 + 4] & ~queue_port[i*10 + 8], queue_port[i*10 + 7],
                                       queue_port[i*10 + 6] & 1'b1, 1'b1 & ~queue_port[i*10 + 6],
                                       queue_port[i*10 + 5], queue_port[i*10 + 4] & 1'b1,
                                       1'b1 & ~queue_port[i*10 + 4], queue_port[i*10 + 3],
                                       queue_port[i*10 + 2] & 1'b1, 1'b1 & ~queue_port[i*10 + 2],
                                       queue_port[i*10 + 1], queue_port[i*10] & 1'b1,
                                       1'b1 & ~queue_port[i*10]};
        end
    end

    always @* begin : update_queue_ahead
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            queue_ahead[i*5 +: 5] = ready[i*5 +: 5] & {queues_above[i*4 +: 4], 1'b0};
        end
    end

    always @* begin : update_queue_choice
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            queue_choice[i*5 +: 5] = lowest_one_5(queue_ahead[i*5 +: 5])
                                   | ((|queue_ahead[i*5 +: 5]) ? 5'd0
                                    : lowest_one_5(ready[i*5 +: 5]));
        end
    end

    always @* begin : update_queue_value
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            queue_value[i*3 +: 3] = ((|queue_ahead[i*5 + 1 +: 4]) || !(|ready[i*5 +: 4]))
                                  ? ((|queue_ahead[i*5 + 1 +: 2])
                                   ? (queue_ahead[i*5 + 1] ? queue_codes[i*15 + 3 +: 3]
                                    : queue_codes[i*15 + 6 +: 3])
                                   : queue_ahead[i*5 + 3] ? queue_codes[i*15 + 9 +: 3]
                                   : queue_codes[i*15 + 12 +: 3])
                                  : (|ready[i*5 +: 2])
                                  ? (ready[i*5] ? queue_codes[i*15 +: 3]
                                   : queue_codes[i*15 + 3 +: 3])
                                  : ready[i*5 + 2] ? queue_codes[i*15 + 6 +: 3]
                                  : queue_codes[i*15 + 9 +: 3];
        end
    end

`ifdef RTLGEN_CHECKS
    always @* begin : update_port_is_wanted
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            port_is_wanted[i] = !input_granted[i]
                             || one_hot_mux_5x2(granted_queue[i*5 +: 5], queue_port[i*10 +: 10])
                             == granted_port[i*2 +: 2];
        end
    end
`endif

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [75:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (3) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[43:0], memory_fill};
        end
        {ask_high, winner, ask_queue, granted_queue, winner_number, granted_port} = memory_bits;
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_input_sends
        integer n;
        integer i;
        if (rst) begin
            for (n = 0; n < 4; n = n + 1) input_sends[n] <= 3'd0;
            for (n = 0; n < 4; n = n + 1) output_sends[n] <= 3'd0;
        end else begin
            for (i = 0; i < 4; i = i + 1) begin
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
            for (n = 0; n < 4; n = n + 1) output_busy[n] <= 3'd0;
        end else begin
            for (o = 0; o < 4; o = o + 1) begin
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
            for (n = 0; n < 4; n = n + 1) input_busy[n] <= 3'd0;
        end else begin
            for (i = 0; i < 4; i = i + 1) begin
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
            ask_low <= 8'd0;
            input_granted <= 4'd0;
            output_granted <= 4'd0;
            open_to <= 16'd0;
        end else begin
            for (i = 0; i < 4; i = i + 1) begin
                ask_low[i*2 +: 2] <= queue_value[i*3 +: 2];
            end
            for (i = 0; i < 4; i = i + 1) begin
                input_granted[i] <= |chosen[i*4 +: 4];
            end
            output_granted <= chooses;
            for (i = 0; i < 4; i = i + 1) begin
                open_to[i*4 +: 4] <= output_open & {4{input_idle[i]}};
            end
        end
    end

    always @(posedge clk) begin : update_ask_high
        integer i;
        integer o;
        for (i = 0; i < 4; i = i + 1) begin
            ask_high[i] <= queue_value[i*3 + 2];
        end
        winner <= choice;
        ask_queue <= queue_choice;
        granted_queue <= ask_queue;
        for (o = 0; o < 4; o = o + 1) begin
            winner_number[o*2 +: 2] <= {|(input_choice[o*4 +: 4] & 4'hc),
                                        |(input_choice[o*4 +: 4] & 4'ha)};
        end
        for (i = 0; i < 4; i = i + 1) begin
            granted_port[i*2 +: 2] <= {ask_high[i], ask_low[i*2 + 1]};
        end
    end

    always @(posedge clk) begin : update_inputs_above
        integer o;
        if (rst) begin
            inputs_above <= 12'd0;
        end else begin
            for (o = 0; o < 4; o = o + 1) begin
                if (output_granted[o]) begin
                    inputs_above[o*3 +: 3] <= {~winner[o*4 + 3], |winner[o*4 +: 2], winner[o*4]};
                end
            end
        end
    end

    always @(posedge clk) begin : update_queues_above
        integer i;
        if (rst) begin
            queues_above <= 16'd0;
        end else begin
            for (i = 0; i < 4; i = i + 1) begin
                if (input_granted[i]) begin
                    queues_above[i*4 +: 4] <= {~granted_queue[i*5 + 4],
                                               ~(|granted_queue[i*5 + 3 +: 2]),
                                               |granted_queue[i*5 +: 2], granted_queue[i*5]};
                end
            end
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
            if ((input_granted & inputs_that_send) != 4'd0) begin
                $display("RTLGEN_ASSERT %m inputs_one_packet_at_a_time fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ((output_granted & outputs_that_send) != 4'd0) begin
                $display("RTLGEN_ASSERT %m outputs_one_packet_at_a_time fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (count_ones_4(input_granted) != count_ones_4(output_granted)) begin
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
`ifdef RTLGEN_FORMAL_recn_scheduler_ports4
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            inputs_one_packet_at_a_time: assert ((input_granted & inputs_that_send) == 4'd0);
            outputs_one_packet_at_a_time: assert ((output_granted & outputs_that_send) == 4'd0);
            as_many_inputs_as_outputs: assert (count_ones_4(input_granted)
                                            == count_ones_4(output_granted));
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
