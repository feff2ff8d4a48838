// SPDX-License-Identifier: Apache-2.0
// recn_mmu: memory management unit: packet memory, pointer file, free list  slots = 64, saqs = 4
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module recn_mmu (
    input  wire        clk,             // rising edge
    input  wire        rst,             // synchronous, active high

    // beats from the guard of the link
    input  wire        rx_start,        // the first beat of a packet, which takes a slot
    input  wire        rx_valid,        // a beat is stored; with start, too
    input  wire [2:0]  rx_word,         // its place in the packet; unknown without valid
    input  wire [63:0] rx_data,         // the beat; unknown without valid
    input  wire        rx_end,          // the packet that started last ends: with its last beat,
                                        // or, if it is cut short, a cycle or more after its last
                                        // one, perhaps with the start of the next packet
    input  wire        rx_bad,          // with end: the packet is damaged
    input  wire [2:0]  rx_last,         // with end: place of the last beat that was stored

    // free list
    input  wire        free_valid,      // a slot is given back
    input  wire [5:0]  free_slot,       // which

    // read port of the packet memory
    input  wire        rd_en,           // a beat is read
    input  wire [5:0]  rd_slot,         // of this slot
    input  wire [2:0]  rd_word,         // which of its beats
    output wire [63:0] rd_data,         // the beat, one cycle after rd_en; holds otherwise
    output wire        rd_lost,         // the packet was cut short before this beat: rd_data is not
                                        // of it; a register, one cycle after rd_word
    output wire        rd_bad,          // with the last beat: the packet is damaged; a register,
                                        // one cycle after rd_word

    // the cold queue appends: the pointer file gets a link
    input  wire        cq_link_valid,   // a link is written
    input  wire [5:0]  cq_link_slot,    // the tail so far
    input  wire [5:0]  cq_link_next,    // the slot behind it

    // a set-aside queue appends: the pointer file gets a link
    input  wire        saq_link_valid,  // a link is written
    input  wire [5:0]  saq_link_slot,   // the tail so far
    input  wire [5:0]  saq_link_next,   // the slot behind it

    input  wire [5:0]  cq_head,         // head of the cold queue
    input  wire [5:0]  deq_head,        // head of the set-aside queue that the scheduler pops
    input  wire [5:0]  ppu_head,        // head of the queue that is inspected
    output wire [5:0]  cq_next,         // pointer file at cq_head, combinational
    output wire [5:0]  deq_next,        // pointer file at deq_head, combinational
    output wire [5:0]  ppu_next,        // pointer file at ppu_head, combinational
    output wire [5:0]  wr_slot,         // the slot that the packet which starts now goes to, a
                                        // function of registers
    output wire        mem_full,        // no slot is free, a function of registers
    output wire [6:0]  free_count       // free slots, a register
);

    reg [6:0] free_count_q;  // free slots, a register
    reg [5:0] take_at;       // place of the slot that is taken next
    reg [5:0] give_at;       // place of the slot given back next
    reg       all_used;      // every slot was taken once
    reg [5:0] wr_slot_q;     // slot of the packet that started last
    reg       arrives;       // the packet that started last has not ended
    reg       rd_lost_q;     // the beat that is read never came
    reg       rd_bad_q;      // the packet that is read is damaged

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [5:0]  free_ring [0:63];    // slots that were given back, by place
    wire [5:0]  given_back;
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [63:0] packet_ram [0:511];  // beats of packets, by slot and place
    reg  [63:0] rd_word_data;        // word of packet_ram that was read last
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [3:0]  packet_ends [0:63];  // whether bad, and place of the last beat, by slot
    wire [3:0]  packet_end_of;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [5:0]  prf [0:63];          // slot behind it in its queue, by slot
    wire [5:0]  cq_link;
    wire [5:0]  deq_link;
    wire [5:0]  ppu_link;

    wire [5:0] new_slot;
    wire [8:0] wr_addr;
    wire [8:0] rd_addr;
    wire       full;
    wire [3:0] packet_end;
    wire       still_arrives;
    wire [5:0] link_from;
    wire [5:0] link_to;

`ifdef RTLGEN_CHECKS
    reg        packet_open;   // a packet has started and not ended
    reg  [2:0] next_word;     // place of the next beat in its packet
    wire       beat_follows;
    wire       whole_packet;
`endif

    assign new_slot      = all_used ? given_back : take_at;
    assign wr_addr       = {rx_start ? new_slot : wr_slot_q, rx_word};
    assign rd_addr       = {rd_slot, rd_word};
    assign wr_slot       = new_slot;
    assign full          = free_count_q == 7'd0;
    assign mem_full      = full;
    assign free_count    = free_count_q;
    assign packet_end    = packet_end_of;
    assign still_arrives = arrives && wr_slot_q == rd_slot;
    assign rd_data       = rd_word_data;
    assign rd_lost       = rd_lost_q;
    assign rd_bad        = rd_bad_q;
    assign cq_next       = cq_link;
    assign link_from     = cq_link_valid ? cq_link_slot : saq_link_slot;
    assign link_to       = cq_link_valid ? cq_link_next : saq_link_next;
    assign deq_next      = deq_link;
    assign ppu_next      = ppu_link;

