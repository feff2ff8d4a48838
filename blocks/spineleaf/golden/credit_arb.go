package golden

import "slices"

// CreditArbIn are the inputs of the arbiter of an output buffer.
type CreditArbIn struct {
	Phase           int
	ReqValid        bool
	ReqSrc, ReqPrio int
	FreeValid       bool
	FreePrio        int
	GrantTaken      bool
}

// CreditArbOut are its outputs.
type CreditArbOut struct {
	GrantValid bool
	GrantDst   int `valid:"GrantValid"`
	GrantPrio  int `valid:"GrantValid"`
	GrantPlace int `valid:"GrantValid"`
	Taken      []bool
}

// CreditArb gives the places of an output buffer away.
type CreditArb struct {
	p        FabricParams
	requests map[[2]int]int // of {source, priority}
	waiting  []*fifo[int]   // sources with requests, of each priority
	free     []int
	there    []bool // there was a free place in the cycle before
	next     []int
	turn     circle
	grant    CreditArbOut
	back     []int // {source, priority} that joins the queue at the end of this cycle
}

// NewCreditArb makes the arbiter after reset.
func NewCreditArb(p FabricParams) *CreditArb {
	m := &CreditArb{p: p, requests: map[[2]int]int{}, turn: newCircle(p.Prios), next: make([]int, p.Prios),
		there: make([]bool, p.Prios)}
	for range p.Prios {
		m.waiting = append(m.waiting, newFIFO[int](p.addresses()))
		m.free = append(m.free, p.Places)
	}
	return m
}

// Out are the outputs, which depend on no input.
func (m *CreditArb) Out() CreditArbOut {
	out := m.grant
	for _, n := range m.free {
		out.Taken = append(out.Taken, n < m.p.Places)
	}
	return out
}

// Step is one clock cycle.
func (m *CreditArb) Step(in CreditArbIn) CreditArbOut {
	out := m.Out()
	back := m.back
	m.back = nil
	there := slices.Clone(m.there)
	for k, n := range m.free {
		m.there[k] = n > 0
	}
	if in.GrantTaken {
		m.grant = CreditArbOut{}
	}
	if in.Phase == 1 && !out.GrantValid {
		k := m.turn.pick(func(k int) bool { return m.waiting[k].ready() && there[k] })
		if k >= 0 {
			m.turn.last = k
			s := m.waiting[k].pop()
			m.grant = CreditArbOut{GrantValid: true, GrantDst: s, GrantPrio: k, GrantPlace: m.next[k]}
			m.next[k] = (m.next[k] + 1) % m.p.Places
			m.free[k]--
			m.requests[[2]int{s, k}]--
			if m.requests[[2]int{s, k}] > 0 {
				m.back = []int{s, k}
			}
		}
	}
	if in.ReqValid {
		at := [2]int{in.ReqSrc & (m.p.addresses() - 1), in.ReqPrio}
		m.requests[at]++
		if m.requests[at] == 1 {
			m.back = at[:]
		}
	}
	if in.FreeValid {
		m.free[in.FreePrio]++
	}
	if back != nil {
		m.waiting[back[1]].push(back[0])
	}
	for _, w := range m.waiting {
		w.tick()
	}
	return out
}
