package golden

import packet "culprit/blocks/packet/golden"

// NetIn are the inputs of voqnet_switch, a lane per port.
type NetIn struct {
	packet.LinksIn
	TxCreditDst []int
}

// NetOut are its outputs.
type NetOut struct {
	packet.LinksOut
	RxCreditDst []int `valid:"RxCredit"`
}

// NewNetIn makes inputs of n lanes, all zero.
func NewNetIn(n int) NetIn { return NetIn{packet.NewLinksIn(n), make([]int, n)} }

// NewNetOut makes outputs of n lanes.
func NewNetOut(n int) NetOut { return NetOut{packet.NewLinksOut(n), make([]int, n)} }

// NetSwitch is VOQnet: the queues of an input are numbered by destination, and
// each has slots and credits of its own.
type NetSwitch struct {
	*core
	credits [][]int // by output and destination
	out     NetOut
}

// NewNetSwitch makes the switch after reset.
func NewNetSwitch(p Params) *NetSwitch {
	m := &NetSwitch{core: newCore(p, p.Nodes), out: NewNetOut(p.Ports)}
	m.queueOf = func(pk *queued) int { return pk.dst }
	m.ready = func(int) bool { return true }
	m.allows = func(o int, head *queued) bool { return m.credits[o][head.dst] > 0 }
	for range p.Ports {
		credits := make([]int, p.Nodes)
		for d := range credits {
			credits[d] = p.Depth
		}
		m.credits = append(m.credits, credits)
	}
	return m
}

// Credits is a credit counter of an output.
func (m *NetSwitch) Credits(output, dst int) int { return m.credits[output][dst] }

// Registered are the outputs, all of which depend on registers only.
func (m *NetSwitch) Registered() NetOut {
	out := m.out
	for i, port := range m.input {
		c := port.credits.End(port.credit)
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
	return out
}

// Step is one clock cycle.
func (m *NetSwitch) Step(in NetIn) NetOut {
	out := m.Registered()
	taken := m.take()
	m.edge(in.LinksIn)
	for o, port := range m.output {
		if port.returned.given {
			m.credits[o][port.returned.dst]++
			if taken[o] == port.returned.dst {
				m.events.Exchanged = true
			}
		}
		port.returned = credit{given: in.TxCredit[o], dst: in.TxCreditDst[o]}
	}
	return out
}

// take takes the credits of the packets whose first beats are in the crossbar,
// and tells by output which they are, -1 for none. These outputs are busy, so
// that nobody asks for these credits in this cycle.
func (m *NetSwitch) take() []int {
	taken := make([]int, m.p.Ports)
	for o := range taken {
		taken[o] = -1
	}
	for _, in := range m.input {
		if in.beat.Valid && in.beat.Sop {
			o, d := in.beatOf.port, in.beatOf.dst
			m.credits[o][d]--
			taken[o] = d
		}
	}
	return taken
}
