// SPDX-License-Identifier: Apache-2.0
// recn_scheduler: two-phase round-robin scheduler  ports = 8, saqs = 4
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module recn_scheduler (
    input  wire         clk,               // rising edge
    input  wire         rst,               // synchronous, active high

    // queues of all input ports, lane i*(1+saqs)+q: queue q of input i
    input  wire [39:0]  queue_empty,       // the queue is empty
    input  wire [39:0]  queue_ready,       // its head may be sent
    input  wire [119:0] queue_port,        // output port of its head

    input  wire [31:0]  saq_xoff,          // the set-aside queue may not send
    input  wire [7:0]   credit_available,  // the output port has a credit
    output wire [7:0]   grant_valid,       // the input port sends, combinational
    output wire [23:0]  grant_queue,       // from this queue
    output wire [23:0]  grant_port,        // to this output port
    output wire [7:0]   start,             // the output port gets a packet, combinational
    output wire [23:0]  source             // from this input port
);

    (* mem2reg *)
    reg [2:0] input_busy [0:7];
    (* mem2reg *)
    reg [2:0] output_busy [0:7];

    reg  [39:0] stopped;
    wire [39:0] eligible;
    reg  [7:0]  input_free;
    reg  [7:0]  output_free;

    // All of input_busy side by side, because an always @* block cannot watch an array.
    wire [23:0] input_busy_flat = {input_busy[7], input_busy[6], input_busy[5], input_busy[4],
                                   input_busy[3], input_busy[2], input_busy[1], input_busy[0]};

    // All of output_busy side by side, because an always @* block cannot watch an array.
    wire [23:0] output_busy_flat = {output_busy[7], output_busy[6], output_busy[5], output_busy[4],
                                    output_busy[3], output_busy[2], output_busy[1], output_busy[0]};

`ifdef RTLGEN_CHECKS
    // The number of ones.
    function [3:0] count_ones_8(input [7:0] bits);
        integer n;
        begin
            count_ones_8 = 4'd0;
            for (n = 0; n < 8; n = n + 1)
                count_ones_8 = count_ones_8 + {3'd0, bits[n]};
        end
    endfunction
`endif

    sep_allocator_inputs8_queues5_outputs8 allocator (
        .clk           (clk),
        .rst           (rst),
        .eligible      (eligible),
        .wanted        (queue_port),
        .input_free    (input_free),
        .output_free   (output_free),
        .grant_valid   (grant_valid),
        .grant_queue   (grant_queue),
        .grant_output  (grant_port),
        .output_valid  (start),
        .output_source (source)
    );

    assign eligible = ~queue_empty & queue_ready & ~stopped;

    always @* begin : update_stopped
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            stopped[i*5 +: 5] = {saq_xoff[i*4 +: 4], 1'b0};
        end
    end

    always @* begin : update_input_free
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            input_free[i] = input_busy_flat[i*3 +: 3] == 3'd0;
        end
    end

    always @* begin : update_output_free
        integer i;
        for (i = 0; i < 8; i = i + 1) begin
            output_free[i] = output_busy_flat[i*3 +: 3] == 3'd0 && credit_available[i];
        end
    end

    always @(posedge clk) begin : update_input_busy
        integer n;
        integer i;
        if (rst) begin
            for (n = 0; n < 8; n = n + 1) input_busy[n] <= 3'd0;
            for (n = 0; n < 8; n = n + 1) output_busy[n] <= 3'd0;
        end else begin
            for (i = 0; i < 8; i = i + 1) begin
                if (grant_valid[i]) begin
                    input_busy[i] <= 3'd7;
                end else if (input_busy[i] != 3'd0) begin
                    input_busy[i] <= input_busy[i] - 3'd1;
                end
                if (start[i]) begin
                    output_busy[i] <= 3'd7;
                end else if (output_busy[i] != 3'd0) begin
                    output_busy[i] <= output_busy[i] - 3'd1;
                end
            end
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
            if (count_ones_8(grant_valid) != count_ones_8(start)) begin
                $display("RTLGEN_ASSERT %m as_many_inputs_as_outputs fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_recn_scheduler
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            as_many_inputs_as_outputs: assert (count_ones_8(grant_valid) == count_ones_8(start));
        end
    end
`endif

endmodule

`default_nettype wire
