// SPDX-License-Identifier: Apache-2.0
// voqnet_input_port: input port: a queue with slots of its own per destination
//
// ports = 8, nodes = 64, depth = 4, link_latency = 2
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module voqnet_input_port (
    input  wire         clk,            // rising edge
    input  wire         rst,            // synchronous, active high

    // link, receiving side
    input  wire         rx_valid,       // a beat comes
    input  wire         rx_sop,         // it is the first of a packet: {turnpool, tptr, src, seq,
                                        // tag}
    input  wire         rx_eop,         // it is the last
    input  wire         rx_bad,         // with eop: the packet was damaged on its way, and is not
                                        // to be used
    input  wire [63:0]  rx_data,        // the beat
    output wire         rx_credit,      // back to the sender: a slot is free again
    output wire [7:0]   rx_credit_dst,  // the destination whose queue the slot belongs to

    input  wire [2:0]   my_port,        // number of this port
    input  wire [511:0] open,           // destinations that the output port has a credit for
    output wire [7:0]   sendable,       // a packet may go to the output port, registers
    input  wire [7:0]   next_port,      // the output port that a grant in the next cycle is for,
                                        // one-hot
    input  wire         grant_valid,    // a packet goes to the crossbar
    input  wire [2:0]   grant_port,     // to this output port

    // to the crossbar
    output wire         beat_valid,     // a beat comes
    output wire         beat_sop,       // it is the first of a packet: {turnpool, tptr, src, seq,
                                        // tag}
    output wire         beat_eop,       // it is the last
    output wire         beat_bad,       // with eop: the packet was damaged on its way, and is not
                                        // to be used
    output wire [63:0]  beat_data,      // the beat

    output wire [8:0]   stat_free,      // free slots, a register
    output wire [5:0]   error           // pulses: errors of the guard, registers
);

    localparam [2:0] LAST_WORD = 3'd7;

    (* mem2reg *)
    reg [63:0] waiting [0:7];          // queues that have packets, by output
    reg [2:0]  slots_of_queue [0:63];  // slots that are taken, by queue
    reg [5:0]  last_sent [0:7];        // queue that sent last, by output
    reg [2:0]  rx_port_q;              // port_at_the_pins, one cycle later
    reg [7:0]  sendable_q;             // sendable_next, one cycle later
    reg [63:0] candidates;             // queues that may send to the next output
    reg [62:0] above_last;             // queues above the one that sent last
    reg        tx_active;              // a word of a granted packet is read
    reg [5:0]  tx_slot;                // slot of the packet that is read
    reg [2:0]  tx_word;                // number of the word that is read
    reg [2:0]  tx_port;                // grant_port, one cycle later
    reg [63:0] queue_used;             // a packet has come, a bit per queue
    reg [1:0]  rx_tail_q;              // slot of the packet in its queue
    reg [7:0]  rx_slot;                // queue and slot of the packet that started last
    reg [63:0] queue_sent;             // a packet has left, a bit per queue
    reg        last_leaves;            // the last packet has left its queue
    reg        arrives;                // the packet that started last has not ended
    reg        rd_lost_q;              // the beat that is read never came
    reg        rd_bad_q;               // the packet that is read is damaged
    reg        read_eop_q;             // tx_last, one cycle later
    reg        read_valid_q;           // tx_active, one cycle later
    reg        beat_valid_q;           // read_valid_q, one cycle later
    reg        read_sop_q;             // the first word of a packet was read
    reg        beat_sop_q;             // read_sop_q, one cycle later
    reg        beat_eop_q;             // read_eop_q, one cycle later
    reg        beat_bad_q;             // with eop: the packet was damaged on its way, and is not to
                                       // be used
    reg [63:0] beat_data_q;            // the beat
    reg [8:0]  free;                   // free slots, a register
    reg        credit_owed;            // the credit of a refused packet waits
    reg [5:0]  credit_owed_queue;      // queue of the refused packet
    reg        credit;                 // a credit goes back
    reg [5:0]  credit_queue;           // queue that the credit is for

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [1:0] tail [0:63];          // slot for the next packet, by queue
    wire [1:0] tail_of_rx;
    wire [1:0] tail_of_tx;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [1:0] head [0:63];          // slot of the oldest packet, by queue
    wire [1:0] head_of_tx;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [3:0] packet_ends [0:255];  // whether bad, and place of the last beat, by slot
    wire [3:0] packet_end_of;

    wire        room;
    wire        no_way;
    wire        same_queue_again;
    wire [3:0]  slots_at_the_pins;
    wire        node_exists;
    reg  [2:0]  turn;
    wire [2:0]  outport;
    wire [2:0]  port_at_the_pins;
    wire [63:0] queue_at_the_pins;
    reg  [7:0]  wait_for_another;
    wire [7:0]  sendable_next;
    wire [5:0]  next_port_last;
    wire [63:0] queue_ahead;
    wire [6:0]  queue_first;
    wire [6:0]  queue_first_ahead;
    wire [5:0]  queue_index;
    wire        tx_last;
    wire [63:0] comes;
    wire [1:0]  tail_after;
    wire [7:0]  arrival;
    wire [1:0]  head_now;
    wire [1:0]  next_head;
    wire        freed_and_taken;
    wire        refilled;
    wire [63:0] stays;
    wire [7:0]  rx_port_bit;
    wire [3:0]  packet_end;
    wire        still_arrives;
    wire [6:0]  credit_to_link;
    wire        guard_out_start;
    wire        guard_out_valid;
    wire [2:0]  guard_out_word;
    wire [63:0] guard_out_data;
    wire        guard_out_end;
    wire        guard_out_bad;
    wire [2:0]  guard_out_last;
    wire [63:0] packet_ram_rd_data;
    wire [6:0]  credit_link_q;

