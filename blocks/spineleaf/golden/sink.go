package golden

import (
	"math/bits"

	qcn "culprit.example/culprit/blocks/qcn/golden"
)

// SinkIn are the inputs of the sink.
type SinkIn struct {
	Node        int
	Now, Window uint32
	Rx          qcn.Beat `port:"rx_,prefix"`
	ReadAddress int
}

// SinkOut are its outputs.
type SinkOut struct {
	ReadData      uint64 `valid:"ReadDataKnown"`
	ReadDataKnown bool   `port:"-"`
	Error         bool
}

// Counters of a sink that stand alone, in the order of their addresses.
const (
	SinkFrames = iota
	SinkLatency
	SinkLatencyMax
	SinkOrder
	SinkWrong
	SinkStray
	SinkWindows
	sinkTotals
)

// Pages of the addresses.
const (
	PageTotals = iota
	PageRows
	PageWindows
	PageFlows
	pageShift = 14
)

// Sink receives and counts.
type Sink struct {
	p       ServerParams
	cycle   int
	rx      qcn.Beat     // of the cycle before
	frame   qcn.Frame    // that is received
	left    int          // its beats that are still to come
	bad     bool         // one of them was wrong
	events  [2]sinkEvent // of the two cycles before
	rows    []uint64
	expects []int
	zeroed  int // rows that are set up
	totals  [sinkTotals]uint64
	windows map[int]uint64 // by address
	age     uint32
	copying int // row that is copied next, -1: none
	err     bool
	shown   [2]SinkOut // answers of the next cycles

	Last SinkEvents
}

// SinkEvents is what happened in a step, for cover points.
type SinkEvents struct {
	Entered, Disorder, Wrong, Stray, CNM, Stop, NewMax, Copied, Full bool
	Single, Gap, CutShort, BadTail, BadData                          bool
}

// sinkEvent is what came in a cycle.
type sinkEvent struct {
	valid, data, wrong, stray bool
	row, seq                  int
	amount, latency           uint64
}

const mask40 = 1<<40 - 1

// NewSink makes a sink.
func NewSink(p ServerParams) *Sink {
	n := p.Prios*p.sourceRows() + p.sourceRows() + 1
	return &Sink{p: p, rows: make([]uint64, n), expects: make([]int, n), windows: map[int]uint64{}, age: 1, copying: -1}
}

// sourceRows is the number of servers, rounded up to a power of two.
func (p ServerParams) sourceRows() int { return 1 << bits.Len(uint(p.Servers-1)) }

// Rows is the number of rows.
func (m *Sink) Rows() int { return len(m.rows) }

// rowBits is the width of a row's number.
func (m *Sink) rowBits() int { return bits.Len(uint(len(m.rows) - 1)) }

// Step is one clock cycle.
func (m *Sink) Step(in SinkIn) SinkOut {
	m.Last = SinkEvents{}
	out := m.shown[1]
	out.Error = m.err
	m.shown[1], m.shown[0] = m.shown[0], m.answer(in.ReadAddress)
	next := m.receive(in)
	m.copyRows(in)
	m.enter()
	m.events = [2]sinkEvent{next, m.events[0]}
	m.rx = in.Rx
	m.cycle++
	return out
}

// receive follows the frame; the result is what is entered in the second cycle after this.
func (m *Sink) receive(in SinkIn) sinkEvent {
	var e sinkEvent
	rx := m.rx
	word := qcn.WordOf(rx.Data)
	control := rx.Valid && rx.Head && qcn.FrameOf(word).Kind != qcn.KindData
	begins := rx.Valid && rx.Head && !control
	inside := m.left > 0
	if begins {
		m.frame = qcn.FrameOf(word)
		m.left = qcn.Beats(m.frame.Length)
	}
	f := m.frame
	beat := begins || rx.Valid && !rx.Head && inside
	m.Last.Gap = !rx.Valid && inside
	m.Last.CutShort = rx.Valid && rx.Head && inside
	e.wrong = m.Last.Gap || m.Last.CutShort || rx.Valid && !rx.Head && !inside || control && !rx.Tail
	if beat {
		m.beat(begins, in.Node, &e)
	} else {
		m.left = 0
	}
	if rx.Valid {
		m.bad = e.wrong || m.bad && !rx.Head
	}
	if e.valid {
		e.data, e.seq = true, f.Seq
		e.row, e.amount, e.latency = f.Prio*m.p.sourceRows()+f.Src, uint64(m.p.Wire(f.Length)), uint64(in.Now-f.Stamp)
	}
	if control {
		m.control(qcn.FrameOf(word), &e)
	}
	return e
}

