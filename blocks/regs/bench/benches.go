package bench

import (
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// Benches are the benches of all blocks, in the order of the contract.
func Benches() []testbench.Bench {
	return kit.Tight([]testbench.Bench{axilBench(), sampleBench()}, edges)
}

// edges are parameter sets at the corners of the ranges.
var edges = []map[string]int{
	{"address": 3, "ports": 1, "bits": 1},
	{"address": 32, "ports": 16, "bits": 32},
	{"ports": 5, "bits": 2},
}
