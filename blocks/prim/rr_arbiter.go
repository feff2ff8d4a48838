package prim

import "culprit.example/culprit/rtlgen"

// RRArbiter grants one of n requests, round robin.
//
// All outputs are combinational from req. The request after the last one that had its
// turn comes first, then upward and around; with valid and advance the granted one has
// had its turn. Source: W. Dally, B. Towles, Principles and Practices of
// Interconnection Networks, section 18.4 (round-robin arbiter).
func RRArbiter(p RRArbiterParams) *rtlgen.Typed[RRArbiterPorts] {
	m, io := rtlgen.New[RRArbiterPorts](p)
	if m.Refused() {
		return m
	}
	if p.N == 1 {
		io.Grant.Set(io.Req)
		io.Index.Set(0)
		io.Valid.Set(io.Req)
		m.Unused("advance", io.Advance)
		return m
	}
	above := m.Reg("above_last", p.N-1, 0, "requests above the last one that had its turn")
	choice := RoundRobin(m.Module, "req", io.Req, above)
	io.Grant.Set(choice.OneHot)
	io.Index.Set(choice.Index)
	io.Valid.Set(choice.Any)
	m.If(io.Valid.And(io.Advance), func() { above.Set(choice.Above) })

	m.Assert("grant_one_hot", io.Grant.PopCount().Eq(io.Valid.Zext(rtlgen.CountBits(p.N))),
		"one grant if there is a request, else none")
	m.Assert("grant_requested", io.Grant.AndNot(io.Req).Eq(0), "only a request is granted")
	m.Cover("last_has_its_turn", io.Valid.And(io.Advance).And(io.Index.Eq(p.N-1)))
	m.Cover("wraps_around", above.Any().And(io.Valid).And(io.Grant.Slice(p.N-1, 1).And(above).Eq(0)))
	return m
}
