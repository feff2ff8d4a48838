package recn

import "culprit/rtlgen"

// MMU is the memory management unit (IQ section 3.1): the packet memory of slots
// of 64 bytes, the pointer register file (PRF) that threads all lists of the
// input port, and the list of free slots, last freed first.
//
// A packet's slot is known in the cycle of its first beat; a slot given back in
// that cycle goes straight out again. All list writes of a cycle concern
// different slots, since a slot is in one list only.
//
// The paper names two registers for the free list and not which: they are its
// head and its count.
func MMU(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("recn_mmu")
	m.Doc("memory management unit: packet memory, pointer file, free list")
	p.declare(m, slotsSpec, saqsSpec)
	sw := p.sw()

	rxValid := m.Input("rx_valid", 1)
	rxSOP := m.Input("rx_sop", 1)
	rxEOP := m.Input("rx_eop", 1)
	rxData := m.Input("rx_data", beatBits)
	freeValid := m.Input("free_valid", 1)
	freeSlot := m.Input("free_slot", sw)
	rdEn := m.Input("rd_en", 1)
	rdSlot := m.Input("rd_slot", sw)
	rdWord := m.Input("rd_word", wordBits)
	cqLinkValid := m.Input("cq_link_valid", 1)
	cqLinkSlot := m.Input("cq_link_slot", sw)
	cqLinkNext := m.Input("cq_link_next", sw)
	cqHead := m.Input("cq_head", sw)

	prf := m.RegArrayInit("prf", p.Slots, sw, func(i int) uint64 { return uint64((i + 1) % p.Slots) })
	freeHead := m.Reg("free_head", sw, 0)
	freeCount := m.Reg("free_count_q", p.cw(), p.Slots)

	start := m.Let("start", rxValid.And(rxSOP))
	m.If(start.And(freeValid.Not()), func() {
		freeHead.Set(prf.At(freeHead))
		freeCount.Set(freeCount.Sub(1))
	}).ElseIf(freeValid.And(start.Not()), func() {
		prf.At(freeSlot).Set(freeHead)
		freeHead.Set(freeSlot)
		freeCount.Set(freeCount.Add(1))
	})
	m.If(cqLinkValid, func() { prf.At(cqLinkSlot).Set(cqLinkNext) })

	wrSlot := m.Let("new_slot", rtlgen.Mux(freeValid, freeSlot, freeHead))
	slot := m.Reg("wr_slot_q", sw, 0)
	word := m.Reg("wr_word", wordBits, 0)
	m.If(start, func() { slot.Set(wrSlot) })
	m.If(rxValid, func() { word.Set(rtlgen.Mux(rxEOP, 0, word.Add(1))) })

	ram := m.Memory("packet_ram", p.Slots*beats, beatBits, rtlgen.ReadUndefined)
	wrAddr := m.Let("wr_addr", rtlgen.Cat(rtlgen.Mux(rxSOP, wrSlot, slot), word.Value))
	rdAddr := m.Let("rd_addr", rtlgen.Cat(rdSlot, rdWord))
	ram.Write(rxValid, wrAddr, rxData)

	m.Output("wr_slot", wrSlot)
	full := m.Let("full", freeCount.Eq(0).And(freeValid.Not()))
	m.Output("mem_full", full)
	m.Output("free_count", freeCount.Value)
	m.Output("credit", m.Next("credit_q", freeValid, 0).Value)
	m.Output("rd_data", ram.ReadSync("rd_word_data", rdEn, rdAddr))
	m.Output("cq_next", prf.At(cqHead).Value)
	if p.SAQs > 0 {
		p.saqPointers(m, prf)
	}

	m.Assume("slot_for_every_packet", start.And(full).Not(), "credits keep a packet away from a full memory")
	m.Assume("sop_first", rxValid.Implies(rxSOP.Eq(word.Eq(0))), "sop with the first beat")
	m.Assume("eop_last", rxValid.Implies(rxEOP.Eq(word.Eq(beats-1))), "eop with the last beat")
	m.Assume("no_collision", rxValid.And(rdEn).And(wrAddr.Eq(rdAddr)).Not(), "reads stay behind the beats that arrive")
	m.Assert("free_count_in_range", freeCount.Le(p.Slots))
	return m
}

// saqPointers adds what only set-aside queues need of the pointer file.
func (p Params) saqPointers(m *rtlgen.Module, prf rtlgen.RegArray) {
	linkValid := m.Input("saq_link_valid", 1)
	linkSlot := m.Input("saq_link_slot", p.sw())
	linkNext := m.Input("saq_link_next", p.sw())
	m.If(linkValid, func() { prf.At(linkSlot).Set(linkNext) })
	m.Output("deq_next", prf.At(m.Input("deq_head", p.sw())).Value)
	m.Output("ppu_next", prf.At(m.Input("ppu_head", p.sw())).Value)
}
