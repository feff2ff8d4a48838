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
	{"scheme": 0},
	{"scheme": 2},
	{"ports": 2, "slots_in": 2, "slots_out": 4, "queue": 2, "nodes": 4, "paths": 2, "credits": 2, "g": 1, "b_reasm": 4, "fc_init": 2, "voq": 4, "link_latency": 1},
	{"ports": 2, "stages": 5, "lf": 120, "nodes": 8, "paths": 4, "max_p": 3, "queue": 40},
	{"ports": 2, "lf": 400, "nodes": 4, "paths": 2, "scheme": 2, "max_p": 4, "slots_in": 7, "slots_out": 9},
	{"ports": 4, "lf": 110, "nodes": 64, "paths": 8, "scheme": 0, "slots_in": 3, "slots_out": 4, "queue": 5},
}

// TestBenches runs every bench on the built-in engines, at the defaults and at the
// edges.
func TestBenches(t *testing.T) {
	t.Parallel()
	testbench.RunEdges(t, Benches(), edges, testbench.Options{Seed: 1})
}

// external keeps short what the simulators take to build a network: the default is for
// make verify.
var external = map[string]map[string]int{"clos_network": {"ports": 2, "slots_in": 4, "slots_out": 6, "voq": 8, "b_reasm": 16}}

// TestExternal runs every bench on the external simulators, more briefly than on the
// built-in engines.
func TestExternal(t *testing.T) {
	t.Parallel()
	for _, b := range Benches() {
		testbench.RunAll(t, []testbench.Bench{b}, external[b.Block.Name], testbench.Options{Engines: []string{"verilator", "icarus"}, Seed: 7, Cycles: 2000})
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
