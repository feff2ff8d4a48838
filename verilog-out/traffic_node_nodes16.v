// traffic_node_nodes16: end node of a network: source, NIC and sink
//
// nodes = 16, queue = 4096, lines = 16, slots = 64, link_latency = 2
`default_nettype none

module traffic_node_nodes16 (
    input  wire        clk,           // rising edge
    input  wire        rst,           // synchronous, active high
    input  wire [31:0] seed,          // of the random numbers
    input  wire [16:0] load,          // packets per packet time, in 1/65536
    input  wire [1:0]  pattern,       // 0 uniform, 1 bit complement, 2 bit reversal, 3 half of the
                                      // nodes on
    input  wire [16:0] hot_rate,      // packets to the hot node per packet, in 1/65536
    input  wire [7:0]  hot_node,      // the hot node
    input  wire [31:0] hot_start,     // first cycle in which it is hot
    input  wire [31:0] hot_end,       // first cycle in which it no longer is
    input  wire        enable,        // packets are made
    input  wire [7:0]  node,          // number of this node
    input  wire [31:0] now,           // time, cycles
    input  wire        route_valid,   // an entry of the route table is written
    input  wire [7:0]  route_dst,     // its destination
    input  wire [30:0] route_turns,   // its turns, the first on top, ones below the last
    input  wire        measure,       // the counters count
    input  wire        clear,         // pulse: all counters to 0
    input  wire [6:0]  read_address,  // which counter
    output wire        tx_valid,
    output wire        tx_sop,
    output wire        tx_eop,
    output wire [63:0] tx_data,
    input  wire        tx_credit,
    input  wire        tx_msg_valid,
    input  wire        tx_msg_xoff,
    input  wire [30:0] tx_msg_tp,
    input  wire [30:0] tx_msg_mask,
    input  wire        rx_valid,
    input  wire        rx_sop,
    input  wire        rx_eop,
    input  wire [63:0] rx_data,
    output wire        rx_credit,
    output wire        rx_msg_valid,
    output wire        rx_msg_xoff,
    output wire [30:0] rx_msg_tp,
    output wire [30:0] rx_msg_mask,
    output wire [63:0] read_data,     // the counter, 2 cycles after its address
    output wire        received,      // pulse: a packet was received
    output wire        error,         // a packet was not what it should be
    output wire [31:0] digest         // of all packets received and when
);

    reg [39:0] made_count;
    reg [39:0] refused_count;
    reg [39:0] sent_count;
    reg [39:0] xoff_count;
    reg [39:0] xoff_refused_count;
    reg [6:0]  read_address_q;
    reg [63:0] read_data_q;

    reg  [63:0] nic_counter;
    wire        source_make_valid;
    wire [7:0]  source_make_dst;
    wire        nic_stat_xoff;
    wire        nic_stat_xoff_refused;
    wire        nic_stat_refused;
    wire [12:0] nic_queue_count;
    wire        nic_stat_sent;
    wire [63:0] sink_read_data;

    traffic_source_nodes16 source (
        .clk        (clk),
        .rst        (rst),
        .node       (node),
        .now        (now),
        .enable     (enable),
        .seed       (seed),
        .pattern    (pattern),
        .hot_node   (hot_node),
        .hot_rate   (hot_rate),
        .hot_start  (hot_start),
        .hot_end    (hot_end),
        .load       (load),
        .make_valid (source_make_valid),
        .make_dst   (source_make_dst)
    );

    traffic_nic_nodes16 nic (
        .clk               (clk),
        .rst               (rst),
        .node              (node),
        .now               (now),
        .tx_msg_valid      (tx_msg_valid),
        .tx_msg_xoff       (tx_msg_xoff),
        .tx_msg_tp         (tx_msg_tp),
        .tx_msg_mask       (tx_msg_mask),
        .stat_xoff         (nic_stat_xoff),
        .stat_xoff_refused (nic_stat_xoff_refused),
        .make_valid        (source_make_valid),
        .make_dst          (source_make_dst),
        .stat_refused      (nic_stat_refused),
        .queue_count       (nic_queue_count),
        .route_dst         (route_dst),
        .route_valid       (route_valid),
        .route_turns       (route_turns),
        .tx_credit         (tx_credit),
        .tx_valid          (tx_valid),
        .tx_sop            (tx_sop),
        .tx_eop            (tx_eop),
        .tx_data           (tx_data),
        .stat_sent         (nic_stat_sent)
    );

    traffic_sink_nodes16 sink (
        .clk          (clk),
        .rst          (rst),
        .rx_valid     (rx_valid),
        .rx_sop       (rx_sop),
        .rx_eop       (rx_eop),
        .rx_data      (rx_data),
        .rx_credit    (rx_credit),
        .rx_msg_valid (rx_msg_valid),
        .rx_msg_xoff  (rx_msg_xoff),
        .rx_msg_tp    (rx_msg_tp),
        .rx_msg_mask  (rx_msg_mask),
        .node         (node),
        .now          (now),
        .measure      (measure),
        .clear        (clear),
        .read_address (read_address),
        .received     (received),
        .error        (error),
        .digest       (digest),
        .read_data    (sink_read_data)
    );

    assign read_data = read_data_q;

    always @* begin
        nic_counter = 64'd0;
        case (read_address_q)
            7'd64: nic_counter = {24'd0, made_count};
            7'd65: nic_counter = {24'd0, refused_count};
            7'd66: nic_counter = {24'd0, sent_count};
            7'd73: nic_counter = {51'd0, nic_queue_count};
            7'd74: nic_counter = {24'd0, xoff_count};
            7'd75: nic_counter = {24'd0, xoff_refused_count};
            default: ;
        endcase
    end

    always @(posedge clk) begin
        if (rst) begin
            made_count <= 40'd0;
        end else if (clear) begin
            made_count <= 40'd0;
        end else if (source_make_valid && measure) begin
            made_count <= made_count + {39'd0, 1'b1};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            refused_count <= 40'd0;
        end else if (clear) begin
            refused_count <= 40'd0;
        end else if (nic_stat_refused && measure) begin
            refused_count <= refused_count + {39'd0, 1'b1};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            sent_count <= 40'd0;
        end else if (clear) begin
            sent_count <= 40'd0;
        end else if (nic_stat_sent && measure) begin
            sent_count <= sent_count + {39'd0, 1'b1};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            xoff_count <= 40'd0;
        end else if (clear) begin
            xoff_count <= 40'd0;
        end else if (nic_stat_xoff && measure) begin
            xoff_count <= xoff_count + {39'd0, 1'b1};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            xoff_refused_count <= 40'd0;
        end else if (clear) begin
            xoff_refused_count <= 40'd0;
        end else if (nic_stat_xoff_refused && measure) begin
            xoff_refused_count <= xoff_refused_count + {39'd0, 1'b1};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            read_address_q <= 7'd0;
        end else begin
            read_address_q <= read_address;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            read_data_q <= 64'd0;
        end else begin
            read_data_q <= nic_counter | sink_read_data;
        end
    end

endmodule

`default_nettype wire
