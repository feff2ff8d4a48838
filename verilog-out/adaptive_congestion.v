// SPDX-License-Identifier: Apache-2.0
// adaptive_congestion: congestion table: what notifications told about each host and port
//
// hosts = 6, ports = 6, list = 3, count_bits = 16, sum_bits = 32, timer = 250
`default_nettype none

module adaptive_congestion (
    input  wire       clk,              // rising edge
    input  wire       rst,              // synchronous, active high
    output wire       ready,            // an update or a lookup is taken, a register

    // update
    input  wire       update_valid,     // a notification passes or is made
    input  wire [2:0] update_host,      // destination of the culprit flow
    input  wire [2:0] update_port,      // the port it came in by, or whose queue made it
    input  wire       update_local,     // it is made in this switch
    input  wire [5:0] update_feedback,  // quantized feedback

    // lookup, not in a cycle with an update
    input  wire       lookup_valid,     // a frame asks for its way
    input  wire [2:0] lookup_host,      // its destination

    // the list for the host, in the cycle after lookup_valid
    input  wire [2:0] list_valid,       // the list has a port in this place; places fill from 0
    input  wire [8:0] list_port,        // the port; unknown without its valid

    // answer, in the second cycle after lookup_valid, combinational from registers
    output wire [2:0] chosen_port,      // the way
    output wire       chosen_detour,    // it is not the first of the list
    output wire       chosen_all,       // all ports of the list are congested

    input  wire [5:0] low,              // the output queue of the port is below Q_eq/2
    input  wire       tick,             // a tick of the timer, 1 ms; at most one in hosts*ports+4
                                        // cycles
    output wire       saturated,        // fbCount or feedback met its end since reset, a register
    output wire       congested         // there is a congested entry, a register
);

    reg [35:0] congested_q;        // entries {host, port} that are congested
    reg [35:0] local_q;            // congested entries that this switch itself has noticed
    reg [8:0]  now_q;              // ticks so far, modulo the range of a stamp
    reg        scanning_q;         // the timers are being looked at
    reg [2:0]  scan_host_q;        // host of the entry whose timer is looked at
    reg [2:0]  scan_port_q;        // port of the entry whose timer is looked at
    reg        looked_q;           // looks, one cycle later
    reg [2:0]  looked_host_q;      // scan_host_q, one cycle later
    reg [2:0]  looked_port_q;      // scan_port_q, one cycle later
    reg        update_1_q;         // update_valid, one cycle later
    reg        update_2_q;         // update_1_q, one cycle later
    reg        update_3_q;         // update_2_q, one cycle later
    reg [2:0]  update_host_q;      // host of the notification that is counted
    reg [2:0]  update_port_q;      // port of the notification that is counted
    reg [5:0]  update_feedback_q;  // feedback of the notification that is counted
    reg        update_fresh_q;     // the notification is the first of its entry
    reg [15:0] fb_count_q;         // notifications of the entry, with this one
    reg        count_full_q;       // the number of notifications was at its end
    reg [30:0] severity_q;         // severity of the entry before this notification
    reg [21:0] weighted_q;         // weighted, one cycle later
    reg [30:0] before_q;           // severity_q, one cycle later
    reg [15:0] new_count_q;        // fb_count_q, one cycle later
    reg        new_full_q;         // count_full_q, one cycle later
    reg        saturated_q;        // fbCount or feedback met its end since reset, a register
    reg [2:0]  lookup_host_q;      // host that is looked up
    reg        better_1_q;         // better_1, one cycle later
    reg [1:0]  better_2_q;         // better_2, one cycle later
    reg [8:0]  list_port_q;        // list_port, one cycle later
    reg        all_congested_q;    // all ports of the list are congested
    reg        any_congested_q;    // there is a congested entry, a register

    (* syn_ramstyle = "no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [281:0] counters [0:5];  // number and severity of notifications of each port, by host
    reg [281:0] row_q;           // word of counters that was read last
    (* syn_ramstyle = "no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [8:0]   stamps [0:63];   // tick at which the timer runs out, by {host, port}
    reg [8:0]   stamp_q;         // word of stamps that was read last

    wire        restarts;
    wire        looks;
    wire        run_out;
    reg  [35:0] scanned;
    wire [5:0]  scanned_host;
    wire [5:0]  scanned_port;
    wire [35:0] expired;
    reg  [35:0] updated;
    wire [5:0]  updated_host;
    wire [5:0]  updated_port;
    wire [35:0] low_local;
    wire [35:0] stays;
    wire        first_notification;
    wire [46:0] old;
    wire [16:0] counted;
    wire [21:0] weighted;
    wire [31:0] sum;
    wire        over;
    wire [5:0]  written_lane;
    wire [5:0]  row_congested;
    wire        bad_0;
    wire [46:0] entry_0;
    wire        bad_1;
    wire [46:0] entry_1;
    wire        bad_2;
    wire [46:0] entry_2;
    wire        better_1;
    wire [1:0]  better_2;
    wire [2:0]  winner;

    wire unused_fb_count_0 = &{1'b0, entry_0[46:31]};
    wire unused_fb_count_1 = &{1'b0, entry_1[46:31]};
    wire unused_fb_count_2 = &{1'b0, entry_2[46:31]};

    // Lane index of lanes of 47 bits, lane 0 lowest.
    function [46:0] lane_47_of_282(input [281:0] lanes, input [2:0] index);
        integer n;
        reg [383:0] spaced;
        begin
            for (n = 0; n < 6; n = n + 1)
                spaced[n*64 +: 64] = {17'd0, lanes[n*47 +: 47]};
            lane_47_of_282 = spaced[{index, 6'd0} +: 47];
        end
    endfunction

    // Lane index of lanes of 6 bits, lane 0 lowest.
    function [5:0] lane_6_of_36(input [35:0] lanes, input [2:0] index);
        integer n;
        reg [47:0] spaced;
        begin
            for (n = 0; n < 6; n = n + 1)
                spaced[n*8 +: 8] = {2'd0, lanes[n*6 +: 6]};
            lane_6_of_36 = spaced[{index, 3'd0} +: 6];
        end
    endfunction

    // The lane of 3 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [2:0] one_hot_mux_3x3(input [2:0] select, input [8:0] lanes);
        integer n;
        begin
            one_hot_mux_3x3 = 3'd0;
            for (n = 0; n < 3; n = n + 1)
                one_hot_mux_3x3 = one_hot_mux_3x3 | ({3{select[n]}} & lanes[n*3 +: 3]);
        end
    endfunction

    assign restarts           = update_valid
                             && update_host == scan_host_q
                             && update_port == scan_port_q;
    assign looks              = scanning_q && !restarts;
    assign run_out            = looked_q && stamp_q == now_q;
    assign scanned_host       = 6'd1 << looked_host_q;
    assign scanned_port       = run_out ? 6'd1 << looked_port_q : 6'd0;
    assign expired            = scanned & congested_q & ~local_q;
    assign updated_host       = 6'd1 << update_host;
    assign updated_port       = update_valid ? 6'd1 << update_port : 6'd0;
    assign low_local          = local_q & {6{low}};
    assign stays              = congested_q & ~(low_local | expired);
    assign first_notification = |(updated & ~congested_q);
    assign ready              = !(update_1_q || update_2_q || update_3_q);
    assign old                = lane_47_of_282(row_q, update_port_q);
    assign counted            = {1'b0, old[46:31]} + 17'd1;
    assign weighted = {6'd0, update_feedback_q[0] ? fb_count_q : 16'd0}
                    + ({6'd0, update_feedback_q[1] ? fb_count_q : 16'd0} << 1)
                    + ({6'd0, update_feedback_q[2] ? fb_count_q : 16'd0} << 2)
                    + ({6'd0, update_feedback_q[3] ? fb_count_q : 16'd0} << 3)
                    + ({6'd0, update_feedback_q[4] ? fb_count_q : 16'd0} << 4)
                    + ({6'd0, update_feedback_q[5] ? fb_count_q : 16'd0} << 5);
    assign sum           = {1'b0, before_q} + {1'b0, {9'd0, weighted_q}};
    assign over          = sum[31];
    assign written_lane  = update_3_q ? 6'd1 << update_port_q : 6'd0;
    assign saturated     = saturated_q;
    assign row_congested = lane_6_of_36(congested_q, lookup_host_q);
    assign bad_0         = row_congested[list_port[2:0]];
    assign entry_0       = lane_47_of_282(row_q, list_port[2:0]);
    assign bad_1         = row_congested[list_port[5:3]];
    assign entry_1       = lane_47_of_282(row_q, list_port[5:3]);
    assign bad_2         = row_congested[list_port[8:6]];
    assign entry_2       = lane_47_of_282(row_q, list_port[8:6]);
    assign better_1 = list_valid[1] ? bad_0 && (!bad_1 || entry_1[30:0] < entry_0[30:0]) : 1'b0;
    assign better_2 = list_valid[2]
                    ? {bad_1 & (~bad_2 | (entry_2[30:0] < entry_1[30:0])),
                       bad_0 & (~bad_2 | (entry_2[30:0] < entry_0[30:0]))}
                    : 2'd0;
    assign winner        = {&better_2_q, &{better_1_q, ~better_2_q[1]},
                            &{~better_1_q, ~better_2_q[0]}};
    assign chosen_port   = one_hot_mux_3x3(winner, list_port_q);
    assign chosen_detour = !winner[0];
    assign chosen_all    = all_congested_q;
    assign congested     = any_congested_q;

    always @* begin : update_scanned
        integer h;
        for (h = 0; h < 6; h = h + 1) begin
            scanned[h*6 +: 6] = scanned_host[h] ? scanned_port : 6'd0;
        end
    end

    always @* begin : update_updated
        integer h;
        for (h = 0; h < 6; h = h + 1) begin
            updated[h*6 +: 6] = updated_host[h] ? updated_port : 6'd0;
        end
    end

    always @(posedge clk) begin
        if (written_lane[0]) begin
            counters[update_host_q][46:0] <= {new_count_q, over ? 31'h7fffffff : sum[30:0]};
        end
        if (written_lane[1]) begin
            counters[update_host_q][93:47] <= {new_count_q, over ? 31'h7fffffff : sum[30:0]};
        end
        if (written_lane[2]) begin
            counters[update_host_q][140:94] <= {new_count_q, over ? 31'h7fffffff : sum[30:0]};
        end
        if (written_lane[3]) begin
            counters[update_host_q][187:141] <= {new_count_q, over ? 31'h7fffffff : sum[30:0]};
        end
        if (written_lane[4]) begin
            counters[update_host_q][234:188] <= {new_count_q, over ? 31'h7fffffff : sum[30:0]};
        end
        if (written_lane[5]) begin
            counters[update_host_q][281:235] <= {new_count_q, over ? 31'h7fffffff : sum[30:0]};
        end
    end

    always @(posedge clk) begin
        if (update_valid || lookup_valid) begin
            row_q <= counters[update_valid ? update_host : lookup_host];
        end
    end

    always @(posedge clk) begin
        if (update_valid) stamps[{update_host, update_port}] <= now_q + 9'd251;
        if (looks) stamp_q <= stamps[{scan_host_q, scan_port_q}];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [443:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (14) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[411:0], memory_fill};
        end
        {looked_host_q, looked_port_q, update_host_q, update_port_q, update_feedback_q,
         update_fresh_q, fb_count_q, count_full_q, severity_q, weighted_q, before_q, new_count_q,
         new_full_q, lookup_host_q, better_1_q, better_2_q, list_port_q, all_congested_q, row_q,
         stamp_q} = memory_bits;
        for (memory_word = 0; memory_word < 6; memory_word = memory_word + 1) begin
            repeat (9) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                counters[memory_word] = {counters[memory_word][249:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            stamps[memory_word] = memory_fill[31:23];
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            congested_q <= 36'd0;
            local_q <= 36'd0;
            looked_q <= 1'b0;
            update_1_q <= 1'b0;
            update_2_q <= 1'b0;
            update_3_q <= 1'b0;
            saturated_q <= 1'b0;
            any_congested_q <= 1'b0;
        end else begin
            congested_q <= stays | updated;
            local_q <= (local_q & stays & ~updated)
                     | (updated & (update_local ? local_q | ~congested_q : 36'd0));
            looked_q <= looks;
            update_1_q <= update_valid;
            update_2_q <= update_1_q;
            update_3_q <= update_2_q;
            if (update_3_q && (over || new_full_q)) saturated_q <= 1'b1;
            any_congested_q <= |congested_q;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            now_q <= 9'd0;
            scanning_q <= 1'b0;
        end else if (tick) begin
            now_q <= now_q + 9'd1;
            scanning_q <= 1'b1;
        end else if (scanning_q && scan_port_q == 3'd5 && scan_host_q == 3'd5) begin
            scanning_q <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            scan_host_q <= 3'd0;
            scan_port_q <= 3'd0;
        end else if (scanning_q) begin
            scan_port_q <= (scan_port_q == 3'd5) ? 3'd0 : scan_port_q + 3'd1;
            if (scan_port_q == 3'd5) begin
                scan_host_q <= (scan_host_q == 3'd5) ? 3'd0 : scan_host_q + 3'd1;
            end
        end
    end

    always @(posedge clk) begin
        looked_host_q <= scan_host_q;
        looked_port_q <= scan_port_q;
        fb_count_q <= update_fresh_q ? 16'd1 : counted[16] ? 16'hffff : counted[15:0];
        count_full_q <= counted[16] && !update_fresh_q;
        severity_q <= update_fresh_q ? 31'd0 : old[30:0];
        weighted_q <= weighted;
        before_q <= severity_q;
        new_count_q <= fb_count_q;
        new_full_q <= count_full_q;
        if (lookup_valid) lookup_host_q <= lookup_host;
        better_1_q <= better_1;
        better_2_q <= better_2;
        list_port_q <= list_port;
        all_congested_q <= &({bad_2, bad_1, bad_0} | ~list_valid);
    end

    always @(posedge clk) begin
        if (update_valid) begin
            update_host_q <= update_host;
            update_port_q <= update_port;
            update_feedback_q <= update_feedback;
            update_fresh_q <= first_notification;
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
            // a timer is not read while it is restarted
            if (looks
             && update_valid
             && update_host == scan_host_q
             && update_port == scan_port_q) begin
                $display("RTLGEN_ASSERT %m no_collision fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the scan of the last tick is over
            if (tick && (scanning_q || looked_q)) begin
                $display("RTLGEN_ASSERT %m tick_after_scan fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // an update or a lookup, not both
            if (update_valid && lookup_valid) begin
                $display("RTLGEN_ASSERT %m one_at_a_time fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ((update_valid || lookup_valid) && !ready) begin
                $display("RTLGEN_ASSERT %m not_while_busy fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (update_valid && update_host >= 3'd6) begin
                $display("RTLGEN_ASSERT %m update_host_exists fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (update_valid && update_port >= 3'd6) begin
                $display("RTLGEN_ASSERT %m update_port_exists fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (lookup_valid && lookup_host >= 3'd6) begin
                $display("RTLGEN_ASSERT %m lookup_host_exists fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // an entry that is not congested is all zero
            if (|(local_q & ~congested_q)) begin
                $display("RTLGEN_ASSERT %m local_is_congested fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_adaptive_congestion
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a timer is not read while it is restarted
            no_collision: assert (!(looks && update_valid)
                               || update_host != scan_host_q
                               || update_port != scan_port_q);
            // the scan of the last tick is over
            tick_after_scan: `RTLGEN_CONTRACT (!tick || (!scanning_q && !looked_q));
            // an update or a lookup, not both
            one_at_a_time: `RTLGEN_CONTRACT (!(update_valid && lookup_valid));
            not_while_busy: `RTLGEN_CONTRACT (!(update_valid || lookup_valid) || ready);
            update_host_exists: `RTLGEN_CONTRACT (!update_valid || update_host < 3'd6);
            update_port_exists: `RTLGEN_CONTRACT (!update_valid || update_port < 3'd6);
            lookup_host_exists: `RTLGEN_CONTRACT (!lookup_valid || lookup_host < 3'd6);
            // an entry that is not congested is all zero
            local_is_congested: assert (!(|(local_q & ~congested_q)));
            update_meets_low_queue: cover (|(updated & low_local));
            update_meets_expiry: cover (|(updated & expired));
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
