// Package kit holds what the benches of all families need when they run: random choices,
// lists of cover points, mutants in the units of a block, parameters of golden models.
// Nothing in it knows a block.
//
// What must not live here: anything about packets or switches (blocks/packet/bench),
// and what only Go tests need (testbench/benchtest): the shipped program links no
// package testing.
package kit
