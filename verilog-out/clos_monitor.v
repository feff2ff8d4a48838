// SPDX-License-Identifier: Apache-2.0
// clos_monitor: counters of an element's queues  ports = 4, slots_in = 100, slots_out = 100
`default_nettype none

module clos_monitor (
    input  wire        clk,            // rising edge
    input  wire        rst,            // synchronous, active high
    input  wire [31:0] now,            // time, cycles
    input  wire        measure,        // the counters count
    input  wire        clear,          // pulse: all counters to 0

    // counter readback: data 2 cycles after the address
    input  wire [6:0]  read_address,   // which counter
    output wire [63:0] read_data,      // the counter

    // status of the element, a lane per port
    input  wire [27:0] stat_in_held,   // segments in the input queue, a register
    input  wire [27:0] stat_out_held,  // segments in the output queue and those that have their
                                       // place, a register
    input  wire [3:0]  stat_stalled,   // a segment of the output queue waits for a credit and the
                                       // link is idle
    input  wire [3:0]  stat_refused    // the output queue is full and the first segment of an input
                                       // waits for it
);

    (* mem2reg *)
    reg [6:0]  in_max [0:3];   // segments of the longest queue, by input
    (* mem2reg *)
    reg [6:0]  out_max [0:3];  // segments of the longest queue, by output
    (* mem2reg *)
    reg [31:0] full_at [0:3];  // first cycle in which it was full, by output
    reg        measure_q;      // measure, one cycle later
    reg [27:0] in_held;        // stat_in_held, one cycle later
    reg [27:0] out_held;       // stat_out_held, one cycle later
    reg [2:0]  refused_ports;  // number of outputs that refused a segment
    reg [2:0]  stalled_ports;  // number of outputs that waited for a credit
    reg [39:0] refusals;       // outputs that refused a segment, summed over cycles
    reg [39:0] stalls;         // outputs that waited for a credit, summed over cycles
    reg [6:0]  address_q;      // read_address, one cycle later
    reg [63:0] shown;          // the counter

    wire unused_address_rest = &{1'b0, address_q[3:2]};

    // The number of ones.
    function [2:0] count_ones_4(input [3:0] bits);
        integer n;
        begin
            count_ones_4 = 3'd0;
            for (n = 0; n < 4; n = n + 1)
                count_ones_4 = count_ones_4 + {2'd0, bits[n]};
        end
    endfunction

    assign read_data = shown;

    always @(posedge clk) begin : update_in_max
        integer n;
        integer i;
        if (rst) begin
            for (n = 0; n < 4; n = n + 1) in_max[n] <= 7'd0;
        end else begin
            for (i = 0; i < 4; i = i + 1) begin
                if (clear) begin
                    in_max[i] <= 7'd0;
                end else if (measure_q && in_held[i*7 +: 7] > in_max[i]) begin
                    in_max[i] <= in_held[i*7 +: 7];
                end
            end
        end
    end

    always @(posedge clk) begin : update_out_max
        integer n;
        integer i;
        if (rst) begin
            for (n = 0; n < 4; n = n + 1) out_max[n] <= 7'd0;
        end else begin
            for (i = 0; i < 4; i = i + 1) begin
                if (clear) begin
                    out_max[i] <= 7'd0;
                end else if (measure_q && out_held[i*7 +: 7] > out_max[i]) begin
                    out_max[i] <= out_held[i*7 +: 7];
                end
            end
        end
    end

    always @(posedge clk) begin : update_full_at
        integer n;
        integer o;
        if (rst) begin
            for (n = 0; n < 4; n = n + 1) full_at[n] <= 32'd0;
        end else begin
            for (o = 0; o < 4; o = o + 1) begin
                if (clear) begin
                    full_at[o] <= 32'd0;
                end else if (measure_q
                          && out_held[o*7 +: 7] == 7'd100
                          && full_at[o] == 32'd0) begin
                    full_at[o] <= now;
                end
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            measure_q <= 1'b0;
            in_held <= 28'd0;
            out_held <= 28'd0;
            refused_ports <= 3'd0;
            stalled_ports <= 3'd0;
            address_q <= 7'd0;
        end else begin
            measure_q <= measure;
            in_held <= stat_in_held;
            out_held <= stat_out_held;
            refused_ports <= count_ones_4(stat_refused);
            stalled_ports <= count_ones_4(stat_stalled);
            address_q <= read_address;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            refusals <= 40'd0;
            stalls <= 40'd0;
        end else if (clear) begin
            refusals <= 40'd0;
            stalls <= 40'd0;
        end else if (measure_q) begin
            refusals <= refusals + {37'd0, refused_ports};
            stalls <= stalls + {37'd0, stalled_ports};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            shown <= 64'd0;
        end else begin
            case (address_q[6:4])
                3'd0: shown <= {57'd0, in_max[address_q[1:0]]};
                3'd1: shown <= {57'd0, out_max[address_q[1:0]]};
                3'd2: shown <= {32'd0, full_at[address_q[1:0]]};
                3'd3: shown <= {24'd0, address_q[0] ? stalls : refusals};
                default: shown <= 64'd0;
            endcase
        end
    end

endmodule

`default_nettype wire
