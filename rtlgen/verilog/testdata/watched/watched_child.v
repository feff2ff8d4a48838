// watched_child
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module watched_child (
    input  wire       clk,   // rising edge
    input  wire       rst,   // synchronous, active high
    input  wire [7:0] d,
    output wire [7:0] q_out  // rtlgen/verilog/zoo_test.go:250
);

    reg [7:0] q;  // d, one cycle later (rtlgen/verilog/zoo_test.go:248)

`ifdef RTLGEN_CHECKS
    reg [7:0] q_before;  // q, one cycle later (rtlgen/verilog/zoo_test.go:249)
`endif

    assign q_out = q;

    always @(posedge clk) begin
        if (rst) begin
            q <= 8'd0;
        end else begin
            q <= d;
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            q_before <= 8'd0;
        end else begin
            q_before <= q;
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
            if ((&q) && (&q_before)) begin
                $display("RTLGEN_ASSERT %m never_twice_255 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_watched_child
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            never_twice_255: assert (!((&q) && (&q_before)));
        end
    end
`endif

endmodule

`default_nettype wire
