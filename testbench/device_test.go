package testbench_test

import (
	"bytes"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/mutant"
)

// TestDevice: the block does what its golden model does, and a mutant does not.
func TestDevice(t *testing.T) {
	b := stashBench()
	v := b.Block.Defaults()
	differs := func(mutants ...testbench.Mutant) bool {
		_, drive := newStash(v, rand.New(rand.NewSource(1)))
		d, err := testbench.NewDevice(b.Block, v, stashPrototypeIn(v), stashPrototypeOut(v), mutants...)
		assert.NilError(t, err)
		for range 20 { // a reset undoes them
			d.Step(drive(0))
		}
		d.Reset()
		g, drive := newStash(v, rand.New(rand.NewSource(1)))
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
		{testbench.Mutant{Name: "lost", Module: "queue", Mutate: mutant.StuckBit("height", 1, 0)},
			"block stash: mutant lost: no module queue in the design"},
		{testbench.Mutant{Name: "void"}, "block stash: mutant void: it has neither Mutate nor Build"},
		{testbench.Mutant{Name: "shallow", Build: func(v blocks.Values) { v["depth"] = 0 }}, "depth"},
	} {
		_, err := testbench.NewDevice(b.Block, v, stashPrototypeIn(v), stashPrototypeOut(v), c.mutant)
		assert.Assert(t, err != nil && strings.Contains(err.Error(), c.want), "%s: %v", c.mutant.Name, err)
	}
}

// TestDeviceStepMistakes: an input that does not fit is an error, and nothing goes on.
func TestDeviceStepMistakes(t *testing.T) {
	t.Parallel()
	b := stashBench()
	v := b.Block.Defaults()
	lanes := v["lanes"]
	for _, c := range []struct {
		kicks []uint8
		want  string
	}{
		{nil, "in cycle 1 field Kicks has 0 elements, and %d in the prototype"},
		{make([]uint8, lanes+1), "in cycle 1 field Kicks has %[2]d elements, and %[1]d in the prototype"},
		{bytes.Repeat([]byte{255}, lanes), "in cycle 1 element 0 of field Kicks is negative or too large for its"},
	} {
		d, err := testbench.NewDevice(b.Block, v, stashPrototypeIn(v), stashPrototypeOut(v))
		assert.NilError(t, err)
		before := d.Step(stashPrototypeIn(v))
		assert.NilError(t, d.Err())
		after := d.Step(stashIn{Kicks: c.kicks})
		want := strings.SplitN(fmt.Sprintf(c.want, lanes, lanes+1), "%!", 2)[0]
		assert.ErrorContains(t, d.Err(), want)
		assert.DeepEqual(t, after.Count, before.Count)
		first := d.Err()
		d.Step(stashPrototypeIn(v))
		assert.Equal(t, d.Err(), first)
	}
}
