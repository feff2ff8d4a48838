// Drives async_fifo with two clocks, and prints what is there at each edge before it:
//
//   W <time> <wr_rst> <push> <wdata> <full>
//   R <time> <rd_rst> <pop> <empty> <rdata>
//
// Times are in ps. A clock is high for wr_half or rd_half, and low for as long, and for a random
// part of jitter besides. Inputs change at its falling edge; each reset ends at one.
`timescale 1ps / 1ps

module async_fifo_tb;
    reg         wr_clk = 1'b0, rd_clk = 1'b0, wr_rst = 1'b1, rd_rst = 1'b1, push = 1'b0, pop = 1'b0;
    reg  [31:0] wdata = 32'd0;
    wire        full, empty;
    wire [31:0] rdata;

    reg  [31:0] wr_half, rd_half, jitter, push_odds, pop_odds;
    reg  [63:0] wr_start, rd_start, ends;

    `DUT dut (
        .wr_clk(wr_clk), .wr_rst(wr_rst), .push(push), .wdata(wdata), .full(full),
        .rd_clk(rd_clk), .rd_rst(rd_rst), .pop(pop), .rdata(rdata), .empty(empty)
    );

    always @(posedge wr_clk) $display("W %0d %b %b %h %b", $time, wr_rst, push, wdata, full);
    always @(posedge rd_clk) $display("R %0d %b %b %b %h", $time, rd_rst, pop, empty, rdata);

    function [31:0] xorshift;
        input [31:0] x;
        reg   [31:0] y;
        begin
            y = x ^ (x << 13);
            y = y ^ (y >> 17);
            xorshift = y ^ (y << 5);
        end
    endfunction

    initial begin
        if (!$value$plusargs("wr_half=%d", wr_half)) $finish;
        if (!$value$plusargs("rd_half=%d", rd_half)) $finish;
        if (!$value$plusargs("jitter=%d", jitter)) $finish;
        if (!$value$plusargs("push=%d", push_odds)) $finish;
        if (!$value$plusargs("pop=%d", pop_odds)) $finish;
        if (!$value$plusargs("wr_start=%d", wr_start)) $finish;
        if (!$value$plusargs("rd_start=%d", rd_start)) $finish;
        if (!$value$plusargs("ends=%d", ends)) $finish;
        #(ends) $finish;
    end

    reg [31:0] wr_random = 32'd2463534242;
    initial begin
        #1;
        forever begin
            wr_random = xorshift(wr_random);
            push      = {16'd0, wr_random[15:0]} % 100 < push_odds;
            wdata     = wr_random;
            wr_rst    = $time < wr_start;
            #(wr_half + {16'd0, wr_random[31:16]} % (jitter + 1)) wr_clk = 1'b1;
            #(wr_half) wr_clk = 1'b0;
        end
    end

    reg [31:0] rd_random = 32'd1234567891;
    initial begin
        #1;
        forever begin
            rd_random = xorshift(rd_random);
            pop       = {16'd0, rd_random[15:0]} % 100 < pop_odds;
            rd_rst    = $time < rd_start;
            #(rd_half + {16'd0, rd_random[31:16]} % (jitter + 1)) rd_clk = 1'b1;
            #(rd_half) rd_clk = 1'b0;
        end
    end
endmodule
