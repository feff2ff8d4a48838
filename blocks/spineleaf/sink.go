package spineleaf

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// Addresses of a sink's counters: the two highest bits say of which kind.
const (
	pageTotals = iota
	pageRows
	pageWindows // {window, row}
	pageFlows   // of the server
)

// Totals of a sink.
const (
	totalFrames = iota
	totalLatency
	totalLatencyMax
	totalOrder
	totalWrong
	totalStray
	totalWindows
	totals
)

// Sink receives what the link brings. It checks every beat of the data frames and
// their order, and counts: the bytes on the wire from each source and priority, the
// CNMs about each destination, the STOPs. At the end of each window of time the
// counters are copied, one per cycle.
func Sink(p ServerParams) *rtlgen.Typed[SinkPorts] {
	m, io := rtlgen.New[SinkPorts](p)
	if m.Refused() {
		return m
	}
	s := &sink{SinkPorts: io, m: m.Module, p: p}
	s.valid, s.first = m.Next("rx_valid_q", io.Rx.Valid, 0), m.Next("rx_head_q", io.Rx.Head, 0)
	s.tail, s.data = m.NextNoReset("rx_tail_q", io.Rx.Tail), m.NextNoReset("rx_data_q", io.Rx.Data)
	s.frame()
	s.finish()
	s.enter()
	s.copyRows()
	s.read()
	return m
}

type sink struct {
	*SinkPorts
	m *rtlgen.Module
	p ServerParams

	valid, first, tail, data rtlgen.Reg // link pins, one register later

	head       qcn.DataHead
	begins     value // the first beat of a data frame
	src, prio  value // of the frame, from the cycle after its first beat on
	seq, bytes value
	made       value       // cycle in which it was made, in that of a beat
	ends       value       // its last beat
	wrong      value       // a beat is not what it should be, but for its data
	differs    rtlgen.Wire // bytes of a later beat that are not what they should be
	stray      value       // the frame is for another server
	control    value       // a CNM or PAUSE frame

	event, isData rtlgen.Reg // something is entered; it is a frame
	row, amount   rtlgen.Reg
	eventSeq      rtlgen.Reg
	rows, windows rtlgen.Memory
	totals        [totals]value
	mistake       value // a wrong beat or a stray
}

func (s *sink) sb() int { return rtlgen.IndexBits(s.p.Servers) }
func (s *sink) rb() int { return rtlgen.IndexBits(s.p.sinkRows()) }

// frame follows the beats of a data frame, which come without gaps.
func (s *sink) frame() {
	m := s.m
	s.head = qcn.DataHeadOf(s.data)
	h := s.head
	data := m.Let("is_data", h.Kind.Eq(qcn.KindData))
	starts := m.Let("starts", s.valid.And(s.first))
	s.begins = m.Let("begins", starts.And(data))
	s.control = m.Let("control", starts.AndNot(data))
	left := m.Reg("beats_left", qcn.BeatNumberBits+1, 0, "beats of the frame still to come")
	beat := m.RegNoReset("beat", qcn.BeatNumberBits, "number of the next beat in its frame")
	inside := m.Let("in_frame", left.Ne(0))
	number := qcn.Beats(m, h.Length)
	remaining := m.Let("remaining", rtlgen.Mux(s.begins, number, left))
	last := m.Let("last", remaining.Eq(1))
	continues := m.Let("continues", s.valid.AndNot(s.first).And(inside))
	s.ends = m.Let("ends", s.begins.Or(continues).And(last))
	m.If(s.begins.Or(continues), func() {
		left.Set(remaining.Sub(1))
		beat.Set(rtlgen.Mux(s.begins, 1, beat.Add(1)))
	}).Else(func() { left.Set(0) })

	keep := func(name, doc string, v value) value {
		held := m.RegNoReset(name, v.Width(), doc)
		m.If(s.begins, func() { held.Set(v) })
		return held.Value
	}
	s.src, s.prio = keep("src", "source of the frame", h.Src), keep("prio", "priority of the frame", h.Prio)
	s.seq = keep("seq", "number of the frame", h.Seq)
	made := keep("made", "cycle in which the frame was made", h.Stamp)
	s.made = m.Let("this_made", rtlgen.Mux(s.begins, h.Stamp, made))
	s.bytes = keep("bytes", "bytes of the frame on the wire", s.p.Wire(h.Length))
	s.stray = keep("stray", "the frame is for another server", h.Dst.Ne(s.Node))

	check := qcn.CheckWord(m, beat, s.prio, s.src, keep("dst", "destination of the frame", h.Dst), s.seq)
	unknown := prim.Above(m, h.Prio, s.p.Prios-1).Or(prim.Above(m, h.Src, s.p.Servers-1))
	gap := rtlgen.Mux(s.valid, s.first.Eq(inside), inside)
	wrongHead := s.begins.And(h.Tag.Any().Or(unknown))
	wrongTail := s.begins.Or(continues).And(s.tail.Ne(last)).Or(s.control.AndNot(s.tail))
	s.wrong = m.Let("wrong", gap.Or(wrongHead).Or(wrongTail))
	s.differs = m.Wire("differs", qcn.WordBits/8)
	expected := m.Let("expected_data", rtlgen.Cat(check, check.Not()))
	for k := range m.Each("k", qcn.WordBits/8) {
		s.differs.SetBit(k, continues.And(s.data.Lane(k, 8).Ne(expected.Lane(k, 8))))
	}
}

