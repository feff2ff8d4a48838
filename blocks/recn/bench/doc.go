// Package bench holds the benches of the RECN-IQ switch and of its units: the
// stimulus that keeps the assumptions of blocks/recn/README.md, the cover points
// that a run must reach, and the mutants that it must find. It also holds the
// scenarios of the papers (in its tests), and what other switches with RECN links
// need to be run in traffic (run.go, bus.go).
//
// What must not live here: golden models (blocks/recn/golden), the surroundings of
// any switch (blocks/packet/bench), what is the same for all blocks (testbench).
package bench
