// SPDX-License-Identifier: Apache-2.0
// cioq_recn_cam: CAM of one side: names and states of the set-aside queues  saqs = 4, standard = 8
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
    output wire [3:0]   lookup_queue,     // its queue, combinational

    // event: the one write port of the lines
    input  wire         event_valid,      // a set-aside queue is set up or changes its B
    input  wire         event_block,      // new value of B
    input  wire         event_allocate,   // a queue is set up if there is none of that name
    input  wire [30:0]  event_tp,         // turns that lead to the point
    input  wire [30:0]  event_mask,       // significant bits of the turns
    input  wire [2:0]   event_standard,   // the standard queue that may host the marker

    input  wire [3:0]   dealloc,          // the line is freed; at most one
    input  wire [3:0]   sent_set,         // an Xoff for the line is told
    input  wire [3:0]   sent_clear,       // an Xon for the line is told
    output wire [3:0]   born,             // the line that the event allocates, one-hot or 0,
                                          // combinational
    output wire [3:0]   born_host,        // the queue that hosts its marker, combinational
    output wire         refused,          // the event wants a new line and finds none free,
                                          // combinational

    // the lines, registers; names of an invalid line are unknown
    output wire [3:0]   line_valid,       // the line is in use
    output wire [123:0] line_tp,          // name: turns
    output wire [123:0] line_mask,        // name: mask
    output wire [3:0]   line_blocked,     // B: the queue may not send
    output wire [3:0]   line_sent         // SENT: an Xoff is outstanding
);

    (* mem2reg *)
    reg [30:0] tp_q [0:3];
    (* mem2reg *)
    reg [30:0] mask_q [0:3];
    reg [3:0]  valid_q;
    reg [3:0]  blocked_q;
    reg [3:0]  sent_q;

    reg  [3:0] hit;
    reg  [3:0] hit_outranked;
    wire [3:0] longest_hit;
    reg  [3:0] prefix;
    reg  [3:0] prefix_outranked;
    wire [3:0] longest_prefix;
    reg  [3:0] same_name;
    wire [3:0] free;
    wire       line_needed;
    wire [3:0] born_line;
    wire       changes_block;

`ifdef RTLGEN_CHECKS
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

    // The index of the lowest 1, 0 if there is none.
    function [1:0] lowest_set_4(input [3:0] bits);
        integer n;
        begin
            lowest_set_4 = 2'd0;
            for (n = 3; n >= 0; n = n - 1)
                if (bits[n]) lowest_set_4 = n[1:0];
        end
    endfunction

    assign longest_hit = hit & ~hit_outranked;
    assign lookup_queue = (|hit) ? {2'd0, lowest_set_4(longest_hit)} + 4'd8
                        : {1'b0, lookup_standard};
    assign longest_prefix = prefix & ~prefix_outranked;
    assign born_host = (|prefix) ? {2'd0, lowest_set_4(longest_prefix)} + 4'd8
                     : {1'b0, event_standard};
    assign free          = ~valid_q;
    assign line_needed   = event_valid && event_allocate && !(|same_name);
    assign born_line     = lowest_one_4(free) & {4{line_needed}};
    assign changes_block = event_valid && (event_block || !event_allocate);
    assign born          = born_line;
    assign refused       = line_needed && !(|free);
    assign line_valid    = valid_q;
    assign line_blocked  = blocked_q;
    assign line_sent     = sent_q;
    assign line_tp       = {tp_q[3], tp_q[2], tp_q[1], tp_q[0]};
    assign line_mask     = {mask_q[3], mask_q[2], mask_q[1], mask_q[0]};

    always @* begin : update_hit
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            hit[k] = valid_q[k]
                  && ((lookup_turns ^ tp_q_flat[k*31 +: 31]) & mask_q_flat[k*31 +: 31]) == 31'd0;
        end
    end

    always @* begin : update_hit_outranked
        integer k;
        integer j;
        hit_outranked = 4'd0;
        for (k = 0; k < 4; k = k + 1) begin
            for (j = 0; j < 4; j = j + 1) begin
                if (hit[j] && mask_q_flat[j*31 +: 31] > mask_q_flat[k*31 +: 31]) begin
                    hit_outranked[k] = 1'b1;
                end
            end
        end
    end

    always @* begin : update_prefix
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            prefix[k] = valid_q[k]
                     && mask_q_flat[k*31 +: 31] < event_mask
                     && ((event_tp ^ tp_q_flat[k*31 +: 31]) & mask_q_flat[k*31 +: 31]) == 31'd0;
        end
    end

    always @* begin : update_prefix_outranked
        integer k;
        integer j;
        prefix_outranked = 4'd0;
        for (k = 0; k < 4; k = k + 1) begin
            for (j = 0; j < 4; j = j + 1) begin
                if (prefix[j] && mask_q_flat[j*31 +: 31] > mask_q_flat[k*31 +: 31]) begin
                    prefix_outranked[k] = 1'b1;
                end
            end
        end
    end

    always @* begin : update_same_name
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            same_name[k] = valid_q[k]
                        && event_mask == mask_q_flat[k*31 +: 31]
                        && ((event_tp ^ tp_q_flat[k*31 +: 31]) & mask_q_flat[k*31 +: 31]) == 31'd0;
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
            if (born_line[k]) begin
                tp_q[k] <= event_tp;
                mask_q[k] <= event_mask;
            end
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
                if (born_line[k]) begin
                    valid_q[k] <= 1'b1;
                    blocked_q[k] <= event_block;
                    sent_q[k] <= 1'b0;
                end else begin
                    if (changes_block && same_name[k]) begin
                        blocked_q[k] <= event_block;
                    end
                    if (dealloc[k] && !event_valid) begin
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
            // names that match one packet have different lengths
            if ((longest_hit & ~lowest_one_4(longest_hit)) != 4'd0) begin
                $display("RTLGEN_ASSERT %m one_longest_hit fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // names that match one packet have different lengths
            if ((longest_prefix & ~lowest_one_4(longest_prefix)) != 4'd0) begin
                $display("RTLGEN_ASSERT %m one_longest_prefix fails at time %0t", $time);
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
            // no two valid lines have one name
            if (|has_twin) begin
                $display("RTLGEN_ASSERT %m names_are_unique fails at time %0t", $time);
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
            // names that match one packet have different lengths
            one_longest_hit: assert ((longest_hit & ~lowest_one_4(longest_hit)) == 4'd0);
            // names that match one packet have different lengths
            one_longest_prefix: assert ((longest_prefix & ~lowest_one_4(longest_prefix)) == 4'd0);
            one_deallocation: `RTLGEN_CONTRACT ((dealloc & ~lowest_one_4(dealloc)) == 4'd0);
            changes_of_valid_lines: `RTLGEN_CONTRACT (((dealloc | sent_set | sent_clear) & ~valid_q)
                                                   == 4'd0);
            // no two valid lines have one name
            names_are_unique: assert (!(|has_twin));
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
