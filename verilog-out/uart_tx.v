// SPDX-License-Identifier: Apache-2.0
// uart_tx: sends characters over a UART: 8 data bits, no parity, 1 stop bit  bit_cycles = 4
`default_nettype none

module uart_tx (
    input  wire       clk,    // rising edge
    input  wire       rst,    // synchronous, active high
    input  wire       valid,  // a character is offered
    input  wire [7:0] data,   // the character
    output wire       ready,  // it is taken; a function of registers
    output wire       tx      // the line, 1 while idle; a register
);

    reg [9:0] line;         // bits still to be sent, the next one lowest
    reg [3:0] bits_left;    // bits of the character still to be sent
    reg [1:0] cycles_left;  // cycles of the bit still to come

    assign ready = bits_left == 4'd0;
    assign tx    = line[0];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        cycles_left = memory_fill[31:30];
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            line <= 10'd1023;
            bits_left <= 4'd0;
        end else if (bits_left == 4'd0) begin
            if (valid) begin
                line <= {1'b1, data, 1'b0};
                bits_left <= 4'd10;
            end
        end else if (cycles_left == 2'd0) begin
            line <= {1'b1, line[9:1]};
            bits_left <= bits_left - 4'd1;
        end
    end

    always @(posedge clk) begin
        if (bits_left == 4'd0) begin
            if (valid) cycles_left <= 2'd3;
        end else if (cycles_left == 2'd0) begin
            cycles_left <= 2'd3;
        end else begin
            cycles_left <= cycles_left - 2'd1;
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
            // a receiver waits for the start bit
            if (bits_left == 4'd0 && !(&line)) begin
                $display("RTLGEN_ASSERT %m idle_line_is_high fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_uart_tx
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a receiver waits for the start bit
            idle_line_is_high: assert (!(bits_left == 4'd0) || (&line));
        end
    end
`endif

endmodule

`default_nettype wire
