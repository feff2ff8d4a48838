package recn

import (
	"fmt"

	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// Where a slot is, for the assertions only.
const (
	slotFree     = iota // in the free list
	slotArriving        // taken, its packet is being routed
	slotSending         // its packet is being read
	slotInCQ            // slotInCQ + q: in queue q
)

// checkSlots follows every slot through the port and states that it is in one
// place at a time, that no slot is lost, and that the lists hold what they say. The
// registers that it needs exist in simulation and formal proofs only.
func (u *inputPort) checkSlots() {
	m, p := u.m, u.p
	bits := rtlgen.IndexBits(slotInCQ + p.queues())
	home := m.RegArray("slot_home", p.Slots, bits, slotFree, "free, arriving, sending or its queue, by slot")
	at := func(slot rtlgen.Signal, place int) value { return home.At(slot).Eq(place) }

	arrival, enq, enqSlot := u.mmu.WrSlot, u.ru.EnqValid, u.ru.EnqSlot
	m.If(u.tx.Last, func() { home.At(u.tx.Slot).Set(slotFree) })
	m.If(u.sop, func() { home.At(arrival).Set(slotArriving) })
	m.If(enq, func() { home.At(enqSlot).Set(slotInCQ) })
	m.If(u.GrantValid, func() { home.At(u.grantedSlot).Set(slotSending) })

	m.Assert("arrival_takes_a_free_slot", u.sop.Implies(at(arrival, slotFree).Or(u.tx.Last.And(arrival.Eq(u.tx.Slot)))))
	m.Assert("enqueue_of_an_arrival", enq.Implies(at(enqSlot, slotArriving)))
	m.Assert("free_after_sending", u.tx.Last.Implies(at(u.tx.Slot, slotSending)))
	if p.SAQs == 0 {
		m.Assume("grant_of_a_packet", u.GrantValid.Implies(u.mu.HeadValid), "a queue that is granted is not empty")
		m.Assert("grant_from_its_queue", u.GrantValid.Implies(at(u.grantedSlot, slotInCQ)))
	} else {
		u.checkMoves(home)
	}
	packet.Passage{
		Slots: p.Slots, Take: u.sop, Slot: arrival, Grant: u.GrantValid, Granted: u.grantedSlot,
	}.InOrderOfRoute(m, u.header, func(s value) value { return home.At(s).Ne(slotFree).And(home.At(s).Ne(slotSending)) })
	u.checkQueue(home, 0, u.mu.Head.Value, u.mu.Tail.Value, u.mu.HeadValid.Not())
	total := u.mmu.FreeCount.Zext(p.cw() + 1).Add(u.mu.Count.Zext(p.cw() + 1)).
		Add(enq.Zext(p.cw() + 1)).Add(u.tx.Active.Zext(p.cw() + 1))
	for k := range p.SAQs {
		total = total.Add(u.ppu.Count.At(k).Zext(p.cw() + 1))
	}
	m.Assert("no_slot_is_lost", total.Eq(p.Slots), "free, queued and in transit make all slots")
}

// checkMoves states what concerns the set-aside queues.
func (u *inputPort) checkMoves(home rtlgen.RegArray) {
	m, p := u.m, u.p
	moved := m.Let("slot_moves", u.ppu.Linked.Any())
	slot := u.ppu.DecidedSlot
	bits := home.At(0).Width()
	target := m.Let("slot_target", u.ppu.Linked.Priority().Zext(bits).Add(slotInCQ+1))
	m.If(moved, func() { home.At(slot).Set(target) })

	queue := m.Let("granted_home", prim.Encode(m, u.granted).Zext(bits).Add(slotInCQ))
	m.Assert("grant_from_its_queue", u.GrantValid.Implies(home.At(u.grantedSlot).Eq(queue)))
	m.Assert("move_from_a_queue", moved.Implies(home.At(slot).Ge(slotInCQ)))

	// In the cycle after a head has left nothing points to the next one.
	left := m.Next("saq_head_left", u.ppu.Linked.Any().Or(u.GrantValid), 0, "a head left in the cycle before")
	heads, tails, empty := u.ppu.Head, u.ppu.Tail, u.ppu.Empty
	for k := range p.SAQs {
		u.checkQueue(home, k+1, heads.At(k), tails.At(k), empty.Bit(k).Or(left))
	}
	// An Xoff that comes while the scheduler decides lets the packet go.
	stoppedBefore := m.Next("stopped_before", u.cam.Line.Xoff.And(u.cam.Line.Valid), 0,
		"SAQs that were stopped one cycle ago")
	stopped := m.Next("stopped_at_the_ask", stoppedBefore, 0).Value
	grantedSAQ := m.Let("granted_saqs", u.granted.High(p.SAQs))
	m.Assume("no_grant_to_a_stopped_saq", grantedSAQ.And(stopped).Eq(0),
		"what was stopped when the scheduler asked is not granted")
	before := m.Next("ready_before", u.ppu.Ready.AndNot(u.granted), 0, "heads ready one cycle ago, by queue")
	earlier := m.Next("ready_earlier", before.AndNot(u.granted), 0, "heads ready two cycles ago, by queue")
	m.Assume("grant_of_a_ready_head", u.granted.AndNot(u.ppu.Ready.Or(before).Or(earlier)).Eq(0),
		"the scheduler takes what it was offered, two cycles later at most")
	m.Assume("grant_of_one_queue", u.granted.And(u.granted.Sub(1)).Eq(0), "a grant is one of one queue")
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
