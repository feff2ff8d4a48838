package rtlgen

import "culprit/rtlgen/ir"

// RegNoReset declares a register that reset does not touch, for a datapath whose
// valid bit is reset. Its start is arbitrary, like the contents of a memory, and
// it is clocked during reset, too.
func (m *Module) RegNoReset(name string, width int) Reg {
	s := m.signal(ir.Reg, name, width)
	s.NoReset = true
	m.ir.Signals = append(m.ir.Signals, s)
	return Reg{variable{m.read(s), s}}
}

// NextNoReset declares a register without reset that takes v at every clock edge.
func (m *Module) NextNoReset(name string, s Signal) Reg {
	v := ValueOf(s)
	r := m.RegNoReset(name, max(v.Width(), 1))
	m.atTop(func() { r.Set(v) })
	return r
}

// RegArrayNoReset declares depth registers of width bits that reset does not
// touch: see RegNoReset.
func (m *Module) RegArrayNoReset(name string, depth, width int) RegArray {
	a := m.array(name, depth, width)
	a.arr.NoReset = true
	return a
}
