package recn

import (
	"culprit/blocks/packet"
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

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
func MMU(p Params) *rtlgen.Typed[MMUPorts] {
	m, io := rtlgen.New[MMUPorts](p)
	sw := p.sw()

	prf := m.RegArrayInit("prf", p.Slots, sw, func(i int) uint64 { return uint64((i + 1) % p.Slots) })
	free := prim.FreeSlots{Next: prf, Head: m.Reg("free_head", sw, 0), Count: m.Reg("free_count_q", p.cw(), p.Slots)}

	start := m.Let("start", io.Rx.Valid.And(io.Rx.Sop))
	wrSlot := m.Let("new_slot", free.Step(m.Module, start, io.Free.Valid, io.Free.Slot))
	m.If(io.CqLink.Valid, func() { prf.At(io.CqLink.Slot).Set(io.CqLink.Next) })

	slot := m.RegNoReset("wr_slot_q", sw)
	word := m.Reg("wr_word", packet.BeatIndex, 0)
	m.If(start, func() { slot.Set(wrSlot) })
	m.If(io.Rx.Valid, func() { word.Set(rtlgen.Mux(io.Rx.Eop, 0, word.Add(1))) })

	ram := m.Memory("packet_ram", p.Slots*packet.Beats, packet.BeatBits, rtlgen.ReadUndefined)
	wrAddr := m.Let("wr_addr", rtlgen.Cat(rtlgen.Mux(io.Rx.Sop, wrSlot, slot), word))
	rdAddr := m.Let("rd_addr", rtlgen.Cat(io.Rd.Slot, io.Rd.Word))
	ram.Write(io.Rx.Valid, wrAddr, io.Rx.Data)

	io.WrSlot.Drive(wrSlot)
	full := m.Let("full", free.Count.Eq(0).And(io.Free.Valid.Not()))
	io.MemFull.Drive(full)
	io.FreeCount.Drive(free.Count)
	io.Credit.Drive(m.Next("credit_q", io.Free.Valid, 0))
	io.Rd.Data.Drive(ram.ReadSync("rd_word_data", io.Rd.En, rdAddr))
	io.CqNext.Drive(prf.At(io.CqHead))
	if p.SAQs > 0 {
		m.If(io.SaqLink.Valid, func() { prf.At(io.SaqLink.Slot).Set(io.SaqLink.Next) })
		io.DeqNext.Drive(prf.At(io.DeqHead))
		io.PpuNext.Drive(prf.At(io.PpuHead))
	}

	m.Assume("slot_for_every_packet", start.And(full).Not(), "credits keep a packet away from a full memory")
	m.Assume("slot_freed_once", io.Free.Valid.Implies(free.Count.Ne(p.Slots)), "only slots with a packet are given back")
	m.Assume("sop_first", io.Rx.Valid.Implies(io.Rx.Sop.Eq(word.Eq(0))), "sop with the first beat")
	m.Assume("eop_last", io.Rx.Valid.Implies(io.Rx.Eop.Eq(word.Eq(packet.Beats-1))), "eop with the last beat")
	m.Assume("no_collision", io.Rx.Valid.And(io.Rd.En).And(wrAddr.Eq(rdAddr)).Not(), "reads stay behind the beats that arrive")
	m.Assert("free_count_in_range", free.Count.Le(p.Slots))
	return m
}
