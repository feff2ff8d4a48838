package prim

import "culprit/rtlgen"

// Crossbar connects each output to any input: no state, no arbitration.
//
//	data[inputs*width]                words of the inputs
//	select[outputs*IndexBits(inputs)] input of each output; below inputs where enabled
//	enable[outputs]
//	q[outputs*width]                  the selected words; 0 where not enabled
//
// The outputs are combinational from all inputs.
func Crossbar(inputs, outputs, width int) *rtlgen.Module {
	m := rtlgen.NewModule("crossbar")
	m.Doc("one multiplexer over all inputs per output")
	m.Param("inputs", inputs, 8)
	m.Param("outputs", outputs, 8)
	m.Param("width", width, 64)
	index := rtlgen.IndexBits(inputs)

	data := m.Input("data", inputs*width)
	sel := m.Input("select", outputs*index)
	enable := m.Input("enable", outputs)

	q := m.OutputVar("q", outputs*width)
	m.For("o", outputs, func(o rtlgen.Value) {
		word := data.Lane(sel.Lane(o, index), width)
		q.SetLane(o, rtlgen.Mux(enable.Bit(o), word, 0))
	})
	if inputs == 1 {
		m.Unused("select", sel) // there is nothing to select
	}
	return m
}
