package bench

import (
	"testing"

	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/testbench/benchtest"
)

// edges are parameter sets at the corners of the ranges.
var edges = []map[string]int{
	{"nodes": 4, "queue": 2, "lines": 1, "slots": 2, "link_latency": 1, "link": 0},
	{"nodes": 16, "queue": 100, "lines": 0, "slots": 5, "link_latency": 3, "link": 2},
	{"nodes": 256, "queue": 64, "lines": 5, "slots": 64, "link_latency": 16},
	{"nodes": 8, "queue": 37, "lines": 16, "slots": 3, "link_latency": 2, "link": 0},
}

var family = benchtest.Family{
	Blocks:  traffic.Blocks(),
	Benches: Benches(),
	Edges:   edges,
}

func TestBenches(t *testing.T)        { family.TestBenches(t) }
func TestExternal(t *testing.T)       { family.TestExternal(t) }
func TestGoldenContract(t *testing.T) { family.TestGoldenContract(t) }
