// Package golden holds the golden models of the networks of package clos and of their
// parts: plain Go, one Step per clock cycle, written from blocks/clos/README.md, never
// from the RTL.
//
// What must not live here: stimulus, checks, anything that imports the netlist or the
// harness.
package golden
