package spineleaf

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// heads is the frame at the head of each priority: the one in its oldest place.
type heads struct {
	oldest rtlgen.RegArray // the place
	there  rtlgen.Reg      // it is complete
	dead   rtlgen.Reg      // it was given up
	length rtlgen.RegArray // then its bytes
	turn   turn
	place  value // that of the priority whose turn it is
}

// send is the transmitter of the link to the server: PAUSE, then CNMs, then data, the
// priorities by turns. A frame starts in cycle t; its first beat is read in t, chosen
// among the banks in t+3, and on the link in t+4.
func (u *leafOut) send() {
	m, p := u.m, u.p
	valid := m.Reg("valid_q", 1, 0, "a beat of a frame is to be sent")
	first := m.Reg("first_q", 1, 0, "the beat is the first of its frame")
	control := m.Reg("control_q", 1, 0, "the frame is a PAUSE frame or a CNM")
	left := m.RegNoReset("left_q", qcn.LengthBits, "bytes of the frame from this beat on")
	length := m.RegNoReset("length_q", qcn.LengthBits)
	owed := m.Reg("owed_q", qcn.LengthBits+1, 0, "bytes of the wire ahead of this cycle, plus a beat")
	head := u.heads()

	final := m.Let("last_beat", atMost(left.Value, qcn.BeatBytes))
	due := m.Let("due", atMost(owed.Value, qcn.BeatBytes))
	start := m.Let("may_start", due.And(valid.Not().Or(final)))
	short := m.Let("control_waits", u.Pause.Valid.Or(u.CNM.Valid).Or(u.notices.Empty.Not()))
	frame := m.Let("send_frame", start.And(head.turn.choice.Any.AndNot(short)))
	begins := m.Let("begins", start.And(short.Or(head.turn.choice.Any)))
	head.turn.use(frame)
	later := m.Let("no_pause", start.AndNot(u.Pause.Valid))
	u.Pause.Ready.Drive(start.And(u.Pause.Valid))
	u.CNM.Ready.Drive(later.And(u.CNM.Valid))
	u.notices.Pop.Drive(later.AndNot(u.CNM.Valid).AndNot(u.notices.Empty))

	more := m.Let("more", valid.AndNot(final))
	valid.Set(begins.Or(more))
	first.Set(begins)
	controlWord := m.RegNoReset("control_word_q", qcn.WordBits, "beat of the PAUSE frame or CNM")
	bytes := m.Let("bytes", rtlgen.Mux(short, qcn.ControlBytes, rtlgen.OneHotMux(head.turn.choice.OneHot, head.length.Flat())))
	d := u.discard(head, begins, short, bytes)
	m.If(begins, func() {
		control.Set(short)
		controlWord.Set(rtlgen.Mux(u.Pause.Valid, u.Pause.Data, rtlgen.Mux(u.CNM.Valid, u.CNM.Data, u.notices.Rdata)))
		length.Set(bytes)
		left.Set(d.bytes)
	}).Else(func() { left.Set(left.Sub(qcn.BeatBytes)) })
	u.pace(owed, d.sends, bytes)

	prio, place := u.moveOn(head, frame)
	beat := m.RegNoReset("sending_beat_q", rtlgen.IndexBits(p.FrameUnits*qcn.UnitBeats),
		"number of the next beat to be read")
	m.If(frame, func() { beat.Set(1) }).ElseIf(more, func() { beat.Set(beat.Add(1)) })
	from := m.Let("read_place", rtlgen.Mux(frame, u.place(head.turn.choice.Index.Zext(qcn.PrioBits), head.place),
		u.place(prio, place)))
	word := u.read(frame.Or(more), from, m.Let("read_beat", rtlgen.Mux(frame, 0, beat)))

	late := delayed(m.Module, "tx_with_word", rtlgen.Cat(d.shown(valid.Value), d.shown(first.Value), d.shown(valid.And(final)),
		control, controlWord), 1+qcn.WordBits, 2)
	shown, begun := late.Bit(qcn.WordBits+3), late.Bit(qcn.WordBits+2)
	ends, ofControl := late.Bit(qcn.WordBits+1), late.Bit(qcn.WordBits)
	u.Tx.Valid.Drive(m.Next("tx_valid_q", shown, 0))
	u.Tx.Head.Drive(m.Next("tx_head_q", begun, 0))
	u.Tx.Tail.Drive(m.Next("tx_tail_q", ends, 0))
	u.Tx.Data.Drive(m.NextNoReset("tx_data_q", rtlgen.Mux(ofControl, late.Low(qcn.WordBits), word.Low(qcn.WordBits))))
	damaged := m.RegNoReset("damaged_q", 1, "a beat of the frame so far was lost")
	bad := m.Let("frame_bad", word.High(1).Or(damaged.AndNot(begun)).AndNot(ofControl))
	damaged.Set(bad)
	u.TxBad.Drive(m.Next("tx_frame_bad_q", bad.And(ends), 0))
	done := m.Let("frame_done", valid.And(final).AndNot(control))
	d.report(u, head, done, prio)
	u.Free.Valid.Drive(done)
	u.Free.Prio.Drive(prio)
	u.Dep.Valid.Drive(done.AndNot(d.missing))
	u.Dep.Prio.Drive(prio)
	u.Dep.Length.Drive(length)
}

