package voq

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// netOutputPort is the sending side of a VOQnet link: a credit counter per
// destination, and the link register. Its credits are shown to the input ports as
// a bit vector, all zero while a packet leaves.
//
// A packet takes its credit when its first beat passes, two cycles after the
// grant: before that nobody can ask for it again, since the output is busy.
func netOutputPort(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("voqnet_output_port")
	m.Doc("output port: credits per destination, link register")
	p.declare(m, portsSpec, nodesSpec, depthSpec, latSpec)
	sop := m.Input("beat_sop", 1)
	data := m.Input("beat_data", beatBits)
	valid := m.Input("beat_valid", 1)
	p.sendingLink(m, valid, sop, m.Input("beat_eop", 1), data)

	busy := m.Reg("busy", wordBits, 0)
	m.If(m.Input("start", 1), func() {
		busy.Set(beats - 1)
	}).ElseIf(busy.Ne(0), func() {
		busy.Set(busy.Sub(1))
	})
	c := p.linkCredits(m)
	c.In("take", valid.And(sop))
	c.In("take_dst", data.Low(p.nw()))
	m.Output("open", c.Out("available").And(busy.Eq(0).Replicate(p.Nodes)))
	m.Output("stat_credit", c.Out("count"))
	return m
}

// sendingLink moves the turn pointer of the first beat on and sends the beats over
// the link's registers.
func (p Params) sendingLink(m *rtlgen.Module, valid, sop, eop, data value) {
	turn := rtlgen.IndexBits(p.Ports)
	moved := m.Let("next_tptr", data.Slice(beatBits-turnBits-1, beatBits-headerBits).Sub(turn))
	first := rtlgen.Cat(data.High(turnBits), moved, data.Low(beatBits-headerBits))
	patched := m.Let("patched", rtlgen.Mux(sop, first, data))
	link := m.Instance("link", prim.LinkDelay(prim.LinkDelayParams{Width: 3 + beatBits, Latency: p.LinkLatency}))
	link.In("d", rtlgen.Mux(valid, rtlgen.Cat(valid, sop, eop, patched), 0))
	sent := link.Out("q")
	m.Output("tx_valid", sent.Slice(beatBits+2, beatBits+2))
	m.Output("tx_sop", sent.Slice(beatBits+1, beatBits+1))
	m.Output("tx_eop", sent.Slice(beatBits, beatBits))
	m.Output("tx_data", sent.Low(beatBits))
}
