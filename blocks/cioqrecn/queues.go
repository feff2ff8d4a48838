package cioqrecn

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// Queues are all queues of one side of a port, as linked lists over its slots, and
// the list of free slots, first freed first. One pointer file threads them all,
// since a slot is in one list only. On an input side they are the detection queues
// and the SAQs, on an output side the standard queue and the SAQs (DD, figures 3
// and 4: "share the same data RAM").
//
// A packet enters and one leaves per cycle at most; nothing moves from queue to
// queue. An enqueued packet is in its queue from the next cycle on.
//
// Every memory has one write and one read port. The pointer file is written in the
// cycle after an enqueue and read in the cycle after a dequeue, with registered
// addresses. The head of a queue has two sources, a packet that starts the queue and
// the pointer file, so there are two memories of heads and a bit per queue that tells
// which one counts. What they say of an empty queue does not matter, so that nothing but
// the lengths needs a reset.
func Queues(p SideParams) *rtlgen.Typed[QueuesPorts] {
	m, io := rtlgen.New[QueuesPorts](p)
	if m.Refused() {
		return m
	}
	u := &queues{QueuesPorts: io, m: m.Module, p: p, count: m.RegArray("count_q", p.Queues, rtlgen.CountBits(p.Slots), 0,
		"packets in the queue, by queue"),
		empty: m.Reg("empty_q", p.Queues, 1<<p.Queues-1)}
	free := prim.NewFreeRing(m.Module, p.Slots)
	free.Step(m.Module, io.Take, io.Free.Valid, io.Free.Slot)
	io.Slot.Drive(free.Slot)
	io.Free.Count.Drive(free.Count)
	u.lengths()
	u.lists()
	u.properties(free.Count)
	return m
}

// queues is the netlist of the unit while it is built.
type queues struct {
	*QueuesPorts
	m *rtlgen.Module
	p SideParams

	count  rtlgen.RegArray
	empty  rtlgen.Reg
	leaves value // one-hot: a packet leaves this queue
	starts value // one-hot: the packet that enters becomes the head of this queue
}

// lengths keeps the counts.
func (u *queues) lengths() {
	m, n := u.m, u.p.Queues
	comes := m.Let("comes", rtlgen.Mux(u.Enq.Valid, u.Enq.Queue, 0))
	u.leaves = m.Let("leaves", rtlgen.Mux(u.Deq.Valid, u.Deq.Queue.Decode(n), 0))
	last := m.Wire("last_packet", n)
	for q := range m.Each("q", n) {
		last.SetBit(q, u.count.At(q).Eq(1))
	}
	u.starts = m.Let("starts_queue", comes.And(u.empty.Or(u.leaves.And(last))))
	for q := range m.Each("q", n) {
		count, up, down := u.count.At(q), comes.Bit(q), u.leaves.Bit(q)
		m.If(up.Xor(down), func() { // one adder: all ones is -1
			count.Set(count.Add(rtlgen.Mux(down, m.Ones(count.Width()), 1)))
		})
		m.If(up, func() {
			u.empty.SetBit(q, 0)
		}).ElseIf(down, func() {
			u.empty.SetBit(q, last.Bit(q))
		})
	}
	u.Count.Drive(u.count.Flat())
	u.Empty.Drive(u.empty)
}

