// Package bench holds the benches of the switching element and its units: the stimulus
// that keeps the assumptions of blocks/cioq/README.md, the cover points that a run must
// reach, and the mutants that it must notice.
//
// What must not live here: golden models (blocks/cioq/golden), what is the same for all
// blocks (testbench).
package bench
