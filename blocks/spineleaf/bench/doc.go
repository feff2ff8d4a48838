// Package bench holds the benches of the spine-leaf fabric and its servers: stimulus, cover
// points and mutants.
//
// What must not live here: golden models, hardware.
package bench
