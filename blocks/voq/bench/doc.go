// Package bench holds the benches of the VOQ switches and of the network adapter
// of VOQnet: the stimulus that keeps the assumptions of blocks/voq/README.md,
// the corners that a run must reach, and the faults that it must find. It also
// holds the scoreboard that follows every packet through a switch.
//
// What must not live here: golden models (blocks/voq/golden), what is the
// same for all families (testbench).
package bench
