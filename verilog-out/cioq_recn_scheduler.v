// SPDX-License-Identifier: Apache-2.0
// cioq_recn_scheduler: two-phase round-robin scheduler of the crossbar  ports = 8, saqs = 4
`default_nettype none

module cioq_recn_scheduler (
    input  wire        clk,             // rising edge
    input  wire        rst,             // synchronous, active high
    input  wire [95:0] queue_eligible,  // the queue may send, lane i*(ports+saqs)+q: queue q of
                                        // input i
    input  wire [95:0] saq_port,        // output port of each set-aside queue; below ports where
                                        // eligible
    input  wire [7:0]  room,            // the output side has a slot for a packet
    output wire [7:0]  grant_valid,     // the input side sends, combinational
    output wire [31:0] grant_queue,     // from this queue; 0 without grant_valid
    output wire [7:0]  start,           // the output side gets a packet, combinational
    output wire [23:0] source           // from this input side; 0 without start
);

    (* mem2reg *)
    reg [1:0] input_busy [0:7];
    (* mem2reg *)
    reg [1:0] output_busy [0:7];

    wire [23:0]  detection_ports;
    reg  [287:0] wanted;
    reg  [7:0]   input_free;
    reg  [7:0]   output_free;
    wire [23:0]  unused_allocator_grant_output;

    // All of input_busy side by side, because an always @* block cannot watch an array.
    wire [15:0] input_busy_flat = {input_busy[7], input_busy[6], input_busy[5], input_busy[4],
                                   input_busy[3], input_busy[2], input_busy[1], input_busy[0]};

    // All of output_busy side by side, because an always @* block cannot watch an array.
    wire [15:0] output_busy_flat = {output_busy[7], output_busy[6], output_busy[5], output_busy[4],
                                    output_busy[3], output_busy[2], output_busy[1], output_busy[0]};

    sep_allocator_inputs8_queues12_outputs8 allocator (
        .clk           (clk),
        .rst           (rst),
        .eligible      (queue_eligible),
        .wanted        (wanted),
        .input_free    (input_free),
        .output_free   (output_free),
        .grant_valid   (grant_valid),
        .grant_queue   (grant_queue),
        .grant_output  (unused_allocator_grant_output),
        .output_valid  (start),
        .output_source (source)
    );

    assign detection_ports = {3'd7, 3'd6, 3'd5, 3'd4, 3'd3, 3'd2, 3'd1, 3'd0};

    always @* begin : update_wanted
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            wanted[i*36 +: 36] = {saq_port[i*12 +: 12], detection_ports};
        end
    end

    always @* begin : update_input_free
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            input_free[i] = input_busy_flat[i*2 +: 2] == 2'd0;
        end
    end

    always @* begin : update_output_free
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            output_free[i] = output_busy_flat[i*2 +: 2] == 2'd0 && room[i];
        end
    end

    always @(posedge clk) begin : update_input_busy
        integer n;
        integer i;
        if (rst) begin
            for (n = 0; n < 8; n = n + 1) input_busy[n] <= 2'd0;
            for (n = 0; n < 8; n = n + 1) output_busy[n] <= 2'd0;
        end else begin
            for (i = 0; i < 8; i = i + 1) begin
                if (grant_valid[i]) begin
                    input_busy[i] <= 2'd3;
                end else if (input_busy[i] != 2'd0) begin
                    input_busy[i] <= input_busy[i] - 2'd1;
                end
                if (start[i]) begin
                    output_busy[i] <= 2'd3;
                end else if (output_busy[i] != 2'd0) begin
                    output_busy[i] <= output_busy[i] - 2'd1;
                end
            end
        end
    end

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_cioq_recn_scheduler
    initial assume (rst);
`endif
`endif

endmodule

`default_nettype wire
