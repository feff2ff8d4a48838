// SPDX-License-Identifier: Apache-2.0
// traffic_source_nodes4: makes packets at a rate, to destinations of a pattern  nodes = 4
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module traffic_source_nodes4 (
    input  wire        clk,         // rising edge
    input  wire        rst,         // synchronous, active high
    input  wire [7:0]  node,        // number of this node
    input  wire [31:0] now,         // time, cycles
    input  wire [31:0] seed,        // of the random numbers
    input  wire [16:0] load,        // packets per packet time, in 1/65536
    input  wire [1:0]  pattern,     // 0 uniform, 1 bit complement, 2 bit reversal, 3 half of the
                                    // nodes on
    input  wire [16:0] hot_rate,    // packets to the hot nodes per packet, in 1/65536
    input  wire [7:0]  hot_node,    // a hot node
    input  wire [1:0]  hot_count,   // number of hot nodes, equally far apart: 1, 2, 4 or 8 for 0,
                                    // 1, 2, 3
    input  wire [31:0] hot_start,   // first cycle in which they are hot
    input  wire [31:0] hot_end,     // first cycle in which they no longer are
    input  wire        enable,      // packets are made

    // packets made, registers
    output wire        make_valid,  // pulse: a packet is made
    output wire [7:0]  make_dst     // its destination
);

    reg [63:0] state;           // state of the random number generator
    reg        started;         // the state was started from seed and node
    reg [4:0]  mixes_left;      // steps that still mix the start
    reg        mixing;          // the start is not mixed yet
    reg        usable;          // the random numbers are mixed
    reg [31:0] random_rates;    // random bits for load and hot rate
    reg [1:0]  random_hot;      // random bits that choose the hot node
    reg [1:0]  further_q;       // drawn place among all other nodes, from 1
    reg [1:0]  further_rest_q;  // drawn place among other nodes not hot, from 1
    reg [7:0]  make_dst_q;      // its destination
    reg        make_valid_q;    // makes, one cycle later

    wire [63:0] state_or_start;
    wire [63:0] shift_13;
    wire [63:0] shift_7;
    wire [63:0] stepped;
    wire [23:0] choice;
    wire [1:0]  hot_distance;
    wire [1:0]  hot_ahead;
    wire [1:0]  first_hot;
    wire        hot_time;
    wire        beside_hot;
    wire        hot_drawn;
    wire        is_hot;
    wire [1:0]  hot_dst;
    wire [25:0] product;
    wire [25:0] product_rest;
    wire        hot_hit;
    wire [1:0]  which_hit;
    wire [1:0]  place_over;
    wire [1:0]  place;
    wire [1:0]  rest_dst;
    wire [1:0]  uniform_dst;
    reg  [1:0]  pattern_dst;
    wire        to_itself;
    wire        to_rest;
    wire [7:0]  dst;
    wire        makes;

