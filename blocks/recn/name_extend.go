package recn

import "culprit/rtlgen"

// NameExtend is the receiver of notifications in an input port. A name that an
// output port uses starts with the next switch's turn; seen from an input it
// starts with the turn from there to that output (IQ section 2.4: "updated for
// including another significant turn"). Stateless.
//
// A name that has no room for another turn is dropped; routes of at most 31 bits
// never make one.
func NameExtend(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("recn_name_extend")
	m.Doc("notification receiver: names one turn longer")
	p.declare(m, portsSpec)

	valid := m.Input("bus_valid", 1)
	xoff := m.Input("bus_xoff", 1)
	tp := m.Input("bus_tp", turnBits)
	mask := m.Input("bus_mask", turnBits)
	target := m.Input("bus_target", p.pw())
	source := m.Input("bus_source", p.pw())
	myPort := m.Input("my_port", p.pw())

	concerns := m.Let("concerns_me", valid.And(source.Ne(myPort)).And(xoff.Not().Or(target.Eq(myPort))))
	tooLong := m.Let("too_long", mask.Low(p.turn()).Any())
	turn := p.turnTo(m, "turn", myPort, source)

	m.Output("note_valid", concerns.And(tooLong.Not()))
	m.Output("note_xoff", xoff)
	m.Output("note_tp", rtlgen.Cat(turn, tp.High(turnBits-p.turn())))
	m.Output("note_mask", rtlgen.Cat(m.Ones(p.turn()), mask.High(turnBits-p.turn())))
	m.Output("overflow", concerns.And(tooLong))
	m.Unused("last_turn", tp.Low(p.turn()))
	return m
}