// finish decides in the cycle after a beat what is entered in the counters in the one
// after that.
func (s *sink) finish() {
	m, p, rb := s.m, s.p, s.rb()
	// The bytes are compared in one cycle, and what was found is collected in the next.
	wrong := m.Let("wrong_beat", m.Next("wrong_q", s.wrong, 0).Or(m.Next("differs_q", s.differs, 0).Any()))
	beat, first := m.NextNoReset("beat_q", s.valid), m.NextNoReset("first_q", s.first)
	bad := m.Reg("bad", 1, 0, "a beat of the frame so far was wrong")
	m.If(beat, func() { bad.Set(wrong.Or(bad.AndNot(first))) })
	sound := m.Let("sound", m.Next("ends_q", s.ends, 0).AndNot(wrong).AndNot(bad.AndNot(first)))
	good := m.Let("good", sound.AndNot(s.stray))
	cnm, pause := qcn.CNMOf(s.data), qcn.PauseOf(s.data)
	isCNM := m.Let("is_cnm", s.control.And(s.head.Kind.Eq(qcn.KindCNM)).AndNot(prim.Above(m, cnm.FlowDst, p.Servers-1)))
	isStop := m.Let("is_stop", s.control.And(s.head.Kind.Eq(qcn.KindPause)).And(pause.Enable.And(pause.Stop).Any()))
	notice, stop := m.Next("cnm_q", isCNM, 0), m.Next("stop_q", isStop, 0)
	s.event = m.Next("event_valid", good.Or(notice).Or(stop), 0, "something is entered in a row")
	s.isData = m.Next("event_data", good, 0)
	dataRow := rtlgen.Cat(s.prio.Low(rtlgen.IndexBits(p.Prios)), s.src.Low(s.sb())).Zext(rb)
	about := m.NextNoReset("cnm_dst_q", cnm.FlowDst.Low(s.sb()), "destination that the CNM is about")
	cnmRow := m.Const(rb, p.Prios*p.sourceRows()).Add(about.Zext(rb))
	s.row = m.NextNoReset("event_row", rtlgen.Mux(good, dataRow, rtlgen.Mux(notice, cnmRow, p.sinkRows()-1)),
		"row that is entered")
	s.amount = m.NextNoReset("event_amount", rtlgen.Mux(good, s.bytes, 1),
		"what the row grows by: bytes on the wire, or 1")
	s.eventSeq = m.NextNoReset("event_seq", s.seq)

	latency := m.NextNoReset("event_latency", m.NextNoReset("latency", s.Now.Sub(s.made),
		"cycles from the making of the frame to its beat"))
	s.tally("frames", totalFrames, s.isData.Value, m.Const(1, 1))
	s.tally("latency_sum", totalLatency, s.isData.Value, latency)
	s.totals[totalLatencyMax] = prim.Maximum(m, "latency_max", nil, s.isData, latency).Zext(counterBits)
	strays := m.Next("stray_q", sound.And(s.stray), 0, "a sound frame for another server has ended")
	s.tally("wrong_beats", totalWrong, wrong, m.Const(1, 1))
	s.tally("strays", totalStray, strays.Value, m.Const(1, 1))
	s.mistake = m.Let("mistake", wrong.Or(strays))
}

// tally is a counter that adds by where pulse is 1.
func (s *sink) tally(name string, at int, pulse, by rtlgen.Signal) {
	s.totals[at] = prim.Accumulator(s.m, name, counterBits, nil, pulse, by)
}

