// SPDX-License-Identifier: Apache-2.0
// traffic_sink_nodes16: receives, checks and measures packets
//
// nodes = 16, link_latency = 2, link = 1
`default_nettype none

module traffic_sink_nodes16 (
    input  wire        clk,           // rising edge
    input  wire        rst,           // synchronous, active high
    input  wire [7:0]  node,          // number of this node
    input  wire [31:0] now,           // time, cycles

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

    input  wire        measure,       // the counters count
    input  wire        clear,         // pulse: all counters to 0

    // counter readback: data 1 cycle after the address
    input  wire [6:0]  read_address,  // which counter
    output wire [63:0] read_data,     // the counter

    output wire        received,      // pulse: a packet was received, a register
    output wire        error,         // a packet was not what it should be, a register
    output wire [31:0] digest         // of all packets received and when, a register
);

    localparam [2:0] LAST_BEAT              = 3'd7;
    localparam [6:0] AT_RECEIVED            = 7'd67;
    localparam [6:0] AT_LATENCY_SUM         = 7'd68;
    localparam [6:0] AT_LATENCY_MAX         = 7'd69;
    localparam [6:0] AT_ORDER_ERRORS        = 7'd70;
    localparam [6:0] AT_PAYLOAD_ERRORS      = 7'd71;
    localparam [6:0] AT_MISROUTES           = 7'd72;
    localparam [6:0] AT_NETWORK_LATENCY_SUM = 7'd76;

    reg        rx_valid_q;      // rx_valid, one cycle later
    reg        rx_sop_q;        // rx_sop, one cycle later
    reg        rx_eop_q;        // rx_eop, one cycle later
    reg        rx_bad_q;        // rx_bad, one cycle later
    reg [63:0] rx_data_q;       // rx_data, one cycle later
    reg [2:0]  position;        // number of the next beat, 0 between packets
    reg [7:0]  src;             // source of the packet
    reg [11:0] seq;             // sequence number of the packet
    reg [31:0] made;            // cycle in which the packet was made
    reg [31:0] sent;            // cycle in which its beat 0 entered the link
    reg        bad;             // a beat of the packet was wrong
    reg [3:0]  walk;            // source whose number is zeroed
    reg        walking;         // the numbers are zeroed after reset
    reg        lost;            // the packet is for another node
    reg [31:0] latency;         // age of the packet at its last beat, cycles
    reg [31:0] transit;         // time from beat 0 to its last beat, cycles
    reg        received_q;      // pulse: a packet was received, a register
    reg        damaged;         // a beat was out of place, or a packet wrong
    reg        error_q;         // a packet was not what it should be, a register
    reg [31:0] digest_q;        // of all packets received and when, a register
    reg [31:0] latency_max;     // largest latency of a packet, cycles
    reg [63:0] shown;           // the counter that was addressed
    reg [39:0] received_count;  // packets received while measuring
    reg [47:0] latency_sum;     // sum of the latencies, cycles
    reg [39:0] order_errors;    // order errors of packets
    reg [39:0] payload_errors;  // damaged packets and frame errors
    reg [39:0] misroutes;       // packets for another node
    reg [47:0] network_sum;     // sum of the times in the network, cycles
    reg [5:0]  bin_walk;        // bin that is zeroed next
    reg        zeroing;         // the bins are zeroed, after reset or clear
    reg        enters_bin;      // the latency is counted in its bin
    reg [5:0]  bin_q;           // bin, one cycle later
    reg        shows_bin;       // a bin of the histogram was addressed
    reg        taken;           // last, one cycle later

    reg  [11:0] numbers [0:15];    // next sequence number expected, by source
    wire [11:0] expected;
    (* ram_style = "block", syn_ramstyle = "block_ram" *)
    reg  [31:0] histogram [0:63];  // number of packets, by bin of latency
    reg  [31:0] bin_count;         // word of histogram that was read last
    reg  [31:0] bin_shown;         // word of histogram that was read last

    wire [2:0]  beat;
    wire        in_packet;
    wire        first;
    wire        last;
    wire        broken;
    wire        second;
    wire [31:0] check;
    reg         wrong;
    wire        wrong_beat;
    wire        stray;
    wire        misroute;
    wire        arrives;
    wire        disorder;
    wire        wrong_packet;
    wire        counted;
    wire [16:0] latency_from_top;
    wire [16:0] highest_from_top;
    wire [16:0] highest_one;
    wire        second_bit;
    wire        third_bit;
    wire [3:0]  octave;
    wire [5:0]  bin;

    wire [7:0]  rx_data_q_source = rx_data_q[27:20];  // number of the sending node
    wire [11:0] rx_data_q_seq = rx_data_q[19:8];      // sequence number
    wire [7:0]  rx_data_q_tag = rx_data_q[7:0];       // free for the end nodes

    wire unused_route = &{1'b0, rx_data_q[63:28]};
    wire unused_highest_one_rest = &{1'b0, highest_one[0]};

    link_delay_width1_latency1 credit_link (
        .clk (clk),
        .rst (rst),
        .d   (taken),
        .q   (rx_credit)
    );

    assign beat         = rx_sop_q ? 3'd0 : position;
    assign in_packet    = position != 3'd0;
    assign first        = rx_valid_q && rx_sop_q;
    assign last         = rx_valid_q && beat == LAST_BEAT;
    assign broken       = rx_valid_q ? rx_sop_q == in_packet : in_packet;
    assign second       = rx_valid_q && beat == 3'd1;
    assign check        = {1'b0, position, src, node, seq} ^ made;
    assign wrong_beat   = wrong || rx_eop_q != (beat == LAST_BEAT);
    assign stray        = rx_data_q[63:56] != node;
    assign misroute     = second && stray;
    assign arrives      = second && !stray;
    assign disorder     = arrives && expected != seq;
    assign received     = received_q;
    assign wrong_packet = misroute || disorder || damaged;
    assign error        = error_q;
    assign digest       = digest_q;
    assign counted      = received_q && measure;
    assign latency_from_top = {latency[3], latency[4], latency[5], latency[6], latency[7],
                               latency[8], latency[9], latency[10], latency[11], latency[12],
                               latency[13], latency[14], latency[15], latency[16], latency[17],
                               latency[18], latency[19]};
    assign highest_from_top = latency_from_top & (17'd0 - latency_from_top);
    assign highest_one = {highest_from_top[0], highest_from_top[1], highest_from_top[2],
                          highest_from_top[3], highest_from_top[4], highest_from_top[5],
                          highest_from_top[6], highest_from_top[7], highest_from_top[8],
                          highest_from_top[9], highest_from_top[10], highest_from_top[11],
                          highest_from_top[12], highest_from_top[13], highest_from_top[14],
                          highest_from_top[15], highest_from_top[16]};
    assign second_bit = |(highest_one[16:2] & latency[18:4]);
    assign third_bit  = |(highest_one[16:2] & latency[17:3]);
    assign octave = {|(highest_one[16:1] & 16'hff00), |(highest_one[16:1] & 16'hf0f0),
                     |(highest_one[16:1] & 16'hcccc), |(highest_one[16:1] & 16'haaaa)};
    assign bin = (|latency[31:20]) ? 6'd63
               : (latency[19:3] < 17'd4) ? latency[8:3] : {octave, second_bit, third_bit};
    assign read_data    = shows_bin ? {32'd0, bin_shown} : shown;
    assign rx_msg_valid = 1'b0;
    assign rx_msg_xoff  = 1'b0;
    assign rx_msg_tp    = 31'd0;
    assign rx_msg_mask  = 31'd0;

    always @* begin
        case (beat)
            3'd0: wrong = (|rx_data_q_tag) || (|rx_data_q[27:24]);
            3'd1: wrong = |rx_data_q[55:32];
            3'd2: wrong = |rx_data_q[63:32];
            default: wrong = |((rx_data_q[63:32] ^ check) | (rx_data_q[31:0] ^ ~check));
        endcase
    end

    always @(posedge clk) begin
        if (arrives || walking) numbers[walking ? walk : src[3:0]] <= walking ? 12'd0 : seq + 12'd1;
    end

    assign expected = numbers[src[3:0]];

    always @(posedge clk) begin
        if (zeroing || enters_bin) begin
            histogram[zeroing ? bin_walk : bin_q] <= zeroing ? 32'd0 : bin_count + 32'd1;
        end
        if (counted) bin_count <= histogram[bin];
        if (read_address < 7'd64) bin_shown <= histogram[read_address[5:0]];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [275:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (9) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[243:0], memory_fill};
        end
        {rx_data_q, src, seq, made, sent, latency, transit, bin_count, bin_shown} = memory_bits;
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            numbers[memory_word] = memory_fill[31:20];
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            histogram[memory_word] = memory_fill;
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            rx_valid_q <= 1'b0;
            rx_sop_q <= 1'b0;
            rx_eop_q <= 1'b0;
            rx_bad_q <= 1'b0;
            bad <= 1'b0;
            lost <= 1'b0;
            received_q <= 1'b0;
            damaged <= 1'b0;
            error_q <= 1'b0;
            digest_q <= 32'd0;
            enters_bin <= 1'b0;
            bin_q <= 6'd0;
            shows_bin <= 1'b0;
            taken <= 1'b0;
        end else begin
            rx_valid_q <= rx_valid;
            rx_sop_q <= rx_sop;
            rx_eop_q <= rx_eop;
            rx_bad_q <= rx_bad;
            if (rx_valid_q) bad <= wrong_beat || (bad && !first);
            if (second) lost <= stray;
            received_q <= last && !lost && !rx_bad_q;
            damaged <= broken || (last && (wrong_beat || bad || rx_bad_q));
            if (wrong_packet) error_q <= 1'b1;
            if (received_q) digest_q <= {digest_q[30:0], digest_q[31]} ^ now ^ {src, seq, 12'd0};
            enters_bin <= counted && !zeroing && !clear;
            bin_q <= bin;
            shows_bin <= read_address < 7'd64;
            taken <= last;
        end
    end

    always @(posedge clk) begin
        rx_data_q <= rx_data;
        if (second) made <= rx_data_q[31:0];
        if (beat == 3'd2) sent <= rx_data_q[31:0];
    end

    always @(posedge clk) begin
        if (rst) begin
            position <= 3'd0;
        end else if (first) begin
            position <= 3'd1;
        end else if (broken) begin
            position <= 3'd0;
        end else if (rx_valid_q) begin
            position <= position + 3'd1;
        end
    end

    always @(posedge clk) begin
        if (first) begin
            src <= rx_data_q_source;
            seq <= rx_data_q_seq;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            walk <= 4'd0;
            walking <= 1'b1;
        end else if (walking) begin
            walk <= walk + 4'd1;
            if (walk == 4'd15) walking <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (last) begin
            latency <= now - made;
            transit <= now - sent;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            latency_max <= 32'd0;
            received_count <= 40'd0;
            latency_sum <= 48'd0;
            order_errors <= 40'd0;
            payload_errors <= 40'd0;
            misroutes <= 40'd0;
            network_sum <= 48'd0;
            bin_walk <= 6'd0;
            zeroing <= 1'b1;
        end else if (clear) begin
            latency_max <= 32'd0;
            received_count <= 40'd0;
            latency_sum <= 48'd0;
            order_errors <= 40'd0;
            payload_errors <= 40'd0;
            misroutes <= 40'd0;
            network_sum <= 48'd0;
            zeroing <= 1'b1;
            bin_walk <= 6'd0;
        end else begin
            if (counted && latency > latency_max) latency_max <= latency;
            if (counted) received_count <= received_count + {39'd0, 1'b1};
            if (counted) latency_sum <= latency_sum + {16'd0, latency};
            if (disorder) order_errors <= order_errors + {39'd0, 1'b1};
            if (damaged) payload_errors <= payload_errors + {39'd0, 1'b1};
            if (misroute) misroutes <= misroutes + {39'd0, 1'b1};
            if (counted) network_sum <= network_sum + {16'd0, transit};
            if (zeroing) begin
                bin_walk <= bin_walk + 6'd1;
                if (bin_walk == 6'd63) zeroing <= 1'b0;
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            shown <= 64'd0;
        end else begin
            case (read_address)
                AT_RECEIVED: shown <= {24'd0, received_count};
                AT_LATENCY_SUM: shown <= {16'd0, latency_sum};
                AT_LATENCY_MAX: shown <= {32'd0, latency_max};
                AT_ORDER_ERRORS: shown <= {24'd0, order_errors};
                AT_PAYLOAD_ERRORS: shown <= {24'd0, payload_errors};
                AT_MISROUTES: shown <= {24'd0, misroutes};
                AT_NETWORK_LATENCY_SUM: shown <= {16'd0, network_sum};
                default: shown <= 64'd0;
            endcase
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
            // no packet in the first cycles after reset, one per node
            if (rx_valid_q && walking) begin
                $display("RTLGEN_ASSERT %m numbers_are_ready fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_traffic_sink_nodes16
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // no packet in the first cycles after reset, one per node
            numbers_are_ready: `RTLGEN_CONTRACT (!(rx_valid_q && walking));
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
