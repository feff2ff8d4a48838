// SPDX-License-Identifier: Apache-2.0
// sep_allocator: two-phase separable allocator, input first, round robin in both phases
//
// inputs = 4, queues = 3, outputs = 4
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module sep_allocator (
    input  wire        clk,           // rising edge
    input  wire        rst,           // synchronous, active high
    input  wire [11:0] eligible,      // bit i*queues+q: queue q of input i may send
    input  wire [23:0] wanted,        // its output; below outputs where eligible
    input  wire [3:0]  input_free,    // may take part
    input  wire [3:0]  output_free,   // may take part
    output reg  [3:0]  grant_valid,   // the input sends
    output reg  [7:0]  grant_queue,   // from this queue; 0 without a grant
    output reg  [7:0]  grant_output,  // to this output; 0 without a grant
    output reg  [3:0]  output_valid,  // the output receives
    output reg  [7:0]  output_source  // from this input; 0 without a grant
);

    reg [7:0]  queues_above;  // queues above the one that sent last, by input
    reg [11:0] inputs_above;  // inputs above the one that sent last, by output

    reg  [11:0] ready;
    reg  [11:0] queue_ahead;
    reg  [11:0] queue_choice;
    reg  [7:0]  picked_output;
    reg  [3:0]  asking;
    reg  [15:0] asks;
    wire [15:0] asked;
    reg  [15:0] input_ahead;
    reg  [15:0] input_choice;
    wire [15:0] granted;

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
    function [2:0] lowest_one_3(input [2:0] bits);
        reg [2:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2);
            lowest_one_3 = bits & ~(up_to << 1);
        end
    endfunction

    // The lowest 1 alone.
    function [3:0] lowest_one_4(input [3:0] bits);
        reg [3:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            lowest_one_4 = bits & ~(up_to << 1);
        end
    endfunction

    // The lane of 2 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [1:0] one_hot_mux_3x2(input [2:0] select, input [5:0] lanes);
        integer n;
        begin
            one_hot_mux_3x2 = 2'd0;
            for (n = 0; n < 3; n = n + 1)
                one_hot_mux_3x2 = one_hot_mux_3x2 | ({2{select[n]}} & lanes[n*2 +: 2]);
        end
    endfunction

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

    assign asked   = transpose_4x4(asks);
    assign granted = transpose_4x4(input_choice);

    always @* begin : update_ready
        integer k;
        for (k = 0; k < 12; k = k + 1) begin
            ready[k] = eligible[k] && output_free[wanted[k*2 +: 2]];
        end
    end

    always @* begin : update_queue_ahead
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            queue_ahead[i*3 +: 3] = ready[i*3 +: 3] & {queues_above[i*2 +: 2], 1'b0};
        end
    end

    always @* begin : update_queue_choice
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            queue_choice[i*3 +: 3] = lowest_one_3(queue_ahead[i*3 +: 3])
                                   | ((|queue_ahead[i*3 +: 3]) ? 3'd0
                                    : lowest_one_3(ready[i*3 +: 3]));
        end
    end

    always @* begin : update_picked_output
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            picked_output[i*2 +: 2] = one_hot_mux_3x2(queue_choice[i*3 +: 3], wanted[i*6 +: 6]);
        end
    end

    always @* begin : update_asking
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            asking[i] = input_free[i] && (|ready[i*3 +: 3]);
        end
    end

    always @* begin : update_asks
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            asks[i*4 +: 4] = asking[i] ? 4'd1 << picked_output[i*2 +: 2] : 4'd0;
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

    always @* begin : update_output_valid
        integer o;
        for (o = 0; o < 4; o = o + 1) begin
            output_valid[o] = |asked[o*4 +: 4];
        end
    end

    always @* begin : update_output_source
        integer o;
        for (o = 0; o < 4; o = o + 1) begin
            output_source[o*2 +: 2] = {|(input_choice[o*4 +: 4] & 4'hc),
                                       |(input_choice[o*4 +: 4] & 4'ha)};
        end
    end

    always @* begin : update_grant_valid
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            grant_valid[i] = |granted[i*4 +: 4];
        end
    end

    always @* begin : update_grant_queue
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            grant_queue[i*2 +: 2] = grant_valid[i]
                                  ? {|(queue_choice[i*3 +: 3] & 3'd4),
                                     |(queue_choice[i*3 +: 3] & 3'd2)}
                                  : 2'd0;
        end
    end

    always @* begin : update_grant_output
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            grant_output[i*2 +: 2] = grant_valid[i] ? picked_output[i*2 +: 2] : 2'd0;
        end
    end

    always @(posedge clk) begin : update_queues_above
        integer i;
        if (rst) begin
            queues_above <= 8'd0;
        end else begin
            for (i = 0; i < 4; i = i + 1) begin
                if (grant_valid[i]) begin
                    queues_above[i*2 +: 2] <= {~queue_choice[i*3 + 2], queue_choice[i*3]};
                end
            end
        end
    end

    always @(posedge clk) begin : update_inputs_above
        integer o;
        if (rst) begin
            inputs_above <= 12'd0;
        end else begin
            for (o = 0; o < 4; o = o + 1) begin
                if (output_valid[o]) begin
                    inputs_above[o*3 +: 3] <= {~input_choice[o*4 + 3], |input_choice[o*4 +: 2],
                                               input_choice[o*4]};
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
            if ((grant_valid & ~input_free) != 4'd0) begin
                $display("RTLGEN_ASSERT %m free_inputs_only fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ((output_valid & ~output_free) != 4'd0) begin
                $display("RTLGEN_ASSERT %m free_outputs_only fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // as many inputs send as outputs receive
            if (count_ones_4(grant_valid) != count_ones_4(output_valid)) begin
                $display("RTLGEN_ASSERT %m grants_pair_up fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_sep_allocator
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            free_inputs_only: assert ((grant_valid & ~input_free) == 4'd0);
            free_outputs_only: assert ((output_valid & ~output_free) == 4'd0);
            // as many inputs send as outputs receive
            grants_pair_up: assert (count_ones_4(grant_valid) == count_ones_4(output_valid));
            picked_but_lost: cover (|(asking & ~grant_valid));
        end
    end
`endif

endmodule

`default_nettype wire
