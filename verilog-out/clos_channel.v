// SPDX-License-Identifier: Apache-2.0
// clos_channel: end of the control channels of all nodes to one of them  nodes = 16, g = 16
`default_nettype none

module clos_channel (
    input  wire        clk,        // rising edge
    input  wire        rst,        // synchronous, active high
    input  wire [7:0]  node,       // number of this node

    // words that leave the nodes' links in this cycle, a lane per sender
    input  wire [15:0] in_valid,   // there is one
    input  wire [63:0] in_node,    // adapter at the other end; unknown while not valid
    input  wire [79:0] in_count,   // segments; unknown while not valid

    // to the node, a word per cycle, registers
    output wire        out_valid,  // there is one
    output wire [3:0]  out_node,   // adapter at the other end; unknown while not valid
    output wire [4:0]  out_count   // segments; unknown while not valid
);

    (* mem2reg *)
    reg [4:0]  waiting [0:15];  // count that waits, by sender
    reg [15:0] some;            // a count waits, a bit per sender
    reg [14:0] above_last;      // senders above the one served last
    reg        out_valid_q;     // there is one
    reg [3:0]  out_node_q;      // sender_index, one cycle later
    reg [4:0]  out_count_q;     // count, one cycle later

    wire [15:0] sender_ahead;
    wire        sender_any_ahead;
    wire [15:0] sender_minus_ahead;
    wire [15:0] sender_minus_all;
    wire [15:0] sender_first_ahead;
    wire [15:0] sender_lowest;
    wire [3:0]  sender_index;
    wire [15:0] served;
    reg  [79:0] arrived;
    reg  [95:0] sums;
    reg  [15:0] overflow;
    wire [4:0]  count;

    wire unused_node_rest = &{1'b0, node[7:4]};

    // All of waiting side by side, because an always @* block cannot watch an array.
    wire [79:0] waiting_flat = {waiting[15], waiting[14], waiting[13], waiting[12], waiting[11],
                                waiting[10], waiting[9], waiting[8], waiting[7], waiting[6],
                                waiting[5], waiting[4], waiting[3], waiting[2], waiting[1],
                                waiting[0]};

    // The lane of 5 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [4:0] one_hot_mux_16x5(input [15:0] select, input [79:0] lanes);
        integer n;
        begin
            one_hot_mux_16x5 = 5'd0;
            for (n = 0; n < 16; n = n + 1)
                one_hot_mux_16x5 = one_hot_mux_16x5 | ({5{select[n]}} & lanes[n*5 +: 5]);
        end
    endfunction

    assign sender_ahead       = some & {above_last, 1'b0};
    assign sender_any_ahead   = |sender_ahead;
    assign sender_minus_ahead = 16'd0 - sender_ahead;
    assign sender_minus_all   = 16'd0 - some;
    assign sender_first_ahead = sender_ahead & sender_minus_ahead;
    assign sender_lowest      = some & sender_minus_all;
    assign sender_index = sender_any_ahead
                        ? {|(sender_first_ahead & 16'hff00), |(sender_first_ahead & 16'hf0f0),
                           |(sender_first_ahead & 16'hcccc), |(sender_first_ahead & 16'haaaa)}
                        : {|(sender_lowest & 16'hff00), |(sender_lowest & 16'hf0f0),
                           |(sender_lowest & 16'hcccc), |(sender_lowest & 16'haaaa)};
    assign served    = sender_any_ahead ? sender_first_ahead : sender_lowest;
    assign out_valid = out_valid_q;
    assign out_node  = out_node_q;
    assign count = one_hot_mux_16x5(served,
                                    {waiting[15], waiting[14], waiting[13], waiting[12],
                                     waiting[11], waiting[10], waiting[9], waiting[8], waiting[7],
                                     waiting[6], waiting[5], waiting[4], waiting[3], waiting[2],
                                     waiting[1], waiting[0]});
    assign out_count = out_count_q;

    always @* begin : update_arrived
        integer s;
        for (s = 0; s < 16; s = s + 1) begin
            arrived[s*5 +: 5] = (in_valid[s] && in_node[s*4 +: 4] == node[3:0]) ? in_count[s*5 +: 5]
                              : 5'd0;
        end
    end

    always @* begin : update_sums
        integer s;
        for (s = 0; s < 16; s = s + 1) begin
            sums[s*6 +: 6] = {1'b0, served[s] ? 5'd0 : waiting_flat[s*5 +: 5]}
                           + {1'b0, arrived[s*5 +: 5]};
        end
    end

    always @* begin : update_overflow
        integer s;
        for (s = 0; s < 16; s = s + 1) begin
            overflow[s] = sums[s*6 +: 6] > 6'd16;
        end
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [8:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        memory_bits = memory_fill[31:23];
        {out_node_q, out_count_q} = memory_bits;
    end
`endif

    always @(posedge clk) begin : update_waiting
        integer i;
        integer s;
        if (rst) begin
            for (i = 0; i < 16; i = i + 1) waiting[i] <= 5'd0;
            some <= 16'd0;
        end else begin
            for (s = 0; s < 16; s = s + 1) begin
                if ((in_valid[s] && in_node[s*4 +: 4] == node[3:0]) || served[s]) begin
                    waiting[s] <= overflow[s] ? 5'd16 : sums[s*6 +: 5];
                    some[s] <= (|(served[s] ? 5'd0 : waiting[s])) || (|arrived[s*5 +: 5]);
                end
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            above_last <= 15'd0;
            out_valid_q <= 1'b0;
        end else begin
            if (|some) begin
                above_last <= sender_any_ahead ? sender_ahead[15:1] ^ sender_minus_ahead[15:1]
                            : some[15:1] ^ sender_minus_all[15:1];
            end
            out_valid_q <= |some;
        end
    end

    always @(posedge clk) begin
        out_node_q <= sender_index;
        out_count_q <= count;
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
            // at most g segments of a flow are requested, or granted, at a time
            if (overflow != 16'd0) begin
                $display("RTLGEN_ASSERT %m no_more_than_g fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_clos_channel
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // at most g segments of a flow are requested, or granted, at a time
            no_more_than_g: `RTLGEN_CONTRACT (overflow == 16'd0);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
