package recn

import "culprit.example/culprit/rtlgen"

// MU is the mapping unit (IQ section 3.2): the four registers head, tail, empty, count
// of the cold queue, in which every arriving packet starts.
//
// A packet enqueued in cycle t is in the queue from t+1 on. The link from the old
// tail to the new one is written in the pointer file by the MMU, also if the old tail
// is the only packet and just leaves: nobody reads it then, and no path leads from the
// grant to the write.
//
// With SAQs the head runs ahead of the first packet of the queue: the post-processing
// takes one packet per cycle for an inspection, and puts back those that it took behind
// a packet that stays. What is taken still counts until it leaves.
func MU(p Params) *rtlgen.Typed[MUPorts] {
	m, io := rtlgen.New[MUPorts](p)
	if m.Refused() {
		return m
	}
	head := m.RegNoReset("head_q", p.sw())
	valid := m.Reg("head_valid_q", 1, 0)
	tail := m.RegNoReset("tail_q", p.sw())
	empty := m.Reg("empty_q", 1, 1)
	count := m.Reg("count_q", p.cw(), 0)

	take, waits := io.Pop.Value, m.Ones(1)
	if p.SAQs > 0 {
		take, waits = io.Take.Value, m.Let("enq_waits", io.EnqTaken.Not())
		m.Assume("taken_at_once_as_the_first", io.EnqTaken.Implies(io.EnqValid.And(empty)))
	}
	lastTaken := m.Let("last_is_taken", take.And(head.Eq(tail)))
	m.If(io.EnqValid, func() { tail.Set(io.EnqSlot) })
	m.If(io.EnqValid.And(valid.Not().Or(lastTaken)), func() {
		head.Set(io.EnqSlot)
	}).ElseIf(take, func() {
		head.Set(io.HeadNext)
	})
	m.If(io.EnqValid, func() {
		valid.Set(waits)
	}).ElseIf(lastTaken, func() {
		valid.Set(0)
	})
	if p.SAQs > 0 {
		m.If(io.BackValid, func() {
			head.Set(io.BackSlot)
			valid.Set(1)
		})
	}

	m.If(io.EnqValid.And(io.Pop.Not()), func() {
		count.Set(count.Add(1))
		empty.Set(0)
	}).ElseIf(io.Pop.And(io.EnqValid.Not()), func() {
		count.Set(count.Sub(1))
		empty.Set(count.Eq(1))
	})

	io.Head.Drive(head)
	io.HeadValid.Drive(valid)
	io.Tail.Drive(tail)
	io.Empty.Drive(empty)
	io.Count.Drive(count)
	io.Link.Valid.Drive(io.EnqValid.AndNot(empty))
	io.Link.Slot.Drive(tail)
	io.Link.Next.Drive(io.EnqSlot)

	m.Assume("no_pop_while_empty", io.Pop.And(empty).Not())
	m.Assume("take_of_a_valid_head", take.AndNot(valid).Not())
	m.Assume("no_overflow", io.EnqValid.And(io.Pop.Not()).And(count.Eq(p.Slots)).Not())
	m.Assert("empty_is_count_0", empty.Eq(count.Eq(0)))
	m.Assert("head_of_a_queue_with_packets", valid.And(empty).Not())
	m.Assert("one_packet_is_head_and_tail", count.Eq(1).And(valid).Implies(head.Eq(tail)))
	p.checkColdQueue(m.Module, io, take)
	return m
}
