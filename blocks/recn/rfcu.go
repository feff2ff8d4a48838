package recn

import "culprit/rtlgen"

// RFCU is the RECN flow control unit (IQ sections 2.5, 3.6) with the deallocation
// rule (IQ 2.2.1, DD II). It looks at the occupancy of every SAQ in every cycle,
// whatever changed it: the text mentions only moves of the post-processing unit,
// but a SAQ that drains through the crossbar must send its Xon, too.
//
// At most one message is made per cycle; it is on the output in the next. A SAQ
// dies when it is empty, not stopped, has no Xoff outstanding upstream, is ready,
// and gets no packet in this cycle.
func RFCU(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("recn_rfcu")
	m.Doc("RECN flow control unit: Xoff, Xon, deallocation")
	p.declare(m, slotsSpec, saqsSpec, xoffSpec, xonSpec)
	s, cw := p.SAQs, p.cw()

	count := m.Input("count", s*cw)
	valid := m.Input("line_valid", s)
	stopped := m.Input("line_xoff", s)
	sent := m.Input("line_sent", s)
	ready := m.Input("line_ready", s)
	tp := m.Input("line_tp", s*turnBits)
	mask := m.Input("line_mask", s*turnBits)
	linked := m.Input("linked", s)

	over := m.Wire("over_xoff", s)
	under := m.Wire("under_xon", s)
	empty := m.Wire("empty", s)
	m.For("k", s, func(k value) {
		n := count.Lane(k, cw)
		over.SetBit(k, above(m, n, p.Xoff))
		under.SetBit(k, below(m, n, p.Xon))
		empty.SetBit(k, n.Eq(0))
	})
	wantsXoff := m.Let("wants_xoff", valid.And(over).And(sent.Not()))
	wantsXon := m.Let("wants_xon", valid.And(under).And(sent))
	chosen := m.Let("chosen", wantsXoff.Or(wantsXon).LowestOne())
	sendsXoff := m.Let("sends_xoff", chosen.And(wantsXoff))
	sendsXon := m.Let("sends_xon", chosen.And(wantsXon))
	dying := m.Let("dying", valid.And(empty).And(stopped.Not()).And(sent.Not()).And(ready).And(linked.Not()))

	m.Output("sent_set", sendsXoff)
	m.Output("sent_clear", sendsXon)
	m.Output("dealloc", dying.LowestOne())
	m.Output("msg_valid", m.Next("msg_valid_q", chosen.Any(), 0).Value)
	m.Output("msg_xoff", m.Next("msg_xoff_q", sendsXoff.Any(), 0).Value)
	m.Output("msg_tp", m.Next("msg_tp_q", rtlgen.OneHotMux(chosen, tp), 0).Value)
	m.Output("msg_mask", m.Next("msg_mask_q", rtlgen.OneHotMux(chosen, mask), 0).Value)

	m.Assert("never_xoff_and_xon", wantsXoff.And(wantsXon).Eq(0))
	return m
}
