package voq

import "culprit/rtlgen"

// netCredits are the credits that the sending end of a VOQnet link has, depth for
// each destination at the start.
//
//	take, take_dst    a credit is taken; there must be one
//	give, give_dst    one is given back
//	available[nodes]  reg: the destinations that there is a credit for
//	count             reg: all credits together
func netCredits(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("voqnet_credits")
	m.Doc("credits of a link for each destination")
	p.declare(m, nodesSpec, depthSpec)
	take, takeDst := m.Input("take", 1), m.Input("take_dst", p.nw())
	give, giveDst := m.Input("give", 1), m.Input("give_dst", p.nw())

	credits := m.RegArray("counters", p.Nodes, rtlgen.CountBits(p.Depth), p.Depth)
	none := m.Reg("no_credit", p.Nodes, 0)
	same := m.Let("taken_and_given", take.And(give).And(takeDst.Eq(giveDst)))
	left := m.Let("credits_left", credits.At(takeDst).Sub(1))
	takes, gives := m.Let("takes", take.AndNot(same)), m.Let("gives", give.AndNot(same))
	m.If(takes, func() { credits.At(takeDst).Set(left) })
	m.If(gives, func() { credits.At(giveDst).Set(credits.At(giveDst).Add(1)) })
	ends := m.Let("last_one_taken", rtlgen.Mux(takes.And(left.Eq(0)), takeDst.Decode(p.Nodes), 0))
	begins := m.Let("one_given", rtlgen.Mux(gives, giveDst.Decode(p.Nodes), 0))
	none.Set(none.AndNot(begins).Or(ends))
	m.Output("available", none.Not())

	count := m.Reg("count_q", rtlgen.CountBits(p.room()), p.room())
	m.If(take.AndNot(give), func() {
		count.Set(count.Sub(1))
	}).ElseIf(give.AndNot(take), func() {
		count.Set(count.Add(1))
	})
	m.Output("count", count.Value)

	m.Assume("never_overdrawn", take.Implies(credits.At(takeDst).Ne(0)), "no credit is taken where there is none")
	m.Assume("never_overpaid", give.AndNot(same).Implies(credits.At(giveDst).Lt(p.Depth)), "no credit is given back that was not taken")
	m.Assert("no_credit_is_0", none.Bit(takeDst).Eq(credits.At(takeDst).Eq(0)))
	return m
}

// linkCredits makes the credits of a link, with the register behind its credit
// pins. The user connects take and take_dst.
func (p Params) linkCredits(m *rtlgen.Module) *rtlgen.Instance {
	dst := m.Input("tx_credit_dst", dstBits)
	if p.nw() < dstBits {
		m.Unused("credit_dst_rest", dst.High(dstBits-p.nw())) // zero
	}
	c := m.Instance("credits", netCredits(p))
	c.In("give", m.Next("tx_credit_q", m.Input("tx_credit", 1), 0))
	c.In("give_dst", m.Next("tx_credit_dst_q", dst.Low(p.nw()), 0))
	return c
}
