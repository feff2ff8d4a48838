package bench

import (
	"testing"

	"culprit.example/culprit/blocks/voq"
	"culprit.example/culprit/testbench/benchtest"
)

// edges are parameter sets at the corners of the ranges.
var edges = []map[string]int{
	{"ports": 2, "slots": 8, "nodes": 16, "depth": 2, "queue": 2, "link_latency": 1},
	{"ports": 3, "slots": 10, "nodes": 16, "depth": 4, "queue": 5},
	{"ports": 5, "slots": 18, "nodes": 64, "depth": 2, "queue": 64, "link_latency": 16},
	{"ports": 16, "slots": 33, "nodes": 16, "depth": 8, "queue": 300, "link_latency": 3},
	{"ports": 4, "slots": 8, "nodes": 256, "depth": 2, "queue": 16},
}

var family = benchtest.Family{
	Blocks:  voq.Blocks(),
	Benches: Benches(),
	Edges:   edges,
}

func TestBenches(t *testing.T)        { family.TestBenches(t) }
func TestExternal(t *testing.T)       { family.TestExternal(t) }
func TestGoldenContract(t *testing.T) { family.TestGoldenContract(t) }
