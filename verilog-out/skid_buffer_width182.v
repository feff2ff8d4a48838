// SPDX-License-Identifier: Apache-2.0
// skid_buffer_width182: valid/ready register stage with a spare register: all outputs registered, full throughput
//
// width = 182
`default_nettype none

module skid_buffer_width182 (
    input  wire         clk,        // rising edge
    input  wire         rst,        // synchronous, active high

    // upstream
    input  wire         in_valid,   // a word is offered
    input  wire [181:0] in_data,    // the word; unknown while not valid
    output wire         in_ready,   // it is taken

    // downstream
    output wire         out_valid,  // a word is offered
    output wire [181:0] out_data,   // the word; unknown while not valid
    input  wire         out_ready   // it is taken
);

    reg         out_valid_q;  // a word is offered
    reg [181:0] out_data_q;   // the word; unknown while not valid
    reg         spare_valid;  // a word waits in the spare register
    reg [181:0] spare;        // word that came while the output was full

    assign in_ready  = !spare_valid;
    assign out_valid = out_valid_q;
    assign out_data  = out_data_q;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [363:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (12) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[331:0], memory_fill};
        end
        {out_data_q, spare} = memory_bits;
    end
`endif

    always @(posedge clk) begin
        if (out_ready || !out_valid_q) begin
            if (spare_valid) begin
                out_data_q <= spare;
            end else begin
                out_data_q <= in_data;
            end
        end else if (in_valid && in_ready) begin
            spare <= in_data;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            out_valid_q <= 1'b0;
            spare_valid <= 1'b0;
        end else if (out_ready || !out_valid_q) begin
            if (spare_valid) begin
                spare_valid <= 1'b0;
            end else begin
                out_valid_q <= in_valid;
            end
        end else if (in_valid && in_ready) begin
            spare_valid <= 1'b1;
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
            // the spare register is used only behind a full output register
            if (!out_valid_q && !in_ready) begin
                $display("RTLGEN_ASSERT %m spare_fills_last fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_skid_buffer_width182
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // the spare register is used only behind a full output register
            spare_fills_last: assert (out_valid_q || in_ready);
            both_full: cover (out_valid_q && !in_ready);
            spare_moves: cover (spare_valid && out_ready);
            passes_through: cover (in_valid && in_ready && out_valid_q && out_ready);
        end
    end
`endif

endmodule

`default_nettype wire
