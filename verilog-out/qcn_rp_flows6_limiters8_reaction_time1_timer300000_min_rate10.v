// SPDX-License-Identifier: Apache-2.0
// qcn_rp_flows6_limiters8_reaction_time1_timer300000_min_rate10: reaction point: rate limiters of the flows of a server
//
// flows = 6, limiters = 8, reaction_time = 1, byte_counter = 150000, timer = 300000, r_ai = 524, r_hai = 5243, min_rate = 10, efr = 1, trr = 1, per_gt = 0, start_qoff = 0
`default_nettype none

module qcn_rp_flows6_limiters8_reaction_time1_timer300000_min_rate10 (
    input  wire        clk,            // rising edge
    input  wire        rst,            // synchronous, active high
    input  wire [31:0] seed,           // of the jitter, held; taken in the first cycle after reset

    // congestion notification messages
    input  wire        cnm_valid,      // pulse: a CNM for a flow arrives
    input  wire [2:0]  cnm_flow,       // the flow
    input  wire [5:0]  cnm_feedback,   // its quantized feedback
    input  wire        cnm_congested,  // its cnmQOffset is negative

    // frames sent
    input  wire        sent_valid,     // pulse: a frame starts
    input  wire [2:0]  sent_flow,      // of this flow
    input  wire [13:0] sent_length,    // bytes for the byte counter
    input  wire [14:0] sent_cost,      // what it takes of the link, in 1/64 of a cycle

    input  wire [5:0]  idle,           // the flow has no frame, nor gets one in this cycle
    output wire [5:0]  limited,        // the flow has a limiter, registers
    output wire [5:0]  may_send,       // it has one, which lets a frame start now; a function of
                                       // registers

    // status
    output wire        stat_reacts,    // pulse: a CNM takes effect, reaction_time cycles after it
                                       // came
    output wire [2:0]  stat_cnm_flow,  // its flow
    output wire        stat_starts,    // pulse: a limiter starts
    output wire        stat_no_free,   // pulse: none was free, the CNM is ignored
    output wire        stat_lost,      // pulse: the CNM before is not worked in yet, this one is
                                       // ignored
    output wire        stat_frees,     // pulse: a limiter becomes free

    // rates
    output wire        update_valid,   // pulse: a limiter has a new state, a register
    output wire [2:0]  update_flow,    // its flow
    output wire [20:0] update_crate,   // current rate, in line rate / 2^20
    output wire [21:0] update_trate,   // target rate, in line rate / 2^20
    output wire [3:0]  update_bytes,   // byte stages since the last CNM
    output wire [3:0]  update_times    // timer stages since the last CNM
);

    reg [2:0]  flow_of [0:7];
    reg [5:0]  feedback [0:7];
    reg [2:0]  limiter_of [0:5];
    reg [3:0]  sweep;
    reg [19:0] now;
    reg [7:0]  active;
    reg [7:0]  fresh;
    reg [7:0]  cnm_waits;
    reg [7:0]  byte_stage_waits;
    reg [7:0]  timer_stage_waits;
    reg [7:0]  busy;
    reg [7:0]  solvent;
    reg [5:0]  limited_q;
    reg        sent;
    reg [2:0]  sent_of;
    reg [13:0] sent_bytes;
    reg [14:0] sent_beats;
    reg [9:0]  landed;
    reg        flight_valid;
    reg [31:0] random;
    reg        random_started;
    reg [6:0]  random_stirs_left;
    reg [2:0]  visited_flow;
    reg        fetched;

    (* syn_ramstyle = "no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [50:0] rates [0:7];
    reg [50:0] visited;
    (* syn_ramstyle = "no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [29:0] buckets [0:7];
    reg [29:0] bucket;
    (* syn_ramstyle = "no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [18:0] byte_counters [0:7];
    reg [18:0] bytes_before;
    (* syn_ramstyle = "no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [19:0] deadlines [0:7];
    reg [19:0] due;

    wire        between;
    wire        visits;
    wire [2:0]  row;
    wire [2:0]  row_after;
    wire [2:0]  row_before;
    wire [2:0]  cnm_of;
    wire [5:0]  cnm_feedback_late;
    wire        reacts;
    wire        cnm_limited;
    wire [2:0]  cnm_limiter;
    wire        hit;
    wire        lost;
    wire [3:0]  first_free;
    wire        asks;
    wire        starts;
    wire        visits_fresh;
    wire        event_waits;
    wire        unsettled;
    wire        calm;
    wire        launches;
    wire [19:0] age;
    wire        expired;
    wire        visits_cnm;
    wire [9:0]  random_fresh_0;
    wire [5:0]  random_fresh_10;
    wire [31:0] random_leapt;
    wire        random_stirring;
    wire        reaches_deadline;
    wire        notified;
    wire        at_line_rate;
    wire        frees;
    wire        done;
    wire [2:0]  sent_row;
    wire        settles;
    wire [2:0]  account_of;
    wire [29:0] earned;
    wire [29:0] tokens;
    wire        writes_account;
    wire [18:0] bytes_left;
    wire        loads_counter;
    wire [7:0]  held;
    wire [7:0]  open;
    reg  [5:0]  may_send_now;
    wire        update_period_load;
    wire [17:0] update_period_bytes;
    wire        update_period_start;
    wire [18:0] update_period_cycles;

    wire unused_congested = &{1'b0, landed[0]};
    wire unused_age = &{1'b0, age[18:0]};

    // All of limiter_of side by side, because an always @* block cannot watch an array.
    wire [17:0] limiter_of_flat = {limiter_of[5], limiter_of[4], limiter_of[3], limiter_of[2],
                                   limiter_of[1], limiter_of[0]};

    // The index of the lowest 1, below a bit that tells whether there is one: a tree of pairs.
    function [3:0] first_one_8(input [7:0] bits);
        reg [7:0] any;
        reg [7:0] index_0;
        reg [7:0] index_1;
        reg index_2;
        begin
            any = bits;
            index_0 = ~any;
            any = any | (any >> 1);
            index_0 = (~any | index_0) & (any | (index_0 >> 2));
            index_1 = ~any;
            any = any | (any >> 2);
            index_0 = (~any | index_0) & (any | (index_0 >> 4));
            index_1 = (~any | index_1) & (any | (index_1 >> 4));
            index_2 = ~any[0];
            any = any | (any >> 4);
            first_one_8 = {any[0], index_2, index_1[0], index_0[0]};
        end
    endfunction

    qcn_rp_update_timer300000_min_rate10 update (
        .clk            (clk),
        .rst            (rst),
        .valid          (launches),
        .starts         (visits_fresh),
        .old_crate      (visited[50:30]),
        .old_trate      (visited[29:8]),
        .old_bytes      (visited[7:4]),
        .old_times      (visited[3:0]),
        .event_cnm      (visits_cnm),
        .event_feedback (feedback[row]),
        .event_bytes    (byte_stage_waits[row]),
        .event_timer    (timer_stage_waits[row] || expired),
        .jitter         (random[15:0]),
        .done           (done),
        .new_crate      (update_crate),
        .new_trate      (update_trate),
        .new_bytes      (update_bytes),
        .new_times      (update_times),
        .period_load    (update_period_load),
        .period_bytes   (update_period_bytes),
        .period_start   (update_period_start),
        .period_cycles  (update_period_cycles)
    );

    assign between           = sweep[0];
    assign visits            = !between;
    assign row               = sweep[3:1];
    assign row_after         = sweep[3:1] + 3'd1;
    assign row_before        = sweep[3:1] - 3'd3;
    assign cnm_of            = landed[9:7];
    assign cnm_feedback_late = landed[6:1];
    assign reacts            = flight_valid && (|cnm_feedback_late);
    assign cnm_limited       = limited_q[cnm_of];
    assign cnm_limiter       = limiter_of[cnm_of];
    assign hit               = reacts && cnm_limited;
    assign lost              = hit && cnm_waits[cnm_limiter];
    assign first_free        = first_one_8(~active);
    assign asks              = reacts && !cnm_limited && 1'b1;
    assign starts            = asks && first_free[3];
    assign stat_reacts       = reacts;
    assign stat_cnm_flow     = cnm_of;
    assign stat_starts       = starts;
    assign stat_no_free      = asks && !first_free[3];
    assign stat_lost         = lost;
    assign visits_fresh      = fresh[row];
    assign event_waits       = cnm_waits[row] || byte_stage_waits[row] || timer_stage_waits[row];
    assign unsettled         = sent && sent_of == row;
    assign calm              = visits && active[row] && !unsettled;
    assign launches          = calm && event_waits;
    assign age               = now - due;
    assign expired           = !age[19] && !visits_fresh;
    assign visits_cnm        = cnm_waits[row];
    assign random_fresh_0 = {random[31] ^ random[30] ^ random[29] ^ random[9],
                             random[30] ^ random[29] ^ random[28] ^ random[8],
                             random[29] ^ random[28] ^ random[27] ^ random[7],
                             random[28] ^ random[27] ^ random[26] ^ random[6],
                             random[27] ^ random[26] ^ random[25] ^ random[5],
                             random[26] ^ random[25] ^ random[24] ^ random[4],
                             random[25] ^ random[24] ^ random[23] ^ random[3],
                             random[24] ^ random[23] ^ random[22] ^ random[2],
                             random[23] ^ random[22] ^ random[21] ^ random[1],
                             random[22] ^ random[21] ^ random[20] ^ random[0]};
    assign random_fresh_10 = {random[21] ^ random[20] ^ random[19] ^ random_fresh_0[9],
                              random[20] ^ random[19] ^ random[18] ^ random_fresh_0[8],
                              random[19] ^ random[18] ^ random[17] ^ random_fresh_0[7],
                              random[18] ^ random[17] ^ random[16] ^ random_fresh_0[6],
                              random[17] ^ random[16] ^ random[15] ^ random_fresh_0[5],
                              random[16] ^ random[15] ^ random[14] ^ random_fresh_0[4]};
    assign random_leapt     = {random[15:0], random_fresh_0, random_fresh_10};
    assign random_stirring  = random_started && random_stirs_left != 7'd0;
    assign reaches_deadline = calm && !event_waits && expired && !busy[row];
    assign notified         = hit && cnm_limiter == row;
    assign at_line_rate     = visited[50:30] == 21'h100000;
    assign frees = calm
                && !event_waits
                && !busy[row]
                && at_line_rate
                && idle[visited_flow]
                && !notified;
    assign stat_frees = frees;
    assign sent_row   = sent_of;
    assign settles    = between
                     && fetched
                     && sent_row != sweep[3:1]
                     && sent_row != row_after
                     && !done;
    assign account_of = between ? sent_of : row;
    assign earned     = bucket + ({9'd0, visited[50:30]} << 4);
    assign tokens = between ? bucket - {1'b0, sent_beats, 14'd0}
                  : fresh[row] ? 30'd0 : (!earned[29] && (|earned[28:25])) ? 30'h2000000 : earned;
    assign writes_account = between ? settles : visits && active[row];
    assign bytes_left     = bytes_before - {5'd0, sent_bytes};
    assign loads_counter  = done && update_period_load;
    assign update_valid   = done;
    assign update_flow    = flow_of[row_before];
    assign held           = cnm_waits | byte_stage_waits | timer_stage_waits | busy;
    assign open           = solvent & ~held;
    assign limited        = limited_q;
    assign may_send       = may_send_now;

    always @* begin : update_may_send_now
        integer f;
        for (f = 0; f < 6; f = f + 1) begin
            may_send_now[f] = limited_q[f] && open[limiter_of_flat[f*3 +: 3]] && !sent;
        end
    end

    always @(posedge clk) begin
        if (done) rates[row_before] <= {update_crate, update_trate, update_bytes, update_times};
    end

    always @(posedge clk) begin
        if (between) visited <= rates[row_after];
    end

    always @(posedge clk) begin
        if (writes_account) buckets[account_of] <= tokens;
    end

    always @(posedge clk) begin
        bucket <= buckets[between ? row_after : sent_of];
    end

    always @(posedge clk) begin
        if (loads_counter || settles) begin
            byte_counters[done ? row_before : sent_of] <= done ? {1'b0, update_period_bytes}
                                                        : bytes_left;
        end
    end

    always @(posedge clk) begin
        if (!between) bytes_before <= byte_counters[sent_of];
    end

    always @(posedge clk) begin
        if (done && update_period_start) begin
            deadlines[row_before] <= now + {1'b0, update_period_cycles};
        end
    end

    always @(posedge clk) begin
        if (between) due <= deadlines[row_after];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        for (memory_word = 0; memory_word < 8; memory_word = memory_word + 1) begin
            repeat (2) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                rates[memory_word] = {rates[memory_word][18:0], memory_fill};
            end
        end
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            visited = {visited[18:0], memory_fill};
        end
        for (memory_word = 0; memory_word < 8; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            buckets[memory_word] = memory_fill[31:2];
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        bucket = memory_fill[31:2];
        for (memory_word = 0; memory_word < 8; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            byte_counters[memory_word] = memory_fill[31:13];
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        bytes_before = memory_fill[31:13];
        for (memory_word = 0; memory_word < 8; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            deadlines[memory_word] = memory_fill[31:12];
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        due = memory_fill[31:12];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        solvent = memory_fill[31:24];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        sent_of = memory_fill[31:29];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        sent_bytes = memory_fill[31:18];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        sent_beats = memory_fill[31:17];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        landed = memory_fill[31:22];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        visited_flow = memory_fill[31:29];
        for (memory_word = 0; memory_word < 8; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            flow_of[memory_word] = memory_fill[31:29];
        end
        for (memory_word = 0; memory_word < 8; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            feedback[memory_word] = memory_fill[31:26];
        end
        for (memory_word = 0; memory_word < 6; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            limiter_of[memory_word] = memory_fill[31:29];
        end
    end
`endif

    always @(posedge clk) begin
        if (hit) begin
            if (!lost) begin
                feedback[cnm_limiter] <= cnm_feedback_late;
            end
        end
        if (starts) begin
            feedback[first_free[2:0]] <= cnm_feedback_late;
            flow_of[first_free[2:0]] <= cnm_of;
            limiter_of[cnm_of] <= first_free[2:0];
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            sweep <= 4'd0;
        end else begin
            sweep <= sweep + 4'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            now <= 20'd0;
        end else begin
            now <= now + 20'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            active <= 8'd0;
            fresh <= 8'd0;
            cnm_waits <= 8'd0;
            byte_stage_waits <= 8'd0;
            timer_stage_waits <= 8'd0;
            busy <= 8'd0;
            limited_q <= 6'd0;
        end else begin
            if (hit) begin
                if (!lost) begin
                    cnm_waits[cnm_limiter] <= 1'b1;
                end
            end
            if (starts) begin
                active[first_free[2:0]] <= 1'b1;
                fresh[first_free[2:0]] <= 1'b1;
                cnm_waits[first_free[2:0]] <= 1'b1;
                timer_stage_waits[first_free[2:0]] <= 1'b0;
                limited_q[cnm_of] <= 1'b1;
            end
            if (launches) begin
                if (visits_cnm) begin
                    cnm_waits[row] <= 1'b0;
                end
                byte_stage_waits[row] <= 1'b0;
                timer_stage_waits[row] <= 1'b0;
                fresh[row] <= 1'b0;
                busy[row] <= 1'b1;
            end else if (reaches_deadline) begin
                timer_stage_waits[row] <= 1'b1;
            end
            if (frees) begin
                active[row] <= 1'b0;
                limited_q[visited_flow] <= 1'b0;
            end
            if (settles && bytes_left[18]) begin
                byte_stage_waits[sent_of] <= 1'b1;
            end
            if (done) begin
                busy[row_before] <= 1'b0;
            end
        end
    end

    always @(posedge clk) begin
        if (writes_account) begin
            solvent[account_of] <= !tokens[29];
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            sent <= 1'b0;
        end else if (sent_valid && limited_q[sent_flow]) begin
            sent <= 1'b1;
        end else if (settles) begin
            sent <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (sent_valid && limited_q[sent_flow]) begin
            sent_of <= limiter_of[sent_flow];
            sent_bytes <= sent_length;
            sent_beats <= sent_cost;
        end
    end

    always @(posedge clk) begin
        landed <= {cnm_flow, cnm_feedback, cnm_congested};
    end

    always @(posedge clk) begin
        if (rst) begin
            flight_valid <= 1'b0;
        end else begin
            flight_valid <= cnm_valid;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            random <= 32'd0;
        end else if (!random_started) begin
            random <= (seed ^ {12'd0, 20'd0} ^ 32'h243f6a89) | 32'h1;
        end else if (random_stirring || launches) begin
            random <= random_leapt;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            random_started <= 1'b0;
        end else begin
            random_started <= 1'b1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            random_stirs_left <= 7'd64;
        end else if (random_stirring) begin
            random_stirs_left <= random_stirs_left - 7'd1;
        end
    end

    always @(posedge clk) begin
        if (between) begin
            visited_flow <= flow_of[row_after];
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            fetched <= 1'b0;
        end else begin
            fetched <= sent && !between;
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
            // a flow with a limiter sends only as may_send says
            if (sent_valid && limited_q[sent_flow] && !may_send_now[sent_flow]) begin
                $display("RTLGEN_ASSERT %m sent_as_allowed fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a flow without frames sends none
            if (sent_valid && idle[sent_flow]) begin
                $display("RTLGEN_ASSERT %m idle_flow_sends_nothing fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no event of a limiter waits when it becomes free
            if (frees && held[row]) begin
                $display("RTLGEN_ASSERT %m freed_limiter_was_calm fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a limiter is not visited while it is in the pipeline
            if (launches && busy[row]) begin
                $display("RTLGEN_ASSERT %m one_update_of_a_limiter fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_qcn_rp_flows6_limiters8_reaction_time1_timer300000_min_rate10
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a flow with a limiter sends only as may_send says
            sent_as_allowed: `RTLGEN_CONTRACT (!(sent_valid && limited_q[sent_flow])
                                            || may_send_now[sent_flow]);
            // a flow without frames sends none
            idle_flow_sends_nothing: `RTLGEN_CONTRACT (!(sent_valid && idle[sent_flow]));
            // no event of a limiter waits when it becomes free
            freed_limiter_was_calm: assert (!frees || !held[row]);
            // a limiter is not visited while it is in the pipeline
            one_update_of_a_limiter: assert (!launches || !busy[row]);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
