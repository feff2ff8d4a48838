// SPDX-License-Identifier: Apache-2.0
// sep_allocator_inputs8_queues8_outputs8: two-phase separable allocator, input first, round robin in both phases
//
// inputs = 8, queues = 8, outputs = 8
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module sep_allocator_inputs8_queues8_outputs8 (
    input  wire         clk,           // rising edge
    input  wire         rst,           // synchronous, active high
    input  wire [63:0]  eligible,      // bit i*queues+q: queue q of input i may send
    input  wire [191:0] wanted,        // its output; below outputs where eligible
    input  wire [7:0]   input_free,    // may take part
    input  wire [7:0]   output_free,   // may take part
    output reg  [7:0]   grant_valid,   // the input sends
    output reg  [23:0]  grant_queue,   // from this queue; 0 without a grant
    output reg  [23:0]  grant_output,  // to this output; 0 without a grant
    output reg  [7:0]   output_valid,  // the output receives
    output reg  [23:0]  output_source  // from this input; 0 without a grant
);

    reg [55:0] queues_above;
    reg [55:0] inputs_above;

    reg  [63:0] ready;
    reg  [63:0] queue_ahead;
    reg  [63:0] queue_choice;
    reg  [23:0] picked_output;
    reg  [7:0]  asking;
    reg  [63:0] asks;
    wire [63:0] asked;
    reg  [63:0] input_ahead;
    reg  [63:0] input_choice;
    wire [63:0] granted;

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

    // The lane of 3 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [2:0] one_hot_mux_8x3(input [7:0] select, input [23:0] lanes);
        integer n;
        begin
            one_hot_mux_8x3 = 3'd0;
            for (n = 0; n < 8; n = n + 1)
                one_hot_mux_8x3 = one_hot_mux_8x3 | ({3{select[n]}} & lanes[n*3 +: 3]);
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

    assign asked   = transpose_8x8(asks);
    assign granted = transpose_8x8(input_choice);

    always @* begin : update_ready
        integer k;
        for (k = 0; k < 64; k = k + 1) begin
            ready[k] = eligible[k] && output_free[wanted[k*3 +: 3]];
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

    always @* begin : update_picked_output
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            picked_output[i*3 +: 3] = one_hot_mux_8x3(queue_choice[i*8 +: 8], wanted[i*24 +: 24]);
        end
    end

    always @* begin : update_asking
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            asking[i] = input_free[i] && (|ready[i*8 +: 8]);
        end
    end

    always @* begin : update_asks
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            asks[i*8 +: 8] = asking[i] ? 8'd1 << picked_output[i*3 +: 3] : 8'd0;
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

    always @* begin : update_output_valid
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            output_valid[o] = |asked[o*8 +: 8];
        end
    end

    always @* begin : update_output_source
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            output_source[o*3 +: 3] = {|(input_choice[o*8 +: 8] & 8'hf0),
                                       |(input_choice[o*8 +: 8] & 8'hcc),
                                       |(input_choice[o*8 +: 8] & 8'haa)};
        end
    end

    always @* begin : update_grant_valid
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            grant_valid[i] = |granted[i*8 +: 8];
        end
    end

    always @* begin : update_grant_queue
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            grant_queue[i*3 +: 3] = grant_valid[i]
                                  ? {|(queue_choice[i*8 +: 8] & 8'hf0),
                                     |(queue_choice[i*8 +: 8] & 8'hcc),
                                     |(queue_choice[i*8 +: 8] & 8'haa)}
                                  : 3'd0;
        end
    end

    always @* begin : update_grant_output
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            grant_output[i*3 +: 3] = grant_valid[i] ? picked_output[i*3 +: 3] : 3'd0;
        end
    end

    always @(posedge clk) begin : update_queues_above
        integer i;
        if (rst) begin
            queues_above <= 56'd0;
        end else begin
            for (i = 0; i < 8; i = i + 1) begin
                if (grant_valid[i]) begin
                    queues_above[i*7 +: 7] <= {~queue_choice[i*8 + 7],
                                               ~(|queue_choice[i*8 + 6 +: 2]),
                                               ~(|queue_choice[i*8 + 5 +: 3]),
                                               |queue_choice[i*8 +: 4], |queue_choice[i*8 +: 3],
                                               |queue_choice[i*8 +: 2], queue_choice[i*8]};
                end
            end
        end
    end

    always @(posedge clk) begin : update_inputs_above
        integer o;
        if (rst) begin
            inputs_above <= 56'd0;
        end else begin
            for (o = 0; o < 8; o = o + 1) begin
                if (output_valid[o]) begin
                    inputs_above[o*7 +: 7] <= {~input_choice[o*8 + 7],
                                               ~(|input_choice[o*8 + 6 +: 2]),
                                               ~(|input_choice[o*8 + 5 +: 3]),
                                               |input_choice[o*8 +: 4], |input_choice[o*8 +: 3],
                                               |input_choice[o*8 +: 2], input_choice[o*8]};
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
            if ((grant_valid & ~input_free) != 8'd0) begin
                $display("RTLGEN_ASSERT %m free_inputs_only fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ((output_valid & ~output_free) != 8'd0) begin
                $display("RTLGEN_ASSERT %m free_outputs_only fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // as many inputs send as outputs receive
            if (count_ones_8(grant_valid) != count_ones_8(output_valid)) begin
                $display("RTLGEN_ASSERT %m grants_pair_up fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_sep_allocator_inputs8_queues8_outputs8
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            free_inputs_only: assert ((grant_valid & ~input_free) == 8'd0);
            free_outputs_only: assert ((output_valid & ~output_free) == 8'd0);
            // as many inputs send as outputs receive
            grants_pair_up: assert (count_ones_8(grant_valid) == count_ones_8(output_valid));
            picked_but_lost: cover (|(asking & ~grant_valid));
        end
    end
`endif

endmodule

`default_nettype wire
