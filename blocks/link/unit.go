package link

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// Unit is one end of a link whose other end may be reset or unplugged at any time. It says
// HELLO until the other end repeats its epoch, which is another one after each reset, and
// passes beats and messages while it does. Credits are counts on the wire, which repeat and
// so heal, and pulses towards the switch.
//
// A beat passes the unit in a cycle, in either direction, and control goes beside it: the
// unit takes no cycle from data.
func Unit(p UnitParams) *rtlgen.Typed[UnitPorts] {
	m, io := rtlgen.New[UnitPorts](p)
	if m.Refused() {
		return m
	}
	u := &unit{UnitPorts: io, m: m.Module, p: p}
	u.event = m.Wire("errors", UnitCauses)
	u.states = m.Enum("state", "listening", "down", "up")
	u.state = u.states.Reg("link_state", u.states.Value("listening"), "listening, down or up")
	u.up = m.Let("is_up", u.state.Eq(u.states.Value("up")))
	u.ownEpoch = m.Reg("own_epoch", epochBits, 1, "own epoch, never 0")
	u.peer = m.Reg("peer_epoch", epochBits, 0, "epoch of the other end, 0 if unknown")
	u.sent = m.Reg("heads_sent", countBits, 0, "heads that went to the wire, modulo 2^16")
	u.openFlit()
	u.bringUp()
	u.receive()
	u.send()
	io.Error.Drive(m.Next("error_q", u.event, 0))
	return m
}

// unit is a link unit as it is built.
type unit struct {
	*UnitPorts
	m      *rtlgen.Module
	p      UnitParams
	states rtlgen.Enum
	event  rtlgen.Wire

	state          rtlgen.Reg
	up             value
	ownEpoch, peer rtlgen.Reg // epochs of both ends; peer 0: none was heard
	sent           rtlgen.Reg // heads that went to the wire, modulo 2^16

	flit     unitFlit
	message  value // of the flit, {valid, xoff, tp, mask}
	hello    value // a HELLO of this version and size
	creditIn value // a LIMIT of the session
	session  value // a flit of the session is at the pins, and the link is up

	helloTick, creditTick value // the time for one has come
	goesDown, comesUp     value
	cameUp                value // a register
	limit                 value // that goes to the other end
	limitChanges          value
}

// openFlit takes the flit at the pins apart.
func (u *unit) openFlit() {
	m, p := u.m, u.p
	packed := u.FlitRx.Value
	if p.Messages > 0 {
		u.message = packed.Low(messageBits)
	}
	u.flit = rtlgen.Unpack[unitFlit](packed.High(p.flitBits()), packet.DataDims(p.Data, nil))
	f := u.flit
	isHello := m.Let("is_hello", u.FlitRxValid.And(f.Kind.Eq(kindHello)))
	fits := m.Let("hello_fits", f.Value.Eq(p.hello(p.Credits)).And(f.Epoch.Any()))
	ours := m.Let("of_the_peer", f.Epoch.Eq(u.peer))
	u.hello = m.Let("good_hello", isHello.And(fits))
	u.session = m.Let("of_the_session", u.FlitRxValid.And(ours).And(u.up))
	u.creditIn = m.Let("credit_comes", u.session.And(f.Kind.Eq(kindCredit)))
	u.event.SetBit(Mismatch, isHello.AndNot(fits))
	u.event.SetBit(OtherEpoch, u.FlitRxValid.AndNot(isHello).AndNot(ours))
}

