package bench

import (
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// Benches are the benches of all blocks, in the order of the contract.
func Benches() []testbench.Bench {
	return kit.Tight([]testbench.Bench{guardBench(), errorsBench(), replayBench(), unitBench(), endBench(), checkBench(),
		regsBench()}, edges)
}

// edges are parameter sets at the corners of the ranges.
var edges = []map[string]int{
	{"ports": 2, "slots": 1, "causes": 1, "bits": 1, "data": 512},
	{"ports": 5, "slots": 8, "causes": 3, "bits": 2},
	{"ports": 0, "slots": 3, "data": 128},
	{"ports": 16, "slots": 0, "causes": 32, "bits": 32, "data": 256},
	{"ports": 3, "slots": 256},
	{"width": 1, "depth": 32, "round_trip": 0, "epoch": 2, "error_bits": 4},
	{"width": 130, "depth": 32, "round_trip": 14, "epoch": 3, "error_bits": 2},
	{"ports": 3, "slots": 256, "credits": 2, "period": 16, "silence": 2, "data": 128},
	{"slots": 3, "credits": 5, "messages": 0, "drain": 0, "period": 24, "silence": 3, "data": 512},
	{"width": 129},
}
