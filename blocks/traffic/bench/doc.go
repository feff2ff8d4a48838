// Package bench has the benches of the end nodes: stimulus, cover points and mutants of
// each block of blocks/traffic.
//
// What must not live here: golden models (blocks/traffic/golden), the harness.
package bench
