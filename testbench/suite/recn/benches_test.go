package recn

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	rtl "culprit/blocks/recn"
	"culprit/testbench"
)

// edges are parameter sets at the corners of the ranges; a block takes those
// of its parameters that it has.
var edges = []map[string]int{
	nil,
	{"ports": 2, "saqs": 1, "slots": 8, "detect": 1, "xoff": 1, "xon": 1, "link_latency": 1},
	{"ports": 3, "saqs": 0, "slots": 10},
	{"ports": 5, "saqs": 8, "slots": 18, "detect": 2, "xoff": 3, "xon": 2, "link_latency": 16, "ready_bit": 0},
	{"ports": 16, "saqs": 2, "slots": 33, "detect": 4, "xoff": 5, "xon": 5, "link_latency": 3},
	{"ports": 4, "saqs": 3, "slots": 8, "detect": 255, "xoff": 255, "xon": 255},
}

// TestBenches runs every bench on the reference engine, at the defaults and at
// the edges.
func TestBenches(t *testing.T) {
	for _, b := range Benches() {
		t.Run(b.Block.Name, func(t *testing.T) {
			for i, edge := range edges {
				given, ok := accepted(b, edge)
				if !ok {
					continue
				}
				t.Run(fmt.Sprint(i, given), func(t *testing.T) {
					testbench.RunBench(t, b, given, testbench.Options{Seed: uint64(1 + i), WorkDir: t.TempDir()})
				})
			}
		})
	}
}

// accepted are the parameters of an edge that the block has. It is false for a
// unit that does not exist without SAQs.
func accepted(b testbench.Bench, edge map[string]int) (map[string]int, bool) {
	given := map[string]int{}
	for _, p := range b.Block.Params {
		x, ok := edge[p.Name]
		if !ok {
			continue
		}
		if p.Name == "saqs" && x < p.Min {
			return nil, false
		}
		given[p.Name] = x
	}
	return given, true
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
// parameters and more briefly than the built-in engine.
func TestExternal(t *testing.T) {
	for _, b := range Benches() {
		t.Run(b.Block.Name, func(t *testing.T) {
			cycles := 2000
			if b.Block.Name == "recn_pair" {
				cycles = 1200
			}
			testbench.RunBench(t, b, nil, testbench.Options{
				Engines: []string{"verilator", "icarus"}, Seed: 7, Cycles: cycles, WorkDir: t.TempDir(),
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
