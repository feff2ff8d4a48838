package cioq

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// Output is an output queue. Each lane of the crossbar writes a ring of its own, with
// half of the slots, so that every RAM has one writer; the order in which segments
// started, in either lane, is kept beside them. The link reads them in that order.
//
// A place is taken when a segment starts in a lane and is free again when its last
// beat goes to the link.
func Output(p Params) *rtlgen.Typed[OutputPorts] {
	m, io := rtlgen.New[OutputPorts](p)
	if m.Refused() {
		return m
	}
	u := &output{OutputPorts: io, m: m.Module, p: p}
	for l := range lanes {
		u.lane[l].write(u, l)
	}
	u.send()
	u.order()
	held := m.Reg("held_q", rtlgen.CountBits(p.OutSlots), 0)
	for l := range lanes {
		u.lane[l].account(u, l)
	}
	freed := m.Let("one_freed", u.lane[0].freed.Or(u.lane[1].freed)) // the link reads one lane at a time
	w := held.Width()
	held.Set(held.Add(m.Let("segments_taken", u.Take.PopCount()).Zext(w)).Sub(freed.Zext(w)))
	u.Stat.Held.Drive(held)
	return m
}

type output struct {
	*OutputPorts
	m *rtlgen.Module
	p Params

	lane [lanes]outputLane

	present rtlgen.Reg // lanes whose segment of the present entry has not started on the link
	chosen  value      // the lane that the link would start with
	starts  value      // a segment starts on the link
}

// outputLane is a lane's part of the queue.
type outputLane struct {
	memory rtlgen.Memory
	first  value // the first beat of a segment is written
	last   value // the last one
	read   value // the link reads a beat
	freed  value // the link reads the last beat of a segment
	head   rtlgen.Reg
	count  rtlgen.Reg
}

func (u *output) name(lane int, s string) string { return []string{"lane0_", "lane1_"}[lane] + s }

// write stores the beats of a lane, one register behind the crossbar.
func (l *outputLane) write(u *output, lane int) {
	m, p := u.m, u.p
	valid := m.Next(u.name(lane, "valid_q"), u.Lane.Valid.Bit(lane), 0, "a beat has come in this lane")
	passed := u.Lane.Data.Lane(lane, p.Data)
	if !p.cells() {
		passed = rtlgen.Cat(u.Lane.Bad.Bit(lane), passed)
	}
	data := m.NextNoReset(u.name(lane, "data_q"), passed, "the beat that has come").Value
	l.first, l.last = valid.Value, valid.Value
	if !p.cells() {
		ends := m.NextNoReset(u.name(lane, "ends_q"), u.Lane.Ends.Bit(lane), "the next beat is the segment's last")
		last := m.NextNoReset(u.name(lane, "last_q"), ends)
		inside := m.Reg(u.name(lane, "inside"), 1, 0, "a segment has begun and not ended")
		m.If(valid, func() { inside.Set(last.Not()) })
		l.first, l.last = m.Let(u.name(lane, "first"), valid.AndNot(inside)), valid.And(last)
		data = rtlgen.Cat(ends, data)
		u.assumeBeats(lane, inside, valid, ends, l.last)
	}
	depth := p.laneSlots(lane) * p.beats()
	tail := m.Reg(u.name(lane, "tail"), rtlgen.IndexBits(depth), 0, "place of the next beat that comes")
	m.If(valid, func() { tail.Set(prim.Successor(tail, depth)) })
	l.head = m.Reg(u.name(lane, "head"), rtlgen.IndexBits(depth), 0, "place of the oldest beat")
	l.memory = m.Memory(u.name(lane, "beats"), depth, data.Width(), rtlgen.ReadUndefined,
		"beats of this lane's segments, by place")
	l.memory.Write(valid, tail, data)
}

// assumeBeats states what the beats of a lane must keep: those of a segment come without
// gap, at most 33, and lane_ends tells the last one a cycle ahead.
func (u *output) assumeBeats(lane int, inside, valid, ends rtlgen.Reg, last value) {
	m, here := u.m, u.Lane.Valid.Bit(lane)
	beats := m.Reg(u.name(lane, "beats_come"), rtlgen.CountBits(maxBeats), 0, "beats of the segment that have come")
	m.If(valid, func() { beats.Set(rtlgen.Mux(last, 0, beats.Add(1))) })
	m.Assume(u.name(lane, "segment_without_gap"), inside.Implies(valid), "the beats of a segment follow each other")
	m.Assume(u.name(lane, "at_most_33_beats"), valid.Implies(beats.Lt(maxBeats)))
	told := valid.And(ends) // the beat that comes now is the last one
	m.Assume(u.name(lane, "ends_with_a_beat"), u.Lane.Ends.Bit(lane).Implies(here.AndNot(told)),
		"lane_ends comes with the last beat but one")
}

