// SPDX-License-Identifier: Apache-2.0
// adaptive_transmitter: sending side of a port: PAUSE, notifications, frames
//
// hosts = 6, ports = 6, slots = 100, cns = 16
`default_nettype none

module adaptive_transmitter (
    input  wire         clk,          // rising edge
    input  wire         rst,          // synchronous, active high

    // PAUSE frames to send
    input  wire         pause_valid,  // a PAUSE frame is offered
    input  wire [127:0] pause_data,   // its beat
    output wire         pause_ready,  // it is taken; combinational

    input  wire         paused,       // the neighbour does not take frames

    // notifications to send
    input  wire         cn_valid,     // a notification is to leave by this port
    input  wire [127:0] cn_word,      // its beat

    output wire         want,         // the next frame is wanted, a register
    input  wire         fetched,      // it comes

    // with fetched
    input  wire [127:0] frame_word,   // first beat
    input  wire [7:0]   frame_beats,  // beats less one
    input  wire [9:0]   frame_slot,   // its slot

    // a frame has left, registers until taken
    output wire         done_valid,   // a frame has left
    output wire [9:0]   done_slot,    // its slot; unknown while not valid
    output wire [13:0]  done_length,  // its bytes; unknown while not valid

    input  wire         taken,        // done is taken

    // to the link, registers
    output wire         tx_valid,     // a beat comes
    output wire         tx_head,      // it is the first of a frame
    output wire         tx_tail,      // it is the last
    output wire [127:0] tx_data,      // the beat

    output wire         overrun       // pulse: a notification came while cns of them waited
);

    reg         overrun_q;      // pulse: a notification came while cns of them waited
    reg         next_q;         // the next frame was fetched
    reg [127:0] next_word;      // first beat of the next frame
    reg [7:0]   next_beats;     // beats behind the first one of the next frame
    reg [9:0]   next_slot;      // slot of the next frame
    reg [7:0]   beats_left;     // beats of the frame still to be sent
    reg         sending;        // a frame is being sent
    reg         done_q;         // a frame has left
    reg [9:0]   done_slot_q;    // its slot; unknown while not valid
    reg [13:0]  done_length_q;  // its bytes; unknown while not valid
    reg         tx_valid_q;     // a beat comes
    reg         tx_head_q;      // starts, one cycle later
    reg         tx_tail_q;      // it is the last
    reg [127:0] tx_data_q;      // the beat

    wire         free;
    wire         sends_pause;
    wire         sends_cn;
    wire         sends_frame;
    wire         one_beat;
    wire         last_beat;
    wire         starts;
    wire [127:0] first_beat;
    wire [127:0] cn_queue_rdata;
    wire         cn_queue_full;
    wire         cn_queue_empty;
    wire [4:0]   cn_queue_count;

    wire [13:0] next_word_length = next_word[98:85];  // bytes with FCS, without preamble and gap

    wire unused_cn_count = &{1'b0, cn_queue_count};

    fifo_width128 cn_queue (
        .clk   (clk),
        .rst   (rst),
        .push  (cn_valid),
        .wdata (cn_word),
        .pop   (sends_cn),
        .rdata (cn_queue_rdata),
        .full  (cn_queue_full),
        .empty (cn_queue_empty),
        .count (cn_queue_count)
    );

    assign overrun     = overrun_q;
    assign free        = !sending;
    assign sends_pause = free && pause_valid;
    assign sends_cn    = free && !pause_valid && !cn_queue_empty;
    assign sends_frame = free
                      && !pause_valid
                      && cn_queue_empty
                      && next_q
                      && !paused
                      && (!done_q || taken);
    assign pause_ready = sends_pause;
    assign one_beat    = next_beats == 8'd0;
    assign last_beat   = sending && beats_left == 8'd1;
    assign want        = !next_q;
    assign done_valid  = done_q;
    assign done_slot   = done_slot_q;
    assign done_length = done_length_q;
    assign starts      = sends_pause || sends_cn || sends_frame;
    assign tx_valid    = tx_valid_q;
    assign tx_head     = tx_head_q;
    assign tx_tail     = tx_tail_q;
    assign first_beat  = sends_pause ? pause_data : sends_cn ? cn_queue_rdata : next_word;
    assign tx_data     = tx_data_q;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [305:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (10) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[273:0], memory_fill};
        end
        {next_word, next_beats, next_slot, beats_left, done_slot_q, done_length_q,
         tx_data_q} = memory_bits;
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            overrun_q <= 1'b0;
            tx_valid_q <= 1'b0;
            tx_head_q <= 1'b0;
            tx_tail_q <= 1'b0;
        end else begin
            overrun_q <= cn_valid && cn_queue_full;
            tx_valid_q <= starts || sending;
            tx_head_q <= starts;
            tx_tail_q <= sends_pause || sends_cn || (sends_frame && one_beat) || last_beat;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            next_q <= 1'b0;
        end else if (fetched) begin
            next_q <= 1'b1;
        end else if (sends_frame) begin
            next_q <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (fetched) begin
            next_word <= frame_word;
            next_beats <= frame_beats;
            next_slot <= frame_slot;
        end
    end

    always @(posedge clk) begin
        if (sends_frame) begin
            beats_left <= next_beats;
            done_slot_q <= next_slot;
            done_length_q <= next_word_length;
        end else if (sending) begin
            beats_left <= beats_left - 8'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            sending <= 1'b0;
        end else if (sends_frame) begin
            sending <= !one_beat;
        end else if (sending) begin
            if (last_beat) sending <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            done_q <= 1'b0;
        end else if ((sends_frame && one_beat) || last_beat) begin
            done_q <= 1'b1;
        end else if (taken) begin
            done_q <= 1'b0;
        end
    end

    always @(posedge clk) begin
        tx_data_q <= starts ? first_beat : 128'd0;
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
            // a frame comes where one is wanted
            if (fetched && next_q) begin
                $display("RTLGEN_ASSERT %m fetched_if_wanted fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (taken && !done_q) begin
                $display("RTLGEN_ASSERT %m taken_if_done fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_adaptive_transmitter
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a frame comes where one is wanted
            fetched_if_wanted: `RTLGEN_CONTRACT (!fetched || !next_q);
            taken_if_done: `RTLGEN_CONTRACT (!taken || done_q);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
