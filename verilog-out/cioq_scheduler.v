// SPDX-License-Identifier: Apache-2.0
// cioq_scheduler: crossbar scheduler: round robin over the inputs, for each output and lane
//
// ports = 8, data = 64
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module cioq_scheduler (
    input  wire         clk,    // rising edge
    input  wire         rst,    // synchronous, active high
    input  wire [63:0]  first,  // a lane of ports bits per input: output of its first segment,
                                // one-hot
    input  wire [15:0]  free,   // per input: the lane can start a segment
    input  wire [15:0]  ends,   // per input: the lane's segment has one more beat
    input  wire [15:0]  room,   // per output: the lane has room for a segment
    output wire [15:0]  start,  // per input: a segment starts in the lane. Beat mode: decided in
                                // the cycle before; cell mode: in this one, combinational
    output wire [15:0]  take,   // per output: a segment starts in the lane. Beat mode: decided in
                                // the cycle before; cell mode: in this one, combinational
    output wire [127:0] select  // per lane and output: the input that it is connected to, one-hot;
                                // 0: none. Registers
);

    reg        turn;              // the lane that is decided
    reg [63:0] decided_q;         // the input that won, one-hot, by output
    reg [7:0]  lane0_busy;        // the output is connected in this lane, by output
    reg [55:0] lane0_above_last;  // inputs above the last winner, by output
    reg [7:0]  lane1_busy;        // the output is connected in this lane, by output
    reg [55:0] lane1_above_last;  // inputs above the last winner, by output
    reg [63:0] lane0_select;      // the input that is connected, one-hot, by output
    reg [63:0] lane1_select;      // the input that is connected, one-hot, by output

    wire [63:0] decided_by_input;
    reg  [7:0]  decided_winners;
    wire [15:0] free_by_lane;
    wire [15:0] ends_by_lane;
    wire [15:0] room_by_lane;
    wire [15:0] open_by_lane;
    wire [7:0]  turn_free;
    wire [7:0]  free_inputs;
    reg  [63:0] offered;
    wire [7:0]  turn_of_outputs;
    wire [7:0]  turn_open;
    wire [63:0] turn_by_output;
    reg  [63:0] turn_requests;
    wire [55:0] turn_above_last;
    reg  [63:0] turn_ahead;
    reg  [63:0] turn_choice;
    reg  [7:0]  decided_taken;
    wire        lane0_starts;
    wire [7:0]  lane0_takes;
    wire        lane1_starts;
    wire [7:0]  lane1_takes;

