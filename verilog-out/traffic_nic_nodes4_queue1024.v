// SPDX-License-Identifier: Apache-2.0
// traffic_nic_nodes4_queue1024: queue of a node: oldest packet first among those that are not stopped
//
// nodes = 4, queue = 1024, lines = 16, slots = 64, link_latency = 2
`default_nettype none

module traffic_nic_nodes4_queue1024 (
    input  wire        clk,               // rising edge
    input  wire        rst,               // synchronous, active high
    input  wire [7:0]  node,              // number of this node
    input  wire [31:0] now,               // time, cycles

    // packets made
    input  wire        make_valid,        // pulse: a packet is made
    input  wire [7:0]  make_dst,          // its destination

    // route table
    input  wire        route_valid,       // an entry of the route table is written
    input  wire [7:0]  route_dst,         // its destination
    input  wire [30:0] route_turns,       // its turns, the first on top, ones below the last

    // link to the switch
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

    output wire [10:0] queue_count,       // packets that wait, a register

    // status
    output wire        stat_refused,      // pulse: a packet is refused, the queue is full
    output wire        stat_sent,         // pulse: a packet leaves the queue
    output wire        stat_xoff,         // pulse: an Xoff arrives
    output wire        stat_xoff_refused  // pulse: it found no free line
);

    reg [10:0]  count_q;       // packets that wait, a register
    reg         full;          // the queue is full
    reg [9:0]   free_head;     // first place on the list of free places
    reg [10:0]  freed;         // places on the list of free places
    reg [9:0]   fresh;         // first place that was never used
    reg         fetch_free;    // the pointer read is the new first free place
    reg [16:0]  nonempty;      // the list has packets, a bit per list
    reg [16:0]  few;           // one packet or none, a bit per list
    reg [82:0]  main_head;     // first packet of the main list
    reg [9:0]   main_place;    // place of the main list's first packet
    reg [9:0]   main_next;     // place of the main list's second packet
    reg [9:0]   main_tail;     // place of the main list's last packet
    reg         left;          // a packet left its list one cycle ago
    reg [16:0]  left_list;     // list that the packet left, one-hot
    reg [9:0]   left_place;    // place of the new head of that list
    reg [16:0]  seen;          // heads read in this search, a bit per list
    reg         reading;       // the head of a list has been read
    reg         best_valid;    // the search has found a packet
    reg [102:0] best;          // oldest head that the search has found
    reg [16:0]  best_list;     // list of the oldest head, one-hot
    reg         links;         // a place is linked to another one
    reg [9:0]   link_place;    // place that gets a pointer
    reg [9:0]   link_to;       // place that the pointer leads to
    reg         linked;        // the pointer read was written in the same cycle
    reg [9:0]   linked_to;     // link_to, one cycle later
    reg [9:0]   next_before;   // next_place, one cycle later
    reg [3:0]   best_line;     // line on whose list the oldest head is
    reg [3:0]   left_line;     // line whose list the packet left
    reg [15:0]  left_below;    // lines below that line, a bit per line
    reg [1:0]   walk;          // destination whose number is zeroed
    reg         walking;       // the numbers are zeroed after reset
    reg         left_before;   // left, one cycle later
    reg [3:0]   reading_line;  // first_index, one cycle later
    reg [102:0] read;          // chosen_head, one cycle later
    reg [16:0]  reading_list;  // read_list, one cycle later
    reg         tx_credit_q;   // tx_credit, one cycle later
    reg         sent;          // sends, one cycle later
    reg         set_aside;     // sets_aside, one cycle later

    reg  [11:0] numbers [0:3];      // next sequence number, by destination
    wire [11:0] seq;
    reg  [30:0] routes [0:3];       // turns of the route, by destination
    wire [30:0] route;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [92:0] heads [0:15];       // place and packet at the list's head, by line
    wire [92:0] listed_head;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [9:0]  nexts [0:15];       // place of the list's second packet, by line
    wire [9:0]  listed_next;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [9:0]  tails [0:15];       // place of the list's last packet, by line
    wire [9:0]  tail_of_candidate;
    wire [9:0]  tail_of_target;

    wire [9:0]   next_place;
    wire [9:0]   free_head_now;
    wire         enters;
    wire [1:0]   number_of;
    wire         reuses_place;
    wire         takes_freed_place;
    wire [9:0]   new_place;
    wire [82:0]  new_packet;
    wire         main_is_fresh;
    wire         main_open;
    wire [15:0]  lists_free;
    wire [15:0]  lists_open;
    wire [15:0]  first_open;
    wire         side_open;
    wire [3:0]   first_index;
    wire [16:0]  read_list;
    wire         line_is_fresh;
    wire [102:0] other_head;
    wire         head_is_other;
    wire         read_head;
    wire [102:0] chosen_head;
    wire [31:0]  made_after_best;
    wire         better;
    wire [102:0] candidate;
    wire [16:0]  candidate_list;
    wire [3:0]   candidate_line;
    wire         link_free;
    wire         acts;
    wire         sets_aside;
    wire         sends;
    wire         leaves;
    wire         search_again;
    wire [9:0]   behind_candidate;
    wire [9:0]   candidate_tail;
    wire         main_empty;
    wire         next_is_tail;
    wire [16:0]  list_ends;
    wire [16:0]  list_gets_packet;
    wire [3:0]   target_line;
    wire         target_in_use;
    wire         target_has_few;
    wire         refills_line;
    wire [3:0]   line_of_head;
    wire         nearly_full;
    wire [82:0]  words_rd_data;
    wire [9:0]   next_rd_data;
    wire         framer_ready;
    wire         cam_msg_arrives;
    wire [15:0]  cam_stopped;
    wire         cam_hit;
    wire [15:0]  cam_target;
    wire [6:0]   credits_count;
    wire         credits_available;
    wire         credits_excess;

    wire [31:0] read_packet_made = read[31:0];
    wire [9:0]  best_place = best[102:93];                      // in the pool
    wire [31:0] best_packet_made = best[31:0];
    wire [9:0]  candidate_place = candidate[102:93];            // in the pool
    wire [9:0]  candidate_next = candidate[92:83];              // that of the packet behind it on a
                                                                // line's list
    wire [30:0] candidate_packet_turns = candidate[82:52];
    wire [7:0]  candidate_packet_dst = candidate[51:44];
    wire [11:0] candidate_packet_seq = candidate[43:32];
    wire [31:0] candidate_packet_made = candidate[31:0];
    wire [30:0] chosen_head_packet_turns = chosen_head[82:52];

    wire unused_route_dst_rest = &{1'b0, route_dst[7:2]};
    wire unused_how_much_after = &{1'b0, made_after_best[30:0]};
    wire unused_credit_count = &{1'b0, credits_count};
    wire unused_credit_excess = &{1'b0, credits_excess};

    ram_1r1w_width83_depth1024_rdw2 words (
        .clk     (clk),
        .wr_en   (enters),
        .wr_addr (new_place),
        .wr_data (new_packet),
        .rd_en   (!left),
        .rd_addr (behind_candidate),
        .rd_data (words_rd_data)
    );

    ram_1r1w_width10_depth1024_rdw2 next (
        .clk     (clk),
        .wr_en   (links || (set_aside && target_in_use)),
        .wr_addr (set_aside ? tail_of_target : link_place),
        .wr_data (set_aside ? best_place : link_to),
        .rd_en   (1'b1),
        .rd_addr (enters ? free_head_now : behind_candidate),
        .rd_data (next_rd_data)
    );

    traffic_framer framer (
        .clk      (clk),
        .rst      (rst),
        .start    (sends),
        .now      (now),
        .turnpool (candidate_packet_turns),
        .src      (node),
        .dst      (candidate_packet_dst),
        .seq      (candidate_packet_seq),
        .tag      (8'd0),
        .made     (candidate_packet_made),
        .ready    (framer_ready),
        .tx_valid (tx_valid),
        .tx_sop   (tx_sop),
        .tx_eop   (tx_eop),
        .tx_bad   (tx_bad),
        .tx_data  (tx_data)
    );

    traffic_nic_cam cam (
        .clk          (clk),
        .rst          (rst),
        .msg_valid    (tx_msg_valid),
        .msg_xoff     (tx_msg_xoff),
        .msg_tp       (tx_msg_tp),
        .msg_mask     (tx_msg_mask),
        .msg_arrives  (cam_msg_arrives),
        .xoff_arrives (stat_xoff),
        .turns        (chosen_head_packet_turns),
        .keep         (better),
        .kept         (best_valid),
        .in_use       (nonempty[16:1]),
        .stopped      (cam_stopped),
        .hit          (cam_hit),
        .target       (cam_target),
        .refused      (stat_xoff_refused)
    );

    credit_counter credits (
        .clk       (clk),
        .rst       (rst),
        .take      (sends),
        .give      (tx_credit_q),
        .count     (credits_count),
        .available (credits_available),
        .excess    (credits_excess)
    );

    assign next_place        = linked ? linked_to : next_rd_data;
    assign free_head_now     = fetch_free ? next_place : free_head;
    assign enters            = make_valid && !full;
    assign stat_refused      = make_valid && full;
    assign queue_count       = count_q;
    assign number_of         = walking ? walk : make_dst[1:0];
    assign reuses_place      = freed != 11'd0;
    assign takes_freed_place = enters && reuses_place;
    assign new_place         = reuses_place ? free_head_now : fresh;
    assign new_packet        = {route, make_dst, seq, now};
    assign main_is_fresh     = left && left_list[0];
    assign main_open         = nonempty[0] && !seen[0];
    assign lists_free        = nonempty[16:1] & ~cam_stopped;
    assign lists_open        = lists_free & ~seen[16:1];
    assign first_open        = lists_open & (16'd0 - lists_open);
    assign side_open         = |lists_open;
    assign first_index = {|(first_open & 16'hff00), |(first_open & 16'hf0f0),
                          |(first_open & 16'hcccc), |(first_open & 16'haaaa)};
    assign read_list = {first_open, main_open & ~(|lists_free)};
    assign line_is_fresh = (left || left_before)
                        && (|(lists_open & left_list[16:1]))
                        && !(|(lists_open & left_below));
    assign other_head = (side_open ? line_is_fresh : main_is_fresh)
                      ? {left_place, left ? next_place : next_before, words_rd_data}
                      : {main_place, main_next, main_head};
    assign head_is_other = !side_open || line_is_fresh;
    assign read_head     = side_open || (main_open && !(|lists_free));
    assign chosen_head = head_is_other ? other_head
                       : {listed_head[92:83], listed_next, listed_head[82:0]};
    assign made_after_best  = read_packet_made - best_packet_made;
    assign better           = reading && (!best_valid || made_after_best[31]);
    assign candidate        = best_valid ? best : read;
    assign candidate_list   = best_valid ? best_list : reading_list;
    assign candidate_line   = best_valid ? best_line : reading_line;
    assign link_free        = framer_ready && credits_available;
    assign acts             = (best_valid ^ reading) && !read_head && !enters && !cam_msg_arrives;
    assign sets_aside       = acts && cam_hit;
    assign sends            = acts && link_free && !cam_hit;
    assign leaves           = acts && (link_free || cam_hit);
    assign search_again     = leaves || stat_xoff;
    assign behind_candidate = candidate_list[0] ? main_next : candidate_next;
    assign candidate_tail   = candidate_list[0] ? main_tail : tail_of_candidate;
    assign main_empty       = !nonempty[0];
    assign next_is_tail     = behind_candidate == candidate_tail;
    assign list_ends        = candidate_list & few;
    assign list_gets_packet = {{16{set_aside}} & cam_target, enters};
    assign target_line = {|(cam_target & 16'hff00), |(cam_target & 16'hf0f0),
                          |(cam_target & 16'hcccc), |(cam_target & 16'haaaa)};
    assign target_in_use  = |(cam_target & nonempty[16:1]);
    assign target_has_few = (|(cam_target & few[16:1])) || !target_in_use;
    assign refills_line   = left_before && !left_list[0];
    assign line_of_head   = set_aside ? target_line : left_line;
    assign nearly_full    = count_q == 11'd1023;
    assign stat_sent      = sends;

    always @(posedge clk) begin
        if (enters || walking) numbers[number_of] <= walking ? 12'd0 : seq + 12'd1;
    end

    assign seq = numbers[make_dst[1:0]];

    always @(posedge clk) begin
        if (route_valid) routes[route_dst[1:0]] <= route_turns;
    end

    assign route = routes[make_dst[1:0]];

    always @(posedge clk) begin
        if (refills_line || (set_aside && !target_in_use)) begin
            heads[line_of_head] <= set_aside ? {best_place, best[82:0]}
                                 : {left_place, words_rd_data};
        end
    end

    assign listed_head = heads[first_index];

    always @(posedge clk) begin
        if (refills_line || (set_aside && target_has_few)) begin
            nexts[line_of_head] <= set_aside ? best_place : next_before;
        end
    end

    assign listed_next = nexts[first_index];

    always @(posedge clk) begin
        if (set_aside) tails[target_line] <= best_place;
    end

    assign tail_of_candidate = tails[candidate_line];

    assign tail_of_target = tails[target_line];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [469:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (15) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[437:0], memory_fill};
        end
        {few, main_head, main_place, main_next, main_tail, left, left_list, left_place, best,
         best_list, links, link_place, link_to, linked, linked_to, next_before, best_line,
         left_line, left_below, left_before, reading_line, read, reading_list, sent} = memory_bits;
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            numbers[memory_word] = memory_fill[31:20];
        end
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            routes[memory_word] = memory_fill[31:1];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            repeat (3) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                heads[memory_word] = {heads[memory_word][60:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            nexts[memory_word] = memory_fill[31:22];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            tails[memory_word] = memory_fill[31:22];
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            count_q <= 11'd0;
            full <= 1'b0;
            free_head <= 10'd0;
            freed <= 11'd0;
        end else begin
            if (fetch_free) free_head <= next_place;
            if (sends) begin
                free_head <= candidate_place;
                freed <= freed + 11'd1;
                count_q <= count_q - 11'd1;
                full <= 1'b0;
            end else if (enters) begin
                count_q <= count_q + 11'd1;
                full <= nearly_full;
                if (takes_freed_place) freed <= freed - 11'd1;
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            fresh <= 10'd0;
            fetch_free <= 1'b0;
            nonempty <= 17'd0;
            reading <= 1'b0;
            tx_credit_q <= 1'b0;
            set_aside <= 1'b0;
        end else begin
            if (enters && !reuses_place) fresh <= fresh + 10'd1;
            fetch_free <= takes_freed_place;
            nonempty <= (nonempty & ~({17{leaves}} & list_ends)) | list_gets_packet;
            reading <= read_head;
            if (stat_xoff) reading <= 1'b0;
            tx_credit_q <= tx_credit;
            set_aside <= sets_aside;
        end
    end

    always @(posedge clk) begin
        few <= leaves ? (next_is_tail ? few | candidate_list : few & ~candidate_list)
             : (few & ~list_gets_packet) | (list_gets_packet & ~nonempty);
        if (enters) main_tail <= new_place;
        left <= leaves;
        links <= sends || (enters && !main_empty);
        link_place <= enters ? main_tail : candidate_place;
        link_to <= enters ? new_place : free_head_now;
        linked <= links && (enters ? sent : behind_candidate == link_place);
        linked_to <= link_to;
        next_before <= next_place;
        left_before <= left;
        reading_line <= first_index;
        read <= chosen_head;
        reading_list <= read_list;
        sent <= sends;
    end

    always @(posedge clk) begin
        if (enters && main_empty) begin
            main_head <= new_packet;
            main_place <= new_place;
        end else if (left && left_list[0]) begin
            main_head <= words_rd_data;
            main_place <= left_place;
        end
    end

    always @(posedge clk) begin
        if (enters && few[0]) begin
            main_next <= new_place;
        end else if (left && left_list[0]) begin
            main_next <= next_place;
        end
    end

    always @(posedge clk) begin
        if (!left) begin
            left_list <= candidate_list;
            left_place <= behind_candidate;
            left_below <= {candidate_list[16] & ~candidate_list[16],
                           (|candidate_list[16:15]) & ~candidate_list[15],
                           (|candidate_list[16:14]) & ~candidate_list[14],
                           (|candidate_list[16:13]) & ~candidate_list[13],
                           (|candidate_list[16:12]) & ~candidate_list[12],
                           (|candidate_list[16:11]) & ~candidate_list[11],
                           (|candidate_list[16:10]) & ~candidate_list[10],
                           (|candidate_list[16:9]) & ~candidate_list[9],
                           (|candidate_list[16:8]) & ~candidate_list[8],
                           (|candidate_list[16:7]) & ~candidate_list[7],
                           (|candidate_list[16:6]) & ~candidate_list[6],
                           (|candidate_list[16:5]) & ~candidate_list[5],
                           (|candidate_list[16:4]) & ~candidate_list[4],
                           (|candidate_list[16:3]) & ~candidate_list[3],
                           (|candidate_list[16:2]) & ~candidate_list[2],
                           (|candidate_list[16:1]) & ~candidate_list[1]};
            left_line <= candidate_line;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            seen <= 17'd0;
            best_valid <= 1'b0;
        end else if (search_again) begin
            seen <= 17'd0;
            best_valid <= 1'b0;
        end else begin
            seen <= seen | read_list;
            if (reading) best_valid <= 1'b1;
        end
    end

    always @(posedge clk) begin
        if (better) begin
            best_list <= reading_list;
            best <= read;
            best_line <= reading_line;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            walk <= 2'd0;
            walking <= 1'b1;
        end else if (walking) begin
            walk <= walk + 2'd1;
            if (walk == 2'd3) walking <= 1'b0;
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
            // no packet in the first cycles after reset, one per node
            if (make_valid && walking) begin
                $display("RTLGEN_ASSERT %m numbers_are_ready fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (make_valid && {1'b0, make_dst} >= 9'd4) begin
                $display("RTLGEN_ASSERT %m destination_of_the_network fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (refills_line && set_aside) begin
                $display("RTLGEN_ASSERT %m one_head_at_a_time fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (count_q > 11'd1024 || full != (count_q == 11'd1024)) begin
                $display("RTLGEN_ASSERT %m count_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the candidate is on a list that is not empty
            if (leaves && (candidate_list & ~nonempty) != 17'd0) begin
                $display("RTLGEN_ASSERT %m takes_a_head fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (leaves && enters) begin
                $display("RTLGEN_ASSERT %m one_thing_at_a_time fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a search takes two cycles
            if (leaves && left) begin
                $display("RTLGEN_ASSERT %m leaves_every_other_cycle fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_traffic_nic_nodes4_queue1024
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // no packet in the first cycles after reset, one per node
            numbers_are_ready: `RTLGEN_CONTRACT (!(make_valid && walking));
            destination_of_the_network: `RTLGEN_CONTRACT (!make_valid || {1'b0, make_dst} < 9'd4);
            one_head_at_a_time: assert (!(refills_line && set_aside));
            count_in_range: assert (count_q <= 11'd1024 && full == (count_q == 11'd1024));
            // the candidate is on a list that is not empty
            takes_a_head: assert (!leaves || (candidate_list & ~nonempty) == 17'd0);
            one_thing_at_a_time: assert (!(leaves && enters));
            // a search takes two cycles
            leaves_every_other_cycle: assert (!(leaves && left));
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
