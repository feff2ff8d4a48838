// SPDX-License-Identifier: Apache-2.0
// qcn_sink: receives, checks and counts what a server gets
//
// prios = 2, servers = 8, windows = 16, gap = 20, whole_beats = 0
`default_nettype none

module qcn_sink (
    input  wire         clk,           // rising edge
    input  wire         rst,           // synchronous, active high
    input  wire [11:0]  node,          // number of this server port, held
    input  wire [31:0]  now,           // time, cycles
    input  wire [31:0]  window,        // cycles of a window of time, held; 0: no windows

    // link from the switch
    input  wire         rx_valid,      // a beat comes
    input  wire         rx_head,       // it is the first of a frame
    input  wire         rx_tail,       // it is the last
    input  wire [127:0] rx_data,       // the beat

    // counter readback: data 2 cycles after the address
    input  wire [15:0]  read_address,  // which counter
    output wire [63:0]  read_data,     // the counter

    output wire         error          // a frame was not what it should be, a register
);

    reg         rx_valid_q;     // rx_valid, one cycle later
    reg         rx_head_q;      // rx_head, one cycle later
    reg         rx_tail_q;      // rx_tail, one cycle later
    reg [127:0] rx_data_q;      // rx_data, one cycle later
    reg [8:0]   beats_left;     // beats of the frame still to come
    reg [7:0]   beat;           // number of the next beat in its frame
    reg [11:0]  src;            // source of the frame
    reg [2:0]   prio;           // priority of the frame
    reg [15:0]  seq;            // number of the frame
    reg [31:0]  made;           // cycle in which the frame was made
    reg [14:0]  bytes;          // bytes of the frame on the wire
    reg         stray;          // the frame is for another server
    reg [11:0]  dst;            // destination of the frame
    reg         wrong_q;        // wrong, one cycle later
    reg [15:0]  differs_q;      // differs, one cycle later
    reg         beat_q;         // rx_valid_q, one cycle later
    reg         first_q;        // rx_head_q, one cycle later
    reg         bad;            // a beat of the frame so far was wrong
    reg         ends_q;         // ends, one cycle later
    reg         cnm_q;          // is_cnm, one cycle later
    reg         stop_q;         // is_stop, one cycle later
    reg         event_valid;    // something is entered in a row
    reg         event_data;     // good, one cycle later
    reg [2:0]   cnm_dst_q;      // destination that the CNM is about
    reg [4:0]   event_row;      // row that is entered
    reg [14:0]  event_amount;   // what the row grows by: bytes on the wire, or 1
    reg [15:0]  event_seq;      // seq, one cycle later
    reg [31:0]  latency;        // cycles from the making of the frame to its beat
    reg [31:0]  event_latency;  // latency, one cycle later
    reg [39:0]  frames;         // sum since reset
    reg [39:0]  latency_sum;    // sum since reset
    reg [31:0]  latency_max;    // largest value since reset
    reg         stray_q;        // a sound frame for another server has ended
    reg [39:0]  wrong_beats;    // sum since reset
    reg [39:0]  strays;         // sum since reset
    reg [4:0]   walk;           // row that is set to 0 after reset
    reg         walking;        // rows are being set to 0 after reset
    reg [39:0]  order_errors;   // sum since reset
    reg         error_q;        // a frame was not what it should be, a register
    reg [31:0]  window_age;     // cycles of the window so far, this one included
    reg [4:0]   window_q;       // windows that are complete
    reg         copying;        // rows are being copied
    reg [4:0]   copied;         // row that is copied
    reg         has_windows_q;  // there are windows of time
    reg [39:0]  row_shown;      // count of the row that is read
    reg [39:0]  total_shown;    // total that is read
    reg [1:0]   page_shown;     // kind of the counter that is read
    reg [39:0]  shown;          // counter that is read

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [55:0] rows [0:24];      // count, and number of the next frame expected, by row
    wire [55:0] entered;
    wire [55:0] copied_row;
    wire [55:0] read_row;
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [39:0] windows [0:511];  // counts at the end of each window, by {window, row}
    reg  [39:0] window_shown;     // word of windows that was read last

    wire         is_data;
    wire         starts;
    wire         begins;
    wire         control;
    wire         in_frame;
    wire [14:0]  padded;
    wire [8:0]   remaining;
    wire         last;
    wire         continues;
    wire         ends;
    wire [31:0]  this_made;
    wire [63:0]  check;
    wire         wrong;
    reg  [15:0]  differs;
    wire [127:0] expected_data;
    wire         wrong_beat;
    wire         sound;
    wire         good;
    wire         is_cnm;
    wire         is_stop;
    wire         mistake;
    wire [55:0]  row;
    wire         disorder;
    wire         window_ends;
    wire         window_left;
    wire [55:0]  row_copied;
    wire [55:0]  row_read;

    wire [1:0]  rx_data_q_head_kind = rx_data_q[127:126];  // 0 data, 1 CNM, 2 PAUSE
    wire [2:0]  rx_data_q_head_prio = rx_data_q[125:123];  // priority of the frame
    wire [11:0] rx_data_q_head_dst = rx_data_q[122:111];   // server port that the frame goes to
    wire [11:0] rx_data_q_head_src = rx_data_q[110:99];    // server port that it comes from; of a
                                                           // CNM and a PAUSE the port of the switch
    wire [13:0] rx_data_q_head_length = rx_data_q[98:85];  // bytes with FCS, without preamble and
                                                           // gap
    wire [15:0] rx_data_q_seq = rx_data_q[84:69];          // number of the frame in its flow {src,
                                                           // dst, prio}
    wire [31:0] rx_data_q_stamp = rx_data_q[68:37];        // cycle in which the frame was made
    wire [36:0] rx_data_q_tag = rx_data_q[36:0];           // free for the end nodes
    wire [11:0] rx_data_q_flow_dst = rx_data_q[27:16];     // encapsulated destination: that of the
                                                           // culprit frame
    wire [7:0]  rx_data_q_enable = rx_data_q[84:77];       // bit p: the frame speaks of priority p
    wire [7:0]  rx_data_q_stop = rx_data_q[76:69];         // bit p: STOP for quanta, else GO

    wire unused_padded = &{1'b0, padded[5:0]};
    wire unused_row_copied = &{1'b0, row_copied[15:0]};
    wire unused_read_address = &{1'b0, read_address[13:9]};
    wire unused_row_read = &{1'b0, row_read[15:0]};

    assign is_data   = rx_data_q_head_kind == 2'd0;
    assign starts    = rx_valid_q && rx_head_q;
    assign begins    = starts && is_data;
    assign control   = starts && !is_data;
    assign in_frame  = beats_left != 9'd0;
    assign padded    = {1'b0, rx_data_q_head_length} + 15'd63;
    assign remaining = begins ? padded[14:6] : beats_left;
    assign last      = remaining == 9'd1;
    assign continues = rx_valid_q && !rx_head_q && in_frame;
    assign ends      = (begins || continues) && last;
    assign this_made = begins ? rx_data_q_stamp : made;
    assign check     = {beat, prio, src, dst, seq, 13'd4660};
    assign wrong = (rx_valid_q ? rx_head_q == in_frame : in_frame)
                || (begins
                 && ((|rx_data_q_tag) || rx_data_q_head_prio > 3'd1 || rx_data_q_head_src > 12'd7))
                || ((begins || continues) && rx_tail_q != last)
                || (control && !rx_tail_q);
    assign expected_data = {check, ~check};
    assign wrong_beat    = wrong_q || (|differs_q);
    assign sound         = ends_q && !wrong_beat && !(bad && !first_q);
    assign good          = sound && !stray;
    assign is_cnm        = control && rx_data_q_head_kind == 2'd1 && !(rx_data_q_flow_dst > 12'd7);
    assign is_stop = control
                  && rx_data_q_head_kind == 2'd2
                  && (|(rx_data_q_enable & rx_data_q_stop));
    assign mistake     = wrong_beat || stray_q;
    assign row         = entered;
    assign disorder    = event_data && row[15:0] != event_seq;
    assign error       = error_q;
    assign window_ends = has_windows_q && window_age == window;
    assign window_left = window_q < 5'd16;
    assign row_copied  = copied_row;
    assign row_read    = read_row;
    assign read_data   = {24'd0, shown};

    always @* begin : update_differs
        integer k;
        for (k = 0; k < 16; k = k + 1) begin
            differs[k] = continues && rx_data_q[k*8 +: 8] != expected_data[k*8 +: 8];
        end
    end

    always @(posedge clk) begin
        if (walking || event_valid) begin
            rows[walking ? walk : event_row] <= walking ? 56'd0
                                              : {row[55:16] + {25'd0, event_amount},
                                                 event_seq + 16'd1};
        end
    end

    assign entered = rows[event_row];

    assign copied_row = rows[copied];

    assign read_row = rows[read_address[4:0]];

    always @(posedge clk) begin
        if (copying) windows[{window_q[3:0], copied}] <= row_copied[55:16];
        if (read_address[15:14] == 2'd2) window_shown <= windows[read_address[8:0]];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [500:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (16) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[468:0], memory_fill};
        end
        {rx_tail_q, rx_data_q, beat, src, prio, seq, made, bytes, stray, dst, beat_q, first_q,
         cnm_dst_q, event_row, event_amount, event_seq, latency, event_latency, copied,
         has_windows_q, row_shown, total_shown, page_shown, shown, window_shown} = memory_bits;
        for (memory_word = 0; memory_word < 25; memory_word = memory_word + 1) begin
            repeat (2) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                rows[memory_word] = {rows[memory_word][23:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 512; memory_word = memory_word + 1) begin
            repeat (2) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                windows[memory_word] = {windows[memory_word][7:0], memory_fill};
            end
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            rx_valid_q <= 1'b0;
            rx_head_q <= 1'b0;
            wrong_q <= 1'b0;
            differs_q <= 16'd0;
            bad <= 1'b0;
            ends_q <= 1'b0;
            cnm_q <= 1'b0;
            stop_q <= 1'b0;
            event_valid <= 1'b0;
            event_data <= 1'b0;
            latency_max <= 32'd0;
            stray_q <= 1'b0;
            wrong_beats <= 40'd0;
            strays <= 40'd0;
            order_errors <= 40'd0;
            error_q <= 1'b0;
        end else begin
            rx_valid_q <= rx_valid;
            rx_head_q <= rx_head;
            wrong_q <= wrong;
            differs_q <= differs;
            if (beat_q) bad <= wrong_beat || (bad && !first_q);
            ends_q <= ends;
            cnm_q <= is_cnm;
            stop_q <= is_stop;
            event_valid <= good || cnm_q || stop_q;
            event_data <= good;
            if (event_data && event_latency > latency_max) latency_max <= event_latency;
            stray_q <= sound && stray;
            if (wrong_beat) wrong_beats <= wrong_beats + {39'd0, 1'b1};
            if (stray_q) strays <= strays + {39'd0, 1'b1};
            if (disorder) order_errors <= order_errors + {39'd0, 1'b1};
            if (disorder || mistake) error_q <= 1'b1;
        end
    end

    always @(posedge clk) begin
        rx_tail_q <= rx_tail;
        rx_data_q <= rx_data;
        if (begins || continues) beat <= begins ? 8'd1 : beat + 8'd1;
        beat_q <= rx_valid_q;
        first_q <= rx_head_q;
        cnm_dst_q <= rx_data_q[18:16];
        event_row <= good ? {1'b0, prio[0], src[2:0]} : cnm_q ? 5'd16 + {2'd0, cnm_dst_q} : 5'd24;
        event_amount <= good ? bytes : 15'd1;
        event_seq <= seq;
        latency <= now - this_made;
        event_latency <= latency;
        has_windows_q <= |window;
        row_shown <= row_read[55:16];
        page_shown <= read_address[15:14];
    end

    always @(posedge clk) begin
        if (rst) begin
            beats_left <= 9'd0;
        end else if (begins || continues) begin
            beats_left <= remaining - 9'd1;
        end else begin
            beats_left <= 9'd0;
        end
    end

    always @(posedge clk) begin
        if (begins) begin
            src <= rx_data_q_head_src;
            prio <= rx_data_q_head_prio;
            seq <= rx_data_q_seq;
            made <= rx_data_q_stamp;
            bytes <= {1'b0, rx_data_q_head_length} + 15'd20;
            stray <= rx_data_q_head_dst != node;
            dst <= rx_data_q_head_dst;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            frames <= 40'd0;
            latency_sum <= 40'd0;
        end else if (event_data) begin
            frames <= frames + {39'd0, 1'b1};
            latency_sum <= latency_sum + {8'd0, event_latency};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            walk <= 5'd0;
            walking <= 1'b1;
        end else if (walking) begin
            walk <= walk + 5'd1;
            if (walk == 5'd24) walking <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            window_age <= 32'd1;
        end else begin
            window_age <= window_ends ? 32'd1 : window_age + 32'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            window_q <= 5'd0;
            copying <= 1'b0;
        end else if (window_ends && window_left) begin
            copying <= 1'b1;
        end else if (copying) begin
            if (copied == 5'd24) begin
                copying <= 1'b0;
                window_q <= window_q + 5'd1;
            end
        end
    end

    always @(posedge clk) begin
        if (window_ends && window_left) begin
            copied <= 5'd0;
        end else if (copying) begin
            copied <= copied + 5'd1;
        end
    end

    always @(posedge clk) begin
        case (read_address[2:0])
            3'd0: total_shown <= frames;
            3'd1: total_shown <= latency_sum;
            3'd2: total_shown <= {8'd0, latency_max};
            3'd3: total_shown <= order_errors;
            3'd4: total_shown <= wrong_beats;
            3'd5: total_shown <= strays;
            3'd6: total_shown <= {35'd0, window_q};
            default: total_shown <= 40'd0;
        endcase
    end

    always @(posedge clk) begin
        case (page_shown)
            2'd0: shown <= total_shown;
            2'd1: shown <= row_shown;
            2'd2: shown <= window_shown;
            default: shown <= 40'd0;
        endcase
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
            // nothing arrives in the first cycles after reset, one per row
            if (event_valid && walking) begin
                $display("RTLGEN_ASSERT %m rows_are_ready fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a window is longer than its copying
            if (window != 32'd0 && window <= 32'd25) begin
                $display("RTLGEN_ASSERT %m window_long_enough fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_qcn_sink
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // nothing arrives in the first cycles after reset, one per row
            rows_are_ready: `RTLGEN_CONTRACT (!(event_valid && walking));
            // a window is longer than its copying
            window_long_enough: `RTLGEN_CONTRACT (window == 32'd0 || window > 32'd25);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
