// Package ring is a family made for a test: it shows what a new family with its own
// switch, link, network and experiment has to bring. It is not in the library.
//
// The ring has 4 nodes and a switch at each. The ring moves slots, one hop per cycle.
// A packet that has come to its node leaves its slot, and the node may use the slot
// in the same cycle.
package ring
