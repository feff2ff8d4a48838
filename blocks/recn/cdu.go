package recn

import "culprit/rtlgen"

// CDU is the congestion detection unit (IQ section 3.4). A cold queue longer than
// the threshold declares the output that its head wants congested, and asks for
// a SAQ for it unless one has that name. Stateless; the request stands until it
// is granted or the reason goes away.
//
// "Exceeds" (IQ 2.2) and "is reached" (IQ 3.4) contradict each other: it is
// strictly more. When no line is free nothing happens but no_free (paper silent).
func CDU(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("recn_cdu")
	m.Doc("congestion detection unit")
	p.declare(m, portsSpec, slotsSpec, saqsSpec, detectSpec)

	cqCount := m.Input("cq_count", p.cw())
	cqPort := m.Input("cq_port", p.pw())
	cqGranted := m.Input("cq_granted", 1)
	myPort := m.Input("my_port", p.pw())
	lines := p.lineInputs(m)

	turn := p.turnTo(m, "turn", myPort, cqPort)
	tp := m.Let("tp", rtlgen.Cat(turn, m.Zero(turnBits-p.turn())))
	mask := p.firstTurnMask(m)
	known := p.namedLines(m, "known", tp, mask, lines.valid, lines.tpOf, lines.maskOf)
	detected := m.Let("detected", above(m, cqCount, p.Detect).And(cqGranted.Not()).And(known.Any().Not()))

	m.Output("alloc_valid", detected.And(lines.valid.All().Not()))
	m.Output("alloc_tp", tp)
	m.Output("alloc_mask", mask)
	m.Output("no_free", detected.And(lines.valid.All()))
	if !reachable(p.Detect, p.cw()) {
		m.Unused("count", cqCount)
	}
	return m
}

// lines is the view of an input port's CAM that other units get.
type lines struct {
	valid, tp, mask value
}

func (p Params) lineInputs(m *rtlgen.Module) lines {
	return lines{
		valid: m.Input("line_valid", p.SAQs),
		tp:    m.Input("line_tp", p.SAQs*turnBits),
		mask:  m.Input("line_mask", p.SAQs*turnBits),
	}
}

func (l lines) tpOf(k value) value   { return l.tp.Lane(k, turnBits) }
func (l lines) maskOf(k value) value { return l.mask.Lane(k, turnBits) }
