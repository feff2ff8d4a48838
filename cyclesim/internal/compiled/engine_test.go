package compiled_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit/cyclesim/internal/compiled"
	"culprit/testbench/netgen"
)

// agree compares a few random netlists with the reference engine.
func agree(t *testing.T, from, to uint64) {
	t.Helper()
	for seed := from; seed < to; seed++ {
		d, err := netgen.CompareEngines(netgen.New(seed, 12), "compiled", "reference", 6)
		assert.NilError(t, err, "seed %d", seed)
		assert.Assert(t, !d.Found(), "seed %d: %s", seed, d)
	}
}

// TestEveryPassAlone: no pass relies on another one to be right, and each leaves
// a well-formed program.
func TestEveryPassAlone(t *testing.T) {
	for _, list := range [][]string{
		{}, {"constant folding"}, {"common subexpressions"}, {"known bits"},
		{"constant folding", "known bits"}, {"constant folding", "common subexpressions"},
	} {
		name := "none"
		if len(list) > 0 {
			name = list[len(list)-1]
		}
		t.Run(name, func(t *testing.T) {
			compiled.CheckPrograms(t)
			compiled.OnlyPasses(t, len(list) == 1, list...)
			agree(t, 500, 503)
			agreeSide(t, 503, 16, 8)
		})
	}
}

func TestAllPassesChecked(t *testing.T) {
	compiled.CheckPrograms(t)
	agree(t, 510, 514)
	agreeSide(t, 514, 24, 4)
}

// TestSmallFunctions: values that go from one function to the next, and state
// that is written while later functions still run.
func TestSmallFunctions(t *testing.T) {
	for _, n := range []int{1, 7, 60} {
		compiled.SplitAt(t, n)
		agree(t, 520, 523)
		agreeSide(t, 523, 16, 8)
	}
}
