// SPDX-License-Identifier: Apache-2.0
// qcn_pause_headroom130: PAUSE made: STOP and GO by the occupancy of the buffers of a port
//
// prios = 2, units = 586, q_high = 430, q_low = 172, headroom = 130, quanta = 65535, reaction = 1024, refresh = 0, cable = 0, line_rate = 10, frame_units = 8
`default_nettype none

module qcn_pause_headroom130 (
    input  wire         clk,        // rising edge
    input  wire         rst,        // synchronous, active high
    input  wire         enable,     // priorities are stopped; without it all may send
    input  wire [11:0]  port,       // number of the port; held
    input  wire [19:0]  occupancy,  // buffer units in use

    // PAUSE frames, registers but for tx_ready
    output wire         tx_valid,   // a PAUSE frame is offered
    output wire [127:0] tx_data,    // its beat; unknown while not valid
    input  wire         tx_ready,   // it is taken

    output wire [1:0]   stopped     // what the last frame of the priority said: STOP; registers
);

    reg [1:0]   told;        // what the last frame of the priority said: STOP; registers
    reg         again;       // what is stopped goes into the next frame, too
    reg         tx_valid_q;  // a PAUSE frame is offered
    reg [127:0] tx_data_q;   // its beat; unknown while not valid
    reg [15:0]  timer;       // cycles since STOP was last repeated

    reg  [1:0] stop;
    wire [1:0] changed;
    wire [1:0] speaks_of;
    wire       tx_free;
    wire       refresh_due;
    wire       any_stopped;

`ifdef FORMAL
    // The lowest 1 alone.
    function [1:0] lowest_one_2(input [1:0] bits);
        begin
            lowest_one_2 = {bits[1] & ~bits[0], bits[0]};
        end
    endfunction
`endif

    assign changed     = stop ^ told;
    assign speaks_of   = changed | (again ? stop : 2'd0);
    assign tx_free     = !tx_valid_q || tx_ready;
    assign refresh_due = timer == 16'hfbfe;
    assign any_stopped = |told;
    assign tx_valid    = tx_valid_q;
    assign tx_data     = tx_data_q;
    assign stopped     = told;

    always @* begin : update_stop
        integer k;
        for (k = 0; k < 2; k = k + 1) begin
            stop[k] = enable
                   && (told[k] ? occupancy[k*10 +: 10] > 10'd172
                     : occupancy[k*10 +: 10] >= 10'd430);
        end
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (4) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            tx_data_q = {tx_data_q[95:0], memory_fill};
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            again <= 1'b0;
        end else if (any_stopped && refresh_due) begin
            again <= 1'b1;
        end else if (tx_free) begin
            again <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            told <= 2'd0;
            tx_valid_q <= 1'b0;
        end else if (tx_free) begin
            tx_valid_q <= |speaks_of;
            told <= stop;
        end
    end

    always @(posedge clk) begin
        if (tx_free) begin
            tx_data_q <= {2'd2, 3'd0, port, port, 14'd64, 6'd0, speaks_of, 6'd0, stop & speaks_of,
                          16'hffff, 53'd0};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            timer <= 16'd0;
        end else if (any_stopped && !refresh_due) begin
            timer <= timer + 16'd1;
        end else begin
            timer <= 16'd0;
        end
    end

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_qcn_pause_headroom130
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            stop_of_several: cover (tx_valid_q && (|(told & ~lowest_one_2(told))));
        end
    end
`endif

endmodule

`default_nettype wire
