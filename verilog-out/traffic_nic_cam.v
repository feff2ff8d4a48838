// SPDX-License-Identifier: Apache-2.0
// traffic_nic_cam: CAM of a NIC: which destinations are stopped  lines = 16
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module traffic_nic_cam (
    input  wire        clk,        // rising edge
    input  wire        rst,        // synchronous, active high

    // from the switch
    input  wire        msg_valid,  // a message about a congestion point
    input  wire        msg_xoff,   // 1: Xoff, 0: Xon
    input  wire [30:0] msg_tp,     // turns that lead to the point
    input  wire [30:0] msg_mask,   // significant bits of the turns

    input  wire [30:0] turns,      // turns of the candidate, looked up in a cycle without a message
    input  wire [15:0] in_use,     // packets are set aside for the line
    output reg  [15:0] stopped,    // the line's packets must stay, a function of registers
    output wire        hit,        // a line stops the candidate, combinational
    output wire [3:0]  target,     // the line with the shortest name that does
    output wire        refused     // an Xoff found no free line, combinational
);

    (* mem2reg *)
    reg [30:0] tp [0:15];
    (* mem2reg *)
    reg [30:0] mask [0:15];
    (* mem2reg *)
    reg [15:0] shorter [0:15];
    reg [15:0] valid;
    reg [15:0] xoff;

    wire [30:0] key;
    wire [30:0] key_mask;
    reg  [15:0] prefix;
    reg  [15:0] extension;
    wire [15:0] same_name;
    wire [15:0] matching_xoff;
    reg  [15:0] shortest;
    wire        is_xoff;
    wire [15:0] free;
    wire        is_new;
    wire [15:0] born;

