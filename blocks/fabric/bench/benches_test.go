package bench

import (
	"fmt"
	"testing"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/benchtest"
)

// edges are parameter sets at the corners of the ranges.
var edges = map[string][]map[string]int{
	"fabric_line": {{"width": 2}, {"width": 64}, {"width": 65}},
	"tree_route": {nil, {"levels": 3}, {"levels": 4}, {"ports": 4, "levels": 4}, {"ports": 16},
		{"ports": 4, "levels": 1}, {"ports": 16, "levels": 1}},
	"fabric_monitor": {nil, {"ports": 2, "saqs": 1}, {"ports": 5, "saqs": 8}, {"ports": 16, "saqs": 3}},
	"fabric_tree": {nil, {"saqs": 0}, {"copies": 2, "saqs": 2, "link_latency": 1, "slots": 8, "xoff": 4, "xon": 2,
		"queue": 16, "ready_bit": 0},
		{"scheme": 1, "queue": 256}, {"scheme": 2, "depth": 2}, {"scheme": 3, "slots": 16}, {"leaf_first": 1},
		{"ports": 4, "lines": 1, "slots": 10, "saqs": 2}, {"ports": 4, "levels": 3, "scheme": 3}, {"ports": 4, "levels": 1},
		{"ports": 16, "slots": 10, "detect": 2, "xoff": 2, "xon": 1}},
}

// TestBenches runs every bench on the built-in engines, at the defaults and at
// the edges.
func TestBenches(t *testing.T) {
	tiers.Long(t, "whole fabrics with every scheme")
	t.Parallel()
	for _, b := range Benches(schemes, models) {
		for i, edge := range edges[b.Block.Name] {
			t.Run(fmt.Sprint(b.Block.Name, edge), func(t *testing.T) {
				t.Parallel()
				o := testbench.Options{Seed: uint64(1 + i), WorkDir: t.TempDir()}
				if i > 0 {
					o.Engines = benchtest.EdgeEngines()
				}
				benchtest.RunBench(t, b, edge, o)
			})
		}
	}
}

// external keeps short what the simulators take to build a whole tree: the other
// parameters are for make verify.
var external = map[string]map[string]int{"fabric_tree": {"saqs": 0, "slots": 8, "queue": 64}}

// TestExternal runs every bench on the external simulators.
func TestExternal(t *testing.T) {
	tiers.Tools(t, "verilator", "icarus")
	t.Parallel()
	for _, b := range Benches(schemes, models) {
		t.Run(b.Block.Name, func(t *testing.T) {
			t.Parallel()
			benchtest.RunBench(t, b, external[b.Block.Name], testbench.Options{
				Engines: []string{"verilator", "icarus"}, Seed: 7, Cycles: 600, WorkDir: t.TempDir(),
			})
		})
	}
}
