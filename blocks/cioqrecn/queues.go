package cioqrecn

import "culprit/rtlgen"

// Queues are all queues of one side of a port, as linked lists over its slots, and
// the list of free slots, last freed first. One pointer file threads them all,
// since a slot is in one list only. On an input side they are the detection queues
// and the SAQs, on an output side the standard queue and the SAQs (DD, figures 3
// and 4: "share the same data RAM").
//
// A packet enters and one leaves per cycle at most; nothing moves from queue to
// queue. An enqueued packet is in its queue from the next cycle on.
func Queues(slots, queues int) *rtlgen.Module {
	m := rtlgen.NewModule("cioq_recn_queues")
	m.Doc("linked lists over shared slots: the queues of one side and its free slots")
	m.Param("slots", slots, slotsSpec.Default)
	m.Param("queues", queues, queuesSpec.Default)
	sw, cw, qw := rtlgen.IndexBits(slots), rtlgen.CountBits(slots), rtlgen.IndexBits(queues)

	take := m.Input("take", 1)
	enqValid := m.Input("enq_valid", 1)
	enqQueue := m.Input("enq_queue", qw)
	enqSlot := m.Input("enq_slot", sw)
	deqValid := m.Input("deq_valid", 1)
	deqQueue := m.Input("deq_queue", qw)
	freeValid := m.Input("free_valid", 1)
	freeSlot := m.Input("free_slot", sw)

	next := m.RegArrayInit("next", slots, sw, func(i int) uint64 { return uint64((i + 1) % slots) })
	freeHead := m.Reg("free_head", sw, 0)
	freeCount := m.Reg("free_count_q", cw, slots)
	m.If(take.AndNot(freeValid), func() {
		freeHead.Set(next.At(freeHead))
		freeCount.Set(freeCount.Sub(1))
	}).ElseIf(freeValid.AndNot(take), func() {
		next.At(freeSlot).Set(freeHead)
		freeHead.Set(freeSlot)
		freeCount.Set(freeCount.Add(1))
	})

	head := m.RegArray("head", queues, sw, 0)
	tail := m.RegArray("tail", queues, sw, 0)
	count := m.RegArray("count_q", queues, cw, 0)
	empty := m.Reg("empty_q", queues, 1<<queues-1)
	deqSlot := m.Let("deq_head", head.At(deqQueue).Value)
	last := m.Let("last_one_leaves", deqValid.And(deqQueue.Eq(enqQueue)).And(count.At(enqQueue).Eq(1)))
	starts := m.Let("starts_queue", empty.Bit(enqQueue).Or(last))
	m.If(deqValid, func() { head.At(deqQueue).Set(next.At(deqSlot)) })
	m.If(enqValid, func() {
		m.If(starts, func() {
			head.At(enqQueue).Set(enqSlot)
		}).Else(func() {
			next.At(tail.At(enqQueue)).Set(enqSlot)
		})
		tail.At(enqQueue).Set(enqSlot)
	})
	m.For("q", queues, func(q value) {
		comes := enqValid.And(enqQueue.Eq(q))
		leaves := deqValid.And(deqQueue.Eq(q))
		m.If(comes.AndNot(leaves), func() {
			count.At(q).Set(count.At(q).Add(1))
			empty.SetBit(q, 0)
		}).ElseIf(leaves.AndNot(comes), func() {
			count.At(q).Set(count.At(q).Sub(1))
			empty.SetBit(q, count.At(q).Eq(1))
		})
	})

	m.Output("slot", rtlgen.Mux(freeValid, freeSlot, freeHead))
	m.Output("free_count", freeCount.Value)
	m.Output("deq_slot", deqSlot)
	m.Output("count", count.Flat())
	m.Output("empty", empty.Value)

	m.Assume("slot_for_every_packet", take.Implies(freeValid.Or(freeCount.Ne(0))), "credits keep a packet away from a full memory")
	m.Assume("no_dequeue_of_an_empty_queue", deqValid.Implies(empty.Bit(deqQueue).Not()))
	if queues < 1<<qw {
		m.Assume("queues_exist", enqValid.Implies(enqQueue.Lt(queues)).And(deqValid.Implies(deqQueue.Lt(queues))))
	}
	checkQueues(m, slots, queues, count, empty.Value, freeCount.Value)
	return m
}

// checkQueues states that the counts fit together.
func checkQueues(m *rtlgen.Module, slots, queues int, count rtlgen.RegArray, empty, freeCount value) {
	unlike := m.Wire("empty_unlike_count", queues)
	m.For("q", queues, func(q value) { unlike.SetBit(q, empty.Bit(q).Ne(count.At(q).Eq(0))) })
	m.Assert("empty_is_count_0", unlike.Eq(0))
	width := freeCount.Width() + rtlgen.CountBits(queues)
	total := freeCount.Zext(width)
	for q := range queues {
		total = total.Add(count.At(q).Zext(width))
	}
	m.Assert("slots_in_range", total.Le(slots), "free and queued slots are no more than there are")
}
