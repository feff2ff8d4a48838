// tables: ROMs
`default_nettype none

module tables (
    input  wire        clk,             // rising edge
    input  wire        rst,             // synchronous, active high
    input  wire [2:0]  a,
    input  wire        re,
    output wire [5:0]  square,
    output wire [5:0]  square_of_next,
    output wire [5:0]  square_late,
    output wire [11:0] sparse_out,
    output wire [99:0] wide_out
);

    reg known;
    reg running;

    wire [5:0]  square_of_a;
    wire [5:0]  next_square;
    reg  [5:0]  square_q;     // word of squares that was read last
    wire [11:0] sparse_word;
    reg  [99:0] wide_word;    // word of wide that was read last

    wire [2:0] in_range;

    // The contents of sparse, 5 words.
    function [11:0] sparse(input [2:0] address);
        begin
            case (address)
                3'd0: sparse = 12'd7;
                3'd3: sparse = 12'd300;
                default: sparse = 12'd0;
            endcase
        end
    endfunction

    // The contents of squares, 8 words.
    function [5:0] squares(input [2:0] address);
        begin
            case (address)
                3'd0: squares = 6'd0;
                3'd1: squares = 6'd1;
                3'd2: squares = 6'd4;
                3'd3: squares = 6'd9;
                3'd4: squares = 6'd16;
                3'd5: squares = 6'd25;
                3'd6: squares = 6'd36;
                3'd7: squares = 6'd49;
            endcase
        end
    endfunction

    // The contents of wide, 3 words.
    function [99:0] wide(input [1:0] address);
        begin
            case (address)
                2'd0: wide = 100'd5;
                2'd1: wide = 100'h50000000000;
                2'd2: wide = 100'h500000000000000000000;
                default: wide = 100'd5;
            endcase
        end
    endfunction

    assign square         = square_of_a;
    assign square_of_next = next_square;
    assign square_late    = square_q & {6{known}};
    assign in_range       = (a < 3'd5) ? a : 3'd0;
    assign sparse_out     = sparse_word;
    assign wide_out       = wide_word & {100{running}};

    assign square_of_a = squares(a);

    assign next_square = squares(a + 3'd1);

    always @(posedge clk) begin
        if (re) square_q <= squares(a);
    end

    assign sparse_word = sparse(in_range);

    always @(posedge clk) begin
        wide_word <= wide({1'b0, in_range[0]});
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [105:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[73:0], memory_fill};
        end
        {square_q, wide_word} = memory_bits;
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            known <= 1'b0;
            running <= 1'b0;
        end else begin
            if (re) known <= 1'b1;
            running <= 1'b1;
        end
    end

endmodule

`default_nettype wire
