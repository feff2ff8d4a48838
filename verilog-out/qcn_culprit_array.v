// SPDX-License-Identifier: Apache-2.0
// qcn_culprit_array: CulpritArray: a word for each buffer unit, in rows of 16
//
// units = 1024, inject = 0
`default_nettype none
`ifdef RTLGEN_ASSERT
`define RTLGEN_CHECKS
`elsif FORMAL
`define RTLGEN_CHECKS
`endif

module qcn_culprit_array (
    input  wire         clk,            // rising edge
    input  wire         rst,            // synchronous, active high
    output wire         ready,          // all words are cleared; a register

    // allocation
    input  wire         alloc_valid,    // a unit is allocated; not before ready
    input  wire [9:0]   alloc_unit,     // the unit {column, row}
    input  wire         alloc_phase,    // its phase bit, which came with it from the free list
    input  wire [9:0]   alloc_pointer,  // the unit with the header of the frame
    input  wire [2:0]   alloc_prio,     // priority of the frame

    // release
    input  wire         release_valid,  // a unit is given back; not before ready
    input  wire [9:0]   release_unit,   // the unit {column, row}
    input  wire         release_phase,  // the phase bit with which it was allocated; the free list
                                        // gets the inverse

    input  wire         rd_valid,       // a row is read
    input  wire [5:0]   rd_row,         // which
    output wire         rd_ready,       // it is not being written; else read again. Combinational

    // the row that was read
    output reg  [15:0]  word_valid,     // the unit holds a part of a frame; unknown unless a row
                                        // was read two cycles before
    output reg  [15:0]  word_wrong,     // the word has wrong parity: it must not be used; unknown
                                        // likewise
    output reg  [47:0]  word_prio,      // priority of the frame; unknown likewise, and if not valid
    output reg  [159:0] word_pointer    // the unit with its header; unknown likewise, and if not
                                        // valid
);

    reg [5:0]   sweep_row;  // row that is cleared after reset
    reg         ready_q;    // all words are cleared; a register
    reg [255:0] row_q;      // row, one cycle later
    reg [15:0]  phases_q;   // phases_row, one cycle later

    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [255:0] words [0:63];   // words {parity, valid, priority, pointer} of the units, by row
    reg [255:0] row;            // word of words that was read last
    (* ram_style = "block", syn_ramstyle = "block_ram, no_rw_check", rw_addr_collision = "no", no_rw_check *)
    reg [15:0]  phases [0:63];  // phase bits of the units, by row
    reg [15:0]  phases_row;     // word of phases that was read last

    wire [15:0] alloc_columns;
    wire [5:0]  alloc_row;
    wire [15:0] release_columns;
    wire [5:0]  release_row;
    wire        collides;
    wire [13:0] data;
    wire [1:0]  parity;
    wire [15:0] word;
    wire        phase;

`ifdef RTLGEN_CHECKS
    reg  phase_of_unit [0:1023];  // phase bit of each unit
    reg  valid_of_unit [0:1023];  // valid bit of the word of each unit
    wire passed_on;
`endif

    assign ready         = ready_q;
    assign alloc_columns = ready ? (alloc_valid ? 16'd1 << alloc_unit[9:6] : 16'd0) : 16'hffff;
    assign alloc_row     = ready ? alloc_unit[5:0] : sweep_row;
    assign release_columns = ready ? (release_valid ? 16'd1 << release_unit[9:6] : 16'd0)
                           : 16'hffff;
    assign release_row = ready ? release_unit[5:0] : sweep_row;
    assign collides = (alloc_valid && alloc_unit[5:0] == rd_row)
                   || (release_valid && release_unit[5:0] == rd_row);
    assign data     = {~alloc_phase, alloc_prio, alloc_pointer};
    assign parity   = {^(data & 14'h2aaa), ^(data & 14'h1555)};
    assign word     = ready ? {parity, data} : 16'd0;
    assign phase    = ready && !release_phase;
    assign rd_ready = !collides;

