// no_reset: a stage whose data has no reset
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module no_reset (
    input  wire        clk,        // rising edge
    input  wire        rst,        // synchronous, active high
    input  wire        valid,
    input  wire [39:0] d,
    input  wire [1:0]  index,
    output wire        full_out,
    output wire [39:0] data_out,
    output wire [7:0]  entry,
    output wire [3:0]  count_out,
    output wire [7:0]  staged,
    output wire [2:0]  tag_out
);

    reg [7:0]  table_q [0:3];
    reg [3:0]  count [0:3];
    reg        full;
    reg [39:0] data;
    reg [3:0]  seen;
    reg        later;          // valid, one cycle later
    reg        late;           // later, one cycle later
    reg [2:0]  tag;

    wire [7:0] stages_q;

`ifdef RTLGEN_CHECKS
    reg [39:0] data_before;  // data, one cycle later
`endif

    data_only stages (
        .clk (clk),
        .d   (d[7:0]),
        .q   (stages_q)
    );

    assign full_out  = full;
    assign data_out  = data & {40{full}};
    assign entry     = table_q[index] & {8{seen[index]}};
    assign count_out = count[index];
    assign staged    = stages_q & {8{late}};
    assign tag_out   = tag & {3{full}};

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            data = {data[7:0], memory_fill};
        end
        for (memory_word = 0; memory_word < 4; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            table_q[memory_word] = memory_fill[31:24];
        end
`ifdef RTLGEN_CHECKS
        repeat (2) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            data_before = {data_before[7:0], memory_fill};
        end
`endif
    end
`endif

    always @(posedge clk) begin : update_count
        integer i;
        if (rst) begin
            for (i = 0; i < 4; i = i + 1) count[i] <= 4'd0;
            full <= 1'b0;
            seen <= 4'd0;
        end else if (valid) begin
            full <= 1'b1;
            count[index] <= count[index] + 4'd1;
            seen[index] <= 1'b1;
        end else begin
            full <= 1'b0;
        end
    end

    always @(posedge clk) begin
        if (valid) begin
            data <= d;
            table_q[index] <= d[7:0];
        end else begin
            data[3:0] <= 4'd0;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            later <= 1'b0;
            late <= 1'b0;
            tag <= 3'd5;
        end else begin
            later <= valid;
            late <= later;
            if (valid) tag <= d[2:0];
        end
    end

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin
        data_before <= data;
    end
`endif

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
            if (full && data_before == data && !(|data[3:0])) begin
                $display("RTLGEN_ASSERT %m moves fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_no_reset
    initial assume (rst);
`endif
    always @(posedge clk) begin
        if (!rst) begin
            moves: assert (!full || data_before != data || (|data[3:0]));
        end
    end
`endif

endmodule

`default_nettype wire
