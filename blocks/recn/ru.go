package recn

import (
	"fmt"

	"culprit/rtlgen"
)

// RU is the routing unit (IQ section 3.3): it keeps the routing header of every
// packet in the routing info memory (RIM, slots x 36) and its request, {RFS,
// output port}, in the request register file (RRF, slots x 7), and hands the
// packet to the cold queue one cycle after its first beat.
//
// RFS (ready for scheduler) starts at 0 and is written by the post-processing
// unit; without set-aside queues there is none, and RFS starts at 1.
func RU(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("recn_ru")
	m.Doc("routing unit: header memory and request register file")
	p.declare(m, portsSpec, slotsSpec, saqsSpec)
	sw, pw := p.sw(), p.pw()

	sop := m.Input("sop", 1)
	head := m.Input("header", headerBits)
	slot := m.Input("slot", sw)
	myPort := m.Input("my_port", pw)
	rrfSlot := m.Input("rrf_slot", p.queues()*sw)

	enqValid := m.Next("enq_valid_q", sop, 0)
	enqSlot := m.Next("enq_slot_q", slot, 0)
	enqHeader := m.Next("enq_header", head, 0)
	outport := p.outputOf(m, "outport", myPort, p.currentTurn(m, "turn", enqHeader.Value))

	rrf := m.Memory("rrf", p.Slots, 1+requestOut, rtlgen.ReadOld)
	rrf.Write(enqValid.Value, enqSlot.Value, request(m.Const(1, p.SAQs == 0), outport))
	ready := make([]value, p.queues())
	port := make([]value, p.queues())
	upper := make([]value, p.queues())
	for q := range ready {
		r := rrf.Read(fmt.Sprintf("request_%d", q), rrfSlot.Lane(q, sw))
		ready[q], upper[q], port[q] = r.High(1), r.Slice(requestOut-1, pw), r.Low(pw)
	}
	m.Unused("request_ports", rtlgen.CatOf(upper)) // zero: the field has room for 64 ports

	m.Output("enq_valid", enqValid.Value)
	m.Output("enq_slot", enqSlot.Value)
	m.Output("head_ready", rtlgen.LanesOf(ready))
	m.Output("head_port", rtlgen.LanesOf(port))
	if p.SAQs == 0 {
		p.ignoreHeaderTail(m, enqHeader.Value)
		return m
	}
	setValid := m.Input("set_valid", 1)
	setSlot := m.Input("set_slot", sw)
	setPort := m.Input("set_port", pw)
	setReady := m.Input("set_ready", 1)
	rrf.Write(setValid, setSlot, request(setReady, setPort))
	rim := m.Memory("rim", p.Slots, headerBits, rtlgen.ReadOld)
	rim.Write(enqValid.Value, enqSlot.Value, enqHeader.Value)
	m.Output("rim_header", rim.Read("rim_word", m.Input("rim_slot", sw)))
	m.Assume("one_request_write_per_slot", enqValid.And(setValid).And(enqSlot.Eq(setSlot)).Not(),
		"a packet that is being routed is not yet in a queue")
	return m
}

// request is a word of the RRF.
func request(ready, port value) value {
	return rtlgen.Cat(ready, port.Zext(requestOut))
}

// ignoreHeaderTail says that the turnpool bits below the last whole turn are
// read by nobody when no header memory keeps them.
func (p Params) ignoreHeaderTail(m *rtlgen.Module, h value) {
	if rest := turnBits % p.turn(); rest > 0 {
		m.Unused("turnpool_rest", h.Slice(tptrBits+rest-1, tptrBits))
	}
}
