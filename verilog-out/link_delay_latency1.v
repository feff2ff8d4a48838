// link_delay_latency1: pipeline of registers: the flight time of a link  width = 64, latency = 1
`default_nettype none

module link_delay_latency1 (
    input  wire        clk,  // rising edge
    input  wire        rst,  // synchronous, active high
    input  wire [63:0] d,
    output wire [63:0] q
);

    reg [63:0] flight;

    assign q = flight;

    always @(posedge clk) begin
        if (rst) begin
            flight <= 64'd0;
        end else begin
            flight <= d;
        end
    end

endmodule

`default_nettype wire
