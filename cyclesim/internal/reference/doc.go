// Package reference is the engine that defines what a netlist does: an
// interpreter meant to be read and believed, yet fast enough for every day.
//
// Each module is compiled once. Its instances are frames in one array of words;
// every address in the module's code is relative to the frame, so the code is
// shared. The way from netlist to code:
//
//	frame.go     where each signal, array and memory lies in the frame
//	emit.go      expressions to instructions
//	stmt.go      statements, instances and the clock edge to instructions
//	exec.go      the instructions on values of one word
//	wide.go      the same on values of any width
//	machine.go   frames, reset, state: the machine.Machine
//
// The order of evaluation is found by package schedule.
//
// What must not live here: names and paths, waveforms (package cyclesim).
package reference
