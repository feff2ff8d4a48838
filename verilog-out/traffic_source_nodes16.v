// SPDX-License-Identifier: Apache-2.0
// traffic_source_nodes16: makes packets at a rate, to destinations of a pattern  nodes = 16
`default_nettype none

module traffic_source_nodes16 (
    input  wire        clk,         // rising edge
    input  wire        rst,         // synchronous, active high
    input  wire [7:0]  node,        // number of this node
    input  wire [31:0] now,         // time, cycles
    input  wire [31:0] seed,        // of the random numbers
    input  wire [16:0] load,        // packets per packet time, in 1/65536
    input  wire [1:0]  pattern,     // 0 uniform, 1 bit complement, 2 bit reversal, 3 half of the
                                    // nodes on
    input  wire [16:0] hot_rate,    // packets to the hot node per packet, in 1/65536
    input  wire [7:0]  hot_node,    // the hot node
    input  wire [31:0] hot_start,   // first cycle in which it is hot
    input  wire [31:0] hot_end,     // first cycle in which it no longer is
    input  wire        enable,      // packets are made

    // packets made, registers
    output wire        make_valid,  // pulse: a packet is made
    output wire [7:0]  make_dst     // its destination
);

    reg [63:0] state;
    reg        started;
    reg [5:0]  mixes_left;
    reg [7:0]  make_dst_q;
    reg        make_valid_q;

    wire [63:0] shift_13;
    wire [63:0] shift_7;
    wire [63:0] stepped;
    wire        usable;
    wire [27:0] product;
    reg  [3:0]  pattern_dst;
    wire        hot_time;
    wire        is_hot;
    wire [7:0]  dst;
    wire        makes;

    wire unused_product_rest = &{1'b0, product[23:0]};

    assign shift_13 = state ^ (state << 13);
    assign shift_7  = shift_13 ^ (shift_13 >> 7);
    assign stepped  = shift_7 ^ (shift_7 << 17);
    assign usable   = started && mixes_left == 6'd0;
    assign product  = {state[55:32], 4'd0} - {4'd0, state[55:32]};
    assign hot_time = hot_start <= now && now < hot_end;
    assign is_hot   = hot_time && {1'b0, state[31:16]} < hot_rate && hot_node != node;
    assign dst      = is_hot ? hot_node : {4'd0, pattern_dst};
    assign makes = enable
                && usable
                && now[2:0] == node[2:0]
                && {1'b0, state[15:0]} < load
                && dst != node;
    assign make_valid = make_valid_q;
    assign make_dst   = make_dst_q;

    always @* begin
        case (pattern)
            2'd1: pattern_dst = ~node[3:0];
            2'd2: pattern_dst = {node[0], node[1], node[2], node[3]};
            2'd3: pattern_dst = node[3:0] + 4'd8;
            default: pattern_dst = node[3:0] + product[27:24] + 4'd1;
        endcase
    end

    always @(posedge clk) begin
        if (rst) begin
            state <= 64'd0;
            started <= 1'b0;
            mixes_left <= 6'd32;
        end else if (!started) begin
            state <= {seed, 24'h243f6a, node};
            started <= enable;
        end else if (mixes_left != 6'd0) begin
            state <= stepped + 64'h9e3779b97f4a7c15;
            mixes_left <= mixes_left - 6'd1;
        end else begin
            state <= stepped;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            make_dst_q <= 8'd0;
        end else if (makes) begin
            make_dst_q <= dst;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            make_valid_q <= 1'b0;
        end else begin
            make_valid_q <= makes;
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
            if (usable && state == 64'd0) begin
                $display("RTLGEN_ASSERT %m generator_runs fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (node >= 8'd16) begin
                $display("RTLGEN_ASSERT %m node_of_the_network fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (hot_node >= 8'd16) begin
                $display("RTLGEN_ASSERT %m hot_node_of_the_network fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_traffic_source_nodes16
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // 0 is the one state without a way out
            generator_runs: assert (!usable || state != 64'd0);
            node_of_the_network: `RTLGEN_CONTRACT (node < 8'd16);
            hot_node_of_the_network: `RTLGEN_CONTRACT (hot_node < 8'd16);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
