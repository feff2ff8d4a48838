package board

import (
	_ "embed" // the constraints
)

// ULX3SPins are the pins and the clock of the board on the ULX3S, as constraints (LPF) of a
// design with the ports of recn_board.
//
//go:embed ulx3s.lpf
var ULX3SPins []byte

// ULX3S are the parameters on the ULX3S that are not the defaults: 4 ms of packets at
// 25 MHz, and 115200 baud.
func ULX3S() map[string]int { return map[string]int{"cycles": 100_000, "bit_cycles": 217} }
