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
	{"hosts": 2, "ports": 2, "list": 1, "count_bits": 2, "sum_bits": 4, "timer": 1},
	{"hosts": 3, "ports": 3, "list": 2, "count_bits": 4, "sum_bits": 8, "timer": 2},
	{"hosts": 5, "ports": 5, "list": 4, "count_bits": 16, "sum_bits": 12, "timer": 8},
	{"hosts": 64, "ports": 16, "list": 8, "count_bits": 3, "sum_bits": 32, "timer": 500, "slots": 120, "q_high": 60, "q_low": 40, "queue": 32},
	{"hosts": 4, "ports": 7, "list": 7, "count_bits": 3, "sum_bits": 9, "timer": 4, "slots": 30, "q_high": 10, "q_low": 2, "cns": 4},
	{"hosts": 4, "queue": 8, "timer": 2000, "byte_counter": 5000, "network": 2, "tick": 100},
}

// TestBenches runs every bench on the built-in engines, at the defaults and at the
// edges.
func TestBenches(t *testing.T) {
	t.Parallel()
	testbench.RunEdges(t, Benches(), edges, testbench.Options{Seed: 1})
}

// external keeps short what the simulators take to build a network: the default is for
// make verify.
var external = map[string]map[string]int{"adaptive_network": {"slots": 30, "queue": 8, "tick": 100}}

// TestExternal runs every bench on the external simulators, more briefly than on
// the built-in engines.
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
