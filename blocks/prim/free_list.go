package prim

import "culprit.example/culprit/rtlgen"

// FreeList hands out slots, last freed first: FreeSlots as a block. After reset
// slot 0 is on top, then 1, 2, and so on.
func FreeList(p FreeListParams) *rtlgen.Typed[FreeListPorts] {
	m, io := rtlgen.New[FreeListPorts](p)
	if m.Refused() {
		return m
	}
	index := rtlgen.IndexBits(p.Slots)

	// The successor of the last slot is never followed: the list is empty then.
	next := m.RegArrayInit("next", p.Slots, index, func(i int) uint64 { return uint64(i+1) % (1 << index) },
		"free slot behind it, by slot")
	free := FreeSlots{Next: next, Head: m.Reg("head", index, 0, "first free slot of the list"),
		Count: m.Reg("count_q", rtlgen.CountBits(p.Slots), p.Slots)}
	io.Slot.Drive(free.Step(m.Module, io.Take, io.Give, io.GiveSlot))
	io.Empty.Set(free.Count.Eq(0))
	io.Count.Drive(free.Count)

	m.Assume("never_overdrawn", io.Take.Implies(io.Give.Or(io.Empty.Not())), "no slot is taken where there is none")
	m.Assume("never_overpaid", io.Give.Implies(free.Count.Ne(p.Slots)), "no slot is given back that was not taken")
	inUse := m.RegArray("in_use", p.Slots, 1, 0, "the slot is in use, by slot")
	m.If(io.Give, func() { inUse.At(io.GiveSlot).Set(0) })
	m.If(io.Take, func() { inUse.At(io.Slot).Set(1) })
	m.Assume("given_slot_is_in_use", io.Give.Implies(inUse.At(io.GiveSlot)), "a slot that is given is not free")
	assertAtMost(m.Module, "count_in_range", free.Count, p.Slots, "no slot is free twice")
	m.Cover("exhausted", io.Empty)
	m.Cover("give_to_empty", io.Give.And(io.Empty).AndNot(io.Take))
	m.Cover("straight_out_again", io.Take.And(io.Give))
	return m
}
