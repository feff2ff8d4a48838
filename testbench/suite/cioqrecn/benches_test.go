package cioqrecn

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	rtl "culprit/blocks/cioqrecn"
	"culprit/testbench"
)

// edges are parameter sets at the corners of the ranges; a block takes those of its
// parameters that it has.
var edges = []map[string]int{
	nil,
	{"ports": 2, "saqs": 1, "slots": 8, "queues": 1, "standard": 1, "detect": 1, "detect_out": 1, "xoff": 1, "xon": 1, "link_latency": 1},
	{"ports": 3, "saqs": 2, "slots": 10, "queues": 5, "standard": 3, "detect": 2, "detect_out": 3, "xoff": 2, "xon": 2},
	{"ports": 5, "saqs": 8, "slots": 18, "queues": 13, "standard": 5, "detect": 2, "detect_out": 1, "xoff": 3, "xon": 2, "link_latency": 16},
	{"ports": 16, "saqs": 2, "slots": 33, "queues": 18, "standard": 16, "detect": 4, "detect_out": 8, "xoff": 5, "xon": 5, "link_latency": 3},
	{"ports": 4, "saqs": 3, "slots": 8, "queues": 7, "standard": 4, "detect": 255, "detect_out": 255, "xoff": 255, "xon": 255},
}

// TestBenches runs every bench on the reference engine, at the defaults and at the
// edges.
func TestBenches(t *testing.T) {
	for _, b := range Benches() {
		t.Run(b.Block.Name, func(t *testing.T) {
			for i, edge := range edges {
				given := map[string]int{}
				for _, p := range b.Block.Params {
					if x, ok := edge[p.Name]; ok {
						given[p.Name] = x
					}
				}
				t.Run(fmt.Sprint(i, given), func(t *testing.T) {
					testbench.RunBench(t, b, given, testbench.Options{Seed: uint64(1 + i), WorkDir: t.TempDir()})
				})
			}
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

// TestExternal runs every bench on the compiled engine and the external simulators, with the default
// parameters and more briefly than the built-in engine.
func TestExternal(t *testing.T) {
	for _, b := range Benches() {
		t.Run(b.Block.Name, func(t *testing.T) {
			testbench.RunBench(t, b, nil, testbench.Options{
				Engines: []string{"compiled", "verilator", "icarus"}, Seed: 7, Cycles: 2000, WorkDir: t.TempDir(),
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
