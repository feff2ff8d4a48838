// SPDX-License-Identifier: Apache-2.0
// reqgrant_beat_parser: takes messages from the fabric apart and checks their headers
//
// nodes = 16, paths = 4, g = 16, b_reasm = 64, oob = 0, repair = 0
`default_nettype none

module reqgrant_beat_parser (
    input  wire        clk,          // rising edge
    input  wire        rst,          // synchronous, active high
    input  wire [3:0]  node,         // number of this adapter; never changes

    // from the last switch
    input  wire        rx_valid,     // a beat comes
    input  wire        rx_head,      // it is the first of a segment: the header, with the route on
                                     // top. Unknown while not valid
    input  wire        rx_tail,      // it is the last of a segment. Unknown while not valid
    input  wire        rx_bad,       // with the last beat: the segment was damaged on its way, and
                                     // is not to be used. Unknown while not valid
    input  wire [64:0] rx_data,      // the beat; in cell mode header and tag. Unknown while not
                                     // valid

    // headers of segments, two cycles after rx; registered
    output wire        seg_valid,    // a segment begins
    output wire [3:0]  seg_src,      // adapter that it comes from; all fields unknown while not
                                     // valid
    output wire [1:0]  seg_path,     // path that it takes
    output wire [13:0] seg_seq,      // position in its flow
    output wire        seg_unsol,    // sent without a grant

    // their payload; registered
    output wire        beat_valid,   // a beat
    output wire [63:0] beat_data,    // the beat; all fields unknown while not valid
    output wire        beat_eop,     // last beat of a packet
    output wire        beat_tail,    // last beat of the segment
    output wire        beat_bad,     // with tail: the segment is damaged; a packet ends with it

    // requests for the own arbiter; registered
    output wire        req_valid,    // there is one
    output wire [3:0]  req_node,     // adapter at the other end; unknown while not valid
    output wire [4:0]  req_count,    // segments; unknown while not valid

    // grants for own flows; registered
    output wire        gnt_valid,    // there is one
    output wire [3:0]  gnt_node,     // adapter at the other end; unknown while not valid
    output wire [4:0]  gnt_count,    // segments; unknown while not valid

    // acknowledgements of own unsolicited segments; registered
    output wire        ack_valid,    // it happens
    output wire [3:0]  ack_node,     // adapter at the other end; unknown while not valid

    // grants of the own arbiter
    input  wire        given_valid,  // there is one
    input  wire [3:0]  given_node,   // adapter at the other end; unknown while not valid
    input  wire [4:0]  given_count,  // segments; unknown while not valid

    // unsolicited segments from the adapter that have left the own output
    input  wire        gone_valid,   // it happens
    input  wire [3:0]  gone_node,    // adapter at the other end; unknown while not valid

    output wire        err_crc,      // a message with a wrong CRC was discarded; registered
    output wire        err_route,    // a message for another adapter was discarded; registered
    output wire [7:0]  error         // pulses, registers: no_head, cut, long, marked, a cycle after
                                     // rx, crc, route, not_granted, unsolicited, two cycles after
                                     // it, from bit 0 on
);

    reg        busy;               // a segment has begun and not ended
    reg        closed;             // the segment's head is a tail, too
    reg        skip;               // beats up to the next head are dropped
    reg        lost;               // these beats have lost their head
    reg [5:0]  beats_come;         // beats of the segment that have come
    reg        rx_valid_q;         // a beat of a segment has come
    reg        rx_head_q;          // head, one cycle later
    reg        rx_last_q;          // last, one cycle later
    reg        rx_bad_q;           // with the last beat: the segment is damaged
    reg [64:0] rx_data_q;          // rx_data, one cycle later
    reg [4:0]  init_q;             // table addresses initialised since reset
    reg        err_crc_q;          // a message with a wrong CRC was discarded; registered
    reg        err_route_q;        // a message for another adapter was discarded; registered
    reg        err_unsolicited_q;  // an unsolicited segment came while another is here
    reg        err_not_granted_q;  // a segment came that was not granted
    reg [3:0]  err_framing_q;      // errors from bit 0: no_head, cut, long, marked
    reg [3:0]  src_q;              // adapter that it comes from; all fields unknown while not valid
    reg        within_q;           // payload of a segment that passes follows
    reg        seg_valid_q;        // segment, one cycle later
    reg [1:0]  path_q;             // path that it takes
    reg [13:0] seq_q;              // position in its flow
    reg        unsol_q;            // sent without a grant
    reg        beat_valid_q;       // a beat
    reg [63:0] beat_data_q;        // the beat; all fields unknown while not valid
    reg        beat_eop_q;         // last beat of a packet
    reg        beat_tail_q;        // ends, one cycle later
    reg        beat_bad_q;         // ends_bad, one cycle later
    reg        req_valid_q;        // there is one
    reg [4:0]  req_count_q;        // segments; unknown while not valid
    reg        gnt_valid_q;        // there is one
    reg [4:0]  gnt_count_q;        // segments; unknown while not valid
    reg        ack_valid_q;        // it happens

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [6:0] given [0:15];  // segments granted, modulo, by adapter
    wire [6:0] given_before;
    wire [6:0] src_given;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [6:0] came [0:15];   // granted segments come, modulo, by adapter
    wire [6:0] src_came;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg        seen [0:15];   // unsolicited segments come, modulo 2, by adapter
    wire       src_seen;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg        gone [0:15];   // unsolicited segments that left, modulo 2, by adapter
    wire       gone_before;
    wire       src_gone;

    wire        head;
    wire        goes_on;
    wire        full;
    wire        last;
    wire        is_long;
    wire        is_cut;
    wire        stray;
    wire        first_stray;
    wire        of_a_lost_head;
    wire        headless;
    wire        ends;
    wire        starts;
    wire [63:0] header;
    wire        intact;
    wire        own;
    wire [3:0]  given_addr;
    wire [6:0]  given_data;
    wire [3:0]  gone_addr;
    wire        gone_data;
    wire        src_granted;
    wire        src_free;
    wire        ours;
    wire        may_come;
    wire        segment;
    wire [3:0]  came_addr;
    wire [6:0]  came_data;
    wire [3:0]  seen_addr;
    wire        seen_data;
    wire        refused;
    wire        good;
    wire        ends_bad;

    wire unused_credits = &{1'b0, headless, beats_come == 6'd1};
    wire unused_audit = &{1'b0, header[24]};
    wire unused_fields = &{1'b0, header[52:51]};

    assign head           = rx_valid && rx_head;
    assign goes_on        = busy && rx_valid && !rx_head && !closed;
    assign full           = goes_on && beats_come == 6'd32;
    assign last           = full || (goes_on && rx_tail);
    assign is_long        = full && !rx_tail;
    assign is_cut         = busy && !goes_on;
    assign stray          = rx_valid && !rx_head && !goes_on;
    assign first_stray    = stray && !skip && !is_cut;
    assign of_a_lost_head = first_stray || (stray && lost);
    assign headless       = of_a_lost_head && rx_tail;
    assign ends           = rx_last_q || (is_cut && !rx_head_q);
    assign starts         = rx_head_q && !(rx_head_q && is_cut);
    assign header         = rx_data_q[64:1];
    assign intact = {^(header[63:8] & 56'hbb94c66856a8e0), ^(header[63:8] & 56'h5dca63342b5470),
                     ^(header[63:8] & 56'h2ee5319a15aa38), ^(header[63:8] & 56'h177298cd0ad51c),
                     ^(header[63:8] & 56'h8bb94c66856a8e), ^(header[63:8] & 56'h45dca63342b547),
                     ^(header[63:8] & 56'h997a9571f7f243), ^(header[63:8] & 56'h77298cd0ad51c1)}
                 == header[7:0];
    assign own         = header[60:57] == node;
    assign given_addr  = !init_q[4] ? init_q[3:0] : given_node;
    assign given_data  = !init_q[4] ? 7'd0 : given_before + {2'd0, given_count};
    assign gone_addr   = !init_q[4] ? init_q[3:0] : gone_node;
    assign gone_data   = !init_q[4] ? 1'b0 : !gone_before;
    assign src_granted = src_given != src_came;
    assign src_free    = src_seen == src_gone;
    assign ours        = starts && intact && own;
    assign may_come    = header[50] ? src_free : src_granted;
    assign segment     = ours && !header[63] && may_come;
    assign came_addr   = !init_q[4] ? init_q[3:0] : header[56:53];
    assign came_data   = !init_q[4] ? 7'd0 : src_came + 7'd1;
    assign seen_addr   = !init_q[4] ? init_q[3:0] : header[56:53];
    assign seen_data   = !init_q[4] ? 1'b0 : !src_seen;
    assign refused     = ours && !header[63] && !may_come;
    assign error      = {err_unsolicited_q, err_not_granted_q, err_route_q, err_crc_q,
                         err_framing_q};
    assign good       = ours && (header[63] || may_come);
    assign seg_valid  = seg_valid_q;
    assign seg_src    = src_q;
    assign seg_path   = path_q;
    assign seg_seq    = seq_q;
    assign seg_unsol  = unsol_q;
    assign beat_valid = beat_valid_q;
    assign beat_data  = beat_data_q;
    assign ends_bad   = ends && (is_cut || rx_bad_q);
    assign beat_eop   = beat_eop_q;
    assign beat_tail  = beat_tail_q;
    assign beat_bad   = beat_bad_q;
    assign req_valid  = req_valid_q;
    assign req_node   = src_q;
    assign req_count  = req_count_q;
    assign gnt_valid  = gnt_valid_q;
    assign gnt_node   = src_q;
    assign gnt_count  = gnt_count_q;
    assign ack_valid  = ack_valid_q;
    assign ack_node   = src_q;
    assign err_crc    = err_crc_q;
    assign err_route  = err_route_q;

    always @(posedge clk) begin
        if (given_valid || !init_q[4]) given[given_addr] <= given_data;
    end

    assign given_before = given[given_node];

    assign src_given = given[header[56:53]];

    always @(posedge clk) begin
        if ((segment && !header[50]) || !init_q[4]) came[came_addr] <= came_data;
    end

    assign src_came = came[header[56:53]];

    always @(posedge clk) begin
        if ((segment && header[50]) || !init_q[4]) seen[seen_addr] <= seen_data;
    end

    assign src_seen = seen[header[56:53]];

    always @(posedge clk) begin
        if (gone_valid || !init_q[4]) gone[gone_addr] <= gone_data;
    end

    assign gone_before = gone[gone_node];

    assign src_gone = gone[header[56:53]];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [163:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (6) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[131:0], memory_fill};
        end
        {rx_bad_q, rx_data_q, src_q, path_q, seq_q, unsol_q, beat_data_q, beat_eop_q, beat_tail_q,
         beat_bad_q, req_count_q, gnt_count_q} = memory_bits;
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            given[memory_word] = memory_fill[31:25];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            came[memory_word] = memory_fill[31:25];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            seen[memory_word] = memory_fill[31];
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            gone[memory_word] = memory_fill[31];
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            busy <= 1'b0;
            closed <= 1'b0;
            skip <= 1'b0;
            lost <= 1'b0;
            rx_valid_q <= 1'b0;
            rx_head_q <= 1'b0;
            rx_last_q <= 1'b0;
            init_q <= 5'd0;
            err_crc_q <= 1'b0;
            err_route_q <= 1'b0;
            err_unsolicited_q <= 1'b0;
            err_not_granted_q <= 1'b0;
            err_framing_q <= 4'd0;
            within_q <= 1'b0;
            seg_valid_q <= 1'b0;
            beat_valid_q <= 1'b0;
        end else begin
            busy <= head || (goes_on && !last);
            closed <= head && rx_tail;
            skip <= head ? !head : (skip || stray || is_cut || is_long) && !headless;
            lost <= (of_a_lost_head && !rx_tail) || (lost && !rx_valid);
            rx_valid_q <= head || goes_on;
            rx_head_q <= head;
            rx_last_q <= last;
            if (!init_q[4]) init_q <= init_q + 5'd1;
            err_crc_q <= starts && !intact;
            err_route_q <= starts && intact && !own;
            err_unsolicited_q <= refused && header[50];
            err_not_granted_q <= refused && !header[50];
            err_framing_q <= {goes_on & rx_tail & rx_bad, is_long, is_cut, first_stray};
            if (starts) within_q <= segment;
            seg_valid_q <= segment;
            beat_valid_q <= rx_valid_q && !rx_head_q && within_q;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            beats_come <= 6'd0;
        end else if (head) begin
            beats_come <= 6'd1;
        end else if (goes_on) begin
            beats_come <= beats_come + 6'd1;
        end
    end

    always @(posedge clk) begin
        rx_bad_q <= is_long || rx_bad;
        rx_data_q <= rx_data;
        src_q <= header[56:53];
        path_q <= header[62:61];
        seq_q <= header[48:35];
        unsol_q <= header[50];
        beat_data_q <= rx_data_q[64:1];
        beat_eop_q <= rx_data_q[0] || ends_bad;
        beat_tail_q <= ends;
        beat_bad_q <= ends_bad;
        req_count_q <= header[34:30];
        gnt_count_q <= header[29:25];
    end

    always @(posedge clk) begin
        if (rst) begin
            req_valid_q <= 1'b0;
            gnt_valid_q <= 1'b0;
            ack_valid_q <= 1'b0;
        end else begin
            req_valid_q <= good && header[34:30] != 5'd0;
            gnt_valid_q <= good && header[29:25] != 5'd0;
            ack_valid_q <= good && header[49];
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
            if (rx_last_q && (!rx_valid_q || rx_head_q)) begin
                $display("RTLGEN_ASSERT %m last_is_a_beat fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no grant before the tables are initialised
            if ((given_valid || gone_valid) && !init_q[4]) begin
                $display("RTLGEN_ASSERT %m ready_before_given fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no word before the tables are initialised
            if (starts && !init_q[4]) begin
                $display("RTLGEN_ASSERT %m ready_before_header fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_reqgrant_beat_parser
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            cut_by_a_head: cover (is_cut && head);
            cut_by_a_gap: cover (is_cut && !rx_valid);
            last_is_a_beat: assert (!rx_last_q || (rx_valid_q && !rx_head_q));
            // no grant before the tables are initialised
            ready_before_given: `RTLGEN_CONTRACT (!(given_valid || gone_valid) || init_q[4]);
            // no word before the tables are initialised
            ready_before_header: `RTLGEN_CONTRACT (!starts || init_q[4]);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
