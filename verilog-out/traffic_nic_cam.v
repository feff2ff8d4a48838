// SPDX-License-Identifier: Apache-2.0
// traffic_nic_cam: CAM of a NIC: which destinations are stopped  lines = 16
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module traffic_nic_cam (
    input  wire        clk,           // rising edge
    input  wire        rst,           // synchronous, active high

    // from the switch; it passes one register first
    input  wire        msg_valid,     // a message about a congestion point
    input  wire        msg_xoff,      // 1: Xoff, 0: Xon
    input  wire [30:0] msg_tp,        // turns that lead to the point
    input  wire [30:0] msg_mask,      // significant bits of the turns

    output wire        msg_arrives,   // a message is in this register
    output wire        xoff_arrives,  // it is an Xoff
    input  wire [30:0] turns,         // turns of a packet, looked up in the next cycle
    input  wire        keep,          // the packet that is looked up in this cycle is kept
    input  wire        kept,          // the packet that is kept is looked up instead
    input  wire [15:0] in_use,        // packets are set aside for the line
    output wire [15:0] stopped,       // the line's packets must stay, a register
    output wire        hit,           // a line stops the packet that is looked up, combinational
    output wire [15:0] target,        // the line with the shortest name that does, one cycle later:
                                      // one-hot, a function of registers
    output wire        refused        // an Xoff found no free line, combinational
);

    (* mem2reg *)
    reg [30:0] tp [0:15];       // turns of the name, by line
    (* mem2reg *)
    reg [30:0] mask [0:15];     // significant bits of the turns, by line
    (* mem2reg *)
    reg [4:0]  length [0:15];   // number of significant bits, by line
    (* mem2reg *)
    reg [15:0] shorter [0:15];  // lines whose names are shorter prefixes, by line
    reg [15:0] valid;           // the line has a name, a bit per line
    reg [15:0] xoff;            // the line has an Xoff, a bit per line
    reg [15:0] stopped_q;       // the line's packets must stay, a register
    reg [15:0] extension;       // the line's name begins with the message's, by line
    reg [15:0] same_name;       // the line's name is the message's, by line
    reg        msg_valid_q;     // msg_valid, one cycle later
    reg        msg_xoff_q;      // msg_xoff, one cycle later
    reg [30:0] msg_tp_q;        // msg_tp, one cycle later
    reg [30:0] msg_mask_q;      // msg_mask, one cycle later
    reg [4:0]  msg_length;      // pin_length, one cycle later
    reg [30:0] key;             // turns that are compared with all names
    reg [15:0] kept_matches;    // the name matches the kept packet, by line
    reg [15:0] matching_xoff;   // a line with Xoff matches the packet, by line

    wire [4:0]  pin_length;
    wire        is_xoff;
    reg  [15:0] prefix;
    reg  [15:0] longer;
    reg  [15:0] same_length;
    wire [15:0] same;
    wire [15:0] free;
    wire        is_new;
    wire [15:0] first_free;
    wire [15:0] born;
    wire        born_extends;
    wire        born_is_same;
    wire [15:0] pin_same;
    wire [15:0] key_xoff;
    wire [15:0] kept_xoff;
    reg  [15:0] shortest;
    wire [15:0] xon_ends;
    wire [15:0] xoff_stays;
    wire        xoff_begins;

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

    // All of length side by side, because an always @* block cannot watch an array.
    wire [79:0] length_flat = {length[15], length[14], length[13], length[12], length[11],
                               length[10], length[9], length[8], length[7], length[6], length[5],
                               length[4], length[3], length[2], length[1], length[0]};

    // All of shorter side by side, because an always @* block cannot watch an array.
    wire [255:0] shorter_flat = {shorter[15], shorter[14], shorter[13], shorter[12], shorter[11],
                                 shorter[10], shorter[9], shorter[8], shorter[7], shorter[6],
                                 shorter[5], shorter[4], shorter[3], shorter[2], shorter[1],
                                 shorter[0]};

    assign pin_length = {msg_mask[15], |{msg_mask[23] & ~msg_mask[15], msg_mask[7]},
                         |{msg_mask[27] & ~msg_mask[23], msg_mask[19] & ~msg_mask[15],
                           msg_mask[11] & ~msg_mask[7], msg_mask[3]},
                         |{msg_mask[29] & ~msg_mask[27], msg_mask[25] & ~msg_mask[23],
                           msg_mask[21] & ~msg_mask[19], msg_mask[17] & ~msg_mask[15],
                           msg_mask[13] & ~msg_mask[11], msg_mask[9] & ~msg_mask[7],
                           msg_mask[5] & ~msg_mask[3], msg_mask[1]},
                         |{msg_mask[30] & ~msg_mask[29], msg_mask[28] & ~msg_mask[27],
                           msg_mask[26] & ~msg_mask[25], msg_mask[24] & ~msg_mask[23],
                           msg_mask[22] & ~msg_mask[21], msg_mask[20] & ~msg_mask[19],
                           msg_mask[18] & ~msg_mask[17], msg_mask[16] & ~msg_mask[15],
                           msg_mask[14] & ~msg_mask[13], msg_mask[12] & ~msg_mask[11],
                           msg_mask[10] & ~msg_mask[9], msg_mask[8] & ~msg_mask[7],
                           msg_mask[6] & ~msg_mask[5], msg_mask[4] & ~msg_mask[3],
                           msg_mask[2] & ~msg_mask[1], msg_mask[0]}};
    assign msg_arrives  = msg_valid_q;
    assign is_xoff      = msg_valid_q && msg_xoff_q;
    assign xoff_arrives = is_xoff;
    assign same         = valid & same_name;
    assign free         = ~valid;
    assign is_new       = is_xoff && !(|same);
    assign first_free   = free & (16'd0 - free);
    assign born         = {16{is_new}} & first_free;
    assign born_extends = (((msg_tp ^ msg_tp_q) | ~msg_mask_q) & msg_mask) == 31'd0;
    assign born_is_same = born_extends && msg_length == pin_length;
    assign pin_same     = longer & same_length;
    assign key_xoff     = prefix & xoff & ~{16{kept}};
    assign kept_xoff    = kept_matches & xoff & {16{kept}};
    assign hit          = (|key_xoff) || (|kept_xoff);
    assign target       = shortest;
    assign refused      = is_new && !(|free);
    assign xon_ends     = same & {16{msg_valid_q & ~msg_xoff_q}};
    assign xoff_stays   = xoff & ~xon_ends;
    assign xoff_begins  = is_xoff && ((|same) || (|free));
    assign stopped      = stopped_q;

`ifdef RTLGEN_CHECKS
    assign msg_mask_n = ~msg_mask;
`endif

    always @* begin : update_prefix
        integer k;
        for (k = 0; k < 16; k = k + 1) begin
            prefix[k] = ((key ^ tp_flat[k*31 +: 31]) & mask_flat[k*31 +: 31]) == 31'd0;
        end
    end

    always @* begin : update_longer
        integer k;
        for (k = 0; k < 16; k = k + 1) begin
            longer[k] = (((msg_tp ^ tp_flat[k*31 +: 31]) | ~mask_flat[k*31 +: 31]) & msg_mask)
                     == 31'd0;
        end
    end

    always @* begin : update_same_length
        integer k;
        for (k = 0; k < 16; k = k + 1) begin
            same_length[k] = length_flat[k*5 +: 5] == pin_length;
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
        reg [177:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (6) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[145:0], memory_fill};
        end
        {stopped_q, extension, same_name, msg_tp_q, msg_mask_q, msg_length, key, kept_matches,
         matching_xoff} = memory_bits;
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            tp[memory_word] = memory_fill[31:1];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            mask[memory_word] = memory_fill[31:1];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            length[memory_word] = memory_fill[31:27];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            shorter[memory_word] = memory_fill[31:16];
        end
    end
`endif

    always @(posedge clk) begin : update_tp
        integer k;
        for (k = 0; k < 16; k = k + 1) begin
            if (born[k]) begin
                tp[k] <= msg_tp_q;
                mask[k] <= msg_mask_q;
                length[k] <= msg_length;
                shorter[k] <= valid & prefix & ~extension;
            end else if (is_new) begin
                shorter[k] <= extension[k] ? shorter[k] | born : shorter[k] & ~born;
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            valid <= 16'd0;
            msg_valid_q <= 1'b0;
            msg_xoff_q <= 1'b0;
        end else begin
            valid <= (valid & (xoff | in_use)) | born | (same & {16{is_xoff}});
            msg_valid_q <= msg_valid;
            msg_xoff_q <= msg_xoff;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            xoff <= 16'd0;
        end else if (is_xoff) begin
            xoff <= xoff | same | born;
        end else if (msg_valid_q) begin
            xoff <= xoff & ~same;
        end
    end

    always @(posedge clk) begin : update_stopped_q
        integer k;
        for (k = 0; k < 16; k = k + 1) begin
            stopped_q[k] <= xoff_stays[k]
                         || (|(shorter[k] & xoff_stays))
                         || (xoff_begins && extension[k])
                         || born[k];
        end
        extension <= born_extends ? longer | born : longer & ~born;
        same_name <= born_is_same ? pin_same | born : pin_same & ~born;
        msg_tp_q <= msg_tp;
        msg_mask_q <= msg_mask;
        msg_length <= pin_length;
        key <= (msg_valid && msg_xoff) ? msg_tp : turns;
        if (keep) kept_matches <= prefix;
        matching_xoff <= key_xoff | kept_xoff;
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
