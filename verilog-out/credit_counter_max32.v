// SPDX-License-Identifier: Apache-2.0
// credit_counter_max32: credits of a link: max at the start, taken and given back one by one
//
// max = 32
`default_nettype none

module credit_counter_max32 (
    input  wire       clk,        // rising edge
    input  wire       rst,        // synchronous, active high
    input  wire       take,       // a credit is taken; not alone at 0
    input  wire       give,       // a credit comes back; ignored alone at max. With take it cancels
                                  // out
    output wire [5:0] count,      // credits left; a register
    output wire       available,  // count is not 0; a function of registers
    output wire       excess      // the credit is ignored: none was taken, combinational
);

    reg [5:0] count_q;  // credits left; a register

    wire all_are_back;
    wire take_only;
    wire give_only;

    assign all_are_back = count_q == 6'd32;
    assign take_only    = take && !give;
    assign give_only    = give && !take;
    assign excess       = give_only && all_are_back;
    assign count        = count_q;
    assign available    = count_q != 6'd0;

    always @(posedge clk) begin
        if (rst) begin
            count_q <= 6'd32;
        end else if (take_only) begin
            count_q <= count_q - 6'd1;
        end else if (give_only && !all_are_back) begin
            count_q <= count_q + 6'd1;
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
            // no credit is taken where there is none
            if (take_only && count_q == 6'd0) begin
                $display("RTLGEN_ASSERT %m never_overdrawn fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // there are never more than max credits
            if (count_q > 6'd32) begin
                $display("RTLGEN_ASSERT %m count_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_credit_counter_max32
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // no credit is taken where there is none
            never_overdrawn: `RTLGEN_CONTRACT (!take_only || count_q != 6'd0);
            // there are never more than max credits
            count_in_range: assert (count_q <= 6'd32);
            exhausted: cover (count_q == 6'd0);
            take_and_give: cover (take && give);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
