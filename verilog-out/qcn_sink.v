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

    reg         rx_valid_q;
    reg         rx_head_q;
    reg         rx_tail_q;
    reg [127:0] rx_data_q;
    reg [8:0]   beats_left;
    reg [7:0]   beat;
    reg [11:0]  src;
    reg [2:0]   prio;
    reg [15:0]  seq;
    reg [31:0]  made;
    reg [14:0]  bytes;
    reg         stray;
    reg [11:0]  dst;
    reg         wrong_q;
    reg [15:0]  differs_q;
    reg         beat_q;
    reg         first_q;
    reg         bad;
    reg         ends_q;
    reg         cnm_q;
    reg         stop_q;
    reg         event_valid;
    reg         event_data;
    reg [2:0]   cnm_dst_q;
    reg [4:0]   event_row;
    reg [14:0]  event_amount;
    reg [15:0]  event_seq;
    reg [31:0]  latency;
    reg [31:0]  event_latency;
    reg [39:0]  frames;
    reg [39:0]  latency_sum;
    reg [31:0]  latency_max;
    reg         stray_q;
    reg [39:0]  wrong_beats;
    reg [39:0]  strays;
    reg [4:0]   walk;
    reg         walking;
    reg [39:0]  order_errors;
    reg         error_q;
    reg [31:0]  window_age;
    reg [4:0]   window_q;
    reg         copying;
    reg [4:0]   copied;
    reg         has_windows_q;
    reg [39:0]  row_shown;
    reg [39:0]  total_shown;
    reg [1:0]   page_shown;
    reg [39:0]  shown;

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [55:0] rows [0:24];
    wire [55:0] entered;
    wire [55:0] copied_row;
    wire [55:0] read_row;
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [39:0] windows [0:511];
    reg  [39:0] window_shown;

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

    wire unused_padded = &{1'b0, padded[5:0]};
    wire unused_row_copied = &{1'b0, row_copied[15:0]};
    wire unused_read_address = &{1'b0, read_address[13:9]};
    wire unused_row_read = &{1'b0, row_read[15:0]};

    assign is_data   = rx_data_q[127:126] == 2'd0;
    assign starts    = rx_valid_q && rx_head_q;
    assign begins    = starts && is_data;
    assign control   = starts && !is_data;
    assign in_frame  = beats_left != 9'd0;
    assign padded    = {1'b0, rx_data_q[98:85]} + 15'd63;
    assign remaining = begins ? padded[14:6] : beats_left;
    assign last      = remaining == 9'd1;
    assign continues = rx_valid_q && !rx_head_q && in_frame;
    assign ends      = (begins || continues) && last;
    assign this_made = begins ? rx_data_q[68:37] : made;
    assign check     = {beat, prio, src, dst, seq, 13'd4660};
    assign wrong = (rx_valid_q ? rx_head_q == in_frame : in_frame)
                || (begins
                 && ((|rx_data_q[36:0]) || rx_data_q[125:123] > 3'd1 || rx_data_q[110:99] > 12'd7))
                || ((begins || continues) && rx_tail_q != last)
                || (control && !rx_tail_q);
    assign expected_data = {check, ~check};
    assign wrong_beat    = wrong_q || (|differs_q);
    assign sound         = ends_q && !wrong_beat && !(bad && !first_q);
    assign good          = sound && !stray;
    assign is_cnm        = control && rx_data_q[127:126] == 2'd1 && !(rx_data_q[27:16] > 12'd7);
    assign is_stop = control
                  && rx_data_q[127:126] == 2'd2
                  && (|(rx_data_q[84:77] & rx_data_q[76:69]));
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
    end

    always @(posedge clk) begin
        if (read_address[15:14] == 2'd2) window_shown <= windows[read_address[8:0]];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
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
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            window_shown = {window_shown[7:0], memory_fill};
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        rx_tail_q = memory_fill[31];
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            rx_data_q = {rx_data_q[95:0], memory_fill};
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        beat = memory_fill[31:24];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        src = memory_fill[31:20];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        prio = memory_fill[31:29];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        seq = memory_fill[31:16];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        made = memory_fill;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        bytes = memory_fill[31:17];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        stray = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        dst = memory_fill[31:20];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        beat_q = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        first_q = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        cnm_dst_q = memory_fill[31:29];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        event_row = memory_fill[31:27];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        event_amount = memory_fill[31:17];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        event_seq = memory_fill[31:16];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        latency = memory_fill;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        event_latency = memory_fill;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        copied = memory_fill[31:27];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        has_windows_q = memory_fill[31];
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            row_shown = {row_shown[7:0], memory_fill};
        end
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            total_shown = {total_shown[7:0], memory_fill};
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        page_shown = memory_fill[31:30];
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            shown = {shown[7:0], memory_fill};
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            rx_valid_q <= 1'b0;
        end else begin
            rx_valid_q <= rx_valid;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            rx_head_q <= 1'b0;
        end else begin
            rx_head_q <= rx_head;
        end
    end

    always @(posedge clk) begin
        rx_tail_q <= rx_tail;
    end

    always @(posedge clk) begin
        rx_data_q <= rx_data;
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
        if (begins || continues) begin
            beat <= begins ? 8'd1 : beat + 8'd1;
        end
    end

    always @(posedge clk) begin
        if (begins) begin
            src <= rx_data_q[110:99];
        end
    end

    always @(posedge clk) begin
        if (begins) begin
            prio <= rx_data_q[125:123];
        end
    end

    always @(posedge clk) begin
        if (begins) begin
            seq <= rx_data_q[84:69];
        end
    end

    always @(posedge clk) begin
        if (begins) begin
            made <= rx_data_q[68:37];
        end
    end

    always @(posedge clk) begin
        if (begins) begin
            bytes <= {1'b0, rx_data_q[98:85]} + 15'd20;
        end
    end

    always @(posedge clk) begin
        if (begins) begin
            stray <= rx_data_q[122:111] != node;
        end
    end

    always @(posedge clk) begin
        if (begins) begin
            dst <= rx_data_q[122:111];
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            wrong_q <= 1'b0;
        end else begin
            wrong_q <= wrong;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            differs_q <= 16'd0;
        end else begin
            differs_q <= differs;
        end
    end

    always @(posedge clk) begin
        beat_q <= rx_valid_q;
    end

    always @(posedge clk) begin
        first_q <= rx_head_q;
    end

    always @(posedge clk) begin
        if (rst) begin
            bad <= 1'b0;
        end else if (beat_q) begin
            bad <= wrong_beat || (bad && !first_q);
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            ends_q <= 1'b0;
        end else begin
            ends_q <= ends;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            cnm_q <= 1'b0;
        end else begin
            cnm_q <= is_cnm;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            stop_q <= 1'b0;
        end else begin
            stop_q <= is_stop;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            event_valid <= 1'b0;
        end else begin
            event_valid <= good || cnm_q || stop_q;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            event_data <= 1'b0;
        end else begin
            event_data <= good;
        end
    end

    always @(posedge clk) begin
        cnm_dst_q <= rx_data_q[18:16];
    end

    always @(posedge clk) begin
        event_row <= good ? {1'b0, prio[0], src[2:0]} : cnm_q ? 5'd16 + {2'd0, cnm_dst_q} : 5'd24;
    end

    always @(posedge clk) begin
        event_amount <= good ? bytes : 15'd1;
    end

    always @(posedge clk) begin
        event_seq <= seq;
    end

    always @(posedge clk) begin
        latency <= now - this_made;
    end

    always @(posedge clk) begin
        event_latency <= latency;
    end

    always @(posedge clk) begin
        if (rst) begin
            frames <= 40'd0;
        end else if (event_data) begin
            frames <= frames + {39'd0, 1'b1};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            latency_sum <= 40'd0;
        end else if (event_data) begin
            latency_sum <= latency_sum + {8'd0, event_latency};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            latency_max <= 32'd0;
        end else if (event_data && event_latency > latency_max) begin
            latency_max <= event_latency;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            stray_q <= 1'b0;
        end else begin
            stray_q <= sound && stray;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            wrong_beats <= 40'd0;
        end else if (wrong_beat) begin
            wrong_beats <= wrong_beats + {39'd0, 1'b1};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            strays <= 40'd0;
        end else if (stray_q) begin
            strays <= strays + {39'd0, 1'b1};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            walk <= 5'd0;
            walking <= 1'b1;
        end else if (walking) begin
            walk <= walk + 5'd1;
            if (walk == 5'd24) begin
                walking <= 1'b0;
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            order_errors <= 40'd0;
        end else if (disorder) begin
            order_errors <= order_errors + {39'd0, 1'b1};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            error_q <= 1'b0;
        end else if (disorder || mistake) begin
            error_q <= 1'b1;
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
        has_windows_q <= |window;
    end

    always @(posedge clk) begin
        row_shown <= row_read[55:16];
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
        page_shown <= read_address[15:14];
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
