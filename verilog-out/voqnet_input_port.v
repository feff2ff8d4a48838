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
    input  wire [63:0]  rx_data,        // the beat
    output wire         rx_credit,      // back to the sender: a slot is free again
    output wire [7:0]   rx_credit_dst,  // the destination whose queue the slot belongs to

    input  wire [2:0]   my_port,        // number of this port
    input  wire [511:0] open,           // destinations that the output port has a credit for
    input  wire [7:0]   output_open,    // the output port may be asked for
    input  wire         may_ask,        // this port may ask
    input  wire         grant_valid,    // the packet that was asked for in the cycle before goes to
                                        // the crossbar

    // request, registers
    output wire         ask_valid,      // a packet may be sent
    output wire [2:0]   ask_port,       // to this output port; unknown without ask_valid

    // to the crossbar
    output wire         beat_valid,     // a beat comes
    output wire         beat_sop,       // it is the first of a packet: {turnpool, tptr, src, seq,
                                        // tag}
    output wire         beat_eop,       // it is the last
    output wire [63:0]  beat_data,      // the beat

    output wire [8:0]   stat_free       // free slots, a register
);

    localparam [2:0] LAST_WORD = 3'd7;

    reg [2:0]  head [0:63];
    reg [2:0]  tail [0:63];
    reg [2:0]  port_of [0:63];
    reg [63:0] waiting [0:7];
    reg        rx_valid_q;
    reg        rx_sop_q;
    reg        rx_eop_q;
    reg [63:0] rx_data_q;
    reg        enq_valid;
    reg [35:0] enq_header;
    reg [5:0]  enq_queue;
    reg        asking;
    reg [2:0]  port_to_ask;
    reg [62:0] above_last;
    reg [5:0]  ask_queue;
    reg [5:0]  granted_queue;
    reg [2:0]  granted_port;
    reg        tx_active;
    reg [7:0]  tx_slot;
    reg [2:0]  tx_word;
    reg [7:0]  rx_slot;
    reg [2:0]  rx_word;
    reg        beat_valid_q;
    reg        beat_sop_q;
    reg        beat_eop_q;
    reg [8:0]  free;
    reg        credit;
    reg [5:0]  credit_queue;

    wire        start;
    reg  [2:0]  turn;
    wire [2:0]  outport;
    wire [7:0]  asked_before;
    wire [7:0]  outputs_open;
    wire [63:0] eligible;
    wire [63:0] queue_ahead;
    wire [6:0]  queue_first;
    wire [6:0]  queue_first_ahead;
    wire [5:0]  queue_index;
    wire [2:0]  head_to_pop;
    wire [7:0]  granted_slot;
    wire        tx_last;
    wire        last_leaves;
    wire [63:0] comes;
    wire [63:0] leaves;
    wire [7:0]  arrival;
    wire [6:0]  credit_to_link;
    wire [6:0]  credit_link_q;

