package prim

import "culprit/rtlgen"

// FreeList hands out slots, last freed first. The list is threaded through the
// slots' own pointers: a free slot's successor is the next free one.
//
// A slot given back in the cycle of a take goes straight out again and the list
// stays as it is. After reset slot 0 is on top, then 1, 2, and so on.
func FreeList(p FreeListParams) *rtlgen.Typed[FreeListPorts] {
	m, io := rtlgen.New[FreeListPorts](p)
	index := rtlgen.IndexBits(p.Slots)

	// The successor of the last slot is never followed: the list is empty then.
	next := m.RegArrayInit("next", p.Slots, index, func(i int) uint64 { return uint64(i+1) % (1 << index) })
	head := m.Reg("head", index, 0)
	count := m.Reg("count_q", rtlgen.CountBits(p.Slots), p.Slots)

	m.If(io.Take.AndNot(io.Give), func() {
		head.Set(next.At(head))
		count.Set(count.Sub(1))
	}).ElseIf(io.Give.AndNot(io.Take), func() {
		next.At(io.GiveSlot).Set(head)
		head.Set(io.GiveSlot)
		count.Set(count.Add(1))
	})
	io.Slot.Drive(rtlgen.Mux(io.Give, io.GiveSlot, head))
	io.Empty.Set(count.Eq(0))
	io.Count.Drive(count)

	m.Assume("never_overdrawn", io.Take.Implies(io.Give.Or(io.Empty.Not())), "no slot is taken where there is none")
	assertAtMost(m.Module, "count_in_range", count, p.Slots, "no slot is free twice")
	m.Cover("exhausted", io.Empty)
	m.Cover("give_to_empty", io.Give.And(io.Empty).AndNot(io.Take))
	m.Cover("straight_out_again", io.Take.And(io.Give))
	return m
}
