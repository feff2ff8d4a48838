// SPDX-License-Identifier: Apache-2.0
// adaptive_network: network of switches and hosts with traffic and counters
//
// network = 0, list = 3, queue = 256, slots = 100, q_eq = 33000, timer = 250, tick = 20000, blockable = 0
`default_nettype none

module adaptive_network (
    input  wire        clk,           // rising edge
    input  wire        rst,           // synchronous, active high
    input  wire [31:0] seed,          // of all random choices; held
    input  wire        managed,       // 1: congestion management; held
    input  wire        adaptive,      // 1: frames avoid congestion; held
    input  wire [1:0]  pattern,       // 0 no traffic, 1 uniform, 2 flows that need not contend, 3
                                      // flows that contend
    input  wire [16:0] rate,          // probability of a frame in the time of one, in 1/65536
    input  wire        measure,       // the counters count
    output wire        ready,         // tables are written, windows swept; no frame is made before
    output wire [63:0] hot,           // sums of the lengths of the two watched queues in bytes, a
                                      // sample every 32 cycles

    // counter readback
    input  wire [7:0]  read_unit,     // host, or 128 + switch
    input  wire [6:0]  read_address,  // its counter
    output wire [47:0] read_data,     // the counter, 5 cycles after its address

    output wire        error          // something was lost since reset
);

    reg [31:0] now_q;           // time, cycles
    reg [14:0] ms_q;            // cycles since the last tick
    reg        tick_q;          // tick_ends, one cycle later
    reg        sample_q;        // pulse: the queues are sampled
    reg [4:0]  turn_q;          // cycle in the time of a frame
    reg        started_q;       // the first cycle after reset is over
    reg [31:0] hot_sum_0;       // sum of the sampled lengths of a watched queue, bytes
    reg [31:0] hot_sum_1;       // sum of the sampled lengths of a watched queue, bytes
    reg [2:0]  config_q;        // host whose lists are written
    reg        runs_q;          // tables are written, windows swept; no frame is made before
    reg [6:0]  read_address_q;  // read_address, one cycle later
    reg [7:0]  unit_1;          // read_unit, one cycle later
    reg [7:0]  unit_2;          // unit_1, one cycle later
    reg [7:0]  unit_3;          // unit_2, one cycle later
    reg [47:0] host_data_q;     // counter of a host that is read
    reg [47:0] switch_data_q;   // counter of a switch that is read
    reg        is_switch;       // a switch is read, else a host
    reg [47:0] read_data_q;     // the counter, 5 cycles after its address
    reg        error_q;         // something was lost since reset

    wire [11:0] list_0;
    wire [11:0] list_1;
    wire [11:0] list_2;
    wire [11:0] list_3;
    wire [11:0] list_4;
    wire [11:0] list_5;
    wire [11:0] list_6;
    wire [11:0] list_7;
    wire [11:0] list_8;
    wire [11:0] list_9;
    wire [11:0] list_10;
    wire [11:0] list_11;

    wire          tick_ends;
    wire          start;
    wire          writes;
    wire [2:0]    config_host;
    wire [383:0]  sw_seed;
    wire [35:0]   sw_write_list_valid;
    wire [107:0]  sw_write_list_port;
    wire [71:0]   sw_rx_valid;
    wire [71:0]   sw_rx_head;
    wire [71:0]   sw_rx_tail;
    wire [9215:0] sw_rx_data;
    wire [191:0]  host_seed;
    wire [5:0]    host_turn;
    wire [101:0]  host_rate;
    wire [17:0]   host_fixed_dst;
    wire [5:0]    host_rx_valid;
    wire [5:0]    host_rx_head;
    wire [5:0]    host_rx_tail;
    wire [767:0]  host_rx_data;
    wire [71:0]   sw_tx_valid;
    wire [71:0]   sw_tx_head;
    wire [71:0]   sw_tx_tail;
    wire [9215:0] sw_tx_data;
    wire [1439:0] sw_qlen;
    wire [575:0]  sw_read_data;
    wire [575:0]  sw_err_seen;
    wire [4607:0] sw_err_counts;
    wire [11:0]   sw_error;
    wire [5:0]    host_ready;
    wire [5:0]    host_tx_valid;
    wire [5:0]    host_tx_head;
    wire [5:0]    host_tx_tail;
    wire [767:0]  host_tx_data;
    wire [287:0]  host_read_data;
    wire [47:0]   host_err_seen;
    wire [383:0]  host_err_counts;
    wire [5:0]    host_error;

    wire unused_open_ends = &{1'b0, sw_tx_valid, sw_tx_head, sw_tx_tail, sw_tx_data, sw_qlen};
    wire unused_link_errors = &{1'b0, sw_err_seen, sw_err_counts, host_err_seen, host_err_counts};
    wire unused_unit_rest = &{1'b0, unit_3};

    // Lane index of lanes of 48 bits, lane 0 lowest.
    function [47:0] lane_48_of_288(input [287:0] lanes, input [2:0] index);
        integer n;
        reg [383:0] spaced;
        begin
            for (n = 0; n < 6; n = n + 1)
                spaced[n*64 +: 64] = {16'd0, lanes[n*48 +: 48]};
            lane_48_of_288 = spaced[{index, 6'd0} +: 48];
        end
    endfunction

    // Lane index of lanes of 48 bits, lane 0 lowest.
    function [47:0] lane_48_of_576(input [575:0] lanes, input [3:0] index);
        integer n;
        reg [767:0] spaced;
        begin
            for (n = 0; n < 12; n = n + 1)
                spaced[n*64 +: 64] = {16'd0, lanes[n*48 +: 48]};
            lane_48_of_576 = spaced[{index, 6'd0} +: 48];
        end
    endfunction

    // The contents of lists_0, 6 words.
    function [11:0] lists_0(input [2:0] address);
        begin
            case (address)
                3'd0: lists_0 = 12'd9;
                default: lists_0 = 12'd1;
            endcase
        end
    endfunction

    // The contents of lists_1, 6 words.
    function [11:0] lists_1(input [2:0] address);
        begin
            case (address)
                3'd0: lists_1 = 12'd1;
                3'd1: lists_1 = 12'd17;
                3'd2: lists_1 = 12'd1;
                default: lists_1 = 12'd67;
            endcase
        end
    endfunction

    // The contents of lists_10, 6 words.
    function [11:0] lists_10(input [2:0] address);
        begin
            case (address)
                3'd3: lists_10 = 12'd9;
                3'd4: lists_10 = 12'd9;
                3'd5: lists_10 = 12'd9;
                default: lists_10 = 12'd1;
            endcase
        end
    endfunction

    // The contents of lists_11, 6 words.
    function [11:0] lists_11(input [2:0] address);
        begin
            case (address)
                3'd3: lists_11 = 12'd9;
                3'd4: lists_11 = 12'd9;
                3'd5: lists_11 = 12'd9;
                default: lists_11 = 12'd1;
            endcase
        end
    endfunction

    // The contents of lists_2, 6 words.
    function [11:0] lists_2(input [2:0] address);
        begin
            case (address)
                3'd0: lists_2 = 12'd1;
                3'd1: lists_2 = 12'd1;
                3'd2: lists_2 = 12'd17;
                default: lists_2 = 12'd67;
            endcase
        end
    endfunction

    // The contents of lists_3, 6 words.
    function [11:0] lists_3(input [2:0] address);
        begin
            case (address)
                3'd3: lists_3 = 12'd9;
                default: lists_3 = 12'd1;
            endcase
        end
    endfunction

    // The contents of lists_4, 6 words.
    function [11:0] lists_4(input [2:0] address);
        begin
            case (address)
                3'd4: lists_4 = 12'd9;
                default: lists_4 = 12'd1;
            endcase
        end
    endfunction

    // The contents of lists_5, 6 words.
    function [11:0] lists_5(input [2:0] address);
        begin
            case (address)
                3'd5: lists_5 = 12'd9;
                default: lists_5 = 12'd1;
            endcase
        end
    endfunction

    // The contents of lists_6, 6 words.
    function [11:0] lists_6(input [2:0] address);
        begin
            case (address)
                3'd0: lists_6 = 12'd1;
                3'd1: lists_6 = 12'd9;
                3'd2: lists_6 = 12'd17;
                default: lists_6 = 12'd25;
            endcase
        end
    endfunction

    // The contents of lists_7, 6 words.
    function [11:0] lists_7(input [2:0] address);
        begin
            case (address)
                3'd3: lists_7 = 12'd9;
                3'd4: lists_7 = 12'd9;
                3'd5: lists_7 = 12'd9;
                default: lists_7 = 12'd1;
            endcase
        end
    endfunction

    // The contents of lists_8, 6 words.
    function [11:0] lists_8(input [2:0] address);
        begin
            case (address)
                3'd2: lists_8 = 12'd2399;
                3'd3: lists_8 = 12'd1;
                3'd4: lists_8 = 12'd9;
                3'd5: lists_8 = 12'd17;
                default: lists_8 = 12'd2847;
            endcase
        end
    endfunction

    // The contents of lists_9, 6 words.
    function [11:0] lists_9(input [2:0] address);
        begin
            case (address)
                3'd3: lists_9 = 12'd9;
                3'd4: lists_9 = 12'd9;
                3'd5: lists_9 = 12'd9;
                default: lists_9 = 12'd1;
            endcase
        end
    endfunction

    genvar g;

    assign sw_seed = {(seed ^ 32'h6a99b44c) | 32'h1, (seed ^ 32'hcc623a9b) | 32'h1,
                      (seed ^ 32'h2e2ac0ea) | 32'h1, (seed ^ 32'h8ff34739) | 32'h1,
                      (seed ^ 32'hf1bbcd88) | 32'h1, (seed ^ 32'h538453d7) | 32'h1,
                      (seed ^ 32'hb54cda26) | 32'h1, (seed ^ 32'h17156075) | 32'h1,
                      (seed ^ 32'h78dde6c4) | 32'h1, (seed ^ 32'hdaa66d13) | 32'h1,
                      (seed ^ 32'h3c6ef362) | 32'h1, (seed ^ 32'h9e3779b1) | 32'h1};
    assign sw_write_list_valid = {list_11[2:0], list_10[2:0], list_9[2:0], list_8[2:0], list_7[2:0],
                                  list_6[2:0], list_5[2:0], list_4[2:0], list_3[2:0], list_2[2:0],
                                  list_1[2:0], list_0[2:0]};
    assign sw_write_list_port = {list_11[11:3], list_10[11:3], list_9[11:3], list_8[11:3],
                                 list_7[11:3], list_6[11:3], list_5[11:3], list_4[11:3],
                                 list_3[11:3], list_2[11:3], list_1[11:3], list_0[11:3]};
    assign sw_rx_valid = {4'd0, sw_tx_valid[53], sw_tx_valid[61],
                          4'd0, sw_tx_valid[66], sw_tx_valid[13],
                          4'd0, sw_tx_valid[52], sw_tx_valid[43],
                          sw_tx_valid[67], sw_tx_valid[55], sw_tx_valid[39], sw_tx_valid[30],
                          sw_tx_valid[24], sw_tx_valid[18],
                          4'd0, sw_tx_valid[54], sw_tx_valid[7],
                          2'd0, sw_tx_valid[51], sw_tx_valid[12], sw_tx_valid[6], sw_tx_valid[0],
                          4'd0, host_tx_valid[5], sw_tx_valid[50],
                          4'd0, host_tx_valid[4], sw_tx_valid[49],
                          4'd0, host_tx_valid[3], sw_tx_valid[48],
                          3'd0, host_tx_valid[2], sw_tx_valid[60], sw_tx_valid[38],
                          3'd0, host_tx_valid[1], sw_tx_valid[42], sw_tx_valid[37],
                          4'd0, host_tx_valid[0], sw_tx_valid[36]};
    assign sw_rx_head = {4'd0, sw_tx_head[53], sw_tx_head[61],
                         4'd0, sw_tx_head[66], sw_tx_head[13],
                         4'd0, sw_tx_head[52], sw_tx_head[43],
                         sw_tx_head[67], sw_tx_head[55], sw_tx_head[39], sw_tx_head[30],
                         sw_tx_head[24], sw_tx_head[18],
                         4'd0, sw_tx_head[54], sw_tx_head[7],
                         2'd0, sw_tx_head[51], sw_tx_head[12], sw_tx_head[6], sw_tx_head[0],
                         4'd0, host_tx_head[5], sw_tx_head[50],
                         4'd0, host_tx_head[4], sw_tx_head[49],
                         4'd0, host_tx_head[3], sw_tx_head[48],
                         3'd0, host_tx_head[2], sw_tx_head[60], sw_tx_head[38],
                         3'd0, host_tx_head[1], sw_tx_head[42], sw_tx_head[37],
                         4'd0, host_tx_head[0], sw_tx_head[36]};
    assign sw_rx_tail = {4'd0, sw_tx_tail[53], sw_tx_tail[61],
                         4'd0, sw_tx_tail[66], sw_tx_tail[13],
                         4'd0, sw_tx_tail[52], sw_tx_tail[43],
                         sw_tx_tail[67], sw_tx_tail[55], sw_tx_tail[39], sw_tx_tail[30],
                         sw_tx_tail[24], sw_tx_tail[18],
                         4'd0, sw_tx_tail[54], sw_tx_tail[7],
                         2'd0, sw_tx_tail[51], sw_tx_tail[12], sw_tx_tail[6], sw_tx_tail[0],
                         4'd0, host_tx_tail[5], sw_tx_tail[50],
                         4'd0, host_tx_tail[4], sw_tx_tail[49],
                         4'd0, host_tx_tail[3], sw_tx_tail[48],
                         3'd0, host_tx_tail[2], sw_tx_tail[60], sw_tx_tail[38],
                         3'd0, host_tx_tail[1], sw_tx_tail[42], sw_tx_tail[37],
                         4'd0, host_tx_tail[0], sw_tx_tail[36]};
    assign sw_rx_data = {512'd0, sw_tx_data[6911:6784], sw_tx_data[7935:7808],
                         512'd0, sw_tx_data[8575:8448], sw_tx_data[1791:1664],
                         512'd0, sw_tx_data[6783:6656], sw_tx_data[5631:5504],
                         sw_tx_data[8703:8576], sw_tx_data[7167:7040], sw_tx_data[5119:4992],
                         sw_tx_data[3967:3840], sw_tx_data[3199:3072], sw_tx_data[2431:2304],
                         512'd0, sw_tx_data[7039:6912], sw_tx_data[1023:896],
                         256'd0, sw_tx_data[6655:6528], sw_tx_data[1663:1536], sw_tx_data[895:768],
                         sw_tx_data[127:0],
                         512'd0, host_tx_data[767:640], sw_tx_data[6527:6400],
                         512'd0, host_tx_data[639:512], sw_tx_data[6399:6272],
                         512'd0, host_tx_data[511:384], sw_tx_data[6271:6144],
                         384'd0, host_tx_data[383:256], sw_tx_data[7807:7680],
                         sw_tx_data[4991:4864],
                         384'd0, host_tx_data[255:128], sw_tx_data[5503:5376],
                         sw_tx_data[4863:4736],
                         512'd0, host_tx_data[127:0], sw_tx_data[4735:4608]};

    generate
        for (g = 0; g < 12; g = g + 1) begin : sw
            adaptive_switch u (
                .clk              (clk),
                .rst              (rst),
                .number           (g[11:0]),
                .seed             (sw_seed[g*32 +: 32]),
                .load             (start),
                .managed          (managed),
                .adaptive         (adaptive),
                .write_valid      (writes),
                .write_host       (config_host),
                .write_list_valid (sw_write_list_valid[g*3 +: 3]),
                .write_list_port  (sw_write_list_port[g*9 +: 9]),
                .tick             (tick_q),
                .measure          (measure),
                .sample           (sample_q),
                .rx_valid         (sw_rx_valid[g*6 +: 6]),
                .rx_head          (sw_rx_head[g*6 +: 6]),
                .rx_tail          (sw_rx_tail[g*6 +: 6]),
                .rx_data          (sw_rx_data[g*768 +: 768]),
                .tx_valid         (sw_tx_valid[g*6 +: 6]),
                .tx_head          (sw_tx_head[g*6 +: 6]),
                .tx_tail          (sw_tx_tail[g*6 +: 6]),
                .tx_data          (sw_tx_data[g*768 +: 768]),
                .qlen             (sw_qlen[g*120 +: 120]),
                .read_address     (read_address_q[5:0]),
                .read_data        (sw_read_data[g*48 +: 48]),
                .err_clear        (6'd0),
                .err_seen         (sw_err_seen[g*48 +: 48]),
                .err_counts       (sw_err_counts[g*384 +: 384]),
                .error            (sw_error[g])
            );
        end
    endgenerate

    assign host_seed = {(seed ^ 32'hd109b2a6) | 32'h1, (seed ^ 32'h32d238f5) | 32'h1,
                        (seed ^ 32'h949abf44) | 32'h1, (seed ^ 32'hf6634593) | 32'h1,
                        (seed ^ 32'h582bcbe2) | 32'h1, (seed ^ 32'hb9f45231) | 32'h1};
    assign host_turn = {turn_q == 5'd20 && runs_q, turn_q == 5'd16 && runs_q,
                        turn_q == 5'd12 && runs_q, turn_q == 5'd8 && runs_q,
                        turn_q == 5'd4 && runs_q, turn_q == 5'd0 && runs_q};
    assign host_rate = {((|pattern) && (pattern == 2'd1 || (pattern[0] ? 1'b0 : 1'b0))) ? rate
                      : 17'd0,
                        ((|pattern) && (pattern == 2'd1 || (pattern[0] ? 1'b0 : 1'b0))) ? rate
                      : 17'd0,
                        ((|pattern) && (pattern == 2'd1 || (pattern[0] ? 1'b0 : 1'b0))) ? rate
                      : 17'd0,
                        ((|pattern) && (pattern == 2'd1 || (pattern[0] ? 1'b1 : 1'b1))) ? rate
                      : 17'd0,
                        ((|pattern) && (pattern == 2'd1 || (pattern[0] ? 1'b1 : 1'b1))) ? rate
                      : 17'd0,
                        ((|pattern) && (pattern == 2'd1 || (pattern[0] ? 1'b1 : 1'b1))) ? rate
                      : 17'd0};
    assign host_fixed_dst = {pattern[0] ? 3'd0 : 3'd0, pattern[0] ? 3'd0 : 3'd0,
                             pattern[0] ? 3'd0 : 3'd0, pattern[0] ? 3'd4 : 3'd5,
                             pattern[0] ? 3'd4 : 3'd4, pattern[0] ? 3'd4 : 3'd3};
    assign host_rx_valid = {sw_tx_valid[31], sw_tx_valid[25], sw_tx_valid[19], sw_tx_valid[14],
                            sw_tx_valid[8], sw_tx_valid[1]};
    assign host_rx_head = {sw_tx_head[31], sw_tx_head[25], sw_tx_head[19], sw_tx_head[14],
                           sw_tx_head[8], sw_tx_head[1]};
    assign host_rx_tail = {sw_tx_tail[31], sw_tx_tail[25], sw_tx_tail[19], sw_tx_tail[14],
                           sw_tx_tail[8], sw_tx_tail[1]};
    assign host_rx_data = {sw_tx_data[4095:3968], sw_tx_data[3327:3200], sw_tx_data[2559:2432],
                           sw_tx_data[1919:1792], sw_tx_data[1151:1024], sw_tx_data[255:128]};

    generate
        for (g = 0; g < 6; g = g + 1) begin : host
            adaptive_host u (
                .clk          (clk),
                .rst          (rst),
                .node         (g[11:0]),
                .seed         (host_seed[g*32 +: 32]),
                .load         (start),
                .now          (now_q),
                .turn         (host_turn[g]),
                .rate         (host_rate[g*17 +: 17]),
                .fixed_on     (!(pattern == 2'd1)),
                .fixed_dst    (host_fixed_dst[g*3 +: 3]),
                .measure      (measure),
                .sample       (sample_q),
                .ready        (host_ready[g]),
                .rx_valid     (host_rx_valid[g]),
                .rx_head      (host_rx_head[g]),
                .rx_tail      (host_rx_tail[g]),
                .rx_data      (host_rx_data[g*128 +: 128]),
                .tx_valid     (host_tx_valid[g]),
                .tx_head      (host_tx_head[g]),
                .tx_tail      (host_tx_tail[g]),
                .tx_data      (host_tx_data[g*128 +: 128]),
                .read_address (read_address_q),
                .read_data    (host_read_data[g*48 +: 48]),
                .err_clear    (1'b0),
                .err_seen     (host_err_seen[g*8 +: 8]),
                .err_counts   (host_err_counts[g*64 +: 64]),
                .error        (host_error[g])
            );
        end
    endgenerate

    assign tick_ends   = ms_q == 15'h4e1f;
    assign start       = !started_q;
    assign hot         = {hot_sum_1, hot_sum_0};
    assign writes      = config_q != 3'd6;
    assign config_host = config_q;
    assign ready       = runs_q;
    assign read_data   = read_data_q;
    assign error       = error_q;

    assign list_0 = lists_0(config_host);

    assign list_1 = lists_1(config_host);

    assign list_2 = lists_2(config_host);

    assign list_3 = lists_3(config_host);

    assign list_4 = lists_4(config_host);

    assign list_5 = lists_5(config_host);

    assign list_6 = lists_6(config_host);

    assign list_7 = lists_7(config_host);

    assign list_8 = lists_8(config_host);

    assign list_9 = lists_9(config_host);

    assign list_10 = lists_10(config_host);

    assign list_11 = lists_11(config_host);

    always @(posedge clk) begin
        if (rst) begin
            now_q <= 32'd0;
            ms_q <= 15'd0;
            tick_q <= 1'b0;
            sample_q <= 1'b0;
            turn_q <= 5'd0;
            started_q <= 1'b0;
            config_q <= 3'd0;
            runs_q <= 1'b0;
            read_address_q <= 7'd0;
            unit_1 <= 8'd0;
            unit_2 <= 8'd0;
            unit_3 <= 8'd0;
            host_data_q <= 48'd0;
            switch_data_q <= 48'd0;
            is_switch <= 1'b0;
            read_data_q <= 48'd0;
        end else begin
            now_q <= now_q + 32'd1;
            ms_q <= tick_ends ? 15'd0 : ms_q + 15'd1;
            tick_q <= tick_ends;
            sample_q <= now_q[4:0] == 5'd31;
            turn_q <= (turn_q == 5'd23) ? 5'd0 : turn_q + 5'd1;
            started_q <= 1'b1;
            if (writes) config_q <= config_q + 3'd1;
            runs_q <= !writes && (&host_ready);
            read_address_q <= read_address;
            unit_1 <= read_unit;
            unit_2 <= unit_1;
            unit_3 <= unit_2;
            host_data_q <= lane_48_of_288(host_read_data, unit_3[2:0]);
            switch_data_q <= lane_48_of_576(sw_read_data, unit_3[3:0]);
            is_switch <= unit_3[7];
            read_data_q <= is_switch ? switch_data_q : host_data_q;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            hot_sum_0 <= 32'd0;
            hot_sum_1 <= 32'd0;
        end else if (sample_q) begin
            hot_sum_0 <= hot_sum_0 + {12'd0, sw_qlen[799:780]};
            hot_sum_1 <= hot_sum_1 + {12'd0, sw_qlen[999:980]};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            error_q <= 1'b0;
        end else begin
            error_q <= (|sw_error) || (|host_error);
        end
    end

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_adaptive_network
    initial assume (rst);
`endif
`endif

endmodule

`default_nettype wire
