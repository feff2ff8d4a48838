// SPDX-License-Identifier: Apache-2.0
// voqnet_credits: credits of a link for each destination  nodes = 64, depth = 4
`default_nettype none

module voqnet_credits (
    input  wire        clk,        // rising edge
    input  wire        rst,        // synchronous, active high
    input  wire        take,       // a credit is taken; there must be one
    input  wire [5:0]  take_dst,   // for this destination
    input  wire        give,       // a credit is given back
    input  wire [5:0]  give_dst,   // for this destination
    output wire [63:0] available,  // the destinations that there is a credit for, registers
    output wire [8:0]  count       // all credits together, a register
);

    reg [2:0]  counters [0:63];
    reg [63:0] no_credit;
    reg [8:0]  count_q;

    wire        taken_and_given;
    wire [2:0]  credits_left;
    wire        takes;
    wire        gives;
    wire [63:0] last_one_taken;
    wire [63:0] one_given;

    assign taken_and_given = take && give && take_dst == give_dst;
    assign credits_left    = counters[take_dst] - 3'd1;
    assign takes           = take && !taken_and_given;
    assign gives           = give && !taken_and_given;
    assign last_one_taken  = (takes && credits_left == 3'd0) ? 64'd1 << take_dst : 64'd0;
    assign one_given       = gives ? 64'd1 << give_dst : 64'd0;
    assign available       = ~no_credit;
    assign count           = count_q;

    always @(posedge clk) begin : update_counters
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) counters[i] <= 3'd4;
        end else begin
            if (takes) begin
                counters[take_dst] <= credits_left;
            end
            if (gives) begin
                counters[give_dst] <= counters[give_dst] + 3'd1;
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            no_credit <= 64'd0;
        end else begin
            no_credit <= (no_credit & ~one_given) | last_one_taken;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            count_q <= 9'd256;
        end else if (take && !give) begin
            count_q <= count_q - 9'd1;
        end else if (give && !take) begin
            count_q <= count_q + 9'd1;
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
            if (take && counters[take_dst] == 3'd0) begin
                $display("RTLGEN_ASSERT %m never_overdrawn fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no credit is given back that was not taken
            if (give && !taken_and_given && counters[give_dst] >= 3'd4) begin
                $display("RTLGEN_ASSERT %m never_overpaid fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (no_credit[take_dst] != (counters[take_dst] == 3'd0)) begin
                $display("RTLGEN_ASSERT %m no_credit_is_0 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_voqnet_credits
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // no credit is taken where there is none
            never_overdrawn: `RTLGEN_CONTRACT (!take || counters[take_dst] != 3'd0);
            // no credit is given back that was not taken
            never_overpaid: `RTLGEN_CONTRACT (!(give && !taken_and_given)
                                           || counters[give_dst] < 3'd4);
            no_credit_is_0: assert (no_credit[take_dst] == (counters[take_dst] == 3'd0));
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
