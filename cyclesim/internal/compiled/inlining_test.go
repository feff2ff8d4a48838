package compiled_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/compiled"
	"culprit.example/culprit/cyclesim/internal/lockstep"
	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/reference"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/random"
)

// fine has copies of a unit that consists of small instances, three deep; of the numbers, one is how many and
// the others are the widths of all of them.
const fine = `
module flipflop
  input d 5
  input enable 1
  output q 5
  reg held 5 reset 3
  array last 8 x 2 reset 1,2,0,3,1,2,0,1
  q = held
  if enable
    held = d
    last[held[2:0]] = xor(last[d[2:0]], held[1:0])
end

module pair
  input d 10
  input enable 2
  output q 10
  output any 1
  instance half[2] flipflop
    d <- d
    enable <- enable
  q = half.q
  any = redor(half.q)
end

module row
  input d 30
  input enable 1
  output q 30
  output sum 3
  instance three[3] pair
    d <- d
    enable <- concat(enable, three.q[1:0], enable, three.q[22:21])
  q = three.q
  sum = three.any
end

module unit
  input d 30
  output q 30
  instance one row
    d <- d
    enable <- redxor(two.sum)
  instance two row
    d <- one.q
    enable <- redor(d)
  q = xor(two.q, one.q)
end

module units
  input d %[2]d
  output q %[2]d
  instance u[%[1]d] unit
    d <- d
  q = u.q
end
`

func fineDesign(t *testing.T, copies int) (*ir.Design, [][]*big.Int) {
	t.Helper()
	width := 30 * copies
	d, err := ir.Parse("fine", fmt.Sprintf(fine, copies, width))
	assert.NilError(t, err)
	r := rand.New(rand.NewPCG(uint64(copies), 1))
	rows := make([][]*big.Int, 60)
	for i := range rows {
		rows[i] = []*big.Int{random.Number(r, width)}
	}
	return d, rows
}

// TestInlining: copies inside groups are parts of the kernels around them where they are not joined, and the
// values are the same in groups of all sizes.
func TestInlining(t *testing.T) {
	t.Parallel()
	for _, lanes := range [][]int{{64, 32, 16, 8}, {32, 16, 8}, {16, 8}, {8}} {
		for _, copies := range []int{64, 48, 13} {
			d, rows := fineDesign(t, copies)
			for _, without := range [][]string{nil, {"inlining"}} {
				cfg := machine.Config{Seed: 7, Without: without}
				want, err := reference.New(d, cfg)
				assert.NilError(t, err)
				got, err := compiled.NewWith(d, cfg, compiled.Checked, compiled.Lanes(lanes...))
				assert.NilError(t, err)
				assert.NilError(t, lockstep.Run(got, want, d, rows, 7), "%d copies in %v lanes", copies, lanes)
				if compiled.NativeRuns() != nil || lanes[0] < 32 || lanes[0] > 32 && !compiled.WithAVX512() {
					continue
				}
				cfg.NoChecks = true
				want, err = reference.New(d, cfg)
				assert.NilError(t, err)
				got, err = compiled.NewNativeWith(d, cfg, compiled.Checked, compiled.Lanes(lanes...), compiled.DozingSoon)
				assert.NilError(t, err)
				assert.NilError(t, lockstep.Run(got, want, d, rows, 7), "%d copies in %v lanes", copies, lanes)
			}
		}
	}
}

// TestInlinedKernels: with the step, nothing is left to call in a full group.
func TestInlinedKernels(t *testing.T) {
	t.Parallel()
	d, _ := fineDesign(t, 64)
	modules := func(without ...string) (list []string) {
		stages, err := compiled.StagesFor(d, machine.Config{Without: without, NoChecks: true}, 32)
		assert.NilError(t, err)
		for _, s := range stages {
			if s.Step == "vectors" && !slices.Contains(list, s.Module) {
				list = append(list, s.Module)
			}
		}
		return list
	}
	if err := compiled.NativeRuns(); err != nil {
		t.Skip(err)
	}
	assert.DeepEqual(t, modules(), []string{"unit"})
	assert.DeepEqual(t, modules("inlining"), []string{"flipflop", "pair", "unit"})
}
