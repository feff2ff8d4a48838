// SPDX-License-Identifier: Apache-2.0
// recn_output_port_saqs0: output port: credits, CAM, link register
//
// ports = 8, slots = 64, saqs = 0, link_latency = 2, leaf_first = 0
`default_nettype none

module recn_output_port_saqs0 (
    input  wire        clk,               // rising edge
    input  wire        rst,               // synchronous, active high

    // from the crossbar
    input  wire        beat_valid,        // a beat comes
    input  wire        beat_sop,          // it is the first of a packet: {turnpool, tptr, src, seq,
                                          // tag}
    input  wire        beat_eop,          // it is the last
    input  wire        beat_bad,          // with eop: the packet was damaged on its way, and is not
                                          // to be used
    input  wire [63:0] beat_data,         // the beat

    input  wire        start,             // the scheduler's grant: a packet will come

    // link, sending side
    output wire        tx_valid,          // a beat comes
    output wire        tx_sop,            // it is the first of a packet: {turnpool, tptr, src, seq,
                                          // tag}
    output wire        tx_eop,            // it is the last
    output wire        tx_bad,            // with eop: the packet was damaged on its way, and is not
                                          // to be used
    output wire [63:0] tx_data,           // the beat
    input  wire        tx_credit,         // back to the sender: a slot is free again

    output wire        credit_available,  // a packet may be sent, a function of registers

    // status
    output wire [6:0]  stat_credit,       // credits of the output port

    output wire [1:0]  error              // pulses: no_credit, no_name from bit 0 on, registers
);

    reg        passed_valid_q;  // beat_valid, one cycle later
    reg        passed_sop_q;    // the beat behind the crossbar is the first
    reg        passed_eop_q;    // the beat behind the crossbar is the last
    reg        passed_bad_q;    // the packet behind the crossbar is damaged
    reg [63:0] passed_data_q;   // beat behind the crossbar, as the next switch gets it
    reg        tx_credit_q;     // tx_credit, one cycle later
    reg        bad_name_q;      // a message came without a proper name
    reg        excess_q;        // excess of credits, one cycle later

    wire [4:0]  next_tptr;
    wire [35:0] next_header;
    wire [63:0] patched;
    wire [67:0] link_q;
    wire        credits_excess;

    wire [30:0] beat_data_header_turnpool = beat_data[63:33];  // turns, the first on top; unused
                                                               // places are ones
    wire [4:0]  beat_data_header_tptr = beat_data[32:28];      // most significant bit of the
                                                               // present turn

    link_delay_width68_latency1_data64 link (
        .clk (clk),
        .rst (rst),
        .d   ({passed_valid_q, passed_sop_q, passed_eop_q, passed_bad_q, passed_data_q}),
        .q   (link_q)
    );

    credit_counter credits (
        .clk       (clk),
        .rst       (rst),
        .take      (start),
        .give      (tx_credit_q),
        .count     (stat_credit),
        .available (credit_available),
        .excess    (credits_excess)
    );

    assign next_tptr   = beat_data_header_tptr - 5'd3;
    assign next_header = {beat_data_header_turnpool, next_tptr};
    assign patched     = beat_sop ? {next_header, beat_data[27:0]} : beat_data;
    assign tx_valid    = link_q[67];
    assign tx_sop      = link_q[66];
    assign tx_eop      = link_q[65];
    assign tx_bad      = link_q[64];
    assign tx_data     = link_q[63:0];
    assign error       = {bad_name_q, excess_q};

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            passed_data_q = {passed_data_q[31:0], memory_fill};
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            passed_valid_q <= 1'b0;
            passed_sop_q <= 1'b0;
            passed_eop_q <= 1'b0;
            passed_bad_q <= 1'b0;
            tx_credit_q <= 1'b0;
            bad_name_q <= 1'b0;
            excess_q <= 1'b0;
        end else begin
            passed_valid_q <= beat_valid;
            passed_sop_q <= beat_valid ? beat_sop : 1'b0;
            passed_eop_q <= beat_valid ? beat_eop : 1'b0;
            passed_bad_q <= beat_valid ? beat_bad : 1'b0;
            tx_credit_q <= tx_credit;
            bad_name_q <= 1'b0;
            excess_q <= credits_excess;
        end
    end

    always @(posedge clk) begin
        passed_data_q <= beat_valid ? patched : 64'd0;
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
            // a packet is sent only with a credit
            if (start && !credit_available) begin
                $display("RTLGEN_ASSERT %m packet_has_a_credit fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a credit comes back once for each packet
            if (tx_credit && {1'b0, stat_credit} + {7'd0, tx_credit_q} >= 8'd64) begin
                $display("RTLGEN_ASSERT %m credit_was_taken fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_recn_output_port_saqs0
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a packet is sent only with a credit
            packet_has_a_credit: `RTLGEN_CONTRACT (!start || credit_available);
            // a credit comes back once for each packet
            credit_was_taken: `RTLGEN_CONTRACT (!tx_credit
                                             || {1'b0, stat_credit} + {7'd0, tx_credit_q} < 8'd64);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
