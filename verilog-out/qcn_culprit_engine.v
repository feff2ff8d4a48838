// SPDX-License-Identifier: Apache-2.0
// qcn_culprit_engine: search in the CulpritArray for a random unit of a priority
//
// units = 1024, probes_fast = 64, probes_strict = 1024
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module qcn_culprit_engine (
    input  wire         clk,              // rising edge
    input  wire         rst,              // synchronous, active high

    // inputs that are held
    input  wire [31:0]  seed,             // of the random numbers; taken in the first cycle after
                                          // reset
    input  wire [11:0]  owner,            // number of the port: units with the same seed draw
                                          // differently; taken with it
    input  wire         strict,           // 1: a draw is for a word, 0: for a row and where to
                                          // begin in it; constant during a search

    input  wire         cleared,          // the array is ready; stays 1

    // what to look for
    input  wire         request_valid,    // a search is asked for
    input  wire [2:0]   request_prio,     // for a frame of this priority
    output wire         request_ready,    // it begins; no search runs

    // what was found
    output wire         answer_valid,     // the search ends, for one cycle; a register
    output wire         answer_hit,       // a unit was found; 0: there is no frame of the priority.
                                          // A register; unknown without valid
    output wire [9:0]   answer_unit,      // the unit that was found; a register; unknown without
                                          // hit
    output wire [9:0]   answer_pointer,   // the unit with the header of its frame; a register;
                                          // unknown without hit

    // releases, to drop a hit that has become stale
    input  wire         release_valid,    // a unit is given back
    input  wire [9:0]   release_unit,     // which

    // read port of the array; valid and row are registers
    output wire         rd_valid,         // a row is read
    output wire [5:0]   rd_row,           // which
    input  wire         rd_ready,         // it is not being written; else read again. Combinational

    // the row that was read two cycles before
    input  wire [15:0]  word_valid,       // the unit holds a part of a frame; unknown unless a row
                                          // was read two cycles before
    input  wire [15:0]  word_wrong,       // the word has wrong parity: it must not be used; unknown
                                          // likewise
    input  wire [47:0]  word_prio,        // priority of the frame; unknown likewise, and if not
                                          // valid
    input  wire [159:0] word_pointer,     // the unit with its header; unknown likewise, and if not
                                          // valid

    // counters
    output wire [31:0]  count_reads,      // rows that a search has looked at: random, in sequence,
                                          // and once more after a hit
    output wire [31:0]  count_probes,     // those that were random
    output wire [31:0]  count_fallbacks,  // searches in sequence that began after all random ones
                                          // had failed
    output wire [31:0]  count_give_ups,   // searches that ended without a hit
    output wire [31:0]  count_stale,      // hits whose unit was given back before the answer
    output wire [31:0]  count_wrong       // rows looked at in which a word was skipped for its
                                          // parity
);

    localparam [1:0] SEARCH_IDLE    = 2'd0;
    localparam [1:0] SEARCH_PROBE   = 2'd1;
    localparam [1:0] SEARCH_SCAN    = 2'd2;
    localparam [1:0] SEARCH_RECHECK = 2'd3;

    reg [1:0]  state;
    reg [2:0]  prio;
    reg        in_sequence;
    reg [10:0] left;
    reg        last_q;
    reg        none_left_q;
    reg [5:0]  scan_row;
    reg        read_valid;
    reg [5:0]  read_row;
    reg        wait_valid;
    reg [5:0]  wait_row;
    reg        match_valid;
    reg [5:0]  match_row;
    reg        pick_valid;
    reg [5:0]  pick_row;
    reg [3:0]  column;
    reg [15:0] begin_at;
    reg [15:0] matching;
    reg [3:0]  near_to;
    reg [15:0] wrong;
    reg [3:0]  hit_column;
    reg [9:0]  pointer;
    reg [3:0]  wait_column;
    reg        any_q;
    reg [3:0]  match_column;
    reg        was_released;
    reg        answer_valid_q;
    reg        answer_hit_q;
    reg [31:0] random;
    reg        seeded;
    reg [31:0] reads_q;
    reg [31:0] probes_q;
    reg [31:0] fallbacks_q;
    reg [31:0] give_ups_q;
    reg [31:0] stale_q;
    reg [31:0] wrong_q;

    wire [3:0]  begin_column;
    wire        one_word;
    wire [15:0] counts;
    reg  [15:0] found;
    wire [7:0]  left_0;
    wire [7:0]  right_0;
    wire [7:0]  chosen_0;
    wire [7:0]  any_0;
    wire [3:0]  left_1;
    wire [3:0]  right_1;
    wire [3:0]  chosen_1;
    wire [1:0]  index_1_0;
    wire [1:0]  index_1_1;
    wire [1:0]  index_1_2;
    wire [1:0]  index_1_3;
    wire [3:0]  any_1;
    wire [1:0]  left_2;
    wire [1:0]  right_2;
    wire [1:0]  chosen_2;
    wire [2:0]  index_2_0;
    wire [2:0]  index_2_1;
    wire [1:0]  any_2;
    wire        left_3;
    wire        right_3;
    wire        chosen_3;
    wire [9:0]  hit_unit;
    wire        released;
    wire        gone;
    wire        give_up;
    wire        fall_back;
    wire        turn;
    wire        two_left;
    wire        free;
    wire [31:0] start;
    wire [5:0]  drawn_row;

