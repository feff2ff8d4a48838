package voq

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// netCredits are the credits that the sending end of a VOQnet link has, depth for
// each destination at the start.
//
// What is counted, modulo depth, are the credits that were taken and those that came
// back, each in a memory with one writer. They are equal if all are back or all are
// taken; a look in the cycle after a take tells which. A count begins with the first
// take or give of its destination, so that the memories need no reset.
func netCredits(p Params) *rtlgen.Typed[netCreditsPorts] {
	m, io := rtlgen.New[netCreditsPorts](p)
	if m.Refused() {
		return m
	}
	took := m.Next("took", io.Take, 0)
	tookDst := m.NextNoReset("took_dst", io.TakeDst)
	takes := p.countPerNode(m.Module, "taken", io.Take, io.TakeDst)
	give := m.Wire("give_back", 1)
	gives := p.countPerNode(m.Module, "given", give, io.GiveDst)
	taken := m.NextNoReset("taken_last", takes.next).Value
	given := m.Let("given_last", gives.of("taken", tookDst))
	back := m.Let("given_back", give.And(io.GiveDst.Eq(tookDst)))
	last := m.Let("last_one_taken", took.And(taken.Eq(given)).AndNot(back))

	// A credit is out if the counts differ, all are, or the last one was taken just now.
	none := m.Reg("no_credit", p.Nodes, 0, "all credits are taken, a bit per destination")
	out := m.Let("credit_is_out", takes.of("for_give", io.GiveDst).Ne(gives.now).Or(none.Bit(io.GiveDst)).
		Or(took.And(tookDst.Eq(io.GiveDst))))
	give.Set(io.Give.And(out))
	io.Excess.Drive(io.Give.AndNot(give))
	ends := m.Let("ends", rtlgen.Mux(last, tookDst.Decode(p.Nodes), 0))
	begins := m.Let("begins", rtlgen.Mux(give, io.GiveDst.Decode(p.Nodes), 0))
	none.Set(none.AndNot(begins).Or(ends))
	io.Available.Drive(none.Not())

	count := m.Reg("count_q", rtlgen.CountBits(p.room()), p.room())
	m.If(io.Take.AndNot(give), func() {
		count.Set(count.Sub(1))
	}).ElseIf(give.AndNot(io.Take), func() {
		count.Set(count.Add(1))
	})
	io.Count.Drive(count)
	p.checkCredits(m.Module, io, took.Value, give.Value)
	return m
}

// nodeCount counts events of each destination, modulo depth.
type nodeCount struct {
	m       *rtlgen.Module
	name    string
	begun   rtlgen.Reg
	numbers rtlgen.Memory
	now     value // the count of the destination of the event
	next    value // with the event
}

// countPerNode makes a nodeCount whose signals have names that start with name.
func (p Params) countPerNode(m *rtlgen.Module, name string, event, dst rtlgen.Signal) nodeCount {
	c := nodeCount{
		m: m, name: name, begun: m.Reg(name+"_begun", p.Nodes, 0, "the count has begun, a bit per destination"),
		numbers: m.Memory(name, p.Nodes, p.dw(), rtlgen.ReadOld,
			"credits "+name+", modulo depth, by destination").Style(rtlgen.Distributed),
	}
	c.now = m.Let(name+"_now", c.of("before", dst))
	c.next = m.Let(name+"_next", c.now.Add(1))
	c.numbers.Write(event, dst, c.next)
	m.If(event, func() { c.begun.SetBit(dst, 1) })
	return c
}

// of is the count of a destination, 0 before its first event. It makes a signal called
// name_when.
func (c nodeCount) of(when string, dst rtlgen.Signal) value {
	return rtlgen.Mux(c.begun.Bit(dst), c.numbers.Read(c.name+"_"+when, dst), 0)
}

// checkCredits counts the credits of each destination, in registers that exist in
// simulation and formal proofs only.
func (p Params) checkCredits(m *rtlgen.Module, io *netCreditsPorts, took, give value) {
	credits := m.RegArray("counters", p.Nodes, rtlgen.CountBits(p.Depth), p.Depth, "credits left, by destination")
	same := m.Let("taken_and_given", io.Take.And(give).And(io.TakeDst.Eq(io.GiveDst)))
	m.If(io.Take.AndNot(same), func() { credits.At(io.TakeDst).Set(credits.At(io.TakeDst).Sub(1)) })
	m.If(give.AndNot(same), func() { credits.At(io.GiveDst).Set(credits.At(io.GiveDst).Add(1)) })
	m.Assume("never_overdrawn", io.Take.Implies(credits.At(io.TakeDst).Ne(0)), "no credit is taken where there is none")
	m.Assume("never_overpaid", io.Give.Implies(credits.At(io.GiveDst).Lt(p.Depth)),
		"no credit is given back that was not taken in a cycle before")
	m.Assert("no_credit_is_0", took.Or(io.Available.Bit(io.TakeDst).Eq(credits.At(io.TakeDst).Ne(0))),
		"from the second cycle after a take on")
}

// linkCredits makes the credits of a link, with the register behind its credit
// pins. The user drives take and take_dst.
func (p Params) linkCredits(m *rtlgen.Module, tx packet.Tx) *netCreditsPorts {
	c := rtlgen.Use(m, "credits", netCredits(p))
	c.Give.Drive(m.Next("tx_credit_q", tx.Credit.AndNot(p.strayCredit(m, tx)), 0, "a credit has come back"))
	c.GiveDst.Drive(m.NextNoReset("tx_credit_dst_q", tx.CreditDst.Low(p.nw()), "destination that the credit is for"))
	return c
}

// assumeCredits states what the other end of a link does with its credits. It counts, in
// registers that exist in simulation and formal proofs only, the packets of each
// destination for which none has come to the pins, and returns them.
func (p Params) assumeCredits(m *rtlgen.Module, tx packet.Tx, take, takeDst rtlgen.Signal) rtlgen.RegArray {
	owed := m.RegArray("credits_owed", p.Nodes, rtlgen.CountBits(p.Depth), 0,
		"packets sent without a credit back, by destination")
	taken, given, dst := rtlgen.ValueOf(take), tx.Credit.Value, m.Let("owed_dst", tx.CreditDst.Low(p.nw()))
	same := m.Let("taken_and_owed", taken.And(given).And(dst.Eq(takeDst)))
	m.If(taken.AndNot(same), func() { owed.At(takeDst).Set(owed.At(takeDst).Add(1)) })
	m.If(given.AndNot(same), func() { owed.At(dst).Set(owed.At(dst).Sub(1)) })
	m.Assume("credit_was_taken", given.Implies(owed.At(dst).Ne(0)), "a credit comes back once for each packet")
	if p.nw() < packet.TagBits {
		m.Assume("credit_is_for_a_node", given.Implies(tx.CreditDst.Lt(p.Nodes)), "credits are for nodes of the network")
	}
	return owed
}

// strayCredit reports whether the credit at the pins is for no node of the network. It is
// ignored.
func (p Params) strayCredit(m *rtlgen.Module, tx packet.Tx) value {
	if p.nw() == packet.TagBits {
		return m.Zero(1)
	}
	return tx.Credit.And(tx.CreditDst.High(packet.TagBits - p.nw()).Any())
}
