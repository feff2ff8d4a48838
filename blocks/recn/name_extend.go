package recn

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// NameExtend is the receiver of notifications in an input port. A name that an
// output port uses starts with the next switch's turn; seen from an input it
// starts with the turn from there to that output (IQ section 2.4: "updated for
// including another significant turn"). Stateless.
//
// An Xoff names the input port that has sent a packet to the congestion point. DD
// sends it to all input ports: those with a SAQ of that name stop it, and only the
// one that is named allocates. IQ speaks of that one alone.
//
// A name that has no room for another turn is dropped; routes of at most 31 bits
// never make one.
func NameExtend(p Params) *rtlgen.Typed[NameExtendPorts] {
	m, io := rtlgen.New[NameExtendPorts](p)
	if m.Refused() {
		return m
	}
	bus, w := io.Bus, p.pw()
	forMe := m.Let("for_me", bus.Xoff.Not().Or(bus.Target.Eq(io.MyPort)))
	concerns := bus.Valid.And(bus.Source.Ne(io.MyPort))
	if p.Broadcast == 0 {
		concerns = concerns.And(forMe)
	}
	concerns = m.Let("concerns_me", concerns)
	tooLong := m.Let("too_long", bus.Mask.Low(w).Any())
	turn := p.ports().TurnTo(m.Module, "turn", io.MyPort, bus.Source)

	io.Note.Valid.Drive(concerns.And(tooLong.Not()))
	io.Note.Xoff.Drive(bus.Xoff)
	io.Note.Tp.Drive(rtlgen.Cat(turn, bus.Tp.High(packet.TurnBits-w)))
	io.Note.Mask.Drive(rtlgen.Cat(m.Ones(w), bus.Mask.High(packet.TurnBits-w)))
	io.NoteAllocate.Drive(forMe)
	io.Overflow.Drive(concerns.And(forMe).And(tooLong))
	m.Unused("last_turn", bus.Tp.Low(w))
	return m
}
