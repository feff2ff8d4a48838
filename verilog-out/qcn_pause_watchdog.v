// SPDX-License-Identifier: Apache-2.0
// qcn_pause_watchdog: ends what a STOP that does not end does to others: storms of PAUSE, and counters
//
// prios = 2, detect = 65536, restore = 65536, drop = 1, count_bits = 16, time_bits = 32
`default_nettype none

module qcn_pause_watchdog (
    input  wire         clk,            // rising edge
    input  wire         rst,            // synchronous, active high

    // frames that come in, as qcn_pause_rx hears them
    input  wire         rx_valid,       // a beat comes
    input  wire         rx_head,        // it is the first of a frame
    input  wire         rx_tail,        // it is the last
    input  wire [127:0] rx_data,        // the beat

    input  wire [1:0]   paused,         // the other end has stopped the priority
    input  wire [1:0]   waits,          // a frame of the priority waits to be sent

    // PAUSE frames to the other end
    input  wire         tx_valid,       // a PAUSE frame is sent
    input  wire [127:0] tx_data,        // its beat

    input  wire [1:0]   dropped,        // a frame of the priority was dropped, as drop says
    input  wire         clear,          // clears the counters; an event of the same cycle counts
    output wire [1:0]   stop,           // the priority must not start a frame: paused, but not in a
                                        // storm; of registers and paused
    output wire [1:0]   drop,           // its frames are dropped in place of being sent; registers
    output wire [1:0]   storm,          // there is a storm; registers

    // counters, which stay at the largest number, registers
    output wire [31:0]  count_heard,    // STOPs received
    output wire [31:0]  count_told,     // STOPs sent
    output wire [31:0]  count_storms,   // storms
    output wire [31:0]  count_dropped,  // frames dropped in storms
    output wire [63:0]  count_stopped   // cycles in which the other end had stopped it
);

    (* mem2reg *)
    reg [16:0] age_q [0:1];          // cycles in a row that speak for a change
    (* mem2reg *)
    reg [15:0] heard_count [0:1];    // STOPs received, of each priority
    (* mem2reg *)
    reg [15:0] told_count [0:1];     // STOPs sent, of each priority
    (* mem2reg *)
    reg [15:0] storm_count [0:1];    // storms, of each priority
    (* mem2reg *)
    reg [15:0] dropped_count [0:1];  // frames dropped in storms, of each priority
    (* mem2reg *)
    reg [31:0] stopped_count [0:1];  // cycles in which it was stopped, of each priority
    reg [1:0]  storm_q;              // there is a storm; registers
    reg [1:0]  heard_q;              // priorities that a PAUSE frame just received stops
    reg [1:0]  told_q;               // priorities that a PAUSE frame just sent stops

    wire [1:0] speaks;
    reg  [1:0] is_last;
    wire [1:0] changes;
    wire [1:0] begins;
    wire       heard_stop;
    wire       told_stop;

    wire [1:0]  rx_data_head_kind = rx_data[127:126];  // 0 data, 1 CNM, 2 PAUSE
    wire [15:0] rx_data_quanta = rx_data[68:53];       // beats for which STOP holds
    wire [52:0] rx_data_rest = rx_data[52:0];          // 0
    wire [1:0]  tx_data_head_kind = tx_data[127:126];  // 0 data, 1 CNM, 2 PAUSE
    wire [15:0] tx_data_quanta = tx_data[68:53];       // beats for which STOP holds
    wire [52:0] tx_data_rest = tx_data[52:0];          // 0

    wire unused_heard_rest = &{1'b0, rx_data[125:85], rx_data_rest};
    wire unused_heard_others = &{1'b0, rx_data[84:79], rx_data[76:71]};
    wire unused_told_rest = &{1'b0, tx_data[125:85], tx_data_rest};
    wire unused_told_others = &{1'b0, tx_data[84:79], tx_data[76:71]};

    // All of age_q side by side, because an always @* block cannot watch an array.
    wire [33:0] age_q_flat = {age_q[1], age_q[0]};

    assign speaks  = (storm_q & ~paused) | (paused & waits & ~storm_q);
    assign changes = speaks & is_last;
    assign begins  = changes & ~storm_q;
    assign storm   = storm_q;
    assign stop    = paused & ~storm_q;
    assign drop    = storm_q;
    assign heard_stop = rx_valid
                     && rx_head
                     && rx_tail
                     && rx_data_head_kind == 2'd2
                     && (|rx_data_quanta);
    assign count_heard   = {heard_count[1], heard_count[0]};
    assign told_stop     = tx_valid && tx_data_head_kind == 2'd2 && (|tx_data_quanta);
    assign count_told    = {told_count[1], told_count[0]};
    assign count_storms  = {storm_count[1], storm_count[0]};
    assign count_dropped = {dropped_count[1], dropped_count[0]};
    assign count_stopped = {stopped_count[1], stopped_count[0]};

    always @* begin : update_is_last
        integer k;
        for (k = 0; k < 2; k = k + 1) begin
            is_last[k] = age_q_flat[k*17 +: 17] == (storm_q[k] ? 17'hffff : 17'hffff);
        end
    end

    always @(posedge clk) begin : update_age_q
        integer i;
        integer k;
        if (rst) begin
            for (i = 0; i < 2; i = i + 1) age_q[i] <= 17'd0;
        end else begin
            for (k = 0; k < 2; k = k + 1) begin
                if (speaks[k] && !is_last[k]) begin
                    age_q[k] <= age_q[k] + 17'd1;
                end else begin
                    age_q[k] <= 17'd0;
                end
            end
        end
    end

    always @(posedge clk) begin : update_heard_count
        integer i;
        integer k;
        if (rst) begin
            for (i = 0; i < 2; i = i + 1) heard_count[i] <= 16'd0;
        end else begin
            for (k = 0; k < 2; k = k + 1) begin
                if (clear) begin
                    heard_count[k] <= {15'd0, heard_q[k]};
                end else if (heard_q[k] && heard_count[k] != 16'hffff) begin
                    heard_count[k] <= heard_count[k] + 16'd1;
                end
            end
        end
    end

    always @(posedge clk) begin : update_told_count
        integer i;
        integer k;
        if (rst) begin
            for (i = 0; i < 2; i = i + 1) told_count[i] <= 16'd0;
        end else begin
            for (k = 0; k < 2; k = k + 1) begin
                if (clear) begin
                    told_count[k] <= {15'd0, told_q[k]};
                end else if (told_q[k] && told_count[k] != 16'hffff) begin
                    told_count[k] <= told_count[k] + 16'd1;
                end
            end
        end
    end

    always @(posedge clk) begin : update_storm_count
        integer i;
        integer k;
        if (rst) begin
            for (i = 0; i < 2; i = i + 1) storm_count[i] <= 16'd0;
        end else begin
            for (k = 0; k < 2; k = k + 1) begin
                if (clear) begin
                    storm_count[k] <= {15'd0, begins[k]};
                end else if (begins[k] && storm_count[k] != 16'hffff) begin
                    storm_count[k] <= storm_count[k] + 16'd1;
                end
            end
        end
    end

    always @(posedge clk) begin : update_dropped_count
        integer i;
        integer k;
        if (rst) begin
            for (i = 0; i < 2; i = i + 1) dropped_count[i] <= 16'd0;
        end else begin
            for (k = 0; k < 2; k = k + 1) begin
                if (clear) begin
                    dropped_count[k] <= {15'd0, dropped[k]};
                end else if (dropped[k] && dropped_count[k] != 16'hffff) begin
                    dropped_count[k] <= dropped_count[k] + 16'd1;
                end
            end
        end
    end

    always @(posedge clk) begin : update_stopped_count
        integer i;
        integer k;
        if (rst) begin
            for (i = 0; i < 2; i = i + 1) stopped_count[i] <= 32'd0;
        end else begin
            for (k = 0; k < 2; k = k + 1) begin
                if (clear) begin
                    stopped_count[k] <= {31'd0, paused[k]};
                end else if (paused[k] && stopped_count[k] != 32'hffffffff) begin
                    stopped_count[k] <= stopped_count[k] + 32'd1;
                end
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            storm_q <= 2'd0;
            heard_q <= 2'd0;
            told_q <= 2'd0;
        end else begin
            storm_q <= storm_q ^ changes;
            heard_q <= heard_stop ? rx_data[78:77] & rx_data[70:69] : 2'd0;
            told_q <= told_stop ? tx_data[78:77] & tx_data[70:69] : 2'd0;
        end
    end

endmodule

`default_nettype wire
