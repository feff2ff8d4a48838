// Package netgen makes random netlists with random stimulus, compares ways of
// running them, and cuts one on which they differ down to a small one, written
// as Go code and as Verilog.
//
//	netgen.go         a case: netlist, stimulus and actions from a seed
//	hierarchy.go      which modules there are, how many copies of each
//	circuit.go        state, wires, statements, properties of a module
//	memory.go         its memories
//	array.go          its instances, and vectors with a lane for each copy
//	expr.go           expressions
//	compare.go        the built-in engines against each other
//	action.go         what is done to them besides: looking, saving, restoring
//	paths.go          everything that has a name
//	external.go       Verilator and Icarus on the emitted Verilog
//	shrink*.go        a smaller case that still fails
//	print.go          a case as Go code and Verilog
//
// A netlist made here leaves nothing open: indices stay below the end, memories
// are filled before they are read, addresses of a memory with undefined
// read-during-write never meet. So all simulators must agree in every bit.
//
// What must not live here: blocks, golden models.
package netgen
