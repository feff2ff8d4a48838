package compiled_test

import (
	"math/big"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/rtlgen"
	"culprit/testbench/netgen"
)

// TestInlinedCopy: a module that is made part of the one around it joins two
// arrays lane by lane. Its frame does not begin where that of the outer one does.
func TestInlinedCopy(t *testing.T) {
	leaf := rtlgen.NewModule("leaf")
	q := leaf.Reg("q", 8, 0)
	q.Set(leaf.Input("x", 8).Add(q.Value))
	leaf.Output("y", q.Add(1))

	const copies = 8
	inner := rtlgen.NewModule("inner")
	first := inner.InstanceArray("first", copies, leaf)
	second := inner.InstanceArray("second", copies, leaf)
	first.In("x", inner.Input("x", 8*copies))
	second.In("x", first.Out("y"))
	inner.Output("y", second.Out("y"))

	outer := rtlgen.NewModule("outer")
	ahead := outer.Reg("ahead", 64, 1)
	ahead.Set(ahead.Add(3))
	u := outer.Instance("u", inner)
	u.In("x", outer.Input("x", 64).Xor(ahead.Value))
	outer.Output("y", u.Out("y"))

	d, err := rtlgen.Elaborate(outer)
	assert.NilError(t, err)
	c := &netgen.Case{Seed: 1, Design: d}
	for i := range 20 {
		c.Inputs = append(c.Inputs, []*big.Int{new(big.Int).SetUint64(uint64(i) * 0x9e3779b97f4a7c15)})
	}
	diff, err := netgen.CompareEngines(c, "compiled", "reference", 0)
	assert.NilError(t, err)
	assert.Assert(t, !diff.Found(), diff)
}