// bringUp keeps the epochs and the state of the link. After a reset the unit is silent for
// longer than the other end waits, which so takes the link down. The epoch after the one that
// the other end has seen last is new to it.
func (u *unit) bringUp() {
	m, p := u.m, u.p
	since := rtlgen.CountBits(p.Silence + 1)
	cycle := m.Reg("period_cycle", rtlgen.IndexBits(p.Period), 0, "cycles since the period began")
	last := m.Next("period_ends", cycle.Eq(p.Period-2), 0, "it is the last cycle of a period").Value
	cycle.Set(rtlgen.Mux(last, 0, cycle.Add(1)))
	// When it comes round, the peer is forgotten already.
	quiet := m.Reg("periods_without", since, 0, "ends of periods since the last HELLO")
	listening := m.Let("is_listening", u.state.Eq(u.states.Value("listening")))
	over := m.Let("listened", listening.And(last).And(quiet.Eq(p.Silence+1)))
	silent := m.Let("is_silent", last.And(quiet.Eq(p.Silence)).AndNot(listening))
	m.If(over.Or(u.hello.AndNot(listening)), func() {
		quiet.Set(0)
	}).ElseIf(last, func() { quiet.Set(quiet.Add(1)) })

	f := u.flit
	echo := m.Let("echoed", f.Seen.Eq(u.ownEpoch))
	other := m.Let("other_peer", u.hello.And(f.Epoch.Ne(u.peer)))
	another := m.Let("another_view", f.Epoch.Ne(u.peer).Or(echo.Not()))
	told := m.Let("told_to_be_down", u.Restart.Or(u.LineUp.Not()))
	own := m.Let("own_accord", silent.Or(told))
	u.goesDown = m.Let("goes_down", u.up.And(own.Or(u.hello.And(another))))
	u.comesUp = m.Let("comes_up", u.hello.And(echo).AndNot(told).And(u.state.Eq(u.states.Value("down"))))
	m.If(over.Or(u.goesDown), func() {
		u.state.Set(u.states.Value("down"))
	}).ElseIf(u.comesUp, func() { u.state.Set(u.states.Value("up")) })

	heard := m.Reg("heard_epoch", epochBits, 0, "own epoch as the other end knows it")
	m.If(u.hello, func() { heard.Set(f.Seen) })
	next := m.Let("epoch_after", heard.Add(1))
	m.If(over.Or(u.up.And(own)), func() { u.ownEpoch.Set(next.Or(next.Eq(0).Zext(epochBits))) })
	m.If(u.hello, func() { u.peer.Set(f.Epoch) }).ElseIf(silent, func() { u.peer.Set(0) })

	restart := m.Let("restarts_the_line", u.up.And(own).And(u.LineUp))
	u.event.SetBit(Silent, u.up.And(silent))
	u.event.SetBit(PeerReset, u.up.And(other).AndNot(own))
	u.event.SetBit(NotSeen, u.up.And(u.hello).AndNot(echo).AndNot(other).AndNot(own))
	u.event.SetBit(LineDown, u.up.AndNot(u.LineUp))
	u.Up.Drive(u.up)
	u.cameUp = m.Next("came_up_q", u.comesUp, 0).Value
	wentDown := m.Next("went_down_q", u.goesDown, 0)
	u.CameUp.Drive(u.cameUp)
	u.WentDown.Drive(wentDown)
	u.LineRestart.Drive(m.Next("line_restart_q", restart, 0))
	changes := m.Let("hello_changes", other.Or(wentDown).Or(u.cameUp))
	u.helloTick = m.Let("time_for_hello", last.Or(changes))
	u.creditTick = m.Let("time_for_credit", cycle.Eq(p.Period/2))
	m.Assert("own_epoch_is_not_0", u.ownEpoch.Ne(0))
	m.Assert("own_epoch_is_heard_while_up", u.up.Implies(heard.Eq(u.ownEpoch)))
	m.Assert("up_with_a_peer", u.up.Implies(u.peer.Ne(0)))
}

// receive passes beats and messages of the session to the switch. A beat without its head, or
// behind a gap, does not pass, so that no packet starts in the middle.
func (u *unit) receive() {
	m, p, f := u.m, u.p, u.flit
	w := rtlgen.CountBits(p.Slots)
	free := m.Reg("slots_free", w, p.Slots, "slots of the switch that are free")
	open := m.Reg("packet_open", 1, 0, "a packet has passed in part")
	beat := m.Let("beat_comes", u.session.And(f.Valid))
	head := m.Let("head_comes", beat.And(f.Sop))
	starts := m.Let("packet_starts", head.And(free.Any()))
	goesOn := m.Let("packet_goes_on", beat.AndNot(f.Sop).And(open))
	passes := m.Let("beat_passes", starts.Or(goesOn))
	open.Set(passes.AndNot(f.Eop))
	m.If(starts.AndNot(u.Rx.Credit), func() {
		free.Set(free.Sub(1))
	}).ElseIf(u.Rx.Credit.AndNot(starts), func() { free.Set(free.Add(1)) })
	m.Assume("slot_freed_once", u.Rx.Credit.Implies(free.Lt(p.Slots)), "only slots with a packet are given back")

	// LIMIT is what the other end has sent, and the slots that are free beside. What was lost
	// on the wire comes home because SENT takes the place of what has come.
	come := m.Reg("heads_come", countBits, 0, "heads that came, or were lost, modulo 2^16")
	counted := m.Let("heads_counted", come.Add(head.Zext(countBits)))
	told := m.Let("sent_is_told", u.creditIn.Or(u.comesUp))
	come.Set(rtlgen.Mux(told, f.Sent, counted))
	limit := m.Reg("limit_q", countBits, 0, "heads that the other end may send, modulo 2^16")
	now := m.Let("limit_now", come.Add(free.Zext(countBits)))
	limit.Set(now)
	u.limit, u.limitChanges = limit.Value, m.Let("limit_changes", now.Ne(limit))

	out := rtlgen.Cat(passes, f.Sop, f.Eop, f.Bad, f.Data)
	rtlgen.Spread(u.Rx.Beat, m.Next("rx_q", rtlgen.Mux(passes, out, 0), 0, "beat for the switch, 0 without one"))
	if p.Messages > 0 {
		message := m.Let("message_comes", u.session.And(u.message.High(1)))
		valid := m.Next("message_valid_q", message, 0)
		rtlgen.Spread(u.Tx.Msg, rtlgen.Cat(valid, m.NextNoReset("message_q", u.message.Low(messageBits-1),
			"message for the switch: xoff, tp, mask")))
	}
	u.event.SetBit(Lost, u.creditIn.And(f.Sent.Ne(counted)))
	u.event.SetBit(Stray, beat.AndNot(f.Sop).AndNot(open))
	u.event.SetBit(Overrun, head.AndNot(starts))
	u.event.SetBit(Closed, u.FlitRxValid.And(f.Valid).And(f.Sop).AndNot(u.up))

	from := m.NextNoReset("epoch_of_beat", f.Epoch, "epoch of the flit with the beat")
	peer := m.NextNoReset("epoch_of_session", u.peer)
	m.Assert("epochs_do_not_mix", u.Rx.Valid.Implies(from.Eq(peer)))
	m.Assert("slots_in_range", free.Le(p.Slots))
}

