// SPDX-License-Identifier: Apache-2.0
// adaptive_receiver: receiving side of a port: whole frames, notifications first
//
// hosts = 6, cns = 16
`default_nettype none

module adaptive_receiver (
    input  wire         clk,          // rising edge
    input  wire         rst,          // synchronous, active high

    // from the link
    input  wire         rx_valid,     // a beat comes
    input  wire         rx_head,      // it is the first of a frame
    input  wire         rx_tail,      // it is the last
    input  wire [127:0] rx_data,      // the beat

    // a whole frame, registers
    output wire         offer_valid,  // a frame or notification is there
    output wire         offer_cn,     // it is a notification
    output wire [127:0] offer_word,   // its first beat; unknown while not valid
    output wire [7:0]   offer_beats,  // its beats less one; unknown while not valid

    input  wire         taken,        // the offer is taken
    output wire         lost,         // pulse: a frame came while its predecessor waited, or a
                                      // notification while cns of them waited
    output wire [7:0]   error         // pulses, registers: no_head, cut, long, no_route, no_source,
                                      // bad_length, no_kind, no_room from bit 0 on
);

    reg [127:0] first_beat;     // first beat of the frame that comes
    reg [7:0]   beats;          // beats behind the first one so far
    reg         waits;          // a frame waits to be taken
    reg [127:0] frame_q;        // first beat of the frame that waits
    reg [7:0]   frame_beats_q;  // beats behind the first one of the frame that waits
    reg         cn_there;       // it is a notification
    reg         offered;        // a frame or notification is there
    reg         lost_q;         // pulse: a frame came while its predecessor waited, or a
                                // notification while cns of them waited

    wire         takes_frame;
    wire         takes_cn;
    wire         cn_there_next;
    wire         guard_whole;
    wire         guard_cn;
    wire [7:0]   guard_error;
    wire [127:0] cn_queue_rdata;
    wire         cn_queue_full;
    wire         cn_queue_empty;
    wire [4:0]   cn_queue_count;

    wire unused_always_ready = &{1'b0, guard_error[7]};

    adaptive_guard guard (
        .clk      (clk),
        .rst      (rst),
        .rx_valid (rx_valid),
        .rx_head  (rx_head),
        .rx_tail  (rx_tail),
        .rx_data  (rx_data),
        .whole    (guard_whole),
        .cn       (guard_cn),
        .error    (guard_error)
    );

    fifo_width128 cn_queue (
        .clk   (clk),
        .rst   (rst),
        .push  (guard_cn),
        .wdata (rx_data),
        .pop   (takes_cn),
        .rdata (cn_queue_rdata),
        .full  (cn_queue_full),
        .empty (cn_queue_empty),
        .count (cn_queue_count)
    );

    assign takes_frame   = taken && !cn_there;
    assign takes_cn      = taken && cn_there;
    assign cn_there_next = guard_cn || (cn_there && !(takes_cn && cn_queue_count == 5'd1));
    assign offer_valid   = offered;
    assign offer_cn      = cn_there;
    assign offer_word    = cn_there ? cn_queue_rdata : frame_q;
    assign offer_beats   = cn_there ? 8'd0 : frame_beats_q;
    assign lost          = lost_q;
    assign error         = {lost_q, guard_error[6:0]};

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [271:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (9) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[239:0], memory_fill};
        end
        {first_beat, beats, frame_q, frame_beats_q} = memory_bits;
    end
`endif

    always @(posedge clk) begin
        if (rx_valid && rx_head) begin
            first_beat <= rx_data;
            beats <= 8'd0;
        end else if (rx_valid) begin
            beats <= beats + 8'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            waits <= 1'b0;
        end else if (guard_whole && (!waits || takes_frame)) begin
            waits <= 1'b1;
        end else if (takes_frame) begin
            waits <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (guard_whole && (!waits || takes_frame)) begin
            frame_q <= rx_head ? rx_data : first_beat;
            frame_beats_q <= rx_head ? 8'd0 : beats + 8'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            cn_there <= 1'b0;
            offered <= 1'b0;
            lost_q <= 1'b0;
        end else begin
            cn_there <= cn_there_next;
            offered <= cn_there_next || guard_whole || (waits && !takes_frame);
            lost_q <= (guard_whole && waits && !takes_frame) || (guard_cn && cn_queue_full);
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
            // there is a notification if the queue says so
            if (cn_there == cn_queue_empty) begin
                $display("RTLGEN_ASSERT %m there_by_count fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (offered != (waits | cn_there)) begin
                $display("RTLGEN_ASSERT %m offered_by_state fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (taken && !offer_valid) begin
                $display("RTLGEN_ASSERT %m taken_if_offered fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_adaptive_receiver
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // there is a notification if the queue says so
            there_by_count: assert (cn_there != cn_queue_empty);
            offered_by_state: assert (offered == (waits | cn_there));
            taken_if_offered: `RTLGEN_CONTRACT (!taken || offer_valid);
        end
    end
`undef RTLGEN_CONTRACT
`endif

    // Read by checks only.
    wire unused_cn_queue_empty = &{1'b0, cn_queue_empty};

endmodule

`default_nettype wire
