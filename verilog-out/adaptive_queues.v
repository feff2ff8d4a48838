// SPDX-License-Identifier: Apache-2.0
// adaptive_queues: output queues over slots that belong to the inputs  ports = 6, slots = 100
`default_nettype none

module adaptive_queues (
    input  wire         clk,          // rising edge
    input  wire         rst,          // synchronous, active high

    // frames that come
    input  wire         enq_valid,    // a frame comes
    input  wire [2:0]   enq_in,       // from this input
    input  wire [2:0]   enq_out,      // to this output
    input  wire [127:0] enq_word,     // first beat
    input  wire [7:0]   enq_beats,    // beats less one

    input  wire [5:0]   want,         // the output wants its next frame
    output wire [5:0]   fetched,      // it comes, registers; at most one

    // with fetched; unknown without
    output wire [127:0] frame_word,   // first beat
    output wire [7:0]   frame_beats,  // beats less one
    output wire [9:0]   frame_slot,   // its slot

    // frames that have left
    input  wire [5:0]   done_valid,   // a frame has left
    input  wire [59:0]  done_slot,    // its slot; unknown while not valid
    input  wire [83:0]  done_length,  // its bytes; unknown while not valid

    output wire [5:0]   taken,        // done is taken, combinational; at most one

    // departures, registers
    output wire [5:0]   left_valid,   // a frame has left the queue of the output; at most one
    output wire [13:0]  left_length,  // its bytes; unknown without

    output wire [41:0]  used,         // slots of each input in use, registers
    output wire [5:0]   entering,     // a frame enters the queue of the output in this cycle; at
                                      // most one, combinational
    output wire         lost,         // pulse: a frame found no slot free in the partition of its
                                      // input
    output wire [5:0]   no_room       // with lost: the input, registers
);

    reg [9:0]  head [0:5];     // slot at the head of each queue
    (* mem2reg *)
    reg [9:0]  tail [0:5];     // slot at the tail of each queue
    (* mem2reg *)
    reg [9:0]  count_q [0:5];  // frames in each queue
    reg [4:0]  done_above;     // transmitters above the last winner, which go first
    reg [5:0]  left_q;         // done_choice, one cycle later
    reg [13:0] left_length_q;  // length_left, one cycle later
    reg [41:0] fresh;          // slots of each input that were ever used
    reg [41:0] used_q;         // slots of each input in use, registers
    reg [5:0]  lost_q;         // with lost: the input, registers
    reg [5:0]  not_empty;      // queues that have a frame
    reg [5:0]  single;         // queues with one frame, of those that have any
    reg [5:0]  fetched_q;      // it comes, registers; at most one
    reg [4:0]  fetch_above;    // queues above the last winner, which go first
    reg [9:0]  fetched_slot;   // first, one cycle later
    reg        moves_on;       // more, one cycle later
    reg [2:0]  moved_queue;    // queue whose head moves on

    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [135:0] words [0:1023];  // first beat, and number of those behind it, by slot
    reg [135:0] stored_q;        // word of words that was read last
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [9:0]   next [0:1023];   // next slot of the queue, by slot
    reg [9:0]   successor_q;     // word of next that was read last

    wire [5:0]  done_ahead;
    wire [5:0]  done_choice;
    wire [5:0]  giver;
    wire [13:0] length_left;
    wire [5:0]  comes_from;
    reg  [35:0] done_input;
    reg  [41:0] done_place;
    wire [5:0]  goes_to;
    wire [6:0]  given_back;
    reg  [5:0]  never_used;
    reg  [5:0]  room;
    reg  [41:0] next_free;
    wire [5:0]  enters;
    wire        enters_queue;
    wire [9:0]  slot;
    wire [5:0]  fetchable;
    wire [5:0]  fetch_ahead;
    wire [5:0]  fetch_choice;
    wire [5:0]  fetches;
    wire [9:0]  first;
    wire        more;
    wire [5:0]  comes_to;
    reg  [5:0]  begins;
    wire [5:0]  free_pop;
    wire [41:0] free_rdata;
    wire [5:0]  free_full;
    wire [5:0]  free_empty;
    wire [41:0] free_count;

    wire unused_free_state = &{1'b0, free_count, free_full};

    // The lowest 1 alone.
    function [5:0] lowest_one_6(input [5:0] bits);
        reg [5:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            up_to = up_to | (up_to << 4);
            lowest_one_6 = bits & ~(up_to << 1);
        end
    endfunction

    // The lane of 10 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [9:0] one_hot_mux_6x10(input [5:0] select, input [59:0] lanes);
        integer n;
        begin
            one_hot_mux_6x10 = 10'd0;
            for (n = 0; n < 6; n = n + 1)
                one_hot_mux_6x10 = one_hot_mux_6x10 | ({10{select[n]}} & lanes[n*10 +: 10]);
        end
    endfunction

    // The lane of 14 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [13:0] one_hot_mux_6x14(input [5:0] select, input [83:0] lanes);
        integer n;
        begin
            one_hot_mux_6x14 = 14'd0;
            for (n = 0; n < 6; n = n + 1)
                one_hot_mux_6x14 = one_hot_mux_6x14 | ({14{select[n]}} & lanes[n*14 +: 14]);
        end
    endfunction

    // The lane of 6 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [5:0] one_hot_mux_6x6(input [5:0] select, input [35:0] lanes);
        integer n;
        begin
            one_hot_mux_6x6 = 6'd0;
            for (n = 0; n < 6; n = n + 1)
                one_hot_mux_6x6 = one_hot_mux_6x6 | ({6{select[n]}} & lanes[n*6 +: 6]);
        end
    endfunction

    // The lane of 7 bits whose bit in select is 1 (lane 0 lowest), 0 if there is none.
    function [6:0] one_hot_mux_6x7(input [5:0] select, input [41:0] lanes);
        integer n;
        begin
            one_hot_mux_6x7 = 7'd0;
            for (n = 0; n < 6; n = n + 1)
                one_hot_mux_6x7 = one_hot_mux_6x7 | ({7{select[n]}} & lanes[n*7 +: 7]);
        end
    endfunction

    genvar g;

    assign free_pop = enters & ~never_used;

    generate
        for (g = 0; g < 6; g = g + 1) begin : free
            fifo_width7_depth100 u (
                .clk   (clk),
                .rst   (rst),
                .push  (goes_to[g]),
                .wdata (given_back),
                .pop   (free_pop[g]),
                .rdata (free_rdata[g*7 +: 7]),
                .full  (free_full[g]),
                .empty (free_empty[g]),
                .count (free_count[g*7 +: 7])
            );
        end
    endgenerate

    assign done_ahead = done_valid & {done_above, 1'b0};
    assign done_choice = lowest_one_6(done_ahead)
                       | ((|done_ahead) ? 6'd0 : lowest_one_6(done_valid));
    assign taken        = done_choice;
    assign giver        = done_choice;
    assign length_left  = one_hot_mux_6x14(giver, done_length);
    assign left_valid   = left_q;
    assign left_length  = left_length_q;
    assign comes_from   = enq_valid ? 6'd1 << enq_in : 6'd0;
    assign goes_to      = one_hot_mux_6x6(giver, done_input);
    assign given_back   = one_hot_mux_6x7(giver, done_place);
    assign enters       = comes_from & room;
    assign used         = used_q;
    assign lost         = |lost_q;
    assign no_room      = lost_q;
    assign enters_queue = |enters;
    assign slot         = {enq_in, one_hot_mux_6x7(comes_from, next_free)};
    assign fetchable    = want & not_empty & ~fetched_q;
    assign fetch_ahead  = fetchable & {fetch_above, 1'b0};
    assign fetch_choice = lowest_one_6(fetch_ahead)
                        | ((|fetch_ahead) ? 6'd0 : lowest_one_6(fetchable));
    assign fetches = fetch_choice;
    assign fetched = fetched_q;
    assign first = one_hot_mux_6x10(fetches,
                                    {head[5], head[4], head[3], head[2], head[1], head[0]});
    assign frame_word  = stored_q[135:8];
    assign frame_beats = stored_q[7:0];
    assign frame_slot  = fetched_slot;
    assign more        = |(fetches & ~single);
    assign comes_to    = enters_queue ? 6'd1 << enq_out : 6'd0;
    assign entering    = comes_to;

    always @* begin : update_done_input
        integer d;
        for (d = 0; d < 6; d = d + 1) begin
            done_input[d*6 +: 6] = 6'd1 << done_slot[d*10 + 7 +: 3];
        end
    end

    always @* begin : update_done_place
        integer d;
        for (d = 0; d < 6; d = d + 1) begin
            done_place[d*7 +: 7] = done_slot[d*10 +: 7];
        end
    end

    always @* begin : update_never_used
        integer i;
        for (i = 0; i < 6; i = i + 1) begin
            never_used[i] = fresh[i*7 +: 7] != 7'd100;
        end
    end

    always @* begin : update_room
        integer i;
        for (i = 0; i < 6; i = i + 1) begin
            room[i] = never_used[i] || !free_empty[i];
        end
    end

    always @* begin : update_next_free
        integer i;
        for (i = 0; i < 6; i = i + 1) begin
            next_free[i*7 +: 7] = never_used[i] ? fresh[i*7 +: 7] : free_rdata[i*7 +: 7];
        end
    end

    always @* begin : update_begins
        integer o;
        for (o = 0; o < 6; o = o + 1) begin
            begins[o] = comes_to[o] && (!not_empty[o] || (fetches[o] && single[o]));
        end
    end

    always @(posedge clk) begin
        if (enters_queue) words[slot] <= {enq_word, enq_beats};
        if (|fetchable) stored_q <= words[first];
    end

    always @(posedge clk) begin
        if (|(comes_to & ~begins)) next[tail[enq_out]] <= slot;
        if (more) successor_q <= next[first];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [178:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (6) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[146:0], memory_fill};
        end
        {left_length_q, single, fetched_slot, moved_queue, stored_q, successor_q} = memory_bits;
        for (memory_word = 0; memory_word < 6; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            head[memory_word] = memory_fill[31:22];
        end
        for (memory_word = 0; memory_word < 6; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            tail[memory_word] = memory_fill[31:22];
        end
        for (memory_word = 0; memory_word < 1024; memory_word = memory_word + 1) begin
            repeat (5) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                words[memory_word] = {words[memory_word][103:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 1024; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            next[memory_word] = memory_fill[31:22];
        end
    end
`endif

    always @(posedge clk) begin : update_head
        integer o;
        if (moves_on) head[moved_queue] <= successor_q;
        for (o = 0; o < 6; o = o + 1) begin
            if (begins[o]) head[o] <= slot;
            if (comes_to[o] ^ fetches[o]) begin
                single[o] <= comes_to[o] ? !not_empty[o] : count_q[o] == 10'd2;
            end
        end
    end

    always @(posedge clk) begin
        if (enters_queue) tail[enq_out] <= slot;
    end

    always @(posedge clk) begin : update_count_q
        integer n;
        integer o;
        if (rst) begin
            for (n = 0; n < 6; n = n + 1) count_q[n] <= 10'd0;
            not_empty <= 6'd0;
        end else begin
            for (o = 0; o < 6; o = o + 1) begin
                if (comes_to[o] ^ fetches[o]) begin
                    count_q[o] <= count_q[o] + (comes_to[o] ? 10'd1 : 10'd1023);
                end
                not_empty[o] <= comes_to[o] || (not_empty[o] && !(fetches[o] && single[o]));
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            done_above <= 5'd0;
            left_q <= 6'd0;
            lost_q <= 6'd0;
            fetched_q <= 6'd0;
            fetch_above <= 5'd0;
            moves_on <= 1'b0;
        end else begin
            if (|done_valid) begin
                done_above <= {~done_choice[5], ~(|done_choice[5:4]), |done_choice[2:0],
                               |done_choice[1:0], done_choice[0]};
            end
            left_q <= done_choice;
            lost_q <= comes_from & ~room;
            fetched_q <= fetches;
            if (|fetchable) begin
                fetch_above <= {~fetch_choice[5], ~(|fetch_choice[5:4]), |fetch_choice[2:0],
                                |fetch_choice[1:0], fetch_choice[0]};
            end
            moves_on <= more;
        end
    end

    always @(posedge clk) begin
        left_length_q <= length_left;
        fetched_slot <= first;
        moved_queue <= {|(fetch_choice & 6'h30), |(fetch_choice & 6'hc), |(fetch_choice & 6'h2a)};
    end

    always @(posedge clk) begin : update_fresh
        integer i;
        if (rst) begin
            fresh <= 42'd0;
            used_q <= 42'd0;
        end else begin
            for (i = 0; i < 6; i = i + 1) begin
                if (enters[i] && never_used[i]) fresh[i*7 +: 7] <= fresh[i*7 +: 7] + 7'd1;
                if (enters[i] ^ goes_to[i]) begin
                    used_q[i*7 +: 7] <= used_q[i*7 +: 7] + (enters[i] ? 7'd1 : 7'd127);
                end
            end
        end
    end

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_adaptive_queues
    initial assume (rst);
`endif
`endif

endmodule

`default_nettype wire
