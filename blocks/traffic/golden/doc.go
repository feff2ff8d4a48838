// Package golden holds the golden models of the end nodes: plain Go, one file per
// block, one Step per clock cycle. They are written from the contracts in
// blocks/traffic/README.md, never from the RTL.
//
// Step computes the outputs for the present state and inputs and then performs
// the clock edge.
//
// Packets are Go values. The NIC keeps them in one list in order of arrival and
// searches that from its beginning: it has no list per line, no places and no
// pointers, so that the threaded lists of the RTL are checked against something
// that cannot have the same mistake.
//
// The kind of a link decides which fields it has beside the beats; the fields of
// In and Out that only some links have are marked as optional.
//
// What must not live here: stimulus, checks, anything that imports the netlist
// or the harness.
package golden
