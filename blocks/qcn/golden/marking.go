package golden

import "math/big"

// MarkingParams are the parameters of the units that choose culprits and make CNMs.
type MarkingParams struct {
	Prios, VOQs, Units, DOS, CNMPrio int
}

// DOSIn are the inputs of qcn_dos.
type DOSIn struct {
	Count []int
}

// DOSOut are its outputs.
type DOSOut struct {
	FoundValid bool `valid:"Known"`
	FoundIndex int  `valid:"Known"`
	FoundCount int  `valid:"Known"`
	Known      bool `port:"-"`
}

// DOS finds the longest virtual output queue.
type DOS struct {
	answers []DOSOut // in the pipeline, the oldest first
}

// NewDOS makes the unit after reset.
func NewDOS(voqs int) *DOS {
	latency := 0
	for 1<<latency < voqs {
		latency++
	}
	return &DOS{make([]DOSOut, latency)}
}

// Step is one clock cycle.
func (m *DOS) Step(in DOSIn) DOSOut {
	answer := DOSOut{Known: true}
	for i, units := range in.Count {
		if units > answer.FoundCount {
			answer.FoundValid, answer.FoundIndex, answer.FoundCount = true, i, units
		}
	}
	out := m.answers[0]
	m.answers = append(m.answers[1:], answer)
	return out
}

// Measured is what a congestion point says of its queue. The two's complements are
// those of 16 bits.
type Measured struct {
	Feedback, QOffset, QDelta int
}

// CNMIn are the inputs of qcn_cnm.
type CNMIn struct {
	Port          int
	AtOutput      bool
	OfferValid    bool
	OfferPrio     int
	OfferFeedback int
	OfferQOffset  int
	OfferQDelta   int
	OfferSrc      int
	OfferDst      int
	TxReady       bool
}

// CNMOut are its outputs.
type CNMOut struct {
	TxValid bool
	TxData  *big.Int `valid:"TxValid"`
	Dropped bool
}

// CNM makes the CNMs of the congestion points of a port.
type CNM struct {
	prio    int // of CNMs
	waiting []*Frame
	out     int // priority of the CNM at the transmitter; -1: none
	last    int // priority that was sent last
	dropped bool
}

// NewCNM makes the unit after reset.
func NewCNM(p MarkingParams) *CNM {
	return &CNM{prio: p.CNMPrio, waiting: make([]*Frame, p.Prios), out: -1, last: p.Prios - 1}
}

// Waiting tells for each priority whether a CNM waits.
func (m *CNM) Waiting() []bool {
	w := make([]bool, len(m.waiting))
	for i := range w {
		w[i] = m.waiting[i] != nil
	}
	return w
}

// Step is one clock cycle.
func (m *CNM) Step(in CNMIn) CNMOut {
	out := CNMOut{Dropped: m.dropped}
	if m.out >= 0 {
		out.TxValid, out.TxData = true, m.waiting[m.out].Word().Big()
	}
	before := m.Waiting()
	if m.out < 0 || in.TxReady {
		m.next()
	}
	m.dropped = in.OfferValid && before[in.OfferPrio]
	if in.OfferValid && !m.dropped {
		side := 0
		if in.AtOutput {
			side = 1
		}
		m.waiting[in.OfferPrio] = &Frame{
			Kind: KindCNM, Prio: m.prio, Dst: in.OfferSrc, Src: in.Port, Length: 64,
			Feedback: in.OfferFeedback, QOffset: in.OfferQOffset, QDelta: in.OfferQDelta,
			CPID: in.Port<<4 | side<<3 | in.OfferPrio, FlowPrio: in.OfferPrio, FlowDst: in.OfferDst,
		}
	}
	return out
}

// next puts the CNM of the next priority at the transmitter; the one there is gone.
func (m *CNM) next() {
	gone := m.out
	m.out = -1
	for k := range m.waiting {
		prio := (m.last + 1 + k) % len(m.waiting)
		if m.waiting[prio] != nil && prio != gone {
			m.out, m.last = prio, prio
			break
		}
	}
	if gone >= 0 {
		m.waiting[gone] = nil
	}
}

// MarkingIn are the inputs of qcn_marking.
type MarkingIn struct {
	Policy                        int
	Port                          int
	AtOutput                      bool
	ArrivalSrc, ArrivalDst        int
	Sampled                       []bool
	TriggerValid                  []bool
	TriggerFeedback               []int
	TriggerQOffset, TriggerQDelta []int
	Count                         []int `port:",optional"`
	SearchReady                   bool
	AnswerValid, AnswerHit        bool
	AnswerSrc, AnswerDst          int
	TxReady                       bool
}

// MarkingOut are its outputs.
type MarkingOut struct {
	SearchValid bool
	SearchPrio  int `valid:"SearchValid"`
	TxValid     bool
	TxData      *big.Int `valid:"TxValid"`
	Lost        bool
	GaveUp      bool
	Dropped     bool
}

// culprit is a flow; none is not known.
type culprit struct {
	known    bool
	src, dst int
}

// Search is the state of the request for a culprit.
type Search int

// The states.
const (
	SearchNone Search = iota
	SearchOffered
	SearchRuns
)

