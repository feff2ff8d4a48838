// Package speed measures the engines of package cyclesim against Verilator, on the
// same netlists, in one run: cycles per second, time from the netlist to the first
// cycle, peak memory. Stimulus and checksum are inside the
// designs, so neither side waits for the other's world: both get held inputs and
// are told how many cycles to run.
//
//	subject.go     what a design must have to be measured; the families name theirs
//	readback.go    a reader of the counters of a network
//	bench.go       what to measure, and the order of it
//	measure.go     a design at a load: all sides by turns
//	row.go         what was measured, and what follows from it
//	worth.go       a table of what leaving out a step costs
//	worker.go      a simulation as a process: the protocol, and our side of it
//	process.go     starting such a process, talking to it
//	verilator.go   the same as a program made by Verilator, in several ways
//	toolchain.go   which Verilator that is, and which C++ compiler
//	usage_*.go     processor time and memory, as the operating system counts them
//
// Each simulation is a process of its own that simulates when it is told to. The
// sides take turns in slices of a run, and what counts is the processor time of
// their processes: so whatever else the machine does, it does to both. After
// every slice both must have the same checksum.
//
// What must not live here: designs, engines.
package speed
