package adapter

import (
	"fmt"

	"culprit.example/culprit/rtlgen"
)

// Lists are linked lists over shared slots, all state in RAM: one append and one
// removal per cycle, of the same list or of different ones. The head that is removed
// and the two answers are combinational.
//
// Every table has one writer. The append side counts the slots it has appended to a
// list, the removal side those it has removed. A list is empty where the marks of both
// sides are equal: the append side changes its mark of a list that was empty, the
// removal side that of a list whose last slot leaves. The first slot of an empty list is
// left in firsts by the append side; a flag of the removal side shows whether the head is
// there or in its own table.
func Lists(p Params) *rtlgen.Typed[ListsPorts] {
	m, io := rtlgen.New[ListsPorts](p)
	if m.Refused() {
		return m
	}
	w := newWalk(m.Module, p.Lists)
	io.Ready.Set(w.done())
	cw, sw := rtlgen.CountBits(p.Slots), rtlgen.IndexBits(p.Slots)

	appended := w.table("appended", p.Lists, cw, "slots appended, modulo, by list")
	tails := m.Memory("tails", p.Lists, sw, rtlgen.ReadOld, "slot appended last, by list")
	firsts := m.Memory("firsts", p.Lists, sw, rtlgen.ReadOld, "first slot since the list was empty, by list")
	removed := w.table("removed", p.Lists, cw, "slots removed, modulo, by list")
	heads := w.table("heads", p.Lists, 1+sw, "head {1: it is in firsts, slot}, by list").starts(m.Ones(1 + sw))
	filled, emptied := newMarks(w, "filled", p.Lists), newMarks(w, "emptied", p.Lists)

	none := m.Let("none_before", filled.same("push", emptied, io.Push.List))
	empty := m.Let("none_to_pop", filled.same("pop", emptied, io.Pop.List))
	pops := m.Let("pops", io.Pop.Valid.AndNot(empty))
	pushed, popped := appended.Read("push_appended", io.Push.List), removed.Read("pop_removed", io.Pop.List)
	last := m.Let("pop_last", follows(m.Module, popped, appended.Read("pop_appended", io.Pop.List)))

	// The last slot is there, so it leaves: whether the list is empty need not be known.
	both := io.Pop.List.Eq(io.Push.List)
	same := m.Let("same_list", io.Pop.Valid.And(both).And(last))
	starts := m.Let("push_starts", none.Or(same))
	appended.write(io.Push.Valid.Value, io.Push.List.Value, pushed.Add(1))
	filled.change(io.Push.Valid.Value, none, io.Push.List)
	tails.Write(io.Push.Valid, io.Push.List, io.Push.Slot)

	// Whether a slot is the first of its list is late, so it is noted a cycle later.
	came, slot := m.Next("pushed_q", io.Push.Valid, 0), m.NextNoReset("pushed_slot_q", io.Push.Slot)
	to := m.NextNoReset("pushed_list_q", io.Push.List)
	begins := m.NextNoReset("push_starts_q", starts)
	tail := m.NextNoReset("push_tail_q", tails.Read("push_tail", io.Push.List))
	firsts.Write(came.And(begins), to, slot)
	fresh := m.Let("first_is_new", came.And(begins).And(to.Eq(io.Pop.List)))
	first := m.Let("first", rtlgen.Mux(fresh, slot, firsts.Read("pop_first", io.Pop.List)))

	// The new head is read in the cycle after the removal, and passes by the table if
	// the same list is asked for then: so no read of a RAM is behind another one.
	moves, of := m.Next("popped_q", pops, 0), m.NextNoReset("popped_list_q", io.Pop.List)
	was := m.NextNoReset("popped_last_q", last)
	follower := m.Let("follower", rtlgen.Cat(was,
		next(m.Module, p.Slots, link{came.AndNot(begins), tail.Value, slot.Value}, io.Pop.Slot)))
	again := m.Let("pop_again", moves.And(of.Eq(io.Pop.List)))
	head := m.Let("head", rtlgen.Mux(again, follower, heads.Read("pop_head", io.Pop.List)))
	io.Pop.Slot.Drive(rtlgen.Mux(head.High(1), first, head.Low(sw)))
	io.Pop.Empty.Set(empty)
	removed.write(pops, io.Pop.List.Value, popped.Add(1))
	emptied.change(pops, last.AndNot(m.Let("follows_at_once", io.Push.Valid.And(both))), io.Pop.List)
	heads.write(moves.Value, of.Value, follower)

	io.Look.Empty.Set(filled.same("look", emptied, io.Look.List))

	m.Assume("ready_before_push", io.Push.Valid.Implies(io.Ready), "nothing is appended before the tables are initialised")
	m.Assume("ready_before_pop", io.Pop.Valid.Implies(io.Ready), "nothing is removed before the tables are initialised")
	m.Cover("push_behind_last_that_leaves", io.Push.Valid.And(same))
	return m
}

