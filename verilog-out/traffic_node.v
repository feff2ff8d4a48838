// SPDX-License-Identifier: Apache-2.0
// traffic_node: end node of a network: source, NIC and sink
//
// nodes = 64, queue = 4096, lines = 16, slots = 64, link_latency = 2
`default_nettype none

module traffic_node (
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
    input  wire [7:0]  node,          // number of this node
    input  wire [31:0] now,           // time, cycles

    // route table
    input  wire        route_valid,   // an entry of the route table is written
    input  wire [7:0]  route_dst,     // its destination
    input  wire [30:0] route_turns,   // its turns, the first on top, ones below the last

    input  wire        measure,       // the counters count
    input  wire        clear,         // pulse: all counters to 0

    // counter readback: data 2 cycles after the address
    input  wire [6:0]  read_address,  // which counter
    output wire [63:0] read_data,     // the counter

    // link from the switch
    input  wire        rx_valid,      // a beat comes
    input  wire        rx_sop,        // it is the first of a packet: {turnpool, tptr, src, seq,
                                      // tag}
    input  wire        rx_eop,        // it is the last
    input  wire        rx_bad,        // with eop: the packet was damaged on its way, and is not to
                                      // be used
    input  wire [63:0] rx_data,       // the beat
    output wire        rx_credit,     // back to the sender: a slot is free again
    output wire        rx_msg_valid,  // a message about a congestion point
    output wire        rx_msg_xoff,   // 1: Xoff, 0: Xon
    output wire [30:0] rx_msg_tp,     // turns that lead to the point
    output wire [30:0] rx_msg_mask,   // significant bits of the turns

    // link to the switch
    output wire        tx_valid,      // a beat comes
    output wire        tx_sop,        // it is the first of a packet: {turnpool, tptr, src, seq,
                                      // tag}
    output wire        tx_eop,        // it is the last
    output wire        tx_bad,        // with eop: the packet was damaged on its way, and is not to
                                      // be used
    output wire [63:0] tx_data,       // the beat
    input  wire        tx_credit,     // back to the sender: a slot is free again
    input  wire        tx_msg_valid,  // a message about a congestion point
    input  wire        tx_msg_xoff,   // 1: Xoff, 0: Xon
    input  wire [30:0] tx_msg_tp,     // turns that lead to the point
    input  wire [30:0] tx_msg_mask,   // significant bits of the turns

    output wire        received,      // pulse: a packet was received, a register
    output wire        error,         // a packet was not what it should be, a register
    output wire [31:0] digest         // of all packets received and when, a register
);

    localparam [6:0] AT_MADE          = 7'd64;
    localparam [6:0] AT_REFUSED       = 7'd65;
    localparam [6:0] AT_SENT          = 7'd66;
    localparam [6:0] AT_QUEUED        = 7'd73;
    localparam [6:0] AT_XOFFS         = 7'd74;
    localparam [6:0] AT_XOFFS_REFUSED = 7'd75;

    reg [39:0] made_count;          // packets made while measuring
    reg [39:0] refused_count;       // packets refused with a full queue
    reg [39:0] sent_count;          // packets that left the queue
    reg [39:0] xoff_count;          // Xoffs that arrived while measuring
    reg [39:0] xoff_refused_count;  // Xoffs that found no free line
    reg [6:0]  read_address_q;      // read_address, one cycle later
    reg [63:0] read_data_q;         // the counter

    reg  [63:0] nic_counter;
    wire        source_make_valid;
    wire [7:0]  source_make_dst;
    wire [12:0] nic_queue_count;
    wire        nic_stat_refused;
    wire        nic_stat_sent;
    wire        nic_stat_xoff;
    wire        nic_stat_xoff_refused;
    wire [63:0] sink_read_data;

    traffic_source source (
        .clk        (clk),
        .rst        (rst),
        .node       (node),
        .now        (now),
        .seed       (seed),
        .load       (load),
        .pattern    (pattern),
        .hot_rate   (hot_rate),
        .hot_node   (hot_node),
        .hot_count  (hot_count),
        .hot_start  (hot_start),
        .hot_end    (hot_end),
        .enable     (enable),
        .make_valid (source_make_valid),
        .make_dst   (source_make_dst)
    );

    traffic_nic nic (
        .clk               (clk),
        .rst               (rst),
        .node              (node),
        .now               (now),
        .make_valid        (source_make_valid),
        .make_dst          (source_make_dst),
        .route_valid       (route_valid),
        .route_dst         (route_dst),
        .route_turns       (route_turns),
        .tx_valid          (tx_valid),
        .tx_sop            (tx_sop),
        .tx_eop            (tx_eop),
        .tx_bad            (tx_bad),
        .tx_data           (tx_data),
        .tx_credit         (tx_credit),
        .tx_msg_valid      (tx_msg_valid),
        .tx_msg_xoff       (tx_msg_xoff),
        .tx_msg_tp         (tx_msg_tp),
        .tx_msg_mask       (tx_msg_mask),
        .queue_count       (nic_queue_count),
        .stat_refused      (nic_stat_refused),
        .stat_sent         (nic_stat_sent),
        .stat_xoff         (nic_stat_xoff),
        .stat_xoff_refused (nic_stat_xoff_refused)
    );

    traffic_sink sink (
        .clk          (clk),
        .rst          (rst),
        .node         (node),
        .now          (now),
        .rx_valid     (rx_valid),
        .rx_sop       (rx_sop),
        .rx_eop       (rx_eop),
        .rx_bad       (rx_bad),
        .rx_data      (rx_data),
        .rx_credit    (rx_credit),
        .rx_msg_valid (rx_msg_valid),
        .rx_msg_xoff  (rx_msg_xoff),
        .rx_msg_tp    (rx_msg_tp),
        .rx_msg_mask  (rx_msg_mask),
        .measure      (measure),
        .clear        (clear),
        .read_address (read_address),
        .read_data    (sink_read_data),
        .received     (received),
        .error        (error),
        .digest       (digest)
    );

    assign read_data = read_data_q;

    always @* begin
        nic_counter = 64'd0;
        case (read_address_q)
            AT_MADE: nic_counter = {24'd0, made_count};
            AT_REFUSED: nic_counter = {24'd0, refused_count};
            AT_SENT: nic_counter = {24'd0, sent_count};
            AT_QUEUED: nic_counter = {51'd0, nic_queue_count};
            AT_XOFFS: nic_counter = {24'd0, xoff_count};
            AT_XOFFS_REFUSED: nic_counter = {24'd0, xoff_refused_count};
            default: ;
        endcase
    end

    always @(posedge clk) begin
        if (rst) begin
            made_count <= 40'd0;
            refused_count <= 40'd0;
            sent_count <= 40'd0;
            xoff_count <= 40'd0;
            xoff_refused_count <= 40'd0;
        end else if (clear) begin
            made_count <= 40'd0;
            refused_count <= 40'd0;
            sent_count <= 40'd0;
            xoff_count <= 40'd0;
            xoff_refused_count <= 40'd0;
        end else begin
            if (source_make_valid && measure) made_count <= made_count + {39'd0, 1'b1};
            if (nic_stat_refused && measure) refused_count <= refused_count + {39'd0, 1'b1};
            if (nic_stat_sent && measure) sent_count <= sent_count + {39'd0, 1'b1};
            if (nic_stat_xoff && measure) xoff_count <= xoff_count + {39'd0, 1'b1};
            if (nic_stat_xoff_refused && measure) begin
                xoff_refused_count <= xoff_refused_count + {39'd0, 1'b1};
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            read_address_q <= 7'd0;
            read_data_q <= 64'd0;
        end else begin
            read_address_q <= read_address;
            read_data_q <= nic_counter | sink_read_data;
        end
    end

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_traffic_node
    initial assume (rst);
`endif
`endif

endmodule

`default_nettype wire
