// SPDX-License-Identifier: Apache-2.0
// adaptive_draw: uniform random choice among the ports of a list  list = 3
`default_nettype none

module adaptive_draw (
    input  wire        clk,    // rising edge
    input  wire        rst,    // synchronous, active high
    input  wire        load,   // the seed is taken
    input  wire [31:0] seed,   // seed, not 0
    input  wire        draw,   // a choice is made
    input  wire [2:0]  valid,  // the places of the list that have a port; places fill from 0
    output wire [1:0]  place   // the place that is chosen; combinational
);

    reg [31:0] state_q;  // state of the shift register of random bits

    wire [1:0]  count;
    wire [17:0] scaled;

    wire unused_fraction = &{1'b0, scaled[15:0]};

    // The number of ones.
    function [1:0] count_ones_3(input [2:0] bits);
        integer n;
        begin
            count_ones_3 = 2'd0;
            for (n = 0; n < 3; n = n + 1)
                count_ones_3 = count_ones_3 + {1'd0, bits[n]};
        end
    endfunction

    assign count = count_ones_3(valid);
    assign scaled = {2'd0, count[0] ? state_q[15:0] : 16'd0}
                  + ({2'd0, count[1] ? state_q[15:0] : 16'd0} << 1);
    assign place = scaled[17:16];

    always @(posedge clk) begin
        if (rst) begin
            state_q <= 32'd1;
        end else if (load) begin
            state_q <= seed;
        end else if (draw && count > 2'd1) begin
            state_q <= {state_q[15:0], ^(state_q & 32'h80200003), ^(state_q & 32'hc0300002),
                        ^(state_q & 32'h60180001), ^(state_q & 32'hb02c0003),
                        ^(state_q & 32'hd8360002), ^(state_q & 32'h6c1b0001),
                        ^(state_q & 32'hb62d8003), ^(state_q & 32'hdb36c002),
                        ^(state_q & 32'h6d9b6001), ^(state_q & 32'hb6edb003),
                        ^(state_q & 32'hdb56d802), ^(state_q & 32'h6dab6c01),
                        ^(state_q & 32'hb6f5b603), ^(state_q & 32'hdb5adb02),
                        ^(state_q & 32'h6dad6d81), ^(state_q & 32'hb6f6b6c3)};
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
            // 0 is the one state without a way out
            if (load && seed == 32'd0) begin
                $display("RTLGEN_ASSERT %m seed_is_not_0 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (state_q == 32'd0) begin
                $display("RTLGEN_ASSERT %m never_zero fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_adaptive_draw
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // 0 is the one state without a way out
            seed_is_not_0: `RTLGEN_CONTRACT (!load || seed != 32'd0);
            never_zero: assert (state_q != 32'd0);
            largest_list: cover (draw && count == 2'd3);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
