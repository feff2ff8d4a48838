// watched
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module watched (
    input  wire        clk,  // rising edge
    input  wire        rst,  // synchronous, active high
    input  wire [15:0] d,
    output wire [15:0] q     // rtlgen/verilog/zoo_test.go:257
);

`ifdef RTLGEN_CHECKS
    reg  [15:0] d_before;   // d, one cycle later (rtlgen/verilog/zoo_test.go:258)
    wire        came_back;
`endif

    genvar g;

    generate
        for (g = 0; g < 2; g = g + 1) begin : child
            watched_child u (
                .clk   (clk),
                .rst   (rst),
                .d     (d[g*8 +: 8]),
                .q_out (q[g*8 +: 8])
            );
        end
    endgenerate

`ifdef RTLGEN_CHECKS
    assign came_back = d == 16'd0;
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            d_before <= 16'd0;
        end else begin
            d_before <= d;
        end
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
            if (d_before == d && d >= 16'd16) begin
                $display("RTLGEN_ASSERT %m changes_or_small fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_watched
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            changes_or_small: `RTLGEN_CONTRACT (d_before != d || d < 16'd16);
            wrapped: cover ((&d_before) && came_back);
        end
    end
`undef RTLGEN_CONTRACT
`endif

`ifdef RTLGEN_CHECKS
    // Read by covers only.
    wire unused_came_back = &{1'b0, came_back};
`endif

endmodule

`default_nettype wire
