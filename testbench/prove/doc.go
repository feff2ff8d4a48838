// Package prove proves what tests can only sample.
//
//	emission.go  the Verilog of a design means what its netlist says, module by module
//	match.go     which register, memory and pin of one is which of the other
//	miter.go     both with the same inputs and state, in one graph
//	places.go    memories of both
//	property.go  assertions, and the contracts of parts
//	trace.go     what breaks one, and whether it does by the meaning of the netlist
//	abc.go       ABC, which searches and decides
//	induction.go what holds by induction, by yices
//	equal.go     a changed module that does the same
//	variants.go  variants of a design that do the same in the states that it reaches, all in one graph
//	counted.go   what a table of proofs says about a design
//	table.go     proofs of blocks as a page, kept by the hash of the netlist
//
// For the Verilog, a module is cut at its registers, memories and instances. What is left has no state: for all
// inputs and all values of the registers, outputs, inputs of instances, next values of the registers, and what is
// written to any word of a memory are equal. Since reset gives equal values, too, the modules do the same in all
// cycles, and so does the whole hierarchy. Where the netlist leaves a value open, the Verilog may have any.
//
// For properties, the top is taken with all that is in it, from reset on. Its assumptions hold; its assertions and the
// assumptions of its parts are to be proven, and the assertions of the parts are counted on: each in the cycles before,
// so that nothing is counted on that a failure elsewhere comes before.
//
// What must not live here: which blocks there are, and how the Verilog is written.
package prove
