// SPDX-License-Identifier: Apache-2.0
// traffic_framer: sends a packet: header, time stamps, check words  link_latency = 2
`default_nettype none

module traffic_framer (
    input  wire        clk,       // rising edge
    input  wire        rst,       // synchronous, active high
    input  wire        start,     // the packet's fields are taken; only while ready
    input  wire [31:0] now,       // time, for the stamp of the packet's departure
    input  wire [30:0] turnpool,  // turns of the packet
    input  wire [7:0]  src,       // its source
    input  wire [7:0]  dst,       // its destination
    input  wire [11:0] seq,       // its number among the packets from source to destination
    input  wire [7:0]  tag,       // its tag
    input  wire [31:0] made,      // when it was made
    output wire        ready,     // nothing is sent, or the last beat; a function of registers

    // link pins; all 0 while not tx_valid
    output wire        tx_valid,  // a beat comes
    output wire        tx_sop,    // it is the first of a packet: {turnpool, tptr, src, seq, tag}
    output wire        tx_eop,    // it is the last
    output wire        tx_bad,    // with eop: the packet was damaged on its way, and is not to be
                                  // used
    output wire [63:0] tx_data    // the beat
);

    reg [3:0]  beats_left;  // beats of the packet still to be sent
    reg [30:0] turnpool_q;  // turns of the packet
    reg [7:0]  src_q;       // source of the packet
    reg [7:0]  dst_q;       // destination of the packet
    reg [11:0] seq_q;       // sequence number of the packet
    reg [7:0]  tag_q;       // tag of the packet
    reg [31:0] made_q;      // cycle in which the packet was made
    reg [31:0] sent;        // cycle in which beat 0 enters the link

    wire        first;
    wire [2:0]  beat;
    wire [31:0] check;
    reg  [63:0] word;
    wire        sending;
    wire [67:0] link_q;

    link_delay_width68_data64 link (
        .clk (clk),
        .rst (rst),
        .d   (sending ? {sending, first, beats_left == 4'd1, 1'b0, word} : 68'd0),
        .q   (link_q)
    );

    assign first    = beats_left == 4'd8;
    assign beat     = 3'd0 - beats_left[2:0];
    assign check    = {1'b0, beat, src_q, dst_q, seq_q} ^ made_q;
    assign sending  = beats_left != 4'd0;
    assign tx_valid = link_q[67];
    assign tx_sop   = link_q[66];
    assign tx_eop   = link_q[65];
    assign tx_bad   = link_q[64];
    assign tx_data  = link_q[63:0];
    assign ready    = beats_left <= 4'd1;

    always @* begin
        case (beat)
            3'd0: word = {turnpool_q, 5'd30, src_q, seq_q, tag_q};
            3'd1: word = {dst_q, 24'd0, made_q};
            3'd2: word = {32'd0, sent};
            default: word = {check, ~check};
        endcase
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [130:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (5) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[98:0], memory_fill};
        end
        {turnpool_q, src_q, dst_q, seq_q, tag_q, made_q, sent} = memory_bits;
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            beats_left <= 4'd0;
        end else if (start) begin
            beats_left <= 4'd8;
        end else if (beats_left != 4'd0) begin
            beats_left <= beats_left - 4'd1;
        end
    end

    always @(posedge clk) begin
        if (start) begin
            turnpool_q <= turnpool;
            src_q <= src;
            dst_q <= dst;
            seq_q <= seq;
            tag_q <= tag;
            made_q <= made;
        end
    end

    always @(posedge clk) begin
        if (first) sent <= now;
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
            if (start && beats_left > 4'd1) begin
                $display("RTLGEN_ASSERT %m starts_when_ready fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_traffic_framer
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            starts_when_ready: `RTLGEN_CONTRACT (!start || beats_left <= 4'd1);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