// order keeps the order in which segments started: an entry for each cycle in which
// some did, a bit per lane. The entry that the link works on is in a register.
func (u *output) order() {
	m, p := u.m, u.p
	came := m.Let("came", rtlgen.Lanes(u.lane[0].first, u.lane[1].first))
	entries := m.Memory("entries", p.OutSlots, lanes, rtlgen.ReadOld,
		"lanes that started in the same cycle, by place").Style(rtlgen.Distributed)
	head := m.Reg("entries_head", rtlgen.IndexBits(p.OutSlots), 0, "place of the oldest entry")
	tail := m.Reg("entries_tail", rtlgen.IndexBits(p.OutSlots), 0, "place of the next entry")
	count := m.Reg("entries_count", rtlgen.CountBits(p.OutSlots), 0, "entries in the memory")
	some := m.Reg("some_entries", 1, 0, "there is an entry in the memory")

	// Lane 0 of an entry starts before lane 1.
	second := m.Let("second_of_entry", rtlgen.Cat(u.present.All(), m.Zero(1)))
	rest := m.Let("rest", rtlgen.Mux(u.starts, second, u.present))
	done := m.Let("entry_done", rest.Eq(0))
	oldest := entries.Read("oldest_entry", head)
	u.present.Set(rtlgen.Mux(done, m.Let("next_entry", rtlgen.Mux(some, oldest, came)), rest))
	taken := m.Let("entry_taken", done.And(some))
	stored := m.Let("entry_stored", came.Any().And(some.Or(done.Not())))
	entries.Write(stored, tail, came)
	m.If(stored, func() { tail.Set(prim.Successor(tail, p.OutSlots)) })
	m.If(taken, func() { head.Set(prim.Successor(head, p.OutSlots)) })
	next := m.Let("entries_count_next", count.Add(stored.Zext(count.Width())).Sub(taken.Zext(count.Width())))
	count.Set(next)
	some.Set(next.Any())
	assertAtMost(m, "entries_fit", count, p.OutSlots, "there is no entry without a segment")
	m.Assert("some_entries_is_count", some.Eq(count.Any()))
}

// send starts a segment if the link is idle and there is a credit for it.
func (u *output) send() {
	m, p := u.m, u.p
	u.present = m.Reg("present", lanes, 0, "lanes of the present entry still to be sent")
	u.chosen = m.Let("chosen", u.present.Bit(0).Not())
	starts := m.Wire("starts", 1)
	u.starts = starts.Value
	ready := u.present.Any()
	if p.CutThrough == 0 {
		ready = ready.And(rtlgen.Mux(u.chosen, u.whole(1), u.whole(0)))
	}
	waits, idle := m.Let("waits", ready), m.Ones(1)
	var busy, lane rtlgen.Reg // beat mode: the lane whose segment is read
	if !p.cells() {
		busy = m.Reg("busy", 1, 0, "a segment is read for the link")
		lane = m.RegNoReset("lane_q", 1, "lane of the segment that is read")
		idle = busy.Not()
	}
	could := waits.And(idle)
	if p.Credits > 0 {
		credits := rtlgen.Use(m, "credits", prim.CreditCounter(prim.CreditCounterParams{Max: p.Credits}))
		credits.Give.Drive(u.Tx.Credit)
		credits.Take.Drive(starts)
		m.Assume("credit_of_a_sent_segment", u.Tx.Credit.Implies(credits.Count.Ne(p.Credits)),
			"a credit comes only for a segment that was sent")
		starts.Set(could.And(credits.Available))
		m.Unused("credits_count", credits.Count)
		u.Excess.Drive(m.Next("excess_q", credits.Excess, 0))
		u.Stat.Stalled.Drive(could.AndNot(credits.Available))
	} else {
		starts.Set(could.AndNot(u.Hold))
		u.Stat.Stalled.Drive(could.And(u.Hold))
		m.Unused("credit", u.Tx.Credit)
	}
	if p.cells() {
		u.sendCells()
	} else {
		u.sendBeats(busy, lane)
	}
}

// whole reports whether the oldest segment of a lane is there as a whole.
func (u *output) whole(lane int) value {
	m, l := u.m, &u.lane[lane]
	whole := m.Reg(u.name(lane, "whole"), rtlgen.CountBits(u.p.laneSlots(lane)), 0, "whole segments in this lane")
	leaves := m.Let(u.name(lane, "leaves"), u.starts.And(u.chosen.Eq(lane)))
	prim.UpDown(m, whole, l.last, leaves)
	return whole.Any()
}

