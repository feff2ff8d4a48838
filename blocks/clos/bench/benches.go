package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/clos/golden"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// Benches are the benches of all blocks, in the order of the list of blocks.
func Benches() []testbench.Bench {
	return kit.Tight([]testbench.Bench{sourceBench(), nicBench(), sinkBench(), channelBench(), nodeBench(), monitorBench(),
		networkBench()}, edges)
}

// someTraffic is what sources are told to make.
func someTraffic(rng *rand.Rand, p golden.Params, nodes int) golden.Traffic {
	t := golden.Traffic{Seed: rng.Uint32(), Start: kit.Pick(rng, []int{20000, 300000, 1 << 20}),
		Stop: kit.Pick(rng, []int{30000, 400000, 1 << 20}), Enable: true}
	switch rng.Intn(3) {
	case 0:
		t.Own = kit.Pick(rng, []int{20000, 1 << 16})
	case 1:
		t.HotRate, t.HotNode, t.HotMask = kit.Pick(rng, []int{10000, 40000}), rng.Intn(nodes), kit.Pick(rng, []int{0, 1, 3})
	}
	if p.Beat == 1 {
		t.LongRate, t.LongLength = kit.Pick(rng, []int{3000, 20000, 1 << 16}), 1+rng.Intn(32*p.MaxP)
	}
	return t
}

// edges are parameter sets at the corners of the ranges.
var edges = []map[string]int{
	{"scheme": 0},
	{"scheme": 2},
	{"ports": 2, "slots_in": 2, "slots_out": 4, "queue": 2, "wire": 3, "nodes": 4, "paths": 2, "credits": 2, "g": 1,
		"b_reasm": 4, "fc_init": 2, "voq": 4, "link_latency": 1},
	{"ports": 2, "stages": 5, "lf": 120, "nodes": 8, "paths": 4, "max_p": 3, "queue": 40},
	{"ports": 2, "lf": 400, "nodes": 4, "paths": 2, "scheme": 2, "max_p": 4, "slots_in": 7, "slots_out": 9},
	{"ports": 2, "lf": 110, "nodes": 4, "paths": 2, "scheme": 2, "beat": 1, "max_p": 3, "g": 8, "b_reasm": 16,
		"slots_in": 7, "slots_out": 9, "credits": 7, "voq": 16, "link_latency": 3},
	{"ports": 2, "lf": 120, "nodes": 4, "paths": 2, "scheme": 2, "beat": 1, "cut_through": 0, "max_p": 2, "g": 4,
		"b_reasm": 8, "fc_init": 6, "slots_in": 4, "slots_out": 8, "credits": 4, "voq": 8, "link_latency": 1},
	{"ports": 4, "lf": 110, "nodes": 64, "paths": 8, "scheme": 0, "slots_in": 3, "slots_out": 4, "queue": 5},
}
