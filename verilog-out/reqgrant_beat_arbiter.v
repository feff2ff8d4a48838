// SPDX-License-Identifier: Apache-2.0
// reqgrant_beat_arbiter: output credit arbiter with its state in RAM: a grant in 18 cycles, for segments of many beats
//
// nodes = 16, g = 16, b_reasm = 64, fc_init = 48, max_p = 2
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module reqgrant_beat_arbiter (
    input  wire       clk,         // rising edge
    input  wire       rst,         // synchronous, active high

    // a request arrives
    input  wire       req_valid,   // there is one
    input  wire [3:0] req_node,    // adapter at the other end; unknown while not valid
    input  wire [4:0] req_count,   // segments; unknown while not valid

    input  wire [1:0] released,    // slots of the reassembly buffer that are free again
    input  wire       arrived,     // a granted segment has left the fabric
    input  wire       tick,        // a segment time of the external line begins
    input  wire       reserve,     // 1: fabric buffers are reserved, 0: rate regulation alone
    input  wire [7:0] grant_rate,  // grant rate, in 1/16 segment per tick

    // a grant, registered
    output wire       gnt_valid,   // there is one
    output wire [3:0] gnt_node,    // adapter at the other end; unknown while not valid
    output wire [4:0] gnt_count,   // segments; unknown while not valid

    output wire       refused,     // pulse, registered: a request for nothing, or for more than g
                                   // with those that wait, is ignored
    output wire [6:0] stat_oc,     // output-buffer credits; a register
    output wire [7:0] stat_fc,     // fabric-buffer credits, two's complement; a register
    output wire       ready        // 0 for nodes cycles after reset: no request before
);

    localparam [2:0] STEP_CHOOSE = 3'd0;
    localparam [2:0] STEP_READ   = 3'd1;
    localparam [2:0] STEP_FETCH  = 3'd2;
    localparam [2:0] STEP_SETTLE = 3'd4;
    localparam [2:0] STEP_LEAF   = 3'd5;

    reg [4:0]  init_q;                  // table addresses initialised since reset
    reg [2:0]  step_q;                  // step of the operation
    reg [3:0]  op_node_q;               // adapter of the operation
    reg [4:0]  op_size_q;               // segments that the operation's adapter waits for
    reg        leaf_enters_q;           // a leaf enters the tournament
    reg [3:0]  leaf_node_q;             // adapter of the leaf that enters
    reg        leaf_valid_q;            // the adapter of the leaf contends
    reg [16:0] leaf_time_q;             // virtual time of the leaf's adapter
    reg [17:0] round1_opponent_q;       // round1_opponent, one cycle later
    reg        round1_enters_q;         // a winner climbs to round 2
    reg [2:0]  round1_place_q;          // place of the winner that climbs to round 2
    reg        round1_valid_q;          // the winner that climbs to round 2 contends
    reg [16:0] round1_time_q;           // virtual time of the winner that climbs to round 2
    reg        round1_node_q;           // lower bits of the number of that winner
    reg [18:0] round2_opponent_q;       // round2_opponent, one cycle later
    reg        round2_enters_q;         // a winner climbs to round 3
    reg [1:0]  round2_place_q;          // place of the winner that climbs to round 3
    reg        round2_valid_q;          // the winner that climbs to round 3 contends
    reg [16:0] round2_time_q;           // virtual time of the winner that climbs to round 3
    reg [1:0]  round2_node_q;           // lower bits of the number of that winner
    reg [19:0] round3_opponent_q;       // round3_opponent, one cycle later
    reg        round3_enters_q;         // a winner climbs to round 4
    reg        round3_place_q;          // place of the winner that climbs to round 4
    reg        round3_valid_q;          // the winner that climbs to round 4 contends
    reg [16:0] round3_time_q;           // virtual time of the winner that climbs to round 4
    reg [2:0]  round3_node_q;           // lower bits of the number of that winner
    reg [20:0] round4_opponent_q;       // round4_opponent, one cycle later
    reg        winner_valid_q;          // the tournament has a winner
    reg [3:0]  winner_node_q;           // adapter that has won the tournament
    reg [2:0]  op_q;                    // operation, one-hot from bit 0: grant, scan, activation
    reg [4:0]  op_seen_q;               // segments that the operation's adapter has requested,
                                        // modulo
    reg        req_valid_q;             // req_valid, one cycle later
    reg [3:0]  req_node_q;              // req_node, one cycle later
    reg [4:0]  req_count_q;             // req_count, one cycle later
    reg        entry_valid_q;           // req_valid_q, one cycle later
    reg [3:0]  entry_node_q;            // req_node_q, one cycle later
    reg [4:0]  entry_count_q;           // req_count_q, one cycle later
    reg [4:0]  entry_requested_q;       // segments requested before by the entry's adapter, modulo
    reg [4:0]  entry_granted_q;         // segments granted to the entry's adapter, modulo
    reg        refused_q;               // pulse, registered: a request for nothing, or for more
                                        // than g with those that wait, is ignored
    reg        entry_same_q;            // the request behind the entry is of the same adapter
    reg        entry_is_granted_q;      // the operation is for the adapter of req_node_q
    reg        req_requested_passes_q;  // the word was written in the cycle of its read
    reg [4:0]  req_requested_passed_q;  // entry_after, one cycle later
    reg        req_granted_passes_q;    // the word was written in the cycle of its read
    reg [4:0]  req_granted_passed_q;    // op_seen_q, one cycle later
    reg        fresh_valid_q;           // entry_fresh, one cycle later
    reg [3:0]  fresh_node_q;            // entry_node_q, one cycle later
    reg        active_valid_q;          // an adapter waits for its activation
    reg [3:0]  active_node_q;           // adapter that is activated next
    reg [9:0]  timer_q;                 // time the grants still take, 1/16 segments, two's
                                        // complement
    reg [6:0]  oc_q;                    // output-buffer credits; a register
    reg [7:0]  fc_q;                    // fabric-buffer credits, two's complement; a register
    reg        allowed_q;               // credits and timer allowed a grant in the cycle before
    reg        scan_due_q;              // a scan is due, one per grant
    reg [3:0]  scan_q;                  // adapter that is scanned next
    reg [4:0]  pause_q;                 // cycles until a grant may be chosen
    reg [1:0]  op_above_last;           // kinds of operations above the last one
    reg [4:0]  op_granted_q;            // segments granted to the operation's adapter, modulo
    reg        op_valid_q;              // the operation's adapter contended when it was read
    reg [16:0] op_time_q;               // virtual time of the operation's adapter
    reg        op_requested_passes_q;   // the word was written in the cycle of its read
    reg [4:0]  op_requested_passed_q;   // entry_after, one cycle later
    reg [16:0] now_q;                   // virtual time that the last grant's winner had
    reg [16:0] op_next_q;               // new virtual time of the operation's adapter
    reg        op_again_q;              // the operation's adapter has asked again since the read
    reg        gnt_valid_q;             // grants, one cycle later
    reg [3:0]  gnt_node_q;              // op_node_q, one cycle later
    reg [4:0]  gnt_count_q;             // op_size_q, one cycle later

    (* syn_ramstyle = "no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [4:0]  requested [0:15];        // segments requested, modulo, by adapter
    reg [4:0]  req_requested;           // word of requested that was read last
    reg [4:0]  op_requested;            // word of requested that was read last
    (* syn_ramstyle = "no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [4:0]  granted [0:15];          // segments granted, modulo, by adapter
    reg [4:0]  req_granted;             // word of granted that was read last
    reg [4:0]  op_granted;              // word of granted that was read last
    (* syn_ramstyle = "no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [17:0] round1_entrants [0:15];  // leaves of the tournament {contends, virtual time}, by
                                        // adapter
    reg [17:0] round1_opponent;         // word of round1_entrants that was read last
    reg [17:0] op_leaf;                 // word of round1_entrants that was read last
    (* syn_ramstyle = "no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [18:0] round2_entrants [0:7];   // round 2's entrants {contends, time, number's lower bits},
                                        // by place
    reg [18:0] round2_opponent;         // word of round2_entrants that was read last
    (* syn_ramstyle = "no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [19:0] round3_entrants [0:3];   // round 3's entrants {contends, time, number's lower bits},
                                        // by place
    reg [19:0] round3_opponent;         // word of round3_entrants that was read last
    (* syn_ramstyle = "no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [20:0] round4_entrants [0:1];   // round 4's entrants {contends, time, number's lower bits},
                                        // by place
    reg [20:0] round4_opponent;         // word of round4_entrants that was read last

    wire        settling;
    wire        leaving;
    wire [3:0]  round1_beside;
    wire [3:0]  round1_entrants_addr;
    wire [17:0] round1_entrants_data;
    wire        round1_loses;
    wire        round1_side;
    wire [2:0]  round2_beside;
    wire [2:0]  round2_entrants_addr;
    wire [18:0] round2_entrants_data;
    wire        round2_loses;
    wire        round2_side;
    wire [1:0]  round3_beside;
    wire [1:0]  round3_entrants_addr;
    wire [19:0] round3_entrants_data;
    wire        round3_loses;
    wire        round3_side;
    wire        round4_beside;
    wire        round4_entrants_addr;
    wire [20:0] round4_entrants_data;
    wire        round4_loses;
    wire        round4_side;
    wire        grants;
    wire [3:0]  granted_addr;
    wire [4:0]  granted_data;
    wire [4:0]  entry_sum;
    wire [4:0]  request_waits;
    wire        request_fits;
    wire        request_taken;
    wire [4:0]  entry_after;
    wire [3:0]  requested_addr;
    wire [4:0]  requested_data;
    wire        entry_fresh;
    wire        active_fetch;
    wire [4:0]  taken;
    wire        timer_positive;
    wire [9:0]  rest;
    wire [6:0]  oc_and_released;
    wire [7:0]  fc_and_arrived;
    wire        may_grant;
    wire [2:0]  op_ahead;
    wire [2:0]  op_choice;
    wire        choosing;
    wire        op_start;
    wire        fetching;
    wire        op_late;
    wire        op_more;
    wire [3:0]  activations_rdata;
    wire        activations_full;
    wire        activations_empty;
    wire [4:0]  activations_count;

`ifdef RTLGEN_CHECKS
    (* mem2reg *)
    reg  [4:0]  waits_for_grant [0:15];  // segments requested and not granted, by adapter
    wire [7:0]  oc_given;
    wire [7:0]  in_fabric;
    wire [15:0] asks_for_grant;
    wire [15:0] gets_grant;
`endif

    wire unused_activations_count = &{1'b0, activations_count};

    // The lowest 1 alone.
    function [2:0] lowest_one_3(input [2:0] bits);
        reg [2:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2);
            lowest_one_3 = bits & ~(up_to << 1);
        end
    endfunction

    fifo_width4 activations (
        .clk   (clk),
        .rst   (rst),
        .push  (fresh_valid_q),
        .wdata (fresh_node_q),
        .pop   (active_fetch),
        .rdata (activations_rdata),
        .full  (activations_full),
        .empty (activations_empty),
        .count (activations_count)
    );

    assign ready                = init_q[4];
    assign settling             = step_q == STEP_SETTLE;
    assign leaving              = step_q == STEP_LEAF;
    assign round1_beside        = op_node_q ^ 4'h1;
    assign round1_entrants_addr = !init_q[4] ? init_q[3:0] : leaf_node_q;
    assign round1_entrants_data = !init_q[4] ? 18'd0 : {leaf_valid_q, leaf_time_q};
    assign round1_loses = round1_opponent_q[17]
                       && (!leaf_valid_q
                        || {leaf_time_q, 1'b0} - {round1_opponent_q[16:0], ~leaf_node_q[0]}
                         < 18'h20000);
    assign round1_side          = round1_loses ^ leaf_node_q[0];
    assign round2_beside        = op_node_q[3:1] ^ 3'd1;
    assign round2_entrants_addr = !init_q[4] ? init_q[2:0] : round1_place_q;
    assign round2_entrants_data = !init_q[4] ? 19'd0
                                : {round1_valid_q, round1_time_q, round1_node_q};
    assign round2_loses = round2_opponent_q[18]
                       && (!round1_valid_q
                        || {round1_time_q, 1'b0} - {round2_opponent_q[17:1], ~round1_place_q[0]}
                         < 18'h20000);
    assign round2_side          = round2_loses ^ round1_place_q[0];
    assign round3_beside        = leaf_node_q[3:2] ^ 2'd1;
    assign round3_entrants_addr = !init_q[4] ? init_q[1:0] : round2_place_q;
    assign round3_entrants_data = !init_q[4] ? 20'd0
                                : {round2_valid_q, round2_time_q, round2_node_q};
    assign round3_loses = round3_opponent_q[19]
                       && (!round2_valid_q
                        || {round2_time_q, 1'b0} - {round3_opponent_q[18:2], ~round2_place_q[0]}
                         < 18'h20000);
    assign round3_side          = round3_loses ^ round2_place_q[0];
    assign round4_beside        = round1_place_q[2] ^ 1'b1;
    assign round4_entrants_addr = !init_q[4] ? init_q[0] : round3_place_q;
    assign round4_entrants_data = !init_q[4] ? 21'd0
                                : {round3_valid_q, round3_time_q, round3_node_q};
    assign round4_loses = round4_opponent_q[20]
                       && (!round3_valid_q
                        || {round3_time_q, 1'b0} - {round4_opponent_q[19:3], ~round3_place_q}
                         < 18'h20000);
    assign round4_side   = round4_loses ^ round3_place_q;
    assign grants        = settling && op_q[0];
    assign granted_addr  = !init_q[4] ? init_q[3:0] : op_node_q;
    assign granted_data  = !init_q[4] ? 5'd0 : op_seen_q;
    assign entry_sum     = entry_requested_q + entry_count_q;
    assign request_waits = entry_sum - entry_granted_q;
    assign request_fits = entry_count_q != 5'd0
                       && entry_count_q <= 5'd16
                       && request_waits <= 5'd16
                       && request_waits >= entry_count_q;
    assign refused         = refused_q;
    assign request_taken   = entry_valid_q && request_fits;
    assign entry_after     = request_taken ? entry_sum : entry_requested_q;
    assign requested_addr  = !init_q[4] ? init_q[3:0] : entry_node_q;
    assign requested_data  = !init_q[4] ? 5'd0 : entry_after;
    assign entry_fresh     = request_taken && entry_requested_q == entry_granted_q;
    assign active_fetch    = !activations_empty && !active_valid_q;
    assign taken           = grants ? op_size_q : 5'd0;
    assign timer_positive  = timer_q != 10'd0 && !timer_q[9];
    assign rest            = (tick && timer_positive) ? timer_q - {2'd0, grant_rate} : timer_q;
    assign oc_and_released = oc_q + {5'd0, released};
    assign fc_and_arrived  = fc_q + {7'd0, arrived};
    assign stat_oc         = oc_q;
    assign stat_fc         = fc_q;
    assign may_grant       = winner_valid_q && allowed_q && pause_q == 5'd0;
    assign op_ahead        = {active_valid_q, scan_due_q, may_grant} & {op_above_last, 1'b0};
    assign op_choice = lowest_one_3(op_ahead)
                     | ((|op_ahead) ? 3'd0 : lowest_one_3({active_valid_q, scan_due_q, may_grant}));
    assign choosing  = step_q == STEP_CHOOSE;
    assign op_start  = choosing && (|{active_valid_q, scan_due_q, may_grant});
    assign fetching  = step_q == STEP_FETCH;
    assign op_late   = op_time_q - now_q >= 17'h10000;
    assign op_more   = request_taken && entry_node_q == op_node_q;
    assign gnt_valid = gnt_valid_q;
    assign gnt_node  = gnt_node_q;
    assign gnt_count = gnt_count_q;

`ifdef RTLGEN_CHECKS
    assign oc_given       = 8'd64 - {1'b0, oc_q};
    assign in_fabric      = 8'd48 - fc_q;
    assign asks_for_grant = request_taken ? 16'd1 << entry_node_q : 16'd0;
    assign gets_grant     = grants ? 16'd1 << op_node_q : 16'd0;
`endif

    always @(posedge clk) begin
        if (entry_valid_q || !init_q[4]) requested[requested_addr] <= requested_data;
        if (req_valid) req_requested <= requested[req_node];
        if (step_q == STEP_READ) op_requested <= requested[op_node_q];
    end

    always @(posedge clk) begin
        if (grants || !init_q[4]) granted[granted_addr] <= granted_data;
        if (req_valid) req_granted <= granted[req_node];
        if (step_q == STEP_READ) op_granted <= granted[op_node_q];
    end

    always @(posedge clk) begin
        if (leaf_enters_q || !init_q[4]) begin
            round1_entrants[round1_entrants_addr] <= round1_entrants_data;
        end
        if (settling) round1_opponent <= round1_entrants[round1_beside];
        if (step_q == STEP_READ) op_leaf <= round1_entrants[op_node_q];
    end

    always @(posedge clk) begin
        if (round1_enters_q || !init_q[4]) begin
            round2_entrants[round2_entrants_addr] <= round2_entrants_data;
        end
        if (leaving) round2_opponent <= round2_entrants[round2_beside];
    end

    always @(posedge clk) begin
        if (round2_enters_q || !init_q[4]) begin
            round3_entrants[round3_entrants_addr] <= round3_entrants_data;
        end
        if (leaf_enters_q) round3_opponent <= round3_entrants[round3_beside];
    end

    always @(posedge clk) begin
        if (round3_enters_q || !init_q[4]) begin
            round4_entrants[round4_entrants_addr] <= round4_entrants_data;
        end
        if (round1_enters_q) round4_opponent <= round4_entrants[round4_beside];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [405:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (13) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[373:0], memory_fill};
        end
        {op_node_q, op_size_q, leaf_node_q, leaf_valid_q, leaf_time_q, round1_opponent_q,
         round1_place_q, round1_valid_q, round1_time_q, round1_node_q, round2_opponent_q,
         round2_place_q, round2_valid_q, round2_time_q, round2_node_q, round3_opponent_q,
         round3_place_q, round3_valid_q, round3_time_q, round3_node_q, round4_opponent_q,
         winner_node_q, op_seen_q, req_node_q, req_count_q, entry_node_q, entry_count_q,
         entry_requested_q, entry_granted_q, entry_same_q, entry_is_granted_q,
         req_requested_passes_q, req_requested_passed_q, req_granted_passes_q, req_granted_passed_q,
         fresh_node_q, active_node_q, op_granted_q, op_valid_q, op_time_q, op_requested_passes_q,
         op_requested_passed_q, op_next_q, op_again_q, gnt_node_q, gnt_count_q, req_requested,
         op_requested, req_granted, op_granted, round1_opponent, op_leaf, round2_opponent,
         round3_opponent, round4_opponent} = memory_bits;
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            requested[memory_word] = memory_fill[31:27];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            granted[memory_word] = memory_fill[31:27];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            round1_entrants[memory_word] = memory_fill[31:14];
        end
        for (memory_word = 0; memory_word < 8; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            round2_entrants[memory_word] = memory_fill[31:13];
        end
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            round3_entrants[memory_word] = memory_fill[31:12];
        end
        for (memory_word = 0; memory_word < 2; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            round4_entrants[memory_word] = memory_fill[31:11];
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_waits_for_grant
        integer i;
        integer k;
        if (rst) begin
            for (i = 0; i < 16; i = i + 1) waits_for_grant[i] <= 5'd0;
        end else begin
            for (k = 0; k < 16; k = k + 1) begin
                waits_for_grant[k] <= waits_for_grant[k]
                                    + (asks_for_grant[k] ? entry_count_q : 5'd0)
                                    - (gets_grant[k] ? op_size_q : 5'd0);
            end
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            init_q <= 5'd0;
            leaf_enters_q <= 1'b0;
            round1_enters_q <= 1'b0;
            round2_enters_q <= 1'b0;
            round3_enters_q <= 1'b0;
            winner_valid_q <= 1'b0;
            req_valid_q <= 1'b0;
            entry_valid_q <= 1'b0;
            refused_q <= 1'b0;
            fresh_valid_q <= 1'b0;
            active_valid_q <= 1'b0;
            timer_q <= 10'd0;
            oc_q <= 7'd64;
            fc_q <= 8'd48;
            allowed_q <= 1'b0;
            gnt_valid_q <= 1'b0;
        end else begin
            if (!init_q[4]) init_q <= init_q + 5'd1;
            leaf_enters_q <= leaving;
            round1_enters_q <= leaf_enters_q;
            round2_enters_q <= round1_enters_q;
            round3_enters_q <= round2_enters_q;
            if (round3_enters_q) winner_valid_q <= round3_valid_q || round4_opponent_q[20];
            req_valid_q <= req_valid;
            entry_valid_q <= req_valid_q;
            refused_q <= entry_valid_q && !request_fits;
            fresh_valid_q <= entry_fresh;
            if (active_fetch) active_valid_q <= 1'b1;
            if (op_start && op_choice[2]) active_valid_q <= 1'b0;
            timer_q <= rest + {1'b0, taken, 4'd0};
            oc_q <= grants ? oc_and_released - {2'd0, op_size_q} : oc_and_released;
            fc_q <= grants ? fc_and_arrived - {3'd0, op_size_q} : fc_and_arrived;
            allowed_q <= oc_q >= 7'd16
                      && (!reserve || (fc_q >= 8'd16 && !fc_q[7]))
                      && !timer_positive;
            gnt_valid_q <= grants;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            step_q <= 3'd0;
            op_q <= 3'd0;
            op_above_last <= 2'd0;
        end else if (op_start) begin
            step_q <= STEP_READ;
            op_q <= op_choice;
            op_above_last <= {~op_choice[2], op_choice[0]};
        end else if (leaving) begin
            step_q <= STEP_CHOOSE;
        end else if (!choosing) begin
            step_q <= step_q + 3'd1;
        end
    end

    always @(posedge clk) begin
        if (op_start) begin
            op_node_q <= op_choice[0] ? winner_node_q : op_choice[1] ? scan_q : active_node_q;
        end
        op_size_q <= op_seen_q - op_granted_q;
        leaf_node_q <= op_node_q;
        leaf_valid_q <= op_q[0] ? op_again_q : op_q[2] || op_valid_q;
        leaf_time_q <= op_next_q;
        round1_opponent_q <= round1_opponent;
        round1_place_q <= leaf_node_q[3:1];
        round1_valid_q <= leaf_valid_q || round1_opponent_q[17];
        round1_time_q <= round1_loses ? round1_opponent_q[16:0] : leaf_time_q;
        round1_node_q <= round1_side;
        round2_opponent_q <= round2_opponent;
        round2_place_q <= round1_place_q[2:1];
        round2_valid_q <= round1_valid_q || round2_opponent_q[18];
        round2_time_q <= round2_loses ? round2_opponent_q[17:1] : round1_time_q;
        round2_node_q <= {round2_side, round2_loses ? round2_opponent_q[0] : round1_node_q};
        round3_opponent_q <= round3_opponent;
    end

    always @(posedge clk) begin
        round3_place_q <= round2_place_q[1];
        round3_valid_q <= round2_valid_q || round3_opponent_q[19];
        round3_time_q <= round3_loses ? round3_opponent_q[18:2] : round2_time_q;
        round3_node_q <= {round3_side, round3_loses ? round3_opponent_q[1:0] : round2_node_q};
        round4_opponent_q <= round4_opponent;
        if (round3_enters_q) begin
            winner_node_q <= {round4_side, round4_loses ? round4_opponent_q[2:0] : round3_node_q};
        end
        req_node_q <= req_node;
        req_count_q <= req_count;
        entry_node_q <= req_node_q;
        entry_count_q <= req_count_q;
        entry_requested_q <= (entry_same_q || req_requested_passes_q)
                           ? (entry_same_q ? entry_after : req_requested_passed_q)
                           : req_requested;
        entry_granted_q <= ((grants && entry_is_granted_q) || req_granted_passes_q)
                         ? ((grants && entry_is_granted_q) ? op_seen_q : req_granted_passed_q)
                         : req_granted;
        entry_same_q <= req_valid_q && req_node_q == req_node;
        entry_is_granted_q <= op_node_q == req_node;
        req_requested_passes_q <= entry_valid_q && entry_node_q == req_node;
        req_requested_passed_q <= entry_after;
    end

    always @(posedge clk) begin
        if (fetching) begin
            op_seen_q <= op_requested_passes_q ? op_requested_passed_q : op_requested;
            op_granted_q <= op_granted;
            op_valid_q <= op_leaf[17];
            op_time_q <= op_leaf[16:0];
        end
    end

    always @(posedge clk) begin
        req_granted_passes_q <= grants && op_node_q == req_node;
        req_granted_passed_q <= op_seen_q;
        fresh_node_q <= entry_node_q;
        if (active_fetch) active_node_q <= activations_rdata;
        op_requested_passes_q <= entry_valid_q && entry_node_q == op_node_q;
        op_requested_passed_q <= entry_after;
        op_next_q <= op_q[0] ? op_time_q + {12'd0, op_size_q} : op_late ? now_q : op_time_q;
        gnt_node_q <= op_node_q;
        gnt_count_q <= op_size_q;
    end

    always @(posedge clk) begin
        if (rst) begin
            scan_due_q <= 1'b0;
            scan_q <= 4'd0;
            now_q <= 17'd0;
        end else if (grants) begin
            scan_due_q <= 1'b1;
            now_q <= op_time_q;
        end else if (settling && op_q[1]) begin
            scan_due_q <= 1'b0;
            scan_q <= scan_q + 4'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            pause_q <= 5'd0;
        end else if (op_start && op_choice[0]) begin
            pause_q <= 5'd17;
        end else if (pause_q != 5'd0) begin
            pause_q <= pause_q - 5'd1;
        end
    end

    always @(posedge clk) begin
        if (step_q == STEP_READ) begin
            op_again_q <= 1'b0;
        end else if (!leaving) begin
            op_again_q <= op_again_q || op_more;
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
            // an adapter is activated once per request
            if (fresh_valid_q && activations_full) begin
                $display("RTLGEN_ASSERT %m activations_fit fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // only a granted segment arrives
            if (arrived && in_fabric == 8'd0) begin
                $display("RTLGEN_ASSERT %m segment_leaves_the_fabric_once fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // only a segment that has arrived leaves the buffer
            if (in_fabric + {6'd0, released} > oc_given + {7'd0, arrived}) begin
                $display("RTLGEN_ASSERT %m credit_comes_back_once fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // credits are returned once
            if (oc_q > 7'd64) begin
                $display("RTLGEN_ASSERT %m oc_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a segment leaves the fabric once
            if (!fc_q[7] && fc_q > 8'd48) begin
                $display("RTLGEN_ASSERT %m fc_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a segment in the fabric has its place in the buffer
            if (in_fabric > oc_given) begin
                $display("RTLGEN_ASSERT %m in_fabric_has_its_place fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no request before the tables are initialised
            if (req_valid && !ready) begin
                $display("RTLGEN_ASSERT %m ready_before_req fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a request is for 1 to g segments
            if (req_valid && (req_count == 5'd0 || req_count > 5'd16)) begin
                $display("RTLGEN_ASSERT %m req_within_g fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // an adapter waits for at most g segments
            if (req_valid && {1'b0, waits_for_grant[req_node]} + {1'b0, req_count} > 6'd16) begin
                $display("RTLGEN_ASSERT %m pending_within_g fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a grant is for requests that wait
            if (grants && op_size_q > waits_for_grant[op_node_q]) begin
                $display("RTLGEN_ASSERT %m grant_of_what_waits fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a grant is never empty
            if (grants && op_size_q == 5'd0) begin
                $display("RTLGEN_ASSERT %m grants_something fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a grant is at most g segments
            if (grants && op_size_q > 5'd16) begin
                $display("RTLGEN_ASSERT %m grant_within_g fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_reqgrant_beat_arbiter
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // an adapter is activated once per request
            activations_fit: assert (!fresh_valid_q || !activations_full);
            // only a granted segment arrives
            segment_leaves_the_fabric_once: `RTLGEN_CONTRACT (!arrived || in_fabric != 8'd0);
            // only a segment that has arrived leaves the buffer
            credit_comes_back_once: `RTLGEN_CONTRACT (in_fabric + {6'd0, released}
                                                   <= oc_given + {7'd0, arrived});
            // credits are returned once
            oc_in_range: assert (oc_q <= 7'd64);
            // a segment leaves the fabric once
            fc_in_range: assert (fc_q[7] || fc_q <= 8'd48);
            // a segment in the fabric has its place in the buffer
            in_fabric_has_its_place: assert (in_fabric <= oc_given);
            oc_just_enough: cover (oc_q == 7'd16);
            fc_just_enough: cover (fc_q == 8'd16);
            // no request before the tables are initialised
            ready_before_req: `RTLGEN_CONTRACT (!req_valid || ready);
            // a request is for 1 to g segments
            req_within_g: `RTLGEN_CONTRACT (!req_valid
                                         || (req_count != 5'd0 && req_count <= 5'd16));
            // an adapter waits for at most g segments
            pending_within_g: `RTLGEN_CONTRACT (!req_valid
                                             || {1'b0, waits_for_grant[req_node]}
                                              + {1'b0, req_count}
                                             <= 6'd16);
            // a grant is for requests that wait
            grant_of_what_waits: assert (!grants || op_size_q <= waits_for_grant[op_node_q]);
            // a grant is never empty
            grants_something: assert (!grants || op_size_q != 5'd0);
            // a grant is at most g segments
            grant_within_g: assert (!grants || op_size_q <= 5'd16);
        end
    end
`undef RTLGEN_CONTRACT
`endif

    // Read by checks only.
    wire unused_activations_full = &{1'b0, activations_full};

endmodule

`default_nettype wire
