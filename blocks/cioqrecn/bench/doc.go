// Package bench holds the benches of the RECN switch with queues on both sides:
// stimulus, cover points and mutants of every unit. It is run in traffic as the RECN-IQ
// switch is (blocks/recn/bench), since the links are the same.
//
// What must not live here: golden models, hardware.
package bench