`ifdef RTLGEN_CHECKS
    reg strict_before;
`endif

`ifdef RTLGEN_CHECKS
    // The number of ones.
    function [2:0] count_ones_4(input [3:0] bits);
        integer n;
        begin
            count_ones_4 = 3'd0;
            for (n = 0; n < 4; n = n + 1)
                count_ones_4 = count_ones_4 + {2'd0, bits[n]};
        end
    endfunction
`endif

    // The lane of 10 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [9:0] one_hot_mux_16x10(input [15:0] select, input [159:0] lanes);
        integer n;
        begin
            one_hot_mux_16x10 = 10'd0;
            for (n = 0; n < 16; n = n + 1)
                one_hot_mux_16x10 = one_hot_mux_16x10 | ({10{select[n]}} & lanes[n*10 +: 10]);
        end
    endfunction

    assign rd_valid      = read_valid;
    assign rd_row        = read_row;
    assign request_ready = state == SEARCH_IDLE && cleared;
    assign begin_column  = (state == SEARCH_RECHECK) ? hit_column : wait_column;
    assign one_word      = state == SEARCH_RECHECK || (state == SEARCH_PROBE && strict);
    assign counts        = one_word ? begin_at : 16'hffff;
    assign left_0 = {matching[14], matching[12], matching[10], matching[8], matching[6],
                     matching[4], matching[2], matching[0]};
    assign right_0 = {matching[15], matching[13], matching[11], matching[9], matching[7],
                      matching[5], matching[3], matching[1]};
    assign chosen_0       = right_0 & (~left_0 | {8{near_to[0]}});
    assign any_0          = left_0 | right_0;
    assign left_1         = {any_0[6], any_0[4], any_0[2], any_0[0]};
    assign right_1        = {any_0[7], any_0[5], any_0[3], any_0[1]};
    assign chosen_1       = right_1 & (~left_1 | {4{near_to[1]}});
    assign index_1_0      = {chosen_1[0], chosen_1[0] ? chosen_0[1] : chosen_0[0]};
    assign index_1_1      = {chosen_1[1], chosen_1[1] ? chosen_0[3] : chosen_0[2]};
    assign index_1_2      = {chosen_1[2], chosen_1[2] ? chosen_0[5] : chosen_0[4]};
    assign index_1_3      = {chosen_1[3], chosen_1[3] ? chosen_0[7] : chosen_0[6]};
    assign any_1          = left_1 | right_1;
    assign left_2         = {any_1[2], any_1[0]};
    assign right_2        = {any_1[3], any_1[1]};
    assign chosen_2       = right_2 & (~left_2 | {2{near_to[2]}});
    assign index_2_0      = {chosen_2[0], chosen_2[0] ? index_1_1 : index_1_0};
    assign index_2_1      = {chosen_2[1], chosen_2[1] ? index_1_3 : index_1_2};
    assign any_2          = left_2 | right_2;
    assign left_3         = any_2[0];
    assign right_3        = any_2[1];
    assign chosen_3       = right_3 && (!left_3 || near_to[3]);
    assign hit_unit       = {hit_column, read_row};
    assign released       = release_valid && release_unit == hit_unit;
    assign gone           = !any_q || was_released;
    assign give_up        = pick_valid && state == SEARCH_SCAN && last_q && !any_q;
    assign answer_valid   = answer_valid_q;
    assign answer_hit     = answer_hit_q;
    assign answer_unit    = hit_unit;
    assign answer_pointer = pointer;
    assign fall_back = pick_valid
                    && ((state == SEARCH_PROBE && last_q && !any_q)
                     || (state == SEARCH_RECHECK && gone && !in_sequence && none_left_q));
    assign turn            = pick_valid && (any_q || last_q);
    assign two_left        = left == 11'd2;
    assign free            = !(read_valid && !rd_ready);
    assign start           = seed ^ {owner, 20'd0};
    assign drawn_row       = random[5:0];
    assign count_reads     = reads_q;
    assign count_probes    = probes_q;
    assign count_fallbacks = fallbacks_q;
    assign count_give_ups  = give_ups_q;
    assign count_stale     = stale_q;
    assign count_wrong     = wrong_q;

    always @* begin : update_found
        integer i;
        for (i = 0; i < 16; i = i + 1) begin
            found[i] = word_valid[i] && !word_wrong[i] && counts[i] && word_prio[i*3 +: 3] == prio;
        end
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        prio = memory_fill[31:29];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        in_sequence = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        left = memory_fill[31:21];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        last_q = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        none_left_q = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        scan_row = memory_fill[31:26];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        read_row = memory_fill[31:26];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        wait_row = memory_fill[31:26];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        match_row = memory_fill[31:26];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        pick_row = memory_fill[31:26];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        column = memory_fill[31:28];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        begin_at = memory_fill[31:16];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        matching = memory_fill[31:16];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        near_to = memory_fill[31:28];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        wrong = memory_fill[31:16];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        hit_column = memory_fill[31:28];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        pointer = memory_fill[31:22];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        wait_column = memory_fill[31:28];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        any_q = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        match_column = memory_fill[31:28];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        was_released = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        answer_hit_q = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        random = memory_fill;
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            state <= SEARCH_IDLE;
        end else begin
            if (request_ready && request_valid) begin
                state <= SEARCH_PROBE;
            end
            if (pick_valid) begin
                if (state == SEARCH_RECHECK) begin
                    if (!gone) begin
                        state <= SEARCH_IDLE;
                    end else if (in_sequence) begin
                        state <= SEARCH_SCAN;
                    end else begin
                        state <= SEARCH_PROBE;
                    end
                end else if (any_q) begin
                    state <= SEARCH_RECHECK;
                end else if (last_q) begin
                    state <= SEARCH_IDLE;
                end
            end
            if (fall_back) begin
                state <= SEARCH_SCAN;
            end
        end
    end

    always @(posedge clk) begin
        if (request_ready && request_valid) begin
            prio <= request_prio;
            in_sequence <= 1'b0;
            left <= strict ? 11'd1024 : 11'd64;
            last_q <= 1'b0;
            none_left_q <= 1'b0;
        end
        if (pick_valid) begin
            if (state == SEARCH_RECHECK) begin
                if (!(!gone)) begin
                    if (in_sequence) begin
                        left <= 11'd64;
                        last_q <= 1'b0;
                        none_left_q <= 1'b0;
                    end
                end
            end else begin
                left <= left - 11'd1;
                last_q <= two_left;
                none_left_q <= last_q;
            end
        end
        if (fall_back) begin
            in_sequence <= 1'b1;
            left <= 11'd64;
            last_q <= 1'b0;
            none_left_q <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (fall_back) begin
            scan_row <= pick_row + 6'd1;
        end else if (pick_valid && any_q) begin
            scan_row <= pick_row;
        end else if (state == SEARCH_SCAN && free) begin
            scan_row <= scan_row + 6'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            read_valid <= 1'b0;
        end else if (turn) begin
            read_valid <= any_q && !(state == SEARCH_RECHECK);
        end else if (free && !(state == SEARCH_RECHECK)) begin
            read_valid <= state == SEARCH_SCAN || state == SEARCH_PROBE;
        end else if (free) begin
            read_valid <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (turn) begin
            read_row <= pick_row;
        end else if (free && !(state == SEARCH_RECHECK)) begin
            read_row <= (state == SEARCH_SCAN) ? scan_row : drawn_row;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            wait_valid <= 1'b0;
        end else begin
            wait_valid <= read_valid && rd_ready && !turn;
        end
    end

    always @(posedge clk) begin
        wait_row <= read_row;
    end

    always @(posedge clk) begin
        if (rst) begin
            match_valid <= 1'b0;
        end else begin
            match_valid <= wait_valid && !turn;
        end
    end

    always @(posedge clk) begin
        match_row <= wait_row;
    end

    always @(posedge clk) begin
        if (rst) begin
            pick_valid <= 1'b0;
        end else begin
            pick_valid <= match_valid && !turn;
        end
    end

    always @(posedge clk) begin
        pick_row <= match_row;
    end

    always @(posedge clk) begin
        if (free && state == SEARCH_PROBE) begin
            column <= random[9:6];
        end
    end

    always @(posedge clk) begin
        begin_at <= 16'd1 << begin_column;
    end

    always @(posedge clk) begin
        matching <= found;
    end

    always @(posedge clk) begin
        near_to <= match_column;
    end

    always @(posedge clk) begin
        wrong <= word_wrong & counts;
    end

    always @(posedge clk) begin
        if (pick_valid && any_q) begin
            hit_column <= {chosen_3, chosen_3 ? index_2_1 : index_2_0};
        end
    end

    always @(posedge clk) begin
        if (match_valid) begin
            pointer <= one_hot_mux_16x10(begin_at, word_pointer);
        end
    end

    always @(posedge clk) begin
        wait_column <= column;
    end

    always @(posedge clk) begin
        any_q <= |found;
    end

    always @(posedge clk) begin
        match_column <= begin_column;
    end

    always @(posedge clk) begin
        was_released <= state == SEARCH_RECHECK && (was_released || released);
    end

    always @(posedge clk) begin
        if (rst) begin
            answer_valid_q <= 1'b0;
        end else begin
            answer_valid_q <= (pick_valid && state == SEARCH_RECHECK && !gone) || give_up;
        end
    end

    always @(posedge clk) begin
        answer_hit_q <= pick_valid && state == SEARCH_RECHECK && !gone;
    end

    always @(posedge clk) begin
        if (seeded) begin
            random <= {random[17:0], ^(random & 32'h80200003), ^(random & 32'hc0300002),
                       ^(random & 32'h60180001), ^(random & 32'hb02c0003), ^(random & 32'hd8360002),
                       ^(random & 32'h6c1b0001), ^(random & 32'hb62d8003), ^(random & 32'hdb36c002),
                       ^(random & 32'h6d9b6001), ^(random & 32'hb6edb003), ^(random & 32'hdb56d802),
                       ^(random & 32'h6dab6c01), ^(random & 32'hb6f5b603),
                       ^(random & 32'hdb5adb02)};
        end else begin
            random <= (|start) ? start : 32'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            seeded <= 1'b0;
        end else begin
            seeded <= 1'b1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            reads_q <= 32'd0;
        end else if (pick_valid) begin
            reads_q <= reads_q + 32'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            probes_q <= 32'd0;
        end else if (pick_valid && state == SEARCH_PROBE) begin
            probes_q <= probes_q + 32'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            fallbacks_q <= 32'd0;
        end else if (fall_back) begin
            fallbacks_q <= fallbacks_q + 32'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            give_ups_q <= 32'd0;
        end else if (give_up) begin
            give_ups_q <= give_ups_q + 32'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            stale_q <= 32'd0;
        end else if (pick_valid && state == SEARCH_RECHECK && gone) begin
            stale_q <= stale_q + 32'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            wrong_q <= 32'd0;
        end else if (pick_valid && (|wrong)) begin
            wrong_q <= wrong_q + 32'd1;
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            strict_before <= 1'b0;
        end else begin
            strict_before <= strict;
        end
    end
`endif

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
            // the last row to look at is known a cycle ahead
            if (!(state == SEARCH_IDLE) && last_q != (left == 11'd1)) begin
                $display("RTLGEN_ASSERT %m last_row fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // that there is none is known a cycle ahead
            if (!(state == SEARCH_IDLE) && none_left_q != (left == 11'd0)) begin
                $display("RTLGEN_ASSERT %m no_row_left fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // 0 is the one state without a way out
            if (seeded && random == 32'd0) begin
                $display("RTLGEN_ASSERT %m random_not_zero fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the mode does not change during a search
            if (state != SEARCH_IDLE && strict_before != strict) begin
                $display("RTLGEN_ASSERT %m mode_is_constant fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a row that does not exist is not read
            if (read_valid && 1'b0) begin
                $display("RTLGEN_ASSERT %m rows_exist fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the rows on their way at a hit are dropped
            if (state == SEARCH_RECHECK
             && count_ones_4({read_valid, wait_valid, match_valid, pick_valid}) > 3'd1) begin
                $display("RTLGEN_ASSERT %m read_again_alone fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_qcn_culprit_engine
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // the last row to look at is known a cycle ahead
            last_row: assert (!(!(state == SEARCH_IDLE)) || last_q == (left == 11'd1));
            // that there is none is known a cycle ahead
            no_row_left: assert (!(!(state == SEARCH_IDLE)) || none_left_q == (left == 11'd0));
            // 0 is the one state without a way out
            random_not_zero: assert (!seeded || random != 32'd0);
            // the mode does not change during a search
            mode_is_constant: `RTLGEN_CONTRACT (state == SEARCH_IDLE || strict_before == strict);
            // a row that does not exist is not read
            rows_exist: assert (!read_valid || 1'b1);
            // the rows on their way at a hit are dropped
            read_again_alone: assert (!(state == SEARCH_RECHECK)
                                   || count_ones_4({read_valid, wait_valid, match_valid,
                                                    pick_valid})
                                   <= 3'd1);
            row_is_being_written: cover (rd_valid && !rd_ready);
            given_back_while_read_again: cover (released && state == SEARCH_RECHECK);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
