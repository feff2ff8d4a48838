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
	{"units": 256, "probes_fast": 1, "probes_strict": 1, "inject": 1},
	{"units": 272, "probes_fast": 3, "probes_strict": 20, "inject": 1},
	{"units": 12288, "probes_fast": 64, "probes_strict": 100},
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
