// Package kit holds what the benches of all families need: random choices, lists
// of cover points, mutants in the units of a block, parameters of golden models,
// and the checks of contracts and timing diagrams. Nothing in it knows a block.
//
// What must not live here: anything about packets or switches
// (blocks/packet/bench).
package kit
