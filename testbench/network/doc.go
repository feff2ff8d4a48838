// Package network changes the netlists of networks (blocks.Network): it puts circuits into links,
// and brings signals from inside to the top. The Verilog of the library has none of it.
//
// What must not live here: which circuits these are, and what is done with them (packages
// testbench/experiment/hardware and testbench/faults); anything about a single block.
package network
