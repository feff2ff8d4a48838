package prim

import "culprit.example/culprit/rtlgen"

// Successor is the index after index in a circle of n, 0 after n-1. It has
// IndexBits(n) bits.
func Successor(index rtlgen.Signal, n int) rtlgen.Value {
	i := rtlgen.ValueOf(index)
	switch {
	case n == 1:
		return i
	case n == 1<<i.Width():
		return i.Add(1)
	}
	return rtlgen.Mux(i.Eq(n-1), 0, i.Add(1))
}

// UpDown counts in a register: one more in a cycle with up alone, one less in one with down alone.
func UpDown(m *rtlgen.Module, level rtlgen.Reg, up, down rtlgen.Signal) {
	u, d := rtlgen.ValueOf(up), rtlgen.ValueOf(down)
	m.If(u.AndNot(d), func() { level.Set(level.Add(1)) }).ElseIf(d.AndNot(u), func() { level.Set(level.Sub(1)) })
}

// assertAtMost states level <= limit, unless level could not be more anyway.
func assertAtMost(m *rtlgen.Module, name string, level rtlgen.Signal, limit int, doc string) {
	v := rtlgen.ValueOf(level)
	if limit < 1<<v.Width()-1 {
		m.Assert(name, v.Le(limit), doc)
	}
}

// laneWidth is the width of one of n lanes of v. A number of lanes that is not
// positive is reported where the lanes are declared.
func laneWidth(v rtlgen.Value, n int) int { return v.Width() / max(n, 1) }

// LowestOne keeps the lowest 1 of bits, as Value.LowestOne does, by the carries of a
// subtraction: x & -x. An FPGA has a chain for these, which for a dozen bits or more is
// faster than the logic that synthesis makes of a prefix over all bits.
func LowestOne(m *rtlgen.Module, name string, bits rtlgen.Signal) rtlgen.Value {
	v := rtlgen.ValueOf(bits)
	return m.Let(name, v.And(m.Zero(v.Width()).Sub(v)))
}
