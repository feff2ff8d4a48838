package recn

import (
	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// MMU is the memory management unit (IQ section 3.1): the packet memory of slots
// of a packet, the pointer register file (PRF) that threads the queues of the input
// port, and the list of free slots, first freed first.
//
// A packet's slot is known in the cycle of its first beat. The list of free slots
// is a ring of its own, and one link is written per cycle: so no memory needs a
// reset or a second write port. The three reads of the pointer file are three
// copies of it.
//
// The paper threads the free slots through the pointer file, too, which then has
// three writers.
func MMU(p Params) *rtlgen.Typed[MMUPorts] {
	m, io := rtlgen.New[MMUPorts](p)
	if m.Refused() {
		return m
	}
	sw := p.sw()

	free := prim.NewFreeRing(m.Module, p.Slots)
	start := io.Rx.Start
	free.Step(m.Module, start, io.Free.Valid, io.Free.Slot)

	slot := m.RegNoReset("wr_slot_q", sw, "slot of the packet that started last")
	m.If(start, func() { slot.Set(free.Slot) })

	ram := m.Memory("packet_ram", p.Slots*packet.Beats, p.Data, rtlgen.ReadUndefined,
		"beats of packets, by slot and place")
	wrAddr := m.Let("wr_addr", rtlgen.Cat(rtlgen.Mux(start, free.Slot, slot), io.Rx.Word))
	rdAddr := m.Let("rd_addr", rtlgen.Cat(io.Rd.Slot, io.Rd.Word))
	ram.Write(io.Rx.Valid, wrAddr, io.Rx.Data)

	io.WrSlot.Drive(free.Slot)
	full := m.Let("full", free.Count.Eq(0))
	io.MemFull.Drive(full)
	io.FreeCount.Drive(free.Count)
	data := ram.ReadSync("rd_word_data", io.Rd.En, rdAddr)
	word := link.KeepEnds(m.Module, io.Rx, slot.Value, p.Slots).Word(m.Module, io.Rd.Slot, io.Rd.Word, data)
	bad := rtlgen.ValueOf(word.Bad).OrFailedSince(data, io.Rd.En.And(io.Rd.Word.Eq(0))) // a beat that no code corrects
	io.Rd.Data.Drive(word.Data)
	io.Rd.Lost.Drive(word.Lost)
	io.Rd.Bad.Drive(bad)
	p.pointers(m.Module, io)

	m.Assume("slot_for_every_packet", start.And(full).Not(), "credits keep a packet away from a full memory")
	m.Assume("slot_freed_once", io.Free.Valid.Implies(free.Count.Ne(p.Slots)), "only slots with a packet are given back")
	link.AssumeStored(m.Module, io.Rx)
	m.Assume("no_collision", io.Rx.Valid.And(io.Rd.En).And(wrAddr.Eq(rdAddr)).Not(),
		"reads stay behind the beats that arrive")
	m.Assert("free_count_in_range", free.Count.Le(p.Slots))
	return m
}

// pointers is the pointer register file.
func (p Params) pointers(m *rtlgen.Module, io *MMUPorts) {
	prf := m.Memory("prf", p.Slots, p.sw(), rtlgen.ReadOld,
		"slot behind it in its queue, by slot").Style(rtlgen.Distributed)
	io.CqNext.Drive(prf.Read("cq_link", io.CqHead))
	if p.SAQs == 0 {
		prf.Write(io.CqLink.Valid, io.CqLink.Slot, io.CqLink.Next)
		return
	}
	prf.Write(io.CqLink.Valid.Or(io.SaqLink.Valid),
		m.Let("link_from", rtlgen.Mux(io.CqLink.Valid, io.CqLink.Slot, io.SaqLink.Slot)),
		m.Let("link_to", rtlgen.Mux(io.CqLink.Valid, io.CqLink.Next, io.SaqLink.Next)))
	io.DeqNext.Drive(prf.Read("deq_link", io.DeqHead))
	io.PpuNext.Drive(prf.Read("ppu_link", io.PpuHead))
	m.Assume("one_link_per_cycle", io.CqLink.Valid.And(io.SaqLink.Valid).Not(), "the pointer file has one write port")
}
