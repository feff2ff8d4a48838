package lockstep_test

import (
	"math/big"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim/internal/lockstep"
	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/cyclesim/internal/reference"
	"culprit.example/culprit/rtlgen/ir"
)

const netlist = `
module m
  input a 4
  output y 4
  reg q 4 reset 0
  array hidden 2 x 4 reset 0*2
  y = xor(a, q)
  q = add(q, 4'1)
  hidden[1'1] = add(q, 4'2)
end
`

// TestRun: a difference is found where it shows, and only there.
func TestRun(t *testing.T) {
	t.Parallel()
	inputs := [][]*big.Int{{big.NewInt(3)}, {big.NewInt(5)}, {big.NewInt(9)}}
	value := func(d *ir.Design, stmt int) *ir.Node { return d.Top.Body[stmt].(*ir.Assign).Value }
	for _, c := range []struct {
		name    string
		mistake func(*ir.Design)
		every   int
		want    string
	}{
		{"none", func(*ir.Design) {}, 1, ""},
		{"an output", func(d *ir.Design) { value(d, 1).Op = ir.OpSub }, 0, "cycle 1: y is [a], expected [4]"},
		{"inside, looked at in every cycle", func(d *ir.Design) { value(d, 2).Args[1].Const = big.NewInt(3) }, 1,
			"cycle 1: hidden is [0 3], expected [0 2]"},
		{"inside, looked at in the end", func(d *ir.Design) { value(d, 2).Args[1].Const = big.NewInt(3) }, 0,
			"at the end: hidden is [0 5], expected [0 4]"},
	} {
		d, err := ir.Parse("netlist", netlist)
		assert.NilError(t, err)
		want, err := reference.New(d, machine.Config{Seed: 1})
		assert.NilError(t, err)
		c.mistake(d)
		got, err := reference.New(d, machine.Config{Seed: 1})
		assert.NilError(t, err)
		err = lockstep.Run(got, want, d, inputs, c.every)
		if c.want == "" {
			assert.NilError(t, err, c.name)
		} else {
			assert.ErrorContains(t, err, c.want, c.name)
		}
	}
}
