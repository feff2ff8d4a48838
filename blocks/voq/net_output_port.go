package voq

import "culprit.example/culprit/rtlgen"

// netOutputPort is the sending side of a VOQnet link: a credit counter per
// destination, and the link register. Its credits are shown to the input ports as
// a bit vector.
//
// A packet takes its credit when its first beat passes the crossbar, three cycles after
// the grant: before that nobody can ask for it again, since the output is not open.
func netOutputPort(p Params) *rtlgen.Typed[netOutputPorts] {
	m, io := rtlgen.New[netOutputPorts](netParams{p})
	if m.Refused() {
		return m
	}
	p.ports().SendOn(m.Module, io.Beat, io.Tx.Beat, p.LinkLatency)

	credits := p.linkCredits(m.Module, io.Tx)
	sends, dst := io.Beat.Valid.And(io.Beat.Sop), io.Beat.Data.Low(p.nw())
	credits.Take.Drive(sends)
	credits.TakeDst.Drive(dst)
	owed := p.assumeCredits(m.Module, io.Tx, sends, dst)
	back := m.Let("credit_on_its_way", m.Next("credit_came", io.Tx.Credit, 0).
		And(m.Next("credit_came_dst", io.Tx.CreditDst.Low(p.nw()), 0,
			"destination of the credit that has come").Eq(dst)))
	there := rtlgen.Mux(back, owed.At(dst).Lt(p.Depth-1), owed.At(dst).Lt(p.Depth))
	m.Assume("packet_has_a_credit", sends.Implies(there), "a packet is sent only with a credit")
	io.Open.Drive(credits.Available)
	io.StatCredit.Drive(credits.Count)
	io.Error.Drive(rtlgen.Cat(m.Zero(1), m.Next("excess_q", credits.Excess.Or(p.strayCredit(m.Module, io.Tx)), 0,
		"a credit came that was not taken")))
	return m
}
