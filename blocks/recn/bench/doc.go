// Package bench holds the benches of the RECN-IQ switch and of its units: the
// stimulus that keeps the assumptions of blocks/recn/README.md, the corners
// that a run must reach, and the faults that it must find. It also holds the
// scenarios of the papers (in its tests) and the scoreboard that follows every
// packet through a switch.
//
// What must not live here: golden models (blocks/recn/golden), what is the
// same for all families (testbench).
package bench
