package cioq

import "culprit.example/culprit/rtlgen"

// Crossbar is one lane of the crossbar: an AND-OR per output, without state.
func Crossbar(p Params) *rtlgen.Typed[CrossbarPorts] {
	m, io := rtlgen.New[CrossbarPorts](p)
	if m.Refused() {
		return m
	}
	for o := range m.Each("o", p.Ports) {
		selected := io.Select.Lane(o, p.Ports)
		io.Out.Valid.SetBit(o, selected.And(io.In.Valid).Any())
		io.Out.Data.SetLane(o, rtlgen.OneHotMux(selected, io.In.Data))
		if !p.cells() {
			io.Out.Ends.SetBit(o, selected.And(io.In.Ends).Any())
			io.Out.Bad.SetBit(o, selected.And(io.In.Bad).Any())
		}
	}
	return m
}
