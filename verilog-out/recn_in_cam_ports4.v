// SPDX-License-Identifier: Apache-2.0
// recn_in_cam_ports4: CAM of an input port: names and states of the set-aside queues
//
// ports = 4, saqs = 4, ready_bit = 1
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module recn_in_cam_ports4 (
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
    output wire [15:0]  line_longer,    // bit j: its name is longer than that of line j; of two
                                        // valid lines

    output wire [3:0]   line_born,      // the line is in use and was not in the cycle before,
                                        // registers
    output wire         allocated,      // the detection's line is written, combinational
    output wire         note_dropped    // an Xoff found no free line, combinational
);

    (* mem2reg *)
    reg [30:0] tp_q [0:3];      // turns of the name, by line
    (* mem2reg *)
    reg [14:0] mask_q [0:3];    // significant turns of the name, by line
    (* mem2reg *)
    reg [3:0]  longer_q [0:3];  // lines with a shorter name, of each line
    reg [3:0]  valid_q;         // the line is in use
    reg [3:0]  xoff_q;          // the queue may not send
    reg [3:0]  sent_q;          // an Xoff is outstanding upstream
    reg [3:0]  line_born_q;     // line_is_born, one cycle later
    reg [3:0]  ready_q;         // the line may be freed
    reg [3:0]  inspected_once;  // the cold queue was inspected once, by line

    reg  [3:0]   same_name;
    wire [14:0]  new_mask;
    wire [3:0]   free;
    wire         allocate;
    wire [3:0]   new_line;
    wire         born_by_note;
    wire [3:0]   write_line;
    wire [3:0]   line_is_born;
    reg  [3:0]   new_is_longer;
    reg  [3:0]   new_is_shorter;
    reg  [123:0] masks;

