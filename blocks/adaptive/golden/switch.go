package golden

import (
	"math/big"
	"slices"

	link "culprit.example/culprit/blocks/link/golden"
	qcn "culprit.example/culprit/blocks/qcn/golden"
)

// SwitchParams are the parameters of a switch.
type SwitchParams struct {
	Params
	QEq, QHigh, QLow, ErrorBits int
}

// SwitchIn are the inputs of a switch.
type SwitchIn struct {
	Number                  int
	Seed                    uint32
	Load                    bool
	Managed                 bool
	Adaptive                bool
	WriteValid              bool
	WriteHost               int
	WriteListValid          []bool
	WriteListPort           []int
	Tick                    bool
	Measure                 bool
	Sample                  bool
	RxValid, RxHead, RxTail []bool
	RxData                  []*big.Int
	ReadAddress             int
	ErrClear                []bool
}

// SwitchOut are its outputs.
type SwitchOut struct {
	TxValid, TxHead, TxTail []bool
	TxData                  []*big.Int `valid:"TxValid"`
	Qlen                    []int
	ReadData                uint64
	ErrSeen                 []int    // bits of causes
	ErrCounts               []uint32 // a lane per port and cause
	Error                   bool
}

// Switch is an output-queued switch that routes frames around congestion.
type Switch struct {
	p        SwitchParams
	rx       []*Receiver
	tx       []*Transmitter
	obey     []*qcn.PauseRx
	pause    []*qcn.Pause
	points   []*qcn.CP
	engine   *Engine
	queues   *Queues
	notifier *Notifier
	meter    *meter
	errors   []*link.Errors
	came     [][]bool // inputs whose offer the engine took, of the last three cycles

	low    []bool // queues below Q_eq/2 in the cycle before
	failed bool
}

// NewSwitch makes the switch.
func NewSwitch(p SwitchParams) *Switch {
	s := &Switch{p: p, low: make([]bool, p.Ports), engine: NewEngine(p.Params), queues: NewQueues(p.Ports, p.Slots),
		notifier: NewNotifier(p.Ports), meter: newMeter(p)}
	for range 3 {
		s.came = append(s.came, make([]bool, p.Ports))
	}
	for range p.Ports {
		s.rx = append(s.rx, NewReceiver(p.Hosts, p.CNs))
		s.errors = append(s.errors, link.NewErrors(Causes, p.ErrorBits))
		s.tx = append(s.tx, NewTransmitter(p.CNs))
		s.obey = append(s.obey, qcn.NewPauseRx(1))
		s.pause = append(s.pause, qcn.NewPause(qcn.PauseParams{Prios: 1, Units: p.Slots, QHigh: p.QHigh, QLow: p.QLow,
			Quanta: 65535, Refresh: 1 << 15}))
		s.points = append(s.points, qcn.NewCP(qcn.CPParams{QEq: p.QEq, Buffer: p.Ports * p.Slots * 1500, WShift: 1,
			Sample: 150000, Table: 1}))
	}
	return s
}

// Holds reports whether a frame waits because the neighbour said STOP, for
// stimulus.
func (s *Switch) Holds() bool {
	for i, tx := range s.tx {
		if !tx.Wants() && s.obey[i].Left()[0] > 0 {
			return true
		}
	}
	return false
}

// Detours reports whether a frame has left the engine by another way than the default.
func (s *Switch) Detours() bool { return s.engine.detours }

// Step is one clock cycle. What a part shows from its registers is known before it
// steps; the parts step in the order in which the rest depends on them.
func (s *Switch) Step(in SwitchIn) SwitchOut {
	n := s.p.Ports
	out := SwitchOut{TxValid: make([]bool, n), TxHead: make([]bool, n), TxTail: make([]bool, n),
		TxData: make([]*big.Int, n), Error: s.failed, ErrSeen: make([]int, n), ErrCounts: make([]uint32, n*Causes)}
	way := s.engine.Step(s.offers(in))
	queued := s.queues.Step(s.moves(way))
	points := s.measure(in, way, queued)
	failed := way.Missing || way.Saturated || queued.Lost
	stopped := make([]bool, n)
	for i := range n {
		rx := s.rx[i].Step(ReceiverIn{in.RxValid[i], in.RxHead[i], in.RxTail[i], in.RxData[i], way.Taken[i]})
		tx := s.send(in, i, way, queued)
		out.TxValid[i], out.TxHead[i], out.TxTail[i], out.TxData[i] = tx.TxValid, tx.TxHead, tx.TxTail, tx.TxData
		stopped[i] = s.pause[i].Step(qcn.PauseIn{Enable: true, Port: in.Number, Occupancy: queued.Used[i : i+1],
			TxReady: tx.PauseReady}).Stopped[0]
		failed = failed || tx.Overrun
		errors := rx.Error
		errors[NoRoute] = errors[NoRoute] || way.Missing && s.came[0][i]
		errors[NoRoom] = errors[NoRoom] || queued.NoRoom[i]
		out.ErrSeen[i] = tallied(s.errors[i], errors, in.ErrClear[i], out.ErrCounts[i*Causes:])
		failed = failed || slices.Contains(errors, true)
	}
	s.came = append(s.came[1:], way.Taken)
	notified := s.notify(in, way, points)
	s.failed = s.failed || failed || notified.Lost
	out.ReadData = s.meter.step(in, way, stopped, points)
	out.Qlen = make([]int, n)
	for i, p := range points {
		out.Qlen[i] = p.Qlen
		s.low[i] = p.Qlen < s.p.QEq/2
	}
	return out
}

