// SPDX-License-Identifier: Apache-2.0
// qcn_credit_arb: arbiter of the places in the output buffer of a server port
//
// leaves = 7, ports = 1, prios = 2, places = 97
`default_nettype none

module qcn_credit_arb (
    input  wire        clk,          // rising edge
    input  wire        rst,          // synchronous, active high
    input  wire [1:0]  phase,        // place of the cycle in the slot of the leaf

    // request
    input  wire        req_valid,    // a request comes; in phase 3
    input  wire [11:0] req_src,      // server port that asks
    input  wire [2:0]  req_prio,     // priority

    // release
    input  wire        free_valid,   // a place is free again
    input  wire [2:0]  free_prio,    // of this priority

    // grant
    output wire        grant_valid,  // a grant waits; a register
    output wire [11:0] grant_dst,    // server port that it is for
    output wire [2:0]  grant_prio,   // priority
    output wire [9:0]  grant_place,  // the place
    input  wire        grant_taken,  // it is sent

    output reg  [1:0]  taken         // places are taken, of registers
);

    (* mem2reg *)
    reg [6:0] free_q [0:1];   // free places of each priority
    (* mem2reg *)
    reg [6:0] next_q [0:1];   // next place to be granted, of each priority
    reg       grant_valid_q;  // a grant waits; a register
    reg [1:0] place_there_q;  // place_there, one cycle later
    reg       prio_above_q;   // requests above the last winner, which go first
    reg [9:0] place_q;        // the place
    reg [2:0] source_q;       // server port that the grant is for
    reg       prio_q;         // priority of the grant
    reg       granted_q;      // grants, one cycle later
    reg       ready_q;        // all numbers of requests are cleared
    reg [3:0] sweep_q;        // entry of requests that is cleared after reset
    reg [3:0] asks_q;         // asks, one cycle later
    reg       requested_q;    // req_valid, one cycle later

    (* syn_ramstyle = "no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [12:0] requests [0:15];  // requests without a grant, by {priority, source}
    reg [12:0] number;           // word of requests that was read last

    reg  [1:0] place_there;
    wire [1:0] ready;
    wire [1:0] prio_ahead;
    wire [1:0] prio_choice;
    wire [1:0] prio_winner;
    wire       grants;
    wire [2:0] source;
    wire [3:0] asks;
    wire       back;
    wire [1:0] waiting_push;
    wire [1:0] waiting_pop;
    wire [5:0] waiting_rdata;
    wire [1:0] waiting_full;
    wire [1:0] waiting_empty;
    wire [7:0] waiting_count;

    wire unused_waiting = &{1'b0, waiting_full, waiting_count};
    wire unused_address_bits = &{1'b0, req_src, req_prio, free_prio};

    // All of free_q side by side, because an always @* block cannot watch an array.
    wire [13:0] free_q_flat = {free_q[1], free_q[0]};

    // The lowest 1 alone.
    function [1:0] lowest_one_2(input [1:0] bits);
        begin
            lowest_one_2 = {bits[1] & ~bits[0], bits[0]};
        end
    endfunction

    // The lane of 3 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [2:0] one_hot_mux_2x3(input [1:0] select, input [5:0] lanes);
        integer n;
        begin
            one_hot_mux_2x3 = 3'd0;
            for (n = 0; n < 2; n = n + 1)
                one_hot_mux_2x3 = one_hot_mux_2x3 | ({3{select[n]}} & lanes[n*3 +: 3]);
        end
    endfunction

    genvar g;

    assign waiting_push = back ? 2'd1 << asks_q[3] : 2'd0;
    assign waiting_pop = grants ? prio_winner : 2'd0;

    generate
        for (g = 0; g < 2; g = g + 1) begin : waiting
            fifo_width3_depth8 u (
                .clk   (clk),
                .rst   (rst),
                .push  (waiting_push[g]),
                .wdata (asks_q[2:0]),
                .pop   (waiting_pop[g]),
                .rdata (waiting_rdata[g*3 +: 3]),
                .full  (waiting_full[g]),
                .empty (waiting_empty[g]),
                .count (waiting_count[g*4 +: 4])
            );
        end
    endgenerate

    assign ready       = place_there_q & ~waiting_empty;
    assign prio_ahead  = ready & {prio_above_q, 1'b0};
    assign prio_choice = lowest_one_2(prio_ahead) | ((|prio_ahead) ? 2'd0 : lowest_one_2(ready));
    assign prio_winner = prio_choice;
    assign grants      = phase == 2'd1 && (|ready) && !grant_valid_q;
    assign source      = one_hot_mux_2x3(prio_winner, waiting_rdata);
    assign grant_valid = grant_valid_q;
    assign grant_dst   = {9'd0, source_q};
    assign grant_prio  = {2'd0, prio_q};
    assign grant_place = place_q;
    assign asks        = grants ? {|(prio_choice & 2'd2), source} : {req_prio[0], req_src[2:0]};
    assign back        = requested_q ? number == 13'd0 : granted_q && number != 13'd1;

    always @* begin : update_place_there
        integer k;
        for (k = 0; k < 2; k = k + 1) begin
            place_there[k] = free_q_flat[k*7 +: 7] != 7'd0;
        end
    end

    always @* begin : update_taken
        integer k;
        for (k = 0; k < 2; k = k + 1) begin
            taken[k] = free_q_flat[k*7 +: 7] != 7'd97;
        end
    end

    always @(posedge clk) begin
        if (requested_q || granted_q || !ready_q) begin
            requests[ready_q ? asks_q : sweep_q] <= ready_q
                                                  ? number + (requested_q ? 13'd1 : 13'd8191)
                                                  : 13'd0;
        end
        if (grants || req_valid) number <= requests[asks];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [31:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        memory_bits = memory_fill;
        {place_there_q, place_q, source_q, asks_q, number} = memory_bits;
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            requests[memory_word] = memory_fill[31:19];
        end
    end
`endif

    always @(posedge clk) begin : update_free_q
        integer i;
        integer k;
        if (rst) begin
            for (i = 0; i < 2; i = i + 1) free_q[i] <= 7'd97;
            for (i = 0; i < 2; i = i + 1) next_q[i] <= 7'd0;
        end else begin
            for (k = 0; k < 2; k = k + 1) begin
                if (grants && prio_winner[k]) begin
                    next_q[k] <= (next_q[k] == 7'd96) ? 7'd0 : next_q[k] + 7'd1;
                end
                if ((grants & prio_winner[k]) ^ (free_valid & (free_prio[0] == k[0]))) begin
                    free_q[k] <= free_q[k] + ((grants && prio_winner[k]) ? 7'd127 : 7'd1);
                end
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            grant_valid_q <= 1'b0;
            prio_q <= 1'b0;
            prio_above_q <= 1'b0;
        end else if (grants) begin
            grant_valid_q <= 1'b1;
            prio_q <= |(prio_choice & 2'd2);
            prio_above_q <= prio_choice[0];
        end else if (grant_taken) begin
            grant_valid_q <= 1'b0;
        end
    end

    always @(posedge clk) begin
        place_there_q <= place_there;
        asks_q <= asks;
    end

    always @(posedge clk) begin
        if (grants) begin
            source_q <= source;
            place_q <= {3'd0, next_q[|(prio_choice & 2'd2)]};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            granted_q <= 1'b0;
            requested_q <= 1'b0;
        end else begin
            granted_q <= grants;
            requested_q <= req_valid;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            ready_q <= 1'b0;
            sweep_q <= 4'd0;
        end else if (!ready_q) begin
            sweep_q <= sweep_q + 4'd1;
            if (sweep_q == 4'd15) ready_q <= 1'b1;
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
            // only a place that was granted is given back
            if (free_valid && free_prio == 3'd0 && free_q[0] == 7'd97) begin
                $display("RTLGEN_ASSERT %m place_was_taken_0 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // only a place that was granted is given back
            if (free_valid && free_prio == 3'd1 && free_q[1] == 7'd97) begin
                $display("RTLGEN_ASSERT %m place_was_taken_1 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // what is granted has room in the output buffer
            if (grants && !(|(place_there & prio_winner))) begin
                $display("RTLGEN_ASSERT %m granted_place_is_free fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // only a grant that waits is taken
            if (grant_taken && !grant_valid_q) begin
                $display("RTLGEN_ASSERT %m grant_there fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // requests come in phase 3, and not before the numbers are cleared
            if (req_valid && (phase != 2'd3 || !ready_q)) begin
                $display("RTLGEN_ASSERT %m asked_in_phase_3 fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a source that waits has a request
            if (granted_q && number == 13'd0) begin
                $display("RTLGEN_ASSERT %m some_request fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the number of requests does not overflow
            if (requested_q && (&number)) begin
                $display("RTLGEN_ASSERT %m not_too_many fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_qcn_credit_arb
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // only a place that was granted is given back
            place_was_taken_0: `RTLGEN_CONTRACT (!(free_valid && free_prio == 3'd0)
                                              || free_q[0] != 7'd97);
            // only a place that was granted is given back
            place_was_taken_1: `RTLGEN_CONTRACT (!(free_valid && free_prio == 3'd1)
                                              || free_q[1] != 7'd97);
            // what is granted has room in the output buffer
            granted_place_is_free: assert (!grants || (|(place_there & prio_winner)));
            // only a grant that waits is taken
            grant_there: `RTLGEN_CONTRACT (!grant_taken || grant_valid_q);
            no_place: cover (!(&waiting_empty) && !(|ready));
            // requests come in phase 3, and not before the numbers are cleared
            asked_in_phase_3: `RTLGEN_CONTRACT (!req_valid || (phase == 2'd3 && ready_q));
            // a source that waits has a request
            some_request: assert (!granted_q || number != 13'd0);
            // the number of requests does not overflow
            not_too_many: assert (!requested_q || !(&number));
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
