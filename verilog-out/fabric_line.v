// SPDX-License-Identifier: Apache-2.0
// fabric_line: one direction of a line that damages words  width = 280
`default_nettype none

module fabric_line (
    input  wire         clk,         // rising edge
    input  wire         rst,         // synchronous, active high
    input  wire [15:0]  number,      // number of the line, held
    input  wire [31:0]  noise_seed,  // of the random numbers of the lines
    input  wire [31:0]  noise,       // words that a line damages, in 1/2^32
    input  wire         in_valid,    // there is a word
    input  wire [279:0] in_word,     // it; unknown without valid
    output wire         out_valid,   // there is a word
    output wire [279:0] out_word,    // it; unknown without valid
    output wire         damaged      // the word that leaves was damaged here, a register
);

    reg [63:0]  state;       // state of the random number generator
    reg         started;     // the state was started from seed and node
    reg [5:0]   mixes_left;  // steps that still mix the start
    reg         valid_q;     // in_valid, one cycle later
    reg [279:0] word_q;      // it; unknown without valid
    reg         damaged_q;   // damages, one cycle later

    wire [63:0]  shift_13;
    wire [63:0]  shift_7;
    wire [63:0]  stepped;
    wire         usable;
    reg  [63:0]  next_state;
    wire         damages;
    wire [8:0]   place;
    wire [279:0] inverted;
    wire [279:0] inverted_beside;

    wire unused_random = &{1'b0, state[62:41]};

    assign shift_13        = state ^ (state << 13);
    assign shift_7         = shift_13 ^ (shift_13 >> 7);
    assign stepped         = shift_7 ^ (shift_7 << 17);
    assign usable          = started && mixes_left == 6'd0;
    assign damages         = usable && in_valid && state[31:0] < noise;
    assign place           = (state[40:32] >= 9'd280) ? state[40:32] - 9'd280 : state[40:32];
    assign inverted        = (280'd1 << place) & {280{damages}};
    assign inverted_beside = (inverted << 1) & {280{state[63]}};
    assign out_valid       = valid_q;
    assign out_word        = word_q;
    assign damaged         = damaged_q;

    always @* begin
        if (!started) begin
            next_state = {noise_seed ^ {number[15:8], 24'd0}, 24'h243f6a, number[7:0]};
        end else if (mixes_left != 6'd0) begin
            next_state = stepped + 64'h9e3779b97f4a7c15;
        end else begin
            next_state = stepped;
        end
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (9) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            word_q = {word_q[247:0], memory_fill};
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            state <= 64'd0;
            valid_q <= 1'b0;
            damaged_q <= 1'b0;
        end else begin
            state <= next_state;
            valid_q <= in_valid;
            damaged_q <= damages;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            started <= 1'b0;
            mixes_left <= 6'd32;
        end else if (!started) begin
            started <= 1'b1;
        end else if (mixes_left != 6'd0) begin
            mixes_left <= mixes_left - 6'd1;
        end
    end

    always @(posedge clk) begin
        word_q <= in_word ^ (inverted | inverted_beside);
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
            // 0 is the one state without a way out
            if (usable && state == 64'd0) begin
                $display("RTLGEN_ASSERT %m generator_runs fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_fabric_line
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // 0 is the one state without a way out
            generator_runs: assert (!usable || state != 64'd0);
        end
    end
`endif

endmodule

`default_nettype wire
