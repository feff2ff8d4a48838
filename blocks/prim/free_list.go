package prim

import "culprit/rtlgen"

// FreeList hands out slots, last freed first. The list is threaded through the
// slots' own pointers: a free slot's successor is the next free one.
//
//	take                        a slot is taken
//	give, give_slot[IndexBits]  a slot is given back; it must not be free
//	slot[IndexBits]             the slot to take: combinationally give_slot while give is 1, else the top of the
//	                            list (unknown while empty)
//	empty, count[CountBits]     free slots; functions of registers only
//
// A slot given back in the cycle of a take goes straight out again and the list
// stays as it is. After reset slot 0 is on top, then 1, 2, and so on.
func FreeList(slots int) *rtlgen.Module {
	m := rtlgen.NewModule("free_list")
	m.Doc("hands out slots, last freed first")
	m.Param("slots", slots, 64)
	index := rtlgen.IndexBits(slots)

	take := m.Input("take", 1)
	give := m.Input("give", 1)
	giveSlot := m.Input("give_slot", index)

	// The successor of the last slot is never followed: the list is empty then.
	next := m.RegArrayInit("next", slots, index, func(i int) uint64 { return uint64(i+1) % (1 << index) })
	head := m.Reg("head", index, 0)
	count := m.Reg("count_q", rtlgen.CountBits(slots), slots)

	m.If(take.AndNot(give), func() {
		head.Set(next.At(head))
		count.Set(count.Sub(1))
	}).ElseIf(give.AndNot(take), func() {
		next.At(giveSlot).Set(head)
		head.Set(giveSlot)
		count.Set(count.Add(1))
	})
	m.Output("slot", rtlgen.Mux(give, giveSlot, head))
	empty := m.OutputVar("empty", 1)
	empty.Set(count.Eq(0))
	m.Output("count", count.Value)

	m.Assume("never_overdrawn", take.Implies(give.Or(empty.Not())), "no slot is taken where there is none")
	assertAtMost(m, "count_in_range", count.Value, slots, "no slot is free twice")
	m.Cover("exhausted", empty.Value)
	m.Cover("give_to_empty", give.And(empty).AndNot(take))
	m.Cover("straight_out_again", take.And(give))
	return m
}
