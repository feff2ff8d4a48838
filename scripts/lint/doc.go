// Command lint checks the Verilog of all blocks, at their defaults and at the
// corners of their parameters, with Verilator, Icarus Verilog and Yosys. It prints
// whatever one of them says, which is a failure: no message is waived.
//
// What must not live here: how Verilog is written, how tools are found.
package main
