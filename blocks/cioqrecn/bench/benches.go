package bench

import (
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// Benches are the benches of all units, in the order of the contract.
func Benches() []testbench.Bench {
	return kit.Tight([]testbench.Bench{
		queuesBench(), camBench(), markersBench(), detectionBench(), notifierBench(), schedulerBench(),
		inputPortBench(), outputPortBench(), switchBench(), hostileBench(),
	}, edges)
}

// edges are parameter sets at the corners of the ranges.
var edges = []map[string]int{
	{"ports": 2, "saqs": 1, "slots": 8, "queues": 1, "standard": 1, "detect": 1, "detect_out": 1, "xoff": 2, "xon": 1,
		"link_latency": 1, "data": 128},
	{"ports": 3, "saqs": 2, "slots": 10, "queues": 5, "standard": 3, "detect": 2, "detect_out": 3, "xoff": 3, "xon": 2,
		"data": 512},
	{"ports": 5, "saqs": 8, "slots": 18, "queues": 13, "standard": 5, "detect": 2, "detect_out": 1, "xoff": 3, "xon": 2,
		"link_latency": 16, "data": 256},
	{"ports": 16, "saqs": 2, "slots": 33, "queues": 18, "standard": 16, "detect": 4, "detect_out": 8, "xoff": 5, "xon": 4,
		"link_latency": 3},
	{"ports": 4, "saqs": 3, "slots": 8, "queues": 7, "standard": 4, "detect": 255, "detect_out": 255, "xoff": 255,
		"xon": 254},
}
