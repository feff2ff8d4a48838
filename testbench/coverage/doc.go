// Package coverage measures which bits of a design have moved in runs of a bench, and writes it in
// forms that common tools read.
//
//	c := coverage.New(design)
//	report, err := testbench.Verify(bench, nil, testbench.Options{Watch: c.Watch})
//	files, err := c.Files(report.CoverPoints)
//
// Each bit of each port, register and element of a register array of each instance has two points:
// it goes from 0 to 1, and from 1 to 0, between two successive cycles outside reset. State that only
// properties read, memories, clocks and black boxes have none. Several runs add up.
//
// Files are lcov.info, by lines of the Go code that made the registers (form of lcov, geninfo(1)),
// coverage.dat, by lines of the Verilog (form of Verilator, which verilator_coverage reads), that
// Verilog, and never.txt with all that never moved.
//
// What must not live here: the runs (package testbench), cover points of benches
// (blocks/<family>/bench).
package coverage
