package golden

import (
	"math/big"
	"slices"
)

// AdapterIn are the inputs of the adapter.
type AdapterIn struct {
	Seed       uint32
	Node       int
	Now        uint32
	FlowDst    []int
	FlowPrio   []int
	FlowLength []int
	OfferValid bool
	OfferFlow  int
	Paused     []bool
	PauseValid bool     `port:",optional"`
	PauseData  *big.Int `port:",optional"`
	Rx         Beat     `port:"rx_,prefix"`
}

// AdapterOut are its outputs.
type AdapterOut struct {
	OfferReady []bool      // per flow: a frame of it would be taken or refused
	PauseReady bool        `port:",optional"`
	Tx         SentBeat    `port:"tx_,prefix"`
	Stat       AdapterStat `port:"stat_,prefix"`
}

// AdapterStat is what an adapter shows of its work.
type AdapterStat struct {
	Sent     bool
	SentFlow int `valid:"Sent"`
	Refused  bool
	Unknown  bool
	Limited  []bool
	RPStat
}

// Adapter is the adapter of a server.
type Adapter struct {
	p     ReactionParams
	RP    *RP
	Pacer *Pacer

	queues  []flowQueue
	lines   []line      // per priority
	last    []int       // per priority: contender whose frame started last
	prio    int         // priority whose frame started last
	choice  *contender  // of the cycle before
	offers  []contender // candidates of the cycle before
	started *sending    // frame that started in the cycle before
	pause   *big.Int    // PAUSE frame that started in the cycle before
	cnm     *notice     // that came in the cycle before
	tx      *sending    // frame that is sent
	pins    SentBeat

	Last AdapterEvents
}

// flowQueue are the frames of a flow, which are numbered from 0 on.
type flowQueue struct {
	made []uint32 // when they were made
	sent int      // number of the oldest one
}

// line is a FIFO of entries. An entry that is pushed can be seen in the next cycle, or
// in the one after that if there is none before it and the FIFO is deep.
type line struct {
	entries []entry
	visible bool // the oldest can be seen
	dropped bool // it is dropped in this cycle: it was looked at, or its frame started, in the one before
}

// contender is a flow or, behind the flows, the FIFO of a priority. Its frame is one of
// flow.
type contender struct{ prio, who, flow int }

type entry struct{ flow, number int }

type sending struct {
	Frame
	beat int // that goes to the pins in this cycle
}

// AdapterEvents is what happened in a step, for cover points.
type AdapterEvents struct {
	FromLine, Aside, Stale, Replaced, OfLimited, Blocked, FullLine, InAndOut, Paused, TakenBack, Backlog, Said,
	SaysFirst bool
}

// notice is a CNM for a flow, -1 if there is none with that destination and priority.
type notice struct {
	Frame
	flow int
}

// NewAdapter makes an adapter without frames.
func NewAdapter(p ReactionParams) *Adapter {
	m := &Adapter{p: p, RP: NewRP(p), Pacer: NewPacer(), queues: make([]flowQueue, p.Flows), lines: make([]line, p.Prios),
		last: make([]int, p.Prios), prio: p.Prios - 1}
	for i := range m.last {
		m.last[i] = m.contenders() - 1
	}
	return m
}

// contenders are the flows and, behind them, the FIFO.
func (m *Adapter) contenders() int { return m.p.Flows + 1 - m.p.PerDest }

// Waiting is the number of frames of a flow.
func (m *Adapter) Waiting(flow int) int { return len(m.queues[flow].made) }

// Tx is the beat on the pins to the link.
func (m *Adapter) Tx() SentBeat { return m.pins }

