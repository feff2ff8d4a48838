package compiled_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/compiled"
	"culprit.example/culprit/cyclesim/internal/lockstep"
	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/reference"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/random"
)

// netlist is a random netlist with numbers for its inputs; every third one leaves values open.
func netlist(seed uint64, cycles int) (*ir.Design, [][]*big.Int, *rand.Rand) {
	r := rand.New(rand.NewPCG(seed, 0x636f6d70696c6564))
	n := random.New(r)
	if seed%3 == 1 {
		n = random.NewOpen(r)
	}
	return n.Design, n.Inputs(r, cycles), r
}

// lockstepped compares the engine with the reference engine.
func lockstepped(t *testing.T, seed uint64, d *ir.Design, inputs [][]*big.Int, every int, options ...compiled.Option) {
	t.Helper()
	c := machine.Config{Seed: seed, NoChecks: seed%4 == 3, Failed: func(int, *ir.Property) {}}
	got, err := compiled.NewWith(d, c, options...)
	assert.NilError(t, err, "seed %d", seed)
	want, err := reference.New(d, c)
	assert.NilError(t, err, "seed %d", seed)
	assert.NilError(t, lockstep.Run(got, want, d, inputs, every), "seed %d, top module %s", seed, d.Top.Name)
}

// agree compares a few random netlists with the reference engine.
func agree(t *testing.T, from, to uint64, options ...compiled.Option) {
	t.Helper()
	for seed := from; seed < to; seed++ {
		d, inputs, _ := netlist(seed, 12)
		lockstepped(t, seed, d, inputs, 6*int(seed%2), options...)
	}
}

// TestEveryPassAlone: no pass relies on another one to be right, and each leaves
// a well-formed program.
func TestEveryPassAlone(t *testing.T) {
	t.Parallel()
	for _, list := range [][]string{
		{}, {"constant-folding"}, {"common-subexpressions"}, {"known-bits"},
		{"constant-folding", "known-bits"}, {"constant-folding", "common-subexpressions"},
	} {
		name := "none"
		if len(list) > 0 {
			name = list[len(list)-1]
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			only := compiled.OnlyPasses(len(list) == 1, list...)
			agree(t, 500, 503, compiled.Checked, only)
			agreeSide(t, 503, 16, 8, compiled.Checked, only)
		})
	}
}

func TestAllPassesChecked(t *testing.T) {
	t.Parallel()
	agree(t, 510, 514, compiled.Checked)
	agreeSide(t, 514, 24, 4, compiled.Checked)
}

// TestSmallFunctions: values that go from one function to the next, and state
// that is written while later functions still run.
func TestSmallFunctions(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 7, 60} {
		agree(t, 520, 523, compiled.SplitAt(n))
		agreeSide(t, 523, 16, 8, compiled.SplitAt(n))
	}
}
