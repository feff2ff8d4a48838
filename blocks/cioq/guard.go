package cioq

import "culprit.example/culprit/rtlgen"

// The causes of errors at a port: bits of an event. The input tells those before NoCredit.
const (
	NoHead   = iota // beats that belong to no segment: dropped
	Cut             // a segment ends early, by a gap, a head, or with its head: passed on as bad; a head alone is dropped
	Long            // no tail with the last beat that there may be: passed on as bad, a cell dropped
	NoRoute         // the turn does not exist: dropped, its credit goes back
	NoRoom          // a segment without a credit: dropped
	Marked          // the segment came in as bad: passed on as bad
	NoCredit        // a credit came back that was not taken: ignored
	Causes          // how many there are
)

// Framing is what the pins of a link of beat mode are in a cycle, whatever comes in.
type Framing struct {
	Head   value // a first beat
	Accept value // the head of a segment that is taken
	GoesOn value // the next beat of it
	Last   value // with GoesOn: the last one
	Long   value // with Last: there is no tail
	Cut    value // the segment that was taken last does not go on

	OnlyHead value // with Cut: nothing has come of it but the head
	Stray    value // the first beat of some that belong to no segment
	Headless value // a segment ends whose head was lost
}

// Follow follows the segments at the pins of a link. accept says which heads are those of
// segments that are taken. A head begins a segment in every state, so that nothing that
// came before can take part of a segment away.
func Follow(m *rtlgen.Module, rx Word[rtlgen.In], accept func(head value) value) Framing {
	busy := m.Reg("busy", 1, 0, "a segment has begun and not ended")
	closed := m.Reg("closed", 1, 0, "the segment's head is a tail, too")
	skip := m.Reg("skip", 1, 0, "beats up to the next head are dropped")
	lost := m.Reg("lost", 1, 0, "these beats have lost their head")
	beats := m.Reg("beats_come", rtlgen.CountBits(maxBeats-1), 0, "beats of the segment that have come")

	head := m.Let("head", rx.Valid.And(rx.Head))
	goesOn := m.Let("goes_on", busy.And(rx.Valid).AndNot(rx.Head).AndNot(closed))
	full := m.Let("full", goesOn.And(beats.Eq(maxBeats-1)))
	f := Framing{Head: head, Accept: accept(head), GoesOn: goesOn, Last: m.Let("last", full.Or(goesOn.And(rx.Tail))),
		Long: m.Let("is_long", full.AndNot(rx.Tail)), Cut: m.Let("is_cut", busy.AndNot(goesOn)), OnlyHead: beats.Eq(1)}
	stray := m.Let("stray", rx.Valid.AndNot(rx.Head).AndNot(goesOn))
	f.Stray = m.Let("first_stray", stray.AndNot(skip).AndNot(f.Cut))
	ofLost := m.Let("of_a_lost_head", f.Stray.Or(stray.And(lost)))
	f.Headless = m.Let("headless", ofLost.And(rx.Tail))

	busy.Set(f.Accept.Or(goesOn.AndNot(f.Last)))
	closed.Set(f.Accept.And(rx.Tail))
	skip.Set(rtlgen.Mux(head, f.Accept.Not(), skip.Or(stray).Or(f.Cut).Or(f.Long).AndNot(f.Headless)))
	lost.Set(ofLost.AndNot(rx.Tail).Or(lost.AndNot(rx.Valid)))
	m.If(f.Accept, func() { beats.Set(1) }).ElseIf(goesOn, func() { beats.Set(beats.Add(1)) })
	m.Cover("cut_by_a_head", f.Cut.And(head))
	m.Cover("cut_by_a_gap", f.Cut.AndNot(rx.Valid))
	return f
}

// Framed are the beats of segments a cycle after the pins, as Follow takes them: registers, but
// for what the pins tell of the beat before.
type Framed struct {
	Valid rtlgen.Reg
	Head  rtlgen.Reg
	Data  rtlgen.Reg
	Alone value // with Head: nothing follows it, so it is no segment
	Ends  value // the last beat of a segment with several
	Bad   value // with Ends: the segment is damaged
}

// Hold registers the beats.
func (f Framing) Hold(m *rtlgen.Module, rx Word[rtlgen.In]) Framed {
	valid := m.Next("rx_valid_q", f.Accept.Or(f.GoesOn), 0, "a beat of a segment has come")
	head := m.Next("rx_head_q", f.Accept, 0)
	last := m.Next("rx_last_q", f.Last, 0)
	bad := m.NextNoReset("rx_bad_q", f.Long.Or(rx.Bad), "with the last beat: the segment is damaged")
	m.Assert("last_is_a_beat", last.Implies(valid.AndNot(head)))
	ends := m.Let("ends", last.Or(f.Cut.AndNot(head)))
	return Framed{Valid: valid, Head: head, Data: m.NextNoReset("rx_data_q", rx.Data), Alone: head.And(f.Cut), Ends: ends,
		Bad: f.Cut.Or(bad)}
}

// frameBeats lets segments in that have a credit and a turn that exists.
func (u *input) frameBeats() Framing {
	m, rx := u.m, u.Rx
	route := u.routeExists()
	f := Follow(m, rx.Word, func(head value) value {
		return m.Let("accept", head.And(u.room).And(route))
	})
	comes := m.Let("comes", f.Head.And(u.room))
	onlyHead := m.Next("only_head_q", f.Cut.And(f.OnlyHead), 0, "a segment of one beat was dropped")
	gone := m.Next("dropped_q", comes.AndNot(route).Or(f.Headless.And(u.room)), 0,
		"a segment without a turn or head was dropped")
	u.dropped = m.Let("segments_dropped", gone.Zext(2).Add(onlyHead.Zext(2)))
	u.takes = m.Let("takes_a_credit", comes.Or(f.Headless.And(u.room)))
	u.tell(f.Stray, f.Cut, f.Long, comes.AndNot(route), f.Head.AndNot(u.room), f.GoesOn.And(rx.Tail).And(rx.Bad))
	return f
}

// frameCells looks at cells, each of which is a segment.
func (u *input) frameCells() (accept value) {
	m, rx := u.m, u.Rx
	cell := m.Let("is_cell", rx.Valid.And(rx.Head).And(rx.Tail))
	route := u.routeExists()
	accept = m.Let("accept", cell.And(u.room).And(route))
	u.takes = m.Let("takes_a_credit", rx.Valid.And(u.room))
	u.dropped = m.Next("dropped_q", u.takes.AndNot(accept), 0, "a word was dropped whose credit goes back").Zext(2)
	u.tell(rx.Valid.AndNot(rx.Head), m.Zero(1), rx.Valid.And(rx.Head).AndNot(rx.Tail),
		cell.And(u.room).AndNot(route), cell.AndNot(u.room), m.Zero(1))
	return accept
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
