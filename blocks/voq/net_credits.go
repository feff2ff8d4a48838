package voq

import (
	"culprit/blocks/packet"
	"culprit/rtlgen"
)

// netCredits are the credits that the sending end of a VOQnet link has, depth for
// each destination at the start.
func netCredits(p Params) *rtlgen.Typed[netCreditsPorts] {
	m, io := rtlgen.New[netCreditsPorts](p)
	credits := m.RegArray("counters", p.Nodes, rtlgen.CountBits(p.Depth), p.Depth)
	none := m.Reg("no_credit", p.Nodes, 0)
	same := m.Let("taken_and_given", io.Take.And(io.Give).And(io.TakeDst.Eq(io.GiveDst)))
	left := m.Let("credits_left", credits.At(io.TakeDst).Sub(1))
	takes, gives := m.Let("takes", io.Take.AndNot(same)), m.Let("gives", io.Give.AndNot(same))
	m.If(takes, func() { credits.At(io.TakeDst).Set(left) })
	m.If(gives, func() { credits.At(io.GiveDst).Set(credits.At(io.GiveDst).Add(1)) })
	ends := m.Let("last_one_taken", rtlgen.Mux(takes.And(left.Eq(0)), io.TakeDst.Decode(p.Nodes), 0))
	begins := m.Let("one_given", rtlgen.Mux(gives, io.GiveDst.Decode(p.Nodes), 0))
	none.Set(none.AndNot(begins).Or(ends))
	io.Available.Drive(none.Not())

	count := m.Reg("count_q", rtlgen.CountBits(p.room()), p.room())
	m.If(io.Take.AndNot(io.Give), func() {
		count.Set(count.Sub(1))
	}).ElseIf(io.Give.AndNot(io.Take), func() {
		count.Set(count.Add(1))
	})
	io.Count.Drive(count)

	m.Assume("never_overdrawn", io.Take.Implies(credits.At(io.TakeDst).Ne(0)), "no credit is taken where there is none")
	m.Assume("never_overpaid", io.Give.AndNot(same).Implies(credits.At(io.GiveDst).Lt(p.Depth)), "no credit is given back that was not taken")
	m.Assert("no_credit_is_0", none.Bit(io.TakeDst).Eq(credits.At(io.TakeDst).Eq(0)))
	return m
}

// linkCredits makes the credits of a link, with the register behind its credit
// pins. The user drives take and take_dst.
func (p Params) linkCredits(m *rtlgen.Module, tx packet.Tx) *netCreditsPorts {
	if p.nw() < packet.TagBits {
		m.Unused("credit_dst_rest", tx.CreditDst.High(packet.TagBits-p.nw())) // zero
	}
	c := rtlgen.Use(m, "credits", netCredits(p))
	c.Give.Drive(m.Next("tx_credit_q", tx.Credit, 0))
	c.GiveDst.Drive(m.NextNoReset("tx_credit_dst_q", tx.CreditDst.Low(p.nw())))
	return c
}
