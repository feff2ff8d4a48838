// Package bench holds the benches of the units of adaptive routing: stimulus, cover
// points and mutants.
//
// What must not live here: golden models, hardware.
package bench
