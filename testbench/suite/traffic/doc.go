// Package traffic has the benches of the end nodes: stimulus, corners and faults of
// each block of blocks/traffic.
//
// What must not live here: golden models (testbench/golden/traffic), the harness.
package traffic
