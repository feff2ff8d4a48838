// SPDX-License-Identifier: Apache-2.0
// qcn_network: spine-leaf fabric with its servers
//
// leaves = 7, ports = 1, spines = 4, prios = 2, in_units = 586, places = 97, frame_units = 8, cells = 16, rate_num = 8, rate_den = 5, leaf_q_eq = 60000, w_shift = 1, sample = 150000, table = 1, quantizer = 0, leaf_q_high = 430, leaf_q_low = 172, leaf_headroom = 130, cable = 0, line_rate = 10, pause_quanta = 65535, pause_reaction = 1024, pause_refresh = 0, dos = 1, flows = 8, limiters = 16, queue = 32, per_dest = 0, windows = 16, whole_beats = 0, reaction_time = 47, timer = 292969, r_ai = 524, r_hai = 5243, min_rate = 1049, blockable = 0, frame_timeout = 1048576, storm_detect = 0, storm_restore = 65536, storm_drop = 1
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
                                      // priority at an input, units, which knows of a new one some
                                      // cycles later, the logarithm of the number of inputs and
                                      // priorities; 4 the longest run of CNMs at one server
    output wire [63:0] read_data,     // the counter

    output wire [31:0] now,           // cycles since the fabric was ready
    output wire [6:0]  error          // a server received a frame that was not what it should be;
                                      // registers
);

    reg [31:0] now_q;             // cycles since the fabric was ready
    reg        ready_q;           // all ports were ready, and time runs
    reg [2:0]  read_unit_q;       // read_unit, one cycle later
    reg [2:0]  read_unit_2_q;     // read_unit_q, one cycle later
    reg [2:0]  read_unit_3_q;     // read_unit_2_q, one cycle later
    reg [2:0]  read_address_q;    // counter of the fabric that is read
    reg [2:0]  read_address_2_q;  // read_address_q, one cycle later
    reg [2:0]  read_address_3_q;  // read_address_2_q, one cycle later
    reg [9:0]  most_units;        // largest occupancy of a priority at an input, units
    reg [9:0]  larger_0_0;        // larger of two occupancies, units
    reg [9:0]  larger_0_1;        // larger of two occupancies, units
    reg [9:0]  larger_0_2;        // larger of two occupancies, units
    reg [9:0]  larger_0_3;        // larger of two occupancies, units
    reg [9:0]  larger_0_4;        // larger of two occupancies, units
    reg [9:0]  larger_0_5;        // larger of two occupancies, units
    reg [9:0]  larger_0_6;        // larger of two occupancies, units
    reg [9:0]  larger_1_0;        // larger of two occupancies, units
    reg [9:0]  larger_1_1;        // larger of two occupancies, units
    reg [9:0]  larger_1_2;        // larger of two occupancies, units
    reg [9:0]  larger_1_last;     // occupancy without another one to compare with, units
    reg [9:0]  larger_2_0;        // larger of two occupancies, units
    reg [9:0]  larger_2_1;        // larger of two occupancies, units
    reg [9:0]  larger_3_0;        // larger of two occupancies, units
    reg [31:0] dropped;           // frames dropped
    reg [31:0] triggers;          // CNMs that congestion points demanded
    reg [31:0] cnms_lost;         // CNMs that were not sent
    reg [63:0] read_data_q;       // the counter

    wire [7:0]    read_of;
    wire [6:0]    read_server;
    wire [255:0]  fabric_counters;
    wire [13:0]   leaf_path;
    wire [27:0]   leaf_up_credit;
    wire [27:0]   leaf_down_valid;
    wire [27:0]   leaf_down_head;
    wire [1735:0] leaf_down_header;
    wire [3583:0] leaf_down_data;
    wire [27:0]   leaf_down_bad;
    wire [27:0]   spine_up_valid;
    wire [27:0]   spine_up_head;
    wire [1735:0] spine_up_header;
    wire [3583:0] spine_up_data;
    wire [27:0]   spine_up_bad;
    wire [27:0]   spine_down_credit;
    wire [223:0]  server_seed;
    wire [6:0]    server_set_valid;
    wire [6:0]    leaf_tx_valid;
    wire [6:0]    leaf_tx_head;
    wire [6:0]    leaf_tx_tail;
    wire [895:0]  leaf_tx_data;
    wire [27:0]   leaf_up_valid;
    wire [27:0]   leaf_up_head;
    wire [1735:0] leaf_up_header;
    wire [3583:0] leaf_up_data;
    wire [27:0]   leaf_up_bad;
    wire [27:0]   leaf_down_credit;
    wire [195:0]  leaf_link_err_seen;
    wire [1567:0] leaf_link_err_counts;
    wire [6:0]    leaf_tx_bad;
    wire [6:0]    leaf_ready;
    wire [6:0]    leaf_drop;
    wire [6:0]    leaf_lost;
    wire [6:0]    leaf_triggers;
    wire [139:0]  leaf_occupancy;
    wire [62:0]   leaf_err_seen;
    wire [503:0]  leaf_err_counts;
    wire [27:0]   spine_up_credit;
    wire [27:0]   spine_down_valid;
    wire [27:0]   spine_down_head;
    wire [1735:0] spine_down_header;
    wire [3583:0] spine_down_data;
    wire [27:0]   spine_down_bad;
    wire [195:0]  spine_err_seen;
    wire [1567:0] spine_err_counts;
    wire [6:0]    server_tx_valid;
    wire [6:0]    server_tx_head;
    wire [6:0]    server_tx_tail;
    wire [895:0]  server_tx_data;
    wire [447:0]  server_read_data;
    wire [6:0]    server_reacts;
    wire [31:0]   cnm_run_longest;

    wire unused_link_errors = &{1'b0, leaf_link_err_seen, leaf_link_err_counts, spine_err_seen,
                                spine_err_counts};
    wire unused_errors = &{1'b0, leaf_tx_bad, leaf_err_seen, leaf_err_counts};

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

    assign leaf_path = {2'd2, 2'd1, 2'd0, 2'd3, 2'd2, 2'd1, 2'd0};
    assign leaf_up_credit = {spine_up_credit[27], spine_up_credit[20], spine_up_credit[13],
                             spine_up_credit[6],
                             spine_up_credit[26], spine_up_credit[19], spine_up_credit[12],
                             spine_up_credit[5],
                             spine_up_credit[25], spine_up_credit[18], spine_up_credit[11],
                             spine_up_credit[4],
                             spine_up_credit[24], spine_up_credit[17], spine_up_credit[10],
                             spine_up_credit[3],
                             spine_up_credit[23], spine_up_credit[16], spine_up_credit[9],
                             spine_up_credit[2],
                             spine_up_credit[22], spine_up_credit[15], spine_up_credit[8],
                             spine_up_credit[1],
                             spine_up_credit[21], spine_up_credit[14], spine_up_credit[7],
                             spine_up_credit[0]};
    assign leaf_down_valid = {spine_down_valid[27], spine_down_valid[20], spine_down_valid[13],
                              spine_down_valid[6],
                              spine_down_valid[26], spine_down_valid[19], spine_down_valid[12],
                              spine_down_valid[5],
                              spine_down_valid[25], spine_down_valid[18], spine_down_valid[11],
                              spine_down_valid[4],
                              spine_down_valid[24], spine_down_valid[17], spine_down_valid[10],
                              spine_down_valid[3],
                              spine_down_valid[23], spine_down_valid[16], spine_down_valid[9],
                              spine_down_valid[2],
                              spine_down_valid[22], spine_down_valid[15], spine_down_valid[8],
                              spine_down_valid[1],
                              spine_down_valid[21], spine_down_valid[14], spine_down_valid[7],
                              spine_down_valid[0]};
    assign leaf_down_head = {spine_down_head[27], spine_down_head[20], spine_down_head[13],
                             spine_down_head[6],
                             spine_down_head[26], spine_down_head[19], spine_down_head[12],
                             spine_down_head[5],
                             spine_down_head[25], spine_down_head[18], spine_down_head[11],
                             spine_down_head[4],
                             spine_down_head[24], spine_down_head[17], spine_down_head[10],
                             spine_down_head[3],
                             spine_down_head[23], spine_down_head[16], spine_down_head[9],
                             spine_down_head[2],
                             spine_down_head[22], spine_down_head[15], spine_down_head[8],
                             spine_down_head[1],
                             spine_down_head[21], spine_down_head[14], spine_down_head[7],
                             spine_down_head[0]};
    assign leaf_down_header = {spine_down_header[1735:1674], spine_down_header[1301:1240],
                               spine_down_header[867:806], spine_down_header[433:372],
                               spine_down_header[1673:1612], spine_down_header[1239:1178],
                               spine_down_header[805:744], spine_down_header[371:310],
                               spine_down_header[1611:1550], spine_down_header[1177:1116],
                               spine_down_header[743:682], spine_down_header[309:248],
                               spine_down_header[1549:1488], spine_down_header[1115:1054],
                               spine_down_header[681:620], spine_down_header[247:186],
                               spine_down_header[1487:1426], spine_down_header[1053:992],
                               spine_down_header[619:558], spine_down_header[185:124],
                               spine_down_header[1425:1364], spine_down_header[991:930],
                               spine_down_header[557:496], spine_down_header[123:62],
                               spine_down_header[1363:1302], spine_down_header[929:868],
                               spine_down_header[495:434], spine_down_header[61:0]};
    assign leaf_down_data = {spine_down_data[3583:3456], spine_down_data[2687:2560],
                             spine_down_data[1791:1664], spine_down_data[895:768],
                             spine_down_data[3455:3328], spine_down_data[2559:2432],
                             spine_down_data[1663:1536], spine_down_data[767:640],
                             spine_down_data[3327:3200], spine_down_data[2431:2304],
                             spine_down_data[1535:1408], spine_down_data[639:512],
                             spine_down_data[3199:3072], spine_down_data[2303:2176],
                             spine_down_data[1407:1280], spine_down_data[511:384],
                             spine_down_data[3071:2944], spine_down_data[2175:2048],
                             spine_down_data[1279:1152], spine_down_data[383:256],
                             spine_down_data[2943:2816], spine_down_data[2047:1920],
                             spine_down_data[1151:1024], spine_down_data[255:128],
                             spine_down_data[2815:2688], spine_down_data[1919:1792],
                             spine_down_data[1023:896], spine_down_data[127:0]};
    assign leaf_down_bad = {spine_down_bad[27], spine_down_bad[20], spine_down_bad[13],
                            spine_down_bad[6],
                            spine_down_bad[26], spine_down_bad[19], spine_down_bad[12],
                            spine_down_bad[5],
                            spine_down_bad[25], spine_down_bad[18], spine_down_bad[11],
                            spine_down_bad[4],
                            spine_down_bad[24], spine_down_bad[17], spine_down_bad[10],
                            spine_down_bad[3],
                            spine_down_bad[23], spine_down_bad[16], spine_down_bad[9],
                            spine_down_bad[2],
                            spine_down_bad[22], spine_down_bad[15], spine_down_bad[8],
                            spine_down_bad[1],
                            spine_down_bad[21], spine_down_bad[14], spine_down_bad[7],
                            spine_down_bad[0]};

    generate
        for (g = 0; g < 7; g = g + 1) begin : leaf
            qcn_leaf u (
                .clk             (clk),
                .rst             (rst),
                .number          (g[2:0]),
                .path            (leaf_path[g*2 +: 2]),
                .cp_in           (cp_in),
                .cp_out          (cp_out),
                .policy          (policy),
                .strict          (strict),
                .cap             (cap),
                .pause           (pause),
                .seed            (seed),
                .rx_valid        (server_tx_valid[g]),
                .rx_head         (server_tx_head[g]),
                .rx_tail         (server_tx_tail[g]),
                .rx_data         (server_tx_data[g*128 +: 128]),
                .tx_valid        (leaf_tx_valid[g]),
                .tx_head         (leaf_tx_head[g]),
                .tx_tail         (leaf_tx_tail[g]),
                .tx_data         (leaf_tx_data[g*128 +: 128]),
                .up_valid        (leaf_up_valid[g*4 +: 4]),
                .up_head         (leaf_up_head[g*4 +: 4]),
                .up_header       (leaf_up_header[g*248 +: 248]),
                .up_data         (leaf_up_data[g*512 +: 512]),
                .up_bad          (leaf_up_bad[g*4 +: 4]),
                .up_credit       (leaf_up_credit[g*4 +: 4]),
                .down_valid      (leaf_down_valid[g*4 +: 4]),
                .down_head       (leaf_down_head[g*4 +: 4]),
                .down_header     (leaf_down_header[g*248 +: 248]),
                .down_data       (leaf_down_data[g*512 +: 512]),
                .down_bad        (leaf_down_bad[g*4 +: 4]),
                .down_credit     (leaf_down_credit[g*4 +: 4]),
                .link_err_clear  (4'd0),
                .link_err_seen   (leaf_link_err_seen[g*28 +: 28]),
                .link_err_counts (leaf_link_err_counts[g*224 +: 224]),
                .tx_bad          (leaf_tx_bad[g]),
                .ready           (leaf_ready[g]),
                .drop            (leaf_drop[g]),
                .lost            (leaf_lost[g]),
                .triggers        (leaf_triggers[g]),
                .occupancy       (leaf_occupancy[g*20 +: 20]),
                .err_clear       (1'b0),
                .err_seen        (leaf_err_seen[g*9 +: 9]),
                .err_counts      (leaf_err_counts[g*72 +: 72])
            );
        end
    endgenerate

    assign spine_up_valid = {leaf_up_valid[27], leaf_up_valid[23], leaf_up_valid[19],
                             leaf_up_valid[15], leaf_up_valid[11], leaf_up_valid[7],
                             leaf_up_valid[3],
                             leaf_up_valid[26], leaf_up_valid[22], leaf_up_valid[18],
                             leaf_up_valid[14], leaf_up_valid[10], leaf_up_valid[6],
                             leaf_up_valid[2],
                             leaf_up_valid[25], leaf_up_valid[21], leaf_up_valid[17],
                             leaf_up_valid[13], leaf_up_valid[9], leaf_up_valid[5],
                             leaf_up_valid[1],
                             leaf_up_valid[24], leaf_up_valid[20], leaf_up_valid[16],
                             leaf_up_valid[12], leaf_up_valid[8], leaf_up_valid[4],
                             leaf_up_valid[0]};
    assign spine_up_head = {leaf_up_head[27], leaf_up_head[23], leaf_up_head[19], leaf_up_head[15],
                            leaf_up_head[11], leaf_up_head[7], leaf_up_head[3],
                            leaf_up_head[26], leaf_up_head[22], leaf_up_head[18], leaf_up_head[14],
                            leaf_up_head[10], leaf_up_head[6], leaf_up_head[2],
                            leaf_up_head[25], leaf_up_head[21], leaf_up_head[17], leaf_up_head[13],
                            leaf_up_head[9], leaf_up_head[5], leaf_up_head[1],
                            leaf_up_head[24], leaf_up_head[20], leaf_up_head[16], leaf_up_head[12],
                            leaf_up_head[8], leaf_up_head[4], leaf_up_head[0]};
    assign spine_up_header = {leaf_up_header[1735:1674], leaf_up_header[1487:1426],
                              leaf_up_header[1239:1178], leaf_up_header[991:930],
                              leaf_up_header[743:682], leaf_up_header[495:434],
                              leaf_up_header[247:186],
                              leaf_up_header[1673:1612], leaf_up_header[1425:1364],
                              leaf_up_header[1177:1116], leaf_up_header[929:868],
                              leaf_up_header[681:620], leaf_up_header[433:372],
                              leaf_up_header[185:124],
                              leaf_up_header[1611:1550], leaf_up_header[1363:1302],
                              leaf_up_header[1115:1054], leaf_up_header[867:806],
                              leaf_up_header[619:558], leaf_up_header[371:310],
                              leaf_up_header[123:62],
                              leaf_up_header[1549:1488], leaf_up_header[1301:1240],
                              leaf_up_header[1053:992], leaf_up_header[805:744],
                              leaf_up_header[557:496], leaf_up_header[309:248],
                              leaf_up_header[61:0]};
    assign spine_up_data = {leaf_up_data[3583:3456], leaf_up_data[3071:2944],
                            leaf_up_data[2559:2432], leaf_up_data[2047:1920],
                            leaf_up_data[1535:1408], leaf_up_data[1023:896], leaf_up_data[511:384],
                            leaf_up_data[3455:3328], leaf_up_data[2943:2816],
                            leaf_up_data[2431:2304], leaf_up_data[1919:1792],
                            leaf_up_data[1407:1280], leaf_up_data[895:768], leaf_up_data[383:256],
                            leaf_up_data[3327:3200], leaf_up_data[2815:2688],
                            leaf_up_data[2303:2176], leaf_up_data[1791:1664],
                            leaf_up_data[1279:1152], leaf_up_data[767:640], leaf_up_data[255:128],
                            leaf_up_data[3199:3072], leaf_up_data[2687:2560],
                            leaf_up_data[2175:2048], leaf_up_data[1663:1536],
                            leaf_up_data[1151:1024], leaf_up_data[639:512], leaf_up_data[127:0]};
    assign spine_up_bad = {leaf_up_bad[27], leaf_up_bad[23], leaf_up_bad[19], leaf_up_bad[15],
                           leaf_up_bad[11], leaf_up_bad[7], leaf_up_bad[3],
                           leaf_up_bad[26], leaf_up_bad[22], leaf_up_bad[18], leaf_up_bad[14],
                           leaf_up_bad[10], leaf_up_bad[6], leaf_up_bad[2],
                           leaf_up_bad[25], leaf_up_bad[21], leaf_up_bad[17], leaf_up_bad[13],
                           leaf_up_bad[9], leaf_up_bad[5], leaf_up_bad[1],
                           leaf_up_bad[24], leaf_up_bad[20], leaf_up_bad[16], leaf_up_bad[12],
                           leaf_up_bad[8], leaf_up_bad[4], leaf_up_bad[0]};
    assign spine_down_credit = {leaf_down_credit[27], leaf_down_credit[23], leaf_down_credit[19],
                                leaf_down_credit[15], leaf_down_credit[11], leaf_down_credit[7],
                                leaf_down_credit[3],
                                leaf_down_credit[26], leaf_down_credit[22], leaf_down_credit[18],
                                leaf_down_credit[14], leaf_down_credit[10], leaf_down_credit[6],
                                leaf_down_credit[2],
                                leaf_down_credit[25], leaf_down_credit[21], leaf_down_credit[17],
                                leaf_down_credit[13], leaf_down_credit[9], leaf_down_credit[5],
                                leaf_down_credit[1],
                                leaf_down_credit[24], leaf_down_credit[20], leaf_down_credit[16],
                                leaf_down_credit[12], leaf_down_credit[8], leaf_down_credit[4],
                                leaf_down_credit[0]};

    generate
        for (g = 0; g < 4; g = g + 1) begin : spine
            qcn_spine u (
                .clk         (clk),
                .rst         (rst),
                .up_valid    (spine_up_valid[g*7 +: 7]),
                .up_head     (spine_up_head[g*7 +: 7]),
                .up_header   (spine_up_header[g*434 +: 434]),
                .up_data     (spine_up_data[g*896 +: 896]),
                .up_bad      (spine_up_bad[g*7 +: 7]),
                .up_credit   (spine_up_credit[g*7 +: 7]),
                .down_valid  (spine_down_valid[g*7 +: 7]),
                .down_head   (spine_down_head[g*7 +: 7]),
                .down_header (spine_down_header[g*434 +: 434]),
                .down_data   (spine_down_data[g*896 +: 896]),
                .down_bad    (spine_down_bad[g*7 +: 7]),
                .down_credit (spine_down_credit[g*7 +: 7]),
                .err_clear   (7'd0),
                .err_seen    (spine_err_seen[g*49 +: 49]),
                .err_counts  (spine_err_counts[g*392 +: 392])
            );
        end
    endgenerate

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
                .rx_valid     (leaf_tx_valid[g]),
                .rx_head      (leaf_tx_head[g]),
                .rx_tail      (leaf_tx_tail[g]),
                .rx_data      (leaf_tx_data[g*128 +: 128]),
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
    assign fabric_counters = {32'd0, 32'd0, 32'd0, cnm_run_longest, 22'd0, most_units, cnms_lost,
                              triggers, dropped};
    assign read_data = read_data_q;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [81:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (3) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[49:0], memory_fill};
        end
        {read_unit_q, read_unit_2_q, read_unit_3_q, read_address_q, read_address_2_q,
         read_address_3_q, read_data_q} = memory_bits;
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            now_q <= 32'd0;
            ready_q <= 1'b0;
            most_units <= 10'd0;
            larger_0_0 <= 10'd0;
            larger_0_1 <= 10'd0;
            larger_0_2 <= 10'd0;
            larger_0_3 <= 10'd0;
            larger_0_4 <= 10'd0;
            larger_0_5 <= 10'd0;
            larger_0_6 <= 10'd0;
            larger_1_0 <= 10'd0;
            larger_1_1 <= 10'd0;
            larger_1_2 <= 10'd0;
            larger_1_last <= 10'd0;
            larger_2_0 <= 10'd0;
            larger_2_1 <= 10'd0;
        end else begin
            if (ready_q) now_q <= now_q + 32'd1;
            if (&leaf_ready) ready_q <= 1'b1;
            if (larger_3_0 > most_units) most_units <= larger_3_0;
            larger_0_0 <= (leaf_occupancy[9:0] > leaf_occupancy[19:10]) ? leaf_occupancy[9:0]
                        : leaf_occupancy[19:10];
            larger_0_1 <= (leaf_occupancy[29:20] > leaf_occupancy[39:30]) ? leaf_occupancy[29:20]
                        : leaf_occupancy[39:30];
            larger_0_2 <= (leaf_occupancy[49:40] > leaf_occupancy[59:50]) ? leaf_occupancy[49:40]
                        : leaf_occupancy[59:50];
            larger_0_3 <= (leaf_occupancy[69:60] > leaf_occupancy[79:70]) ? leaf_occupancy[69:60]
                        : leaf_occupancy[79:70];
            larger_0_4 <= (leaf_occupancy[89:80] > leaf_occupancy[99:90]) ? leaf_occupancy[89:80]
                        : leaf_occupancy[99:90];
            larger_0_5 <= (leaf_occupancy[109:100] > leaf_occupancy[119:110])
                        ? leaf_occupancy[109:100]
                        : leaf_occupancy[119:110];
            larger_0_6 <= (leaf_occupancy[129:120] > leaf_occupancy[139:130])
                        ? leaf_occupancy[129:120]
                        : leaf_occupancy[139:130];
            larger_1_0 <= (larger_0_0 > larger_0_1) ? larger_0_0 : larger_0_1;
            larger_1_1 <= (larger_0_2 > larger_0_3) ? larger_0_2 : larger_0_3;
            larger_1_2 <= (larger_0_4 > larger_0_5) ? larger_0_4 : larger_0_5;
            larger_1_last <= larger_0_6;
            larger_2_0 <= (larger_1_0 > larger_1_1) ? larger_1_0 : larger_1_1;
            larger_2_1 <= (larger_1_2 > larger_1_last) ? larger_1_2 : larger_1_last;
        end
    end

    always @(posedge clk) begin
        read_unit_q <= read_unit;
        read_unit_2_q <= read_unit_q;
        read_unit_3_q <= read_unit_2_q;
        read_address_q <= read_address[2:0];
        read_address_2_q <= read_address_q;
        read_address_3_q <= read_address_2_q;
        read_data_q <= one_hot_mux_7x64(read_server, server_read_data)
                     | (read_of[7] ? {32'd0, fabric_counters[{read_address_3_q, 5'd0} +: 32]}
                      : 64'd0);
    end

    always @(posedge clk) begin
        if (rst) begin
            larger_3_0 <= 10'd0;
            dropped <= 32'd0;
            triggers <= 32'd0;
            cnms_lost <= 32'd0;
        end else begin
            larger_3_0 <= (larger_2_0 > larger_2_1) ? larger_2_0 : larger_2_1;
            dropped <= dropped + {29'd0, count_ones_7(leaf_drop)};
            triggers <= triggers + {29'd0, count_ones_7(leaf_triggers)};
            cnms_lost <= cnms_lost + {29'd0, count_ones_7(leaf_lost)};
        end
    end

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_qcn_network
    initial assume (rst);
`endif
`endif

endmodule

`default_nettype wire
