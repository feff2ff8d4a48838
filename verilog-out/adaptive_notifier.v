// SPDX-License-Identifier: Apache-2.0
// adaptive_notifier: makes the notifications of a switch  ports = 6
`default_nettype none

module adaptive_notifier (
    input  wire         clk,               // rising edge
    input  wire         rst,               // synchronous, active high
    input  wire [11:0]  number,            // number of the switch; held
    input  wire [127:0] frame,             // first beat of the frame that enters a queue in this
                                           // cycle
    input  wire [5:0]   sampled,           // of the congestion points: the frame of the cycle
                                           // before is sampled

    // of the congestion points
    input  wire [5:0]   trigger_valid,     // pulse: a CNM is to be sent
    input  wire [35:0]  trigger_feedback,  // quantized feedback
    input  wire [95:0]  trigger_q_offset,  // cnmQOffset, units of 64 bytes, two's complement
    input  wire [95:0]  trigger_q_delta,   // cnmQDelta, units of 64 bytes, two's complement

    // notifications, registers but for cn_taken
    output wire         cn_valid,          // a notification is offered
    output wire [2:0]   cn_port,           // the output whose queue it is about; unknown while not
                                           // valid
    output wire [127:0] cn_word,           // its beat; unknown while not valid
    input  wire         cn_taken,          // it is taken

    output wire         lost               // pulse: one of an output came while its predecessor
                                           // waited
);

    (* mem2reg *)
    reg [26:0]  culprit [0:5];   // {priority, destination, source} of the frame sampled at each
                                 // output
    (* mem2reg *)
    reg [37:0]  measured [0:5];  // feedback, offset and delta measured at each output
    reg [26:0]  last_frame;      // {priority, destination, source} of the last frame
    reg [5:0]   waits;           // outputs whose notification waits
    reg [4:0]   outputs_above;   // outputs above the last winner, which go first
    reg         offered_q;       // a notification is offered
    reg [127:0] cn_q;            // its beat; unknown while not valid
    reg [2:0]   cn_port_q;       // the output whose queue it is about; unknown while not valid
    reg         lost_q;          // pulse: one of an output came while its predecessor waited

    wire [5:0]  output_ahead;
    wire [5:0]  output_choice;
    wire        takes;
    wire [5:0]  winner;
    wire [26:0] of;
    wire [37:0] says;

    wire [1:0] frame_kind = frame[127:126];  // 0 data, 1 CNM, 2 PAUSE

    wire unused_frame_rest = &{1'b0, frame_kind, frame[98:0]};

    // The lowest 1 alone.
    function [5:0] lowest_one_6(input [5:0] bits);
        reg [5:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            up_to = up_to | (up_to << 4);
            lowest_one_6 = bits & ~(up_to << 1);
        end
    endfunction

    assign output_ahead = waits & {outputs_above, 1'b0};
    assign output_choice = lowest_one_6(output_ahead)
                         | ((|output_ahead) ? 6'd0 : lowest_one_6(waits));
    assign takes  = (|waits) && (!offered_q || cn_taken);
    assign winner = takes ? output_choice : 6'd0;
    assign of = culprit[{|(output_choice & 6'h30), |(output_choice & 6'hc),
                         |(output_choice & 6'h2a)}];
    assign says = measured[{|(output_choice & 6'h30), |(output_choice & 6'hc),
                            |(output_choice & 6'h2a)}];
    assign cn_valid = offered_q;
    assign cn_port  = cn_port_q;
    assign cn_word  = cn_q;
    assign lost     = lost_q;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [157:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (5) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[125:0], memory_fill};
        end
        {last_frame, cn_q, cn_port_q} = memory_bits;
        for (memory_word = 0; memory_word < 6; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            culprit[memory_word] = memory_fill[31:5];
        end
        for (memory_word = 0; memory_word < 6; memory_word = memory_word + 1) begin
            repeat (2) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                measured[memory_word] = {measured[memory_word][5:0], memory_fill};
            end
        end
    end
`endif

    always @(posedge clk) begin : update_culprit
        integer o;
        for (o = 0; o < 6; o = o + 1) begin
            if (sampled[o]) culprit[o] <= last_frame;
            if (trigger_valid[o]) begin
                measured[o] <= {trigger_feedback[o*6 +: 6], trigger_q_offset[o*16 +: 16],
                                trigger_q_delta[o*16 +: 16]};
            end
        end
    end

    always @(posedge clk) begin
        last_frame <= frame[125:99];
    end

    always @(posedge clk) begin
        if (rst) begin
            waits <= 6'd0;
            lost_q <= 1'b0;
        end else begin
            waits <= (waits & ~winner) | trigger_valid;
            lost_q <= |(waits & ~winner & trigger_valid);
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            outputs_above <= 5'd0;
            offered_q <= 1'b0;
        end else if (takes) begin
            outputs_above <= {~output_choice[5], ~(|output_choice[5:4]), |output_choice[2:0],
                              |output_choice[1:0], output_choice[0]};
            offered_q <= 1'b1;
        end else if (cn_taken) begin
            offered_q <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (takes) begin
            cn_q <= {2'd1, 3'd6, of[11:0], number, 14'd64, says, number, 1'b0,
                     |(output_choice & 6'h30), |(output_choice & 6'hc), |(output_choice & 6'h2a),
                     of[26:12], 16'd0};
            cn_port_q <= {|(output_choice & 6'h30), |(output_choice & 6'hc),
                          |(output_choice & 6'h2a)};
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
            if (cn_taken && !offered_q) begin
                $display("RTLGEN_ASSERT %m taken_if_offered fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_adaptive_notifier
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            taken_if_offered: `RTLGEN_CONTRACT (!cn_taken || offered_q);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
