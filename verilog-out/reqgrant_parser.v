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
    output wire [13:0] seg_seq,      // position in its flow
    output wire        seg_last,     // last of its packet
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
    output wire [7:0]  error         // pulses, registers: no_head, cut, long, marked, a cycle after
                                     // rx, crc, route, not_granted, unsolicited, two cycles after
                                     // it, from bit 0 on
);

    reg        word_valid_q;
    reg [95:0] word_q;
    reg [4:0]  init_q;
    reg        err_crc_q;
    reg        err_route_q;
    reg        err_unsolicited_q;
    reg        err_not_granted_q;
    reg [3:0]  err_framing_q;
    reg [3:0]  src_q;
    reg        seg_valid_q;
    reg [1:0]  path_q;
    reg [13:0] seq_q;
    reg        last_q;
    reg        unsol_q;
    reg [31:0] tag_q;
    reg        req_valid_q;
    reg [4:0]  req_count_q;
    reg        gnt_valid_q;
    reg [4:0]  gnt_count_q;
    reg        ack_valid_q;

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [6:0] given [0:15];
    wire [6:0] given_before;
    wire [6:0] src_given;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [6:0] came [0:15];
    wire [6:0] src_came;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg        seen [0:15];
    wire       src_seen;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg        gone [0:15];
    wire       gone_before;
    wire       src_gone;

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

    wire unused_audit = &{1'b0, header[24]};
    wire unused_fields = &{1'b0, header[52]};

    assign header = word_q[95:32];
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
    assign ours        = word_valid_q && intact && own;
    assign may_come    = header[50] ? src_free : src_granted;
    assign segment     = ours && !header[63] && may_come;
    assign came_addr   = !init_q[4] ? init_q[3:0] : header[56:53];
    assign came_data   = !init_q[4] ? 7'd0 : src_came + 7'd1;
    assign seen_addr   = !init_q[4] ? init_q[3:0] : header[56:53];
    assign seen_data   = !init_q[4] ? 1'b0 : !src_seen;
    assign refused     = ours && !header[63] && !may_come;
    assign error     = {err_unsolicited_q, err_not_granted_q, err_route_q, err_crc_q,
                        err_framing_q};
    assign good      = ours && (header[63] || may_come);
    assign seg_valid = seg_valid_q;
    assign seg_src   = src_q;
    assign seg_path  = path_q;
    assign seg_seq   = seq_q;
    assign seg_last  = last_q;
    assign seg_unsol = unsol_q;
    assign seg_tag   = tag_q;
    assign req_valid = req_valid_q;
    assign req_node  = src_q;
    assign req_count = req_count_q;
    assign gnt_valid = gnt_valid_q;
    assign gnt_node  = src_q;
    assign gnt_count = gnt_count_q;
    assign ack_valid = ack_valid_q;
    assign ack_node  = src_q;
    assign err_crc   = err_crc_q;
    assign err_route = err_route_q;

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
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
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
        repeat (3) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            word_q = {word_q[63:0], memory_fill};
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        src_q = memory_fill[31:28];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        path_q = memory_fill[31:30];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        seq_q = memory_fill[31:18];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        last_q = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        unsol_q = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        tag_q = memory_fill;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        req_count_q = memory_fill[31:27];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        gnt_count_q = memory_fill[31:27];
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            word_valid_q <= 1'b0;
        end else begin
            word_valid_q <= rx_valid && rx_head && rx_tail;
        end
    end

    always @(posedge clk) begin
        word_q <= rx_data;
    end

    always @(posedge clk) begin
        if (rst) begin
            init_q <= 5'd0;
        end else if (!init_q[4]) begin
            init_q <= init_q + 5'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            err_crc_q <= 1'b0;
        end else begin
            err_crc_q <= word_valid_q && !intact;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            err_route_q <= 1'b0;
        end else begin
            err_route_q <= word_valid_q && intact && !own;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            err_unsolicited_q <= 1'b0;
        end else begin
            err_unsolicited_q <= refused && header[50];
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            err_not_granted_q <= 1'b0;
        end else begin
            err_not_granted_q <= refused && !header[50];
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            err_framing_q <= 4'd0;
        end else begin
            err_framing_q <= {1'b0, rx_valid & rx_head & ~rx_tail, 1'b0, rx_valid & ~rx_head};
        end
    end

    always @(posedge clk) begin
        src_q <= header[56:53];
    end

    always @(posedge clk) begin
        if (rst) begin
            seg_valid_q <= 1'b0;
        end else begin
            seg_valid_q <= segment;
        end
    end

    always @(posedge clk) begin
        path_q <= header[62:61];
    end

    always @(posedge clk) begin
        seq_q <= header[48:35];
    end

    always @(posedge clk) begin
        last_q <= header[51];
    end

    always @(posedge clk) begin
        unsol_q <= header[50];
    end

    always @(posedge clk) begin
        tag_q <= word_q[31:0];
    end

    always @(posedge clk) begin
        if (rst) begin
            req_valid_q <= 1'b0;
        end else begin
            req_valid_q <= good && header[34:30] != 5'd0;
        end
    end

    always @(posedge clk) begin
        req_count_q <= header[34:30];
    end

    always @(posedge clk) begin
        if (rst) begin
            gnt_valid_q <= 1'b0;
        end else begin
            gnt_valid_q <= good && header[29:25] != 5'd0;
        end
    end

    always @(posedge clk) begin
        gnt_count_q <= header[29:25];
    end

    always @(posedge clk) begin
        if (rst) begin
            ack_valid_q <= 1'b0;
        end else begin
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
            // no grant before the tables are initialised
            if ((given_valid || gone_valid) && !init_q[4]) begin
                $display("RTLGEN_ASSERT %m ready_before_given fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // no word before the tables are initialised
            if (word_valid_q && !init_q[4]) begin
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
            ready_before_given: `RTLGEN_CONTRACT (!(given_valid || gone_valid) || init_q[4]);
            // no word before the tables are initialised
            ready_before_header: `RTLGEN_CONTRACT (!word_valid_q || init_q[4]);
            // a segment is one word
            whole_segments: `RTLGEN_CONTRACT (!rx_valid || (rx_head && rx_tail));
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
