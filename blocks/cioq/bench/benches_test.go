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
	{"data": 96},
	{"ports": 2, "slots_in": 2, "slots_out": 4, "credits": 1, "link_latency": 1, "credit_latency": 1},
	{"ports": 3, "slots_in": 5, "slots_out": 5, "credits": 3, "stage": 6, "cut_through": 0},
	{"ports": 5, "slots_in": 7, "slots_out": 9, "credits": 0, "data": 96, "stage": 1},
	{"ports": 4, "slots_in": 3, "slots_out": 6, "credits": 0, "link_latency": 23, "credit_latency": 30},
	{"ports": 2, "slots_in": 2, "slots_out": 4, "credits": 2, "data": 96, "link_latency": 1, "credit_latency": 1},
	{"ports": 16, "slots_in": 16, "slots_out": 12, "credits": 4, "data": 96, "stage": 2},
	{"ports": 8, "slots_in": 40, "slots_out": 40, "credits": 9, "cut_through": 0},
}

// TestBenches runs every bench on the built-in engines, at the defaults and at the
// edges.
func TestBenches(t *testing.T) {
	t.Parallel()
	testbench.RunEdges(t, Benches(), edges, testbench.Options{Seed: 1})
}

// TestExternal runs every bench on the external simulators, more briefly than on the
// built-in engines.
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
