package prim

import "culprit/rtlgen"

// Accumulator is a register with a sum: by is added in every cycle with enable, and
// clear, which wins, sets it to 0. It wraps. It is at least as wide as by.
func Accumulator(m *rtlgen.Module, name string, width int, clear, enable, by rtlgen.Signal) rtlgen.Value {
	sum := m.Reg(name, width, 0)
	m.If(clear, func() {
		sum.Set(0)
	}).ElseIf(enable, func() {
		sum.Set(sum.Add(rtlgen.ValueOf(by).Zext(width)))
	})
	return sum.Value
}

// Maximum is a register with the largest value in the cycles with enable; clear, which
// wins, sets it to 0.
func Maximum(m *rtlgen.Module, name string, clear, enable, value rtlgen.Signal) rtlgen.Value {
	v := rtlgen.ValueOf(value)
	largest := m.Reg(name, v.Width(), 0)
	m.If(clear, func() {
		largest.Set(0)
	}).ElseIf(rtlgen.ValueOf(enable).And(v.Gt(largest)), func() {
		largest.Set(v)
	})
	return largest.Value
}
