package clos

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// Channel is the end of the control channels that lead to a node, out of band: a word
// per sender may arrive in a cycle, and one is handed on. Counts of a sender that wait
// are added up, to G at the most, and the senders have their turns.
func Channel(p Params) *rtlgen.Typed[ChannelPorts] {
	m, io := rtlgen.New[ChannelPorts](p)
	if m.Refused() {
		return m
	}
	n, w, cw := p.Nodes, p.nw(), rtlgen.CountBits(p.G)
	waiting := m.RegArray("waiting", n, cw, 0, "count that waits, by sender")
	some := m.Reg("some", n, 0, "a count waits, a bit per sender")
	above := m.Reg("above_last", n-1, 0, "senders above the one served last")
	choice := prim.RoundRobinByCarry(m.Module, "sender", some, above)
	served := m.Let("served", choice.OneHot)
	m.If(choice.Any, func() { above.Set(choice.Above) })
	me := io.Node.Low(w)
	if w < nodeBits {
		m.Unused("node_rest", io.Node.High(nodeBits-w))
	}

	arrived := m.Wire("arrived", n*cw)
	sums, overflow := m.Wire("sums", n*(cw+1)), m.Wire("overflow", n)
	for s := range m.Each("s", n) {
		mine := io.In.Valid.Bit(s).And(io.In.Node.Lane(s, w).Eq(me))
		arrived.SetLane(s, rtlgen.Mux(mine, io.In.Count.Lane(s, cw), 0))
		stays := rtlgen.Mux(served.Bit(s), 0, waiting.At(s))
		sums.SetLane(s, stays.Zext(cw+1).Add(arrived.Lane(s, cw).Zext(cw+1)))
		overflow.SetBit(s, sums.Lane(s, cw+1).Gt(p.G))
		m.If(mine.Or(served.Bit(s)), func() {
			waiting.At(s).Set(rtlgen.Mux(overflow.Bit(s), p.G, sums.Lane(s, cw+1).Low(cw)))
			some.SetBit(s, stays.Any().Or(arrived.Lane(s, cw).Any()))
		})
	}
	io.Out.Valid.Drive(m.Next("out_valid_q", choice.Any, 0))
	io.Out.Node.Drive(m.NextNoReset("out_node_q", choice.Index))
	io.Out.Count.Drive(m.NextNoReset("out_count_q", m.Let("count", rtlgen.OneHotMux(served, waiting.Flat()))))
	m.Assume("no_more_than_g", overflow.Eq(0), "at most g segments of a flow are requested, or granted, at a time")
	return m
}
