// SPDX-License-Identifier: Apache-2.0
// qcn_dos: deterministic occupancy sampling: the longest of the virtual output queues
//
// voqs = 8, units = 586
`default_nettype none

module qcn_dos (
    input  wire        clk,          // rising edge
    input  wire [79:0] count,        // buffer units in each queue

    // answer for the counts of index(voqs) cycles before, registers
    output wire        found_valid,  // there is a unit
    output wire [2:0]  found_index,  // the longest queue, of equals the lowest
    output wire [9:0]  found_count   // its units
);

    reg [39:0] count_1;  // buffer units of the longest queue of each group
    reg [3:0]  place_1;  // place of the longest queue in each group
    reg [19:0] count_2;  // buffer units of the longest queue of each group
    reg [3:0]  place_2;  // place of the longest queue in each group
    reg [9:0]  count_3;  // buffer units of the longest queue of each group
    reg [2:0]  place_3;  // place of the longest queue in each group

    wire [39:0] left_0;
    wire [39:0] right_0;
    reg  [3:0]  right_wins_0;
    wire [19:0] left_1;
    wire [19:0] right_1;
    wire [1:0]  left_place_1;
    wire [1:0]  right_place_1;
    reg  [1:0]  right_wins_1;
    wire [9:0]  left_2;
    wire [9:0]  right_2;
    wire [1:0]  left_place_2;
    wire [1:0]  right_place_2;
    reg         right_wins_2;

    assign left_0        = {count[69:60], count[49:40], count[29:20], count[9:0]};
    assign right_0       = {count[79:70], count[59:50], count[39:30], count[19:10]};
    assign left_1        = {count_1[29:20], count_1[9:0]};
    assign right_1       = {count_1[39:30], count_1[19:10]};
    assign left_place_1  = {place_1[2], place_1[0]};
    assign right_place_1 = {place_1[3], place_1[1]};
    assign left_2        = count_2[9:0];
    assign right_2       = count_2[19:10];
    assign left_place_2  = place_2[1:0];
    assign right_place_2 = place_2[3:2];
    assign found_valid   = |count_3;
    assign found_index   = place_3;
    assign found_count   = count_3;

    always @* begin : update_right_wins_0
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            right_wins_0[i] = right_0[i*10 +: 10] > left_0[i*10 +: 10];
        end
    end

    always @* begin : update_right_wins_1
        integer i;
        for (i = 0; i < 2; i = i + 1) begin
            right_wins_1[i] = right_1[i*10 +: 10] > left_1[i*10 +: 10];
        end
    end

    always @* begin : update_right_wins_2
        integer i;
        for (i = 0; i < 1; i = i + 1) begin
            right_wins_2 = right_2 > left_2;
        end
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [80:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (3) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[48:0], memory_fill};
        end
        {count_1, place_1, count_2, place_2, count_3, place_3} = memory_bits;
    end
`endif

    always @(posedge clk) begin : update_count_1
        integer i;
        for (i = 0; i < 4; i = i + 1) begin
            count_1[i*10 +: 10] <= right_wins_0[i] ? right_0[i*10 +: 10] : left_0[i*10 +: 10];
            place_1[i] <= right_wins_0[i];
        end
        for (i = 0; i < 2; i = i + 1) begin
            count_2[i*10 +: 10] <= right_wins_1[i] ? right_1[i*10 +: 10] : left_1[i*10 +: 10];
            place_2[i*2 +: 2] <= {right_wins_1[i],
                                  right_wins_1[i] ? right_place_1[i] : left_place_1[i]};
        end
        for (i = 0; i < 1; i = i + 1) begin
            count_3 <= right_wins_2 ? right_2 : left_2;
            place_3 <= {right_wins_2, right_wins_2 ? right_place_2 : left_place_2};
        end
    end

endmodule

`default_nettype wire
