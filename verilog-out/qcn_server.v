// SPDX-License-Identifier: Apache-2.0
// qcn_server: server port: source, adapter with reaction point, sink
//
// flows = 8, limiters = 16, prios = 2, queue = 32, per_dest = 0, servers = 8, windows = 16, gap = 20, whole_beats = 0, reaction_time = 47, byte_counter = 150000, timer = 292969, r_ai = 524, r_hai = 5243, min_rate = 1049, efr = 1, trr = 1, per_gt = 0, start_qoff = 0, blockable = 0, pause_quanta = 65535, pause_reaction = 1024, pause_refresh = 0
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module qcn_server (
    input  wire         clk,           // rising edge
    input  wire         rst,           // synchronous, active high
    input  wire [31:0]  seed,          // of the jitter, held
    input  wire [11:0]  node,          // number of this server port, held
    input  wire [31:0]  now,           // time, cycles
    input  wire [31:0]  window,        // cycles of a window of time, held; 0: no windows

    // flow table
    input  wire         set_valid,     // an entry of the flow table is written
    input  wire [2:0]   set_flow,      // its number
    input  wire [11:0]  set_dst,       // destination
    input  wire [2:0]   set_prio,      // priority, below prios
    input  wire [13:0]  set_length,    // bytes of a frame with FCS, at least 64
    input  wire [9:0]   set_rate,      // in 1/1000 of the line rate; 0: no frames
    input  wire [31:0]  set_start,     // first cycle in which the flow is active
    input  wire [31:0]  set_stop,      // first cycle in which it no longer is

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

    // counter readback: data 3 cycles after the address
    input  wire [15:0]  read_address,  // which counter
    output wire [63:0]  read_data,     // the counter

    output wire         error,         // a frame was not what it should be, a register
    output wire         reacts         // pulse: a CNM takes effect
);

    reg [9:0]  flow_rate [0:7];    // rate of each flow, in 1/1000 of the line rate
    reg [31:0] flow_start [0:7];   // first cycle in which a flow is active
    reg [31:0] flow_stop [0:7];    // first cycle in which a flow no longer is
    reg [13:0] flow_length [0:7];  // bytes of a frame with FCS, of each flow
    reg [11:0] flow_dst [0:7];     // destination of each flow
    reg [2:0]  flow_prio [0:7];    // priority of each flow
    (* mem2reg *)
    reg [31:0] sent [0:7];         // frames sent, of each flow
    (* mem2reg *)
    reg [31:0] refused [0:7];      // frames refused, of each flow
    (* mem2reg *)
    reg [31:0] cnms [0:7];         // CNMs with feedback that took effect, of each flow
    reg [31:0] first_cnm [0:7];    // cycle of the first CNM of each flow, or all ones
    reg        sent_q;             // stat_sent of adapter, one cycle later
    reg [2:0]  sent_flow_q;        // stat_sent_flow of adapter, one cycle later
    reg        refused_q;          // stat_refused of adapter, one cycle later
    reg [2:0]  refused_flow_q;     // offer_flow of source, one cycle later
    reg [7:0]  noticed;            // flows that have had a CNM
    reg [31:0] starts;             // limiters started
    reg [31:0] no_free;            // CNMs without a free limiter
    reg [31:0] lost;               // CNMs lost behind another one
    reg [31:0] unknown;            // CNMs for unknown flows
    reg [15:0] address;            // read_address, one cycle later
    reg [31:0] flow_shown;         // counter of the adapter that is read
    reg        shows_flow;         // a counter of the adapter is read
    reg [63:0] read_data_q;        // the counter

    wire [127:0] totals;
    wire         source_offer_valid;
    wire [2:0]   source_offer_flow;
    wire [7:0]   adapter_offer_ready;
    wire         adapter_stat_sent;
    wire [2:0]   adapter_stat_sent_flow;
    wire         adapter_stat_refused;
    wire         adapter_stat_unknown;
    wire [7:0]   adapter_stat_limited;
    wire [2:0]   adapter_stat_cnm_flow;
    wire         adapter_stat_starts;
    wire         adapter_stat_no_free;
    wire         adapter_stat_lost;
    wire         adapter_stat_frees;
    wire [63:0]  sink_read_data;
    wire [1:0]   pause_paused;

