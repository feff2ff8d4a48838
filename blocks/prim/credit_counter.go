package prim

import "culprit/rtlgen"

// CreditCounter counts the credits of a link: max at the start, one less per
// take, one more per give.
//
//	take, give        in the same cycle they cancel out; no take alone at 0, no give alone at max
//	count[CountBits]  credits left
//	available         count is not 0
//
// Both outputs are functions of registers only.
func CreditCounter(max int) *rtlgen.Module {
	m := rtlgen.NewModule("credit_counter")
	m.Doc("credits of a link: max at the start, taken and given back one by one")
	m.Param("max", max, 64)

	take := m.Input("take", 1)
	give := m.Input("give", 1)

	count := m.Reg("count_q", rtlgen.CountBits(max), max)

	takeOnly := m.Let("take_only", take.AndNot(give))
	giveOnly := m.Let("give_only", give.AndNot(take))
	m.If(takeOnly, func() {
		count.Set(count.Sub(1))
	}).ElseIf(giveOnly, func() {
		count.Set(count.Add(1))
	})
	m.Output("count", count.Value)
	m.Output("available", count.Ne(0))

	m.Assume("never_overdrawn", takeOnly.Implies(count.Ne(0)), "no credit is taken where there is none")
	m.Assume("never_overpaid", giveOnly.Implies(count.Ne(max)), "no credit is given back that was not taken")
	assertAtMost(m, "count_in_range", count.Value, max, "there are never more than max credits")
	m.Cover("exhausted", count.Eq(0))
	m.Cover("take_and_give", take.And(give))
	return m
}
