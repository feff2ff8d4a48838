package bench

import (
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// Benches are the benches of all units, in the order of the contract.
func Benches() []testbench.Bench {
	return kit.Tight([]testbench.Bench{
		mmuBench(), ruBench(), muBench(), cduBench(), nameExtendBench(), inCamBench(), ppuBench(), rfcuBench(),
		outCamBench(), noteBusBench(), schedulerBench(), leafBench(), branchesBench(), inputPortBench(), outputPortBench(),
		switchBench(), hostileBench(), pairBench(),
	}, edges)
}

// edges are parameter sets at the corners of the ranges.
var edges = []map[string]int{
	{"ports": 2, "saqs": 1, "slots": 8, "detect": 1, "xoff": 1, "xon": 1, "link_latency": 1, "data": 128},
	{"ports": 3, "saqs": 0, "slots": 10, "data": 512},
	{"ports": 5, "saqs": 8, "slots": 18, "detect": 2, "xoff": 3, "xon": 2, "inclusive": 1, "link_latency": 16,
		"ready_bit": 0, "data": 256},
	{"ports": 16, "saqs": 2, "slots": 33, "detect": 4, "xoff": 5, "xon": 5, "link_latency": 3},
	{"ports": 4, "saqs": 3, "slots": 8, "detect": 255, "xoff": 255, "xon": 255},
	{"leaf_first": 1},
	{"ports": 5, "saqs": 3, "slots": 14, "detect": 2, "xoff": 3, "xon": 2, "link_latency": 1, "leaf_first": 1, "timer": 0},
}
