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
	from := m.Let("read_place", rtlgen.Mux(frame, u.place(turn.choice.Index.Zext(PrioBits), head), u.place(prio.Value, place.Value)))
	number := m.Let("read_beat", rtlgen.Mux(frame, 0, beat))
	words := make([]value, u.lanes())
	for lane := range words {
		cell := number.High(beat.Width() - rtlgen.IndexBits(UnitBeats))
		if u.p.FrameUnits == 1 {
			cell = number
		}
		words[lane] = u.buffer[lane].ReadSync(name("sent_%d", lane), frame.Or(more), u.inBank(from, cell, number.Low(rtlgen.IndexBits(UnitBeats))))
	}
	if u.lanes() == 1 {
		word.Set(words[0])
	} else {
		odd := m.NextNoReset("read_odd_q", number.Bit(rtlgen.IndexBits(UnitBeats)))
		word.Set(rtlgen.Mux(odd, words[1], words[0]))
	}

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
	u.oldest = m.RegArray("oldest_q", n, rtlgen.IndexBits(p.Places), 0)
	ready := m.Wire("prio_ready", n)
	for k := range m.Each("k", n) {
		whole := u.done[0].At(k).Value
		if u.lanes() == 2 {
			whole = whole.And(u.done[1].At(k))
		}
		ready.SetBit(k, whole.And(u.oldest.At(k).Decode(p.Places)).Any().AndNot(u.Stop.Bit(k)))
	}
	return newTurn(m.Module, "prio", ready.Value)
}

// heads moves on to the next place when a frame is sent, and notes which places hold
// a complete frame.
func (u *leafOut) heads(frame value, turn turn) rtlgen.RegArray {
	m, p := u.m, u.p
	places := make([]value, u.lanes())
	for lane, d := range u.sets {
		places[lane] = m.Let(name("done_place_%d", lane), rtlgen.Mux(d.valid, d.place.Low(rtlgen.IndexBits(p.Places)).Decode(p.Places), 0))
	}
	for k := range m.Each("k", p.Prios) {
		sent := frame.And(turn.choice.OneHot.Bit(k))
		m.If(sent, func() { u.oldest.At(k).Set(prim.Successor(u.oldest.At(k), p.Places)) })
		gone := rtlgen.Mux(sent, u.oldest.At(k).Decode(p.Places), 0)
		for lane, d := range u.sets {
			set := rtlgen.Mux(d.prio.Low(k.Width()).Eq(k), places[lane], 0)
			if lane == 1 { // a frame of one cell has none in the other bank
				set = set.Or(rtlgen.Mux(u.single.And(u.sets[0].prio.Low(k.Width()).Eq(k)), places[0], 0))
			}
			u.done[lane].At(k).Set(u.done[lane].At(k).Or(set).AndNot(gone))
		}
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
