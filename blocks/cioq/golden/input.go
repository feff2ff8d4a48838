package golden

import (
	"math/big"

	packet "culprit.example/culprit/blocks/packet/golden"
)

// InputIn holds the inputs of cioq_input.
type InputIn struct {
	RxValid, RxHead, RxTail bool
	RxBad                   bool `port:",optional"`
	RxData                  *big.Int
	Start                   []bool // by lane
}

// InputOut holds the outputs of cioq_input.
type InputOut struct {
	RxCredit  bool
	First     uint64     // one-hot
	Second    uint64     `port:",optional"`
	Free      []bool     `port:",optional"`
	LaneValid []bool     // by lane
	LaneEnds  []bool     `port:",optional"`
	LaneBad   []bool     `port:",optional" valid:"LaneValid"`
	LaneData  []*big.Int `valid:"LaneValid"`
	StatHeld  int
	Error     []bool // by cause
}

// NewInputIn makes inputs with slices of the right lengths.
func NewInputIn() InputIn { return InputIn{Start: make([]bool, 2)} }

// NewInputOut makes outputs with slices of the right lengths.
func NewInputOut() InputOut {
	return InputOut{Free: make([]bool, 2), LaneValid: make([]bool, 2), LaneEnds: make([]bool, 2),
		LaneBad: make([]bool, 2), LaneData: make([]*big.Int, 2), Error: make([]bool, NoCredit)}
}

// reader is a lane of an input: a segment that leaves, and the beat that is in the lane
// in the present cycle, -1 before the first one.
type reader struct {
	leaving *segment
	beat    int
}

// Input is the model of cioq_input.
type Input struct {
	p        Params
	guard    *guard
	beat     Beat    // beat mode: the pins of the cycle before
	taken    verdict // on it
	errors   [NoCredit]bool
	dropped  int      // segments with a credit that were dropped in the cycle before
	arriving *segment // its beats are coming in
	waiting  []*segment
	lane     [2]reader
	held     int // segments
	owed     int // credits
	credits  packet.Delay[bool]
}

// NewInput makes an empty input queue.
func NewInput(p Params) *Input {
	return &Input{p: p, guard: newGuard(p), credits: packet.NewDelay[bool](p.CreditLatency)}
}

// Waiting is the number of segments that have not started.
func (m *Input) Waiting() int { return len(m.waiting) }

// OnlyHead reports whether the segment that was cut in the cycle before was nothing but a head.
func (m *Input) OnlyHead() bool { return m.errors[Cut] && m.dropped > 0 && m.guard.only }

// Owed is the number of credits that are to go back.
func (m *Input) Owed() int { return m.owed }

// Out are the outputs, which depend on registers only.
func (m *Input) Out() InputOut {
	out := NewInputOut()
	out.RxCredit = m.credits.End(false)
	if len(m.waiting) > 0 {
		out.First = 1 << m.waiting[0].turn
	}
	if len(m.waiting) > 1 {
		out.Second = 1 << m.waiting[1].turn
	}
	for l, r := range m.lane {
		out.Free[l] = r.leaving == nil || r.leaving.isLast(r.beat)
		if r.leaving != nil && r.beat >= 0 {
			out.LaneValid[l], out.LaneData[l] = true, r.leaving.beats[r.beat]
			out.LaneEnds[l], out.LaneBad[l] = r.leaving.isLast(r.beat+1), r.leaving.badAt(r.beat)
		}
	}
	out.StatHeld = m.held
	copy(out.Error, m.errors[:])
	return out
}

// Step is one clock cycle.
func (m *Input) Step(in InputIn) InputOut {
	out := m.Out()
	m.Edge(Beat{in.RxValid, in.RxHead, in.RxTail, in.RxBad, in.RxData}, in.Start)
	return out
}

// Edge is the clock edge.
func (m *Input) Edge(rx Beat, start []bool) {
	for l := range m.lane {
		r := &m.lane[l]
		if r.leaving != nil && r.leaving.isLast(r.beat) {
			r.leaving = nil
			m.held--
			m.owed++
		}
	}
	back := m.owed > 0
	m.credits.Shift(back)
	m.owed = max(0, m.owed-1)
	m.startLanes(start)
	m.receive(rx)
	if back {
		m.guard.credits++
	}
}

// receive takes the beat at the pins. In beat mode the beats pass a register, so that it is
// known of each whether its segment goes on.
func (m *Input) receive(rx Beat) {
	v := m.guard.step(rx)
	m.owed += m.dropped
	m.dropped, m.errors = m.guard.dropped, v.error
	rx.Data = clone(rx.Data)
	if !m.p.Cells() {
		if v.cut {
			m.taken.last, m.taken.bad = true, true
		}
		rx, m.beat = m.beat, rx
		v, m.taken = m.taken, v
	}
	if !v.stored || !m.p.Cells() && rx.Head && v.last {
		return // a head alone is no segment
	}
	if rx.Head {
		m.arriving = &segment{turn: m.p.turn(rx.Data)}
		m.held++
	}
	m.arriving.beats = append(m.arriving.beats, rx.Data)
	m.arriving.whole, m.arriving.bad = v.last, v.last && v.bad
	if m.p.CutThrough == 1 && rx.Head || m.p.CutThrough == 0 && v.last {
		m.waiting = append(m.waiting, m.arriving)
	}
}

// startLanes moves the lanes on to their next beat, or to a segment that starts.
func (m *Input) startLanes(start []bool) {
	for l := range m.lane {
		r := &m.lane[l]
		if start[l] {
			*r = reader{leaving: m.waiting[0]}
			m.waiting = m.waiting[1:]
		} else if r.leaving != nil {
			r.beat++
		}
	}
}

// clone copies a number out of the inputs; nil is 0.
func clone(x *big.Int) *big.Int {
	if x == nil {
		return new(big.Int)
	}
	return new(big.Int).Set(x)
}
