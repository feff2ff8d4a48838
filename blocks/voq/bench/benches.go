package bench

import (
	env "culprit.example/culprit/blocks/packet/bench"
	"culprit.example/culprit/blocks/voq/golden"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// Benches are the benches of all blocks, in the order of the contract.
func Benches() []testbench.Bench {
	return kit.Tight([]testbench.Bench{
		swSwitchBench(), swHostileBench(), netSwitchBench(), netHostileBench(), nicBench(),
	}, edges)
}

var switchCoverPoints = []string{
	"all outputs busy", "packets back to back", "several packets granted at once", "empty and idle again",
	"packets for several outputs at an input", "only packet leaves as the next comes", "slot reused at once",
}

// links are the links of a switch; destinations have credits of their own if there are
// nodes.
func links(p golden.Params) env.Links {
	if p.Nodes > 0 {
		return env.Links{Ports: p.Ports, Nodes: p.Nodes, Credits: p.Depth, Latency: p.LinkLatency, Data: p.Data}
	}
	return env.Links{Ports: p.Ports, Credits: p.Slots, Latency: p.LinkLatency, Data: p.Data}
}

// observeQueues looks at the packets waiting in the queues of an input.
func observeQueues(waiting []int, hit func(string)) {
	filled := 0
	for _, n := range waiting {
		if n > 0 {
			filled++
		}
	}
	if filled > 1 {
		hit("packets for several outputs at an input")
	}
}

func observeEvents(e golden.Events, hit func(string)) {
	if e.Granted > 1 {
		hit("several packets granted at once")
	}
	if e.Refilled {
		hit("only packet leaves as the next comes")
	}
	if e.Reused {
		hit("slot reused at once")
	}
	if e.Exchanged {
		hit("credit taken and given at once")
	}
}

// edges are parameter sets at the corners of the ranges.
var edges = []map[string]int{
	{"ports": 2, "slots": 8, "nodes": 16, "depth": 2, "queue": 2, "link_latency": 1, "data": 128},
	{"ports": 3, "slots": 10, "nodes": 16, "depth": 4, "queue": 5, "data": 512},
	{"ports": 5, "slots": 18, "nodes": 64, "depth": 2, "queue": 64, "link_latency": 16},
	{"ports": 16, "slots": 33, "nodes": 16, "depth": 8, "queue": 300, "link_latency": 3, "data": 256},
	{"ports": 4, "slots": 8, "nodes": 256, "depth": 2, "queue": 16},
}
