// SPDX-License-Identifier: Apache-2.0
// voqsw_input_port: input port: packet memory shared by a queue per output port
//
// ports = 8, slots = 64, link_latency = 2
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module voqsw_input_port (
    input  wire        clk,          // rising edge
    input  wire        rst,          // synchronous, active high

    // link, receiving side
    input  wire        rx_valid,     // a beat comes
    input  wire        rx_sop,       // it is the first of a packet: {turnpool, tptr, src, seq, tag}
    input  wire        rx_eop,       // it is the last
    input  wire        rx_bad,       // with eop: the packet was damaged on its way, and is not to
                                     // be used
    input  wire [63:0] rx_data,      // the beat
    output wire        rx_credit,    // back to the sender: a slot is free again

    input  wire [2:0]  my_port,      // number of this port
    input  wire        grant_valid,  // the scheduler's grant: a packet goes to the crossbar
    input  wire [2:0]  grant_queue,  // from this queue

    // to the crossbar
    output wire        beat_valid,   // a beat comes
    output wire        beat_sop,     // it is the first of a packet: {turnpool, tptr, src, seq, tag}
    output wire        beat_eop,     // it is the last
    output wire        beat_bad,     // with eop: the packet was damaged on its way, and is not to
                                     // be used
    output wire [63:0] beat_data,    // the beat

    output wire [7:0]  waiting,      // the queues that are not empty, registers
    output wire [6:0]  stat_free,    // free slots, a register
    output wire [5:0]  error         // pulses: errors of the guard, registers
);

    localparam [2:0] LAST_WORD = 3'd7;

    reg        enq_valid;     // out_start of guard, one cycle later
    reg [2:0]  enq_port;      // outport, one cycle later
    reg [5:0]  enq_slot;      // wr_slot of mmu, one cycle later
    reg        tx_active;     // a word of a granted packet is read
    reg [5:0]  tx_slot;       // slot of the packet that is read
    reg [2:0]  tx_word;       // number of the word that is read
    reg        read_eop_q;    // tx_last, one cycle later
    reg        read_valid_q;  // tx_active, one cycle later
    reg        beat_valid_q;  // read_valid_q, one cycle later
    reg        read_sop_q;    // the first word of a packet was read
    reg        beat_sop_q;    // read_sop_q, one cycle later
    reg        beat_eop_q;    // read_eop_q, one cycle later
    reg        beat_bad_q;    // with eop: the packet was damaged on its way, and is not to be used
    reg [63:0] beat_data_q;   // the beat

    wire        slot_is_freed;
    reg  [2:0]  turn;
    wire [2:0]  outport;
    wire        tx_last;
    wire [63:0] mmu_rd_data;
    wire        mmu_rd_lost;
    wire        mmu_rd_bad;
    wire [5:0]  mmu_cq_next;
    wire [5:0]  mmu_wr_slot;
    wire        unused_mmu_mem_full;
    wire        guard_credit;
    wire        guard_out_start;
    wire        guard_out_valid;
    wire [2:0]  guard_out_word;
    wire [63:0] guard_out_data;
    wire        guard_out_end;
    wire        guard_out_bad;
    wire [2:0]  guard_out_last;
    wire [5:0]  queues_pop_slot;
    wire        queues_link_valid;
    wire [5:0]  queues_link_slot;
    wire [5:0]  queues_link_next;

`ifdef RTLGEN_CHECKS
    reg  [3:0]  slot_home [0:63];   // free, arriving, sending or its queue, by slot
    reg  [31:0] slot_stamp [0:63];  // number of the packet in each slot
    reg  [31:0] left_last [0:7];    // number of the last packet that left each queue
    reg  [2:0]  beat_of_packet;     // number of the next beat in its packet
    reg  [6:0]  credits_of_sender;  // credits that the sending end has
    reg  [6:0]  queued;             // packets that wait in the queues
    reg  [31:0] packets_came;       // number of the next packet that comes
    reg  [2:0]  turn_at_the_pins;
    wire        packet_comes;
`endif

    wire [4:0] guard_out_data_tptr = guard_out_data[32:28];  // most significant bit of the present
                                                             // turn

