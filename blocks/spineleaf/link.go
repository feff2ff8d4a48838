package spineleaf

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// turn is a round-robin choice with its state.
type turn struct {
	m      *rtlgen.Module
	choice prim.Turn
	above  rtlgen.Reg // requests above the last winner
	single bool       // one request: there is nothing to choose
}

func newTurn(m *rtlgen.Module, name string, requests value) turn {
	n := requests.Width()
	if n == 1 {
		return turn{m: m, choice: prim.RoundRobin(m, name, requests, m.Zero(1)), single: true}
	}
	above := m.Reg(name+"_above_q", n-1, 0, "requests above the last winner, which go first")
	choice := prim.RoundRobin(m, name, requests, above)
	choice.OneHot = m.Let(name+"_winner", choice.OneHot)
	return turn{m: m, choice: choice, above: above}
}

// use ends the turn of the winner, which there is, when it is served.
func (t turn) use(served value) {
	if !t.single {
		t.m.If(served, func() { t.above.Set(t.choice.Above) })
	}
}

// laneTurns are round-robin choices side by side, one in each lane of requests.
type laneTurns struct {
	m      *rtlgen.Module
	lanes  int
	choice value // winners, lanes of one-hot bits
	lane   func(i value) prim.Turn
	above  rtlgen.Reg
	single bool // one request in a lane: there is nothing to choose
}

func newLaneTurns(m *rtlgen.Module, name string, requests value, lanes int) *laneTurns {
	n := requests.Width() / lanes
	t := &laneTurns{m: m, lanes: lanes, single: n == 1}
	above := m.Zero(1)
	if !t.single {
		t.above = m.Reg(name+"_above_q", lanes*(n-1), 0, "requests above the last winner of each lane")
		above = t.above.Value
	}
	choice := prim.RoundRobinLanes(m, name, requests, above, lanes)
	t.choice, t.lane = choice.OneHot, choice.Lane
	return t
}

// use ends the turn of a lane if its winner was served.
func (t *laneTurns) use(served func(lane value) value) {
	if t.single {
		return
	}
	for i := range t.m.Each("i", t.lanes) {
		turn := t.lane(i)
		t.m.If(turn.Any.And(served(i)), func() { t.above.SetLane(i, turn.Above) })
	}
}

// meter limits links between leaves and spines: each has the credits of the buffer
// at its end, and sends its share of the rate of the servers. A cell is started in
// phase 0 if ready says so, and charged in phases 2 and 3.
type meter struct {
	m     *rtlgen.Module
	p     FabricParams
	n     int
	phase value
	ready rtlgen.Wire // of each link

	credits, owed rtlgen.RegArray
	credit        rtlgen.Reg // of each link: credits is not 0
	paid          rtlgen.Reg // of each link: it owes less than it may send in a slot
	returned      value
	excess        rtlgen.Reg // of each link: a credit came back while all were there, a cycle ago
}

func (p FabricParams) meter(m *rtlgen.Module, n int, phase, credit value) *meter {
	most := p.cellCost(CellBeats) + p.slotGain()
	k := &meter{
		m: m, p: p, n: n, phase: phase, returned: credit, ready: m.Wire("link_ready", n),
		credits: m.RegArray("credits_q", n, rtlgen.CountBits(p.Cells), p.Cells, "credits of each link, cells"),
		owed:    m.RegArray("owed_q", n, rtlgen.CountBits(most), 0, "bytes that each link owes"),
	}
	k.credit = m.Reg("credit_there_q", n, m.Ones(n), "the link has a credit")
	k.paid = m.Reg("paid_q", n, m.Ones(n), "the link owes less than it may send in a slot")
	k.ready.Set(k.credit.And(k.paid))
	k.excess = m.Reg("excess_q", n, 0, "a credit came back while all were there")
	return k
}

// charge takes a credit and the bytes for the links with a cell in the slot, which are
// told in phase 2, with its beats. In phase 3 a link pays off what it may send in a slot.
func (k *meter) charge(head, beats value) {
	m, p := k.m, k.p
	w := k.owed.At(0).Width()
	pay := m.Let("pay", k.phase.Eq(3))
	counted, all := m.Wire("credit_counted", k.n), m.Wire("all_credits", k.n)
	for i := range m.Each("i", k.n) {
		all.SetBit(i, k.credits.At(i).Eq(p.Cells))
	}
	k.excess.Set(k.returned.And(all))
	for i := range m.Each("i", k.n) {
		begins, back := head.Bit(i), k.returned.Bit(i).AndNot(all.Bit(i))
		m.If(begins.Xor(back), func() {
			k.credits.At(i).Set(k.credits.At(i).Add(rtlgen.Mux(begins, m.Ones(rtlgen.CountBits(p.Cells)), 1)))
		})
		k.credit.SetBit(i, back.Or(k.credit.Bit(i).AndNot(begins.And(k.credits.At(i).Eq(1)))))
		counted.SetBit(i, k.credits.At(i).Ne(0))
	}
	m.Assert("credit_by_count", k.credit.Eq(counted), "there is a credit if the count says so")
	costs := m.Wire("cost", k.n*w)
	sums := m.Reg("sum_q", k.n*w, 0,
		"bytes that each link owes, with the cell of this slot") // the first slot may begin in phase 3
	for i := range m.Each("i", k.n) {
		m.Switch(beats.Lane(i, BeatsBits), func(c rtlgen.Cases) {
			for beats := range CellBeats {
				c.Case(func() { costs.SetLane(i, m.Const(w, p.cellCost(beats))) }, beats)
			}
			c.Default(func() { costs.SetLane(i, m.Const(w, p.cellCost(CellBeats))) })
		})
		sums.SetLane(i, k.owed.At(i).Add(rtlgen.Mux(head.Bit(i), costs.Lane(i, w), 0)))
	}
	m.If(pay, func() {
		for i := range m.Each("i", k.n) {
			sum := sums.Lane(i, w)
			k.owed.At(i).Set(rtlgen.Mux(sum.Gt(p.slotGain()), sum.Sub(p.slotGain()), 0))
			k.paid.SetBit(i, atMost(sum, 2*p.slotGain()-1))
		}
	})
}
