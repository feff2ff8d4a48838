// SPDX-License-Identifier: Apache-2.0
// cam: ternary CAM for prefixes: longest match, next longer match, exact match, free line
//
// lines = 4, width = 31
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module cam (
    input  wire        clk,            // rising edge
    input  wire        rst,            // synchronous, active high

    // set
    input  wire        set_valid,      // a line is written and becomes valid
    input  wire [1:0]  set_line,       // which
    input  wire [30:0] set_value,      // its value
    input  wire [30:0] set_mask,       // its mask: ones from the top, then zeros

    // clear
    input  wire        clear_valid,    // a line becomes invalid; a set of the same line wins
    input  wire [1:0]  clear_line,     // which

    input  wire [30:0] key,            // what is looked for
    input  wire [30:0] after_mask,     // next_line has a longer mask than this
    input  wire [30:0] exact_value,    // value of the exact match, under exact_mask
    input  wire [30:0] exact_mask,     // mask of the exact match
    output reg  [3:0]  hit,            // valid lines that match the key

    // the hit with the longest mask
    output wire        longest_found,  // there is one
    output wire [1:0]  longest_line,   // its number; 0 if there is none

    // the hit with the shortest mask that is longer than after_mask
    output wire        next_found,     // there is one
    output wire [1:0]  next_line,      // its number; 0 if there is none

    // the valid line with exact_mask and exact_value
    output wire        exact_found,    // there is one
    output wire [1:0]  exact_line,     // its number; 0 if there is none

    // an invalid line
    output wire        free_found,     // there is one
    output wire [1:0]  free_line,      // its number; 0 if there is none

    output wire [3:0]  line_valid      // the line is valid; a register
);

    reg [3:0]   line_valid_q;  // the line is valid; a register
    reg [123:0] value;         // values of the lines, a lane per line
    reg [123:0] mask;          // masks of the lines, a lane per line

    reg  [3:0]   longer;
    reg  [3:0]   exact;
    wire [30:0]  longest_mask;
    wire [123:0] masks_n;
    wire [30:0]  next_mask;
    reg  [3:0]   longest;
    reg  [3:0]   next;

`ifdef RTLGEN_CHECKS
    wire [30:0] set_mask_n;
`endif

    // The index of the lowest 1, 0 if there is none.
    function [1:0] lowest_set_4(input [3:0] bits);
        integer n;
        begin
            lowest_set_4 = 2'd0;
            for (n = 3; n >= 0; n = n - 1)
                if (bits[n]) lowest_set_4 = n[1:0];
        end
    endfunction

    // The lane of 31 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [30:0] one_hot_mux_4x31(input [3:0] select, input [123:0] lanes);
        integer n;
        begin
            one_hot_mux_4x31 = 31'd0;
            for (n = 0; n < 4; n = n + 1)
                one_hot_mux_4x31 = one_hot_mux_4x31 | ({31{select[n]}} & lanes[n*31 +: 31]);
        end
    endfunction

    assign longest_mask  = one_hot_mux_4x31(hit, mask);
    assign masks_n       = ~mask;
    assign next_mask     = ~one_hot_mux_4x31(longer, masks_n);
    assign longest_found = |longest;
    assign longest_line  = lowest_set_4(longest);
    assign next_found    = |next;
    assign next_line     = lowest_set_4(next);
    assign exact_found   = |exact;
    assign exact_line    = lowest_set_4(exact);
    assign free_found    = |(~line_valid_q);
    assign free_line     = lowest_set_4(~line_valid_q);
    assign line_valid    = line_valid_q;

`ifdef RTLGEN_CHECKS
    assign set_mask_n = ~set_mask;
`endif

    always @* begin : update_hit
        integer l;
        for (l = 0; l < 4; l = l + 1) begin
            hit[l] = line_valid_q[l] && ((key ^ value[l*31 +: 31]) & mask[l*31 +: 31]) == 31'd0;
        end
    end

    always @* begin : update_longer
        integer l;
        for (l = 0; l < 4; l = l + 1) begin
            longer[l] = hit[l] && mask[l*31 +: 31] > after_mask;
        end
    end

    always @* begin : update_exact
        integer l;
        for (l = 0; l < 4; l = l + 1) begin
            exact[l] = line_valid_q[l]
                    && mask[l*31 +: 31] == exact_mask
                    && ((exact_value ^ value[l*31 +: 31]) & exact_mask) == 31'd0;
        end
    end

    always @* begin : update_longest
        integer l;
        for (l = 0; l < 4; l = l + 1) begin
            longest[l] = hit[l] && mask[l*31 +: 31] == longest_mask;
        end
    end

    always @* begin : update_next
        integer l;
        for (l = 0; l < 4; l = l + 1) begin
            next[l] = longer[l] && mask[l*31 +: 31] == next_mask;
        end
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [247:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (8) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[215:0], memory_fill};
        end
        {value, mask} = memory_bits;
    end
`endif

    always @(posedge clk) begin : update_line_valid_q
        integer l;
        if (rst) begin
            line_valid_q <= 4'd0;
        end else begin
            for (l = 0; l < 4; l = l + 1) begin
                if (set_valid && set_line == l[1:0]) begin
                    line_valid_q[l] <= 1'b1;
                end else if (clear_valid && clear_line == l[1:0]) begin
                    line_valid_q[l] <= 1'b0;
                end
            end
        end
    end

    always @(posedge clk) begin : update_value
        integer l;
        for (l = 0; l < 4; l = l + 1) begin
            if (set_valid && set_line == l[1:0]) begin
                value[l*31 +: 31] <= set_value;
                mask[l*31 +: 31] <= set_mask;
            end
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
            // a mask is ones from the top, then zeros
            if (set_valid && (set_mask_n & (set_mask_n + 31'd1)) != 31'd0) begin
                $display("RTLGEN_ASSERT %m set_mask_is_prefix fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // one of the hits has the longest mask
            if ((|hit) != (|longest)) begin
                $display("RTLGEN_ASSERT %m longest_if_hit fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // one of the longer hits has the shortest mask
            if ((|longer) != (|next)) begin
                $display("RTLGEN_ASSERT %m next_if_longer fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_cam
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a mask is ones from the top, then zeros
            set_mask_is_prefix: `RTLGEN_CONTRACT (!set_valid
                                               || (set_mask_n & (set_mask_n + 31'd1)) == 31'd0);
            // one of the hits has the longest mask
            longest_if_hit: assert ((|hit) == (|longest));
            // one of the longer hits has the shortest mask
            next_if_longer: assert ((|longer) == (|next));
            all_lines_valid: cover (&line_valid_q);
            nested_hits: cover (|(hit & ~longest));
            set_wins_over_clear: cover (set_valid && clear_valid && set_line == clear_line);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
