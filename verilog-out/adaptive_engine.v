// SPDX-License-Identifier: Apache-2.0
// adaptive_engine: the way of each frame and notification, and what is learnt from these
//
// hosts = 6, ports = 6, list = 3, count_bits = 16, sum_bits = 32, timer = 250
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module adaptive_engine (
    input  wire         clk,               // rising edge
    input  wire         rst,               // synchronous, active high
    input  wire         adaptive,          // 1: frames avoid congestion; 0: they take the default
                                           // port; held
    input  wire         load,              // the seed is taken
    input  wire [31:0]  seed,              // of the random choice, not 0

    // routing table, used after reset
    input  wire         write_valid,       // a list is written
    input  wire [2:0]   write_host,        // for this host
    input  wire [2:0]   write_list_valid,  // the list has a port in this place; places fill from 0
    input  wire [8:0]   write_list_port,   // the port; unknown without its valid

    // of the receivers
    input  wire [5:0]   offer_valid,       // a frame or notification is there
    input  wire [5:0]   offer_cn,          // it is a notification
    input  wire [767:0] offer_word,        // its first beat; unknown while not valid
    input  wire [47:0]  offer_beats,       // its beats less one; unknown while not valid

    output wire [5:0]   taken,             // the offer is taken, combinational; at most one

    // notifications of this switch
    input  wire         local_valid,       // a notification that is made here
    input  wire [2:0]   local_port,        // the output whose queue made it
    input  wire [127:0] local_word,        // its beat
    output wire         local_taken,       // it is taken, combinational

    input  wire [5:0]   low,               // the output queue of the port is below Q_eq/2
    input  wire         tick,              // 1 ms

    // frames, registers; unknown without valid
    output wire         frame_valid,       // a frame goes its way
    output wire [2:0]   frame_in,          // from this input
    output wire [2:0]   frame_out,         // to this output
    output wire [127:0] frame_word,        // first beat
    output wire [7:0]   frame_beats,       // beats less one

    // notifications, registers
    output wire [5:0]   cn_valid,          // a notification leaves by the port; at most one
    output wire [127:0] cn_word,           // its beat; unknown without

    output wire         missing,           // pulse, a register: a destination without a list; what
                                           // went there is dropped
    output wire         detour,            // with frame_valid: its way is not the default
    output wire         learnt,            // pulse, a register: the congestion table is updated
    output wire         off_list,          // pulse, a register: a notification came in by a port
                                           // that is not listed for its flow
    output wire         saturated          // a counter of the congestion table met its end, a
                                           // register
);

    reg [1:0]   rest;           // cycles until the next choice
    reg [4:0]   inputs_above;   // inputs above the last winner, which go first
    reg         asks_frame;     // a frame was chosen
    reg         asks_cn;        // a notification was chosen
    reg         asks_local;     // local_valid, one cycle later
    reg [2:0]   asks_port;      // input of it, or output that made it
    reg [127:0] asks_word;      // first beat of what was chosen
    reg [7:0]   asks_beats;     // input_beats, one cycle later
    reg         finds_frame;    // asks_frame, one cycle later
    reg         finds_cn;       // asks_cn, one cycle later
    reg         finds_local;    // asks_local, one cycle later
    reg [2:0]   finds_port;     // asks_port, one cycle later
    reg [127:0] finds_word;     // asks_word, one cycle later
    reg [7:0]   finds_beats;    // asks_beats, one cycle later
    reg [2:0]   finds_flow;     // asks_flow, one cycle later
    reg [2:0]   cn_way;         // port that a notification to the host leaves by
    reg [2:0]   default_way;    // default port for the host
    reg         goes_frame;     // a frame whose host has a list
    reg         goes_cn;        // a notification whose host has a list
    reg         goes_local;     // finds_local, one cycle later
    reg [2:0]   goes_port;      // finds_port, one cycle later
    reg [127:0] goes_word;      // finds_word, one cycle later
    reg [7:0]   goes_beats;     // finds_beats, one cycle later
    reg         told_cn;        // finds_cn, one cycle later
    reg         missing_q;      // pulse, a register: a destination without a list; what went there
                                // is dropped
    reg         off_list_q;     // pulse, a register: a notification came in by a port that is not
                                // listed for its flow
    reg         frame_q;        // goes_frame, one cycle later
    reg [2:0]   frame_in_q;     // goes_port, one cycle later
    reg [2:0]   frame_out_q;    // to this output
    reg         detour_q;       // with frame_valid: its way is not the default
    reg [127:0] leaves_word;    // goes_word, one cycle later
    reg [7:0]   frame_beats_q;  // goes_beats, one cycle later
    reg [5:0]   cn_q;           // a notification leaves by the port; at most one

    wire         open;
    wire [5:0]   input_ahead;
    wire [5:0]   input_choice;
    wire [5:0]   winner;
    wire         takes_local;
    wire         takes_input;
    wire         input_cn;
    wire         learns;
    wire [127:0] input_word;
    wire [7:0]   input_beats;
    wire [127:0] asks_cnm;
    wire [2:0]   asks_host;
    wire [2:0]   asks_flow;
    wire [8:0]   listed;
    wire         found;
    reg  [2:0]   port_listed;
    wire [2:0]   routing_table_list_valid;
    wire         routing_table_missing;
    wire         congestion_table_ready;
    wire [2:0]   congestion_table_chosen_port;
    wire         congestion_table_chosen_detour;
    wire         congestion_table_chosen_all;
    wire         congestion_table_congested;
    wire [1:0]   random_draw_place;

