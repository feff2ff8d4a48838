// lane
`default_nettype none

module lane (
    input  wire       clk,        // rising edge
    input  wire       rst,        // synchronous, active high
    input  wire [3:0] u,
    input  wire [3:0] own,
    input  wire [3:0] field,
    input  wire [3:0] high,
    input  wire [3:0] reversed,
    input  wire [3:0] same,
    input  wire [3:0] constant,
    input  wire [3:0] number,
    input  wire [3:0] shared,
    input  wire [3:0] constants,
    input  wire [3:0] moved,
    input  wire [3:0] computed,
    output wire [3:0] total
);

    reg [3:0] q;

    assign total = q;

    always @(posedge clk) begin
        if (rst) begin
            q <= 4'd0;
        end else begin
            q <= u
               + own
               + field
               + high
               + reversed
               + same
               + constant
               + number
               + shared
               + constants
               + moved
               + computed;
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
            if (q == 4'd9) begin
                $display("RTLGEN_ASSERT %m not_9 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_lane
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            not_9: assert (q != 4'd9);
        end
    end
`endif

endmodule

`default_nettype wire
