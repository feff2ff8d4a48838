package prim

import "culprit/rtlgen"

// DAMQ is a dynamically allocated multi-queue buffer: queues linked lists over
// slots that are handed out elsewhere. It holds the order only; the words are in
// a memory that is addressed with the slots.
//
//	enq_valid, enq_queue, enq_slot    append a slot to a queue
//	deq_valid, deq_queue              drop the head of a queue
//	mov_valid, mov_from, mov_to       move the head of one queue to the tail of another
//	head[queues*IndexBits(slots)]     heads of the queues; a lane is unknown while its queue is empty
//	count[queues*CountBits(slots)]    slots in each queue
//	empty[queues]
//
// The outputs are functions of registers only. All three operations may happen
// in one cycle and take effect together at its end. The queue that is dequeued
// or moved from is not empty, the two differ, and so do the queues that are
// appended to; a slot is in one queue at a time. Source: Y. Tamir, G. Frazier,
// Dynamically-allocated multi-queue buffers for VLSI communication switches,
// IEEE Trans. Computers 41(6), 1992.
func DAMQ(slots, queues int) *rtlgen.Module {
	m := rtlgen.NewModule("damq")
	m.Doc("dynamically allocated multi-queue buffer: linked lists over shared slots")
	m.Param("slots", slots, 16)
	m.Param("queues", queues, 4)
	slotIndex, queueIndex, countBits := rtlgen.IndexBits(slots), rtlgen.IndexBits(queues), rtlgen.CountBits(slots)

	enqValid := m.Input("enq_valid", 1)
	enqQueue := m.Input("enq_queue", queueIndex)
	enqSlot := m.Input("enq_slot", slotIndex)
	deqValid := m.Input("deq_valid", 1)
	deqQueue := m.Input("deq_queue", queueIndex)
	movValid := m.Input("mov_valid", 1)
	movFrom := m.Input("mov_from", queueIndex)
	movTo := m.Input("mov_to", queueIndex)

	next := m.RegArray("next", slots, slotIndex, 0)
	tail := m.RegArray("tail", queues, slotIndex, 0)
	head := m.RegArray("head_q", queues, slotIndex, 0)
	count := m.Reg("count_q", queues*countBits, 0)

	m.Output("head", head.Flat())
	m.Output("count", count.Value)
	empty := m.OutputVar("empty", queues)

	appended := m.Let("appended", oneIf(enqValid, enqQueue, queues).Or(oneIf(movValid, movTo, queues)))
	popped := m.Let("popped", oneIf(deqValid, deqQueue, queues).Or(oneIf(movValid, movFrom, queues)))
	last := m.Wire("last_one", queues)
	m.For("q", queues, func(q rtlgen.Value) {
		held := count.Lane(q, countBits)
		empty.SetBit(q, held.Eq(0))
		last.SetBit(q, held.Eq(1))
		m.If(appended.Bit(q).AndNot(popped.Bit(q)), func() {
			count.SetLane(q, held.Add(1))
		}).ElseIf(popped.Bit(q).AndNot(appended.Bit(q)), func() {
			count.SetLane(q, held.Sub(1))
		})
	})
	nothingStays := m.Let("nothing_stays", empty.Or(last.And(popped)))

	deqSlot := m.Let("deq_slot", head.At(deqQueue).Value)
	movSlot := m.Let("mov_slot", head.At(movFrom).Value)
	m.If(deqValid, func() { head.At(deqQueue).Set(next.At(deqSlot)) })
	m.If(movValid, func() { head.At(movFrom).Set(next.At(movSlot)) })

	// Appending to a queue of which nothing stays makes a new head. It is written
	// after the pops, so that it wins over the successor of the slot that leaves.
	enqTail := m.Let("enq_tail", tail.At(enqQueue).Value)
	movTail := m.Let("mov_tail", tail.At(movTo).Value)
	appendTo := func(queue, tailSlot, slot rtlgen.Value) {
		m.If(nothingStays.Bit(queue), func() {
			head.At(queue).Set(slot)
		}).Else(func() {
			next.At(tailSlot).Set(slot)
		})
		tail.At(queue).Set(slot)
	}
	m.If(enqValid, func() { appendTo(enqQueue, enqTail, enqSlot) })
	m.If(movValid, func() { appendTo(movTo, movTail, movSlot) })

	m.Assume("dequeue_something", deqValid.Implies(empty.Bit(deqQueue).Not()), "a queue that is dequeued is not empty")
	m.Assume("move_something", movValid.Implies(empty.Bit(movFrom).Not()), "a queue that is moved from is not empty")
	m.Assume("move_elsewhere", movValid.Implies(movFrom.Ne(movTo)))
	m.Assume("one_pop_per_queue", deqValid.And(movValid).Implies(deqQueue.Ne(movFrom)))
	m.Assume("one_append_per_queue", enqValid.And(movValid).Implies(enqQueue.Ne(movTo)))
	m.Assert("slots_in_range", sumOfLanes(m, count.Value, queues, rtlgen.CountBits(slots*queues)).Le(slots),
		"the queues together never hold more than there is")
	m.Cover("all_at_once", enqValid.And(deqValid).And(movValid))
	m.Cover("last_one_leaves_next_comes", appended.And(popped).And(last).Any(), "a queue of one is appended to and popped in the same cycle")
	return m
}

// oneIf is the one-hot form of index in n bits if valid, else 0.
func oneIf(valid, index rtlgen.Value, n int) rtlgen.Value {
	return rtlgen.Mux(valid, index.Decode(n), 0)
}

// sumOfLanes is the sum of the lanes of v in width bits.
func sumOfLanes(m *rtlgen.Module, v rtlgen.Value, lanes, width int) rtlgen.Value {
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
