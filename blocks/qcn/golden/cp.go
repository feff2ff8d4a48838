package golden

import "math/bits"

// CPParams are the parameters of a congestion point.
type CPParams struct {
	QEq, Buffer, WShift, Sample, Table, Quantizer, SendQ0, QOffsetSign int
}

// Top is the largest -Fb.
func (p CPParams) Top() int { return p.QEq * (2*(1<<p.WShift) + 1) }

// Feedback quantizes a clamped -Fb.
func (p CPParams) Feedback(excess int) int {
	if p.Quantizer == 1 {
		return excess >> (bits.Len(uint(p.Top())) - 6)
	}
	k := 63 << 24 / p.Top()
	if k*p.Top() < 63<<24 {
		k++
	}
	return excess * k >> 24
}

// Interval is the sampling interval in bytes for a feedback and 8 random bits.
func (p CPParams) Interval(feedback, u int) int {
	base := p.Sample
	if p.Table == 1 {
		base = []int{150000, 75000, 50000, 37500, 30000, 25000, 21500, 18500}[feedback/8] * p.Sample / 150000
	}
	return base * (218 + 77*u/256) / 256
}

// CPIn are the inputs of a congestion point.
type CPIn struct {
	Enable, Cap     bool
	Seed, Number    int
	ArrivalValid    bool
	ArrivalLength   int
	DepartureValid  bool
	DepartureLength int
}

// CPOut are its outputs.
type CPOut struct {
	Qlen            int
	Sampled         bool
	TriggerValid    bool
	TriggerFeedback int    `valid:"TriggerValid"`
	TriggerQOffset  uint16 `valid:"TriggerValid"`
	TriggerQDelta   uint16 `valid:"TriggerValid"`
	Capped          bool
}

// CPSample is what a congestion point finds at a sampled frame.
type CPSample struct {
	Level, Old int // bytes
	Excess     int // -Fb before it is clamped
	Feedback   int
	Frames     int // received since the last trigger, with this one
	Age        int // cycles since then
	random     int
}

// cpEvaluation are the cycles after a sampled frame in which none is sampled.
const cpEvaluation = 16

// CP is the congestion point of one queue.
type CP struct {
	p      CPParams
	qlen   int
	old    int
	left   int    // bytes to the next sample
	frames int    // received since the last trigger
	after  int    // received since the last sample
	x      uint32 // random numbers
	last   CPSample
}

// NewCP makes the congestion point after reset.
func NewCP(p CPParams) *CP {
	return &CP{p: p, left: p.Sample, frames: 100, last: CPSample{Age: cpEvaluation + 1}}
}

// Last is the last sample.
func (m *CP) Last() CPSample { return m.last }

// Left is the number of bytes to the next sample.
func (m *CP) Left() int { return m.left }

// Frames is the number of received frames since the last trigger.
func (m *CP) Frames() int { return m.frames }

// Step is one clock cycle.
func (m *CP) Step(in CPIn) CPOut {
	out := CPOut{Qlen: m.qlen, Sampled: m.last.Age == 1}
	level := m.qlen
	if in.ArrivalValid {
		level += in.ArrivalLength
		m.frames++
		m.after++
		if in.Enable {
			m.left -= in.ArrivalLength
		}
	}
	m.qlen = level
	if in.DepartureValid {
		m.qlen -= in.DepartureLength
	}
	m.evaluate(in.Cap, &out)
	m.last.Age++
	if in.ArrivalValid && in.Enable && m.left < 0 && m.last.Age > cpEvaluation+1 {
		m.sample(level)
	}
	m.random(in)
	return out
}

// sample measures the queue.
func (m *CP) sample(level int) {
	w := 1 << m.p.WShift
	s := CPSample{Level: level, Old: m.old, Excess: level - m.p.QEq + w*(level-m.old), Frames: m.frames, Age: 1}
	s.Feedback = m.p.Feedback(min(max(s.Excess, 0), m.p.Top()))
	m.last = s
	m.old = level
	m.left = 0
	m.after = 0
}

// evaluate does what is due in each cycle after a sample.
func (m *CP) evaluate(capped bool, out *CPOut) {
	s := &m.last
	switch s.Age {
	case 5:
		s.random = int(m.x & 255)
	case 7:
		if s.Feedback == 0 && (m.p.SendQ0 == 0 || s.Excess <= 0) {
			return
		}
		if capped && s.Frames < 100 {
			out.Capped = true
			return
		}
		m.frames = m.after
		out.TriggerValid = true
		out.TriggerFeedback = s.Feedback
		offset := m.p.QEq - s.Level
		if m.p.QOffsetSign == 1 {
			offset = -offset
		}
		out.TriggerQOffset = told(offset)
		out.TriggerQDelta = told(s.Level - s.Old)
	case cpEvaluation:
		m.left += m.p.Interval(s.Feedback, s.random)
	}
}

// random makes the next random number.
func (m *CP) random(in CPIn) {
	if m.x == 0 {
		m.x = 1<<31 | uint32(in.Seed)<<15 | uint32(in.Number)
		return
	}
	parity := m.x>>31 ^ m.x>>21 ^ m.x>>1 ^ m.x
	m.x = m.x<<1 | parity&1
}

// told is a number of bytes in units of 64, as a notification can tell it.
func told(bytes int) uint16 { return uint16(int16(max(-1<<15, min(1<<15-1, bytes>>6)))) }
