// SPDX-License-Identifier: Apache-2.0
// recn_board: RECN-IQ switch of 4 ports with its end nodes: runs after reset, then prints its counters
//
// saqs = 4, slots = 64, queue = 1024, seed = 1, cycles = 512, bit_cycles = 4
`default_nettype none

module recn_board (
    input  wire       clk,          // rising edge
    input  wire       rst,          // synchronous, active high
    input  wire [3:0] switches,     // {load, hot-spot}, not synchronous to the clock; see the
                                    // contract
    output wire       tx,           // UART, 1 while idle; a register

    // lights, functions of registers
    output wire       led_running,  // packets are made or on their way
    output wire       led_done,     // all counters are printed
    output wire       led_error     // a node has received what it should not have
);

    localparam [1:0] PHASE_WAITING  = 2'd0;
    localparam [1:0] PHASE_MAKING   = 2'd1;
    localparam [1:0] PHASE_DRAINING = 2'd2;
    localparam [1:0] PHASE_STILL    = 2'd3;

    reg [3:0] switches_1;      // switches, one cycle later
    reg [3:0] switches_2;      // switches_1, one cycle later
    reg [3:0] setting;         // setting of the switches, held once ready
    reg [2:0] arrived_before;  // packets that had arrived one cycle ago
    reg [9:0] quiet_cycles;    // cycles in which no packet arrived
    reg [1:0] phase_q;         // waiting, making, draining or still

    wire         drained;
    wire [191:0] totals;
    wire [63:0]  tree_read_data;
    wire         tree_ready;
    wire [31:0]  tree_now;
    wire [39:0]  tree_delivered;
    wire [31:0]  tree_digest;
    wire [9:0]   printer_read_unit;
    wire [6:0]   printer_read_address;
    wire         printer_out_valid;
    wire [7:0]   printer_out_data;
    wire         uart_ready;

    fabric_tree_levels1_ports4_queue1024 tree (
        .clk          (clk),
        .rst          (rst),
        .seed         (32'd1),
        .load         ({{1'b0, setting[3:1]} + 4'd1, 13'd0}),
        .pattern      (2'd0),
        .hot_rate     (setting[0] ? 17'h8000 : 17'd0),
        .hot_node     (8'd3),
        .hot_count    (2'd0),
        .hot_start    (32'd256),
        .hot_end      (32'd384),
        .enable       (phase_q == PHASE_MAKING),
        .measure      (!drained),
        .clear        (1'b0),
        .read_unit    (printer_read_unit[8:0]),
        .read_address (printer_read_address),
        .read_data    (tree_read_data),
        .ready        (tree_ready),
        .now          (tree_now),
        .delivered    (tree_delivered),
        .error        (led_error),
        .digest       (tree_digest)
    );

    counter_printer printer (
        .clk          (clk),
        .rst          (rst),
        .start        (drained),
        .read_unit    (printer_read_unit),
        .read_address (printer_read_address),
        .read_data    (printer_read_unit[9] ? totals[{printer_read_address[1:0], 6'd0} +: 64]
                     : tree_read_data),
        .out_valid    (printer_out_valid),
        .out_data     (printer_out_data),
        .out_ready    (uart_ready),
        .done         (led_done)
    );

    uart_tx uart (
        .clk   (clk),
        .rst   (rst),
        .valid (printer_out_valid),
        .data  (printer_out_data),
        .ready (uart_ready),
        .tx    (tx)
    );

    assign drained     = phase_q == PHASE_STILL;
    assign led_running = !drained;
    assign totals      = {59'd0, led_error, setting, 32'd0, tree_digest, 24'd0, tree_delivered};

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [24:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        memory_bits = memory_fill[31:7];
        {switches_1, switches_2, setting, arrived_before, quiet_cycles} = memory_bits;
    end
`endif

    always @(posedge clk) begin
        switches_1 <= switches;
        switches_2 <= switches_1;
        if (!tree_ready) setting <= switches_2;
        arrived_before <= tree_delivered[2:0];
    end

    always @(posedge clk) begin
        if (!(phase_q == PHASE_DRAINING) || tree_delivered[2:0] != arrived_before) begin
            quiet_cycles <= 10'd0;
        end else begin
            quiet_cycles <= quiet_cycles + 10'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            phase_q <= PHASE_WAITING;
        end else if (phase_q == PHASE_WAITING) begin
            if (tree_now == 32'd127) phase_q <= PHASE_MAKING;
        end else if (phase_q == PHASE_MAKING) begin
            if (tree_now == 32'd639) phase_q <= PHASE_DRAINING;
        end else if (phase_q == PHASE_DRAINING) begin
            if (&quiet_cycles) phase_q <= PHASE_STILL;
        end
    end

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_recn_board
    initial assume (rst);
`endif
`endif

endmodule

`default_nettype wire
