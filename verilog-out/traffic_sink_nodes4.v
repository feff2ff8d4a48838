// SPDX-License-Identifier: Apache-2.0
// traffic_sink_nodes4: receives, checks and measures packets  nodes = 4, link_latency = 2, link = 1
`default_nettype none

module traffic_sink_nodes4 (
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

    reg        rx_valid_q;
    reg        rx_sop_q;
    reg        rx_eop_q;
    reg        rx_bad_q;
    reg [63:0] rx_data_q;
    reg [2:0]  position;
    reg [7:0]  src;
    reg [11:0] seq;
    reg [31:0] made;
    reg [31:0] sent;
    reg        bad;
    reg [1:0]  walk;
    reg        walking;
    reg        lost;
    reg [31:0] latency;
    reg [31:0] transit;
    reg        received_q;
    reg        damaged;
    reg        error_q;
    reg [31:0] digest_q;
    reg [31:0] latency_max;
    reg [63:0] shown;
    reg [39:0] received_count;
    reg [47:0] latency_sum;
    reg [39:0] order_errors;
    reg [39:0] payload_errors;
    reg [39:0] misroutes;
    reg [47:0] network_sum;
    reg [5:0]  bin_walk;
    reg        zeroing;
    reg        enters_bin;
    reg [5:0]  bin_q;
    reg        shows_bin;
    reg        taken;

    reg  [11:0] numbers [0:3];
    wire [11:0] expected;
    (* ram_style = "block", syn_ramstyle = "block_ram" *)
    reg  [31:0] histogram [0:63];
    reg  [31:0] bin_count;
    reg  [31:0] bin_shown;

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
            3'd0: wrong = (|rx_data_q[7:0]) || (|rx_data_q[27:22]);
            3'd1: wrong = |rx_data_q[55:32];
            3'd2: wrong = |rx_data_q[63:32];
            default: wrong = |((rx_data_q[63:32] ^ check) | (rx_data_q[31:0] ^ ~check));
        endcase
    end

    always @(posedge clk) begin
        if (arrives || walking) numbers[walking ? walk : src[1:0]] <= walking ? 12'd0 : seq + 12'd1;
    end

    assign expected = numbers[src[1:0]];

    always @(posedge clk) begin
        if (zeroing || enters_bin) begin
            histogram[zeroing ? bin_walk : bin_q] <= zeroing ? 32'd0 : bin_count + 32'd1;
        end
    end

    always @(posedge clk) begin
        if (counted) bin_count <= histogram[bin];
    end

    always @(posedge clk) begin
        if (read_address < 7'd64) bin_shown <= histogram[read_address[5:0]];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            numbers[memory_word] = memory_fill[31:20];
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            histogram[memory_word] = memory_fill;
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        bin_count = memory_fill;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        bin_shown = memory_fill;
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            rx_data_q = {rx_data_q[31:0], memory_fill};
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        src = memory_fill[31:24];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        seq = memory_fill[31:20];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        made = memory_fill;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        sent = memory_fill;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        latency = memory_fill;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        transit = memory_fill;
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            rx_valid_q <= 1'b0;
        end else begin
            rx_valid_q <= rx_valid;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            rx_sop_q <= 1'b0;
        end else begin
            rx_sop_q <= rx_sop;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            rx_eop_q <= 1'b0;
        end else begin
            rx_eop_q <= rx_eop;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            rx_bad_q <= 1'b0;
        end else begin
            rx_bad_q <= rx_bad;
        end
    end

    always @(posedge clk) begin
        rx_data_q <= rx_data;
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
            src <= rx_data_q[27:20];
            seq <= rx_data_q[19:8];
        end
    end

    always @(posedge clk) begin
        if (second) begin
            made <= rx_data_q[31:0];
        end
    end

    always @(posedge clk) begin
        if (beat == 3'd2) begin
            sent <= rx_data_q[31:0];
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            bad <= 1'b0;
        end else if (rx_valid_q) begin
            bad <= wrong_beat || (bad && !first);
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            walk <= 2'd0;
            walking <= 1'b1;
        end else if (walking) begin
            walk <= walk + 2'd1;
            if (walk == 2'd3) begin
                walking <= 1'b0;
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            lost <= 1'b0;
        end else if (second) begin
            lost <= stray;
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
            received_q <= 1'b0;
        end else begin
            received_q <= last && !lost && !rx_bad_q;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            damaged <= 1'b0;
        end else begin
            damaged <= broken || (last && (wrong_beat || bad || rx_bad_q));
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            error_q <= 1'b0;
        end else if (wrong_packet) begin
            error_q <= 1'b1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            digest_q <= 32'd0;
        end else if (received_q) begin
            digest_q <= {digest_q[30:0], digest_q[31]} ^ now ^ {src, seq, 12'd0};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            latency_max <= 32'd0;
        end else if (clear) begin
            latency_max <= 32'd0;
        end else if (counted && latency > latency_max) begin
            latency_max <= latency;
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

    always @(posedge clk) begin
        if (rst) begin
            received_count <= 40'd0;
        end else if (clear) begin
            received_count <= 40'd0;
        end else if (counted) begin
            received_count <= received_count + {39'd0, 1'b1};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            latency_sum <= 48'd0;
        end else if (clear) begin
            latency_sum <= 48'd0;
        end else if (counted) begin
            latency_sum <= latency_sum + {16'd0, latency};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            order_errors <= 40'd0;
        end else if (clear) begin
            order_errors <= 40'd0;
        end else if (disorder) begin
            order_errors <= order_errors + {39'd0, 1'b1};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            payload_errors <= 40'd0;
        end else if (clear) begin
            payload_errors <= 40'd0;
        end else if (damaged) begin
            payload_errors <= payload_errors + {39'd0, 1'b1};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            misroutes <= 40'd0;
        end else if (clear) begin
            misroutes <= 40'd0;
        end else if (misroute) begin
            misroutes <= misroutes + {39'd0, 1'b1};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            network_sum <= 48'd0;
        end else if (clear) begin
            network_sum <= 48'd0;
        end else if (counted) begin
            network_sum <= network_sum + {16'd0, transit};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            bin_walk <= 6'd0;
            zeroing <= 1'b1;
        end else if (clear) begin
            zeroing <= 1'b1;
            bin_walk <= 6'd0;
        end else if (zeroing) begin
            bin_walk <= bin_walk + 6'd1;
            if (bin_walk == 6'd63) begin
                zeroing <= 1'b0;
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            enters_bin <= 1'b0;
        end else begin
            enters_bin <= counted && !zeroing && !clear;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            bin_q <= 6'd0;
        end else begin
            bin_q <= bin;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            shows_bin <= 1'b0;
        end else begin
            shows_bin <= read_address < 7'd64;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            taken <= 1'b0;
        end else begin
            taken <= last;
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
`ifdef RTLGEN_FORMAL_traffic_sink_nodes4
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
