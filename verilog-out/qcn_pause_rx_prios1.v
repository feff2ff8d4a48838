// SPDX-License-Identifier: Apache-2.0
// qcn_pause_rx_prios1: PAUSE obeyed: which priorities must not send  prios = 1
`default_nettype none

module qcn_pause_rx_prios1 (
    input  wire         clk,       // rising edge
    input  wire         rst,       // synchronous, active high

    // frames that come in
    input  wire         rx_valid,  // a beat comes
    input  wire         rx_head,   // it is the first of a frame
    input  wire         rx_tail,   // it is the last
    input  wire [127:0] rx_data,   // the beat

    output wire         paused     // the priority must not start a frame, registers
);

    (* mem2reg *)
    reg [15:0] paused_until [0:0];  // time at which each STOP ends
    reg [15:0] now;                 // time, cycles, modulo 2^16
    reg        paused_q;            // the priority must not start a frame, registers

    wire        heard;
    wire        told;
    wire        stop;
    wire [15:0] stops_until;

    wire [1:0]  rx_data_head_kind = rx_data[127:126];  // 0 data, 1 CNM, 2 PAUSE
    wire [15:0] rx_data_quanta = rx_data[68:53];       // beats for which STOP holds
    wire [52:0] rx_data_rest = rx_data[52:0];          // 0

    wire unused_rx = &{1'b0, rx_data[125:85], rx_data_rest};
    wire unused_other_priorities = &{1'b0, rx_data[84:78], rx_data[76:70]};

    assign heard       = rx_valid && rx_head && rx_tail && rx_data_head_kind == 2'd2;
    assign told        = heard ? rx_data[77] : 1'b0;
    assign stop        = (|rx_data_quanta) ? rx_data[69] : 1'b0;
    assign stops_until = now + rx_data_quanta;
    assign paused      = paused_q;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        for (memory_word = 0; memory_word < 1; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            paused_until[memory_word] = memory_fill[31:16];
        end
    end
`endif

    always @(posedge clk) begin : update_paused_until
        integer k;
        for (k = 0; k < 1; k = k + 1) begin
            if (told) paused_until[0] <= stops_until;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            now <= 16'd0;
        end else begin
            now <= now + 16'd1;
        end
    end

    always @(posedge clk) begin : update_paused_q
        integer k;
        if (rst) begin
            paused_q <= 1'b0;
        end else begin
            for (k = 0; k < 1; k = k + 1) begin
                if (told) begin
                    paused_q <= stop;
                end else if (paused_until[0] == now) begin
                    paused_q <= 1'b0;
                end
            end
        end
    end

endmodule

`default_nettype wire
