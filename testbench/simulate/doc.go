// Package simulate runs a netlist that has no bench: inputs come from a text, from vectors or from random
// numbers, and outputs go into a digest, a file or a waveform. Engines are compared with each other, and
// external simulators with the first of them.
//
//	inputs.go   what the inputs are in each cycle
//	text.go     the form of a stimulus and of vectors
//	run.go      runs on engines and on external simulators
//
// What must not live here: golden models and benches (package testbench), how foreign Verilog becomes a
// netlist (package foreign).
package simulate
