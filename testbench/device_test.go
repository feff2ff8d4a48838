package testbench_test

import (
	"math/rand"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks"
	"culprit/testbench"
	"culprit/testbench/mutant"
)

// TestDevice: the block does what its golden model does, and a mutant does not.
func TestDevice(t *testing.T) {
	b := stashBench()
	v := b.Block.Defaults()
	differs := func(mutants ...testbench.Mutant) bool {
		g, drive := newStash(v, rand.New(rand.NewSource(1)))
		d, err := testbench.NewDevice(b.Block, v, stashPrototypeIn(v), stashPrototypeOut(v), mutants...)
		assert.NilError(t, err)
		for cycle := range 200 {
			in := drive(cycle)
			want, got := g.Step(in), d.Step(in)
			if got.Level != want.Level || want.WordKnown && got.Word.Cmp(want.Word) != 0 {
				return true
			}
			for i, known := range want.CountKnown {
				if known && got.Count[i] != want.Count[i] {
					return true
				}
			}
		}
		return false
	}
	assert.Assert(t, !differs())
	for _, f := range b.Mutants {
		assert.Assert(t, differs(f), f.Name)
	}
	assert.Equal(t, v["depth"], b.Block.Defaults()["depth"], "the values of the caller are his own")
}

func TestDeviceMistakes(t *testing.T) {
	b := stashBench()
	v := b.Block.Defaults()
	for _, c := range []struct {
		mutant testbench.Mutant
		want   string
	}{
		{testbench.Mutant{Name: "lost", Module: "queue", Mutate: mutant.StuckBit("height", 1, 0)}, "block stash: mutant lost: no module queue in the design"},
		{testbench.Mutant{Name: "void"}, "block stash: mutant void: it has neither Mutate nor Build"},
		{testbench.Mutant{Name: "shallow", Build: func(v blocks.Values) { v["depth"] = 0 }}, "depth"},
	} {
		_, err := testbench.NewDevice(b.Block, v, stashPrototypeIn(v), stashPrototypeOut(v), c.mutant)
		assert.Assert(t, err != nil && strings.Contains(err.Error(), c.want), "%s: %v", c.mutant.Name, err)
	}
}