`ifdef RTLGEN_CHECKS
    assign passed_on = release_valid && release_unit == alloc_unit;
`endif

    always @* begin : update_word_valid
        integer i;
        for (i = 0; i < 16; i = i + 1) begin
            word_valid[i] = row_q[i*16 + 13] ^ phases_q[i];
        end
    end

    always @* begin : update_word_wrong
        integer i;
        for (i = 0; i < 16; i = i + 1) begin
            word_wrong[i] = (^(row_q[i*16 +: 16] & 16'h5555)) || (^(row_q[i*16 +: 16] & 16'haaaa));
        end
    end

    always @* begin : update_word_prio
        integer i;
        for (i = 0; i < 16; i = i + 1) begin
            word_prio[i*3 +: 3] = row_q[i*16 + 10 +: 3];
        end
    end

    always @* begin : update_word_pointer
        integer i;
        for (i = 0; i < 16; i = i + 1) begin
            word_pointer[i*10 +: 10] = row_q[i*16 +: 10];
        end
    end

    always @(posedge clk) begin
        if (alloc_columns[0]) words[alloc_row][15:0] <= word;
        if (alloc_columns[1]) words[alloc_row][31:16] <= word;
        if (alloc_columns[2]) words[alloc_row][47:32] <= word;
        if (alloc_columns[3]) words[alloc_row][63:48] <= word;
        if (alloc_columns[4]) words[alloc_row][79:64] <= word;
        if (alloc_columns[5]) words[alloc_row][95:80] <= word;
        if (alloc_columns[6]) words[alloc_row][111:96] <= word;
        if (alloc_columns[7]) words[alloc_row][127:112] <= word;
        if (alloc_columns[8]) words[alloc_row][143:128] <= word;
        if (alloc_columns[9]) words[alloc_row][159:144] <= word;
        if (alloc_columns[10]) words[alloc_row][175:160] <= word;
        if (alloc_columns[11]) words[alloc_row][191:176] <= word;
        if (alloc_columns[12]) words[alloc_row][207:192] <= word;
        if (alloc_columns[13]) words[alloc_row][223:208] <= word;
        if (alloc_columns[14]) words[alloc_row][239:224] <= word;
        if (alloc_columns[15]) words[alloc_row][255:240] <= word;
    end

    always @(posedge clk) begin
        if (rd_valid) row <= words[rd_row];
    end

    always @(posedge clk) begin
        if (release_columns[0]) phases[release_row][0] <= phase;
        if (release_columns[1]) phases[release_row][1] <= phase;
        if (release_columns[2]) phases[release_row][2] <= phase;
        if (release_columns[3]) phases[release_row][3] <= phase;
        if (release_columns[4]) phases[release_row][4] <= phase;
        if (release_columns[5]) phases[release_row][5] <= phase;
        if (release_columns[6]) phases[release_row][6] <= phase;
        if (release_columns[7]) phases[release_row][7] <= phase;
        if (release_columns[8]) phases[release_row][8] <= phase;
        if (release_columns[9]) phases[release_row][9] <= phase;
        if (release_columns[10]) phases[release_row][10] <= phase;
        if (release_columns[11]) phases[release_row][11] <= phase;
        if (release_columns[12]) phases[release_row][12] <= phase;
        if (release_columns[13]) phases[release_row][13] <= phase;
        if (release_columns[14]) phases[release_row][14] <= phase;
        if (release_columns[15]) phases[release_row][15] <= phase;
    end

    always @(posedge clk) begin
        if (rd_valid) phases_row <= phases[rd_row];
    end

`ifdef RTLGEN_MEM_SEED
    // Arbitrary contents from a seed: no circuit may rely on them.
    initial begin : fill_memories
        reg [31:0] memory_fill;
        reg [543:0] memory_bits;
        integer memory_word;
        memory_fill = `RTLGEN_MEM_SEED;
        repeat (17) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            memory_bits = {memory_bits[511:0], memory_fill};
        end
        {row_q, phases_q, row, phases_row} = memory_bits;
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            repeat (8) begin
                memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
                words[memory_word] = {words[memory_word][223:0], memory_fill};
            end
        end
        for (memory_word = 0; memory_word < 64; memory_word = memory_word + 1) begin
            memory_fill = memory_fill * 32'd1664525 + 32'd1013904223;
            phases[memory_word] = memory_fill[31:16];
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_phase_of_unit
        integer n;
        integer n_base;
        if (rst) begin
            for (n_base = 0; n_base < 1024; n_base = n_base + 64)
                for (n = n_base; n < n_base + 64; n = n + 1) phase_of_unit[n] <= 1'b0;
        end else if (release_valid) begin
            phase_of_unit[release_unit] <= !release_phase;
        end
    end
