package cioqrecn

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// Detection is the congestion detection of an input side: a detection queue that
// reaches the threshold declares its output congested and asks for a SAQ (DD II.A(1)),
// unless one has that name. Of several the lowest output goes first, one per cycle
// (papers silent).
//
// What is detected is registered, so that a request stands for a few cycles after its
// reason is gone. The CAM leaves a name alone that has a line.
func Detection(p Params) *rtlgen.Typed[DetectionPorts] {
	m, io := rtlgen.New[DetectionPorts](p)
	if m.Refused() {
		return m
	}
	n, line := p.Ports, io.Line

	known := m.Wire("known", n) // a SAQ has the name of the output: one turn that leads there
	known.Default(0)
	for o := range m.Each("o", n) {
		for k := range m.Each("k", p.SAQs) {
			oneTurn := line.Mask.At(k).Bit(packet.TurnBits - 1 - p.pw()).Not()
			m.If(line.Valid.Bit(k).And(oneTurn).And(line.Port.At(k).Eq(o)), func() { known.SetBit(o, 1) })
		}
	}
	m.Unused("other_turns", line.Mask)
	over := m.Wire("over_threshold", n)
	m.For("o", n, func(o value) { over.SetBit(o, prim.AtLeast(m.Module, io.Count.At(o), p.Detect)) })
	detected := m.Next("detected_q", over.AndNot(known), 0, "queues that are too long without a SAQ")
	chosen := m.Let("detected_port", detected.Priority())

	io.Alloc.Valid.Drive(detected.Any().AndNot(line.Valid.All()))
	io.Alloc.Port.Drive(chosen)
	turn := p.ports().TurnTo(m.Module, "turn", io.MyPort, chosen)
	io.Alloc.Tp.Drive(rtlgen.Cat(turn, m.Zero(packet.TurnBits-p.pw())))
	io.Alloc.Mask.Drive(p.ports().FirstTurnMask(m.Module))
	io.NoFree.Drive(detected.Any().And(line.Valid.All()))
	m.Assume("no_packet_turns_back", io.Count.At(io.MyPort).Eq(0), "no packet goes back to the port that it came from")
	if !prim.Reachable(p.Detect-1, p.cw()) {
		m.Unused("counts", io.Count)
	}
	return m
}
