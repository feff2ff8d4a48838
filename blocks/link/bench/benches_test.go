package bench

import (
	"testing"

	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/testbench/benchtest"
)

// edges are parameter sets at the corners of the ranges.
var edges = []map[string]int{
	{"ports": 2, "slots": 1, "causes": 1, "bits": 1},
	{"ports": 5, "slots": 8, "causes": 3, "bits": 2},
	{"ports": 0, "slots": 3},
	{"ports": 16, "slots": 0, "causes": 32, "bits": 32},
	{"ports": 3, "slots": 256},
}

var family = benchtest.Family{
	Blocks:  link.Blocks(),
	Benches: Benches(),
	Edges:   edges,
}

func TestBenches(t *testing.T)        { family.TestBenches(t) }
func TestExternal(t *testing.T)       { family.TestExternal(t) }
func TestMutants(t *testing.T)        { family.TestMutants(t) }
func TestGoldenMutants(t *testing.T)  { family.TestGoldenMutants(t) }
func TestGoldenContract(t *testing.T) { family.TestGoldenContract(t) }
