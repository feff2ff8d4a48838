// Package random makes random netlists: hierarchies of modules with everything
// that a netlist can have, and with what an engine may do wrong more often than
// chance would bring it.
//
//	netlist.go      a netlist, numbers for its inputs
//	hierarchy.go    which modules there are, how many copies of each
//	circuit.go      state, wires, statements, properties of a module
//	memory.go       its memories and ROMs
//	loops.go        loops over elements and lanes, switches
//	unreset.go      registers and arrays without reset, pipelines, black boxes
//	constructs.go   what a netlist is made of, to compare with that of blocks
//	array.go        its instances, and vectors with a lane for each copy
//	expr.go         expressions; operations come from the table in package ir
//
// A netlist that New makes leaves nothing open: indices stay below the end, memories
// and registers without reset are filled before they are read, addresses of a memory with undefined
// read-during-write never meet. So all that simulate it must agree in every bit
// but for the contents of memories, read ports and registers without reset before
// they are filled. One that NewOpen makes leaves some of that open: there the engines
// of package cyclesim agree, which have the same values for one seed, and nobody else.
//
// The package stands beside ir, below the engines and the Verilog writer, since
// the tests of all of these use it. What must not live here: anything that runs a
// netlist (cyclesim/difftest does).
package random
