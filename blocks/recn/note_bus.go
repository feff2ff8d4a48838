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
	io.Bus.Source.Drive(m.NextData("bus_source_q", arbiter.Index, 0))
	io.Bus.Xoff.Drive(m.NextData("bus_xoff_q", rtlgen.OneHotMux(grant, io.Note.Xoff), 0))
	io.Bus.Tp.Drive(m.NextNoReset("bus_tp_q", rtlgen.OneHotMux(grant, io.Note.Tp)))
	io.Bus.Mask.Drive(m.NextNoReset("bus_mask_q", rtlgen.OneHotMux(grant, io.Note.Mask)))
	io.Bus.Target.Drive(m.NextNoReset("bus_target_q", rtlgen.OneHotMux(grant, io.Note.Target)))
	return m
}
