package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/clos/golden"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// Benches are the benches of all blocks, in the order of the list of blocks.
func Benches() []testbench.Bench {
	return []testbench.Bench{sourceBench(), nicBench(), sinkBench(), channelBench(), nodeBench(), monitorBench(),
		networkBench()}
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
