// SPDX-License-Identifier: Apache-2.0
// clos_source: makes packets: bursts, unbalanced, to hot nodes  nodes = 16, max_p = 1, beat = 0
`default_nettype none

module clos_source (
    input  wire        clk,           // rising edge
    input  wire        rst,           // synchronous, active high
    input  wire [7:0]  node,          // number of this node
    input  wire [31:0] now,           // time, cycles
    input  wire [31:0] seed,          // of the random numbers
    input  wire [20:0] start,         // bursts that begin per idle cell time, in 1/2^20
    input  wire [20:0] stop,          // bursts that end per cell, in 1/2^20: 1/(mean length)
    input  wire [16:0] own,           // w: bursts of unbalanced traffic that go to the node itself,
                                      // in 1/65536
    input  wire [16:0] hot_rate,      // bursts to the hot nodes per burst, in 1/65536; 0: there is
                                      // no hot node
    input  wire [7:0]  hot_node,      // a hot node
    input  wire [7:0]  hot_mask,      // nodes that differ from it in these bits only are hot, too
    input  wire        enable,        // cells are made
    input  wire        tick,          // a cell time of the external line begins

    // cells made, registers but for the tag
    output wire        make_valid,    // pulse: a cell is made
    output wire [7:0]  make_dst,      // its destination
    output wire [31:0] make_tag,      // {number in its flow, cycle in which it was made}; unknown
                                      // while not valid
    input  wire        make_refused,  // in the same cycle: it is refused

    output wire        hot            // the cell goes to a hot node, a register
);

    reg [63:0] state;         // state of the random number generator
    reg        started;       // the state was started from seed and node
    reg [5:0]  mixes_left;    // steps that still mix the start
    reg [3:0]  cold_node;     // last node drawn that is not hot
    reg [3:0]  walk;          // word that is zeroed next, after reset
    reg        walk_done;     // all words are zeroed
    reg        active;        // a burst goes on
    reg [3:0]  target;        // destination of the last packet
    reg        make_valid_q;  // makes, one cycle later
    reg        hot_q;         // goes_to_hot, one cycle later

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [7:0] numbers [0:15];  // next packet number, by destination
    wire [7:0] number;

    wire [63:0] shift_13;
    wire [63:0] shift_7;
    wire [63:0] stepped;
    wire        usable;
    reg  [63:0] next_state;
    wire [3:0]  hot_target;
    wire [3:0]  fresh_target;
    wire        begins;
    wire        turn;
    wire        makes;
    wire [3:0]  dst;
    wire        goes_to_hot;
    wire        taken;
    wire [7:0]  next_number;

    wire unused_random_rest = &{1'b0, state[63:60]};
    wire unused_hot_rest = &{1'b0, hot_node[7:4], hot_mask[7:4]};
    wire unused_now_rest = &{1'b0, now[31:24]};

    assign shift_13   = state ^ (state << 13);
    assign shift_7    = shift_13 ^ (shift_13 >> 7);
    assign stepped    = shift_7 ^ (shift_7 << 17);
    assign usable     = started && mixes_left == 6'd0;
    assign hot_target = (hot_node[3:0] & ~hot_mask[3:0]) | (state[59:56] & hot_mask[3:0]);
    assign fresh_target = ({1'b0, state[55:40]} < hot_rate) ? hot_target
                        : ({1'b0, state[55:40]} < own) ? node[3:0] : cold_node;
    assign begins      = {1'b0, state[19:0]} < start;
    assign turn        = tick && enable && usable && walk_done;
    assign makes       = turn && (active || begins);
    assign dst         = active ? target : fresh_target;
    assign make_valid  = make_valid_q;
    assign make_dst    = {4'd0, target};
    assign goes_to_hot = (|hot_rate) && ((dst ^ hot_node[3:0]) & ~hot_mask[3:0]) == 4'd0;
    assign hot         = hot_q;
    assign taken       = make_valid_q && !make_refused;
    assign next_number = number + 8'd1;
    assign make_tag    = {number, now[23:0]};

    always @* begin
        if (!started) begin
            next_state = {seed, 24'h243f6a, node};
        end else if (mixes_left != 6'd0) begin
            next_state = stepped + 64'h9e3779b97f4a7c15;
        end else begin
            next_state = stepped;
        end
    end

    always @(posedge clk) begin
        if (!walk_done || taken) begin
            numbers[walk_done ? target : walk] <= walk_done ? next_number : 8'd0;
        end
    end

    assign number = numbers[target];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [4:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        memory_bits = memory_fill[31:27];
        {target, hot_q} = memory_bits;
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            numbers[memory_word] = memory_fill[31:24];
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            state <= 64'd0;
            cold_node <= 4'd0;
            active <= 1'b0;
            make_valid_q <= 1'b0;
        end else begin
            state <= next_state;
            if (!((|hot_rate) && ((state[59:56] ^ hot_node[3:0]) & ~hot_mask[3:0]) == 4'd0)) begin
                cold_node <= state[59:56];
            end
            if (turn) active <= makes && !({1'b0, state[39:20]} < stop);
            make_valid_q <= makes;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            started <= 1'b0;
            mixes_left <= 6'd32;
        end else if (!started) begin
            started <= enable;
        end else if (mixes_left != 6'd0) begin
            mixes_left <= mixes_left - 6'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            walk <= 4'd0;
            walk_done <= 1'b0;
        end else if (!walk_done) begin
            walk <= walk + 4'd1;
            walk_done <= walk == 4'd15;
        end
    end

    always @(posedge clk) begin
        if (makes) target <= dst;
        hot_q <= goes_to_hot;
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
            if (node >= 8'd16) begin
                $display("RTLGEN_ASSERT %m node_of_the_network fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_clos_source
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // 0 is the one state without a way out
            generator_runs: assert (!usable || state != 64'd0);
            node_of_the_network: `RTLGEN_CONTRACT (node < 8'd16);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
