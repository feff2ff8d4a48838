package adapter

import "culprit/rtlgen"

// Lists are linked lists over shared slots, all state in RAM: one append and one
// removal per cycle, of the same list or of different ones. The head that is removed
// and the two answers are combinational.
//
// Every table has one writer. The append side counts the slots it has appended to a
// list, the removal side those it has removed, and a list is empty where the two are
// equal. The first slot of an empty list is left in firsts by the append side; a
// flag of the removal side says whether the head is there or in its own table.
func Lists(p Params) *rtlgen.Typed[ListsPorts] {
	m, io := rtlgen.New[ListsPorts](p)
	w := newWalk(m.Module, p.Lists)
	io.Ready.Set(w.done())
	cw, sw := rtlgen.CountBits(p.Slots), rtlgen.IndexBits(p.Slots)

	appended := w.table("appended", p.Lists, cw)
	tails := m.Memory("tails", p.Lists, sw, rtlgen.ReadOld)
	firsts := m.Memory("firsts", p.Lists, sw, rtlgen.ReadOld)
	removed := w.table("removed", p.Lists, cw)
	heads := w.table("heads", p.Lists, 1+sw).starts(m.Ones(1 + sw)) // top bit: the head is in firsts
	next := m.Memory("next", p.Slots, sw, rtlgen.ReadOld)

	pushed := appended.Read("push_appended", io.Push.List)
	none := pushed.Eq(removed.Read("push_removed", io.Push.List))
	popped := removed.Read("pop_removed", io.Pop.List)
	left := appended.Read("pop_appended", io.Pop.List)
	last := m.Let("pop_last", follows(m.Module, popped, left))

	empty := m.Let("none_to_pop", left.Eq(popped))
	pops := m.Let("pops", io.Pop.Valid.AndNot(empty))

	// The last slot is there, so it leaves: whether the list is empty need not be known.
	same := m.Let("same_list", io.Pop.Valid.And(io.Pop.List.Eq(io.Push.List)).And(last))
	starts := m.Let("push_starts", none.Or(same))
	appended.write(io.Push.Valid.Value, io.Push.List.Value, pushed.Add(1))
	tails.Write(io.Push.Valid, io.Push.List, io.Push.Slot)
	firsts.Write(io.Push.Valid.And(starts), io.Push.List, io.Push.Slot)
	next.Write(io.Push.Valid.AndNot(starts), tails.Read("push_tail", io.Push.List), io.Push.Slot)

	// The new head is read in the cycle after the removal, and passes by the table if
	// the same list is asked for then: so no read of a RAM is behind another one.
	moves, of, was := m.Next("popped_q", pops, 0), m.NextNoReset("popped_list_q", io.Pop.List), m.NextNoReset("popped_last_q", last)
	follower := m.Let("follower", rtlgen.Cat(was, next.Read("popped_next", m.NextNoReset("popped_slot_q", io.Pop.Slot))))
	again := m.Let("pop_again", moves.And(of.Eq(io.Pop.List)))
	head := m.Let("head", rtlgen.Mux(again, follower, heads.Read("pop_head", io.Pop.List)))
	io.Pop.Slot.Drive(rtlgen.Mux(head.High(1), firsts.Read("pop_first", io.Pop.List), head.Low(sw)))
	io.Pop.Empty.Set(empty)
	removed.write(pops, io.Pop.List.Value, popped.Add(1))
	heads.write(moves.Value, of.Value, follower)

	io.Look.Empty.Set(appended.Read("look_appended", io.Look.List).Eq(removed.Read("look_removed", io.Look.List)))

	m.Assume("ready_before_push", io.Push.Valid.Implies(io.Ready), "nothing is appended before the tables are initialised")
	m.Assume("ready_before_pop", io.Pop.Valid.Implies(io.Ready), "nothing is removed before the tables are initialised")
	m.Cover("push_behind_last_that_leaves", io.Push.Valid.And(same))
	return m
}

// follows tells whether b is a+1, without a carry chain: where bit i-1 of b differs from
// that of a it has got a carry, which goes on if a has a 1 there.
func follows(m *rtlgen.Module, a, b value) value {
	low := a.Width() - 1
	return a.Xor(b).Eq(rtlgen.Cat(a.Low(low).AndNot(b.Low(low)), m.Ones(1)))
}
