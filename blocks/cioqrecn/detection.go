package cioqrecn

import (
	"culprit/blocks/packet"
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// Detection is the congestion detection of an input side: a detection queue that
// reaches the threshold declares its output congested and asks for a SAQ (DD II.A(1)),
// unless one has that name. Of several the lowest output goes first, one per cycle
// (papers silent). Stateless; the request stands until its reason is gone.
func Detection(p Params) *rtlgen.Typed[DetectionPorts] {
	m, io := rtlgen.New[DetectionPorts](p)
	n, line := p.Ports, io.Line

	oneTurn := p.ports().FirstTurnMask(m.Module)
	known := m.Wire("known", n) // a SAQ has the name of the output: one turn that leads there
	known.Default(0)
	for o := range m.Each("o", n) {
		for k := range m.Each("k", p.SAQs) {
			named := line.Mask.At(k).Eq(oneTurn).And(line.Port.At(k).Eq(o))
			m.If(line.Valid.Bit(k).And(named), func() { known.SetBit(o, 1) })
		}
	}
	over := m.Wire("over_threshold", n)
	m.For("o", n, func(o value) { over.SetBit(o, prim.AtLeast(m.Module, io.Count.At(o), p.Detect)) })
	detected := m.Let("detected", over.AndNot(known))
	chosen := m.Let("detected_port", detected.Priority())

	io.Alloc.Valid.Drive(detected.Any().AndNot(line.Valid.All()))
	io.Alloc.Port.Drive(chosen)
	turn := p.ports().TurnTo(m.Module, "turn", io.MyPort, chosen)
	io.Alloc.Tp.Drive(rtlgen.Cat(turn, m.Zero(packet.TurnBits-p.pw())))
	io.Alloc.Mask.Drive(oneTurn)
	io.NoFree.Drive(detected.Any().And(line.Valid.All()))
	if !prim.Reachable(p.Detect-1, p.cw()) {
		m.Unused("counts", io.Count)
	}
	return m
}
