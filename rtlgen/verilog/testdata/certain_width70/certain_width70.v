// certain_width70  width = 70, threshold = 0
`default_nettype none

module certain_width70 (
    input  wire        clk,            // rising edge
    input  wire        rst,            // synchronous, active high
    input  wire [69:0] a_carry_ne,
    output wire        y_carry_ne,
    output wire [69:0] z_carry_ne,
    input  wire [69:0] a_constants,
    output wire        y_constants,
    output wire [69:0] z_constants,
    input  wire [69:0] a_ge_0,
    output wire        y_ge_0,
    output wire [69:0] z_ge_0,
    input  wire [69:0] a_gt_max,
    output wire        y_gt_max,
    output wire [69:0] z_gt_max,
    input  wire [69:0] a_le_max,
    output wire        y_le_max,
    output wire [69:0] z_le_max,
    input  wire [69:0] a_left_ge,
    output wire        y_left_ge,
    output wire [69:0] z_left_ge,
    input  wire [69:0] a_left_gt,
    output wire        y_left_gt,
    output wire [69:0] z_left_gt,
    input  wire [69:0] a_left_le,
    output wire        y_left_le,
    output wire [69:0] z_left_le,
    input  wire [69:0] a_left_lt,
    output wire        y_left_lt,
    output wire [69:0] z_left_lt,
    input  wire [69:0] a_lt_0,
    output wire        y_lt_0,
    output wire [69:0] z_lt_0,
    input  wire [69:0] a_named,
    output wire        y_named,
    output wire [69:0] z_named,
    input  wire [69:0] a_signed_ge,
    output wire        y_signed_ge,
    output wire [69:0] z_signed_ge,
    input  wire [69:0] a_signed_gt,
    output wire        y_signed_gt,
    output wire [69:0] z_signed_gt,
    input  wire [69:0] a_wider_eq,
    output wire        y_wider_eq,
    output wire [69:0] z_wider_eq,
    input  wire [69:0] a_wider_lt,
    output wire        y_wider_lt,
    output wire [69:0] z_wider_lt,
    input  wire        one_bit,
    input  wire        other_bit,
    output wire        either,
    input  wire [69:0] x,
    output reg  [69:0] never,
    output wire [1:0]  fixed,
    output reg  [2:0]  lanes,
    output wire        compared_word,
    output wire        of_part_total,
    output wire        of_part_now,
    output wire        of_part_carry
);

    reg [69:0] table_of_words [0:1];
    reg [69:0] held_0;
    reg [69:0] held_1;
    reg [69:0] held_2;
    reg [69:0] held_3;
    reg [69:0] held_4;
    reg [69:0] held_5;
    reg [69:0] held_6;
    reg [69:0] held_7;
    reg [69:0] held_8;
    reg [69:0] held_9;
    reg [69:0] held_10;
    reg [69:0] held_11;
    reg [69:0] held_12;
    reg [69:0] held_13;
    reg [69:0] held_14;
    reg [69:0] only_compared;         // x, one cycle later

    wire [69:0] word;

    wire [69:0] lower_limit;
    wire [69:0] min_of_signed;
    wire [69:0] part_total;
    wire [69:0] part_now;
    wire        part_carry;

    // The contents of rom, 4 words.
    function [69:0] rom(input [1:0] address);
        begin
            case (address)
                2'd1: rom = 70'd1;
                2'd3: rom = 70'd1;
                default: rom = 70'd0;
            endcase
        end
    endfunction

    leaf_width70 part (
        .clk   (clk),
        .rst   (rst),
        .a     (x),
        .b     (1'b0 ? x : x + 70'd1),
        .step  (x[0]),
        .total (part_total),
        .now   (part_now),
        .carry (part_carry)
    );

    assign lower_limit   = 70'd0;
    assign y_carry_ne    = 1'b1;
    assign z_carry_ne    = held_0;
    assign y_constants   = 1'b1 && 1'b1;
    assign z_constants   = held_1;
    assign y_ge_0        = 1'b1;
    assign z_ge_0        = held_2;
    assign y_gt_max      = 1'b0;
    assign z_gt_max      = held_3;
    assign y_le_max      = 1'b1;
    assign z_le_max      = held_4;
    assign y_left_ge     = 1'b1;
    assign z_left_ge     = held_5;
    assign y_left_gt     = 1'b0;
    assign z_left_gt     = held_6;
    assign y_left_le     = 1'b1;
    assign z_left_le     = held_7;
    assign y_left_lt     = 1'b0;
    assign z_left_lt     = held_8;
    assign y_lt_0        = 1'b0;
    assign z_lt_0        = held_9;
    assign y_named       = 1'b0;
    assign z_named       = held_10;
    assign min_of_signed = 70'd1 << 69;
    assign y_signed_ge   = 1'b1;
    assign z_signed_ge   = held_11;
    assign y_signed_gt   = 1'b0;
    assign z_signed_gt   = held_12;
    assign y_wider_eq    = 1'b0;
    assign z_wider_eq    = held_13;
    assign y_wider_lt    = 1'b1;
    assign z_wider_lt    = held_14;
    assign either        = 1'b1 && !1'b0;
    assign fixed         = 2'd1;
    assign compared_word = 1'b1;
    assign of_part_total = 1'b1;
    assign of_part_now   = 1'b1;
    assign of_part_carry = 1'b1;

    always @* begin
        never = x;
        if (1'b0) begin
            never = ~x;
        end else if (1'b0) begin
            never = 70'd0;
        end
    end

    always @* begin : update_lanes
        integer i;
        for (i = 0; i < 3; i = i + 1) begin
            lanes[i] = (1'b1 & x[0]) ^ 1'b1;
        end
    end

    assign word = rom({1'b0, 1'b1});

    always @(posedge clk) begin : update_table_of_words
        integer n;
        if (rst) begin
            for (n = 0; n < 2; n = n + 1) table_of_words[n] <= 70'd0;
        end else begin
            table_of_words[x[0]] <= x;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            held_0 <= 70'd0;
            held_1 <= 70'd0;
            held_2 <= 70'd0;
            held_3 <= 70'd0;
            held_4 <= 70'd0;
            held_5 <= 70'd0;
            held_6 <= 70'd0;
            held_7 <= 70'd0;
            held_8 <= 70'd0;
            held_9 <= 70'd0;
            held_10 <= 70'd0;
            held_11 <= 70'd0;
            held_12 <= 70'd0;
            held_13 <= 70'd0;
            held_14 <= 70'd0;
            only_compared <= 70'd0;
        end else begin
            held_0 <= a_carry_ne ^ 70'd0;
            held_1 <= a_constants ^ 70'h1;
            held_2 <= a_ge_0 ^ 70'd0;
            held_3 <= a_gt_max ^ 70'h1;
            held_4 <= a_le_max ^ 70'd0;
            held_5 <= a_left_ge ^ 70'h1;
            held_6 <= a_left_gt ^ 70'd0;
            held_7 <= a_left_le ^ 70'h1;
            held_8 <= a_left_lt ^ 70'd0;
            held_9 <= a_lt_0 ^ 70'h1;
            held_10 <= a_named ^ 70'd0;
            held_11 <= a_signed_ge ^ 70'h1;
            held_12 <= a_signed_gt ^ 70'd0;
            held_13 <= a_wider_eq ^ 70'h1;
            held_14 <= a_wider_lt ^ 70'd0;
            only_compared <= x;
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
            if (1'b0 && !1'b1) begin
                $display("RTLGEN_ASSERT %m held_carry_ne fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ((1'b0 || 1'b0) && !1'b1) begin
                $display("RTLGEN_ASSERT %m held_constants fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (1'b0 && !1'b1) begin
                $display("RTLGEN_ASSERT %m held_ge_0 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (1'b1 && !1'b1) begin
                $display("RTLGEN_ASSERT %m held_gt_max fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (1'b0 && !1'b1) begin
                $display("RTLGEN_ASSERT %m held_le_max fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (1'b0 && !1'b1) begin
                $display("RTLGEN_ASSERT %m held_left_ge fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (1'b1 && !1'b1) begin
                $display("RTLGEN_ASSERT %m held_left_gt fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (1'b0 && !1'b1) begin
                $display("RTLGEN_ASSERT %m held_left_le fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (1'b1 && !1'b1) begin
                $display("RTLGEN_ASSERT %m held_left_lt fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (1'b1 && !1'b1) begin
                $display("RTLGEN_ASSERT %m held_lt_0 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (1'b1 && !1'b1) begin
                $display("RTLGEN_ASSERT %m held_named fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (1'b1 && !1'b1) begin
                $display("RTLGEN_ASSERT %m held_signed_gt fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (1'b1 && !1'b1) begin
                $display("RTLGEN_ASSERT %m held_wider_eq fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (1'b0 && !1'b1) begin
                $display("RTLGEN_ASSERT %m held_wider_lt fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_certain_width70
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            held_carry_ne: assert (1'b1 || 1'b1);
            held_constants: assert ((1'b1 && 1'b1) || 1'b1);
            held_ge_0: assert (1'b1 || 1'b1);
            held_gt_max: assert (1'b0 || 1'b1);
            held_le_max: assert (1'b1 || 1'b1);
            held_left_ge: assert (1'b1 || 1'b1);
            held_left_gt: assert (1'b0 || 1'b1);
            held_left_le: assert (1'b1 || 1'b1);
            held_left_lt: assert (1'b0 || 1'b1);
            held_lt_0: assert (1'b0 || 1'b1);
            held_named: assert (1'b0 || 1'b1);
            held_signed_gt: assert (1'b0 || 1'b1);
            held_wider_eq: assert (1'b0 || 1'b1);
            held_wider_lt: assert (1'b1 || 1'b1);
        end
    end
`endif

    // Read by checks only, or by comparisons that are certain.
    wire unused_one_bit = &{1'b0, one_bit};
    wire unused_other_bit = &{1'b0, other_bit};
    wire unused_lower_limit = &{1'b0, lower_limit};
    wire unused_min_of_signed = &{1'b0, min_of_signed};
    wire unused_only_compared = &{1'b0, only_compared};
    wire unused_table_of_words = &{1'b0, table_of_words[0]};
    wire unused_word = &{1'b0, word};
    wire unused_part_total = &{1'b0, part_total};
    wire unused_part_now = &{1'b0, part_now};
    wire unused_part_carry = &{1'b0, part_carry};

endmodule

`default_nettype wire
