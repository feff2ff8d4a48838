package prim

import "culprit.example/culprit/rtlgen"

// FreeSlots is a list of free slots, last freed first, threaded through the slots'
// own pointers: the successor of a free slot is the next free one.
type FreeSlots struct {
	Next  rtlgen.RegArray // successor of each slot; after reset that of slot i is i+1
	Head  rtlgen.Reg      // top of the list; 0 after reset
	Count rtlgen.Reg      // free slots; all of them after reset
}

// Step takes a slot, gives one back, or both. The slot that is taken is the result,
// combinational: the one given back if there is one, which then goes straight out
// again, else the top of the list. It is unknown with no slot free and none given
// back; nothing may be taken then.
func (f FreeSlots) Step(m *rtlgen.Module, take, give, giveSlot rtlgen.Signal) rtlgen.Value {
	t, g := rtlgen.ValueOf(take), rtlgen.ValueOf(give)
	m.If(t.AndNot(g), func() {
		f.Head.Set(f.Next.At(f.Head))
		f.Count.Set(f.Count.Sub(1))
	}).ElseIf(g.AndNot(t), func() {
		f.Next.At(giveSlot).Set(f.Head)
		f.Head.Set(giveSlot)
		f.Count.Set(f.Count.Add(1))
	})
	return rtlgen.Mux(g, giveSlot, f.Head)
}

// Lists are linked lists over shared slots, each slot in one list at the most. All
// operations of a cycle take effect at its end; the pops are described before the
// appends, so that the new head of a list that runs empty wins.
type Lists struct {
	Next       rtlgen.RegArray // successor of each slot but the last of a list
	Head, Tail rtlgen.RegArray // of each list that is not empty
}

// Pop drops the head of a list, which is slot.
func (l Lists) Pop(m *rtlgen.Module, valid, list, slot rtlgen.Signal) {
	m.If(valid, func() { l.Head.At(list).Set(l.Next.At(slot)) })
}

// Append puts slot behind tail, the tail of a list. With starts the list is empty
// without it: it was, or its last slot leaves in this cycle.
func (l Lists) Append(m *rtlgen.Module, valid, list, starts, tail, slot rtlgen.Signal) {
	m.If(valid, func() {
		m.If(starts, func() {
			l.Head.At(list).Set(slot)
		}).Else(func() {
			l.Next.At(tail).Set(slot)
		})
		l.Tail.At(list).Set(slot)
	})
}
