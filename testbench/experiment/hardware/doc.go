// Package hardware runs the points of experiments on real netlists: a block of
// the library on the compiled engine of package cyclesim. The counters are those
// of the block's readback.
//
// What must not live here: which points there are, what their results mean
// (the experiments of the families), and anything about a single block.
package hardware
