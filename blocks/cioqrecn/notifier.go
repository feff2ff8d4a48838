package cioqrecn

import (
	"culprit/blocks/recn"
	"culprit/rtlgen"
)

// Notifier is what an output side tells the input sides of its switch (DD II.A(1),
// II.B(1)), and its deallocation rule (II.A(2)):
//
//   - Xoff and Xon of its SAQs, by their occupancy;
//   - the request to allocate a SAQ for this output, to the input whose packet
//     finds the standard queue too long. It is a note with an empty name.
//
// "Reaches or is beyond the Xoff threshold": a SAQ that is too long tells its Xoff
// again with the next packet that enters, so that every input that feeds it learns
// of it. "The input port that sent the last packet" is read as the last packet to
// that SAQ; the paper has both readings.
//
// One note waits in a register until the bus takes it. Nothing is lost meanwhile:
// what a SAQ has to tell follows from its occupancy when its turn comes. Xon goes
// first, since it sets packets free.
func Notifier(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("cioq_recn_notifier")
	m.Doc("notifications of an output side to the input sides")
	p.declare(m, portsSpec, slotsSpec, saqsSpec, outSpec, xoffSpec, xonSpec)
	n := newNotifier(m, p)
	n.wants()
	n.choose()
	n.remember()
	n.deallocate()
	return m
}

// notifier is the netlist of the unit while it is built.
type notifier struct {
	m *rtlgen.Module
	p Params

	standardCount, count           value
	enqSource                      value
	enters                         value // one-hot: SAQ that a packet enters
	entersStandard                 value
	valid, blocked, sent           value
	ready, hosting, tp, mask, take value

	source           rtlgen.RegArray
	again            rtlgen.Reg
	request          rtlgen.Reg
	requestSource    rtlgen.Reg
	empty            value
	wantXon, wantOff value
	xon, xoff        value // one-hot: what is told in this cycle
	asks             value // the request is told in this cycle
}

func newNotifier(m *rtlgen.Module, p Params) *notifier {
	s, cw, pw := p.SAQs, p.cw(), p.pw()
	n := &notifier{
		m: m, p: p,
		standardCount: m.Input("standard_count", cw), count: m.Input("count", s*cw),
	}
	enqValid := m.Input("enq_valid", 1)
	enqQueue := m.Input("enq_queue", rtlgen.IndexBits(p.outputQueues()))
	n.enqSource = m.Input("enq_source", pw)
	queue := m.Let("entered_queue", rtlgen.Mux(enqValid, enqQueue.Decode(p.outputQueues()), 0))
	n.entersStandard, n.enters = queue.Bit(0), m.Let("entered_saq", queue.High(s))
	n.valid, n.blocked, n.sent = m.Input("line_valid", s), m.Input("line_blocked", s), m.Input("line_sent", s)
	n.ready, n.hosting = m.Input("line_ready", s), m.Input("line_hosting", s)
	n.tp, n.mask = m.Input("line_tp", s*turnBits), m.Input("line_mask", s*turnBits)
	n.take = m.Input("note_take", 1)
	n.source = m.RegArray("source", s, pw, 0)
	n.again = m.Reg("again", s, 0)
	n.request, n.requestSource = m.Reg("request", 1, 0), m.Reg("request_source", pw, 0)
	return n
}

// wants finds what there is to tell.
func (n *notifier) wants() {
	m, s, cw := n.m, n.p.SAQs, n.p.cw()
	over, under := m.Wire("over_xoff", s), m.Wire("under_xon", s)
	empty := m.Wire("empty", s)
	m.For("k", s, func(k value) {
		count := n.count.Lane(k, cw)
		over.SetBit(k, recn.Above(m, count, n.p.Xoff))
		under.SetBit(k, recn.Below(m, count, n.p.Xon))
		empty.SetBit(k, count.Eq(0))
	})
	n.empty = empty.Value
	n.wantXon = m.Let("wants_xon", n.valid.And(n.sent).And(under))
	n.wantOff = m.Let("wants_xoff", n.valid.And(over).And(n.sent.Not().Or(n.again)))
}

// choose fills the note register when it is free.
func (n *notifier) choose() {
	m, s, pw := n.m, n.p.SAQs, n.p.pw()
	valid := m.Reg("note_valid_q", 1, 0)
	xoff := m.Reg("note_xoff_q", 1, 0)
	tp, mask := m.Reg("note_tp_q", turnBits, 0), m.Reg("note_mask_q", turnBits, 0)
	target := m.Reg("note_target_q", pw, 0)

	free := m.Let("note_free", valid.Not().Or(n.take))
	n.xon = m.Let("tells_xon", n.wantXon.LowestOne().And(free.Replicate(s)))
	n.xoff = m.Let("tells_xoff", n.wantOff.LowestOne().And(free.AndNot(n.wantXon.Any()).Replicate(s)))
	n.asks = m.Let("tells_request", n.request.And(free).AndNot(n.wantXon.Any()).AndNot(n.wantOff.Any()))
	told := m.Let("told", n.xon.Or(n.xoff))
	m.If(free, func() {
		valid.Set(told.Any().Or(n.asks))
		xoff.Set(n.xon.Any().Not())
		tp.Set(rtlgen.OneHotMux(told, n.tp))
		mask.Set(rtlgen.OneHotMux(told, n.mask))
		target.Set(rtlgen.Mux(n.asks, n.requestSource, rtlgen.OneHotMux(n.xoff, n.source.Flat())))
	})
	m.Output("note_valid", valid.Value)
	m.Output("note_xoff", xoff.Value)
	m.Output("note_tp", tp.Value)
	m.Output("note_mask", mask.Value)
	m.Output("note_target", target.Value)
	m.Output("sent_set", n.xoff)
	m.Output("sent_clear", n.xon)
	m.Assume("take_what_is_there", n.take.Implies(valid.Value))
	m.Assert("one_is_told", told.AndNot(told.LowestOne()).Eq(0))
	m.Cover("xoff_again", n.xoff.And(n.sent).Any(), "a further input is told that a SAQ is too long")
}

// remember keeps who has sent the packets that there is something to tell about.
func (n *notifier) remember() {
	m := n.m
	m.For("k", n.p.SAQs, func(k value) {
		m.If(n.enters.Bit(k), func() {
			n.source.At(k).Set(n.enqSource)
			n.again.SetBit(k, 1)
		}).ElseIf(n.xoff.Bit(k), func() { n.again.SetBit(k, 0) })
	})
	if !reachable(n.p.DetectOut, n.p.cw()) {
		m.Unused("standard_count", n.standardCount)
	}
	detected := m.Let("detected", n.entersStandard.And(recn.Above(m, n.standardCount, n.p.DetectOut)))
	m.If(detected, func() {
		n.request.Set(1)
		n.requestSource.Set(n.enqSource)
	}).ElseIf(n.asks, func() { n.request.Set(0) })
}

// deallocate frees a SAQ on local grounds alone.
func (n *notifier) deallocate() {
	m := n.m
	dying := m.Let("dying", n.valid.And(n.empty).And(n.ready).AndNot(n.blocked).AndNot(n.sent).AndNot(n.hosting).AndNot(n.enters))
	m.Output("dealloc", dying.LowestOne())
}
