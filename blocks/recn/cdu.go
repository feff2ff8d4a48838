package recn

import (
	"culprit/blocks/packet"
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// CDU is the congestion detection unit (IQ section 3.4). A cold queue longer than
// the threshold declares the output that its head wants congested, and asks for
// a SAQ for it unless one has that name. Stateless; the request stands until it
// is granted or the reason goes away.
//
// "Exceeds" (IQ 2.2) and "is reached" (IQ 3.4) contradict each other: it is
// strictly more. When no line is free nothing happens but no_free (paper silent).
func CDU(p Params) *rtlgen.Typed[CDUPorts] {
	m, io := rtlgen.New[CDUPorts](p)
	turn := p.ports().TurnTo(m.Module, "turn", io.MyPort, io.CqPort)
	name := packet.Name{
		Tp:   m.Let("tp", rtlgen.Cat(turn, m.Zero(packet.TurnBits-turn.Width()))),
		Mask: p.ports().FirstTurnMask(m.Module),
	}
	known := packet.LinesOf(io.Line).Named(m.Module, "known", name)
	detected := m.Let("detected", prim.Above(m.Module, io.CqCount, p.Detect).And(io.CqGranted.Not()).And(known.Any().Not()))

	full := io.Line.Valid.All()
	io.Alloc.Valid.Drive(detected.And(full.Not()))
	io.Alloc.Tp.Drive(name.Tp)
	io.Alloc.Mask.Drive(name.Mask)
	io.NoFree.Drive(detected.And(full))
	if !prim.Reachable(p.Detect, p.cw()) {
		m.Unused("count", io.CqCount)
	}
	return m
}