`ifdef RTLGEN_CHECKS
    reg [15:0] several_inputs;
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
    function [7:0] lowest_one_8(input [7:0] bits);
        reg [7:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            up_to = up_to | (up_to << 4);
            lowest_one_8 = bits & ~(up_to << 1);
        end
    endfunction

    // 2 rows of 8 bits become 8 rows of 2 bits.
    function [15:0] transpose_2x8(input [15:0] bits);
        integer row;
        integer column;
        begin
            transpose_2x8 = 16'd0;
            for (row = 0; row < 2; row = row + 1)
                for (column = 0; column < 8; column = column + 1)
                    transpose_2x8[column*2 + row] = bits[row*8 + column];
        end
    endfunction

    // 8 rows of 2 bits become 2 rows of 8 bits.
    function [15:0] transpose_8x2(input [15:0] bits);
        integer row;
        integer column;
        begin
            transpose_8x2 = 16'd0;
            for (row = 0; row < 8; row = row + 1)
                for (column = 0; column < 2; column = column + 1)
                    transpose_8x2[column*8 + row] = bits[row*2 + column];
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

    assign decided_by_input = transpose_8x8(decided_q);
    assign free_by_lane     = transpose_8x2(free);
    assign ends_by_lane     = transpose_8x2(ends);
    assign room_by_lane     = transpose_8x2(room);
    assign open_by_lane     = room_by_lane & ~{lane1_busy, lane0_busy};
    assign turn_free        = turn ? free_by_lane[15:8] : free_by_lane[7:0];
    assign free_inputs      = turn_free & ~decided_winners;
    assign turn_of_outputs  = turn ? open_by_lane[15:8] : open_by_lane[7:0];
    assign turn_open        = turn_of_outputs;
    assign turn_by_output   = transpose_8x8(offered);
    assign turn_above_last  = turn ? lane1_above_last : lane0_above_last;
    assign lane0_starts     = turn != 1'b0;
    assign lane0_takes      = lane0_starts ? decided_taken : 8'd0;
    assign lane1_starts     = turn != 1'b1;
    assign lane1_takes      = lane1_starts ? decided_taken : 8'd0;
    assign start = transpose_2x8({lane1_starts ? decided_winners : 8'd0,
                                  lane0_starts ? decided_winners : 8'd0});
    assign take   = transpose_2x8({lane1_takes, lane0_takes});
    assign select = {lane1_select, lane0_select};

    always @* begin : update_decided_winners
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            decided_winners[i] = |decided_by_input[i*8 +: 8];
        end
    end

    always @* begin : update_offered
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            offered[i*8 +: 8] = free_inputs[i] ? first[i*8 +: 8] : 8'd0;
        end
    end

    always @* begin : update_turn_requests
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            turn_requests[o*8 +: 8] = turn_open[o] ? turn_by_output[o*8 +: 8] : 8'd0;
        end
    end

    always @* begin : update_turn_ahead
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            turn_ahead[i*8 +: 8] = turn_requests[i*8 +: 8] & {turn_above_last[i*7 +: 7], 1'b0};
        end
    end

    always @* begin : update_turn_choice
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            turn_choice[i*8 +: 8] = lowest_one_8(turn_ahead[i*8 +: 8])
                                  | ((|turn_ahead[i*8 +: 8]) ? 8'd0
                                   : lowest_one_8(turn_requests[i*8 +: 8]));
        end
    end

    always @* begin : update_decided_taken
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            decided_taken[o] = |decided_q[o*8 +: 8];
        end
    end

`ifdef RTLGEN_CHECKS
    always @* begin : update_several_inputs
        integer o;
        for (o = 0; o < 16; o = o + 1) begin
            several_inputs[o] = count_ones_8(select[o*8 +: 8]) > 4'd1;
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            turn <= 1'b0;
            decided_q <= 64'd0;
        end else begin
            turn <= !turn;
            decided_q <= turn_choice;
        end
    end

    always @(posedge clk) begin : update_lane0_busy
        integer o;
        if (rst) begin
            lane0_busy <= 8'd0;
            lane0_above_last <= 56'd0;
            lane0_select <= 64'd0;
        end else begin
            for (o = 0; o < 8; o = o + 1) begin
                lane0_busy[o] <= lane0_takes[o]
                              || (lane0_busy[o]
                               && !(|(lane0_select[o*8 +: 8] & ends_by_lane[7:0])));
                if (lane0_takes[o]) begin
                    lane0_select[o*8 +: 8] <= decided_q[o*8 +: 8];
                    lane0_above_last[o*7 +: 7] <= {~decided_q[o*8 + 7], ~(|decided_q[o*8 + 6 +: 2]),
                                                   ~(|decided_q[o*8 + 5 +: 3]),
                                                   |decided_q[o*8 +: 4], |decided_q[o*8 +: 3],
                                                   |decided_q[o*8 +: 2], decided_q[o*8]};
                end else if (!lane0_busy[o]) begin
                    lane0_select[o*8 +: 8] <= 8'd0;
                end
            end
        end
    end

    always @(posedge clk) begin : update_lane1_busy
        integer o;
        if (rst) begin
            lane1_busy <= 8'd0;
            lane1_above_last <= 56'd0;
            lane1_select <= 64'd0;
        end else begin
            for (o = 0; o < 8; o = o + 1) begin
                lane1_busy[o] <= lane1_takes[o]
                              || (lane1_busy[o]
                               && !(|(lane1_select[o*8 +: 8] & ends_by_lane[15:8])));
                if (lane1_takes[o]) begin
                    lane1_select[o*8 +: 8] <= decided_q[o*8 +: 8];
                    lane1_above_last[o*7 +: 7] <= {~decided_q[o*8 + 7], ~(|decided_q[o*8 + 6 +: 2]),
                                                   ~(|decided_q[o*8 + 5 +: 3]),
                                                   |decided_q[o*8 +: 4], |decided_q[o*8 +: 3],
                                                   |decided_q[o*8 +: 2], decided_q[o*8]};
                end else if (!lane1_busy[o]) begin
                    lane1_select[o*8 +: 8] <= 8'd0;
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
            // a lane of an output is connected to one input at most
            if (several_inputs != 16'd0) begin
                $display("RTLGEN_ASSERT %m one_input_per_output fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_cioq_scheduler
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a lane of an output is connected to one input at most
            one_input_per_output: assert (several_inputs == 16'd0);
        end
    end
`endif

endmodule

`default_nettype wire