`ifdef RTLGEN_CHECKS
    reg [1:0] hot_count_q;  // hot_count, one cycle later
`endif

    wire unused_product_fractions = &{1'b0, product[23:0], product_rest[23:0]};
    wire unused_hot_node_rest = &{1'b0, hot_node[7:2]};

    // Rotation to the left by amount modulo 2.
    function [1:0] rotate_left_2_by_2(input [1:0] value, input [1:0] amount);
        reg [1:0] n;
        begin
            n = amount % 2'd2;
            rotate_left_2_by_2 = (value << n) | (value >> (2'd2 - n));
        end
    endfunction

    assign state_or_start = started ? state : {seed, 24'h243f6a, node};
    assign shift_13       = state_or_start ^ (state_or_start << 13);
    assign shift_7        = shift_13 ^ (shift_13 >> 7);
    assign stepped        = shift_7 ^ (shift_7 << 17);
    assign choice         = state[55:32];
    assign hot_distance   = 2'd3 >> hot_count;
    assign hot_ahead      = hot_node[1:0] - node[1:0];
    assign first_hot      = hot_ahead & hot_distance;
    assign hot_time       = hot_start <= now && now < hot_end;
    assign beside_hot     = hot_time && first_hot != 2'd0;
    assign hot_drawn      = {1'b0, random_rates[31:16]} < hot_rate;
    assign is_hot         = beside_hot && hot_drawn;
    assign hot_dst        = hot_node[1:0] + (random_hot & ~hot_distance);
    assign product        = {choice, 2'd0} - {2'd0, choice};
    assign product_rest   = product - ({2'd0, choice} << hot_count);
    assign hot_hit        = ((further_rest_q ^ hot_ahead) & hot_distance) == 2'd0;
    assign which_hit      = rotate_left_2_by_2(further_rest_q & ~hot_distance, hot_count);
    assign place_over  = (which_hit == (first_hot ^ hot_distance)) ? 2'd3 << hot_count : ~which_hit;
    assign place       = hot_hit ? place_over : further_rest_q;
    assign rest_dst    = node[1:0] + place;
    assign uniform_dst = node[1:0] + further_q;
    assign to_itself   = !is_hot && pattern == 2'd2 && {node[0], node[1]} == node[1:0];
    assign to_rest     = beside_hot && !hot_drawn && pattern == 2'd0;
    assign dst         = {6'd0, to_rest ? rest_dst : is_hot ? hot_dst : pattern_dst};
    assign makes = enable
                && usable
                && now[2:0] == node[2:0]
                && {1'b0, random_rates[15:0]} < load
                && !to_itself;
    assign make_valid = make_valid_q;
    assign make_dst   = make_dst_q;

    always @* begin
        case (pattern)
            2'd1: pattern_dst = ~node[1:0];
            2'd2: pattern_dst = {node[0], node[1]};
            2'd3: pattern_dst = node[1:0] + 2'd2;
            default: pattern_dst = uniform_dst;
        endcase
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [37:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[5:0], memory_fill};
        end
        {random_rates, random_hot, further_q, further_rest_q} = memory_bits;
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            state <= 64'd0;
            usable <= 1'b0;
            make_dst_q <= 8'd0;
            make_valid_q <= 1'b0;
        end else begin
            state <= stepped + (mixing ? 64'h9e3779b97f4a7c15 : 64'd0);
            usable <= !mixing;
            if (makes) make_dst_q <= dst;
            make_valid_q <= makes;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            started <= 1'b0;
            mixes_left <= 5'd31;
            mixing <= 1'b1;
        end else if (!started) begin
            started <= enable;
        end else if (mixing) begin
            mixes_left <= mixes_left - 5'd1;
            if (mixes_left == 5'd1) mixing <= 1'b0;
        end
    end

    always @(posedge clk) begin
        random_rates <= state[31:0];
        random_hot <= state[58:57];
        further_q <= product[25:24] + 2'd1;
        further_rest_q <= product_rest[25:24] + 2'd1;
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            hot_count_q <= 2'd0;
        end else begin
            hot_count_q <= hot_count;
        end
    end
`endif

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
            if (!mixing && state == 64'd0) begin
                $display("RTLGEN_ASSERT %m generator_runs fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // as many nodes from one to the next as there are hot ones, or more
            if ({2'd0, 7'd1 << {hot_count, 1'b0}} > 9'd4) begin
                $display("RTLGEN_ASSERT %m hot_nodes_far_apart fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // it counts a cycle early
            if (enable && usable && hot_count != hot_count_q) begin
                $display("RTLGEN_ASSERT %m hot_count_held fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (node >= 8'd4) begin
                $display("RTLGEN_ASSERT %m node_of_the_network fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (hot_node >= 8'd4) begin
                $display("RTLGEN_ASSERT %m hot_node_of_the_network fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_traffic_source_nodes4
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // 0 is the one state without a way out
            generator_runs: assert (mixing || state != 64'd0);
            // as many nodes from one to the next as there are hot ones, or more
            hot_nodes_far_apart: `RTLGEN_CONTRACT ({2'd0, 7'd1 << {hot_count, 1'b0}} <= 9'd4);
            // it counts a cycle early
            hot_count_held: `RTLGEN_CONTRACT (!(enable && usable) || hot_count == hot_count_q);
            node_of_the_network: `RTLGEN_CONTRACT (node < 8'd4);
            hot_node_of_the_network: `RTLGEN_CONTRACT (hot_node < 8'd4);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
