// Package vectors holds the recorded run of a golden model: the inputs of every
// cycle, the outputs expected in it, and which of them are known.
//
// A Set is made once per run and replayed by every engine. What must not live
// here: how a golden model's fields become bits (package testbench), how vectors
// become files (package extsim).
package vectors
