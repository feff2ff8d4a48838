package prim

import "culprit.example/culprit/rtlgen"

// Accumulator is a register with a sum: by is added in every cycle with enable, and
// clear, which wins, sets it to 0. It wraps. It is at least as wide as by. With a nil
// clear it starts at 0 and is never cleared. doc says what is counted, as in Module.Reg.
func Accumulator(m *rtlgen.Module, name string, width int, clear, enable, by rtlgen.Signal,
	doc ...string) rtlgen.Value {
	sum := m.Reg(name, width, 0, describe("sum", clear, doc))
	update(m, sum, clear, enable, sum.Add(rtlgen.ValueOf(by).Zext(width)))
	return sum.Value
}

// Maximum is a register with the largest value in the cycles with enable; clear, which
// wins, sets it to 0. With a nil clear it is never cleared. doc says what it is, as in Module.Reg.
func Maximum(m *rtlgen.Module, name string, clear, enable, value rtlgen.Signal, doc ...string) rtlgen.Value {
	v := rtlgen.ValueOf(value)
	largest := m.Reg(name, v.Width(), 0, describe("largest value", clear, doc))
	update(m, largest, clear, rtlgen.ValueOf(enable).And(v.Gt(largest)), v)
	return largest.Value
}

// describe is doc, or what is known without it.
func describe(what string, clear rtlgen.Signal, doc []string) string {
	switch {
	case len(doc) > 0:
		return doc[0]
	case clear == nil:
		return what + " since reset"
	}
	return what + " since the last clear"
}

func update(m *rtlgen.Module, r rtlgen.Reg, clear, enable rtlgen.Signal, to rtlgen.Value) {
	set := func() { r.Set(to) }
	if clear == nil {
		m.If(enable, set)
		return
	}
	m.If(clear, func() { r.Set(0) }).ElseIf(enable, set)
}
