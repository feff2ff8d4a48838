// SPDX-License-Identifier: Apache-2.0
// reqgrant_arbiter: output credit arbiter: grants requests of whole packets, weighted round robin on virtual time
//
// nodes = 16, g = 16, b_reasm = 64, fc_init = 48, max_p = 2
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module reqgrant_arbiter (
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

    (* mem2reg *)
    reg [16:0]  time_q [0:15];   // virtual times, by adapter
    reg [4:0]   init_q;          // table addresses initialised since reset
    reg [15:0]  pending_q;       // adapters that have a request
    reg [16:0]  now_q;           // virtual time that the last grant's winner had
    reg [7:0]   round1_valid_q;  // there is a winner, a bit per 2 adapters
    reg [135:0] round1_time_q;   // virtual times of the winners, a lane per 2 adapters
    reg [7:0]   round1_node_q;   // lower bits of the winners' numbers, a lane per 2 adapters
    reg [3:0]   round2_valid_q;  // there is a winner, a bit per 4 adapters
    reg [67:0]  round2_time_q;   // virtual times of the winners, a lane per 4 adapters
    reg [7:0]   round2_node_q;   // lower bits of the winners' numbers, a lane per 4 adapters
    reg [1:0]   round3_valid_q;  // there is a winner, a bit per 8 adapters
    reg [33:0]  round3_time_q;   // virtual times of the winners, a lane per 8 adapters
    reg [5:0]   round3_node_q;   // lower bits of the winners' numbers, a lane per 8 adapters
    reg         round4_valid_q;  // there is a winner, a bit per 16 adapters
    reg [16:0]  round4_time_q;   // virtual times of the winners, a lane per 16 adapters
    reg [3:0]   round4_node_q;   // lower bits of the winners' numbers, a lane per 16 adapters
    reg         refused_q;       // pulse, registered: a request for nothing, or for more than g
                                 // with those that wait, is ignored
    reg [9:0]   timer_q;         // time the grants still take, 1/16 segments, two's complement
    reg [6:0]   oc_q;            // output-buffer credits; a register
    reg [7:0]   fc_q;            // fabric-buffer credits, two's complement; a register
    reg [3:0]   scan_q;          // adapter that the scanner looks at with the next grant
    reg         gnt_valid_q;     // fire, one cycle later
    reg [3:0]   gnt_node_q;      // winner, one cycle later
    reg [4:0]   gnt_count_q;     // size, one cycle later

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [4:0] requested [0:15];  // segments requested, modulo, by adapter
    wire [4:0] winner_requested;
    wire [4:0] req_requested;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [4:0] granted [0:15];    // segments granted, modulo, by adapter
    wire [4:0] winner_granted;
    wire [4:0] req_granted;

    wire         fire;
    wire [271:0] times;
    wire [3:0]   winner;
    wire [15:0]  winner_bit;
    wire [15:0]  pending_stays;
    reg  [7:0]   round1_right;
    reg  [7:0]   round1_stays;
    reg  [3:0]   round2_right;
    reg  [3:0]   round2_stays;
    reg  [1:0]   round3_right;
    reg  [1:0]   round3_stays;
    wire         round4_right;
    wire [4:0]   size;
    wire [4:0]   requested_after;
    wire [4:0]   request_waits;
    wire         request_fits;
    wire         request_taken;
    wire [3:0]   requested_addr;
    wire [4:0]   requested_data;
    wire [3:0]   granted_addr;
    wire [4:0]   granted_data;
    wire [4:0]   taken;
    wire         timer_positive;
    wire [9:0]   rest;
    wire [6:0]   oc_and_released;
    wire [7:0]   fc_and_arrived;
    wire [15:0]  scanned;
    wire [15:0]  asks;
    wire [15:0]  wins;
    wire [16:0]  moved_on;
    reg  [15:0]  late;

`ifdef RTLGEN_CHECKS
    (* mem2reg *)
    reg  [4:0]  waits_for_grant [0:15];  // segments requested and not granted, by adapter
    wire [7:0]  oc_given;
    wire [7:0]  in_fabric;
    wire [15:0] asks_for_grant;
    wire [15:0] gets_grant;
`endif

    // All of time_q side by side, because an always @* block cannot watch an array.
    wire [271:0] time_q_flat = {time_q[15], time_q[14], time_q[13], time_q[12], time_q[11],
                                time_q[10], time_q[9], time_q[8], time_q[7], time_q[6], time_q[5],
                                time_q[4], time_q[3], time_q[2], time_q[1], time_q[0]};

    // Lane index of lanes of 17 bits, lane 0 lowest.
    function [16:0] lane_17_of_136(input [135:0] lanes, input [2:0] index);
        integer n;
        reg [255:0] spaced;
        begin
            for (n = 0; n < 8; n = n + 1)
                spaced[n*32 +: 32] = {15'd0, lanes[n*17 +: 17]};
            lane_17_of_136 = spaced[{index, 5'd0} +: 17];
        end
    endfunction

    // Lane index of lanes of 17 bits, lane 0 lowest.
    function [16:0] lane_17_of_272(input [271:0] lanes, input [3:0] index);
        integer n;
        reg [511:0] spaced;
        begin
            for (n = 0; n < 16; n = n + 1)
                spaced[n*32 +: 32] = {15'd0, lanes[n*17 +: 17]};
            lane_17_of_272 = spaced[{index, 5'd0} +: 17];
        end
    endfunction

    // Lane index of lanes of 17 bits, lane 0 lowest.
    function [16:0] lane_17_of_68(input [67:0] lanes, input [1:0] index);
        integer n;
        reg [127:0] spaced;
        begin
            for (n = 0; n < 4; n = n + 1)
                spaced[n*32 +: 32] = {15'd0, lanes[n*17 +: 17]};
            lane_17_of_68 = spaced[{index, 5'd0} +: 17];
        end
    endfunction

    assign ready = init_q[4];
    assign times = {time_q[15], time_q[14], time_q[13], time_q[12], time_q[11], time_q[10],
                    time_q[9], time_q[8], time_q[7], time_q[6], time_q[5], time_q[4], time_q[3],
                    time_q[2], time_q[1], time_q[0]};
    assign winner_bit    = 16'd1 << winner;
    assign pending_stays = pending_q & ~(fire ? winner_bit : 16'd0);
    assign round4_right = round3_stays[1]
                       && (!round3_stays[0]
                        || round3_time_q[33:17] - round3_time_q[16:0] >= 17'h10000);
    assign winner          = round4_node_q;
    assign size            = winner_requested - winner_granted;
    assign requested_after = req_requested + req_count;
    assign request_waits   = requested_after - req_granted;
    assign request_fits = req_count != 5'd0
                       && req_count <= 5'd16
                       && request_waits <= 5'd16
                       && request_waits >= req_count;
    assign refused         = refused_q;
    assign request_taken   = req_valid && request_fits;
    assign requested_addr  = !init_q[4] ? init_q[3:0] : req_node;
    assign requested_data  = !init_q[4] ? 5'd0 : requested_after;
    assign granted_addr    = !init_q[4] ? init_q[3:0] : winner;
    assign granted_data    = !init_q[4] ? 5'd0 : winner_requested;
    assign taken           = fire ? size : 5'd0;
    assign timer_positive  = timer_q != 10'd0 && !timer_q[9];
    assign rest            = (tick && timer_positive) ? timer_q - {2'd0, grant_rate} : timer_q;
    assign oc_and_released = oc_q + {5'd0, released};
    assign fc_and_arrived  = fc_q + {7'd0, arrived};
    assign stat_oc         = oc_q;
    assign stat_fc         = fc_q;
    assign fire = round4_valid_q
               && oc_q >= 7'd16
               && (!reserve || (fc_q >= 8'd16 && !fc_q[7]))
               && (!timer_positive || (tick && {2'd0, grant_rate} >= timer_q));
    assign scanned   = 16'd1 << scan_q;
    assign asks      = request_taken ? 16'd1 << req_node : 16'd0;
    assign wins      = 16'd1 << winner;
    assign moved_on  = round4_time_q + {12'd0, size};
    assign gnt_valid = gnt_valid_q;
    assign gnt_node  = gnt_node_q;
    assign gnt_count = gnt_count_q;

`ifdef RTLGEN_CHECKS
    assign oc_given       = 8'd64 - {1'b0, oc_q};
    assign in_fabric      = 8'd48 - fc_q;
    assign asks_for_grant = request_taken ? 16'd1 << req_node : 16'd0;
    assign gets_grant     = fire ? 16'd1 << winner : 16'd0;
`endif

    always @* begin : update_round1_right
        integer k;
        for (k = 0; k < 8; k = k + 1) begin
            round1_right[k] = pending_stays[{k[2:0], 1'b1}]
                           && (!pending_stays[{k[2:0], 1'b0}]
                            || lane_17_of_272(times, {k[2:0], 1'b1})
                             - lane_17_of_272(times, {k[2:0], 1'b0})
                            >= 17'h10000);
        end
    end

    always @* begin : update_round1_stays
        integer k;
        for (k = 0; k < 8; k = k + 1) begin
            round1_stays[k] = round1_valid_q[k] && !(fire && {k[2:0], round1_node_q[k]} == winner);
        end
    end

    always @* begin : update_round2_right
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            round2_right[k] = round1_stays[{k[1:0], 1'b1}]
                           && (!round1_stays[{k[1:0], 1'b0}]
                            || lane_17_of_136(round1_time_q, {k[1:0], 1'b1})
                             - lane_17_of_136(round1_time_q, {k[1:0], 1'b0})
                            >= 17'h10000);
        end
    end

    always @* begin : update_round2_stays
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            round2_stays[k] = round2_valid_q[k]
                           && !(fire && {k[1:0], round2_node_q[k*2 +: 2]} == winner);
        end
    end

    always @* begin : update_round3_right
        integer k;
        for (k = 0; k < 2; k = k + 1) begin
            round3_right[k] = round2_stays[{k[0], 1'b1}]
                           && (!round2_stays[{k[0], 1'b0}]
                            || lane_17_of_68(round2_time_q, {k[0], 1'b1})
                             - lane_17_of_68(round2_time_q, {k[0], 1'b0})
                            >= 17'h10000);
        end
    end

    always @* begin : update_round3_stays
        integer k;
        for (k = 0; k < 2; k = k + 1) begin
            round3_stays[k] = round3_valid_q[k]
                           && !(fire && {k[0], round3_node_q[k*3 +: 3]} == winner);
        end
    end

    always @* begin : update_late
        integer k;
        for (k = 0; k < 16; k = k + 1) begin
            late[k] = !pending_q[k] && time_q_flat[k*17 +: 17] - now_q >= 17'h10000;
        end
    end

    always @(posedge clk) begin
        if (request_taken || !init_q[4]) requested[requested_addr] <= requested_data;
    end

    assign winner_requested = requested[winner];

    assign req_requested = requested[req_node];

    always @(posedge clk) begin
        if (fire || !init_q[4]) granted[granted_addr] <= granted_data;
    end

    assign winner_granted = granted[winner];

    assign req_granted = granted[req_node];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [289:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (10) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[257:0], memory_fill};
        end
        {round1_time_q, round1_node_q, round2_time_q, round2_node_q, round3_time_q, round3_node_q,
         round4_time_q, round4_node_q, gnt_node_q, gnt_count_q} = memory_bits;
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            requested[memory_word] = memory_fill[31:27];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            granted[memory_word] = memory_fill[31:27];
        end
    end
`endif

    always @(posedge clk) begin : update_time_q
        integer i;
        integer k;
        if (rst) begin
            for (i = 0; i < 16; i = i + 1) time_q[i] <= 17'd0;
        end else begin
            for (k = 0; k < 16; k = k + 1) begin
                if (late[k] && (asks[k] || (fire && scanned[k]))) time_q[k] <= now_q;
                if (fire && wins[k]) time_q[k] <= moved_on;
            end
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_waits_for_grant
        integer i;
        integer k;
        if (rst) begin
            for (i = 0; i < 16; i = i + 1) waits_for_grant[i] <= 5'd0;
        end else begin
            for (k = 0; k < 16; k = k + 1) begin
                waits_for_grant[k] <= waits_for_grant[k] + (asks_for_grant[k] ? req_count : 5'd0)
                                    - (gets_grant[k] ? size : 5'd0);
            end
        end
    end
`endif

    always @(posedge clk) begin : update_init_q
        integer k;
        if (rst) begin
            init_q <= 5'd0;
            pending_q <= 16'd0;
            round1_valid_q <= 8'd0;
            round2_valid_q <= 4'd0;
            round3_valid_q <= 2'd0;
            round4_valid_q <= 1'b0;
            refused_q <= 1'b0;
            timer_q <= 10'd0;
            oc_q <= 7'd64;
            fc_q <= 8'd48;
            gnt_valid_q <= 1'b0;
        end else begin
            if (!init_q[4]) init_q <= init_q + 5'd1;
            if (fire) pending_q[winner] <= 1'b0;
            if (request_taken) pending_q[req_node] <= 1'b1;
            for (k = 0; k < 8; k = k + 1) begin
                round1_valid_q[k] <= pending_stays[{k[2:0], 1'b0}] || pending_stays[{k[2:0], 1'b1}];
            end
            for (k = 0; k < 4; k = k + 1) begin
                round2_valid_q[k] <= round1_stays[{k[1:0], 1'b0}] || round1_stays[{k[1:0], 1'b1}];
            end
            for (k = 0; k < 2; k = k + 1) begin
                round3_valid_q[k] <= round2_stays[{k[0], 1'b0}] || round2_stays[{k[0], 1'b1}];
            end
            round4_valid_q <= round3_stays[0] || round3_stays[1];
            refused_q <= req_valid && !request_fits;
            timer_q <= rest + {1'b0, taken, 4'd0};
            oc_q <= fire ? oc_and_released - {2'd0, size} : oc_and_released;
            fc_q <= fire ? fc_and_arrived - {3'd0, size} : fc_and_arrived;
            gnt_valid_q <= fire;
        end
    end

    always @(posedge clk) begin : update_round1_time_q
        integer k;
        for (k = 0; k < 8; k = k + 1) begin
            round1_time_q[k*17 +: 17] <= round1_right[k] ? lane_17_of_272(times, {k[2:0], 1'b1})
                                       : lane_17_of_272(times, {k[2:0], 1'b0});
            round1_node_q[k] <= round1_right[k];
        end
        for (k = 0; k < 4; k = k + 1) begin
            round2_time_q[k*17 +: 17] <= round2_right[k]
                                       ? lane_17_of_136(round1_time_q, {k[1:0], 1'b1})
                                       : lane_17_of_136(round1_time_q, {k[1:0], 1'b0});
            round2_node_q[k*2 +: 2] <= {round2_right[k],
                                        round2_right[k] ? round1_node_q[{k[1:0], 1'b1}]
                                      : round1_node_q[{k[1:0], 1'b0}]};
        end
        for (k = 0; k < 2; k = k + 1) begin
            round3_time_q[k*17 +: 17] <= round3_right[k]
                                       ? lane_17_of_68(round2_time_q, {k[0], 1'b1})
                                       : lane_17_of_68(round2_time_q, {k[0], 1'b0});
            round3_node_q[k*3 +: 3] <= {round3_right[k],
                                        round3_right[k] ? round2_node_q[{k[0], 1'b1, 1'b0} +: 2]
                                      : round2_node_q[{k[0], 1'b0, 1'b0} +: 2]};
        end
        round4_time_q <= round4_right ? round3_time_q[33:17] : round3_time_q[16:0];
        round4_node_q <= {round4_right, round4_right ? round3_node_q[5:3] : round3_node_q[2:0]};
        gnt_node_q <= winner;
        gnt_count_q <= size;
    end

    always @(posedge clk) begin
        if (rst) begin
            now_q <= 17'd0;
            scan_q <= 4'd0;
        end else if (fire) begin
            scan_q <= scan_q + 4'd1;
            now_q <= round4_time_q;
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
            // a grant is never empty
            if (fire && size == 5'd0) begin
                $display("RTLGEN_ASSERT %m grants_something fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a grant is at most g segments
            if (fire && size > 5'd16) begin
                $display("RTLGEN_ASSERT %m grant_within_g fails at time %0t", $time);
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
            if (fire && size > waits_for_grant[winner]) begin
                $display("RTLGEN_ASSERT %m grant_of_what_waits fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_reqgrant_arbiter
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
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
            // a grant is never empty
            grants_something: assert (!fire || size != 5'd0);
            // a grant is at most g segments
            grant_within_g: assert (!fire || size <= 5'd16);
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
            grant_of_what_waits: assert (!fire || size <= waits_for_grant[winner]);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