// Marking chooses the culprits of a port.
type Marking struct {
	p      MarkingParams
	cnm    *CNM
	noted  []culprit // of the last sample of each priority
	header culprit   // of the frame of the cycle before
	counts [][]int   // of the cycles before, the last one first

	frozen       []*Measured // with a search that waits or runs
	search       Search
	sought, last int
	lost, gaveUp bool
	samples      [][]bool // of the cycles before, the last one first
}

// Offered is the beat of the CNM at the transmitter, nil if there is none.
func (m *Marking) Offered() *big.Int {
	if m.cnm.out < 0 {
		return nil
	}
	return m.cnm.waiting[m.cnm.out].Word().Big()
}

// Asks returns the priority for which a culprit is asked for, and whether one is.
func (m *Marking) Asks() (prio int, asks bool) { return m.sought, m.search == SearchOffered }

// NewMarking makes the unit after reset.
func NewMarking(p MarkingParams) *Marking {
	return &Marking{p: p, cnm: NewCNM(p), noted: make([]culprit, p.Prios), frozen: make([]*Measured, p.Prios),
		last: p.Prios - 1}
}

// Search tells how far the request is.
func (m *Marking) Search() Search { return m.search }

// Pending reports whether a search of this priority waits or runs.
func (m *Marking) Pending(prio int) bool { return m.frozen[prio] != nil }

// Step is one clock cycle.
func (m *Marking) Step(in MarkingIn) MarkingOut {
	out := MarkingOut{SearchValid: m.search == SearchOffered, SearchPrio: m.sought, Lost: m.lost, GaveUp: m.gaveUp}
	offer := CNMIn{Port: in.Port, AtOutput: in.AtOutput, TxReady: in.TxReady}
	m.lost, m.gaveUp = false, false
	random := in.Policy == 2
	pending := make([]bool, m.p.Prios)
	for p := range pending {
		pending[p] = m.Pending(p)
	}
	if random {
		if in.AnswerValid {
			m.end(&offer, m.sought, *m.frozen[m.sought], culprit{in.AnswerHit, in.AnswerSrc, in.AnswerDst})
		}
	}
	m.seek(in, pending)
	for p, triggered := range in.TriggerValid {
		if !triggered {
			continue
		}
		measured := Measured{in.TriggerFeedback[p], in.TriggerQOffset[p], in.TriggerQDelta[p]}
		switch {
		case !random:
			m.end(&offer, p, measured, m.noted[p])
		case pending[p]:
			m.lost = true
		default:
			m.frozen[p] = &measured
		}
	}
	m.note(in)
	cnm := m.cnm.Step(offer)
	out.TxValid, out.TxData, out.Dropped = cnm.TxValid, cnm.TxData, cnm.Dropped
	return out
}

// end of the search for a culprit.
func (m *Marking) end(offer *CNMIn, prio int, x Measured, c culprit) {
	if !c.known {
		m.gaveUp = true
		return
	}
	offer.OfferValid, offer.OfferPrio = true, prio
	offer.OfferFeedback, offer.OfferQOffset, offer.OfferQDelta = x.Feedback, x.QOffset, x.QDelta
	offer.OfferSrc, offer.OfferDst = c.src, c.dst
}

// seek moves the request for a culprit on.
func (m *Marking) seek(in MarkingIn, pending []bool) {
	switch {
	case m.search == SearchOffered && in.SearchReady:
		m.search = SearchRuns
	case m.search == SearchRuns && in.AnswerValid:
		m.search = SearchNone
		m.frozen[m.sought] = nil
	case m.search == SearchNone:
		for k := range pending {
			if p := (m.last + 1 + k) % m.p.Prios; pending[p] {
				m.search, m.sought, m.last = SearchOffered, p, p
				return
			}
		}
	}
}

// note remembers the flow of a sampled frame, or the longest queue when it came.
func (m *Marking) note(in MarkingIn) {
	latency := 0
	for 1<<latency < m.p.VOQs {
		latency++
	}
	m.samples = append([][]bool{append([]bool(nil), in.Sampled...)}, m.samples...)
	m.counts = append([][]int{append([]int(nil), in.Count...)}, m.counts...)
	byQueue := in.Policy == 1 && m.p.DOS == 1
	if due := latency - 1; byQueue && due < len(m.samples) {
		// The frame of the sample came a cycle before it.
		for p, sampled := range m.samples[due] {
			if sampled && due+1 < len(m.counts) {
				m.noted[p] = longest(m.counts[due+1][p*m.p.VOQs:][:m.p.VOQs], in.Port)
			}
		}
	}
	for p, sampled := range in.Sampled {
		if sampled && !byQueue {
			m.noted[p] = m.header
		}
	}
	m.header = culprit{true, in.ArrivalSrc, in.ArrivalDst}
	m.samples, m.counts = m.samples[:min(8, len(m.samples))], m.counts[:min(8, len(m.counts))]
}

// longest is the flow from the port to the queue with the most units.
func longest(units []int, port int) culprit {
	c, most := culprit{src: port}, 0
	for i, n := range units {
		if n > most {
			most, c.known, c.dst = n, true, i
		}
	}
	return c
}
