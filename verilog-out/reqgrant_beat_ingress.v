// SPDX-License-Identifier: Apache-2.0
// reqgrant_beat_ingress: input adapter for packets of any length, packed into segments of up to 32 beats
//
// nodes = 16, paths = 4, g = 16, b_reasm = 64, b_in = 32, voq = 64, max_p = 2, oob = 0, unsol = 1, repair = 0
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module reqgrant_beat_ingress (
    input  wire        clk,           // rising edge
    input  wire        rst,           // synchronous, active high
    input  wire [3:0]  node,          // number of this adapter; never changes

    // packets from the source of the traffic
    input  wire        pkt_valid,     // a packet has arrived completely
    input  wire [3:0]  pkt_dst,       // adapter that it goes to
    input  wire [6:0]  pkt_len,       // its length in beats of 8 bytes, 1 to 32*max_p
    input  wire [31:0] pkt_tag,       // what its beats carry beside their numbers
    output wire        pkt_drop,      // the VOQ is full: it is not taken; combinational

    // grants for own flows
    input  wire        gnt_valid,     // there is one
    input  wire [3:0]  gnt_node,      // adapter at the other end; unknown while not valid
    input  wire [4:0]  gnt_count,     // segments; unknown while not valid

    // own unsolicited segments that have left their output
    input  wire        ack_valid,     // it happens
    input  wire [3:0]  ack_node,      // adapter at the other end; unknown while not valid

    // grants of the own arbiter, to be sent to the adapter
    input  wire        give_valid,    // there is one
    input  wire [3:0]  give_node,     // adapter at the other end; unknown while not valid
    input  wire [4:0]  give_count,    // segments; unknown while not valid

    // unsolicited segments from the adapter that have left the own output
    input  wire        left_valid,    // it happens
    input  wire [3:0]  left_node,     // adapter at the other end; unknown while not valid

    // to the first switch; registered
    output wire        tx_valid,      // a beat comes
    output wire        tx_head,       // it is the first of a segment: the header, with the route on
                                      // top. Unknown while not valid
    output wire        tx_tail,       // it is the last of a segment. Unknown while not valid
    output wire        tx_bad,        // with the last beat: the segment was damaged on its way, and
                                      // is not to be used. Unknown while not valid
    output wire [64:0] tx_data,       // the beat; in cell mode header and tag. Unknown while not
                                      // valid
    input  wire        tx_credit,     // back to the sender: a slot is free again

    // a flow is looked at
    input  wire [3:0]  look_node,     // adapter that it leads to
    output wire        look_waits,    // segments are requested and not granted, or an unsolicited
                                      // one is not acknowledged; combinational

    // a segment of the flow is sent; combinational
    output wire        sent_valid,    // it happens
    output wire [3:0]  sent_node,     // adapter at the other end; unknown while not valid

    output wire [2:0]  error,         // pulses, a cycle after the event, registers: a grant of what
                                      // is not pending, an acknowledgement of nothing, a credit
                                      // while all are there
    output wire [10:0] stat_held,     // grants held, of all flows; a register
    output wire [5:0]  stat_credits,  // credits for the first switch; a register
    output wire        ready          // 0 for nodes cycles after reset: nothing happens before
);

    localparam [2:0] FRONT_CHOOSE = 3'd0;
    localparam [2:0] FRONT_READ   = 3'd1;
    localparam [2:0] FRONT_DECIDE = 3'd2;
    localparam [2:0] FRONT_WALK   = 3'd3;
    localparam [2:0] FRONT_OFFER  = 3'd4;

    reg [4:0]  init_q;            // table addresses initialised since reset
    reg [15:0] hints_q;           // flows that may have something to send
    reg [14:0] above_last;        // flows above the one chosen last
    reg [5:0]  credits_q;         // credits for the first switch; a register
    reg [2:0]  front_q;           // step of preparing a message
    reg [3:0]  flow_q;            // flow whose message is prepared
    reg [6:0]  flow_held_q;       // grants that the flow holds, segments
    reg [6:0]  flow_sent_q;       // granted segments of the flow sent, modulo
    reg [13:0] flow_seq_q;        // number of the flow's next segment
    reg [6:0]  flow_requested_q;  // segments that the flow has requested, modulo
    reg [4:0]  flow_pending_q;    // segments of the flow requested and not granted
    reg        flow_has_q;        // the flow has packets that are not requested
    reg [4:0]  flow_generated_q;  // segments granted to the flow's adapter, modulo
    reg        flow_departed_q;   // that adapter's unsolicited segments that left, modulo 2
    reg [4:0]  flow_gnt_q;        // segments of grants that wait for that adapter
    reg        flow_ack_q;        // an acknowledgement waits for that adapter
    reg        flow_parity_q;     // unsolicited segments of the flow sent, modulo 2
    reg        flow_free_q;       // all unsolicited segments of the flow are acknowledged
    reg        walk_q;            // a walk over the flow's packets goes on
    reg        walk_unsol_q;      // the walk is at an unsolicited segment's packets
    reg        walk_previous_q;   // the walk took a packet in the cycle before
    reg [10:0] walk_total_q;      // beats of the group, or unsolicited segment, so far
    reg [3:0]  walk_steps_q;      // packets that the walk has taken
    reg [6:0]  walk_next_q;       // number of the packet that is looked at
    reg [4:0]  walk_room_q;       // segments that the walk may request
    reg [6:0]  walk_now_q;        // length of the packet that is looked at, beats
    reg        walk_there_q;      // the packet that is looked at is there
    reg        walk_behind_q;     // the packet whose length was read last is there
    reg [6:0]  walk_ahead_q;      // number of the packet whose length was read last
    reg        walk_second_q;     // reading, one cycle later
    reg [10:0] walk_left_q;       // beats that still fit the group or unsolicited segment
    reg [4:0]  req_q;             // segments that the message requests
    reg [1:0]  message_path_q;    // path of the next message without payload
    reg [2:0]  error_q;           // pulses, a cycle after the event, registers: a grant of what is
                                  // not pending, an acknowledgement of nothing, a credit while all
                                  // are there
    reg [10:0] held_q;            // grants held, of all flows; a register
    reg        busy_q;            // beats of the segment are still to be sent
    reg [1:0]  filler_q;          // beats without meaning still to be sent
    reg [3:0]  stream_flow_q;     // flow of the segment that is sent
    reg [4:0]  stream_seg_q;      // beats of the segment that were sent
    reg [6:0]  stream_packet_q;   // number of the packet that is sent
    reg [6:0]  stream_offset_q;   // number of the next beat in its packet
    reg [38:0] stream_now_q;      // packet that is sent {number of last beat, tag}
    reg        stream_closes_q;   // the packet that is sent is the last of its group
    reg        fetched_q;         // the first packet of the next segment was read
    reg [5:0]  stream_ahead_q;    // number of the packet that was read last
    reg        tx_valid_q;        // a beat comes
    reg        tx_head_q;         // take, one cycle later
    reg        tx_tail_q;         // it is the last of a segment. Unknown while not valid
    reg [64:0] tx_data_q;         // the beat; in cell mode header and tag. Unknown while not valid

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [6:0]  arrived [0:15];      // packets accepted, modulo, by flow
    wire [6:0]  pkt_arrived;
    wire [6:0]  flow_arrived;
    wire [6:0]  walk_arrived;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [6:0]  left [0:15];         // packets sent to the end, modulo, by flow
    wire [6:0]  pkt_left;
    wire [6:0]  message_left;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [6:0]  asked [0:15];        // packets requested or begun unsolicited, modulo, by flow
    wire [6:0]  flow_asked;
    wire [6:0]  walk_asked;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [6:0]  requested [0:15];    // segments requested, modulo, by flow
    wire [6:0]  look_requested;
    wire [6:0]  flow_requested;
    wire [6:0]  gnt_requested;
    wire [6:0]  pkt_requested;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [6:0]  granted [0:15];      // segments granted, modulo, by flow
    wire [6:0]  look_granted;
    wire [6:0]  flow_granted;
    wire [6:0]  gnt_granted;
    wire [6:0]  pkt_granted;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [6:0]  sent [0:15];         // granted segments sent, modulo, by flow
    wire [6:0]  flow_sent;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [13:0] seq [0:15];          // number of the next segment, modulo, by flow
    wire [13:0] flow_seq;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [6:0]  offset [0:15];       // beats sent of the packet in front, by flow
    wire [6:0]  message_offset;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [4:0]  generated [0:15];    // segments granted by the own arbiter, modulo, by adapter
    wire [4:0]  flow_generated;
    wire [4:0]  give_generated;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [4:0]  carried [0:15];      // segments of grants sent, modulo, by adapter
    wire [4:0]  flow_carried;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg         departed [0:15];     // its unsolicited segments that left, modulo 2, by adapter
    wire        flow_departed;
    wire        left_departed;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg         told [0:15];         // acknowledgements sent, modulo 2, by adapter
    wire        flow_told;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg         unsolicited [0:15];  // unsolicited segments sent, modulo 2, by flow
    wire        look_unsolicited;
    wire        flow_unsolicited;
    wire        ack_unsolicited;
    wire        pkt_unsolicited;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg         acked [0:15];        // unsolicited segments acknowledged, modulo 2, by flow
    wire        look_acked;
    wire        flow_acked;
    wire        ack_acked;
    wire        pkt_acked;
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [38:0] packet [0:1023];     // packets {number of last beat, tag}, by flow and number
    reg  [38:0] stream_packet;       // word of packet that was read last
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [6:0]  length [0:1023];     // packets' lengths in beats, by flow and number
    reg  [6:0]  walk_length;         // word of length that was read last
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg         closes [0:1023];     // packets that end their group, by flow and number
    reg         stream_closes;       // word of closes that was read last

    wire        take;
    wire        full;
    wire        accept;
    wire [3:0]  arrived_addr;
    wire [6:0]  arrived_data;
    wire [9:0]  pkt_place;
    wire [15:0] hint_ahead;
    wire [4:0]  hint_first;
    wire [4:0]  hint_first_ahead;
    wire [3:0]  hint_index;
    wire        choose;
    wire        reading;
    wire        deciding;
    wire        has_grant;
    wire        start;
    wire        payload;
    wire        send;
    wire        something;
    wire [3:0]  sent_addr;
    wire [6:0]  sent_data;
    wire [3:0]  seq_addr;
    wire [13:0] seq_data;
    wire [3:0]  unsolicited_addr;
    wire        unsolicited_data;
    wire [3:0]  carried_addr;
    wire [4:0]  carried_data;
    wire [3:0]  told_addr;
    wire        told_data;
    wire [4:0]  room;
    wire        walk_takes;
    wire        walk_moves;
    wire [6:0]  walk_number;
    wire [10:0] walk_all;
    wire        walk_first;
    wire        walk_long;
    wire        walk_fits;
    wire        walk_continues;
    wire        walk_done;
    wire [3:0]  asked_addr;
    wire [6:0]  asked_data;
    wire [10:0] walk_beats;
    wire [10:0] walk_up;
    wire [4:0]  walk_req;
    wire [3:0]  requested_addr;
    wire [6:0]  requested_data;
    wire        ready_to_offer;
    wire [1:0]  path;
    wire        message_known;
    wire [55:0] header_body;
    wire [15:0] clears;
    wire [4:0]  gnt_pending;
    wire        grant_taken;
    wire [3:0]  granted_addr;
    wire [6:0]  granted_data;
    wire [3:0]  generated_addr;
    wire [4:0]  generated_data;
    wire [3:0]  departed_addr;
    wire        departed_data;
    wire        ack_taken;
    wire [3:0]  acked_addr;
    wire        acked_data;
    wire [15:0] sets;
    wire [5:0]  credits_and_back;
    wire        all_credits;
    wire [6:0]  offset_after;
    wire        eop;
    wire        tail;
    wire [6:0]  packet_after;
    wire [6:0]  packet_next;
    wire [6:0]  offset_next;
    wire [3:0]  left_addr;
    wire [6:0]  left_data;
    wire [3:0]  offset_addr;
    wire [6:0]  offset_data;
    wire        stream_fetch;
    wire        same_flow;
    wire [6:0]  first_packet;
    wire        stream_moves;
    wire [5:0]  stream_number;
    wire [9:0]  stream_address;
    wire [63:0] beat;
    wire        last_filler;

