// Package synth runs Yosys on blocks and says what their modules cost: cells,
// flip-flops, memories, 4-input lookup tables, logic levels; a black box is the
// part that it stands for, and its model costs nothing. A latch, a
// combinational loop, and a memory of the netlist that is none for Yosys are
// problems.
//
// What must not live here: how Verilog is written (rtlgen/verilog), how tools are
// found (testbench/extsim), how costs are printed (cmd/rtlgen).
package synth
