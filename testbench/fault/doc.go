// Package fault makes deliberate mistakes in a netlist, to show that a bench
// would find them: a flipped operator, a dropped condition, a stuck bit.
//
// Every function returns a change for testbench.Fault.Mutate. The change fails
// with an error if it does not find what it is to change or would change
// nothing, so that an edit of the block cannot silently turn a fault into none.
//
// A target is what an expression drives: the name of an output, register, wire,
// register array or memory, of a memory's read port, or "instance.port" for an
// input port of an instance. The expressions of a target are, in the order of
// the netlist's text (ir.ModuleText): the conditions around its assignments,
// each once, where they first count, with the index and value of each assignment
// after them; for a memory enable, address and data of each write port, then
// enable and address of each read port. Nodes are counted from 0 in the order in
// which they appear there, from left to right, each shared node once. Other
// signals that an expression reads are not looked into: name them as targets.
//
// What must not live here: which mutants a block gets (blocks/<family>/bench).
package fault
