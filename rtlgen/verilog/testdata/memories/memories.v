// memories: RAMs of every kind
`default_nettype none

module memories (
    input  wire        clk,         // rising edge
    input  wire [1:0]  we,
    input  wire        re,
    input  wire [3:0]  wa,
    input  wire [3:0]  wb,
    input  wire [3:0]  ra,
    input  wire [69:0] d,
    output wire [69:0] old_out,
    output wire [69:0] new_out,
    output wire [69:0] either_out,
    output wire        one_bit_out
);

    (* ram_style = "registers", syn_ramstyle = "registers" *)
    reg  [69:0] keeps_old [0:15];
    reg  [69:0] old_data;          // word of keeps_old that was read last
    (* ram_style = "registers", syn_ramstyle = "registers" *)
    reg  [69:0] gives_new [0:10];
    reg  [69:0] new_data;          // word of gives_new that was read last
    reg  [69:0] either [0:15];
    wire [69:0] either_data;
    reg         one_bit [0:15];
    reg         one_bit_data;      // word of one_bit that was read last
    wire        one_bit_now;

    assign old_out     = old_data;
    assign new_out     = new_data;
    assign either_out  = either_data;
    assign one_bit_out = one_bit_data && one_bit_now;

    always @(posedge clk) begin
        if (we[0]) keeps_old[wa] <= d;
        if (we[1]) keeps_old[wb] <= ~d;
    end

    always @(posedge clk) begin
        if (re) old_data <= keeps_old[ra];
    end

    always @(posedge clk) begin
        if (we[0]) gives_new[wa] <= d;
        if (we[1]) gives_new[wb] <= ~d;
        if (&we) gives_new[ra] <= d + 70'd1;
    end

    always @(posedge clk) begin
        if (re) begin
            new_data <= ((&we) && ra == ((ra < 4'd11) ? ra : 4'd0)) ? d + 70'd1
                      : (we[1] && wb == ((ra < 4'd11) ? ra : 4'd0)) ? ~d
                      : (we[0] && wa == ((ra < 4'd11) ? ra : 4'd0)) ? d
                      : gives_new[(ra < 4'd11) ? ra : 4'd0];
        end
    end

    always @(posedge clk) begin
        if (we[0]) either[wa] <= d;
    end

    assign either_data = either[ra];

    always @(posedge clk) begin
        one_bit[wa] <= ^d;
        one_bit_data <= one_bit[ra];
    end

    assign one_bit_now = one_bit[wb];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [140:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (5) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[108:0], memory_fill};
        end
        {old_data, new_data, one_bit_data} = memory_bits;
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            repeat (3) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                keeps_old[memory_word] = {keeps_old[memory_word][37:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 11; memory_word = memory_word + 1) begin
            repeat (3) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                gives_new[memory_word] = {gives_new[memory_word][37:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            repeat (3) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                either[memory_word] = {either[memory_word][37:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            one_bit[memory_word] = memory_fill[31];
        end
    end
`endif

endmodule

`default_nettype wire
