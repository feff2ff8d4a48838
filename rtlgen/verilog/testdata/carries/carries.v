// carries
`default_nettype none

module carries (
    input  wire       clk,         // rising edge
    input  wire       rst,         // synchronous, active high
    input  wire [7:0] a,
    input  wire [7:0] b,
    output wire [7:0] saturated,
    output wire [8:0] sum,
    output wire [8:0] difference,
    output wire       empty,
    output wire       over,
    output wire [2:0] ignored
);

    localparam [7:0] STEP = 8'd200;

    reg [7:0] total;

    wire [8:0] next;
    wire [8:0] below;
    wire [8:0] above;

    wire unused_low_parts = &{1'b0, below[7:0], above[7:0]};

    assign next       = {1'b0, total} + {1'b0, a};
    assign saturated  = total;
    assign sum        = {1'b0, a} + {1'b0, b};
    assign difference = {1'b0, a} - {1'b0, b};
    assign below      = {1'b0, a} - 9'd1;
    assign above      = {1'b0, b} + {1'b0, STEP};
    assign empty      = below[8];
    assign over       = above[8];
    assign ignored    = {1'b0, {1'b0, a[0]} + {1'b0, b[0]}} + 3'd1;

    always @(posedge clk) begin
        if (rst) begin
            total <= 8'd0;
        end else begin
            total <= next[8] ? 8'd255 : next[7:0];
        end
    end

endmodule

`default_nettype wire
