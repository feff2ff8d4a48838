// SPDX-License-Identifier: Apache-2.0
// adaptive_host: host: traffic, adapter with reaction point, resequencer, counters
//
// hosts = 6, queue = 256, byte_counter = 150000, timer = 300000, blockable = 0, error_bits = 8
`default_nettype none

module adaptive_host (
    input  wire         clk,           // rising edge
    input  wire         rst,           // synchronous, active high
    input  wire [11:0]  node,          // number of this host, held
    input  wire [31:0]  seed,          // of traffic and jitter, not 0, held
    input  wire         load,          // the traffic takes its seed
    input  wire [31:0]  now,           // time, cycles
    input  wire         turn,          // the traffic makes a draw
    input  wire [16:0]  rate,          // probability of a frame, in 1/65536

    // destination
    input  wire         fixed_on,      // all frames go to one host
    input  wire [2:0]   fixed_dst,     // to this one

    input  wire         measure,       // the counters count
    input  wire         sample,        // the counters of what is held take a sample
    output wire         ready,         // frames may come

    // link from the switch
    input  wire         rx_valid,      // a beat comes
    input  wire         rx_head,       // it is the first of a frame
    input  wire         rx_tail,       // it is the last
    input  wire [127:0] rx_data,       // the beat

    // link to the switch, registers
    output wire         tx_valid,      // a beat comes
    output wire         tx_head,       // it is the first of a frame
    output wire         tx_tail,       // it is the last
    output wire [127:0] tx_data,       // the beat

    // counter readback
    input  wire [6:0]   read_address,  // which counter
    output wire [47:0]  read_data,     // the counter, 2 cycles after its address

    // errors of the link from the switch
    input  wire         err_clear,     // clears the errors of the port
    output wire [7:0]   err_seen,      // causes since the last clear: no_head, cut, long, no_route,
                                       // no_source, bad_length, no_kind, no_room from bit 0 on,
                                       // functions of registers
    output wire [63:0]  err_counts,    // errors of each cause since the last clear, bits of a
                                       // counter each, which stay at the largest number, registers

    output wire         error          // a frame was lost, or a rule of the link was broken, since
                                       // reset; a register
);

    reg [31:0]  frames_from [0:5];  // frames counted from each host
    reg [127:0] first_beat;         // first beat of the frame that comes
    reg [2:0]   src_q;              // source of the frame
    reg [15:0]  seq_q;              // number of the frame
    reg [31:0]  stamp_q;            // time at which the frame was made, cycles
    reg [10:0]  peak;               // most frames held in this episode
    reg [47:0]  latency_sum;        // sum since reset
    reg [31:0]  latency_max;        // largest value since reset
    reg [47:0]  reordered;          // sum since reset
    reg [47:0]  held_sum;           // sum since reset
    reg [10:0]  held_max;           // largest value since reset
    reg [47:0]  episodes;           // sum since reset
    reg [47:0]  peak_sum;           // sum since reset
    reg [47:0]  made;               // sum since reset
    reg [47:0]  refused;            // sum since reset
    reg [47:0]  cns;                // sum since reset
    reg [47:0]  samples;            // sum since reset
    reg [47:0]  given_up;           // sum since reset
    reg [47:0]  late;               // sum since reset
    reg [6:0]   address_q;          // read_address, one cycle later
    reg [47:0]  shown;              // the counter, 2 cycles after its address
    reg         error_q;            // a frame was lost, or a rule of the link was broken, since
                                    // reset; a register

    wire         offer_taken;
    wire         head;
    wire [127:0] frame;
    wire         arrived;
    wire [31:0]  latency;
    wire         episode_ends;
    wire [7:0]   link_errors;
    wire [5:0]   adapter_offer_ready;
    wire         adapter_stat_sent;
    wire [2:0]   adapter_stat_sent_flow;
    wire         adapter_stat_refused;
    wire         adapter_stat_unknown;
    wire [5:0]   adapter_stat_limited;
    wire         adapter_stat_reacts;
    wire [2:0]   adapter_stat_cnm_flow;
    wire         adapter_stat_starts;
    wire         adapter_stat_no_free;
    wire         adapter_stat_lost;
    wire         adapter_stat_frees;
    wire [10:0]  resequencer_held;
    wire         resequencer_delivered;
    wire         resequencer_reordered;
    wire         resequencer_given_up;
    wire         resequencer_late;
    wire         resequencer_lost;
    wire         traffic_offer_valid;
    wire [2:0]   traffic_offer_flow;
    wire         guard_cn;
    wire [7:0]   guard_error;
    wire         pause_rx_paused;

    wire [13:0] frame_head_length = frame[98:85];  // bytes with FCS, without preamble and gap
    wire [15:0] frame_seq = frame[84:69];          // number of the frame in its flow {src, dst,
                                                   // prio}
    wire [31:0] frame_stamp = frame[68:37];        // cycle in which the frame was made
    wire [36:0] frame_tag = frame[36:0];           // free for the end nodes

    wire unused_frame_rest = &{1'b0, frame[127:111], frame_head_length, frame_tag, frame[110:102]};
    wire unused_status = &{1'b0, adapter_stat_lost, adapter_stat_sent_flow, adapter_stat_limited,
                           adapter_stat_cnm_flow, adapter_stat_starts, adapter_stat_frees,
                           adapter_stat_sent, resequencer_delivered};

    genvar g;

    qcn_adapter_flows6_limiters8_prios1_queue256_per_dest1_gap0_whole_beats1_reaction_time1_timer300000_min_rate10 adapter (
        .clk            (clk),
        .rst            (rst),
        .seed           (seed),
        .node           (node),
        .now            (now),
        .flow_dst       ({12'd5, 12'd4, 12'd3, 12'd2, 12'd1, 12'd0}),
        .flow_prio      (18'd0),
        .flow_length    ({14'd1500, 14'd1500, 14'd1500, 14'd1500, 14'd1500, 14'd1500}),
        .offer_valid    (traffic_offer_valid),
        .offer_flow     (traffic_offer_flow),
        .offer_ready    (adapter_offer_ready),
        .paused         (pause_rx_paused),
        .rx_valid       (guard_cn),
        .rx_head        (rx_head),
        .rx_tail        (rx_tail),
        .rx_data        (rx_data),
        .tx_valid       (tx_valid),
        .tx_head        (tx_head),
        .tx_tail        (tx_tail),
        .tx_data        (tx_data),
        .stat_sent      (adapter_stat_sent),
        .stat_sent_flow (adapter_stat_sent_flow),
        .stat_refused   (adapter_stat_refused),
        .stat_unknown   (adapter_stat_unknown),
        .stat_limited   (adapter_stat_limited),
        .stat_reacts    (adapter_stat_reacts),
        .stat_cnm_flow  (adapter_stat_cnm_flow),
        .stat_starts    (adapter_stat_starts),
        .stat_no_free   (adapter_stat_no_free),
        .stat_lost      (adapter_stat_lost),
        .stat_frees     (adapter_stat_frees)
    );

    adaptive_resequencer resequencer (
        .clk           (clk),
        .rst           (rst),
        .ready         (ready),
        .arrival_valid (arrived),
        .arrival_src   (src_q),
        .arrival_seq   (seq_q),
        .arrival_stamp (stamp_q),
        .held          (resequencer_held),
        .delivered     (resequencer_delivered),
        .reordered     (resequencer_reordered),
        .given_up      (resequencer_given_up),
        .late          (resequencer_late),
        .lost          (resequencer_lost)
    );

    adaptive_traffic traffic (
        .clk         (clk),
        .rst         (rst),
        .node        (node),
        .load        (load),
        .seed        (seed),
        .turn        (turn),
        .rate        (rate),
        .fixed_on    (fixed_on),
        .fixed_dst   (fixed_dst),
        .offer_valid (traffic_offer_valid),
        .offer_flow  (traffic_offer_flow),
        .offer_taken (offer_taken)
    );

    adaptive_guard_at_host1 guard (
        .clk      (clk),
        .rst      (rst),
        .rx_valid (rx_valid),
        .rx_head  (rx_head),
        .rx_tail  (rx_tail),
        .rx_data  (rx_data),
        .node     (node),
        .ready    (ready),
        .whole    (arrived),
        .cn       (guard_cn),
        .error    (guard_error)
    );

    qcn_pause_rx_prios1 pause_rx (
        .clk      (clk),
        .rst      (rst),
        .rx_valid (rx_valid),
        .rx_head  (rx_head),
        .rx_tail  (rx_tail),
        .rx_data  (rx_data),
        .paused   (pause_rx_paused)
    );

    generate
        for (g = 0; g < 1; g = g + 1) begin : errors
            link_errors u (
                .clk    (clk),
                .rst    (rst),
                .errors (link_errors),
                .clear  (err_clear),
                .seen   (err_seen),
                .counts (err_counts)
            );
        end
    endgenerate

    assign offer_taken  = traffic_offer_valid && adapter_offer_ready[traffic_offer_flow];
    assign head         = rx_valid && rx_head;
    assign frame        = head ? rx_data : first_beat;
    assign latency      = now - stamp_q;
    assign episode_ends = resequencer_held == 11'd0 && (|peak);
    assign read_data    = shown;
    assign link_errors = {guard_error[7] | resequencer_lost, guard_error[6:4],
                          guard_error[3] | adapter_stat_unknown, guard_error[2:0]};
    assign error = error_q;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [178:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (6) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[146:0], memory_fill};
        end
        {first_beat, src_q, seq_q, stamp_q} = memory_bits;
    end
`endif

    always @(posedge clk) begin : update_frames_from
        integer i;
        if (rst) begin
            for (i = 0; i < 6; i = i + 1) frames_from[i] <= 32'd0;
        end else if (arrived && measure) begin
            frames_from[src_q] <= frames_from[src_q] + 32'd1;
        end
    end

    always @(posedge clk) begin
        if (head) first_beat <= rx_data;
        src_q <= frame[101:99];
        seq_q <= frame_seq;
        stamp_q <= frame_stamp;
    end

    always @(posedge clk) begin
        if (rst) begin
            peak <= 11'd0;
        end else if (episode_ends) begin
            peak <= 11'd0;
        end else if (resequencer_held > peak) begin
            peak <= resequencer_held;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            latency_sum <= 48'd0;
            latency_max <= 32'd0;
            reordered <= 48'd0;
            held_max <= 11'd0;
            made <= 48'd0;
            refused <= 48'd0;
            cns <= 48'd0;
            given_up <= 48'd0;
            late <= 48'd0;
            address_q <= 7'd0;
            error_q <= 1'b0;
        end else begin
            if (arrived && measure) latency_sum <= latency_sum + {16'd0, latency};
            if (arrived && measure && latency > latency_max) latency_max <= latency;
            if (resequencer_reordered && measure) reordered <= reordered + {47'd0, 1'b1};
            if (1'b1 && measure && resequencer_held > held_max) held_max <= resequencer_held;
            if (offer_taken && measure) made <= made + {47'd0, 1'b1};
            if (adapter_stat_refused && measure) refused <= refused + {47'd0, 1'b1};
            if (adapter_stat_reacts && measure) cns <= cns + {47'd0, 1'b1};
            if (resequencer_given_up && measure) given_up <= given_up + {47'd0, 1'b1};
            if (resequencer_late && measure) late <= late + {47'd0, 1'b1};
            address_q <= read_address;
            if ((|link_errors) || adapter_stat_no_free) error_q <= 1'b1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            held_sum <= 48'd0;
            samples <= 48'd0;
        end else if (sample && measure) begin
            held_sum <= held_sum + {37'd0, resequencer_held};
            samples <= samples + {47'd0, 1'b1};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            episodes <= 48'd0;
            peak_sum <= 48'd0;
        end else if (episode_ends && measure) begin
            episodes <= episodes + {47'd0, 1'b1};
            peak_sum <= peak_sum + {37'd0, peak};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            shown <= 48'd0;
        end else begin
            case (address_q)
                7'd64: shown <= latency_sum;
                7'd65: shown <= {16'd0, latency_max};
                7'd66: shown <= reordered;
                7'd67: shown <= held_sum;
                7'd68: shown <= {37'd0, held_max};
                7'd69: shown <= episodes;
                7'd70: shown <= peak_sum;
                7'd71: shown <= made;
                7'd72: shown <= refused;
                7'd73: shown <= cns;
                7'd74: shown <= samples;
                7'd75: shown <= given_up;
                7'd76: shown <= late;
                default: shown <= {16'd0, frames_from[address_q[2:0]]};
            endcase
        end
    end

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_adaptive_host
    initial assume (rst);
`endif
`endif

endmodule

`default_nettype wire