`ifdef RTLGEN_CHECKS
    reg  [2:0]  packets_of_queue [0:63];  // packets in the queue, by destination
    reg  [2:0]  port_of [0:63];           // output of its last packet, by destination
    reg  [2:0]  slots_taken [0:63];       // slots that are taken, by destination
    reg  [31:0] slot_stamp [0:255];       // number of the packet in each slot
    reg  [31:0] left_last [0:63];         // number of the last packet that left each queue
    reg  [2:0]  beat_of_packet;           // number of the next beat in its packet
    reg         after_the_first_cycle;    // this is not the first cycle after reset
    reg  [8:0]  queued;                   // packets that wait in the queues
    reg  [31:0] packets_came;             // number of the next packet that comes
    reg  [2:0]  turn_at_the_pins;
    wire        comes_as_one_leaves;
    wire [63:0] rx_queue_bit;
    reg  [7:0]  rx_queue_waits;
    wire        freed_queue_starts;
`endif

    wire [4:0] rx_data_tptr = rx_data[32:28];  // most significant bit of the present turn

    wire unused_turnpool_rest = &{1'b0, rx_data[33]};

    // All of waiting side by side, because an always @* block cannot watch an array.
    wire [511:0] waiting_flat = {waiting[7], waiting[6], waiting[5], waiting[4], waiting[3],
                                 waiting[2], waiting[1], waiting[0]};

`ifdef RTLGEN_CHECKS
    // The number of ones.
    function [3:0] count_ones_8(input [7:0] bits);
        integer n;
        begin
            count_ones_8 = 4'd0;
            for (n = 0; n < 8; n = n + 1)
                count_ones_8 = count_ones_8 + {3'd0, bits[n]};
        end
    endfunction
`endif

    // The index of the lowest 1, below a bit that is 1 if there is one: a tree of pairs.
    function [6:0] first_one_64(input [63:0] bits);
        reg [63:0] any;
        reg [63:0] index_0;
        reg [63:0] index_1;
        reg [63:0] index_2;
        reg [63:0] index_3;
        reg [63:0] index_4;
        reg index_5;
        begin
            any = bits;
            index_0 = ~any;
            any = any | (any >> 1);
            index_0 = (~any | index_0) & (any | (index_0 >> 2));
            index_1 = ~any;
            any = any | (any >> 2);
            index_0 = (~any | index_0) & (any | (index_0 >> 4));
            index_1 = (~any | index_1) & (any | (index_1 >> 4));
            index_2 = ~any;
            any = any | (any >> 4);
            index_0 = (~any | index_0) & (any | (index_0 >> 8));
            index_1 = (~any | index_1) & (any | (index_1 >> 8));
            index_2 = (~any | index_2) & (any | (index_2 >> 8));
            index_3 = ~any;
            any = any | (any >> 8);
            index_0 = (~any | index_0) & (any | (index_0 >> 16));
            index_1 = (~any | index_1) & (any | (index_1 >> 16));
            index_2 = (~any | index_2) & (any | (index_2 >> 16));
            index_3 = (~any | index_3) & (any | (index_3 >> 16));
            index_4 = ~any;
            any = any | (any >> 16);
            index_0 = (~any | index_0) & (any | (index_0 >> 32));
            index_1 = (~any | index_1) & (any | (index_1 >> 32));
            index_2 = (~any | index_2) & (any | (index_2 >> 32));
            index_3 = (~any | index_3) & (any | (index_3 >> 32));
            index_4 = (~any | index_4) & (any | (index_4 >> 32));
            index_5 = ~any[0];
            any = any | (any >> 32);
            first_one_64 = {any[0], index_5, index_4[0], index_3[0], index_2[0], index_1[0], index_0[0]};
        end
    endfunction

    // The lane of 6 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [5:0] one_hot_mux_8x6(input [7:0] select, input [47:0] lanes);
        integer n;
        begin
            one_hot_mux_8x6 = 6'd0;
            for (n = 0; n < 8; n = n + 1)
                one_hot_mux_8x6 = one_hot_mux_8x6 | ({6{select[n]}} & lanes[n*6 +: 6]);
        end
    endfunction

    link_guard_slots0 guard (
        .clk       (clk),
        .rst       (rst),
        .rx_valid  (rx_valid),
        .rx_sop    (rx_sop),
        .rx_eop    (rx_eop),
        .rx_bad    (rx_bad),
        .rx_data   (rx_data),
        .room      (room),
        .no_way    (no_way),
        .out_start (guard_out_start),
        .out_valid (guard_out_valid),
        .out_word  (guard_out_word),
        .out_data  (guard_out_data),
        .out_end   (guard_out_end),
        .out_bad   (guard_out_bad),
        .out_last  (guard_out_last),
        .error     (error)
    );

    ram_1r1w_depth2048_rdw2 packet_ram (
        .clk     (clk),
        .wr_en   (guard_out_valid),
        .wr_addr ({guard_out_start ? arrival : rx_slot, guard_out_word}),
        .wr_data (guard_out_data),
        .rd_en   (tx_active),
        .rd_addr ({tx_slot, head_now, tx_word}),
        .rd_data (packet_ram_rd_data)
    );

    link_delay_width7_latency1 credit_link (
        .clk (clk),
        .rst (rst),
        .d   (credit_to_link),
        .q   (credit_link_q)
    );

    assign same_queue_again  = guard_out_start && guard_out_data[5:0] == rx_data[5:0];
    assign slots_at_the_pins = {1'b0, slots_of_queue[rx_data[5:0]]} + {3'd0, same_queue_again};
    assign node_exists       = rx_data[7:0] < 8'd64;
    assign room              = slots_at_the_pins < 4'd4 || !node_exists;
    assign outport           = my_port + turn + 3'd1;
    assign port_at_the_pins  = outport;
    assign queue_at_the_pins = 64'd1 << rx_data[5:0];
    assign no_way = !node_exists
                 || (|wait_for_another)
                 || (same_queue_again && rx_port_q != port_at_the_pins);
    assign sendable_next[0] = |(waiting[0] & open[63:0]);
    assign sendable_next[1] = |(waiting[1] & open[127:64]);
    assign sendable_next[2] = |(waiting[2] & open[191:128]);
    assign sendable_next[3] = |(waiting[3] & open[255:192]);
    assign sendable_next[4] = |(waiting[4] & open[319:256]);
    assign sendable_next[5] = |(waiting[5] & open[383:320]);
    assign sendable_next[6] = |(waiting[6] & open[447:384]);
    assign sendable_next[7] = |(waiting[7] & open[511:448]);
    assign sendable         = sendable_q;
    assign next_port_last = one_hot_mux_8x6(next_port,
                                            {last_sent[7], last_sent[6], last_sent[5], last_sent[4],
                                             last_sent[3], last_sent[2], last_sent[1],
                                             last_sent[0]});
    assign queue_ahead       = candidates & {above_last, 1'b0};
    assign queue_first       = first_one_64(candidates);
    assign queue_first_ahead = first_one_64(queue_ahead);
    assign queue_index = queue_first_ahead[6] ? queue_first_ahead[5:0]
                       : queue_first[6] ? queue_first[5:0] : 6'd0;
    assign tx_last         = tx_active && tx_word == LAST_WORD;
    assign comes           = guard_out_start ? 64'd1 << guard_out_data[5:0] : 64'd0;
    assign tail_after      = rx_tail_q + 2'd1;
    assign arrival         = {guard_out_data[5:0], rx_tail_q};
    assign head_now        = queue_sent[tx_slot] ? head_of_tx : 2'd0;
    assign next_head       = head_now + 2'd1;
    assign freed_and_taken = guard_out_start && tx_last && tx_slot == guard_out_data[5:0];
    assign refilled        = guard_out_start && guard_out_data[5:0] == tx_slot;
    assign stays           = ~((last_leaves ? 64'd1 << tx_slot : 64'd0) | comes);
    assign rx_port_bit     = 8'd1 << rx_port_q;
    assign packet_end      = packet_end_of;
    assign still_arrives   = arrives && rx_slot == {tx_slot, head_now};
    assign beat_valid      = beat_valid_q;
    assign beat_sop        = beat_sop_q;
    assign beat_eop        = beat_eop_q;
    assign beat_bad        = beat_bad_q;
    assign beat_data       = beat_data_q;
    assign stat_free       = free;
    assign credit_to_link  = {credit, credit_queue};
    assign rx_credit       = credit_link_q[6];
    assign rx_credit_dst   = {2'd0, credit_link_q[5:0]};

`ifdef RTLGEN_CHECKS
    assign comes_as_one_leaves = guard_out_start
                              && tx_active
                              && tx_word == 3'd0
                              && guard_out_data[5:0] == tx_slot;
    assign rx_queue_bit       = 64'd1 << guard_out_data[5:0];
    assign freed_queue_starts = guard_out_start && tx_last && tx_slot == guard_out_data[5:0];
`endif

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

    always @* begin
        case (rx_data_tptr)
            5'd30: turn = rx_data[63:61];
            5'd27: turn = rx_data[60:58];
            5'd24: turn = rx_data[57:55];
            5'd21: turn = rx_data[54:52];
            5'd18: turn = rx_data[51:49];
            5'd15: turn = rx_data[48:46];
            5'd12: turn = rx_data[45:43];
            5'd9: turn = rx_data[42:40];
            5'd6: turn = rx_data[39:37];
            5'd3: turn = rx_data[36:34];
            default: turn = 3'd7;
        endcase
    end

    always @* begin : update_wait_for_another
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            wait_for_another[o] = (|(waiting_flat[o*64 +: 64] & queue_at_the_pins))
                               && port_at_the_pins != o[2:0];
        end
    end

`ifdef RTLGEN_CHECKS
    always @* begin : update_rx_queue_waits
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            rx_queue_waits[o] = |(waiting_flat[o*64 +: 64] & rx_queue_bit);
        end
    end
`endif

    always @(posedge clk) begin
        if (guard_out_start) tail[guard_out_data[5:0]] <= tail_after;
    end

    assign tail_of_rx = tail[rx_data[5:0]];

    assign tail_of_tx = tail[tx_slot];

    always @(posedge clk) begin
        if (tx_last) head[tx_slot] <= next_head;
    end

    assign head_of_tx = head[tx_slot];

    always @(posedge clk) begin
        if (guard_out_end) packet_ends[rx_slot] <= {guard_out_bad, guard_out_last};
    end

    assign packet_end_of = packet_ends[{tx_slot, head_now}];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [226:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (8) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[194:0], memory_fill};
        end
        {rx_port_q, candidates, above_last, tx_slot, tx_port, rx_tail_q, rx_slot, rd_lost_q,
         rd_bad_q, beat_data_q, credit_owed_queue, credit_queue} = memory_bits;
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            tail[memory_word] = memory_fill[31:30];
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            head[memory_word] = memory_fill[31:30];
        end
        for (memory_word = 0; memory_word < 256; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            packet_ends[memory_word] = memory_fill[31:28];
        end
    end
`endif

    always @(posedge clk) begin : update_waiting
        integer i;
        integer o;
        if (rst) begin
            for (i = 0; i < 8; i = i + 1) waiting[i] <= 64'd0;
        end else begin
            for (o = 0; o < 8; o = o + 1) begin
                waiting[o] <= (waiting[o] & stays) | (comes & {64{rx_port_bit[o]}});
            end
        end
    end

    always @(posedge clk) begin : update_slots_of_queue
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) slots_of_queue[i] <= 3'd0;
        end else begin
            if (guard_out_start && !freed_and_taken) begin
                slots_of_queue[guard_out_data[5:0]] <= slots_of_queue[guard_out_data[5:0]] + 3'd1;
            end
            if (tx_last && !freed_and_taken) begin
                slots_of_queue[tx_slot] <= slots_of_queue[tx_slot] - 3'd1;
            end
        end
    end

    always @(posedge clk) begin : update_last_sent
        integer i;
        if (rst) begin
            for (i = 0; i < 8; i = i + 1) last_sent[i] <= 6'd63;
        end else if (tx_active && tx_word == 3'd0) begin
            last_sent[tx_port] <= tx_slot;
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_packets_of_queue
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) packets_of_queue[i] <= 3'd0;
        end else begin
            if (guard_out_start && !comes_as_one_leaves) begin
                packets_of_queue[guard_out_data[5:0]] <= packets_of_queue[guard_out_data[5:0]]
                                                       + 3'd1;
            end
            if (tx_active && tx_word == 3'd0 && !comes_as_one_leaves) begin
                packets_of_queue[tx_slot] <= packets_of_queue[tx_slot] - 3'd1;
            end
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_port_of
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) port_of[i] <= 3'd0;
        end else if (guard_out_start) begin
            port_of[guard_out_data[5:0]] <= rx_port_q;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_slots_taken
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) slots_taken[i] <= 3'd0;
        end else begin
            if (guard_out_start && !freed_queue_starts) begin
                slots_taken[guard_out_data[5:0]] <= slots_taken[guard_out_data[5:0]] + 3'd1;
            end
            if (tx_last && !freed_queue_starts) slots_taken[tx_slot] <= slots_taken[tx_slot] - 3'd1;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_left_last
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) left_last[i] <= 32'd0;
        end else if (tx_active && tx_word == 3'd0) begin
            left_last[tx_slot] <= slot_stamp[{tx_slot, head_now}];
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            beat_of_packet <= 3'd0;
            after_the_first_cycle <= 1'b0;
            queued <= 9'd0;
        end else begin
            if (rx_valid) beat_of_packet <= rx_eop ? 3'd0 : beat_of_packet + 3'd1;
            after_the_first_cycle <= 1'b1;
            queued <= queued + {8'd0, guard_out_start} - {8'd0, grant_valid};
        end
    end
`endif

    always @(posedge clk) begin
        rx_port_q <= port_at_the_pins;
        candidates <= (waiting[0] & open[63:0] & {64{next_port[0]}})
                    | (waiting[1] & open[127:64] & {64{next_port[1]}})
                    | (waiting[2] & open[191:128] & {64{next_port[2]}})
                    | (waiting[3] & open[255:192] & {64{next_port[3]}})
                    | (waiting[4] & open[319:256] & {64{next_port[4]}})
                    | (waiting[5] & open[383:320] & {64{next_port[5]}})
                    | (waiting[6] & open[447:384] & {64{next_port[6]}})
                    | (waiting[7] & open[511:448] & {64{next_port[7]}});
        above_last <= 63'h7fffffffffffffff << next_port_last;
        if (grant_valid) tx_slot <= queue_index;
        tx_port <= grant_port;
        rx_tail_q <= same_queue_again ? tail_after : queue_used[rx_data[5:0]] ? tail_of_rx : 2'd0;
        if (guard_out_start) rx_slot <= arrival;
        rd_lost_q <= tx_word > packet_end[2:0] && !still_arrives;
        rd_bad_q <= packet_end[3];
        beat_data_q <= rd_lost_q ? 64'd0 : packet_ram_rd_data;
        if (error[3]) credit_owed_queue <= guard_out_data[5:0];
        credit_queue <= tx_last ? tx_slot : credit_owed_queue;
    end

    always @(posedge clk) begin
        if (rst) begin
            sendable_q <= 8'd0;
            queue_used <= 64'd0;
            queue_sent <= 64'd0;
            last_leaves <= 1'b0;
            read_eop_q <= 1'b0;
            read_valid_q <= 1'b0;
            beat_valid_q <= 1'b0;
            read_sop_q <= 1'b0;
            beat_sop_q <= 1'b0;
            beat_eop_q <= 1'b0;
            beat_bad_q <= 1'b0;
            credit_owed <= 1'b0;
            credit <= 1'b0;
        end else begin
            sendable_q <= sendable_next;
            queue_used <= queue_used | comes;
            if (tx_last) queue_sent[tx_slot] <= 1'b1;
            last_leaves <= tx_active && tx_word == 3'd0 && next_head == tail_of_tx && !refilled;
            read_eop_q <= tx_last;
            read_valid_q <= tx_active;
            beat_valid_q <= read_valid_q;
            read_sop_q <= tx_active && tx_word == 3'd0;
            beat_sop_q <= read_sop_q;
            beat_eop_q <= read_eop_q;
            beat_bad_q <= read_eop_q && rd_bad_q;
            credit_owed <= error[3] || (credit_owed && tx_last);
            credit <= tx_last || credit_owed;
        end
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

    always @(posedge clk) begin
        if (rst) begin
            arrives <= 1'b0;
        end else if (guard_out_start) begin
            arrives <= 1'b1;
        end else if (guard_out_end) begin
            arrives <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            free <= 9'd256;
        end else if (guard_out_start && !tx_last) begin
            free <= free - 9'd1;
        end else if (tx_last && !guard_out_start) begin
            free <= free + 9'd1;
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_slot_stamp
        integer i;
        integer i_base;
        if (rst) begin
            for (i_base = 0; i_base < 256; i_base = i_base + 64)
                for (i = i_base; i < i_base + 64; i = i + 1) slot_stamp[i] <= 32'd0;
            packets_came <= 32'd1;
        end else if (guard_out_start) begin
            packets_came <= packets_came + 32'd1;
            slot_stamp[arrival] <= packets_came;
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
            // packets go to nodes of the network
            if (rx_valid && rx_sop && !node_exists) begin
                $display("RTLGEN_ASSERT %m destination_exists fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a grant comes when the packet before is read
            if (grant_valid && tx_active && !tx_last) begin
                $display("RTLGEN_ASSERT %m grant_when_idle fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (count_ones_8(rx_queue_waits) > 4'd1) begin
                $display("RTLGEN_ASSERT %m waiting_for_one_output fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ((|rx_queue_waits)
             != ((packets_of_queue[guard_out_data[5:0]] != 3'd0)
               | (last_leaves & (guard_out_data[5:0] == tx_slot)))) begin
                $display("RTLGEN_ASSERT %m waiting_is_not_empty fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a queue has a packet and a credit for what is granted
            if (grant_valid && (!after_the_first_cycle || !queue_first[6])) begin
                $display("RTLGEN_ASSERT %m grant_has_a_queue fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (tx_active && tx_word == 3'd0 && packets_of_queue[tx_slot] == 3'd0) begin
                $display("RTLGEN_ASSERT %m pop_something fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // packets for a destination take the same output as long as any wait
            if (guard_out_start
             && packets_of_queue[guard_out_data[5:0]] != 3'd0
             && port_of[guard_out_data[5:0]] != rx_port_q) begin
                $display("RTLGEN_ASSERT %m one_output_per_destination fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // credits keep a packet away from a full queue
            if (guard_out_start
             && slots_taken[guard_out_data[5:0]] >= 3'd4
             && !freed_queue_starts) begin
                $display("RTLGEN_ASSERT %m slot_for_every_packet fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (tx_last && slots_taken[tx_slot] == 3'd0) begin
                $display("RTLGEN_ASSERT %m frees_what_was_taken fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // free, queued and in transit make all slots
            if ({1'b0, free} + {1'b0, queued} + {9'd0, tx_active} != 10'd256) begin
                $display("RTLGEN_ASSERT %m no_slot_is_lost fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (tx_active
             && tx_word == 3'd0
             && slot_stamp[{tx_slot, head_now}] <= left_last[tx_slot]) begin
                $display("RTLGEN_ASSERT %m packets_leave_as_they_came fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_voqnet_input_port
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // sop with the first beat
            sop_first: `RTLGEN_CONTRACT (!rx_valid || rx_sop == (beat_of_packet == 3'd0));
            // eop with the last beat
            eop_last: `RTLGEN_CONTRACT (!rx_valid || rx_eop == (beat_of_packet == 3'd7));
            // the beats of a packet come one after the other
            no_gap: `RTLGEN_CONTRACT (!(|beat_of_packet) || rx_valid);
            // the turn leads to an output other than the port's own
            turn_is_legal: `RTLGEN_CONTRACT (!(rx_valid && rx_sop) || turn_at_the_pins < 3'd7);
            // packets go to nodes of the network
            destination_exists: `RTLGEN_CONTRACT (!(rx_valid && rx_sop) || node_exists);
            // a grant comes when the packet before is read
            grant_when_idle: `RTLGEN_CONTRACT (!(grant_valid && tx_active) || tx_last);
            waiting_for_one_output: assert (count_ones_8(rx_queue_waits) <= 4'd1);
            waiting_is_not_empty: assert ((|rx_queue_waits)
                                       == ((packets_of_queue[guard_out_data[5:0]] != 3'd0)
                                         | (last_leaves & (guard_out_data[5:0] == tx_slot))));
            // a queue has a packet and a credit for what is granted
            grant_has_a_queue: `RTLGEN_CONTRACT (!grant_valid
                                              || (after_the_first_cycle && queue_first[6]));
            pop_something: assert (!(tx_active && tx_word == 3'd0)
                                || packets_of_queue[tx_slot] != 3'd0);
            // packets for a destination take the same output as long as any wait
            one_output_per_destination: `RTLGEN_CONTRACT (!(guard_out_start
                                                         && packets_of_queue[guard_out_data[5:0]]
                                                         != 3'd0)
                                                       || port_of[guard_out_data[5:0]]
                                                       == rx_port_q);
            // credits keep a packet away from a full queue
            slot_for_every_packet: `RTLGEN_CONTRACT (!guard_out_start
                                                  || slots_taken[guard_out_data[5:0]] < 3'd4
                                                  || freed_queue_starts);
            frees_what_was_taken: assert (!tx_last || slots_taken[tx_slot] != 3'd0);
            // free, queued and in transit make all slots
            no_slot_is_lost: assert ({1'b0, free} + {1'b0, queued} + {9'd0, tx_active} == 10'd256);
            packets_leave_as_they_came: assert (!(tx_active && tx_word == 3'd0)
                                             || slot_stamp[{tx_slot, head_now}]
                                              > left_last[tx_slot]);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