// Step is one clock cycle.
func (m *Adapter) Step(in AdapterIn) AdapterOut {
	m.Last = AdapterEvents{}
	out := AdapterOut{OfferReady: m.ready(in), Tx: m.pins}
	for f := range m.queues {
		out.Stat.Limited = append(out.Stat.Limited, m.RP.Limited(f))
	}
	rp := RPIn{Seed: in.Seed ^ uint32(in.Node)<<20, Idle: make([]bool, m.p.Flows)}
	for f := range rp.Idle {
		rp.Idle[f] = m.Waiting(f) == 0 && !(in.OfferValid && in.OfferFlow == f)
	}
	m.receive(in, &rp, &out)

	if m.started != nil {
		rp.SentLength, rp.SentCost = m.started.Length, m.p.Wire(m.started.Length)
	}
	pacer := PacerIn{Cost: rp.SentCost}
	if m.pause != nil {
		pacer.Cost = m.p.Wire(64)
	}
	speaks := m.p.SaysPause == 1 && in.PauseValid
	out.PauseReady = speaks && m.free()
	goes := m.starts(in)
	m.Last.Said, m.Last.SaysFirst = out.PauseReady, out.PauseReady && goes
	goes = goes && !speaks
	next := m.choose(goes)
	offers := m.candidates(in)
	accepted := m.offer(in, &out)
	m.emit()
	pops := m.skip()
	m.started, m.pause = nil, nil
	if out.PauseReady {
		pacer.Start, m.pause = true, in.PauseData
	}
	if goes {
		flow := m.choice.flow
		pacer.Start, rp.SentValid, rp.SentFlow = true, true, flow
		out.Stat.Sent, out.Stat.SentFlow = true, flow
		q := &m.queues[flow]
		m.tx = &sending{Frame: Frame{
			Prio: in.FlowPrio[flow], Dst: in.FlowDst[flow], Src: in.Node, Length: in.FlowLength[flow], Seq: q.sent & 0xffff,
			Stamp: q.made[0],
		}}
		m.started = m.tx
		q.made, q.sent = q.made[1:], q.sent+1
		m.prio, m.last[m.choice.prio] = m.choice.prio, m.choice.who
		if m.choice.who == m.p.Flows {
			m.lines[m.choice.prio].dropped = true
			m.Last.FromLine = true
		} else {
			m.Last.Aside = true
		}
		m.Last.InAndOut = accepted && in.OfferFlow == flow
	}
	m.choice, m.offers = next, offers
	m.enqueue(in, accepted, out.Stat.Limited, pops)
	m.Pacer.Step(pacer)
	out.Stat.RPStat = m.RP.Step(rp).Stat
	return out
}

// receive hands on the CNM of the cycle before and looks whether another one comes.
func (m *Adapter) receive(in AdapterIn, rp *RPIn, out *AdapterOut) {
	if c := m.cnm; c != nil {
		out.Stat.Unknown = c.flow < 0
		if c.flow >= 0 {
			rp.CNMValid, rp.CNMFlow, rp.CNMFeedback, rp.CNMCongested = true, c.flow, c.Feedback, c.QOffset < 0
		}
	}
	m.cnm = nil
	if !in.Rx.Valid || !in.Rx.Head || !in.Rx.Tail {
		return
	}
	c := FrameOf(WordOf(in.Rx.Data))
	if c.Kind != KindCNM {
		return
	}
	m.cnm = &notice{c, -1}
	for f := range m.queues {
		if in.FlowDst[f] == c.FlowDst && in.FlowPrio[f] == c.FlowPrio {
			m.cnm.flow = f
			return
		}
	}
}

// live reports whether the oldest entry of a FIFO still names the oldest frame of a flow
// without a limiter.
func (m *Adapter) live(prio int) bool {
	e := m.lines[prio].entries[0]
	q := &m.queues[e.flow]
	// Numbers are compared modulo the places of a queue.
	return !m.RP.Limited(e.flow) && len(q.made) > 0 && (e.number-q.sent)%m.p.Queue == 0
}

// free reports whether a frame may start on the link: none is sent, or its last beat.
func (m *Adapter) free() bool {
	return m.Pacer.Ready() && (m.tx == nil || m.tx.beat >= Beats(m.tx.Length)-1)
}

// starts reports whether the frame that was chosen starts.
func (m *Adapter) starts(in AdapterIn) bool {
	if m.choice == nil || !m.free() {
		return false
	}
	flow, side := m.choice.flow, m.choice.who < m.p.Flows
	switch {
	case in.Paused[m.choice.prio]:
		m.Last.Paused = true
		return false
	case side && m.RP.MaySend(flow):
		return true
	case side && m.p.PerDest == 0, m.RP.Limited(flow):
		m.Last.TakenBack = true
		return false
	}
	return true
}

// choose is the choice for the next cycle among the candidates of the cycle before,
// nil if there is none. What does not know of the last frame that started is void.
func (m *Adapter) choose(goes bool) *contender {
	if goes || m.started != nil {
		return nil
	}
	var best *contender
	rank := 0
	for _, c := range m.offers {
		n := m.contenders()
		behind := (c.prio-m.prio-1+m.p.Prios)%m.p.Prios*n + (c.who-m.last[c.prio]-1+n)%n
		if best == nil || behind < rank {
			best, rank = &c, behind
		}
	}
	return best
}

