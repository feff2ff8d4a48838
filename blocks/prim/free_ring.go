package prim

import "culprit.example/culprit/rtlgen"

// FreeRing is a list of free slots, first freed first, in a memory with one write
// and one read port: a ring of the slots that were given back. Slots that were
// never taken are in no memory, which therefore needs no contents at reset; they
// go first, in order from 0 on.
type FreeRing struct {
	Slot  rtlgen.Value // the slot that is taken next, a function of registers; unknown with none free
	Count rtlgen.Reg   // free slots; all of them after reset

	slots  int
	ring   rtlgen.Memory
	takeAt rtlgen.Reg // place of the slot that is taken next
	giveAt rtlgen.Reg // place of the slot that is given back next
	used   rtlgen.Reg // every slot was taken once: the next one is in the ring
}

// NewFreeRing makes the memory free_ring and its registers.
func NewFreeRing(m *rtlgen.Module, slots int) FreeRing {
	index := rtlgen.IndexBits(slots)
	f := FreeRing{
		slots: slots,
		Count: m.Reg("free_count_q", rtlgen.CountBits(slots), slots),
		ring: m.Memory("free_ring", slots, index, rtlgen.ReadOld,
			"slots that were given back, by place").Style(rtlgen.Distributed),
		takeAt: m.Reg("take_at", index, 0, "place of the slot that is taken next"),
		giveAt: m.Reg("give_at", index, 0, "place of the slot given back next"),
		used:   m.Reg("all_used", 1, 0, "every slot was taken once"),
	}
	f.Slot = m.Let("new_slot", rtlgen.Mux(f.used, f.ring.Read("given_back", f.takeAt), f.takeAt))
	return f
}

// Step takes a slot, gives one back, or both; a slot that is given back is free from
// the next cycle on. Nothing may be taken with none free.
func (f FreeRing) Step(m *rtlgen.Module, take, give, giveSlot rtlgen.Signal) {
	t, g := rtlgen.ValueOf(take), rtlgen.ValueOf(give)
	f.ring.Write(give, f.giveAt, giveSlot)
	m.If(g, func() { f.giveAt.Set(Successor(f.giveAt, f.slots)) })
	m.If(t, func() {
		f.takeAt.Set(Successor(f.takeAt, f.slots))
		m.If(f.takeAt.Eq(f.slots-1), func() { f.used.Set(1) })
	})
	m.If(t.Xor(g), func() { // one adder: all ones is -1
		f.Count.Set(f.Count.Add(rtlgen.Mux(t, m.Ones(f.Count.Width()), 1)))
	})
}
