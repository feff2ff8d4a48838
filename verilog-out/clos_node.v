// SPDX-License-Identifier: Apache-2.0
// clos_node: end node of a network: source, network interface, sink
//
// nodes = 16, paths = 4, queue = 64, credits = 100, link_latency = 6, scheme = 1, g = 16, b_reasm = 256, fc_init = 100, voq = 256, max_p = 1, watch = 16, beat = 0
`default_nettype none

module clos_node (
    input  wire        clk,           // rising edge
    input  wire        rst,           // synchronous, active high
    input  wire [7:0]  node,          // number of this node
    input  wire [31:0] now,           // time, cycles
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
    input  wire        measure,       // the counters count
    input  wire        clear,         // pulse: all counters to 0
    input  wire        reserve,       // 1: fabric buffers are reserved (RB), 0: rate regulation
                                      // alone (IR)
    input  wire [7:0]  grant_rate,    // grant rate, in 1/16 cell per cell time of the external line
    input  wire        tick,          // a cell time of the external line begins

    // requests to other nodes
    output wire        req_tx_valid,  // there is one
    output wire [3:0]  req_tx_node,   // adapter at the other end; unknown while not valid
    output wire [4:0]  req_tx_count,  // segments; unknown while not valid

    // grants to other nodes
    output wire        gnt_tx_valid,  // there is one
    output wire [3:0]  gnt_tx_node,   // adapter at the other end; unknown while not valid
    output wire [4:0]  gnt_tx_count,  // segments; unknown while not valid

    // requests of other nodes
    input  wire        req_rx_valid,  // there is one
    input  wire [3:0]  req_rx_node,   // adapter at the other end; unknown while not valid
    input  wire [4:0]  req_rx_count,  // segments; unknown while not valid

    // grants of other nodes
    input  wire        gnt_rx_valid,  // there is one
    input  wire [3:0]  gnt_rx_node,   // adapter at the other end; unknown while not valid
    input  wire [4:0]  gnt_rx_count,  // segments; unknown while not valid

    // counter readback: data 2 cycles after the address
    input  wire [6:0]  read_address,  // which counter
    output wire [63:0] read_data,     // the counter

    // link from the last stage: a node always takes
    input  wire        rx_valid,      // a beat comes
    input  wire        rx_head,       // it is the first of a segment: the header, with the route on
                                      // top. Unknown while not valid
    input  wire        rx_tail,       // it is the last of a segment. Unknown while not valid
    input  wire [95:0] rx_data,       // the beat; in cell mode header and tag. Unknown while not
                                      // valid
    output wire        rx_credit,     // back to the sender: a slot is free again

    // link to the first stage
    output wire        tx_valid,      // a beat comes
    output wire        tx_head,       // it is the first of a segment: the header, with the route on
                                      // top. Unknown while not valid
    output wire        tx_tail,       // it is the last of a segment. Unknown while not valid
    output wire [95:0] tx_data,       // the beat; in cell mode header and tag. Unknown while not
                                      // valid
    input  wire        tx_credit,     // back to the sender: a slot is free again

    output wire        error          // a cell was not what it should be, a register
);

    reg        adapter_error;  // an error was seen outside of the sink
    reg [39:0] made_other;     // packets made for other nodes
    reg [39:0] made_hot;       // packets made for hot nodes
    reg [39:0] refused_other;  // packets refused for other nodes
    reg [39:0] refused_hot;    // packets refused for hot nodes
    reg [12:0] held_max;       // most grants that the adapter held
    reg [39:0] missing;        // segments missing in their flow
    reg [39:0] stuck;          // reports of stuck flows
    reg        of_sink;        // the address is that of a sink's counter
    reg [63:0] own_shown;      // the counter that was addressed
    reg [63:0] read_data_q;    // the counter

    wire         counted;
    wire         is_hot;
    wire         source_make_valid;
    wire [7:0]   source_make_dst;
    wire [31:0]  source_make_tag;
    wire         source_hot;
    wire [63:0]  sink_read_data;
    wire         sink_error;
    wire         nic_pkt_drop;
    wire         nic_tx_valid;
    wire         nic_tx_head;
    wire         nic_tx_tail;
    wire [95:0]  nic_tx_data;
    wire         nic_line_valid;
    wire [3:0]   nic_line_src;
    wire [31:0]  nic_line_tag;
    wire         nic_line_first;
    wire         nic_line_last;
    wire [8:0]   nic_stat_oc;
    wire [9:0]   nic_stat_fc;
    wire [12:0]  nic_stat_held;
    wire [6:0]   nic_stat_credits;
    wire         nic_err_crc;
    wire         nic_err_route;
    wire         nic_err_sequence;
    wire         nic_stuck_valid;
    wire [3:0]   nic_stuck_node;
    wire         nic_ready;
    wire [12:0]  nic_err_seen;
    wire [103:0] nic_err_counts;
    wire [98:0]  link_q;

    wire unused_dst_rest = &{1'b0, source_make_dst[7:4]};
    wire unused_error_counts = &{1'b0, nic_err_counts};
    wire unused_adapter_status = &{1'b0, nic_line_last, nic_stat_oc, nic_stat_fc, nic_stat_credits,
                                   nic_stuck_node};

    clos_source source (
        .clk          (clk),
        .rst          (rst),
        .node         (node),
        .now          (now),
        .seed         (seed),
        .start        (start),
        .stop         (stop),
        .own          (own),
        .hot_rate     (hot_rate),
        .hot_node     (hot_node),
        .hot_mask     (hot_mask),
        .enable       (enable && nic_ready),
        .tick         (tick),
        .make_valid   (source_make_valid),
        .make_dst     (source_make_dst),
        .make_tag     (source_make_tag),
        .make_refused (nic_pkt_drop),
        .hot          (source_hot)
    );

    clos_sink sink (
        .clk           (clk),
        .rst           (rst),
        .node          (node),
        .now           (now),
        .measure       (measure),
        .clear         (clear),
        .arrival_valid (nic_line_valid),
        .arrival_dst   (node),
        .arrival_src   ({4'd0, nic_line_src}),
        .arrival_tag   (nic_line_tag),
        .arrival_first (nic_line_first),
        .read_address  (read_address & ~7'd8),
        .read_data     (sink_read_data),
        .error         (sink_error)
    );

    reqgrant_adapter_b_reasm256_fc_init100_b_in100_voq256_max_p1_oob1_unsol0_watch16 nic (
        .clk          (clk),
        .rst          (rst),
        .node         (node[3:0]),
        .pkt_valid    (source_make_valid),
        .pkt_dst      (source_make_dst[3:0]),
        .pkt_tag      (source_make_tag),
        .pkt_drop     (nic_pkt_drop),
        .tx_valid     (nic_tx_valid),
        .tx_head      (nic_tx_head),
        .tx_tail      (nic_tx_tail),
        .tx_data      (nic_tx_data),
        .tx_credit    (tx_credit),
        .rx_valid     (rx_valid),
        .rx_head      (rx_head),
        .rx_tail      (rx_tail),
        .rx_data      (rx_data),
        .req_tx_valid (req_tx_valid),
        .req_tx_node  (req_tx_node),
        .req_tx_count (req_tx_count),
        .gnt_tx_valid (gnt_tx_valid),
        .gnt_tx_node  (gnt_tx_node),
        .gnt_tx_count (gnt_tx_count),
        .req_rx_valid (req_rx_valid),
        .req_rx_node  (req_rx_node),
        .req_rx_count (req_rx_count),
        .gnt_rx_valid (gnt_rx_valid),
        .gnt_rx_node  (gnt_rx_node),
        .gnt_rx_count (gnt_rx_count),
        .line_en      (tick),
        .line_valid   (nic_line_valid),
        .line_src     (nic_line_src),
        .line_tag     (nic_line_tag),
        .line_first   (nic_line_first),
        .line_last    (nic_line_last),
        .reserve      (reserve),
        .grant_rate   (grant_rate),
        .stat_oc      (nic_stat_oc),
        .stat_fc      (nic_stat_fc),
        .stat_held    (nic_stat_held),
        .stat_credits (nic_stat_credits),
        .err_crc      (nic_err_crc),
        .err_route    (nic_err_route),
        .err_sequence (nic_err_sequence),
        .stuck_valid  (nic_stuck_valid),
        .stuck_node   (nic_stuck_node),
        .ready        (nic_ready),
        .err_clear    (1'b0),
        .err_seen     (nic_err_seen),
        .err_counts   (nic_err_counts)
    );

    link_delay_width99_latency6_data98 link (
        .clk (clk),
        .rst (rst),
        .d   ({nic_tx_valid, nic_tx_head, nic_tx_tail, nic_tx_data}),
        .q   (link_q)
    );

    assign rx_credit = 1'b0;
    assign tx_valid  = link_q[98];
    assign tx_head   = link_q[97];
    assign tx_tail   = link_q[96];
    assign tx_data   = link_q[95:0];
    assign error     = sink_error || adapter_error;
    assign counted   = source_make_valid && measure;
    assign is_hot    = (|hot_rate) && ((node ^ hot_node) & ~hot_mask) == 8'd0;
    assign read_data = read_data_q;

    always @(posedge clk) begin
        if (rst) begin
            adapter_error <= 1'b0;
            of_sink <= 1'b0;
            read_data_q <= 64'd0;
        end else begin
            if (nic_err_crc || nic_err_route || nic_err_sequence || (|nic_err_seen)) begin
                adapter_error <= 1'b1;
            end
            of_sink <= read_address[3] == is_hot || read_address == 7'd3 || read_address == 7'd4;
            read_data_q <= own_shown | (of_sink ? sink_read_data : 64'd0);
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            made_other <= 40'd0;
            made_hot <= 40'd0;
            refused_other <= 40'd0;
            refused_hot <= 40'd0;
            held_max <= 13'd0;
            missing <= 40'd0;
            stuck <= 40'd0;
        end else if (clear) begin
            made_other <= 40'd0;
            made_hot <= 40'd0;
            refused_other <= 40'd0;
            refused_hot <= 40'd0;
            held_max <= 13'd0;
            missing <= 40'd0;
            stuck <= 40'd0;
        end else begin
            if (counted && !nic_pkt_drop && !source_hot) made_other <= made_other + {39'd0, 1'b1};
            if (counted && !nic_pkt_drop && source_hot) made_hot <= made_hot + {39'd0, 1'b1};
            if (counted && nic_pkt_drop && !source_hot) begin
                refused_other <= refused_other + {39'd0, 1'b1};
            end
            if (counted && nic_pkt_drop && source_hot) refused_hot <= refused_hot + {39'd0, 1'b1};
            if (measure && nic_stat_held > held_max) held_max <= nic_stat_held;
            if (nic_err_sequence && measure) missing <= missing + {39'd0, 1'b1};
            if (nic_stuck_valid && measure) stuck <= stuck + {39'd0, 1'b1};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            own_shown <= 64'd0;
        end else begin
            case (read_address)
                7'd5: own_shown <= {24'd0, made_other};
                7'd13: own_shown <= {24'd0, made_hot};
                7'd6: own_shown <= {24'd0, refused_other};
                7'd14: own_shown <= {24'd0, refused_hot};
                7'd16: own_shown <= {51'd0, held_max};
                7'd17: own_shown <= {24'd0, missing};
                7'd18: own_shown <= {24'd0, stuck};
                default: own_shown <= 64'd0;
            endcase
        end
    end

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_clos_node
    initial assume (rst);
`endif
`endif

endmodule

`default_nettype wire
