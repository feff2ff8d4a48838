// Package prove proves what tests can only sample.
//
//	emission.go  the Verilog of a design means what its netlist says, module by module
//	match.go     which register, memory and pin of one is which of the other
//	miter.go     what must never differ, as one graph
//	abc.go       the program that decides it
//
// A module is cut at its registers, memories and instances. What is left has no state: for all inputs and all values
// of the registers, outputs, inputs of instances, next values of the registers, and what is written to any word of a
// memory are equal. Since reset gives equal values, too, the modules do the same in all cycles, and so does the whole
// hierarchy. Where the netlist leaves a value open, the Verilog may have any.
//
// What must not live here: which blocks there are, and how the Verilog is written.
package prove
