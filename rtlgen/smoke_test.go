package rtlgen_test

import (
	"testing"

	"culprit/rtlgen"
	"culprit/rtlgen/ir"
)

func freeList(slots int) *rtlgen.Module {
	m := rtlgen.NewModule("free_list")
	m.Param("slots", slots, 64)
	index := rtlgen.IndexBits(slots)
	take := m.Input("take", 1)
	give := m.Input("give", 1)
	giveSlot := m.Input("give_slot", index)
	next := m.RegArrayInit("next", slots, index, func(i int) uint64 { return uint64(i+1) % uint64(slots) })
	head := m.Reg("head", index, 0)
	free := m.Reg("free", rtlgen.CountBits(slots), slots)
	m.If(take.And(give.Not()), func() {
		head.Set(next.At(head))
		free.Set(free.Sub(1))
	}).ElseIf(give.And(take.Not()), func() {
		next.At(giveSlot).Set(head)
		head.Set(giveSlot)
		free.Set(free.Add(1))
	})
	m.Output("slot", rtlgen.Mux(give, giveSlot, head))
	m.Output("empty", free.Eq(0))
	m.Assert("never_overdrawn", take.Implies(free.Ne(0).Or(give)))
	return m
}

func TestSmoke(t *testing.T) {
	d, err := rtlgen.Elaborate(freeList(64))
	if err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + ir.Text(d))
	m := rtlgen.NewModule("bad")
	a := m.Input("a", 3)
	b := m.Input("wire", 4)
	w := m.Wire("w", 3)
	w.Set(a.Add(b))
	x := m.Wire("x", 1)
	y := m.Wire("y", 1)
	x.Set(y.Not())
	y.Set(x)
	x.Set(a.Any())
	m.Output("q", w.Value)
	_, err = rtlgen.Elaborate(m)
	t.Log(err)
}
