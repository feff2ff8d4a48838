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
    reg [30:0] tp [0:3];        // turns of the name, by line
    (* mem2reg *)
    reg [9:0]  mask [0:3];      // significant turns of the name, by line
    (* mem2reg *)
    reg [3:0]  longer_q [0:3];  // lines with a shorter name, of each line
    reg [3:0]  valid_q;         // the line is in use, a register
    reg [3:0]  xoff_q;          // the line has an Xoff, by line
    reg [3:0]  pending;         // an Xoff is to be told, by line
    reg [2:0]  source;          // input port of the packet that is told about
    reg        first_q;         // first_valid, one cycle later
    reg [2:0]  first_source_q;  // first_source, one cycle later
    reg [30:0] first_turns_q;   // first_aligned, one cycle later

    wire [9:0]  new_mask;
    reg  [3:0]  same_name;
    reg  [3:0]  matching;
    wire [4:0]  first_shift;
    wire [30:0] first_aligned;
    wire [3:0]  free;
    wire [3:0]  write_line;
    wire [3:0]  xon_waiting;
    wire [3:0]  released;
    wire [3:0]  xoff_waiting;
    reg  [3:0]  new_is_longer;
    reg  [3:0]  new_is_shorter;
    wire [15:0] shorter;
    wire [3:0]  longest;
    wire [3:0]  unicast;
    wire [3:0]  pushed;
    wire [44:0] note;
    wire        msg_is_xoff;
    wire [3:0]  born;
    wire        note_fifo_full;
    wire        note_fifo_empty;
    wire [2:0]  unused_note_fifo_count;

    wire [30:0] first_header_turnpool = first_header[35:5];  // turns, the first on top; unused
                                                             // places are ones
    wire [4:0]  first_header_tptr = first_header[4:0];       // most significant bit of the present
                                                             // turn

    wire unused_inner_bits_of_turns = &{1'b0, msg_mask};

    // All of tp side by side, because an always @* block cannot watch an array.
    wire [123:0] tp_flat = {tp[3], tp[2], tp[1], tp[0]};

    // All of mask side by side, because an always @* block cannot watch an array.
    wire [39:0] mask_flat = {mask[3], mask[2], mask[1], mask[0]};

    // Bits 0 to 0 of 10.
    function bits_0_to_0_of_10(input [9:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[9:1]};
            bits_0_to_0_of_10 = value[0];
        end
    endfunction

    // Bits 1 to 1 of 10.
    function bits_1_to_1_of_10(input [9:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[9:2], value[0]};
            bits_1_to_1_of_10 = value[1];
        end
    endfunction

    // Bits 2 to 2 of 10.
    function bits_2_to_2_of_10(input [9:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[9:3], value[1:0]};
            bits_2_to_2_of_10 = value[2];
        end
    endfunction

    // Bits 3 to 3 of 10.
    function bits_3_to_3_of_10(input [9:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[9:4], value[2:0]};
            bits_3_to_3_of_10 = value[3];
        end
    endfunction

    // Bits 4 to 4 of 10.
    function bits_4_to_4_of_10(input [9:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[9:5], value[3:0]};
            bits_4_to_4_of_10 = value[4];
        end
    endfunction

    // Bits 5 to 5 of 10.
    function bits_5_to_5_of_10(input [9:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[9:6], value[4:0]};
            bits_5_to_5_of_10 = value[5];
        end
    endfunction

    // Bits 6 to 6 of 10.
    function bits_6_to_6_of_10(input [9:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[9:7], value[5:0]};
            bits_6_to_6_of_10 = value[6];
        end
    endfunction

    // Bits 7 to 7 of 10.
    function bits_7_to_7_of_10(input [9:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[9:8], value[6:0]};
            bits_7_to_7_of_10 = value[7];
        end
    endfunction

    // Bits 8 to 8 of 10.
    function bits_8_to_8_of_10(input [9:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[9], value[7:0]};
            bits_8_to_8_of_10 = value[8];
        end
    endfunction

    // Bits 9 to 9 of 10.
    function bits_9_to_9_of_10(input [9:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[8:0]};
            bits_9_to_9_of_10 = value[9];
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

    // The lane of 10 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [9:0] one_hot_mux_4x10(input [3:0] select, input [39:0] lanes);
        integer n;
        begin
            one_hot_mux_4x10 = 10'd0;
            for (n = 0; n < 4; n = n + 1)
                one_hot_mux_4x10 = one_hot_mux_4x10 | ({10{select[n]}} & lanes[n*10 +: 10]);
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

    // The lane of 4 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [3:0] one_hot_mux_4x4(input [3:0] select, input [15:0] lanes);
        integer n;
        begin
            one_hot_mux_4x4 = 4'd0;
            for (n = 0; n < 4; n = n + 1)
                one_hot_mux_4x4 = one_hot_mux_4x4 | ({4{select[n]}} & lanes[n*4 +: 4]);
        end
    endfunction

    fifo_width45_depth4 note_fifo (
        .clk   (clk),
        .rst   (rst),
        .push  (|pushed),
        .wdata ({|unicast, source, one_hot_mux_4x31(pushed, {tp[3], tp[2], tp[1], tp[0]}),
                 one_hot_mux_4x10(pushed, {mask[3], mask[2], mask[1], mask[0]})}),
        .pop   (note_take),
        .rdata (note),
        .full  (note_fifo_full),
        .empty (note_fifo_empty),
        .count (unused_note_fifo_count)
    );

    assign new_mask = {msg_mask[30], msg_mask[27], msg_mask[24], msg_mask[21], msg_mask[18],
                       msg_mask[15], msg_mask[12], msg_mask[9], msg_mask[6], msg_mask[3]};
    assign first_shift   = 5'd30 - first_header_tptr;
    assign first_aligned = ~(~first_header_turnpool << first_shift);
    assign free          = ~valid_q;
    assign write_line    = lowest_one_4(free) & {4{msg_valid}};
    assign xon_waiting   = valid_q & ~xoff_q;
    assign released      = lowest_one_4(xon_waiting) & {4{~note_fifo_full}};
    assign xoff_waiting  = valid_q & xoff_q & pending;
    assign shorter       = {longer_q[3], longer_q[2], longer_q[1], longer_q[0]};
    assign longest       = xoff_waiting & ~one_hot_mux_4x4(xoff_waiting, shorter);
    assign unicast       = longest & {4{~note_fifo_full}} & {4{~(|xon_waiting)}};
    assign pushed        = released | unicast;
    assign note_valid    = !note_fifo_empty;
    assign note_xoff     = note[44];
    assign note_tp       = note[40:10];
    assign note_mask = {{3{note[9]}}, {3{note[8]}}, {3{note[7]}}, {3{note[6]}}, {3{note[5]}},
                        {3{note[4]}}, {3{note[3]}}, {3{note[2]}}, {3{note[1]}}, {3{note[0]}},
                        note[0] & 1'b0};
    assign note_target = note[43:41];
    assign msg_is_xoff = msg_valid && msg_xoff;
    assign born        = {4{msg_is_xoff & ~(|same_name)}} & write_line;
    assign line_valid  = valid_q;
    assign cam_full    = msg_valid && msg_xoff && !(|same_name) && !(|free);

    always @* begin : update_same_name
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            same_name[k] = valid_q[k]
                        && mask_flat[k*10 +: 10] == new_mask
                        && tp_flat[k*31 +: 31] == msg_tp;
        end
    end

    always @* begin : update_matching
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            matching[k] = valid_q[k]
                       && xoff_q[k]
                       && ((first_turns_q ^ tp_flat[k*31 +: 31])
                         & {{3{bits_9_to_9_of_10(mask_flat[k*10 +: 10])}},
                            {3{bits_8_to_8_of_10(mask_flat[k*10 +: 10])}},
                            {3{bits_7_to_7_of_10(mask_flat[k*10 +: 10])}},
                            {3{bits_6_to_6_of_10(mask_flat[k*10 +: 10])}},
                            {3{bits_5_to_5_of_10(mask_flat[k*10 +: 10])}},
                            {3{bits_4_to_4_of_10(mask_flat[k*10 +: 10])}},
                            {3{bits_3_to_3_of_10(mask_flat[k*10 +: 10])}},
                            {3{bits_2_to_2_of_10(mask_flat[k*10 +: 10])}},
                            {3{bits_1_to_1_of_10(mask_flat[k*10 +: 10])}},
                            {3{bits_0_to_0_of_10(mask_flat[k*10 +: 10])}},
                            bits_0_to_0_of_10(mask_flat[k*10 +: 10]) & 1'b0})
                       == 31'd0;
        end
    end

    always @* begin : update_new_is_longer
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            new_is_longer[k] = |(new_mask & ~mask_flat[k*10 +: 10]);
        end
    end

    always @* begin : update_new_is_shorter
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            new_is_shorter[k] = |(mask_flat[k*10 +: 10] & ~new_mask);
        end
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [37:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[5:0], memory_fill};
        end
        {source, first_q, first_source_q, first_turns_q} = memory_bits;
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            tp[memory_word] = memory_fill[31:1];
        end
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            mask[memory_word] = memory_fill[31:22];
        end
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            longer_q[memory_word] = memory_fill[31:28];
        end
    end
`endif

    always @(posedge clk) begin : update_tp
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            if (write_line[k]) begin
                tp[k] <= msg_tp;
                mask[k] <= new_mask;
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
        end else begin
            for (k = 0; k < 4; k = k + 1) begin
                if (write_line[k]) begin
                    valid_q[k] <= born[k];
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
        end else if (first_q) begin
            pending <= matching;
        end else begin
            pending <= pending & ~(released | unicast);
        end
    end

    always @(posedge clk) begin
        if (first_q) source <= first_source_q;
        first_q <= first_valid;
        first_source_q <= first_source;
        first_turns_q <= first_aligned;
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
            // a mask has ones for whole turns from the top, and the turns are 0 below
            if (msg_valid
             && ((msg_mask[29:0] & ~msg_mask[30:1]) != 30'd0
              || !msg_mask[30]
              || (msg_tp & ~msg_mask) != 31'd0
              || {msg_mask[30], msg_mask[27], msg_mask[24], msg_mask[21], msg_mask[18],
                  msg_mask[15], msg_mask[12], msg_mask[9], msg_mask[6], msg_mask[3]}
              != {msg_mask[28], msg_mask[25], msg_mask[22], msg_mask[19], msg_mask[16],
                  msg_mask[13], msg_mask[10], msg_mask[7], msg_mask[4], msg_mask[1]}
              || msg_mask[0] != 1'b0)) begin
                $display("RTLGEN_ASSERT %m name_of_a_message fails at time %0t", $time);
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
            // a mask has ones for whole turns from the top, and the turns are 0 below
            name_of_a_message: `RTLGEN_CONTRACT (!msg_valid
                                              || ((msg_mask[29:0] & ~msg_mask[30:1]) == 30'd0
                                               && msg_mask[30]
                                               && (msg_tp & ~msg_mask) == 31'd0
                                               && {msg_mask[30], msg_mask[27], msg_mask[24],
                                                   msg_mask[21], msg_mask[18], msg_mask[15],
                                                   msg_mask[12], msg_mask[9], msg_mask[6],
                                                   msg_mask[3]}
                                               == {msg_mask[28], msg_mask[25], msg_mask[22],
                                                   msg_mask[19], msg_mask[16], msg_mask[13],
                                                   msg_mask[10], msg_mask[7], msg_mask[4],
                                                   msg_mask[1]}
                                               && msg_mask[0] == 1'b0));
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
