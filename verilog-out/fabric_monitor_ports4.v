// SPDX-License-Identifier: Apache-2.0
// fabric_monitor_ports4: counters of a switch's congestion management  ports = 4, saqs = 4
`default_nettype none

module fabric_monitor_ports4 (
    input  wire        clk,            // rising edge
    input  wire        rst,            // synchronous, active high
    input  wire        measure,        // the counters count
    input  wire        clear,          // pulse: all counters to 0

    // counter readback: data 2 cycles after the address
    input  wire [6:0]  read_address,   // which counter
    output wire [63:0] read_data,      // the counter

    // status of the switch
    input  wire [15:0] stat_saqs,      // set-aside queues in use
    input  wire [15:0] stat_lines,     // CAM lines in use
    input  wire [3:0]  stat_detect,    // pulses: congestion detected, queue allocated
    input  wire [3:0]  stat_no_free,   // congestion detected, no queue free
    input  wire [3:0]  stat_dropped,   // pulses: notification dropped
    input  wire [3:0]  stat_cam_full,  // pulses: Xoff dropped

    // messages that the switch sends upstream
    input  wire [3:0]  msg_valid,      // a message leaves
    input  wire [3:0]  msg_xoff        // it is an Xoff
);

    reg [39:0] samples [0:4];   // looks by the number of SAQs in use
    reg        measure_q;       // measure, one cycle later
    reg [6:0]  address_q;       // read_address, one cycle later
    reg [1:0]  port;            // port that is looked at
    reg [2:0]  saqs_in_use;     // SAQs in use at the port that is looked at
    reg [2:0]  lines_in_use;    // CAM lines in use at the port that is looked at
    reg [39:0] line_sum;        // sum of the CAM lines in use, over all looks
    reg [2:0]  detect_ports;    // detections that allocated a SAQ in the cycle before
    reg [39:0] detect_count;    // sum since the last clear
    reg [2:0]  no_free_ports;   // detections that found no free SAQ in the cycle before
    reg [39:0] no_free_count;   // sum since the last clear
    reg [2:0]  dropped_ports;   // notifications dropped in the cycle before
    reg [39:0] dropped_count;   // sum since the last clear
    reg [2:0]  cam_full_ports;  // Xoffs dropped, no line free in the cycle before
    reg [39:0] cam_full_count;  // sum since the last clear
    reg [15:0] saqs_before;     // stat_saqs, one cycle later
    reg [4:0]  birth_ports;     // SAQs allocated in the cycle before
    reg [39:0] birth_count;     // sum since the last clear
    reg [4:0]  death_ports;     // SAQs freed in the cycle before
    reg [39:0] death_count;     // sum since the last clear
    reg [2:0]  xoff_ports;      // Xoffs sent upstream in the cycle before
    reg [39:0] xoff_count;      // sum since the last clear
    reg [2:0]  xon_ports;       // Xons sent upstream in the cycle before
    reg [39:0] xon_count;       // sum since the last clear
    reg [63:0] read_data_q;     // the counter

    wire [3:0]  saqs_seen;
    wire [3:0]  lines_seen;
    wire [15:0] births;
    wire [15:0] deaths;
    wire [3:0]  xoffs;
    wire [3:0]  xons;

    // The number of ones.
    function [4:0] count_ones_16(input [15:0] bits);
        integer n_in;
        begin
            count_ones_16 = 5'd0;
            for (n_in = 0; n_in < 16; n_in = n_in + 1)
                count_ones_16 = count_ones_16 + {4'd0, bits[n_in]};
        end
    endfunction

    // The number of ones.
    function [2:0] count_ones_4(input [3:0] bits);
        integer n_in;
        begin
            count_ones_4 = 3'd0;
            for (n_in = 0; n_in < 4; n_in = n_in + 1)
                count_ones_4 = count_ones_4 + {2'd0, bits[n_in]};
        end
    endfunction

    assign saqs_seen  = stat_saqs[{port, 2'd0} +: 4];
    assign lines_seen = stat_lines[{port, 2'd0} +: 4];
    assign births     = stat_saqs & ~saqs_before;
    assign deaths     = saqs_before & ~stat_saqs;
    assign xoffs      = msg_valid & msg_xoff;
    assign xons       = msg_valid & ~msg_xoff;
    assign read_data  = read_data_q;

    always @(posedge clk) begin : update_samples
        integer i;
        integer n;
        if (rst) begin
            for (i = 0; i < 5; i = i + 1) samples[i] <= 40'd0;
            line_sum <= 40'd0;
        end else if (clear) begin
            for (n = 0; n < 5; n = n + 1) begin
                samples[n] <= 40'd0;
            end
            line_sum <= 40'd0;
        end else if (measure_q) begin
            samples[saqs_in_use] <= samples[saqs_in_use] + 40'd1;
            line_sum <= line_sum + {37'd0, lines_in_use};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            measure_q <= 1'b0;
            address_q <= 7'd0;
            port <= 2'd0;
            saqs_in_use <= 3'd0;
            lines_in_use <= 3'd0;
            detect_ports <= 3'd0;
            no_free_ports <= 3'd0;
            dropped_ports <= 3'd0;
            cam_full_ports <= 3'd0;
            saqs_before <= 16'd0;
            birth_ports <= 5'd0;
            death_ports <= 5'd0;
            xoff_ports <= 3'd0;
            xon_ports <= 3'd0;
        end else begin
            measure_q <= measure;
            address_q <= read_address;
            port <= port + 2'd1;
            saqs_in_use <= count_ones_4(saqs_seen);
            lines_in_use <= count_ones_4(lines_seen);
            detect_ports <= count_ones_4(stat_detect);
            no_free_ports <= count_ones_4(stat_no_free);
            dropped_ports <= count_ones_4(stat_dropped);
            cam_full_ports <= count_ones_4(stat_cam_full);
            saqs_before <= stat_saqs;
            birth_ports <= count_ones_16(births);
            death_ports <= count_ones_16(deaths);
            xoff_ports <= count_ones_4(xoffs);
            xon_ports <= count_ones_4(xons);
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            detect_count <= 40'd0;
            no_free_count <= 40'd0;
            dropped_count <= 40'd0;
            cam_full_count <= 40'd0;
            birth_count <= 40'd0;
            death_count <= 40'd0;
            xoff_count <= 40'd0;
            xon_count <= 40'd0;
        end else if (clear) begin
            detect_count <= 40'd0;
            no_free_count <= 40'd0;
            dropped_count <= 40'd0;
            cam_full_count <= 40'd0;
            birth_count <= 40'd0;
            death_count <= 40'd0;
            xoff_count <= 40'd0;
            xon_count <= 40'd0;
        end else if (measure_q) begin
            detect_count <= detect_count + {37'd0, detect_ports};
            no_free_count <= no_free_count + {37'd0, no_free_ports};
            dropped_count <= dropped_count + {37'd0, dropped_ports};
            cam_full_count <= cam_full_count + {37'd0, cam_full_ports};
            birth_count <= birth_count + {35'd0, birth_ports};
            death_count <= death_count + {35'd0, death_ports};
            xoff_count <= xoff_count + {37'd0, xoff_ports};
            xon_count <= xon_count + {37'd0, xon_ports};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            read_data_q <= 64'd0;
        end else begin
            case (address_q)
                7'd0: read_data_q <= {24'd0, samples[0]};
                7'd1: read_data_q <= {24'd0, samples[1]};
                7'd2: read_data_q <= {24'd0, samples[2]};
                7'd3: read_data_q <= {24'd0, samples[3]};
                7'd4: read_data_q <= {24'd0, samples[4]};
                7'd9: read_data_q <= {24'd0, line_sum};
                7'd10: read_data_q <= {24'd0, detect_count};
                7'd11: read_data_q <= {24'd0, no_free_count};
                7'd12: read_data_q <= {24'd0, dropped_count};
                7'd13: read_data_q <= {24'd0, cam_full_count};
                7'd14: read_data_q <= {24'd0, birth_count};
                7'd15: read_data_q <= {24'd0, death_count};
                7'd16: read_data_q <= {24'd0, xoff_count};
                7'd17: read_data_q <= {24'd0, xon_count};
                default: read_data_q <= 64'd0;
            endcase
        end
    end

endmodule

`default_nettype wire
