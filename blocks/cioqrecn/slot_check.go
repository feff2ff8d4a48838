package cioqrecn

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// slotCheck is what happens to the slots of one side.
type slotCheck struct {
	slots  int
	queues *QueuesPorts

	take, route                     value // a packet comes; packets of a flow have one route
	enqueue, enqueued, enqueueQueue value // it enters a queue
	grant, granted, grantQueue      value // it leaves the queue
	freed, freedSlot                value // its last word is read

	between []value // for each place between a free slot and a queue: a slot is there
}

// state follows every slot and states that it is in one place at a time, that none
// is lost, that it leaves the queue that it entered, and that no packet leaves
// before an older one of its route: then packets of a flow stay in order through
// any network. The registers exist in simulation and formal proofs only.
func (c slotCheck) state(m *rtlgen.Module) {
	used := m.Reg("slot_used", c.slots, 0, "the slot is not free, by slot")
	waits := m.Reg("slot_waits", c.slots, 0, "its packet waits in a queue, by slot")
	home := m.RegArray("slot_home", c.slots, c.grantQueue.Width(), 0, "queue that its packet entered, by slot")
	slot := c.queues.Slot
	m.If(c.freed, func() { used.SetBit(c.freedSlot, 0) })
	m.If(c.take, func() {
		used.SetBit(slot, 1)
	})
	m.If(c.enqueue, func() {
		waits.SetBit(c.enqueued, 1)
		home.At(c.enqueued).Set(c.enqueueQueue)
	})
	m.If(c.grant, func() { waits.SetBit(c.granted, 0) })

	straightOn := c.freed.And(slot.Eq(c.freedSlot))
	m.Assert("arrival_takes_a_free_slot", c.take.Implies(used.Bit(slot).Not().Or(straightOn)))
	m.Assert("enqueue_of_an_arrival", c.enqueue.Implies(used.Bit(c.enqueued).AndNot(waits.Bit(c.enqueued))))
	m.Assert("grant_from_its_queue", c.grant.Implies(waits.Bit(c.granted).And(home.At(c.granted).Eq(c.grantQueue))))
	m.Assert("free_after_sending", c.freed.Implies(used.Bit(c.freedSlot).AndNot(waits.Bit(c.freedSlot))))
	m.Assert("no_slot_is_lost", used.PopCount().Add(c.queues.Free.Count).Eq(c.slots), "free and used slots are all slots")
	queues := c.queues.Count.Width() / c.queues.Free.Count.Width()
	width := c.queues.Free.Count.Width() + rtlgen.CountBits(queues+len(c.between))
	all := c.queues.Free.Count.Zext(width)
	for q := range queues {
		all = all.Add(c.queues.Count.At(q).Zext(width))
	}
	for _, there := range c.between {
		all = all.Add(there.Zext(width))
	}
	m.Assert("all_slots_are_somewhere", all.Eq(c.slots), "a slot is free, comes in, is in a queue, or is read")
	packet.Passage{
		Slots: c.slots, Take: c.take, Slot: slot, Grant: c.grant, Granted: c.granted,
	}.InOrderOfRoute(m, c.route, func(s value) value { return waits.Bit(s) })
}
