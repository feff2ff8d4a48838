// Package extsim runs external simulators on recorded vectors. It writes a
// self-checking test bench in plain Verilog-2005 with the vectors beside it,
// compiles it together with the emitted Verilog of the block, and reads the
// verdict. The same files run on any other Verilog simulator.
//
// What must not live here: how vectors are made (package testbench), the
// Verilog of the blocks (package rtlgen/verilog).
package extsim
