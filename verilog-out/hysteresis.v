// SPDX-License-Identifier: Apache-2.0
// hysteresis: threshold with memory: on above high, off below low  width = 7, high = 10, low = 5
`default_nettype none

module hysteresis (
    input  wire       clk,    // rising edge
    input  wire       rst,    // synchronous, active high
    input  wire [6:0] level,  // what is watched
    output wire       rise,   // the state is 0 and level > high; combinational from level
    output wire       fall,   // the state is 1 and level < low; combinational from level
    output wire       state   // 1 from the cycle after rise until the cycle after fall; a register
);

    reg state_q;  // 1 from the cycle after rise until the cycle after fall; a register

    assign rise  = !state_q && level > 7'd10;
    assign fall  = state_q && level < 7'd5;
    assign state = state_q;

    always @(posedge clk) begin
        if (rst) begin
            state_q <= 1'b0;
        end else if (rise) begin
            state_q <= 1'b1;
        end else if (fall) begin
            state_q <= 1'b0;
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
            // the state does not change in both directions at once
            if (rise && fall) begin
                $display("RTLGEN_ASSERT %m one_edge fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_hysteresis
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // the state does not change in both directions at once
            one_edge: assert (!(rise && fall));
        end
    end
`endif

endmodule

`default_nettype wire
