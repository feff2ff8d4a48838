// Package compiled is the engine that translates a netlist to WebAssembly and
// runs it in the process, as machine code made by wazero.
//
// Each module is compiled once, however often it is instantiated: its functions
// get the address of an instance's frame. The way from netlist to code:
//
//	frame.go    where each signal, array and memory lies in the frame
//	kernel.go   the fragments of a module (package schedule) become kernels
//	inline.go   which instances become part of the code around them
//	stmt.go     statements and the clock edge: branches become choices
//	expr.go     operations to operations on words
//	wiring.go   operations that only move bits
//	words.go    operations on values of any width
//	program.go  what all of them make: straight-line code on 64-bit words
//	passes.go   the table of optimisations, one per file:
//	            forward.go, fold.go, cse.go, bits.go, dead.go; onehot.go works
//	            on the netlist
//	split.go    where the edge writes the state; functions of bounded size
//	codegen.go  programs to WebAssembly
//	code.go     the exported functions
//	machine.go  memory, reset, state: the machine.Machine
//
// A cycle is two steps: the fragments that outputs depend on, and the rest with
// the checks and the clock edge. Wires that no later step needs are not in
// memory; looking at one runs other code, made at the first look, that puts all
// of them there.
//
// What must not live here: names and paths, waveforms (package cyclesim).
package compiled