// beat is a beat of a data frame: its first one, or one inside.
func (m *Sink) beat(begins bool, node int, e *sinkEvent) {
	f, word := m.frame, qcn.WordOf(m.rx.Data)
	last := m.left == 1
	m.Last.BadTail = m.rx.Tail != last
	if begins {
		m.Last.BadData = f.Tag != 0 || f.Prio >= m.p.Prios || f.Src >= m.p.Servers
	} else {
		m.Last.BadData = word != qcn.CheckBeat(qcn.Beats(f.Length)-m.left, f)
	}
	e.wrong = e.wrong || m.Last.BadTail || m.Last.BadData
	if last {
		sound, stray := !e.wrong && (begins || !m.bad), f.Dst != node
		e.stray, e.valid = sound && stray, sound && !stray
		m.Last.Single = e.valid && begins
	}
	m.left--
}

// control is a CNM or PAUSE frame.
func (m *Sink) control(f qcn.Frame, e *sinkEvent) {
	servers := m.p.sourceRows()
	switch {
	case f.Kind == qcn.KindCNM && f.FlowDst < m.p.Servers:
		e.valid, e.row, e.amount = true, (m.p.Prios*servers)+f.FlowDst, 1
		m.Last.CNM = true
	case f.Kind == qcn.KindPause && f.Enable&f.Stop != 0:
		e.valid, e.row, e.amount = true, len(m.rows)-1, 1
		m.Last.Stop = true
	}
}

// enter adds what came two cycles before, and mistakes of the one before; it sets up
// the rows after reset.
func (m *Sink) enter() {
	e := m.events[1]
	m.err = m.err || m.events[0].wrong || e.stray
	if m.zeroed < len(m.rows) {
		m.zeroed++
	} else if e.valid {
		m.rows[e.row] = (m.rows[e.row] + e.amount) & mask40
		m.Last.Entered = true
	}
	if e.data {
		if m.expects[e.row] != e.seq {
			m.totals[SinkOrder]++
			m.err, m.Last.Disorder = true, true
		}
		m.expects[e.row] = (e.seq + 1) & 0xffff
		m.totals[SinkFrames]++
		m.totals[SinkLatency] = (m.totals[SinkLatency] + e.latency) & mask40
		m.Last.NewMax = e.latency > m.totals[SinkLatencyMax]
		m.totals[SinkLatencyMax] = max(m.totals[SinkLatencyMax], e.latency)
	}
	if m.events[0].wrong {
		m.totals[SinkWrong]++
		m.Last.Wrong = true
	}
	if e.stray {
		m.totals[SinkStray]++
		m.Last.Stray = true
	}
}

// copyRows copies the rows at the end of a window of time.
func (m *Sink) copyRows(in SinkIn) {
	ends := in.Window != 0 && m.age == in.Window
	m.age++
	if ends {
		m.age = 1
	}
	room := int(m.totals[SinkWindows]) < m.p.Windows
	if m.copying >= 0 {
		m.windows[m.place(m.copying)] = m.rows[m.copying]
	}
	switch {
	case ends && room:
		m.copying = 0
	case m.copying == len(m.rows)-1:
		m.copying = -1
		m.totals[SinkWindows]++
		m.Last.Copied = true
	case m.copying >= 0:
		m.copying++
	}
	m.Last.Full = ends && !room
}

// place is the address of a row in the present window.
func (m *Sink) place(row int) int { return int(m.totals[SinkWindows])<<m.rowBits() | row }

// answer is the counter at an address.
func (m *Sink) answer(address int) SinkOut {
	at := address & (1<<pageShift - 1)
	switch address >> pageShift {
	case PageTotals:
		if at %= 8; at < sinkTotals {
			return SinkOut{ReadData: m.totals[at], ReadDataKnown: true}
		}
		return SinkOut{ReadDataKnown: true}
	case PageRows:
		at &= 1<<m.rowBits() - 1
		if at < m.zeroed {
			return SinkOut{ReadData: m.rows[at], ReadDataKnown: true}
		}
	case PageWindows:
		at &= 1<<(m.rowBits()+bits.Len(uint(m.p.Windows-1))) - 1
		if m.copying >= 0 && at == m.place(m.copying) {
			return SinkOut{} // it is written in this cycle
		}
		count, known := m.windows[at]
		return SinkOut{ReadData: count, ReadDataKnown: known}
	case PageFlows:
		return SinkOut{ReadDataKnown: true}
	}
	return SinkOut{}
}
