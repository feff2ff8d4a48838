package adaptive

import (
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// Guard stands at the receiving end of a link and says of each beat what may be made of it:
// only frames that have as many beats as their length says, between hosts that exist, are
// whole. Nothing is held back: what keeps to the rules passes in the cycle in which it comes.
//
// A head begins a frame in every state, so that nothing that came before can take part of
// a frame away. A frame may have gaps: it ends with its last beat, or with the next head.
func Guard(p GuardParams) *rtlgen.Typed[GuardPorts] {
	m, io := rtlgen.New[GuardPorts](p)
	if m.Refused() {
		return m
	}
	rx := io.Rx
	f := qcn.HeadOf(rx.Data.Value)
	cn := qcn.CNMOf(rx.Data)
	m.Unused("rest", f.Prio, cn.Kind, cn.Prio, cn.Dst, cn.Src, cn.Length, cn.Feedback, cn.QOffset, cn.QDelta, cn.CPID,
		cn.FlowPrio, cn.FlowDst, cn.Rest)
	head := m.Let("head", rx.Valid.And(rx.Head))
	ofData := m.Let("data", head.And(f.Kind.Eq(qcn.KindData)))
	ofCN := m.Let("notification", head.And(rx.Tail).And(f.Kind.Eq(qcn.KindCNM)))
	leads := m.Let("dst_exists", p.leads(io, f.Dst))
	comes := m.Let("src_exists", f.Src.Lt(p.Hosts))
	fits := m.Let("length_fits", f.Length.Any().And(f.Length.Le(longestFrame)))
	about := m.Ones(1) // a host that exists
	if p.AtHost == 0 {
		about = m.Let("flow_exists", cn.FlowDst.Lt(p.Hosts))
	}
	starts := m.Let("starts", ofData.And(leads).And(comes).And(fits))

	// Beats.
	full := f.Length.Low(qcn.BeatLog).Any().Not()           // so is the last one
	single := m.Let("one_beat", f.Length.Le(qcn.BeatBytes)) // not from the number of beats, which takes longer
	more := m.Let("beats_behind", f.Length.Slice(qcn.BeatLog+frameBits-1, qcn.BeatLog).Sub(full.Zext(frameBits)))
	open := m.Reg("open", 1, 0, "a frame has started and not ended")
	left := m.RegNoReset("beats_left", frameBits, "beats of the frame still to come")
	// No tail has come: beats of a frame, or such as were counted, may follow.
	skip := m.Reg("skip", 1, 0, "the last beat was no tail")
	goesOn := m.Let("goes_on", open.And(rx.Valid).AndNot(rx.Head))
	takes := m.Let("takes", starts.Or(goesOn))
	last := m.Let("last_beat", rtlgen.Mux(head, single, left.Eq(1)))
	ends := m.Let("ends", rx.Tail.Or(last))
	m.If(takes, func() {
		open.Set(ends.Not())
		left.Set(rtlgen.Mux(head, more, left.Sub(1)))
	}).ElseIf(head, func() { open.Set(0) })
	m.If(rx.Valid, func() { skip.Set(rx.Tail.Not()) })

	passes := m.Let("cn_passes", ofCN.And(leads).And(about))
	io.CN.Drive(passes)

	// What the first beat says is compared with registers behind it, where there is time for it.
	stays := func(name string, v value, doc ...string) value { return m.NextNoReset(name, v, doc...).Value }
	pulse := func(name string, v value, doc ...string) value { return m.Next(name, v, 0, doc...).Value }
	data, route, source, length := pulse("data_q", ofData), stays("dst_exists_q", leads),
		stays("src_exists_q", comes), stays("length_fits_q", fits)
	started := m.Let("started", data.And(route).And(source).And(length))
	byFirst, byOther := ofData.And(single), goesOn.And(left.Eq(1))
	event := m.Wire("errors", Causes)
	event.SetBit(NoHead, pulse("no_head_q", rx.Valid.AndNot(rx.Head).AndNot(skip), "the first beat of no frame"))
	event.SetBit(Cut, pulse("cut_q", open.And(head).Or(goesOn.And(rx.Tail).AndNot(byOther)),
		"a frame did not go on to its last beat").
		Or(started.And(stays("first_cut_q", rx.Tail.AndNot(single), "the first beat has a tail too early"))))
	event.SetBit(Long, pulse("long_q", byOther.AndNot(rx.Tail), "the last beat of a frame had no tail").
		Or(started.And(stays("first_long_q", single.AndNot(rx.Tail), "the only beat of a frame had no tail"))))
	event.SetBit(NoRoute, data.AndNot(route).Or(pulse("notification_q", ofCN).AndNot(stays("cn_passes_q", passes))))
	event.SetBit(NoSource, data.And(route).AndNot(source))
	event.SetBit(BadLength, data.And(route).And(source).AndNot(length))
	event.SetBit(NoKind, pulse("no_kind_q", head.And(f.Kind.Eq(noKind).Or(f.Kind.Any().AndNot(rx.Tail))),
		"a first beat of no kind, or a message without tail"))
	if p.AtHost == 0 {
		io.Whole.Drive(m.Let("whole_frame", takes.And(rx.Tail).And(last)))
		event.SetBit(NoRoom, 0)
	} else {
		ended := byFirst.Or(byOther).And(rx.Tail)
		whole := m.Let("whole_frame", pulse("ended_q", ended,
			"a frame ended with its last beat").AndNot(data.AndNot(started)))
		ready := stays("ready_q", io.Ready.Value)
		io.Whole.Drive(whole.And(ready))
		event.SetBit(NoRoom, whole.AndNot(ready))
	}
	io.Error.Drive(event)

	m.Assert("open_up_to_a_tail", open.Implies(skip))
	m.Assert("beats_to_come", open.Implies(left.Ne(0)), "a frame that is open has beats to come")
	m.Cover("cut_by_a_head", open.And(head))
	return m
}

// noKind is the kind of no frame.
const noKind = 3

// frameBits is the width of the number of beats of a frame.
const frameBits = 5

// leads reports whether a destination exists: at a host it is that host.
func (p GuardParams) leads(io *GuardPorts, dst value) value {
	if p.AtHost == 1 {
		return dst.Eq(io.Node)
	}
	return dst.Lt(p.Hosts)
}
