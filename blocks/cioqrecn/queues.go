package cioqrecn

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// Queues are all queues of one side of a port, as linked lists over its slots, and
// the list of free slots, last freed first. One pointer file threads them all,
// since a slot is in one list only. On an input side they are the detection queues
// and the SAQs, on an output side the standard queue and the SAQs (DD, figures 3
// and 4: "share the same data RAM").
//
// A packet enters and one leaves per cycle at most; nothing moves from queue to
// queue. An enqueued packet is in its queue from the next cycle on.
func Queues(p SideParams) *rtlgen.Typed[QueuesPorts] {
	m, io := rtlgen.New[QueuesPorts](p)
	slots, queues := p.Slots, p.Queues
	sw, cw, qw := rtlgen.IndexBits(slots), rtlgen.CountBits(slots), rtlgen.IndexBits(queues)

	next := m.RegArrayInit("next", slots, sw, func(i int) uint64 { return uint64((i + 1) % slots) })
	free := prim.FreeSlots{Next: next, Head: m.Reg("free_head", sw, 0), Count: m.Reg("free_count_q", cw, slots)}
	io.Slot.Drive(free.Step(m.Module, io.Take, io.Free.Valid, io.Free.Slot))

	lists := prim.Lists{Next: next, Head: m.RegArrayNoReset("head", queues, sw), Tail: m.RegArrayNoReset("tail", queues, sw)}
	count := m.RegArray("count_q", queues, cw, 0)
	empty := m.Reg("empty_q", queues, 1<<queues-1)
	deqSlot := m.Let("deq_head", lists.Head.At(io.Deq.Queue))
	last := m.Let("last_one_leaves", io.Deq.Valid.And(io.Deq.Queue.Eq(io.Enq.Queue)).And(count.At(io.Enq.Queue).Eq(1)))
	starts := m.Let("starts_queue", empty.Bit(io.Enq.Queue).Or(last))
	lists.Pop(m.Module, io.Deq.Valid, io.Deq.Queue, deqSlot)
	lists.Append(m.Module, io.Enq.Valid, io.Enq.Queue, starts, lists.Tail.At(io.Enq.Queue), io.Enq.Slot)
	for q := range m.Each("q", queues) {
		comes := io.Enq.Valid.And(io.Enq.Queue.Eq(q))
		leaves := io.Deq.Valid.And(io.Deq.Queue.Eq(q))
		m.If(comes.AndNot(leaves), func() {
			count.At(q).Set(count.At(q).Add(1))
			empty.SetBit(q, 0)
		}).ElseIf(leaves.AndNot(comes), func() {
			count.At(q).Set(count.At(q).Sub(1))
			empty.SetBit(q, count.At(q).Eq(1))
		})
	}

	io.Free.Count.Drive(free.Count)
	io.Deq.Slot.Drive(deqSlot)
	io.Count.Drive(count.Flat())
	io.Empty.Drive(empty)

	m.Assume("slot_for_every_packet", io.Take.Implies(io.Free.Valid.Or(free.Count.Ne(0))), "credits keep a packet away from a full memory")
	m.Assume("no_dequeue_of_an_empty_queue", io.Deq.Valid.Implies(empty.Bit(io.Deq.Queue).Not()))
	if queues < 1<<qw {
		m.Assume("queues_exist", io.Enq.Valid.Implies(io.Enq.Queue.Lt(queues)).And(io.Deq.Valid.Implies(io.Deq.Queue.Lt(queues))))
	}
	checkQueues(m.Module, slots, queues, count, empty, free.Count)
	return m
}

// checkQueues states that the counts fit together.
func checkQueues(m *rtlgen.Module, slots, queues int, count rtlgen.RegArray, empty, freeCount rtlgen.Reg) {
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