`ifdef RTLGEN_CHECKS
    reg [4:0] age;  // cycles since reset, up to one per row less three
`endif

    wire unused_frees = &{1'b0, adapter_stat_frees};
    wire unused_address = &{1'b0, address[13:6]};

    qcn_source source (
        .clk         (clk),
        .rst         (rst),
        .now         (now),
        .rate        ({flow_rate[7], flow_rate[6], flow_rate[5], flow_rate[4], flow_rate[3],
                       flow_rate[2], flow_rate[1], flow_rate[0]}),
        .start       ({flow_start[7], flow_start[6], flow_start[5], flow_start[4], flow_start[3],
                       flow_start[2], flow_start[1], flow_start[0]}),
        .stop        ({flow_stop[7], flow_stop[6], flow_stop[5], flow_stop[4], flow_stop[3],
                       flow_stop[2], flow_stop[1], flow_stop[0]}),
        .length      ({flow_length[7], flow_length[6], flow_length[5], flow_length[4],
                       flow_length[3], flow_length[2], flow_length[1], flow_length[0]}),
        .offer_valid (source_offer_valid),
        .offer_flow  (source_offer_flow),
        .offer_ready (adapter_offer_ready)
    );

    qcn_adapter adapter (
        .clk            (clk),
        .rst            (rst),
        .seed           (seed),
        .node           (node),
        .now            (now),
        .flow_dst       ({flow_dst[7], flow_dst[6], flow_dst[5], flow_dst[4], flow_dst[3],
                          flow_dst[2], flow_dst[1], flow_dst[0]}),
        .flow_prio      ({flow_prio[7], flow_prio[6], flow_prio[5], flow_prio[4], flow_prio[3],
                          flow_prio[2], flow_prio[1], flow_prio[0]}),
        .flow_length    ({flow_length[7], flow_length[6], flow_length[5], flow_length[4],
                          flow_length[3], flow_length[2], flow_length[1], flow_length[0]}),
        .offer_valid    (source_offer_valid),
        .offer_flow     (source_offer_flow),
        .offer_ready    (adapter_offer_ready),
        .paused         (pause_paused),
        .rx_valid       (rx_valid),
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
        .stat_reacts    (reacts),
        .stat_cnm_flow  (adapter_stat_cnm_flow),
        .stat_starts    (adapter_stat_starts),
        .stat_no_free   (adapter_stat_no_free),
        .stat_lost      (adapter_stat_lost),
        .stat_frees     (adapter_stat_frees)
    );

    qcn_sink sink (
        .clk          (clk),
        .rst          (rst),
        .node         (node),
        .now          (now),
        .window       (window),
        .rx_valid     (rx_valid),
        .rx_head      (rx_head),
        .rx_tail      (rx_tail),
        .rx_data      (rx_data),
        .read_address (read_address),
        .read_data    (sink_read_data),
        .error        (error)
    );

    qcn_pause_rx pause (
        .clk      (clk),
        .rst      (rst),
        .rx_valid (rx_valid),
        .rx_head  (rx_head),
        .rx_tail  (rx_tail),
        .rx_data  (rx_data),
        .paused   (pause_paused)
    );

    assign totals    = {unknown, lost, no_free, starts};
    assign read_data = read_data_q;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [118:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[86:0], memory_fill};
        end
        {sent_flow_q, refused_flow_q, address, flow_shown, shows_flow, read_data_q} = memory_bits;
        for (memory_word = 0; memory_word < 8; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            flow_start[memory_word] = memory_fill;
        end
        for (memory_word = 0; memory_word < 8; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            flow_stop[memory_word] = memory_fill;
        end
        for (memory_word = 0; memory_word < 8; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            flow_length[memory_word] = memory_fill[31:18];
        end
    end
`endif

    always @(posedge clk) begin : update_flow_rate
        integer i;
        if (rst) begin
            for (i = 0; i < 8; i = i + 1) flow_rate[i] <= 10'd0;
        end else if (set_valid) begin
            flow_rate[set_flow] <= set_rate;
        end
    end

    always @(posedge clk) begin
        if (set_valid) flow_start[set_flow] <= set_start;
    end

    always @(posedge clk) begin
        if (set_valid) flow_stop[set_flow] <= set_stop;
    end

    always @(posedge clk) begin
        if (set_valid) flow_length[set_flow] <= set_length;
    end

    always @(posedge clk) begin : update_flow_dst
        integer i;
        if (rst) begin
            for (i = 0; i < 8; i = i + 1) flow_dst[i] <= 12'd0;
            for (i = 0; i < 8; i = i + 1) flow_prio[i] <= 3'd0;
        end else if (set_valid) begin
            flow_dst[set_flow] <= set_dst;
            flow_prio[set_flow] <= set_prio;
        end
    end

    always @(posedge clk) begin : update_sent
        integer i;
        integer f;
        if (rst) begin
            for (i = 0; i < 8; i = i + 1) sent[i] <= 32'd0;
        end else begin
            for (f = 0; f < 8; f = f + 1) begin
                if (sent_q && sent_flow_q == f[2:0]) sent[f] <= sent[f] + 32'd1;
            end
        end
    end

    always @(posedge clk) begin : update_refused
        integer i;
        integer f;
        if (rst) begin
            for (i = 0; i < 8; i = i + 1) refused[i] <= 32'd0;
        end else begin
            for (f = 0; f < 8; f = f + 1) begin
                if (refused_q && refused_flow_q == f[2:0]) refused[f] <= refused[f] + 32'd1;
            end
        end
    end

    always @(posedge clk) begin : update_cnms
        integer i;
        integer f;
        if (rst) begin
            for (i = 0; i < 8; i = i + 1) cnms[i] <= 32'd0;
        end else begin
            for (f = 0; f < 8; f = f + 1) begin
                if (reacts && adapter_stat_cnm_flow == f[2:0]) cnms[f] <= cnms[f] + 32'd1;
            end
        end
    end

    always @(posedge clk) begin : update_first_cnm
        integer i;
        if (rst) begin
            for (i = 0; i < 8; i = i + 1) first_cnm[i] <= 32'hffffffff;
            noticed <= 8'd0;
        end else if (reacts && !noticed[adapter_stat_cnm_flow]) begin
            first_cnm[adapter_stat_cnm_flow] <= now;
            noticed[adapter_stat_cnm_flow] <= 1'b1;
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            age <= 5'd0;
        end else if (!(age == 5'd22)) begin
            age <= age + 5'd1;
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            sent_q <= 1'b0;
            refused_q <= 1'b0;
            starts <= 32'd0;
            no_free <= 32'd0;
            lost <= 32'd0;
            unknown <= 32'd0;
        end else begin
            sent_q <= adapter_stat_sent;
            refused_q <= adapter_stat_refused;
            if (adapter_stat_starts) starts <= starts + 32'd1;
            if (adapter_stat_no_free) no_free <= no_free + 32'd1;
            if (adapter_stat_lost) lost <= lost + 32'd1;
            if (adapter_stat_unknown) unknown <= unknown + 32'd1;
        end
    end

    always @(posedge clk) begin
        sent_flow_q <= adapter_stat_sent_flow;
        refused_flow_q <= source_offer_flow;
        address <= read_address;
        shows_flow <= address[15:14] == 2'd3;
        read_data_q <= shows_flow ? {32'd0, flow_shown} : sink_read_data;
    end

    always @(posedge clk) begin
        case (address[2:0])
            3'd0: flow_shown <= sent[address[5:3]];
            3'd1: flow_shown <= refused[address[5:3]];
            3'd2: flow_shown <= cnms[address[5:3]];
            3'd3: flow_shown <= first_cnm[address[5:3]];
            3'd4: flow_shown <= {31'd0, adapter_stat_limited[address[5:3]]};
            3'd5: flow_shown <= totals[{address[4:3], 5'd0} +: 32];
            default: flow_shown <= 32'd0;
        endcase
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
            // the priorities of the flows are below prios
            if (set_valid && set_prio >= 3'd2) begin
                $display("RTLGEN_ASSERT %m priorities_in_use fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a window is longer than its copying
            if (window != 32'd0 && window <= 32'd25) begin
                $display("RTLGEN_ASSERT %m window_long_enough fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // nothing arrives in the first cycles after reset, one per row of the sink less three
            if (rx_valid && age != 5'd22) begin
                $display("RTLGEN_ASSERT %m rows_are_ready fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_qcn_server
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // the priorities of the flows are below prios
            priorities_in_use: `RTLGEN_CONTRACT (!set_valid || set_prio < 3'd2);
            // a window is longer than its copying
            window_long_enough: `RTLGEN_CONTRACT (window == 32'd0 || window > 32'd25);
            // nothing arrives in the first cycles after reset, one per row of the sink less three
            rows_are_ready: `RTLGEN_CONTRACT (!rx_valid || age == 5'd22);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
