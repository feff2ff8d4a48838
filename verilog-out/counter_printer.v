// SPDX-License-Identifier: Apache-2.0
// counter_printer: reads all counters of the board and prints a line for each
`default_nettype none

module counter_printer (
    input  wire        clk,           // rising edge
    input  wire        rst,           // synchronous, active high
    input  wire        start,         // the counters stand still: begin; ignored later on

    // counter readback
    output wire [9:0]  read_unit,     // 0..3 node, 256 switch, 512 totals; a register
    output wire [6:0]  read_address,  // which of its counters; a register
    input  wire [63:0] read_data,     // the counter, 3 cycles after its address

    // to the UART
    output wire        out_valid,     // a character is offered; a function of registers
    output wire [7:0]  out_data,      // the character; unknown while not valid; a function of
                                      // registers
    input  wire        out_ready,     // it is taken

    output wire        done           // all is printed; a function of registers
);

    localparam [1:0] STATE_IDLE     = 2'd0;
    localparam [1:0] STATE_READING  = 2'd1;
    localparam [1:0] STATE_PRINTING = 2'd2;
    localparam [1:0] STATE_DONE     = 2'd3;

    reg [1:0]  kind;       // nodes, monitors, or totals of the network
    reg [1:0]  number;     // number of the node or monitor
    reg [6:0]  address_q;  // which of its counters; a register
    reg [1:0]  waited;     // cycles since the counter was addressed
    reg [83:0] digits;     // digits of the line still to be printed
    reg [4:0]  place;      // place of the next character in the line
    reg [1:0]  state_q;    // idle, reading, printing or done

    assign read_unit    = {kind, 6'd0, number};
    assign read_address = address_q;
    assign out_data = (place == 5'd3 || place == 5'd6) ? 8'd32
                    : (place == 5'd23) ? 8'd13
                    : (place == 5'd24) ? 8'd10
                    : (digits[83:80] < 4'd10) ? {4'd3, digits[83:80]}
                    : {4'd0, digits[83:80]} + 8'd87;
    assign out_valid = state_q == STATE_PRINTING;
    assign done      = state_q == STATE_DONE;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (3) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            digits = {digits[51:0], memory_fill};
        end
    end
`endif

    always @(posedge clk) begin
        if (!(state_q == STATE_IDLE)) begin
            if (state_q == STATE_READING) begin
                if (waited == 2'd3) begin
                    digits <= {2'd0, kind, 6'd0, number, 1'b0, address_q, read_data};
                end
            end else if (state_q == STATE_PRINTING && out_ready) begin
                if (!(place == 5'd24)) begin
                    if (!(place == 5'd3 || place == 5'd6)) digits <= {digits[79:0], 4'd0};
                end
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            kind <= 2'd0;
            number <= 2'd0;
            address_q <= 7'd0;
            waited <= 2'd0;
            place <= 5'd0;
            state_q <= STATE_IDLE;
        end else if (state_q == STATE_IDLE) begin
            if (start) state_q <= STATE_READING;
        end else if (state_q == STATE_READING) begin
            waited <= waited + 2'd1;
            if (waited == 2'd3) state_q <= STATE_PRINTING;
        end else if (state_q == STATE_PRINTING && out_ready) begin
            if (place == 5'd24) begin
                place <= 5'd0;
                state_q <= STATE_READING;
                if (address_q != ((kind == 2'd0) ? 7'd76 : (kind == 2'd1) ? 7'd17 : 7'd2)) begin
                    address_q <= address_q + 7'd1;
                end else begin
                    address_q <= 7'd0;
                    if (kind == 2'd0 && number != 2'd3) begin
                        number <= number + 2'd1;
                    end else begin
                        number <= 2'd0;
                        kind <= kind + 2'd1;
                        if (kind == 2'd2) state_q <= STATE_DONE;
                    end
                end
            end else begin
                place <= place + 5'd1;
            end
        end
    end

endmodule

`default_nettype wire
