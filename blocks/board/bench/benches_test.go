package bench

import (
	"testing"

	"culprit.example/culprit/blocks/board"
	"culprit.example/culprit/testbench/benchtest"
)

// edges are parameter sets at the corners of the ranges.
var edges = []map[string]int{
	{"saqs": 1, "slots": 8, "queue": 16, "seed": 65535, "cycles": 16, "bit_cycles": 2},
	{"saqs": 8, "slots": 256, "queue": 64, "seed": 0, "cycles": 1000, "bit_cycles": 3},
	{"bit_cycles": 217},
}

var family = benchtest.Family{Blocks: board.Blocks(), Benches: Benches(), Edges: edges}

func TestBenches(t *testing.T)        { family.TestBenches(t) }
func TestExternal(t *testing.T)       { family.TestExternal(t) }
func TestGoldenContract(t *testing.T) { family.TestGoldenContract(t) }
