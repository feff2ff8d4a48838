// SPDX-License-Identifier: Apache-2.0
// recn_branches: leaves first: when a line of an output port may be freed (RECN before DD)
//
// ports = 8, saqs = 4
`default_nettype none

module recn_branches (
    input  wire         clk,            // rising edge
    input  wire         rst,            // synchronous, active high

    // lines of the CAM
    input  wire [3:0]   line_valid,     // the line is in use
    input  wire [123:0] line_tp,        // name: turns
    input  wire [123:0] line_mask,      // name: mask

    input  wire [3:0]   stopped,        // no Xon has come
    input  wire [3:0]   told,           // the Xon was told
    input  wire         msg_valid,      // an Xoff or Xon comes from downstream

    // report of an input port
    input  wire         report_valid,   // a message about a congestion point
    input  wire         report_xoff,    // 1: Xoff, 0: Xon
    input  wire [30:0]  report_tp,      // turns that lead to the point
    input  wire [30:0]  report_mask,    // significant bits of the turns
    input  wire [2:0]   report_source,  // the input port that it comes from

    input  wire         up_take,        // the link takes the report
    output wire [3:0]   free,           // the line is freed, one-hot, combinational

    // report about the line for the switch downstream; xoff: it was made, else it is gone;
    // functions of registers and lines
    output wire         up_valid,       // a message about a congestion point
    output wire         up_xoff,        // 1: Xoff, 0: Xon
    output wire [30:0]  up_tp,          // turns that lead to the point
    output wire [30:0]  up_mask         // significant bits of the turns
);

    (* mem2reg *)
    reg [7:0]  branch [0:3];  // input ports that made a SAQ from it, by line
    reg [3:0]  valid_before;  // line_valid, one cycle later
    reg [3:0]  unreported;    // the line was not reported yet, a bit per line
    reg        gone_q;        // the report of a freed line waits
    reg [30:0] gone_tp;       // turns of the freed line's name
    reg [30:0] gone_mask;     // significant bits of these turns

    reg  [3:0] same_name;
    wire [7:0] from;
    reg  [3:0] alone;
    wire       calm;
    wire [3:0] may_go;
    wire [3:0] freed;
    wire [3:0] made;
    wire       made_is_taken;
    wire [3:0] told_lines;

    // All of branch side by side, because an always @* block cannot watch an array.
    wire [31:0] branch_flat = {branch[3], branch[2], branch[1], branch[0]};

    // The lowest 1 alone.
    function [3:0] lowest_one_4(input [3:0] bits);
        reg [3:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            lowest_one_4 = bits & ~(up_to << 1);
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

    assign from          = 8'd1 << report_source;
    assign calm          = !(gone_q || msg_valid || report_valid);
    assign may_go        = line_valid & valid_before & told & ~stopped & ~unreported & alone;
    assign freed         = lowest_one_4(may_go) & {4{calm}};
    assign free          = freed;
    assign made          = lowest_one_4(unreported);
    assign up_valid      = gone_q || (|unreported);
    assign up_xoff       = !gone_q;
    assign up_tp         = gone_q ? gone_tp : one_hot_mux_4x31(made, line_tp);
    assign up_mask       = gone_q ? gone_mask : one_hot_mux_4x31(made, line_mask);
    assign made_is_taken = up_take && !gone_q;
    assign told_lines    = made & {4{made_is_taken}};

    always @* begin : update_same_name
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            same_name[k] = line_valid[k]
                        && report_mask == line_mask[k*31 +: 31]
                        && ((report_tp ^ line_tp[k*31 +: 31]) & line_mask[k*31 +: 31]) == 31'd0;
        end
    end

    always @* begin : update_alone
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            alone[k] = branch_flat[k*8 +: 8] == 8'd0;
        end
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [61:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[29:0], memory_fill};
        end
        {gone_tp, gone_mask} = memory_bits;
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            branch[memory_word] = memory_fill[31:24];
        end
    end
`endif

    always @(posedge clk) begin : update_branch
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            if (!valid_before[k]) begin
                branch[k] <= 8'd0;
            end else if (report_valid && same_name[k]) begin
                branch[k] <= report_xoff ? branch[k] | from : branch[k] & ~from;
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            valid_before <= 4'd0;
            unreported <= 4'd0;
        end else begin
            valid_before <= line_valid;
            unreported <= (unreported & ~told_lines) | (line_valid & ~valid_before);
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            gone_q <= 1'b0;
        end else if (|freed) begin
            gone_q <= 1'b1;
        end else if (up_take) begin
            gone_q <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (|freed) begin
            gone_tp <= one_hot_mux_4x31(freed, line_tp);
            gone_mask <= one_hot_mux_4x31(freed, line_mask);
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
            if (up_take && !(gone_q || (|unreported))) begin
                $display("RTLGEN_ASSERT %m takes_what_is_there fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_recn_branches
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            takes_what_is_there: `RTLGEN_CONTRACT (!(up_take && !(gone_q || (|unreported))));
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
