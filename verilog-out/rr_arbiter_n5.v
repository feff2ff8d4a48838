// SPDX-License-Identifier: Apache-2.0
// rr_arbiter_n5: round-robin arbiter: the first request from the pointer upward  n = 5
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module rr_arbiter_n5 (
    input  wire       clk,      // rising edge
    input  wire       rst,      // synchronous, active high
    input  wire [4:0] req,      // requests
    input  wire       advance,  // the grant is used: priority moves past it
    output wire [4:0] grant,    // one-hot, 0 without a request
    output wire [2:0] index,    // of the grant, 0 without a request
    output wire       valid     // there is a request
);

    reg [2:0] pointer;

    wire [4:0] choice_ahead;
    wire [4:0] choice;

`ifdef RTLGEN_CHECKS
    // The number of ones.
    function [2:0] count_ones_5(input [4:0] bits);
        integer n;
        begin
            count_ones_5 = 3'd0;
            for (n = 0; n < 5; n = n + 1)
                count_ones_5 = count_ones_5 + {2'd0, bits[n]};
        end
    endfunction
`endif

    // The lowest 1 alone.
    function [4:0] lowest_one_5(input [4:0] bits);
        begin
            lowest_one_5 = bits & (~bits + 5'd1);
        end
    endfunction

    // The index of the lowest 1, 0 if there is none.
    function [2:0] lowest_set_5(input [4:0] bits);
        integer n;
        begin
            lowest_set_5 = 3'd0;
            for (n = 4; n >= 0; n = n - 1)
                if (bits[n]) lowest_set_5 = n[2:0];
        end
    endfunction

    assign choice_ahead = req & (5'd31 << pointer);
    assign choice       = (|choice_ahead) ? choice_ahead : req;
    assign grant        = lowest_one_5(choice);
    assign index        = lowest_set_5(choice);
    assign valid        = |req;

    always @(posedge clk) begin
        if (rst) begin
            pointer <= 3'd0;
        end else if (valid && advance) begin
            pointer <= (index == 3'd4) ? 3'd0 : index + 3'd1;
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
            if (count_ones_5(grant) != {2'd0, valid}) begin
                $display("RTLGEN_ASSERT %m grant_one_hot fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // only a request is granted
            if ((grant & ~req) != 5'd0) begin
                $display("RTLGEN_ASSERT %m grant_requested fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_rr_arbiter_n5
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // one grant if there is a request, else none
            grant_one_hot: assert (count_ones_5(grant) == {2'd0, valid});
            // only a request is granted
            grant_requested: assert ((grant & ~req) == 5'd0);
            pointer_wraps: cover (valid && advance && index == 3'd4);
            request_below_pointer: cover (valid && index < pointer);
        end
    end
`endif

endmodule

`default_nettype wire
