// SPDX-License-Identifier: Apache-2.0
// reqgrant_parser: takes words from the fabric apart and checks their headers
//
// nodes = 16, paths = 4, g = 16, b_reasm = 64, oob = 0, repair = 0
`default_nettype none

module reqgrant_parser (
    input  wire        clk,          // rising edge
    input  wire        rst,          // synchronous, active high
    input  wire [3:0]  node,         // number of this adapter; never changes

    // from the last switch
    input  wire        rx_valid,     // a beat comes
    input  wire        rx_head,      // it is the first of a segment: the header, with the route on
                                     // top. Unknown while not valid
    input  wire        rx_tail,      // it is the last of a segment. Unknown while not valid
    input  wire [95:0] rx_data,      // the beat; in cell mode header and tag. Unknown while not
                                     // valid

    // segments, two cycles after rx; registered
    output wire        seg_valid,    // a segment
    output wire [3:0]  seg_src,      // adapter that it comes from; all fields unknown while not
                                     // valid
    output wire [1:0]  seg_path,     // path that it has taken
    output wire [6:0]  seg_gap,      // segments of its flow that got lost on its path, right before
                                     // it
    output wire        seg_unsol,    // sent without a grant
    output wire [31:0] seg_tag,      // payload

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

    output wire        err_crc,      // a word with a wrong CRC was discarded; registered
    output wire        err_route,    // a word for another adapter was discarded; registered
    output wire [7:0]  error,        // pulses, registers: no_head, cut, long, marked, a cycle after
                                     // rx, crc, route, not_granted, unsolicited, two cycles after
                                     // it, from bit 0 on
    output wire        err_sequence  // four cycles after rx: the segment was not the next one of
                                     // its flow on its path; a register
);

    reg        word_valid_q;       // a word with head and tail has come
    reg [95:0] word_q;             // rx_data, one cycle later
    reg        seg_valid_q;        // a segment
    reg [6:0]  init_q;             // table addresses initialised since reset
    reg [11:0] ahead_refused_q;    // segments lost before it if the word before is refused
    reg [11:0] ahead_passed_q;     // segments lost before it if the word before passes
    reg        ahead_same_q;       // the word before has the same flow and path
    reg [6:0]  due_refused_q;      // granted segments to come if the word before is refused
    reg [6:0]  due_passed_q;       // granted segments to come if the word before passes
    reg        due_same_q;         // the word before has the same source
    reg        odd_q;              // a segment was not the next one on its path
    reg        odd_before_q;       // odd_q, one cycle later
    reg        err_sequence_q;     // odd_before_q, one cycle later
    reg        err_crc_q;          // a word with a wrong CRC was discarded; registered
    reg        err_route_q;        // a word for another adapter was discarded; registered
    reg        err_unsolicited_q;  // an unsolicited segment came while another is here
    reg        err_not_granted_q;  // a segment came that was not granted
    reg [3:0]  err_framing_q;      // errors from bit 0: no_head, cut, long, marked
    reg [3:0]  src_q;              // adapter that it comes from; all fields unknown while not valid
    reg [1:0]  path_q;             // path that it has taken
    reg [6:0]  gap_q;              // segments of its flow that got lost on its path, right before
                                   // it
    reg        unsol_q;            // sent without a grant
    reg [31:0] tag_q;              // payload
    reg        req_valid_q;        // there is one
    reg [4:0]  req_count_q;        // segments; unknown while not valid
    reg        gnt_valid_q;        // there is one
    reg [4:0]  gnt_count_q;        // segments; unknown while not valid
    reg        ack_valid_q;        // it happens

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [6:0]  given [0:15];  // segments granted, modulo, by adapter
    wire [6:0]  given_before;
    wire [6:0]  src_given;
    wire [6:0]  pins_given;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [6:0]  came [0:15];   // granted segments come or known lost, modulo, by adapter
    wire [6:0]  src_came;
    wire [6:0]  pins_came;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg         seen [0:15];   // unsolicited segments come, modulo 2, by adapter
    wire        src_seen;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg         gone [0:15];   // unsolicited segments that left, modulo 2, by adapter
    wire        gone_before;
    wire        src_gone;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [11:0] next [0:63];   // next segment's number, upper bits, by path and flow
    wire [11:0] pins_next;

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
    wire [5:0]  flow_and_path;
    wire [5:0]  pins_flow_and_path;
    wire [11:0] ahead;
    wire        some_lost;
    wire [1:0]  path_of_seq;
    wire [6:0]  pins_due;
    wire [6:0]  due;
    wire        room;
    wire        number_right;
    wire        may_and_right;
    wire        segment;
    wire [5:0]  next_addr;
    wire [11:0] next_data;
    wire [3:0]  came_addr;
    wire [6:0]  came_data;
    wire [3:0]  seen_addr;
    wire        seen_data;
    wire        refused;
    wire        good;

    wire unused_audit = &{1'b0, header[24]};
    wire unused_fields = &{1'b0, header[52:51]};

    assign header = word_q[95:32];
    assign intact = {^(header[63:8] & 56'hbb94c66856a8e0), ^(header[63:8] & 56'h5dca63342b5470),
                     ^(header[63:8] & 56'h2ee5319a15aa38), ^(header[63:8] & 56'h177298cd0ad51c),
                     ^(header[63:8] & 56'h8bb94c66856a8e), ^(header[63:8] & 56'h45dca63342b547),
                     ^(header[63:8] & 56'h997a9571f7f243), ^(header[63:8] & 56'h77298cd0ad51c1)}
                 == header[7:0];
    assign own                = header[60:57] == node;
    assign given_addr         = !init_q[6] ? init_q[3:0] : given_node;
    assign given_data         = !init_q[6] ? 7'd0 : given_before + {2'd0, given_count};
    assign gone_addr          = !init_q[6] ? init_q[3:0] : gone_node;
    assign gone_data          = !init_q[6] ? 1'b0 : !gone_before;
    assign src_granted        = src_given != src_came;
    assign src_free           = src_seen == src_gone;
    assign ours               = word_valid_q && intact && own;
    assign may_come           = header[50] ? src_free : src_granted;
    assign flow_and_path      = {header[62:61], header[56:53]};
    assign pins_flow_and_path = {rx_data[94:93], rx_data[88:85]};
    assign ahead              = (ahead_same_q && seg_valid_q) ? ahead_passed_q : ahead_refused_q;
    assign some_lost          = |ahead;
    assign path_of_seq        = header[36:35] + header[54:53] + node[1:0];
    assign pins_due           = pins_given - pins_came;
    assign due                = (due_same_q && seg_valid_q) ? due_passed_q : due_refused_q;
    assign room               = {due, 1'b1} > {ahead[6:0], ~header[50]} && !(|ahead[11:7]);
    assign number_right  = path_of_seq == header[62:61] && (!some_lost || (room && !ahead[11]));
    assign may_and_right = may_come && number_right;
    assign segment       = ours && !header[63] && may_and_right;
    assign next_addr     = !init_q[6] ? init_q[5:0] : flow_and_path;
    assign next_data     = !init_q[6] ? 12'd0 : header[48:37] + 12'd1;
    assign came_addr     = !init_q[6] ? init_q[3:0] : header[56:53];
    assign came_data     = !init_q[6] ? 7'd0 : src_came + ahead[6:0] + {6'd0, ~header[50]};
    assign seen_addr     = !init_q[6] ? init_q[3:0] : header[56:53];
    assign seen_data     = !init_q[6] ? 1'b0 : !src_seen;
    assign refused       = ours && !header[63] && !may_come;
    assign error        = {err_unsolicited_q, err_not_granted_q, err_route_q, err_crc_q,
                           err_framing_q};
    assign good         = ours && (header[63] || may_and_right);
    assign err_sequence = err_sequence_q;
    assign seg_valid    = seg_valid_q;
    assign seg_src      = src_q;
    assign seg_path     = path_q;
    assign seg_gap      = gap_q;
    assign seg_unsol    = unsol_q;
    assign seg_tag      = tag_q;
    assign req_valid    = req_valid_q;
    assign req_node     = src_q;
    assign req_count    = req_count_q;
    assign gnt_valid    = gnt_valid_q;
    assign gnt_node     = src_q;
    assign gnt_count    = gnt_count_q;
    assign ack_valid    = ack_valid_q;
    assign ack_node     = src_q;
    assign err_crc      = err_crc_q;
    assign err_route    = err_route_q;

    always @(posedge clk) begin
        if (given_valid || !init_q[6]) given[given_addr] <= given_data;
    end

    assign given_before = given[given_node];

    assign src_given = given[header[56:53]];

    assign pins_given = given[rx_data[88:85]];

    always @(posedge clk) begin
        if ((segment && (!header[50] || some_lost)) || !init_q[6]) came[came_addr] <= came_data;
    end

    assign src_came = came[header[56:53]];

    assign pins_came = came[rx_data[88:85]];

    always @(posedge clk) begin
        if ((segment && header[50]) || !init_q[6]) seen[seen_addr] <= seen_data;
    end

    assign src_seen = seen[header[56:53]];

    always @(posedge clk) begin
        if (gone_valid || !init_q[6]) gone[gone_addr] <= gone_data;
    end

    assign gone_before = gone[gone_node];

    assign src_gone = gone[header[56:53]];

    always @(posedge clk) begin
        if (segment || !init_q[6]) next[next_addr] <= next_data;
    end

    assign pins_next = next[pins_flow_and_path];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [191:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (6) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[159:0], memory_fill};
        end
        {word_q, ahead_refused_q, ahead_passed_q, ahead_same_q, due_refused_q, due_passed_q,
         due_same_q, src_q, path_q, gap_q, unsol_q, tag_q, req_count_q, gnt_count_q} = memory_bits;
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
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            next[memory_word] = memory_fill[31:20];
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            word_valid_q <= 1'b0;
            seg_valid_q <= 1'b0;
            init_q <= 7'd0;
            odd_q <= 1'b0;
            odd_before_q <= 1'b0;
            err_sequence_q <= 1'b0;
            err_crc_q <= 1'b0;
            err_route_q <= 1'b0;
            err_unsolicited_q <= 1'b0;
            err_not_granted_q <= 1'b0;
            err_framing_q <= 4'd0;
            req_valid_q <= 1'b0;
            gnt_valid_q <= 1'b0;
            ack_valid_q <= 1'b0;
        end else begin
            word_valid_q <= rx_valid && rx_head && rx_tail;
            seg_valid_q <= segment;
            if (!init_q[6]) init_q <= init_q + 7'd1;
            odd_q <= ours && !header[63] && may_come && (!number_right || some_lost);
            odd_before_q <= odd_q;
            err_sequence_q <= odd_before_q;
            err_crc_q <= word_valid_q && !intact;
            err_route_q <= word_valid_q && intact && !own;
            err_unsolicited_q <= refused && header[50];
            err_not_granted_q <= refused && !header[50];
            err_framing_q <= {1'b0, rx_valid & rx_head & ~rx_tail, 1'b0, rx_valid & ~rx_head};
            req_valid_q <= good && header[34:30] != 5'd0;
            gnt_valid_q <= good && header[29:25] != 5'd0;
            ack_valid_q <= good && header[49];
        end
    end

    always @(posedge clk) begin
        word_q <= rx_data;
        ahead_refused_q <= rx_data[80:69] - pins_next;
        ahead_passed_q <= rx_data[80:69] - header[48:37] - 12'd1;
        ahead_same_q <= flow_and_path == pins_flow_and_path;
        due_refused_q <= pins_due;
        due_passed_q <= pins_due - (ahead[6:0] + {6'd0, ~header[50]});
        due_same_q <= header[56:53] == rx_data[88:85];
        src_q <= header[56:53];
        path_q <= header[62:61];
        gap_q <= ahead[6:0];
        unsol_q <= header[50];
        tag_q <= word_q[31:0];
        req_count_q <= header[34:30];
        gnt_count_q <= header[29:25];
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
            // no grant before the tables are initialised
            if ((given_valid || gone_valid) && !init_q[6]) begin
                $display("RTLGEN_ASSERT %m ready_before_given fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no word before the tables are initialised
            if (word_valid_q && !init_q[6]) begin
                $display("RTLGEN_ASSERT %m ready_before_header fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a segment is one word
            if (rx_valid && (!rx_head || !rx_tail)) begin
                $display("RTLGEN_ASSERT %m whole_segments fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_reqgrant_parser
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // no grant before the tables are initialised
            ready_before_given: `RTLGEN_CONTRACT (!(given_valid || gone_valid) || init_q[6]);
            // no word before the tables are initialised
            ready_before_header: `RTLGEN_CONTRACT (!word_valid_q || init_q[6]);
            // a segment is one word
            whole_segments: `RTLGEN_CONTRACT (!rx_valid || (rx_head && rx_tail));
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
