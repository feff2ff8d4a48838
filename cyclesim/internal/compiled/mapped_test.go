//go:build linux && amd64

package compiled_test

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/compiled"
	"culprit.example/culprit/cyclesim/internal/lockstep"
	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/reference"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
)

// TestBlocks: groups of 1, 2 and 4 blocks, full and not, do what each copy does by itself,
// whatever vectors the processor has. Properties count per copy.
func TestBlocks(t *testing.T) {
	tiers.Tools(t, "gcc")
	t.Parallel()
	for i, c := range []struct {
		arch        string
		vectorBytes int
		copies      int
	}{
		{"native", 64, 64 + 48}, {"native", 32, 35}, {"native", 16, 29}, {"x86-64-v3", 32, 64 + 24}, {"x86-64-v3", 64, 48},
		{"x86-64-v2", 64, 64 + 8},
	} {
		t.Run(fmt.Sprintf("%s/%d bytes/%d copies", c.arch, c.vectorBytes, c.copies), func(t *testing.T) {
			t.Parallel()
			seed := smallSeed(uint64(800 + 10*i))
			d, inputs := side(seed, c.copies, 8)
			likeReference(t, seed, d, inputs, func(cfg machine.Config) (*compiled.Machine, error) {
				return compiled.NewFor(d, cfg, c.arch, c.vectorBytes)
			})
		})
	}
}

// likeReference compares a machine with the reference engine, also which properties fail.
func likeReference(t *testing.T, seed uint64, d *ir.Design, inputs [][]*big.Int,
	open func(machine.Config) (*compiled.Machine, error)) {
	t.Helper()
	failed := [2]map[string]bool{{}, {}}
	config := func(side int) machine.Config {
		return machine.Config{Seed: seed, Failed: func(inst int, p *ir.Property) {
			failed[side][fmt.Sprint(inst, p.Name)] = true
		}}
	}
	got, err := open(config(0))
	assert.NilError(t, err)
	want, err := reference.New(d, config(1))
	assert.NilError(t, err)
	assert.NilError(t, lockstep.Run(got, want, d, inputs, 4), "seed %d", seed)
	assert.DeepEqual(t, failed[0], failed[1])
}

// TestNativeGroups: the code that is made here does the same, in groups of every size, with few
// guarded parts and with many.
func TestNativeGroups(t *testing.T) {
	wide := []int{64, 32, 16, 8}
	for i, c := range []struct {
		lanes  []int
		copies int
		ways   []func(d *ir.Design) compiled.Option
	}{
		{nil, 3, nil}, {[]int{8}, 8, nil}, {[]int{16}, 16, nil}, {[]int{32}, 32, nil},
		{[]int{32, 16, 8}, 32 + 16 + 8 + 3, nil}, {[]int{16, 8}, 29, nil}, {[]int{32}, 24, nil},
		{[]int{64}, 64, nil}, {wide, 64 + 32 + 16 + 8 + 3, nil}, {[]int{64}, 48, nil},
		{[]int{32, 16, 8}, 8, twoBlocks}, {[]int{32, 16, 8}, 5, twoBlocks}, {[]int{32, 16, 8}, 16, twoBlocks},
		{wide, 13, twoBlocks}, {wide, 4, twoBlocks},
		{wide, 4, asIs}, {wide, 5, asIs}, {wide, 13, asIs}, {wide, 48, unfilled}, {wide, 64 + 60, unfilled},
	} {
		if len(c.lanes) > 0 && c.lanes[0] == 64 && !compiled.WithAVX512() {
			t.Logf("the processor has no AVX-512: %v lanes are not tested", c.lanes)
			continue
		}
		options := []compiled.Option{compiled.Checked, compiled.Filled(c.lanes...)}
		if i%2 == 1 {
			options = append(options, compiled.GuardMore)
		}
		from, to := tiers.Seeds(uint64(900+10*i), 3)
		for seed := from; seed < to; seed++ {
			d, inputs := side(seed, c.copies, 8)
			all := slices.Clone(options)
			for _, way := range c.ways {
				all = append(all, way(d))
			}
			likeReference(t, seed, d, inputs, func(cfg machine.Config) (*compiled.Machine, error) {
				return compiled.NewNativeWith(d, cfg, all...)
			})
		}
	}
}

// The ways to group copies, whatever is best.
var (
	asIs      = []func(d *ir.Design) compiled.Option{compiled.AsAny}
	twoBlocks = []func(d *ir.Design) compiled.Option{compiled.TwoBlocks}
	unfilled  = []func(d *ir.Design) compiled.Option{compiled.Unfilled}
)

// smallSeed is the seed of a small netlist, which a C compiler has done soon.
func smallSeed(seed uint64) uint64 {
	for ; ; seed++ {
		if d, _, _ := netlist(seed, 1); len(ir.Text(d)) < 4000 {
			return seed
		}
	}
}
