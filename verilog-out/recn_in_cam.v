// SPDX-License-Identifier: Apache-2.0
// recn_in_cam: CAM of an input port: names and states of the set-aside queues
//
// saqs = 4, ready_bit = 1
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module recn_in_cam (
    input  wire         clk,            // rising edge
    input  wire         rst,            // synchronous, active high

    // notification, names one turn longer
    input  wire         note_valid,     // a message about a congestion point
    input  wire         note_xoff,      // 1: Xoff, 0: Xon
    input  wire [30:0]  note_tp,        // turns that lead to the point
    input  wire [30:0]  note_mask,      // significant bits of the turns

    input  wire         note_allocate,  // an Xoff without a line allocates one

    // of the congestion detection unit
    input  wire         alloc_valid,    // a line is asked for
    input  wire [30:0]  alloc_tp,       // turns that lead to the point
    input  wire [30:0]  alloc_mask,     // significant bits of the turns

    input  wire [3:0]   dealloc,        // the line is freed; at most one
    input  wire [3:0]   sent_set,       // its Xoff is sent upstream
    input  wire [3:0]   sent_clear,     // its Xon is sent upstream
    input  wire [3:0]   linked,         // a packet joins the queue
    input  wire         cq_inspected,   // the cold queue's head was inspected, in this cycle or
                                        // before, or there is none

    // the lines, registers
    output wire [3:0]   line_valid,     // the line is in use
    output wire [123:0] line_tp,        // name: turns
    output wire [123:0] line_mask,      // name: mask
    output wire [3:0]   line_xoff,      // the queue may not send
    output wire [3:0]   line_sent,      // an Xoff is outstanding upstream
    output wire [3:0]   line_ready,     // the line may be freed

    output wire         allocated,      // the detection's line is written, combinational
    output wire         note_dropped    // an Xoff found no free line, combinational
);

    (* mem2reg *)
    reg [30:0] tp_q [0:3];
    (* mem2reg *)
    reg [30:0] mask_q [0:3];
    reg [3:0]  valid_q;
    reg [3:0]  xoff_q;
    reg [3:0]  sent_q;
    reg [3:0]  ready_q;
    reg [3:0]  inspected_once;

    reg  [3:0] same_name;
    wire [3:0] free;
    wire       allocate;
    wire [3:0] new_line;
    wire       born_by_note;
    wire [3:0] write_line;

