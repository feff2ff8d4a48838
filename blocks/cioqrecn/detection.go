package cioqrecn

import (
	"culprit/blocks/recn"
	"culprit/rtlgen"
)

// Detection is the congestion detection of an input side: a detection queue longer
// than the threshold declares its output congested and asks for a SAQ (DD II.A(1)),
// unless one has that name. Of several the lowest output goes first, one per cycle
// (papers silent). Stateless; the request stands until its reason is gone.
//
// "Reaches a certain threshold" is read as strictly more, as in RECN-IQ.
func Detection(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("cioq_recn_detection")
	m.Doc("congestion detection of an input side")
	p.declare(m, portsSpec, slotsSpec, saqsSpec, detectSpec)
	n, pw, cw := p.Ports, p.pw(), p.cw()

	count := m.Input("count", n*cw)
	myPort := m.Input("my_port", pw)
	valid := m.Input("line_valid", p.SAQs)
	port := m.Input("line_port", p.SAQs*pw)
	mask := m.Input("line_mask", p.SAQs*turnBits)

	oneTurn := p.recn().FirstTurnMask(m)
	known := m.Wire("known", n) // a SAQ has the name of the output: one turn that leads there
	known.Default(0)
	m.For("o", n, func(o value) {
		m.For("k", p.SAQs, func(k value) {
			named := mask.Lane(k, turnBits).Eq(oneTurn).And(port.Lane(k, pw).Eq(o))
			m.If(valid.Bit(k).And(named), func() { known.SetBit(o, 1) })
		})
	})
	over := m.Wire("over_threshold", n)
	m.For("o", n, func(o value) { over.SetBit(o, recn.Above(m, count.Lane(o, cw), p.Detect)) })
	detected := m.Let("detected", over.AndNot(known))
	chosen := m.Let("detected_port", detected.Priority())

	m.Output("alloc_valid", detected.Any().AndNot(valid.All()))
	m.Output("alloc_port", chosen)
	m.Output("alloc_tp", rtlgen.Cat(p.recn().TurnTo(m, "turn", myPort, chosen), m.Zero(turnBits-p.turn())))
	m.Output("alloc_mask", oneTurn)
	m.Output("no_free", detected.Any().And(valid.All()))
	if !reachable(p.Detect, cw) {
		m.Unused("counts", count)
	}
	return m
}

// reachable tells whether a level of width bits can be above the threshold.
func reachable(threshold, width int) bool { return threshold < 1<<width-1 }