// send passes the switch's packets while the other end has slots for them, and discards the
// others. Pulses bring the switch to the credits that there are.
func (u *unit) send() {
	m, p := u.m, u.p
	w := rtlgen.CountBits(p.Credits)
	held := m.Reg("credits_of_switch", w, p.Credits, "credits that the switch has")
	available := m.Reg("credits_of_link", w, 0, "packets that the other end has slots for")
	passing := m.Reg("passing", 1, 0, "the packet that is sent goes to the wire")
	tx := u.Tx
	head := m.Let("head_to_send", tx.Valid.And(tx.Sop))
	begins := m.Let("begins", head.And(available.Any()))
	passes := m.Let("goes_to_the_wire", begins.Or(tx.Valid.AndNot(tx.Sop).And(passing)))
	m.If(u.goesDown, func() { passing.Set(0) }).ElseIf(head, func() { passing.Set(begins) })
	sent := m.Let("sent_now", u.sent.Add(begins.Zext(countBits)))
	u.sent.Set(sent)

	// With a head in this cycle there is one less; which of the two it is comes late.
	left := m.Let("credits_left", u.flit.Value.Sub(u.sent))
	less := m.Let("credits_left_behind_a_head", u.flit.Value.Add(u.sent.Not()))
	believed := m.Let("limit_is_believed", rtlgen.Mux(begins, less.Le(p.Credits), left.Le(p.Credits)))
	m.If(u.goesDown, func() {
		available.Set(0)
	}).ElseIf(u.creditIn.And(believed), func() {
		available.Set(rtlgen.Mux(begins, less.Low(w), left.Low(w)))
	}).ElseIf(begins, func() { available.Set(available.Sub(1)) })

	aim := available.Value
	if p.Drain > 0 {
		aim = m.Let("credits_aimed_at", rtlgen.Mux(u.up, available, p.Credits))
	}
	gives := m.Let("gives_a_credit", held.Lt(aim))
	prim.UpDown(m, held, gives, head)
	u.Tx.Credit.Drive(m.Next("credit_q", gives, 0))
	m.Assume("packet_has_a_credit", head.Implies(held.Any()), "a packet is sent only with a credit")
	u.event.SetBit(BadLimit, u.creditIn.AndNot(believed))
	u.event.SetBit(Discarded, head.AndNot(begins))

	m.Assert("no_credit_is_invented", held.Le(p.Credits))
	m.Assert("credits_of_link_in_range", available.Le(p.Credits))
	m.Assert("no_credit_of_link_while_down", u.up.Or(available.Eq(0)))
	u.fill(passes, sent)
}

// fill drives the flit. A HELLO goes before a LIMIT; both wait for nothing else.
func (u *unit) fill(passes, sent value) {
	m, p, tx := u.m, u.p, u.Tx
	helloDue := m.Reg("hello_due", 1, 0, "a HELLO is to be sent")
	creditDue := m.Reg("credit_due", 1, 0, "a LIMIT is to be sent")
	speaks := m.Let("speaks", u.state.Ne(u.states.Value("listening")))
	credit := m.Let("sends_credit", creditDue.And(u.up).AndNot(helloDue).AndNot(u.cameUp))
	helloDue.Set(u.helloTick)
	creditDue.Set(u.creditTick.Or(u.limitChanges).Or(u.cameUp).Or(creditDue.AndNot(credit)))
	hello := m.Let("sends_hello", helloDue.And(speaks))
	kind := rtlgen.Cat(credit, hello)
	control := hello.Or(credit)
	head := rtlgen.Cat(u.ownEpoch, kind, rtlgen.Mux(hello, u.peer, 0), rtlgen.Mux(control, sent, 0),
		rtlgen.Mux(hello, p.hello(p.Slots), rtlgen.Mux(credit, u.limit, 0)))
	beat := rtlgen.Mux(passes, rtlgen.Cat(passes, tx.Sop, tx.Eop, tx.Bad, tx.Data), 0)
	flit := rtlgen.Cat(head, beat)
	any := control.Or(passes)
	if p.Messages > 0 {
		says := m.Let("sends_message", u.Rx.Msg.Valid.And(u.up))
		flit = rtlgen.Cat(flit, rtlgen.Mux(says, rtlgen.Pack(u.Rx.Msg), 0))
		any = any.Or(says)
	}
	u.FlitTxValid.Drive(m.Next("flit_valid_q", any, 0))
	u.FlitTx.Drive(m.NextNoReset("flit_q", flit))
}
