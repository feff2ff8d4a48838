package traffic

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	rtl "culprit/blocks/traffic"
	"culprit/testbench"
)

// edges are parameter sets at the corners of the ranges; a block takes those of its
// parameters that it has.
var edges = []map[string]int{
	nil,
	{"nodes": 4, "queue": 2, "lines": 1, "slots": 2, "link_latency": 1, "link": 0},
	{"nodes": 16, "queue": 100, "lines": 0, "slots": 5, "link_latency": 3, "link": 2},
	{"nodes": 256, "queue": 64, "lines": 5, "slots": 64, "link_latency": 16},
	{"nodes": 8, "queue": 37, "lines": 16, "slots": 3, "link_latency": 2, "link": 0},
}

// accepted are the parameters of an edge that the block has and takes.
func accepted(b testbench.Bench, edge map[string]int) map[string]int {
	given := map[string]int{}
	for _, p := range b.Block.Params {
		if x, ok := edge[p.Name]; ok && x >= p.Min && x <= p.Max {
			given[p.Name] = x
		}
	}
	return given
}

// TestBenches runs every bench on the reference engine, at the defaults and at
// the edges.
func TestBenches(t *testing.T) {
	for _, b := range Benches() {
		t.Run(b.Block.Name, func(t *testing.T) {
			for i, edge := range edges {
				given := accepted(b, edge)
				t.Run(fmt.Sprint(i, given), func(t *testing.T) {
					testbench.RunBench(t, b, given, testbench.Options{Seed: uint64(1 + i), WorkDir: t.TempDir()})
				})
			}
		})
	}
}

// TestCompiled runs every bench on the compiled engine.
func TestCompiled(t *testing.T) {
	for _, b := range Benches() {
		t.Run(b.Block.Name, func(t *testing.T) {
			testbench.RunBench(t, b, nil, testbench.Options{Engines: []string{"compiled"}, Seed: 11, WorkDir: t.TempDir()})
		})
	}
}

// TestEveryBlockHasABench keeps the list of benches complete.
func TestEveryBlockHasABench(t *testing.T) {
	var want, got []string
	for _, b := range rtl.Blocks() {
		want = append(want, b.Name)
	}
	for _, b := range Benches() {
		got = append(got, b.Block.Name)
		assert.Assert(t, len(b.Faults) >= 5, b.Block.Name)
	}
	assert.DeepEqual(t, got, want)
}

// TestExternal runs every bench on the external simulators, more briefly than on
// the built-in engine.
func TestExternal(t *testing.T) {
	for _, b := range Benches() {
		t.Run(b.Block.Name, func(t *testing.T) {
			testbench.RunBench(t, b, accepted(b, map[string]int{"queue": 100}), testbench.Options{
				Engines: []string{"verilator", "icarus"}, Seed: 7, Cycles: 2000, WorkDir: t.TempDir(),
			})
		})
	}
}

// TestFaults puts every fault into its block; the bench must find it.
func TestFaults(t *testing.T) {
	for _, b := range Benches() {
		t.Run(b.Block.Name, func(t *testing.T) {
			testbench.RunFaults(t, b, accepted(b, map[string]int{"queue": 100}), testbench.Options{Seed: 3})
		})
	}
}
