package link

import "culprit.example/culprit/rtlgen"

// ErrorsParams are the parameters of Errors.
type ErrorsParams struct {
	Causes int `param:"causes" default:"8" min:"1" max:"32" doc:"causes of errors that are told apart"`
	Bits   int `param:"bits" default:"8" min:"1" max:"32" doc:"bits of a counter"`
}

// ErrorsPorts are the ports of Errors.
type ErrorsPorts struct {
	_      rtlgen.Unit `name:"link_errors" doc:"the errors of a port: a sticky bit and a counter for each cause" params:"causes bits"`
	Errors rtlgen.In   `lanes:"causes" doc:"an error of this cause, one in a cycle"`
	Clear  rtlgen.In   `doc:"clears bits and counters; an event of the same cycle counts"`
	Seen   rtlgen.Out  `lanes:"causes" doc:"there was one since the last clear, registers"`
	Counts rtlgen.Out  `lanes:"causes" width:"bits" doc:"how many, which stay at the largest number, registers"`
}

// Errors keeps what went wrong at a port. An event is in the outputs a cycle later.
func Errors(p ErrorsParams) *rtlgen.Typed[ErrorsPorts] {
	m, io := rtlgen.New[ErrorsPorts](p)
	if m.Refused() {
		return m
	}
	counts := m.RegArray("counts_q", p.Causes, p.Bits, 0, "errors since the last clear, by cause")
	seen := m.Wire("seen_now", p.Causes)
	for c := range m.Each("c", p.Causes) {
		count, event := counts.At(c), io.Errors.Bit(c)
		m.If(io.Clear, func() {
			count.Set(event.Zext(p.Bits))
		}).ElseIf(event.And(count.Ne(m.Ones(p.Bits))), func() {
			count.Set(count.Add(1))
		})
		seen.SetBit(c, count.Ne(0))
	}
	io.Seen.Drive(seen)
	io.Counts.Drive(counts.Flat())
	return m
}
