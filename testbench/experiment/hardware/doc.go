// Package hardware runs the points of experiments on the real netlist: a tree of
// blocks/fabric on the compiled engine of package cyclesim.
//
// What must not live here: which points there are, and what their results mean
// (testbench/experiment).
package hardware
