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
	if p.Inputs < 1<<index {
		exists := m.Wire("selects_an_input", p.Outputs)
		for o := range m.Each("o", p.Outputs) {
			exists.SetBit(o, io.Enable.Bit(o).Implies(io.Select.Lane(o, index).Lt(p.Inputs)))
		}
		m.Assume("selected_in_range", exists.All(), "an output that is connected selects an input that exists")
	}
	if p.Inputs == 1 {
		m.Unused("select", io.Select) // there is nothing to select
	}
	return m
}
