package golden

import (
	"math/big"

	packet "culprit.example/culprit/blocks/packet/golden"
)

// OutputIn holds the inputs of cioq_output.
type OutputIn struct {
	Take      []bool // by lane
	LaneValid []bool
	LaneEnds  []bool `port:",optional"`
	LaneBad   []bool `port:",optional"`
	LaneData  []*big.Int
	TxCredit  bool
	Hold      bool `port:",optional"`
}

// OutputOut holds the outputs of cioq_output.
type OutputOut struct {
	Room        []bool // by lane
	TxValid     bool
	TxHead      bool     `valid:"TxValid"`
	TxTail      bool     `valid:"TxValid"`
	TxBad       bool     `port:",optional" valid:"TxValid"`
	TxData      *big.Int `valid:"TxValid"`
	StatHeld    int
	StatStalled bool
	Excess      bool `port:",optional"`
}

// NewOutputIn makes inputs with slices of the right lengths.
func NewOutputIn() OutputIn {
	return OutputIn{Take: make([]bool, 2), LaneValid: make([]bool, 2), LaneEnds: make([]bool, 2),
		LaneBad: make([]bool, 2), LaneData: make([]*big.Int, 2)}
}

// NewOutputOut makes outputs with slices of the right lengths.
func NewOutputOut() OutputOut { return OutputOut{Room: make([]bool, 2)} }

// queued is a segment in an output queue.
type queued struct {
	segment
	lane int
}

// writer is a lane of an output.
type writer struct {
	places   int     // not taken
	beat     Lane    // registered
	last     bool    // the registered beat is the last of its segment
	arriving *queued // nil between segments
}

// Output is the model of cioq_output.
type Output struct {
	p       Params
	lane    [2]writer
	queue   []*queued // in the order of their starts; the link has started with none of them
	sending *queued   // nil while the link is idle
	sent    int       // beats of it that have been read
	credits int
	excess  bool // in the cycle before a credit came while all were there
	tx      packet.Delay[Beat]
	beat    Beat    // that was read in the cycle before
	freed   [2]bool // beat mode: lanes that get a place back at the end of this cycle
}

// NewOutput makes an empty output queue.
func NewOutput(p Params) *Output {
	m := &Output{p: p, credits: p.Credits, tx: packet.NewDelay[Beat](p.LinkLatency)}
	m.lane[0].places, m.lane[1].places = (p.SlotsOut+1)/2, p.SlotsOut/2
	return m
}

// Held is the number of segments in the queue and of those with a place.
func (m *Output) Held() int { return m.p.SlotsOut - m.lane[0].places - m.lane[1].places }

// Credits is the number of credits left.
func (m *Output) Credits() int { return m.credits }

// Places is the number of free places of a lane.
func (m *Output) Places(lane int) int { return m.lane[lane].places }

// SendsArriving reports whether the link sends a segment whose last beat has not come.
func (m *Output) SendsArriving() bool { return m.sending != nil && !m.sending.whole }

// could reports whether the link would start with a segment, if it had a credit.
func (m *Output) could() bool {
	return m.sending == nil && len(m.queue) > 0 && (m.p.CutThrough == 1 || m.queue[0].whole)
}

// open reports whether the link may start with a segment.
func (m *Output) open(hold bool) bool {
	if m.p.Credits == 0 {
		return !hold
	}
	return m.credits > 0
}

// Out are the outputs. They depend on registers only, but without credits stat_stalled
// on hold.
func (m *Output) Out(hold bool) OutputOut {
	out := NewOutputOut()
	for l := range m.lane {
		out.Room[l] = m.lane[l].places > 0
	}
	b := m.tx.End(Beat{})
	out.TxValid, out.TxHead, out.TxTail, out.TxBad, out.TxData = b.Valid, b.Head, b.Tail, b.Bad, b.Data
	out.Excess = m.excess
	out.StatHeld = m.Held()
	out.StatStalled = m.could() && !m.open(hold)
	return out
}

// Step is one clock cycle.
func (m *Output) Step(in OutputIn) OutputOut {
	out := m.Out(in.Hold)
	lanes := make([]Lane, 2)
	for l := range lanes {
		lanes[l] = Lane{in.LaneValid[l], in.LaneEnds[l], in.LaneBad[l], in.LaneData[l]}
	}
	m.Edge(in.Take, lanes, in.TxCredit, in.Hold)
	return out
}

// Edge is the clock edge.
func (m *Output) Edge(take []bool, lanes []Lane, credit, hold bool) {
	for l, freed := range m.freed {
		if freed {
			m.lane[l].places++
		}
		m.freed[l] = false
	}
	m.tx.Shift(m.beat)
	m.beat = m.read(hold)
	m.excess = credit && m.p.Credits > 0 && m.credits == m.p.Credits
	if credit && m.p.Credits > 0 && !m.excess {
		m.credits++
	}
	for l := range m.lane {
		w := &m.lane[l]
		if take[l] {
			w.places--
		}
		m.write(l, w)
		w.last = m.p.Cells() || w.beat.Valid && w.beat.Ends
		w.beat = Lane{lanes[l].Valid, lanes[l].Ends, lanes[l].Bad, clone(lanes[l].Data)}
	}
}

// read reads a beat for the link.
func (m *Output) read(hold bool) Beat {
	if m.could() && m.open(hold) {
		m.sending, m.queue, m.sent = m.queue[0], m.queue[1:], 0
		m.credits--
	}
	q := m.sending
	if q == nil {
		return Beat{}
	}
	b := Beat{Valid: true, Head: m.sent == 0, Tail: q.isLast(m.sent), Bad: q.badAt(m.sent), Data: q.beats[m.sent]}
	m.sent++
	if b.Tail {
		m.free(q.lane)
		m.sending = nil
	}
	return b
}

// free gives the place of a segment whose last beat is read back to its lane: at once
// in cell mode, a cycle later in beat mode.
func (m *Output) free(lane int) {
	if m.p.Cells() {
		m.lane[lane].places++
	} else {
		m.freed[lane] = true
	}
}

// write stores the registered beat of a lane.
func (m *Output) write(lane int, w *writer) {
	if !w.beat.Valid {
		return
	}
	if w.arriving == nil {
		w.arriving = &queued{lane: lane}
		m.queue = append(m.queue, w.arriving)
	}
	w.arriving.beats = append(w.arriving.beats, w.beat.Data)
	if w.last {
		w.arriving.whole, w.arriving.bad = true, w.beat.Bad
		w.arriving = nil
	}
}
