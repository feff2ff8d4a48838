// SPDX-License-Identifier: Apache-2.0
// ram_1r1w_width10_depth1024_rdw2: memory with one write port and one synchronous read port
//
// width = 10, depth = 1024, rdw = 2
`default_nettype none

module ram_1r1w_width10_depth1024_rdw2 (
    input  wire       clk,      // rising edge

    // write port
    input  wire       wr_en,    // write
    input  wire [9:0] wr_addr,  // address
    input  wire [9:0] wr_data,  // the word

    // read port
    input  wire       rd_en,    // read
    input  wire [9:0] rd_addr,  // address
    output wire [9:0] rd_data   // the word, one cycle after rd_en; holds while rd_en is 0
);

    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [9:0] word [0:1023];  // words of the memory, by address
    reg [9:0] rd_data_q;      // word of word that was read last

    assign rd_data = rd_data_q;

    always @(posedge clk) begin
        if (wr_en) word[wr_addr] <= wr_data;
        if (rd_en) rd_data_q <= word[rd_addr];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        rd_data_q = memory_fill[31:22];
        for (memory_word = 0; memory_word < 1024; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            word[memory_word] = memory_fill[31:22];
        end
    end
`endif

endmodule

`default_nettype wire
