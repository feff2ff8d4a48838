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

    reg [10:0] sweep;         // place in the windows that is cleared after reset
    reg        ready_q;       // frames may come, a register: 0 for 256*hosts cycles after reset
    reg        decides;       // a frame was read, and is decided on
    reg        chains;        // the frame that is due next is looked for
    reg        forced;        // the window moves on for a frame too far ahead
    reg [2:0]  host;          // source of the frame at hand
    reg [7:0]  seq;           // number of the frame at hand, modulo the window
    reg [15:0] next;          // number of the frame that is due
    reg [15:0] ahead;         // how far an arrival is ahead of the frame due
    reg [31:0] stamp;         // time at which the frame was made, cycles
    reg [5:0]  dated;         // sources with a frame that came in order
    reg        older;         // the frame was made before the last one in order
    reg [5:0]  awaits;        // sources with frames given up that have not come
    reg [15:0] awaited;       // frames given up of the source that have not come
    reg        some_awaited;  // there are frames given up that have not come
    reg        given_up_q;    // gives_up, one cycle later
    reg        moved_q;       // the number of the frame due has changed
    reg        gone_q;        // a frame was taken out of the window
    reg        one_came;      // one more frame is held
    reg        one_went;      // one frame fewer is held
    reg [10:0] held_before;   // frames held in the cycle before
    reg [10:0] held_more;     // frames held in the cycle before, and one more
    reg [10:0] held_fewer;    // frames held in the cycle before, less one
    reg        delivered_q;   // delivered_now, one cycle later
    reg        reordered_q;   // comes, one cycle later
    reg        late_q;        // is_late, one cycle later
    reg        lost_q;        // pulse: a frame came twice, or found the queue full

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [15:0] expected [0:7];      // number of the frame that is due, by source
    wire [15:0] due;
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg         here [0:2047];       // a frame is here, by {source, number modulo the window}
    reg         is_here;             // word of here that was read last
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [31:0] last_stamp [0:7];    // time of making of the last frame in order, by source
    wire [31:0] last_of_host;
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [15:0] awaited_late [0:7];  // frames given up that have not come, by source
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
        reg [117:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[85:0], memory_fill};
        end
        {host, seq, next, ahead, stamp, older, awaited, some_awaited, moved_q, gone_q, held_more,
         held_fewer, is_here} = memory_bits;
        for (memory_word = 0; memory_word < 8; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            expected[memory_word] = memory_fill[31:16];
        end
        for (memory_word = 0; memory_word < 2048; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            here[memory_word] = memory_fill[31];
        end
        for (memory_word = 0; memory_word < 8; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            last_stamp[memory_word] = memory_fill;
        end
        for (memory_word = 0; memory_word < 8; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            awaited_late[memory_word] = memory_fill[31:16];
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            sweep <= 11'd0;
            ready_q <= 1'b0;
        end else if (!ready_q) begin
            sweep <= sweep + 11'd1;
            if (sweep == 11'd1535) ready_q <= 1'b1;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            decides <= 1'b0;
            chains <= 1'b0;
            forced <= 1'b0;
            dated <= 6'd0;
            given_up_q <= 1'b0;
            one_came <= 1'b0;
            one_went <= 1'b0;
            held_before <= 11'd0;
            delivered_q <= 1'b0;
            reordered_q <= 1'b0;
            late_q <= 1'b0;
            lost_q <= 1'b0;
        end else begin
            decides <= reads;
            if (decides) chains <= delivered_now || too_far || moves;
            if (too_far) forced <= 1'b1;
            if (moves) forced <= !fits;
            if (in_order) dated[host] <= 1'b1;
            given_up_q <= gives_up;
            one_came <= (early || fits) && !is_here;
            one_went <= chained && !fits && is_here;
            held_before <= held_now;
            delivered_q <= delivered_now;
            reordered_q <= comes;
            late_q <= is_late;
            lost_q <= twice || (arrival_valid && arrivals_full);
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
        if (too_far) next <= next - 16'd1;
        if (moves) ahead <= ahead - 16'd1;
        if (given_up_q) awaited <= one_more;
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
        moved_q <= delivered_now || moves;
        gone_q <= follows && !fits;
        held_more <= held_now + 11'd1;
        held_fewer <= held_now - 11'd1;
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
