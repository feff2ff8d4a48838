// Package golden holds the golden models of the RECN switch with queues on both
// sides: plain Go, one file per unit, one Step per clock cycle. They are written
// from the contract in blocks/cioqrecn/README.md and from the papers, never from
// the RTL; what is the same as in RECN-IQ (names, headers, the notification bus,
// Xoff and Xon of an input side) and the arbiters come from the golden models
// beside this one.
//
// Step computes the outputs for the present state and inputs and then performs the
// clock edge. It does not keep the slices of its input; the slices of its output
// are only good until the next Step.
//
// InputPort and OutputPort keep packets as Go values in Go queues, with the markers
// standing among them: there are no slots, pointers or counted places.
//
// What must not live here: stimulus, checks, anything that imports the netlist or
// the harness.
package golden
