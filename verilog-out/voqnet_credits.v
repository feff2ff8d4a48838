// SPDX-License-Identifier: Apache-2.0
// voqnet_credits: credits of a link for each destination  nodes = 64, depth = 4
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module voqnet_credits (
    input  wire        clk,        // rising edge
    input  wire        rst,        // synchronous, active high
    input  wire        take,       // a credit is taken; there must be one
    input  wire [5:0]  take_dst,   // for this destination
    input  wire        give,       // a credit is given back
    input  wire [5:0]  give_dst,   // for this destination
    output wire [63:0] available,  // the destinations that there is a credit for, registers
    output wire [8:0]  count,      // all credits together, a register
    output wire        excess      // the credit is ignored: none was taken, combinational
);

    reg        took;         // take, one cycle later
    reg [5:0]  took_dst;     // take_dst, one cycle later
    reg [63:0] taken_begun;  // the count has begun, a bit per destination
    reg [63:0] given_begun;  // the count has begun, a bit per destination
    reg [1:0]  taken_last;   // taken_next, one cycle later
    reg [63:0] no_credit;    // all credits are taken, a bit per destination
    reg [8:0]  count_q;      // all credits together, a register

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [1:0] taken [0:63];    // credits taken, modulo depth, by destination
    wire [1:0] taken_before;
    wire [1:0] taken_for_give;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [1:0] given [0:63];    // credits given, modulo depth, by destination
    wire [1:0] given_before;
    wire [1:0] given_taken;

    wire [1:0]  taken_now;
    wire [1:0]  taken_next;
    wire        give_back;
    wire [1:0]  given_now;
    wire [1:0]  given_next;
    wire [1:0]  given_last;
    wire        given_back;
    wire        last_one_taken;
    wire        credit_is_out;
    wire [63:0] ends;
    wire [63:0] begins;

`ifdef RTLGEN_CHECKS
    reg  [2:0] counters [0:63];  // credits left, by destination
    wire       taken_and_given;
`endif

    assign taken_now      = taken_begun[take_dst] ? taken_before : 2'd0;
    assign taken_next     = taken_now + 2'd1;
    assign given_now      = given_begun[give_dst] ? given_before : 2'd0;
    assign given_next     = given_now + 2'd1;
    assign given_last     = given_begun[took_dst] ? given_taken : 2'd0;
    assign given_back     = give_back && give_dst == took_dst;
    assign last_one_taken = took && taken_last == given_last && !given_back;
    assign credit_is_out = (taken_begun[give_dst] ? taken_for_give : 2'd0) != given_now
                        || no_credit[give_dst]
                        || (took && took_dst == give_dst);
    assign give_back = give && credit_is_out;
    assign excess    = give && !give_back;
    assign ends      = last_one_taken ? 64'd1 << took_dst : 64'd0;
    assign begins    = give_back ? 64'd1 << give_dst : 64'd0;
    assign available = ~no_credit;
    assign count     = count_q;

`ifdef RTLGEN_CHECKS
    assign taken_and_given = take && give_back && take_dst == give_dst;
`endif

    always @(posedge clk) begin
        if (take) taken[take_dst] <= taken_next;
    end

    assign taken_before = taken[take_dst];

    assign taken_for_give = taken[give_dst];

    always @(posedge clk) begin
        if (give_back) given[give_dst] <= given_next;
    end

    assign given_before = given[give_dst];

    assign given_taken = given[took_dst];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [7:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        memory_bits = memory_fill[31:24];
        {took_dst, taken_last} = memory_bits;
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            taken[memory_word] = memory_fill[31:30];
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            given[memory_word] = memory_fill[31:30];
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_counters
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) counters[i] <= 3'd4;
        end else begin
            if (take && !taken_and_given) counters[take_dst] <= counters[take_dst] - 3'd1;
            if (give_back && !taken_and_given) counters[give_dst] <= counters[give_dst] + 3'd1;
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            took <= 1'b0;
            taken_begun <= 64'd0;
            given_begun <= 64'd0;
            no_credit <= 64'd0;
        end else begin
            took <= take;
            if (take) taken_begun[take_dst] <= 1'b1;
            if (give_back) given_begun[give_dst] <= 1'b1;
            no_credit <= (no_credit & ~begins) | ends;
        end
    end

    always @(posedge clk) begin
        took_dst <= take_dst;
        taken_last <= taken_next;
    end

    always @(posedge clk) begin
        if (rst) begin
            count_q <= 9'd256;
        end else if (take && !give_back) begin
            count_q <= count_q - 9'd1;
        end else if (give_back && !take) begin
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
            // no credit is given back that was not taken in a cycle before
            if (give && counters[give_dst] >= 3'd4) begin
                $display("RTLGEN_ASSERT %m never_overpaid fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // from the second cycle after a take on
            if (!took && available[take_dst] != (counters[take_dst] != 3'd0)) begin
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
            // no credit is given back that was not taken in a cycle before
            never_overpaid: `RTLGEN_CONTRACT (!give || counters[give_dst] < 3'd4);
            // from the second cycle after a take on
            no_credit_is_0: assert (took || available[take_dst] == (counters[take_dst] != 3'd0));
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
