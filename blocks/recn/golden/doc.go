// Package golden holds the golden models of the RECN-IQ switch: plain Go, one
// file per unit, one Step per clock cycle. They are written from the contracts
// in blocks/recn/README.md and from the papers, never from the RTL.
//
// Step computes the outputs for the present state and inputs and then performs
// the clock edge. It does not keep the slices of its input; the slices of its
// output are only good until the next Step.
//
// The units up to the scheduler follow their contracts register by register,
// because their neighbours' pointers and names come in through ports. From
// InputPort upward the packets are Go values in Go queues: there are no slot
// numbers, pointer chains or read addresses, so that the linked lists of the
// RTL are checked against something that cannot have the same mistake.
//
// Optional ports are those that a unit lacks in a switch without set-aside queues
// (SAQs = 0). Their inputs are not looked at then.
//
// What must not live here: stimulus, checks, anything that imports the netlist
// or the harness.
package golden
