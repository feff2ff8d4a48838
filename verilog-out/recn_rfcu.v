// SPDX-License-Identifier: Apache-2.0
// recn_rfcu: RECN flow control unit: Xoff, Xon, deallocation
//
// slots = 64, saqs = 4, xoff = 10, xon = 5, inclusive = 0
`default_nettype none

module recn_rfcu (
    input  wire         clk,         // rising edge
    input  wire         rst,         // synchronous, active high
    input  wire [27:0]  count,       // packets in each set-aside queue

    // lines of the CAM
    input  wire [3:0]   line_valid,  // the line is in use
    input  wire [123:0] line_tp,     // name: turns
    input  wire [123:0] line_mask,   // name: mask
    input  wire [3:0]   line_xoff,   // the queue may not send
    input  wire [3:0]   line_sent,   // an Xoff is outstanding upstream
    input  wire [3:0]   line_ready,  // the line may be freed

    input  wire [3:0]   linked,      // a packet joins the queue
    output wire [3:0]   sent_set,    // an Xoff is made for the line, combinational
    output wire [3:0]   sent_clear,  // an Xon is made for the line, combinational
    output wire [3:0]   dealloc,     // the line may be freed, one-hot, combinational

    // to the switch upstream, registers
    output wire         msg_valid,   // a message about a congestion point
    output wire         msg_xoff,    // 1: Xoff, 0: Xon
    output wire [30:0]  msg_tp,      // turns that lead to the point
    output wire [30:0]  msg_mask     // significant bits of the turns
);

    reg [3:0]  over_xoff;    // the queue is over xoff, by SAQ
    reg [3:0]  under_xon;    // the queue is under xon, by SAQ
    reg        msg_valid_q;  // a message about a congestion point
    reg        msg_xoff_q;   // 1: Xoff, 0: Xon
    reg [30:0] msg_tp_q;     // turns that lead to the point
    reg [30:0] msg_mask_q;   // significant bits of the turns

    reg  [3:0] empty;
    wire [3:0] wants_xoff;
    wire [3:0] wants_xon;
    wire [3:0] chosen;
    wire [3:0] sends_xoff;
    wire [3:0] sends_xon;
    wire [3:0] dying;

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

    assign wants_xoff = line_valid & over_xoff & ~line_sent;
    assign wants_xon  = line_valid & under_xon & line_sent;
    assign chosen     = lowest_one_4(wants_xoff | wants_xon);
    assign sends_xoff = chosen & wants_xoff;
    assign sends_xon  = chosen & wants_xon;
    assign dying      = line_valid
                      & ~over_xoff
                      & empty
                      & ~line_xoff
                      & ~line_sent
                      & line_ready
                      & ~linked;
    assign sent_set   = sends_xoff;
    assign sent_clear = sends_xon;
    assign dealloc    = lowest_one_4(dying);
    assign msg_valid  = msg_valid_q;
    assign msg_xoff   = msg_xoff_q;
    assign msg_tp     = msg_tp_q;
    assign msg_mask   = msg_mask_q;

    always @* begin : update_empty
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            empty[k] = count[k*7 +: 7] == 7'd0;
        end
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [61:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[29:0], memory_fill};
        end
        {msg_tp_q, msg_mask_q} = memory_bits;
    end
`endif

    always @(posedge clk) begin : update_over_xoff
        integer k;
        if (rst) begin
            over_xoff <= 4'd0;
            under_xon <= 4'd15;
            msg_valid_q <= 1'b0;
            msg_xoff_q <= 1'b0;
        end else begin
            for (k = 0; k < 4; k = k + 1) begin
                over_xoff[k] <= count[k*7 +: 7] > 7'd10;
                under_xon[k] <= count[k*7 +: 7] < 7'd5;
            end
            msg_valid_q <= |chosen;
            msg_xoff_q <= |sends_xoff;
        end
    end

    always @(posedge clk) begin
        msg_tp_q <= one_hot_mux_4x31(chosen, line_tp);
        msg_mask_q <= one_hot_mux_4x31(chosen, line_mask);
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
            if ((wants_xoff & wants_xon) != 4'd0) begin
                $display("RTLGEN_ASSERT %m never_xoff_and_xon fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_recn_rfcu
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            never_xoff_and_xon: assert ((wants_xoff & wants_xon) == 4'd0);
        end
    end
`endif

endmodule

`default_nettype wire
