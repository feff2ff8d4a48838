package voq

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// Where a slot is, for the assertions only.
const (
	slotFree     = iota // in the free list
	slotArriving        // taken, its packet is being routed
	slotSending         // its packet is being read
	slotQueued          // slotQueued + q: in queue q
)

// swCheck follows every slot through an input port of VOQsw. The registers that
// it needs exist in simulation and formal proofs only.
type swCheck struct {
	m  *rtlgen.Module
	p  Params
	rx receiver
	tx packet.Reading

	arrival           rtlgen.Out // slot of the packet that starts
	free              rtlgen.Out // free slots
	enqSlot           rtlgen.Reg
	grant, grantQueue rtlgen.In
	grantSlot         rtlgen.Out
}

// slots states that a slot is in one place at a time and that none is lost.
func (c swCheck) slots() {
	m, p := c.m, c.p
	bits := rtlgen.IndexBits(slotQueued + p.Ports)
	home := m.RegArray("slot_home", p.Slots, bits, slotFree, "free, arriving, sending or its queue, by slot")
	at := func(slot rtlgen.Signal, place rtlgen.Operand) value { return home.At(slot).Eq(place) }
	queue := func(q rtlgen.Signal) value { return rtlgen.ValueOf(q).Zext(bits).Add(slotQueued) }

	m.If(c.tx.Last, func() { home.At(c.tx.Slot).Set(slotFree) })
	m.If(c.rx.Start, func() { home.At(c.arrival).Set(slotArriving) })
	m.If(c.rx.enqValid, func() { home.At(c.enqSlot).Set(queue(c.rx.enqPort)) })
	m.If(c.grant, func() { home.At(c.grantSlot).Set(slotSending) })

	handedOn := c.tx.Last.And(c.arrival.Eq(c.tx.Slot))
	m.Assert("arrival_takes_a_free_slot", c.rx.Start.Implies(at(c.arrival, slotFree).Or(handedOn)))
	m.Assert("enqueue_of_an_arrival", c.rx.enqValid.Implies(at(c.enqSlot, slotArriving)))
	m.Assert("grant_from_its_queue", c.grant.Implies(at(c.grantSlot, queue(c.grantQueue))))
	m.Assert("free_after_sending", c.tx.Last.Implies(at(c.tx.Slot, slotSending)))

	queued := m.Reg("queued", p.cw(), 0, "packets that wait in the queues")
	queued.Set(queued.Add(c.rx.enqValid.Zext(p.cw())).Sub(c.grant.Zext(p.cw())))
	wide := func(v rtlgen.Signal) value { return rtlgen.ValueOf(v).Zext(p.cw() + 1) }
	total := wide(c.free).Add(wide(queued)).Add(wide(c.rx.enqValid)).Add(wide(c.tx.Active))
	m.Assert("no_slot_is_lost", total.Eq(p.Slots), "free, queued and in transit make all slots")
}

// order states that packets leave a queue as they came. Packets of a flow are in
// one queue, so they stay in order.
func (c swCheck) order() {
	packet.Passage{
		Slots: c.p.Slots, Take: c.rx.Start, Slot: c.arrival, Grant: c.grant, Granted: c.grantSlot,
	}.InOrderOfQueue(c.m, c.p.Ports, c.grantQueue)
}
