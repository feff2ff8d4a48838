package bench

import (
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// Benches are the benches of all blocks, in the order of the contract. A block with links has one, too, whose links
// break their rules.
func Benches() []testbench.Bench {
	return kit.Tight([]testbench.Bench{inputBench(), hostileInputBench(), schedulerBench(), crossbarBench(), outputBench(),
		hostileOutputBench(), elementBench(), hostileElementBench(), elementTransactions()}, edges)
}

// edges are parameter sets at the corners of the ranges.
var edges = []map[string]int{
	{"data": 96},
	{"ports": 2, "slots_in": 2, "slots_out": 4, "credits": 1, "link_latency": 1, "credit_latency": 1,
		"error_bits": 3},
	{"ports": 3, "slots_in": 5, "slots_out": 5, "credits": 3, "stage": 6, "cut_through": 0, "error_bits": 2},
	{"ports": 5, "slots_in": 7, "slots_out": 9, "credits": 0, "data": 96, "stage": 1},
	{"ports": 4, "slots_in": 3, "slots_out": 6, "credits": 0, "link_latency": 23, "credit_latency": 30},
	{"ports": 2, "slots_in": 2, "slots_out": 4, "credits": 2, "data": 96, "link_latency": 1, "credit_latency": 1},
	{"ports": 4, "slots_in": 6, "slots_out": 8, "credits": 5, "data": 65, "stage": 1},
	{"ports": 16, "slots_in": 16, "slots_out": 12, "credits": 4, "data": 96, "stage": 2},
	{"ports": 8, "slots_in": 40, "slots_out": 40, "credits": 9, "cut_through": 0},
}
