// Package bench holds the benches of the RECN switch with queues on both sides:
// stimulus, corners and faults of every unit. The surroundings of the switch are
// those of the RECN-IQ switch, since the links are the same.
//
// What must not live here: golden models, hardware.
package bench
