// SPDX-License-Identifier: Apache-2.0
// lfsr: pseudo-random sequence of maximal length  width = 16
`default_nettype none

module lfsr (
    input  wire        clk,     // rising edge
    input  wire        rst,     // synchronous, active high
    input  wire        enable,  // step
    output wire [15:0] value    // the state, a register; 1 after reset
);

    reg [15:0] value_q;  // the state, a register; 1 after reset

    assign value = value_q;

    always @(posedge clk) begin
        if (rst) begin
            value_q <= 16'd1;
        end else if (enable) begin
            value_q <= {value_q[14:0], ^(value_q & 16'hd008)};
        end
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
            if (value_q == 16'd0) begin
                $display("RTLGEN_ASSERT %m never_zero fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_lfsr
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // 0 is the one state without a way out
            never_zero: assert (value_q != 16'd0);
        end
    end
`endif

endmodule

`default_nettype wire
