package rtlgen

import "culprit.example/culprit/rtlgen/ir"

// A register is control or data. A control register (Reg, Next) has a reset value,
// on which the circuit relies. What a data register has after reset does not matter,
// since a control register says when it holds something: it starts arbitrary in every
// engine, and is clocked during reset, so that a circuit that relies on its reset
// value is caught. The Verilog resets data registers or not, as its user likes (see
// verilog.Options.Resets).

// RegNoReset declares a data register that should have no reset: wide ones, and the
// stages of a delay line, which tools then can make of shift-register primitives.
func (m *Module) RegNoReset(name string, width int, doc ...string) Reg {
	s := m.signal(ir.Reg, name, width)
	s.Doc = first(doc)
	s.NoReset = true
	m.ir.Signals = append(m.ir.Signals, s)
	return Reg{variable{m.read(s), s}}
}

// NextNoReset declares a data register without reset that takes v at every clock
// edge.
func (m *Module) NextNoReset(name string, s Signal, doc ...string) Reg {
	return m.next(s, func(width int) Reg { return m.RegNoReset(name, width, doc...) })
}

// RegArrayNoReset declares an array of depth data registers of width bits without
// reset.
func (m *Module) RegArrayNoReset(name string, depth, width int, doc ...string) RegArray {
	a := m.array(name, depth, width, doc)
	a.arr.NoReset = true
	return a
}

// RegData declares a data register that is reset all the same unless the user of the
// Verilog asks for as few resets as possible: a few bits that share conditions with
// control registers, or that are seen at pins.
func (m *Module) RegData(name string, width int, reset Operand, doc ...string) Reg {
	r := m.RegNoReset(name, width, doc...)
	r.sig.DataReset = m.resetValue(reset, r.sig.Width)
	return r
}

// NextData declares a register like RegData that takes v at every clock edge.
func (m *Module) NextData(name string, s Signal, reset Operand, doc ...string) Reg {
	return m.next(s, func(width int) Reg { return m.RegData(name, width, reset, doc...) })
}