`endif

`ifdef RTLGEN_CHECKS
    always @(posedge clk) begin : update_valid_of_unit
        integer n;
        integer n_base;
        if (rst) begin
            for (n_base = 0; n_base < 1024; n_base = n_base + 64)
                for (n = n_base; n < n_base + 64; n = n + 1) valid_of_unit[n] <= 1'b0;
        end else if (alloc_valid) begin
            valid_of_unit[alloc_unit] <= !alloc_phase;
        end
    end
`endif

    always @(posedge clk) begin
        if (rst) begin
            sweep_row <= 6'd0;
            ready_q <= 1'b0;
        end else if (!ready_q) begin
            sweep_row <= sweep_row + 6'd1;
            if (sweep_row == 6'd63) ready_q <= 1'b1;
        end
    end

    always @(posedge clk) begin
        row_q <= row;
        phases_q <= phases_row;
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
            // the words are cleared first
            if ((alloc_valid || release_valid || rd_valid) && !ready) begin
                $display("RTLGEN_ASSERT %m nothing_before_ready fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a unit never holds parts of two frames
            if (alloc_valid
             && !passed_on
             && (valid_of_unit[alloc_unit] ^ phase_of_unit[alloc_unit])) begin
                $display("RTLGEN_ASSERT %m allocated_unit_is_free fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // a unit is given back once
            if (release_valid
             && !(valid_of_unit[release_unit] ^ phase_of_unit[release_unit])) begin
                $display("RTLGEN_ASSERT %m released_unit_is_held fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the phase bit travels with the unit
            if (alloc_valid && !((alloc_phase == phase_of_unit[alloc_unit]) ^ passed_on)) begin
                $display("RTLGEN_ASSERT %m phase_of_allocation fails at time %0t", $time);
                `RTLGEN_FAIL
            end
            // the phase bit travels with the unit
            if (release_valid && release_phase != phase_of_unit[release_unit]) begin
                $display("RTLGEN_ASSERT %m phase_of_release fails at time %0t", $time);
                `RTLGEN_FAIL
            end
        end
    end
`endif

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_qcn_culprit_array
`define RTLGEN_CONTRACT assume
    initial assume (rst);
`else
`define RTLGEN_CONTRACT assert
`endif
    always @(posedge clk) begin
        if (!rst) begin
            // the words are cleared first
            nothing_before_ready: `RTLGEN_CONTRACT (!(alloc_valid || release_valid || rd_valid)
                                                 || ready);
            // a unit never holds parts of two frames
            allocated_unit_is_free: `RTLGEN_CONTRACT (!alloc_valid
                                                   || passed_on
                                                   || !(valid_of_unit[alloc_unit]
                                                      ^ phase_of_unit[alloc_unit]));
            // a unit is given back once
            released_unit_is_held: `RTLGEN_CONTRACT (!release_valid
                                                  || (valid_of_unit[release_unit]
                                                    ^ phase_of_unit[release_unit]));
            // the phase bit travels with the unit
            phase_of_allocation: `RTLGEN_CONTRACT (!alloc_valid
                                                || ((alloc_phase == phase_of_unit[alloc_unit])
                                                  ^ passed_on));
            // the phase bit travels with the unit
            phase_of_release: `RTLGEN_CONTRACT (!release_valid
                                             || release_phase == phase_of_unit[release_unit]);
            read_while_allocated: cover (rd_valid && collides);
            passed_on_at_once: cover (alloc_valid && passed_on);
        end
    end
`undef RTLGEN_CONTRACT
`endif

endmodule

`default_nettype wire
