// SPDX-License-Identifier: Apache-2.0
// adaptive_guard_at_host1: receiving end of a link: which beats make a whole frame, and what breaks a rule
//
// hosts = 6, at_host = 1
`default_nettype none

module adaptive_guard_at_host1 (
    input  wire         clk,       // rising edge
    input  wire         rst,       // synchronous, active high

    // the pins of the link
    input  wire         rx_valid,  // a beat comes
    input  wire         rx_head,   // it is the first of a frame
    input  wire         rx_tail,   // it is the last
    input  wire [127:0] rx_data,   // the beat

    input  wire [11:0]  node,      // number of the host, held
    input  wire         ready,     // frames are taken
    output wire         whole,     // a data frame is whole: the beat is its last, combinational; at
                                   // a host the beat in the cycle before was, a function of
                                   // registers
    output wire         cn,        // the beat is a notification; combinational
    output wire [7:0]   error      // pulses, a cycle after the pins, functions of registers:
                                   // no_head, cut, long, no_route, no_source, bad_length, no_kind,
                                   // no_room from bit 0 on
);

    reg       open;            // a frame has started and not ended
    reg [4:0] beats_left;      // beats of the frame still to come
    reg       skip;            // the last beat was no tail
    reg       data_q;          // data, one cycle later
    reg       dst_exists_q;    // dst_exists, one cycle later
    reg       src_exists_q;    // src_exists, one cycle later
    reg       length_fits_q;   // length_fits, one cycle later
    reg       no_head_q;       // the first beat of no frame
    reg       cut_q;           // a frame did not go on to its last beat
    reg       first_cut_q;     // the first beat has a tail too early
    reg       long_q;          // the last beat of a frame had no tail
    reg       first_long_q;    // the only beat of a frame had no tail
    reg       notification_q;  // notification, one cycle later
    reg       cn_passes_q;     // cn_passes, one cycle later
    reg       no_kind_q;       // a first beat of no kind, or a message without tail
    reg       ended_q;         // a frame ended with its last beat
    reg       ready_q;         // ready, one cycle later

    wire       head;
    wire       data;
    wire       notification;
    wire       dst_exists;
    wire       src_exists;
    wire       length_fits;
    wire       starts;
    wire       one_beat;
    wire [4:0] beats_behind;
    wire       goes_on;
    wire       takes;
    wire       last_beat;
    wire       ends;
    wire       cn_passes;
    wire       started;
    wire [7:0] errors;
    wire       whole_frame;

    wire [1:0]  rx_data_kind = rx_data[127:126];  // 0 data, 1 CNM, 2 PAUSE
    wire [2:0]  rx_data_prio = rx_data[125:123];  // priority of the frame
    wire [11:0] rx_data_dst = rx_data[122:111];   // server port that the frame goes to
    wire [11:0] rx_data_src = rx_data[110:99];    // server port that it comes from; of a CNM and a
                                                  // PAUSE the port of the switch
    wire [13:0] rx_data_length = rx_data[98:85];  // bytes with FCS, without preamble and gap

    wire unused_rest = &{1'b0, rx_data_prio, rx_data};

    assign head         = rx_valid && rx_head;
    assign data         = head && rx_data_kind == 2'd0;
    assign notification = head && rx_tail && rx_data_kind == 2'd1;
    assign dst_exists   = rx_data_dst == node;
    assign src_exists   = rx_data_src < 12'd6;
    assign length_fits  = (|rx_data_length) && rx_data_length <= 14'd1500;
    assign starts       = data && dst_exists && src_exists && length_fits;
    assign one_beat     = rx_data_length <= 14'd64;
    assign beats_behind = rx_data[95:91] - {4'd0, ~(|rx_data[90:85])};
    assign goes_on      = open && rx_valid && !rx_head;
    assign takes        = starts || goes_on;
    assign last_beat    = head ? one_beat : beats_left == 5'd1;
    assign ends         = rx_tail || last_beat;
    assign cn_passes    = notification && dst_exists && 1'b1;
    assign cn           = cn_passes;
    assign started      = data_q && dst_exists_q && src_exists_q && length_fits_q;
    assign errors[0]    = no_head_q;
    assign errors[1]    = cut_q || (started && first_cut_q);
    assign errors[2]    = long_q || (started && first_long_q);
    assign errors[3]    = (data_q && !dst_exists_q) || (notification_q && !cn_passes_q);
    assign errors[4]    = data_q && dst_exists_q && !src_exists_q;
    assign errors[5]    = data_q && dst_exists_q && src_exists_q && !length_fits_q;
    assign errors[6]    = no_kind_q;
    assign errors[7]    = whole_frame && !ready_q;
    assign whole_frame  = ended_q && !(data_q && !started);
    assign whole        = whole_frame && ready_q;
    assign error        = errors;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [11:0] memory_bits;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        memory_bits = memory_fill[31:20];
        {beats_left, dst_exists_q, src_exists_q, length_fits_q, first_cut_q, first_long_q,
         cn_passes_q, ready_q} = memory_bits;
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            open <= 1'b0;
        end else if (takes) begin
            open <= !ends;
        end else if (head) begin
            open <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (takes) beats_left <= head ? beats_behind : beats_left - 5'd1;
        dst_exists_q <= dst_exists;
        src_exists_q <= src_exists;
        length_fits_q <= length_fits;
        first_cut_q <= rx_tail && !one_beat;
        first_long_q <= one_beat && !rx_tail;
        cn_passes_q <= cn_passes;
        ready_q <= ready;
    end

    always @(posedge clk) begin
        if (rst) begin
            skip <= 1'b0;
            data_q <= 1'b0;
            no_head_q <= 1'b0;
            cut_q <= 1'b0;
            long_q <= 1'b0;
            notification_q <= 1'b0;
            no_kind_q <= 1'b0;
            ended_q <= 1'b0;
        end else begin
            if (rx_valid) skip <= !rx_tail;
            data_q <= data;
            no_head_q <= rx_valid && !rx_head && !skip;
            cut_q <= (open && head) || (goes_on && rx_tail && !(goes_on && beats_left == 5'd1));
            long_q <= goes_on && beats_left == 5'd1 && !rx_tail;
            notification_q <= notification;
            no_kind_q <= head && (rx_data_kind == 2'd3 || ((|rx_data_kind) && !rx_tail));
            ended_q <= ((data && one_beat) || (goes_on && beats_left == 5'd1)) && rx_tail;
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
            if (open && !skip) begin
                $display("RTLGEN_ASSERT %m open_up_to_a_tail fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a frame that is open has beats to come
            if (open && beats_left == 5'd0) begin
                $display("RTLGEN_ASSERT %m beats_to_come fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_adaptive_guard_at_host1
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            open_up_to_a_tail: assert (!open || skip);
            // a frame that is open has beats to come
            beats_to_come: assert (!open || beats_left != 5'd0);
            cut_by_a_head: cover (open && head);
        end
    end
`endif

endmodule

`default_nettype wire
