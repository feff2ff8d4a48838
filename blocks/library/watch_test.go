package library_test

import (
	"context"
	"math/rand"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/watch"
)

// TestRulesInHardware: with inputs that are random in each cycle, and so break rules, the bits of each
// block's assumptions are those whose assumptions the simulator has seen fail.
func TestRulesInHardware(t *testing.T) {
	t.Parallel()
	with := 0
	for _, b := range library.Blocks() {
		if len(b.Forms) > 0 { // networks: their parts are here by themselves
			continue
		}
		d, err := b.Elaborate(nil)
		assert.NilError(t, err)
		rules, err := watch.Assumptions(d)
		assert.NilError(t, err, b.Name)
		if len(rules) == 0 {
			continue
		}
		with++
		t.Run(b.Name, func(t *testing.T) {
			t.Parallel()
			sim, err := cyclesim.New(d, cyclesim.Options{Engine: "compiled", Seed: 1, MaxFailures: 1 << 20})
			assert.NilError(t, err)
			broken := rulesBroken(t, sim, d, 60).Big()
			failed := map[string]bool{}
			for _, f := range sim.Failures() {
				failed[f.Path] = true
			}
			for _, r := range rules {
				assert.Equal(t, broken.Bit(r.Bit) == 1, failed[r.Path], "bit %d, %s", r.Bit, r.Path)
			}
		})
	}
	assert.Assert(t, with > 50, "%d blocks have assumptions", with)
}

// rulesBroken runs cycles with random inputs and without a clear, and returns the bits.
func rulesBroken(t *testing.T, sim cyclesim.Engine, d *ir.Design, cycles int) cyclesim.Value {
	t.Helper()
	rng := rand.New(rand.NewSource(1))
	inputs := d.Top.Inputs()
	clear := slices.IndexFunc(inputs, func(p *ir.Signal) bool { return p.Name == watch.Clear })
	for range cycles {
		for i, p := range inputs {
			words := make([]uint64, (p.Width+63)/64)
			for w := range words {
				words[w] = rng.Uint64()
			}
			if i == clear {
				words[0] = 0
			}
			sim.SetInput(i, words)
		}
		assert.NilError(t, sim.Run(context.Background(), 1))
	}
	broken, err := sim.Peek(watch.Broken)
	assert.NilError(t, err)
	return broken
}
