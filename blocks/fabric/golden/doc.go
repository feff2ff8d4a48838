// Package golden holds the golden models of package blocks/fabric: plain Go,
// written from blocks/fabric/README.md, one Step per clock cycle.
//
// A route is found as a packet would find it, by walking a tree in which every
// link was laid by the rule that joins two levels. The tree of nodes and switches
// is made of the golden models of these.
//
// What must not live here: stimulus, checks, anything that imports the netlist
// or the harness.
package golden
