// SPDX-License-Identifier: Apache-2.0
// cioq_recn_notifier: notifications of an output side to the input sides
//
// ports = 8, slots = 64, saqs = 4, detect_out = 5, xoff = 10, xon = 5
`default_nettype none

module cioq_recn_notifier (
    input  wire         clk,             // rising edge
    input  wire         rst,             // synchronous, active high
    input  wire [6:0]   standard_count,  // packets in the standard queue
    input  wire [27:0]  count,           // packets in each set-aside queue

    // enqueue
    input  wire         enq_valid,       // a packet enters a queue
    input  wire [4:0]   enq_queue,       // which, one-hot
    input  wire [2:0]   enq_source,      // the input port that it came from

    // lines of the CAM and their markers
    input  wire [3:0]   line_valid,      // the line is in use
    input  wire [123:0] line_tp,         // name: turns
    input  wire [123:0] line_mask,       // name: mask
    input  wire [3:0]   line_blocked,    // B: the queue may not send
    input  wire [3:0]   line_sent,       // SENT: an Xoff is outstanding
    input  wire [3:0]   line_ready,      // R: its marker is gone; 1 for lines that are not valid
    input  wire [3:0]   line_hosting,    // it hosts the marker of a queue that is not ready

    input  wire         note_take,       // the bus takes the notification

    // notification for the input sides, registers
    output wire         note_valid,      // a message about a congestion point
    output wire         note_xoff,       // 1: Xoff, 0: Xon
    output wire [30:0]  note_tp,         // turns that lead to the point
    output wire [30:0]  note_mask,       // significant bits of the turns
    output wire [2:0]   note_target,     // the input port that an Xoff is for

    output wire [3:0]   sent_set,        // an Xoff is made for the line, combinational
    output wire [3:0]   sent_clear,      // an Xon is made for the line, combinational
    output wire [3:0]   dealloc          // the line may be freed, one-hot or 0, combinational
);

    (* mem2reg *)
    reg [2:0]  source [0:3];    // input that sent the last packet, by SAQ
    reg [3:0]  again;           // a packet entered since the last Xoff, by SAQ
    reg        request;         // a SAQ for this output is asked for
    reg [2:0]  request_source;  // input that the request goes to
    reg        note_valid_q;    // a message about a congestion point
    reg        note_xoff_q;     // 1: Xoff, 0: Xon
    reg [30:0] note_tp_q;       // turns that lead to the point
    reg [30:0] note_mask_q;     // significant bits of the turns
    reg [2:0]  note_target_q;   // the input port that an Xoff is for

    wire [4:0] entered_queue;
    wire [3:0] entered_saq;
    reg  [3:0] over_xoff;
    reg  [3:0] under_xon;
    reg  [3:0] empty;
    wire [3:0] wants_xon;
    wire [3:0] wants_xoff;
    wire       note_free;
    wire [3:0] tells_xon;
    wire [3:0] tells_xoff;
    wire       tells_request;
    wire [3:0] told;
    wire       detected;
    wire [3:0] dying;

    // The lowest 1 alone.
    function [3:0] lowest_one_4(input [3:0] bits);
        reg [3:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            lowest_one_4 = bits & ~(up_to << 1);
        end
    endfunction

    // The lane of 3 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [2:0] one_hot_mux_4x3(input [3:0] select, input [11:0] lanes);
        integer n;
        begin
            one_hot_mux_4x3 = 3'd0;
            for (n = 0; n < 4; n = n + 1)
                one_hot_mux_4x3 = one_hot_mux_4x3 | ({3{select[n]}} & lanes[n*3 +: 3]);
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

    assign entered_queue = enq_valid ? enq_queue : 5'd0;
    assign entered_saq   = entered_queue[4:1];
    assign wants_xon     = line_valid & line_sent & under_xon;
    assign wants_xoff    = line_valid & over_xoff & (~line_sent | again);
    assign note_free     = !note_valid_q;
    assign tells_xon     = lowest_one_4(wants_xon) & {4{note_free}};
    assign tells_xoff    = lowest_one_4(wants_xoff) & {4{note_free & ~(|wants_xon)}};
    assign tells_request = request && note_free && !(|wants_xon) && !(|wants_xoff);
    assign told          = tells_xon | tells_xoff;
    assign note_valid    = note_valid_q;
    assign note_xoff     = note_xoff_q;
    assign note_tp       = note_tp_q;
    assign note_mask     = note_mask_q;
    assign note_target   = note_target_q;
    assign sent_set      = tells_xoff;
    assign sent_clear    = tells_xon;
    assign detected      = entered_queue[0] && standard_count > 7'd5;
    assign dying = line_valid
                 & empty
                 & line_ready
                 & ~line_blocked
                 & ~line_sent
                 & ~line_hosting
                 & ~{4{enq_valid}};
    assign dealloc = lowest_one_4(dying);

    always @* begin : update_over_xoff
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            over_xoff[k] = count[k*7 +: 7] >= 7'd10;
        end
    end

    always @* begin : update_under_xon
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            under_xon[k] = count[k*7 +: 7] <= 7'd5;
        end
    end

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
        reg [67:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (3) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[35:0], memory_fill};
        end
        {request_source, note_tp_q, note_mask_q, note_target_q} = memory_bits;
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            source[memory_word] = memory_fill[31:29];
        end
    end
`endif

    always @(posedge clk) begin : update_source
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            if (entered_saq[k]) source[k] <= enq_source;
        end
    end

    always @(posedge clk) begin : update_again
        integer k;
        if (rst) begin
            again <= 4'd0;
        end else begin
            for (k = 0; k < 4; k = k + 1) begin
                if (entered_saq[k]) begin
                    again[k] <= 1'b1;
                end else if (tells_xoff[k]) begin
                    again[k] <= 1'b0;
                end
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            request <= 1'b0;
        end else if (detected) begin
            request <= 1'b1;
        end else if (tells_request) begin
            request <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (detected) request_source <= enq_source;
    end

    always @(posedge clk) begin
        if (rst) begin
            note_valid_q <= 1'b0;
            note_xoff_q <= 1'b0;
        end else if (note_free) begin
            note_valid_q <= (|told) || tells_request;
            note_xoff_q <= !(|tells_xon);
        end else if (note_take) begin
            note_valid_q <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (note_free) begin
            note_tp_q <= one_hot_mux_4x31(told, line_tp);
            note_mask_q <= one_hot_mux_4x31(told, line_mask);
            note_target_q <= tells_request ? request_source
                           : one_hot_mux_4x3(tells_xoff,
                                             {source[3], source[2], source[1], source[0]});
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
            if (note_take && !note_valid_q) begin
                $display("RTLGEN_ASSERT %m take_what_is_there fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ((line_sent & ~line_valid) != 4'd0) begin
                $display("RTLGEN_ASSERT %m only_valid_lines_have_sent fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ((told & ~lowest_one_4(told)) != 4'd0) begin
                $display("RTLGEN_ASSERT %m one_is_told fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_cioq_recn_notifier
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            take_what_is_there: `RTLGEN_CONTRACT (!note_take || note_valid_q);
            only_valid_lines_have_sent: `RTLGEN_CONTRACT ((line_sent & ~line_valid) == 4'd0);
            one_is_told: assert ((told & ~lowest_one_4(told)) == 4'd0);
            // a further input is told that a SAQ is too long
            xoff_again: cover (|(tells_xoff & line_sent));
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
