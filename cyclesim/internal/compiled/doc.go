// Package compiled is the engines that translate a netlist to code and run that in the process:
// WebAssembly, which wazero makes machine code of; C, for the compiler on the user's machine; or
// machine code for amd64.
//
//	machine.go  reset, state, time: the machine.Machine; memory.go its memory
//	wasm.go     memory of the system, WebAssembly on it: the steps, or what settles wires that are looked at
//	mapped.go   the same with the steps as machine code (package native)
//	failed.go   properties that have failed, on all threads
//	steps.go    the table of all steps; stages.go every program on the way, for those who want to see it
//
// The way from netlist to code, each package below those behind it:
//
//	schedule    the steps of each module
//	layout      where everything lies
//	translate   a word program for each step
//	word        its optimisations
//	lower       a vector program of it, for groups of copies that run side by side
//	vector      that program
//	avx         that in instructions of amd64
//	emitwasm, emitc, emitamd64   code
//	running     what is done while it runs
//
// Groups of 32 and 64 lanes are blocks of 16. C and machine code run the vector program on
// all of them at once, in vectors of 32 or 64 bytes; WebAssembly on one after the other.
//
// A cycle is two steps: the fragments that outputs depend on, and the rest with
// the checks and the clock edge. Wires that no later step needs are not in
// memory; looking at one runs other code, made at the first look, that puts all
// of them there.
//
// What must not live here: names and paths, waveforms (package cyclesim); anything about
// programs or instructions.
package compiled
