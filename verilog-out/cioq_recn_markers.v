// SPDX-License-Identifier: Apache-2.0
// cioq_recn_markers: markers: where each waits, and the ready bits of the set-aside queues
//
// slots = 64, saqs = 4, standard = 8
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module cioq_recn_markers (
    input  wire        clk,          // rising edge
    input  wire        rst,          // synchronous, active high
    input  wire [3:0]  born,         // a line was allocated in the cycle before, one-hot or 0
    input  wire [3:0]  born_host,    // the queue that hosts its marker
    input  wire [83:0] count,        // packets in each queue

    // dequeue
    input  wire        deq_valid,    // a packet leaves a queue
    input  wire [3:0]  deq_queue,    // which

    // state of the lines
    output wire [3:0]  line_ready,   // R: its marker is gone; 1 for lines that are not valid
    output reg  [3:0]  line_hosting  // it hosts the marker of a queue that is not ready
);

    (* mem2reg *)
    reg [3:0] host [0:3];   // queue that hosts the marker, by SAQ
    (* mem2reg *)
    reg [6:0] ahead [0:3];  // packets ahead of the marker, by SAQ
    reg [3:0] ready_q;      // R: its marker is gone; 1 for lines that are not valid
    reg [3:0] placed_q;     // born, one cycle later
    reg [3:0] place_host;   // born_host, one cycle later

    wire        host_loses_packet;
    wire [6:0]  place;
    wire [11:0] in_order;

`ifdef RTLGEN_CHECKS
    reg [3:0] waits_for_host;
`endif

    // All of host side by side, because an always @* block cannot watch an array.
    wire [15:0] host_flat = {host[3], host[2], host[1], host[0]};

`ifdef RTLGEN_CHECKS
    // All of ahead side by side, because an always @* block cannot watch an array.
    wire [27:0] ahead_flat = {ahead[3], ahead[2], ahead[1], ahead[0]};
`endif

    // Lane index of lanes of 7 bits, lane 0 lowest.
    function [6:0] lane_7_of_84(input [83:0] lanes, input [3:0] index);
        integer n;
        reg [95:0] spaced;
        begin
            for (n = 0; n < 12; n = n + 1)
                spaced[n*8 +: 8] = {1'b0, lanes[n*7 +: 7]};
            lane_7_of_84 = spaced[{index, 3'd0} +: 7];
        end
    endfunction

`ifdef RTLGEN_CHECKS
    // The lowest 1 alone.
    function [3:0] lowest_one_4(input [3:0] bits);
        reg [3:0] up_to;
        begin
            up_to = bits | (bits << 1) | (bits << 2) | (bits << 3);
            lowest_one_4 = bits & ~(up_to << 1);
        end
    endfunction
`endif

    assign host_loses_packet = deq_valid && deq_queue == place_host;
    assign place             = lane_7_of_84(count, place_host) - {6'd0, host_loses_packet};
    assign in_order          = {ready_q, 8'd255};
    assign line_ready        = ready_q;

    always @* begin : update_line_hosting
        integer h;
        integer k;
        line_hosting = 4'd0;
        for (h = 0; h < 4; h = h + 1) begin
            for (k = 0; k < 4; k = k + 1) begin
                if (!ready_q[k] && host_flat[k*4 +: 4] == {2'd0, h[1:0]} + 4'd8) begin
                    line_hosting[h] = 1'b1;
                end
            end
        end
    end

`ifdef RTLGEN_CHECKS
    always @* begin : update_waits_for_host
        integer k;
        integer h;
        waits_for_host = 4'd0;
        for (k = 0; k < 4; k = k + 1) begin
            for (h = 0; h < 4; h = h + 1) begin
                if (host_flat[k*4 +: 4] == {2'd0, h[1:0]} + 4'd8
                 && ahead_flat[k*7 +: 7] == 7'd0
                 && !ready_q[k]
                 && !ready_q[h]) begin
                    waits_for_host[k] = 1'b1;
                end
            end
        end
    end
`endif

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [7:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        memory_bits = memory_fill[31:24];
        {placed_q, place_host} = memory_bits;
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            host[memory_word] = memory_fill[31:28];
        end
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            ahead[memory_word] = memory_fill[31:25];
        end
    end
`endif

    always @(posedge clk) begin : update_host
        integer k;
        for (k = 0; k < 4; k = k + 1) begin
            if (born[k]) host[k] <= born_host;
            if (placed_q[k]) begin
                ahead[k] <= place;
            end else if (deq_valid && deq_queue == host[k]) begin
                ahead[k] <= ahead[k] - 7'd1;
            end
        end
    end

    always @(posedge clk) begin : update_ready_q
        integer k;
        if (rst) begin
            ready_q <= 4'd15;
        end else begin
            for (k = 0; k < 4; k = k + 1) begin
                if (born[k]) begin
                    ready_q[k] <= 1'b0;
                end else if (ahead[k] == 7'd0 && in_order[host[k]] && !placed_q[k]) begin
                    ready_q[k] <= 1'b1;
                end
            end
        end
    end

    always @(posedge clk) begin
        placed_q <= born;
        place_host <= born_host;
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
            if ((born & ~lowest_one_4(born)) != 4'd0) begin
                $display("RTLGEN_ASSERT %m one_birth fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (deq_valid && lane_7_of_84(count, deq_queue) == 7'd0) begin
                $display("RTLGEN_ASSERT %m no_dequeue_of_an_empty_queue fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            if (deq_valid && !in_order[deq_queue]) begin
                $display("RTLGEN_ASSERT %m only_ready_queues_send fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_cioq_recn_markers
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            one_birth: `RTLGEN_CONTRACT ((born & ~lowest_one_4(born)) == 4'd0);
            no_dequeue_of_an_empty_queue: `RTLGEN_CONTRACT (!deq_valid
                                                         || lane_7_of_84(count, deq_queue) != 7'd0);
            only_ready_queues_send: `RTLGEN_CONTRACT (!deq_valid || in_order[deq_queue]);
            marker_waits_for_its_host: cover (|waits_for_host);
        end
    end
`undef RTLGEN_CONTRACT
`endif

`ifdef RTLGEN_CHECKS
    // Read by covers only.
    wire unused_waits_for_host = &{1'b0, waits_for_host};
`endif

endmodule

`default_nettype wire
