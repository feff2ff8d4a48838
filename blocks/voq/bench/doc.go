// Package bench holds the benches of the VOQ switches and of the network adapter
// of VOQnet: the stimulus that keeps the assumptions of blocks/voq/README.md,
// the cover points that a run must reach, and the mutants that it must find.
//
// What must not live here: golden models (blocks/voq/golden), the surroundings of
// any switch (blocks/packet/bench), what is the same for all blocks (testbench).
package bench
