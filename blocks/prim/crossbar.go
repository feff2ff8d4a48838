package prim

import "culprit.example/culprit/rtlgen"

// Crossbar connects each output to any input: no state, no arbitration.
//
// The outputs are combinational from all inputs.
func Crossbar(p CrossbarParams) *rtlgen.Typed[CrossbarPorts] {
	m, io := rtlgen.New[CrossbarPorts](p)
	if m.Refused() {
		return m
	}
	index := rtlgen.IndexBits(p.Inputs)

	for o := range m.Each("o", p.Outputs) {
		word := io.Data.Lane(io.Select.Lane(o, index), p.Width)
		io.Q.SetLane(o, rtlgen.Mux(io.Enable.Bit(o), word, 0))
	}
	if p.Inputs == 1 {
		m.Unused("select", io.Select) // there is nothing to select
	}
	return m
}
