// SPDX-License-Identifier: Apache-2.0
// rr_arbiter_n8: round-robin arbiter: the first request from the pointer upward  n = 8
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module rr_arbiter_n8 (
    input  wire       clk,      // rising edge
    input  wire       rst,      // synchronous, active high
    input  wire [7:0] req,      // requests
    input  wire       advance,  // the grant is used: priority moves past it
    output wire [7:0] grant,    // one-hot, 0 without a request
    output wire [2:0] index,    // of the grant, 0 without a request
    output wire       valid     // there is a request
);

    reg [6:0] above_last;  // requests above the last one that had its turn

    wire [7:0] req_ahead;
    wire [7:0] req_choice;

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

    assign req_ahead  = req & {above_last, 1'b0};
    assign req_choice = lowest_one_8(req_ahead) | ((|req_ahead) ? 8'd0 : lowest_one_8(req));
    assign grant      = req_choice;
    assign index      = {|(req_choice & 8'hf0), |(req_choice & 8'hcc), |(req_choice & 8'haa)};
    assign valid      = |req;

    always @(posedge clk) begin
        if (rst) begin
            above_last <= 7'd0;
        end else if (valid && advance) begin
            above_last <= {~req_choice[7], ~(|req_choice[7:6]), ~(|req_choice[7:5]),
                           |req_choice[3:0], |req_choice[2:0], |req_choice[1:0], req_choice[0]};
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
            // one grant if there is a request, else none
            if (count_ones_8(grant) != {3'd0, valid}) begin
                $display("RTLGEN_ASSERT %m grant_one_hot fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // only a request is granted
            if ((grant & ~req) != 8'd0) begin
                $display("RTLGEN_ASSERT %m grant_requested fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_rr_arbiter_n8
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // one grant if there is a request, else none
            grant_one_hot: assert (count_ones_8(grant) == {3'd0, valid});
            // only a request is granted
            grant_requested: assert ((grant & ~req) == 8'd0);
            last_has_its_turn: cover (valid && advance && index == 3'd7);
            wraps_around: cover ((|above_last) && valid && (grant[7:1] & above_last) == 7'd0);
        end
    end
`endif

endmodule

`default_nettype wire
