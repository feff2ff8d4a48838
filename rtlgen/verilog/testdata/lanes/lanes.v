// lanes: RAMs with byte enables
`default_nettype none

module lanes (
    input  wire        clk,         // rising edge
    input  wire        rst,         // synchronous, active high
    input  wire [3:0]  we,
    input  wire        re,
    input  wire [3:0]  wa,
    input  wire [3:0]  wb,
    input  wire [3:0]  ra,
    input  wire [31:0] d,
    output wire [31:0] bytes_out,
    output wire [31:0] bytes_now,
    output wire [31:0] new_out,
    output wire [31:0] always_new,
    output wire [11:0] either_out
);

    reg running;

    reg  [31:0] bytes [0:15];
    reg  [31:0] bytes_data;        // word of bytes that was read last
    wire [31:0] bytes_async;
    (* ram_style = "registers", syn_ramstyle = "registers" *)
    reg  [31:0] gives_new [0:10];
    reg  [31:0] new_data;          // word of gives_new that was read last
    reg  [31:0] always_data;       // word of gives_new that was read last
    reg  [11:0] either [0:15];
    wire [11:0] either_data;

    wire [31:0] swapped;
    wire [3:0]  in_range;

    assign bytes_out  = bytes_data;
    assign bytes_now  = bytes_async;
    assign swapped    = {d[15:0], d[31:16]};
    assign in_range   = (ra < 4'd11) ? ra : 4'd3;
    assign new_out    = new_data;
    assign always_new = always_data & {32{running}};
    assign either_out = either_data;

    always @(posedge clk) begin
        if (we[0]) bytes[wa][7:0] <= d[7:0];
        if (we[1]) bytes[wa][15:8] <= d[15:8];
        if (we[2]) bytes[wa][23:16] <= d[23:16];
        if (we[3]) bytes[wa][31:24] <= d[31:24];
    end

    always @(posedge clk) begin
        if (re) bytes_data <= bytes[ra];
    end

    assign bytes_async = bytes[wb];

    always @(posedge clk) begin
        if (we[0]) gives_new[wa][15:0] <= swapped[15:0];
        if (we[1]) gives_new[wa][31:16] <= swapped[31:16];
        if (we[2]) gives_new[wb] <= d;
        gives_new[wb][7:0] <= 8'd17;
        if (re) gives_new[wb][23:16] <= d[23:16];
        if (we[3]) gives_new[wb][31:24] <= d[7:0];
    end

    always @(posedge clk) begin
        if (re) begin
            new_data <= gives_new[in_range];
            if (we[0] && wa == in_range) new_data[15:0] <= swapped[15:0];
            if (we[1] && wa == in_range) new_data[31:16] <= swapped[31:16];
            if (we[2] && wb == in_range) new_data <= d;
            if (wb == in_range) new_data[7:0] <= 8'd17;
            if (re && wb == in_range) new_data[23:16] <= d[23:16];
            if (we[3] && wb == in_range) new_data[31:24] <= d[7:0];
        end
    end

    always @(posedge clk) begin
        always_data <= gives_new[in_range];
        if (we[0] && wa == in_range) always_data[15:0] <= swapped[15:0];
        if (we[1] && wa == in_range) always_data[31:16] <= swapped[31:16];
        if (we[2] && wb == in_range) always_data <= d;
        if (wb == in_range) always_data[7:0] <= 8'd17;
        if (re && wb == in_range) always_data[23:16] <= d[23:16];
        if (we[3] && wb == in_range) always_data[31:24] <= d[7:0];
    end

    always @(posedge clk) begin
        if (d[12]) either[wa][0] <= d[0];
        if (d[13]) either[wa][1] <= d[1];
        if (d[14]) either[wa][2] <= d[2];
        if (d[15]) either[wa][3] <= d[3];
        if (d[16]) either[wa][4] <= d[4];
        if (d[17]) either[wa][5] <= d[5];
        if (d[18]) either[wa][6] <= d[6];
        if (d[19]) either[wa][7] <= d[7];
        if (d[20]) either[wa][8] <= d[8];
        if (d[21]) either[wa][9] <= d[9];
        if (d[22]) either[wa][10] <= d[10];
        if (d[23]) either[wa][11] <= d[11];
    end

    assign either_data = either[ra];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [95:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (3) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[63:0], memory_fill};
        end
        {bytes_data, new_data, always_data} = memory_bits;
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            bytes[memory_word] = memory_fill;
        end
        for (memory_word = 0; memory_word < 11; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            gives_new[memory_word] = memory_fill;
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            either[memory_word] = memory_fill[31:20];
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            running <= 1'b0;
        end else begin
            running <= 1'b1;
        end
    end

endmodule

`default_nettype wire