`ifdef RTLGEN_CHECKS
    reg  [2:0]  slots_taken [0:63];
    reg  [31:0] slot_stamp [0:255];
    reg  [31:0] left_last [0:63];
    reg         asked;
    reg  [8:0]  queued;
    reg  [31:0] packets_came;
    wire [63:0] enq_queue_bit;
    reg  [7:0]  enq_queue_waits;
    wire        freed_queue_starts;
`endif

    wire unused_turnpool_rest = &{1'b0, enq_header[5]};

`ifdef RTLGEN_CHECKS
    // All of waiting side by side, because an always @* block cannot watch an array.
    wire [511:0] waiting_flat = {waiting[7], waiting[6], waiting[5], waiting[4], waiting[3],
                                 waiting[2], waiting[1], waiting[0]};
`endif

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

    // The index of the lowest 1, below a bit that tells whether there is one: a tree of pairs.
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

    ram_1r1w_depth2048_rdw2 packet_ram (
        .clk     (clk),
        .wr_en   (rx_valid_q),
        .wr_addr ({rx_sop_q ? arrival : rx_slot, rx_word}),
        .wr_data (rx_data_q),
        .rd_en   (tx_active),
        .rd_addr ({tx_slot, tx_word}),
        .rd_data (beat_data)
    );

    link_delay_width7_latency1 credit_link (
        .clk (clk),
        .rst (rst),
        .d   (credit_to_link),
        .q   (credit_link_q)
    );

    assign start        = rx_valid_q && rx_sop_q;
    assign outport      = my_port + turn + 3'd1;
    assign asked_before = asking ? 8'd1 << port_to_ask : 8'd0;
    assign outputs_open = output_open & ~asked_before;
    assign eligible = (waiting[0] & open[63:0] & {64{outputs_open[0]}})
                    | (waiting[1] & open[127:64] & {64{outputs_open[1]}})
                    | (waiting[2] & open[191:128] & {64{outputs_open[2]}})
                    | (waiting[3] & open[255:192] & {64{outputs_open[3]}})
                    | (waiting[4] & open[319:256] & {64{outputs_open[4]}})
                    | (waiting[5] & open[383:320] & {64{outputs_open[5]}})
                    | (waiting[6] & open[447:384] & {64{outputs_open[6]}})
                    | (waiting[7] & open[511:448] & {64{outputs_open[7]}});
    assign queue_ahead       = eligible & {above_last, 1'b0};
    assign queue_first       = first_one_64(eligible);
    assign queue_first_ahead = first_one_64(queue_ahead);
    assign queue_index = queue_first_ahead[6] ? queue_first_ahead[5:0]
                       : queue_first[6] ? queue_first[5:0] : 6'd0;
    assign ask_valid      = asking;
    assign ask_port       = port_to_ask;
    assign head_to_pop    = head[granted_queue];
    assign granted_slot   = {granted_queue, head_to_pop[1:0]};
    assign tx_last        = tx_active && tx_word == LAST_WORD;
    assign last_leaves    = grant_valid && head_to_pop + 3'd1 == tail[granted_queue];
    assign comes          = 64'd1 << enq_queue;
    assign leaves         = last_leaves ? 64'd1 << granted_queue : 64'd0;
    assign arrival        = {rx_data_q[5:0], tail[rx_data_q[5:0]][1:0]};
    assign beat_valid     = beat_valid_q;
    assign beat_sop       = beat_sop_q;
    assign beat_eop       = beat_eop_q;
    assign stat_free      = free;
    assign credit_to_link = {credit, credit_queue};
    assign rx_credit      = credit_link_q[6];
    assign rx_credit_dst  = {2'd0, credit_link_q[5:0]};

`ifdef RTLGEN_CHECKS
    assign enq_queue_bit      = 64'd1 << enq_queue;
    assign freed_queue_starts = start && tx_last && tx_slot[7:2] == rx_data_q[5:0];
`endif

    always @* begin
        case (enq_header[4:0])
            5'd30: turn = enq_header[35:33];
            5'd27: turn = enq_header[32:30];
            5'd24: turn = enq_header[29:27];
            5'd21: turn = enq_header[26:24];
            5'd18: turn = enq_header[23:21];
            5'd15: turn = enq_header[20:18];
            5'd12: turn = enq_header[17:15];
            5'd9: turn = enq_header[14:12];
            5'd6: turn = enq_header[11:9];
            5'd3: turn = enq_header[8:6];
            default: turn = 3'd7;
        endcase
    end

`ifdef RTLGEN_CHECKS
    always @* begin : update_enq_queue_waits
        integer o;
        for (o = 0; o < 8; o = o + 1) begin
            enq_queue_waits[o] = |(waiting_flat[o*64 +: 64] & enq_queue_bit);
        end
    end
`endif

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            rx_data_q = {rx_data_q[31:0], memory_fill};
        end
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            enq_header = {enq_header[3:0], memory_fill};
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        enq_queue = memory_fill[31:26];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        port_to_ask = memory_fill[31:29];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        ask_queue = memory_fill[31:26];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        granted_queue = memory_fill[31:26];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        granted_port = memory_fill[31:29];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        tx_slot = memory_fill[31:24];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        rx_slot = memory_fill[31:24];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        credit_queue = memory_fill[31:26];
    end
`endif

    always @(posedge clk) begin : update_head
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) head[i] <= 3'd0;
        end else if (grant_valid) begin
            head[granted_queue] <= head_to_pop + 3'd1;
        end
    end

    always @(posedge clk) begin : update_tail
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) tail[i] <= 3'd0;
            for (i = 0; i < 64; i = i + 1) port_of[i] <= 3'd0;
        end else if (enq_valid) begin
            tail[enq_queue] <= tail[enq_queue] + 3'd1;
            port_of[enq_queue] <= outport;
        end
    end

    always @(posedge clk) begin : update_waiting
        integer i;
        if (rst) begin
            for (i = 0; i < 8; i = i + 1) waiting[i] <= 64'd0;
        end else begin
            if (last_leaves) begin
                waiting[granted_port] <= waiting[granted_port] & ~leaves;
            end
            if (enq_valid) begin
                waiting[outport] <= (waiting[outport] & ~leaves) | comes;
            end
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_slots_taken
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) slots_taken[i] <= 3'd0;
        end else begin
            if (start && !freed_queue_starts) begin
                slots_taken[rx_data_q[5:0]] <= slots_taken[rx_data_q[5:0]] + 3'd1;
            end
            if (tx_last && !freed_queue_starts) begin
                slots_taken[tx_slot[7:2]] <= slots_taken[tx_slot[7:2]] - 3'd1;
            end
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_left_last
        integer i;
        if (rst) begin
            for (i = 0; i < 64; i = i + 1) left_last[i] <= 32'd0;
        end else if (grant_valid) begin
            left_last[granted_queue] <= slot_stamp[granted_slot];
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            rx_valid_q <= 1'b0;
        end else begin
            rx_valid_q <= rx_valid;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            rx_sop_q <= 1'b0;
        end else begin
            rx_sop_q <= rx_sop;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            rx_eop_q <= 1'b0;
        end else begin
            rx_eop_q <= rx_eop;
        end
    end

    always @(posedge clk) begin
        rx_data_q <= rx_data;
    end

    always @(posedge clk) begin
        if (rst) begin
            enq_valid <= 1'b0;
        end else begin
            enq_valid <= start;
        end
    end

    always @(posedge clk) begin
        enq_header <= rx_data_q[63:28];
    end

    always @(posedge clk) begin
        enq_queue <= rx_data_q[5:0];
    end

    always @(posedge clk) begin
        if (rst) begin
            asking <= 1'b0;
        end else begin
            asking <= queue_first[6] && may_ask;
        end
    end

    always @(posedge clk) begin
        port_to_ask <= port_of[queue_index];
    end

    always @(posedge clk) begin
        if (rst) begin
            above_last <= 63'd0;
        end else if (grant_valid) begin
            above_last <= 63'h7fffffffffffffff << granted_queue;
        end
    end

    always @(posedge clk) begin
        ask_queue <= queue_index;
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            asked <= 1'b0;
        end else begin
            asked <= asking;
        end
    end
`endif

    always @(posedge clk) begin
        granted_queue <= ask_queue;
    end

    always @(posedge clk) begin
        granted_port <= port_to_ask;
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
        if (grant_valid) begin
            tx_slot <= granted_slot;
        end
    end

    always @(posedge clk) begin
        if (start) begin
            rx_slot <= arrival;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            rx_word <= 3'd0;
        end else if (rx_valid_q) begin
            rx_word <= rx_eop_q ? 3'd0 : rx_word + 3'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            beat_valid_q <= 1'b0;
        end else begin
            beat_valid_q <= tx_active;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            beat_sop_q <= 1'b0;
        end else begin
            beat_sop_q <= tx_active && tx_word == 3'd0;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            beat_eop_q <= 1'b0;
        end else begin
            beat_eop_q <= tx_last;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            free <= 9'd256;
        end else if (start && !tx_last) begin
            free <= free - 9'd1;
        end else if (tx_last && !start) begin
            free <= free + 9'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            credit <= 1'b0;
        end else begin
            credit <= tx_last;
        end
    end

    always @(posedge clk) begin
        credit_queue <= tx_slot[7:2];
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            queued <= 9'd0;
        end else begin
            queued <= queued + {8'd0, enq_valid} - {8'd0, grant_valid};
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_slot_stamp
        integer i;
        integer i_base;
        if (rst) begin
            for (i_base = 0; i_base < 256; i_base = i_base + 64)
                for (i = i_base; i < i_base + 64; i = i + 1) slot_stamp[i] <= 32'd0;
            packets_came <= 32'd1;
        end else if (start) begin
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
            // packets go to nodes of the network
            if (start && rx_data_q[7:0] >= 8'd64) begin
                $display("RTLGEN_ASSERT %m destination_exists fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a grant comes when the packet before is read
            if (grant_valid && tx_active && !tx_last) begin
                $display("RTLGEN_ASSERT %m grant_when_idle fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // sop with the first beat
            if (rx_valid_q && rx_sop_q != (rx_word == 3'd0)) begin
                $display("RTLGEN_ASSERT %m sop_first fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // eop with the last beat
            if (rx_valid_q && rx_eop_q != (rx_word == 3'd7)) begin
                $display("RTLGEN_ASSERT %m eop_last fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (count_ones_8(enq_queue_waits) > 4'd1) begin
                $display("RTLGEN_ASSERT %m waiting_for_one_output fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if ((|enq_queue_waits) != (tail[enq_queue] - head[enq_queue] != 3'd0)) begin
                $display("RTLGEN_ASSERT %m waiting_is_not_empty fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (enq_valid
             && tail[enq_queue] - head[enq_queue] >= 3'd4
             && (!grant_valid || granted_queue != enq_queue)) begin
                $display("RTLGEN_ASSERT %m ring_does_not_overflow fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (grant_valid && head[granted_queue] == tail[granted_queue]) begin
                $display("RTLGEN_ASSERT %m pop_something fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // only what is asked for is granted
            if (grant_valid && !asked) begin
                $display("RTLGEN_ASSERT %m grant_to_who_asks fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // packets for a destination take the same output as long as any wait
            if (enq_valid && (|enq_queue_waits) && port_of[enq_queue] != outport) begin
                $display("RTLGEN_ASSERT %m one_output_per_destination fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // credits keep a packet away from a full queue
            if (start && slots_taken[rx_data_q[5:0]] >= 3'd4 && !freed_queue_starts) begin
                $display("RTLGEN_ASSERT %m slot_for_every_packet fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (tx_last && slots_taken[tx_slot[7:2]] == 3'd0) begin
                $display("RTLGEN_ASSERT %m frees_what_was_taken fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // free, queued and in transit make all slots
            if ({1'b0, free} + {1'b0, queued} + {9'd0, enq_valid} + {9'd0, tx_active}
             != 10'd256) begin
                $display("RTLGEN_ASSERT %m no_slot_is_lost fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (grant_valid && slot_stamp[granted_slot] <= left_last[granted_queue]) begin
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
            // packets go to nodes of the network
            destination_exists: `RTLGEN_CONTRACT (!start || rx_data_q[7:0] < 8'd64);
            // a grant comes when the packet before is read
            grant_when_idle: `RTLGEN_CONTRACT (!(grant_valid && tx_active) || tx_last);
            // sop with the first beat
            sop_first: `RTLGEN_CONTRACT (!rx_valid_q || rx_sop_q == (rx_word == 3'd0));
            // eop with the last beat
            eop_last: `RTLGEN_CONTRACT (!rx_valid_q || rx_eop_q == (rx_word == 3'd7));
            waiting_for_one_output: assert (count_ones_8(enq_queue_waits) <= 4'd1);
            waiting_is_not_empty: assert ((|enq_queue_waits)
                                       == (tail[enq_queue] - head[enq_queue] != 3'd0));
            ring_does_not_overflow: assert (!enq_valid
                                         || tail[enq_queue] - head[enq_queue] < 3'd4
                                         || (grant_valid && granted_queue == enq_queue));
            pop_something: assert (!grant_valid || head[granted_queue] != tail[granted_queue]);
            // only what is asked for is granted
            grant_to_who_asks: `RTLGEN_CONTRACT (!grant_valid || asked);
            // packets for a destination take the same output as long as any wait
            one_output_per_destination: `RTLGEN_CONTRACT (!(enq_valid && (|enq_queue_waits))
                                                       || port_of[enq_queue] == outport);
            // credits keep a packet away from a full queue
            slot_for_every_packet: `RTLGEN_CONTRACT (!start
                                                  || slots_taken[rx_data_q[5:0]] < 3'd4
                                                  || freed_queue_starts);
            frees_what_was_taken: assert (!tx_last || slots_taken[tx_slot[7:2]] != 3'd0);
            // free, queued and in transit make all slots
            no_slot_is_lost: assert ({1'b0, free}
                                   + {1'b0, queued}
                                   + {9'd0, enq_valid}
                                   + {9'd0, tx_active}
                                  == 10'd256);
            packets_leave_as_they_came: assert (!grant_valid
                                             || slot_stamp[granted_slot]
                                              > left_last[granted_queue]);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
