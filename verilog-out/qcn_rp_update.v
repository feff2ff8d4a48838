// SPDX-License-Identifier: Apache-2.0
// qcn_rp_update: reaction point: what a CNM, a byte stage and a timer stage make of a limiter
//
// byte_counter = 150000, timer = 292969, r_ai = 524, r_hai = 5243, min_rate = 1049, efr = 1, trr = 1, per_gt = 0
`default_nettype none

module qcn_rp_update (
    input  wire        clk,             // rising edge
    input  wire        rst,             // synchronous, active high
    input  wire        valid,           // a limiter comes
    input  wire        starts,          // it starts now: its state does not count

    // its state
    input  wire [20:0] old_crate,       // current rate, in line rate / 2^20
    input  wire [21:0] old_trate,       // target rate, in line rate / 2^20
    input  wire [3:0]  old_bytes,       // byte stages since the last CNM
    input  wire [3:0]  old_times,       // timer stages since the last CNM

    // what happened to it
    input  wire        event_cnm,       // a CNM, the first event
    input  wire [5:0]  event_feedback,  // its quantized feedback
    input  wire        event_bytes,     // the byte counter ran out, the second event
    input  wire        event_timer,     // the timer ran out, the third event

    input  wire [15:0] jitter,          // random: of the period of bytes in the lower half, of that
                                        // of cycles in the upper
    output wire        done,            // the limiter leaves, 7 cycles after it came; a register

    // its state, registers
    output wire [20:0] new_crate,       // current rate, in line rate / 2^20
    output wire [21:0] new_trate,       // target rate, in line rate / 2^20
    output wire [3:0]  new_bytes,       // byte stages since the last CNM
    output wire [3:0]  new_times,       // timer stages since the last CNM

    // registers
    output wire        period_load,     // the byte counter is loaded
    output wire [17:0] period_bytes,    // its bytes
    output wire        period_start,    // the timer is started
    output wire [18:0] period_cycles    // its cycles
);

    reg [6:0]  valid_q;           // updates in the pipeline, by stage
    reg [3:0]  times_before_1;    // timer stages before the event, at stage 1
    reg [3:0]  bytes_1;           // byte stages, with the event, at stage 1
    reg [3:0]  times_1;           // timer stages, with the event, at stage 1
    reg [3:0]  byte_fewer_2;      // smaller number of stages, at stage 2
    reg        byte_active_2;     // a number of stages is above 5, at stage 2
    reg [15:0] byte_by_3;         // what is added to the target rate, at stage 3
    reg [1:0]  byte_first_3;      // a number of stages is 1, at stages 2 to 3
    reg [3:0]  timer_fewer_2;     // smaller number of stages, at stage 2
    reg        timer_active_2;    // a number of stages is above 5, at stage 2
    reg [15:0] timer_by_3;        // what is added to the target rate, at stage 3
    reg [1:0]  timer_first_3;     // a number of stages is 1, at stages 2 to 3
    reg [23:0] bytes_7;           // byte stages, with the event, at stages 2 to 7
    reg [23:0] times_7;           // timer stages, with the event, at stages 2 to 7
    reg [22:0] part_0_1;          // part of rate times feedback, at stage 1
    reg [22:0] part_2_1;          // part of rate times feedback, at stage 1
    reg [22:0] part_4_1;          // part of rate times feedback, at stage 1
    reg [19:0] cut_2;             // what a CNM takes off the rate, at stage 2
    reg [41:0] crate_2;           // current rate, at stages 1 to 2
    reg [43:0] trate_2;           // target rate, at stages 1 to 2
    reg [1:0]  cnm_2;             // there is a CNM with feedback, at stages 1 to 2
    reg [1:0]  load_target_2;     // the target rate becomes the current one, at stages 1 to 2
    reg [20:0] crate_3;           // current rate, at stage 3
    reg [21:0] trate_3;           // target rate, at stage 3
    reg [3:0]  byte_event_4;      // a stage has ended, at stages 1 to 4
    reg [15:0] byte_by_4;         // what is added to the target rate, at stage 4
    reg        byte_reduces_4;    // the target rate is divided by 8, at stage 4
    reg [20:0] crate_4;           // current rate, at stage 4
    reg [21:0] trate_4;           // target rate, at stage 4
    reg [20:0] crate_5;           // current rate, at stage 5
    reg [21:0] trate_5;           // target rate, at stage 5
    reg [5:0]  timer_event_6;     // a stage has ended, at stages 1 to 6
    reg [1:0]  timer_first_5;     // a number of stages is 1, at stages 4 to 5
    reg [47:0] timer_by_6;        // what is added to the target rate, at stages 4 to 6
    reg        timer_reduces_6;   // the target rate is divided by 8, at stage 6
    reg [20:0] crate_6;           // current rate, at stage 6
    reg [21:0] trate_6;           // target rate, at stage 6
    reg [20:0] crate_7;           // current rate, at stage 7
    reg [21:0] trate_7;           // target rate, at stage 7
    reg [6:0]  load_7;            // the byte counter is loaded, at stages 1 to 7
    reg [6:0]  restart_7;         // the timer starts anew, at stages 1 to 7
    reg [14:0] byte_scaled_1;     // random bits times 77, at stage 1
    reg        byte_jittered_1;   // the period has a jitter, at stage 1
    reg [17:0] byte_factor_3;     // factor of the period, at stages 2 to 3
    reg        byte_short_2;      // the period is halved, at stage 2
    reg [25:0] byte_base_3;       // period before the factor, at stage 3
    reg [25:0] byte_part_0_4;     // part of period times factor, at stage 4
    reg [25:0] byte_part_3_4;     // part of period times factor, at stage 4
    reg [25:0] byte_part_6_4;     // part of period times factor, at stage 4
    reg [53:0] byte_period_7;     // period, at stages 5 to 7
    reg [14:0] timer_scaled_1;    // random bits times 77, at stage 1
    reg        timer_jittered_1;  // the period has a jitter, at stage 1
    reg [17:0] timer_factor_3;    // factor of the period, at stages 2 to 3
    reg        timer_short_2;     // the period is halved, at stage 2
    reg [26:0] timer_base_3;      // period before the factor, at stage 3
    reg [26:0] timer_part_0_4;    // part of period times factor, at stage 4
    reg [26:0] timer_part_3_4;    // part of period times factor, at stage 4
    reg [26:0] timer_part_6_4;    // part of period times factor, at stage 4
    reg [56:0] timer_period_7;    // period, at stages 5 to 7

    wire        cnm;
    wire        counts_anew;
    wire [3:0]  bytes_0;
    wire [3:0]  times_0;
    wire        loads;
    reg  [15:0] byte_by;
    reg  [15:0] timer_by;
    wire [20:0] crate_0;
    wire [21:0] trate_0;
    wire [26:0] product;
    wire [20:0] lowered;
    wire [22:0] byte_raised;
    wire [21:0] byte_target;
    wire [22:0] byte_sum;
    wire [22:0] timer_raised;
    wire [21:0] timer_target;
    wire [22:0] timer_sum;
    wire [8:0]  byte_factor;
    wire [25:0] byte_product;
    wire [8:0]  timer_factor;
    wire [26:0] timer_product;

    wire unused_product_rest = &{1'b0, product[6:0]};
    wire unused_byte_sum_rest = &{1'b0, byte_sum[0]};
    wire unused_timer_sum_rest = &{1'b0, timer_sum[0]};
    wire unused_byte_scaled_rest = &{1'b0, byte_scaled_1[7:0]};
    wire unused_byte_product_rest = &{1'b0, byte_product[7:0]};
    wire unused_timer_scaled_rest = &{1'b0, timer_scaled_1[7:0]};
    wire unused_timer_product_rest = &{1'b0, timer_product[7:0]};

    assign done        = valid_q[6];
    assign cnm         = event_cnm && (|event_feedback);
    assign counts_anew = starts || cnm;
    assign bytes_0 = counts_anew ? {3'd0, event_bytes}
                   : (event_bytes && !(&old_bytes)) ? old_bytes + 4'd1 : old_bytes;
    assign times_0 = counts_anew ? {3'd0, event_timer}
                   : (event_timer && !(&old_times)) ? old_times + 4'd1 : old_times;
    assign loads       = starts || (cnm && old_bytes != 4'd0 && !starts);
    assign new_bytes   = bytes_7[23:20];
    assign new_times   = times_7[23:20];
    assign crate_0     = starts ? 21'h100000 : old_crate;
    assign trate_0     = starts ? 22'h100000 : old_trate;
    assign product     = {4'd0, part_0_1} + ({4'd0, part_2_1} << 2) + {part_4_1, 4'd0};
    assign lowered     = crate_2[41:21] - {1'b0, cut_2};
    assign byte_raised = {1'b0, trate_4} + {1'b0, {6'd0, byte_by_4}};
    assign byte_target = byte_reduces_4 ? trate_4 >> 3
                       : (byte_raised > 23'h200000) ? 22'h200000 : byte_raised[21:0];
    assign byte_sum     = {1'b0, byte_target} + {1'b0, {1'b0, crate_4}};
    assign timer_raised = {1'b0, trate_6} + {1'b0, {6'd0, timer_by_6[47:32]}};
    assign timer_target = timer_reduces_6 ? trate_6 >> 3
                        : (timer_raised > 23'h200000) ? 22'h200000 : timer_raised[21:0];
    assign timer_sum     = {1'b0, timer_target} + {1'b0, {1'b0, crate_6}};
    assign new_crate     = crate_7;
    assign new_trate     = trate_7;
    assign period_load   = load_7[6];
    assign period_start  = restart_7[6];
    assign byte_factor   = {2'd0, byte_scaled_1[14:8]} + 9'd218;
    assign byte_product  = byte_part_0_4 + (byte_part_3_4 << 3) + (byte_part_6_4 << 6);
    assign period_bytes  = byte_period_7[53:36];
    assign timer_factor  = {2'd0, timer_scaled_1[14:8]} + 9'd218;
    assign timer_product = timer_part_0_4 + (timer_part_3_4 << 3) + (timer_part_6_4 << 6);
    assign period_cycles = timer_period_7[56:38];

    always @* begin
        case (byte_fewer_2)
            4'd6: byte_by = 16'd5243;
            4'd7: byte_by = 16'h28f6;
            4'd8: byte_by = 16'h3d71;
            4'd9: byte_by = 16'h51ec;
            4'd10: byte_by = 16'h6667;
            4'd11: byte_by = 16'h7ae2;
            4'd12: byte_by = 16'h8f5d;
            4'd13: byte_by = 16'ha3d8;
            4'd14: byte_by = 16'hb853;
            4'd15: byte_by = 16'hccce;
            default: byte_by = byte_active_2 ? 16'd524 : 16'd0;
        endcase
    end

    always @* begin
        case (timer_fewer_2)
            4'd6: timer_by = 16'd5243;
            4'd7: timer_by = 16'h28f6;
            4'd8: timer_by = 16'h3d71;
            4'd9: timer_by = 16'h51ec;
            4'd10: timer_by = 16'h6667;
            4'd11: timer_by = 16'h7ae2;
            4'd12: timer_by = 16'h8f5d;
            4'd13: timer_by = 16'ha3d8;
            4'd14: timer_by = 16'hb853;
            4'd15: timer_by = 16'hccce;
            default: timer_by = timer_active_2 ? 16'd524 : 16'd0;
        endcase
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [984:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (31) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[952:0], memory_fill};
        end
        {times_before_1, bytes_1, times_1, byte_fewer_2, byte_active_2, byte_by_3, byte_first_3,
         timer_fewer_2, timer_active_2, timer_by_3, timer_first_3, bytes_7, times_7, part_0_1,
         part_2_1, part_4_1, cut_2, crate_2, trate_2, cnm_2, load_target_2, crate_3, trate_3,
         byte_event_4, byte_by_4, byte_reduces_4, crate_4, trate_4, crate_5, trate_5, timer_event_6,
         timer_first_5, timer_by_6, timer_reduces_6, crate_6, trate_6, crate_7, trate_7, load_7,
         restart_7, byte_scaled_1, byte_jittered_1, byte_factor_3, byte_short_2, byte_base_3,
         byte_part_0_4, byte_part_3_4, byte_part_6_4, byte_period_7, timer_scaled_1,
         timer_jittered_1, timer_factor_3, timer_short_2, timer_base_3, timer_part_0_4,
         timer_part_3_4, timer_part_6_4, timer_period_7} = memory_bits;
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            valid_q <= 7'd0;
        end else begin
            valid_q <= {valid_q[5:0], valid};
        end
    end

    always @(posedge clk) begin
        times_before_1 <= counts_anew ? 4'd0 : old_times;
        bytes_1 <= bytes_0;
        times_1 <= times_0;
        byte_fewer_2 <= (bytes_1 < times_before_1) ? bytes_1 : times_before_1;
        byte_active_2 <= bytes_1 > 4'd5 || times_before_1 > 4'd5;
        byte_by_3 <= byte_by;
        byte_first_3 <= {byte_first_3[0], (bytes_1 == 4'd1) | (times_before_1 == 4'd1)};
        timer_fewer_2 <= (bytes_1 < times_1) ? bytes_1 : times_1;
        timer_active_2 <= bytes_1 > 4'd5 || times_1 > 4'd5;
        timer_by_3 <= timer_by;
        timer_first_3 <= {timer_first_3[0], (bytes_1 == 4'd1) | (times_1 == 4'd1)};
        bytes_7 <= {bytes_7[19:0], bytes_1};
        times_7 <= {times_7[19:0], times_1};
        part_0_1 <= (event_feedback[0] ? {2'd0, crate_0} : 23'd0)
                  + (event_feedback[1] ? {1'b0, crate_0, 1'b0} : 23'd0);
        part_2_1 <= (event_feedback[2] ? {2'd0, crate_0} : 23'd0)
                  + (event_feedback[3] ? {1'b0, crate_0, 1'b0} : 23'd0);
        part_4_1 <= (event_feedback[4] ? {2'd0, crate_0} : 23'd0)
                  + (event_feedback[5] ? {1'b0, crate_0, 1'b0} : 23'd0);
    end

    always @(posedge clk) begin
        cut_2 <= product[26:7];
        crate_2 <= {crate_2[20:0], crate_0};
        trate_2 <= {trate_2[21:0], trate_0};
        cnm_2 <= {cnm_2[0], cnm};
        load_target_2 <= {load_target_2[0], cnm & loads};
        crate_3 <= cnm_2[1] ? ((lowered < 21'd1049) ? 21'd1049 : lowered) : crate_2[41:21];
        trate_3 <= load_target_2[1] ? {1'b0, crate_2[41:21]} : trate_2[43:22];
        byte_event_4 <= {byte_event_4[2:0], event_bytes};
        byte_by_4 <= byte_by_3;
        byte_reduces_4 <= byte_first_3[1]
                       && {3'd0, trate_3} > {1'b0, crate_3, 3'd0} + {3'd0, crate_3, 1'b0};
        crate_4 <= crate_3;
        trate_4 <= trate_3;
        crate_5 <= byte_event_4[3] ? ((byte_sum[22:1] > 22'h100000) ? 21'h100000 : byte_sum[21:1])
                 : crate_4;
        trate_5 <= byte_event_4[3] ? byte_target : trate_4;
        timer_event_6 <= {timer_event_6[4:0], event_timer};
        timer_first_5 <= {timer_first_5[0], timer_first_3[1]};
    end

    always @(posedge clk) begin
        timer_by_6 <= {timer_by_6[31:0], timer_by_3};
        timer_reduces_6 <= timer_first_5[1]
                        && {3'd0, trate_5} > {1'b0, crate_5, 3'd0} + {3'd0, crate_5, 1'b0};
        crate_6 <= crate_5;
        trate_6 <= trate_5;
        crate_7 <= timer_event_6[5]
                 ? ((timer_sum[22:1] > 22'h100000) ? 21'h100000 : timer_sum[21:1])
                 : crate_6;
        trate_7 <= timer_event_6[5] ? timer_target : trate_6;
        load_7 <= {load_7[5:0], loads | event_bytes};
        restart_7 <= {restart_7[5:0], cnm | event_timer};
        byte_scaled_1 <= ({7'd0, jitter[7:0]} << 6)
                       + ({7'd0, jitter[7:0]} << 3)
                       + ({7'd0, jitter[7:0]} << 2)
                       + {7'd0, jitter[7:0]};
        byte_jittered_1 <= event_bytes;
        byte_factor_3 <= {byte_factor_3[8:0], byte_jittered_1 ? byte_factor : 9'd256};
        byte_short_2 <= bytes_1 >= 4'd5 && byte_jittered_1;
        byte_base_3 <= byte_short_2 ? 26'd75000 : 26'd150000;
        byte_part_0_4 <= (byte_factor_3[9] ? byte_base_3 : 26'd0)
                       + (byte_factor_3[10] ? byte_base_3 << 1 : 26'd0)
                       + (byte_factor_3[11] ? byte_base_3 << 2 : 26'd0);
        byte_part_3_4 <= (byte_factor_3[12] ? byte_base_3 : 26'd0)
                       + (byte_factor_3[13] ? byte_base_3 << 1 : 26'd0)
                       + (byte_factor_3[14] ? byte_base_3 << 2 : 26'd0);
        byte_part_6_4 <= (byte_factor_3[15] ? byte_base_3 : 26'd0)
                       + (byte_factor_3[16] ? byte_base_3 << 1 : 26'd0)
                       + (byte_factor_3[17] ? byte_base_3 << 2 : 26'd0);
    end

    always @(posedge clk) begin
        byte_period_7 <= {byte_period_7[35:0], byte_product[25:8]};
        timer_scaled_1 <= ({7'd0, jitter[15:8]} << 6)
                        + ({7'd0, jitter[15:8]} << 3)
                        + ({7'd0, jitter[15:8]} << 2)
                        + {7'd0, jitter[15:8]};
        timer_jittered_1 <= event_timer;
        timer_factor_3 <= {timer_factor_3[8:0], timer_jittered_1 ? timer_factor : 9'd256};
        timer_short_2 <= times_1 >= 4'd5 && timer_jittered_1;
        timer_base_3 <= timer_short_2 ? 27'h23c34 : 27'h47869;
        timer_part_0_4 <= (timer_factor_3[9] ? timer_base_3 : 27'd0)
                        + (timer_factor_3[10] ? timer_base_3 << 1 : 27'd0)
                        + (timer_factor_3[11] ? timer_base_3 << 2 : 27'd0);
        timer_part_3_4 <= (timer_factor_3[12] ? timer_base_3 : 27'd0)
                        + (timer_factor_3[13] ? timer_base_3 << 1 : 27'd0)
                        + (timer_factor_3[14] ? timer_base_3 << 2 : 27'd0);
        timer_part_6_4 <= (timer_factor_3[15] ? timer_base_3 : 27'd0)
                        + (timer_factor_3[16] ? timer_base_3 << 1 : 27'd0)
                        + (timer_factor_3[17] ? timer_base_3 << 2 : 27'd0);
        timer_period_7 <= {timer_period_7[37:0], timer_product[26:8]};
    end

endmodule

`default_nettype wire
