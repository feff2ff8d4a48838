// SPDX-License-Identifier: Apache-2.0
// voqnet_output_port: output port: credits per destination, link register
//
// ports = 8, nodes = 64, depth = 4, link_latency = 2
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module voqnet_output_port (
    input  wire        clk,            // rising edge
    input  wire        rst,            // synchronous, active high

    // from the crossbar
    input  wire        beat_valid,     // a beat comes
    input  wire        beat_sop,       // it is the first of a packet: {turnpool, tptr, src, seq,
                                       // tag}
    input  wire        beat_eop,       // it is the last
    input  wire        beat_bad,       // with eop: the packet was damaged on its way, and is not to
                                       // be used
    input  wire [63:0] beat_data,      // the beat

    // link, sending side
    output wire        tx_valid,       // a beat comes
    output wire        tx_sop,         // it is the first of a packet: {turnpool, tptr, src, seq,
                                       // tag}
    output wire        tx_eop,         // it is the last
    output wire        tx_bad,         // with eop: the packet was damaged on its way, and is not to
                                       // be used
    output wire [63:0] tx_data,        // the beat
    input  wire        tx_credit,      // back to the sender: a slot is free again
    input  wire [7:0]  tx_credit_dst,  // the destination whose queue the slot belongs to

    output wire [63:0] open,           // destinations with a credit, registers
    output wire [8:0]  stat_credit,    // credits for all destinations, a register
    output wire [1:0]  error           // pulses: no_credit in bit 0, a register
);

    reg        passed_valid_q;   // beat_valid, one cycle later
    reg        passed_sop_q;     // the beat behind the crossbar is the first
    reg        passed_eop_q;     // the beat behind the crossbar is the last
    reg        passed_bad_q;     // the packet behind the crossbar is damaged
    reg [63:0] passed_data_q;    // beat behind the crossbar, as the next switch gets it
    reg        tx_credit_q;      // a credit has come back
    reg [5:0]  tx_credit_dst_q;  // destination that the credit is for
    reg        excess_q;         // a credit came that was not taken

    wire [4:0]  next_tptr;
    wire [35:0] next_header;
    wire [63:0] patched;
    wire [67:0] link_q;
    wire        credits_excess;

`ifdef RTLGEN_CHECKS
    reg  [2:0] credits_owed [0:63];  // packets sent without a credit back, by destination
    reg        credit_came;          // tx_credit, one cycle later
    reg  [5:0] credit_came_dst;      // destination of the credit that has come
    wire [5:0] owed_dst;
    wire       taken_and_owed;
    wire       credit_on_its_way;
`endif

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

    voqnet_credits credits (
        .clk       (clk),
        .rst       (rst),
        .take      (beat_valid && beat_sop),
        .take_dst  (beat_data[5:0]),
        .give      (tx_credit_q),
        .give_dst  (tx_credit_dst_q),
        .available (open),
        .count     (stat_credit),
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
    assign error       = {1'b0, excess_q};

`ifdef RTLGEN_CHECKS
    assign owed_dst          = tx_credit_dst[5:0];
    assign taken_and_owed    = beat_valid && beat_sop && tx_credit && owed_dst == beat_data[5:0];
    assign credit_on_its_way = credit_came && credit_came_dst == beat_data[5:0];
`endif

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [69:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (3) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[37:0], memory_fill};
        end
        {passed_data_q, tx_credit_dst_q} = memory_bits;
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_credits_owed
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) credits_owed[i] <= 3'd0;
        end else begin
            if (beat_valid && beat_sop && !taken_and_owed) begin
                credits_owed[beat_data[5:0]] <= credits_owed[beat_data[5:0]] + 3'd1;
            end
            if (tx_credit && !taken_and_owed) begin
                credits_owed[owed_dst] <= credits_owed[owed_dst] - 3'd1;
            end
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
            excess_q <= 1'b0;
        end else begin
            passed_valid_q <= beat_valid;
            passed_sop_q <= beat_valid ? beat_sop : 1'b0;
            passed_eop_q <= beat_valid ? beat_eop : 1'b0;
            passed_bad_q <= beat_valid ? beat_bad : 1'b0;
            tx_credit_q <= tx_credit && !(tx_credit && (|tx_credit_dst[7:6]));
            excess_q <= credits_excess || (tx_credit && (|tx_credit_dst[7:6]));
        end
    end

    always @(posedge clk) begin
        passed_data_q <= beat_valid ? patched : 64'd0;
        tx_credit_dst_q <= tx_credit_dst[5:0];
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            credit_came <= 1'b0;
            credit_came_dst <= 6'd0;
        end else begin
            credit_came <= tx_credit;
            credit_came_dst <= tx_credit_dst[5:0];
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
            // a credit comes back once for each packet
            if (tx_credit && credits_owed[owed_dst] == 3'd0) begin
                $display("RTLGEN_ASSERT %m credit_was_taken fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // credits are for nodes of the network
            if (tx_credit && tx_credit_dst >= 8'd64) begin
                $display("RTLGEN_ASSERT %m credit_is_for_a_node fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a packet is sent only with a credit
            if (beat_valid
             && beat_sop
             && !(credit_on_its_way ? credits_owed[beat_data[5:0]] < 3'd3
                : credits_owed[beat_data[5:0]] < 3'd4)) begin
                $display("RTLGEN_ASSERT %m packet_has_a_credit fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_voqnet_output_port
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a credit comes back once for each packet
            credit_was_taken: `RTLGEN_CONTRACT (!tx_credit || credits_owed[owed_dst] != 3'd0);
            // credits are for nodes of the network
            credit_is_for_a_node: `RTLGEN_CONTRACT (!tx_credit || tx_credit_dst < 8'd64);
            // a packet is sent only with a credit
            packet_has_a_credit: `RTLGEN_CONTRACT (!(beat_valid && beat_sop)
                                                || (credit_on_its_way
                                                  ? credits_owed[beat_data[5:0]] < 3'd3
                                                  : credits_owed[beat_data[5:0]] < 3'd4));
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
