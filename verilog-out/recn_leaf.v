// SPDX-License-Identifier: Apache-2.0
// recn_leaf: leaves first: when a set-aside queue may be freed (RECN before DD)
//
// ports = 8, saqs = 4, timer = 64
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module recn_leaf (
    input  wire         clk,         // rising edge
    input  wire         rst,         // synchronous, active high

    // lines of the CAM
    input  wire [3:0]   line_valid,  // the line is in use
    input  wire [123:0] line_tp,     // name: turns
    input  wire [123:0] line_mask,   // name: mask

    input  wire [3:0]   stopped,     // the queue may not send
    input  wire [3:0]   empty,       // the queue is empty
    input  wire [3:0]   freed,       // the line is freed, one-hot
    input  wire [2:0]   my_port,     // number of this port

    // report about the line upstream; xoff: it was made, else it is gone
    input  wire         msg_valid,   // a message about a congestion point
    input  wire         msg_xoff,    // 1: Xoff, 0: Xon
    input  wire [30:0]  msg_tp,      // turns that lead to the point
    input  wire [30:0]  msg_mask,    // significant bits of the turns

    input  wire         note_take,   // the bus takes the report
    output wire [3:0]   may_free,    // the line may be freed, a function of registers

    // report about the queue for an output port; xoff: it was made, else it is gone; functions of
    // registers and lines
    output wire         note_valid,  // a message about a congestion point
    output wire         note_xoff,   // 1: Xoff, 0: Xon
    output wire [30:0]  note_tp,     // turns that lead to the point
    output wire [30:0]  note_mask,   // significant bits of the turns
    output wire [2:0]   note_target  // the input port that an Xoff is for
);

    (* mem2reg *)
    reg [6:0]  timer_q [0:3];   // cycles that the SAQ has rested, by SAQ
    reg [3:0]  unreported;      // the SAQ was not reported yet, a bit per SAQ
    reg [3:0]  upstream;        // a line upstream was made from it, by SAQ
    reg        gone_q;          // the report of a freed SAQ waits
    reg [30:0] gone_tp;         // turns of the freed SAQ's name
    reg [30:0] gone_mask;       // significant bits of these turns
    reg [3:0]  blocked_before;  // blocked, one cycle later

    wire [3:0]  made;
    wire [30:0] report_tp;
    wire [30:0] report_mask;
    wire [2:0]  parent;
    wire [30:0] freed_tp;
    wire [30:0] freed_mask;
    wire [3:0]  blocked;
    wire        made_is_taken;
    wire [3:0]  told_lines;
    reg  [3:0]  same_name;
    wire [3:0]  heard;
    wire [3:0]  resting;
    reg  [3:0]  rested;
    wire [3:0]  allowed;

`ifdef RTLGEN_CHECKS
    reg after_the_first_cycle;  // this is not the first cycle after reset
`endif

    wire unused_first_turn = &{1'b0, report_mask[30:28]};

    // All of timer_q side by side, because an always @* block cannot watch an array.
    wire [27:0] timer_q_flat = {timer_q[3], timer_q[2], timer_q[1], timer_q[0]};

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

    assign made          = lowest_one_4(unreported);
    assign report_tp     = gone_q ? gone_tp : one_hot_mux_4x31(made, line_tp);
    assign report_mask   = gone_q ? gone_mask : one_hot_mux_4x31(made, line_mask);
    assign note_valid    = gone_q || (|unreported);
    assign note_xoff     = !gone_q;
    assign note_tp       = {report_tp[27:0], 3'd0};
    assign note_mask     = {report_mask[27:0], 3'd0};
    assign parent        = my_port + report_tp[30:28] + 3'd1;
    assign note_target   = parent;
    assign freed_tp      = one_hot_mux_4x31(freed, line_tp);
    assign freed_mask    = one_hot_mux_4x31(freed, line_mask);
    assign blocked       = line_valid & stopped;
    assign made_is_taken = note_take && !gone_q;
    assign told_lines    = made & {4{made_is_taken}};
    assign heard         = same_name & {4{msg_valid}};
    assign resting       = line_valid & empty & ~stopped;
    assign allowed       = line_valid & ~unreported & ~upstream & ~{4{gone_q}} & rested;
    assign may_free      = allowed;

    always @* begin : update_same_name
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            same_name[k] = line_valid[k]
                        && msg_mask == line_mask[k*31 +: 31]
                        && ((msg_tp ^ line_tp[k*31 +: 31]) & line_mask[k*31 +: 31]) == 31'd0;
        end
    end

    always @* begin : update_rested
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            rested[k] = timer_q_flat[k*7 +: 7] == 7'd64;
        end
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [69:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (3) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[37:0], memory_fill};
        end
        {upstream, gone_tp, gone_mask, blocked_before} = memory_bits;
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            timer_q[memory_word] = memory_fill[31:25];
        end
    end
`endif

    always @(posedge clk) begin : update_timer_q
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            if (!resting[k]) begin
                timer_q[k] <= 7'd0;
            end else if (!(timer_q[k] == 7'd64)) begin
                timer_q[k] <= timer_q[k] + 7'd1;
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            unreported <= 4'd0;
        end else begin
            unreported <= (unreported & ~told_lines) | (blocked & ~blocked_before);
        end
    end

    always @(posedge clk) begin
        upstream <= line_valid & (msg_xoff ? upstream | heard : upstream & ~heard);
        blocked_before <= blocked;
    end

    always @(posedge clk) begin
        if (rst) begin
            gone_q <= 1'b0;
        end else if (freed_mask[27]) begin
            gone_q <= 1'b1;
        end else if (note_take) begin
            gone_q <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (freed_mask[27]) begin
            gone_tp <= freed_tp;
            gone_mask <= freed_mask;
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            after_the_first_cycle <= 1'b0;
        end else begin
            after_the_first_cycle <= 1'b1;
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
            // no line is valid in the first cycle after reset
            if (!after_the_first_cycle && line_valid != 4'd0) begin
                $display("RTLGEN_ASSERT %m no_line_at_first fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ((freed & ~lowest_one_4(freed)) != 4'd0) begin
                $display("RTLGEN_ASSERT %m one_is_freed fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ((freed & ~allowed) != 4'd0) begin
                $display("RTLGEN_ASSERT %m frees_only_what_it_may fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (note_take && !(gone_q || (|unreported))) begin
                $display("RTLGEN_ASSERT %m takes_what_is_there fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_recn_leaf
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // no line is valid in the first cycle after reset
            no_line_at_first: `RTLGEN_CONTRACT (after_the_first_cycle || line_valid == 4'd0);
            one_is_freed: `RTLGEN_CONTRACT ((freed & ~lowest_one_4(freed)) == 4'd0);
            frees_only_what_it_may: `RTLGEN_CONTRACT ((freed & ~allowed) == 4'd0);
            takes_what_is_there: `RTLGEN_CONTRACT (!(note_take && !(gone_q || (|unreported))));
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
