package recn

import "culprit/rtlgen"

// MU is the mapping unit (IQ section 3.2): the head, tail, empty and count
// registers of the cold queue, in which every arriving packet starts.
//
// A packet enqueued in cycle t is in the queue from t+1 on. The link from the old
// tail to the new one is written in the pointer file by the MMU.
func MU(p Params) *rtlgen.Typed[MUPorts] {
	m, io := rtlgen.New[MUPorts](p)
	head := m.RegNoReset("head_q", p.sw())
	tail := m.RegNoReset("tail_q", p.sw())
	empty := m.Reg("empty_q", 1, 1)
	count := m.Reg("count_q", p.cw(), 0)

	last := m.Let("last_leaves", io.Pop.And(count.Eq(1)))
	starts := m.Let("starts_queue", empty.Or(last))
	m.If(io.EnqValid, func() { tail.Set(io.EnqSlot) })
	m.If(io.EnqValid.And(starts), func() {
		head.Set(io.EnqSlot)
	}).ElseIf(io.Pop, func() {
		head.Set(io.HeadNext)
	})
	m.If(io.EnqValid.And(io.Pop.Not()), func() {
		count.Set(count.Add(1))
		empty.Set(0)
	}).ElseIf(io.Pop.And(io.EnqValid.Not()), func() {
		count.Set(count.Sub(1))
		empty.Set(last)
	})

	io.Head.Drive(head)
	io.Tail.Drive(tail)
	io.Empty.Drive(empty)
	io.Count.Drive(count)
	io.Link.Valid.Drive(io.EnqValid.And(starts.Not()))
	io.Link.Slot.Drive(tail)
	io.Link.Next.Drive(io.EnqSlot)

	m.Assume("no_pop_while_empty", io.Pop.And(empty).Not())
	m.Assume("no_overflow", io.EnqValid.And(io.Pop.Not()).And(count.Eq(p.Slots)).Not())
	m.Assert("empty_is_count_0", empty.Eq(count.Eq(0)))
	m.Assert("one_packet_is_head_and_tail", count.Eq(1).Implies(head.Eq(tail)))
	return m
}
