package golden

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
	Rx         Beat `port:"rx_,prefix"`
}

// AdapterOut are its outputs.
type AdapterOut struct {
	OfferTaken bool
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

	queues []flowQueue
	lines  []line   // per priority
	last   []int    // per priority: contender that was chosen last
	prio   int      // priority that was chosen last
	rx     Beat     // of the cycle before
	tx     *sending // frame that is sent
	pins   SentBeat

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
}

type entry struct{ flow, number int }

type sending struct {
	Frame
	beat int // that goes to the pins in this cycle
}

// AdapterEvents is what happened in a step, for cover points.
type AdapterEvents struct {
	FromLine, Aside, Stale, OfLimited, Blocked, FullLine, InAndOut, Paused, Backlog bool
}

// NewAdapter makes an adapter without frames.
func NewAdapter(p ReactionParams) *Adapter {
	m := &Adapter{p: p, RP: NewRP(p), Pacer: NewPacer(), queues: make([]flowQueue, p.Flows), lines: make([]line, p.Prios), last: make([]int, p.Prios), prio: p.Prios - 1}
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
	out := AdapterOut{Tx: m.pins}
	for f := range m.queues {
		out.Stat.Limited = append(out.Stat.Limited, m.RP.Limited(f))
	}
	rp := RPIn{Seed: in.Seed ^ uint32(in.Node)<<20, Idle: make([]bool, m.p.Flows)}
	for f := range rp.Idle {
		rp.Idle[f] = m.Waiting(f) == 0 && !(in.OfferValid && in.OfferFlow == f)
	}
	m.receive(in, &rp, &out)

	prio, who := -1, -1
	if m.Pacer.Ready() && (m.tx == nil || m.tx.beat == Beats(m.tx.Length)-1) {
		prio, who = m.choose(in)
	}
	flow := who
	if who == m.p.Flows {
		flow = m.lines[prio].entries[0].flow
	}
	accepted := m.offer(in, &out)
	m.emit()
	pops := m.skip()
	pacer := PacerIn{}
	if flow >= 0 {
		length := in.FlowLength[flow]
		cost := m.p.wire(length)
		pacer = PacerIn{true, cost}
		rp.SentValid, rp.SentFlow, rp.SentLength, rp.SentCost = true, flow, length, cost
		out.Stat.Sent, out.Stat.SentFlow = true, flow
		q := &m.queues[flow]
		m.tx = &sending{Frame: Frame{
			Prio: in.FlowPrio[flow], Dst: in.FlowDst[flow], Src: in.Node, Length: length, Seq: q.sent & 0xffff, Stamp: q.made[0],
		}}
		q.made, q.sent = q.made[1:], q.sent+1
		m.prio, m.last[prio] = prio, who
		if who == m.p.Flows {
			pops[prio] = true
			m.Last.FromLine = true
		} else {
			m.Last.Aside = true
		}
		m.Last.InAndOut = accepted && in.OfferFlow == flow
	}
	m.enqueue(in, accepted, out.Stat.Limited, pops)
	m.Pacer.Step(pacer)
	out.Stat.RPStat = m.RP.Step(rp).Stat
	m.rx = in.Rx
	return out
}

// receive finds the flow of a CNM that came in the cycle before.
func (m *Adapter) receive(in AdapterIn, rp *RPIn, out *AdapterOut) {
	if !m.rx.Valid || !m.rx.Head {
		return
	}
	c := FrameOf(WordOf(m.rx.Data))
	if c.Kind != KindCNM {
		return
	}
	for f := range m.queues {
		if in.FlowDst[f] == c.FlowDst && in.FlowPrio[f] == c.FlowPrio {
			rp.CNMValid, rp.CNMFlow, rp.CNMFeedback, rp.CNMCongested = true, f, c.Feedback, c.QOffset < 0
			return
		}
	}
	out.Stat.Unknown = true
}

// live tells whether the oldest entry of a FIFO still names the oldest frame of a flow
// without a limiter.
func (m *Adapter) live(prio int) bool {
	e := m.lines[prio].entries[0]
	q := &m.queues[e.flow]
	// Numbers are compared modulo the places of a queue.
	return !m.RP.Limited(e.flow) && len(q.made) > 0 && (e.number-q.sent)%m.p.Queue == 0
}

// choose is the priority and the contender that sends, -1 if there is none.
func (m *Adapter) choose(in AdapterIn) (prio, who int) {
	for i := range m.p.Prios {
		prio := (m.prio + 1 + i) % m.p.Prios
		n := m.contenders()
		for k := range n {
			who := (m.last[prio] + 1 + k) % n
			if !m.may(in, prio, who) {
				continue
			}
			if in.Paused[prio] {
				m.Last.Paused = true
				break
			}
			return prio, who
		}
	}
	return -1, -1
}

// may tells whether a contender of a priority has a frame that may go.
func (m *Adapter) may(in AdapterIn, prio, who int) bool {
	if who == m.p.Flows {
		return m.lines[prio].visible && m.live(prio)
	}
	if in.FlowPrio[who] != prio || m.Waiting(who) == 0 {
		return false
	}
	return m.RP.MaySend(who) || m.p.PerDest == 1 && !m.RP.Limited(who)
}

// offer answers the source.
func (m *Adapter) offer(in AdapterIn, out *AdapterOut) (accepted bool) {
	if !in.OfferValid {
		return false
	}
	full := m.Waiting(in.OfferFlow) == m.p.Queue
	if m.p.PerDest == 1 {
		out.Stat.Refused, out.OfferTaken = full, true
		return !full
	}
	limited := m.RP.Limited(in.OfferFlow)
	out.Stat.Refused = full && limited
	m.Last.FullLine = !full && !limited && m.lineFull(in.FlowPrio[in.OfferFlow])
	accepted = !full && !m.Last.FullLine
	out.OfferTaken = accepted || out.Stat.Refused
	m.Last.Blocked = !out.OfferTaken
	return accepted
}

func (m *Adapter) lineFull(prio int) bool {
	return len(m.lines[prio].entries) == m.p.Flows*m.p.Queue
}

// skip are the FIFOs whose oldest entry is dropped.
func (m *Adapter) skip() []bool {
	pops := make([]bool, m.p.Prios)
	for i := range pops {
		if m.lines[i].visible && !m.live(i) {
			pops[i] = true
			m.Last.OfLimited = m.Last.OfLimited || m.RP.Limited(m.lines[i].entries[0].flow)
			m.Last.Stale = m.Last.Stale || !m.RP.Limited(m.lines[i].entries[0].flow)
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
