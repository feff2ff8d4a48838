// SPDX-License-Identifier: Apache-2.0
// cioq_recn_cam: CAM of one side: names and states of the set-aside queues
//
// ports = 8, saqs = 4, standard = 8
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module cioq_recn_cam (
    input  wire         clk,              // rising edge
    input  wire         rst,              // synchronous, active high

    // queue of a packet that arrives
    input  wire [30:0]  lookup_turns,     // aligned turns of a packet
    input  wire [2:0]   lookup_standard,  // the standard queue that it goes to if no line matches
    output wire [11:0]  lookup_queue,     // queue of the packet that was looked up in the cycle
                                          // before, one-hot, a function of registers

    // event: the one write port of the lines
    input  wire         event_valid,      // a set-aside queue is set up or changes its B
    input  wire         event_block,      // new value of B
    input  wire         event_allocate,   // a queue is set up if there is none of that name
    input  wire [30:0]  event_tp,         // turns that lead to the point
    input  wire [30:0]  event_mask,       // significant bits of the turns
    input  wire [2:0]   event_standard,   // the standard queue that may host the marker

    input  wire [3:0]   dealloc,          // the line may be freed; at most one
    input  wire [3:0]   sent_set,         // an Xoff for the line is told
    input  wire [3:0]   sent_clear,       // an Xon for the line is told
    output wire [3:0]   born,             // the line that the event of the cycle before has
                                          // allocated, one-hot or 0, registers
    output wire [3:0]   born_host,        // the queue that hosts its marker, a function of
                                          // registers; unknown without born
    output wire         refused,          // the event wants a new line and finds none free,
                                          // combinational

    // the lines, registers; names and standard queues of an invalid line are unknown
    output wire [3:0]   line_valid,       // the line is in use
    output wire [123:0] line_tp,          // name: turns
    output wire [123:0] line_mask,        // name: mask
    output wire [3:0]   line_blocked,     // B: the queue may not send
    output wire [3:0]   line_sent,        // SENT: an Xoff is outstanding
    output wire [11:0]  line_standard     // event_standard of the event that allocated the line
);

    (* mem2reg *)
    reg [30:0] tp_q [0:3];         // turns of the name, by line
    (* mem2reg *)
    reg [9:0]  mask_q [0:3];       // significant turns of the name, by line
    (* mem2reg *)
    reg [2:0]  standard_q [0:3];   // standard queue of the name, by line
    (* mem2reg *)
    reg [3:0]  longer_q [0:3];     // lines with a shorter name, of each line
    reg [3:0]  valid_q;            // the line is in use
    reg [3:0]  blocked_q;          // B: the queue may not send
    reg [3:0]  sent_q;             // SENT: an Xoff is outstanding
    reg [3:0]  born_q;             // line_is_born, one cycle later
    reg [3:0]  prefix_q;           // prefix, one cycle later
    reg [2:0]  born_standard_q;    // event_standard, one cycle later
    reg [3:0]  hit_q;              // hit, one cycle later
    reg [2:0]  lookup_standard_q;  // lookup_standard, one cycle later

    wire [9:0]   new_mask;
    wire [3:0]   write_line;
    reg  [3:0]   new_is_longer;
    reg  [3:0]   new_is_shorter;
    reg  [3:0]   on_the_way;
    wire [3:0]   same_name;
    wire [3:0]   prefix;
    wire         line_needed;
    wire [3:0]   line_is_born;
    wire         changes_block;
    wire         lines_change;
    wire [3:0]   longest_prefix;
    reg  [3:0]   hit;
    wire [3:0]   found;
    wire [3:0]   longest_hit;
    reg  [123:0] masks;

