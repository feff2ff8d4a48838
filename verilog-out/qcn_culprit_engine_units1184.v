// SPDX-License-Identifier: Apache-2.0
// qcn_culprit_engine_units1184: search in the CulpritArray for a random unit of a priority
//
// units = 1184, probes_fast = 64, probes_strict = 1024
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module qcn_culprit_engine_units1184 (
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
    output wire [10:0]  answer_unit,      // the unit that was found; a register; unknown without
                                          // hit
    output wire [10:0]  answer_pointer,   // the unit with the header of its frame; a register;
                                          // unknown without hit

    // releases, to drop a hit that has become stale
    input  wire         release_valid,    // a unit is given back
    input  wire [10:0]  release_unit,     // which

    // read port of the array; valid and row are registers
    output wire         rd_valid,         // a row is read
    output wire [6:0]   rd_row,           // which
    input  wire         rd_ready,         // it is not being written; else read again. Combinational

    // the row that was read two cycles before
    input  wire [15:0]  word_valid,       // the unit holds a part of a frame; unknown unless a row
                                          // was read two cycles before
    input  wire [15:0]  word_wrong,       // the word has wrong parity: it must not be used; unknown
                                          // likewise
    input  wire [47:0]  word_prio,        // priority of the frame; unknown likewise, and if not
                                          // valid
    input  wire [175:0] word_pointer,     // the unit with its header; unknown likewise, and if not
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

    reg [1:0]  state;           // state of the search
    reg [2:0]  prio;            // priority that is looked for
    reg        in_sequence;     // all random reads have failed
    reg [10:0] left;            // rows still to be looked at
    reg        last_q;          // one row is still to be looked at
    reg        none_left_q;     // no row is still to be looked at
    reg [6:0]  scan_row;        // next row in sequence
    reg        read_valid;      // a row is to be read
    reg [6:0]  read_row;        // row that is to be read
    reg        wait_valid;      // a row comes out of the RAM
    reg [6:0]  wait_row;        // row that comes out of the RAM
    reg        match_valid;     // a row is matched
    reg [6:0]  match_row;       // row that is matched
    reg        pick_valid;      // a row is picked from
    reg [6:0]  pick_row;        // row that is picked from
    reg [3:0]  column;          // column of the last draw
    reg [15:0] begin_at;        // drawn column of the row in match, one-hot
    reg [15:0] matching;        // words of the row in pick that match
    reg [3:0]  near_to;         // drawn column of the row in pick
    reg [15:0] wrong;           // words of the row in pick with wrong parity
    reg [3:0]  hit_column;      // column of the last hit
    reg [10:0] pointer;         // the unit with the header of its frame; a register; unknown
                                // without hit
    reg [3:0]  wait_column;     // column, one cycle later
    reg        any_q;           // the row in pick has a match
    reg [3:0]  match_column;    // begin_column, one cycle later
    reg        was_released;    // the unit of the hit was given back meanwhile
    reg        answer_valid_q;  // the search ends, for one cycle; a register
    reg        answer_hit_q;    // a unit was found; 0: there is no frame of the priority. A
                                // register; unknown without valid
    reg [31:0] random;          // state of the shift register of draws
    reg        seeded;          // the shift register has its seed
    reg [31:0] reads_q;         // rows that a search has looked at: random, in sequence, and once
                                // more after a hit
    reg [31:0] probes_q;        // those that were random
    reg [31:0] fallbacks_q;     // searches in sequence that began after all random ones had failed
    reg [31:0] give_ups_q;      // searches that ended without a hit
    reg [31:0] stale_q;         // hits whose unit was given back before the answer
    reg [31:0] wrong_q;         // rows looked at in which a word was skipped for its parity

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
    wire [10:0] hit_unit;
    wire        released;
    wire        gone;
    wire        give_up;
    wire        fall_back;
    wire        turn;
    wire        two_left;
    wire        free;
    wire [31:0] start;
    wire [6:0]  drawn_row;

`ifdef RTLGEN_CHECKS
    reg strict_before;  // strict, one cycle later
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

    // The lane of 11 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [10:0] one_hot_mux_16x11(input [15:0] select, input [175:0] lanes);
        integer n;
        begin
            one_hot_mux_16x11 = 11'd0;
            for (n = 0; n < 16; n = n + 1)
                one_hot_mux_16x11 = one_hot_mux_16x11 | ({11{select[n]}} & lanes[n*11 +: 11]);
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
    assign drawn_row       = random[6:0];
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
        reg [165:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (6) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[133:0], memory_fill};
        end
        {prio, in_sequence, left, last_q, none_left_q, scan_row, read_row, wait_row, match_row,
         pick_row, column, begin_at, matching, near_to, wrong, hit_column, pointer, wait_column,
         any_q, match_column, was_released, answer_hit_q, random} = memory_bits;
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            state <= SEARCH_IDLE;
        end else begin
            if (request_ready && request_valid) state <= SEARCH_PROBE;
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
            if (fall_back) state <= SEARCH_SCAN;
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
                        left <= 11'd74;
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
            left <= 11'd74;
            last_q <= 1'b0;
            none_left_q <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (fall_back) begin
            scan_row <= (pick_row == 7'd73) ? 7'd0 : pick_row + 7'd1;
        end else if (pick_valid && any_q) begin
            scan_row <= pick_row;
        end else if (state == SEARCH_SCAN && free) begin
            scan_row <= (scan_row == 7'd73) ? 7'd0 : scan_row + 7'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            read_valid <= 1'b0;
        end else if (turn) begin
            read_valid <= any_q && !(state == SEARCH_RECHECK);
        end else if (free && !(state == SEARCH_RECHECK)) begin
            read_valid <= state == SEARCH_SCAN || (state == SEARCH_PROBE && drawn_row < 7'd74);
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
            match_valid <= 1'b0;
            pick_valid <= 1'b0;
            answer_valid_q <= 1'b0;
            seeded <= 1'b0;
            reads_q <= 32'd0;
            probes_q <= 32'd0;
            fallbacks_q <= 32'd0;
            give_ups_q <= 32'd0;
            stale_q <= 32'd0;
            wrong_q <= 32'd0;
        end else begin
            wait_valid <= read_valid && rd_ready && !turn;
            match_valid <= wait_valid && !turn;
            pick_valid <= match_valid && !turn;
            answer_valid_q <= (pick_valid && state == SEARCH_RECHECK && !gone) || give_up;
            seeded <= 1'b1;
            if (pick_valid) reads_q <= reads_q + 32'd1;
            if (pick_valid && state == SEARCH_PROBE) probes_q <= probes_q + 32'd1;
            if (fall_back) fallbacks_q <= fallbacks_q + 32'd1;
            if (give_up) give_ups_q <= give_ups_q + 32'd1;
            if (pick_valid && state == SEARCH_RECHECK && gone) stale_q <= stale_q + 32'd1;
            if (pick_valid && (|wrong)) wrong_q <= wrong_q + 32'd1;
        end
    end

    always @(posedge clk) begin
        wait_row <= read_row;
        match_row <= wait_row;
        pick_row <= match_row;
        if (free && state == SEARCH_PROBE) column <= random[10:7];
        begin_at <= 16'd1 << begin_column;
        matching <= found;
        near_to <= match_column;
        wrong <= word_wrong & counts;
        if (pick_valid && any_q) hit_column <= {chosen_3, chosen_3 ? index_2_1 : index_2_0};
        if (match_valid) pointer <= one_hot_mux_16x11(begin_at, word_pointer);
        wait_column <= column;
        any_q <= |found;
        match_column <= begin_column;
        was_released <= state == SEARCH_RECHECK && (was_released || released);
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
            if (read_valid && {1'b0, read_row} >= 8'd74) begin
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
`ifdef RTLGEN_FORMAL_qcn_culprit_engine_units1184
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
            rows_exist: assert (!read_valid || {1'b0, read_row} < 8'd74);
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
