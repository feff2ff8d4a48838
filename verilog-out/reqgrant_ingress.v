// SPDX-License-Identifier: Apache-2.0
// reqgrant_ingress: input adapter: virtual output queues, requests, scheduler, headers
//
// nodes = 16, paths = 4, g = 16, b_reasm = 64, b_in = 32, voq = 64, max_p = 2, oob = 0, unsol = 1, repair = 0
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module reqgrant_ingress (
    input  wire        clk,           // rising edge
    input  wire        rst,           // synchronous, active high
    input  wire [3:0]  node,          // number of this adapter; never changes

    // packets from the source of the traffic
    input  wire        pkt_valid,     // a packet has arrived completely
    input  wire [3:0]  pkt_dst,       // adapter that it goes to
    input  wire [31:0] pkt_tag,       // its payload, which each of its segments carries
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
    output wire [95:0] tx_data,       // the beat; in cell mode header and tag. Unknown while not
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

    reg [4:0]  init_q;          // table addresses initialised since reset
    reg [15:0] hints_q;         // flows that may have something to send
    reg [5:0]  credits_q;       // credits for the first switch; a register
    reg        chosen_q;        // a flow was chosen, and is decided on
    reg [14:0] above_last;      // flows above the one chosen last
    reg [3:0]  flow_q;          // hint_index, one cycle later
    reg [2:0]  error_q;         // pulses, a cycle after the event, registers: a grant of what is
                                // not pending, an acknowledgement of nothing, a credit while all
                                // are there
    reg [10:0] held_q;          // grants held, of all flows; a register
    reg [1:0]  message_path_q;  // path of the next message without payload
    reg        third_kind_q;    // the message is one without payload
    reg [1:0]  third_mid_q;     // path of the message
    reg [3:0]  third_dst_q;     // adapter that the message goes to
    reg        third_first_q;   // the segment is the first of its packet
    reg        third_last_q;    // the segment is the last of its packet
    reg        third_unsol_q;   // unsolicited segment, of an audit one not acknowledged
    reg        third_ack_q;     // the message acknowledges an unsolicited segment
    reg [13:0] third_seq_q;     // number of the segment in its flow
    reg [4:0]  third_req_q;     // segments requested, of an audit those pending
    reg [4:0]  third_gnt_q;     // segments that the message grants
    reg        third_valid_q;   // send, one cycle later
    reg        tx_valid_q;      // third_valid_q, one cycle later
    reg [95:0] tx_data_q;       // the beat; in cell mode header and tag. Unknown while not valid

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [6:0]  arrived [0:15];      // packets accepted, modulo, by flow
    wire [6:0]  pkt_arrived;
    wire [6:0]  flow_arrived;
    wire [6:0]  ask_arrived;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [6:0]  left [0:15];         // packets sent to the end, modulo, by flow
    wire [6:0]  pkt_left;
    wire [6:0]  flow_left;
    wire [6:0]  head_left;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [6:0]  asked [0:15];        // packets requested or begun unsolicited, modulo, by flow
    wire [6:0]  flow_asked;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [6:0]  requested [0:15];    // segments requested, modulo, by flow
    wire [6:0]  gnt_requested;
    wire [6:0]  pkt_requested;
    wire [6:0]  look_requested;
    wire [6:0]  flow_requested;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [6:0]  granted [0:15];      // segments granted, modulo, by flow
    wire [6:0]  gnt_granted;
    wire [6:0]  pkt_granted;
    wire [6:0]  look_granted;
    wire [6:0]  flow_granted;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [6:0]  sent [0:15];         // granted segments sent, modulo, by flow
    wire [6:0]  flow_sent;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [13:0] seq [0:15];          // number of the next segment, modulo, by flow
    wire [13:0] flow_seq;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg         position [0:15];     // segments sent of the packet in front, by flow
    wire        flow_position;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [4:0]  generated [0:15];    // segments granted by the own arbiter, modulo, by adapter
    wire [4:0]  give_generated;
    wire [4:0]  flow_generated;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [4:0]  carried [0:15];      // segments of grants sent, modulo, by adapter
    wire [4:0]  flow_carried;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg         departed [0:15];     // its unsolicited segments that left, modulo 2, by adapter
    wire        left_departed;
    wire        flow_departed;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg         told [0:15];         // acknowledgements sent, modulo 2, by adapter
    wire        flow_told;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg         unsolicited [0:15];  // unsolicited segments sent, modulo 2, by flow
    wire        ack_unsolicited;
    wire        pkt_unsolicited;
    wire        look_unsolicited;
    wire        flow_unsolicited;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg         acked [0:15];        // unsolicited segments acknowledged, modulo 2, by flow
    wire        ack_acked;
    wire        pkt_acked;
    wire        look_acked;
    wire        flow_acked;
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [31:0] packet [0:1023];     // packets' tags, by flow and number
    reg  [31:0] third_tag;           // word of packet that was read last

    wire        send;
    wire        full;
    wire        accept;
    wire [3:0]  arrived_addr;
    wire [6:0]  arrived_data;
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
    wire        may_choose;
    wire [15:0] hint_ahead;
    wire        hint_any_ahead;
    wire [15:0] hint_minus_ahead;
    wire [15:0] hint_minus_all;
    wire [15:0] hint_first_ahead;
    wire [15:0] hint_lowest;
    wire [3:0]  hint_index;
    wire        choose;
    wire [5:0]  credits_and_back;
    wire        all_credits;
    wire        has_grant;
    wire [4:0]  pending;
    wire        has_packet;
    wire        start;
    wire [3:0]  unsolicited_addr;
    wire        unsolicited_data;
    wire        payload;
    wire [4:0]  carry;
    wire        tell;
    wire [4:0]  room;
    wire [6:0]  waiting;
    wire        ask_fits;
    wire [4:0]  rest;
    wire [4:0]  req;
    wire [6:0]  req_packets;
    wire [6:0]  asked_next;
    wire [3:0]  asked_addr;
    wire [6:0]  asked_data;
    wire [3:0]  carried_addr;
    wire [4:0]  carried_data;
    wire [3:0]  told_addr;
    wire        told_data;
    wire [3:0]  requested_addr;
    wire [6:0]  requested_data;
    wire        moves;
    wire [3:0]  seq_addr;
    wire [13:0] seq_data;
    wire [3:0]  sent_addr;
    wire [6:0]  sent_data;
    wire        last;
    wire [3:0]  position_addr;
    wire        position_data;
    wire [3:0]  left_addr;
    wire [6:0]  left_data;
    wire        last_grant;
    wire        more;
    wire [15:0] clears;
    wire [15:0] sets;
    wire [55:0] header_body;

`ifdef RTLGEN_CHECKS
    (* mem2reg *)
    reg  [4:0]  pending_of_flow [0:15];  // segments requested and not granted, by flow
    reg  [15:0] waits_for_ack;           // flows whose unsolicited segment is not acknowledged
    wire [15:0] flow_asks;
    wire [15:0] flow_gets;
`endif

    assign ready            = init_q[4];
    assign full             = (pkt_arrived ^ pkt_left) == 7'd64;
    assign accept           = pkt_valid && !full;
    assign pkt_drop         = pkt_valid && full;
    assign arrived_addr     = !init_q[4] ? init_q[3:0] : pkt_dst;
    assign arrived_data     = !init_q[4] ? 7'd0 : pkt_arrived + 7'd1;
    assign gnt_pending      = gnt_requested[4:0] - gnt_granted[4:0];
    assign grant_taken      = gnt_valid && gnt_count != 5'd0 && gnt_count <= gnt_pending;
    assign granted_addr     = !init_q[4] ? init_q[3:0] : gnt_node;
    assign granted_data     = !init_q[4] ? 7'd0 : gnt_granted + {2'd0, gnt_count};
    assign generated_addr   = !init_q[4] ? init_q[3:0] : give_node;
    assign generated_data   = !init_q[4] ? 5'd0 : give_generated + give_count;
    assign departed_addr    = !init_q[4] ? init_q[3:0] : left_node;
    assign departed_data    = !init_q[4] ? 1'b0 : !left_departed;
    assign ack_taken        = ack_valid && ack_unsolicited != ack_acked;
    assign acked_addr       = !init_q[4] ? init_q[3:0] : ack_node;
    assign acked_data       = !init_q[4] ? 1'b0 : !ack_acked;
    assign look_waits       = look_requested != look_granted || look_unsolicited != look_acked;
    assign may_choose       = credits_q > 6'd1 || (credits_q == 6'd1 && !chosen_q);
    assign hint_ahead       = hints_q & {above_last, 1'b0};
    assign hint_any_ahead   = |hint_ahead;
    assign hint_minus_ahead = 16'd0 - hint_ahead;
    assign hint_minus_all   = 16'd0 - hints_q;
    assign hint_first_ahead = hint_ahead & hint_minus_ahead;
    assign hint_lowest      = hints_q & hint_minus_all;
    assign hint_index = hint_any_ahead
                      ? {|(hint_first_ahead & 16'hff00), |(hint_first_ahead & 16'hf0f0),
                         |(hint_first_ahead & 16'hcccc), |(hint_first_ahead & 16'haaaa)}
                      : {|(hint_lowest & 16'hff00), |(hint_lowest & 16'hf0f0),
                         |(hint_lowest & 16'hcccc), |(hint_lowest & 16'haaaa)};
    assign choose           = (|hints_q) && may_choose;
    assign credits_and_back = credits_q + {5'd0, tx_credit};
    assign all_credits      = credits_q == 6'd32;
    assign error            = error_q;
    assign stat_credits     = credits_q;
    assign has_grant        = flow_granted != flow_sent;
    assign pending          = flow_requested[4:0] - flow_granted[4:0];
    assign has_packet       = flow_arrived != flow_left;
    assign start = has_packet
                && flow_granted == flow_sent
                && flow_requested[4:0] == flow_granted[4:0]
                && flow_unsolicited == flow_acked;
    assign unsolicited_addr = !init_q[4] ? init_q[3:0] : flow_q;
    assign unsolicited_data = !init_q[4] ? 1'b0 : !flow_unsolicited;
    assign payload          = has_grant || start;
    assign carry            = flow_generated - flow_carried;
    assign tell             = flow_departed ^ flow_told;
    assign room             = 5'd16 - pending;
    assign waiting          = ask_arrived - flow_asked;
    assign ask_fits         = waiting != 7'd0 && room >= 5'd2;
    assign rest             = start ? 5'd1 : ask_fits ? 5'd2 : 5'd0;
    assign req              = payload ? rest : 5'd0;
    assign req_packets      = payload ? {6'd0, ask_fits} : 7'd0;
    assign asked_next       = flow_asked + 7'd1;
    assign asked_addr       = !init_q[4] ? init_q[3:0] : flow_q;
    assign asked_data     = !init_q[4] ? 7'd0 : (start || (|req_packets)) ? asked_next : flow_asked;
    assign carried_addr   = !init_q[4] ? init_q[3:0] : flow_q;
    assign carried_data   = !init_q[4] ? 5'd0 : flow_generated;
    assign told_addr      = !init_q[4] ? init_q[3:0] : flow_q;
    assign told_data      = !init_q[4] ? 1'b0 : flow_departed;
    assign requested_addr = !init_q[4] ? init_q[3:0] : flow_q;
    assign requested_data = !init_q[4] ? 7'd0 : flow_requested + {2'd0, req};
    assign send           = chosen_q && (payload || carry != 5'd0 || tell);
    assign moves          = chosen_q && payload;
    assign seq_addr       = !init_q[4] ? init_q[3:0] : flow_q;
    assign seq_data       = !init_q[4] ? 14'd0 : flow_seq + 14'd1;
    assign sent_addr      = !init_q[4] ? init_q[3:0] : flow_q;
    assign sent_data      = !init_q[4] ? 7'd0 : flow_sent + 7'd1;
    assign last           = flow_position == 1'b1;
    assign position_addr  = !init_q[4] ? init_q[3:0] : flow_q;
    assign position_data  = !init_q[4] ? 1'b0 : last ? 1'b0 : flow_position + 1'b1;
    assign left_addr      = !init_q[4] ? init_q[3:0] : flow_q;
    assign left_data      = !init_q[4] ? 7'd0 : flow_left + 7'd1;
    assign last_grant = (flow_sent ^ flow_granted) == {flow_sent[5:0] & ~flow_granted[5:0], 1'b1};
    assign more       = has_grant && !last_grant;
    assign clears     = more ? 16'd0 : chosen_q ? 16'd1 << flow_q : 16'd0;
    assign sets = (gnt_valid ? 16'd1 << gnt_node : 16'd0)
                | (give_valid ? 16'd1 << give_node : 16'd0)
                | (left_valid ? 16'd1 << left_node : 16'd0)
                | (ack_valid ? 16'd1 << ack_node : 16'd0)
                | ((accept && pkt_requested == pkt_granted && pkt_unsolicited == pkt_acked)
                 ? 16'd1 << pkt_dst
                 : 16'd0);
    assign stat_held  = held_q;
    assign sent_valid = moves;
    assign sent_node  = flow_q;
    assign tx_valid   = tx_valid_q;
    assign header_body = {third_kind_q, third_mid_q, third_dst_q, node, third_first_q, third_last_q,
                          third_unsol_q, third_ack_q, third_seq_q, third_req_q, third_gnt_q, 1'b0,
                          16'd0};
    assign tx_data = tx_data_q;
    assign tx_head = 1'b1;
    assign tx_tail = 1'b1;

`ifdef RTLGEN_CHECKS
    assign flow_asks = send ? 16'd1 << flow_q : 16'd0;
    assign flow_gets = grant_taken ? 16'd1 << gnt_node : 16'd0;
`endif

    always @(posedge clk) begin
        if (accept || !init_q[4]) arrived[arrived_addr] <= arrived_data;
    end

    assign pkt_arrived = arrived[pkt_dst];

    assign flow_arrived = arrived[flow_q];

    assign ask_arrived = arrived[flow_q];

    always @(posedge clk) begin
        if ((moves && last) || !init_q[4]) left[left_addr] <= left_data;
    end

    assign pkt_left = left[pkt_dst];

    assign flow_left = left[flow_q];

    assign head_left = left[flow_q];

    always @(posedge clk) begin
        if (send || !init_q[4]) asked[asked_addr] <= asked_data;
    end

    assign flow_asked = asked[flow_q];

    always @(posedge clk) begin
        if (send || !init_q[4]) requested[requested_addr] <= requested_data;
    end

    assign gnt_requested = requested[gnt_node];

    assign pkt_requested = requested[pkt_dst];

    assign look_requested = requested[look_node];

    assign flow_requested = requested[flow_q];

    always @(posedge clk) begin
        if (grant_taken || !init_q[4]) granted[granted_addr] <= granted_data;
    end

    assign gnt_granted = granted[gnt_node];

    assign pkt_granted = granted[pkt_dst];

    assign look_granted = granted[look_node];

    assign flow_granted = granted[flow_q];

    always @(posedge clk) begin
        if ((moves && !start) || !init_q[4]) sent[sent_addr] <= sent_data;
    end

    assign flow_sent = sent[flow_q];

    always @(posedge clk) begin
        if (moves || !init_q[4]) seq[seq_addr] <= seq_data;
    end

    assign flow_seq = seq[flow_q];

    always @(posedge clk) begin
        if (moves || !init_q[4]) position[position_addr] <= position_data;
    end

    assign flow_position = position[flow_q];

    always @(posedge clk) begin
        if (give_valid || !init_q[4]) generated[generated_addr] <= generated_data;
    end

    assign give_generated = generated[give_node];

    assign flow_generated = generated[flow_q];

    always @(posedge clk) begin
        if (send || !init_q[4]) carried[carried_addr] <= carried_data;
    end

    assign flow_carried = carried[flow_q];

    always @(posedge clk) begin
        if (left_valid || !init_q[4]) departed[departed_addr] <= departed_data;
    end

    assign left_departed = departed[left_node];

    assign flow_departed = departed[flow_q];

    always @(posedge clk) begin
        if (send || !init_q[4]) told[told_addr] <= told_data;
    end

    assign flow_told = told[flow_q];

    always @(posedge clk) begin
        if ((chosen_q && start) || !init_q[4]) unsolicited[unsolicited_addr] <= unsolicited_data;
    end

    assign ack_unsolicited = unsolicited[ack_node];

    assign pkt_unsolicited = unsolicited[pkt_dst];

    assign look_unsolicited = unsolicited[look_node];

    assign flow_unsolicited = unsolicited[flow_q];

    always @(posedge clk) begin
        if (ack_taken || !init_q[4]) acked[acked_addr] <= acked_data;
    end

    assign ack_acked = acked[ack_node];

    assign pkt_acked = acked[pkt_dst];

    assign look_acked = acked[look_node];

    assign flow_acked = acked[flow_q];

    always @(posedge clk) begin
        if (accept) packet[{pkt_dst, pkt_arrived[5:0]}] <= pkt_tag;
        if (send) third_tag <= packet[{flow_q, head_left[5:0]}];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [166:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (6) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[134:0], memory_fill};
        end
        {flow_q, third_kind_q, third_mid_q, third_dst_q, third_first_q, third_last_q, third_unsol_q,
         third_ack_q, third_seq_q, third_req_q, third_gnt_q, tx_data_q, third_tag} = memory_bits;
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
            position[memory_word] = memory_fill[31];
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
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            packet[memory_word] = memory_fill;
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
                pending_of_flow[k] <= pending_of_flow[k] + (flow_asks[k] ? req : 5'd0)
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
            chosen_q <= 1'b0;
            above_last <= 15'd0;
            error_q <= 3'd0;
            held_q <= 11'd0;
            message_path_q <= 2'd0;
            third_valid_q <= 1'b0;
            tx_valid_q <= 1'b0;
        end else begin
            if (!init_q[4]) init_q <= init_q + 5'd1;
            hints_q <= (hints_q & ~clears) | sets;
            credits_q <= send ? credits_and_back - 6'd1
                       : all_credits ? credits_q : credits_and_back;
            chosen_q <= choose;
            if (choose) begin
                above_last <= hint_any_ahead ? hint_ahead[15:1] ^ hint_minus_ahead[15:1]
                            : hints_q[15:1] ^ hint_minus_all[15:1];
            end
            error_q <= {tx_credit & all_credits & ~send, ack_valid & ~ack_taken,
                        gnt_valid & ~grant_taken};
            held_q <= held_q + {6'd0, grant_taken ? gnt_count : 5'd0} - {10'd0, moves & ~start};
            if (send && !payload) message_path_q <= message_path_q + 2'd1;
            third_valid_q <= send;
            tx_valid_q <= third_valid_q;
        end
    end

    always @(posedge clk) begin
        flow_q <= hint_index;
        third_kind_q <= !payload;
        third_mid_q <= payload ? flow_seq[1:0] + node[1:0] + flow_q[1:0] : message_path_q;
        third_dst_q <= flow_q;
        third_first_q <= flow_position == 1'b0 && payload;
        third_last_q <= last && payload;
        third_unsol_q <= start;
        third_ack_q <= tell;
        third_seq_q <= flow_seq;
        third_req_q <= req;
        third_gnt_q <= carry;
        tx_data_q <= {header_body, ^(header_body & 56'hbb94c66856a8e0),
                      ^(header_body & 56'h5dca63342b5470), ^(header_body & 56'h2ee5319a15aa38),
                      ^(header_body & 56'h177298cd0ad51c), ^(header_body & 56'h8bb94c66856a8e),
                      ^(header_body & 56'h45dca63342b547), ^(header_body & 56'h997a9571f7f243),
                      ^(header_body & 56'h77298cd0ad51c1), third_tag};
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        if (rst) begin
            waits_for_ack <= 16'd0;
        end else begin
            waits_for_ack <= (waits_for_ack & ~(ack_taken ? 16'd1 << ack_node : 16'd0))
                           | ((chosen_q && start) ? 16'd1 << flow_q : 16'd0);
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
            // nothing is sent without a credit
            if (send && credits_q == 6'd0) begin
                $display("RTLGEN_ASSERT %m sent_with_credit fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a grant is for segments that are there
            if (chosen_q && has_grant && !has_packet) begin
                $display("RTLGEN_ASSERT %m grant_has_segment fails at time %0t", $time);
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
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_reqgrant_ingress
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a credit comes back once
            credit_in_range: `RTLGEN_CONTRACT (!(tx_credit && !send) || credits_q != 6'd32);
            // nothing is sent without a credit
            sent_with_credit: assert (!send || credits_q != 6'd0);
            // a grant is for segments that are there
            grant_has_segment: assert (!(chosen_q && has_grant) || has_packet);
            stale_hint: cover (chosen_q && !send);
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
        end
    end
`undef RTLGEN_CONTRACT
`endif

    // Read by checks only.
    wire unused_head_left = &{1'b0, head_left[6]};
    wire unused_gnt_requested = &{1'b0, gnt_requested[6:5]};

endmodule

`default_nettype wire
