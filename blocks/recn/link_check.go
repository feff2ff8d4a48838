package recn

import (
	"fmt"

	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// checkLink states what needs both ends of the link from switch c to the other:
// no credit is lost or made, and the Xoffs that are outstanding at the receiving
// end are the lines of the sending end. Its registers exist in simulation and
// formal proofs only.
func (u *pair) checkLink(c int) {
	u.checkCredits(c)
	if u.p.SAQs > 0 && u.p.LeafFirst == 0 { // else lines outlive their Xoff
		u.checkLines(c)
	}
}

// checkCredits follows packets and credits between the two counters.
//
// A packet is in flight from the cycle after its grant (the credit is taken)
// until its slot is taken, two cycles after its first beat is at the pins. A
// credit is returning from the cycle in which the slot is free again until the
// credit counter has it, two cycles after it is at the pins.
func (u *pair) checkCredits(c int) {
	m, p, cw := u.m, u.p, u.p.cw()
	name := func(s string) string { return fmt.Sprintf("link%d_%s", c, s) }
	tx, rx := u.tx(c), u.rx(1-c)
	credit, free := u.sw[c].Stat.Credit.At(u.linked[c]), u.sw[1-c].Stat.Free.At(u.linked[1-c])
	arrived := m.Next(name("sop_at_pins"), tx.Valid.And(tx.Sop), 0, "a first beat was at the pins")
	given := m.Next(name("credit_at_pins"), rx.Credit, 0, "a credit was at the pins")

	// What happened in the cycle before, from the counters' change.
	arrivedBefore := m.Next(name("arrived"), arrived, 0)
	givenBefore := m.Next(name("given"), given, 0)
	creditBefore := m.Next(name("credit_before"), credit, p.Slots, "credits of the sender in the cycle before")
	freeBefore := m.Next(name("free_before"), free, p.Slots, "free slots of the receiver in the cycle before")
	taken := m.Let(name("taken"), creditBefore.Add(givenBefore.Zext(cw)).Sub(credit))
	freed := m.Let(name("freed"), free.Add(arrivedBefore.Zext(cw)).Sub(freeBefore))

	flying := m.Reg(name("in_flight_before"), cw, 0, "packets in flight in the cycle before")
	returning := m.Reg(name("returning_before"), cw, 0, "credits returning in the cycle before")
	flyingNow := m.Let(name("in_flight"), flying.Add(taken).Sub(arrivedBefore.Zext(cw)))
	returningNow := m.Let(name("returning"), returning.Add(freed).Sub(givenBefore.Zext(cw)))
	flying.Set(flyingNow)
	returning.Set(returningNow)

	m.Assert(name("takes_one_credit_per_packet"), taken.Le(1))
	m.Assert(name("frees_one_slot_per_packet"), freed.Le(1))
	// From grant to slot a packet takes LAT+5 cycles, from slot to credit LAT+2;
	// packets are 8 cycles apart.
	bound := (p.LinkLatency+5)/packet.Beats + 1
	m.Assert(name("packets_in_flight_in_range"), flyingNow.Le(bound), "a packet arrives for every credit that is taken")
	m.Assert(name("credits_returning_in_range"), returningNow.Le(bound),
		"a credit comes back for every slot that is freed")
	sum := credit.Zext(cw + 2)
	for _, part := range []value{flyingNow, returningNow} {
		sum = sum.Add(part.Zext(cw + 2))
	}
	m.Assert(name("no_credit_is_lost"), sum.Eq(free.Zext(cw+2)),
		"credits, packets in flight and returning credits make the free slots")
}

// restCycles is how long both ends must be at rest before their lines are
// compared: longer than a message travels and an Xon waits for the bus.
const restCycles = 255

// checkLines compares the ends when nothing has changed for a while.
func (u *pair) checkLines(c int) {
	m := u.m
	name := func(n string) string { return fmt.Sprintf("link%d_%s", c, n) }
	sent := rtlgen.Lane(u.sw[1-c].Stat.Sent, u.linked[1-c]).Value
	lines := rtlgen.Lane(u.sw[c].Stat.Lines, u.linked[c]).Value
	rest := m.Reg(name("rest"), rtlgen.CountBits(restCycles), 0, "cycles without a change at either end")
	dropped := m.Reg(name("dropped"), 1, 0, "an Xoff has found no free line")
	sentBefore := m.Next(name("sent_before"), sent, 0, "SAQs with an Xoff outstanding, one cycle ago")
	linesBefore := m.Next(name("lines_before"), lines, 0, "lines in use one cycle ago")
	moves := m.Let(name("moves"), sent.Ne(sentBefore).Or(lines.Ne(linesBefore)).Or(u.rx(1-c).Msg.Valid))
	m.If(moves, func() {
		rest.Set(0)
	}).ElseIf(rest.Ne(restCycles), func() {
		rest.Set(rest.Add(1))
	})
	m.If(u.sw[c].Stat.CamFull.Bit(u.linked[c]), func() { dropped.Set(1) })
	m.Assert(name("xoffs_are_upstream_lines"),
		rest.Ne(restCycles).Or(moves).Or(dropped).Or(sent.PopCount().Eq(lines.PopCount())),
		"as many Xoffs outstanding here as lines there")
	m.Cover(name("at_rest_with_lines"), rest.Eq(restCycles).And(lines.Any()))
}
