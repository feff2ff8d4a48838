// SPDX-License-Identifier: Apache-2.0
// fabric_tree_levels1_ports4_queue1024: tree of switches with traffic, RECN-IQ
//
// levels = 1, ports = 4, scheme = 0, saqs = 4, slots = 64, depth = 4, detect = 5, xoff = 10, xon = 5, link_latency = 2, broadcast = 1, ready_bit = 1, leaf_first = 0, queue = 1024, copies = 1
`default_nettype none

module fabric_tree_levels1_ports4_queue1024 (
    input  wire        clk,           // rising edge
    input  wire        rst,           // synchronous, active high
    input  wire [31:0] seed,          // of the random numbers
    input  wire [16:0] load,          // packets per packet time, in 1/65536
    input  wire [1:0]  pattern,       // 0 uniform, 1 bit complement, 2 bit reversal, 3 half of the
                                      // nodes on
    input  wire [16:0] hot_rate,      // packets to the hot nodes per packet, in 1/65536
    input  wire [7:0]  hot_node,      // a hot node
    input  wire [1:0]  hot_count,     // number of hot nodes, equally far apart: 1, 2, 4 or 8 for 0,
                                      // 1, 2, 3
    input  wire [31:0] hot_start,     // first cycle in which they are hot
    input  wire [31:0] hot_end,       // first cycle in which they no longer are
    input  wire        enable,        // packets are made
    input  wire        measure,       // the counters count
    input  wire        clear,         // pulse: all counters to 0

    // counter readback
    input  wire [8:0]  read_unit,     // bit 8: 0 node, 1 switch; its number
    input  wire [6:0]  read_address,  // which of its counters
    output wire [63:0] read_data,     // the counter, 3 cycles after its address

    output wire        ready,         // the route tables are loaded
    output wire [31:0] now,           // cycles since ready
    output wire [39:0] delivered,     // packets that all nodes have received since reset
    output wire        error,         // a node has received what it should not have, or a port of a
                                      // switch has seen an error
    output wire [31:0] digest         // of all that the nodes have received and when
);

    reg [7:0]  walk_dst;     // destination whose routes are loaded
    reg        walking;      // the route tables are being loaded
    reg [31:0] now_q;        // cycles since ready
    reg [2:0]  arrivals;     // packets that the nodes received in a cycle
    reg [39:0] delivered_q;  // packets that all nodes have received since reset
    reg        error_q;      // a node has received what it should not have, or a port of a switch
                             // has seen an error
    reg [31:0] digest_q;     // of all that the nodes have received and when
    reg [8:0]  unit_1;       // read_unit, one cycle later
    reg [8:0]  unit_2;       // unit_1, one cycle later
    reg [63:0] read_data_q;  // the counter, 3 cycles after its address

    wire [255:0] node_read_data;
    wire [3:0]   node_rx_credit;
    wire [3:0]   node_rx_msg_valid;
    wire [3:0]   node_rx_msg_xoff;
    wire [123:0] node_rx_msg_tp;
    wire [123:0] node_rx_msg_mask;
    wire [3:0]   node_tx_valid;
    wire [3:0]   node_tx_sop;
    wire [3:0]   node_tx_eop;
    wire [3:0]   node_tx_bad;
    wire [255:0] node_tx_data;
    wire [3:0]   node_received;
    wire [3:0]   node_error;
    wire [127:0] node_digest;
    wire [3:0]   sw_rx_credit;
    wire [3:0]   sw_rx_msg_valid;
    wire [3:0]   sw_rx_msg_xoff;
    wire [123:0] sw_rx_msg_tp;
    wire [123:0] sw_rx_msg_mask;
    wire [3:0]   sw_tx_valid;
    wire [3:0]   sw_tx_sop;
    wire [3:0]   sw_tx_eop;
    wire [3:0]   sw_tx_bad;
    wire [255:0] sw_tx_data;
    wire [27:0]  unused_sw_stat_free;
    wire [3:0]   sw_stat_detect;
    wire [3:0]   sw_stat_no_free;
    wire [3:0]   sw_stat_dropped;
    wire [15:0]  sw_stat_saqs;
    wire [15:0]  unused_sw_stat_sent;
    wire [27:0]  unused_sw_stat_credit;
    wire [15:0]  sw_stat_lines;
    wire [3:0]   sw_stat_cam_full;
    wire [31:0]  sw_err_seen;
    wire [255:0] sw_err_counts;
    wire [123:0] route_turns;
    wire [63:0]  monitor_read_data;

    wire unused_error_counts = &{1'b0, sw_err_counts};

    // The number of ones.
    function [2:0] count_ones_4(input [3:0] bits);
        integer n;
        begin
            count_ones_4 = 3'd0;
            for (n = 0; n < 4; n = n + 1)
                count_ones_4 = count_ones_4 + {2'd0, bits[n]};
        end
    endfunction

    genvar g;

    generate
        for (g = 0; g < 4; g = g + 1) begin : node
            traffic_node_nodes4_queue1024 u (
                .clk          (clk),
                .rst          (rst),
                .seed         (seed),
                .load         (load),
                .pattern      (pattern),
                .hot_rate     (hot_rate),
                .hot_node     (hot_node),
                .hot_count    (hot_count),
                .hot_start    (hot_start),
                .hot_end      (hot_end),
                .enable       (enable && !walking),
                .node         (g[7:0]),
                .now          (now_q),
                .route_valid  (walking),
                .route_dst    (walk_dst),
                .route_turns  (route_turns[g*31 +: 31]),
                .measure      (measure),
                .clear        (clear),
                .read_address (read_address),
                .read_data    (node_read_data[g*64 +: 64]),
                .rx_valid     (sw_tx_valid[g]),
                .rx_sop       (sw_tx_sop[g]),
                .rx_eop       (sw_tx_eop[g]),
                .rx_bad       (sw_tx_bad[g]),
                .rx_data      (sw_tx_data[g*64 +: 64]),
                .rx_credit    (node_rx_credit[g]),
                .rx_msg_valid (node_rx_msg_valid[g]),
                .rx_msg_xoff  (node_rx_msg_xoff[g]),
                .rx_msg_tp    (node_rx_msg_tp[g*31 +: 31]),
                .rx_msg_mask  (node_rx_msg_mask[g*31 +: 31]),
                .tx_valid     (node_tx_valid[g]),
                .tx_sop       (node_tx_sop[g]),
                .tx_eop       (node_tx_eop[g]),
                .tx_bad       (node_tx_bad[g]),
                .tx_data      (node_tx_data[g*64 +: 64]),
                .tx_credit    (sw_rx_credit[g]),
                .tx_msg_valid (sw_rx_msg_valid[g]),
                .tx_msg_xoff  (sw_rx_msg_xoff[g]),
                .tx_msg_tp    (sw_rx_msg_tp[g*31 +: 31]),
                .tx_msg_mask  (sw_rx_msg_mask[g*31 +: 31]),
                .received     (node_received[g]),
                .error        (node_error[g]),
                .digest       (node_digest[g*32 +: 32])
            );
        end
    endgenerate

    generate
        for (g = 0; g < 1; g = g + 1) begin : sw
            recn_switch_ports4 u (
                .clk           (clk),
                .rst           (rst),
                .rx_valid      (node_tx_valid),
                .rx_sop        (node_tx_sop),
                .rx_eop        (node_tx_eop),
                .rx_bad        (node_tx_bad),
                .rx_data       (node_tx_data),
                .rx_credit     (sw_rx_credit),
                .rx_msg_valid  (sw_rx_msg_valid),
                .rx_msg_xoff   (sw_rx_msg_xoff),
                .rx_msg_tp     (sw_rx_msg_tp),
                .rx_msg_mask   (sw_rx_msg_mask),
                .tx_valid      (sw_tx_valid),
                .tx_sop        (sw_tx_sop),
                .tx_eop        (sw_tx_eop),
                .tx_bad        (sw_tx_bad),
                .tx_data       (sw_tx_data),
                .tx_credit     (node_rx_credit),
                .tx_msg_valid  (node_rx_msg_valid),
                .tx_msg_xoff   (node_rx_msg_xoff),
                .tx_msg_tp     (node_rx_msg_tp),
                .tx_msg_mask   (node_rx_msg_mask),
                .stat_free     (unused_sw_stat_free),
                .stat_detect   (sw_stat_detect),
                .stat_no_free  (sw_stat_no_free),
                .stat_dropped  (sw_stat_dropped),
                .stat_saqs     (sw_stat_saqs),
                .stat_sent     (unused_sw_stat_sent),
                .stat_credit   (unused_sw_stat_credit),
                .stat_lines    (sw_stat_lines),
                .stat_cam_full (sw_stat_cam_full),
                .err_clear     (4'd0),
                .err_seen      (sw_err_seen),
                .err_counts    (sw_err_counts)
            );
        end
    endgenerate

    generate
        for (g = 0; g < 4; g = g + 1) begin : route
            tree_route_levels1_ports4 u (
                .node  (g[7:0]),
                .dst   (walk_dst),
                .turns (route_turns[g*31 +: 31])
            );
        end
    endgenerate

    generate
        for (g = 0; g < 1; g = g + 1) begin : monitor
            fabric_monitor_ports4 u (
                .clk           (clk),
                .rst           (rst),
                .measure       (measure),
                .clear         (clear),
                .read_address  (read_address),
                .read_data     (monitor_read_data),
                .stat_saqs     (sw_stat_saqs),
                .stat_lines    (sw_stat_lines),
                .stat_detect   (sw_stat_detect),
                .stat_no_free  (sw_stat_no_free),
                .stat_dropped  (sw_stat_dropped),
                .stat_cam_full (sw_stat_cam_full),
                .msg_valid     (sw_rx_msg_valid),
                .msg_xoff      (sw_rx_msg_xoff)
            );
        end
    endgenerate

    assign ready     = !walking;
    assign now       = now_q;
    assign delivered = delivered_q;
    assign error     = error_q;
    assign digest    = digest_q;
    assign read_data = read_data_q;

    always @(posedge clk) begin
        if (rst) begin
            walk_dst <= 8'd0;
            walking <= 1'b1;
            now_q <= 32'd0;
        end else if (walking) begin
            walk_dst <= walk_dst + 8'd1;
            if (walk_dst == 8'd3) walking <= 1'b0;
        end else begin
            now_q <= now_q + 32'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            arrivals <= 3'd0;
            delivered_q <= 40'd0;
            error_q <= 1'b0;
            digest_q <= 32'd0;
            unit_1 <= 9'd0;
            unit_2 <= 9'd0;
            read_data_q <= 64'd0;
        end else begin
            arrivals <= count_ones_4(node_received);
            delivered_q <= delivered_q + {37'd0, arrivals};
            error_q <= (|node_error) || (|sw_err_seen);
            digest_q <= node_digest[31:0]
                      ^ node_digest[63:32]
                      ^ node_digest[95:64]
                      ^ node_digest[127:96];
            unit_1 <= read_unit;
            unit_2 <= unit_1;
            read_data_q <= unit_2[8] ? ((unit_2[7:0] < 8'd1) ? monitor_read_data : 64'd0)
                         : (unit_2[7:0] < 8'd4) ? node_read_data[{unit_2[1:0], 6'd0} +: 64] : 64'd0;
        end
    end

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_fabric_tree_levels1_ports4_queue1024
    initial assume (rst);
`endif
`endif

endmodule

`default_nettype wire
