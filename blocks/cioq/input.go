package cioq

import (
	"culprit/blocks/packet"
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// Input is an input queue: one FIFO of segments. Head-of-line blocking is intended:
// a segment starts only after all that came before it. Two of them can be read at a
// time, one per lane of the crossbar.
//
// The beats are in a RAM of slots. Slots are taken in order, and a segment's credit
// goes back when its last beat has left; a long segment may then still be read while
// its slot's turn comes again. That does no harm: the reader is ahead of the writer
// and as fast.
func Input(p Params) *rtlgen.Typed[InputPorts] {
	m, io := rtlgen.New[InputPorts](p)
	u := &input{InputPorts: io, m: m.Module, p: p, start: []value{io.Start.Bit(0), io.Start.Bit(1)}}
	if p.cells() {
		u.arriveAsCells()
	} else {
		u.arriveAsBeats()
	}
	u.route()
	if p.cells() {
		u.readCells()
	} else {
		u.readBeats()
	}
	u.giveBack()
	return m
}

type input struct {
	*InputPorts
	m *rtlgen.Module
	p Params

	start []value // by lane: Start

	arrives value // a segment can be scheduled from the next cycle on
	turn    value // the output that it goes to, while arrives
	head    value // the first beat of a segment is stored
	memory  rtlgen.Memory
	left    []value // by lane: the last beat of a segment has left
	waiting value   // First is not 0
}

// arriveAsCells stores a word in the cycle in which it comes.
func (u *input) arriveAsCells() {
	m, p := u.m, u.p
	tail := m.Reg("tail", rtlgen.IndexBits(p.InSlots), 0)
	m.If(u.Rx.Valid, func() { tail.Set(prim.Successor(tail, p.InSlots)) })
	u.memory = m.Memory("words", p.InSlots, p.Data, rtlgen.ReadUndefined)
	u.memory.Write(u.Rx.Valid, tail, u.Rx.Data)
	u.head, u.arrives, u.turn = u.Rx.Valid.Value, u.Rx.Valid.Value, p.turn(u.Rx.Data)
	m.Assume("a_cell_is_a_segment", u.Rx.Valid.Implies(u.Rx.Head.And(u.Rx.Tail)), "a cell is head and tail")
	m.Unused("delimiters", u.Rx.Head, u.Rx.Tail)
}

// arriveAsBeats registers a beat, so that the word that is stored can tell whether
// the beat behind it is the last of the segment: a lane that reads it knows a cycle
// ahead when it ends.
func (u *input) arriveAsBeats() {
	m, p := u.m, u.p
	valid := m.Next("rx_valid_q", u.Rx.Valid, 0)
	head := m.Next("rx_head_q", u.Rx.Valid.And(u.Rx.Head), 0)
	ends := m.Next("rx_tail_q", u.Rx.Valid.And(u.Rx.Tail), 0)
	data := m.NextNoReset("rx_data_q", u.Rx.Data)

	depth := p.InSlots * maxBeats
	bits := rtlgen.IndexBits(depth)
	base, address := m.Reg("write_base", bits, 0), m.Reg("write_address", bits, 0)
	next := m.Let("next_write_base", u.nextSlot(base))
	m.If(ends, func() {
		base.Set(next)
		address.Set(next)
	}).ElseIf(valid, func() { address.Set(address.Add(1)) })
	u.memory = m.Memory("beats", depth, 1+p.Data, rtlgen.ReadUndefined)
	u.memory.Write(valid, address, rtlgen.Cat(u.Rx.Valid.And(u.Rx.Tail), data))

	u.head = head.Value
	if p.CutThrough == 1 {
		u.arrives, u.turn = head.Value, p.turn(data)
	} else {
		turn := m.RegNoReset("turn_q", p.pw())
		m.If(head, func() { turn.Set(p.turn(data)) })
		u.arrives, u.turn = ends.Value, turn.Value
	}
	u.assumeSegments(valid, ends)
}

// assumeSegments states what the sender must keep: the beats of a segment come
// without gap, and there are at least 2 of them, at most 33.
func (u *input) assumeSegments(valid, ends rtlgen.Reg) {
	m := u.m
	position := m.Reg("beat_position", rtlgen.CountBits(maxBeats), 0) // beats of the segment that have come
	inside := m.Let("inside_segment", position.Ne(0))
	m.If(u.Rx.Valid, func() { position.Set(rtlgen.Mux(u.Rx.Tail, 0, position.Add(1))) })
	m.Assume("a_segment_begins_with_its_head", u.Rx.Valid.Implies(u.Rx.Head.Eq(inside.Not())), "the head is the first beat, and no other one")
	m.Assume("beats_without_gap", inside.Implies(u.Rx.Valid), "the beats of a segment follow each other")
	m.Assume("at_least_two_beats", u.Rx.Valid.And(u.Rx.Tail).Implies(inside))
	m.Assume("at_most_33_beats", position.Lt(maxBeats))
	m.Assert("tail_is_a_beat", ends.Implies(valid))
}

// nextSlot is where the slot behind the one at base begins.
func (u *input) nextSlot(base rtlgen.Reg) value {
	return rtlgen.Mux(base.Eq((u.p.InSlots-1)*maxBeats), 0, base.Add(maxBeats))
}

// route keeps the outputs of the waiting segments: the first one in a register,
// one-hot, as the scheduler needs it, the others in a RAM.
func (u *input) route() {
	m, p := u.m, u.p
	first := m.Reg("first_q", p.Ports, 0)
	u.waiting = first.Any()
	memory := m.Memory("turns", p.InSlots, p.pw(), rtlgen.ReadOld).Style(rtlgen.Distributed)
	head := m.Reg("turns_head", rtlgen.IndexBits(p.InSlots), 0)
	tail := m.Reg("turns_tail", rtlgen.IndexBits(p.InSlots), 0)
	behind := m.Reg("behind", rtlgen.CountBits(p.InSlots), 0) // turns in the RAM
	some := m.Reg("some_behind", 1, 0)
	behindFirst := memory.Read("turn_behind", head).Decode(p.Ports)

	started := m.Let("started", u.Start.Any())
	refill := m.Let("refill", started.Or(u.waiting.Not()))
	// The turn behind the first one becomes the first, or leaves with it.
	taken := m.Let("turn_taken", refill.And(some))
	direct := m.Let("taken_directly", refill.AndNot(some))
	next, next2 := prim.Successor(head, p.InSlots), taken
	fresh := rtlgen.Mux(u.arrives, u.turn.Decode(p.Ports), 0)
	follower := m.Let("follower", rtlgen.Mux(some, behindFirst, fresh))
	if p.cells() {
		u.Second.Drive(rtlgen.Mux(some, behindFirst, 0))
		both := m.Let("both_start", u.start[0].And(u.start[1]))
		more := m.Let("more_behind", behind.High(behind.Width()-1).Any())
		second := memory.Read("turn_behind_second", m.Let("second_behind", next)).Decode(p.Ports)
		next2 = m.Let("two_taken", both.And(more))
		direct = m.Let("none_left", rtlgen.Mux(both, more.Not(), direct))
		head.Set(rtlgen.Mux(next2, prim.Successor(m.Let("after_one", next), p.InSlots), rtlgen.Mux(taken, next, head)))
		follower = m.Let("second_follower", rtlgen.Mux(both, rtlgen.Mux(more, second, fresh), follower))
	} else {
		m.If(taken, func() { head.Set(next) })
	}
	m.If(refill, func() { first.Set(follower) })
	stored := m.Let("turn_stored", u.arrives.AndNot(direct))
	memory.Write(stored, tail, u.turn)
	m.If(stored, func() { tail.Set(prim.Successor(tail, p.InSlots)) })

	if w := behind.Width(); p.cells() {
		next := m.Let("behind_next", behind.Add(stored.Zext(w)).Sub(taken.Zext(w)).Sub(next2.Zext(w)))
		behind.Set(next)
		some.Set(next.Any())
	} else { // the decision of the scheduler comes late: the count is not behind it
		several := m.Let("several_behind", behind.High(w-1).Any())
		some.Set(stored.Or(several).Or(some.AndNot(taken)))
		m.If(stored.Xor(taken), func() { behind.Set(behind.Add(rtlgen.Mux(taken, m.Ones(w), 1))) })
	}
	u.First.Drive(first)

	m.Assume("start_of_a_waiting_segment", started.Implies(u.waiting), "only a segment that waits can start")
	if p.cells() {
		m.Assume("second_start_of_a_waiting_segment", u.start[0].And(u.start[1]).Implies(some), "two can start only if two wait")
	} else {
		m.Assume("one_start_at_a_time", u.start[0].And(u.start[1]).Not())
	}
	if p.Ports < 1<<p.pw() {
		m.Assume("turn_exists", u.arrives.Implies(u.turn.Lt(p.Ports)))
	}
	assertAtMost(m, "turns_fit", behind, p.InSlots, "no more segments wait than there are slots")
	m.Assert("some_is_count", some.Eq(behind.Any()))
	m.Assert("first_one_hot", first.PopCount().Le(1))
}

// readCells reads the two oldest words in every cycle, in case that they start.
func (u *input) readCells() {
	m, p := u.m, u.p
	head := m.Reg("head", rtlgen.IndexBits(p.InSlots), 0)
	second := m.Let("second_place", prim.Successor(head, p.InSlots))
	m.If(u.start[0].And(u.start[1]), func() {
		head.Set(prim.Successor(second, p.InSlots))
	}).ElseIf(u.Start.Any(), func() { head.Set(second) })

	word := u.memory.ReadSync("first_word", u.waiting, head)
	other := u.memory.ReadSync("second_word", u.Second.Any(), second)
	valid := m.Next("lane_valid_q", u.Start, 0)
	both := m.NextNoReset("both_q", u.start[0].And(u.start[1]))
	u.Lane.Valid.Drive(valid)
	u.Lane.Data.Drive(rtlgen.Lanes(word, rtlgen.Mux(both, other, word)))
	u.left = []value{valid.Bit(0), valid.Bit(1)}
}

// readBeats reads, in a lane that is idle, the first beat of the segment that would
// start: it is there in the cycle after the start.
func (u *input) readBeats() {
	m, p := u.m, u.p
	bits := rtlgen.IndexBits(p.InSlots * maxBeats)
	base := m.Reg("read_base", bits, 0)
	m.If(u.Start.Any(), func() { base.Set(u.nextSlot(base)) })

	var valid, ends, data, free []value
	for l, start := range u.start {
		name := func(s string) string { return []string{"lane0_", "lane1_"}[l] + s }
		busy := m.Reg(name("busy"), 1, 0)
		address := m.RegNoReset(name("address"), bits)
		at := m.Let(name("at"), rtlgen.Mux(busy, address, base))
		word := u.memory.ReadSync(name("word"), busy.Or(u.waiting), at)
		reads := m.Let(name("reads"), start.Or(busy))
		readQ := m.Next(name("valid"), reads, 0)
		end := m.Let(name("ends"), readQ.And(word.High(1)))
		m.If(reads, func() { address.Set(at.Add(1)) })
		busy.Set(reads.AndNot(end))
		left := m.Next(name("left"), end, 0)
		u.left = append(u.left, left.Value)
		valid, ends = append(valid, readQ.Value), append(ends, end)
		data, free = append(data, word.Low(p.Data)), append(free, busy.Not())
		m.Assume(name("starts_when_free"), start.Implies(busy.Not()), "a segment starts in a lane that is free")
	}
	u.Free.Drive(rtlgen.LanesOf(free))
	u.Lane.Valid.Drive(rtlgen.LanesOf(valid))
	u.Lane.Ends.Drive(rtlgen.LanesOf(ends))
	u.Lane.Data.Drive(rtlgen.LanesOf(data))
}

// giveBack returns a credit for each segment that has left, one per cycle.
func (u *input) giveBack() {
	m, p := u.m, u.p
	w := rtlgen.CountBits(p.InSlots)
	gone := m.Let("segments_gone", u.left[0].Zext(w).Add(u.left[1].Zext(w)))
	owed := m.Reg("credits_owed", w, 0)
	due := m.Let("credits_due", owed.Add(gone))
	credit := m.Let("credit", due.Any())
	owed.Set(due.Sub(credit.Zext(w)))
	u.Rx.Credit.Drive(packet.Delay(m, "credit_link", credit, p.CreditLatency))

	held := m.Reg("held_q", w, 0)
	held.Set(held.Add(u.head.Zext(w)).Sub(gone))
	u.Stat.Held.Drive(held)
	m.Assume("slot_for_every_segment", u.head.Implies(held.Ne(p.InSlots)), "a segment comes only with a credit")
}
