package link

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// Ends says of each slot of a packet memory how its packet ended. A packet may be read
// while it comes in, three beats behind it at the least: what is cut short is known before
// a beat that never came is read.
type Ends struct {
	open   rtlgen.Reg    // the packet that started last has not ended
	slot   value         // its slot
	places rtlgen.Memory // of a slot whose packet has ended: {bad, place of its last beat}
}

// KeepEnds makes the memory, of a word of 4 bits for each slot, with one write and one read
// port. slot is a register with the slot of the packet that started last.
func KeepEnds[D rtlgen.Direction](m *rtlgen.Module, in Stored[D], slot value, slots int) Ends {
	is := packet.ValueOf[D]
	e := Ends{
		open: m.Reg("arrives", 1, 0, "the packet that started last has not ended"), slot: slot,
		places: m.Memory("packet_ends", slots, 1+packet.BeatIndex, rtlgen.ReadOld,
			"whether bad, and place of the last beat, by slot").Style(rtlgen.Distributed),
	}
	m.If(is(in.Start), func() { e.open.Set(1) }).ElseIf(is(in.End), func() { e.open.Set(0) })
	e.places.Write(is(in.End), slot, rtlgen.Cat(is(in.Bad), is(in.Last)))
	return e
}

// Word is what the memory shows of a packet one cycle after a beat of the slot is
// addressed; data is the word of the packet memory.
func (e Ends) Word(m *rtlgen.Module, slot, beat, data rtlgen.Signal) packet.Word {
	place := e.places.Read("packet_end_of", slot)
	end := m.Let("packet_end", place)
	here := m.Let("still_arrives", e.open.And(e.slot.Eq(slot)))
	lost := rtlgen.ValueOf(beat).Gt(end.Low(packet.BeatIndex)).AndNot(here)
	bad := end.High(1).OrFailed(place)
	return packet.Word{Data: data,
		Lost: m.NextNoReset("rd_lost_q", lost, "the beat that is read never came"),
		Bad:  m.NextNoReset("rd_bad_q", bad, "the packet that is read is damaged")}
}
