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
	{"ports": 2, "saqs": 1, "slots": 8, "queues": 1, "standard": 1, "detect": 1, "detect_out": 1, "xoff": 2, "xon": 1, "link_latency": 1},
	{"ports": 3, "saqs": 2, "slots": 10, "queues": 5, "standard": 3, "detect": 2, "detect_out": 3, "xoff": 3, "xon": 2},
	{"ports": 5, "saqs": 8, "slots": 18, "queues": 13, "standard": 5, "detect": 2, "detect_out": 1, "xoff": 3, "xon": 2, "link_latency": 16},
	{"ports": 16, "saqs": 2, "slots": 33, "queues": 18, "standard": 16, "detect": 4, "detect_out": 8, "xoff": 5, "xon": 4, "link_latency": 3},
	{"ports": 4, "saqs": 3, "slots": 8, "queues": 7, "standard": 4, "detect": 255, "detect_out": 255, "xoff": 255, "xon": 254},
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
	testbench.RunAll(t, Benches(), nil, testbench.Options{Engines: []string{"verilator", "icarus"}, Seed: 7, Cycles: 2000})
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
