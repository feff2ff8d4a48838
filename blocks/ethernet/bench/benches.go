package bench

import (
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// Benches are the benches of all blocks, in the order of the contract.
func Benches() []testbench.Bench {
	return kit.Tight([]testbench.Bench{pfcRxBench(), pfcTxBench(), vlanRxBench(), cnmTxBench(), cnmRxBench()}, edges)
}

// edges are parameter sets at the corners of the ranges.
var edges = []map[string]int{
	{"count_bits": 2, "quanta": 21, "refresh": 5, "msdu": 0, "flows": 64, "q_offset_sign": 1},
	{"width": 512, "count_bits": 3, "quanta": 81, "refresh": 40, "msdu": 64, "flows": 5},
	{"width": 128, "count_bits": 1, "quanta": 30, "refresh": 14, "msdu": 37, "flows": 2, "cnm_prio": 0},
	{"width": 256, "count_bits": 32, "quanta": 5, "refresh": 2, "msdu": 1, "flows": 33, "cnm_prio": 7},
}
