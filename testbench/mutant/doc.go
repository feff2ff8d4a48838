// Package mutant makes mutants: netlists with one deliberate mistake, such as a
// flipped operator, a dropped condition, or a stuck bit. They show that a bench
// would notice such a mistake.
//
// Every function returns a change for testbench.Mutant.Mutate. The change returns
// an error if it does not find its target, or if it would change nothing, so that
// an edit of the block cannot silently turn a mutant into the original.
//
// A target is what an expression drives: the name of an output, register, wire,
// register array or memory, of a memory's read port, or "instance.port" for an
// input port of an instance. Its expressions are, in the order of the netlist's
// text (ir.ModuleText): the conditions around its assignments, each once, at its
// first occurrence, with the index and value of each assignment after them; for a
// memory enable, address and data of each write port, then enable and address of
// each read port. Nodes are counted from 0 in the order of that text, from left
// to right, a shared node once. Other signals that an expression reads are
// targets of their own.
//
// What must not live here: which mutants a block gets (blocks/<family>/bench).
package mutant
