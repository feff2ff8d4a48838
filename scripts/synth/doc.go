// Command synth runs Yosys on the blocks of the library, each at its default
// parameters, and prints what their modules cost: cells, flip-flops, memories,
// 4-input lookup tables, logic levels. It fails on a latch, on a combinational
// loop, and where a memory of the netlist is not a memory for Yosys.
//
// What must not live here: how Verilog is written, parameters of blocks.
package main