// lists keeps heads, tails and pointers.
func (u *queues) lists() {
	m, n, sw := u.m, u.p.Queues, rtlgen.IndexBits(u.p.Slots)
	file := func(name, of string, depth int) rtlgen.Memory { // of one word tools make registers, and warn
		return m.Memory(name, max(depth, 2), sw, rtlgen.ReadOld, of).Style(rtlgen.Distributed)
	}
	next := file("next", "slot behind it in its queue, by slot", u.p.Slots)
	tail := file("tail", "slot at the tail of the queue, by queue", n)
	first := file("first", "slot that has started the queue, by queue", n)
	after := file("after_head", "slot behind the last one that left, by queue", n)

	entered := m.Let("entered_queue", prim.Encode(m, u.Enq.Queue))
	starts := m.Let("starts_any_queue", u.starts.Any())
	next.Write(m.NextNoReset("link_valid", u.Enq.Valid.AndNot(starts), "a pointer is written"),
		m.NextNoReset("link_from", tail.Read("tail_slot", entered)), m.NextNoReset("link_to", u.Enq.Slot))
	tail.Write(u.Enq.Valid, entered, u.Enq.Slot)
	first.Write(starts, entered, u.Enq.Slot)

	linked := m.RegNoReset("head_is_linked", n, "the head is that of after_head, by queue")
	for q := range m.Each("q", n) {
		m.If(u.starts.Bit(q), func() {
			linked.SetBit(q, 0)
		}).ElseIf(u.leaves.Bit(q), func() { linked.SetBit(q, 1) })
	}
	head := m.Let("deq_head", rtlgen.Mux(linked.Bit(u.Deq.Queue), after.Read("linked_head", u.Deq.Queue),
		first.Read("first_head", u.Deq.Queue)))
	u.Deq.Slot.Drive(head)
	left, leftQueue := m.NextNoReset("left_slot", head), m.NextNoReset("left_queue", u.Deq.Queue)
	after.Write(m.NextNoReset("left_valid", u.Deq.Valid), leftQueue, next.Read("successor", left))
}

// properties states what the unit needs, and that the counts fit together.
func (u *queues) properties(free rtlgen.Reg) {
	m, n := u.m, u.p.Queues
	deq, left := u.Deq, m.Reg("dequeued_before", 1, 0, "a packet left one cycle ago")
	left.Set(deq.Valid)
	m.Assume("slot_for_every_packet", u.Take.Implies(free.Ne(0)), "credits keep a packet away from a full memory")
	m.Assume("one_queue", u.Enq.Queue.AndNot(u.Enq.Queue.LowestOne()).Eq(0))
	m.Assume("no_dequeue_of_an_empty_queue", deq.Valid.Implies(u.empty.Bit(deq.Queue).Not()))
	m.Assume("head_is_read", deq.Valid.And(left).Not(), "the pointer file is read in the cycle after a dequeue")
	if n < 1<<rtlgen.IndexBits(n) {
		m.Assume("queue_exists", deq.Valid.Implies(deq.Queue.Lt(n)))
	}
	unlike := m.Wire("empty_unlike_count", n)
	m.For("q", n, func(q value) { unlike.SetBit(q, u.empty.Bit(q).Ne(u.count.At(q).Eq(0))) })
	m.Assert("empty_is_count_0", unlike.Eq(0))
	width := free.Width() + rtlgen.CountBits(n)
	total := free.Zext(width)
	for q := range n {
		total = total.Add(u.count.At(q).Zext(width))
	}
	total = m.Let("free_and_queued", total)
	m.Assert("slots_in_range", total.Le(u.p.Slots), "free and queued slots are no more than there are")
	back := m.Let("slots_and_back", total.Add(u.Enq.Valid.Zext(width)).Add(u.Free.Valid.Zext(width)))
	m.Assume("slot_was_taken", back.Le(u.p.Slots), "what is enqueued or given back was taken, or has left its queue")

	outside := m.Reg("slot_outside", u.p.Slots, 0, "taken, and neither queued nor given back, by slot")
	m.If(u.Enq.Valid, func() { outside.SetBit(u.Enq.Slot, 0) })
	m.If(u.Free.Valid, func() { outside.SetBit(u.Free.Slot, 0) })
	m.If(u.Take, func() { outside.SetBit(u.Slot, 1) })
	m.If(deq.Valid, func() { outside.SetBit(deq.Slot, 1) })
	entered, given := u.Enq.Valid.Implies(outside.Bit(u.Enq.Slot)), u.Free.Valid.Implies(outside.Bit(u.Free.Slot))
	twice := u.Enq.Valid.And(u.Free.Valid).And(u.Enq.Slot.Eq(u.Free.Slot))
	m.Assume("slot_in_one_place", entered.And(given).AndNot(twice), "a slot is in one place at a time")
}
