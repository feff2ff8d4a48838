package bench

import (
	"math/rand"

	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// Benches are the benches of all blocks, in the order of the contract.
func Benches() []testbench.Bench {
	return kit.Tight([]testbench.Bench{sourceBench(), framerBench(), nicCAMBench(), nicBench(), sinkBench(),
		nodeBench()}, edges)
}

// startTime is a time that soon passes 2^32.
func startTime(rng *rand.Rand) uint32 { return -uint32(500 + rng.Intn(3000)) }

// edges are parameter sets at the corners of the ranges.
var edges = []map[string]int{
	{"nodes": 4, "queue": 2, "lines": 1, "slots": 2, "link_latency": 1, "link": 0},
	{"nodes": 16, "queue": 100, "lines": 0, "slots": 5, "link_latency": 3, "link": 2},
	{"nodes": 256, "queue": 64, "lines": 5, "slots": 64, "link_latency": 16},
	{"nodes": 8, "queue": 37, "lines": 16, "slots": 3, "link_latency": 2, "link": 0},
}
