package cioqrecn

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
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
// One note waits in a register until the bus takes it, and the next one is made in the
// cycle after that: packets come less often. Nothing is lost meanwhile: what a SAQ has
// to tell follows from its occupancy when its turn comes. Xon goes first, since it sets
// packets free.
func Notifier(p Params) *rtlgen.Typed[NotifierPorts] {
	m, io := rtlgen.New[NotifierPorts](p)
	if m.Refused() {
		return m
	}
	n := &notifier{
		NotifierPorts: io, m: m.Module, p: p,
		source:        m.RegArrayNoReset("source", p.SAQs, p.pw(), "input that sent the last packet, by SAQ"),
		again:         m.Reg("again", p.SAQs, 0, "a packet entered since the last Xoff, by SAQ"),
		request:       m.Reg("request", 1, 0, "a SAQ for this output is asked for"),
		requestSource: m.RegNoReset("request_source", p.pw(), "input that the request goes to"),
	}
	queue := m.Let("entered_queue", rtlgen.Mux(io.Enq.Valid, io.Enq.Queue, 0))
	n.entersStandard, n.enters = queue.Bit(0), m.Let("entered_saq", queue.High(p.SAQs))
	n.wants()
	n.choose()
	n.remember()
	n.deallocate()
	return m
}

// notifier is the netlist of the unit while it is built.
type notifier struct {
	*NotifierPorts
	m *rtlgen.Module
	p Params

	source         rtlgen.RegArray // input that sent the last packet of a SAQ
	again          rtlgen.Reg      // a packet has entered the SAQ since its last Xoff
	request        rtlgen.Reg      // a SAQ for this output is to be asked for
	requestSource  rtlgen.Reg      // from this input
	enters         value           // one-hot: SAQ that a packet enters
	entersStandard value

	empty            value
	wantXon, wantOff value
	xon, xoff        value // one-hot: what is told in this cycle
	asks             value // the request is told in this cycle
}

// wants finds what there is to tell.
func (n *notifier) wants() {
	m, s := n.m, n.p.SAQs
	over, under := m.Wire("over_xoff", s), m.Wire("under_xon", s)
	empty := m.Wire("empty", s)
	for k := range m.Each("k", s) {
		count := n.Count.At(k)
		over.SetBit(k, prim.AtLeast(m, count, n.p.Xoff))
		under.SetBit(k, prim.AtMost(m, count, n.p.Xon))
		empty.SetBit(k, count.Eq(0))
	}
	n.empty = empty.Value
	n.wantXon = m.Let("wants_xon", n.Line.Valid.And(n.Line.Sent).And(under))
	n.wantOff = m.Let("wants_xoff", n.Line.Valid.And(over).And(n.Line.Sent.Not().Or(n.again)))
}

// choose fills the note register when it is free.
func (n *notifier) choose() {
	m, s, pw := n.m, n.p.SAQs, n.p.pw()
	valid := m.Reg("note_valid_q", 1, 0)
	xoff := m.RegData("note_xoff_q", 1, 0)
	tp, mask := m.RegNoReset("note_tp_q", packet.TurnBits), m.RegNoReset("note_mask_q", packet.TurnBits)
	target := m.RegNoReset("note_target_q", pw)

	free := m.Let("note_free", valid.Not())
	n.xon = m.Let("tells_xon", n.wantXon.LowestOne().And(free.Replicate(s)))
	n.xoff = m.Let("tells_xoff", n.wantOff.LowestOne().And(free.AndNot(n.wantXon.Any()).Replicate(s)))
	n.asks = m.Let("tells_request", n.request.And(free).AndNot(n.wantXon.Any()).AndNot(n.wantOff.Any()))
	told := m.Let("told", n.xon.Or(n.xoff))
	m.If(free, func() {
		valid.Set(told.Any().Or(n.asks))
		xoff.Set(n.xon.Any().Not())
		tp.Set(rtlgen.OneHotMux(told, n.Line.Tp))
		mask.Set(rtlgen.OneHotMux(told, n.Line.Mask))
		target.Set(rtlgen.Mux(n.asks, n.requestSource, rtlgen.OneHotMux(n.xoff, n.source.Flat())))
	}).ElseIf(n.NoteTake, func() { valid.Set(0) })
	n.Note.Valid.Drive(valid)
	n.Note.Xoff.Drive(xoff)
	n.Note.Tp.Drive(tp)
	n.Note.Mask.Drive(mask)
	n.Note.Target.Drive(target)
	n.SentSet.Drive(n.xoff)
	n.SentClear.Drive(n.xon)
	m.Assume("take_what_is_there", n.NoteTake.Implies(valid))
	m.Assume("only_valid_lines_have_sent", n.Line.Sent.AndNot(n.Line.Valid).Eq(0))
	m.Assert("one_is_told", told.AndNot(told.LowestOne()).Eq(0))
	m.Cover("xoff_again", n.xoff.And(n.Line.Sent).Any(), "a further input is told that a SAQ is too long")
}

// remember keeps who has sent the packets that there is something to tell about.
func (n *notifier) remember() {
	m := n.m
	for k := range m.Each("k", n.p.SAQs) {
		m.If(n.enters.Bit(k), func() {
			n.source.At(k).Set(n.Enq.Source)
			n.again.SetBit(k, 1)
		}).ElseIf(n.xoff.Bit(k), func() { n.again.SetBit(k, 0) })
	}
	if !prim.Reachable(n.p.DetectOut, n.p.cw()) {
		m.Unused("standard_count", n.StandardCount)
	}
	detected := m.Let("detected", n.entersStandard.And(prim.Above(m, n.StandardCount, n.p.DetectOut)))
	m.If(detected, func() {
		n.request.Set(1)
		n.requestSource.Set(n.Enq.Source)
	}).ElseIf(n.asks, func() { n.request.Set(0) })
}

// deallocate frees a SAQ on local grounds alone, in a cycle in which no packet enters any.
func (n *notifier) deallocate() {
	m := n.m
	dying := m.Let("dying", n.Line.Valid.And(n.empty).And(n.Line.Ready).AndNot(n.Line.Blocked).AndNot(n.Line.Sent).
		AndNot(n.Line.Hosting).AndNot(n.Enq.Valid.Replicate(n.p.SAQs)))
	n.Dealloc.Drive(dying.LowestOne())
}
