// Package lint has Verilator, Icarus Verilog and Yosys check the Verilog of
// blocks, with all warnings on. Whatever one of them says is a finding: no message
// is waived.
//
// What must not live here: how Verilog is written (rtlgen/verilog), how tools are
// found (testbench/extsim), how findings are printed (cmd/cli).
package lint
