package link

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

type value = rtlgen.Value

// Guard is the register behind the pins of a link's receiving end. What leaves it keeps
// the rules of packets whatever comes in: a packet starts with its head, its beats follow
// without a gap, it has 8 of them at most, and it ends. A packet that has a turn which does
// not exist, or for which there is no slot, is dropped as a whole; one that is damaged ends
// as bad, and the beats up to the next head are dropped. What follows the rules passes in a
// cycle, unchanged.
//
// A head begins a packet in every state, so that nothing that came before can take part of
// a packet away.
func Guard(p GuardParams) *rtlgen.Typed[GuardPorts] {
	m, io := rtlgen.New[GuardPorts](p)
	if m.Refused() {
		return m
	}
	rx := io.Rx
	busy := m.Reg("busy", 1, 0, "a packet has started and not ended")
	closed := m.Reg("closed", 1, 0, "the packet's eop came too early")
	skip := m.Reg("skip", 1, 0, "beats up to the next head are dropped")
	lost := m.Reg("lost", 1, 0, "these beats have lost their head")
	word := m.Reg("beat", packet.BeatIndex, 0, "place of the next beat in its packet")

	head := m.Let("head", rx.Valid.And(rx.Sop))
	route := m.Let("route_exists", p.routeExists(m.Module, io))
	comes := m.Wire("comes", 1) // with a credit
	accept := m.Let("accept", comes.And(route))
	refused := m.Let("refused", comes.AndNot(route))
	goesOn := m.Let("goes_on", busy.And(rx.Valid).AndNot(rx.Sop).AndNot(closed))
	cut := m.Let("is_cut", busy.AndNot(goesOn))
	stray := m.Let("stray", rx.Valid.AndNot(rx.Sop).AndNot(goesOn))
	first := m.Let("first_stray", stray.AndNot(skip).AndNot(cut))
	ofLost := m.Let("of_a_lost_head", first.Or(stray.And(lost)))
	headless := m.Let("headless", ofLost.And(rx.Eop)) // a packet ends whose head was lost
	comes.Set(head.And(p.room(m.Module, io, comes.Value, refused, headless)))
	last := m.Let("last", goesOn.And(word.Eq(packet.Beats-1)))
	long := m.Let("is_long", last.AndNot(rx.Eop))

	busy.Set(accept.Or(goesOn.AndNot(last)))
	closed.Set(rx.Eop.And(accept.Or(goesOn)))
	skip.Set(rtlgen.Mux(head, accept.Not(), skip.Or(stray).Or(cut).Or(long).AndNot(headless)))
	lost.Set(ofLost.AndNot(rx.Eop).Or(lost.AndNot(rx.Valid)))
	m.If(accept, func() { word.Set(1) }).ElseIf(goesOn, func() { word.Set(word.Add(1)) })

	out := io.Out
	out.Start.Drive(m.Next("start_q", accept, 0))
	out.Valid.Drive(m.Next("valid_q", accept.Or(goesOn), 0))
	out.Word.Drive(m.NextNoReset("word_q", rtlgen.Mux(rx.Sop, 0, word)))
	out.Data.Drive(m.NextNoReset("data_q", rx.Data))
	out.End.Drive(m.Next("end_q", last.Or(cut), 0))
	out.Bad.Drive(m.NextNoReset("bad_q", last.Not().Or(rx.Eop.Not()).Or(rx.Bad)))
	out.Last.Drive(m.NextNoReset("last_q", word.Sub(cut.Zext(packet.BeatIndex))))

	event := m.Wire("errors", Causes)
	event.SetBit(NoHead, first)
	event.SetBit(Cut, cut)
	event.SetBit(Long, long)
	event.SetBit(NoRoute, refused)
	event.SetBit(NoRoom, head.AndNot(comes))
	event.SetBit(Marked, last.And(rx.Eop).And(rx.Bad))
	io.Error.Drive(m.Next("error_q", event, 0))

	m.Cover("cut_by_a_head", cut.And(head))
	m.Cover("cut_by_a_gap", cut.AndNot(rx.Valid))
	rules(m.Module, out, m.Assert)
	return m
}

