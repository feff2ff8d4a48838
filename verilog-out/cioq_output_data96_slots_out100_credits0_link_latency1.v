// SPDX-License-Identifier: Apache-2.0
// cioq_output_data96_slots_out100_credits0_link_latency1: output queue: written by two lanes, read by the link
//
// data = 96, slots_out = 100, credits = 0, link_latency = 1, cut_through = 1
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module cioq_output_data96_slots_out100_credits0_link_latency1 (
    input  wire         clk,          // rising edge
    input  wire         rst,          // synchronous, active high
    input  wire [1:0]   take,         // a segment starts in the lane: its place is taken
    output wire [1:0]   room,         // the lane has room for a segment, a register

    // from the crossbar
    input  wire [1:0]   lane_valid,   // a beat passes
    input  wire [191:0] lane_data,    // the beat; unknown while not valid

    // link, sending side
    output wire         tx_valid,     // a beat comes
    output wire         tx_head,      // it is the first of a segment: the header, with the route on
                                      // top. Unknown while not valid
    output wire         tx_tail,      // it is the last of a segment. Unknown while not valid
    output wire [95:0]  tx_data,      // the beat; in cell mode header and tag. Unknown while not
                                      // valid
    input  wire         tx_credit,    // back to the sender: a slot is free again

    input  wire         hold,         // the link starts no segment

    // status
    output wire [6:0]   stat_held,    // segments in the output queue and those that have their
                                      // place, a register
    output wire         stat_stalled  // a segment waits for a credit and the link is idle
);

    reg        lane0_valid_q;  // a beat has come in this lane
    reg [95:0] lane0_data_q;   // the beat that has come
    reg [5:0]  lane0_tail;     // place of the next beat that comes
    reg [5:0]  lane0_head;     // place of the oldest beat
    reg        lane1_valid_q;  // a beat has come in this lane
    reg [95:0] lane1_data_q;   // the beat that has come
    reg [5:0]  lane1_tail;     // place of the next beat that comes
    reg [5:0]  lane1_head;     // place of the oldest beat
    reg [1:0]  present;        // lanes of the present entry still to be sent
    reg        tx_valid_q;     // starts, one cycle later
    reg        tx_lane_q;      // chosen, one cycle later
    reg [6:0]  entries_head;   // place of the oldest entry
    reg [6:0]  entries_tail;   // place of the next entry
    reg [6:0]  entries_count;  // entries in the memory
    reg        some_entries;   // there is an entry in the memory
    reg [6:0]  held_q;         // segments in the output queue and those that have their place, a
                               // register
    reg [5:0]  lane0_count;    // places for segments taken in this lane
    reg        lane0_room;     // there is a place for a segment
    reg [5:0]  lane1_count;    // places for segments taken in this lane
    reg        lane1_room;     // there is a place for a segment

    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [95:0] lane0_beats [0:49];  // beats of this lane's segments, by place
    reg  [95:0] lane0_word;          // word of lane0_beats that was read last
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [95:0] lane1_beats [0:49];  // beats of this lane's segments, by place
    reg  [95:0] lane1_word;          // word of lane1_beats that was read last
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [1:0]  entries [0:99];      // lanes that started in the same cycle, by place
    wire [1:0]  oldest_entry;

    wire        chosen;
    wire        starts;
    wire        waits;
    wire        lane0_read;
    wire        lane1_read;
    wire [1:0]  came;
    wire [1:0]  second_of_entry;
    wire [1:0]  rest;
    wire        entry_done;
    wire [1:0]  next_entry;
    wire        entry_taken;
    wire        entry_stored;
    wire [6:0]  entries_count_next;
    wire        lane0_takes;
    wire        lane1_takes;
    wire        one_freed;
    wire [1:0]  segments_taken;
    wire [98:0] link_q;

