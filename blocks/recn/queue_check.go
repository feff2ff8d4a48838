package recn

import "culprit.example/culprit/rtlgen"

// coldOrder follows the packets of the cold queue from its events, in registers that
// exist in simulation and formal proofs only: what comes gets the next place, and the
// places of the first packet and of the first one that was not taken move on. Places are
// counted modulo a power of two above the number of slots.
type coldOrder struct {
	slotAt, placeOf  rtlgen.RegArray
	first, next, end rtlgen.Reg // places
}

// coldEvents are what happens to the cold queue in a cycle.
type coldEvents struct {
	enq, enqSlot, taken, // a packet comes; it is taken at once
	pop, take, // the first one leaves, the next one is taken
	back, backSlot value // a packet that was taken is the next one again
}

func (p Params) followColdQueue(m *rtlgen.Module, e coldEvents) coldOrder {
	w := p.cw()
	o := coldOrder{
		slotAt:  m.RegArray("slot_at", 1<<w, p.sw(), 0, "slot of the packet, by place"),
		placeOf: m.RegArray("place_of", p.Slots, w, 0, "place of the packet, by slot"),
		first:   m.Reg("first_place", w, 0, "place of the first packet"),
		next:    m.Reg("next_place", w, 0, "place of the first packet not taken"),
		end:     m.Reg("end_place", w, 0, "place behind the last packet"),
	}
	m.If(e.enq, func() {
		o.slotAt.At(o.end).Set(e.enqSlot)
		o.placeOf.At(e.enqSlot).Set(o.end)
		o.end.Set(o.end.Add(1))
	})
	m.If(e.pop, func() { o.first.Set(o.first.Add(1)) })
	m.If(e.back, func() {
		o.next.Set(o.placeOf.At(e.backSlot))
	}).ElseIf(e.take.Or(e.taken), func() {
		o.next.Set(o.next.Add(1))
	})
	return o
}

func (o coldOrder) empty() value    { return o.first.Eq(o.end) }
func (o coldOrder) waits() value    { return o.next.Ne(o.end) } // some were not taken
func (o coldOrder) count() value    { return o.end.Sub(o.first) }
func (o coldOrder) taken() value    { return o.next.Sub(o.first) }
func (o coldOrder) head() value     { return o.slotAt.At(o.next).Value } // of those that were not taken
func (o coldOrder) foremost() value { return o.slotAt.At(o.first).Value }

// among reports whether a slot is one of the first n of the queue.
func (o coldOrder) among(slot rtlgen.Signal, n value) value {
	place := o.placeOf.At(slot)
	return o.slotAt.At(place).Eq(slot).And(place.Sub(o.first).Lt(n))
}

// checkColdQueue states what the mapping unit holds, and what may happen to it.
func (p Params) checkColdQueue(m *rtlgen.Module, io *MUPorts, take value) {
	e := coldEvents{
		enq: io.EnqValid.Value, enqSlot: io.EnqSlot.Value, taken: m.Zero(1), pop: io.Pop.Value, take: take,
		back: m.Zero(1), backSlot: io.EnqSlot.Value,
	}
	if p.SAQs > 0 {
		e.taken, e.back, e.backSlot = io.EnqTaken.Value, io.BackValid.Value, io.BackSlot.Value
	}
	o := p.followColdQueue(m, e)
	if p.SAQs > 0 {
		m.Assume("taken_before_it_leaves", io.Pop.Implies(o.taken().Ne(0)), "only a packet that was taken leaves")
		m.Assume("goes_back_from_where_it_was_taken", io.BackValid.Implies(o.among(io.BackSlot, o.taken()).AndNot(io.Pop)),
			"a packet that was taken and is still there goes back")
	}
	leaves := io.Pop.And(io.EnqSlot.Eq(o.foremost()))
	m.Assume("slot_is_in_one_place", io.EnqValid.Implies(o.among(io.EnqSlot, o.count()).Not().Or(leaves)),
		"a slot that comes is not in the queue, unless it leaves")
	if p.Slots < 1<<p.sw() {
		m.Assume("slot_exists", io.EnqValid.Implies(io.EnqSlot.Lt(p.Slots)))
	}
	behind := o.next.Add(1)
	m.Assume("next_is_behind_the_head", take.And(behind.Ne(o.end)).Implies(io.HeadNext.Eq(o.slotAt.At(behind))),
		"the pointer file shows the packet behind the head")

	m.Assert("count_of_packets", io.Count.Eq(o.count()))
	m.Assert("head_was_not_taken", io.HeadValid.Eq(o.waits()))
	m.Assert("head_is_the_first_of_these", io.HeadValid.Implies(io.Head.Eq(o.head())))
	m.Assert("tail_came_last", io.Empty.Or(io.Tail.Eq(o.slotAt.At(o.end.Sub(1)))))
	m.Assert("places_in_order", o.taken().Le(o.count()))
}
