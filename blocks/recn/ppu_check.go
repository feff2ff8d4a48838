package recn

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// assumeLines states what the CAM shows: names that are those of links, of which no two
// are equal, and which is longer. before are the lines that were valid in the cycle before.
func (u *ppu) assumeLines(before rtlgen.Reg) {
	m, p := u.m, u.p
	lines := packet.LinesOf(u.Line.LineNames)
	tps := m.NextNoReset("line_tp_before", u.Line.Tp)
	masks := m.NextNoReset("line_mask_before", u.Line.Mask)
	var stays, names, ranks []value
	for k := range p.SAQs {
		tp, mask, valid := u.Line.Tp.At(k), u.Line.Mask.At(k), u.Line.Valid.Bit(k)
		kept := tp.Eq(tps.Lane(k, packet.TurnBits)).And(mask.Eq(masks.Lane(k, packet.TurnBits)))
		stays = append(stays, valid.And(before.Bit(k)).Implies(kept))
		names = append(names, valid.Implies(p.ports().Proper(packet.Name{Tp: tp, Mask: mask})))
		for j := range p.SAQs {
			longer := u.Line.Longer.Bit(k*p.SAQs + j)
			ranks = append(ranks, valid.And(u.Line.Valid.Bit(j)).Implies(longer.Eq(mask.Gt(u.Line.Mask.At(j)))))
		}
	}
	m.Assume("lines_keep_their_names", rtlgen.CatOf(stays).All(),
		"a line is invalid for a cycle before it has another name")
	m.Assume("names_of_lines", rtlgen.CatOf(names).All(),
		"a mask has ones for whole turns from the top, and the turns are 0 below")
	m.Assume("names_are_unique", lines.Twins(m).Not(), "no two valid lines have one name")
	m.Assume("longer_by_the_mask", rtlgen.CatOf(ranks).All(), "line_longer compares the names of valid lines")
}

// assumeQueues states what the cold queue and the pointer file show: the queue is that
// of the mapping unit, a packet that comes has a slot of its own, and a link that was
// written is read.
func (u *ppu) assumeQueues() {
	m, p := u.m, u.p
	o := p.followColdQueue(m, coldEvents{
		enq: u.EnqValid.Value, enqSlot: u.EnqSlot.Value, taken: u.EnqTaken.Value,
		pop: u.popped.Bit(0).Or(u.CqPop.Value), take: u.CqTake.Value,
		back: u.CqBackValid.Value, backSlot: u.CqBackSlot.Value,
	})
	m.Assume("cold_queue_is_empty", u.CqEmpty.Eq(o.empty()), "cq_empty is that of the mapping unit")
	m.Assume("cold_queue_has_a_head", u.CqHeadValid.Eq(o.waits()), "cq_head_valid is that of the mapping unit")
	m.Assume("head_of_the_cold_queue", u.CqHeadValid.Implies(u.CqHead.Eq(o.head())),
		"cq_head is that of the mapping unit")

	used := m.RegArray("slot_is_used", p.Slots, 1, 0, "a packet is in the slot, by slot")
	m.If(u.popped.Any(), func() {
		used.At(rtlgen.Mux(u.popped.Bit(0), u.cqReady, u.DeqHead)).Set(0)
	})
	m.If(u.EnqValid, func() { used.At(u.EnqSlot).Set(1) })
	m.Assume("slot_is_in_no_queue", u.EnqValid.Implies(used.At(u.EnqSlot).Not()), "a packet has a slot of its own")

	links := m.RegArray("linked_to", p.Slots, p.sw(), 0, "slot behind it in its queue, by slot")
	m.If(u.Link.Valid.Value, func() { links.At(u.Link.Slot.Value).Set(u.Link.Next) })
	poppedSlot := m.Next("popped_slot", u.DeqHead, 0)
	m.Assume("behind_a_head_that_was_popped",
		u.deqRefill.AndNot(u.empty).Any().Implies(u.DeqNext.Eq(links.At(poppedSlot))),
		"deq_next is the link of the slot that was popped")
	m.Assume("behind_a_head_that_moved",
		u.ppuRefill.AndNot(u.empty).Any().Implies(u.PpuNext.Eq(links.At(u.movedSlot))),
		"ppu_next is the link of the slot that moved")
}
