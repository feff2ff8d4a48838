package cioq

import "culprit.example/culprit/rtlgen"

// The causes of errors at a port: bits of an event. The input tells those before NoCredit.
const (
	NoHead   = iota // beats that belong to no segment: dropped
	Cut             // a segment ends early, by a gap, by a second head, or with its head: passed on as bad, dropped if it is a head only
	Long            // no tail with the last beat that there may be: passed on as bad, a cell dropped
	NoRoute         // the turn does not exist: dropped, its credit goes back
	NoRoom          // a segment without a credit: dropped
	Marked          // the segment came in as bad: passed on as bad
	NoCredit        // a credit came back that was not taken: ignored
	Causes          // how many there are
)

// framing is what the pins of a link are in a cycle, whatever comes in.
type framing struct {
	accept value // the head of a segment, which takes a slot
	goesOn value // the next beat of it
	last   value // with goesOn: the last one
	long   value // with last: there is no tail
	cut    value // the segment that was accepted last does not go on
}

// frameBeats follows the segments of several beats. A head begins a segment in every state,
// so that nothing that came before can take part of a segment away.
func (u *input) frameBeats() framing {
	m, rx := u.m, u.Rx
	busy := m.Reg("busy", 1, 0)     // a segment has begun and not ended
	closed := m.Reg("closed", 1, 0) // with a head that is a tail
	skip := m.Reg("skip", 1, 0)     // beats up to the next head are dropped, and were counted
	lost := m.Reg("lost", 1, 0)     // they are of a segment whose head was lost
	beats := m.Reg("beats_come", rtlgen.CountBits(maxBeats-1), 0)

	head := m.Let("head", rx.Valid.And(rx.Head))
	comes := m.Let("comes", head.And(u.room))
	route := u.routeExists()
	accept := m.Let("accept", comes.And(route))
	goesOn := m.Let("goes_on", busy.And(rx.Valid).AndNot(rx.Head).AndNot(closed))
	full := m.Let("full", goesOn.And(beats.Eq(maxBeats-1)))
	f := framing{accept: accept, goesOn: goesOn, last: m.Let("last", full.Or(goesOn.And(rx.Tail))),
		long: m.Let("is_long", full.AndNot(rx.Tail)), cut: m.Let("is_cut", busy.AndNot(goesOn))}
	stray := m.Let("stray", rx.Valid.AndNot(rx.Head).AndNot(goesOn))
	first := m.Let("first_stray", stray.AndNot(skip).AndNot(f.cut))
	ofLost := m.Let("of_a_lost_head", first.Or(stray.And(lost)))
	headless := m.Let("headless", ofLost.And(rx.Tail)) // a segment ends whose head was lost

	busy.Set(accept.Or(goesOn.AndNot(f.last)))
	closed.Set(accept.And(rx.Tail))
	skip.Set(rtlgen.Mux(head, accept.Not(), skip.Or(stray).Or(f.cut).Or(f.long).AndNot(headless)))
	lost.Set(ofLost.AndNot(rx.Tail).Or(lost.AndNot(rx.Valid)))
	m.If(accept, func() { beats.Set(1) }).ElseIf(goesOn, func() { beats.Set(beats.Add(1)) })

	onlyHead := m.Next("only_head_q", f.cut.And(beats.Eq(1)), 0)
	gone := m.Next("dropped_q", comes.AndNot(route).Or(headless.And(u.room)), 0)
	u.dropped = m.Let("segments_dropped", gone.Zext(2).Add(onlyHead.Zext(2)))
	u.takes = m.Let("takes_a_credit", comes.Or(headless.And(u.room)))
	u.tell(first, f.cut, f.long, comes.AndNot(route), head.AndNot(u.room), goesOn.And(rx.Tail).And(rx.Bad))
	m.Cover("cut_by_a_head", f.cut.And(head))
	m.Cover("cut_by_a_gap", f.cut.AndNot(rx.Valid))
	return f
}

// frameCells looks at cells, each of which is a segment.
func (u *input) frameCells() framing {
	m, rx := u.m, u.Rx
	cell := m.Let("is_cell", rx.Valid.And(rx.Head).And(rx.Tail))
	route := u.routeExists()
	accept := m.Let("accept", cell.And(u.room).And(route))
	u.takes = m.Let("takes_a_credit", rx.Valid.And(u.room))
	u.dropped = m.Next("dropped_q", u.takes.AndNot(accept), 0).Zext(2)
	u.tell(rx.Valid.AndNot(rx.Head), m.Zero(1), rx.Valid.And(rx.Head).AndNot(rx.Tail),
		cell.And(u.room).AndNot(route), cell.AndNot(u.room), m.Zero(1))
	return framing{accept: accept}
}

// tell drives the errors, of which marked comes last.
func (u *input) tell(causes ...value) {
	u.Error.Drive(u.m.Next("error_q", rtlgen.LanesOf(causes), 0))
}

// routeExists reports whether the turn of a header at the pins leads to an output.
func (u *input) routeExists() value {
	m, p, head := u.m, u.p, u.Rx.Valid.And(u.Rx.Head)
	m.Assume("slot_for_every_segment", head.Implies(u.room), "a segment comes only with a credit")
	if p.Ports == 1<<p.pw() {
		return m.Ones(1)
	}
	exists := m.Let("turn_is_of_a_port", p.turn(u.Rx.Data).Lt(p.Ports))
	m.Assume("turn_exists", head.Implies(exists))
	return exists
}
