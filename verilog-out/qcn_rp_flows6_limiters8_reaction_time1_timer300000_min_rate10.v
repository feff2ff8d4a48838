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
    input  wire [13:0] sent_length,    // a cycle later: bytes for the byte counter
    input  wire [14:0] sent_cost,      // a cycle later: what it takes of the link, in 1/64 of a
                                       // cycle

    input  wire [5:0]  idle,           // the flow has no frame, nor gets one in this cycle
    output wire [5:0]  limited,        // the flow has a limiter, registers
    output wire [5:0]  may_send,       // it has one, which lets a frame start now; registers

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

    reg [2:0]  flow_of [0:7];       // flow of each limiter
    reg [5:0]  feedback [0:7];      // feedback of the CNM that waits, of each limiter
    reg [2:0]  limiter_of [0:5];    // limiter of each flow
    reg [3:0]  sweep;               // row that is visited, and whether between visits
    reg [7:0]  at_row;              // row that is visited, one-hot
    reg [19:0] now;                 // time for the deadlines, cycles
    reg [2:0]  visited_flow;        // flow of the limiter visited
    reg [7:0]  active;              // limiters in use
    reg [7:0]  fresh;               // limiters that have not been updated yet
    reg [7:0]  cnm_waits;           // limiters with a CNM that waits
    reg [7:0]  byte_stage_waits;    // limiters with the end of a byte stage that waits
    reg [7:0]  timer_stage_waits;   // limiters with the end of a timer stage that waits
    reg [7:0]  busy;                // limiters in the update pipeline
    reg [7:0]  solvent;             // limiters whose tokens are not negative
    reg [5:0]  limited_q;           // the flow has a limiter, registers
    reg        sent;                // a frame is not accounted for yet
    reg [2:0]  sent_of;             // limiter of the frame to be accounted for
    reg [13:0] sent_bytes;          // bytes of the frame to be accounted for
    reg [14:0] sent_beats;          // cost of the frame to be accounted for, bytes
    reg        landed_feedback;     // the CNM that lands has feedback
    reg [9:0]  landed;              // {flow, feedback, congested} of the CNM that lands
    reg        flight_valid;        // CNMs that wait for their effect, by age
    reg        cnm_limited_before;  // the CNM's flow had a limiter a cycle ago
    reg        started_now;         // the CNM's flow got a limiter a cycle ago
    reg        freed_now;           // the CNM's flow lost its limiter a cycle ago
    reg [2:0]  cnm_limiter;         // limiter of the flow of the CNM
    reg [7:0]  cnm_limiter_bit;     // limiter of the flow of the CNM, one-hot
    reg        free_there;          // a limiter is free
    reg [2:0]  free_limiter;        // limiter that starts next
    reg [7:0]  free_bit;            // limiter that starts next, one-hot
    reg        noted_before;        // notes, one cycle later
    reg        notes_next;          // the limiter of the CNM is the one visited
    reg        started_before;      // starts, one cycle later
    reg        starts_next;         // the free limiter is the one visited
    reg        next_used;           // the limiter visited is in use
    reg        next_fresh;          // the limiter visited has not been updated yet
    reg        next_waits;          // an event of the limiter visited waits
    reg [31:0] random;              // state of the generator of random bits
    reg        random_started;      // the generator has its seed
    reg [6:0]  random_stirs_left;   // cycles for which the generator is still stirred
    reg [5:0]  visited_flow_bit;    // flow of the limiter visited, one-hot
    reg        fetched;             // bucket and byte counter of the frame were read
    reg        measures;            // sent_of_limited, one cycle later
    reg [5:0]  may_send_q;          // it has one, which lets a frame start now; registers

    (* syn_ramstyle = "no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [50:0] rates [0:7];          // rates and numbers of stages, by limiter
    reg [50:0] visited;              // word of rates that was read last
    (* syn_ramstyle = "no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [29:0] buckets [0:7];        // tokens, by limiter
    reg [29:0] bucket;               // word of buckets that was read last
    (* syn_ramstyle = "no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [18:0] byte_counters [0:7];  // bytes until the next stage, by limiter
    reg [18:0] bytes_before;         // word of byte_counters that was read last
    (* syn_ramstyle = "no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [19:0] deadlines [0:7];      // time at which the timer stage ends, by limiter
    reg [19:0] due;                  // word of deadlines that was read last

    wire        between;
    wire        visits;
    wire [2:0]  row;
    wire [7:0]  next_row;
    wire [7:0]  visited_bit;
    wire [7:0]  next_bit;
    wire [2:0]  row_after;
    wire [2:0]  row_before;
    wire        frees;
    wire [2:0]  lands_next;
    wire [2:0]  cnm_of;
    wire [5:0]  cnm_feedback_late;
    wire        reacts;
    wire        starts;
    wire        cnm_limited;
    wire        hit;
    wire        lost;
    wire [7:0]  open_limiters;
    wire [7:0]  other_limiters;
    wire [3:0]  first_free;
    wire [3:0]  second_free;
    wire        asks;
    wire        notes;
    wire        visits_used;
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
    wire        done;
    wire [2:0]  sent_row;
    wire        settles;
    wire [2:0]  account_of;
    wire [29:0] earned;
    wire [29:0] tokens;
    wire        writes_account;
    wire [18:0] bytes_left;
    wire        loads_counter;
    wire        sent_of_limited;
    wire [7:0]  held;
    wire [7:0]  open;
    wire        pending;
    wire        update_period_load;
    wire [17:0] update_period_bytes;
    wire        update_period_start;
    wire [18:0] update_period_cycles;

    wire [20:0] visited_crate = visited[50:30];
    wire [21:0] visited_trate = visited[29:8];
    wire [3:0]  visited_bytes = visited[7:4];
    wire [3:0]  visited_times = visited[3:0];

    wire unused_congested = &{1'b0, landed[0]};
    wire unused_age = &{1'b0, age[18:0]};

    // The index of the lowest 1, below a bit that is 1 if there is one: a tree of pairs.
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

    // The lowest 1 alone.
    function [7:0] lowest_one_8(input [7:0] bits);
        reg [7:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            up_to = up_to | (up_to << 4);
            lowest_one_8 = bits & ~(up_to << 1);
        end
    endfunction

    qcn_rp_update_timer300000_min_rate10 update (
        .clk            (clk),
        .rst            (rst),
        .valid          (launches),
        .starts         (visits_fresh),
        .old_crate      (visited_crate),
        .old_trate      (visited_trate),
        .old_bytes      (visited_bytes),
        .old_times      (visited_times),
        .event_cnm      (visits_cnm),
        .event_feedback (feedback[row]),
        .event_bytes    (|(byte_stage_waits & visited_bit)),
        .event_timer    ((|(timer_stage_waits & visited_bit)) || expired),
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
    assign next_row          = {at_row[6:0], at_row[7]};
    assign visited_bit       = at_row;
    assign next_bit          = next_row;
    assign row_after         = sweep[3:1] + 3'd1;
    assign row_before        = sweep[3:1] - 3'd3;
    assign lands_next        = cnm_flow;
    assign cnm_of            = landed[9:7];
    assign cnm_feedback_late = landed[6:1];
    assign reacts            = flight_valid && landed_feedback;
    assign cnm_limited       = (cnm_limited_before && !freed_now) || started_now;
    assign hit               = reacts && cnm_limited;
    assign lost              = hit && (started_now || (|(cnm_waits & cnm_limiter_bit)));
    assign open_limiters     = ~active;
    assign other_limiters    = open_limiters & ~free_bit;
    assign first_free        = first_one_8(open_limiters);
    assign second_free       = first_one_8(other_limiters);
    assign asks              = reacts && !cnm_limited && 1'b1;
    assign starts            = asks && free_there;
    assign notes             = hit && !lost;
    assign visits_used       = next_used || (started_before && starts_next);
    assign visits_fresh      = next_fresh || (started_before && starts_next);
    assign event_waits = next_waits
                      || (noted_before && notes_next)
                      || (started_before && starts_next);
    assign stat_reacts   = reacts;
    assign stat_cnm_flow = cnm_of;
    assign stat_starts   = starts;
    assign stat_no_free  = asks && !free_there;
    assign stat_lost     = lost;
    assign unsettled     = sent && sent_of == row;
    assign calm          = visits && visits_used && !unsettled;
    assign launches      = calm && event_waits;
    assign age           = now - due;
    assign expired       = !age[19] && !visits_fresh;
    assign visits_cnm    = |(cnm_waits & visited_bit);
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
    assign reaches_deadline = calm && !event_waits && expired;
    assign notified         = reacts && cnm_of == visited_flow;
    assign at_line_rate     = visited[50];
    assign frees = calm
                && !event_waits
                && at_line_rate
                && (|(idle & visited_flow_bit))
                && !notified;
    assign stat_frees = frees;
    assign sent_row   = sent_of;
    assign settles    = between
                     && fetched
                     && sent_row != sweep[3:1]
                     && sent_row != row_after
                     && !done;
    assign account_of = between ? sent_of : row;
    assign earned     = bucket + ({9'd0, visited_crate} << 4);
    assign tokens = between ? bucket - {1'b0, sent_beats, 14'd0}
                  : visits_fresh ? 30'd0 : (!earned[29] && (|earned[28:25])) ? 30'h2000000 : earned;
    assign writes_account  = between ? settles : visits && visits_used;
    assign bytes_left      = bytes_before - {5'd0, sent_bytes};
    assign loads_counter   = done && update_period_load;
    assign update_valid    = done;
    assign update_flow     = flow_of[row_before];
    assign sent_of_limited = sent_valid && limited_q[sent_flow];
    assign held            = cnm_waits | byte_stage_waits | timer_stage_waits | busy;
    assign open            = solvent & ~held;
    assign pending         = sent || sent_valid;
    assign limited         = limited_q;
    assign may_send        = may_send_q;

    always @(posedge clk) begin
        if (done) rates[row_before] <= {update_crate, update_trate, update_bytes, update_times};
        if (between) visited <= rates[row_after];
    end

    always @(posedge clk) begin
        if (writes_account) buckets[account_of] <= tokens;
        bucket <= buckets[between ? row_after : sent_of];
    end

    always @(posedge clk) begin
        if (loads_counter || settles) begin
            byte_counters[done ? row_before : sent_of] <= done ? {1'b0, update_period_bytes}
                                                        : bytes_left;
        end
        if (!between) bytes_before <= byte_counters[sent_of];
    end

    always @(posedge clk) begin
        if (done && update_period_start) begin
            deadlines[row_before] <= now + {1'b0, update_period_cycles};
        end
        if (between) due <= deadlines[row_after];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [211:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (7) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[179:0], memory_fill};
        end
        {visited_flow, solvent, sent_of, sent_bytes, sent_beats, landed_feedback, landed,
         cnm_limited_before, started_now, freed_now, cnm_limiter, cnm_limiter_bit, free_there,
         free_limiter, free_bit, noted_before, notes_next, starts_next, next_fresh, next_waits,
         visited_flow_bit, measures, visited, bucket, bytes_before, due} = memory_bits;
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
        for (memory_word = 0; memory_word < 8; memory_word = memory_word + 1) begin
            repeat (2) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                rates[memory_word] = {rates[memory_word][18:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 8; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            buckets[memory_word] = memory_fill[31:2];
        end
        for (memory_word = 0; memory_word < 8; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            byte_counters[memory_word] = memory_fill[31:13];
        end
        for (memory_word = 0; memory_word < 8; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            deadlines[memory_word] = memory_fill[31:12];
        end
    end
`endif

    always @(posedge clk) begin
        if (notes) feedback[cnm_limiter] <= cnm_feedback_late;
        if (starts) begin
            feedback[free_limiter] <= cnm_feedback_late;
            flow_of[free_limiter] <= cnm_of;
            limiter_of[cnm_of] <= free_limiter;
        end
    end

    always @(posedge clk) begin : update_sweep
        integer f;
        if (rst) begin
            sweep <= 4'd0;
            at_row <= 8'd1;
            now <= 20'd0;
            flight_valid <= 1'b0;
            started_before <= 1'b0;
            next_used <= 1'b0;
            random_started <= 1'b0;
            random_stirs_left <= 7'd64;
            fetched <= 1'b0;
            may_send_q <= 6'd0;
        end else begin
            sweep <= sweep + 4'd1;
            if (between) at_row <= next_row;
            now <= now + 20'd1;
            flight_valid <= cnm_valid;
            started_before <= starts;
            next_used <= |(active & next_bit);
            random_started <= 1'b1;
            if (random_stirring) random_stirs_left <= random_stirs_left - 7'd1;
            fetched <= sent && !between;
            for (f = 0; f < 6; f = f + 1) begin
                may_send_q[f] <= limited_q[f] && open[limiter_of[f]] && !pending;
            end
        end
    end

    always @(posedge clk) begin
        if (between) begin
            visited_flow <= flow_of[row_after];
            visited_flow_bit <= 6'd1 << flow_of[row_after];
        end
    end

    always @(posedge clk) begin : update_active
        integer l;
        if (rst) begin
            active <= 8'd0;
            fresh <= 8'd0;
            cnm_waits <= 8'd0;
            byte_stage_waits <= 8'd0;
            timer_stage_waits <= 8'd0;
            busy <= 8'd0;
        end else begin
            for (l = 0; l < 8; l = l + 1) begin
                if (notes && cnm_limiter_bit[l]) cnm_waits[l] <= 1'b1;
                if (starts && free_bit[l]) begin
                    active[l] <= 1'b1;
                    fresh[l] <= 1'b1;
                    cnm_waits[l] <= 1'b1;
                    timer_stage_waits[l] <= 1'b0;
                end
            end
            for (l = 0; l < 8; l = l + 1) begin
                if (launches && visited_bit[l]) begin
                    if (visits_cnm) cnm_waits[l] <= 1'b0;
                    byte_stage_waits[l] <= 1'b0;
                    timer_stage_waits[l] <= 1'b0;
                    fresh[l] <= 1'b0;
                    busy[l] <= 1'b1;
                end else if (reaches_deadline && visited_bit[l]) begin
                    timer_stage_waits[l] <= 1'b1;
                end
                if (frees && visited_bit[l]) active[l] <= 1'b0;
            end
            if (settles && bytes_left[18]) byte_stage_waits[sent_of] <= 1'b1;
            if (done) busy[row_before] <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (writes_account) solvent[account_of] <= !tokens[29];
        if (sent_of_limited) sent_of <= limiter_of[sent_flow];
        landed_feedback <= |cnm_feedback;
        landed <= {cnm_flow, cnm_feedback, cnm_congested};
        cnm_limited_before <= limited_q[lands_next];
        started_now <= starts && cnm_of == lands_next;
        freed_now <= frees && visited_flow == lands_next;
        cnm_limiter <= limiter_of[lands_next];
        cnm_limiter_bit <= 8'd1 << limiter_of[lands_next];
        free_there <= starts ? second_free[3] : first_free[3];
        free_limiter <= starts ? second_free[2:0] : first_free[2:0];
        free_bit <= starts ? lowest_one_8(other_limiters) : lowest_one_8(open_limiters);
        noted_before <= notes;
        notes_next <= |(cnm_limiter_bit & next_bit);
        starts_next <= |(free_bit & next_bit);
        next_fresh <= |(fresh & next_bit);
    end

    always @(posedge clk) begin : update_limited_q
        integer f;
        if (rst) begin
            limited_q <= 6'd0;
        end else begin
            if (starts) limited_q[cnm_of] <= 1'b1;
            for (f = 0; f < 6; f = f + 1) begin
                if (frees && visited_flow_bit[f]) limited_q[f] <= 1'b0;
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            sent <= 1'b0;
        end else if (sent_of_limited) begin
            sent <= 1'b1;
        end else if (settles) begin
            sent <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (measures) begin
            sent_bytes <= sent_length;
            sent_beats <= sent_cost;
        end
    end

    always @(posedge clk) begin
        next_waits <= |((cnm_waits | byte_stage_waits | timer_stage_waits) & next_bit);
        measures <= sent_of_limited;
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
            if (sent_valid && limited_q[sent_flow] && !may_send_q[sent_flow]) begin
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
                                            || may_send_q[sent_flow]);
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