`ifdef RTLGEN_CHECKS
    assign beat_follows = rx_valid && !rx_start;
    assign whole_packet = beat_follows && rx_word == 3'd7;
`endif

    always @(posedge clk) begin
        if (free_valid) free_ring[give_at] <= free_slot;
    end

    assign given_back = free_ring[take_at];

    always @(posedge clk) begin
        if (rx_valid) packet_ram[wr_addr] <= rx_data;
        if (rd_en) rd_word_data <= packet_ram[rd_addr];
    end

    always @(posedge clk) begin
        if (rx_end) packet_ends[wr_slot_q] <= {rx_bad, rx_last};
    end

    assign packet_end_of = packet_ends[rd_slot];

    always @(posedge clk) begin
        if (cq_link_valid || saq_link_valid) prf[link_from] <= link_to;
    end

    assign cq_link = prf[cq_head];

    assign deq_link = prf[deq_head];

    assign ppu_link = prf[ppu_head];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [71:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (3) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[39:0], memory_fill};
        end
        {wr_slot_q, rd_lost_q, rd_bad_q, rd_word_data} = memory_bits;
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            free_ring[memory_word] = memory_fill[31:26];
        end
        for (memory_word = 0; memory_word < 512; memory_word = memory_word + 1) begin
            repeat (2) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                packet_ram[memory_word] = {packet_ram[memory_word][31:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            packet_ends[memory_word] = memory_fill[31:28];
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            prf[memory_word] = memory_fill[31:26];
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            free_count_q <= 7'd64;
            give_at <= 6'd0;
        end else begin
            if (rx_start ^ free_valid) free_count_q <= free_count_q + (rx_start ? 7'd127 : 7'd1);
            if (free_valid) give_at <= give_at + 6'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            take_at <= 6'd0;
            all_used <= 1'b0;
            arrives <= 1'b0;
        end else if (rx_start) begin
            take_at <= take_at + 6'd1;
            if (take_at == 6'd63) all_used <= 1'b1;
            arrives <= 1'b1;
        end else if (rx_end) begin
            arrives <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (rx_start) wr_slot_q <= new_slot;
        rd_lost_q <= rd_word > packet_end[2:0] && !still_arrives;
        rd_bad_q <= packet_end[3];
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            packet_open <= 1'b0;
        end else if (rx_start) begin
            packet_open <= 1'b1;
        end else if (rx_end) begin
            packet_open <= 1'b0;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            next_word <= 3'd0;
        end else if (rx_valid) begin
            next_word <= rx_word + 3'd1;
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
            // the pointer file has one write port
            if (cq_link_valid && saq_link_valid) begin
                $display("RTLGEN_ASSERT %m one_link_per_cycle fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // credits keep a packet away from a full memory
            if (rx_start && full) begin
                $display("RTLGEN_ASSERT %m slot_for_every_packet fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // only slots with a packet are given back
            if (free_valid && free_count_q == 7'd64) begin
                $display("RTLGEN_ASSERT %m slot_freed_once fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a packet starts with its first beat
            if (rx_start && (!rx_valid || rx_word != 3'd0)) begin
                $display("RTLGEN_ASSERT %m start_with_the_first_beat fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // beats follow in order
            if (beat_follows && (!packet_open || rx_word != next_word)) begin
                $display("RTLGEN_ASSERT %m beats_in_order fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a packet has no gap: it goes on or ends
            if (packet_open && !beat_follows && !rx_end) begin
                $display("RTLGEN_ASSERT %m open_packets_go_on fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // only a packet that has started ends
            if (rx_end && !packet_open) begin
                $display("RTLGEN_ASSERT %m end_of_a_packet fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a packet has 8 beats at most
            if (whole_packet && !rx_end) begin
                $display("RTLGEN_ASSERT %m ends_with_the_last_beat fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // what is cut short is bad
            if (rx_end && !whole_packet && (!rx_bad || beat_follows)) begin
                $display("RTLGEN_ASSERT %m short_packets_are_bad fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the place of the last beat that was stored
            if (rx_end && rx_last != next_word - {2'd0, ~whole_packet}) begin
                $display("RTLGEN_ASSERT %m end_tells_the_last_beat fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // reads stay behind the beats that arrive
            if (rx_valid && rd_en && wr_addr == rd_addr) begin
                $display("RTLGEN_ASSERT %m no_collision fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (free_count_q > 7'd64) begin
                $display("RTLGEN_ASSERT %m free_count_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_recn_mmu
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // the pointer file has one write port
            one_link_per_cycle: `RTLGEN_CONTRACT (!(cq_link_valid && saq_link_valid));
            // credits keep a packet away from a full memory
            slot_for_every_packet: `RTLGEN_CONTRACT (!(rx_start && full));
            // only slots with a packet are given back
            slot_freed_once: `RTLGEN_CONTRACT (!free_valid || free_count_q != 7'd64);
            // a packet starts with its first beat
            start_with_the_first_beat: `RTLGEN_CONTRACT (!rx_start
                                                      || (rx_valid && rx_word == 3'd0));
            // beats follow in order
            beats_in_order: `RTLGEN_CONTRACT (!beat_follows
                                           || (packet_open && rx_word == next_word));
            // a packet has no gap: it goes on or ends
            open_packets_go_on: `RTLGEN_CONTRACT (!packet_open || beat_follows || rx_end);
            // only a packet that has started ends
            end_of_a_packet: `RTLGEN_CONTRACT (!rx_end || packet_open);
            // a packet has 8 beats at most
            ends_with_the_last_beat: `RTLGEN_CONTRACT (!whole_packet || rx_end);
            // what is cut short is bad
            short_packets_are_bad: `RTLGEN_CONTRACT (!(rx_end && !whole_packet)
                                                  || (rx_bad && !beat_follows));
            // the place of the last beat that was stored
            end_tells_the_last_beat: `RTLGEN_CONTRACT (!rx_end
                                                    || rx_last
                                                    == next_word - {2'd0, ~whole_packet});
            // reads stay behind the beats that arrive
            no_collision: `RTLGEN_CONTRACT (!(rx_valid && rd_en && wr_addr == rd_addr));
            free_count_in_range: assert (free_count_q <= 7'd64);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
