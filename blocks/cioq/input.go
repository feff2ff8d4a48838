package cioq

import (
	"fmt"

	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
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
	if m.Refused() {
		return m
	}
	u := &input{InputPorts: io, m: m.Module, p: p, start: []value{io.Start.Bit(0), io.Start.Bit(1)}}
	u.room = m.Reg("room", 1, 1, "the other end has a credit")
	if p.cells() {
		u.arriveAsCells()
	} else {
		u.arriveAsBeats()
	}
	if p.cells() {
		u.routeCells()
		u.readCells()
	} else {
		u.routeBeats()
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

	room    rtlgen.Reg // the other end has a credit
	takes   value      // it uses one
	dropped value      // segments that were dropped two cycles ago, whose credits go back
}

// arriveAsCells stores a word in the cycle in which it comes.
func (u *input) arriveAsCells() {
	m, p := u.m, u.p
	accept := u.frameCells()
	tail := m.Reg("tail", rtlgen.IndexBits(p.InSlots), 0, "slot of the next cell that comes")
	m.If(accept, func() { tail.Set(prim.Successor(tail, p.InSlots)) })
	u.memory = m.Memory("words", p.InSlots, p.Data, rtlgen.ReadUndefined, "cells, by slot")
	u.memory.Write(accept, tail, u.Rx.Data)
	u.head, u.arrives, u.turn = accept, accept, p.turn(u.Rx.Data)
	m.Assume("a_cell_is_a_segment", u.Rx.Valid.Implies(u.Rx.Head.And(u.Rx.Tail)), "a cell is head and tail")
}

// arriveAsBeats has a beat in two registers before it is stored: the pins tell whether the
// one in the first register is the last of its segment, and the word that is stored from
// the second one says so. A lane that reads it knows a cycle ahead when the segment ends,
// also if it is cut.
func (u *input) arriveAsBeats() {
	m, p := u.m, u.p
	f := u.frameBeats().Hold(m, u.Rx.Word)
	// A segment of one beat has not been announced yet: nothing of it is kept.
	begins := m.Let("begins", f.Head.AndNot(f.Alone))

	stores := m.Next("stores_q", f.Valid.AndNot(f.Alone), 0, "a beat is stored")
	storesLast := m.Next("stores_last_q", f.Ends, 0)
	damaged := m.NextNoReset("stores_bad_q", f.Ends.And(f.Bad), "with the last beat: the segment is damaged")
	word := m.NextNoReset("stores_data_q", f.Data)
	depth := p.InSlots * maxBeats
	bits := rtlgen.IndexBits(depth)
	base := m.Reg("write_base", bits, 0, "address of the segment's first beat")
	address := m.Reg("write_address", bits, 0, "address of the next beat that comes")
	next := m.Let("next_write_base", u.nextSlot(base))
	m.If(storesLast, func() {
		base.Set(next)
		address.Set(next)
	}).ElseIf(stores, func() { address.Set(address.Add(1)) })
	u.memory = m.Memory("beats", depth, 2+p.Data, rtlgen.ReadUndefined, "beats with last and bad, by slot and place")
	u.memory.Write(stores, address, rtlgen.Cat(f.Ends, damaged, word))

	u.head = begins
	if p.CutThrough == 1 {
		u.arrives, u.turn = begins, p.turn(f.Data)
	} else {
		turn := m.RegNoReset("turn_q", p.pw(), "output of the segment that comes in")
		m.If(f.Head, func() { turn.Set(p.turn(f.Data)) })
		u.arrives, u.turn = f.Ends, turn.Value
	}
	m.Assert("last_is_stored", storesLast.Implies(stores))
	u.assumeSegments()
}

// assumeSegments states what the sender must keep: the beats of a segment come
// without gap, and there are at least 2 of them, at most 33.
func (u *input) assumeSegments() {
	m := u.m
	position := m.Reg("beat_position", rtlgen.CountBits(maxBeats), 0, "beats of the segment that have come")
	inside := m.Let("inside_segment", position.Ne(0))
	m.If(u.Rx.Valid, func() { position.Set(rtlgen.Mux(u.Rx.Tail, 0, position.Add(1))) })
	m.Assume("a_segment_begins_with_its_head", u.Rx.Valid.Implies(u.Rx.Head.Eq(inside.Not())),
		"the head is the first beat, and no other one")
	m.Assume("beats_without_gap", inside.Implies(u.Rx.Valid), "the beats of a segment follow each other")
	m.Assume("at_least_two_beats", u.Rx.Valid.And(u.Rx.Tail).Implies(inside))
	m.Assume("at_most_33_beats", position.Lt(maxBeats))
}

// nextSlot is where the slot behind the one at base begins.
func (u *input) nextSlot(base rtlgen.Reg) value {
	return rtlgen.Mux(base.Eq((u.p.InSlots-1)*maxBeats), 0, base.Add(maxBeats))
}

// routeBeats keeps the outputs of the waiting segments: the first one in a register,
// one-hot, as the scheduler needs it, the others in a RAM.
func (u *input) routeBeats() {
	m, p := u.m, u.p
	first := m.Reg("first_q", p.Ports, 0)
	u.waiting = first.Any()
	memory := m.Memory("turns", p.InSlots, p.pw(), rtlgen.ReadOld,
		"outputs of the segments behind the first").Style(rtlgen.Distributed)
	head := m.Reg("turns_head", rtlgen.IndexBits(p.InSlots), 0, "place of the oldest output in the RAM")
	tail := m.Reg("turns_tail", rtlgen.IndexBits(p.InSlots), 0, "place of the next output in the RAM")
	behind := m.Reg("behind", rtlgen.CountBits(p.InSlots), 0, "outputs in the RAM")
	some := m.Reg("some_behind", 1, 0, "there is an output in the RAM")
	behindFirst := memory.Read("turn_behind", head).Decode(p.Ports)

	started := m.Let("started", u.Start.Any())
	refill := m.Let("refill", started.Or(u.waiting.Not()))
	// The turn behind the first one becomes the first, or leaves with it.
	taken := m.Let("turn_taken", refill.And(some))
	direct := m.Let("taken_directly", refill.AndNot(some))
	fresh := rtlgen.Mux(u.arrives, u.turn.Decode(p.Ports), 0)
	follower := m.Let("follower", rtlgen.Mux(some, behindFirst, fresh))
	m.If(taken, func() { head.Set(prim.Successor(head, p.InSlots)) })
	m.If(refill, func() { first.Set(follower) })
	stored := m.Let("turn_stored", u.arrives.AndNot(direct))
	memory.Write(stored, tail, u.turn)
	m.If(stored, func() { tail.Set(prim.Successor(tail, p.InSlots)) })

	// The decision of the scheduler comes late: the count is not behind it.
	w := behind.Width()
	several := m.Let("several_behind", behind.High(w-1).Any())
	some.Set(stored.Or(several).Or(some.AndNot(taken)))
	m.If(stored.Xor(taken), func() { behind.Set(behind.Add(rtlgen.Mux(taken, m.Ones(w), 1))) })
	u.First.Drive(first)

	m.Assume("start_of_a_waiting_segment", started.Implies(u.waiting), "only a segment that waits can start")
	settled := m.Next("first_settled", u.waiting.AndNot(started), 0, "a segment waited, and did not start")
	m.Assume("start_after_a_cycle", started.Implies(settled),
		"a segment that has become the first one starts a cycle later at the earliest")
	m.Assume("one_start_at_a_time", u.start[0].And(u.start[1]).Not())
	assertAtMost(m, "turns_fit", behind, p.InSlots, "no more segments wait than there are slots")
	m.Assert("some_is_count", some.Eq(behind.Any()))
	m.Assert("first_one_hot", first.PopCount().Le(1))
}

// routeCells keeps the outputs of the waiting segments, one-hot: those of the first two
// in registers, as the scheduler needs them, the others in a RAM. The decision of the
// scheduler comes last: what follows none, one and two starts is there before.
func (u *input) routeCells() {
	m, p := u.m, u.p
	first, second := m.Reg("first_q", p.Ports, 0), m.Reg("second_q", p.Ports, 0)
	waiting := m.Reg("waiting_count", rtlgen.CountBits(max(p.InSlots, 4)), 0, "segments that wait")
	two := m.Reg("two_wait", 1, 0, "two segments or more wait")
	some := m.Reg("some_behind", 1, 0, "three segments or more wait")
	more := m.Reg("more_behind", 1, 0, "four segments or more wait")
	u.waiting = first.Any()

	bits := rtlgen.IndexBits(max(p.InSlots, 4)) // places wrap by themselves
	memory := m.Memory("turns", 1<<bits, p.Ports, rtlgen.ReadOld,
		"outputs of the segments behind the second, one-hot").Style(rtlgen.Distributed)
	head := m.Reg("turns_head", bits, 0, "place of the third segment's output")
	next := m.Reg("turns_next", bits, 1, "place of the fourth segment's output")
	tail := m.Reg("turns_tail", bits, 0, "place of the next output that is stored")
	third, fourth := memory.Read("third", head), memory.Read("fourth", next)
	one, all := m.Let("next_after_one", next.Add(1)), m.Let("next_after_two", next.Add(2))
	head.Set(u.after("turns_head", head, rtlgen.Mux(some, next, head),
		rtlgen.Mux(more, one, rtlgen.Mux(some, next, head))))
	next.Set(u.after("turns_next", next, rtlgen.Mux(some, one, next), rtlgen.Mux(more, all, rtlgen.Mux(some, one, next))))

	// A segment that arrives is the last one, in a register if two are left before it.
	fresh := m.Let("fresh", rtlgen.Mux(u.arrives, u.turn.Decode(p.Ports), 0))
	last := func(behind rtlgen.Signal) value { return rtlgen.Mux(behind, fresh, 0) }
	first.Set(u.after("first", rtlgen.Mux(u.waiting, first, fresh), rtlgen.Mux(two, second, fresh),
		rtlgen.Mux(some, third, fresh)))
	second.Set(u.after("second", rtlgen.Mux(two, second, last(u.waiting)), rtlgen.Mux(some, third, last(two)),
		rtlgen.Mux(more, fourth, last(some))))
	stored := m.Let("turn_stored", u.arrives.And(u.after("two_left", two, some, more)))
	memory.Write(stored, tail, u.turn.Decode(p.Ports))
	m.If(stored, func() { tail.Set(tail.Add(1)) })

	come := m.Let("waiting_and_new", waiting.Add(u.arrives.Zext(waiting.Width())))
	left := [...]value{come, m.Let("left_of_one", come.Sub(1)), m.Let("left_of_two", come.Sub(2))}
	waiting.Set(u.after("waiting", left[0], left[1], left[2]))
	for i, enough := range []rtlgen.Reg{two, some, more} {
		enough.Set(u.after(fmt.Sprintf("at_least_%d", 2+i), left[0].Ge(2+i), left[1].Ge(2+i), left[2].Ge(2+i)))
	}
	u.First.Drive(first)
	u.Second.Drive(second)

	m.Assume("start_of_a_waiting_segment", u.Start.Any().Implies(u.waiting), "only a segment that waits can start")
	m.Assume("second_start_of_a_waiting_segment", u.start[0].And(u.start[1]).Implies(two),
		"two can start only if two wait")
	assertAtMost(m, "turns_fit", waiting, p.InSlots, "no more segments wait than there are slots")
	m.Assert("first_one_hot", first.PopCount().Eq(waiting.Ne(0).Zext(rtlgen.CountBits(p.Ports))))
	m.Assert("second_one_hot", second.PopCount().Eq(waiting.Ge(2).Zext(rtlgen.CountBits(p.Ports))))
	m.Assert("flags_are_count", rtlgen.Cat(more, some, two).Eq(rtlgen.Cat(waiting.Ge(4), waiting.Ge(3), waiting.Ge(2))))
}

// after is the value after none, one or two starts. Lane 1 is decided last.
func (u *input) after(name string, none, one, two rtlgen.Signal) value {
	m := u.m
	alone := m.Let(name+"_after_lane0", rtlgen.Mux(u.start[0], one, none))
	more := m.Let(name+"_after_lane1", rtlgen.Mux(u.start[0], two, one))
	return m.Let(name+"_after", rtlgen.Mux(u.start[1], more, alone))
}

// readCells reads the two oldest words in every cycle, in case that they start.
func (u *input) readCells() {
	m, p := u.m, u.p
	head := m.Reg("head", rtlgen.IndexBits(p.InSlots), 0, "slot of the oldest cell")
	second := m.Let("second_place", prim.Successor(head, p.InSlots))
	third := m.Let("third_place", prim.Successor(second, p.InSlots))
	head.Set(u.after("head", head, second, third))

	word := u.memory.ReadSync("first_word", u.waiting, head)
	other := u.memory.ReadSync("second_word", u.Second.Any(), second)
	valid := m.Next("lane_valid_q", u.Start, 0)
	both := m.NextNoReset("both_q", u.start[0].And(u.start[1]), "two segments started in the same cycle")
	u.Lane.Valid.Drive(valid)
	u.Lane.Data.Drive(rtlgen.Lanes(word, rtlgen.Mux(both, other, word)))
	u.left = []value{valid.Bit(0), valid.Bit(1)}
}

// readBeats reads, in a lane that is idle, the first beat of the segment that would
// start: it is there in the cycle after the start.
func (u *input) readBeats() {
	m, p := u.m, u.p
	bits := rtlgen.IndexBits(p.InSlots * maxBeats)
	base := m.Reg("read_base", bits, 0, "address of the waiting segment's first beat")
	m.If(u.Start.Any(), func() { base.Set(u.nextSlot(base)) })

	var valid, ends, bad, data, free []value
	for l, start := range u.start {
		name := func(s string) string { return []string{"lane0_", "lane1_"}[l] + s }
		busy := m.Reg(name("busy"), 1, 0, "a segment is read in this lane")
		address := m.RegNoReset(name("address"), bits, "address of the next beat to read")
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
		bad, data, free = append(bad, word.Bit(p.Data)), append(data, word.Low(p.Data)), append(free, busy.Not())
		m.Assume(name("starts_when_free"), start.Implies(busy.Not()), "a segment starts in a lane that is free")
	}
	u.Free.Drive(rtlgen.LanesOf(free))
	u.Lane.Valid.Drive(rtlgen.LanesOf(valid))
	u.Lane.Ends.Drive(rtlgen.LanesOf(ends))
	u.Lane.Bad.Drive(rtlgen.LanesOf(bad))
	u.Lane.Data.Drive(rtlgen.LanesOf(data))
}

// giveBack returns a credit for each segment that has left, one per cycle, or else for one
// that was dropped.
func (u *input) giveBack() {
	m, p := u.m, u.p
	w := rtlgen.CountBits(p.InSlots)
	gone := m.Let("segments_gone", u.left[0].Zext(w).Add(u.left[1].Zext(w)))
	owed := m.Reg("credits_owed", w, 0, "credits still to be given back")
	credit := m.Let("credit", owed.Any().Or(u.left[0]).Or(u.left[1]))
	owed.Set(owed.Add(gone).Sub(credit.Zext(w)).Add(u.dropped.Zext(w)))
	u.Rx.Credit.Drive(packet.Delay(m, "credit_link", credit, p.CreditLatency))

	out := m.Reg("credits_out", w, p.InSlots, "credits that the other end has left")
	m.If(u.takes.AndNot(credit), func() {
		out.Set(out.Sub(1))
		u.room.Set(out.Ne(1))
	}).ElseIf(credit.AndNot(u.takes), func() {
		out.Set(out.Add(1))
		u.room.Set(1)
	})
	m.Assert("room_is_count", u.room.Eq(out.Any()))

	held := m.Reg("held_q", w, 0)
	held.Set(held.Add(u.head.Zext(w)).Sub(gone))
	u.Stat.Held.Drive(held)
	assertAtMost(m, "segments_fit", held, p.InSlots, "a segment comes only with a credit")
}
