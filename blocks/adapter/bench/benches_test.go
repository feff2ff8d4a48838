package bench

import (
	"testing"

	"culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/benchtest"
)

// edges are parameter sets at the corners of the ranges.
var edges = []map[string]int{
	{"max_p": 1},
	{"nodes": 4, "paths": 2, "g": 1, "b_reasm": 2, "fc_init": 1, "b_in": 2, "voq": 2, "max_p": 1, "watch": 3, "lists": 2,
		"slots": 2},
	{"nodes": 8, "paths": 4, "g": 5, "b_reasm": 12, "fc_init": 10, "b_in": 7, "voq": 8, "max_p": 3, "watch": 6, "lists": 8,
		"slots": 13},
	{"repair": 1},
	{"nodes": 4, "paths": 2, "g": 4, "b_reasm": 9, "fc_init": 6, "b_in": 4, "voq": 8, "max_p": 2, "repair": 1, "unsol": 0},
	{"nodes": 64, "paths": 8, "g": 128, "b_reasm": 300, "fc_init": 200, "b_in": 100, "oob": 1, "unsol": 0, "max_p": 1,
		"watch": 7, "lists": 64, "slots": 256},
}

var family = benchtest.Family{
	Blocks:  adapter.Blocks(),
	Benches: Benches(),
	Edges:   edges,
}

func TestBenches(t *testing.T)        { family.TestBenches(t) }
func TestExternal(t *testing.T)       { family.TestExternal(t) }
func TestGoldenContract(t *testing.T) { family.TestGoldenContract(t) }

// TestLargeArbiter runs the arbiter of beat mode with the most adapters, for which its
// tables are block RAM and its queue of activations is deep.
func TestLargeArbiter(t *testing.T) {
	t.Parallel()
	large := map[string]int{"nodes": 256, "g": 50, "b_reasm": 2048, "fc_init": 240, "max_p": 36}
	benchtest.RunEdges(t, []testbench.Bench{beatArbiterBench()}, []map[string]int{large},
		testbench.Options{Seed: 5, Cycles: 60000})
}