`ifdef RTLGEN_CHECKS
    reg [3:0] allocated_before;
    reg [3:0] has_twin;
`endif

    // All of tp_q side by side, because an always @* block cannot watch an array.
    wire [123:0] tp_q_flat = {tp_q[3], tp_q[2], tp_q[1], tp_q[0]};

    // All of mask_q side by side, because an always @* block cannot watch an array.
    wire [123:0] mask_q_flat = {mask_q[3], mask_q[2], mask_q[1], mask_q[0]};

    // The lowest 1 alone.
    function [3:0] lowest_one_4(input [3:0] bits);
        reg [3:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            lowest_one_4 = bits & ~(up_to << 1);
        end
    endfunction

    assign free         = ~valid_q;
    assign allocate     = alloc_valid && !note_valid;
    assign new_line     = lowest_one_4(free);
    assign born_by_note = note_valid && note_xoff && note_allocate && !(|same_name);
    assign write_line   = {4{born_by_note | allocate}} & new_line;
    assign line_valid   = valid_q;
    assign line_xoff    = xoff_q;
    assign line_sent    = sent_q;
    assign line_ready   = ready_q;
    assign line_tp      = {tp_q[3], tp_q[2], tp_q[1], tp_q[0]};
    assign line_mask    = {mask_q[3], mask_q[2], mask_q[1], mask_q[0]};
    assign allocated    = allocate;
    assign note_dropped = note_valid && note_xoff && note_allocate && !(|same_name) && !(|free);

    always @* begin : update_same_name
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            same_name[k] = valid_q[k]
                        && note_mask == mask_q_flat[k*31 +: 31]
                        && ((note_tp ^ tp_q_flat[k*31 +: 31]) & mask_q_flat[k*31 +: 31]) == 31'd0;
        end
    end

`ifdef RTLGEN_CHECKS
    always @* begin : update_allocated_before
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            allocated_before[k] = valid_q[k]
                               && alloc_mask == mask_q_flat[k*31 +: 31]
                               && ((alloc_tp ^ tp_q_flat[k*31 +: 31]) & mask_q_flat[k*31 +: 31])
                               == 31'd0;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @* begin : update_has_twin
        integer a;
        integer b;
        has_twin = 4'd0;
        for (a = 0; a < 4; a = a + 1) begin
            for (b = 0; b < 4; b = b + 1) begin
                if (a[1:0] != b[1:0]
                 && valid_q[a]
                 && valid_q[b]
                 && mask_q_flat[a*31 +: 31] == mask_q_flat[b*31 +: 31]
                 && ((tp_q_flat[a*31 +: 31] ^ tp_q_flat[b*31 +: 31]) & mask_q_flat[b*31 +: 31])
                 == 31'd0) begin
                    has_twin[a] = 1'b1;
                end
            end
        end
    end
`endif

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            tp_q[memory_word] = memory_fill[31:1];
        end
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            mask_q[memory_word] = memory_fill[31:1];
        end
    end
`endif

    always @(posedge clk) begin : update_tp_q
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            if (write_line[k]) begin
                tp_q[k] <= note_valid ? note_tp : alloc_tp;
                mask_q[k] <= note_valid ? note_mask : alloc_mask;
            end
        end
    end

    always @(posedge clk) begin : update_valid_q
        integer k;
        if (rst) begin
            valid_q <= 4'd0;
            xoff_q <= 4'd0;
            sent_q <= 4'd0;
        end else begin
            for (k = 0; k < 4; k = k + 1) begin
                if (write_line[k]) begin
                    valid_q[k] <= 1'b1;
                    xoff_q[k] <= note_valid;
                    sent_q[k] <= 1'b0;
                end else if (note_valid && same_name[k]) begin
                    xoff_q[k] <= note_xoff;
                end else if (!(note_valid || allocate) && dealloc[k]) begin
                    valid_q[k] <= 1'b0;
                end
                if (sent_set[k]) begin
                    sent_q[k] <= 1'b1;
                end else if (sent_clear[k]) begin
                    sent_q[k] <= 1'b0;
                end
            end
        end
    end

    always @(posedge clk) begin : update_ready_q
        integer k;
        if (rst) begin
            ready_q <= 4'd0;
            inspected_once <= 4'd0;
        end else begin
            for (k = 0; k < 4; k = k + 1) begin
                if (write_line[k]) begin
                    ready_q[k] <= note_valid;
                    inspected_once[k] <= 1'b0;
                end else if (linked[k]) begin
                    ready_q[k] <= 1'b1;
                end else if (cq_inspected) begin
                    inspected_once[k] <= 1'b1;
                    if (inspected_once[k]) begin
                        ready_q[k] <= 1'b1;
                    end
                end
            end
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
            if ((dealloc & ~lowest_one_4(dealloc)) != 4'd0) begin
                $display("RTLGEN_ASSERT %m one_deallocation fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (((sent_set | sent_clear | linked) & free) != 4'd0) begin
                $display("RTLGEN_ASSERT %m events_of_valid_lines fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (alloc_valid && !(|free)) begin
                $display("RTLGEN_ASSERT %m allocation_has_room fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no line has the name that is allocated
            if (alloc_valid && (|allocated_before)) begin
                $display("RTLGEN_ASSERT %m allocated_name_is_new fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no two valid lines have one name
            if (|has_twin) begin
                $display("RTLGEN_ASSERT %m names_are_unique fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_recn_in_cam
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a line gets ready although no packet came
            false_detection: cover (cq_inspected && (|(inspected_once & valid_q & ~ready_q)));
            one_deallocation: `RTLGEN_CONTRACT ((dealloc & ~lowest_one_4(dealloc)) == 4'd0);
            events_of_valid_lines: `RTLGEN_CONTRACT (((sent_set | sent_clear | linked) & free)
                                                  == 4'd0);
            allocation_has_room: `RTLGEN_CONTRACT (!alloc_valid || (|free));
            // no line has the name that is allocated
            allocated_name_is_new: `RTLGEN_CONTRACT (!alloc_valid || !(|allocated_before));
            // no two valid lines have one name
            names_are_unique: assert (!(|has_twin));
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
