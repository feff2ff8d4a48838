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

// TestCallsThatLeadOnTogether: what two instances need next depends on both, so
// that no call of one by itself lets anything go on.
func TestCallsThatLeadOnTogether(t *testing.T) {
	leaf := rtlgen.NewModule("leaf")
	early, late := leaf.Input("early", 40), leaf.Input("late", 80)
	q := leaf.Reg("q", 40, 3)
	q.Set(q.Add(late.Low(40)))
	leaf.Output("first", early.Add(q.Value))
	leaf.Output("second", late.Add(late.Shl(3)).Xor(late.Shr(7)))

	m := rtlgen.NewModule("pair")
	x, y := m.Instance("x", leaf), m.Instance("y", leaf)
	in := m.Input("in", 80)
	x.In("early", in.Low(40))
	y.In("early", in.High(40))
	both := m.Let("both", rtlgen.Cat(x.Out("first"), y.Out("first")))
	x.In("late", both)
	y.In("late", both.Not())
	m.Output("out", x.Out("second").Xor(y.Out("second")))

	d, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	c := &netgen.Case{Seed: 1, Design: d}
	for i := range 20 {
		c.Inputs = append(c.Inputs, []*big.Int{new(big.Int).Lsh(big.NewInt(int64(i)*0x3779b97f4a7c15), 17)})
	}
	diff, err := netgen.CompareEngines(c, "compiled", "reference", 0)
	assert.NilError(t, err)
	assert.Assert(t, !diff.Found(), diff)
}
