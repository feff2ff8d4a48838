// Package golden has the golden models of the spine-leaf fabric with its servers, written
// from the contract (../README.md) in plain Go.
//
// What must not live here: anything of the hardware, and stimulus.
package golden
