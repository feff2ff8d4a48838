// SPDX-License-Identifier: Apache-2.0
// recn_mmu: memory management unit: packet memory, pointer file, free list  slots = 64, saqs = 4
`default_nettype none

module recn_mmu (
    input  wire        clk,             // rising edge
    input  wire        rst,             // synchronous, active high

    // beats from the link
    input  wire        rx_valid,        // a beat comes
    input  wire        rx_sop,          // it is the first of a packet: {turnpool, tptr, src, seq,
                                        // tag}
    input  wire        rx_eop,          // it is the last
    input  wire [63:0] rx_data,         // the beat

    // free list
    input  wire        free_valid,      // a slot is given back
    input  wire [5:0]  free_slot,       // which

    // read port of the packet memory
    input  wire        rd_en,           // a beat is read
    input  wire [5:0]  rd_slot,         // of this slot
    input  wire [2:0]  rd_word,         // which of its beats
    output wire [63:0] rd_data,         // the beat, one cycle after rd_en; holds otherwise

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
    output wire [6:0]  free_count,      // free slots, a register
    output wire        credit           // a slot was given back in the cycle before, a register
);

    reg [6:0] free_count_q;
    reg [5:0] take_at;
    reg [5:0] give_at;
    reg       all_used;
    reg [5:0] wr_slot_q;
    reg [2:0] wr_word;
    reg       credit_q;

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [5:0]  free_ring [0:63];
    wire [5:0]  given_back;
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [63:0] packet_ram [0:511];
    reg  [63:0] rd_word_data;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [5:0]  prf [0:63];
    wire [5:0]  cq_link;
    wire [5:0]  deq_link;
    wire [5:0]  ppu_link;

    wire [5:0] new_slot;
    wire       start;
    wire [8:0] wr_addr;
    wire [8:0] rd_addr;
    wire       full;
    wire [5:0] link_from;
    wire [5:0] link_to;

    assign new_slot   = all_used ? given_back : take_at;
    assign start      = rx_valid && rx_sop;
    assign wr_addr    = {rx_sop ? new_slot : wr_slot_q, wr_word};
    assign rd_addr    = {rd_slot, rd_word};
    assign wr_slot    = new_slot;
    assign full       = free_count_q == 7'd0;
    assign mem_full   = full;
    assign free_count = free_count_q;
    assign credit     = credit_q;
    assign rd_data    = rd_word_data;
    assign cq_next    = cq_link;
    assign link_from  = cq_link_valid ? cq_link_slot : saq_link_slot;
    assign link_to    = cq_link_valid ? cq_link_next : saq_link_next;
    assign deq_next   = deq_link;
    assign ppu_next   = ppu_link;

    always @(posedge clk) begin
        if (free_valid) free_ring[give_at] <= free_slot;
    end

    assign given_back = free_ring[take_at];

    always @(posedge clk) begin
        if (rx_valid) packet_ram[wr_addr] <= rx_data;
    end

    always @(posedge clk) begin
        if (rd_en) rd_word_data <= packet_ram[rd_addr];
    end

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
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
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
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            rd_word_data = {rd_word_data[31:0], memory_fill};
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            prf[memory_word] = memory_fill[31:26];
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        wr_slot_q = memory_fill[31:26];
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            free_count_q <= 7'd64;
        end else if (start ^ free_valid) begin
            free_count_q <= free_count_q + (start ? 7'd127 : 7'd1);
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            take_at <= 6'd0;
            all_used <= 1'b0;
        end else if (start) begin
            take_at <= take_at + 6'd1;
            if (take_at == 6'd63) begin
                all_used <= 1'b1;
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            give_at <= 6'd0;
        end else if (free_valid) begin
            give_at <= give_at + 6'd1;
        end
    end

    always @(posedge clk) begin
        if (start) begin
            wr_slot_q <= new_slot;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            wr_word <= 3'd0;
        end else if (rx_valid) begin
            wr_word <= rx_eop ? 3'd0 : wr_word + 3'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            credit_q <= 1'b0;
        end else begin
            credit_q <= free_valid;
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
            // the pointer file has one write port
            if (cq_link_valid && saq_link_valid) begin
                $display("RTLGEN_ASSERT %m one_link_per_cycle fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // credits keep a packet away from a full memory
            if (start && full) begin
                $display("RTLGEN_ASSERT %m slot_for_every_packet fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // only slots with a packet are given back
            if (free_valid && free_count_q == 7'd64) begin
                $display("RTLGEN_ASSERT %m slot_freed_once fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // sop with the first beat
            if (rx_valid && rx_sop != (wr_word == 3'd0)) begin
                $display("RTLGEN_ASSERT %m sop_first fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // eop with the last beat
            if (rx_valid && rx_eop != (wr_word == 3'd7)) begin
                $display("RTLGEN_ASSERT %m eop_last fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the beats of a packet come one after the other
            if ((|wr_word) && !rx_valid) begin
                $display("RTLGEN_ASSERT %m no_gap fails at time %0t", $time);
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
            slot_for_every_packet: `RTLGEN_CONTRACT (!(start && full));
            // only slots with a packet are given back
            slot_freed_once: `RTLGEN_CONTRACT (!free_valid || free_count_q != 7'd64);
            // sop with the first beat
            sop_first: `RTLGEN_CONTRACT (!rx_valid || rx_sop == (wr_word == 3'd0));
            // eop with the last beat
            eop_last: `RTLGEN_CONTRACT (!rx_valid || rx_eop == (wr_word == 3'd7));
            // the beats of a packet come one after the other
            no_gap: `RTLGEN_CONTRACT (!(|wr_word) || rx_valid);
            // reads stay behind the beats that arrive
            no_collision: `RTLGEN_CONTRACT (!(rx_valid && rd_en && wr_addr == rd_addr));
            free_count_in_range: assert (free_count_q <= 7'd64);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