`ifdef RTLGEN_CHECKS
    reg  [30:0] lookup_turns_before;  // lookup_turns, one cycle later
    reg  [3:0]  found_matches;
    wire [9:0]  turns_of_mask;
    reg  [3:0]  has_twin;
    reg  [3:0]  names_whole;
    wire [3:0]  ranks_kept;
`endif

    wire unused_inner_bits_of_turns = &{1'b0, event_mask};

    // All of tp_q side by side, because an always @* block cannot watch an array.
    wire [123:0] tp_q_flat = {tp_q[3], tp_q[2], tp_q[1], tp_q[0]};

    // All of mask_q side by side, because an always @* block cannot watch an array.
    wire [39:0] mask_q_flat = {mask_q[3], mask_q[2], mask_q[1], mask_q[0]};

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

`ifdef RTLGEN_CHECKS
    // Bits 8 to 0 of 10.
    function [8:0] bits_8_to_0_of_10(input [9:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[9]};
            bits_8_to_0_of_10 = value[8:0];
        end
    endfunction
`endif

    // Bits 8 to 8 of 10.
    function bits_8_to_8_of_10(input [9:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[9], value[7:0]};
            bits_8_to_8_of_10 = value[8];
        end
    endfunction

`ifdef RTLGEN_CHECKS
    // Bits 9 to 1 of 10.
    function [8:0] bits_9_to_1_of_10(input [9:0] value);
        reg unused_bits;
        begin
            unused_bits = &{1'b0, value[0]};
            bits_9_to_1_of_10 = value[9:1];
        end
    endfunction
`endif

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

    // The lane of 4 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [3:0] one_hot_mux_4x4(input [3:0] select, input [15:0] lanes);
        integer n;
        begin
            one_hot_mux_4x4 = 4'd0;
            for (n = 0; n < 4; n = n + 1)
                one_hot_mux_4x4 = one_hot_mux_4x4 | ({4{select[n]}} & lanes[n*4 +: 4]);
        end
    endfunction

    assign new_mask = {event_mask[30], event_mask[27], event_mask[24], event_mask[21],
                       event_mask[18], event_mask[15], event_mask[12], event_mask[9], event_mask[6],
                       event_mask[3]};
    assign write_line    = lowest_one_4(~valid_q) & {4{event_valid}};
    assign same_name     = on_the_way & ~new_is_longer & ~new_is_shorter;
    assign prefix        = on_the_way & new_is_longer;
    assign line_needed   = event_valid && event_allocate && !(|same_name);
    assign line_is_born  = write_line & {4{line_needed}};
    assign changes_block = event_valid && (event_block || !event_allocate);
    assign lines_change  = event_valid || (|born_q);
    assign born          = born_q;
    assign refused       = line_needed && (&valid_q);
    assign longest_prefix = prefix_q
                          & ~one_hot_mux_4x4(prefix_q,
                                             {longer_q[3], longer_q[2], longer_q[1], longer_q[0]});
    assign born_host = (|prefix_q)
                     ? {2'd0, |(longest_prefix & 4'hc), |(longest_prefix & 4'ha)} + 4'd8
                     : {1'b0, born_standard_q};
    assign found = hit_q & valid_q;
    assign longest_hit = found
                       & ~one_hot_mux_4x4(found,
                                          {longer_q[3], longer_q[2], longer_q[1], longer_q[0]});
    assign lookup_queue  = {longest_hit, (|found) ? 8'd0 : 8'd1 << lookup_standard_q};
    assign line_valid    = valid_q;
    assign line_blocked  = blocked_q;
    assign line_sent     = sent_q;
    assign line_tp       = {tp_q[3], tp_q[2], tp_q[1], tp_q[0]};
    assign line_mask     = masks;
    assign line_standard = {standard_q[3], standard_q[2], standard_q[1], standard_q[0]};

`ifdef RTLGEN_CHECKS
    assign turns_of_mask = {event_mask[30], event_mask[27], event_mask[24], event_mask[21],
                            event_mask[18], event_mask[15], event_mask[12], event_mask[9],
                            event_mask[6], event_mask[3]};
    assign ranks_kept[0] = 1'b1
                        && (!(valid_q[0] && valid_q[1])
                         || longer_q[0][1] == (|(mask_q[0] & ~mask_q[1])))
                        && (!(valid_q[0] && valid_q[2])
                         || longer_q[0][2] == (|(mask_q[0] & ~mask_q[2])))
                        && (!(valid_q[0] && valid_q[3])
                         || longer_q[0][3] == (|(mask_q[0] & ~mask_q[3])));
    assign ranks_kept[1] = 1'b1
                        && (!(valid_q[1] && valid_q[0])
                         || longer_q[1][0] == (|(mask_q[1] & ~mask_q[0])))
                        && (!(valid_q[1] && valid_q[2])
                         || longer_q[1][2] == (|(mask_q[1] & ~mask_q[2])))
                        && (!(valid_q[1] && valid_q[3])
                         || longer_q[1][3] == (|(mask_q[1] & ~mask_q[3])));
    assign ranks_kept[2] = 1'b1
                        && (!(valid_q[2] && valid_q[0])
                         || longer_q[2][0] == (|(mask_q[2] & ~mask_q[0])))
                        && (!(valid_q[2] && valid_q[1])
                         || longer_q[2][1] == (|(mask_q[2] & ~mask_q[1])))
                        && (!(valid_q[2] && valid_q[3])
                         || longer_q[2][3] == (|(mask_q[2] & ~mask_q[3])));
    assign ranks_kept[3] = 1'b1
                        && (!(valid_q[3] && valid_q[0])
                         || longer_q[3][0] == (|(mask_q[3] & ~mask_q[0])))
                        && (!(valid_q[3] && valid_q[1])
                         || longer_q[3][1] == (|(mask_q[3] & ~mask_q[1])))
                        && (!(valid_q[3] && valid_q[2])
                         || longer_q[3][2] == (|(mask_q[3] & ~mask_q[2])));
`endif

    always @* begin : update_new_is_longer
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            new_is_longer[k] = |(new_mask & ~mask_q_flat[k*10 +: 10]);
        end
    end

    always @* begin : update_new_is_shorter
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            new_is_shorter[k] = |(mask_q_flat[k*10 +: 10] & ~new_mask);
        end
    end

    always @* begin : update_on_the_way
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            on_the_way[k] = valid_q[k]
                         && ((event_tp ^ tp_q_flat[k*31 +: 31])
                           & {{3{bits_9_to_9_of_10(mask_q_flat[k*10 +: 10])}},
                              {3{bits_8_to_8_of_10(mask_q_flat[k*10 +: 10])}},
                              {3{bits_7_to_7_of_10(mask_q_flat[k*10 +: 10])}},
                              {3{bits_6_to_6_of_10(mask_q_flat[k*10 +: 10])}},
                              {3{bits_5_to_5_of_10(mask_q_flat[k*10 +: 10])}},
                              {3{bits_4_to_4_of_10(mask_q_flat[k*10 +: 10])}},
                              {3{bits_3_to_3_of_10(mask_q_flat[k*10 +: 10])}},
                              {3{bits_2_to_2_of_10(mask_q_flat[k*10 +: 10])}},
                              {3{bits_1_to_1_of_10(mask_q_flat[k*10 +: 10])}},
                              {3{bits_0_to_0_of_10(mask_q_flat[k*10 +: 10])}},
                              bits_0_to_0_of_10(mask_q_flat[k*10 +: 10]) & 1'b0})
                         == 31'd0;
        end
    end

    always @* begin : update_hit
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            hit[k] = valid_q[k]
                  && ((lookup_turns ^ tp_q_flat[k*31 +: 31])
                    & {{3{bits_9_to_9_of_10(mask_q_flat[k*10 +: 10])}},
                       {3{bits_8_to_8_of_10(mask_q_flat[k*10 +: 10])}},
                       {3{bits_7_to_7_of_10(mask_q_flat[k*10 +: 10])}},
                       {3{bits_6_to_6_of_10(mask_q_flat[k*10 +: 10])}},
                       {3{bits_5_to_5_of_10(mask_q_flat[k*10 +: 10])}},
                       {3{bits_4_to_4_of_10(mask_q_flat[k*10 +: 10])}},
                       {3{bits_3_to_3_of_10(mask_q_flat[k*10 +: 10])}},
                       {3{bits_2_to_2_of_10(mask_q_flat[k*10 +: 10])}},
                       {3{bits_1_to_1_of_10(mask_q_flat[k*10 +: 10])}},
                       {3{bits_0_to_0_of_10(mask_q_flat[k*10 +: 10])}},
                       bits_0_to_0_of_10(mask_q_flat[k*10 +: 10]) & 1'b0})
                  == 31'd0;
        end
    end

`ifdef RTLGEN_CHECKS
    always @* begin : update_found_matches
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            found_matches[k] = !found[k]
                            || ((lookup_turns_before ^ tp_q_flat[k*31 +: 31])
                              & {{3{bits_9_to_9_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_8_to_8_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_7_to_7_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_6_to_6_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_5_to_5_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_4_to_4_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_3_to_3_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_2_to_2_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_1_to_1_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_0_to_0_of_10(mask_q_flat[k*10 +: 10])}},
                                 bits_0_to_0_of_10(mask_q_flat[k*10 +: 10]) & 1'b0})
                            == 31'd0;
        end
    end
`endif

    always @* begin : update_masks
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            masks[k*31 +: 31] = {{3{bits_9_to_9_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_8_to_8_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_7_to_7_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_6_to_6_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_5_to_5_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_4_to_4_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_3_to_3_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_2_to_2_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_1_to_1_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_0_to_0_of_10(mask_q_flat[k*10 +: 10])}},
                                 bits_0_to_0_of_10(mask_q_flat[k*10 +: 10]) & 1'b0};
        end
    end

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
                 && {{3{bits_9_to_9_of_10(mask_q_flat[a*10 +: 10])}},
                     {3{bits_8_to_8_of_10(mask_q_flat[a*10 +: 10])}},
                     {3{bits_7_to_7_of_10(mask_q_flat[a*10 +: 10])}},
                     {3{bits_6_to_6_of_10(mask_q_flat[a*10 +: 10])}},
                     {3{bits_5_to_5_of_10(mask_q_flat[a*10 +: 10])}},
                     {3{bits_4_to_4_of_10(mask_q_flat[a*10 +: 10])}},
                     {3{bits_3_to_3_of_10(mask_q_flat[a*10 +: 10])}},
                     {3{bits_2_to_2_of_10(mask_q_flat[a*10 +: 10])}},
                     {3{bits_1_to_1_of_10(mask_q_flat[a*10 +: 10])}},
                     {3{bits_0_to_0_of_10(mask_q_flat[a*10 +: 10])}},
                     bits_0_to_0_of_10(mask_q_flat[a*10 +: 10]) & 1'b0}
                 == {{3{bits_9_to_9_of_10(mask_q_flat[b*10 +: 10])}},
                     {3{bits_8_to_8_of_10(mask_q_flat[b*10 +: 10])}},
                     {3{bits_7_to_7_of_10(mask_q_flat[b*10 +: 10])}},
                     {3{bits_6_to_6_of_10(mask_q_flat[b*10 +: 10])}},
                     {3{bits_5_to_5_of_10(mask_q_flat[b*10 +: 10])}},
                     {3{bits_4_to_4_of_10(mask_q_flat[b*10 +: 10])}},
                     {3{bits_3_to_3_of_10(mask_q_flat[b*10 +: 10])}},
                     {3{bits_2_to_2_of_10(mask_q_flat[b*10 +: 10])}},
                     {3{bits_1_to_1_of_10(mask_q_flat[b*10 +: 10])}},
                     {3{bits_0_to_0_of_10(mask_q_flat[b*10 +: 10])}},
                     bits_0_to_0_of_10(mask_q_flat[b*10 +: 10]) & 1'b0}
                 && ((tp_q_flat[a*31 +: 31] ^ tp_q_flat[b*31 +: 31])
                   & {{3{bits_9_to_9_of_10(mask_q_flat[b*10 +: 10])}},
                      {3{bits_8_to_8_of_10(mask_q_flat[b*10 +: 10])}},
                      {3{bits_7_to_7_of_10(mask_q_flat[b*10 +: 10])}},
                      {3{bits_6_to_6_of_10(mask_q_flat[b*10 +: 10])}},
                      {3{bits_5_to_5_of_10(mask_q_flat[b*10 +: 10])}},
                      {3{bits_4_to_4_of_10(mask_q_flat[b*10 +: 10])}},
                      {3{bits_3_to_3_of_10(mask_q_flat[b*10 +: 10])}},
                      {3{bits_2_to_2_of_10(mask_q_flat[b*10 +: 10])}},
                      {3{bits_1_to_1_of_10(mask_q_flat[b*10 +: 10])}},
                      {3{bits_0_to_0_of_10(mask_q_flat[b*10 +: 10])}},
                      bits_0_to_0_of_10(mask_q_flat[b*10 +: 10]) & 1'b0})
                 == 31'd0) begin
                    has_twin[a] = 1'b1;
                end
            end
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @* begin : update_names_whole
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            names_whole[k] = !valid_q[k]
                          || ((tp_q_flat[k*31 +: 31]
                             & ~{{3{bits_9_to_9_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_8_to_8_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_7_to_7_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_6_to_6_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_5_to_5_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_4_to_4_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_3_to_3_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_2_to_2_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_1_to_1_of_10(mask_q_flat[k*10 +: 10])}},
                                 {3{bits_0_to_0_of_10(mask_q_flat[k*10 +: 10])}},
                                 bits_0_to_0_of_10(mask_q_flat[k*10 +: 10]) & 1'b0})
                           == 31'd0
                           && (bits_8_to_0_of_10(mask_q_flat[k*10 +: 10])
                             & ~bits_9_to_1_of_10(mask_q_flat[k*10 +: 10]))
                           == 9'd0);
        end
    end
`endif

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [13:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        memory_bits = memory_fill[31:18];
        {prefix_q, born_standard_q, hit_q, lookup_standard_q} = memory_bits;
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            tp_q[memory_word] = memory_fill[31:1];
        end
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            mask_q[memory_word] = memory_fill[31:22];
        end
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            standard_q[memory_word] = memory_fill[31:29];
        end
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            longer_q[memory_word] = memory_fill[31:28];
        end
`ifdef RTLGEN_CHECKS
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        lookup_turns_before = memory_fill[31:1];
`endif
    end
`endif

    always @(posedge clk) begin : update_tp_q
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            if (write_line[k]) begin
                tp_q[k] <= event_tp;
                mask_q[k] <= new_mask;
                standard_q[k] <= event_standard;
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
            blocked_q <= 4'd0;
            sent_q <= 4'd0;
        end else begin
            for (k = 0; k < 4; k = k + 1) begin
                if (write_line[k]) begin
                    valid_q[k] <= line_is_born[k];
                    blocked_q[k] <= event_block;
                end else begin
                    if (changes_block && same_name[k]) blocked_q[k] <= event_block;
                    if (dealloc[k] && !lines_change) valid_q[k] <= 1'b0;
                end
                if (sent_set[k]) begin
                    sent_q[k] <= 1'b1;
                end else if (write_line[k] || sent_clear[k]) begin
                    sent_q[k] <= 1'b0;
                end
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            born_q <= 4'd0;
        end else begin
            born_q <= line_is_born;
        end
    end

    always @(posedge clk) begin
        prefix_q <= prefix;
        born_standard_q <= event_standard;
        hit_q <= hit;
        lookup_standard_q <= lookup_standard;
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        lookup_turns_before <= lookup_turns;
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
            // names on the way to one point have different lengths
            if ((|born) && (longest_prefix & ~lowest_one_4(longest_prefix)) != 4'd0) begin
                $display("RTLGEN_ASSERT %m one_longest_prefix fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a line that was found keeps its name for the cycle
            if (!(&found_matches)) begin
                $display("RTLGEN_ASSERT %m found_lines_match fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // names that match one packet have different lengths
            if ((longest_hit & ~lowest_one_4(longest_hit)) != 4'd0) begin
                $display("RTLGEN_ASSERT %m one_longest_hit fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ((dealloc & ~lowest_one_4(dealloc)) != 4'd0) begin
                $display("RTLGEN_ASSERT %m one_deallocation fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (((dealloc | sent_set | sent_clear) & ~valid_q) != 4'd0) begin
                $display("RTLGEN_ASSERT %m changes_of_valid_lines fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a mask covers whole turns from the first one on, and the turns behind it are 0
            if (event_valid
             && (event_mask
              != {{3{turns_of_mask[9]}}, {3{turns_of_mask[8]}}, {3{turns_of_mask[7]}},
                  {3{turns_of_mask[6]}}, {3{turns_of_mask[5]}}, {3{turns_of_mask[4]}},
                  {3{turns_of_mask[3]}}, {3{turns_of_mask[2]}}, {3{turns_of_mask[1]}},
                  {3{turns_of_mask[0]}}, turns_of_mask[0] & 1'b0}
              || (turns_of_mask[8:0] & ~turns_of_mask[9:1]) != 9'd0
              || (event_tp & ~event_mask) != 31'd0)) begin
                $display("RTLGEN_ASSERT %m name_of_whole_turns fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no two valid lines have one name
            if (|has_twin) begin
                $display("RTLGEN_ASSERT %m names_are_unique fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the turns of a name are 0 behind its mask, whose ones are on top
            if (!(&names_whole)) begin
                $display("RTLGEN_ASSERT %m names_of_whole_turns fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // which of two names is longer is kept as it is
            if (!(&ranks_kept)) begin
                $display("RTLGEN_ASSERT %m ranks_are_of_masks fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_cioq_recn_cam
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // names on the way to one point have different lengths
            one_longest_prefix: assert (!(|born)
                                     || (longest_prefix & ~lowest_one_4(longest_prefix)) == 4'd0);
            // a line that was found keeps its name for the cycle
            found_lines_match: assert (&found_matches);
            // names that match one packet have different lengths
            one_longest_hit: assert ((longest_hit & ~lowest_one_4(longest_hit)) == 4'd0);
            one_deallocation: `RTLGEN_CONTRACT ((dealloc & ~lowest_one_4(dealloc)) == 4'd0);
            changes_of_valid_lines: `RTLGEN_CONTRACT (((dealloc | sent_set | sent_clear) & ~valid_q)
                                                   == 4'd0);
            // a mask covers whole turns from the first one on, and the turns behind it are 0
            name_of_whole_turns: `RTLGEN_CONTRACT (!event_valid
                                                || (event_mask
                                                 == {{3{turns_of_mask[9]}}, {3{turns_of_mask[8]}},
                                                     {3{turns_of_mask[7]}}, {3{turns_of_mask[6]}},
                                                     {3{turns_of_mask[5]}}, {3{turns_of_mask[4]}},
                                                     {3{turns_of_mask[3]}}, {3{turns_of_mask[2]}},
                                                     {3{turns_of_mask[1]}}, {3{turns_of_mask[0]}},
                                                     turns_of_mask[0] & 1'b0}
                                                 && (turns_of_mask[8:0] & ~turns_of_mask[9:1])
                                                 == 9'd0
                                                 && (event_tp & ~event_mask) == 31'd0));
            // no two valid lines have one name
            names_are_unique: assert (!(|has_twin));
            // the turns of a name are 0 behind its mask, whose ones are on top
            names_of_whole_turns: assert (&names_whole);
            // which of two names is longer is kept as it is
            ranks_are_of_masks: assert (&ranks_kept);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
