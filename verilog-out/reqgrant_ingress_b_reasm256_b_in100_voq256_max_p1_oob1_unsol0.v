// SPDX-License-Identifier: Apache-2.0
// reqgrant_ingress_b_reasm256_b_in100_voq256_max_p1_oob1_unsol0: input adapter: virtual output queues, requests, scheduler, headers
//
// nodes = 16, paths = 4, g = 16, b_reasm = 256, b_in = 100, voq = 256, max_p = 1, oob = 1, unsol = 0, repair = 0
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module reqgrant_ingress_b_reasm256_b_in100_voq256_max_p1_oob1_unsol0 (
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

    // to the first switch; registered
    output wire        tx_valid,      // a beat comes
    output wire        tx_head,       // it is the first of a segment: the header, with the route on
                                      // top. Unknown while not valid
    output wire        tx_tail,       // it is the last of a segment. Unknown while not valid
    output wire [95:0] tx_data,       // the beat; in cell mode header and tag. Unknown while not
                                      // valid
    input  wire        tx_credit,     // back to the sender: a slot is free again

    // requests; registered
    output wire        req_tx_valid,  // there is one
    output wire [3:0]  req_tx_node,   // adapter at the other end; unknown while not valid
    output wire [4:0]  req_tx_count,  // segments; unknown while not valid

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
    output wire [12:0] stat_held,     // grants held, of all flows; a register
    output wire [6:0]  stat_credits,  // credits for the first switch; a register
    output wire        ready          // 0 for nodes cycles after reset: nothing happens before
);

    reg [4:0]  init_q;          // table addresses initialised since reset
    reg [15:0] hints_q;         // flows that may have something to send
    reg [6:0]  credits_q;       // credits for the first switch; a register
    reg        chosen_q;        // a flow was chosen, and is decided on
    reg [14:0] above_last;      // flows above the one chosen last
    reg [3:0]  flow_q;          // hint_index, one cycle later
    reg [2:0]  error_q;         // pulses, a cycle after the event, registers: a grant of what is
                                // not pending, an acknowledgement of nothing, a credit while all
                                // are there
    reg [12:0] held_q;          // grants held, of all flows; a register
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
    reg [15:0] ask_hints_q;     // flows that may have something to request
    reg [14:0] ask_above_last;  // flows above the one chosen last to request
    reg        ask_chosen_q;    // a flow was chosen to request
    reg [3:0]  ask_flow_q;      // flow that was chosen to request
    reg        req_tx_valid_q;  // ask, one cycle later
    reg [3:0]  req_tx_node_q;   // ask_flow_q, one cycle later
    reg [4:0]  req_tx_count_q;  // ask_least, one cycle later

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [8:0]  arrived [0:15];    // packets accepted, modulo, by flow
    wire [8:0]  pkt_arrived;
    wire [8:0]  ask_arrived;
    wire [8:0]  gnt_arrived;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [8:0]  left [0:15];       // packets sent to the end, modulo, by flow
    wire [8:0]  pkt_left;
    wire [8:0]  flow_left;
    wire [8:0]  head_left;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [8:0]  asked [0:15];      // packets requested or begun unsolicited, modulo, by flow
    wire [8:0]  ask_asked;
    wire [8:0]  gnt_asked;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [8:0]  requested [0:15];  // segments requested, modulo, by flow
    wire [8:0]  gnt_requested;
    wire [8:0]  look_requested;
    wire [8:0]  ask_requested;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [8:0]  granted [0:15];    // segments granted, modulo, by flow
    wire [8:0]  gnt_granted;
    wire [8:0]  look_granted;
    wire [8:0]  flow_granted;
    wire [8:0]  ask_granted;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [8:0]  sent [0:15];       // granted segments sent, modulo, by flow
    wire [8:0]  flow_sent;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [13:0] seq [0:15];        // number of the next segment, modulo, by flow
    wire [13:0] flow_seq;
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [31:0] packet [0:4095];   // packets' tags, by flow and number
    reg  [31:0] third_tag;         // word of packet that was read last

    wire        send;
    wire        full;
    wire        accept;
    wire [3:0]  arrived_addr;
    wire [8:0]  arrived_data;
    wire [4:0]  gnt_pending;
    wire        grant_taken;
    wire [3:0]  granted_addr;
    wire [8:0]  granted_data;
    wire        may_choose;
    wire [15:0] hint_ahead;
    wire        hint_any_ahead;
    wire [15:0] hint_minus_ahead;
    wire [15:0] hint_minus_all;
    wire [15:0] hint_first_ahead;
    wire [15:0] hint_lowest;
    wire [3:0]  hint_index;
    wire        choose;
    wire [6:0]  credits_and_back;
    wire        all_credits;
    wire        has_grant;
    wire        moves;
    wire [3:0]  seq_addr;
    wire [13:0] seq_data;
    wire [3:0]  sent_addr;
    wire [8:0]  sent_data;
    wire [3:0]  left_addr;
    wire [8:0]  left_data;
    wire        last_grant;
    wire        more;
    wire [15:0] clears;
    wire [15:0] sets;
    wire [55:0] header_body;
    wire [15:0] ask_hint_ahead;
    wire        ask_hint_any_ahead;
    wire [15:0] ask_hint_minus_ahead;
    wire [15:0] ask_hint_minus_all;
    wire [15:0] ask_hint_first_ahead;
    wire [15:0] ask_hint_lowest;
    wire [3:0]  ask_hint_index;
    wire [8:0]  waiting;
    wire [4:0]  ask_pending;
    wire [4:0]  room;
    wire [4:0]  ask_least;
    wire        ask;
    wire [3:0]  asked_addr;
    wire [8:0]  asked_data;
    wire [3:0]  requested_addr;
    wire [8:0]  requested_data;
    wire [15:0] ask_clears;
    wire [15:0] ask_sets;

