package recn

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// RU is the routing unit (IQ section 3.3): it keeps the turns of every packet in
// the routing info memory (RIM) and its output port in the request register file
// (RRF), and hands the packet to the cold queue one cycle after its first beat.
//
// One head is looked up per cycle: the one that the post-processing inspects, which
// then keeps what it found beside its queues. So each memory has one write and one
// read port. RFS, the paper's seventh bit of a request, is a bit per queue of the
// post-processing unit: it is only ever 1 for heads.
//
// The turns are stored aligned, since they are written once and may be read often. The
// register in front of the memories stands in the middle of the alignment.
// The turn pointer is then of no more use.
func RU(p Params) *rtlgen.Typed[RUPorts] {
	m, io := rtlgen.New[RUPorts](p)
	if m.Refused() {
		return m
	}
	enqValid := m.Next("enq_valid_q", io.Sop, 0)
	enqSlot := m.NextNoReset("enq_slot_q", io.Slot)
	io.EnqValid.Drive(enqValid)
	io.EnqSlot.Drive(enqSlot)

	rrf := m.Memory("rrf", p.Slots, p.pw(), rtlgen.ReadOld, "output of the packet, by slot").Style(rtlgen.Distributed)
	io.HeadPort.Drive(rrf.Read("request", io.HeadSlot))
	if p.SAQs == 0 {
		enqHeader := m.NextNoReset("enq_header", io.Header)
		turn := p.ports().CurrentTurn(m.Module, "turn", enqHeader)
		rrf.Write(enqValid, enqSlot, p.ports().OutputOf(m.Module, "outport", io.MyPort, turn))
		p.ports().IgnoreHeaderTail(m.Module, enqHeader)
		return m
	}
	align := packet.Align(m.Module, "enq", io.Header)
	align.Pool = m.NextNoReset("enq_pool", align.Pool, "turns of the packet, aligned in part").Value
	align.Rest = m.NextNoReset("enq_rest", align.Rest, "bits by which they are still to be shifted").Value
	turns := align.Turns(m.Module, "enq")
	port := p.ports().OutputOf(m.Module, "outport", io.MyPort, turns.High(p.pw()))
	io.EnqPort.Drive(port)
	rrf.Write(enqValid, enqSlot, port)
	rim := m.Memory("rim", p.Slots, packet.TurnBits, rtlgen.ReadOld,
		"turns of the packet, aligned, by slot").Style(rtlgen.Distributed)
	rim.Write(enqValid, enqSlot, turns)
	io.HeadTurns.Drive(rim.Read("rim_word", io.HeadSlot))
	return m
}