// link makes a slot follow another one.
type link struct{ valid, slot, follower value }

// next keeps what follows each slot. The result is what follows the slot that is
// removed, in the cycle after. So the read is not behind the address, which is late: of a
// large table, which is read at once, a slot that is linked in the cycle of its removal
// passes by.
func next(m *rtlgen.Module, slots int, written link, removed rtlgen.Out) value {
	sw := rtlgen.IndexBits(slots)
	gone := m.NextNoReset("popped_slot_q", removed)
	const follower = "slot behind it in its list, by slot"
	if slots*sw < 1024 {
		table := m.Memory("next", slots, sw, rtlgen.ReadOld, follower)
		table.Write(written.valid, written.slot, written.follower)
		return table.Read("popped_next", gone)
	}
	table := m.Memory("next", slots, sw, rtlgen.ReadUndefined, follower)
	table.Write(written.valid, written.slot, written.follower)
	linked := m.Next("linked_q", written.valid, 0, "a slot was linked behind another one")
	slot := m.NextNoReset("linked_slot_q", written.slot)
	passes := m.Let("link_passes", linked.And(slot.Eq(gone)))
	return rtlgen.Mux(passes, m.NextNoReset("linked_next_q", written.follower),
		table.ReadSync("popped_next", m.Ones(1), removed))
}

// marks are a bit for each list, in the words of a small RAM: the low bits of a list's
// number are the address, the others select the bit.
type marks struct {
	table
	low int // bits of the address
}

func newMarks(w walk, name string, lists int) marks {
	words := min(lists, 16)
	what := fmt.Sprintf("times lists were %s, modulo 2, by list modulo %d", name, words)
	return marks{w.table(name, words, lists/words, what), rtlgen.IndexBits(words)}
}

// bit is the place of a list in its word.
func (k marks) bit(list rtlgen.In) value {
	if k.width == 1 {
		return k.w.m.Zero(1)
	}
	return list.High(list.Width() - k.low)
}

// same reports whether two marks of a list are equal.
func (k marks) same(name string, other marks, list rtlgen.In) value {
	differ := k.Read(name+"_"+k.name, list.Low(k.low)).Xor(other.Read(name+"_"+other.name, list.Low(k.low)))
	if k.width == 1 {
		return differ.Not()
	}
	return differ.And(k.bit(list).Decode(k.width)).Eq(0) // the bit may be known last
}

// change changes the mark of a list.
func (k marks) change(valid, changes value, list rtlgen.In) {
	bit := rtlgen.Mux(changes, k.bit(list).Decode(k.width), 0)
	k.write(valid, list.Low(k.low), k.Read("old_"+k.name, list.Low(k.low)).Xor(bit))
}

// follows reports whether b is a+1, without a carry chain: where bit i-1 of b differs from
// that of a it has got a carry, which goes on if a has a 1 there.
func follows(m *rtlgen.Module, a, b value) value {
	low := a.Width() - 1
	return a.Xor(b).Eq(rtlgen.Cat(a.Low(low).AndNot(b.Low(low)), m.Ones(1)))
}