`ifdef RTLGEN_CHECKS
    wire [4:0] rx_data_tptr = rx_data[32:28];  // most significant bit of the present turn
`endif

    wire unused_turnpool_rest = &{1'b0, guard_out_data[33]};

    recn_mmu_saqs0 mmu (
        .clk           (clk),
        .rst           (rst),
        .rx_start      (guard_out_start),
        .rx_valid      (guard_out_valid),
        .rx_word       (guard_out_word),
        .rx_data       (guard_out_data),
        .rx_end        (guard_out_end),
        .rx_bad        (guard_out_bad),
        .rx_last       (guard_out_last),
        .free_valid    (tx_last),
        .free_slot     (tx_slot),
        .rd_en         (tx_active),
        .rd_slot       (tx_slot),
        .rd_word       (tx_word),
        .rd_data       (mmu_rd_data),
        .rd_lost       (mmu_rd_lost),
        .rd_bad        (mmu_rd_bad),
        .cq_link_valid (queues_link_valid),
        .cq_link_slot  (queues_link_slot),
        .cq_link_next  (queues_link_next),
        .cq_head       (queues_pop_slot),
        .cq_next       (mmu_cq_next),
        .wr_slot       (mmu_wr_slot),
        .mem_full      (unused_mmu_mem_full),
        .free_count    (stat_free)
    );

    link_guard guard (
        .clk       (clk),
        .rst       (rst),
        .rx_valid  (rx_valid),
        .rx_sop    (rx_sop),
        .rx_eop    (rx_eop),
        .rx_bad    (rx_bad),
        .rx_data   (rx_data),
        .freed     (slot_is_freed),
        .credit    (guard_credit),
        .out_start (guard_out_start),
        .out_valid (guard_out_valid),
        .out_word  (guard_out_word),
        .out_data  (guard_out_data),
        .out_end   (guard_out_end),
        .out_bad   (guard_out_bad),
        .out_last  (guard_out_last),
        .error     (error)
    );

    voqsw_queues queues (
        .clk        (clk),
        .rst        (rst),
        .enq_valid  (enq_valid),
        .enq_queue  (enq_port),
        .enq_slot   (enq_slot),
        .pop_valid  (grant_valid),
        .pop_queue  (grant_queue),
        .pop_next   (mmu_cq_next),
        .pop_slot   (queues_pop_slot),
        .link_valid (queues_link_valid),
        .link_slot  (queues_link_slot),
        .link_next  (queues_link_next),
        .waiting    (waiting)
    );

    link_delay_width1_latency1 credit_link (
        .clk (clk),
        .rst (rst),
        .d   (guard_credit),
        .q   (rx_credit)
    );

    assign outport       = my_port + turn + 3'd1;
    assign tx_last       = tx_active && tx_word == LAST_WORD;
    assign slot_is_freed = tx_last;
    assign beat_valid    = beat_valid_q;
    assign beat_sop      = beat_sop_q;
    assign beat_eop      = beat_eop_q;
    assign beat_bad      = beat_bad_q;
    assign beat_data     = beat_data_q;

`ifdef RTLGEN_CHECKS
    assign packet_comes = rx_valid && rx_sop;
`endif

    always @* begin
        case (guard_out_data_tptr)
            5'd30: turn = guard_out_data[63:61];
            5'd27: turn = guard_out_data[60:58];
            5'd24: turn = guard_out_data[57:55];
            5'd21: turn = guard_out_data[54:52];
            5'd18: turn = guard_out_data[51:49];
            5'd15: turn = guard_out_data[48:46];
            5'd12: turn = guard_out_data[45:43];
            5'd9: turn = guard_out_data[42:40];
            5'd6: turn = guard_out_data[39:37];
            5'd3: turn = guard_out_data[36:34];
            default: turn = 3'd7;
        endcase
    end

`ifdef RTLGEN_CHECKS
    always @* begin
        case (rx_data_tptr)
            5'd30: turn_at_the_pins = rx_data[63:61];
            5'd27: turn_at_the_pins = rx_data[60:58];
            5'd24: turn_at_the_pins = rx_data[57:55];
            5'd21: turn_at_the_pins = rx_data[54:52];
            5'd18: turn_at_the_pins = rx_data[51:49];
            5'd15: turn_at_the_pins = rx_data[48:46];
            5'd12: turn_at_the_pins = rx_data[45:43];
            5'd9: turn_at_the_pins = rx_data[42:40];
            5'd6: turn_at_the_pins = rx_data[39:37];
            5'd3: turn_at_the_pins = rx_data[36:34];
            default: turn_at_the_pins = 3'd7;
        endcase
    end
`endif

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [78:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (3) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[46:0], memory_fill};
        end
        {enq_port, enq_slot, tx_slot, beat_data_q} = memory_bits;
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_slot_home
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) slot_home[i] <= 4'd0;
        end else begin
            if (tx_last) slot_home[tx_slot] <= 4'd0;
            if (guard_out_start) slot_home[mmu_wr_slot] <= 4'd1;
            if (enq_valid) slot_home[enq_slot] <= {1'b0, enq_port} + 4'd3;
            if (grant_valid) slot_home[queues_pop_slot] <= 4'd2;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_left_last
        integer i;
        if (rst) begin
            for (i = 0; i < 8; i = i + 1) left_last[i] <= 32'd0;
        end else if (grant_valid) begin
            left_last[grant_queue] <= slot_stamp[queues_pop_slot];
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            enq_valid <= 1'b0;
            read_eop_q <= 1'b0;
            read_valid_q <= 1'b0;
            beat_valid_q <= 1'b0;
            read_sop_q <= 1'b0;
            beat_sop_q <= 1'b0;
            beat_eop_q <= 1'b0;
            beat_bad_q <= 1'b0;
        end else begin
            enq_valid <= guard_out_start;
            read_eop_q <= tx_last;
            read_valid_q <= tx_active;
            beat_valid_q <= read_valid_q;
            read_sop_q <= tx_active && tx_word == 3'd0;
            beat_sop_q <= read_sop_q;
            beat_eop_q <= read_eop_q;
            beat_bad_q <= read_eop_q && mmu_rd_bad;
        end
    end

    always @(posedge clk) begin
        enq_port <= outport;
        enq_slot <= mmu_wr_slot;
        if (grant_valid) tx_slot <= queues_pop_slot;
        beat_data_q <= mmu_rd_lost ? 64'd0 : mmu_rd_data;
    end

    always @(posedge clk) begin
        if (rst) begin
            tx_active <= 1'b0;
            tx_word <= 3'd0;
        end else if (grant_valid) begin
            tx_active <= 1'b1;
            tx_word <= 3'd0;
        end else if (tx_active) begin
            tx_active <= !tx_last;
            tx_word <= tx_word + 3'd1;
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            beat_of_packet <= 3'd0;
            credits_of_sender <= 7'd64;
            queued <= 7'd0;
        end else begin
            if (rx_valid) beat_of_packet <= rx_eop ? 3'd0 : beat_of_packet + 3'd1;
            credits_of_sender <= credits_of_sender - {6'd0, packet_comes} + {6'd0, rx_credit};
            queued <= queued + {6'd0, enq_valid} - {6'd0, grant_valid};
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_slot_stamp
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) slot_stamp[i] <= 32'd0;
            packets_came <= 32'd1;
        end else if (guard_out_start) begin
            packets_came <= packets_came + 32'd1;
            slot_stamp[mmu_wr_slot] <= packets_came;
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
            // a grant comes when the packet before is read
            if (grant_valid && tx_active && !tx_last) begin
                $display("RTLGEN_ASSERT %m grant_when_idle fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // sop with the first beat
            if (rx_valid && rx_sop != (beat_of_packet == 3'd0)) begin
                $display("RTLGEN_ASSERT %m sop_first fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // eop with the last beat
            if (rx_valid && rx_eop != (beat_of_packet == 3'd7)) begin
                $display("RTLGEN_ASSERT %m eop_last fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the beats of a packet come one after the other
            if ((|beat_of_packet) && !rx_valid) begin
                $display("RTLGEN_ASSERT %m no_gap fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the turn leads to an output other than the port's own
            if (rx_valid && rx_sop && turn_at_the_pins >= 3'd7) begin
                $display("RTLGEN_ASSERT %m turn_is_legal fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a packet is sent only with a credit
            if (packet_comes && credits_of_sender == 7'd0) begin
                $display("RTLGEN_ASSERT %m packet_has_a_credit fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a queue that is granted is not empty
            if (grant_valid && !waiting[grant_queue]) begin
                $display("RTLGEN_ASSERT %m grant_of_a_waiting_queue fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (guard_out_start
             && slot_home[mmu_wr_slot] != 4'd0
             && (!tx_last || mmu_wr_slot != tx_slot)) begin
                $display("RTLGEN_ASSERT %m arrival_takes_a_free_slot fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (enq_valid && slot_home[enq_slot] != 4'd1) begin
                $display("RTLGEN_ASSERT %m enqueue_of_an_arrival fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (grant_valid && slot_home[queues_pop_slot] != {1'b0, grant_queue} + 4'd3) begin
                $display("RTLGEN_ASSERT %m grant_from_its_queue fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (tx_last && slot_home[tx_slot] != 4'd2) begin
                $display("RTLGEN_ASSERT %m free_after_sending fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // free, queued and in transit make all slots
            if ({1'b0, stat_free} + {1'b0, queued} + {7'd0, enq_valid} + {7'd0, tx_active}
             != 8'd64) begin
                $display("RTLGEN_ASSERT %m no_slot_is_lost fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (grant_valid && slot_stamp[queues_pop_slot] <= left_last[grant_queue]) begin
                $display("RTLGEN_ASSERT %m packets_leave_as_they_came fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_voqsw_input_port
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a grant comes when the packet before is read
            grant_when_idle: `RTLGEN_CONTRACT (!(grant_valid && tx_active) || tx_last);
            // sop with the first beat
            sop_first: `RTLGEN_CONTRACT (!rx_valid || rx_sop == (beat_of_packet == 3'd0));
            // eop with the last beat
            eop_last: `RTLGEN_CONTRACT (!rx_valid || rx_eop == (beat_of_packet == 3'd7));
            // the beats of a packet come one after the other
            no_gap: `RTLGEN_CONTRACT (!(|beat_of_packet) || rx_valid);
            // the turn leads to an output other than the port's own
            turn_is_legal: `RTLGEN_CONTRACT (!(rx_valid && rx_sop) || turn_at_the_pins < 3'd7);
            // a packet is sent only with a credit
            packet_has_a_credit: `RTLGEN_CONTRACT (!packet_comes || credits_of_sender != 7'd0);
            // a queue that is granted is not empty
            grant_of_a_waiting_queue: `RTLGEN_CONTRACT (!grant_valid || waiting[grant_queue]);
            arrival_takes_a_free_slot: assert (!guard_out_start
                                            || slot_home[mmu_wr_slot] == 4'd0
                                            || (tx_last && mmu_wr_slot == tx_slot));
            enqueue_of_an_arrival: assert (!enq_valid || slot_home[enq_slot] == 4'd1);
            grant_from_its_queue: assert (!grant_valid
                                       || slot_home[queues_pop_slot] == {1'b0, grant_queue} + 4'd3);
            free_after_sending: assert (!tx_last || slot_home[tx_slot] == 4'd2);
            // free, queued and in transit make all slots
            no_slot_is_lost: assert ({1'b0, stat_free}
                                   + {1'b0, queued}
                                   + {7'd0, enq_valid}
                                   + {7'd0, tx_active}
                                  == 8'd64);
            packets_leave_as_they_came: assert (!grant_valid
                                             || slot_stamp[queues_pop_slot]
                                              > left_last[grant_queue]);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
