package axis

import (
	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// Fields of a head that Join keeps: src, seq and tag.
const headBits = packet.SourceBits + packet.SeqBits + packet.TagBits

// lookSteps is the cycles from the cycle in which a packet is looked at to that in which it
// is known what becomes of it.
const lookSteps = 5

// receive is the guard of the link, with the slots behind it. A packet is looked at after it
// has ended, so that one that was damaged has no effect, and one at a time.
func (j *join) receive() {
	m, p := j.m, j.p
	in := link.Receive(m, link.GuardParams{Slots: p.Slots, Data: p.Data}, j.io.Rx, j.frees)
	j.io.RxCredit.Drive(in.Credit)
	j.guardError = in.Error.Any()
	free := m.Reg("next_slot", p.sw(), 0, "slot that the next packet takes")
	fills := m.RegNoReset("filling_slot", p.sw(), "slot of the packet that comes in")
	m.If(in.Start, func() {
		free.Set(prim.Successor(free, p.Slots))
		fills.Set(free)
	})
	j.packets = m.Memory("packet_ram", p.Slots*packet.Beats, p.Data, rtlgen.ReadUndefined,
		"beats of packets, by slot and beat")
	j.packets.Write(in.Valid, rtlgen.Cat(rtlgen.Mux(in.Start, free, fills), in.Word), in.Data)
	headers := m.Memory("headers", p.Slots, headBits, rtlgen.ReadOld,
		"src, seq and tag of packets, by slot").Style(rtlgen.Distributed)
	headers.Write(in.Start, free, in.Data.Low(headBits))
	damaged := m.Memory("damaged", p.Slots, 1, rtlgen.ReadOld,
		"the packet is damaged, by slot").Style(rtlgen.Distributed)
	damaged.Write(in.End, fills, in.Bad)
	m.Unused("last_beat", in.Last)

	waiting := m.Reg("packets_waiting", rtlgen.CountBits(p.Slots), 0, "whole packets that were not looked at yet")
	first := m.Reg("first_slot", p.sw(), 0, "slot of the next packet to look at")
	looks := m.Reg("looks", 1, 0, "a packet is looked at")
	begins := m.Let("begins", waiting.Ne(0).AndNot(looks))
	prim.UpDown(m, waiting, in.End, begins)
	j.header = m.RegNoReset("header", headBits, "src, seq and tag of the packet looked at")
	j.bad = m.RegNoReset("header_bad", 1, "the packet looked at is damaged")
	j.slot = m.RegNoReset("slot", p.sw(), "slot of the packet looked at")
	firstHeader, firstBad := headers.Read("first_header", first), damaged.Read("first_damaged", first)
	m.If(begins, func() {
		looks.Set(1)
		first.Set(prim.Successor(first, p.Slots))
		j.header.Set(firstHeader)
		j.bad.Set(firstBad)
		j.slot.Set(first)
	}).ElseIf(j.fire, func() { looks.Set(0) })
	steps := m.Reg("look_step", lookSteps, 0, "step in which the packet is, one-hot") // a one that moves up
	steps.Set(rtlgen.Cat(steps.Low(lookSteps-1), begins))
	j.decided = m.Reg("decided", 1, 0, "it is known what becomes of the packet")
	m.If(steps.High(1), func() { j.decided.Set(1) }).ElseIf(j.fire, func() { j.decided.Set(0) })
	token := m.Let("step_token", rtlgen.Cat(j.decided, steps))
	m.Assert("one_packet_is_looked_at", looks.Eq(token.Any()).AndNot(token.And(token.Sub(1)).Any()),
		"what is looked at is at one step, and nothing else is")
}
