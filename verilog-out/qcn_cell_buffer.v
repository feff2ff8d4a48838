// SPDX-License-Identifier: Apache-2.0
// qcn_cell_buffer: buffer of cells at the end of a fabric link  cells = 16
`default_nettype none

module qcn_cell_buffer (
    input  wire         clk,          // rising edge
    input  wire         rst,          // synchronous, active high

    // cells that come
    input  wire         rx_valid,     // a beat of a cell comes
    input  wire         rx_head,      // it is the first
    input  wire [61:0]  rx_header,    // header of the cell, with its first beat
    input  wire [127:0] rx_data,      // the beat; means nothing in a message
    input  wire         rx_bad,       // the beat was lost on its way, and is 0

    input  wire         start,        // the cell at the head is read: its beats are on tx from the
                                      // second next cycle on
    input  wire         skip,         // the cell at the head is dropped
    output wire         credit,       // a cell has left in the cycle before
    output wire         full,         // there is no room for another cell; a function of registers

    // the cell at the head; in the cycle after start or skip still the one that has left
    output wire         cell_valid,   // there is a cell
    output wire [61:0]  cell_header,  // its header; unknown without a cell

    // the cell that is read; header stands until the next start
    output wire         tx_valid,     // a beat of a cell comes
    output wire         tx_head,      // it is the first
    output wire [61:0]  tx_header,    // header of the cell, with its first beat
    output wire [127:0] tx_data,      // the beat; means nothing in a message
    output wire         tx_bad        // the beat was lost on its way, and is 0
);

    reg [4:0]   count_q;      // cells in the buffer
    reg         left_q;       // leaves, one cycle later
    reg [3:0]   tail_q;       // entry of the buffer for the next cell
    reg [3:0]   writing_q;    // entry of the cell that comes
    reg [1:0]   beat_in_q;    // number of the next beat of the cell that comes
    reg [3:0]   head_q;       // entry of the cell at the head
    reg         there_q;      // there is a cell
    reg [3:0]   reading_q;    // entry of the cell that is read
    reg [1:0]   beat_out_q;   // number of the beat that was read last
    reg [2:0]   beats_q;      // beats of the cell that is read
    reg         valid_q;      // a beat was read in the cycle before
    reg         first_q;      // the beat that was read is the first of its cell
    reg [61:0]  header_q;     // header of the cell that is read
    reg [1:0]   last_seen_q;  // last beat of the cell seen to have come
    reg         beat_lost_q;  // the beat that was read never came
    reg [127:0] tx_data_q;    // the beat; means nothing in a message
    reg         tx_bad_q;     // the beat was lost on its way, and is 0
    reg         tx_valid_q;   // valid_q, one cycle later
    reg         tx_head_q;    // first_q, one cycle later
    reg [61:0]  tx_header_q;  // header_q, one cycle later

    reg  [61:0]  headers [0:15];     // headers of the cells, by entry
    wire [61:0]  oldest;
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg  [128:0] data [0:63];        // beats {bad, data} of the cells, by {entry, beat}
    reg  [128:0] beat;               // word of data that was read last
    (* ram_style = "distributed", syn_ramstyle = "distributed" *)
    reg  [1:0]   last_beats [0:15];  // last beat that has come of a cell, by entry
    wire [1:0]   last_beat_of;
    wire [1:0]   last_beat_of_head;

    wire       leaves;
    wire       enters;
    wire [3:0] cell_in;
    wire [1:0] beat_at;
    wire [1:0] next_beat;
    wire       more;
    wire [5:0] read_at;
    wire [1:0] last_beat;
    wire       came_later;

    wire [2:0] oldest_beats = oldest[61:59];  // beats of payload; a message has none and takes one
                                              // beat of the link

    assign leaves      = start || skip;
    assign enters      = rx_valid && rx_head;
    assign cell_in     = rx_head ? tail_q : writing_q;
    assign beat_at     = rx_head ? 2'd0 : beat_in_q;
    assign cell_valid  = there_q;
    assign cell_header = oldest;
    assign full        = count_q == 5'd16;
    assign next_beat   = beat_out_q + 2'd1;
    assign more        = valid_q && {1'b0, next_beat} < beats_q && next_beat != 2'd0;
    assign read_at     = start ? {head_q, 2'd0} : {reading_q, next_beat};
    assign last_beat   = last_beat_of;
    assign came_later  = last_beat > last_seen_q;
    assign tx_data     = tx_data_q;
    assign tx_bad      = tx_bad_q;
    assign tx_valid    = tx_valid_q;
    assign tx_head     = tx_head_q;
    assign tx_header   = tx_header_q;
    assign credit      = left_q;

    always @(posedge clk) begin
        if (enters) headers[tail_q] <= rx_header;
    end

    assign oldest = headers[head_q];

    always @(posedge clk) begin
        if (rx_valid) data[{cell_in, beat_at}] <= {rx_bad, rx_data};
        if (start || more) beat <= data[read_at];
    end

    always @(posedge clk) begin
        if (rx_valid) last_beats[cell_in] <= beat_at;
    end

    assign last_beat_of = last_beats[reading_q];

    assign last_beat_of_head = last_beats[head_q];

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [384:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (13) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[352:0], memory_fill};
        end
        {header_q, last_seen_q, beat_lost_q, tx_data_q, tx_bad_q, tx_header_q, beat} = memory_bits;
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            repeat (2) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                headers[memory_word] = {headers[memory_word][29:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            repeat (5) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                data[memory_word] = {data[memory_word][96:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 16; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            last_beats[memory_word] = memory_fill[31:30];
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            count_q <= 5'd0;
            left_q <= 1'b0;
            beat_in_q <= 2'd0;
            head_q <= 4'd0;
            there_q <= 1'b0;
            valid_q <= 1'b0;
            first_q <= 1'b0;
            tx_valid_q <= 1'b0;
            tx_head_q <= 1'b0;
        end else begin
            if (left_q ^ enters) count_q <= count_q + (left_q ? 5'd31 : 5'd1);
            left_q <= leaves;
            if (rx_valid) beat_in_q <= rx_head ? 2'd1 : beat_in_q + 2'd1;
            if (left_q) head_q <= head_q + 4'd1;
            there_q <= enters || (there_q && !(left_q && count_q == 5'd1));
            valid_q <= start || more;
            first_q <= start;
            tx_valid_q <= valid_q;
            tx_head_q <= first_q;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            tail_q <= 4'd0;
            writing_q <= 4'd0;
        end else if (enters) begin
            tail_q <= tail_q + 4'd1;
            writing_q <= tail_q;
        end
    end

    always @(posedge clk) begin
        if (rst) begin
            reading_q <= 4'd0;
            beat_out_q <= 2'd0;
            beats_q <= 3'd0;
        end else if (start) begin
            reading_q <= head_q;
            beats_q <= oldest_beats;
            beat_out_q <= 2'd0;
        end else if (more) begin
            beat_out_q <= next_beat;
        end
    end

    always @(posedge clk) begin
        if (start) begin
            header_q <= oldest;
            last_seen_q <= last_beat_of_head;
        end else if (came_later) begin
            last_seen_q <= last_beat;
        end
    end

    always @(posedge clk) begin
        beat_lost_q <= !start && next_beat > last_beat && next_beat > last_seen_q;
        tx_data_q <= beat_lost_q ? 128'd0 : beat[127:0];
        tx_bad_q <= beat_lost_q || beat[128];
        tx_header_q <= header_q;
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
            // a cell is read or skipped, not both
            if (start && skip) begin
                $display("RTLGEN_ASSERT %m one_way_out fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // there is a cell if the count says so
            if (there_q != (count_q != 5'd0)) begin
                $display("RTLGEN_ASSERT %m there_by_count fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // only a cell that is there leaves
            if (leaves && count_q == 5'd0) begin
                $display("RTLGEN_ASSERT %m something_leaves fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // in the cycle after a cell has left the next one is not yet known
            if (leaves && left_q) begin
                $display("RTLGEN_ASSERT %m one_at_a_time fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the sender has a credit for every cell
            if (enters && count_q == 5'd16 && !left_q) begin
                $display("RTLGEN_ASSERT %m never_overfilled fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a cell is not read before the one before is out
            if (start && more) begin
                $display("RTLGEN_ASSERT %m no_interruption fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_qcn_cell_buffer
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // a cell is read or skipped, not both
            one_way_out: `RTLGEN_CONTRACT (!(start && skip));
            // there is a cell if the count says so
            there_by_count: assert (there_q == (count_q != 5'd0));
            // only a cell that is there leaves
            something_leaves: `RTLGEN_CONTRACT (!leaves || count_q != 5'd0);
            // in the cycle after a cell has left the next one is not yet known
            one_at_a_time: `RTLGEN_CONTRACT (!leaves || !left_q);
            // the sender has a credit for every cell
            never_overfilled: `RTLGEN_CONTRACT (!enters || count_q != 5'd16 || left_q);
            // a cell is not read before the one before is out
            no_interruption: `RTLGEN_CONTRACT (!start || !more);
            all_taken: cover (full);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
