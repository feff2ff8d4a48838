// SPDX-License-Identifier: Apache-2.0
// cioq_scheduler_ports4_data96: crossbar scheduler: round robin over the inputs, for each output and lane
//
// ports = 4, data = 96
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module cioq_scheduler_ports4_data96 (
    input  wire        clk,     // rising edge
    input  wire        rst,     // synchronous, active high
    input  wire [15:0] first,   // a lane of ports bits per input: output of its first segment,
                                // one-hot
    input  wire [15:0] second,  // output of its second segment
    input  wire [7:0]  room,    // per output: the lane has room for a segment
    output wire [7:0]  start,   // per input: a segment starts in the lane. Beat mode: decided in
                                // the cycle before; cell mode: in this one, combinational
    output wire [7:0]  take,    // per output: a segment starts in the lane. Beat mode: decided in
                                // the cycle before; cell mode: in this one, combinational
    output wire [31:0] select   // per lane and output: the input that it is connected to, one-hot;
                                // 0: none. Registers
);

    reg [23:0] lane0_before;  // the lower input goes first, by output and pair
    reg [23:0] lane1_before;  // the lower input goes first, by output and pair
    reg [15:0] lane0_select;  // lane0_grants, one cycle later
    reg [15:0] lane1_select;  // lane1_choice, one cycle later

    wire [7:0]  room_by_lane;
    wire [3:0]  lane0_room;
    wire [3:0]  lane1_room;
    wire [15:0] lane0_wants;
    reg  [3:0]  lane0_wanted_taken;
    wire [3:0]  lane0_takes;
    reg  [15:0] lane0_choice;
    reg  [15:0] lane0_grants;
    wire [15:0] lane0_by_input;
    reg  [3:0]  lane0_winners;
    wire [3:0]  lane1_first_open;
    wire [15:0] lane1_first_by_output;
    reg  [15:0] lane1_first_requests;
    wire [3:0]  lane1_second_open;
    wire [15:0] lane1_second_by_output;
    reg  [15:0] lane1_second_requests;
    reg  [15:0] lane1_requests;
    reg  [3:0]  lane1_taken;
    reg  [15:0] lane1_choice;
    wire [15:0] lane1_by_input;
    reg  [3:0]  lane1_winners;

