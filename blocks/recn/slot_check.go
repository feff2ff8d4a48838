package recn

import (
	"fmt"

	"culprit/blocks/packet"
	"culprit/rtlgen"
)

// Where a slot is, for the assertions only.
const (
	slotFree     = iota // in the free list
	slotArriving        // taken, its packet is being routed
	slotSending         // its packet is being read
	slotInCQ            // slotInCQ + q: in queue q
)

// stampBits counts the packets that came to a port, for the order check: enough
// for centuries of simulation.
const stampBits = 32

// checkSlots follows every slot through the port and states that it is in one
// place at a time, that no slot is lost, that the lists hold what they say, and
// that a packet which is ready was inspected since it was last linked. The
// registers that it needs exist in simulation and formal proofs only.
func (u *inputPort) checkSlots() {
	m, p := u.m, u.p
	bits := rtlgen.IndexBits(slotInCQ + p.queues())
	home := m.RegArray("slot_home", p.Slots, bits, slotFree)
	at := func(slot rtlgen.Signal, place int) value { return home.At(slot).Eq(place) }

	arrival, enq, enqSlot := u.mmu.WrSlot, u.ru.EnqValid, u.ru.EnqSlot
	m.If(u.last, func() { home.At(u.txSlot).Set(slotFree) })
	m.If(u.sop, func() { home.At(arrival).Set(slotArriving) })
	m.If(enq, func() { home.At(enqSlot).Set(slotInCQ) })
	m.If(u.GrantValid, func() { home.At(u.grantedSlot).Set(slotSending) })

	m.Assert("arrival_takes_a_free_slot", u.sop.Implies(at(arrival, slotFree).Or(u.last.And(arrival.Eq(u.txSlot)))))
	m.Assert("enqueue_of_an_arrival", enq.Implies(at(enqSlot, slotArriving)))
	m.Assert("free_after_sending", u.last.Implies(at(u.txSlot, slotSending)))
	if p.SAQs == 0 {
		m.Assert("grant_from_its_queue", u.GrantValid.Implies(at(u.grantedSlot, slotInCQ)))
	} else {
		u.checkMoves(home, enq, enqSlot)
	}
	u.checkOrder(home, arrival)
	u.checkQueue(home, 0, u.mu.Head.Value, u.mu.Tail.Value, u.mu.Empty.Value)
	total := u.mmu.FreeCount.Zext(p.cw() + 1).Add(u.mu.Count.Zext(p.cw() + 1)).
		Add(enq.Zext(p.cw() + 1)).Add(u.txActive.Zext(p.cw() + 1))
	for k := range p.SAQs {
		total = total.Add(u.ppu.Count.At(k).Zext(p.cw() + 1))
	}
	m.Assert("no_slot_is_lost", total.Eq(p.Slots), "free, queued and in transit make all slots")
}

// checkMoves states what concerns the set-aside queues.
func (u *inputPort) checkMoves(home rtlgen.RegArray, enq, enqSlot rtlgen.Out) {
	m, p := u.m, u.p
	inspected := m.RegArray("slot_inspected", p.Slots, 1, 0)
	m.If(enq, func() { inspected.At(enqSlot).Set(0) })
	moved := m.Let("slot_moves", u.ppu.Linked.Any())
	slot, setValid := u.ppu.Set.Slot, u.ppu.Set.Valid
	bits := home.At(0).Width()
	target := m.Let("slot_target", u.ppu.Linked.Priority().Zext(bits).Add(slotInCQ+1))
	m.If(moved, func() { home.At(slot).Set(target) })
	m.If(setValid, func() { inspected.At(slot).Set(moved.Not()) })

	queue := m.Let("granted_home", u.GrantQueue.Zext(bits).Add(slotInCQ))
	m.Assert("grant_from_its_queue", u.GrantValid.Implies(home.At(u.grantedSlot).Eq(queue)))
	m.Assert("grant_of_an_inspected_packet", u.GrantValid.Implies(inspected.At(u.grantedSlot)))
	m.Assert("move_from_a_queue", moved.Implies(home.At(slot).Ge(slotInCQ)))

	heads, tails, empty := u.ppu.Head, u.ppu.Tail, u.ppu.Empty
	for k := range p.SAQs {
		u.checkQueue(home, k+1, heads.At(k), tails.At(k), empty.Bit(k))
	}
	ready := u.ru.HeadReady
	unlike := ready.Bit(0).Ne(inspected.At(u.mu.Head)).And(u.mu.Empty.Not())
	for k := range p.SAQs {
		unlike = unlike.Or(ready.Bit(k + 1).Ne(inspected.At(heads.At(k)).Value).And(empty.Bit(k).Not()))
	}
	m.Assert("ready_means_inspected", unlike.Not(), "RFS is 0 since a packet was linked until it is inspected")
	stopped := u.cam.Line.Xoff.And(u.cam.Line.Valid)
	grantedSAQ := m.Let("granted_saqs", u.GrantValid.Replicate(p.SAQs).And(u.GrantQueue.Sub(1).Decode(p.SAQs)))
	m.Assert("no_grant_to_a_stopped_saq", grantedSAQ.And(stopped).Eq(0))
}

// checkOrder states that a packet never leaves before an older one of the same
// route: then packets of a flow stay in order through any network of switches.
func (u *inputPort) checkOrder(home rtlgen.RegArray, arrival rtlgen.Out) {
	m, p := u.m, u.p
	came := m.Reg("packets_came", stampBits, 0)
	stamp := m.RegArray("slot_stamp", p.Slots, stampBits, 0)
	route := m.RegArray("slot_route", p.Slots, packet.HeaderBits, 0)
	overtaken := m.Reg("overtaken", 1, 0)
	m.If(u.sop, func() {
		came.Set(came.Add(1))
		stamp.At(arrival).Set(came)
		route.At(arrival).Set(u.header)
	})
	grantedRoute := m.Let("granted_route", route.At(u.grantedSlot))
	grantedStamp := m.Let("granted_stamp", stamp.At(u.grantedSlot))
	m.If(u.GrantValid, func() {
		m.For("s", p.Slots, func(s value) {
			waits := home.At(s).Ne(slotFree).And(home.At(s).Ne(slotSending))
			m.If(waits.And(route.At(s).Eq(grantedRoute)).And(stamp.At(s).Lt(grantedStamp)), func() { overtaken.Set(1) })
		})
	})
	m.Assert("packets_of_a_route_stay_in_order", overtaken.Not())
}

// checkQueue states that the ends of a queue are packets of that queue.
func (u *inputPort) checkQueue(home rtlgen.RegArray, q int, head, tail, empty value) {
	name := "cq"
	if q > 0 {
		name = fmt.Sprintf("saq_%d", q-1)
	}
	u.m.Assert(name+"_ends_are_its_packets",
		empty.Or(home.At(head).Eq(slotInCQ+q).And(home.At(tail).Eq(slotInCQ+q))))
}
