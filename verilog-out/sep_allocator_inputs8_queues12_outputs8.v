// SPDX-License-Identifier: Apache-2.0
// sep_allocator_inputs8_queues12_outputs8: two-phase separable allocator, input first, round robin in both phases
//
// inputs = 8, queues = 12, outputs = 8
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module sep_allocator_inputs8_queues12_outputs8 (
    input  wire         clk,           // rising edge
    input  wire         rst,           // synchronous, active high
    input  wire [95:0]  eligible,      // bit i*queues+q: queue q of input i may send
    input  wire [287:0] wanted,        // its output; below outputs where eligible
    input  wire [7:0]   input_free,    // may take part
    input  wire [7:0]   output_free,   // may take part
    output reg  [7:0]   grant_valid,   // the input sends
    output reg  [31:0]  grant_queue,   // from this queue; 0 without a grant
    output reg  [23:0]  grant_output,  // to this output; 0 without a grant
    output reg  [7:0]   output_valid,  // the output receives
    output reg  [23:0]  output_source  // from this input; 0 without a grant
);

    reg [31:0] queue_pointer;
    reg [23:0] source_pointer;

    reg  [95:0] ready;
    reg  [95:0] queue_choice_ahead;
    reg  [95:0] queue_choice;
    reg  [31:0] picked_queue;
    reg  [23:0] picked_output;
    reg  [7:0]  asking;
    reg  [63:0] asks;
    wire [63:0] asked;
    reg  [63:0] source_choice_ahead;
    reg  [63:0] source_choice;
    reg  [63:0] winners;
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
        begin
            lowest_one_8 = bits & (~bits + 8'd1);
        end
    endfunction

    // The index of the lowest 1, 0 if there is none.
    function [3:0] lowest_set_12(input [11:0] bits);
        integer n;
        begin
            lowest_set_12 = 4'd0;
            for (n = 11; n >= 0; n = n - 1)
                if (bits[n]) lowest_set_12 = n[3:0];
        end
    endfunction

    // The index of the lowest 1, 0 if there is none.
    function [2:0] lowest_set_8(input [7:0] bits);
        integer n;
        begin
            lowest_set_8 = 3'd0;
            for (n = 7; n >= 0; n = n - 1)
                if (bits[n]) lowest_set_8 = n[2:0];
        end
    endfunction

    // 8 rows of 8 bits become 8 rows of 8 bits.
    function [63:0] transpose_8x8(input [63:0] bits);
        integer row;
        integer column;
        begin
            for (row = 0; row < 8; row = row + 1)
                for (column = 0; column < 8; column = column + 1)
                    transpose_8x8[column*8 + row] = bits[row*8 + column];
        end
    endfunction

    assign asked   = transpose_8x8(asks);
    assign granted = transpose_8x8(winners);

    always @* begin : update_ready
        integer k;
        for (k = 0; k < 96; k = k + 1) begin
            ready[k] = eligible[k] && output_free[wanted[k*3 +: 3]];
        end
    end

    always @* begin : update_queue_choice_ahead
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            queue_choice_ahead[i*12 +: 12] = ready[i*12 +: 12]
                                           & (12'd4095 << queue_pointer[i*4 +: 4]);
        end
    end

    always @* begin : update_queue_choice
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            queue_choice[i*12 +: 12] = (|queue_choice_ahead[i*12 +: 12])
                                     ? queue_choice_ahead[i*12 +: 12]
                                     : ready[i*12 +: 12];
        end
    end

    always @* begin : update_picked_queue
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            picked_queue[i*4 +: 4] = lowest_set_12(queue_choice[i*12 +: 12]);
        end
    end

    always @* begin : update_picked_output
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            picked_output[i*3 +: 3] = wanted[{2'd0,
                                              ({4'd0, i[2:0]} * 7'd12)
                                            + {3'd0, picked_queue[i*4 +: 4]}}
                                           * 9'd3 +: 3];
        end
    end

    always @* begin : update_asking
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            asking[i] = input_free[i] && (|queue_choice[i*12 +: 12]);
        end
    end

    always @* begin : update_asks
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            asks[i*8 +: 8] = asking[i] ? 8'd1 << picked_output[i*3 +: 3] : 8'd0;
        end
    end

    always @* begin : update_source_choice_ahead
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            source_choice_ahead[i*8 +: 8] = asked[i*8 +: 8] & (8'd255 << source_pointer[i*3 +: 3]);
        end
    end

    always @* begin : update_source_choice
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            source_choice[i*8 +: 8] = (|source_choice_ahead[i*8 +: 8])
                                    ? source_choice_ahead[i*8 +: 8]
                                    : asked[i*8 +: 8];
        end
    end

    always @* begin : update_output_source
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            output_source[i*3 +: 3] = lowest_set_8(source_choice[i*8 +: 8]);
        end
    end

    always @* begin : update_output_valid
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            output_valid[o] = |asked[o*8 +: 8];
        end
    end

    always @* begin : update_winners
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            winners[o*8 +: 8] = lowest_one_8(source_choice[o*8 +: 8]);
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
            grant_queue[i*4 +: 4] = grant_valid[i] ? picked_queue[i*4 +: 4] : 4'd0;
        end
    end

    always @* begin : update_grant_output
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            grant_output[i*3 +: 3] = grant_valid[i] ? picked_output[i*3 +: 3] : 3'd0;
        end
    end

    always @(posedge clk) begin : update_queue_pointer
        integer i;
        if (rst) begin
            queue_pointer <= 32'd0;
        end else begin
            for (i = 0; i < 8; i = i + 1) begin
                if (grant_valid[i]) begin
                    queue_pointer[i*4 +: 4] <= (picked_queue[i*4 +: 4] == 4'd11) ? 4'd0
                                             : picked_queue[i*4 +: 4] + 4'd1;
                end
            end
        end
    end

    always @(posedge clk) begin : update_source_pointer
        integer o;
        if (rst) begin
            source_pointer <= 24'd0;
        end else begin
            for (o = 0; o < 8; o = o + 1) begin
                if (output_valid[o]) begin
                    source_pointer[o*3 +: 3] <= output_source[o*3 +: 3] + 3'd1;
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
`ifdef RTLGEN_FORMAL_sep_allocator_inputs8_queues12_outputs8
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
