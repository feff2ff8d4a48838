// Package golden holds the golden models of the VOQ switches and of the network
// adapter of VOQnet: plain Go, one Step per clock cycle, written from
// blocks/voq/README.md, never from the RTL.
//
// Step computes the outputs for the present state and inputs and then performs
// the clock edge. It does not keep the slices of its input; the slices of its
// output are only good until the next Step. Packets are Go values in Go queues:
// there are no slot numbers, pointers or addresses.
//
// What must not live here: stimulus, checks, anything that imports the netlist
// or the harness.
package golden
