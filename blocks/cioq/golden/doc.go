// Package golden holds the golden models of the switching element and its units:
// plain Go, one Step per clock cycle, written from blocks/cioq/README.md, never from
// the RTL.
//
// Step computes the outputs for the present state and inputs and then performs the
// clock edge. Segments are Go values in Go queues: there are no slots, pointers or
// addresses.
//
// What must not live here: stimulus, checks, anything that imports the netlist or the
// harness.
package golden
