// SPDX-License-Identifier: Apache-2.0
// adaptive_meter: counters of a switch  hosts = 6, ports = 6, q_eq = 33000
`default_nettype none

module adaptive_meter (
    input  wire         clk,           // rising edge
    input  wire         rst,           // synchronous, active high
    input  wire         measure,       // the counters count
    input  wire         sample,        // queues and STOPs are counted in this cycle

    // frames
    input  wire         frame_valid,   // a frame enters a queue
    input  wire [2:0]   frame_host,    // its destination
    input  wire [2:0]   frame_out,     // the queue
    input  wire         frame_detour,  // it is not the default

    input  wire         made,          // a notification is made
    input  wire         learnt,        // the congestion table is updated
    input  wire         off_list,      // by a port that is not listed
    input  wire [5:0]   stopped,       // the neighbour is told to stop
    input  wire [119:0] qlen,          // bytes in each output queue

    // counter readback
    input  wire [5:0]   read_address,  // which counter
    output wire [47:0]  read_data      // the counter, 2 cycles after its address
);

    reg [2:0]  last_way [0:5];   // port by which the last frame to each host left
    (* mem2reg *)
    reg [47:0] queue_sum [0:5];  // sum of the sampled lengths of each queue, bytes
    (* mem2reg *)
    reg [19:0] queue_max [0:5];  // largest sampled length of each queue, bytes
    reg [5:0]  way_known;        // hosts to which a frame has left
    reg [47:0] frames;           // sum since reset
    reg [47:0] detours;          // sum since reset
    reg [47:0] route_changes;    // sum since reset
    reg [47:0] cns_made;         // sum since reset
    reg [47:0] cns_learnt;       // sum since reset
    reg [47:0] cns_off_list;     // sum since reset
    reg [47:0] stops;            // sum since reset
    reg [47:0] samples;          // sum since reset
    reg [47:0] shown;            // the counter, 2 cycles after its address
    reg [5:0]  address_q;        // read_address, one cycle later

    wire        changed;
    wire [5:0]  place;
    wire        exists;
    wire        port_exists;
    wire [47:0] of_port;

    // The number of ones.
    function [2:0] count_ones_6(input [5:0] bits);
        integer n;
        begin
            count_ones_6 = 3'd0;
            for (n = 0; n < 6; n = n + 1)
                count_ones_6 = count_ones_6 + {2'd0, bits[n]};
        end
    endfunction

    assign changed     = frame_valid && way_known[frame_host] && last_way[frame_host] != frame_out;
    assign place       = address_q - 6'd8;
    assign exists      = !place[5];
    assign port_exists = exists && place[3:0] < 4'd6;
    assign of_port     = place[4] ? {28'd0, queue_max[place[2:0]]} : queue_sum[place[2:0]];
    assign read_data   = shown;

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        for (memory_word = 0; memory_word < 6; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            last_way[memory_word] = memory_fill[31:29];
        end
    end
`endif

    always @(posedge clk) begin
        if (frame_valid) last_way[frame_host] <= frame_out;
    end

    always @(posedge clk) begin : update_queue_sum
        integer i;
        integer o;
        if (rst) begin
            for (i = 0; i < 6; i = i + 1) queue_sum[i] <= 48'd0;
            for (i = 0; i < 6; i = i + 1) queue_max[i] <= 20'd0;
        end else begin
            for (o = 0; o < 6; o = o + 1) begin
                if (sample && measure) begin
                    queue_sum[o] <= queue_sum[o] + {28'd0, qlen[o*20 +: 20]};
                    if (qlen[o*20 +: 20] > queue_max[o]) queue_max[o] <= qlen[o*20 +: 20];
                end
            end
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            way_known <= 6'd0;
            frames <= 48'd0;
            detours <= 48'd0;
            route_changes <= 48'd0;
            cns_made <= 48'd0;
            cns_learnt <= 48'd0;
            cns_off_list <= 48'd0;
            address_q <= 6'd0;
        end else begin
            if (frame_valid) way_known[frame_host] <= 1'b1;
            if (frame_valid && measure) frames <= frames + {47'd0, 1'b1};
            if (frame_valid && frame_detour && measure) detours <= detours + {47'd0, 1'b1};
            if (changed && measure) route_changes <= route_changes + {47'd0, 1'b1};
            if (made && measure) cns_made <= cns_made + {47'd0, 1'b1};
            if (learnt && measure) cns_learnt <= cns_learnt + {47'd0, 1'b1};
            if (off_list && measure) cns_off_list <= cns_off_list + {47'd0, 1'b1};
            address_q <= read_address;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            stops <= 48'd0;
            samples <= 48'd0;
        end else if (sample && measure) begin
            stops <= stops + {45'd0, count_ones_6(stopped)};
            samples <= samples + {47'd0, 1'b1};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            shown <= 48'd0;
        end else begin
            case (address_q)
                6'd0: shown <= frames;
                6'd1: shown <= detours;
                6'd2: shown <= route_changes;
                6'd3: shown <= cns_made;
                6'd4: shown <= cns_learnt;
                6'd5: shown <= cns_off_list;
                6'd6: shown <= stops;
                6'd7: shown <= samples;
                default: shown <= port_exists ? of_port : 48'd0;
            endcase
        end
    end

endmodule

`default_nettype wire
