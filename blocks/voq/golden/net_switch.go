package golden

import (
	link "culprit.example/culprit/blocks/link/golden"
	packet "culprit.example/culprit/blocks/packet/golden"
)

// NetIn are the inputs of voqnet_switch, a lane per port.
type NetIn struct {
	packet.LinksIn
	link.PinsIn
	TxCreditDst []int
}

// NetOut are its outputs.
type NetOut struct {
	packet.LinksOut
	link.PinsOut
	RxCreditDst []int `valid:"RxCredit"`
}

// NewNetIn makes inputs of n lanes, all zero.
func NewNetIn(n int) NetIn { return NetIn{packet.NewLinksIn(n), link.NewPinsIn(n), make([]int, n)} }

// NewNetOut makes outputs of n lanes.
func NewNetOut(n int) NetOut {
	return NetOut{packet.NewLinksOut(n), link.NewPinsOut(n), make([]int, n)}
}

// NetSwitch is VOQnet: the queues of an input are numbered by destination, and
// each has slots and credits of its own.
type NetSwitch struct {
	*core
	credits [][]int  // by output and destination
	shown   [][]bool // by input and output: the input had a packet with a credit in the cycle before
	turn    [][]int  // by input and output: destination that has the turn
	out     NetOut
}

// NewNetSwitch makes the switch after reset.
func NewNetSwitch(p Params) *NetSwitch {
	m := &NetSwitch{core: newCore(p, p.Nodes, 0), out: NewNetOut(p.Ports)}
	m.inFront = true
	m.queueOf = func(pk *queued) int { return pk.dst }
	m.ready = func(int) bool { return true }
	m.sendable = func(i, o int) bool { return m.shown[i][o] }
	m.pick = m.first
	for range p.Ports {
		credits := make([]int, p.Nodes)
		for d := range credits {
			credits[d] = p.Depth
		}
		m.credits = append(m.credits, credits)
		m.shown, m.turn = append(m.shown, make([]bool, p.Ports)), append(m.turn, make([]int, p.Ports))
	}
	return m
}

// first is the first queue of an input, from the turn of an output on, that may send to
// it; -1 if there is none.
func (m *NetSwitch) first(i, o int) int {
	for n := range m.p.Nodes {
		d := (m.turn[i][o] + n) % m.p.Nodes
		if queue := m.input[i].queue[d]; len(queue) > 0 && queue[0].port == o && m.credits[o][d] > 0 {
			return d
		}
	}
	return -1
}

// Credits is a credit counter of an output.
func (m *NetSwitch) Credits(output, dst int) int { return m.credits[output][dst] }

// Registered are the outputs, all of which depend on registers only.
func (m *NetSwitch) Registered() NetOut {
	out := m.out
	for i, port := range m.input {
		c := port.credits.End(port.given(true))
		out.RxCredit[i], out.RxCreditDst[i] = c.given, c.dst
		out.StatFree[i] = m.p.Nodes*m.p.Depth - port.used
	}
	for o, port := range m.output {
		out.SetTx(o, port.tx.End(packet.Beat{}))
		out.StatCredit[o] = 0
		for _, c := range m.credits[o] {
			out.StatCredit[o] += c
		}
	}
	m.errors.Show(out.PinsOut)
	return out
}

// Step is one clock cycle.
func (m *NetSwitch) Step(in NetIn) NetOut {
	out := m.Registered()
	shown := m.show()
	m.countErrors(in.PinsIn)
	taking := m.crossing()
	for i, decision := range m.chosen { // they are granted in this cycle
		if decision != nothing {
			m.turn[i][decision.output] = (decision.queue + 1) % m.p.Nodes
		}
	}
	m.edge(in.LinksIn)
	m.shown = shown
	for o, port := range m.output {
		back := port.returned
		surplus := back.given && m.credits[o][back.dst] == m.p.Depth
		if d := taking[o]; d >= 0 {
			m.credits[o][d]--
		}
		if back.given && !surplus {
			m.credits[o][back.dst]++
			if taking[o] == back.dst {
				m.events.Exchanged = true
			}
		}
		stray := in.TxCredit[o] && in.TxCreditDst[o] >= m.p.Nodes
		port.excess = surplus || stray
		port.returned = credit{given: in.TxCredit[o] && !stray, dst: in.TxCreditDst[o] % m.p.Nodes}
	}
	return out
}

// show tells which outputs each input may send to.
func (m *NetSwitch) show() [][]bool {
	shown := make([][]bool, m.p.Ports)
	for i, in := range m.input {
		shown[i] = make([]bool, m.p.Ports)
		for d, queue := range in.queue {
			if len(queue) > 0 && m.credits[queue[0].port][d] > 0 {
				shown[i][queue[0].port] = true
			}
		}
	}
	return shown
}

// crossing tells, by output, the destination of the packet whose first beat is in the
// crossbar, which takes a credit; -1 for none.
func (m *NetSwitch) crossing() []int {
	list := make([]int, m.p.Ports)
	for o := range list {
		list[o] = -1
	}
	for _, in := range m.input {
		if in.beat.Valid && in.beat.Sop {
			list[in.beatOf.port] = in.beatOf.dst
		}
	}
	return list
}
