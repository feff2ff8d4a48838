package prim

import "culprit.example/culprit/rtlgen"

// DAMQ is a dynamically allocated multi-queue buffer: queues linked lists over
// slots that are handed out elsewhere. It holds the order only; the words are in
// a memory that is addressed with the slots.
//
// The outputs are functions of registers only. All three operations may happen
// in one cycle and take effect together at its end. The queue that is dequeued
// or moved from is not empty, the two differ, and so do the queues that are
// appended to; a slot is in one queue at a time. Source: Y. Tamir, G. Frazier,
// Dynamically-allocated multi-queue buffers for VLSI communication switches,
// IEEE Trans. Computers 41(6), 1992.
func DAMQ(p DAMQParams) *rtlgen.Typed[DAMQPorts] {
	m, io := rtlgen.New[DAMQPorts](p)
	if m.Refused() {
		return m
	}
	slotIndex, countBits := rtlgen.IndexBits(p.Slots), rtlgen.CountBits(p.Slots)

	lists := Lists{
		Next: m.RegArrayNoReset("next", p.Slots, slotIndex, "slot behind it in its queue, by slot"),
		Tail: m.RegArrayNoReset("tail", p.Queues, slotIndex, "slot at the tail of the queue, by queue"),
		Head: m.RegArrayNoReset("head_q", p.Queues, slotIndex, "slot at the head of the queue, by queue"),
	}
	count := m.Reg("count_q", p.Queues*countBits, 0)

	io.Head.Drive(lists.Head.Flat())
	io.Count.Drive(count)

	appended := m.Let("appended", oneIf(io.Enq.Valid, io.Enq.Queue, p.Queues).Or(oneIf(io.Mov.Valid, io.Mov.To, p.Queues)))
	popped := m.Let("popped", oneIf(io.Deq.Valid, io.Deq.Queue, p.Queues).Or(oneIf(io.Mov.Valid, io.Mov.From, p.Queues)))
	last := m.Wire("last_one", p.Queues)
	for q := range m.Each("q", p.Queues) {
		held := count.Lane(q, countBits)
		io.Empty.SetBit(q, held.Eq(0))
		last.SetBit(q, held.Eq(1))
		m.If(appended.Bit(q).AndNot(popped.Bit(q)), func() {
			count.SetLane(q, held.Add(1))
		}).ElseIf(popped.Bit(q).AndNot(appended.Bit(q)), func() {
			count.SetLane(q, held.Sub(1))
		})
	}
	nothingStays := m.Let("nothing_stays", io.Empty.Or(last.And(popped)))

	deqSlot := m.Let("deq_slot", lists.Head.At(io.Deq.Queue))
	movSlot := m.Let("mov_slot", lists.Head.At(io.Mov.From))
	lists.Pop(m.Module, io.Deq.Valid, io.Deq.Queue, deqSlot)
	lists.Pop(m.Module, io.Mov.Valid, io.Mov.From, movSlot)
	enqTail := m.Let("enq_tail", lists.Tail.At(io.Enq.Queue))
	movTail := m.Let("mov_tail", lists.Tail.At(io.Mov.To))
	lists.Append(m.Module, io.Enq.Valid, io.Enq.Queue, nothingStays.Bit(io.Enq.Queue), enqTail, io.Enq.Slot)
	lists.Append(m.Module, io.Mov.Valid, io.Mov.To, nothingStays.Bit(io.Mov.To), movTail, movSlot)

	m.Assume("dequeue_something", io.Deq.Valid.Implies(io.Empty.Bit(io.Deq.Queue).Not()),
		"a queue that is dequeued is not empty")
	m.Assume("move_something", io.Mov.Valid.Implies(io.Empty.Bit(io.Mov.From).Not()),
		"a queue that is moved from is not empty")
	m.Assume("move_elsewhere", io.Mov.Valid.Implies(io.Mov.From.Ne(io.Mov.To)))
	m.Assume("one_pop_per_queue", io.Deq.Valid.And(io.Mov.Valid).Implies(io.Deq.Queue.Ne(io.Mov.From)))
	m.Assume("one_append_per_queue", io.Enq.Valid.And(io.Mov.Valid).Implies(io.Enq.Queue.Ne(io.Mov.To)))
	queued := m.RegArray("is_queued", p.Slots, 1, 0, "the slot is in a queue, by slot")
	m.If(io.Deq.Valid, func() { queued.At(deqSlot).Set(0) })
	m.If(io.Enq.Valid, func() { queued.At(io.Enq.Slot).Set(1) })
	leaves := io.Deq.Valid.And(deqSlot.Eq(io.Enq.Slot))
	m.Assume("slot_is_in_no_queue", io.Enq.Valid.Implies(queued.At(io.Enq.Slot).Not().Or(leaves)),
		"a slot is in one queue at a time")
	held := m.Let("slots_held", sumOfLanes(m.Module, count, p.Queues, rtlgen.CountBits(p.Slots*p.Queues)))
	m.Assume("slot_for_every_word", io.Enq.Valid.AndNot(io.Deq.Valid).Implies(held.Lt(p.Slots)),
		"all slots are in use")
	m.Assert("slots_in_range", held.Le(p.Slots),
		"the queues together never hold more than there is")
	m.Cover("all_at_once", io.Enq.Valid.And(io.Deq.Valid).And(io.Mov.Valid))
	m.Cover("last_one_leaves_next_comes", appended.And(popped).And(last).Any(),
		"a queue of one is appended to and popped in the same cycle")
	return m
}

// oneIf is the one-hot form of index in n bits if valid, else 0.
func oneIf(valid, index rtlgen.Signal, n int) rtlgen.Value {
	return rtlgen.Mux(valid, rtlgen.ValueOf(index).Decode(n), 0)
}

// sumOfLanes is the sum of the lanes of vector in width bits.
func sumOfLanes(m *rtlgen.Module, vector rtlgen.Signal, lanes, width int) rtlgen.Value {
	v := rtlgen.ValueOf(vector)
	sum := m.Zero(width)
	for i := range lanes {
		x := v.Lane(i, laneWidth(v, lanes)).Zext(width)
		if i == 0 {
			sum = x
		} else {
			sum = sum.Add(x)
		}
	}
	return sum
}
