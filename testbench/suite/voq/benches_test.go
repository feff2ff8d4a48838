package voq

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	rtl "culprit/blocks/voq"
	"culprit/testbench"
)

// edges are parameter sets at the corners of the ranges; a block takes those
// of its parameters that it has.
var edges = []map[string]int{
	nil,
	{"ports": 2, "slots": 8, "nodes": 16, "depth": 2, "queue": 2, "link_latency": 1},
	{"ports": 3, "slots": 10, "nodes": 16, "depth": 4, "queue": 5},
	{"ports": 5, "slots": 18, "nodes": 64, "depth": 2, "queue": 64, "link_latency": 16},
	{"ports": 16, "slots": 33, "nodes": 16, "depth": 8, "queue": 300, "link_latency": 3},
	{"ports": 4, "slots": 8, "nodes": 256, "depth": 2, "queue": 16},
}

// TestBenches runs every bench on the built-in engines, at the defaults and at
// the edges.
func TestBenches(t *testing.T) {
	for _, b := range Benches() {
		t.Run(b.Block.Name, func(t *testing.T) {
			for i, edge := range edges {
				given := accepted(b, edge)
				t.Run(fmt.Sprint(i, given), func(t *testing.T) {
					testbench.RunBench(t, b, given, testbench.Options{
						Engines: []string{"reference", "compiled"}, Seed: uint64(1 + i), WorkDir: t.TempDir(),
					})
				})
			}
		})
	}
}

// accepted are the parameters of an edge that the block has.
func accepted(b testbench.Bench, edge map[string]int) map[string]int {
	given := map[string]int{}
	for _, p := range b.Block.Params {
		if x, ok := edge[p.Name]; ok {
			given[p.Name] = x
		}
	}
	return given
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

// TestExternal runs every bench on the external simulators, with the default
// parameters and more briefly than the built-in engines.
func TestExternal(t *testing.T) {
	for _, b := range Benches() {
		t.Run(b.Block.Name, func(t *testing.T) {
			testbench.RunBench(t, b, nil, testbench.Options{
				Engines: []string{"verilator", "icarus"}, Seed: 7, Cycles: 2000, WorkDir: t.TempDir(),
			})
		})
	}
}

// TestFaults puts every fault into its block; the bench must find it.
func TestFaults(t *testing.T) {
	for _, b := range Benches() {
		t.Run(b.Block.Name, func(t *testing.T) {
			testbench.RunFaults(t, b, nil, testbench.Options{Seed: 3})
		})
	}
}