`ifdef RTLGEN_CHECKS
    reg [3:0] allocated_before;
    reg [3:0] has_twin;
`endif

    wire unused_inner_bits_of_turns = &{1'b0, note_mask, alloc_mask};

    // All of tp_q side by side, because an always @* block cannot watch an array.
    wire [123:0] tp_q_flat = {tp_q[3], tp_q[2], tp_q[1], tp_q[0]};

    // All of mask_q side by side, because an always @* block cannot watch an array.
    wire [59:0] mask_q_flat = {mask_q[3], mask_q[2], mask_q[1], mask_q[0]};

    // Bits 0 to 0 of 15.
    function bits_0_to_0_of_15(input [14:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[14:1]};
            bits_0_to_0_of_15 = value[0];
        end
    endfunction

    // Bits 10 to 10 of 15.
    function bits_10_to_10_of_15(input [14:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[14:11], value[9:0]};
            bits_10_to_10_of_15 = value[10];
        end
    endfunction

    // Bits 11 to 11 of 15.
    function bits_11_to_11_of_15(input [14:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[14:12], value[10:0]};
            bits_11_to_11_of_15 = value[11];
        end
    endfunction

    // Bits 12 to 12 of 15.
    function bits_12_to_12_of_15(input [14:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[14:13], value[11:0]};
            bits_12_to_12_of_15 = value[12];
        end
    endfunction

    // Bits 13 to 13 of 15.
    function bits_13_to_13_of_15(input [14:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[14], value[12:0]};
            bits_13_to_13_of_15 = value[13];
        end
    endfunction

    // Bits 14 to 14 of 15.
    function bits_14_to_14_of_15(input [14:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[13:0]};
            bits_14_to_14_of_15 = value[14];
        end
    endfunction

    // Bits 1 to 1 of 15.
    function bits_1_to_1_of_15(input [14:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[14:2], value[0]};
            bits_1_to_1_of_15 = value[1];
        end
    endfunction

    // Bits 2 to 2 of 15.
    function bits_2_to_2_of_15(input [14:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[14:3], value[1:0]};
            bits_2_to_2_of_15 = value[2];
        end
    endfunction

    // Bits 3 to 3 of 15.
    function bits_3_to_3_of_15(input [14:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[14:4], value[2:0]};
            bits_3_to_3_of_15 = value[3];
        end
    endfunction

    // Bits 4 to 4 of 15.
    function bits_4_to_4_of_15(input [14:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[14:5], value[3:0]};
            bits_4_to_4_of_15 = value[4];
        end
    endfunction

    // Bits 5 to 5 of 15.
    function bits_5_to_5_of_15(input [14:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[14:6], value[4:0]};
            bits_5_to_5_of_15 = value[5];
        end
    endfunction

    // Bits 6 to 6 of 15.
    function bits_6_to_6_of_15(input [14:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[14:7], value[5:0]};
            bits_6_to_6_of_15 = value[6];
        end
    endfunction

    // Bits 7 to 7 of 15.
    function bits_7_to_7_of_15(input [14:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[14:8], value[6:0]};
            bits_7_to_7_of_15 = value[7];
        end
    endfunction

    // Bits 8 to 8 of 15.
    function bits_8_to_8_of_15(input [14:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[14:9], value[7:0]};
            bits_8_to_8_of_15 = value[8];
        end
    endfunction

    // Bits 9 to 9 of 15.
    function bits_9_to_9_of_15(input [14:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[14:10], value[8:0]};
            bits_9_to_9_of_15 = value[9];
        end
    endfunction

    // The lowest 1 alone.
    function [3:0] lowest_one_4(input [3:0] bits);
        reg [3:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            lowest_one_4 = bits & ~(up_to << 1);
        end
    endfunction

    assign new_mask = note_valid
                    ? {note_mask[30], note_mask[28], note_mask[26], note_mask[24], note_mask[22],
                       note_mask[20], note_mask[18], note_mask[16], note_mask[14], note_mask[12],
                       note_mask[10], note_mask[8], note_mask[6], note_mask[4], note_mask[2]}
                    : {alloc_mask[30], alloc_mask[28], alloc_mask[26], alloc_mask[24],
                       alloc_mask[22], alloc_mask[20], alloc_mask[18], alloc_mask[16],
                       alloc_mask[14], alloc_mask[12], alloc_mask[10], alloc_mask[8], alloc_mask[6],
                       alloc_mask[4], alloc_mask[2]};
    assign free         = ~valid_q;
    assign allocate     = alloc_valid && !note_valid;
    assign new_line     = lowest_one_4(free);
    assign born_by_note = note_valid && note_xoff && note_allocate && !(|same_name);
    assign write_line   = {4{note_valid | alloc_valid}} & new_line;
    assign line_is_born = {4{born_by_note | allocate}} & new_line;
    assign line_born    = line_born_q;
    assign line_longer  = {longer_q[3], longer_q[2], longer_q[1], longer_q[0]};
    assign line_valid   = valid_q;
    assign line_xoff    = xoff_q;
    assign line_sent    = sent_q;
    assign line_ready   = ready_q;
    assign line_tp      = {tp_q[3], tp_q[2], tp_q[1], tp_q[0]};
    assign line_mask    = masks;
    assign allocated    = allocate;
    assign note_dropped = note_valid && note_xoff && note_allocate && !(|same_name) && !(|free);

    always @* begin : update_same_name
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            same_name[k] = valid_q[k]
                        && mask_q_flat[k*15 +: 15]
                        == {note_mask[30], note_mask[28], note_mask[26], note_mask[24],
                            note_mask[22], note_mask[20], note_mask[18], note_mask[16],
                            note_mask[14], note_mask[12], note_mask[10], note_mask[8], note_mask[6],
                            note_mask[4], note_mask[2]}
                        && tp_q_flat[k*31 +: 31] == note_tp;
        end
    end

    always @* begin : update_new_is_longer
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            new_is_longer[k] = |(new_mask & ~mask_q_flat[k*15 +: 15]);
        end
    end

    always @* begin : update_new_is_shorter
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            new_is_shorter[k] = |(mask_q_flat[k*15 +: 15] & ~new_mask);
        end
    end

    always @* begin : update_masks
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            masks[k*31 +: 31] = {{2{bits_14_to_14_of_15(mask_q_flat[k*15 +: 15])}},
                                 {2{bits_13_to_13_of_15(mask_q_flat[k*15 +: 15])}},
                                 {2{bits_12_to_12_of_15(mask_q_flat[k*15 +: 15])}},
                                 {2{bits_11_to_11_of_15(mask_q_flat[k*15 +: 15])}},
                                 {2{bits_10_to_10_of_15(mask_q_flat[k*15 +: 15])}},
                                 {2{bits_9_to_9_of_15(mask_q_flat[k*15 +: 15])}},
                                 {2{bits_8_to_8_of_15(mask_q_flat[k*15 +: 15])}},
                                 {2{bits_7_to_7_of_15(mask_q_flat[k*15 +: 15])}},
                                 {2{bits_6_to_6_of_15(mask_q_flat[k*15 +: 15])}},
                                 {2{bits_5_to_5_of_15(mask_q_flat[k*15 +: 15])}},
                                 {2{bits_4_to_4_of_15(mask_q_flat[k*15 +: 15])}},
                                 {2{bits_3_to_3_of_15(mask_q_flat[k*15 +: 15])}},
                                 {2{bits_2_to_2_of_15(mask_q_flat[k*15 +: 15])}},
                                 {2{bits_1_to_1_of_15(mask_q_flat[k*15 +: 15])}},
                                 {2{bits_0_to_0_of_15(mask_q_flat[k*15 +: 15])}},
                                 bits_0_to_0_of_15(mask_q_flat[k*15 +: 15]) & 1'b0};
        end
    end

`ifdef RTLGEN_CHECKS
    always @* begin : update_allocated_before
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            allocated_before[k] = valid_q[k]
                               && alloc_mask
                               == {{2{bits_14_to_14_of_15(mask_q_flat[k*15 +: 15])}},
                                   {2{bits_13_to_13_of_15(mask_q_flat[k*15 +: 15])}},
                                   {2{bits_12_to_12_of_15(mask_q_flat[k*15 +: 15])}},
                                   {2{bits_11_to_11_of_15(mask_q_flat[k*15 +: 15])}},
                                   {2{bits_10_to_10_of_15(mask_q_flat[k*15 +: 15])}},
                                   {2{bits_9_to_9_of_15(mask_q_flat[k*15 +: 15])}},
                                   {2{bits_8_to_8_of_15(mask_q_flat[k*15 +: 15])}},
                                   {2{bits_7_to_7_of_15(mask_q_flat[k*15 +: 15])}},
                                   {2{bits_6_to_6_of_15(mask_q_flat[k*15 +: 15])}},
                                   {2{bits_5_to_5_of_15(mask_q_flat[k*15 +: 15])}},
                                   {2{bits_4_to_4_of_15(mask_q_flat[k*15 +: 15])}},
                                   {2{bits_3_to_3_of_15(mask_q_flat[k*15 +: 15])}},
                                   {2{bits_2_to_2_of_15(mask_q_flat[k*15 +: 15])}},
                                   {2{bits_1_to_1_of_15(mask_q_flat[k*15 +: 15])}},
                                   {2{bits_0_to_0_of_15(mask_q_flat[k*15 +: 15])}},
                                   bits_0_to_0_of_15(mask_q_flat[k*15 +: 15]) & 1'b0}
                               && ((alloc_tp ^ tp_q_flat[k*31 +: 31])
                                 & {{2{bits_14_to_14_of_15(mask_q_flat[k*15 +: 15])}},
                                    {2{bits_13_to_13_of_15(mask_q_flat[k*15 +: 15])}},
                                    {2{bits_12_to_12_of_15(mask_q_flat[k*15 +: 15])}},
                                    {2{bits_11_to_11_of_15(mask_q_flat[k*15 +: 15])}},
                                    {2{bits_10_to_10_of_15(mask_q_flat[k*15 +: 15])}},
                                    {2{bits_9_to_9_of_15(mask_q_flat[k*15 +: 15])}},
                                    {2{bits_8_to_8_of_15(mask_q_flat[k*15 +: 15])}},
                                    {2{bits_7_to_7_of_15(mask_q_flat[k*15 +: 15])}},
                                    {2{bits_6_to_6_of_15(mask_q_flat[k*15 +: 15])}},
                                    {2{bits_5_to_5_of_15(mask_q_flat[k*15 +: 15])}},
                                    {2{bits_4_to_4_of_15(mask_q_flat[k*15 +: 15])}},
                                    {2{bits_3_to_3_of_15(mask_q_flat[k*15 +: 15])}},
                                    {2{bits_2_to_2_of_15(mask_q_flat[k*15 +: 15])}},
                                    {2{bits_1_to_1_of_15(mask_q_flat[k*15 +: 15])}},
                                    {2{bits_0_to_0_of_15(mask_q_flat[k*15 +: 15])}},
                                    bits_0_to_0_of_15(mask_q_flat[k*15 +: 15]) & 1'b0})
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
                 && {{2{bits_14_to_14_of_15(mask_q_flat[a*15 +: 15])}},
                     {2{bits_13_to_13_of_15(mask_q_flat[a*15 +: 15])}},
                     {2{bits_12_to_12_of_15(mask_q_flat[a*15 +: 15])}},
                     {2{bits_11_to_11_of_15(mask_q_flat[a*15 +: 15])}},
                     {2{bits_10_to_10_of_15(mask_q_flat[a*15 +: 15])}},
                     {2{bits_9_to_9_of_15(mask_q_flat[a*15 +: 15])}},
                     {2{bits_8_to_8_of_15(mask_q_flat[a*15 +: 15])}},
                     {2{bits_7_to_7_of_15(mask_q_flat[a*15 +: 15])}},
                     {2{bits_6_to_6_of_15(mask_q_flat[a*15 +: 15])}},
                     {2{bits_5_to_5_of_15(mask_q_flat[a*15 +: 15])}},
                     {2{bits_4_to_4_of_15(mask_q_flat[a*15 +: 15])}},
                     {2{bits_3_to_3_of_15(mask_q_flat[a*15 +: 15])}},
                     {2{bits_2_to_2_of_15(mask_q_flat[a*15 +: 15])}},
                     {2{bits_1_to_1_of_15(mask_q_flat[a*15 +: 15])}},
                     {2{bits_0_to_0_of_15(mask_q_flat[a*15 +: 15])}},
                     bits_0_to_0_of_15(mask_q_flat[a*15 +: 15]) & 1'b0}
                 == {{2{bits_14_to_14_of_15(mask_q_flat[b*15 +: 15])}},
                     {2{bits_13_to_13_of_15(mask_q_flat[b*15 +: 15])}},
                     {2{bits_12_to_12_of_15(mask_q_flat[b*15 +: 15])}},
                     {2{bits_11_to_11_of_15(mask_q_flat[b*15 +: 15])}},
                     {2{bits_10_to_10_of_15(mask_q_flat[b*15 +: 15])}},
                     {2{bits_9_to_9_of_15(mask_q_flat[b*15 +: 15])}},
                     {2{bits_8_to_8_of_15(mask_q_flat[b*15 +: 15])}},
                     {2{bits_7_to_7_of_15(mask_q_flat[b*15 +: 15])}},
                     {2{bits_6_to_6_of_15(mask_q_flat[b*15 +: 15])}},
                     {2{bits_5_to_5_of_15(mask_q_flat[b*15 +: 15])}},
                     {2{bits_4_to_4_of_15(mask_q_flat[b*15 +: 15])}},
                     {2{bits_3_to_3_of_15(mask_q_flat[b*15 +: 15])}},
                     {2{bits_2_to_2_of_15(mask_q_flat[b*15 +: 15])}},
                     {2{bits_1_to_1_of_15(mask_q_flat[b*15 +: 15])}},
                     {2{bits_0_to_0_of_15(mask_q_flat[b*15 +: 15])}},
                     bits_0_to_0_of_15(mask_q_flat[b*15 +: 15]) & 1'b0}
                 && ((tp_q_flat[a*31 +: 31] ^ tp_q_flat[b*31 +: 31])
                   & {{2{bits_14_to_14_of_15(mask_q_flat[b*15 +: 15])}},
                      {2{bits_13_to_13_of_15(mask_q_flat[b*15 +: 15])}},
                      {2{bits_12_to_12_of_15(mask_q_flat[b*15 +: 15])}},
                      {2{bits_11_to_11_of_15(mask_q_flat[b*15 +: 15])}},
                      {2{bits_10_to_10_of_15(mask_q_flat[b*15 +: 15])}},
                      {2{bits_9_to_9_of_15(mask_q_flat[b*15 +: 15])}},
                      {2{bits_8_to_8_of_15(mask_q_flat[b*15 +: 15])}},
                      {2{bits_7_to_7_of_15(mask_q_flat[b*15 +: 15])}},
                      {2{bits_6_to_6_of_15(mask_q_flat[b*15 +: 15])}},
                      {2{bits_5_to_5_of_15(mask_q_flat[b*15 +: 15])}},
                      {2{bits_4_to_4_of_15(mask_q_flat[b*15 +: 15])}},
                      {2{bits_3_to_3_of_15(mask_q_flat[b*15 +: 15])}},
                      {2{bits_2_to_2_of_15(mask_q_flat[b*15 +: 15])}},
                      {2{bits_1_to_1_of_15(mask_q_flat[b*15 +: 15])}},
                      {2{bits_0_to_0_of_15(mask_q_flat[b*15 +: 15])}},
                      bits_0_to_0_of_15(mask_q_flat[b*15 +: 15]) & 1'b0})
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
            mask_q[memory_word] = memory_fill[31:17];
        end
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            longer_q[memory_word] = memory_fill[31:28];
        end
    end
`endif

    always @(posedge clk) begin : update_tp_q
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            if (write_line[k]) begin
                tp_q[k] <= note_valid ? note_tp : alloc_tp;
                mask_q[k] <= new_mask;
            end
        end
    end

    always @(posedge clk) begin : update_longer_q
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            longer_q[k] <= write_line[k] ? new_is_longer & ~write_line
                         : (longer_q[k] & ~write_line) | (write_line & {4{new_is_shorter[k]}});
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
                    valid_q[k] <= line_is_born[k];
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

    always @(posedge clk) begin
        if (rst) begin
            line_born_q <= 4'd0;
        end else begin
            line_born_q <= line_is_born;
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
                    if (inspected_once[k]) ready_q[k] <= 1'b1;
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
            // a mask has ones for whole turns from the top, and the turns are 0 below
            if (note_valid
             && ((note_mask[29:0] & ~note_mask[30:1]) != 30'd0
              || !note_mask[30]
              || (note_tp & ~note_mask) != 31'd0
              || {note_mask[30], note_mask[28], note_mask[26], note_mask[24], note_mask[22],
                  note_mask[20], note_mask[18], note_mask[16], note_mask[14], note_mask[12],
                  note_mask[10], note_mask[8], note_mask[6], note_mask[4], note_mask[2]}
              != {note_mask[29], note_mask[27], note_mask[25], note_mask[23], note_mask[21],
                  note_mask[19], note_mask[17], note_mask[15], note_mask[13], note_mask[11],
                  note_mask[9], note_mask[7], note_mask[5], note_mask[3], note_mask[1]}
              || note_mask[0] != 1'b0)) begin
                $display("RTLGEN_ASSERT %m notified_name fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a mask has ones for whole turns from the top, and the turns are 0 below
            if (alloc_valid
             && ((alloc_mask[29:0] & ~alloc_mask[30:1]) != 30'd0
              || !alloc_mask[30]
              || (alloc_tp & ~alloc_mask) != 31'd0
              || {alloc_mask[30], alloc_mask[28], alloc_mask[26], alloc_mask[24], alloc_mask[22],
                  alloc_mask[20], alloc_mask[18], alloc_mask[16], alloc_mask[14], alloc_mask[12],
                  alloc_mask[10], alloc_mask[8], alloc_mask[6], alloc_mask[4], alloc_mask[2]}
              != {alloc_mask[29], alloc_mask[27], alloc_mask[25], alloc_mask[23], alloc_mask[21],
                  alloc_mask[19], alloc_mask[17], alloc_mask[15], alloc_mask[13], alloc_mask[11],
                  alloc_mask[9], alloc_mask[7], alloc_mask[5], alloc_mask[3], alloc_mask[1]}
              || alloc_mask[0] != 1'b0)) begin
                $display("RTLGEN_ASSERT %m allocated_name fails at time %0t", $time);
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
`ifdef RTLGEN_FORMAL_recn_in_cam_ports4
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
            // a mask has ones for whole turns from the top, and the turns are 0 below
            notified_name: `RTLGEN_CONTRACT (!note_valid
                                          || ((note_mask[29:0] & ~note_mask[30:1]) == 30'd0
                                           && note_mask[30]
                                           && (note_tp & ~note_mask) == 31'd0
                                           && {note_mask[30], note_mask[28], note_mask[26],
                                               note_mask[24], note_mask[22], note_mask[20],
                                               note_mask[18], note_mask[16], note_mask[14],
                                               note_mask[12], note_mask[10], note_mask[8],
                                               note_mask[6], note_mask[4], note_mask[2]}
                                           == {note_mask[29], note_mask[27], note_mask[25],
                                               note_mask[23], note_mask[21], note_mask[19],
                                               note_mask[17], note_mask[15], note_mask[13],
                                               note_mask[11], note_mask[9], note_mask[7],
                                               note_mask[5], note_mask[3], note_mask[1]}
                                           && note_mask[0] == 1'b0));
            // a mask has ones for whole turns from the top, and the turns are 0 below
            allocated_name: `RTLGEN_CONTRACT (!alloc_valid
                                           || ((alloc_mask[29:0] & ~alloc_mask[30:1]) == 30'd0
                                            && alloc_mask[30]
                                            && (alloc_tp & ~alloc_mask) == 31'd0
                                            && {alloc_mask[30], alloc_mask[28], alloc_mask[26],
                                                alloc_mask[24], alloc_mask[22], alloc_mask[20],
                                                alloc_mask[18], alloc_mask[16], alloc_mask[14],
                                                alloc_mask[12], alloc_mask[10], alloc_mask[8],
                                                alloc_mask[6], alloc_mask[4], alloc_mask[2]}
                                            == {alloc_mask[29], alloc_mask[27], alloc_mask[25],
                                                alloc_mask[23], alloc_mask[21], alloc_mask[19],
                                                alloc_mask[17], alloc_mask[15], alloc_mask[13],
                                                alloc_mask[11], alloc_mask[9], alloc_mask[7],
                                                alloc_mask[5], alloc_mask[3], alloc_mask[1]}
                                            && alloc_mask[0] == 1'b0));
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
