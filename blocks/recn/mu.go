package recn

import "culprit/rtlgen"

// MU is the mapping unit (IQ section 3.2): the head, tail, empty and count
// registers of the cold queue, in which every arriving packet starts.
//
// A packet enqueued in cycle t is in the queue from t+1 on. The link from the old
// tail to the new one is written in the pointer file by the MMU.
func MU(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("recn_mu")
	m.Doc("mapping unit: the cold queue")
	p.declare(m, slotsSpec)
	sw := p.sw()

	enqValid := m.Input("enq_valid", 1)
	enqSlot := m.Input("enq_slot", sw)
	pop := m.Input("pop", 1)
	headNext := m.Input("head_next", sw)

	head := m.Reg("head_q", sw, 0)
	tail := m.Reg("tail_q", sw, 0)
	empty := m.Reg("empty_q", 1, 1)
	count := m.Reg("count_q", p.cw(), 0)

	last := m.Let("last_leaves", pop.And(count.Eq(1)))
	starts := m.Let("starts_queue", empty.Or(last))
	m.If(enqValid, func() { tail.Set(enqSlot) })
	m.If(enqValid.And(starts), func() {
		head.Set(enqSlot)
	}).ElseIf(pop, func() {
		head.Set(headNext)
	})
	m.If(enqValid.And(pop.Not()), func() {
		count.Set(count.Add(1))
		empty.Set(0)
	}).ElseIf(pop.And(enqValid.Not()), func() {
		count.Set(count.Sub(1))
		empty.Set(last)
	})

	m.Output("head", head.Value)
	m.Output("tail", tail.Value)
	m.Output("empty", empty.Value)
	m.Output("count", count.Value)
	m.Output("link_valid", enqValid.And(starts.Not()))
	m.Output("link_slot", tail.Value)
	m.Output("link_next", enqSlot)

	m.Assume("no_pop_while_empty", pop.And(empty).Not())
	m.Assume("no_overflow", enqValid.And(pop.Not()).And(count.Eq(p.Slots)).Not())
	m.Assert("empty_is_count_0", empty.Eq(count.Eq(0)))
	m.Assert("one_packet_is_head_and_tail", count.Eq(1).Implies(head.Eq(tail)))
	return m
}
