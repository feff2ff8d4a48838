package prim

import "culprit.example/culprit/rtlgen"

// CreditCounter counts the credits of a link: max at the start, one less per
// take, one more per give.
//
// A credit that comes back while all are there is ignored, and told. The other outputs are
// functions of registers only.
func CreditCounter(p CreditCounterParams) *rtlgen.Typed[CreditCounterPorts] {
	m, io := rtlgen.New[CreditCounterPorts](p)
	if m.Refused() {
		return m
	}
	count := m.Reg("count_q", rtlgen.CountBits(p.Max), p.Max)

	all := m.Let("all_are_back", count.Eq(p.Max))
	takeOnly := m.Let("take_only", io.Take.AndNot(io.Give))
	giveOnly := m.Let("give_only", io.Give.AndNot(io.Take))
	m.If(takeOnly, func() {
		count.Set(count.Sub(1))
	}).ElseIf(giveOnly.AndNot(all), func() {
		count.Set(count.Add(1))
	})
	io.Excess.Drive(giveOnly.And(all))
	io.Count.Drive(count)
	io.Available.Drive(count.Ne(0))

	m.Assume("never_overdrawn", takeOnly.Implies(count.Ne(0)), "no credit is taken where there is none")
	assertAtMost(m.Module, "count_in_range", count, p.Max, "there are never more than max credits")
	m.Cover("exhausted", count.Eq(0))
	m.Cover("take_and_give", io.Take.And(io.Give))
	return m
}
