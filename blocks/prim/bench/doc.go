// Package bench holds the benches of the primitive blocks: for each block its
// stimulus, the cover points that the stimulus must reach, and deliberate mutants that
// it must find. The contracts are in blocks/prim/README.md; the stimulus keeps
// their assumptions.
//
// The stimulus of a bench is a program of phases, run through again and again.
// Directed phases (fill, drain, all at once) lead to the cover points whatever the
// seed; the odds of the other phases mix everything with everything. Inputs that
// mean nothing in a cycle (the data of a push that is none) are random.
//
// What must not live here: golden models (blocks/prim/golden), comparison
// (testbench), makers of mutants (testbench/mutant).
package bench
