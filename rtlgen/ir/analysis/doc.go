// Package analysis answers questions about netlists that the builder, the
// Verilog writer and the engines all ask.
//
//	prune.go     the statements that lead to certain assignments
//	cover.go     the bits that are assigned whatever the conditions
//	spans.go     sets of bits
//	drivers.go   what a body assigns, in which statements
//	unroll.go    loops written out
//	order.go     an order in which dependences are met, and the cycles in the way
//	size.go      registers and memories of a design
//	live.go      what outputs, instances and memories depend on, and what only properties read
//	extent.go    how large expressions are, how deep statements
//	comb.go      combinational dependences through a module and its instances
//
// What must not live here: messages to the designer (package rtlgen), evaluation
// order and code (package cyclesim), Verilog.
package analysis
