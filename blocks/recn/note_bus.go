package recn

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// NoteBus takes one notification per cycle from the output ports, round robin,
// and shows it to all input ports in the next cycle. Notifications of one output
// stay in order, so that an Xon cannot overtake an Xoff.
func NoteBus(p Params) *rtlgen.Typed[NoteBusPorts] {
	m, io := rtlgen.New[NoteBusPorts](p)
	arbiter := rtlgen.Use(m, "arbiter", prim.RRArbiter(prim.RRArbiterParams{N: p.Ports}))
	arbiter.Req.Drive(io.Note.Valid)
	arbiter.Advance.Drive(1)
	grant := m.Let("grant", arbiter.Grant)

	io.NoteTake.Drive(grant)
	io.Bus.Valid.Drive(m.Next("bus_valid_q", arbiter.Valid, 0))
	io.Bus.Source.Drive(m.Next("bus_source_q", arbiter.Index, 0))
	io.Bus.Xoff.Drive(m.Next("bus_xoff_q", rtlgen.OneHotMux(grant, io.Note.Xoff), 0))
	io.Bus.Tp.Drive(m.Next("bus_tp_q", rtlgen.OneHotMux(grant, io.Note.Tp), 0))
	io.Bus.Mask.Drive(m.Next("bus_mask_q", rtlgen.OneHotMux(grant, io.Note.Mask), 0))
	io.Bus.Target.Drive(m.Next("bus_target_q", rtlgen.OneHotMux(grant, io.Note.Target), 0))
	return m
}