func (u *output) sendCells() {
	m := u.m
	for l := range lanes {
		u.lane[l].read = m.Let(u.name(l, "read"), u.starts.And(u.chosen.Eq(l)))
		u.lane[l].freed = u.lane[l].read
	}
	words := u.words()
	valid := m.Next("tx_valid_q", u.starts, 0)
	chosen := m.NextNoReset("tx_lane_q", u.chosen)
	u.toLink(valid, valid, valid, chosen, words)
}

func (u *output) sendBeats(busy, lane rtlgen.Reg) {
	m := u.m
	at := m.Let("lane", rtlgen.Mux(busy, lane, u.chosen))
	reads := m.Let("reads", u.starts.Or(busy))
	lane.Set(at)
	valid := m.Next("tx_valid_q", reads, 0)
	head := m.NextNoReset("tx_head_q", u.starts)
	for l := range lanes {
		u.lane[l].read = m.Let(u.name(l, "read"), reads.And(at.Eq(l)))
	}
	// The mark of a segment's end comes from a memory: nothing is chosen behind it that a
	// register knows.
	words := u.words()
	var ended [lanes]value
	for l := range lanes {
		was := m.Next(u.name(l, "was_read"), u.lane[l].read, 0)
		ended[l] = m.Let(u.name(l, "ends"), words[l].High(1).And(was))
		u.lane[l].freed = m.Next(u.name(l, "freed"), ended[l], 0).Value
	}
	ends := m.Let("ends", ended[0].Or(ended[1]))
	tail := m.NextNoReset("tx_tail_q", ends)
	busy.Set(reads.AndNot(ends))
	u.toLink(valid, head, tail, lane, words) // lane_q is still that of the beat
}

// words are the words of both lanes that were read in the cycle before.
func (u *output) words() (words [lanes]value) {
	for i := range u.lane {
		l := &u.lane[i]
		depth := u.p.laneSlots(i) * u.p.beats()
		words[i] = l.memory.ReadSync(u.name(i, "word"), l.read, l.head)
		u.m.If(l.read, func() { l.head.Set(prim.Successor(l.head, depth)) })
	}
	return words
}

// toLink sends a beat of a lane through the registers of the link. If there are several,
// the first one is between the memories and the choice of the lane.
func (u *output) toLink(valid, head, tail, lane rtlgen.Signal, words [lanes]value) {
	m, latency := u.m, u.p.LinkLatency
	for i, word := range words {
		words[i] = word.Low(u.p.passed()) // without the mark of a segment's last beat
	}
	if latency > 1 {
		latency--
		late := m.NextNoReset
		valid, head, tail, lane = m.Next("link_valid_q", valid, 0), late("link_head_q", head), late("link_tail_q", tail),
			late("link_lane_q", lane)
		words[0] = late("link_word0_q", words[0], "word of lane 0 for the link").Value
		words[1] = late("link_word1_q", words[1], "word of lane 1 for the link").Value
	}
	beat := rtlgen.Cat(valid, head, tail, rtlgen.Mux(lane, words[1], words[0]))
	rtlgen.Spread(u.Tx.Word, packet.DelayData(m, "link", beat, beat.Width()-1, latency))
}

// account keeps the number of segments of a lane, with those whose place is taken.
func (l *outputLane) account(u *output, lane int) {
	m, slots := u.m, u.p.laneSlots(lane)
	take := m.Let(u.name(lane, "takes"), u.Take.Bit(lane))
	l.count = m.Reg(u.name(lane, "count"), rtlgen.CountBits(slots), 0, "places for segments taken in this lane")
	room := m.Reg(u.name(lane, "room"), 1, 1, "there is a place for a segment")
	m.If(take.AndNot(l.freed), func() {
		l.count.Set(l.count.Add(1))
		room.Set(l.count.Ne(slots - 1))
	}).ElseIf(l.freed.AndNot(take), func() {
		l.count.Set(l.count.Sub(1))
		room.Set(1)
	})
	u.Room.SetBit(lane, room)
	m.Assume(u.name(lane, "taken_with_room"), take.Implies(room), "a segment starts only where there is room")
	comes := m.Next(u.name(lane, "comes"), m.Next(u.name(lane, "announced"), take, 0), 0)
	m.Assume(u.name(lane, "segment_after_take"), l.first.Eq(comes), "a segment begins in the cycle after its take")
	m.Assert(u.name(lane, "room_is_count"), room.Eq(l.count.Ne(slots)))
	m.Assert(u.name(lane, "freed_was_taken"), l.freed.Implies(l.count.Ne(0)))
}
