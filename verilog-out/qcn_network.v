// SPDX-License-Identifier: Apache-2.0
// qcn_network: spine-leaf fabric with its servers
//
// leaves = 7, ports = 1, spines = 4, prios = 2, in_units = 586, places = 97, frame_units = 8, cells = 16, rate_num = 8, rate_den = 5, leaf_q_eq = 60000, w_shift = 1, sample = 150000, table = 1, quantizer = 0, leaf_q_high = 430, leaf_q_low = 172, leaf_headroom = 130, dos = 1, flows = 8, limiters = 16, queue = 32, per_dest = 0, windows = 16, whole_beats = 0, reaction_time = 47, timer = 292969, r_ai = 524, r_hai = 5243, min_rate = 1049
`default_nettype none

module qcn_network (
    input  wire        clk,           // rising edge
    input  wire        rst,           // synchronous, active high

    // congestion management, held
    input  wire        cp_in,         // congestion points at the input buffers sample frames
    input  wire        cp_out,        // congestion points at the output buffers sample frames
    input  wire [1:0]  policy,        // culprits at the inputs: 0 arrival, 1 deterministic
                                      // occupancy, 2 random occupancy sampling
    input  wire        strict,        // random occupancy: 1 draws words, 0 draws rows
    input  wire        cap,           // at most one CNM of a congestion point per 100 received
                                      // frames
    input  wire        pause,         // PAUSE is sent
    input  wire [31:0] seed,          // of jitter and draws

    input  wire [31:0] window,        // cycles of a window of time, held; 0: no windows
    input  wire [31:0] runs_until,    // first cycle whose CNMs no longer count for the longest run,
                                      // held

    // an entry of a flow table
    input  wire [2:0]  set_server,    // number of the server: leaf * ports + port
    input  wire        set_valid,     // an entry of the flow table is written
    input  wire [2:0]  set_flow,      // its number
    input  wire [11:0] set_dst,       // destination
    input  wire [2:0]  set_prio,      // priority, below prios
    input  wire [13:0] set_length,    // bytes of a frame with FCS, at least 64
    input  wire [9:0]  set_rate,      // in 1/1000 of the line rate; 0: no frames
    input  wire [31:0] set_start,     // first cycle in which the flow is active
    input  wire [31:0] set_stop,      // first cycle in which it no longer is

    // counter readback: data 4 cycles after the address
    input  wire [2:0]  read_unit,     // number of the server; behind the last one the fabric
    input  wire [15:0] read_address,  // counter of the server; of the fabric: 0 frames dropped, 1
                                      // triggers, 2 CNMs lost, 3 the largest occupancy of a
                                      // priority at an input, units; 4 the longest run of CNMs at
                                      // one server
    output wire [63:0] read_data,     // the counter

    output wire [31:0] now,           // cycles since the fabric was ready
    output wire [6:0]  error          // a server received a frame that was not what it should be;
                                      // registers
);

    (* mem2reg *)
    reg [9:0]  most_units [0:13];
    reg [31:0] now_q;
    reg        ready_q;
    reg [2:0]  read_unit_q;
    reg [2:0]  read_unit_2_q;
    reg [2:0]  read_unit_3_q;
    reg [2:0]  read_address_q;
    reg [2:0]  read_address_2_q;
    reg [2:0]  read_address_3_q;
    reg [31:0] dropped;
    reg [31:0] triggers;
    reg [31:0] cnms_lost;
    reg [63:0] read_data_q;

    wire [7:0]   read_of;
    wire [6:0]   read_server;
    wire [9:0]   most_1;
    wire [9:0]   most_2;
    wire [9:0]   most_3;
    wire [9:0]   most_4;
    wire [9:0]   most_5;
    wire [9:0]   most_6;
    wire [9:0]   most_7;
    wire [9:0]   most_8;
    wire [9:0]   most_9;
    wire [9:0]   most_10;
    wire [9:0]   most_11;
    wire [9:0]   most_12;
    wire [9:0]   most_13;
    wire [255:0] fabric_counters;
    wire [223:0] server_seed;
    wire [6:0]   server_set_valid;
    wire [6:0]   fabric_tx_valid;
    wire [6:0]   fabric_tx_head;
    wire [6:0]   fabric_tx_tail;
    wire [895:0] fabric_tx_data;
    wire [6:0]   fabric_ready;
    wire [6:0]   fabric_drop;
    wire [6:0]   fabric_lost;
    wire [6:0]   fabric_triggers;
    wire [139:0] fabric_occupancy;
    wire [6:0]   server_tx_valid;
    wire [6:0]   server_tx_head;
    wire [6:0]   server_tx_tail;
    wire [895:0] server_tx_data;
    wire [447:0] server_read_data;
    wire [6:0]   server_reacts;
    wire [31:0]  cnm_run_longest;

    // The number of ones.
    function [2:0] count_ones_7(input [6:0] bits);
        integer n;
        begin
            count_ones_7 = 3'd0;
            for (n = 0; n < 7; n = n + 1)
                count_ones_7 = count_ones_7 + {2'd0, bits[n]};
        end
    endfunction

    // The lane of 64 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [63:0] one_hot_mux_7x64(input [6:0] select, input [447:0] lanes);
        integer n;
        begin
            one_hot_mux_7x64 = 64'd0;
            for (n = 0; n < 7; n = n + 1)
                one_hot_mux_7x64 = one_hot_mux_7x64 | ({64{select[n]}} & lanes[n*64 +: 64]);
        end
    endfunction

    genvar g;

    qcn_fabric fabric (
        .clk       (clk),
        .rst       (rst),
        .cp_in     (cp_in),
        .cp_out    (cp_out),
        .policy    (policy),
        .strict    (strict),
        .cap       (cap),
        .pause     (pause),
        .seed      (seed),
        .rx_valid  (server_tx_valid),
        .rx_head   (server_tx_head),
        .rx_tail   (server_tx_tail),
        .rx_data   (server_tx_data),
        .tx_valid  (fabric_tx_valid),
        .tx_head   (fabric_tx_head),
        .tx_tail   (fabric_tx_tail),
        .tx_data   (fabric_tx_data),
        .ready     (fabric_ready),
        .drop      (fabric_drop),
        .lost      (fabric_lost),
        .triggers  (fabric_triggers),
        .occupancy (fabric_occupancy)
    );

    assign server_seed = {seed ^ 32'h5384540f, seed ^ 32'hb54cda56, seed ^ 32'h1715609d,
                          seed ^ 32'h78dde6e4, seed ^ 32'hdaa66d2b, seed ^ 32'h3c6ef372,
                          seed ^ 32'h9e3779b9};
    assign server_set_valid = {set_valid && set_server == 3'd6, set_valid && set_server == 3'd5,
                               set_valid && set_server == 3'd4, set_valid && set_server == 3'd3,
                               set_valid && set_server == 3'd2, set_valid && set_server == 3'd1,
                               set_valid && set_server == 3'd0};

    generate
        for (g = 0; g < 7; g = g + 1) begin : server
            qcn_server u (
                .clk          (clk),
                .rst          (rst),
                .seed         (server_seed[g*32 +: 32]),
                .node         (g[11:0]),
                .now          (now_q),
                .window       (window),
                .set_valid    (server_set_valid[g]),
                .set_flow     (set_flow),
                .set_dst      (set_dst),
                .set_prio     (set_prio),
                .set_length   (set_length),
                .set_rate     (set_rate),
                .set_start    (set_start),
                .set_stop     (set_stop),
                .rx_valid     (fabric_tx_valid[g]),
                .rx_head      (fabric_tx_head[g]),
                .rx_tail      (fabric_tx_tail[g]),
                .rx_data      (fabric_tx_data[g*128 +: 128]),
                .tx_valid     (server_tx_valid[g]),
                .tx_head      (server_tx_head[g]),
                .tx_tail      (server_tx_tail[g]),
                .tx_data      (server_tx_data[g*128 +: 128]),
                .read_address (read_address),
                .read_data    (server_read_data[g*64 +: 64]),
                .error        (error[g]),
                .reacts       (server_reacts[g])
            );
        end
    endgenerate

    qcn_cnm_run_servers7 cnm_run (
        .clk     (clk),
        .rst     (rst),
        .reacts  (server_reacts),
        .count   (now_q < runs_until),
        .longest (cnm_run_longest)
    );

    assign now         = now_q;
    assign read_of     = 8'd1 << read_unit_3_q;
    assign read_server = read_of[6:0];
    assign most_1      = (most_units[1] > most_units[0]) ? most_units[1] : most_units[0];
    assign most_2      = (most_units[2] > most_1) ? most_units[2] : most_1;
    assign most_3      = (most_units[3] > most_2) ? most_units[3] : most_2;
    assign most_4      = (most_units[4] > most_3) ? most_units[4] : most_3;
    assign most_5      = (most_units[5] > most_4) ? most_units[5] : most_4;
    assign most_6      = (most_units[6] > most_5) ? most_units[6] : most_5;
    assign most_7      = (most_units[7] > most_6) ? most_units[7] : most_6;
    assign most_8      = (most_units[8] > most_7) ? most_units[8] : most_7;
    assign most_9      = (most_units[9] > most_8) ? most_units[9] : most_8;
    assign most_10     = (most_units[10] > most_9) ? most_units[10] : most_9;
    assign most_11     = (most_units[11] > most_10) ? most_units[11] : most_10;
    assign most_12     = (most_units[12] > most_11) ? most_units[12] : most_11;
    assign most_13     = (most_units[13] > most_12) ? most_units[13] : most_12;
    assign fabric_counters = {32'd0, 32'd0, 32'd0, cnm_run_longest, 22'd0, most_13, cnms_lost,
                              triggers, dropped};
    assign read_data = read_data_q;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        read_unit_q = memory_fill[31:29];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        read_unit_2_q = memory_fill[31:29];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        read_unit_3_q = memory_fill[31:29];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        read_address_q = memory_fill[31:29];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        read_address_2_q = memory_fill[31:29];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        read_address_3_q = memory_fill[31:29];
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            read_data_q = {read_data_q[31:0], memory_fill};
        end
    end
`endif

    always @(posedge clk) begin : update_most_units
        integer i;
        integer k;
        if (rst) begin
            for (i = 0; i < 14; i = i + 1) most_units[i] <= 10'd0;
        end else begin
            for (k = 0; k < 14; k = k + 1) begin
                if (fabric_occupancy[k*10 +: 10] > most_units[k]) begin
                    most_units[k] <= fabric_occupancy[k*10 +: 10];
                end
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            now_q <= 32'd0;
        end else if (ready_q) begin
            now_q <= now_q + 32'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            ready_q <= 1'b0;
        end else if (&fabric_ready) begin
            ready_q <= 1'b1;
        end
    end

    always @(posedge clk) begin
        read_unit_q <= read_unit;
    end

    always @(posedge clk) begin
        read_unit_2_q <= read_unit_q;
    end

    always @(posedge clk) begin
        read_unit_3_q <= read_unit_2_q;
    end

    always @(posedge clk) begin
        read_address_q <= read_address[2:0];
    end

    always @(posedge clk) begin
        read_address_2_q <= read_address_q;
    end

    always @(posedge clk) begin
        read_address_3_q <= read_address_2_q;
    end

    always @(posedge clk) begin
        if (rst) begin
            dropped <= 32'd0;
        end else begin
            dropped <= dropped + {29'd0, count_ones_7(fabric_drop)};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            triggers <= 32'd0;
        end else begin
            triggers <= triggers + {29'd0, count_ones_7(fabric_triggers)};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            cnms_lost <= 32'd0;
        end else begin
            cnms_lost <= cnms_lost + {29'd0, count_ones_7(fabric_lost)};
        end
    end

    always @(posedge clk) begin
        read_data_q <= one_hot_mux_7x64(read_server, server_read_data)
                     | (read_of[7] ? {32'd0, fabric_counters[{read_address_3_q, 5'd0} +: 32]}
                      : 64'd0);
    end

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_qcn_network
    initial assume (rst);
`endif
`endif

endmodule

`default_nettype wire
