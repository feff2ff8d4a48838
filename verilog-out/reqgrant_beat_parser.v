// SPDX-License-Identifier: Apache-2.0
// reqgrant_beat_parser: takes messages from the fabric apart and checks their headers
//
// nodes = 16, paths = 4, g = 16, oob = 0, repair = 0
`default_nettype none

module reqgrant_beat_parser (
    input  wire        clk,         // rising edge
    input  wire        rst,         // synchronous, active high
    input  wire [3:0]  node,        // number of this adapter; never changes

    // from the last switch
    input  wire        rx_valid,    // a beat comes
    input  wire        rx_head,     // it is the first of a segment: the header, with the route on
                                    // top. Unknown while not valid
    input  wire        rx_tail,     // it is the last of a segment. Unknown while not valid
    input  wire        rx_bad,      // with the last beat: the segment was damaged on its way, and
                                    // is not to be used. Unknown while not valid
    input  wire [64:0] rx_data,     // the beat; in cell mode header and tag. Unknown while not
                                    // valid

    // headers of segments, two cycles after rx; registered
    output wire        seg_valid,   // a segment begins
    output wire [3:0]  seg_src,     // adapter that it comes from; all fields unknown while not
                                    // valid
    output wire [1:0]  seg_path,    // path that it takes
    output wire [13:0] seg_seq,     // position in its flow
    output wire        seg_unsol,   // sent without a grant

    // their payload; registered
    output wire        beat_valid,  // a beat
    output wire [63:0] beat_data,   // the beat; all fields unknown while not valid
    output wire        beat_eop,    // last beat of a packet
    output wire        beat_tail,   // last beat of the segment

    // requests for the own arbiter; registered
    output wire        req_valid,   // there is one
    output wire [3:0]  req_node,    // adapter at the other end; unknown while not valid
    output wire [4:0]  req_count,   // segments; unknown while not valid

    // grants for own flows; registered
    output wire        gnt_valid,   // there is one
    output wire [3:0]  gnt_node,    // adapter at the other end; unknown while not valid
    output wire [4:0]  gnt_count,   // segments; unknown while not valid

    // acknowledgements of own unsolicited segments; registered
    output wire        ack_valid,   // it happens
    output wire [3:0]  ack_node,    // adapter at the other end; unknown while not valid

    output wire        err_crc,     // a message with a wrong CRC was discarded; registered
    output wire        err_route    // a message for another adapter was discarded; registered
);

    reg        word_valid_q;
    reg        word_head_q;
    reg        word_tail_q;
    reg [64:0] word_q;
    reg [3:0]  src_q;
    reg        err_crc_q;
    reg        err_route_q;
    reg        within_q;
    reg        seg_valid_q;
    reg [1:0]  path_q;
    reg [13:0] seq_q;
    reg        unsol_q;
    reg        beat_valid_q;
    reg [63:0] beat_data_q;
    reg        beat_eop_q;
    reg        beat_tail_q;
    reg        req_valid_q;
    reg [4:0]  req_count_q;
    reg        gnt_valid_q;
    reg [4:0]  gnt_count_q;
    reg        ack_valid_q;

    wire        starts;
    wire [63:0] header;
    wire        intact;
    wire        own;
    wire        good;
    wire        segment;

    wire unused_audit = &{1'b0, header[24]};
    wire unused_fields = &{1'b0, header[52:51], rx_bad};

    assign starts = word_valid_q && word_head_q;
    assign header = word_q[64:1];
    assign intact = {^(header[63:8] & 56'hbb94c66856a8e0), ^(header[63:8] & 56'h5dca63342b5470),
                     ^(header[63:8] & 56'h2ee5319a15aa38), ^(header[63:8] & 56'h177298cd0ad51c),
                     ^(header[63:8] & 56'h8bb94c66856a8e), ^(header[63:8] & 56'h45dca63342b547),
                     ^(header[63:8] & 56'h997a9571f7f243), ^(header[63:8] & 56'h77298cd0ad51c1)}
                 == header[7:0];
    assign own        = header[60:57] == node;
    assign good       = starts && intact && own;
    assign segment    = good && !header[63];
    assign seg_valid  = seg_valid_q;
    assign seg_src    = src_q;
    assign seg_path   = path_q;
    assign seg_seq    = seq_q;
    assign seg_unsol  = unsol_q;
    assign beat_valid = beat_valid_q;
    assign beat_data  = beat_data_q;
    assign beat_eop   = beat_eop_q;
    assign beat_tail  = beat_tail_q;
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

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        word_head_q = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        word_tail_q = memory_fill[31];
        repeat (3) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            word_q = {word_q[32:0], memory_fill};
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        src_q = memory_fill[31:28];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        path_q = memory_fill[31:30];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        seq_q = memory_fill[31:18];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        unsol_q = memory_fill[31];
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            beat_data_q = {beat_data_q[31:0], memory_fill};
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        beat_eop_q = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        beat_tail_q = memory_fill[31];
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
            word_valid_q <= rx_valid;
        end
    end

    always @(posedge clk) begin
        word_head_q <= rx_head;
    end

    always @(posedge clk) begin
        word_tail_q <= rx_tail;
    end

    always @(posedge clk) begin
        word_q <= rx_data;
    end

    always @(posedge clk) begin
        src_q <= header[56:53];
    end

    always @(posedge clk) begin
        if (rst) begin
            err_crc_q <= 1'b0;
        end else begin
            err_crc_q <= starts && !intact;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            err_route_q <= 1'b0;
        end else begin
            err_route_q <= starts && intact && !own;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            within_q <= 1'b0;
        end else if (starts) begin
            within_q <= segment;
        end
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
        unsol_q <= header[50];
    end

    always @(posedge clk) begin
        if (rst) begin
            beat_valid_q <= 1'b0;
        end else begin
            beat_valid_q <= word_valid_q && !word_head_q && within_q;
        end
    end

    always @(posedge clk) begin
        beat_data_q <= word_q[64:1];
    end

    always @(posedge clk) begin
        beat_eop_q <= word_q[0];
    end

    always @(posedge clk) begin
        beat_tail_q <= word_tail_q;
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

endmodule

`default_nettype wire
