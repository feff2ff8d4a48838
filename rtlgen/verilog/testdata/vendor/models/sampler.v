// sampler
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module sampler (
    input  wire       clk,  // rising edge
    input  wire       rst,  // synchronous, active high
    input  wire [3:0] d,
    output wire [3:0] q     // rtlgen/verilog/zoo_constructs_test.go:211
);

    reg [3:0] sample;  // d, one cycle later (rtlgen/verilog/zoo_constructs_test.go:210)

`ifdef RTLGEN_CHECKS
    reg [3:0] sample_before;  // sample, one cycle later (rtlgen/verilog/zoo_constructs_test.go:212)
`endif

    assign q = sample;

    always @(posedge clk) begin
        if (rst) begin
            sample <= 4'd3;
        end else begin
            sample <= d;
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            sample_before <= 4'd3;
        end else begin
            sample_before <= sample;
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
            if ((&sample) && (&sample_before)) begin
                $display("RTLGEN_ASSERT %m never_15_twice fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_sampler
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            never_15_twice: assert (!((&sample) && (&sample_before)));
        end
    end
`endif

endmodule

`default_nettype wire
