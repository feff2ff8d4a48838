// Package bench holds the benches of the networks of package clos and of their parts:
// the stimulus that keeps the assumptions of blocks/clos/README.md, the cover points
// that a run must reach, and the mutants that it must notice.
//
// What must not live here: golden models (blocks/clos/golden), what is the same for all
// blocks (testbench).
package bench
