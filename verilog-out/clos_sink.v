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

    reg        valid_q;
    reg [7:0]  dst_q;
    reg [3:0]  src_q;
    reg        first_q;
    reg [31:0] tag_q;
    reg [3:0]  walk;
    reg        walk_done;
    reg [23:0] latency_max;
    reg [39:0] received;
    reg [47:0] latency_sum;
    reg [39:0] order_errors;
    reg [39:0] packets;
    reg [39:0] misroutes;
    reg [63:0] shown;
    reg        error_q;

    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [7:0] expected [0:15];
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
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            expected[memory_word] = memory_fill[31:24];
        end
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        dst_q = memory_fill[31:24];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        src_q = memory_fill[31:28];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        first_q = memory_fill[31];
        memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
        tag_q = memory_fill;
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            valid_q <= 1'b0;
        end else begin
            valid_q <= arrival_valid;
        end
    end

    always @(posedge clk) begin
        dst_q <= arrival_dst;
    end

    always @(posedge clk) begin
        src_q <= arrival_src[3:0];
    end

    always @(posedge clk) begin
        first_q <= arrival_first;
    end

    always @(posedge clk) begin
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
        end else if (clear) begin
            latency_max <= 24'd0;
        end else if (timed && latency > latency_max) begin
            latency_max <= latency;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            received <= 40'd0;
        end else if (clear) begin
            received <= 40'd0;
        end else if (counted) begin
            received <= received + {39'd0, 1'b1};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            latency_sum <= 48'd0;
        end else if (clear) begin
            latency_sum <= 48'd0;
        end else if (timed) begin
            latency_sum <= latency_sum + {24'd0, latency};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            order_errors <= 40'd0;
        end else if (clear) begin
            order_errors <= 40'd0;
        end else if (disorder) begin
            order_errors <= order_errors + {39'd0, 1'b1};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            packets <= 40'd0;
        end else if (clear) begin
            packets <= 40'd0;
        end else if (timed) begin
            packets <= packets + {39'd0, 1'b1};
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            misroutes <= 40'd0;
        end else if (clear) begin
            misroutes <= 40'd0;
        end else if (misroute) begin
            misroutes <= misroutes + {39'd0, 1'b1};
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

    always @(posedge clk) begin
        if (rst) begin
            error_q <= 1'b0;
        end else if (disorder || misroute) begin
            error_q <= 1'b1;
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
