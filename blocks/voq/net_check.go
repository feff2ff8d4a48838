package voq

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// check follows the packets of every queue. The registers that it needs exist in
// simulation and formal proofs only. A packet leaves its queue with its first word, in
// the cycle after the grant.
func (u *netInput) check() {
	u.checkQueues()
	u.checkSlots()
	u.checkOrder()
}

// checkQueues states that the bit vectors tell what the rings hold.
func (u *netInput) checkQueues() {
	m, p := u.m, u.p
	w := rtlgen.CountBits(p.Depth)
	held := m.RegArray("packets_of_queue", p.Nodes, w, 0, "packets in the queue, by destination")
	portOf := m.RegArray("port_of", p.Nodes, p.pw(), 0, "output of its last packet, by destination")
	queue := u.tx.Slot
	same := m.Let("comes_as_one_leaves", u.rx.Start.And(u.tx.First).And(u.dst.Eq(queue)))
	m.If(u.rx.Start.AndNot(same), func() { held.At(u.dst).Set(held.At(u.dst).Add(1)) })
	m.If(u.tx.First.AndNot(same), func() { held.At(queue).Set(held.At(queue).Sub(1)) })
	m.If(u.rx.Start, func() { portOf.At(u.dst).Set(u.port) })

	one := m.Let("rx_queue_bit", u.dst.Decode(p.Nodes))
	waits := m.Wire("rx_queue_waits", p.Ports) // for these outputs
	m.For("o", p.Ports, func(o value) { waits.SetBit(o, u.waiting.At(o).And(one).Any()) })
	m.Assert("waiting_for_one_output", waits.PopCount().Le(1))
	m.Assert("waiting_is_not_empty", waits.Any().Eq(held.At(u.dst).Ne(0).Or(u.leaves.And(u.dst.Eq(queue)))))
	asked := m.Next("after_the_first_cycle", m.Ones(1), 0, "this is not the first cycle after reset")
	m.Assume("grant_has_a_queue", u.GrantValid.Implies(asked.And(u.chosen)),
		"a queue has a packet and a credit for what is granted")
	m.Assert("pop_something", u.tx.First.Implies(held.At(queue).Ne(0)))
	m.Assume("one_output_per_destination", u.rx.Start.And(held.At(u.dst).Ne(0)).Implies(portOf.At(u.dst).Eq(u.port)),
		"packets for a destination take the same output as long as any wait")
}

// checkSlots states that no slot is lost and no queue has more than its own. A
// slot is taken with the first beat that comes and free with the last that
// leaves.
func (u *netInput) checkSlots() {
	m, p := u.m, u.p
	w := rtlgen.CountBits(p.Depth)
	taken := m.RegArray("slots_taken", p.Nodes, w, 0, "slots that are taken, by destination")
	freed := u.tx.Slot
	same := m.Let("freed_queue_starts", u.rx.Start.And(u.tx.Last).And(freed.Eq(u.dst)))
	m.If(u.rx.Start.AndNot(same), func() { taken.At(u.dst).Set(taken.At(u.dst).Add(1)) })
	m.If(u.tx.Last.AndNot(same), func() { taken.At(freed).Set(taken.At(freed).Sub(1)) })
	m.Assume("slot_for_every_packet", u.rx.Start.Implies(taken.At(u.dst).Lt(p.Depth).Or(same)),
		"credits keep a packet away from a full queue")
	m.Assert("frees_what_was_taken", u.tx.Last.Implies(taken.At(freed).Ne(0)))

	count := rtlgen.CountBits(p.room())
	queued := m.Reg("queued", count, 0, "packets that wait in the queues")
	queued.Set(queued.Add(u.rx.Start.Zext(count)).Sub(u.GrantValid.Zext(count)))
	wide := func(v rtlgen.Signal) value { return rtlgen.ValueOf(v).Zext(count + 1) }
	total := wide(u.free).Add(wide(queued)).Add(wide(u.tx.Active))
	m.Assert("no_slot_is_lost", total.Eq(p.room()), "free, queued and in transit make all slots")
}

// checkOrder states that packets leave a queue as they came. Packets of a flow
// are in one queue, so they stay in order.
func (u *netInput) checkOrder() {
	packet.Passage{
		Slots: u.p.room(), Take: u.rx.Start, Slot: u.arrival, Grant: u.tx.First, Granted: rtlgen.Cat(u.tx.Slot, u.head),
	}.InOrderOfQueue(u.m, u.p.Nodes, u.tx.Slot)
}