`ifdef RTLGEN_CHECKS
    (* mem2reg *)
    reg  [4:0]  pending_of_flow [0:15];  // segments requested and not granted, by flow
    wire [15:0] flow_asks;
    wire [15:0] flow_gets;
`endif

    assign ready            = init_q[4];
    assign full             = (pkt_arrived ^ pkt_left) == 9'd256;
    assign accept           = pkt_valid && !full;
    assign pkt_drop         = pkt_valid && full;
    assign arrived_addr     = !init_q[4] ? init_q[3:0] : pkt_dst;
    assign arrived_data     = !init_q[4] ? 9'd0 : pkt_arrived + 9'd1;
    assign gnt_pending      = gnt_requested[4:0] - gnt_granted[4:0];
    assign grant_taken      = gnt_valid && gnt_count != 5'd0 && gnt_count <= gnt_pending;
    assign granted_addr     = !init_q[4] ? init_q[3:0] : gnt_node;
    assign granted_data     = !init_q[4] ? 9'd0 : gnt_granted + {4'd0, gnt_count};
    assign look_waits       = look_requested != look_granted;
    assign may_choose       = credits_q > 7'd1 || (credits_q == 7'd1 && !chosen_q);
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
    assign credits_and_back = credits_q + {6'd0, tx_credit};
    assign all_credits      = credits_q == 7'd100;
    assign error            = error_q;
    assign stat_credits     = credits_q;
    assign has_grant        = flow_granted != flow_sent;
    assign send             = chosen_q && has_grant;
    assign moves            = chosen_q && has_grant;
    assign seq_addr         = !init_q[4] ? init_q[3:0] : flow_q;
    assign seq_data         = !init_q[4] ? 14'd0 : flow_seq + 14'd1;
    assign sent_addr        = !init_q[4] ? init_q[3:0] : flow_q;
    assign sent_data        = !init_q[4] ? 9'd0 : flow_sent + 9'd1;
    assign left_addr        = !init_q[4] ? init_q[3:0] : flow_q;
    assign left_data        = !init_q[4] ? 9'd0 : flow_left + 9'd1;
    assign last_grant = (flow_sent ^ flow_granted) == {flow_sent[7:0] & ~flow_granted[7:0], 1'b1};
    assign more       = has_grant && !last_grant;
    assign clears     = (chosen_q && !more) ? 16'd1 << flow_q : 16'd0;
    assign sets       = gnt_valid ? 16'd1 << gnt_node : 16'd0;
    assign stat_held  = held_q;
    assign sent_valid = moves;
    assign sent_node  = flow_q;
    assign tx_valid   = tx_valid_q;
    assign header_body = {third_kind_q, third_mid_q, third_dst_q, node, third_first_q, third_last_q,
                          third_unsol_q, third_ack_q, third_seq_q, third_req_q, third_gnt_q, 1'b0,
                          16'd0};
    assign tx_data              = tx_data_q;
    assign tx_head              = 1'b1;
    assign tx_tail              = 1'b1;
    assign ask_hint_ahead       = ask_hints_q & {ask_above_last, 1'b0};
    assign ask_hint_any_ahead   = |ask_hint_ahead;
    assign ask_hint_minus_ahead = 16'd0 - ask_hint_ahead;
    assign ask_hint_minus_all   = 16'd0 - ask_hints_q;
    assign ask_hint_first_ahead = ask_hint_ahead & ask_hint_minus_ahead;
    assign ask_hint_lowest      = ask_hints_q & ask_hint_minus_all;
    assign ask_hint_index = ask_hint_any_ahead
                          ? {|(ask_hint_first_ahead & 16'hff00), |(ask_hint_first_ahead & 16'hf0f0),
                             |(ask_hint_first_ahead & 16'hcccc), |(ask_hint_first_ahead & 16'haaaa)}
                          : {|(ask_hint_lowest & 16'hff00), |(ask_hint_lowest & 16'hf0f0),
                             |(ask_hint_lowest & 16'hcccc), |(ask_hint_lowest & 16'haaaa)};
    assign waiting        = ask_arrived - ask_asked;
    assign ask_pending    = ask_requested[4:0] - ask_granted[4:0];
    assign room           = 5'd16 - ask_pending;
    assign ask_least      = (waiting < {4'd0, room}) ? waiting[4:0] : room;
    assign ask            = ask_chosen_q && ask_least != 5'd0;
    assign asked_addr     = !init_q[4] ? init_q[3:0] : ask_flow_q;
    assign asked_data     = !init_q[4] ? 9'd0 : ask_asked + {4'd0, ask_least};
    assign requested_addr = !init_q[4] ? init_q[3:0] : ask_flow_q;
    assign requested_data = !init_q[4] ? 9'd0 : ask_requested + {4'd0, ask_least};
    assign req_tx_valid   = req_tx_valid_q;
    assign req_tx_node    = req_tx_node_q;
    assign req_tx_count   = req_tx_count_q;
    assign ask_clears     = ask_chosen_q ? 16'd1 << ask_flow_q : 16'd0;
    assign ask_sets = (accept ? 16'd1 << pkt_dst : 16'd0)
                    | ((gnt_valid && gnt_arrived != gnt_asked) ? 16'd1 << gnt_node : 16'd0);

`ifdef RTLGEN_CHECKS
    assign flow_asks = ask ? 16'd1 << ask_flow_q : 16'd0;
    assign flow_gets = grant_taken ? 16'd1 << gnt_node : 16'd0;
`endif

    always @(posedge clk) begin
        if (accept || !init_q[4]) arrived[arrived_addr] <= arrived_data;
    end

    assign pkt_arrived = arrived[pkt_dst];

    assign ask_arrived = arrived[ask_flow_q];

    assign gnt_arrived = arrived[gnt_node];

    always @(posedge clk) begin
        if ((moves && 1'b1) || !init_q[4]) left[left_addr] <= left_data;
    end

    assign pkt_left = left[pkt_dst];

    assign flow_left = left[flow_q];

    assign head_left = left[flow_q];

    always @(posedge clk) begin
        if (ask || !init_q[4]) asked[asked_addr] <= asked_data;
    end

    assign ask_asked = asked[ask_flow_q];

    assign gnt_asked = asked[gnt_node];

    always @(posedge clk) begin
        if (ask || !init_q[4]) requested[requested_addr] <= requested_data;
    end

    assign gnt_requested = requested[gnt_node];

    assign look_requested = requested[look_node];

    assign ask_requested = requested[ask_flow_q];

    always @(posedge clk) begin
        if (grant_taken || !init_q[4]) granted[granted_addr] <= granted_data;
    end

    assign gnt_granted = granted[gnt_node];

    assign look_granted = granted[look_node];

    assign flow_granted = granted[flow_q];

    assign ask_granted = granted[ask_flow_q];

    always @(posedge clk) begin
        if ((moves && !1'b0) || !init_q[4]) sent[sent_addr] <= sent_data;
    end

    assign flow_sent = sent[flow_q];

    always @(posedge clk) begin
        if (moves || !init_q[4]) seq[seq_addr] <= seq_data;
    end

    assign flow_seq = seq[flow_q];

    always @(posedge clk) begin
        if (accept) packet[{pkt_dst, pkt_arrived[7:0]}] <= pkt_tag;
        if (send) third_tag <= packet[{flow_q, head_left[7:0]}];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [179:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (6) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[147:0], memory_fill};
        end
        {flow_q, third_kind_q, third_mid_q, third_dst_q, third_first_q, third_last_q, third_unsol_q,
         third_ack_q, third_seq_q, third_req_q, third_gnt_q, tx_data_q, ask_flow_q, req_tx_node_q,
         req_tx_count_q, third_tag} = memory_bits;
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            arrived[memory_word] = memory_fill[31:23];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            left[memory_word] = memory_fill[31:23];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            asked[memory_word] = memory_fill[31:23];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            requested[memory_word] = memory_fill[31:23];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            granted[memory_word] = memory_fill[31:23];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            sent[memory_word] = memory_fill[31:23];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            seq[memory_word] = memory_fill[31:18];
        end
        for (memory_word = 0; memory_word < 4096; memory_word = memory_word + 1) begin
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
                pending_of_flow[k] <= pending_of_flow[k] + (flow_asks[k] ? ask_least : 5'd0)
                                    - (flow_gets[k] ? gnt_count : 5'd0);
            end
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            init_q <= 5'd0;
            hints_q <= 16'd0;
            credits_q <= 7'd100;
            chosen_q <= 1'b0;
            above_last <= 15'd0;
            error_q <= 3'd0;
            held_q <= 13'd0;
            message_path_q <= 2'd0;
            third_valid_q <= 1'b0;
            tx_valid_q <= 1'b0;
            ask_hints_q <= 16'd0;
            ask_above_last <= 15'd0;
            ask_chosen_q <= 1'b0;
            req_tx_valid_q <= 1'b0;
        end else begin
            if (!init_q[4]) init_q <= init_q + 5'd1;
            hints_q <= (hints_q & ~clears) | sets;
            credits_q <= send ? credits_and_back - 7'd1
                       : all_credits ? credits_q : credits_and_back;
            chosen_q <= choose;
            if (choose) begin
                above_last <= hint_any_ahead ? hint_ahead[15:1] ^ hint_minus_ahead[15:1]
                            : hints_q[15:1] ^ hint_minus_all[15:1];
            end
            error_q <= {tx_credit & all_credits & ~send, 1'b0, gnt_valid & ~grant_taken};
            held_q <= held_q + {8'd0, grant_taken ? gnt_count : 5'd0} - {12'd0, moves & ~1'b0};
            if (send && !has_grant) message_path_q <= message_path_q + 2'd1;
            third_valid_q <= send;
            tx_valid_q <= third_valid_q;
            ask_hints_q <= (ask_hints_q & ~ask_clears) | ask_sets;
            if (|ask_hints_q) begin
                ask_above_last <= ask_hint_any_ahead
                                ? ask_hint_ahead[15:1] ^ ask_hint_minus_ahead[15:1]
                                : ask_hints_q[15:1] ^ ask_hint_minus_all[15:1];
            end
            ask_chosen_q <= |ask_hints_q;
            req_tx_valid_q <= ask;
        end
    end

    always @(posedge clk) begin
        flow_q <= hint_index;
        third_kind_q <= !has_grant;
        third_mid_q <= has_grant ? flow_seq[1:0] + node[1:0] + flow_q[1:0] : message_path_q;
        third_dst_q <= flow_q;
        third_first_q <= 1'b1 && has_grant;
        third_last_q <= 1'b1 && has_grant;
        third_unsol_q <= 1'b0;
        third_ack_q <= 1'b0;
        third_seq_q <= flow_seq;
        third_req_q <= 5'd0;
        third_gnt_q <= 5'd0;
        tx_data_q <= {header_body, ^(header_body & 56'hbb94c66856a8e0),
                      ^(header_body & 56'h5dca63342b5470), ^(header_body & 56'h2ee5319a15aa38),
                      ^(header_body & 56'h177298cd0ad51c), ^(header_body & 56'h8bb94c66856a8e),
                      ^(header_body & 56'h45dca63342b547), ^(header_body & 56'h997a9571f7f243),
                      ^(header_body & 56'h77298cd0ad51c1), third_tag};
        ask_flow_q <= ask_hint_index;
        req_tx_node_q <= ask_flow_q;
        req_tx_count_q <= ask_least;
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
            // a credit comes back once
            if (tx_credit && !send && credits_q == 7'd100) begin
                $display("RTLGEN_ASSERT %m credit_in_range fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // nothing is sent without a credit
            if (send && credits_q == 7'd0) begin
                $display("RTLGEN_ASSERT %m sent_with_credit fails at time %0t", $time);
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
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_reqgrant_ingress_b_reasm256_b_in100_voq256_max_p1_oob1_unsol0
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a credit comes back once
            credit_in_range: `RTLGEN_CONTRACT (!(tx_credit && !send) || credits_q != 7'd100);
            // nothing is sent without a credit
            sent_with_credit: assert (!send || credits_q != 7'd0);
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
        end
    end
`undef RTLGEN_CONTRACT
`endif

    // Read by checks only.
    wire unused_head_left = &{1'b0, head_left[8]};
    wire unused_gnt_requested = &{1'b0, gnt_requested[8:5]};
    wire unused_ask_granted = &{1'b0, ask_granted[8:5]};

endmodule

`default_nettype wire
