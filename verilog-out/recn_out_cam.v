// SPDX-License-Identifier: Apache-2.0
// recn_out_cam: CAM of an output port and its notifications to the input ports
//
// ports = 8, saqs = 4, leaf_first = 0
`default_nettype none

module recn_out_cam (
    input  wire        clk,           // rising edge
    input  wire        rst,           // synchronous, active high

    // from the switch downstream
    input  wire        msg_valid,     // a message about a congestion point
    input  wire        msg_xoff,      // 1: Xoff, 0: Xon
    input  wire [30:0] msg_tp,        // turns that lead to the point
    input  wire [30:0] msg_mask,      // significant bits of the turns

    // packets that pass
    input  wire        first_valid,   // the first beat of a packet leaves
    input  wire [35:0] first_header,  // its header, as the next switch gets it
    input  wire [2:0]  first_source,  // the input port that it came from

    // notification for the input ports, functions of registers
    output wire        note_valid,    // a message about a congestion point
    output wire        note_xoff,     // 1: Xoff, 0: Xon
    output wire [30:0] note_tp,       // turns that lead to the point
    output wire [30:0] note_mask,     // significant bits of the turns
    output wire [2:0]  note_target,   // the input port that an Xoff is for

    input  wire        note_take,     // the bus takes it
    output wire [3:0]  line_valid,    // the line is in use, a register
    output wire        cam_full       // an Xoff found no free line, combinational
);

    (* mem2reg *)
    reg [30:0] tp [0:3];
    (* mem2reg *)
    reg [30:0] mask [0:3];
    reg [3:0]  valid_q;
    reg [3:0]  xoff_q;
    reg [3:0]  pending;
    reg [2:0]  source;

    reg  [3:0]  same_name;
    reg  [3:0]  matching;
    wire [4:0]  first_shift;
    wire [30:0] first_aligned;
    wire [3:0]  free;
    wire [3:0]  xon_waiting;
    wire [3:0]  released;
    wire [3:0]  xoff_waiting;
    reg  [3:0]  shorter;
    wire [3:0]  unicast;
    wire [3:0]  pushed;
    wire [65:0] note;
    wire        msg_is_xoff;
    wire [3:0]  born;
    wire        note_fifo_full;
    wire        note_fifo_empty;
    wire [2:0]  unused_note_fifo_count;

    // All of tp side by side, because an always @* block cannot watch an array.
    wire [123:0] tp_flat = {tp[3], tp[2], tp[1], tp[0]};

    // All of mask side by side, because an always @* block cannot watch an array.
    wire [123:0] mask_flat = {mask[3], mask[2], mask[1], mask[0]};

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

    fifo_width66_depth4 note_fifo (
        .clk   (clk),
        .rst   (rst),
        .push  (|pushed),
        .wdata ({|unicast, source, one_hot_mux_4x31(pushed, {tp[3], tp[2], tp[1], tp[0]}),
                 one_hot_mux_4x31(pushed, {mask[3], mask[2], mask[1], mask[0]})}),
        .pop   (note_take),
        .rdata (note),
        .full  (note_fifo_full),
        .empty (note_fifo_empty),
        .count (unused_note_fifo_count)
    );

    assign first_shift   = 5'd30 - first_header[4:0];
    assign first_aligned = ~(~first_header[35:5] << first_shift);
    assign free          = ~valid_q;
    assign xon_waiting   = valid_q & ~xoff_q;
    assign released      = lowest_one_4(xon_waiting) & {4{~note_fifo_full}};
    assign xoff_waiting  = valid_q & xoff_q & pending;
    assign unicast       = xoff_waiting & ~shorter & {4{~note_fifo_full}} & {4{~(|xon_waiting)}};
    assign pushed        = released | unicast;
    assign note_valid    = !note_fifo_empty;
    assign note_xoff     = note[65];
    assign note_tp       = note[61:31];
    assign note_mask     = note[30:0];
    assign note_target   = note[64:62];
    assign msg_is_xoff   = msg_valid && msg_xoff;
    assign born          = {4{msg_is_xoff & ~(|same_name)}} & lowest_one_4(free);
    assign line_valid    = valid_q;
    assign cam_full      = msg_valid && msg_xoff && !(|same_name) && !(|free);

    always @* begin : update_same_name
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            same_name[k] = valid_q[k]
                        && msg_mask == mask_flat[k*31 +: 31]
                        && ((msg_tp ^ tp_flat[k*31 +: 31]) & mask_flat[k*31 +: 31]) == 31'd0;
        end
    end

    always @* begin : update_matching
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            matching[k] = valid_q[k]
                       && xoff_q[k]
                       && ((first_aligned ^ tp_flat[k*31 +: 31]) & mask_flat[k*31 +: 31]) == 31'd0;
        end
    end

    always @* begin : update_shorter
        integer k;
        integer j;
        shorter = 4'd0;
        for (k = 0; k < 4; k = k + 1) begin
            for (j = 0; j < 4; j = j + 1) begin
                if (xoff_waiting[j] && mask_flat[j*31 +: 31] > mask_flat[k*31 +: 31]) begin
                    shorter[k] = 1'b1;
                end
            end
        end
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        source = memory_fill[31:29];
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            tp[memory_word] = memory_fill[31:1];
        end
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            mask[memory_word] = memory_fill[31:1];
        end
    end
`endif

    always @(posedge clk) begin : update_tp
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            if (born[k]) begin
                tp[k] <= msg_tp;
                mask[k] <= msg_mask;
            end
        end
    end

    always @(posedge clk) begin : update_valid_q
        integer k;
        if (rst) begin
            valid_q <= 4'd0;
            xoff_q <= 4'd0;
        end else begin
            for (k = 0; k < 4; k = k + 1) begin
                if (born[k]) begin
                    valid_q[k] <= 1'b1;
                    xoff_q[k] <= 1'b1;
                end else if (msg_valid && same_name[k]) begin
                    xoff_q[k] <= msg_xoff;
                    valid_q[k] <= msg_xoff || !released[k];
                end else if (released[k]) begin
                    valid_q[k] <= 1'b0;
                end
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            pending <= 4'd0;
        end else if (first_valid) begin
            pending <= matching;
        end else begin
            pending <= pending & ~(released | unicast);
        end
    end

    always @(posedge clk) begin
        if (first_valid) begin
            source <= first_source;
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
            if (note_take && note_fifo_empty) begin
                $display("RTLGEN_ASSERT %m take_what_is_there fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ((pushed & ~lowest_one_4(pushed)) != 4'd0) begin
                $display("RTLGEN_ASSERT %m one_push fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_recn_out_cam
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            take_what_is_there: `RTLGEN_CONTRACT (!(note_take && note_fifo_empty));
            one_push: assert ((pushed & ~lowest_one_4(pushed)) == 4'd0);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