// offers are the inputs of the engine.
func (s *Switch) offers(in SwitchIn) EngineIn {
	n := s.p.Ports
	e := EngineIn{
		Adaptive: in.Adaptive, Load: in.Load, Seed: in.Seed, WriteValid: in.WriteValid, WriteHost: in.WriteHost,
		WriteListValid: in.WriteListValid, WriteListPort: in.WriteListPort,
		OfferValid: make([]bool, n), OfferCn: make([]bool, n), OfferWord: make([]*big.Int, n), OfferBeats: make([]int, n),
		Low: append([]bool{}, s.low...), Tick: in.Tick,
	}
	for i, rx := range s.rx {
		f, cn, ok := rx.Offers()
		e.OfferValid[i], e.OfferCn[i], e.OfferWord[i], e.OfferBeats[i] = ok, cn, f.Word.Big(), f.Beats
	}
	if word, port, ok := s.notifier.Offered(); ok {
		e.LocalValid, e.LocalWord, e.LocalPort = true, word.Big(), port
	}
	return e
}

// moves are the inputs of the queues.
func (s *Switch) moves(way EngineOut) QueuesIn {
	n := s.p.Ports
	q := QueuesIn{
		EnqValid: way.FrameValid, EnqIn: way.FrameIn, EnqOut: way.FrameOut, EnqWord: way.FrameWord, EnqBeats: way.FrameBeats,
		Want: make([]bool, n), DoneValid: make([]bool, n), DoneSlot: make([]int, n), DoneLength: make([]int, n),
	}
	for i, tx := range s.tx {
		q.Want[i], q.DoneValid[i] = tx.Wants(), tx.Done()
		q.DoneSlot[i], q.DoneLength[i] = tx.DoneFrame()
	}
	return q
}

// measure gives the congestion points their cycle.
func (s *Switch) measure(in SwitchIn, way EngineOut, queued QueuesOut) []qcn.CPOut {
	var list []qcn.CPOut
	for o, cp := range s.points {
		c := qcn.CPIn{Enable: in.Managed, Seed: int(in.Seed & 0xffff), Number: in.Number&0x7ff<<4 | o}
		if queued.Entering[o] {
			c.ArrivalValid, c.ArrivalLength = true, qcn.FrameOf(qcn.WordOf(way.FrameWord)).Length
		}
		if queued.LeftValid[o] {
			c.DepartureValid, c.DepartureLength = true, queued.LeftLength
		}
		list = append(list, cp.Step(c))
	}
	return list
}

// send gives the sending side of a port its cycle.
func (s *Switch) send(in SwitchIn, i int, way EngineOut, queued QueuesOut) TransmitterOut {
	t := TransmitterIn{
		Paused: s.obey[i].Step(qcn.PauseRxIn{RxValid: in.RxValid[i], RxHead: in.RxHead[i], RxTail: in.RxTail[i],
			RxData: in.RxData[i]}).Paused[0],
		CnValid: way.CnValid[i], CnWord: way.CnWord, Fetched: queued.Fetched[i], FrameWord: queued.FrameWord,
		FrameBeats: queued.FrameBeats, FrameSlot: queued.FrameSlot, Taken: queued.Taken[i],
	}
	if f := s.pause[i].Sends(); f != nil {
		t.PauseValid, t.PauseData = true, f.Word().Big()
	}
	return s.tx[i].Step(t)
}

// notify gives the unit that makes notifications its cycle.
func (s *Switch) notify(in SwitchIn, way EngineOut, points []qcn.CPOut) NotifierOut {
	n := NotifierIn{Number: in.Number, Frame: way.FrameWord, CnTaken: way.LocalTaken}
	for _, p := range points {
		n.Sampled = append(n.Sampled, p.Sampled)
		n.TriggerValid = append(n.TriggerValid, p.TriggerValid)
		n.TriggerFeedback = append(n.TriggerFeedback, p.TriggerFeedback)
		n.TriggerQOffset = append(n.TriggerQOffset, p.TriggerQOffset)
		n.TriggerQDelta = append(n.TriggerQDelta, p.TriggerQDelta)
	}
	return s.notifier.Step(n)
}

// meter counts what a switch does.
type meter struct {
	counts  [8]uint64
	sums    []uint64
	largest []int
	way     map[int]int // of the last frame to each host

	address  int
	shown    uint64
	measures bool
}

func newMeter(p SwitchParams) *meter {
	return &meter{sums: make([]uint64, p.Ports), largest: make([]int, p.Ports), way: map[int]int{}}
}

// step is one clock cycle; the result is the word that is read.
func (m *meter) step(in SwitchIn, way EngineOut, stopped []bool, points []qcn.CPOut) uint64 {
	data := m.shown
	switch a := m.address; {
	case a < len(m.counts):
		m.shown = m.counts[a]
	case a < 8+len(m.sums):
		m.shown = m.sums[a-8]
	case a >= 24 && a < 24+len(m.largest):
		m.shown = uint64(m.largest[a-24])
	default:
		m.shown = 0
	}
	m.address = in.ReadAddress
	m.measures = in.Measure
	if way.FrameValid {
		host := qcn.FrameOf(qcn.WordOf(way.FrameWord)).Dst
		last, known := m.way[host]
		m.way[host] = way.FrameOut
		m.count(0, true)
		m.count(1, way.Detour)
		m.count(2, known && last != way.FrameOut)
	}
	m.count(3, way.LocalTaken)
	m.count(4, way.Learnt)
	m.count(5, way.OffList)
	if in.Sample && in.Measure {
		m.count(7, true)
		for i, p := range points {
			m.count(6, stopped[i])
			m.sums[i] += uint64(p.Qlen)
			m.largest[i] = max(m.largest[i], p.Qlen)
		}
	}
	return data
}

func (m *meter) count(which int, happens bool) {
	if happens && m.measures {
		m.counts[which]++
	}
}