// room reports whether there is a slot for a packet that starts, from registers: whether the
// other end has a credit. A packet that comes takes one, and so does one whose head was lost.
// One goes back for each slot that is given back, and, some cycles later, for each packet that
// is refused or whose head was lost, which never had a slot.
func (p GuardParams) room(m *rtlgen.Module, io *GuardPorts, comes, refused, headless value) value {
	if p.Slots == 0 {
		return io.Room.Value
	}
	w := rtlgen.CountBits(p.Slots)
	owed := m.Reg("credits_owed", w, 0, "credits to be returned for dropped packets")
	left := m.Reg("credits_out", w, p.Slots, "credits that the other end has left")
	returns := m.Next("returns_q", refused.Or(headless.And(left.Ne(0))), 0,
		"a packet was dropped whose credit goes back").Value
	back := m.Let("credit_goes_back", io.Freed.Or(owed.Ne(0)))
	owed.Set(owed.Add(returns.Zext(w)).Sub(back.AndNot(io.Freed).Zext(w)))
	takes := m.Let("takes_a_credit", comes.Or(headless.And(left.Ne(0))))
	m.If(takes.AndNot(back), func() {
		left.Set(left.Sub(1))
	}).ElseIf(back.AndNot(takes), func() {
		left.Set(left.Add(1))
	})
	io.Credit.Drive(m.Next("credit_q", back, 0))
	held := m.Let("credits_held", left.Zext(w+1).Add(owed.Zext(w+1)).Add(returns.Zext(w+1)))
	m.Assume("slot_freed_once", io.Freed.Implies(held.Lt(p.Slots)), "only slots with a packet are given back")
	m.Assert("credits_in_range", held.Le(p.Slots))
	return left.Ne(0)
}

// routeExists reports whether the turn of a header leads to another port of the switch. A
// pointer that is not at a turn, and a route that has ended, show a turn of ones, which
// does not exist.
func (p GuardParams) routeExists(m *rtlgen.Module, io *GuardPorts) value {
	exists := m.Ones(1)
	if p.Ports > 0 {
		exists = packet.Ports(p.Ports).CurrentTurn(m, "turn", packet.HeaderIn(io.Rx.Data)).Lt(p.Ports - 1)
	}
	if p.Slots == 0 {
		exists = exists.AndNot(io.NoWay)
	}
	return exists
}

// AssumeStored states that beats come as a guard sends them.
func AssumeStored(m *rtlgen.Module, in Stored[rtlgen.In]) { rules(m, in, m.Assume) }

// rules are what a guard promises, and a packet memory relies on.
func rules[D rtlgen.Direction](m *rtlgen.Module, s Stored[D], state func(string, rtlgen.Signal, ...string)) {
	is := packet.ValueOf[D]
	start, valid, word, end, bad, lastWord := is(s.Start), is(s.Valid), is(s.Word), is(s.End), is(s.Bad), is(s.Last)
	open := m.Reg("packet_open", 1, 0, "a packet has started and not ended")
	next := m.Reg("next_word", packet.BeatIndex, 0, "place of the next beat in its packet")
	m.If(start, func() { open.Set(1) }).ElseIf(end, func() { open.Set(0) })
	m.If(valid, func() { next.Set(word.Add(1)) })
	follows := m.Let("beat_follows", valid.AndNot(start))
	whole := m.Let("whole_packet", follows.And(word.Eq(packet.Beats-1)))

	state("start_with_the_first_beat", start.Implies(valid.And(word.Eq(0))), "a packet starts with its first beat")
	state("beats_in_order", follows.Implies(open.And(word.Eq(next))), "beats follow in order")
	state("open_packets_go_on", open.Implies(follows.Or(end)), "a packet has no gap: it goes on or ends")
	state("end_of_a_packet", end.Implies(open), "only a packet that has started ends")
	state("ends_with_the_last_beat", whole.Implies(end), "a packet has 8 beats at most")
	state("short_packets_are_bad", end.AndNot(whole).Implies(bad.AndNot(follows)), "what is cut short is bad")
	state("end_tells_the_last_beat", end.Implies(lastWord.Eq(next.Sub(whole.Not().Zext(packet.BeatIndex)))),
		"the place of the last beat that was stored")
}
