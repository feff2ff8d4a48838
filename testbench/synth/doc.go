// Package synth says what modules cost: on an ECP5, synthesized by Yosys, placed
// and routed by nextpnr-ecp5 with a register at every pin, or in the standard cells
// of a liberty file. Sources are modules of blocks, or other Verilog. A latch, a
// combinational loop, a DSP block that no black box stands for, and a memory that
// becomes registers are problems. The table of the default configurations is
// docs/synthesis.md, which tells the method, too; Compare finds what got worse.
//
// The programs run in a folder for each module (mapModule, join, place), several at
// a time (flow). What they write is read as a netlist, of which costs and levels are
// computed here, and as a report of timing, whose names are translated to those of
// the Go source (names).
//
// What must not live here: how Verilog is written (rtlgen/verilog), how tools are
// found (testbench/extsim), how costs are printed (cmd/cli).
package synth
