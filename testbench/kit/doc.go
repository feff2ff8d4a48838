// Package kit holds what the suites of all families need: finding a block, random
// choices, lists of corners and faults in the units of a block. Nothing in it knows a
// block.
package kit
