// SPDX-License-Identifier: Apache-2.0
// adaptive_traffic: makes the frames of a host: one random draw in the time of a frame  hosts = 6
`default_nettype none

module adaptive_traffic (
    input  wire        clk,          // rising edge
    input  wire        rst,          // synchronous, active high
    input  wire [11:0] node,         // number of this host, held
    input  wire        load,         // the seed is taken
    input  wire [31:0] seed,         // not 0
    input  wire        turn,         // a draw is made
    input  wire [16:0] rate,         // probability of a frame, in 1/65536

    // destination
    input  wire        fixed_on,     // all frames go to one host
    input  wire [2:0]  fixed_dst,    // to this one; else to any other host with the same
                                     // probability

    // frames, registers
    output wire        offer_valid,  // a frame is made
    output wire [2:0]  offer_flow,   // its destination; unknown while not valid
    input  wire        offer_taken   // it is taken or refused
);

    reg [31:0] state_q;  // state of the shift register of random bits
    reg        offer_q;  // a frame is made
    reg [2:0]  flow_q;   // its destination; unknown while not valid

    wire [18:0] others;
    wire [2:0]  other;
    wire [2:0]  random_host;
    wire        makes;

    wire unused_fraction = &{1'b0, others[15:0]};
    wire unused_node_rest = &{1'b0, node[11:3]};

    assign others = {3'd0, 1'b1 ? state_q[31:16] : 16'd0}
                  + ({3'd0, 1'b0 ? state_q[31:16] : 16'd0} << 1)
                  + ({3'd0, 1'b1 ? state_q[31:16] : 16'd0} << 2);
    assign other       = others[18:16];
    assign random_host = (other < node[2:0]) ? other : other + 3'd1;
    assign makes       = turn && {1'b0, state_q[15:0]} < rate;
    assign offer_valid = offer_q;
    assign offer_flow  = flow_q;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        flow_q = memory_fill[31:29];
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            state_q <= 32'd1;
        end else if (load) begin
            state_q <= seed;
        end else if (turn) begin
            state_q <= {state_q[0], ^(state_q & 32'h80200003), ^(state_q & 32'hc0300002),
                        ^(state_q & 32'h60180001), ^(state_q & 32'hb02c0003),
                        ^(state_q & 32'hd8360002), ^(state_q & 32'h6c1b0001),
                        ^(state_q & 32'hb62d8003), ^(state_q & 32'hdb36c002),
                        ^(state_q & 32'h6d9b6001), ^(state_q & 32'hb6edb003),
                        ^(state_q & 32'hdb56d802), ^(state_q & 32'h6dab6c01),
                        ^(state_q & 32'hb6f5b603), ^(state_q & 32'hdb5adb02),
                        ^(state_q & 32'h6dad6d81), ^(state_q & 32'hb6f6b6c3),
                        ^(state_q & 32'hdb5b5b62), ^(state_q & 32'h6dadadb1),
                        ^(state_q & 32'hb6f6d6db), ^(state_q & 32'hdb5b6b6e),
                        ^(state_q & 32'h6dadb5b7), ^(state_q & 32'hb6f6dad8),
                        ^(state_q & 32'h5b7b6d6c), ^(state_q & 32'h2dbdb6b6),
                        ^(state_q & 32'h16dedb5b), ^(state_q & 32'h8b4f6dae),
                        ^(state_q & 32'h45a7b6d7), ^(state_q & 32'ha2f3db68),
                        ^(state_q & 32'h5179edb4), ^(state_q & 32'h28bcf6da),
                        ^(state_q & 32'h145e7b6d)};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            offer_q <= 1'b0;
        end else if (makes) begin
            offer_q <= 1'b1;
        end else if (offer_taken) begin
            offer_q <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (makes) flow_q <= fixed_on ? fixed_dst : random_host;
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
            // a frame is taken or refused before the next turn
            if (turn && offer_q && !offer_taken) begin
                $display("RTLGEN_ASSERT %m taken_in_time fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (load && seed == 32'd0) begin
                $display("RTLGEN_ASSERT %m seed_is_not_0 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_adaptive_traffic
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a frame is taken or refused before the next turn
            taken_in_time: `RTLGEN_CONTRACT (!turn || !offer_q || offer_taken);
            seed_is_not_0: `RTLGEN_CONTRACT (!load || seed != 32'd0);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
