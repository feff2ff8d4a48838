package qcn

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// send is the transmitter of the link to the server: PAUSE, then CNMs, then data, the
// priorities by turns. A frame starts in cycle t; its first beat, and with it its
// length, is there in t+1.
func (u *leafOut) send() {
	m := u.m
	valid := m.Reg("valid_q", 1, 0)
	first := m.Reg("first_q", 1, 0)
	control := m.Reg("control_q", 1, 0)
	left := m.RegNoReset("left_q", LengthBits-5)
	length := m.RegNoReset("length_q", LengthBits)
	word := m.Wire("word", WordBits)

	bytes := m.Let("bytes", rtlgen.Mux(control, ControlBytes, rtlgen.Mux(first, HeadOf(word.Value).Length, length)))
	beats := m.Let("beats", rtlgen.Mux(first, beatsOf(bytes), left))
	final := m.Let("last_beat", beats.Eq(1))
	due := u.pacer(first.Value, bytes)
	start := m.Let("may_start", due.And(valid.Not().Or(final)))

	pause := m.Let("send_pause", start.And(u.Pause.Valid))
	later := m.Let("no_pause", start.AndNot(u.Pause.Valid))
	own := m.Let("send_cnm", later.And(u.CNM.Valid))
	notice := m.Let("send_notice", later.AndNot(u.CNM.Valid).AndNot(u.notices.Empty))
	turn := u.frameTurn()
	frame := m.Let("send_frame", later.AndNot(u.CNM.Valid).And(u.notices.Empty).And(turn.choice.Any))
	turn.use(frame)
	u.Pause.Ready.Drive(pause)
	u.CNM.Ready.Drive(own)
	u.notices.Pop.Drive(notice)

	short := m.Let("send_control", pause.Or(own).Or(notice))
	more := m.Let("more", valid.AndNot(final))
	valid.Set(short.Or(frame).Or(more))
	first.Set(short.Or(frame))
	m.If(start, func() { control.Set(short) })
	controlWord := m.RegNoReset("control_word_q", WordBits)
	m.If(short, func() {
		controlWord.Set(rtlgen.Mux(pause, u.Pause.Data, rtlgen.Mux(own, u.CNM.Data, u.notices.Rdata)))
	})
	m.If(valid, func() { left.Set(beats.Sub(1)) })
	m.If(first, func() { length.Set(bytes) })

	prio := m.RegNoReset("sending_prio_q", PrioBits)
	place := m.RegNoReset("sending_place_q", rtlgen.IndexBits(u.p.Places))
	beat := m.RegNoReset("sending_beat_q", rtlgen.IndexBits(u.p.FrameUnits*UnitBeats))
	heads := u.heads(frame, turn)
	head := m.Let("head", heads.At(turn.choice.Index))
	m.If(frame, func() {
		prio.Set(turn.choice.Index.Zext(PrioBits))
		place.Set(head)
		beat.Set(1)
	}).ElseIf(more, func() { beat.Set(beat.Add(1)) })
	from := m.Let("read_from", rtlgen.Mux(frame, rtlgen.Cat(u.place(turn.choice.Index.Zext(PrioBits), head), m.Zero(beat.Width())),
		rtlgen.Cat(u.place(prio.Value, place.Value), beat)))
	word.Set(u.buffer.ReadSync("sent", frame.Or(more), from))

	u.Tx.Valid.Drive(valid)
	u.Tx.Head.Drive(first)
	u.Tx.Tail.Drive(valid.And(final))
	u.Tx.Data.Drive(rtlgen.Mux(control, controlWord, word))
	done := m.Let("frame_done", valid.And(final).AndNot(control))
	u.Free.Valid.Drive(done)
	u.Free.Prio.Drive(prio)
	u.Dep.Valid.Drive(done)
	u.Dep.Prio.Drive(prio)
	u.Dep.Length.Drive(bytes)
	u.started.Set(short.Or(frame))
}

// frameTurn chooses among the priorities whose oldest place holds a complete frame.
func (u *leafOut) frameTurn() turn {
	m, p, n := u.m, u.p, u.p.Prios
	u.complete = m.RegArray("complete_q", n, p.Places, 0)
	u.oldest = m.RegArray("oldest_q", n, rtlgen.IndexBits(p.Places), 0)
	ready := m.Wire("prio_ready", n)
	for k := range m.Each("k", n) {
		ready.SetBit(k, u.complete.At(k).And(u.oldest.At(k).Decode(p.Places)).Any().AndNot(u.Stop.Bit(k)))
	}
	return newTurn(m.Module, "prio", ready.Value)
}

// heads moves on to the next place when a frame is sent, and notes which places hold
// a complete frame.
func (u *leafOut) heads(frame value, turn turn) rtlgen.RegArray {
	m, p := u.m, u.p
	whole := m.Let("whole", rtlgen.Mux(u.finished.valid, u.finished.place.Low(rtlgen.IndexBits(p.Places)).Decode(p.Places), 0))
	for k := range m.Each("k", p.Prios) {
		sent := frame.And(turn.choice.OneHot.Bit(k))
		comes := u.finished.prio.Low(k.Width()).Eq(k)
		m.If(sent, func() { u.oldest.At(k).Set(prim.Successor(u.oldest.At(k), p.Places)) })
		u.complete.At(k).Set(u.complete.At(k).Or(rtlgen.Mux(comes, whole, 0)).AndNot(rtlgen.Mux(sent, u.oldest.At(k).Decode(p.Places), 0)))
	}
	return u.oldest
}

// pacer is 1 if a frame may start. It counts the bytes of the wire, with preamble and
// gap, that are ahead of the present cycle, plus a beat: a frame may start with at
// most a beat, so an idle link is ready a beat early. The bytes of a frame are
// counted in the cycle after its start.
func (u *leafOut) pacer(first, bytes value) value {
	m := u.m
	w := LengthBits + 1
	owed := m.Reg("owed_q", w, 0)
	now := m.Let("owed", rtlgen.Mux(first, owed.Add(bytes.Zext(w)).Sub(BeatBytes-GapBytes), owed))
	passed := m.Let("passed", now.SubBorrow(BeatBytes))
	started := m.Wire("starts", 1)
	owed.Set(rtlgen.Mux(started, now, rtlgen.Mux(passed.High(1), 0, passed.Low(w))))
	u.started = started
	return m.Let("due", now.Le(BeatBytes))
}
