// SPDX-License-Identifier: Apache-2.0
// qcn_cnm_run: longest run of CNMs that take effect at one server  servers = 8
`default_nettype none

module qcn_cnm_run (
    input  wire        clk,     // rising edge
    input  wire        rst,     // synchronous, active high
    input  wire [7:0]  reacts,  // pulse: a CNM takes effect
    input  wire        count,   // the runs of this cycle count
    output wire [31:0] longest  // CNMs of the longest run, a register
);

    reg [7:0]  reacts_q;     // servers at which a CNM takes effect, if it counts
    reg [7:0]  last_reacts;  // servers at which CNMs of the run took effect
    reg [31:0] run_q;        // events of the run so far
    reg [31:0] longest_q;    // CNMs of the longest run, a register

    assign longest = longest_q;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        last_reacts = memory_fill[31:24];
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            reacts_q <= 8'd0;
            run_q <= 32'd0;
            longest_q <= 32'd0;
        end else begin
            reacts_q <= reacts & {8{count}};
            if (|reacts_q) run_q <= (reacts_q == last_reacts) ? run_q + 32'd1 : 32'd1;
            if (run_q > longest_q) longest_q <= run_q;
        end
    end

    always @(posedge clk) begin
        if (|reacts_q) last_reacts <= reacts_q;
    end

endmodule

`default_nettype wire
