// SPDX-License-Identifier: Apache-2.0
// qcn_culprit_testbed: CulpritArray with contents and searches, for experiments
//
// units = 1024, probes_fast = 64, probes_strict = 1024
`default_nettype none

module qcn_culprit_testbed (
    input  wire        clk,           // rising edge
    input  wire        rst,           // synchronous, active high
    input  wire [31:0] seed,          // of the random numbers; taken in the first cycle after reset
    input  wire        strict,        // mode of the searches; held
    input  wire [2:0]  contents,      // 0 contiguous, 1 interleaved, 2 alternating, 3 random, 4
                                      // packed, 5 a single unit; held
    input  wire [16:0] level,         // units held; their probability in 1/65536 with random
                                      // contents; the number in load order with a single one; held
    input  wire        churn,         // random contents are made anew all the time; held
    input  wire [31:0] searches,      // searches to be made; held
    output wire        done,          // they are made; a register

    // counter readback
    input  wire [3:0]  read_address,  // number of a counter
    output wire [31:0] read_data      // the counter, a cycle later; a register
);

    reg [9:0]  index;           // unit that is looked after, in order
    reg        loaded;          // all units were looked after once
    reg [5:0]  row;             // row of the unit that is looked after
    reg [3:0]  column;          // column of the unit that is looked after
    reg [29:0] random;          // state of the shift register of draws
    reg        seeded;          // the shift register has its seed
    reg [31:0] asked_q;         // searches asked for
    reg [31:0] searches_q;      // searches answered
    reg [31:0] longest_q;       // most reads of a search
    reg [31:0] reads_before_q;  // reads up to the last answer
    reg        done_q;          // they are made; a register
    reg [31:0] hits_0_q;        // hits of flow 0
    reg [31:0] hits_1_q;        // hits of flow 1
    reg [31:0] hits_2_q;        // hits of flow 2
    reg [31:0] hits_3_q;        // hits of flow 3
    reg [31:0] held_0_q;        // units held at first by flow 0
    reg [31:0] held_1_q;        // units held at first by flow 1
    reg [31:0] held_2_q;        // units held at first by flow 2
    reg [31:0] held_3_q;        // units held at first by flow 3
    reg [31:0] read_data_q;     // the counter, a cycle later; a register

    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [1:0] states [0:1023];  // {held, phase} of a unit, by index
    reg [1:0] read_state;       // word of states that was read last

    wire         steps;
    wire         last;
    wire         last_row;
    wire [9:0]   next_index;
    wire [9:0]   unit;
    wire [16:0]  position;
    wire [16:0]  second;
    wire [16:0]  third;
    wire [16:0]  fourth;
    wire [1:0]   parts;
    reg          hold;
    reg  [1:0]   flow;
    wire [1:0]   state;
    wire         phase;
    wire         stored;
    wire         asks;
    wire [31:0]  reads;
    wire [511:0] counters;
    wire         culprit_ready;
    wire         culprit_request_ready;
    wire         culprit_answer_valid;
    wire         culprit_answer_hit;
    wire [9:0]   culprit_answer_unit;
    wire [9:0]   culprit_answer_pointer;
    wire [31:0]  culprit_count_reads;
    wire [31:0]  culprit_count_probes;
    wire [31:0]  culprit_count_fallbacks;
    wire [31:0]  culprit_count_give_ups;
    wire [31:0]  culprit_count_stale;
    wire [31:0]  culprit_count_wrong;

    wire unused_seed_rest = &{1'b0, seed[31:29]};
    wire unused_answer_rest = &{1'b0, culprit_answer_unit, culprit_answer_pointer[9:2]};

    // The number of ones.
    function [1:0] count_ones_3(input [2:0] bits);
        integer n;
        begin
            count_ones_3 = 2'd0;
            for (n = 0; n < 3; n = n + 1)
                count_ones_3 = count_ones_3 + {1'd0, bits[n]};
        end
    endfunction

    qcn_culprit culprit (
        .clk             (clk),
        .rst             (rst),
        .seed            (seed),
        .owner           (12'd0),
        .strict          (strict),
        .ready           (culprit_ready),
        .alloc_valid     (stored),
        .alloc_unit      (unit),
        .alloc_phase     (phase),
        .alloc_pointer   ({8'd0, flow}),
        .alloc_prio      (3'd0),
        .release_valid   (steps && state[1]),
        .release_unit    (unit),
        .release_phase   (state[0]),
        .request_valid   (asks),
        .request_prio    (3'd0),
        .request_ready   (culprit_request_ready),
        .answer_valid    (culprit_answer_valid),
        .answer_hit      (culprit_answer_hit),
        .answer_unit     (culprit_answer_unit),
        .answer_pointer  (culprit_answer_pointer),
        .count_reads     (culprit_count_reads),
        .count_probes    (culprit_count_probes),
        .count_fallbacks (culprit_count_fallbacks),
        .count_give_ups  (culprit_count_give_ups),
        .count_stale     (culprit_count_stale),
        .count_wrong     (culprit_count_wrong)
    );

    assign steps      = culprit_ready && (!loaded || (loaded && churn && contents == 3'd3));
    assign last       = index == 10'd1023;
    assign last_row   = row == 6'd63;
    assign next_index = last ? 10'd0 : index + 10'd1;
    assign unit       = (contents == 3'd4) ? {index[3:0], index[9:4]} : {column, row};
    assign position   = {7'd0, index};
    assign second     = level >> 1;
    assign third      = (level >> 1) + (level >> 2);
    assign fourth     = third + (level >> 3);
    assign parts      = count_ones_3({position >= second, position >= third, position >= fourth});
    assign state      = loaded ? read_state : 2'd0;
    assign phase      = state[0] ^ state[1];
    assign stored     = steps && hold;
    assign asks       = loaded && asked_q < searches;
    assign done       = done_q;
    assign reads      = culprit_count_reads - reads_before_q;
    assign counters = {culprit_count_wrong, culprit_count_stale, culprit_count_give_ups,
                       culprit_count_fallbacks, culprit_count_probes, culprit_count_reads,
                       longest_q, searches_q, held_3_q, held_2_q, held_1_q, held_0_q, hits_3_q,
                       hits_2_q, hits_1_q, hits_0_q};
    assign read_data = read_data_q;

    always @* begin
        hold = position < level;
        case (contents)
            3'd2: hold = !position[0] && (position >> 1) < level;
            3'd3: hold = {1'b0, random[17:2]} < level;
            3'd5: hold = position == level;
            default: ;
        endcase
    end

    always @* begin
        flow = parts;
        case (contents)
            3'd1: flow = position[1:0];
            3'd2: flow = position[2:1];
            3'd3: flow = random[1:0];
            default: ;
        endcase
    end

    always @(posedge clk) begin
        if (steps) states[index] <= {hold, phase};
        if (steps) read_state <= states[next_index];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [63:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[31:0], memory_fill};
        end
        {random, read_data_q, read_state} = memory_bits;
        for (memory_word = 0; memory_word < 1024; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            states[memory_word] = memory_fill[31:30];
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            index <= 10'd0;
            loaded <= 1'b0;
            row <= 6'd0;
            column <= 4'd0;
        end else if (steps) begin
            index <= next_index;
            row <= last_row ? 6'd0 : row + 6'd1;
            if (last_row) column <= column + 4'd1;
            if (last) loaded <= 1'b1;
        end
    end

    always @(posedge clk) begin
        if (seeded) begin
            random <= {random[11:0], ^(random & 30'h20000029), ^(random & 30'h3000003d),
                       ^(random & 30'h38000037), ^(random & 30'h3c000032), ^(random & 30'h1e000019),
                       ^(random & 30'h2f000025), ^(random & 30'h3780003b), ^(random & 30'h3bc00034),
                       ^(random & 30'h1de0001a), ^(random & 30'hef0000d), ^(random & 30'h2778002f),
                       ^(random & 30'h33bc003e), ^(random & 30'h19de001f), ^(random & 30'h2cef0026),
                       ^(random & 30'h16778013), ^(random & 30'h2b3bc020), ^(random & 30'h159de010),
                       ^(random & 30'hacef008)};
        end else begin
            random <= {seed[28:0], 1'b1};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            seeded <= 1'b0;
            asked_q <= 32'd0;
            done_q <= 1'b0;
            hits_0_q <= 32'd0;
            hits_1_q <= 32'd0;
            hits_2_q <= 32'd0;
            hits_3_q <= 32'd0;
            held_0_q <= 32'd0;
            held_1_q <= 32'd0;
            held_2_q <= 32'd0;
            held_3_q <= 32'd0;
        end else begin
            seeded <= 1'b1;
            if (asks && culprit_request_ready) asked_q <= asked_q + 32'd1;
            done_q <= loaded && searches_q == searches;
            if (culprit_answer_valid
             && culprit_answer_hit
             && culprit_answer_pointer[1:0] == 2'd0) begin
                hits_0_q <= hits_0_q + 32'd1;
            end
            if (culprit_answer_valid
             && culprit_answer_hit
             && culprit_answer_pointer[1:0] == 2'd1) begin
                hits_1_q <= hits_1_q + 32'd1;
            end
            if (culprit_answer_valid
             && culprit_answer_hit
             && culprit_answer_pointer[1:0] == 2'd2) begin
                hits_2_q <= hits_2_q + 32'd1;
            end
            if (culprit_answer_valid
             && culprit_answer_hit
             && culprit_answer_pointer[1:0] == 2'd3) begin
                hits_3_q <= hits_3_q + 32'd1;
            end
            if (stored && !loaded && flow == 2'd0) held_0_q <= held_0_q + 32'd1;
            if (stored && !loaded && flow == 2'd1) held_1_q <= held_1_q + 32'd1;
            if (stored && !loaded && flow == 2'd2) held_2_q <= held_2_q + 32'd1;
            if (stored && !loaded && flow == 2'd3) held_3_q <= held_3_q + 32'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            searches_q <= 32'd0;
            longest_q <= 32'd0;
            reads_before_q <= 32'd0;
        end else if (culprit_answer_valid) begin
            searches_q <= searches_q + 32'd1;
            reads_before_q <= culprit_count_reads;
            if (reads > longest_q) longest_q <= reads;
        end
    end

    always @(posedge clk) begin
        read_data_q <= counters[{read_address, 5'd0} +: 32];
    end

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_qcn_culprit_testbed
    initial assume (rst);
`endif
`endif

endmodule

`default_nettype wire
