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
    output wire [7:0] q_out  // rtlgen/verilog/zoo_test.go:244
);

    reg [7:0] q;  // rtlgen/verilog/zoo_test.go:242

`ifdef RTLGEN_CHECKS
    reg [7:0] q_before;  // rtlgen/verilog/zoo_test.go:243
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
    always @(posedge clk) begin
        if (!rst) begin
            if ((&q) && (&q_before)) begin
                $display("RTLGEN_ASSERT %m never_twice_255 fails at time %0t", $time);
            end
        end
    end
`endif

`ifdef FORMAL
    always @(posedge clk) begin
        if (!rst) begin
            never_twice_255: assert (!((&q) && (&q_before)));
        end
    end
`endif

endmodule

`default_nettype wire
