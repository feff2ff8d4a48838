package golden

import (
	link "culprit.example/culprit/blocks/link/golden"
	packet "culprit.example/culprit/blocks/packet/golden"
)

// SwIn are the inputs of voqsw_switch.
type SwIn struct {
	packet.LinksIn
	link.PinsIn
}

// SwOut are its outputs.
type SwOut struct {
	packet.LinksOut
	link.PinsOut
}

// NewSwIn makes inputs of n lanes, all zero.
func NewSwIn(n int) SwIn { return SwIn{packet.NewLinksIn(n), link.NewPinsIn(n)} }

// NewSwOut makes outputs of n lanes, all zero.
func NewSwOut(n int) SwOut { return SwOut{packet.NewLinksOut(n), link.NewPinsOut(n)} }

// SwSwitch is VOQsw: the queues of an input are numbered by output, and share its
// slots.
type SwSwitch struct {
	*core
	credits []int // by output
	out     SwOut
}

// NewSwSwitch makes the switch after reset.
func NewSwSwitch(p Params) *SwSwitch {
	m := &SwSwitch{core: newCore(p, p.Ports, p.Slots), out: NewSwOut(p.Ports)}
	m.queueOf = func(pk *queued) int { return pk.port }
	m.ready = func(o int) bool { return m.credits[o] > 0 }
	m.sendable = func(i, o int) bool { return len(m.input[i].queue[o]) > 0 }
	m.pick = func(_, o int) int { return o }
	for range p.Ports {
		m.credits = append(m.credits, p.Slots)
	}
	return m
}

// Registered are the outputs, all of which depend on registers only.
func (m *SwSwitch) Registered() SwOut {
	out := m.out
	for i, port := range m.input {
		out.RxCredit[i] = port.credits.End(port.given(false)).given
		out.StatFree[i] = m.p.Slots - port.used
	}
	for o, port := range m.output {
		out.SetTx(o, port.tx.End(packet.Beat{}))
		out.StatCredit[o] = m.credits[o]
	}
	m.errors.Show(out.PinsOut)
	return out
}

// Step is one clock cycle.
func (m *SwSwitch) Step(in SwIn) SwOut {
	out := m.Registered()
	m.countErrors(in.PinsIn)
	m.edge(in.LinksIn)
	for o, port := range m.output {
		port.excess = port.returned.given && !port.started && m.credits[o] == m.p.Slots
		if port.started {
			m.credits[o]--
		}
		if port.returned.given && !port.excess {
			m.credits[o]++
		}
		port.returned = credit{given: in.TxCredit[o]}
	}
	return out
}
