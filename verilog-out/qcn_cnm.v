// SPDX-License-Identifier: Apache-2.0
// qcn_cnm: CNM generator of the congestion points of a port  prios = 2, cnm_prio = 6
`default_nettype none

module qcn_cnm (
    input  wire         clk,             // rising edge
    input  wire         rst,             // synchronous, active high
    input  wire [11:0]  port,            // number of the port; held
    input  wire         at_output,       // 1: congestion points at the output buffers, 0: at the
                                         // input buffers; held

    // what it says
    input  wire         offer_valid,     // a CNM is to be sent
    input  wire [2:0]   offer_prio,      // priority of the congestion point, below prios
    input  wire [5:0]   offer_feedback,  // quantized feedback
    input  wire [15:0]  offer_q_offset,  // cnmQOffset, units of 64 bytes, two's complement
    input  wire [15:0]  offer_q_delta,   // cnmQDelta, units of 64 bytes, two's complement
    input  wire [11:0]  offer_src,       // source of the culprit frame
    input  wire [11:0]  offer_dst,       // its destination

    // CNMs, registers but for tx_ready
    output wire         tx_valid,        // a CNM is offered
    output wire [127:0] tx_data,         // its beat; unknown while not valid
    input  wire         tx_ready,        // it is taken

    output wire         dropped          // pulse, a register: offered while one of this priority
                                         // waited
);

    reg [1:0]   waiting;     // priorities with a CNM that waits
    reg         dropped_q;   // pulse, a register: offered while one of this priority waited
    reg         tx_valid_q;  // a CNM is offered
    reg [1:0]   out;         // priority of the CNM at the transmitter, one-hot
    reg         next_above;  // requests above the last winner, which go first
    reg [127:0] tx_data_q;   // its beat; unknown while not valid

    reg  [61:0] slots [0:1];  // CNM that waits, by priority
    wire [61:0] slot;

    wire [1:0] offered;
    wire [1:0] kept;
    wire       sent;
    wire       tx_free;
    wire [1:0] next_requests;
    wire [1:0] next_ahead;
    wire [1:0] next_choice;
    wire       prio;

    wire [11:0] slot_src = slot[23:12];
    wire [11:0] slot_dst = slot[11:0];

    wire unused_high_offer_prio = &{1'b0, offer_prio[2:1]};

    // The lowest 1 alone.
    function [1:0] lowest_one_2(input [1:0] bits);
        begin
            lowest_one_2 = {bits[1] & ~bits[0], bits[0]};
        end
    endfunction

    assign offered       = offer_valid ? 2'd1 << offer_prio[0] : 2'd0;
    assign kept          = offered & ~waiting;
    assign dropped       = dropped_q;
    assign sent          = tx_valid_q && tx_ready;
    assign tx_free       = !tx_valid_q || tx_ready;
    assign next_requests = waiting & ~(tx_valid_q ? out : 2'd0);
    assign next_ahead    = next_requests & {next_above, 1'b0};
    assign next_choice = lowest_one_2(next_ahead)
                       | ((|next_ahead) ? 2'd0 : lowest_one_2(next_requests));
    assign prio     = |(next_choice & 2'd2);
    assign tx_valid = tx_valid_q;
    assign tx_data  = tx_data_q;

    always @(posedge clk) begin
        if (|kept) begin
            slots[offer_prio[0]] <= {offer_feedback, offer_q_offset, offer_q_delta, offer_src,
                                     offer_dst};
        end
    end

    assign slot = slots[prio];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [129:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (5) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[97:0], memory_fill};
        end
        {out, tx_data_q} = memory_bits;
        for (memory_word = 0; memory_word < 2; memory_word = memory_word + 1) begin
            repeat (2) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                slots[memory_word] = {slots[memory_word][29:0], memory_fill};
            end
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            waiting <= 2'd0;
            dropped_q <= 1'b0;
            tx_valid_q <= 1'b0;
            next_above <= 1'b0;
        end else begin
            waiting <= (waiting & ~(sent ? out : 2'd0)) | kept;
            dropped_q <= |(offered & waiting);
            if (tx_free) tx_valid_q <= |next_requests;
            if (tx_free && (|next_requests)) next_above <= next_choice[0];
        end
    end

    always @(posedge clk) begin
        if (tx_free) begin
            out <= next_choice;
            tx_data_q <= {2'd1, 3'd6, slot_src, port, 14'd64, slot[61:24], port, at_output, 2'd0,
                          prio, 2'd0, prio, slot_dst, 16'd0};
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
            if (offer_valid && offer_prio >= 3'd2) begin
                $display("RTLGEN_ASSERT %m offers_of_this_port fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (tx_valid_q && !(|(out & waiting))) begin
                $display("RTLGEN_ASSERT %m transmitter_has_one_that_waits fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_qcn_cnm
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            offers_of_this_port: `RTLGEN_CONTRACT (!offer_valid || offer_prio < 3'd2);
            transmitter_has_one_that_waits: assert (!tx_valid_q || (|(out & waiting)));
            waits_for_the_transmitter: cover (tx_valid_q && !tx_ready);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
