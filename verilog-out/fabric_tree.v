// SPDX-License-Identifier: Apache-2.0
// fabric_tree: tree of switches with traffic, RECN-IQ
//
// levels = 2, ports = 8, scheme = 0, saqs = 4, slots = 64, depth = 4, detect = 5, xoff = 10, xon = 5, link_latency = 2, broadcast = 1, ready_bit = 1, leaf_first = 0, queue = 4096, copies = 1
`default_nettype none

module fabric_tree (
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
    reg [4:0]  arrivals;     // packets that the nodes received in a cycle
    reg [39:0] delivered_q;  // packets that all nodes have received since reset
    reg        error_q;      // a node has received what it should not have, or a port of a switch
                             // has seen an error
    reg [31:0] digest_q;     // of all that the nodes have received and when
    reg [8:0]  unit_1;       // read_unit, one cycle later
    reg [8:0]  unit_2;       // unit_1, one cycle later
    reg [63:0] read_data_q;  // the counter, 3 cycles after its address

    wire [15:0]   node_rx_valid;
    wire [15:0]   node_rx_sop;
    wire [15:0]   node_rx_eop;
    wire [15:0]   node_rx_bad;
    wire [1023:0] node_rx_data;
    wire [15:0]   node_tx_credit;
    wire [15:0]   node_tx_msg_valid;
    wire [15:0]   node_tx_msg_xoff;
    wire [495:0]  node_tx_msg_tp;
    wire [495:0]  node_tx_msg_mask;
    wire [63:0]   sw_rx_valid;
    wire [63:0]   sw_rx_sop;
    wire [63:0]   sw_rx_eop;
    wire [63:0]   sw_rx_bad;
    wire [4095:0] sw_rx_data;
    wire [63:0]   sw_tx_credit;
    wire [63:0]   sw_tx_msg_valid;
    wire [63:0]   sw_tx_msg_xoff;
    wire [1983:0] sw_tx_msg_tp;
    wire [1983:0] sw_tx_msg_mask;
    wire [1023:0] node_read_data;
    wire [15:0]   node_rx_credit;
    wire [15:0]   node_rx_msg_valid;
    wire [15:0]   node_rx_msg_xoff;
    wire [495:0]  node_rx_msg_tp;
    wire [495:0]  node_rx_msg_mask;
    wire [15:0]   node_tx_valid;
    wire [15:0]   node_tx_sop;
    wire [15:0]   node_tx_eop;
    wire [15:0]   node_tx_bad;
    wire [1023:0] node_tx_data;
    wire [15:0]   node_received;
    wire [15:0]   node_error;
    wire [511:0]  node_digest;
    wire [63:0]   sw_rx_credit;
    wire [63:0]   sw_rx_msg_valid;
    wire [63:0]   sw_rx_msg_xoff;
    wire [1983:0] sw_rx_msg_tp;
    wire [1983:0] sw_rx_msg_mask;
    wire [63:0]   sw_tx_valid;
    wire [63:0]   sw_tx_sop;
    wire [63:0]   sw_tx_eop;
    wire [63:0]   sw_tx_bad;
    wire [4095:0] sw_tx_data;
    wire [447:0]  unused_sw_stat_free;
    wire [63:0]   sw_stat_detect;
    wire [63:0]   sw_stat_no_free;
    wire [63:0]   sw_stat_dropped;
    wire [255:0]  sw_stat_saqs;
    wire [255:0]  unused_sw_stat_sent;
    wire [447:0]  unused_sw_stat_credit;
    wire [255:0]  sw_stat_lines;
    wire [63:0]   sw_stat_cam_full;
    wire [511:0]  sw_err_seen;
    wire [4095:0] sw_err_counts;
    wire [495:0]  route_turns;
    wire [511:0]  monitor_read_data;

    wire unused_top_tx_valid = &{1'b0, sw_tx_valid[39:36], sw_tx_valid[47:44], sw_tx_valid[55:52],
                                 sw_tx_valid[63:60]};
    wire unused_top_tx_sop = &{1'b0, sw_tx_sop[39:36], sw_tx_sop[47:44], sw_tx_sop[55:52],
                               sw_tx_sop[63:60]};
    wire unused_top_tx_eop = &{1'b0, sw_tx_eop[39:36], sw_tx_eop[47:44], sw_tx_eop[55:52],
                               sw_tx_eop[63:60]};
    wire unused_top_tx_bad = &{1'b0, sw_tx_bad[39:36], sw_tx_bad[47:44], sw_tx_bad[55:52],
                               sw_tx_bad[63:60]};
    wire unused_top_tx_data = &{1'b0, sw_tx_data[2559:2304], sw_tx_data[3071:2816],
                                sw_tx_data[3583:3328], sw_tx_data[4095:3840]};
    wire unused_top_rx_credit = &{1'b0, sw_rx_credit[39:36], sw_rx_credit[47:44],
                                  sw_rx_credit[55:52], sw_rx_credit[63:60]};
    wire unused_top_rx_msg_valid = &{1'b0, sw_rx_msg_valid[39:36], sw_rx_msg_valid[47:44],
                                     sw_rx_msg_valid[55:52], sw_rx_msg_valid[63:60]};
    wire unused_top_rx_msg_xoff = &{1'b0, sw_rx_msg_xoff[39:36], sw_rx_msg_xoff[47:44],
                                    sw_rx_msg_xoff[55:52], sw_rx_msg_xoff[63:60]};
    wire unused_top_rx_msg_tp = &{1'b0, sw_rx_msg_tp[1239:1116], sw_rx_msg_tp[1487:1364],
                                  sw_rx_msg_tp[1735:1612], sw_rx_msg_tp[1983:1860]};
    wire unused_top_rx_msg_mask = &{1'b0, sw_rx_msg_mask[1239:1116], sw_rx_msg_mask[1487:1364],
                                    sw_rx_msg_mask[1735:1612], sw_rx_msg_mask[1983:1860]};
    wire unused_error_counts = &{1'b0, sw_err_counts};

    // The number of ones.
    function [4:0] count_ones_16(input [15:0] bits);
        integer n;
        begin
            count_ones_16 = 5'd0;
            for (n = 0; n < 16; n = n + 1)
                count_ones_16 = count_ones_16 + {4'd0, bits[n]};
        end
    endfunction

    genvar g;

    assign node_rx_valid = {sw_tx_valid[27:24], sw_tx_valid[19:16], sw_tx_valid[11:8],
                            sw_tx_valid[3:0]};
    assign node_rx_sop = {sw_tx_sop[27:24], sw_tx_sop[19:16], sw_tx_sop[11:8], sw_tx_sop[3:0]};
    assign node_rx_eop = {sw_tx_eop[27:24], sw_tx_eop[19:16], sw_tx_eop[11:8], sw_tx_eop[3:0]};
    assign node_rx_bad = {sw_tx_bad[27:24], sw_tx_bad[19:16], sw_tx_bad[11:8], sw_tx_bad[3:0]};
    assign node_rx_data = {sw_tx_data[1791:1536], sw_tx_data[1279:1024], sw_tx_data[767:512],
                           sw_tx_data[255:0]};
    assign node_tx_credit = {sw_rx_credit[27:24], sw_rx_credit[19:16], sw_rx_credit[11:8],
                             sw_rx_credit[3:0]};
    assign node_tx_msg_valid = {sw_rx_msg_valid[27:24], sw_rx_msg_valid[19:16],
                                sw_rx_msg_valid[11:8], sw_rx_msg_valid[3:0]};
    assign node_tx_msg_xoff = {sw_rx_msg_xoff[27:24], sw_rx_msg_xoff[19:16], sw_rx_msg_xoff[11:8],
                               sw_rx_msg_xoff[3:0]};
    assign node_tx_msg_tp = {sw_rx_msg_tp[867:744], sw_rx_msg_tp[619:496], sw_rx_msg_tp[371:248],
                             sw_rx_msg_tp[123:0]};
    assign node_tx_msg_mask = {sw_rx_msg_mask[867:744], sw_rx_msg_mask[619:496],
                               sw_rx_msg_mask[371:248], sw_rx_msg_mask[123:0]};

    generate
        for (g = 0; g < 16; g = g + 1) begin : node
            traffic_node_nodes16 u (
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
                .rx_valid     (node_rx_valid[g]),
                .rx_sop       (node_rx_sop[g]),
                .rx_eop       (node_rx_eop[g]),
                .rx_bad       (node_rx_bad[g]),
                .rx_data      (node_rx_data[g*64 +: 64]),
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
                .tx_credit    (node_tx_credit[g]),
                .tx_msg_valid (node_tx_msg_valid[g]),
                .tx_msg_xoff  (node_tx_msg_xoff[g]),
                .tx_msg_tp    (node_tx_msg_tp[g*31 +: 31]),
                .tx_msg_mask  (node_tx_msg_mask[g*31 +: 31]),
                .received     (node_received[g]),
                .error        (node_error[g]),
                .digest       (node_digest[g*32 +: 32])
            );
        end
    endgenerate

    assign sw_rx_valid = {4'd0, sw_tx_valid[31], sw_tx_valid[23], sw_tx_valid[15], sw_tx_valid[7],
                          4'd0, sw_tx_valid[30], sw_tx_valid[22], sw_tx_valid[14], sw_tx_valid[6],
                          4'd0, sw_tx_valid[29], sw_tx_valid[21], sw_tx_valid[13], sw_tx_valid[5],
                          4'd0, sw_tx_valid[28], sw_tx_valid[20], sw_tx_valid[12], sw_tx_valid[4],
                          sw_tx_valid[59], sw_tx_valid[51], sw_tx_valid[43], sw_tx_valid[35],
                          node_tx_valid[15:12],
                          sw_tx_valid[58], sw_tx_valid[50], sw_tx_valid[42], sw_tx_valid[34],
                          node_tx_valid[11:8],
                          sw_tx_valid[57], sw_tx_valid[49], sw_tx_valid[41], sw_tx_valid[33],
                          node_tx_valid[7:4],
                          sw_tx_valid[56], sw_tx_valid[48], sw_tx_valid[40], sw_tx_valid[32],
                          node_tx_valid[3:0]};
    assign sw_rx_sop = {4'd0, sw_tx_sop[31], sw_tx_sop[23], sw_tx_sop[15], sw_tx_sop[7],
                        4'd0, sw_tx_sop[30], sw_tx_sop[22], sw_tx_sop[14], sw_tx_sop[6],
                        4'd0, sw_tx_sop[29], sw_tx_sop[21], sw_tx_sop[13], sw_tx_sop[5],
                        4'd0, sw_tx_sop[28], sw_tx_sop[20], sw_tx_sop[12], sw_tx_sop[4],
                        sw_tx_sop[59], sw_tx_sop[51], sw_tx_sop[43], sw_tx_sop[35],
                        node_tx_sop[15:12],
                        sw_tx_sop[58], sw_tx_sop[50], sw_tx_sop[42], sw_tx_sop[34],
                        node_tx_sop[11:8],
                        sw_tx_sop[57], sw_tx_sop[49], sw_tx_sop[41], sw_tx_sop[33],
                        node_tx_sop[7:4],
                        sw_tx_sop[56], sw_tx_sop[48], sw_tx_sop[40], sw_tx_sop[32],
                        node_tx_sop[3:0]};
    assign sw_rx_eop = {4'd0, sw_tx_eop[31], sw_tx_eop[23], sw_tx_eop[15], sw_tx_eop[7],
                        4'd0, sw_tx_eop[30], sw_tx_eop[22], sw_tx_eop[14], sw_tx_eop[6],
                        4'd0, sw_tx_eop[29], sw_tx_eop[21], sw_tx_eop[13], sw_tx_eop[5],
                        4'd0, sw_tx_eop[28], sw_tx_eop[20], sw_tx_eop[12], sw_tx_eop[4],
                        sw_tx_eop[59], sw_tx_eop[51], sw_tx_eop[43], sw_tx_eop[35],
                        node_tx_eop[15:12],
                        sw_tx_eop[58], sw_tx_eop[50], sw_tx_eop[42], sw_tx_eop[34],
                        node_tx_eop[11:8],
                        sw_tx_eop[57], sw_tx_eop[49], sw_tx_eop[41], sw_tx_eop[33],
                        node_tx_eop[7:4],
                        sw_tx_eop[56], sw_tx_eop[48], sw_tx_eop[40], sw_tx_eop[32],
                        node_tx_eop[3:0]};
    assign sw_rx_bad = {4'd0, sw_tx_bad[31], sw_tx_bad[23], sw_tx_bad[15], sw_tx_bad[7],
                        4'd0, sw_tx_bad[30], sw_tx_bad[22], sw_tx_bad[14], sw_tx_bad[6],
                        4'd0, sw_tx_bad[29], sw_tx_bad[21], sw_tx_bad[13], sw_tx_bad[5],
                        4'd0, sw_tx_bad[28], sw_tx_bad[20], sw_tx_bad[12], sw_tx_bad[4],
                        sw_tx_bad[59], sw_tx_bad[51], sw_tx_bad[43], sw_tx_bad[35],
                        node_tx_bad[15:12],
                        sw_tx_bad[58], sw_tx_bad[50], sw_tx_bad[42], sw_tx_bad[34],
                        node_tx_bad[11:8],
                        sw_tx_bad[57], sw_tx_bad[49], sw_tx_bad[41], sw_tx_bad[33],
                        node_tx_bad[7:4],
                        sw_tx_bad[56], sw_tx_bad[48], sw_tx_bad[40], sw_tx_bad[32],
                        node_tx_bad[3:0]};
    assign sw_rx_data = {256'd0, sw_tx_data[2047:1984], sw_tx_data[1535:1472], sw_tx_data[1023:960],
                         sw_tx_data[511:448],
                         256'd0, sw_tx_data[1983:1920], sw_tx_data[1471:1408], sw_tx_data[959:896],
                         sw_tx_data[447:384],
                         256'd0, sw_tx_data[1919:1856], sw_tx_data[1407:1344], sw_tx_data[895:832],
                         sw_tx_data[383:320],
                         256'd0, sw_tx_data[1855:1792], sw_tx_data[1343:1280], sw_tx_data[831:768],
                         sw_tx_data[319:256],
                         sw_tx_data[3839:3776], sw_tx_data[3327:3264], sw_tx_data[2815:2752],
                         sw_tx_data[2303:2240], node_tx_data[1023:768],
                         sw_tx_data[3775:3712], sw_tx_data[3263:3200], sw_tx_data[2751:2688],
                         sw_tx_data[2239:2176], node_tx_data[767:512],
                         sw_tx_data[3711:3648], sw_tx_data[3199:3136], sw_tx_data[2687:2624],
                         sw_tx_data[2175:2112], node_tx_data[511:256],
                         sw_tx_data[3647:3584], sw_tx_data[3135:3072], sw_tx_data[2623:2560],
                         sw_tx_data[2111:2048], node_tx_data[255:0]};
    assign sw_tx_credit = {4'd0, sw_rx_credit[31], sw_rx_credit[23], sw_rx_credit[15],
                           sw_rx_credit[7],
                           4'd0, sw_rx_credit[30], sw_rx_credit[22], sw_rx_credit[14],
                           sw_rx_credit[6],
                           4'd0, sw_rx_credit[29], sw_rx_credit[21], sw_rx_credit[13],
                           sw_rx_credit[5],
                           4'd0, sw_rx_credit[28], sw_rx_credit[20], sw_rx_credit[12],
                           sw_rx_credit[4],
                           sw_rx_credit[59], sw_rx_credit[51], sw_rx_credit[43], sw_rx_credit[35],
                           node_rx_credit[15:12],
                           sw_rx_credit[58], sw_rx_credit[50], sw_rx_credit[42], sw_rx_credit[34],
                           node_rx_credit[11:8],
                           sw_rx_credit[57], sw_rx_credit[49], sw_rx_credit[41], sw_rx_credit[33],
                           node_rx_credit[7:4],
                           sw_rx_credit[56], sw_rx_credit[48], sw_rx_credit[40], sw_rx_credit[32],
                           node_rx_credit[3:0]};
    assign sw_tx_msg_valid = {4'd0, sw_rx_msg_valid[31], sw_rx_msg_valid[23], sw_rx_msg_valid[15],
                              sw_rx_msg_valid[7],
                              4'd0, sw_rx_msg_valid[30], sw_rx_msg_valid[22], sw_rx_msg_valid[14],
                              sw_rx_msg_valid[6],
                              4'd0, sw_rx_msg_valid[29], sw_rx_msg_valid[21], sw_rx_msg_valid[13],
                              sw_rx_msg_valid[5],
                              4'd0, sw_rx_msg_valid[28], sw_rx_msg_valid[20], sw_rx_msg_valid[12],
                              sw_rx_msg_valid[4],
                              sw_rx_msg_valid[59], sw_rx_msg_valid[51], sw_rx_msg_valid[43],
                              sw_rx_msg_valid[35], node_rx_msg_valid[15:12],
                              sw_rx_msg_valid[58], sw_rx_msg_valid[50], sw_rx_msg_valid[42],
                              sw_rx_msg_valid[34], node_rx_msg_valid[11:8],
                              sw_rx_msg_valid[57], sw_rx_msg_valid[49], sw_rx_msg_valid[41],
                              sw_rx_msg_valid[33], node_rx_msg_valid[7:4],
                              sw_rx_msg_valid[56], sw_rx_msg_valid[48], sw_rx_msg_valid[40],
                              sw_rx_msg_valid[32], node_rx_msg_valid[3:0]};
    assign sw_tx_msg_xoff = {4'd0, sw_rx_msg_xoff[31], sw_rx_msg_xoff[23], sw_rx_msg_xoff[15],
                             sw_rx_msg_xoff[7],
                             4'd0, sw_rx_msg_xoff[30], sw_rx_msg_xoff[22], sw_rx_msg_xoff[14],
                             sw_rx_msg_xoff[6],
                             4'd0, sw_rx_msg_xoff[29], sw_rx_msg_xoff[21], sw_rx_msg_xoff[13],
                             sw_rx_msg_xoff[5],
                             4'd0, sw_rx_msg_xoff[28], sw_rx_msg_xoff[20], sw_rx_msg_xoff[12],
                             sw_rx_msg_xoff[4],
                             sw_rx_msg_xoff[59], sw_rx_msg_xoff[51], sw_rx_msg_xoff[43],
                             sw_rx_msg_xoff[35], node_rx_msg_xoff[15:12],
                             sw_rx_msg_xoff[58], sw_rx_msg_xoff[50], sw_rx_msg_xoff[42],
                             sw_rx_msg_xoff[34], node_rx_msg_xoff[11:8],
                             sw_rx_msg_xoff[57], sw_rx_msg_xoff[49], sw_rx_msg_xoff[41],
                             sw_rx_msg_xoff[33], node_rx_msg_xoff[7:4],
                             sw_rx_msg_xoff[56], sw_rx_msg_xoff[48], sw_rx_msg_xoff[40],
                             sw_rx_msg_xoff[32], node_rx_msg_xoff[3:0]};
    assign sw_tx_msg_tp = {124'd0, sw_rx_msg_tp[991:961], sw_rx_msg_tp[743:713],
                           sw_rx_msg_tp[495:465], sw_rx_msg_tp[247:217],
                           124'd0, sw_rx_msg_tp[960:930], sw_rx_msg_tp[712:682],
                           sw_rx_msg_tp[464:434], sw_rx_msg_tp[216:186],
                           124'd0, sw_rx_msg_tp[929:899], sw_rx_msg_tp[681:651],
                           sw_rx_msg_tp[433:403], sw_rx_msg_tp[185:155],
                           124'd0, sw_rx_msg_tp[898:868], sw_rx_msg_tp[650:620],
                           sw_rx_msg_tp[402:372], sw_rx_msg_tp[154:124],
                           sw_rx_msg_tp[1859:1829], sw_rx_msg_tp[1611:1581],
                           sw_rx_msg_tp[1363:1333], sw_rx_msg_tp[1115:1085],
                           node_rx_msg_tp[495:372],
                           sw_rx_msg_tp[1828:1798], sw_rx_msg_tp[1580:1550],
                           sw_rx_msg_tp[1332:1302], sw_rx_msg_tp[1084:1054],
                           node_rx_msg_tp[371:248],
                           sw_rx_msg_tp[1797:1767], sw_rx_msg_tp[1549:1519],
                           sw_rx_msg_tp[1301:1271], sw_rx_msg_tp[1053:1023],
                           node_rx_msg_tp[247:124],
                           sw_rx_msg_tp[1766:1736], sw_rx_msg_tp[1518:1488],
                           sw_rx_msg_tp[1270:1240], sw_rx_msg_tp[1022:992], node_rx_msg_tp[123:0]};
    assign sw_tx_msg_mask = {124'd0, sw_rx_msg_mask[991:961], sw_rx_msg_mask[743:713],
                             sw_rx_msg_mask[495:465], sw_rx_msg_mask[247:217],
                             124'd0, sw_rx_msg_mask[960:930], sw_rx_msg_mask[712:682],
                             sw_rx_msg_mask[464:434], sw_rx_msg_mask[216:186],
                             124'd0, sw_rx_msg_mask[929:899], sw_rx_msg_mask[681:651],
                             sw_rx_msg_mask[433:403], sw_rx_msg_mask[185:155],
                             124'd0, sw_rx_msg_mask[898:868], sw_rx_msg_mask[650:620],
                             sw_rx_msg_mask[402:372], sw_rx_msg_mask[154:124],
                             sw_rx_msg_mask[1859:1829], sw_rx_msg_mask[1611:1581],
                             sw_rx_msg_mask[1363:1333], sw_rx_msg_mask[1115:1085],
                             node_rx_msg_mask[495:372],
                             sw_rx_msg_mask[1828:1798], sw_rx_msg_mask[1580:1550],
                             sw_rx_msg_mask[1332:1302], sw_rx_msg_mask[1084:1054],
                             node_rx_msg_mask[371:248],
                             sw_rx_msg_mask[1797:1767], sw_rx_msg_mask[1549:1519],
                             sw_rx_msg_mask[1301:1271], sw_rx_msg_mask[1053:1023],
                             node_rx_msg_mask[247:124],
                             sw_rx_msg_mask[1766:1736], sw_rx_msg_mask[1518:1488],
                             sw_rx_msg_mask[1270:1240], sw_rx_msg_mask[1022:992],
                             node_rx_msg_mask[123:0]};

    generate
        for (g = 0; g < 8; g = g + 1) begin : sw
            recn_switch u (
                .clk           (clk),
                .rst           (rst),
                .rx_valid      (sw_rx_valid[g*8 +: 8]),
                .rx_sop        (sw_rx_sop[g*8 +: 8]),
                .rx_eop        (sw_rx_eop[g*8 +: 8]),
                .rx_bad        (sw_rx_bad[g*8 +: 8]),
                .rx_data       (sw_rx_data[g*512 +: 512]),
                .rx_credit     (sw_rx_credit[g*8 +: 8]),
                .rx_msg_valid  (sw_rx_msg_valid[g*8 +: 8]),
                .rx_msg_xoff   (sw_rx_msg_xoff[g*8 +: 8]),
                .rx_msg_tp     (sw_rx_msg_tp[g*248 +: 248]),
                .rx_msg_mask   (sw_rx_msg_mask[g*248 +: 248]),
                .tx_valid      (sw_tx_valid[g*8 +: 8]),
                .tx_sop        (sw_tx_sop[g*8 +: 8]),
                .tx_eop        (sw_tx_eop[g*8 +: 8]),
                .tx_bad        (sw_tx_bad[g*8 +: 8]),
                .tx_data       (sw_tx_data[g*512 +: 512]),
                .tx_credit     (sw_tx_credit[g*8 +: 8]),
                .tx_msg_valid  (sw_tx_msg_valid[g*8 +: 8]),
                .tx_msg_xoff   (sw_tx_msg_xoff[g*8 +: 8]),
                .tx_msg_tp     (sw_tx_msg_tp[g*248 +: 248]),
                .tx_msg_mask   (sw_tx_msg_mask[g*248 +: 248]),
                .stat_free     (unused_sw_stat_free[g*56 +: 56]),
                .stat_detect   (sw_stat_detect[g*8 +: 8]),
                .stat_no_free  (sw_stat_no_free[g*8 +: 8]),
                .stat_dropped  (sw_stat_dropped[g*8 +: 8]),
                .stat_saqs     (sw_stat_saqs[g*32 +: 32]),
                .stat_sent     (unused_sw_stat_sent[g*32 +: 32]),
                .stat_credit   (unused_sw_stat_credit[g*56 +: 56]),
                .stat_lines    (sw_stat_lines[g*32 +: 32]),
                .stat_cam_full (sw_stat_cam_full[g*8 +: 8]),
                .err_clear     (8'd0),
                .err_seen      (sw_err_seen[g*64 +: 64]),
                .err_counts    (sw_err_counts[g*512 +: 512])
            );
        end
    endgenerate

    generate
        for (g = 0; g < 16; g = g + 1) begin : route
            tree_route u (
                .node  (g[7:0]),
                .dst   (walk_dst),
                .turns (route_turns[g*31 +: 31])
            );
        end
    endgenerate

    generate
        for (g = 0; g < 8; g = g + 1) begin : monitor
            fabric_monitor u (
                .clk           (clk),
                .rst           (rst),
                .measure       (measure),
                .clear         (clear),
                .read_address  (read_address),
                .read_data     (monitor_read_data[g*64 +: 64]),
                .stat_saqs     (sw_stat_saqs[g*32 +: 32]),
                .stat_lines    (sw_stat_lines[g*32 +: 32]),
                .stat_detect   (sw_stat_detect[g*8 +: 8]),
                .stat_no_free  (sw_stat_no_free[g*8 +: 8]),
                .stat_dropped  (sw_stat_dropped[g*8 +: 8]),
                .stat_cam_full (sw_stat_cam_full[g*8 +: 8]),
                .msg_valid     (sw_rx_msg_valid[g*8 +: 8]),
                .msg_xoff      (sw_rx_msg_xoff[g*8 +: 8])
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
            if (walk_dst == 8'd15) walking <= 1'b0;
        end else begin
            now_q <= now_q + 32'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            arrivals <= 5'd0;
            delivered_q <= 40'd0;
            error_q <= 1'b0;
            digest_q <= 32'd0;
            unit_1 <= 9'd0;
            unit_2 <= 9'd0;
            read_data_q <= 64'd0;
        end else begin
            arrivals <= count_ones_16(node_received);
            delivered_q <= delivered_q + {35'd0, arrivals};
            error_q <= (|node_error) || (|sw_err_seen);
            digest_q <= node_digest[31:0]
                      ^ node_digest[63:32]
                      ^ node_digest[95:64]
                      ^ node_digest[127:96]
                      ^ node_digest[159:128]
                      ^ node_digest[191:160]
                      ^ node_digest[223:192]
                      ^ node_digest[255:224]
                      ^ node_digest[287:256]
                      ^ node_digest[319:288]
                      ^ node_digest[351:320]
                      ^ node_digest[383:352]
                      ^ node_digest[415:384]
                      ^ node_digest[447:416]
                      ^ node_digest[479:448]
                      ^ node_digest[511:480];
            unit_1 <= read_unit;
            unit_2 <= unit_1;
            read_data_q <= unit_2[8]
                         ? ((unit_2[7:0] < 8'd8) ? monitor_read_data[{unit_2[2:0], 6'd0} +: 64]
                          : 64'd0)
                         : (unit_2[7:0] < 8'd16) ? node_read_data[{unit_2[3:0], 6'd0} +: 64]
                         : 64'd0;
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
            // a route turns before it
            if ({sw_tx_valid[39:36], sw_tx_valid[47:44], sw_tx_valid[55:52], sw_tx_valid[63:60]}
             != 16'd0) begin
                $display("RTLGEN_ASSERT %m no_packet_leaves_the_top fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_fabric_tree
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a route turns before it
            no_packet_leaves_the_top: assert ({sw_tx_valid[39:36], sw_tx_valid[47:44],
                                               sw_tx_valid[55:52], sw_tx_valid[63:60]}
                                           == 16'd0);
        end
    end
`endif

endmodule

`default_nettype wire
