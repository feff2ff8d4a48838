package recn

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// NoteBus takes one notification per cycle from the output ports, round robin,
// and shows it to all input ports in the next cycle. Notifications of one output
// stay in order, so that an Xon cannot overtake an Xoff.
func NoteBus(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("recn_note_bus")
	m.Doc("notification bus from the output ports to the input ports")
	p.declare(m, portsSpec)
	n := p.Ports

	valid := m.Input("note_valid", n)
	xoff := m.Input("note_xoff", n)
	tp := m.Input("note_tp", n*turnBits)
	mask := m.Input("note_mask", n*turnBits)
	target := m.Input("note_target", n*p.pw())

	arbiter := m.Instance("arbiter", prim.RRArbiter(prim.RRArbiterParams{N: n}))
	arbiter.In("req", valid)
	arbiter.In("advance", 1)
	grant := m.Let("grant", arbiter.Out("grant"))

	m.Output("note_take", grant)
	m.Output("bus_valid", m.Next("bus_valid_q", arbiter.Out("valid"), 0).Value)
	m.Output("bus_source", m.Next("bus_source_q", arbiter.Out("index"), 0).Value)
	m.Output("bus_xoff", m.Next("bus_xoff_q", rtlgen.OneHotMux(grant, xoff), 0).Value)
	m.Output("bus_tp", m.Next("bus_tp_q", rtlgen.OneHotMux(grant, tp), 0).Value)
	m.Output("bus_mask", m.Next("bus_mask_q", rtlgen.OneHotMux(grant, mask), 0).Value)
	m.Output("bus_target", m.Next("bus_target_q", rtlgen.OneHotMux(grant, target), 0).Value)
	return m
}
