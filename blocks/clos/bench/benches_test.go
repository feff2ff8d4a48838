package bench

import (
	"testing"

	"culprit.example/culprit/blocks/clos"
	"culprit.example/culprit/testbench/benchtest"
)

// edges are parameter sets at the corners of the ranges.
var edges = []map[string]int{
	{"scheme": 0},
	{"scheme": 2},
	{"ports": 2, "slots_in": 2, "slots_out": 4, "queue": 2, "nodes": 4, "paths": 2, "credits": 2, "g": 1, "b_reasm": 4,
		"fc_init": 2, "voq": 4, "link_latency": 1},
	{"ports": 2, "stages": 5, "lf": 120, "nodes": 8, "paths": 4, "max_p": 3, "queue": 40},
	{"ports": 2, "lf": 400, "nodes": 4, "paths": 2, "scheme": 2, "max_p": 4, "slots_in": 7, "slots_out": 9},
	{"ports": 2, "lf": 110, "nodes": 4, "paths": 2, "scheme": 2, "beat": 1, "max_p": 3, "g": 8, "b_reasm": 16,
		"slots_in": 7, "slots_out": 9, "credits": 7, "voq": 16, "link_latency": 3},
	{"ports": 2, "lf": 120, "nodes": 4, "paths": 2, "scheme": 2, "beat": 1, "cut_through": 0, "max_p": 2, "g": 4,
		"b_reasm": 8, "fc_init": 6, "slots_in": 4, "slots_out": 8, "credits": 4, "voq": 8, "link_latency": 1},
	{"ports": 4, "lf": 110, "nodes": 64, "paths": 8, "scheme": 0, "slots_in": 3, "slots_out": 4, "queue": 5},
}

var family = benchtest.Family{
	Blocks:  clos.Blocks(),
	Benches: Benches(),
	Edges:   edges,
}

func TestBenches(t *testing.T)        { family.TestBenches(t) }
func TestExternal(t *testing.T)       { family.TestExternal(t) }
func TestGoldenContract(t *testing.T) { family.TestGoldenContract(t) }
