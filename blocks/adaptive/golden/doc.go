// Package golden has the golden models of adaptive routing, written from the contract
// (../README.md) in plain Go.
//
// What must not live here: anything of the hardware, and stimulus.
package golden
