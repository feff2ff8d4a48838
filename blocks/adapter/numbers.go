package adapter

import "culprit.example/culprit/rtlgen"

// numbers judge the numbers of segments in cell mode. Each path keeps the order of a flow, so
// a number that is ahead of the next one on its path tells how many segments got lost there,
// and one that is behind is that of a segment which has come or is known to be lost.
//
// How far ahead a number is, and how many may be lost, is worked out a cycle early, from the
// word at the pins, once as if the word before it were refused and once as if it passed.
type numbers struct {
	m    *rtlgen.Module
	p    Params
	pins Header // of the word that is judged in the next cycle

	next   table // number of the next segment of each flow on its path
	list   value // flow and path of the segment
	number value
	gap    value // segments that got lost on its path, right before it
	lost   value // there are some
	passed value // the word before was a segment that passed; a register
	wrong  value // two cycles after the segment has passed: it was not the next one; a register

	io   *ParserPorts // with the repair
	idle value        // no word is at the pins or behind them
	to   demand       // a path gets the number that is settled: flow and path, number
}

// judged is how many addresses a parser initialises.
func (p Params) judged() int {
	if p.Beat == 1 {
		return p.Nodes
	}
	return p.Nodes * p.Paths
}

// judge reports whether a segment that may come has a number that can be. What got lost was
// granted, so no more segments got lost than were granted and have not come.
func (n *numbers) judge(h Header, a admission, me, may, segment value) value {
	m, p := n.m, n.p
	n.next = a.w.table("next", p.Nodes*p.Paths, p.rw(), "next segment's number, upper bits, by path and flow")
	if p.Repair == 1 {
		n.settle(me)
	}
	n.list, n.number = m.Let("flow_and_path", rtlgen.Cat(h.Mid, h.Src)), h.Seq.High(p.rw())
	soon := m.Let("pins_flow_and_path", rtlgen.Cat(n.pins.Mid, n.pins.Src))
	there := n.pins.Seq.High(p.rw())
	ahead := n.early("ahead", "segments lost before it", "flow and path", n.list.Eq(soon),
		there.Sub(n.next.Read("pins_next", soon)), there.Sub(n.number).Sub(1))
	n.gap, n.lost = ahead.Low(p.kw()), m.Let("some_lost", ahead.Any())

	path := m.Let("path_of_seq", h.Seq.Low(p.pw()).Add(h.Src.Low(p.pw())).Add(me.Low(p.pw())))
	can := n.lost.Not().Or(n.room(h, a, ahead).AndNot(ahead.High(1)))
	right := m.Let("number_right", path.Eq(h.Mid).And(can))
	odd := m.Next("odd_q", segment.And(may).And(right.Not().Or(n.lost)), 0,
		"a segment was not the next one on its path")
	n.wrong = m.Next("err_sequence_q", m.Next("odd_before_q", odd, 0), 0).Value
	return m.Let("may_and_right", may.And(right))
}

// early is a value that was worked out in the cycle before: refused, or passed if the word before
// was a segment of the same kind, as same says, that passed. what is the value, shared what the words
// have in common then.
func (n *numbers) early(name, what, shared string, same, refused, passed value) value {
	m := n.m
	was := m.NextNoReset(name+"_refused_q", refused, what+" if the word before is refused")
	is := m.NextNoReset(name+"_passed_q", passed, what+" if the word before passes")
	alike := m.NextNoReset(name+"_same_q", same, "the word before has the same "+shared)
	return m.Let(name, rtlgen.Mux(alike.And(n.passed), is, was))
}

// room reports whether as many segments may be lost as a number is ahead. The segment itself was
// granted, too, unless it is an unsolicited one. There are no more than b_reasm granted ones, so
// the upper bits need not be compared.
func (n *numbers) room(h Header, a admission, ahead value) value {
	m, p, w := n.m, n.p, n.p.kw()
	given, came := a.given.Read("pins_given", n.pins.Src), a.came.Read("pins_came", n.pins.Src)
	if p.cw() > w {
		m.Unused("due_high", given.High(p.cw()-w), came.High(p.cw()-w))
	}
	due := given.Low(w).Sub(came.Low(w))
	if p.Repair == 1 {
		due = due.Sub(a.lost.Read("pins_lost", n.pins.Src).Low(w))
	}
	due = m.Let("pins_due", due)
	more := n.gap.Add(h.Unsol.Not().Zext(w))
	after := due.Sub(more)
	if p.Repair == 1 { // what is returned in this cycle is not read: none may be lost then
		lost := n.io.Admission.Lost
		now := m.Let("pins_lost_now", lost.Valid.And(lost.Node.Eq(n.pins.Src)))
		due, after = rtlgen.Mux(now, 0, due), rtlgen.Mux(now, 0, after)
	}
	due = n.early("due", "granted segments to come", "source", h.Src.Eq(n.pins.Src), due, after)
	room := rtlgen.Cat(due, m.Ones(1)).Gt(rtlgen.Cat(ahead.Low(w), h.Unsol.Not()))
	if p.rw() > w {
		room = room.AndNot(ahead.High(p.rw() - w).Any())
	}
	return m.Let("room", room)
}

// enters notes a segment, and those that got lost before it.
func (n *numbers) enters(h Header, a admission, segment value) {
	if to := n.to; n.p.Repair == 1 {
		n.next.write(segment.Or(to.valid), rtlgen.Mux(to.valid, to.node, n.list),
			rtlgen.Mux(to.valid, to.count, n.number.Add(1)))
	} else {
		n.next.write(segment, n.list, n.number.Add(1))
	}
	w := n.p.cw()
	more := n.gap.Zext(w).Add(h.Unsol.Not().Zext(w))
	a.came.write(segment.And(h.Unsol.Not().Or(n.lost)), h.Src, a.count.Add(more))
	a.seen.write(segment.And(h.Unsol), h.Src, a.parity.Not())
}
