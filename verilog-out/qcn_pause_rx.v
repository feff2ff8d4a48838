// SPDX-License-Identifier: Apache-2.0
// qcn_pause_rx: PAUSE obeyed: which priorities must not send  prios = 2
`default_nettype none

module qcn_pause_rx (
    input  wire         clk,       // rising edge
    input  wire         rst,       // synchronous, active high

    // frames that come in
    input  wire         rx_valid,  // a beat comes
    input  wire         rx_head,   // it is the first of a frame
    input  wire         rx_tail,   // it is the last
    input  wire [127:0] rx_data,   // the beat

    output wire [1:0]   paused     // the priority must not start a frame, registers
);

    (* mem2reg *)
    reg [15:0] paused_until [0:1];  // time at which each STOP ends
    reg [15:0] now;                 // time, cycles, modulo 2^16
    reg [1:0]  paused_q;            // the priority must not start a frame, registers

    wire        heard;
    wire [1:0]  told;
    wire [1:0]  stop;
    wire [15:0] stops_until;

    wire [1:0]  rx_data_head_kind = rx_data[127:126];  // 0 data, 1 CNM, 2 PAUSE
    wire [15:0] rx_data_quanta = rx_data[68:53];       // beats for which STOP holds
    wire [52:0] rx_data_rest = rx_data[52:0];          // 0

    wire unused_rx = &{1'b0, rx_data[125:85], rx_data_rest};
    wire unused_other_priorities = &{1'b0, rx_data[84:79], rx_data[76:71]};

    assign heard       = rx_valid && rx_head && rx_tail && rx_data_head_kind == 2'd2;
    assign told        = heard ? rx_data[78:77] : 2'd0;
    assign stop        = (|rx_data_quanta) ? rx_data[70:69] : 2'd0;
    assign stops_until = now + rx_data_quanta;
    assign paused      = paused_q;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        for (memory_word = 0; memory_word < 2; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            paused_until[memory_word] = memory_fill[31:16];
        end
    end
`endif

    always @(posedge clk) begin : update_paused_until
        integer k;
        for (k = 0; k < 2; k = k + 1) begin
            if (told[k]) paused_until[k] <= stops_until;
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
            paused_q <= 2'd0;
        end else begin
            for (k = 0; k < 2; k = k + 1) begin
                if (told[k]) begin
                    paused_q[k] <= stop[k];
                end else if (paused_until[k] == now) begin
                    paused_q[k] <= 1'b0;
                end
            end
        end
    end

endmodule

`default_nettype wire
