// SPDX-License-Identifier: Apache-2.0
// qcn_culprit: random choice of a culprit by occupancy: CulpritArray with its search engine
//
// units = 1024, probes_fast = 64, probes_strict = 1024, inject = 0
`default_nettype none

module qcn_culprit (
    input  wire        clk,              // rising edge
    input  wire        rst,              // synchronous, active high

    // inputs that are held
    input  wire [31:0] seed,             // of the random numbers; taken in the first cycle after
                                         // reset
    input  wire [11:0] owner,            // number of the port: units with the same seed draw
                                         // differently; taken with it
    input  wire        strict,           // 1: a draw is for a word, 0: for a row and where to begin
                                         // in it; constant during a search

    output wire        ready,            // all words are cleared: units may be allocated; a
                                         // register

    // allocation
    input  wire        alloc_valid,      // a unit is allocated; not before ready
    input  wire [9:0]  alloc_unit,       // the unit {column, row}
    input  wire        alloc_phase,      // its phase bit, which came with it from the free list
    input  wire [9:0]  alloc_pointer,    // the unit with the header of the frame
    input  wire [2:0]  alloc_prio,       // priority of the frame

    // release
    input  wire        release_valid,    // a unit is given back; not before ready
    input  wire [9:0]  release_unit,     // the unit {column, row}
    input  wire        release_phase,    // the phase bit with which it was allocated; the free list
                                         // gets the inverse

    // what to look for
    input  wire        request_valid,    // a search is asked for
    input  wire [2:0]  request_prio,     // for a frame of this priority
    output wire        request_ready,    // it begins; no search runs

    // what was found
    output wire        answer_valid,     // the search ends, for one cycle; a register
    output wire        answer_hit,       // a unit was found; 0: there is no frame of the priority.
                                         // A register; unknown without valid
    output wire [9:0]  answer_unit,      // the unit that was found; a register; unknown without hit
    output wire [9:0]  answer_pointer,   // the unit with the header of its frame; a register;
                                         // unknown without hit

    // counters
    output wire [31:0] count_reads,      // rows that a search has looked at: random, in sequence,
                                         // and once more after a hit
    output wire [31:0] count_probes,     // those that were random
    output wire [31:0] count_fallbacks,  // searches in sequence that began after all random ones
                                         // had failed
    output wire [31:0] count_give_ups,   // searches that ended without a hit
    output wire [31:0] count_stale,      // hits whose unit was given back before the answer
    output wire [31:0] count_wrong       // rows looked at in which a word was skipped for its
                                         // parity
);

    wire         array_rd_ready;
    wire [15:0]  array_word_valid;
    wire [15:0]  array_word_wrong;
    wire [47:0]  array_word_prio;
    wire [159:0] array_word_pointer;
    wire         engine_rd_valid;
    wire [5:0]   engine_rd_row;

    qcn_culprit_array array (
        .clk           (clk),
        .rst           (rst),
        .ready         (ready),
        .alloc_valid   (alloc_valid),
        .alloc_unit    (alloc_unit),
        .alloc_phase   (alloc_phase),
        .alloc_pointer (alloc_pointer),
        .alloc_prio    (alloc_prio),
        .release_valid (release_valid),
        .release_unit  (release_unit),
        .release_phase (release_phase),
        .rd_valid      (engine_rd_valid),
        .rd_row        (engine_rd_row),
        .rd_ready      (array_rd_ready),
        .word_valid    (array_word_valid),
        .word_wrong    (array_word_wrong),
        .word_prio     (array_word_prio),
        .word_pointer  (array_word_pointer)
    );

    qcn_culprit_engine engine (
        .clk             (clk),
        .rst             (rst),
        .seed            (seed),
        .owner           (owner),
        .strict          (strict),
        .cleared         (ready),
        .request_valid   (request_valid),
        .request_prio    (request_prio),
        .request_ready   (request_ready),
        .answer_valid    (answer_valid),
        .answer_hit      (answer_hit),
        .answer_unit     (answer_unit),
        .answer_pointer  (answer_pointer),
        .release_valid   (release_valid),
        .release_unit    (release_unit),
        .rd_valid        (engine_rd_valid),
        .rd_row          (engine_rd_row),
        .rd_ready        (array_rd_ready),
        .word_valid      (array_word_valid),
        .word_wrong      (array_word_wrong),
        .word_prio       (array_word_prio),
        .word_pointer    (array_word_pointer),
        .count_reads     (count_reads),
        .count_probes    (count_probes),
        .count_fallbacks (count_fallbacks),
        .count_give_ups  (count_give_ups),
        .count_stale     (count_stale),
        .count_wrong     (count_wrong)
    );

`ifdef FORMAL
`ifdef RTLGEN_FORMAL_qcn_culprit
    initial assume (rst);
`endif
`endif

endmodule

`default_nettype wire
