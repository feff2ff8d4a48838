// Package bench has the benches of the end nodes: stimulus, corners and faults of
// each block of blocks/traffic.
//
// What must not live here: golden models (blocks/traffic/golden), the harness.
package bench
