package bench

import (
	"testing"

	"culprit.example/culprit/blocks/ethernet"
	"culprit.example/culprit/testbench/benchtest"
)

var family = benchtest.Family{
	Blocks:  ethernet.Blocks(),
	Benches: Benches(),
	Edges:   edges,
}

func TestBenches(t *testing.T)        { family.TestBenches(t) }
func TestExternal(t *testing.T)       { family.TestExternal(t) }
func TestGoldenContract(t *testing.T) { family.TestGoldenContract(t) }
