package bench

import (
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"culprit/testbench"
)

// edges are parameter sets at the corners of the ranges.
var edges = []map[string]int{
	nil,
	{"ports": 2, "saqs": 1, "slots": 8, "detect": 1, "xoff": 1, "xon": 1, "link_latency": 1},
	{"ports": 3, "saqs": 0, "slots": 10},
	{"ports": 5, "saqs": 8, "slots": 18, "detect": 2, "xoff": 3, "xon": 2, "inclusive": 1, "link_latency": 16, "ready_bit": 0},
	{"ports": 16, "saqs": 2, "slots": 33, "detect": 4, "xoff": 5, "xon": 5, "link_latency": 3},
	{"ports": 4, "saqs": 3, "slots": 8, "detect": 255, "xoff": 255, "xon": 255},
	{"leaf_first": 1},
	{"ports": 5, "saqs": 3, "slots": 14, "detect": 2, "xoff": 3, "xon": 2, "link_latency": 1, "leaf_first": 1, "timer": 0},
}

// TestBenches runs every bench on the built-in engines, at the defaults and at the
// edges.
func TestBenches(t *testing.T) {
	t.Parallel()
	testbench.RunEdges(t, Benches(), edges, testbench.Options{Seed: 1})
}

// TestExternal runs every bench on the external simulators, more briefly than on
// the built-in engines.
func TestExternal(t *testing.T) {
	t.Parallel()
	for _, b := range Benches() {
		o := testbench.Options{Engines: []string{"verilator", "icarus"}, Seed: 7, Cycles: 2000}
		if b.Block.Name == "recn_pair" { // two switches: the largest model to build
			o.Cycles = 1200
		}
		testbench.RunAll(t, []testbench.Bench{b}, nil, o)
	}
}

// TestMutants puts every mutant into its block; the bench must find it.
func TestMutants(t *testing.T) {
	t.Parallel()
	testbench.RunAllMutants(t, Benches(), nil, testbench.Options{Seed: 3})
}

// TestGoldenMutants keeps testdata/faults.txt, which shows the mistake that each
// mutant makes; `make update` writes it anew.
func TestGoldenMutants(t *testing.T) {
	t.Parallel()
	list, err := testbench.MutantList(Benches(), nil)
	assert.NilError(t, err)
	golden.Assert(t, list, "faults.txt")
}
