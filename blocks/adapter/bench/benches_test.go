package bench

import (
	"testing"

	"culprit/blocks/adapter"
	"culprit/testbench/kit"
)

// edges are parameter sets at the corners of the ranges.
var edges = []map[string]int{
	{"max_p": 1},
	{"nodes": 4, "paths": 2, "g": 1, "b_reasm": 2, "fc_init": 1, "b_in": 2, "voq": 2, "max_p": 1, "lists": 2, "slots": 2},
	{"nodes": 8, "paths": 4, "g": 5, "b_reasm": 12, "fc_init": 10, "b_in": 7, "voq": 8, "max_p": 3, "lists": 8, "slots": 13},
	{"nodes": 64, "paths": 8, "g": 128, "b_reasm": 300, "fc_init": 200, "b_in": 100, "oob": 1, "unsol": 0, "max_p": 1, "lists": 64, "slots": 256},
}

var family = kit.Family{
	Blocks:  adapter.Blocks(),
	Benches: Benches(),
	Edges:   edges,
}

func TestBenches(t *testing.T)        { family.TestBenches(t) }
func TestExternal(t *testing.T)       { family.TestExternal(t) }
func TestMutants(t *testing.T)        { family.TestMutants(t) }
func TestGoldenMutants(t *testing.T)  { family.TestGoldenMutants(t) }
func TestGoldenContract(t *testing.T) { family.TestGoldenContract(t) }