`ifdef RTLGEN_CHECKS
    reg lane0_announced;  // lane0_takes, one cycle later
    reg lane0_comes;      // lane0_announced, one cycle later
    reg lane1_announced;  // lane1_takes, one cycle later
    reg lane1_comes;      // lane1_announced, one cycle later
`endif

    wire unused_credit = &{1'b0, tx_credit};

    // The number of ones.
    function [1:0] count_ones_2(input [1:0] bits);
        integer n;
        begin
            count_ones_2 = 2'd0;
            for (n = 0; n < 2; n = n + 1)
                count_ones_2 = count_ones_2 + {1'd0, bits[n]};
        end
    endfunction

    link_delay_width99_latency1_data98 link (
        .clk (clk),
        .rst (rst),
        .d   ({tx_valid_q, tx_valid_q, tx_valid_q, tx_lane_q ? lane1_word : lane0_word}),
        .q   (link_q)
    );

    assign chosen             = !present[0];
    assign waits              = |present;
    assign starts             = waits && 1'b1 && !hold;
    assign stat_stalled       = waits && 1'b1 && hold;
    assign lane0_read         = starts && chosen == 1'b0;
    assign lane1_read         = starts && chosen == 1'b1;
    assign tx_valid           = link_q[98];
    assign tx_head            = link_q[97];
    assign tx_tail            = link_q[96];
    assign tx_data            = link_q[95:0];
    assign came               = {lane1_valid_q, lane0_valid_q};
    assign second_of_entry    = {&present, 1'b0};
    assign rest               = starts ? second_of_entry : present;
    assign entry_done         = rest == 2'd0;
    assign next_entry         = some_entries ? oldest_entry : came;
    assign entry_taken        = entry_done && some_entries;
    assign entry_stored       = (|came) && (some_entries || !entry_done);
    assign entries_count_next = entries_count + {6'd0, entry_stored} - {6'd0, entry_taken};
    assign lane0_takes        = take[0];
    assign room[0]            = lane0_room;
    assign room[1]            = lane1_room;
    assign lane1_takes        = take[1];
    assign one_freed          = lane0_read || lane1_read;
    assign segments_taken     = count_ones_2(take);
    assign stat_held          = held_q;

    always @(posedge clk) begin
        if (lane0_valid_q) lane0_beats[lane0_tail] <= lane0_data_q;
        if (lane0_read) lane0_word <= lane0_beats[lane0_head];
    end

    always @(posedge clk) begin
        if (lane1_valid_q) lane1_beats[lane1_tail] <= lane1_data_q;
        if (lane1_read) lane1_word <= lane1_beats[lane1_head];
    end

    always @(posedge clk) begin
        if (entry_stored) entries[entries_tail] <= came;
    end

    assign oldest_entry = entries[entries_head];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [384:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (13) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[352:0], memory_fill};
        end
        {lane0_data_q, lane1_data_q, tx_lane_q, lane0_word, lane1_word} = memory_bits;
        for (memory_word = 0; memory_word < 50; memory_word = memory_word + 1) begin
            repeat (3) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                lane0_beats[memory_word] = {lane0_beats[memory_word][63:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 50; memory_word = memory_word + 1) begin
            repeat (3) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                lane1_beats[memory_word] = {lane1_beats[memory_word][63:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 100; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            entries[memory_word] = memory_fill[31:30];
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            lane0_valid_q <= 1'b0;
            lane0_tail <= 6'd0;
            lane0_head <= 6'd0;
            lane1_valid_q <= 1'b0;
            lane1_tail <= 6'd0;
            lane1_head <= 6'd0;
            present <= 2'd0;
            tx_valid_q <= 1'b0;
            entries_head <= 7'd0;
            entries_tail <= 7'd0;
            entries_count <= 7'd0;
            some_entries <= 1'b0;
            held_q <= 7'd0;
        end else begin
            lane0_valid_q <= lane_valid[0];
            if (lane0_valid_q) lane0_tail <= (lane0_tail == 6'd49) ? 6'd0 : lane0_tail + 6'd1;
            if (lane0_read) lane0_head <= (lane0_head == 6'd49) ? 6'd0 : lane0_head + 6'd1;
            lane1_valid_q <= lane_valid[1];
            if (lane1_valid_q) lane1_tail <= (lane1_tail == 6'd49) ? 6'd0 : lane1_tail + 6'd1;
            if (lane1_read) lane1_head <= (lane1_head == 6'd49) ? 6'd0 : lane1_head + 6'd1;
            present <= entry_done ? next_entry : rest;
            tx_valid_q <= starts;
            if (entry_taken) entries_head <= (entries_head == 7'd99) ? 7'd0 : entries_head + 7'd1;
            if (entry_stored) entries_tail <= (entries_tail == 7'd99) ? 7'd0 : entries_tail + 7'd1;
            entries_count <= entries_count_next;
            some_entries <= |entries_count_next;
            held_q <= held_q + {5'd0, segments_taken} - {6'd0, one_freed};
        end
    end

    always @(posedge clk) begin
        lane0_data_q <= lane_data[95:0];
        lane1_data_q <= lane_data[191:96];
        tx_lane_q <= chosen;
    end

    always @(posedge clk) begin
        if (rst) begin
            lane0_count <= 6'd0;
            lane0_room <= 1'b1;
        end else if (lane0_takes && !lane0_read) begin
            lane0_count <= lane0_count + 6'd1;
            lane0_room <= lane0_count != 6'd49;
        end else if (lane0_read && !lane0_takes) begin
            lane0_count <= lane0_count - 6'd1;
            lane0_room <= 1'b1;
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            lane0_announced <= 1'b0;
            lane0_comes <= 1'b0;
            lane1_announced <= 1'b0;
            lane1_comes <= 1'b0;
        end else begin
            lane0_announced <= lane0_takes;
            lane0_comes <= lane0_announced;
            lane1_announced <= lane1_takes;
            lane1_comes <= lane1_announced;
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            lane1_count <= 6'd0;
            lane1_room <= 1'b1;
        end else if (lane1_takes && !lane1_read) begin
            lane1_count <= lane1_count + 6'd1;
            lane1_room <= lane1_count != 6'd49;
        end else if (lane1_read && !lane1_takes) begin
            lane1_count <= lane1_count - 6'd1;
            lane1_room <= 1'b1;
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
            // there is no entry without a segment
            if (entries_count > 7'd100) begin
                $display("RTLGEN_ASSERT %m entries_fit fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (some_entries != (|entries_count)) begin
                $display("RTLGEN_ASSERT %m some_entries_is_count fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a segment starts only where there is room
            if (lane0_takes && !lane0_room) begin
                $display("RTLGEN_ASSERT %m lane0_taken_with_room fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a segment begins in the cycle after its take
            if (lane0_valid_q != lane0_comes) begin
                $display("RTLGEN_ASSERT %m lane0_segment_after_take fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (lane0_room != (lane0_count != 6'd50)) begin
                $display("RTLGEN_ASSERT %m lane0_room_is_count fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (lane0_read && lane0_count == 6'd0) begin
                $display("RTLGEN_ASSERT %m lane0_freed_was_taken fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a segment starts only where there is room
            if (lane1_takes && !lane1_room) begin
                $display("RTLGEN_ASSERT %m lane1_taken_with_room fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a segment begins in the cycle after its take
            if (lane1_valid_q != lane1_comes) begin
                $display("RTLGEN_ASSERT %m lane1_segment_after_take fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (lane1_room != (lane1_count != 6'd50)) begin
                $display("RTLGEN_ASSERT %m lane1_room_is_count fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (lane1_read && lane1_count == 6'd0) begin
                $display("RTLGEN_ASSERT %m lane1_freed_was_taken fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_cioq_output_data96_slots_out100_credits0_link_latency1
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // there is no entry without a segment
            entries_fit: assert (entries_count <= 7'd100);
            some_entries_is_count: assert (some_entries == (|entries_count));
            // a segment starts only where there is room
            lane0_taken_with_room: `RTLGEN_CONTRACT (!lane0_takes || lane0_room);
            // a segment begins in the cycle after its take
            lane0_segment_after_take: `RTLGEN_CONTRACT (lane0_valid_q == lane0_comes);
            lane0_room_is_count: assert (lane0_room == (lane0_count != 6'd50));
            lane0_freed_was_taken: assert (!lane0_read || lane0_count != 6'd0);
            // a segment starts only where there is room
            lane1_taken_with_room: `RTLGEN_CONTRACT (!lane1_takes || lane1_room);
            // a segment begins in the cycle after its take
            lane1_segment_after_take: `RTLGEN_CONTRACT (lane1_valid_q == lane1_comes);
            lane1_room_is_count: assert (lane1_room == (lane1_count != 6'd50));
            lane1_freed_was_taken: assert (!lane1_read || lane1_count != 6'd0);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
