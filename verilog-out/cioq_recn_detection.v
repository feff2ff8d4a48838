// SPDX-License-Identifier: Apache-2.0
// cioq_recn_detection: congestion detection of an input side
//
// ports = 8, slots = 64, saqs = 4, detect = 5
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module cioq_recn_detection (
    input  wire         clk,          // rising edge
    input  wire         rst,          // synchronous, active high
    input  wire [55:0]  count,        // packets in each detection queue
    input  wire [2:0]   my_port,      // number of this port

    // lines of the CAM
    input  wire [3:0]   line_valid,   // the line is in use
    input  wire [11:0]  line_port,    // output port that the first turn of its name leads to
    input  wire [123:0] line_mask,    // name: mask

    // a line to allocate, a function of the register and line_valid
    output wire         alloc_valid,  // a line is asked for
    output wire [2:0]   alloc_port,   // for this output port; 0 if there is none
    output wire [30:0]  alloc_tp,     // turns that lead to the point
    output wire [30:0]  alloc_mask,   // significant bits of the turns

    output wire         no_free       // congestion is detected and no line is free, a function of
                                      // the register and line_valid
);

    reg [7:0] detected_q;  // queues that are too long without a SAQ

    reg  [7:0] known;
    reg  [7:0] over_threshold;
    wire [2:0] detected_port;
    wire [2:0] turn;

    wire unused_other_turns = &{1'b0, line_mask};

`ifdef RTLGEN_CHECKS
    // Lane index of lanes of 7 bits, lane 0 lowest.
    function [6:0] lane_7_of_56(input [55:0] lanes, input [2:0] index);
        integer n;
        reg [63:0] spaced;
        begin
            for (n = 0; n < 8; n = n + 1)
                spaced[n*8 +: 8] = {1'b0, lanes[n*7 +: 7]};
            lane_7_of_56 = spaced[{index, 3'd0} +: 7];
        end
    endfunction
`endif

    // The index of the lowest 1, 0 if there is none.
    function [2:0] lowest_set_8(input [7:0] bits);
        reg [7:0] any;
        reg [7:0] index_0;
        reg [7:0] index_1;
        reg index_2;
        begin
            any = bits;
            index_0 = ~any;
            any = any | (any >> 1);
            index_0 = (~any | index_0) & (any | (index_0 >> 2));
            index_1 = ~any;
            any = any | (any >> 2);
            index_0 = (~any | index_0) & (any | (index_0 >> 4));
            index_1 = (~any | index_1) & (any | (index_1 >> 4));
            index_2 = ~any[0];
            any = any | (any >> 4);
            lowest_set_8 = any[0] ? {index_2, index_1[0], index_0[0]} : 3'd0;
        end
    endfunction

    assign detected_port = lowest_set_8(detected_q);
    assign alloc_valid   = (|detected_q) && !(&line_valid);
    assign alloc_port    = detected_port;
    assign turn          = detected_port - my_port - 3'd1;
    assign alloc_tp      = {turn, 28'd0};
    assign alloc_mask    = {3'd7, 28'd0};
    assign no_free       = (|detected_q) && (&line_valid);

    always @* begin : update_known
        integer o;
        integer k;
        known = 8'd0;
        for (o = 0; o < 8; o = o + 1) begin
            for (k = 0; k < 4; k = k + 1) begin
                if (line_valid[k] && !line_mask[k*31 + 27] && line_port[k*3 +: 3] == o[2:0]) begin
                    known[o] = 1'b1;
                end
            end
        end
    end

    always @* begin : update_over_threshold
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            over_threshold[o] = count[o*7 +: 7] >= 7'd5;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            detected_q <= 8'd0;
        end else begin
            detected_q <= over_threshold & ~known;
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
            // no packet goes back to the port that it came from
            if (lane_7_of_56(count, my_port) != 7'd0) begin
                $display("RTLGEN_ASSERT %m no_packet_turns_back fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_cioq_recn_detection
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // no packet goes back to the port that it came from
            no_packet_turns_back: `RTLGEN_CONTRACT (lane_7_of_56(count, my_port) == 7'd0);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