// candidates are those whose frame may go in this cycle.
func (m *Adapter) candidates(in AdapterIn) []contender {
	var list []contender
	for f, prio := range in.FlowPrio {
		may := m.RP.MaySend(f) || m.p.PerDest == 1 && !m.RP.Limited(f)
		if may && m.Waiting(f) > 0 {
			list = append(list, contender{prio, f, f})
		}
	}
	for prio := range m.lines {
		if l := &m.lines[prio]; m.p.PerDest == 0 && l.visible && !l.dropped && m.live(prio) {
			list = append(list, contender{prio, m.p.Flows, l.entries[0].flow})
		}
	}
	all := len(list)
	list = slices.DeleteFunc(list, func(c contender) bool { return in.Paused[c.prio] })
	m.Last.Paused = m.Last.Paused || len(list) < all
	return list
}

// ready are the flows whose frames would not wait.
func (m *Adapter) ready(in AdapterIn) []bool {
	ready := make([]bool, m.p.Flows)
	for f := range ready {
		waits := m.Waiting(f) == m.p.Queue || m.p.PerDest == 0 && m.lineFull(in.FlowPrio[f])
		ready[f] = m.p.PerDest == 1 || m.RP.Limited(f) || !waits
	}
	return ready
}

// offer answers the source.
func (m *Adapter) offer(in AdapterIn, out *AdapterOut) (accepted bool) {
	if !in.OfferValid {
		return false
	}
	full := m.Waiting(in.OfferFlow) == m.p.Queue
	if m.p.PerDest == 1 {
		out.Stat.Refused = full
		return !full
	}
	limited := m.RP.Limited(in.OfferFlow)
	out.Stat.Refused = full && limited
	m.Last.FullLine = !full && !limited && m.lineFull(in.FlowPrio[in.OfferFlow])
	accepted = !full && !m.Last.FullLine
	m.Last.Blocked = !accepted && !out.Stat.Refused
	return accepted
}

func (m *Adapter) lineFull(prio int) bool {
	return len(m.lines[prio].entries) == m.p.Flows*m.p.Queue
}

// skip are the FIFOs whose oldest entry is dropped in this cycle. It looks for those
// that are dropped in the next one.
func (m *Adapter) skip() []bool {
	pops := make([]bool, m.p.Prios)
	for i := range pops {
		l := &m.lines[i]
		pops[i] = l.dropped
		l.dropped = l.visible && !l.dropped && !m.live(i)
		if l.dropped {
			limited := m.RP.Limited(l.entries[0].flow)
			m.Last.OfLimited = m.Last.OfLimited || limited
			m.Last.Stale = m.Last.Stale || !limited
			m.Last.Replaced = m.Last.Replaced || !limited && m.Waiting(l.entries[0].flow) > 0
		}
	}
	return pops
}

// enqueue is the clock edge of queues and FIFOs.
func (m *Adapter) enqueue(in AdapterIn, accepted bool, limited, pops []bool) {
	for i := range m.lines {
		l := &m.lines[i]
		before := len(l.entries)
		if pops[i] {
			l.entries = l.entries[1:]
		}
		// What was there before can be seen; a deep FIFO shows what is pushed now a
		// cycle later.
		shallow := m.p.Flows*m.p.Queue <= 32
		l.visible = len(l.entries) > 0 && before > 0
		if accepted && !limited[in.OfferFlow] && m.p.PerDest == 0 && in.FlowPrio[in.OfferFlow] == i {
			q := &m.queues[in.OfferFlow]
			l.entries = append(l.entries, entry{in.OfferFlow, q.sent + len(q.made)})
			l.visible = l.visible || shallow
		}
	}
	if accepted {
		q := &m.queues[in.OfferFlow]
		q.made = append(q.made, in.Now)
		m.Last.Backlog = len(q.made) == m.p.Queue
	}
}

// emit is the framer: what it makes is on the pins in the next cycle.
func (m *Adapter) emit() {
	m.pins = SentBeat{}
	if m.pause != nil {
		m.pins = SentBeat{true, true, true, m.pause}
	}
	if m.tx == nil {
		return
	}
	n := Beats(m.tx.Length)
	word := CheckBeat(m.tx.beat, m.tx.Frame)
	if m.tx.beat == 0 {
		word = m.tx.Word()
	}
	m.pins = SentBeat{true, m.tx.beat == 0, m.tx.beat == n-1, word.Big()}
	if m.tx.beat++; m.tx.beat == n {
		m.tx = nil
	}
}
