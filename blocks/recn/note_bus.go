package recn

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// NoteBus takes one notification per cycle from the output ports, round robin,
// and shows it to all input ports in the next cycle. Which one is decided a cycle
// before: the search and the bus each fill a cycle. Notifications of one output stay in
// order, so that an Xon cannot overtake an Xoff.
func NoteBus(p Params) *rtlgen.Typed[NoteBusPorts] {
	m, io := rtlgen.New[NoteBusPorts](p)
	if m.Refused() {
		return m
	}
	take := m.Reg("take_q", p.Ports, 0)
	arbiter := rtlgen.Use(m, "arbiter", prim.RRArbiter(prim.RRArbiterParams{N: p.Ports}))
	arbiter.Req.Drive(io.Note.Valid.AndNot(take))
	arbiter.Advance.Drive(1)
	take.Set(arbiter.Grant)

	io.NoteTake.Drive(take)
	io.Bus.Valid.Drive(m.Next("bus_valid_q", take.Any(), 0))
	io.Bus.Source.Drive(m.NextData("bus_source_q", prim.Encode(m.Module, take), 0))
	io.Bus.Xoff.Drive(m.NextData("bus_xoff_q", rtlgen.OneHotMux(take, io.Note.Xoff), 0))
	io.Bus.Tp.Drive(m.NextNoReset("bus_tp_q", rtlgen.OneHotMux(take, io.Note.Tp)))
	io.Bus.Mask.Drive(m.NextNoReset("bus_mask_q", rtlgen.OneHotMux(take, io.Note.Mask)))
	io.Bus.Target.Drive(m.NextNoReset("bus_target_q", rtlgen.OneHotMux(take, io.Note.Target)))
	m.Assume("note_stays_until_it_is_taken", take.AndNot(io.Note.Valid).Eq(0))
	return m
}
