// SPDX-License-Identifier: Apache-2.0
// qcn_pacer: keeps the frames of a link at its exact rate
`default_nettype none

module qcn_pacer (
    input  wire        clk,    // rising edge
    input  wire        rst,    // synchronous, active high
    input  wire        start,  // a frame starts; only while ready
    input  wire [14:0] cost,   // a cycle after start: bytes that it takes of the wire
    output wire        ready   // a frame may start; a function of registers
);

    reg [15:0] credit;   // bytes earned and not spent, two's complement
    reg        started;  // start, one cycle later

    wire        full;
    wire [15:0] earned;
    wire        ready_now;

    assign full      = !credit[15] && (|credit[14:6]);
    assign earned    = ((full && !started) ? 16'd64 : credit) + 16'd64;
    assign ready_now = !(credit[15] || started);
    assign ready     = ready_now;

    always @(posedge clk) begin
        if (rst) begin
            credit <= 16'd64;
            started <= 1'b0;
        end else begin
            credit <= earned - (started ? {1'b0, cost} : 16'd0);
            started <= start;
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
            // a frame starts only while ready
            if (start && !ready_now) begin
                $display("RTLGEN_ASSERT %m starts_while_ready fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_qcn_pacer
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a frame starts only while ready
            starts_while_ready: `RTLGEN_CONTRACT (!start || ready_now);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
