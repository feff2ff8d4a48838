// SPDX-License-Identifier: Apache-2.0
// recn_output_port_ports4: output port: credits, CAM, link register
//
// ports = 4, slots = 64, saqs = 4, link_latency = 2, leaf_first = 0
`default_nettype none

module recn_output_port_ports4 (
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

    input  wire [1:0]  beat_source,       // the input port that the packet came from
    input  wire        start,             // the scheduler's grant: a packet will come
    input  wire        note_take,         // the bus takes the notification

    // link, sending side
    output wire        tx_valid,          // a beat comes
    output wire        tx_sop,            // it is the first of a packet: {turnpool, tptr, src, seq,
                                          // tag}
    output wire        tx_eop,            // it is the last
    output wire        tx_bad,            // with eop: the packet was damaged on its way, and is not
                                          // to be used
    output wire [63:0] tx_data,           // the beat
    input  wire        tx_credit,         // back to the sender: a slot is free again
    input  wire        tx_msg_valid,      // a message about a congestion point
    input  wire        tx_msg_xoff,       // 1: Xoff, 0: Xon
    input  wire [30:0] tx_msg_tp,         // turns that lead to the point
    input  wire [30:0] tx_msg_mask,       // significant bits of the turns

    output wire        credit_available,  // a packet may be sent, a function of registers

    // notification for the input ports
    output wire        note_valid,        // a message about a congestion point
    output wire        note_xoff,         // 1: Xoff, 0: Xon
    output wire [30:0] note_tp,           // turns that lead to the point
    output wire [30:0] note_mask,         // significant bits of the turns
    output wire [1:0]  note_target,       // the input port that an Xoff is for

    // status
    output wire [6:0]  stat_credit,       // credits of the output port
    output wire [3:0]  stat_lines,        // CAM lines of the output port in use
    output wire        stat_cam_full,     // pulse: Xoff dropped, no line free

    output wire [1:0]  error              // pulses: no_credit, no_name from bit 0 on, registers
);

    reg        passed_valid_q;   // beat_valid, one cycle later
    reg        passed_sop_q;     // the beat behind the crossbar is the first
    reg        passed_eop_q;     // the beat behind the crossbar is the last
    reg        passed_bad_q;     // the packet behind the crossbar is damaged
    reg [63:0] passed_data_q;    // beat behind the crossbar, as the next switch gets it
    reg        tx_credit_q;      // tx_credit, one cycle later
    reg        tx_msg_valid_q;   // a message with a proper name has come
    reg        tx_msg_xoff_q;    // tx_msg_xoff, one cycle later
    reg [30:0] tx_msg_tp_q;      // tx_msg_tp, one cycle later
    reg [30:0] tx_msg_mask_q;    // tx_msg_mask, one cycle later
    reg [1:0]  passed_source_q;  // beat_source, one cycle later
    reg        bad_name_q;       // a message came without a proper name
    reg        excess_q;         // excess of credits, one cycle later

    wire [4:0]  next_tptr;
    wire [35:0] next_header;
    wire [63:0] patched;
    wire        name_can_be;
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

    recn_out_cam_ports4 cam (
        .clk          (clk),
        .rst          (rst),
        .msg_valid    (tx_msg_valid_q),
        .msg_xoff     (tx_msg_xoff_q),
        .msg_tp       (tx_msg_tp_q),
        .msg_mask     (tx_msg_mask_q),
        .first_valid  (passed_sop_q),
        .first_header (passed_data_q[63:28]),
        .first_source (passed_source_q),
        .note_valid   (note_valid),
        .note_xoff    (note_xoff),
        .note_tp      (note_tp),
        .note_mask    (note_mask),
        .note_target  (note_target),
        .note_take    (note_take),
        .line_valid   (stat_lines),
        .cam_full     (stat_cam_full)
    );

    assign next_tptr   = beat_data_header_tptr - 5'd2;
    assign next_header = {beat_data_header_turnpool, next_tptr};
    assign patched     = beat_sop ? {next_header, beat_data[27:0]} : beat_data;
    assign tx_valid    = link_q[67];
    assign tx_sop      = link_q[66];
    assign tx_eop      = link_q[65];
    assign tx_bad      = link_q[64];
    assign tx_data     = link_q[63:0];
    assign name_can_be = (tx_msg_mask[29:0] & ~tx_msg_mask[30:1]) == 30'd0
                      && tx_msg_mask[30]
                      && (tx_msg_tp & ~tx_msg_mask) == 31'd0
                      && {tx_msg_mask[30], tx_msg_mask[28], tx_msg_mask[26], tx_msg_mask[24],
                          tx_msg_mask[22], tx_msg_mask[20], tx_msg_mask[18], tx_msg_mask[16],
                          tx_msg_mask[14], tx_msg_mask[12], tx_msg_mask[10], tx_msg_mask[8],
                          tx_msg_mask[6], tx_msg_mask[4], tx_msg_mask[2]}
                      == {tx_msg_mask[29], tx_msg_mask[27], tx_msg_mask[25], tx_msg_mask[23],
                          tx_msg_mask[21], tx_msg_mask[19], tx_msg_mask[17], tx_msg_mask[15],
                          tx_msg_mask[13], tx_msg_mask[11], tx_msg_mask[9], tx_msg_mask[7],
                          tx_msg_mask[5], tx_msg_mask[3], tx_msg_mask[1]}
                      && tx_msg_mask[0] == 1'b0;
    assign error = {bad_name_q, excess_q};

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [127:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[95:0], memory_fill};
        end
        {passed_data_q, tx_msg_tp_q, tx_msg_mask_q, passed_source_q} = memory_bits;
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            passed_valid_q <= 1'b0;
            passed_sop_q <= 1'b0;
            passed_eop_q <= 1'b0;
            passed_bad_q <= 1'b0;
            tx_credit_q <= 1'b0;
            tx_msg_valid_q <= 1'b0;
            tx_msg_xoff_q <= 1'b0;
            bad_name_q <= 1'b0;
            excess_q <= 1'b0;
        end else begin
            passed_valid_q <= beat_valid;
            passed_sop_q <= beat_valid ? beat_sop : 1'b0;
            passed_eop_q <= beat_valid ? beat_eop : 1'b0;
            passed_bad_q <= beat_valid ? beat_bad : 1'b0;
            tx_credit_q <= tx_credit;
            tx_msg_valid_q <= tx_msg_valid && name_can_be;
            tx_msg_xoff_q <= tx_msg_xoff;
            bad_name_q <= tx_msg_valid && !name_can_be;
            excess_q <= credits_excess;
        end
    end

    always @(posedge clk) begin
        passed_data_q <= beat_valid ? patched : 64'd0;
        tx_msg_tp_q <= tx_msg_tp;
        tx_msg_mask_q <= tx_msg_mask;
        passed_source_q <= beat_source;
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
            // a mask has ones for whole turns from the top, and the turns are 0 below
            if (tx_msg_valid && !name_can_be) begin
                $display("RTLGEN_ASSERT %m name_of_a_message fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // only a notification that waits is taken
            if (note_take && !note_valid) begin
                $display("RTLGEN_ASSERT %m note_is_there fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_recn_output_port_ports4
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
            // a mask has ones for whole turns from the top, and the turns are 0 below
            name_of_a_message: `RTLGEN_CONTRACT (!tx_msg_valid || name_can_be);
            // only a notification that waits is taken
            note_is_there: `RTLGEN_CONTRACT (!note_take || note_valid);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