// enter adds to the row of an event, and checks that a frame is the next one of its
// source and priority. After an error the order goes on from the frame's number. After
// reset the rows are set to 0, one per cycle.
func (s *sink) enter() {
	m, p, rb := s.m, s.p, s.rb()
	walk := m.Reg("walk", rb, 0, "row that is set to 0 after reset")
	walking := m.Reg("walking", 1, 1, "rows are being set to 0 after reset")
	m.If(walking, func() {
		walk.Set(walk.Add(1))
		m.If(walk.Eq(p.sinkRows()-1), func() { walking.Set(0) })
	})
	s.rows = m.Memory("rows", p.sinkRows(), counterBits+qcn.SeqBits, rtlgen.ReadOld,
		"count, and number of the next frame expected, by row").Style(rtlgen.Distributed)
	row := m.Let("row", s.rows.Read("entered", s.row))
	count, expected := row.High(counterBits), row.Low(qcn.SeqBits)
	sum := count.Add(s.amount.Zext(counterBits))
	s.rows.Write(walking.Or(s.event), rtlgen.Mux(walking, walk, s.row),
		rtlgen.Mux(walking, 0, rtlgen.Cat(sum, s.eventSeq.Add(1))))
	disorder := m.Let("disorder", s.isData.And(expected.Ne(s.eventSeq)))
	s.tally("order_errors", totalOrder, disorder, m.Const(1, 1))
	sticky := m.Reg("error_q", 1, 0)
	m.If(disorder.Or(s.mistake), func() { sticky.Set(1) })
	s.Error.Drive(sticky)
	m.Assume("rows_are_ready", s.event.And(walking).Not(), "nothing arrives in the first cycles after reset, one per row")
}

// copyRows keeps the rows as they are at the end of each window of time.
func (s *sink) copyRows() {
	m, p, rb := s.m, s.p, s.rb()
	age := m.Reg("window_age", qcn.StampBits, 1, "cycles of the window so far, this one included")
	window := m.Reg("window_q", rtlgen.CountBits(p.Windows), 0, "windows that are complete")
	copying, at := m.Reg("copying", 1, 0, "rows are being copied"), m.RegNoReset("copied", rb, "row that is copied")
	ends := m.Let("window_ends", m.NextNoReset("has_windows_q", s.Window.Any(),
		"there are windows of time").And(age.Eq(s.Window)))
	age.Set(rtlgen.Mux(ends, 1, age.Add(1)))
	room := m.Let("window_left", window.Lt(p.Windows))
	m.If(ends.And(room), func() {
		copying.Set(1)
		at.Set(0)
	}).ElseIf(copying, func() {
		at.Set(at.Add(1))
		m.If(at.Eq(p.sinkRows()-1), func() {
			copying.Set(0)
			window.Set(window.Add(1))
		})
	})
	s.windows = m.Memory("windows", p.Windows<<rb, counterBits, rtlgen.ReadUndefined,
		"counts at the end of each window, by {window, row}")
	copied := m.Let("row_copied", s.rows.Read("copied_row", at))
	m.Unused("row_copied", copied.Low(qcn.SeqBits))
	s.windows.Write(copying, s.inWindow(window.Value, at.Value), copied.High(counterBits))
	s.totals[totalWindows] = window.Zext(counterBits)
	m.Assume("window_long_enough", s.Window.Eq(0).Or(s.Window.Gt(p.sinkRows())), "a window is longer than its copying")
}

// inWindow is the address of a row in a window.
func (s *sink) inWindow(window, row value) value {
	wb := rtlgen.IndexBits(s.p.Windows)
	address := rtlgen.Cat(window.Zext(max(wb, window.Width())).Low(wb), row)
	return address.Low(rtlgen.IndexBits(s.p.Windows << s.rb()))
}

// read answers two cycles after the address; 0 where there is no counter.
func (s *sink) read() {
	m, rb := s.m, s.rb()
	page, index := s.Read.Address.High(2), s.Read.Address.Low(addressBits-2)
	wb := rtlgen.IndexBits(s.p.Windows << rb)
	if wb < index.Width() {
		m.Unused("read_address", index.High(index.Width()-wb))
	}
	of := m.Let("row_read", s.rows.Read("read_row", index.Low(rb)))
	m.Unused("row_read", of.Low(qcn.SeqBits))
	row := m.NextNoReset("row_shown", of.High(counterBits), "count of the row that is read")
	past := s.windows.ReadSync("window_shown", page.Eq(pageWindows), index.Low(wb))
	total := m.RegNoReset("total_shown", counterBits, "total that is read")
	m.Switch(index.Low(3), func(c rtlgen.Cases) {
		for at, count := range s.totals {
			c.Case(func() { total.Set(count) }, at)
		}
		c.Default(func() { total.Set(0) })
	})
	pageQ := m.NextNoReset("page_shown", page, "kind of the counter that is read")
	shown := m.RegNoReset("shown", counterBits, "counter that is read")
	m.Switch(pageQ, func(c rtlgen.Cases) {
		c.Case(func() { shown.Set(total) }, pageTotals)
		c.Case(func() { shown.Set(row) }, pageRows)
		c.Case(func() { shown.Set(past) }, pageWindows)
		c.Default(func() { shown.Set(0) })
	})
	s.Read.Data.Drive(shown.Zext(readBits))
}
