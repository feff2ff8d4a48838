// SPDX-License-Identifier: Apache-2.0
// adaptive_resequencer: brings the frames of each source into order again  hosts = 6
`default_nettype none

module adaptive_resequencer (
    input  wire        clk,            // rising edge
    input  wire        rst,            // synchronous, active high
    output wire        ready,          // frames may come, a register: 0 for 256*hosts cycles after
                                       // reset

    // frames
    input  wire        arrival_valid,  // a frame has come
    input  wire [2:0]  arrival_src,    // from this host
    input  wire [15:0] arrival_seq,    // number of the frame among those of its flow
    input  wire [31:0] arrival_stamp,  // when it was made: later than those before it in its flow

    output wire [10:0] held,           // frames that wait for one before them; one of three
                                       // registers, chosen by two others
    output wire        delivered,      // pulse: the next frame of its flow is delivered
    output wire        reordered,      // pulse: a frame is not the next one
    output wire        given_up,       // pulse: a frame that has not come is no longer waited for
    output wire        late,           // pulse: such a frame has come: it is delivered out of order
    output wire        lost            // pulse: a frame came twice, or found the queue full
);

    reg [10:0] sweep;
    reg        ready_q;
    reg        decides;
    reg        chains;
    reg        forced;
    reg [2:0]  host;
    reg [7:0]  seq;
    reg [15:0] next;
    reg [15:0] ahead;
    reg [31:0] stamp;
    reg [5:0]  dated;
    reg        older;
    reg [5:0]  awaits;
    reg [15:0] awaited;
    reg        some_awaited;
    reg        given_up_q;
    reg        moved_q;
    reg        gone_q;
    reg        one_came;
    reg        one_went;
    reg [10:0] held_before;
    reg [10:0] held_more;
    reg [10:0] held_fewer;
    reg        delivered_q;
    reg        reordered_q;
    reg        late_q;
    reg        lost_q;

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [15:0] expected [0:7];
    wire [15:0] due;
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg         here [0:2047];
    reg         is_here;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [31:0] last_stamp [0:7];
    wire [31:0] last_of_host;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [15:0] awaited_late [0:7];
    wire [15:0] awaited_of_host;

    wire [15:0] after_next;
    wire [18:0] oldest;
    wire        reads;
    wire [2:0]  host_read;
    wire [7:0]  seq_read;
    wire [31:0] since_last;
    wire        made_before;
    wire        behind;
    wire        is_next;
    wire        takes;
    wire        chained;
    wire        follows;
    wire        in_order;
    wire        ahead_near;
    wire        early;
    wire        waits;
    wire        delivered_now;
    wire        too_far;
    wire        moves;
    wire        fits;
    wire        gives_up;
    wire        is_late;
    wire [15:0] one_more;
    wire [15:0] one_fewer;
    wire        comes;
    wire [10:0] held_now;
    wire        twice;
    wire [50:0] arrivals_rdata;
    wire        arrivals_full;
    wire        arrivals_empty;
    wire [5:0]  arrivals_count;

    wire unused_arrivals_count = &{1'b0, arrivals_count};
    wire unused_since_last_low = &{1'b0, since_last[30:0]};

    fifo_width51_depth32 arrivals (
        .clk   (clk),
        .rst   (rst),
        .push  (arrival_valid),
        .wdata ({arrival_stamp, arrival_src, arrival_seq}),
        .pop   (reads && !chains),
        .rdata (arrivals_rdata),
        .full  (arrivals_full),
        .empty (arrivals_empty),
        .count (arrivals_count)
    );

    assign ready         = ready_q;
    assign after_next    = next + 16'd1;
    assign oldest        = arrivals_rdata[18:0];
    assign reads         = !decides && (chains || !arrivals_empty);
    assign host_read     = chains ? host : oldest[18:16];
    assign seq_read      = chains ? after_next[7:0] : oldest[7:0];
    assign since_last    = arrivals_rdata[50:19] - last_of_host;
    assign made_before   = some_awaited && older;
    assign behind        = ahead[15] || made_before;
    assign is_next       = ahead == 16'd0 && !made_before;
    assign takes         = decides && !chains;
    assign chained       = decides && chains;
    assign follows       = chained && is_here;
    assign in_order      = takes && is_next;
    assign ahead_near    = ahead[15:8] == 8'd0;
    assign early         = takes && ahead_near && !made_before && !is_next;
    assign waits         = early && !is_here;
    assign delivered_now = follows || in_order;
    assign too_far       = takes && !ahead_near && !behind;
    assign moves         = chained && forced;
    assign fits          = moves && ahead == 16'd256;
    assign gives_up      = moves && !is_here;
    assign is_late       = takes && behind && some_awaited;
    assign one_more      = awaited + 16'd1;
    assign one_fewer     = awaited - 16'd1;
    assign comes         = waits || fits;
    assign held_now      = one_came ? held_more : one_went ? held_fewer : held_before;
    assign held          = held_now;
    assign delivered     = delivered_q;
    assign reordered     = reordered_q;
    assign given_up      = given_up_q;
    assign late          = late_q;
    assign twice         = takes && !is_late && (behind || (ahead_near && is_here && !is_next));
    assign lost          = lost_q;

    always @(posedge clk) begin
        if (!ready_q || moved_q) begin
            expected[ready_q ? host : sweep[10:8]] <= after_next & {16{ready_q}};
        end
    end

    assign due = expected[oldest[18:16]];

    always @(posedge clk) begin
        if (!ready_q || early || fits || gone_q) begin
            here[ready_q ? {host, seq} : sweep] <= ready_q && (early || fits);
        end
    end

    always @(posedge clk) begin
        if (reads) is_here <= here[{host_read, seq_read}];
    end

    always @(posedge clk) begin
        if (in_order) last_stamp[host] <= stamp;
    end

    assign last_of_host = last_stamp[oldest[18:16]];

    always @(posedge clk) begin
        if (!ready_q || given_up_q || is_late) begin
            awaited_late[ready_q ? host : sweep[10:8]] <= (given_up_q ? one_more : one_fewer)
                                                        & {16{ready_q}};
        end
    end

    assign awaited_of_host = awaited_late[oldest[18:16]];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        for (memory_word = 0; memory_word < 8; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            expected[memory_word] = memory_fill[31:16];
        end
        for (memory_word = 0; memory_word < 2048; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            here[memory_word] = memory_fill[31];
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        is_here = memory_fill[31];
        for (memory_word = 0; memory_word < 8; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            last_stamp[memory_word] = memory_fill;
        end
        for (memory_word = 0; memory_word < 8; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            awaited_late[memory_word] = memory_fill[31:16];
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        host = memory_fill[31:29];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        seq = memory_fill[31:24];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        next = memory_fill[31:16];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        ahead = memory_fill[31:16];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        stamp = memory_fill;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        older = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        awaited = memory_fill[31:16];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        some_awaited = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        moved_q = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        gone_q = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        held_more = memory_fill[31:21];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        held_fewer = memory_fill[31:21];
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            sweep <= 11'd0;
            ready_q <= 1'b0;
        end else if (!ready_q) begin
            sweep <= sweep + 11'd1;
            if (sweep == 11'd1535) begin
                ready_q <= 1'b1;
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            decides <= 1'b0;
        end else begin
            decides <= reads;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            chains <= 1'b0;
        end else if (decides) begin
            chains <= delivered_now || too_far || moves;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            forced <= 1'b0;
        end else begin
            if (too_far) begin
                forced <= 1'b1;
            end
            if (moves) begin
                forced <= !fits;
            end
        end
    end

    always @(posedge clk) begin
        if (reads) begin
            host <= host_read;
            seq <= seq_read;
            next <= chains ? after_next : due;
            if (!chains) begin
                ahead <= oldest[15:0] - due;
                stamp <= arrivals_rdata[50:19];
                older <= since_last[31] && dated[oldest[18:16]];
                awaited <= awaited_of_host;
                some_awaited <= awaits[oldest[18:16]];
            end
        end
        if (too_far) begin
            next <= next - 16'd1;
        end
        if (moves) begin
            ahead <= ahead - 16'd1;
        end
        if (given_up_q) begin
            awaited <= one_more;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            dated <= 6'd0;
        end else if (in_order) begin
            dated[host] <= 1'b1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            awaits <= 6'd0;
        end else if (given_up_q) begin
            awaits[host] <= 1'b1;
        end else if (is_late) begin
            awaits[host] <= awaited != 16'd1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            given_up_q <= 1'b0;
        end else begin
            given_up_q <= gives_up;
        end
    end

    always @(posedge clk) begin
        moved_q <= delivered_now || moves;
    end

    always @(posedge clk) begin
        gone_q <= follows && !fits;
    end

    always @(posedge clk) begin
        if (rst) begin
            one_came <= 1'b0;
        end else begin
            one_came <= (early || fits) && !is_here;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            one_went <= 1'b0;
        end else begin
            one_went <= chained && !fits && is_here;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            held_before <= 11'd0;
        end else begin
            held_before <= held_now;
        end
    end

    always @(posedge clk) begin
        held_more <= held_now + 11'd1;
    end

    always @(posedge clk) begin
        held_fewer <= held_now - 11'd1;
    end

    always @(posedge clk) begin
        if (rst) begin
            delivered_q <= 1'b0;
        end else begin
            delivered_q <= delivered_now;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            reordered_q <= 1'b0;
        end else begin
            reordered_q <= comes;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            late_q <= 1'b0;
        end else begin
            late_q <= is_late;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            lost_q <= 1'b0;
        end else begin
            lost_q <= twice || (arrival_valid && arrivals_full);
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
            // no frame comes before the windows are swept
            if (arrival_valid && !ready_q) begin
                $display("RTLGEN_ASSERT %m ready_first fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (arrival_valid && arrival_src >= 3'd6) begin
                $display("RTLGEN_ASSERT %m host_exists fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_adaptive_resequencer
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // no frame comes before the windows are swept
            ready_first: `RTLGEN_CONTRACT (!arrival_valid || ready_q);
            host_exists: `RTLGEN_CONTRACT (!arrival_valid || arrival_src < 3'd6);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
