// SPDX-License-Identifier: Apache-2.0
// clos_network: network of CIOQ elements with traffic
//
// ports = 4, stages = 3, slots_in = 100, slots_out = 100, lf = 100, queue = 64, scheme = 1, g = 16, b_reasm = 256, fc_init = 100, voq = 256, max_p = 1, watch = 16, beat = 0, cut_through = 1
`default_nettype none

module clos_network (
    input  wire        clk,           // rising edge
    input  wire        rst,           // synchronous, active high
    input  wire [31:0] seed,          // of the random numbers
    input  wire [20:0] start,         // bursts that begin per idle cell time, in 1/2^20
    input  wire [20:0] stop,          // bursts that end per cell, in 1/2^20: 1/(mean length)
    input  wire [16:0] own,           // w: bursts of unbalanced traffic that go to the node itself,
                                      // in 1/65536
    input  wire [16:0] hot_rate,      // bursts to the hot nodes per burst, in 1/65536; 0: there is
                                      // no hot node
    input  wire [7:0]  hot_node,      // a hot node
    input  wire [7:0]  hot_mask,      // nodes that differ from it in these bits only are hot, too
    input  wire        enable,        // cells are made
    input  wire        reserve,       // 1: fabric buffers are reserved (RB), 0: rate regulation
                                      // alone (IR)
    input  wire [7:0]  grant_rate,    // grant rate, in 1/16 cell per cell time of the external line
    input  wire [31:0] block_start,   // first cycle in which the hot outputs of the fabric send
                                      // nothing
    input  wire [31:0] block_end,     // first cycle in which they send again
    input  wire        measure,       // the counters count
    input  wire        clear,         // pulse: all counters to 0

    // counter readback
    input  wire [8:0]  read_unit,     // bit 8: 0 node, 1 element; its number
    input  wire [6:0]  read_address,  // which of its counters
    output wire [63:0] read_data,     // the counter, 3 cycles after its address

    output wire [31:0] now,           // cycles since reset
    output wire        error          // a node has received what it should not have, or a port of
                                      // an element has seen an error, a register
);

    reg [31:0] now_q;        // cycles since reset
    reg        block_time;   // the outputs to hot nodes are blocked
    reg        error_q;      // a node has received what it should not have, or a port of an element
                             // has seen an error, a register
    reg [8:0]  unit_1;       // read_unit, one cycle later
    reg [8:0]  unit_2;       // unit_1, one cycle later
    reg [63:0] read_data_q;  // the counter, 3 cycles after its address

    reg  [15:0]   blocked;
    wire [15:0]   request_valid;
    wire [63:0]   request_node;
    wire [79:0]   request_count;
    wire [15:0]   grant_valid;
    wire [63:0]   grant_node;
    wire [79:0]   grant_count;
    wire [767:0]  monitors;
    wire [15:0]   stage_0_tx_credit;
    wire [15:0]   stage_1_rx_valid;
    wire [15:0]   stage_1_rx_head;
    wire [15:0]   stage_1_rx_tail;
    wire [1535:0] stage_1_rx_data;
    wire [15:0]   stage_1_tx_credit;
    wire [15:0]   stage_2_rx_valid;
    wire [15:0]   stage_2_rx_head;
    wire [15:0]   stage_2_rx_tail;
    wire [1535:0] stage_2_rx_data;
    wire [159:0]  request_link_d;
    wire [159:0]  grant_link_d;
    wire [15:0]   node_req_tx_valid;
    wire [63:0]   node_req_tx_node;
    wire [79:0]   node_req_tx_count;
    wire [15:0]   node_gnt_tx_valid;
    wire [63:0]   node_gnt_tx_node;
    wire [79:0]   node_gnt_tx_count;
    wire [1023:0] node_read_data;
    wire [15:0]   node_rx_credit;
    wire [15:0]   node_tx_valid;
    wire [15:0]   node_tx_head;
    wire [15:0]   node_tx_tail;
    wire [1535:0] node_tx_data;
    wire [15:0]   node_error;
    wire [15:0]   stage_0_rx_credit;
    wire [15:0]   stage_0_tx_valid;
    wire [15:0]   stage_0_tx_head;
    wire [15:0]   stage_0_tx_tail;
    wire [1535:0] stage_0_tx_data;
    wire [111:0]  stage_0_stat_in_held;
    wire [111:0]  stage_0_stat_out_held;
    wire [15:0]   stage_0_stat_stalled;
    wire [15:0]   stage_0_stat_refused;
    wire [111:0]  stage_0_err_seen;
    wire [895:0]  stage_0_err_counts;
    wire [15:0]   stage_1_rx_credit;
    wire [15:0]   stage_1_tx_valid;
    wire [15:0]   stage_1_tx_head;
    wire [15:0]   stage_1_tx_tail;
    wire [1535:0] stage_1_tx_data;
    wire [111:0]  stage_1_stat_in_held;
    wire [111:0]  stage_1_stat_out_held;
    wire [15:0]   stage_1_stat_stalled;
    wire [15:0]   stage_1_stat_refused;
    wire [111:0]  stage_1_err_seen;
    wire [895:0]  stage_1_err_counts;
    wire [15:0]   stage_2_rx_credit;
    wire [15:0]   stage_2_tx_valid;
    wire [15:0]   stage_2_tx_head;
    wire [15:0]   stage_2_tx_tail;
    wire [1535:0] stage_2_tx_data;
    wire [111:0]  stage_2_stat_in_held;
    wire [111:0]  stage_2_stat_out_held;
    wire [15:0]   stage_2_stat_stalled;
    wire [15:0]   stage_2_stat_refused;
    wire [111:0]  stage_2_err_seen;
    wire [895:0]  stage_2_err_counts;
    wire [159:0]  request_link_q;
    wire [15:0]   request_channel_out_valid;
    wire [63:0]   request_channel_out_node;
    wire [79:0]   request_channel_out_count;
    wire [159:0]  grant_link_q;
    wire [15:0]   grant_channel_out_valid;
    wire [63:0]   grant_channel_out_node;
    wire [79:0]   grant_channel_out_count;
    wire [255:0]  monitor_0_read_data;
    wire [255:0]  monitor_1_read_data;
    wire [255:0]  monitor_2_read_data;

    wire unused_error_counts_0 = &{1'b0, stage_0_err_counts};
    wire unused_error_counts_1 = &{1'b0, stage_1_err_counts};
    wire unused_error_counts_2 = &{1'b0, stage_2_err_counts};

    genvar g;

    generate
        for (g = 0; g < 16; g = g + 1) begin : node
            clos_node_link_latency1 u (
                .clk          (clk),
                .rst          (rst),
                .node         (g[7:0]),
                .now          (now_q),
                .seed         (seed),
                .start        (start),
                .stop         (stop),
                .own          (own),
                .hot_rate     (hot_rate),
                .hot_node     (hot_node),
                .hot_mask     (hot_mask),
                .enable       (enable),
                .measure      (measure),
                .clear        (clear),
                .reserve      (reserve),
                .grant_rate   (grant_rate),
                .tick         (1'b1),
                .req_tx_valid (node_req_tx_valid[g]),
                .req_tx_node  (node_req_tx_node[g*4 +: 4]),
                .req_tx_count (node_req_tx_count[g*5 +: 5]),
                .gnt_tx_valid (node_gnt_tx_valid[g]),
                .gnt_tx_node  (node_gnt_tx_node[g*4 +: 4]),
                .gnt_tx_count (node_gnt_tx_count[g*5 +: 5]),
                .req_rx_valid (request_channel_out_valid[g]),
                .req_rx_node  (request_channel_out_node[g*4 +: 4]),
                .req_rx_count (request_channel_out_count[g*5 +: 5]),
                .gnt_rx_valid (grant_channel_out_valid[g]),
                .gnt_rx_node  (grant_channel_out_node[g*4 +: 4]),
                .gnt_rx_count (grant_channel_out_count[g*5 +: 5]),
                .read_address (read_address),
                .read_data    (node_read_data[g*64 +: 64]),
                .rx_valid     (stage_2_tx_valid[g]),
                .rx_head      (stage_2_tx_head[g]),
                .rx_tail      (stage_2_tx_tail[g]),
                .rx_data      (stage_2_tx_data[g*96 +: 96]),
                .rx_credit    (node_rx_credit[g]),
                .tx_valid     (node_tx_valid[g]),
                .tx_head      (node_tx_head[g]),
                .tx_tail      (node_tx_tail[g]),
                .tx_data      (node_tx_data[g*96 +: 96]),
                .tx_credit    (stage_0_rx_credit[g]),
                .error        (node_error[g])
            );
        end
    endgenerate

    assign stage_0_tx_credit = {stage_1_rx_credit[15], stage_1_rx_credit[11], stage_1_rx_credit[7],
                                stage_1_rx_credit[3],
                                stage_1_rx_credit[14], stage_1_rx_credit[10], stage_1_rx_credit[6],
                                stage_1_rx_credit[2],
                                stage_1_rx_credit[13], stage_1_rx_credit[9], stage_1_rx_credit[5],
                                stage_1_rx_credit[1],
                                stage_1_rx_credit[12], stage_1_rx_credit[8], stage_1_rx_credit[4],
                                stage_1_rx_credit[0]};

    generate
        for (g = 0; g < 4; g = g + 1) begin : stage_0
            cioq_element_ports4_data96_slots_in100_slots_out100_credits100_link_latency1_credit_latency8 u (
                .clk           (clk),
                .rst           (rst),
                .rx_valid      (node_tx_valid[g*4 +: 4]),
                .rx_head       (node_tx_head[g*4 +: 4]),
                .rx_tail       (node_tx_tail[g*4 +: 4]),
                .rx_data       (node_tx_data[g*384 +: 384]),
                .rx_credit     (stage_0_rx_credit[g*4 +: 4]),
                .tx_valid      (stage_0_tx_valid[g*4 +: 4]),
                .tx_head       (stage_0_tx_head[g*4 +: 4]),
                .tx_tail       (stage_0_tx_tail[g*4 +: 4]),
                .tx_data       (stage_0_tx_data[g*384 +: 384]),
                .tx_credit     (stage_0_tx_credit[g*4 +: 4]),
                .stat_in_held  (stage_0_stat_in_held[g*28 +: 28]),
                .stat_out_held (stage_0_stat_out_held[g*28 +: 28]),
                .stat_stalled  (stage_0_stat_stalled[g*4 +: 4]),
                .stat_refused  (stage_0_stat_refused[g*4 +: 4]),
                .err_clear     (4'd0),
                .err_seen      (stage_0_err_seen[g*28 +: 28]),
                .err_counts    (stage_0_err_counts[g*224 +: 224])
            );
        end
    endgenerate

    assign stage_1_rx_valid = {stage_0_tx_valid[15], stage_0_tx_valid[11], stage_0_tx_valid[7],
                               stage_0_tx_valid[3],
                               stage_0_tx_valid[14], stage_0_tx_valid[10], stage_0_tx_valid[6],
                               stage_0_tx_valid[2],
                               stage_0_tx_valid[13], stage_0_tx_valid[9], stage_0_tx_valid[5],
                               stage_0_tx_valid[1],
                               stage_0_tx_valid[12], stage_0_tx_valid[8], stage_0_tx_valid[4],
                               stage_0_tx_valid[0]};
    assign stage_1_rx_head = {stage_0_tx_head[15], stage_0_tx_head[11], stage_0_tx_head[7],
                              stage_0_tx_head[3],
                              stage_0_tx_head[14], stage_0_tx_head[10], stage_0_tx_head[6],
                              stage_0_tx_head[2],
                              stage_0_tx_head[13], stage_0_tx_head[9], stage_0_tx_head[5],
                              stage_0_tx_head[1],
                              stage_0_tx_head[12], stage_0_tx_head[8], stage_0_tx_head[4],
                              stage_0_tx_head[0]};
    assign stage_1_rx_tail = {stage_0_tx_tail[15], stage_0_tx_tail[11], stage_0_tx_tail[7],
                              stage_0_tx_tail[3],
                              stage_0_tx_tail[14], stage_0_tx_tail[10], stage_0_tx_tail[6],
                              stage_0_tx_tail[2],
                              stage_0_tx_tail[13], stage_0_tx_tail[9], stage_0_tx_tail[5],
                              stage_0_tx_tail[1],
                              stage_0_tx_tail[12], stage_0_tx_tail[8], stage_0_tx_tail[4],
                              stage_0_tx_tail[0]};
    assign stage_1_rx_data = {stage_0_tx_data[1535:1440], stage_0_tx_data[1151:1056],
                              stage_0_tx_data[767:672], stage_0_tx_data[383:288],
                              stage_0_tx_data[1439:1344], stage_0_tx_data[1055:960],
                              stage_0_tx_data[671:576], stage_0_tx_data[287:192],
                              stage_0_tx_data[1343:1248], stage_0_tx_data[959:864],
                              stage_0_tx_data[575:480], stage_0_tx_data[191:96],
                              stage_0_tx_data[1247:1152], stage_0_tx_data[863:768],
                              stage_0_tx_data[479:384], stage_0_tx_data[95:0]};
    assign stage_1_tx_credit = {stage_2_rx_credit[15], stage_2_rx_credit[11], stage_2_rx_credit[7],
                                stage_2_rx_credit[3],
                                stage_2_rx_credit[14], stage_2_rx_credit[10], stage_2_rx_credit[6],
                                stage_2_rx_credit[2],
                                stage_2_rx_credit[13], stage_2_rx_credit[9], stage_2_rx_credit[5],
                                stage_2_rx_credit[1],
                                stage_2_rx_credit[12], stage_2_rx_credit[8], stage_2_rx_credit[4],
                                stage_2_rx_credit[0]};

    generate
        for (g = 0; g < 4; g = g + 1) begin : stage_1
            cioq_element_ports4_data96_slots_in100_slots_out100_stage1_credits100_link_latency1_credit_latency8 u (
                .clk           (clk),
                .rst           (rst),
                .rx_valid      (stage_1_rx_valid[g*4 +: 4]),
                .rx_head       (stage_1_rx_head[g*4 +: 4]),
                .rx_tail       (stage_1_rx_tail[g*4 +: 4]),
                .rx_data       (stage_1_rx_data[g*384 +: 384]),
                .rx_credit     (stage_1_rx_credit[g*4 +: 4]),
                .tx_valid      (stage_1_tx_valid[g*4 +: 4]),
                .tx_head       (stage_1_tx_head[g*4 +: 4]),
                .tx_tail       (stage_1_tx_tail[g*4 +: 4]),
                .tx_data       (stage_1_tx_data[g*384 +: 384]),
                .tx_credit     (stage_1_tx_credit[g*4 +: 4]),
                .stat_in_held  (stage_1_stat_in_held[g*28 +: 28]),
                .stat_out_held (stage_1_stat_out_held[g*28 +: 28]),
                .stat_stalled  (stage_1_stat_stalled[g*4 +: 4]),
                .stat_refused  (stage_1_stat_refused[g*4 +: 4]),
                .err_clear     (4'd0),
                .err_seen      (stage_1_err_seen[g*28 +: 28]),
                .err_counts    (stage_1_err_counts[g*224 +: 224])
            );
        end
    endgenerate

    assign stage_2_rx_valid = {stage_1_tx_valid[15], stage_1_tx_valid[11], stage_1_tx_valid[7],
                               stage_1_tx_valid[3],
                               stage_1_tx_valid[14], stage_1_tx_valid[10], stage_1_tx_valid[6],
                               stage_1_tx_valid[2],
                               stage_1_tx_valid[13], stage_1_tx_valid[9], stage_1_tx_valid[5],
                               stage_1_tx_valid[1],
                               stage_1_tx_valid[12], stage_1_tx_valid[8], stage_1_tx_valid[4],
                               stage_1_tx_valid[0]};
    assign stage_2_rx_head = {stage_1_tx_head[15], stage_1_tx_head[11], stage_1_tx_head[7],
                              stage_1_tx_head[3],
                              stage_1_tx_head[14], stage_1_tx_head[10], stage_1_tx_head[6],
                              stage_1_tx_head[2],
                              stage_1_tx_head[13], stage_1_tx_head[9], stage_1_tx_head[5],
                              stage_1_tx_head[1],
                              stage_1_tx_head[12], stage_1_tx_head[8], stage_1_tx_head[4],
                              stage_1_tx_head[0]};
    assign stage_2_rx_tail = {stage_1_tx_tail[15], stage_1_tx_tail[11], stage_1_tx_tail[7],
                              stage_1_tx_tail[3],
                              stage_1_tx_tail[14], stage_1_tx_tail[10], stage_1_tx_tail[6],
                              stage_1_tx_tail[2],
                              stage_1_tx_tail[13], stage_1_tx_tail[9], stage_1_tx_tail[5],
                              stage_1_tx_tail[1],
                              stage_1_tx_tail[12], stage_1_tx_tail[8], stage_1_tx_tail[4],
                              stage_1_tx_tail[0]};
    assign stage_2_rx_data = {stage_1_tx_data[1535:1440], stage_1_tx_data[1151:1056],
                              stage_1_tx_data[767:672], stage_1_tx_data[383:288],
                              stage_1_tx_data[1439:1344], stage_1_tx_data[1055:960],
                              stage_1_tx_data[671:576], stage_1_tx_data[287:192],
                              stage_1_tx_data[1343:1248], stage_1_tx_data[959:864],
                              stage_1_tx_data[575:480], stage_1_tx_data[191:96],
                              stage_1_tx_data[1247:1152], stage_1_tx_data[863:768],
                              stage_1_tx_data[479:384], stage_1_tx_data[95:0]};

    generate
        for (g = 0; g < 4; g = g + 1) begin : stage_2
            cioq_element_ports4_data96_slots_in100_slots_out100_stage2_credits0_link_latency1_credit_latency8 u (
                .clk           (clk),
                .rst           (rst),
                .rx_valid      (stage_2_rx_valid[g*4 +: 4]),
                .rx_head       (stage_2_rx_head[g*4 +: 4]),
                .rx_tail       (stage_2_rx_tail[g*4 +: 4]),
                .rx_data       (stage_2_rx_data[g*384 +: 384]),
                .rx_credit     (stage_2_rx_credit[g*4 +: 4]),
                .tx_valid      (stage_2_tx_valid[g*4 +: 4]),
                .tx_head       (stage_2_tx_head[g*4 +: 4]),
                .tx_tail       (stage_2_tx_tail[g*4 +: 4]),
                .tx_data       (stage_2_tx_data[g*384 +: 384]),
                .tx_credit     (node_rx_credit[g*4 +: 4]),
                .hold          (blocked[g*4 +: 4]),
                .stat_in_held  (stage_2_stat_in_held[g*28 +: 28]),
                .stat_out_held (stage_2_stat_out_held[g*28 +: 28]),
                .stat_stalled  (stage_2_stat_stalled[g*4 +: 4]),
                .stat_refused  (stage_2_stat_refused[g*4 +: 4]),
                .err_clear     (4'd0),
                .err_seen      (stage_2_err_seen[g*28 +: 28]),
                .err_counts    (stage_2_err_counts[g*224 +: 224])
            );
        end
    endgenerate

    assign request_link_d = {node_req_tx_valid[15], node_req_tx_node[63:60],
                             node_req_tx_count[79:75],
                             node_req_tx_valid[14], node_req_tx_node[59:56],
                             node_req_tx_count[74:70],
                             node_req_tx_valid[13], node_req_tx_node[55:52],
                             node_req_tx_count[69:65],
                             node_req_tx_valid[12], node_req_tx_node[51:48],
                             node_req_tx_count[64:60],
                             node_req_tx_valid[11], node_req_tx_node[47:44],
                             node_req_tx_count[59:55],
                             node_req_tx_valid[10], node_req_tx_node[43:40],
                             node_req_tx_count[54:50],
                             node_req_tx_valid[9], node_req_tx_node[39:36],
                             node_req_tx_count[49:45],
                             node_req_tx_valid[8], node_req_tx_node[35:32],
                             node_req_tx_count[44:40],
                             node_req_tx_valid[7], node_req_tx_node[31:28],
                             node_req_tx_count[39:35],
                             node_req_tx_valid[6], node_req_tx_node[27:24],
                             node_req_tx_count[34:30],
                             node_req_tx_valid[5], node_req_tx_node[23:20],
                             node_req_tx_count[29:25],
                             node_req_tx_valid[4], node_req_tx_node[19:16],
                             node_req_tx_count[24:20],
                             node_req_tx_valid[3], node_req_tx_node[15:12],
                             node_req_tx_count[19:15],
                             node_req_tx_valid[2], node_req_tx_node[11:8], node_req_tx_count[14:10],
                             node_req_tx_valid[1], node_req_tx_node[7:4], node_req_tx_count[9:5],
                             node_req_tx_valid[0], node_req_tx_node[3:0], node_req_tx_count[4:0]};

    generate
        for (g = 0; g < 16; g = g + 1) begin : request_link
            link_delay_width10_latency19_data9 u (
                .clk (clk),
                .rst (rst),
                .d   (request_link_d[g*10 +: 10]),
                .q   (request_link_q[g*10 +: 10])
            );
        end
    endgenerate

    generate
        for (g = 0; g < 16; g = g + 1) begin : request_channel
            clos_channel u (
                .clk       (clk),
                .rst       (rst),
                .node      (g[7:0]),
                .in_valid  (request_valid),
                .in_node   (request_node),
                .in_count  (request_count),
                .out_valid (request_channel_out_valid[g]),
                .out_node  (request_channel_out_node[g*4 +: 4]),
                .out_count (request_channel_out_count[g*5 +: 5])
            );
        end
    endgenerate

    assign grant_link_d = {node_gnt_tx_valid[15], node_gnt_tx_node[63:60], node_gnt_tx_count[79:75],
                           node_gnt_tx_valid[14], node_gnt_tx_node[59:56], node_gnt_tx_count[74:70],
                           node_gnt_tx_valid[13], node_gnt_tx_node[55:52], node_gnt_tx_count[69:65],
                           node_gnt_tx_valid[12], node_gnt_tx_node[51:48], node_gnt_tx_count[64:60],
                           node_gnt_tx_valid[11], node_gnt_tx_node[47:44], node_gnt_tx_count[59:55],
                           node_gnt_tx_valid[10], node_gnt_tx_node[43:40], node_gnt_tx_count[54:50],
                           node_gnt_tx_valid[9], node_gnt_tx_node[39:36], node_gnt_tx_count[49:45],
                           node_gnt_tx_valid[8], node_gnt_tx_node[35:32], node_gnt_tx_count[44:40],
                           node_gnt_tx_valid[7], node_gnt_tx_node[31:28], node_gnt_tx_count[39:35],
                           node_gnt_tx_valid[6], node_gnt_tx_node[27:24], node_gnt_tx_count[34:30],
                           node_gnt_tx_valid[5], node_gnt_tx_node[23:20], node_gnt_tx_count[29:25],
                           node_gnt_tx_valid[4], node_gnt_tx_node[19:16], node_gnt_tx_count[24:20],
                           node_gnt_tx_valid[3], node_gnt_tx_node[15:12], node_gnt_tx_count[19:15],
                           node_gnt_tx_valid[2], node_gnt_tx_node[11:8], node_gnt_tx_count[14:10],
                           node_gnt_tx_valid[1], node_gnt_tx_node[7:4], node_gnt_tx_count[9:5],
                           node_gnt_tx_valid[0], node_gnt_tx_node[3:0], node_gnt_tx_count[4:0]};

    generate
        for (g = 0; g < 16; g = g + 1) begin : grant_link
            link_delay_width10_latency19_data9 u (
                .clk (clk),
                .rst (rst),
                .d   (grant_link_d[g*10 +: 10]),
                .q   (grant_link_q[g*10 +: 10])
            );
        end
    endgenerate

    generate
        for (g = 0; g < 16; g = g + 1) begin : grant_channel
            clos_channel u (
                .clk       (clk),
                .rst       (rst),
                .node      (g[7:0]),
                .in_valid  (grant_valid),
                .in_node   (grant_node),
                .in_count  (grant_count),
                .out_valid (grant_channel_out_valid[g]),
                .out_node  (grant_channel_out_node[g*4 +: 4]),
                .out_count (grant_channel_out_count[g*5 +: 5])
            );
        end
    endgenerate

    generate
        for (g = 0; g < 4; g = g + 1) begin : monitor_0
            clos_monitor u (
                .clk           (clk),
                .rst           (rst),
                .now           (now_q),
                .measure       (measure),
                .clear         (clear),
                .read_address  (read_address),
                .read_data     (monitor_0_read_data[g*64 +: 64]),
                .stat_in_held  (stage_0_stat_in_held[g*28 +: 28]),
                .stat_out_held (stage_0_stat_out_held[g*28 +: 28]),
                .stat_stalled  (stage_0_stat_stalled[g*4 +: 4]),
                .stat_refused  (stage_0_stat_refused[g*4 +: 4])
            );
        end
    endgenerate

    generate
        for (g = 0; g < 4; g = g + 1) begin : monitor_1
            clos_monitor u (
                .clk           (clk),
                .rst           (rst),
                .now           (now_q),
                .measure       (measure),
                .clear         (clear),
                .read_address  (read_address),
                .read_data     (monitor_1_read_data[g*64 +: 64]),
                .stat_in_held  (stage_1_stat_in_held[g*28 +: 28]),
                .stat_out_held (stage_1_stat_out_held[g*28 +: 28]),
                .stat_stalled  (stage_1_stat_stalled[g*4 +: 4]),
                .stat_refused  (stage_1_stat_refused[g*4 +: 4])
            );
        end
    endgenerate

    generate
        for (g = 0; g < 4; g = g + 1) begin : monitor_2
            clos_monitor u (
                .clk           (clk),
                .rst           (rst),
                .now           (now_q),
                .measure       (measure),
                .clear         (clear),
                .read_address  (read_address),
                .read_data     (monitor_2_read_data[g*64 +: 64]),
                .stat_in_held  (stage_2_stat_in_held[g*28 +: 28]),
                .stat_out_held (stage_2_stat_out_held[g*28 +: 28]),
                .stat_stalled  (stage_2_stat_stalled[g*4 +: 4]),
                .stat_refused  (stage_2_stat_refused[g*4 +: 4])
            );
        end
    endgenerate

    assign now = now_q;
    assign request_valid = {request_link_q[159], request_link_q[149], request_link_q[139],
                            request_link_q[129], request_link_q[119], request_link_q[109],
                            request_link_q[99], request_link_q[89], request_link_q[79],
                            request_link_q[69], request_link_q[59], request_link_q[49],
                            request_link_q[39], request_link_q[29], request_link_q[19],
                            request_link_q[9]};
    assign request_node = {request_link_q[158:155], request_link_q[148:145],
                           request_link_q[138:135], request_link_q[128:125],
                           request_link_q[118:115], request_link_q[108:105], request_link_q[98:95],
                           request_link_q[88:85], request_link_q[78:75], request_link_q[68:65],
                           request_link_q[58:55], request_link_q[48:45], request_link_q[38:35],
                           request_link_q[28:25], request_link_q[18:15], request_link_q[8:5]};
    assign request_count = {request_link_q[154:150], request_link_q[144:140],
                            request_link_q[134:130], request_link_q[124:120],
                            request_link_q[114:110], request_link_q[104:100], request_link_q[94:90],
                            request_link_q[84:80], request_link_q[74:70], request_link_q[64:60],
                            request_link_q[54:50], request_link_q[44:40], request_link_q[34:30],
                            request_link_q[24:20], request_link_q[14:10], request_link_q[4:0]};
    assign grant_valid = {grant_link_q[159], grant_link_q[149], grant_link_q[139],
                          grant_link_q[129], grant_link_q[119], grant_link_q[109], grant_link_q[99],
                          grant_link_q[89], grant_link_q[79], grant_link_q[69], grant_link_q[59],
                          grant_link_q[49], grant_link_q[39], grant_link_q[29], grant_link_q[19],
                          grant_link_q[9]};
    assign grant_node = {grant_link_q[158:155], grant_link_q[148:145], grant_link_q[138:135],
                         grant_link_q[128:125], grant_link_q[118:115], grant_link_q[108:105],
                         grant_link_q[98:95], grant_link_q[88:85], grant_link_q[78:75],
                         grant_link_q[68:65], grant_link_q[58:55], grant_link_q[48:45],
                         grant_link_q[38:35], grant_link_q[28:25], grant_link_q[18:15],
                         grant_link_q[8:5]};
    assign grant_count = {grant_link_q[154:150], grant_link_q[144:140], grant_link_q[134:130],
                          grant_link_q[124:120], grant_link_q[114:110], grant_link_q[104:100],
                          grant_link_q[94:90], grant_link_q[84:80], grant_link_q[74:70],
                          grant_link_q[64:60], grant_link_q[54:50], grant_link_q[44:40],
                          grant_link_q[34:30], grant_link_q[24:20], grant_link_q[14:10],
                          grant_link_q[4:0]};
    assign error     = error_q;
    assign monitors  = {monitor_2_read_data, monitor_1_read_data, monitor_0_read_data};
    assign read_data = read_data_q;

    always @* begin : update_blocked
        integer a;
        for (a = 0; a < 16; a = a + 1) begin
            blocked[a] = block_time && !(|(({4'd0, a[3:0]} ^ hot_node) & ~hot_mask));
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            now_q <= 32'd0;
            block_time <= 1'b0;
            error_q <= 1'b0;
            unit_1 <= 9'd0;
            unit_2 <= 9'd0;
            read_data_q <= 64'd0;
        end else begin
            now_q <= now_q + 32'd1;
            block_time <= block_start <= now_q && now_q < block_end;
            error_q <= (|node_error)
                    || (|stage_0_err_seen)
                    || (|stage_1_err_seen)
                    || (|stage_2_err_seen);
            unit_1 <= read_unit;
            unit_2 <= unit_1;
            read_data_q <= unit_2[8]
                         ? ((unit_2[7:0] < 8'd12) ? monitors[{unit_2[3:0], 6'd0} +: 64] : 64'd0)
                         : (unit_2[7:0] < 8'd16) ? node_read_data[{unit_2[3:0], 6'd0} +: 64]
                         : 64'd0;
        end
    end

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_clos_network
    initial assume (rst);
`endif
`endif

endmodule

`default_nettype wire