`ifdef RTLGEN_CHECKS
    wire [127:0] offered_word;
    wire [127:0] local_cnm;
`endif

    wire [5:0]  asks_cnm_feedback = asks_cnm[84:79];  // quantized feedback
    wire [15:0] asks_cnm_rest = asks_cnm[15:0];       // 0

    wire unused_asks_head = &{1'b0, asks_word[127:123], asks_word[110:85], asks_word[122:114]};
    wire unused_asks_rest = &{1'b0, asks_cnm[127:85], asks_cnm[78:28], asks_cnm_rest,
                              asks_cnm[27:19]};
    wire unused_table_in_use = &{1'b0, congestion_table_congested};
    wire unused_all_congested = &{1'b0, congestion_table_chosen_all};

    // Lane index of lanes of 3 bits, lane 0 lowest.
    function [2:0] lane_3_of_9(input [8:0] lanes, input [1:0] index);
        integer n;
        reg [11:0] spaced;
        begin
            for (n = 0; n < 3; n = n + 1)
                spaced[n*4 +: 4] = {1'b0, lanes[n*3 +: 3]};
            lane_3_of_9 = spaced[{index, 2'd0} +: 3];
        end
    endfunction

    // The lowest 1 alone.
    function [5:0] lowest_one_6(input [5:0] bits);
        reg [5:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            up_to = up_to | (up_to << 4);
            lowest_one_6 = bits & ~(up_to << 1);
        end
    endfunction

    // The lane of 128 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [127:0] one_hot_mux_6x128(input [5:0] select, input [767:0] lanes);
        integer n;
        begin
            one_hot_mux_6x128 = 128'd0;
            for (n = 0; n < 6; n = n + 1)
                one_hot_mux_6x128 = one_hot_mux_6x128 | ({128{select[n]}} & lanes[n*128 +: 128]);
        end
    endfunction

    // The lane of 8 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [7:0] one_hot_mux_6x8(input [5:0] select, input [47:0] lanes);
        integer n;
        begin
            one_hot_mux_6x8 = 8'd0;
            for (n = 0; n < 6; n = n + 1)
                one_hot_mux_6x8 = one_hot_mux_6x8 | ({8{select[n]}} & lanes[n*8 +: 8]);
        end
    endfunction

    adaptive_table routing_table (
        .clk              (clk),
        .rst              (rst),
        .write_valid      (write_valid),
        .write_host       (write_host),
        .write_list_valid (write_list_valid),
        .write_list_port  (write_list_port),
        .read_valid       (asks_frame || asks_cn || finds_cn),
        .read_host        (finds_cn ? finds_flow : asks_host),
        .list_valid       (routing_table_list_valid),
        .list_port        (listed),
        .missing          (routing_table_missing)
    );

    adaptive_congestion congestion_table (
        .clk             (clk),
        .rst             (rst),
        .ready           (congestion_table_ready),
        .update_valid    (asks_cn),
        .update_host     (asks_flow),
        .update_port     (asks_port),
        .update_local    (asks_local),
        .update_feedback (asks_cnm_feedback),
        .lookup_valid    (asks_frame),
        .lookup_host     (asks_host),
        .list_valid      (routing_table_list_valid),
        .list_port       (listed),
        .chosen_port     (congestion_table_chosen_port),
        .chosen_detour   (congestion_table_chosen_detour),
        .chosen_all      (congestion_table_chosen_all),
        .low             (low),
        .tick            (tick),
        .saturated       (saturated),
        .congested       (congestion_table_congested)
    );

    adaptive_draw random_draw (
        .clk   (clk),
        .rst   (rst),
        .load  (load),
        .seed  (seed),
        .draw  (finds_cn),
        .valid (routing_table_list_valid),
        .place (random_draw_place)
    );

    assign open        = rest == 2'd0;
    assign input_ahead = offer_valid & {inputs_above, 1'b0};
    assign input_choice = lowest_one_6(input_ahead)
                        | ((|input_ahead) ? 6'd0 : lowest_one_6(offer_valid));
    assign winner      = input_choice;
    assign takes_local = open && local_valid;
    assign takes_input = open && (|offer_valid) && !local_valid;
    assign local_taken = takes_local;
    assign taken       = (open && !local_valid) ? winner : 6'd0;
    assign input_cn    = |(winner & offer_cn);
    assign learns      = open && (local_valid || input_cn);
    assign input_word  = one_hot_mux_6x128(winner, offer_word);
    assign input_beats = one_hot_mux_6x8(winner, offer_beats);
    assign asks_cnm    = asks_word;
    assign asks_host   = asks_word[113:111];
    assign asks_flow   = asks_cnm[18:16];
    assign learnt      = finds_cn;
    assign found       = !routing_table_missing;
    assign missing     = missing_q;
    assign off_list    = off_list_q;
    assign frame_valid = frame_q;
    assign frame_in    = frame_in_q;
    assign frame_out   = frame_out_q;
    assign detour      = detour_q;
    assign frame_word  = leaves_word;
    assign frame_beats = frame_beats_q;
    assign cn_valid    = cn_q;
    assign cn_word     = leaves_word;

`ifdef RTLGEN_CHECKS
    assign offered_word = one_hot_mux_6x128(winner, offer_word);
    assign local_cnm    = local_word;
`endif

    always @* begin : update_port_listed
        integer k;
        for (k = 0; k < 3; k = k + 1) begin
            port_listed[k] = routing_table_list_valid[k] && listed[k*3 +: 3] == goes_port;
        end
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [571:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (18) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[539:0], memory_fill};
        end
        {asks_local, asks_port, asks_word, asks_beats, finds_local, finds_port, finds_word,
         finds_beats, finds_flow, cn_way, default_way, goes_local, goes_port, goes_word, goes_beats,
         frame_in_q, frame_out_q, detour_q, leaves_word, frame_beats_q} = memory_bits;
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            rest <= 2'd0;
            inputs_above <= 5'd0;
            asks_frame <= 1'b0;
            asks_cn <= 1'b0;
            finds_frame <= 1'b0;
            finds_cn <= 1'b0;
            goes_frame <= 1'b0;
            goes_cn <= 1'b0;
            told_cn <= 1'b0;
            missing_q <= 1'b0;
            off_list_q <= 1'b0;
            frame_q <= 1'b0;
            cn_q <= 6'd0;
        end else begin
            rest <= learns ? 2'd3 : open ? 2'd0 : rest - 2'd1;
            if (takes_input) begin
                inputs_above <= {~input_choice[5], ~(|input_choice[5:4]), |input_choice[2:0],
                                 |input_choice[1:0], input_choice[0]};
            end
            asks_frame <= takes_input && !input_cn;
            asks_cn <= learns;
            finds_frame <= asks_frame;
            finds_cn <= asks_cn;
            goes_frame <= finds_frame && found;
            goes_cn <= finds_cn && found;
            told_cn <= finds_cn;
            missing_q <= (finds_frame || finds_cn) && !found;
            off_list_q <= told_cn && !goes_local && !(|port_listed);
            frame_q <= goes_frame;
            cn_q <= goes_cn ? 6'd1 << cn_way : 6'd0;
        end
    end

    always @(posedge clk) begin
        asks_local <= local_valid;
        asks_port <= local_valid ? local_port
                   : {|(input_choice & 6'h30), |(input_choice & 6'hc), |(input_choice & 6'h2a)};
        asks_word <= local_valid ? local_word : input_word;
        asks_beats <= input_beats;
        finds_local <= asks_local;
        finds_port <= asks_port;
        finds_word <= asks_word;
        finds_beats <= asks_beats;
        finds_flow <= asks_flow;
        cn_way <= lane_3_of_9(listed, random_draw_place);
        default_way <= listed[2:0];
        goes_local <= finds_local;
        goes_port <= finds_port;
        goes_word <= finds_word;
        goes_beats <= finds_beats;
        frame_in_q <= goes_port;
    end

    always @(posedge clk) begin
        frame_out_q <= adaptive ? congestion_table_chosen_port : default_way;
        detour_q <= adaptive && congestion_table_chosen_detour;
        leaves_word <= goes_word;
        frame_beats_q <= goes_beats;
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
            if (local_valid && local_port >= 3'd6) begin
                $display("RTLGEN_ASSERT %m local_port_exists fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // frames and notifications are for hosts
            if ((|winner) && offered_word[113:111] >= 3'd6) begin
                $display("RTLGEN_ASSERT %m offered_host_exists fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // notifications are about flows to hosts
            if (input_cn && offered_word[18:16] >= 3'd6) begin
                $display("RTLGEN_ASSERT %m offered_flow_exists fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // notifications are for hosts
            if (local_valid && local_cnm[113:111] >= 3'd6) begin
                $display("RTLGEN_ASSERT %m local_host_exists fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // notifications are about flows to hosts
            if (local_valid && local_cnm[18:16] >= 3'd6) begin
                $display("RTLGEN_ASSERT %m local_flow_exists fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (takes_input && input_cn && input_beats != 8'd0) begin
                $display("RTLGEN_ASSERT %m beats_of_a_cn fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // nothing asks while the table is busy
            if ((asks_frame || asks_cn) && !congestion_table_ready) begin
                $display("RTLGEN_ASSERT %m table_is_ready fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_adaptive_engine
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            local_port_exists: `RTLGEN_CONTRACT (!local_valid || local_port < 3'd6);
            // frames and notifications are for hosts
            offered_host_exists: `RTLGEN_CONTRACT (!(|winner) || offered_word[113:111] < 3'd6);
            // notifications are about flows to hosts
            offered_flow_exists: `RTLGEN_CONTRACT (!input_cn || offered_word[18:16] < 3'd6);
            // notifications are for hosts
            local_host_exists: `RTLGEN_CONTRACT (!local_valid || local_cnm[113:111] < 3'd6);
            // notifications are about flows to hosts
            local_flow_exists: `RTLGEN_CONTRACT (!local_valid || local_cnm[18:16] < 3'd6);
            beats_of_a_cn: `RTLGEN_CONTRACT (!(takes_input && input_cn) || input_beats == 8'd0);
            // nothing asks while the table is busy
            table_is_ready: assert (!(asks_frame || asks_cn) || congestion_table_ready);
        end
    end
`undef RTLGEN_CONTRACT
`endif

    // Read by checks only.
    wire unused_congestion_table_ready = &{1'b0, congestion_table_ready};

`ifdef RTLGEN_CHECKS
    // Read by covers only.
    wire unused_offered_word = &{1'b0, offered_word[127:114], offered_word[110:19],
                                 offered_word[15:0]};
    wire unused_local_cnm = &{1'b0, local_cnm[127:114], local_cnm[110:19], local_cnm[15:0]};
`endif

endmodule

`default_nettype wire