`ifdef RTLGEN_CHECKS
    reg [7:0] several_inputs;
`endif

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

    // 2 rows of 4 bits become 4 rows of 2 bits.
    function [7:0] transpose_2x4(input [7:0] bits);
        integer row;
        integer column;
        begin
            transpose_2x4 = 8'd0;
            for (row = 0; row < 2; row = row + 1)
                for (column = 0; column < 4; column = column + 1)
                    transpose_2x4[column*2 + row] = bits[row*4 + column];
        end
    endfunction

    // 4 rows of 2 bits become 2 rows of 4 bits.
    function [7:0] transpose_4x2(input [7:0] bits);
        integer row;
        integer column;
        begin
            transpose_4x2 = 8'd0;
            for (row = 0; row < 4; row = row + 1)
                for (column = 0; column < 2; column = column + 1)
                    transpose_4x2[column*4 + row] = bits[row*2 + column];
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

    assign room_by_lane           = transpose_4x2(room);
    assign lane0_room             = room_by_lane[3:0];
    assign lane1_room             = room_by_lane[7:4];
    assign lane0_wants            = transpose_4x4(first);
    assign lane0_takes            = lane0_wanted_taken & lane0_room;
    assign lane0_by_input         = transpose_4x4(lane0_grants);
    assign lane1_first_open       = lane1_room;
    assign lane1_first_by_output  = transpose_4x4(first);
    assign lane1_second_open      = lane1_room;
    assign lane1_second_by_output = transpose_4x4(second);
    assign lane1_by_input         = transpose_4x4(lane1_choice);
    assign start                  = transpose_2x4({lane1_winners, lane0_winners});
    assign take                   = transpose_2x4({lane1_taken, lane0_takes});
    assign select                 = {lane1_select, lane0_select};

    always @* begin : update_lane0_wanted_taken
        integer o;
        for (o = 0; o < 4; o = o + 1) begin
            lane0_wanted_taken[o] = |lane0_wants[o*4 +: 4];
        end
    end

    always @* begin : update_lane0_choice
        integer o;
        for (o = 0; o < 4; o = o + 1) begin
            lane0_choice[o*4 +: 4] = {lane0_wants[o*4 + 3]
                                    & ~(lane0_wants[o*4] & lane0_before[o*6 + 2])
                                    & ~(lane0_wants[o*4 + 1] & lane0_before[o*6 + 4])
                                    & ~(lane0_wants[o*4 + 2] & lane0_before[o*6 + 5]),
                                      lane0_wants[o*4 + 2]
                                    & ~(lane0_wants[o*4] & lane0_before[o*6 + 1])
                                    & ~(lane0_wants[o*4 + 1] & lane0_before[o*6 + 3])
                                    & ~(lane0_wants[o*4 + 3] & ~lane0_before[o*6 + 5]),
                                      lane0_wants[o*4 + 1]
                                    & ~(lane0_wants[o*4] & lane0_before[o*6])
                                    & ~(lane0_wants[o*4 + 2] & ~lane0_before[o*6 + 3])
                                    & ~(lane0_wants[o*4 + 3] & ~lane0_before[o*6 + 4]),
                                      lane0_wants[o*4]
                                    & ~(lane0_wants[o*4 + 1] & ~lane0_before[o*6])
                                    & ~(lane0_wants[o*4 + 2] & ~lane0_before[o*6 + 1])
                                    & ~(lane0_wants[o*4 + 3] & ~lane0_before[o*6 + 2])};
        end
    end

    always @* begin : update_lane0_grants
        integer o;
        for (o = 0; o < 4; o = o + 1) begin
            lane0_grants[o*4 +: 4] = lane0_room[o] ? lane0_choice[o*4 +: 4] : 4'd0;
        end
    end

    always @* begin : update_lane0_winners
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            lane0_winners[i] = |lane0_by_input[i*4 +: 4];
        end
    end

    always @* begin : update_lane1_first_requests
        integer o;
        for (o = 0; o < 4; o = o + 1) begin
            lane1_first_requests[o*4 +: 4] = lane1_first_open[o] ? lane1_first_by_output[o*4 +: 4]
                                           : 4'd0;
        end
    end

    always @* begin : update_lane1_second_requests
        integer o;
        for (o = 0; o < 4; o = o + 1) begin
            lane1_second_requests[o*4 +: 4] = lane1_second_open[o]
                                            ? lane1_second_by_output[o*4 +: 4]
                                            : 4'd0;
        end
    end

    always @* begin : update_lane1_requests
        integer o;
        for (o = 0; o < 4; o = o + 1) begin
            lane1_requests[o*4 +: 4] = (lane1_second_requests[o*4 +: 4] & lane0_winners)
                                     | (lane1_first_requests[o*4 +: 4] & ~lane0_winners);
        end
    end

    always @* begin : update_lane1_taken
        integer o;
        for (o = 0; o < 4; o = o + 1) begin
            lane1_taken[o] = |lane1_requests[o*4 +: 4];
        end
    end

    always @* begin : update_lane1_choice
        integer o;
        for (o = 0; o < 4; o = o + 1) begin
            lane1_choice[o*4 +: 4] = {lane1_requests[o*4 + 3]
                                    & ~(lane1_requests[o*4] & lane1_before[o*6 + 2])
                                    & ~(lane1_requests[o*4 + 1] & lane1_before[o*6 + 4])
                                    & ~(lane1_requests[o*4 + 2] & lane1_before[o*6 + 5]),
                                      lane1_requests[o*4 + 2]
                                    & ~(lane1_requests[o*4] & lane1_before[o*6 + 1])
                                    & ~(lane1_requests[o*4 + 1] & lane1_before[o*6 + 3])
                                    & ~(lane1_requests[o*4 + 3] & ~lane1_before[o*6 + 5]),
                                      lane1_requests[o*4 + 1]
                                    & ~(lane1_requests[o*4] & lane1_before[o*6])
                                    & ~(lane1_requests[o*4 + 2] & ~lane1_before[o*6 + 3])
                                    & ~(lane1_requests[o*4 + 3] & ~lane1_before[o*6 + 4]),
                                      lane1_requests[o*4]
                                    & ~(lane1_requests[o*4 + 1] & ~lane1_before[o*6])
                                    & ~(lane1_requests[o*4 + 2] & ~lane1_before[o*6 + 1])
                                    & ~(lane1_requests[o*4 + 3] & ~lane1_before[o*6 + 2])};
        end
    end

    always @* begin : update_lane1_winners
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            lane1_winners[i] = |lane1_by_input[i*4 +: 4];
        end
    end

`ifdef RTLGEN_CHECKS
    always @* begin : update_several_inputs
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            several_inputs[o] = count_ones_4(select[o*4 +: 4]) > 3'd1;
        end
    end
`endif

    always @(posedge clk) begin : update_lane0_before
        integer o;
        if (rst) begin
            lane0_before <= 24'hffffff;
        end else begin
            for (o = 0; o < 4; o = o + 1) begin
                if (lane0_takes[o]) begin
                    lane0_before[o*6 +: 6] <= {~lane0_choice[o*4 + 2],
                                               ~(|lane0_choice[o*4 + 1 +: 2]),
                                               ~lane0_choice[o*4 + 1], ~(|lane0_choice[o*4 +: 3]),
                                               ~(|lane0_choice[o*4 +: 2]), ~lane0_choice[o*4]};
                end
            end
        end
    end

    always @(posedge clk) begin : update_lane1_before
        integer o;
        if (rst) begin
            lane1_before <= 24'hffffff;
        end else begin
            for (o = 0; o < 4; o = o + 1) begin
                if (lane1_taken[o]) begin
                    lane1_before[o*6 +: 6] <= {~lane1_choice[o*4 + 2],
                                               ~(|lane1_choice[o*4 + 1 +: 2]),
                                               ~lane1_choice[o*4 + 1], ~(|lane1_choice[o*4 +: 3]),
                                               ~(|lane1_choice[o*4 +: 2]), ~lane1_choice[o*4]};
                end
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            lane0_select <= 16'd0;
            lane1_select <= 16'd0;
        end else begin
            lane0_select <= lane0_grants;
            lane1_select <= lane1_choice;
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
            if (several_inputs != 8'd0) begin
                $display("RTLGEN_ASSERT %m one_input_per_output fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_cioq_scheduler_ports4_data96
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a lane of an output is connected to one input at most
            one_input_per_output: assert (several_inputs == 8'd0);
        end
    end
`endif

endmodule

`default_nettype wire
