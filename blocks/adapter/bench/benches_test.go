package bench

import (
	"testing"

	"culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/benchtest"
)

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
