package recn

import "culprit/rtlgen"

// MU is the mapping unit (IQ section 3.2): the head, tail, empty and count
// registers of the cold queue, in which every arriving packet starts.
//
// A packet enqueued in cycle t is in the queue from t+1 on. The link from the old
// tail to the new one is written in the pointer file by the MMU, also if the old tail
// is the only packet and just leaves: nobody reads it then, and no path leads from the
// grant to the write. In the cycle after
// a pop the head register still addresses the pointer file with the packet that
// left, and is valid again a cycle later: no path leads from the grant through the
// pointer file.
func MU(p Params) *rtlgen.Typed[MUPorts] {
	m, io := rtlgen.New[MUPorts](p)
	head := m.RegNoReset("head_q", p.sw())
	tail := m.RegNoReset("tail_q", p.sw())
	empty := m.Reg("empty_q", 1, 1)
	count := m.Reg("count_q", p.cw(), 0)
	refill := m.RegNoReset("refill_q", 1) // of a queue that is not empty: the head has left, the one behind it is read

	last := m.Let("last_leaves", io.Pop.And(count.Eq(1)))
	starts := m.Let("starts_queue", empty.Or(last))
	m.If(io.EnqValid, func() { tail.Set(io.EnqSlot) })
	m.If(io.EnqValid.And(starts), func() {
		head.Set(io.EnqSlot)
	}).ElseIf(refill, func() {
		head.Set(io.HeadNext)
	})
	refill.Set(io.Pop.AndNot(last))
	m.If(io.EnqValid.And(io.Pop.Not()), func() {
		count.Set(count.Add(1))
		empty.Set(0)
	}).ElseIf(io.Pop.And(io.EnqValid.Not()), func() {
		count.Set(count.Sub(1))
		empty.Set(last)
	})

	io.Head.Drive(head)
	io.Tail.Drive(tail)
	io.HeadValid.Drive(empty.Or(refill).Not())
	io.Empty.Drive(empty)
	io.Count.Drive(count)
	io.Link.Valid.Drive(io.EnqValid.AndNot(empty))
	io.Link.Slot.Drive(tail)
	io.Link.Next.Drive(io.EnqSlot)

	m.Assume("pop_of_a_valid_head", io.Pop.And(empty.Or(refill)).Not())
	m.Assume("no_overflow", io.EnqValid.And(io.Pop.Not()).And(count.Eq(p.Slots)).Not())
	m.Assert("empty_is_count_0", empty.Eq(count.Eq(0)))
	m.Assert("one_packet_is_head_and_tail", count.Eq(1).AndNot(refill).Implies(head.Eq(tail)))
	return m
}