`ifdef RTLGEN_CHECKS
    (* mem2reg *)
    reg  [4:0]  pending_of_flow [0:15];  // segments requested and not granted, by flow
    reg  [15:0] waits_for_ack;           // flows whose unsolicited segment is not acknowledged
    wire [15:0] flow_asks;
    wire [15:0] flow_gets;
`endif

    wire unused_walk_rest = &{1'b0, walk_up[4:0], walk_up[10]};

    // The index of the lowest 1, below a bit that is 1 if there is one: a tree of pairs.
    function [4:0] first_one_16(input [15:0] bits);
        reg [15:0] any;
        reg [15:0] index_0;
        reg [15:0] index_1;
        reg [15:0] index_2;
        reg index_3;
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
            index_3 = ~any[0];
            any = any | (any >> 8);
            first_one_16 = {any[0], index_3, index_2[0], index_1[0], index_0[0]};
        end
    endfunction

    assign ready            = init_q[4];
    assign full             = (pkt_arrived ^ pkt_left) == 7'd64;
    assign accept           = pkt_valid && !full;
    assign pkt_drop         = pkt_valid && full;
    assign arrived_addr     = !init_q[4] ? init_q[3:0] : pkt_dst;
    assign arrived_data     = !init_q[4] ? 7'd0 : pkt_arrived + 7'd1;
    assign pkt_place        = {pkt_dst, pkt_arrived[5:0]};
    assign look_waits       = look_requested != look_granted || look_unsolicited != look_acked;
    assign hint_ahead       = hints_q & {above_last, 1'b0};
    assign hint_first       = first_one_16(hints_q);
    assign hint_first_ahead = first_one_16(hint_ahead);
    assign hint_index = hint_first_ahead[4] ? hint_first_ahead[3:0]
                      : hint_first[4] ? hint_first[3:0] : 4'd0;
    assign choose           = (front_q == FRONT_CHOOSE || take)
                           && hint_first[4]
                           && credits_q != 6'd0;
    assign reading          = front_q == FRONT_READ;
    assign deciding         = front_q == FRONT_DECIDE;
    assign has_grant        = flow_held_q != 7'd0;
    assign start            = flow_has_q
                           && flow_held_q == 7'd0
                           && flow_pending_q == 5'd0
                           && flow_free_q;
    assign payload          = has_grant || start;
    assign something        = payload || flow_gnt_q != 5'd0 || flow_ack_q;
    assign send             = deciding && something;
    assign sent_addr        = !init_q[4] ? init_q[3:0] : flow_q;
    assign sent_data        = !init_q[4] ? 7'd0 : flow_sent_q + 7'd1;
    assign seq_addr         = !init_q[4] ? init_q[3:0] : flow_q;
    assign seq_data         = !init_q[4] ? 14'd0 : flow_seq_q + 14'd1;
    assign unsolicited_addr = !init_q[4] ? init_q[3:0] : flow_q;
    assign unsolicited_data = !init_q[4] ? 1'b0 : !flow_parity_q;
    assign carried_addr     = !init_q[4] ? init_q[3:0] : flow_q;
    assign carried_data     = !init_q[4] ? 5'd0 : flow_generated_q;
    assign told_addr        = !init_q[4] ? init_q[3:0] : flow_q;
    assign told_data        = !init_q[4] ? 1'b0 : flow_departed_q;
    assign room             = 5'd16 - flow_pending_q;
    assign walk_moves       = walk_second_q || walk_takes;
    assign walk_number      = reading ? walk_asked : walk_ahead_q + 7'd1;
    assign walk_all         = {1'b0, walk_room_q, 5'd0};
    assign walk_first       = walk_unsol_q && !walk_previous_q;
    assign walk_long        = walk_first && walk_now_q > 7'd32;
    assign walk_fits      = walk_there_q
                         && {4'd0, walk_now_q} <= walk_left_q
                         && walk_steps_q != 4'd8;
    assign walk_takes     = walk_q && (walk_first || walk_fits);
    assign walk_continues = walk_unsol_q && walk_there_q;
    assign walk_done      = walk_q && !walk_takes && !walk_continues;
    assign asked_addr     = !init_q[4] ? init_q[3:0] : flow_q;
    assign asked_data     = !init_q[4] ? 7'd0 : walk_next_q;
    assign walk_beats     = {4'd0, walk_now_q} - (walk_long ? 11'd32 : 11'd0);
    assign walk_up        = walk_total_q + 11'd31;
    assign walk_req       = walk_unsol_q ? 5'd0 : walk_up[9:5];
    assign requested_addr = !init_q[4] ? init_q[3:0] : flow_q;
    assign requested_data = !init_q[4] ? 7'd0 : flow_requested_q + {2'd0, walk_req};
    assign ready_to_offer = (send && !payload) || walk_done;
    assign path           = payload ? flow_seq_q[1:0] + node[1:0] + flow_q[1:0] : message_path_q;
    assign message_known = payload
                        && (front_q == FRONT_OFFER || (front_q == FRONT_WALK && !walk_unsol_q));
    assign header_body = {~payload, path, flow_q, node, 1'b0, 1'b0, start, flow_ack_q, flow_seq_q,
                          req_q, flow_gnt_q, 1'b0, 16'd0};
    assign clears         = reading ? 16'd1 << flow_q : 16'd0;
    assign gnt_pending    = gnt_requested[4:0] - gnt_granted[4:0];
    assign grant_taken    = gnt_valid && gnt_count != 5'd0 && gnt_count <= gnt_pending;
    assign granted_addr   = !init_q[4] ? init_q[3:0] : gnt_node;
    assign granted_data   = !init_q[4] ? 7'd0 : gnt_granted + {2'd0, gnt_count};
    assign generated_addr = !init_q[4] ? init_q[3:0] : give_node;
    assign generated_data = !init_q[4] ? 5'd0 : give_generated + give_count;
    assign departed_addr  = !init_q[4] ? init_q[3:0] : left_node;
    assign departed_data  = !init_q[4] ? 1'b0 : !left_departed;
    assign ack_taken      = ack_valid && ack_unsolicited != ack_acked;
    assign acked_addr     = !init_q[4] ? init_q[3:0] : ack_node;
    assign acked_data     = !init_q[4] ? 1'b0 : !ack_acked;
    assign sets = (gnt_valid ? 16'd1 << gnt_node : 16'd0)
                | (give_valid ? 16'd1 << give_node : 16'd0)
                | (left_valid ? 16'd1 << left_node : 16'd0)
                | (ack_valid ? 16'd1 << ack_node : 16'd0)
                | ((accept && pkt_requested == pkt_granted && pkt_unsolicited == pkt_acked)
                 ? 16'd1 << pkt_dst
                 : 16'd0)
                | ((deciding && flow_held_q > 7'd1) ? 16'd1 << flow_q : 16'd0);
    assign credits_and_back = credits_q + {5'd0, tx_credit};
    assign all_credits      = credits_q == 6'd32;
    assign error            = error_q;
    assign stat_credits     = credits_q;
    assign stat_held        = held_q;
    assign sent_valid       = send && payload;
    assign sent_node        = flow_q;
    assign offset_after     = stream_offset_q + 7'd1;
    assign eop              = busy_q && stream_offset_q == stream_now_q[38:32];
    assign tail             = busy_q && ((eop && stream_closes_q) || stream_seg_q == 5'd31);
    assign packet_after     = stream_packet_q + 7'd1;
    assign packet_next      = eop ? packet_after : stream_packet_q;
    assign offset_next      = eop ? 7'd0 : offset_after;
    assign left_addr        = !init_q[4] ? init_q[3:0] : stream_flow_q;
    assign left_data        = !init_q[4] ? 7'd0 : packet_next;
    assign offset_addr      = !init_q[4] ? init_q[3:0] : stream_flow_q;
    assign offset_data      = !init_q[4] ? 7'd0 : offset_next;
    assign stream_fetch     = message_known && !fetched_q && (!busy_q || tail);
    assign take             = front_q == FRONT_OFFER && (fetched_q || !(payload || busy_q));
    assign same_flow        = busy_q && flow_q == stream_flow_q;
    assign first_packet     = same_flow ? packet_next : message_left;
    assign stream_moves     = take || eop;
    assign stream_number    = stream_fetch ? first_packet[5:0] : stream_ahead_q + 6'd1;
    assign stream_address   = {stream_fetch ? flow_q : stream_flow_q, stream_number};
    assign beat        = {4'd0, node, 4'd0, stream_flow_q, 9'd0, stream_offset_q,
                          stream_now_q[31:0]};
    assign last_filler = filler_q == 2'd1;
    assign tx_valid    = tx_valid_q;
    assign tx_head     = tx_head_q;
    assign tx_tail     = tx_tail_q;
    assign tx_bad      = 1'b0;
    assign tx_data     = tx_data_q;

`ifdef RTLGEN_CHECKS
    assign flow_asks = walk_done ? 16'd1 << flow_q : 16'd0;
    assign flow_gets = grant_taken ? 16'd1 << gnt_node : 16'd0;
`endif

    always @(posedge clk) begin
        if (accept || !init_q[4]) arrived[arrived_addr] <= arrived_data;
    end

    assign pkt_arrived = arrived[pkt_dst];

    assign flow_arrived = arrived[flow_q];

    assign walk_arrived = arrived[flow_q];

    always @(posedge clk) begin
        if (tail || !init_q[4]) left[left_addr] <= left_data;
    end

    assign pkt_left = left[pkt_dst];

    assign message_left = left[flow_q];

    always @(posedge clk) begin
        if (walk_done || !init_q[4]) asked[asked_addr] <= asked_data;
    end

    assign flow_asked = asked[flow_q];

    assign walk_asked = asked[flow_q];

    always @(posedge clk) begin
        if (walk_done || !init_q[4]) requested[requested_addr] <= requested_data;
    end

    assign look_requested = requested[look_node];

    assign flow_requested = requested[flow_q];

    assign gnt_requested = requested[gnt_node];

    assign pkt_requested = requested[pkt_dst];

    always @(posedge clk) begin
        if (grant_taken || !init_q[4]) granted[granted_addr] <= granted_data;
    end

    assign look_granted = granted[look_node];

    assign flow_granted = granted[flow_q];

    assign gnt_granted = granted[gnt_node];

    assign pkt_granted = granted[pkt_dst];

    always @(posedge clk) begin
        if ((send && has_grant) || !init_q[4]) sent[sent_addr] <= sent_data;
    end

    assign flow_sent = sent[flow_q];

    always @(posedge clk) begin
        if ((send && payload) || !init_q[4]) seq[seq_addr] <= seq_data;
    end

    assign flow_seq = seq[flow_q];

    always @(posedge clk) begin
        if (tail || !init_q[4]) offset[offset_addr] <= offset_data;
    end

    assign message_offset = offset[flow_q];

    always @(posedge clk) begin
        if (give_valid || !init_q[4]) generated[generated_addr] <= generated_data;
    end

    assign flow_generated = generated[flow_q];

    assign give_generated = generated[give_node];

    always @(posedge clk) begin
        if (send || !init_q[4]) carried[carried_addr] <= carried_data;
    end

    assign flow_carried = carried[flow_q];

    always @(posedge clk) begin
        if (left_valid || !init_q[4]) departed[departed_addr] <= departed_data;
    end

    assign flow_departed = departed[flow_q];

    assign left_departed = departed[left_node];

    always @(posedge clk) begin
        if (send || !init_q[4]) told[told_addr] <= told_data;
    end

    assign flow_told = told[flow_q];

    always @(posedge clk) begin
        if ((send && start) || !init_q[4]) unsolicited[unsolicited_addr] <= unsolicited_data;
    end

    assign look_unsolicited = unsolicited[look_node];

    assign flow_unsolicited = unsolicited[flow_q];

    assign ack_unsolicited = unsolicited[ack_node];

    assign pkt_unsolicited = unsolicited[pkt_dst];

    always @(posedge clk) begin
        if (ack_taken || !init_q[4]) acked[acked_addr] <= acked_data;
    end

    assign look_acked = acked[look_node];

    assign flow_acked = acked[flow_q];

    assign ack_acked = acked[ack_node];

    assign pkt_acked = acked[pkt_dst];

    always @(posedge clk) begin
        if (accept) packet[pkt_place] <= {pkt_len - 7'd1, pkt_tag};
        if (stream_fetch || stream_moves) stream_packet <= packet[stream_address];
    end

    always @(posedge clk) begin
        if (accept) length[pkt_place] <= pkt_len;
        if (reading || walk_moves) walk_length <= length[{flow_q, walk_number[5:0]}];
    end

    always @(posedge clk) begin
        if (walk_q && walk_previous_q) closes[{flow_q, walk_next_q[5:0] - 6'd1}] <= !walk_takes;
        if (stream_fetch || stream_moves) stream_closes <= closes[stream_address];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [303:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (10) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[271:0], memory_fill};
        end
        {flow_q, flow_held_q, flow_sent_q, flow_seq_q, flow_requested_q, flow_pending_q, flow_has_q,
         flow_generated_q, flow_departed_q, flow_gnt_q, flow_ack_q, flow_parity_q, flow_free_q,
         walk_unsol_q, walk_previous_q, walk_total_q, walk_steps_q, walk_next_q, walk_room_q,
         walk_now_q, walk_there_q, walk_behind_q, walk_ahead_q, walk_second_q, walk_left_q, req_q,
         stream_flow_q, stream_seg_q, stream_packet_q, stream_offset_q, stream_now_q,
         stream_closes_q, stream_ahead_q, tx_head_q, tx_tail_q, tx_data_q, stream_packet,
         walk_length, stream_closes} = memory_bits;
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            arrived[memory_word] = memory_fill[31:25];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            left[memory_word] = memory_fill[31:25];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            asked[memory_word] = memory_fill[31:25];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            requested[memory_word] = memory_fill[31:25];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            granted[memory_word] = memory_fill[31:25];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            sent[memory_word] = memory_fill[31:25];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            seq[memory_word] = memory_fill[31:18];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            offset[memory_word] = memory_fill[31:25];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            generated[memory_word] = memory_fill[31:27];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            carried[memory_word] = memory_fill[31:27];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            departed[memory_word] = memory_fill[31];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            told[memory_word] = memory_fill[31];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            unsolicited[memory_word] = memory_fill[31];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            acked[memory_word] = memory_fill[31];
        end
        for (memory_word = 0; memory_word < 1024; memory_word = memory_word + 1) begin
            repeat (2) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                packet[memory_word] = {packet[memory_word][6:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 1024; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            length[memory_word] = memory_fill[31:25];
        end
        for (memory_word = 0; memory_word < 1024; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            closes[memory_word] = memory_fill[31];
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_pending_of_flow
        integer i;
        integer k;
        if (rst) begin
            for (i = 0; i < 16; i = i + 1) pending_of_flow[i] <= 5'd0;
        end else begin
            for (k = 0; k < 16; k = k + 1) begin
                pending_of_flow[k] <= pending_of_flow[k] + (flow_asks[k] ? walk_req : 5'd0)
                                    - (flow_gets[k] ? gnt_count : 5'd0);
            end
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            init_q <= 5'd0;
            hints_q <= 16'd0;
            credits_q <= 6'd32;
            walk_q <= 1'b0;
            message_path_q <= 2'd0;
            error_q <= 3'd0;
            held_q <= 11'd0;
            fetched_q <= 1'b0;
            tx_valid_q <= 1'b0;
        end else begin
            if (!init_q[4]) init_q <= init_q + 5'd1;
            hints_q <= (hints_q & ~clears) | sets;
            credits_q <= send ? credits_and_back - 6'd1
                       : all_credits ? credits_q : credits_and_back;
            if (send && payload) walk_q <= 1'b1;
            if (walk_q) walk_q <= !walk_done;
            if (take && !payload) message_path_q <= message_path_q + 2'd1;
            error_q <= {tx_credit & all_credits & ~send, ack_valid & ~ack_taken,
                        gnt_valid & ~grant_taken};
            held_q <= held_q + {6'd0, grant_taken ? gnt_count : 5'd0} - {10'd0, send & has_grant};
            fetched_q <= stream_fetch || (fetched_q && !take);
            tx_valid_q <= take || busy_q || filler_q != 2'd0;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            above_last <= 15'd0;
            front_q <= 3'd0;
        end else begin
            if (take) front_q <= FRONT_CHOOSE;
            if (choose) begin
                front_q <= FRONT_READ;
                above_last <= 15'h7fff << hint_index;
            end
            if (reading) front_q <= FRONT_DECIDE;
            if (deciding) front_q <= something ? FRONT_WALK : FRONT_CHOOSE;
            if (ready_to_offer) front_q <= FRONT_OFFER;
        end
    end

    always @(posedge clk) begin
        if (choose) flow_q <= hint_index;
        walk_second_q <= reading;
        if (reading || walk_done) req_q <= walk_done ? walk_req : 5'd0;
        if (stream_fetch || stream_moves) stream_ahead_q <= stream_number;
        tx_head_q <= take;
        tx_tail_q <= tail || last_filler;
        tx_data_q <= take
                   ? {header_body, ^(header_body & 56'hbb94c66856a8e0),
                      ^(header_body & 56'h5dca63342b5470), ^(header_body & 56'h2ee5319a15aa38),
                      ^(header_body & 56'h177298cd0ad51c), ^(header_body & 56'h8bb94c66856a8e),
                      ^(header_body & 56'h45dca63342b547), ^(header_body & 56'h997a9571f7f243),
                      ^(header_body & 56'h77298cd0ad51c1), 1'b0}
                   : {beat, eop};
    end

    always @(posedge clk) begin
        if (reading) begin
            flow_held_q <= flow_granted - flow_sent;
            flow_sent_q <= flow_sent;
            flow_seq_q <= flow_seq;
            flow_requested_q <= flow_requested;
            flow_pending_q <= flow_requested[4:0] - flow_granted[4:0];
            flow_has_q <= flow_arrived != flow_asked;
            flow_generated_q <= flow_generated;
            flow_departed_q <= flow_departed;
            flow_gnt_q <= flow_generated - flow_carried;
            flow_ack_q <= flow_departed ^ flow_told;
            flow_parity_q <= flow_unsolicited;
            flow_free_q <= flow_unsolicited == flow_acked;
        end
    end

    always @(posedge clk) begin
        if (send && payload) begin
            walk_unsol_q <= start;
            walk_previous_q <= 1'b0;
            walk_total_q <= 11'd0;
            walk_steps_q <= 4'd0;
            walk_next_q <= walk_asked;
            walk_room_q <= room;
            walk_left_q <= start ? 11'd32 : {1'b0, room, 5'd0};
        end
        if (walk_q) begin
            walk_next_q <= walk_next_q + {6'd0, walk_takes};
            walk_previous_q <= walk_takes;
            if (walk_takes) begin
                walk_steps_q <= walk_steps_q + 4'd1;
                walk_total_q <= walk_total_q + walk_beats;
                walk_left_q <= (walk_long ? walk_all + 11'd32 : walk_left_q) - {4'd0, walk_now_q};
            end else begin
                walk_total_q <= 11'd0;
                walk_left_q <= walk_all;
            end
            if (!walk_takes || walk_long) walk_unsol_q <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (walk_moves) begin
            walk_now_q <= walk_length;
            walk_there_q <= walk_behind_q;
        end
    end

    always @(posedge clk) begin
        if (reading || walk_moves) begin
            walk_ahead_q <= walk_number;
            walk_behind_q <= walk_number != walk_arrived && (reading || walk_behind_q);
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            busy_q <= 1'b0;
            filler_q <= 2'd0;
        end else begin
            if (busy_q) begin
                if (tail) busy_q <= 1'b0;
            end
            if (filler_q != 2'd0) filler_q <= filler_q - 2'd1;
            if (take) begin
                busy_q <= payload;
                if (!payload) filler_q <= 2'd2;
            end
        end
    end

    always @(posedge clk) begin
        if (busy_q) begin
            stream_packet_q <= packet_next;
            stream_offset_q <= offset_next;
            stream_seg_q <= stream_seg_q + 5'd1;
        end
        if (stream_fetch) begin
            stream_flow_q <= flow_q;
            stream_packet_q <= first_packet;
            stream_offset_q <= same_flow ? offset_next : message_offset;
            stream_seg_q <= 5'd0;
        end
    end

    always @(posedge clk) begin
        if (stream_moves) begin
            stream_now_q <= stream_packet;
            stream_closes_q <= stream_closes;
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            waits_for_ack <= 16'd0;
        end else begin
            waits_for_ack <= (waits_for_ack & ~(ack_taken ? 16'd1 << ack_node : 16'd0))
                           | ((send && start) ? 16'd1 << flow_q : 16'd0);
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
            // a credit comes back once
            if (tx_credit && !send && credits_q == 6'd32) begin
                $display("RTLGEN_ASSERT %m credit_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // preparing a message takes longer than two beats
            if (take && filler_q != 2'd0) begin
                $display("RTLGEN_ASSERT %m filler_sent fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no packet before the tables are initialised
            if (pkt_valid && !ready) begin
                $display("RTLGEN_ASSERT %m ready_before_packet fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no grant before the tables are initialised
            if (gnt_valid && !ready) begin
                $display("RTLGEN_ASSERT %m ready_before_grant fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a grant is for 1 to g segments
            if (gnt_valid && (gnt_count == 5'd0 || gnt_count > 5'd16)) begin
                $display("RTLGEN_ASSERT %m grant_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // only what was requested is granted
            if (gnt_valid && gnt_count > pending_of_flow[gnt_node]) begin
                $display("RTLGEN_ASSERT %m grant_of_what_is_pending fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // nothing is heard before the tables are initialised
            if ((ack_valid || give_valid || left_valid) && !ready) begin
                $display("RTLGEN_ASSERT %m ready_before_event fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // an unsolicited segment is acknowledged once
            if (ack_valid && !waits_for_ack[ack_node]) begin
                $display("RTLGEN_ASSERT %m ack_of_an_unsolicited_segment fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a packet has 1 to 32*max_p beats
            if (pkt_valid && (pkt_len == 7'd0 || pkt_len > 7'd64)) begin
                $display("RTLGEN_ASSERT %m packet_length fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_reqgrant_beat_ingress
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            walk_at_its_end: cover (walk_done && walk_there_q && walk_steps_q == 4'd8);
            // a credit comes back once
            credit_in_range: `RTLGEN_CONTRACT (!(tx_credit && !send) || credits_q != 6'd32);
            // preparing a message takes longer than two beats
            filler_sent: assert (!take || filler_q == 2'd0);
            // no packet before the tables are initialised
            ready_before_packet: `RTLGEN_CONTRACT (!pkt_valid || ready);
            // no grant before the tables are initialised
            ready_before_grant: `RTLGEN_CONTRACT (!gnt_valid || ready);
            // a grant is for 1 to g segments
            grant_in_range: `RTLGEN_CONTRACT (!gnt_valid
                                           || (gnt_count != 5'd0 && gnt_count <= 5'd16));
            // only what was requested is granted
            grant_of_what_is_pending: `RTLGEN_CONTRACT (!gnt_valid
                                                     || gnt_count <= pending_of_flow[gnt_node]);
            // nothing is heard before the tables are initialised
            ready_before_event: `RTLGEN_CONTRACT (!(ack_valid || give_valid || left_valid)
                                               || ready);
            // an unsolicited segment is acknowledged once
            ack_of_an_unsolicited_segment: `RTLGEN_CONTRACT (!ack_valid || waits_for_ack[ack_node]);
            // a packet has 1 to 32*max_p beats
            packet_length: `RTLGEN_CONTRACT (!pkt_valid || (pkt_len != 7'd0 && pkt_len <= 7'd64));
        end
    end
`undef RTLGEN_CONTRACT
`endif

    // Read by checks only.
    wire unused_gnt_requested = &{1'b0, gnt_requested[6:5]};

endmodule

`default_nettype wire
