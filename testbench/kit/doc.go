// Package kit holds what the suites of all families need: finding a block, random
// choices, lists of corners, and a netlist to be driven lane by lane. Nothing in it
// knows a block.
package kit