// read reads a beat: it is there three cycles later. The address is a register, since it
// goes to all block RAMs.
func (u *leafOut) read(enable, place, number value) value {
	m := u.m
	enable = m.NextNoReset("read_q", enable, "a beat is read").Value
	place, number = m.NextNoReset("read_place_q", place).Value, m.NextNoReset("read_beat_q", number).Value
	words := make([]value, u.lanes())
	for lane := range words {
		cell := number
		if u.p.FrameUnits > 1 {
			cell = number.High(number.Width() - rtlgen.IndexBits(qcn.UnitBeats))
		}
		words[lane] = u.buffer[lane].read(enable, u.inBank(place, cell, number.Low(rtlgen.IndexBits(qcn.UnitBeats))))
	}
	if u.lanes() == 1 {
		return words[0]
	}
	odd := delayed(m.Module, "read_odd", number.Bit(rtlgen.IndexBits(qcn.UnitBeats)), 1, 2)
	return m.Let("word", rtlgen.Mux(odd, words[1], words[0]))
}

// delayed is v after a number of cycles; the lowest bits are data, without reset.
func delayed(m *rtlgen.Module, name string, v value, data, cycles int) value {
	d := rtlgen.Use(m, name, prim.LinkDelay(prim.LinkDelayParams{Width: v.Width(), Latency: cycles, Data: data}))
	d.D.Drive(v)
	return d.Q.Value
}

// heads are the frames that may be sent: in turns the priorities whose oldest place
// holds a complete frame.
func (u *leafOut) heads() heads {
	m, n := u.m, u.p.Prios
	h := heads{
		oldest: m.RegArray("oldest_q", n, rtlgen.IndexBits(u.p.Places), 0, "oldest place of each priority"),
		there:  m.Reg("there_q", n, 0, "the frame in the oldest place of a priority is ready"),
		dead:   m.RegNoReset("given_up_q", n, "the frame in the oldest place was given up"),
		length: m.RegArrayNoReset("head_length_q", n, qcn.LengthBits, "bytes of the frame in the oldest place"),
	}
	h.turn = newTurn(m.Module, "prio", m.Let("prio_ready", h.there.AndNot(u.Stop)))
	h.place = m.Let("head", rtlgen.OneHotMux(h.turn.choice.OneHot, h.oldest.Flat()))
	return h
}

// moveOn goes on to the next place of a priority when its frame starts, and returns
// which frame is sent. A frame that is complete later is seen when the receiver reports
// it; one that is complete already is found by a look into the memory: started in t,
// read in t+1, found in t+2. The memory need not tell of a frame that is just being
// written, since the receiver reports that in t+2 as well.
func (u *leafOut) moveOn(h heads, frame value) (prio, place value) {
	m, p, n := u.m, u.p, u.p.Prios
	prioQ := m.RegNoReset("sending_prio_q", qcn.PrioBits)
	placeQ := m.RegNoReset("sending_place_q", rtlgen.IndexBits(p.Places), "place of the frame that is sent")
	starts := m.Let("starts_prio", rtlgen.Mux(frame, h.turn.choice.OneHot, 0))
	m.If(frame, func() {
		prioQ.Set(h.turn.choice.Index.Zext(qcn.PrioBits))
		placeQ.Set(h.place)
	})
	started := m.Next("started_q", starts, 0)
	looked := m.Next("looked_q", started, 0)
	found := u.whole.ReadSync("found", started.Any(),
		u.place(prioQ.Value, m.Let("look_at", rtlgen.OneHotMux(started, h.oldest.Flat()))))
	lap := m.Reg("lap_q", n, m.Ones(n), "lap of the frame that belongs into the oldest place")
	reported, seen := m.Wire("reported", n), m.Wire("seen", n)
	for k := range m.Each("k", n) {
		reported.SetBit(k, u.complete.And(u.cell.Prio.Low(k.Width()).Eq(k)).
			And(u.cell.Place.Low(placeQ.Width()).Eq(h.oldest.At(k))))
		seen.SetBit(k, looked.Bit(k).And(found.High(1).Eq(lap.Bit(k))))
		m.If(reported.Bit(k), func() { h.length.At(k).Set(u.cell.Length) }).
			ElseIf(seen.Bit(k), func() { h.length.At(k).Set(found.Low(qcn.LengthBits)) })
		m.If(starts.Bit(k), func() {
			h.oldest.At(k).Set(prim.Successor(h.oldest.At(k), p.Places))
			lap.SetBit(k, lap.Bit(k).Xor(h.oldest.At(k).Eq(p.Places-1)))
		})
	}
	gone := u.giveUp(h, lap)
	h.there.Set(h.there.Or(reported).Or(seen).Or(gone).AndNot(starts))
	h.dead.Set(rtlgen.Mux(u.Ready, h.dead.Or(gone).AndNot(starts), 0))
	return prioQ.Value, placeQ.Value
}

// pace keeps the pacer. It counts the bytes of the wire, with preamble and gap, that
// are ahead of the present cycle, plus a beat: a frame may start with at most a beat,
// so an idle link is ready a beat early.
func (u *leafOut) pace(owed rtlgen.Reg, begins, bytes value) {
	w := owed.Width()
	passed := u.m.Let("passed", owed.SubBorrow(qcn.BeatBytes))
	charged := u.m.Let("charged", owed.Add(bytes.Zext(w)).Sub(qcn.BeatBytes-qcn.GapBytes))
	owed.Set(rtlgen.Mux(begins, charged, rtlgen.Mux(passed.High(1), 0, passed.Low(w))))
}
