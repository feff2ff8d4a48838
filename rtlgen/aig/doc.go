// Package aig has netlists as graphs of AND gates and inverters, the form in which provers
// take circuits.
//
//	graph.go      the graph: literals, gates made once, evaluation
//	words.go      operations on words of literals
//	operation.go  the operations of the netlist, each as words
//	module.go     a module cut at its registers, memories and instances, or with all below it
//	memory.go     memories: as bits, or as what is written to and read from one place
//	sequential.go a circuit with latches, for model checkers
//	aiger.go      the files of other programs
//
// The meaning of a netlist is that of package ir, as in package eval: an operation follows its row
// of the table, not the Verilog writer and no engine. Tests compare it with both, over random netlists.
//
// What must not live here: provers, and anything that reads Verilog.
package aig
