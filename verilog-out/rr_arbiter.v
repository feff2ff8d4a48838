// SPDX-License-Identifier: Apache-2.0
// rr_arbiter: round-robin arbiter: the first request from the pointer upward  n = 4
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module rr_arbiter (
    input  wire       clk,      // rising edge
    input  wire       rst,      // synchronous, active high
    input  wire [3:0] req,      // requests
    input  wire       advance,  // the grant is used: priority moves past it
    output wire [3:0] grant,    // one-hot, 0 without a request
    output wire [1:0] index,    // of the grant, 0 without a request
    output wire       valid     // there is a request
);

    reg [2:0] above_last;  // requests above the last one that had its turn

    wire [3:0] req_ahead;
    wire [3:0] req_choice;

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

    assign req_ahead  = req & {above_last, 1'b0};
    assign req_choice = lowest_one_4(req_ahead) | ((|req_ahead) ? 4'd0 : lowest_one_4(req));
    assign grant      = req_choice;
    assign index      = {|(req_choice & 4'hc), |(req_choice & 4'ha)};
    assign valid      = |req;

    always @(posedge clk) begin
        if (rst) begin
            above_last <= 3'd0;
        end else if (valid && advance) begin
            above_last <= {~req_choice[3], |req_choice[1:0], req_choice[0]};
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
            if (count_ones_4(grant) != {2'd0, valid}) begin
                $display("RTLGEN_ASSERT %m grant_one_hot fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // only a request is granted
            if ((grant & ~req) != 4'd0) begin
                $display("RTLGEN_ASSERT %m grant_requested fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_rr_arbiter
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // one grant if there is a request, else none
            grant_one_hot: assert (count_ones_4(grant) == {2'd0, valid});
            // only a request is granted
            grant_requested: assert ((grant & ~req) == 4'd0);
            last_has_its_turn: cover (valid && advance && index == 2'd3);
            wraps_around: cover ((|above_last) && valid && (grant[3:1] & above_last) == 3'd0);
        end
    end
`endif

endmodule

`default_nettype wire
