// fabric_tree: 4-ary tree of switches with traffic, RECN-IQ
//
// levels = 2, scheme = 0, saqs = 4, slots = 64, depth = 4, detect = 5, xoff = 10, xon = 5, link_latency = 2, ready_bit = 1, queue = 4096, copies = 1
`default_nettype none

module fabric_tree (
    input  wire        clk,           // rising edge
    input  wire        rst,           // synchronous, active high
    output wire        ready,         // the route tables are loaded
    output wire [31:0] now,           // cycles since ready
    input  wire [31:0] seed,          // of the traffic; copy c of the tree has seed + c
    input  wire [16:0] load,          // packets per packet time and node, in 1/65536
    input  wire [1:0]  pattern,       // 0 uniform, 1 bit complement, 2 bit reversal, 3 half of the
                                      // nodes on
    input  wire [16:0] hot_rate,      // share of the packets of every other node that go to the hot
                                      // node, in 1/65536
    input  wire [7:0]  hot_node,      // the hot node
    input  wire [31:0] hot_start,     // first cycle in which it is hot
    input  wire [31:0] hot_end,       // first cycle in which it no longer is
    input  wire        enable,        // the nodes make packets
    input  wire        measure,       // the counters count
    input  wire        clear,         // pulse: all counters to 0
    output wire [39:0] delivered,     // packets that all nodes have received since reset
    output wire        error,         // a node has received what it should not have
    output wire [31:0] digest,        // of all that the nodes have received and when
    input  wire [6:0]  read_address,  // which of its counters
    input  wire [8:0]  read_unit,     // bit 8: 0 node, 1 switch; its number
    output wire [63:0] read_data      // the counter, 3 cycles after its address
);

    reg [7:0]  walk_dst;
    reg        walking;
    reg [31:0] now_q;
    reg [4:0]  arrivals;
    reg [39:0] delivered_q;
    reg        error_q;
    reg [31:0] digest_q;
    reg [8:0]  unit_1;
    reg [8:0]  unit_2;
    reg [63:0] read_data_q;

    wire [15:0]   node_tx_valid;
    wire [15:0]   node_tx_sop;
    wire [15:0]   node_tx_eop;
    wire [1023:0] node_tx_data;
    wire [15:0]   node_rx_credit;
    wire [15:0]   node_rx_msg_valid;
    wire [15:0]   node_rx_msg_xoff;
    wire [495:0]  node_rx_msg_tp;
    wire [495:0]  node_rx_msg_mask;
    wire [1023:0] node_read_data;
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
    wire [4095:0] sw_tx_data;
    wire [447:0]  unused_sw_stat_credit;
    wire [255:0]  sw_stat_lines;
    wire [63:0]   sw_stat_cam_full;
    wire [447:0]  unused_sw_stat_free;
    wire [63:0]   sw_stat_detect;
    wire [63:0]   sw_stat_no_free;
    wire [63:0]   sw_stat_dropped;
    wire [255:0]  sw_stat_saqs;
    wire [255:0]  unused_sw_stat_sent;
    wire [495:0]  route_turns;
    wire [511:0]  monitor_read_data;

    wire unused_top_tx_valid = &{1'b0, sw_tx_valid[39:36], sw_tx_valid[47:44], sw_tx_valid[55:52],
                                 sw_tx_valid[63:60]};
    wire unused_top_tx_sop = &{1'b0, sw_tx_sop[39:36], sw_tx_sop[47:44], sw_tx_sop[55:52],
                               sw_tx_sop[63:60]};
    wire unused_top_tx_eop = &{1'b0, sw_tx_eop[39:36], sw_tx_eop[47:44], sw_tx_eop[55:52],
                               sw_tx_eop[63:60]};
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

    // The number of ones.
    function [4:0] count_ones_16(input [15:0] bits);
        integer n;
        begin
            count_ones_16 = 5'd0;
            for (n = 0; n < 16; n = n + 1)
                count_ones_16 = count_ones_16 + {4'd0, bits[n]};
        end
    endfunction

    traffic_node_nodes16 node_0 (
        .clk          (clk),
        .rst          (rst),
        .seed         (seed),
        .load         (load),
        .pattern      (pattern),
        .hot_rate     (hot_rate),
        .hot_node     (hot_node),
        .hot_start    (hot_start),
        .hot_end      (hot_end),
        .enable       (enable && !walking),
        .node         (8'd0),
        .now          (now_q),
        .route_valid  (walking),
        .route_dst    (walk_dst),
        .route_turns  (route_turns[30:0]),
        .measure      (measure),
        .clear        (clear),
        .read_address (read_address),
        .tx_valid     (node_tx_valid[0]),
        .tx_sop       (node_tx_sop[0]),
        .tx_eop       (node_tx_eop[0]),
        .tx_data      (node_tx_data[63:0]),
        .tx_credit    (sw_rx_credit[0]),
        .tx_msg_valid (sw_rx_msg_valid[0]),
        .tx_msg_xoff  (sw_rx_msg_xoff[0]),
        .tx_msg_tp    (sw_rx_msg_tp[30:0]),
        .tx_msg_mask  (sw_rx_msg_mask[30:0]),
        .rx_valid     (sw_tx_valid[0]),
        .rx_sop       (sw_tx_sop[0]),
        .rx_eop       (sw_tx_eop[0]),
        .rx_data      (sw_tx_data[63:0]),
        .rx_credit    (node_rx_credit[0]),
        .rx_msg_valid (node_rx_msg_valid[0]),
        .rx_msg_xoff  (node_rx_msg_xoff[0]),
        .rx_msg_tp    (node_rx_msg_tp[30:0]),
        .rx_msg_mask  (node_rx_msg_mask[30:0]),
        .read_data    (node_read_data[63:0]),
        .received     (node_received[0]),
        .error        (node_error[0]),
        .digest       (node_digest[31:0])
    );

    traffic_node_nodes16 node_1 (
        .clk          (clk),
        .rst          (rst),
        .seed         (seed),
        .load         (load),
        .pattern      (pattern),
        .hot_rate     (hot_rate),
        .hot_node     (hot_node),
        .hot_start    (hot_start),
        .hot_end      (hot_end),
        .enable       (enable && !walking),
        .node         (8'd1),
        .now          (now_q),
        .route_valid  (walking),
        .route_dst    (walk_dst),
        .route_turns  (route_turns[61:31]),
        .measure      (measure),
        .clear        (clear),
        .read_address (read_address),
        .tx_valid     (node_tx_valid[1]),
        .tx_sop       (node_tx_sop[1]),
        .tx_eop       (node_tx_eop[1]),
        .tx_data      (node_tx_data[127:64]),
        .tx_credit    (sw_rx_credit[1]),
        .tx_msg_valid (sw_rx_msg_valid[1]),
        .tx_msg_xoff  (sw_rx_msg_xoff[1]),
        .tx_msg_tp    (sw_rx_msg_tp[61:31]),
        .tx_msg_mask  (sw_rx_msg_mask[61:31]),
        .rx_valid     (sw_tx_valid[1]),
        .rx_sop       (sw_tx_sop[1]),
        .rx_eop       (sw_tx_eop[1]),
        .rx_data      (sw_tx_data[127:64]),
        .rx_credit    (node_rx_credit[1]),
        .rx_msg_valid (node_rx_msg_valid[1]),
        .rx_msg_xoff  (node_rx_msg_xoff[1]),
        .rx_msg_tp    (node_rx_msg_tp[61:31]),
        .rx_msg_mask  (node_rx_msg_mask[61:31]),
        .read_data    (node_read_data[127:64]),
        .received     (node_received[1]),
        .error        (node_error[1]),
        .digest       (node_digest[63:32])
    );

    traffic_node_nodes16 node_2 (
        .clk          (clk),
        .rst          (rst),
        .seed         (seed),
        .load         (load),
        .pattern      (pattern),
        .hot_rate     (hot_rate),
        .hot_node     (hot_node),
        .hot_start    (hot_start),
        .hot_end      (hot_end),
        .enable       (enable && !walking),
        .node         (8'd2),
        .now          (now_q),
        .route_valid  (walking),
        .route_dst    (walk_dst),
        .route_turns  (route_turns[92:62]),
        .measure      (measure),
        .clear        (clear),
        .read_address (read_address),
        .tx_valid     (node_tx_valid[2]),
        .tx_sop       (node_tx_sop[2]),
        .tx_eop       (node_tx_eop[2]),
        .tx_data      (node_tx_data[191:128]),
        .tx_credit    (sw_rx_credit[2]),
        .tx_msg_valid (sw_rx_msg_valid[2]),
        .tx_msg_xoff  (sw_rx_msg_xoff[2]),
        .tx_msg_tp    (sw_rx_msg_tp[92:62]),
        .tx_msg_mask  (sw_rx_msg_mask[92:62]),
        .rx_valid     (sw_tx_valid[2]),
        .rx_sop       (sw_tx_sop[2]),
        .rx_eop       (sw_tx_eop[2]),
        .rx_data      (sw_tx_data[191:128]),
        .rx_credit    (node_rx_credit[2]),
        .rx_msg_valid (node_rx_msg_valid[2]),
        .rx_msg_xoff  (node_rx_msg_xoff[2]),
        .rx_msg_tp    (node_rx_msg_tp[92:62]),
        .rx_msg_mask  (node_rx_msg_mask[92:62]),
        .read_data    (node_read_data[191:128]),
        .received     (node_received[2]),
        .error        (node_error[2]),
        .digest       (node_digest[95:64])
    );

    traffic_node_nodes16 node_3 (
        .clk          (clk),
        .rst          (rst),
        .seed         (seed),
        .load         (load),
        .pattern      (pattern),
        .hot_rate     (hot_rate),
        .hot_node     (hot_node),
        .hot_start    (hot_start),
        .hot_end      (hot_end),
        .enable       (enable && !walking),
        .node         (8'd3),
        .now          (now_q),
        .route_valid  (walking),
        .route_dst    (walk_dst),
        .route_turns  (route_turns[123:93]),
        .measure      (measure),
        .clear        (clear),
        .read_address (read_address),
        .tx_valid     (node_tx_valid[3]),
        .tx_sop       (node_tx_sop[3]),
        .tx_eop       (node_tx_eop[3]),
        .tx_data      (node_tx_data[255:192]),
        .tx_credit    (sw_rx_credit[3]),
        .tx_msg_valid (sw_rx_msg_valid[3]),
        .tx_msg_xoff  (sw_rx_msg_xoff[3]),
        .tx_msg_tp    (sw_rx_msg_tp[123:93]),
        .tx_msg_mask  (sw_rx_msg_mask[123:93]),
        .rx_valid     (sw_tx_valid[3]),
        .rx_sop       (sw_tx_sop[3]),
        .rx_eop       (sw_tx_eop[3]),
        .rx_data      (sw_tx_data[255:192]),
        .rx_credit    (node_rx_credit[3]),
        .rx_msg_valid (node_rx_msg_valid[3]),
        .rx_msg_xoff  (node_rx_msg_xoff[3]),
        .rx_msg_tp    (node_rx_msg_tp[123:93]),
        .rx_msg_mask  (node_rx_msg_mask[123:93]),
        .read_data    (node_read_data[255:192]),
        .received     (node_received[3]),
        .error        (node_error[3]),
        .digest       (node_digest[127:96])
    );

    traffic_node_nodes16 node_4 (
        .clk          (clk),
        .rst          (rst),
        .seed         (seed),
        .load         (load),
        .pattern      (pattern),
        .hot_rate     (hot_rate),
        .hot_node     (hot_node),
        .hot_start    (hot_start),
        .hot_end      (hot_end),
        .enable       (enable && !walking),
        .node         (8'd4),
        .now          (now_q),
        .route_valid  (walking),
        .route_dst    (walk_dst),
        .route_turns  (route_turns[154:124]),
        .measure      (measure),
        .clear        (clear),
        .read_address (read_address),
        .tx_valid     (node_tx_valid[4]),
        .tx_sop       (node_tx_sop[4]),
        .tx_eop       (node_tx_eop[4]),
        .tx_data      (node_tx_data[319:256]),
        .tx_credit    (sw_rx_credit[8]),
        .tx_msg_valid (sw_rx_msg_valid[8]),
        .tx_msg_xoff  (sw_rx_msg_xoff[8]),
        .tx_msg_tp    (sw_rx_msg_tp[278:248]),
        .tx_msg_mask  (sw_rx_msg_mask[278:248]),
        .rx_valid     (sw_tx_valid[8]),
        .rx_sop       (sw_tx_sop[8]),
        .rx_eop       (sw_tx_eop[8]),
        .rx_data      (sw_tx_data[575:512]),
        .rx_credit    (node_rx_credit[4]),
        .rx_msg_valid (node_rx_msg_valid[4]),
        .rx_msg_xoff  (node_rx_msg_xoff[4]),
        .rx_msg_tp    (node_rx_msg_tp[154:124]),
        .rx_msg_mask  (node_rx_msg_mask[154:124]),
        .read_data    (node_read_data[319:256]),
        .received     (node_received[4]),
        .error        (node_error[4]),
        .digest       (node_digest[159:128])
    );

    traffic_node_nodes16 node_5 (
        .clk          (clk),
        .rst          (rst),
        .seed         (seed),
        .load         (load),
        .pattern      (pattern),
        .hot_rate     (hot_rate),
        .hot_node     (hot_node),
        .hot_start    (hot_start),
        .hot_end      (hot_end),
        .enable       (enable && !walking),
        .node         (8'd5),
        .now          (now_q),
        .route_valid  (walking),
        .route_dst    (walk_dst),
        .route_turns  (route_turns[185:155]),
        .measure      (measure),
        .clear        (clear),
        .read_address (read_address),
        .tx_valid     (node_tx_valid[5]),
        .tx_sop       (node_tx_sop[5]),
        .tx_eop       (node_tx_eop[5]),
        .tx_data      (node_tx_data[383:320]),
        .tx_credit    (sw_rx_credit[9]),
        .tx_msg_valid (sw_rx_msg_valid[9]),
        .tx_msg_xoff  (sw_rx_msg_xoff[9]),
        .tx_msg_tp    (sw_rx_msg_tp[309:279]),
        .tx_msg_mask  (sw_rx_msg_mask[309:279]),
        .rx_valid     (sw_tx_valid[9]),
        .rx_sop       (sw_tx_sop[9]),
        .rx_eop       (sw_tx_eop[9]),
        .rx_data      (sw_tx_data[639:576]),
        .rx_credit    (node_rx_credit[5]),
        .rx_msg_valid (node_rx_msg_valid[5]),
        .rx_msg_xoff  (node_rx_msg_xoff[5]),
        .rx_msg_tp    (node_rx_msg_tp[185:155]),
        .rx_msg_mask  (node_rx_msg_mask[185:155]),
        .read_data    (node_read_data[383:320]),
        .received     (node_received[5]),
        .error        (node_error[5]),
        .digest       (node_digest[191:160])
    );

    traffic_node_nodes16 node_6 (
        .clk          (clk),
        .rst          (rst),
        .seed         (seed),
        .load         (load),
        .pattern      (pattern),
        .hot_rate     (hot_rate),
        .hot_node     (hot_node),
        .hot_start    (hot_start),
        .hot_end      (hot_end),
        .enable       (enable && !walking),
        .node         (8'd6),
        .now          (now_q),
        .route_valid  (walking),
        .route_dst    (walk_dst),
        .route_turns  (route_turns[216:186]),
        .measure      (measure),
        .clear        (clear),
        .read_address (read_address),
        .tx_valid     (node_tx_valid[6]),
        .tx_sop       (node_tx_sop[6]),
        .tx_eop       (node_tx_eop[6]),
        .tx_data      (node_tx_data[447:384]),
        .tx_credit    (sw_rx_credit[10]),
        .tx_msg_valid (sw_rx_msg_valid[10]),
        .tx_msg_xoff  (sw_rx_msg_xoff[10]),
        .tx_msg_tp    (sw_rx_msg_tp[340:310]),
        .tx_msg_mask  (sw_rx_msg_mask[340:310]),
        .rx_valid     (sw_tx_valid[10]),
        .rx_sop       (sw_tx_sop[10]),
        .rx_eop       (sw_tx_eop[10]),
        .rx_data      (sw_tx_data[703:640]),
        .rx_credit    (node_rx_credit[6]),
        .rx_msg_valid (node_rx_msg_valid[6]),
        .rx_msg_xoff  (node_rx_msg_xoff[6]),
        .rx_msg_tp    (node_rx_msg_tp[216:186]),
        .rx_msg_mask  (node_rx_msg_mask[216:186]),
        .read_data    (node_read_data[447:384]),
        .received     (node_received[6]),
        .error        (node_error[6]),
        .digest       (node_digest[223:192])
    );

    traffic_node_nodes16 node_7 (
        .clk          (clk),
        .rst          (rst),
        .seed         (seed),
        .load         (load),
        .pattern      (pattern),
        .hot_rate     (hot_rate),
        .hot_node     (hot_node),
        .hot_start    (hot_start),
        .hot_end      (hot_end),
        .enable       (enable && !walking),
        .node         (8'd7),
        .now          (now_q),
        .route_valid  (walking),
        .route_dst    (walk_dst),
        .route_turns  (route_turns[247:217]),
        .measure      (measure),
        .clear        (clear),
        .read_address (read_address),
        .tx_valid     (node_tx_valid[7]),
        .tx_sop       (node_tx_sop[7]),
        .tx_eop       (node_tx_eop[7]),
        .tx_data      (node_tx_data[511:448]),
        .tx_credit    (sw_rx_credit[11]),
        .tx_msg_valid (sw_rx_msg_valid[11]),
        .tx_msg_xoff  (sw_rx_msg_xoff[11]),
        .tx_msg_tp    (sw_rx_msg_tp[371:341]),
        .tx_msg_mask  (sw_rx_msg_mask[371:341]),
        .rx_valid     (sw_tx_valid[11]),
        .rx_sop       (sw_tx_sop[11]),
        .rx_eop       (sw_tx_eop[11]),
        .rx_data      (sw_tx_data[767:704]),
        .rx_credit    (node_rx_credit[7]),
        .rx_msg_valid (node_rx_msg_valid[7]),
        .rx_msg_xoff  (node_rx_msg_xoff[7]),
        .rx_msg_tp    (node_rx_msg_tp[247:217]),
        .rx_msg_mask  (node_rx_msg_mask[247:217]),
        .read_data    (node_read_data[511:448]),
        .received     (node_received[7]),
        .error        (node_error[7]),
        .digest       (node_digest[255:224])
    );

    traffic_node_nodes16 node_8 (
        .clk          (clk),
        .rst          (rst),
        .seed         (seed),
        .load         (load),
        .pattern      (pattern),
        .hot_rate     (hot_rate),
        .hot_node     (hot_node),
        .hot_start    (hot_start),
        .hot_end      (hot_end),
        .enable       (enable && !walking),
        .node         (8'd8),
        .now          (now_q),
        .route_valid  (walking),
        .route_dst    (walk_dst),
        .route_turns  (route_turns[278:248]),
        .measure      (measure),
        .clear        (clear),
        .read_address (read_address),
        .tx_valid     (node_tx_valid[8]),
        .tx_sop       (node_tx_sop[8]),
        .tx_eop       (node_tx_eop[8]),
        .tx_data      (node_tx_data[575:512]),
        .tx_credit    (sw_rx_credit[16]),
        .tx_msg_valid (sw_rx_msg_valid[16]),
        .tx_msg_xoff  (sw_rx_msg_xoff[16]),
        .tx_msg_tp    (sw_rx_msg_tp[526:496]),
        .tx_msg_mask  (sw_rx_msg_mask[526:496]),
        .rx_valid     (sw_tx_valid[16]),
        .rx_sop       (sw_tx_sop[16]),
        .rx_eop       (sw_tx_eop[16]),
        .rx_data      (sw_tx_data[1087:1024]),
        .rx_credit    (node_rx_credit[8]),
        .rx_msg_valid (node_rx_msg_valid[8]),
        .rx_msg_xoff  (node_rx_msg_xoff[8]),
        .rx_msg_tp    (node_rx_msg_tp[278:248]),
        .rx_msg_mask  (node_rx_msg_mask[278:248]),
        .read_data    (node_read_data[575:512]),
        .received     (node_received[8]),
        .error        (node_error[8]),
        .digest       (node_digest[287:256])
    );

    traffic_node_nodes16 node_9 (
        .clk          (clk),
        .rst          (rst),
        .seed         (seed),
        .load         (load),
        .pattern      (pattern),
        .hot_rate     (hot_rate),
        .hot_node     (hot_node),
        .hot_start    (hot_start),
        .hot_end      (hot_end),
        .enable       (enable && !walking),
        .node         (8'd9),
        .now          (now_q),
        .route_valid  (walking),
        .route_dst    (walk_dst),
        .route_turns  (route_turns[309:279]),
        .measure      (measure),
        .clear        (clear),
        .read_address (read_address),
        .tx_valid     (node_tx_valid[9]),
        .tx_sop       (node_tx_sop[9]),
        .tx_eop       (node_tx_eop[9]),
        .tx_data      (node_tx_data[639:576]),
        .tx_credit    (sw_rx_credit[17]),
        .tx_msg_valid (sw_rx_msg_valid[17]),
        .tx_msg_xoff  (sw_rx_msg_xoff[17]),
        .tx_msg_tp    (sw_rx_msg_tp[557:527]),
        .tx_msg_mask  (sw_rx_msg_mask[557:527]),
        .rx_valid     (sw_tx_valid[17]),
        .rx_sop       (sw_tx_sop[17]),
        .rx_eop       (sw_tx_eop[17]),
        .rx_data      (sw_tx_data[1151:1088]),
        .rx_credit    (node_rx_credit[9]),
        .rx_msg_valid (node_rx_msg_valid[9]),
        .rx_msg_xoff  (node_rx_msg_xoff[9]),
        .rx_msg_tp    (node_rx_msg_tp[309:279]),
        .rx_msg_mask  (node_rx_msg_mask[309:279]),
        .read_data    (node_read_data[639:576]),
        .received     (node_received[9]),
        .error        (node_error[9]),
        .digest       (node_digest[319:288])
    );

    traffic_node_nodes16 node_10 (
        .clk          (clk),
        .rst          (rst),
        .seed         (seed),
        .load         (load),
        .pattern      (pattern),
        .hot_rate     (hot_rate),
        .hot_node     (hot_node),
        .hot_start    (hot_start),
        .hot_end      (hot_end),
        .enable       (enable && !walking),
        .node         (8'd10),
        .now          (now_q),
        .route_valid  (walking),
        .route_dst    (walk_dst),
        .route_turns  (route_turns[340:310]),
        .measure      (measure),
        .clear        (clear),
        .read_address (read_address),
        .tx_valid     (node_tx_valid[10]),
        .tx_sop       (node_tx_sop[10]),
        .tx_eop       (node_tx_eop[10]),
        .tx_data      (node_tx_data[703:640]),
        .tx_credit    (sw_rx_credit[18]),
        .tx_msg_valid (sw_rx_msg_valid[18]),
        .tx_msg_xoff  (sw_rx_msg_xoff[18]),
        .tx_msg_tp    (sw_rx_msg_tp[588:558]),
        .tx_msg_mask  (sw_rx_msg_mask[588:558]),
        .rx_valid     (sw_tx_valid[18]),
        .rx_sop       (sw_tx_sop[18]),
        .rx_eop       (sw_tx_eop[18]),
        .rx_data      (sw_tx_data[1215:1152]),
        .rx_credit    (node_rx_credit[10]),
        .rx_msg_valid (node_rx_msg_valid[10]),
        .rx_msg_xoff  (node_rx_msg_xoff[10]),
        .rx_msg_tp    (node_rx_msg_tp[340:310]),
        .rx_msg_mask  (node_rx_msg_mask[340:310]),
        .read_data    (node_read_data[703:640]),
        .received     (node_received[10]),
        .error        (node_error[10]),
        .digest       (node_digest[351:320])
    );

    traffic_node_nodes16 node_11 (
        .clk          (clk),
        .rst          (rst),
        .seed         (seed),
        .load         (load),
        .pattern      (pattern),
        .hot_rate     (hot_rate),
        .hot_node     (hot_node),
        .hot_start    (hot_start),
        .hot_end      (hot_end),
        .enable       (enable && !walking),
        .node         (8'd11),
        .now          (now_q),
        .route_valid  (walking),
        .route_dst    (walk_dst),
        .route_turns  (route_turns[371:341]),
        .measure      (measure),
        .clear        (clear),
        .read_address (read_address),
        .tx_valid     (node_tx_valid[11]),
        .tx_sop       (node_tx_sop[11]),
        .tx_eop       (node_tx_eop[11]),
        .tx_data      (node_tx_data[767:704]),
        .tx_credit    (sw_rx_credit[19]),
        .tx_msg_valid (sw_rx_msg_valid[19]),
        .tx_msg_xoff  (sw_rx_msg_xoff[19]),
        .tx_msg_tp    (sw_rx_msg_tp[619:589]),
        .tx_msg_mask  (sw_rx_msg_mask[619:589]),
        .rx_valid     (sw_tx_valid[19]),
        .rx_sop       (sw_tx_sop[19]),
        .rx_eop       (sw_tx_eop[19]),
        .rx_data      (sw_tx_data[1279:1216]),
        .rx_credit    (node_rx_credit[11]),
        .rx_msg_valid (node_rx_msg_valid[11]),
        .rx_msg_xoff  (node_rx_msg_xoff[11]),
        .rx_msg_tp    (node_rx_msg_tp[371:341]),
        .rx_msg_mask  (node_rx_msg_mask[371:341]),
        .read_data    (node_read_data[767:704]),
        .received     (node_received[11]),
        .error        (node_error[11]),
        .digest       (node_digest[383:352])
    );

    traffic_node_nodes16 node_12 (
        .clk          (clk),
        .rst          (rst),
        .seed         (seed),
        .load         (load),
        .pattern      (pattern),
        .hot_rate     (hot_rate),
        .hot_node     (hot_node),
        .hot_start    (hot_start),
        .hot_end      (hot_end),
        .enable       (enable && !walking),
        .node         (8'd12),
        .now          (now_q),
        .route_valid  (walking),
        .route_dst    (walk_dst),
        .route_turns  (route_turns[402:372]),
        .measure      (measure),
        .clear        (clear),
        .read_address (read_address),
        .tx_valid     (node_tx_valid[12]),
        .tx_sop       (node_tx_sop[12]),
        .tx_eop       (node_tx_eop[12]),
        .tx_data      (node_tx_data[831:768]),
        .tx_credit    (sw_rx_credit[24]),
        .tx_msg_valid (sw_rx_msg_valid[24]),
        .tx_msg_xoff  (sw_rx_msg_xoff[24]),
        .tx_msg_tp    (sw_rx_msg_tp[774:744]),
        .tx_msg_mask  (sw_rx_msg_mask[774:744]),
        .rx_valid     (sw_tx_valid[24]),
        .rx_sop       (sw_tx_sop[24]),
        .rx_eop       (sw_tx_eop[24]),
        .rx_data      (sw_tx_data[1599:1536]),
        .rx_credit    (node_rx_credit[12]),
        .rx_msg_valid (node_rx_msg_valid[12]),
        .rx_msg_xoff  (node_rx_msg_xoff[12]),
        .rx_msg_tp    (node_rx_msg_tp[402:372]),
        .rx_msg_mask  (node_rx_msg_mask[402:372]),
        .read_data    (node_read_data[831:768]),
        .received     (node_received[12]),
        .error        (node_error[12]),
        .digest       (node_digest[415:384])
    );

    traffic_node_nodes16 node_13 (
        .clk          (clk),
        .rst          (rst),
        .seed         (seed),
        .load         (load),
        .pattern      (pattern),
        .hot_rate     (hot_rate),
        .hot_node     (hot_node),
        .hot_start    (hot_start),
        .hot_end      (hot_end),
        .enable       (enable && !walking),
        .node         (8'd13),
        .now          (now_q),
        .route_valid  (walking),
        .route_dst    (walk_dst),
        .route_turns  (route_turns[433:403]),
        .measure      (measure),
        .clear        (clear),
        .read_address (read_address),
        .tx_valid     (node_tx_valid[13]),
        .tx_sop       (node_tx_sop[13]),
        .tx_eop       (node_tx_eop[13]),
        .tx_data      (node_tx_data[895:832]),
        .tx_credit    (sw_rx_credit[25]),
        .tx_msg_valid (sw_rx_msg_valid[25]),
        .tx_msg_xoff  (sw_rx_msg_xoff[25]),
        .tx_msg_tp    (sw_rx_msg_tp[805:775]),
        .tx_msg_mask  (sw_rx_msg_mask[805:775]),
        .rx_valid     (sw_tx_valid[25]),
        .rx_sop       (sw_tx_sop[25]),
        .rx_eop       (sw_tx_eop[25]),
        .rx_data      (sw_tx_data[1663:1600]),
        .rx_credit    (node_rx_credit[13]),
        .rx_msg_valid (node_rx_msg_valid[13]),
        .rx_msg_xoff  (node_rx_msg_xoff[13]),
        .rx_msg_tp    (node_rx_msg_tp[433:403]),
        .rx_msg_mask  (node_rx_msg_mask[433:403]),
        .read_data    (node_read_data[895:832]),
        .received     (node_received[13]),
        .error        (node_error[13]),
        .digest       (node_digest[447:416])
    );

    traffic_node_nodes16 node_14 (
        .clk          (clk),
        .rst          (rst),
        .seed         (seed),
        .load         (load),
        .pattern      (pattern),
        .hot_rate     (hot_rate),
        .hot_node     (hot_node),
        .hot_start    (hot_start),
        .hot_end      (hot_end),
        .enable       (enable && !walking),
        .node         (8'd14),
        .now          (now_q),
        .route_valid  (walking),
        .route_dst    (walk_dst),
        .route_turns  (route_turns[464:434]),
        .measure      (measure),
        .clear        (clear),
        .read_address (read_address),
        .tx_valid     (node_tx_valid[14]),
        .tx_sop       (node_tx_sop[14]),
        .tx_eop       (node_tx_eop[14]),
        .tx_data      (node_tx_data[959:896]),
        .tx_credit    (sw_rx_credit[26]),
        .tx_msg_valid (sw_rx_msg_valid[26]),
        .tx_msg_xoff  (sw_rx_msg_xoff[26]),
        .tx_msg_tp    (sw_rx_msg_tp[836:806]),
        .tx_msg_mask  (sw_rx_msg_mask[836:806]),
        .rx_valid     (sw_tx_valid[26]),
        .rx_sop       (sw_tx_sop[26]),
        .rx_eop       (sw_tx_eop[26]),
        .rx_data      (sw_tx_data[1727:1664]),
        .rx_credit    (node_rx_credit[14]),
        .rx_msg_valid (node_rx_msg_valid[14]),
        .rx_msg_xoff  (node_rx_msg_xoff[14]),
        .rx_msg_tp    (node_rx_msg_tp[464:434]),
        .rx_msg_mask  (node_rx_msg_mask[464:434]),
        .read_data    (node_read_data[959:896]),
        .received     (node_received[14]),
        .error        (node_error[14]),
        .digest       (node_digest[479:448])
    );

    traffic_node_nodes16 node_15 (
        .clk          (clk),
        .rst          (rst),
        .seed         (seed),
        .load         (load),
        .pattern      (pattern),
        .hot_rate     (hot_rate),
        .hot_node     (hot_node),
        .hot_start    (hot_start),
        .hot_end      (hot_end),
        .enable       (enable && !walking),
        .node         (8'd15),
        .now          (now_q),
        .route_valid  (walking),
        .route_dst    (walk_dst),
        .route_turns  (route_turns[495:465]),
        .measure      (measure),
        .clear        (clear),
        .read_address (read_address),
        .tx_valid     (node_tx_valid[15]),
        .tx_sop       (node_tx_sop[15]),
        .tx_eop       (node_tx_eop[15]),
        .tx_data      (node_tx_data[1023:960]),
        .tx_credit    (sw_rx_credit[27]),
        .tx_msg_valid (sw_rx_msg_valid[27]),
        .tx_msg_xoff  (sw_rx_msg_xoff[27]),
        .tx_msg_tp    (sw_rx_msg_tp[867:837]),
        .tx_msg_mask  (sw_rx_msg_mask[867:837]),
        .rx_valid     (sw_tx_valid[27]),
        .rx_sop       (sw_tx_sop[27]),
        .rx_eop       (sw_tx_eop[27]),
        .rx_data      (sw_tx_data[1791:1728]),
        .rx_credit    (node_rx_credit[15]),
        .rx_msg_valid (node_rx_msg_valid[15]),
        .rx_msg_xoff  (node_rx_msg_xoff[15]),
        .rx_msg_tp    (node_rx_msg_tp[495:465]),
        .rx_msg_mask  (node_rx_msg_mask[495:465]),
        .read_data    (node_read_data[1023:960]),
        .received     (node_received[15]),
        .error        (node_error[15]),
        .digest       (node_digest[511:480])
    );

    recn_switch sw_0 (
        .clk           (clk),
        .rst           (rst),
        .rx_valid      ({sw_tx_valid[56], sw_tx_valid[48], sw_tx_valid[40], sw_tx_valid[32],
                         node_tx_valid[3], node_tx_valid[2], node_tx_valid[1], node_tx_valid[0]}),
        .rx_sop        ({sw_tx_sop[56], sw_tx_sop[48], sw_tx_sop[40], sw_tx_sop[32], node_tx_sop[3],
                         node_tx_sop[2], node_tx_sop[1], node_tx_sop[0]}),
        .rx_eop        ({sw_tx_eop[56], sw_tx_eop[48], sw_tx_eop[40], sw_tx_eop[32], node_tx_eop[3],
                         node_tx_eop[2], node_tx_eop[1], node_tx_eop[0]}),
        .rx_data       ({sw_tx_data[3647:3584], sw_tx_data[3135:3072], sw_tx_data[2623:2560],
                         sw_tx_data[2111:2048], node_tx_data[255:192], node_tx_data[191:128],
                         node_tx_data[127:64], node_tx_data[63:0]}),
        .rx_credit     (sw_rx_credit[7:0]),
        .rx_msg_valid  (sw_rx_msg_valid[7:0]),
        .rx_msg_xoff   (sw_rx_msg_xoff[7:0]),
        .rx_msg_tp     (sw_rx_msg_tp[247:0]),
        .rx_msg_mask   (sw_rx_msg_mask[247:0]),
        .tx_valid      (sw_tx_valid[7:0]),
        .tx_sop        (sw_tx_sop[7:0]),
        .tx_eop        (sw_tx_eop[7:0]),
        .tx_data       (sw_tx_data[511:0]),
        .tx_credit     ({sw_rx_credit[56], sw_rx_credit[48], sw_rx_credit[40], sw_rx_credit[32],
                         node_rx_credit[3], node_rx_credit[2], node_rx_credit[1],
                         node_rx_credit[0]}),
        .tx_msg_valid  ({sw_rx_msg_valid[56], sw_rx_msg_valid[48], sw_rx_msg_valid[40],
                         sw_rx_msg_valid[32], node_rx_msg_valid[3], node_rx_msg_valid[2],
                         node_rx_msg_valid[1], node_rx_msg_valid[0]}),
        .tx_msg_xoff   ({sw_rx_msg_xoff[56], sw_rx_msg_xoff[48], sw_rx_msg_xoff[40],
                         sw_rx_msg_xoff[32], node_rx_msg_xoff[3], node_rx_msg_xoff[2],
                         node_rx_msg_xoff[1], node_rx_msg_xoff[0]}),
        .tx_msg_tp     ({sw_rx_msg_tp[1766:1736], sw_rx_msg_tp[1518:1488], sw_rx_msg_tp[1270:1240],
                         sw_rx_msg_tp[1022:992], node_rx_msg_tp[123:93], node_rx_msg_tp[92:62],
                         node_rx_msg_tp[61:31], node_rx_msg_tp[30:0]}),
        .tx_msg_mask   ({sw_rx_msg_mask[1766:1736], sw_rx_msg_mask[1518:1488],
                         sw_rx_msg_mask[1270:1240], sw_rx_msg_mask[1022:992],
                         node_rx_msg_mask[123:93], node_rx_msg_mask[92:62], node_rx_msg_mask[61:31],
                         node_rx_msg_mask[30:0]}),
        .stat_credit   (unused_sw_stat_credit[55:0]),
        .stat_lines    (sw_stat_lines[31:0]),
        .stat_cam_full (sw_stat_cam_full[7:0]),
        .stat_free     (unused_sw_stat_free[55:0]),
        .stat_detect   (sw_stat_detect[7:0]),
        .stat_no_free  (sw_stat_no_free[7:0]),
        .stat_dropped  (sw_stat_dropped[7:0]),
        .stat_saqs     (sw_stat_saqs[31:0]),
        .stat_sent     (unused_sw_stat_sent[31:0])
    );

    recn_switch sw_1 (
        .clk           (clk),
        .rst           (rst),
        .rx_valid      ({sw_tx_valid[57], sw_tx_valid[49], sw_tx_valid[41], sw_tx_valid[33],
                         node_tx_valid[7], node_tx_valid[6], node_tx_valid[5], node_tx_valid[4]}),
        .rx_sop        ({sw_tx_sop[57], sw_tx_sop[49], sw_tx_sop[41], sw_tx_sop[33], node_tx_sop[7],
                         node_tx_sop[6], node_tx_sop[5], node_tx_sop[4]}),
        .rx_eop        ({sw_tx_eop[57], sw_tx_eop[49], sw_tx_eop[41], sw_tx_eop[33], node_tx_eop[7],
                         node_tx_eop[6], node_tx_eop[5], node_tx_eop[4]}),
        .rx_data       ({sw_tx_data[3711:3648], sw_tx_data[3199:3136], sw_tx_data[2687:2624],
                         sw_tx_data[2175:2112], node_tx_data[511:448], node_tx_data[447:384],
                         node_tx_data[383:320], node_tx_data[319:256]}),
        .rx_credit     (sw_rx_credit[15:8]),
        .rx_msg_valid  (sw_rx_msg_valid[15:8]),
        .rx_msg_xoff   (sw_rx_msg_xoff[15:8]),
        .rx_msg_tp     (sw_rx_msg_tp[495:248]),
        .rx_msg_mask   (sw_rx_msg_mask[495:248]),
        .tx_valid      (sw_tx_valid[15:8]),
        .tx_sop        (sw_tx_sop[15:8]),
        .tx_eop        (sw_tx_eop[15:8]),
        .tx_data       (sw_tx_data[1023:512]),
        .tx_credit     ({sw_rx_credit[57], sw_rx_credit[49], sw_rx_credit[41], sw_rx_credit[33],
                         node_rx_credit[7], node_rx_credit[6], node_rx_credit[5],
                         node_rx_credit[4]}),
        .tx_msg_valid  ({sw_rx_msg_valid[57], sw_rx_msg_valid[49], sw_rx_msg_valid[41],
                         sw_rx_msg_valid[33], node_rx_msg_valid[7], node_rx_msg_valid[6],
                         node_rx_msg_valid[5], node_rx_msg_valid[4]}),
        .tx_msg_xoff   ({sw_rx_msg_xoff[57], sw_rx_msg_xoff[49], sw_rx_msg_xoff[41],
                         sw_rx_msg_xoff[33], node_rx_msg_xoff[7], node_rx_msg_xoff[6],
                         node_rx_msg_xoff[5], node_rx_msg_xoff[4]}),
        .tx_msg_tp     ({sw_rx_msg_tp[1797:1767], sw_rx_msg_tp[1549:1519], sw_rx_msg_tp[1301:1271],
                         sw_rx_msg_tp[1053:1023], node_rx_msg_tp[247:217], node_rx_msg_tp[216:186],
                         node_rx_msg_tp[185:155], node_rx_msg_tp[154:124]}),
        .tx_msg_mask   ({sw_rx_msg_mask[1797:1767], sw_rx_msg_mask[1549:1519],
                         sw_rx_msg_mask[1301:1271], sw_rx_msg_mask[1053:1023],
                         node_rx_msg_mask[247:217], node_rx_msg_mask[216:186],
                         node_rx_msg_mask[185:155], node_rx_msg_mask[154:124]}),
        .stat_credit   (unused_sw_stat_credit[111:56]),
        .stat_lines    (sw_stat_lines[63:32]),
        .stat_cam_full (sw_stat_cam_full[15:8]),
        .stat_free     (unused_sw_stat_free[111:56]),
        .stat_detect   (sw_stat_detect[15:8]),
        .stat_no_free  (sw_stat_no_free[15:8]),
        .stat_dropped  (sw_stat_dropped[15:8]),
        .stat_saqs     (sw_stat_saqs[63:32]),
        .stat_sent     (unused_sw_stat_sent[63:32])
    );

    recn_switch sw_2 (
        .clk           (clk),
        .rst           (rst),
        .rx_valid      ({sw_tx_valid[58], sw_tx_valid[50], sw_tx_valid[42], sw_tx_valid[34],
                         node_tx_valid[11], node_tx_valid[10], node_tx_valid[9], node_tx_valid[8]}),
        .rx_sop        ({sw_tx_sop[58], sw_tx_sop[50], sw_tx_sop[42], sw_tx_sop[34],
                         node_tx_sop[11], node_tx_sop[10], node_tx_sop[9], node_tx_sop[8]}),
        .rx_eop        ({sw_tx_eop[58], sw_tx_eop[50], sw_tx_eop[42], sw_tx_eop[34],
                         node_tx_eop[11], node_tx_eop[10], node_tx_eop[9], node_tx_eop[8]}),
        .rx_data       ({sw_tx_data[3775:3712], sw_tx_data[3263:3200], sw_tx_data[2751:2688],
                         sw_tx_data[2239:2176], node_tx_data[767:704], node_tx_data[703:640],
                         node_tx_data[639:576], node_tx_data[575:512]}),
        .rx_credit     (sw_rx_credit[23:16]),
        .rx_msg_valid  (sw_rx_msg_valid[23:16]),
        .rx_msg_xoff   (sw_rx_msg_xoff[23:16]),
        .rx_msg_tp     (sw_rx_msg_tp[743:496]),
        .rx_msg_mask   (sw_rx_msg_mask[743:496]),
        .tx_valid      (sw_tx_valid[23:16]),
        .tx_sop        (sw_tx_sop[23:16]),
        .tx_eop        (sw_tx_eop[23:16]),
        .tx_data       (sw_tx_data[1535:1024]),
        .tx_credit     ({sw_rx_credit[58], sw_rx_credit[50], sw_rx_credit[42], sw_rx_credit[34],
                         node_rx_credit[11], node_rx_credit[10], node_rx_credit[9],
                         node_rx_credit[8]}),
        .tx_msg_valid  ({sw_rx_msg_valid[58], sw_rx_msg_valid[50], sw_rx_msg_valid[42],
                         sw_rx_msg_valid[34], node_rx_msg_valid[11], node_rx_msg_valid[10],
                         node_rx_msg_valid[9], node_rx_msg_valid[8]}),
        .tx_msg_xoff   ({sw_rx_msg_xoff[58], sw_rx_msg_xoff[50], sw_rx_msg_xoff[42],
                         sw_rx_msg_xoff[34], node_rx_msg_xoff[11], node_rx_msg_xoff[10],
                         node_rx_msg_xoff[9], node_rx_msg_xoff[8]}),
        .tx_msg_tp     ({sw_rx_msg_tp[1828:1798], sw_rx_msg_tp[1580:1550], sw_rx_msg_tp[1332:1302],
                         sw_rx_msg_tp[1084:1054], node_rx_msg_tp[371:341], node_rx_msg_tp[340:310],
                         node_rx_msg_tp[309:279], node_rx_msg_tp[278:248]}),
        .tx_msg_mask   ({sw_rx_msg_mask[1828:1798], sw_rx_msg_mask[1580:1550],
                         sw_rx_msg_mask[1332:1302], sw_rx_msg_mask[1084:1054],
                         node_rx_msg_mask[371:341], node_rx_msg_mask[340:310],
                         node_rx_msg_mask[309:279], node_rx_msg_mask[278:248]}),
        .stat_credit   (unused_sw_stat_credit[167:112]),
        .stat_lines    (sw_stat_lines[95:64]),
        .stat_cam_full (sw_stat_cam_full[23:16]),
        .stat_free     (unused_sw_stat_free[167:112]),
        .stat_detect   (sw_stat_detect[23:16]),
        .stat_no_free  (sw_stat_no_free[23:16]),
        .stat_dropped  (sw_stat_dropped[23:16]),
        .stat_saqs     (sw_stat_saqs[95:64]),
        .stat_sent     (unused_sw_stat_sent[95:64])
    );

    recn_switch sw_3 (
        .clk           (clk),
        .rst           (rst),
        .rx_valid      ({sw_tx_valid[59], sw_tx_valid[51], sw_tx_valid[43], sw_tx_valid[35],
                         node_tx_valid[15], node_tx_valid[14], node_tx_valid[13],
                         node_tx_valid[12]}),
        .rx_sop        ({sw_tx_sop[59], sw_tx_sop[51], sw_tx_sop[43], sw_tx_sop[35],
                         node_tx_sop[15], node_tx_sop[14], node_tx_sop[13], node_tx_sop[12]}),
        .rx_eop        ({sw_tx_eop[59], sw_tx_eop[51], sw_tx_eop[43], sw_tx_eop[35],
                         node_tx_eop[15], node_tx_eop[14], node_tx_eop[13], node_tx_eop[12]}),
        .rx_data       ({sw_tx_data[3839:3776], sw_tx_data[3327:3264], sw_tx_data[2815:2752],
                         sw_tx_data[2303:2240], node_tx_data[1023:960], node_tx_data[959:896],
                         node_tx_data[895:832], node_tx_data[831:768]}),
        .rx_credit     (sw_rx_credit[31:24]),
        .rx_msg_valid  (sw_rx_msg_valid[31:24]),
        .rx_msg_xoff   (sw_rx_msg_xoff[31:24]),
        .rx_msg_tp     (sw_rx_msg_tp[991:744]),
        .rx_msg_mask   (sw_rx_msg_mask[991:744]),
        .tx_valid      (sw_tx_valid[31:24]),
        .tx_sop        (sw_tx_sop[31:24]),
        .tx_eop        (sw_tx_eop[31:24]),
        .tx_data       (sw_tx_data[2047:1536]),
        .tx_credit     ({sw_rx_credit[59], sw_rx_credit[51], sw_rx_credit[43], sw_rx_credit[35],
                         node_rx_credit[15], node_rx_credit[14], node_rx_credit[13],
                         node_rx_credit[12]}),
        .tx_msg_valid  ({sw_rx_msg_valid[59], sw_rx_msg_valid[51], sw_rx_msg_valid[43],
                         sw_rx_msg_valid[35], node_rx_msg_valid[15], node_rx_msg_valid[14],
                         node_rx_msg_valid[13], node_rx_msg_valid[12]}),
        .tx_msg_xoff   ({sw_rx_msg_xoff[59], sw_rx_msg_xoff[51], sw_rx_msg_xoff[43],
                         sw_rx_msg_xoff[35], node_rx_msg_xoff[15], node_rx_msg_xoff[14],
                         node_rx_msg_xoff[13], node_rx_msg_xoff[12]}),
        .tx_msg_tp     ({sw_rx_msg_tp[1859:1829], sw_rx_msg_tp[1611:1581], sw_rx_msg_tp[1363:1333],
                         sw_rx_msg_tp[1115:1085], node_rx_msg_tp[495:465], node_rx_msg_tp[464:434],
                         node_rx_msg_tp[433:403], node_rx_msg_tp[402:372]}),
        .tx_msg_mask   ({sw_rx_msg_mask[1859:1829], sw_rx_msg_mask[1611:1581],
                         sw_rx_msg_mask[1363:1333], sw_rx_msg_mask[1115:1085],
                         node_rx_msg_mask[495:465], node_rx_msg_mask[464:434],
                         node_rx_msg_mask[433:403], node_rx_msg_mask[402:372]}),
        .stat_credit   (unused_sw_stat_credit[223:168]),
        .stat_lines    (sw_stat_lines[127:96]),
        .stat_cam_full (sw_stat_cam_full[31:24]),
        .stat_free     (unused_sw_stat_free[223:168]),
        .stat_detect   (sw_stat_detect[31:24]),
        .stat_no_free  (sw_stat_no_free[31:24]),
        .stat_dropped  (sw_stat_dropped[31:24]),
        .stat_saqs     (sw_stat_saqs[127:96]),
        .stat_sent     (unused_sw_stat_sent[127:96])
    );

    recn_switch sw_4 (
        .clk           (clk),
        .rst           (rst),
        .rx_valid      ({1'b0, 1'b0, 1'b0, 1'b0, sw_tx_valid[28], sw_tx_valid[20], sw_tx_valid[12],
                         sw_tx_valid[4]}),
        .rx_sop        ({1'b0, 1'b0, 1'b0, 1'b0, sw_tx_sop[28], sw_tx_sop[20], sw_tx_sop[12],
                         sw_tx_sop[4]}),
        .rx_eop        ({1'b0, 1'b0, 1'b0, 1'b0, sw_tx_eop[28], sw_tx_eop[20], sw_tx_eop[12],
                         sw_tx_eop[4]}),
        .rx_data       ({64'd0, 64'd0, 64'd0, 64'd0, sw_tx_data[1855:1792], sw_tx_data[1343:1280],
                         sw_tx_data[831:768], sw_tx_data[319:256]}),
        .rx_credit     (sw_rx_credit[39:32]),
        .rx_msg_valid  (sw_rx_msg_valid[39:32]),
        .rx_msg_xoff   (sw_rx_msg_xoff[39:32]),
        .rx_msg_tp     (sw_rx_msg_tp[1239:992]),
        .rx_msg_mask   (sw_rx_msg_mask[1239:992]),
        .tx_valid      (sw_tx_valid[39:32]),
        .tx_sop        (sw_tx_sop[39:32]),
        .tx_eop        (sw_tx_eop[39:32]),
        .tx_data       (sw_tx_data[2559:2048]),
        .tx_credit     ({1'b0, 1'b0, 1'b0, 1'b0, sw_rx_credit[28], sw_rx_credit[20],
                         sw_rx_credit[12], sw_rx_credit[4]}),
        .tx_msg_valid  ({1'b0, 1'b0, 1'b0, 1'b0, sw_rx_msg_valid[28], sw_rx_msg_valid[20],
                         sw_rx_msg_valid[12], sw_rx_msg_valid[4]}),
        .tx_msg_xoff   ({1'b0, 1'b0, 1'b0, 1'b0, sw_rx_msg_xoff[28], sw_rx_msg_xoff[20],
                         sw_rx_msg_xoff[12], sw_rx_msg_xoff[4]}),
        .tx_msg_tp     ({31'd0, 31'd0, 31'd0, 31'd0, sw_rx_msg_tp[898:868], sw_rx_msg_tp[650:620],
                         sw_rx_msg_tp[402:372], sw_rx_msg_tp[154:124]}),
        .tx_msg_mask   ({31'd0, 31'd0, 31'd0, 31'd0, sw_rx_msg_mask[898:868],
                         sw_rx_msg_mask[650:620], sw_rx_msg_mask[402:372],
                         sw_rx_msg_mask[154:124]}),
        .stat_credit   (unused_sw_stat_credit[279:224]),
        .stat_lines    (sw_stat_lines[159:128]),
        .stat_cam_full (sw_stat_cam_full[39:32]),
        .stat_free     (unused_sw_stat_free[279:224]),
        .stat_detect   (sw_stat_detect[39:32]),
        .stat_no_free  (sw_stat_no_free[39:32]),
        .stat_dropped  (sw_stat_dropped[39:32]),
        .stat_saqs     (sw_stat_saqs[159:128]),
        .stat_sent     (unused_sw_stat_sent[159:128])
    );

    recn_switch sw_5 (
        .clk           (clk),
        .rst           (rst),
        .rx_valid      ({1'b0, 1'b0, 1'b0, 1'b0, sw_tx_valid[29], sw_tx_valid[21], sw_tx_valid[13],
                         sw_tx_valid[5]}),
        .rx_sop        ({1'b0, 1'b0, 1'b0, 1'b0, sw_tx_sop[29], sw_tx_sop[21], sw_tx_sop[13],
                         sw_tx_sop[5]}),
        .rx_eop        ({1'b0, 1'b0, 1'b0, 1'b0, sw_tx_eop[29], sw_tx_eop[21], sw_tx_eop[13],
                         sw_tx_eop[5]}),
        .rx_data       ({64'd0, 64'd0, 64'd0, 64'd0, sw_tx_data[1919:1856], sw_tx_data[1407:1344],
                         sw_tx_data[895:832], sw_tx_data[383:320]}),
        .rx_credit     (sw_rx_credit[47:40]),
        .rx_msg_valid  (sw_rx_msg_valid[47:40]),
        .rx_msg_xoff   (sw_rx_msg_xoff[47:40]),
        .rx_msg_tp     (sw_rx_msg_tp[1487:1240]),
        .rx_msg_mask   (sw_rx_msg_mask[1487:1240]),
        .tx_valid      (sw_tx_valid[47:40]),
        .tx_sop        (sw_tx_sop[47:40]),
        .tx_eop        (sw_tx_eop[47:40]),
        .tx_data       (sw_tx_data[3071:2560]),
        .tx_credit     ({1'b0, 1'b0, 1'b0, 1'b0, sw_rx_credit[29], sw_rx_credit[21],
                         sw_rx_credit[13], sw_rx_credit[5]}),
        .tx_msg_valid  ({1'b0, 1'b0, 1'b0, 1'b0, sw_rx_msg_valid[29], sw_rx_msg_valid[21],
                         sw_rx_msg_valid[13], sw_rx_msg_valid[5]}),
        .tx_msg_xoff   ({1'b0, 1'b0, 1'b0, 1'b0, sw_rx_msg_xoff[29], sw_rx_msg_xoff[21],
                         sw_rx_msg_xoff[13], sw_rx_msg_xoff[5]}),
        .tx_msg_tp     ({31'd0, 31'd0, 31'd0, 31'd0, sw_rx_msg_tp[929:899], sw_rx_msg_tp[681:651],
                         sw_rx_msg_tp[433:403], sw_rx_msg_tp[185:155]}),
        .tx_msg_mask   ({31'd0, 31'd0, 31'd0, 31'd0, sw_rx_msg_mask[929:899],
                         sw_rx_msg_mask[681:651], sw_rx_msg_mask[433:403],
                         sw_rx_msg_mask[185:155]}),
        .stat_credit   (unused_sw_stat_credit[335:280]),
        .stat_lines    (sw_stat_lines[191:160]),
        .stat_cam_full (sw_stat_cam_full[47:40]),
        .stat_free     (unused_sw_stat_free[335:280]),
        .stat_detect   (sw_stat_detect[47:40]),
        .stat_no_free  (sw_stat_no_free[47:40]),
        .stat_dropped  (sw_stat_dropped[47:40]),
        .stat_saqs     (sw_stat_saqs[191:160]),
        .stat_sent     (unused_sw_stat_sent[191:160])
    );

    recn_switch sw_6 (
        .clk           (clk),
        .rst           (rst),
        .rx_valid      ({1'b0, 1'b0, 1'b0, 1'b0, sw_tx_valid[30], sw_tx_valid[22], sw_tx_valid[14],
                         sw_tx_valid[6]}),
        .rx_sop        ({1'b0, 1'b0, 1'b0, 1'b0, sw_tx_sop[30], sw_tx_sop[22], sw_tx_sop[14],
                         sw_tx_sop[6]}),
        .rx_eop        ({1'b0, 1'b0, 1'b0, 1'b0, sw_tx_eop[30], sw_tx_eop[22], sw_tx_eop[14],
                         sw_tx_eop[6]}),
        .rx_data       ({64'd0, 64'd0, 64'd0, 64'd0, sw_tx_data[1983:1920], sw_tx_data[1471:1408],
                         sw_tx_data[959:896], sw_tx_data[447:384]}),
        .rx_credit     (sw_rx_credit[55:48]),
        .rx_msg_valid  (sw_rx_msg_valid[55:48]),
        .rx_msg_xoff   (sw_rx_msg_xoff[55:48]),
        .rx_msg_tp     (sw_rx_msg_tp[1735:1488]),
        .rx_msg_mask   (sw_rx_msg_mask[1735:1488]),
        .tx_valid      (sw_tx_valid[55:48]),
        .tx_sop        (sw_tx_sop[55:48]),
        .tx_eop        (sw_tx_eop[55:48]),
        .tx_data       (sw_tx_data[3583:3072]),
        .tx_credit     ({1'b0, 1'b0, 1'b0, 1'b0, sw_rx_credit[30], sw_rx_credit[22],
                         sw_rx_credit[14], sw_rx_credit[6]}),
        .tx_msg_valid  ({1'b0, 1'b0, 1'b0, 1'b0, sw_rx_msg_valid[30], sw_rx_msg_valid[22],
                         sw_rx_msg_valid[14], sw_rx_msg_valid[6]}),
        .tx_msg_xoff   ({1'b0, 1'b0, 1'b0, 1'b0, sw_rx_msg_xoff[30], sw_rx_msg_xoff[22],
                         sw_rx_msg_xoff[14], sw_rx_msg_xoff[6]}),
        .tx_msg_tp     ({31'd0, 31'd0, 31'd0, 31'd0, sw_rx_msg_tp[960:930], sw_rx_msg_tp[712:682],
                         sw_rx_msg_tp[464:434], sw_rx_msg_tp[216:186]}),
        .tx_msg_mask   ({31'd0, 31'd0, 31'd0, 31'd0, sw_rx_msg_mask[960:930],
                         sw_rx_msg_mask[712:682], sw_rx_msg_mask[464:434],
                         sw_rx_msg_mask[216:186]}),
        .stat_credit   (unused_sw_stat_credit[391:336]),
        .stat_lines    (sw_stat_lines[223:192]),
        .stat_cam_full (sw_stat_cam_full[55:48]),
        .stat_free     (unused_sw_stat_free[391:336]),
        .stat_detect   (sw_stat_detect[55:48]),
        .stat_no_free  (sw_stat_no_free[55:48]),
        .stat_dropped  (sw_stat_dropped[55:48]),
        .stat_saqs     (sw_stat_saqs[223:192]),
        .stat_sent     (unused_sw_stat_sent[223:192])
    );

    recn_switch sw_7 (
        .clk           (clk),
        .rst           (rst),
        .rx_valid      ({1'b0, 1'b0, 1'b0, 1'b0, sw_tx_valid[31], sw_tx_valid[23], sw_tx_valid[15],
                         sw_tx_valid[7]}),
        .rx_sop        ({1'b0, 1'b0, 1'b0, 1'b0, sw_tx_sop[31], sw_tx_sop[23], sw_tx_sop[15],
                         sw_tx_sop[7]}),
        .rx_eop        ({1'b0, 1'b0, 1'b0, 1'b0, sw_tx_eop[31], sw_tx_eop[23], sw_tx_eop[15],
                         sw_tx_eop[7]}),
        .rx_data       ({64'd0, 64'd0, 64'd0, 64'd0, sw_tx_data[2047:1984], sw_tx_data[1535:1472],
                         sw_tx_data[1023:960], sw_tx_data[511:448]}),
        .rx_credit     (sw_rx_credit[63:56]),
        .rx_msg_valid  (sw_rx_msg_valid[63:56]),
        .rx_msg_xoff   (sw_rx_msg_xoff[63:56]),
        .rx_msg_tp     (sw_rx_msg_tp[1983:1736]),
        .rx_msg_mask   (sw_rx_msg_mask[1983:1736]),
        .tx_valid      (sw_tx_valid[63:56]),
        .tx_sop        (sw_tx_sop[63:56]),
        .tx_eop        (sw_tx_eop[63:56]),
        .tx_data       (sw_tx_data[4095:3584]),
        .tx_credit     ({1'b0, 1'b0, 1'b0, 1'b0, sw_rx_credit[31], sw_rx_credit[23],
                         sw_rx_credit[15], sw_rx_credit[7]}),
        .tx_msg_valid  ({1'b0, 1'b0, 1'b0, 1'b0, sw_rx_msg_valid[31], sw_rx_msg_valid[23],
                         sw_rx_msg_valid[15], sw_rx_msg_valid[7]}),
        .tx_msg_xoff   ({1'b0, 1'b0, 1'b0, 1'b0, sw_rx_msg_xoff[31], sw_rx_msg_xoff[23],
                         sw_rx_msg_xoff[15], sw_rx_msg_xoff[7]}),
        .tx_msg_tp     ({31'd0, 31'd0, 31'd0, 31'd0, sw_rx_msg_tp[991:961], sw_rx_msg_tp[743:713],
                         sw_rx_msg_tp[495:465], sw_rx_msg_tp[247:217]}),
        .tx_msg_mask   ({31'd0, 31'd0, 31'd0, 31'd0, sw_rx_msg_mask[991:961],
                         sw_rx_msg_mask[743:713], sw_rx_msg_mask[495:465],
                         sw_rx_msg_mask[247:217]}),
        .stat_credit   (unused_sw_stat_credit[447:392]),
        .stat_lines    (sw_stat_lines[255:224]),
        .stat_cam_full (sw_stat_cam_full[63:56]),
        .stat_free     (unused_sw_stat_free[447:392]),
        .stat_detect   (sw_stat_detect[63:56]),
        .stat_no_free  (sw_stat_no_free[63:56]),
        .stat_dropped  (sw_stat_dropped[63:56]),
        .stat_saqs     (sw_stat_saqs[255:224]),
        .stat_sent     (unused_sw_stat_sent[255:224])
    );

    tree_route route_0 (
        .node  (8'd0),
        .dst   (walk_dst),
        .turns (route_turns[30:0])
    );

    tree_route route_1 (
        .node  (8'd1),
        .dst   (walk_dst),
        .turns (route_turns[61:31])
    );

    tree_route route_2 (
        .node  (8'd2),
        .dst   (walk_dst),
        .turns (route_turns[92:62])
    );

    tree_route route_3 (
        .node  (8'd3),
        .dst   (walk_dst),
        .turns (route_turns[123:93])
    );

    tree_route route_4 (
        .node  (8'd4),
        .dst   (walk_dst),
        .turns (route_turns[154:124])
    );

    tree_route route_5 (
        .node  (8'd5),
        .dst   (walk_dst),
        .turns (route_turns[185:155])
    );

    tree_route route_6 (
        .node  (8'd6),
        .dst   (walk_dst),
        .turns (route_turns[216:186])
    );

    tree_route route_7 (
        .node  (8'd7),
        .dst   (walk_dst),
        .turns (route_turns[247:217])
    );

    tree_route route_8 (
        .node  (8'd8),
        .dst   (walk_dst),
        .turns (route_turns[278:248])
    );

    tree_route route_9 (
        .node  (8'd9),
        .dst   (walk_dst),
        .turns (route_turns[309:279])
    );

    tree_route route_10 (
        .node  (8'd10),
        .dst   (walk_dst),
        .turns (route_turns[340:310])
    );

    tree_route route_11 (
        .node  (8'd11),
        .dst   (walk_dst),
        .turns (route_turns[371:341])
    );

    tree_route route_12 (
        .node  (8'd12),
        .dst   (walk_dst),
        .turns (route_turns[402:372])
    );

    tree_route route_13 (
        .node  (8'd13),
        .dst   (walk_dst),
        .turns (route_turns[433:403])
    );

    tree_route route_14 (
        .node  (8'd14),
        .dst   (walk_dst),
        .turns (route_turns[464:434])
    );

    tree_route route_15 (
        .node  (8'd15),
        .dst   (walk_dst),
        .turns (route_turns[495:465])
    );

    fabric_monitor monitor_0 (
        .clk           (clk),
        .rst           (rst),
        .measure       (measure),
        .clear         (clear),
        .read_address  (read_address),
        .stat_saqs     (sw_stat_saqs[31:0]),
        .stat_lines    (sw_stat_lines[31:0]),
        .stat_detect   (sw_stat_detect[7:0]),
        .stat_no_free  (sw_stat_no_free[7:0]),
        .stat_dropped  (sw_stat_dropped[7:0]),
        .stat_cam_full (sw_stat_cam_full[7:0]),
        .read_data     (monitor_read_data[63:0])
    );

    fabric_monitor monitor_1 (
        .clk           (clk),
        .rst           (rst),
        .measure       (measure),
        .clear         (clear),
        .read_address  (read_address),
        .stat_saqs     (sw_stat_saqs[63:32]),
        .stat_lines    (sw_stat_lines[63:32]),
        .stat_detect   (sw_stat_detect[15:8]),
        .stat_no_free  (sw_stat_no_free[15:8]),
        .stat_dropped  (sw_stat_dropped[15:8]),
        .stat_cam_full (sw_stat_cam_full[15:8]),
        .read_data     (monitor_read_data[127:64])
    );

    fabric_monitor monitor_2 (
        .clk           (clk),
        .rst           (rst),
        .measure       (measure),
        .clear         (clear),
        .read_address  (read_address),
        .stat_saqs     (sw_stat_saqs[95:64]),
        .stat_lines    (sw_stat_lines[95:64]),
        .stat_detect   (sw_stat_detect[23:16]),
        .stat_no_free  (sw_stat_no_free[23:16]),
        .stat_dropped  (sw_stat_dropped[23:16]),
        .stat_cam_full (sw_stat_cam_full[23:16]),
        .read_data     (monitor_read_data[191:128])
    );

    fabric_monitor monitor_3 (
        .clk           (clk),
        .rst           (rst),
        .measure       (measure),
        .clear         (clear),
        .read_address  (read_address),
        .stat_saqs     (sw_stat_saqs[127:96]),
        .stat_lines    (sw_stat_lines[127:96]),
        .stat_detect   (sw_stat_detect[31:24]),
        .stat_no_free  (sw_stat_no_free[31:24]),
        .stat_dropped  (sw_stat_dropped[31:24]),
        .stat_cam_full (sw_stat_cam_full[31:24]),
        .read_data     (monitor_read_data[255:192])
    );

    fabric_monitor monitor_4 (
        .clk           (clk),
        .rst           (rst),
        .measure       (measure),
        .clear         (clear),
        .read_address  (read_address),
        .stat_saqs     (sw_stat_saqs[159:128]),
        .stat_lines    (sw_stat_lines[159:128]),
        .stat_detect   (sw_stat_detect[39:32]),
        .stat_no_free  (sw_stat_no_free[39:32]),
        .stat_dropped  (sw_stat_dropped[39:32]),
        .stat_cam_full (sw_stat_cam_full[39:32]),
        .read_data     (monitor_read_data[319:256])
    );

    fabric_monitor monitor_5 (
        .clk           (clk),
        .rst           (rst),
        .measure       (measure),
        .clear         (clear),
        .read_address  (read_address),
        .stat_saqs     (sw_stat_saqs[191:160]),
        .stat_lines    (sw_stat_lines[191:160]),
        .stat_detect   (sw_stat_detect[47:40]),
        .stat_no_free  (sw_stat_no_free[47:40]),
        .stat_dropped  (sw_stat_dropped[47:40]),
        .stat_cam_full (sw_stat_cam_full[47:40]),
        .read_data     (monitor_read_data[383:320])
    );

    fabric_monitor monitor_6 (
        .clk           (clk),
        .rst           (rst),
        .measure       (measure),
        .clear         (clear),
        .read_address  (read_address),
        .stat_saqs     (sw_stat_saqs[223:192]),
        .stat_lines    (sw_stat_lines[223:192]),
        .stat_detect   (sw_stat_detect[55:48]),
        .stat_no_free  (sw_stat_no_free[55:48]),
        .stat_dropped  (sw_stat_dropped[55:48]),
        .stat_cam_full (sw_stat_cam_full[55:48]),
        .read_data     (monitor_read_data[447:384])
    );

    fabric_monitor monitor_7 (
        .clk           (clk),
        .rst           (rst),
        .measure       (measure),
        .clear         (clear),
        .read_address  (read_address),
        .stat_saqs     (sw_stat_saqs[255:224]),
        .stat_lines    (sw_stat_lines[255:224]),
        .stat_detect   (sw_stat_detect[63:56]),
        .stat_no_free  (sw_stat_no_free[63:56]),
        .stat_dropped  (sw_stat_dropped[63:56]),
        .stat_cam_full (sw_stat_cam_full[63:56]),
        .read_data     (monitor_read_data[511:448])
    );

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
            if (walk_dst == 8'd15) begin
                walking <= 1'b0;
            end
        end else begin
            now_q <= now_q + 32'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            arrivals <= 5'd0;
        end else begin
            arrivals <= count_ones_16(node_received);
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            delivered_q <= 40'd0;
        end else begin
            delivered_q <= delivered_q + {35'd0, arrivals};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            error_q <= 1'b0;
        end else begin
            error_q <= |node_error;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            digest_q <= 32'd0;
        end else begin
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
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            unit_1 <= 9'd0;
        end else begin
            unit_1 <= read_unit;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            unit_2 <= 9'd0;
        end else begin
            unit_2 <= unit_1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            read_data_q <= 64'd0;
        end else begin
            read_data_q <= unit_2[8]
                         ? ((unit_2[7:0] < 8'd8) ? monitor_read_data[{unit_2[2:0], 6'd0} +: 64]
                          : 64'd0)
                         : (unit_2[7:0] < 8'd16) ? node_read_data[{unit_2[3:0], 6'd0} +: 64]
                         : 64'd0;
        end
    end

`ifdef RTLGEN_ASSERT
    always @(posedge clk) begin
        if (!rst) begin
            // a route turns before it
            if ({sw_tx_valid[39:36], sw_tx_valid[47:44], sw_tx_valid[55:52], sw_tx_valid[63:60]}
             != 16'd0) begin
                $display("RTLGEN_ASSERT %m no_packet_leaves_the_top fails at time %0t", $time);
            end
        end
    end
`endif

`ifdef FORMAL
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
