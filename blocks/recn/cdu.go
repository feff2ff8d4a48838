package recn

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// CDU is the congestion detection unit (IQ section 3.4). A cold queue longer than
// the threshold declares the output that its head wants congested, and asks for
// a SAQ for it unless one has that name. Stateless; the request stands until it
// is granted or the reason goes away.
//
// The head's output is known when it was inspected and stays (IQ looks at every
// head; one that is about to leave for a SAQ makes no congestion).
//
// "Exceeds" (IQ 2.2) and "is reached" (IQ 3.4) contradict each other: it is
// strictly more. When no line is free nothing happens but no_free (paper silent).
func CDU(p Params) *rtlgen.Typed[CDUPorts] {
	m, io := rtlgen.New[CDUPorts](p)
	if m.Refused() {
		return m
	}
	turn := p.ports().TurnTo(m.Module, "turn", io.MyPort, io.CqPort)
	known := m.Wire("known", p.SAQs)
	w := turn.Width()
	for k := range m.Each("k", p.SAQs) {
		oneTurn := io.Line.Mask.At(k).Bit(packet.TurnBits - 1 - w).Not() // no name is shorter
		known.SetBit(k, io.Line.Valid.Bit(k).And(oneTurn).And(io.Line.Tp.At(k).High(w).Eq(turn)))
	}
	m.Unused("further_turns", io.Line.Tp, io.Line.Mask)
	detected := m.Let("detected", prim.Above(m.Module, io.CqCount, p.Detect).And(io.CqReady).And(io.CqGranted.Not()).
		And(known.Any().Not()))

	full := io.Line.Valid.All()
	io.Alloc.Valid.Drive(detected.And(full.Not()))
	io.Alloc.Tp.Drive(rtlgen.Cat(turn, m.Zero(packet.TurnBits-w)))
	io.Alloc.Mask.Drive(p.ports().FirstTurnMask(m.Module))
	io.NoFree.Drive(detected.And(full))
	if !prim.Reachable(p.Detect, p.cw()) {
		m.Unused("count", io.CqCount)
	}
	return m
}
