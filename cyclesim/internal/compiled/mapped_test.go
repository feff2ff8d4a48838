//go:build linux && amd64

package compiled_test

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/cyclesim/internal/compiled"
	"culprit/cyclesim/internal/lockstep"
	"culprit/cyclesim/internal/machine"
	"culprit/cyclesim/internal/reference"
	"culprit/rtlgen/ir"
)

// TestBlocks: groups of 1, 2 and 4 blocks, full and not, do what each copy does by itself,
// whatever vectors the processor has. Properties count per copy.
func TestBlocks(t *testing.T) {
	t.Parallel()
	for i, c := range []struct {
		arch        string
		vectorBytes int
		copies      int
	}{
		{"native", 64, 64 + 48}, {"native", 32, 35}, {"native", 16, 29}, {"x86-64-v3", 32, 64 + 24}, {"x86-64-v3", 64, 48}, {"x86-64-v2", 64, 64 + 8},
	} {
		t.Run(fmt.Sprintf("%s/%d bytes/%d copies", c.arch, c.vectorBytes, c.copies), func(t *testing.T) {
			t.Parallel()
			seed := smallSeed(uint64(800 + 10*i))
			d, inputs := side(seed, c.copies, 8)
			failed := [2]map[string]bool{{}, {}}
			config := func(side int) machine.Config {
				return machine.Config{Seed: seed, Failed: func(inst int, p *ir.Property) { failed[side][fmt.Sprint(inst, p.Name)] = true }}
			}
			got, err := compiled.NewFor(d, config(0), c.arch, c.vectorBytes)
			assert.NilError(t, err)
			want, err := reference.New(d, config(1))
			assert.NilError(t, err)
			assert.NilError(t, lockstep.Run(got, want, d, inputs, 4), "seed %d", seed)
			assert.DeepEqual(t, failed[0], failed[1])
		})
	}
}

// smallSeed is the seed of a small netlist, which a C compiler has done soon.
func smallSeed(seed uint64) uint64 {
	for ; ; seed++ {
		if d, _, _ := netlist(seed, 1); len(ir.Text(d)) < 4000 {
			return seed
		}
	}
}
