// SPDX-License-Identifier: Apache-2.0
// qcn_cp_buffer198656: congestion point of a port and priority
//
// q_eq = 60000, buffer = 198656, w_shift = 1, sample = 150000, table = 1, quantizer = 0, send_q0 = 0, q_offset_sign = 0
`default_nettype none

module qcn_cp_buffer198656 (
    input  wire        clk,               // rising edge
    input  wire        rst,               // synchronous, active high
    input  wire        enable,            // frames are sampled
    input  wire        cap,               // at most one trigger per 100 received frames; held
    input  wire [15:0] seed,              // of the jitter; held
    input  wire [14:0] number,            // of the congestion point; no other one has it; held

    // received frames
    input  wire        arrival_valid,     // a good frame is complete
    input  wire [13:0] arrival_length,    // its bytes

    // frames that leave the queue
    input  wire        departure_valid,   // the last unit of a frame is read out
    input  wire [13:0] departure_length,  // its bytes

    output wire [17:0] qlen,              // bytes in the queue, a register
    output wire        sampled,           // pulse, a register: the frame of the cycle before is
                                          // sampled

    // result, registers; unknown while not trigger_valid
    output wire        trigger_valid,     // pulse: a CNM is to be sent
    output wire [5:0]  trigger_feedback,  // quantized feedback
    output wire [15:0] trigger_q_offset,  // cnmQOffset, units of 64 bytes, two's complement
    output wire [15:0] trigger_q_delta,   // cnmQDelta, units of 64 bytes, two's complement

    output wire        capped             // pulse, a register: the cap has held a trigger back
);

    reg [17:0] qlen_q;           // bytes in the queue, a register
    reg [19:0] time_to_mark;     // bytes until a frame is sampled
    reg [3:0]  rounds_left;      // cycles until the next interval is there
    reg [5:0]  stage;            // cycle of the evaluation, one-hot
    reg [18:0] sampled_level;    // bytes in the queue with the sampled frame
    reg [18:0] qlen_old;         // bytes in the queue at the last sample
    reg [18:0] offset;           // bytes in the queue less q_eq
    reg [18:0] delta;            // bytes in the queue less those a sample before
    reg [12:0] q_offset_beats;   // cnmQOffset, units of 64 bytes
    reg [20:0] sum;              // -Fb before it is clamped, bytes
    reg [18:0] excess;           // -Fb, clamped, bytes
    reg [5:0]  feedback;         // quantized feedback
    reg [29:0] product_0;        // part of the product of -Fb and K
    reg [29:0] product_1;        // part of the product of -Fb and K
    reg [31:0] random;           // x, the generator of jitter
    reg [6:0]  factor_extra;     // factor of the interval above the smallest, in 1/256
    reg [8:0]  factor;           // bits of the factor still to be multiplied
    reg [17:0] base;             // interval of the feedback without jitter, bytes
    reg [26:0] interval;         // product of base and factor so far, in 1/256 byte
    reg [6:0]  received;         // frames since the last trigger, up to 100
    reg        may_trigger;      // the cap lets the sample trigger
    reg        trigger_valid_q;  // pulse: a CNM is to be sent
    reg        capped_q;         // pulse, a register: the cap has held a trigger back

    wire [18:0] departed;
    wire [18:0] level;
    wire [18:0] level_left;
    wire [19:0] rest;
    wire        sampling;
    wire [18:0] q_offset;
    wire [12:0] delta_beats;
    wire [29:0] product;
    wire [14:0] drawn;
    wire        interval_added;
    wire        received_enough;
    wire        congested;
    wire        cap_allows;
    wire        triggers;
    wire        allowed;

    wire unused_level_left_sign = &{1'b0, level_left[18]};
    wire unused_q_offset_fraction = &{1'b0, q_offset[5:0]};
    wire unused_product_fraction = &{1'b0, product[23:0]};
    wire unused_drawn_fraction = &{1'b0, drawn[7:0]};
    wire unused_interval_fraction = &{1'b0, interval[7:0]};

    assign departed         = departure_valid ? {5'd0, departure_length} : 19'd0;
    assign level            = {1'b0, qlen_q} + (arrival_valid ? {5'd0, arrival_length} : 19'd0);
    assign level_left       = level - departed;
    assign qlen             = qlen_q;
    assign rest             = time_to_mark
                            - ((enable && arrival_valid) ? {6'd0, arrival_length} : 20'd0);
    assign sampling         = enable && arrival_valid && rest[19] && !(|stage) && !(|rounds_left);
    assign sampled          = stage[0];
    assign q_offset         = 19'd60000 - sampled_level;
    assign trigger_q_offset = {{3{q_offset_beats[12]}}, q_offset_beats};
    assign delta_beats      = delta[18:6];
    assign trigger_q_delta  = {{3{delta_beats[12]}}, delta_beats};
    assign product          = product_0 + product_1;
    assign trigger_feedback = feedback;
    assign drawn = ({7'd0, random[7:0]} << 6)
                 + ({7'd0, random[7:0]} << 3)
                 + ({7'd0, random[7:0]} << 2)
                 + {7'd0, random[7:0]};
    assign interval_added  = rounds_left == 4'd1;
    assign received_enough = received == 7'd100;
    assign congested       = |feedback;
    assign cap_allows      = received >= 7'd99;
    assign triggers        = stage[5] && congested;
    assign allowed         = may_trigger || !cap;
    assign trigger_valid   = trigger_valid_q;
    assign capped          = capped_q;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [237:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (8) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[205:0], memory_fill};
        end
        {sampled_level, offset, delta, q_offset_beats, sum, excess, feedback, product_0, product_1,
         factor_extra, factor, base, interval, may_trigger} = memory_bits;
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            qlen_q <= 18'd0;
            stage <= 6'd0;
            qlen_old <= 19'd0;
            random <= 32'd0;
            trigger_valid_q <= 1'b0;
            capped_q <= 1'b0;
        end else begin
            qlen_q <= level_left[17:0];
            stage <= {stage[4:0], sampling};
            if (stage[0]) qlen_old <= sampled_level;
            random <= (|random) ? {random[30:0], ^(random & 32'h80200003)} : {1'b1, seed, number};
            trigger_valid_q <= triggers && allowed;
            capped_q <= triggers && !allowed;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            time_to_mark <= 20'd150000;
        end else if (sampling) begin
            time_to_mark <= 20'd0;
        end else if (interval_added) begin
            time_to_mark <= rest + {1'b0, interval[26:8]};
        end else begin
            time_to_mark <= rest;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            rounds_left <= 4'd0;
        end else if (stage[5]) begin
            rounds_left <= 4'd10;
        end else if (|rounds_left) begin
            rounds_left <= rounds_left - 4'd1;
        end
    end

    always @(posedge clk) begin
        if (sampling) begin
            sampled_level <= level;
            may_trigger <= cap_allows;
        end
    end

    always @(posedge clk) begin
        if (stage[0]) begin
            offset <= sampled_level - 19'd60000;
            delta <= sampled_level - qlen_old;
            q_offset_beats <= q_offset[18:6];
        end
    end

    always @(posedge clk) begin
        if (stage[1]) sum <= {{2{offset[18]}}, offset} + ({{2{delta[18]}}, delta} << 1);
    end

    always @(posedge clk) begin
        if (stage[2]) begin
            excess <= sum[18:0];
            if ($signed(sum) > 21'sd300000) excess <= 19'd300000;
            if (sum[20]) excess <= 19'd0;
        end
    end

    always @(posedge clk) begin
        if (stage[4]) begin
            feedback <= product[29:24];
            factor_extra <= drawn[14:8];
        end
    end

    always @(posedge clk) begin
        if (stage[3]) begin
            product_0 <= ({11'd0, excess} << 12) - ({11'd0, excess} << 9) - ({11'd0, excess} << 6);
            product_1 <= {11'd0, excess} << 2;
        end
    end

    always @(posedge clk) begin
        if (stage[5]) begin
            case (feedback[5:3])
                3'd0: base <= 18'd150000;
                3'd1: base <= 18'd75000;
                3'd2: base <= 18'd50000;
                3'd3: base <= 18'd37500;
                3'd4: base <= 18'd30000;
                3'd5: base <= 18'd25000;
                3'd6: base <= 18'd21500;
                3'd7: base <= 18'd18500;
                default: ;
            endcase
            factor <= {2'd0, factor_extra} + 9'd218;
            interval <= 27'd0;
        end
        if (rounds_left > 4'd1) begin
            interval <= (interval << 1) + (factor[8] ? {9'd0, base} : 27'd0);
            factor <= factor << 1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            received <= 7'd100;
        end else begin
            if (arrival_valid && !received_enough) received <= received + 7'd1;
            if (sampling) begin
                if (cap_allows) received <= 7'd0;
            end
            if (stage[5] && may_trigger && !congested) received <= 7'd100;
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
            // the queue never holds more than buffer bytes
            if (level > 19'h30800) begin
                $display("RTLGEN_ASSERT %m room_for_the_frame fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a frame leaves after it has come
            if (departed > {1'b0, qlen_q}) begin
                $display("RTLGEN_ASSERT %m departs_what_is_there fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_qcn_cp_buffer198656
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // the queue never holds more than buffer bytes
            room_for_the_frame: `RTLGEN_CONTRACT (level <= 19'h30800);
            // a frame leaves after it has come
            departs_what_is_there: `RTLGEN_CONTRACT (departed <= {1'b0, qlen_q});
            triggered: cover (trigger_valid);
            held_back: cover (capped);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