`ifdef RTLGEN_CHECKS
    wire [30:0] msg_mask_n;
`endif

    // All of tp side by side, because an always @* block cannot watch an array.
    wire [495:0] tp_flat = {tp[15], tp[14], tp[13], tp[12], tp[11], tp[10], tp[9], tp[8], tp[7],
                            tp[6], tp[5], tp[4], tp[3], tp[2], tp[1], tp[0]};

    // All of mask side by side, because an always @* block cannot watch an array.
    wire [495:0] mask_flat = {mask[15], mask[14], mask[13], mask[12], mask[11], mask[10], mask[9],
                              mask[8], mask[7], mask[6], mask[5], mask[4], mask[3], mask[2],
                              mask[1], mask[0]};

    // All of shorter side by side, because an always @* block cannot watch an array.
    wire [255:0] shorter_flat = {shorter[15], shorter[14], shorter[13], shorter[12], shorter[11],
                                 shorter[10], shorter[9], shorter[8], shorter[7], shorter[6],
                                 shorter[5], shorter[4], shorter[3], shorter[2], shorter[1],
                                 shorter[0]};

    // The lowest 1 alone.
    function [15:0] lowest_one_16(input [15:0] bits);
        reg [15:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            up_to = up_to | (up_to << 4) | (up_to << 8) | (up_to << 12);
            lowest_one_16 = bits & ~(up_to << 1);
        end
    endfunction

    // The index of the lowest 1, 0 if there is none.
    function [3:0] lowest_set_16(input [15:0] bits);
        reg [15:0] any;
        reg [15:0] index_0;
        reg [15:0] index_1;
        reg [15:0] index_2;
        reg index_3;
        begin
            any = bits;
            index_0 = ~any;
            any = any | (any >> 1);
            index_0 = (~any | index_0) & (any | (index_0 >> 2));
            index_1 = ~any;
            any = any | (any >> 2);
            index_0 = (~any | index_0) & (any | (index_0 >> 4));
            index_1 = (~any | index_1) & (any | (index_1 >> 4));
            index_2 = ~any;
            any = any | (any >> 4);
            index_0 = (~any | index_0) & (any | (index_0 >> 8));
            index_1 = (~any | index_1) & (any | (index_1 >> 8));
            index_2 = (~any | index_2) & (any | (index_2 >> 8));
            index_3 = ~any[0];
            any = any | (any >> 8);
            lowest_set_16 = any[0] ? {index_3, index_2[0], index_1[0], index_0[0]} : 4'd0;
        end
    endfunction

    assign key           = msg_valid ? msg_tp : turns;
    assign key_mask      = msg_valid ? msg_mask : 31'h7fffffff;
    assign same_name     = prefix & extension;
    assign matching_xoff = prefix & xoff;
    assign hit           = |matching_xoff;
    assign target        = lowest_set_16(shortest);
    assign is_xoff       = msg_valid && msg_xoff;
    assign free          = ~valid;
    assign is_new        = is_xoff && !(|same_name);
    assign born          = {16{is_new}} & lowest_one_16(free);
    assign refused       = is_new && !(|free);

`ifdef RTLGEN_CHECKS
    assign msg_mask_n = ~msg_mask;
`endif

    always @* begin : update_stopped
        integer k;
        for (k = 0; k < 16; k = k + 1) begin
            stopped[k] = xoff[k] || (|(shorter_flat[k*16 +: 16] & xoff));
        end
    end

    always @* begin : update_prefix
        integer k;
        for (k = 0; k < 16; k = k + 1) begin
            prefix[k] = valid[k]
                     && (((key ^ tp_flat[k*31 +: 31]) | ~key_mask) & mask_flat[k*31 +: 31])
                     == 31'd0;
        end
    end

    always @* begin : update_extension
        integer k;
        for (k = 0; k < 16; k = k + 1) begin
            extension[k] = (((key ^ tp_flat[k*31 +: 31]) | ~mask_flat[k*31 +: 31]) & msg_mask)
                        == 31'd0;
        end
    end

    always @* begin : update_shortest
        integer k;
        for (k = 0; k < 16; k = k + 1) begin
            shortest[k] = matching_xoff[k] && !(|(shorter_flat[k*16 +: 16] & matching_xoff));
        end
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            tp[memory_word] = memory_fill[31:1];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            mask[memory_word] = memory_fill[31:1];
        end
    end
`endif

    always @(posedge clk) begin : update_tp
        integer k;
        for (k = 0; k < 16; k = k + 1) begin
            if (born[k]) begin
                tp[k] <= msg_tp;
                mask[k] <= msg_mask;
            end
        end
    end

    always @(posedge clk) begin : update_shorter
        integer i;
        integer k;
        if (rst) begin
            for (i = 0; i < 16; i = i + 1) shorter[i] <= 16'd0;
        end else begin
            for (k = 0; k < 16; k = k + 1) begin
                if (born[k]) begin
                    shorter[k] <= prefix;
                end else if (is_new) begin
                    shorter[k] <= extension[k] ? shorter[k] | born : shorter[k] & ~born;
                end
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            valid <= 16'd0;
        end else begin
            valid <= (valid & (xoff | in_use)) | born | (same_name & {16{is_xoff}});
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            xoff <= 16'd0;
        end else if (is_xoff) begin
            xoff <= xoff | same_name | born;
        end else if (msg_valid) begin
            xoff <= xoff & ~same_name;
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
            // names that match have different lengths
            if (!msg_valid && shortest != lowest_one_16(shortest)) begin
                $display("RTLGEN_ASSERT %m one_shortest fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ((xoff & ~valid) != 16'd0) begin
                $display("RTLGEN_ASSERT %m xoff_lines_are_valid fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a mask is ones from the top, then zeros
            if (msg_valid && (msg_mask_n & (msg_mask_n + 31'd1)) != 31'd0) begin
                $display("RTLGEN_ASSERT %m mask_is_prefix fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // nothing is set aside for an invalid line
            if ((in_use & ~valid) != 16'd0) begin
                $display("RTLGEN_ASSERT %m packets_only_with_line fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_traffic_nic_cam
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // names that match have different lengths
            one_shortest: assert (msg_valid || shortest == lowest_one_16(shortest));
            xoff_lines_are_valid: assert ((xoff & ~valid) == 16'd0);
            // a mask is ones from the top, then zeros
            mask_is_prefix: `RTLGEN_CONTRACT (!msg_valid
                                           || (msg_mask_n & (msg_mask_n + 31'd1)) == 31'd0);
            // nothing is set aside for an invalid line
            packets_only_with_line: `RTLGEN_CONTRACT ((in_use & ~valid) == 16'd0);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
