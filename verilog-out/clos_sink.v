// SPDX-License-Identifier: Apache-2.0
// clos_sink: receives, checks and measures cells  nodes = 16
`default_nettype none

module clos_sink (
    input  wire        clk,            // rising edge
    input  wire        rst,            // synchronous, active high
    input  wire [7:0]  node,           // number of this node
    input  wire [31:0] now,            // time, cycles
    input  wire        measure,        // the counters count
    input  wire        clear,          // pulse: all counters to 0

    // from the last stage
    input  wire        arrival_valid,  // a cell arrives
    input  wire [7:0]  arrival_dst,    // where it was to go
    input  wire [7:0]  arrival_src,    // where it comes from
    input  wire [31:0] arrival_tag,    // its tag
    input  wire        arrival_first,  // it is the first of its packet

    // counter readback: data 1 cycle after the address
    input  wire [6:0]  read_address,   // which counter
    output wire [63:0] read_data,      // the counter

    output wire        error           // a cell was not what it should be, a register
);

    reg        valid_q;       // arrival_valid, one cycle later
    reg [7:0]  dst_q;         // arrival_dst, one cycle later
    reg [3:0]  src_q;         // source of the cell
    reg        first_q;       // arrival_first, one cycle later
    reg [31:0] tag_q;         // arrival_tag, one cycle later
    reg [3:0]  walk;          // word that is zeroed next, after reset
    reg        walk_done;     // all words are zeroed
    reg [23:0] latency_max;   // largest latency of a packet, cycles
    reg [39:0] received;      // cells received while measuring
    reg [47:0] latency_sum;   // sum of the latencies, cycles
    reg [39:0] order_errors;  // packets with another number than expected
    reg [39:0] packets;       // packets that began while measuring
    reg [39:0] misroutes;     // cells for another node
    reg [63:0] shown;         // the counter that was addressed
    reg        error_q;       // a cell was not what it should be, a register

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [7:0] expected [0:15];  // next packet number expected, by source
    wire [7:0] number;

    wire        misroute;
    wire        arrived;
    wire        packet_begins;
    wire        disorder;
    wire [7:0]  next_number;
    wire [23:0] latency;
    wire        counted;
    wire        timed;

    wire unused_src_rest = &{1'b0, arrival_src[7:4]};
    wire unused_now_rest = &{1'b0, now[31:24]};

    assign misroute      = valid_q && dst_q != node;
    assign arrived       = valid_q && dst_q == node;
    assign packet_begins = arrived && first_q;
    assign disorder      = packet_begins && number != tag_q[31:24];
    assign next_number   = tag_q[31:24] + 8'd1;
    assign latency       = now[23:0] - tag_q[23:0] - 24'd1;
    assign counted       = arrived && measure;
    assign timed         = packet_begins && measure;
    assign read_data     = shown;
    assign error         = error_q;

    always @(posedge clk) begin
        if (!walk_done || packet_begins) begin
            expected[walk_done ? src_q : walk] <= walk_done ? next_number : 8'd0;
        end
    end

    assign number = expected[src_q];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [44:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[12:0], memory_fill};
        end
        {dst_q, src_q, first_q, tag_q} = memory_bits;
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            expected[memory_word] = memory_fill[31:24];
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            valid_q <= 1'b0;
            error_q <= 1'b0;
        end else begin
            valid_q <= arrival_valid;
            if (disorder || misroute) error_q <= 1'b1;
        end
    end

    always @(posedge clk) begin
        dst_q <= arrival_dst;
        src_q <= arrival_src[3:0];
        first_q <= arrival_first;
        tag_q <= arrival_tag;
    end

    always @(posedge clk) begin
        if (rst) begin
            walk <= 4'd0;
            walk_done <= 1'b0;
        end else if (!walk_done) begin
            walk <= walk + 4'd1;
            walk_done <= walk == 4'd15;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            latency_max <= 24'd0;
            received <= 40'd0;
            latency_sum <= 48'd0;
            order_errors <= 40'd0;
            packets <= 40'd0;
            misroutes <= 40'd0;
        end else if (clear) begin
            latency_max <= 24'd0;
            received <= 40'd0;
            latency_sum <= 48'd0;
            order_errors <= 40'd0;
            packets <= 40'd0;
            misroutes <= 40'd0;
        end else begin
            if (timed && latency > latency_max) latency_max <= latency;
            if (counted) received <= received + {39'd0, 1'b1};
            if (timed) latency_sum <= latency_sum + {24'd0, latency};
            if (disorder) order_errors <= order_errors + {39'd0, 1'b1};
            if (timed) packets <= packets + {39'd0, 1'b1};
            if (misroute) misroutes <= misroutes + {39'd0, 1'b1};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            shown <= 64'd0;
        end else begin
            case (read_address)
                7'd0: shown <= {24'd0, received};
                7'd1: shown <= {16'd0, latency_sum};
                7'd2: shown <= {40'd0, latency_max};
                7'd3: shown <= {24'd0, order_errors};
                7'd7: shown <= {24'd0, packets};
                7'd4: shown <= {24'd0, misroutes};
                default: shown <= 64'd0;
            endcase
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
            // no cell in the first cycles after reset
            if (valid_q && !walk_done) begin
                $display("RTLGEN_ASSERT %m nothing_before_the_table_is_zeroed fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_clos_sink
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // no cell in the first cycles after reset
            nothing_before_the_table_is_zeroed: `RTLGEN_CONTRACT (!valid_q || walk_done);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
