package recn

import (
	"fmt"

	"culprit/blocks/packet"
	"culprit/rtlgen"
)

// RU is the routing unit (IQ section 3.3): it keeps the routing header of every
// packet in the routing info memory (RIM, slots x 36) and its request, {RFS,
// output port}, in the request register file (RRF, slots x 7), and hands the
// packet to the cold queue one cycle after its first beat.
//
// RFS (ready for scheduler) starts at 0 and is written by the post-processing
// unit; without set-aside queues there is none, and RFS starts at 1.
func RU(p Params) *rtlgen.Typed[RUPorts] {
	m, io := rtlgen.New[RUPorts](p)
	pw := p.pw()
	enqValid := m.Next("enq_valid_q", io.Sop, 0)
	enqSlot := m.NextNoReset("enq_slot_q", io.Slot)
	enqHeader := m.NextNoReset("enq_header", io.Header)
	turn := p.ports().CurrentTurn(m.Module, "turn", enqHeader)
	outport := p.ports().OutputOf(m.Module, "outport", io.MyPort, turn)

	rrf := m.Memory("rrf", p.Slots, 1+requestOut, rtlgen.ReadOld)
	rrf.Write(enqValid, enqSlot, request(m.Const(1, p.SAQs == 0), outport))
	var ready, port, upper []value
	for q := range p.queues() {
		r := rrf.Read(fmt.Sprintf("request_%d", q), io.RrfSlot.At(q))
		ready, upper, port = append(ready, r.High(1)), append(upper, r.Slice(requestOut-1, pw)), append(port, r.Low(pw))
	}
	m.Unused("request_ports", rtlgen.CatOf(upper)) // zero: the field has room for 64 ports

	io.EnqValid.Drive(enqValid)
	io.EnqSlot.Drive(enqSlot)
	io.HeadReady.Drive(rtlgen.LanesOf(ready))
	io.HeadPort.Drive(rtlgen.LanesOf(port))
	if p.SAQs == 0 {
		p.ports().IgnoreHeaderTail(m.Module, enqHeader)
		return m
	}
	rrf.Write(io.Set.Valid, io.Set.Slot, request(io.Set.Ready, io.Set.Port))
	rim := m.Memory("rim", p.Slots, packet.HeaderBits, rtlgen.ReadOld)
	rim.Write(enqValid, enqSlot, enqHeader)
	io.RimHeader.Drive(rim.Read("rim_word", io.RimSlot))
	m.Assume("one_request_write_per_slot", enqValid.And(io.Set.Valid).And(enqSlot.Eq(io.Set.Slot)).Not(),
		"a packet that is being routed is not yet in a queue")
	return m
}

// request is an entry of the request register file.
func request(ready, port rtlgen.Signal) value {
	return rtlgen.Cat(ready, rtlgen.ValueOf(port).Zext(requestOut))
}
