package voq

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// receiver is the register behind the link pins of an input port, and what the
// routing makes of the packet one cycle later. The switches have it in common.
type receiver struct {
	valid, sop, eop, data value
	start                 value // first beat in the register
	enqValid              value // one cycle later: the packet goes to its queue
	enqPort               value // the output port that it wants
}

func newReceiver(m *rtlgen.Module, p Params) receiver {
	r := receiver{
		valid: m.Next("rx_valid_q", m.Input("rx_valid", 1), 0).Value,
		sop:   m.Next("rx_sop_q", m.Input("rx_sop", 1), 0).Value,
		eop:   m.Next("rx_eop_q", m.Input("rx_eop", 1), 0).Value,
		data:  m.Next("rx_data_q", m.Input("rx_data", beatBits), 0).Value,
	}
	r.start = m.Let("start", r.valid.And(r.sop))
	r.enqValid = m.Next("enq_valid", r.start, 0).Value
	header := m.Next("enq_header", r.data.High(headerBits), 0).Value
	r.enqPort = p.plain().RequestedOutput(m, m.Input("my_port", p.pw()), header)
	return r
}

// transmitter reads a granted packet from the packet memory, one beat per cycle
// from the cycle after the grant on.
type transmitter struct {
	active, slot, word value
	last               value // the last beat is being read: the slot is free
}

// newTransmitter makes the registers; slot is the slot of a packet granted in
// this cycle.
func newTransmitter(m *rtlgen.Module, grant, slot value) transmitter {
	active := m.Reg("tx_active", 1, 0)
	sending := m.Reg("tx_slot", slot.Width(), 0)
	word := m.Reg("tx_word", wordBits, 0)
	last := m.Let("tx_last", active.And(word.Eq(beats-1)))
	m.If(grant, func() {
		active.Set(1)
		sending.Set(slot)
		word.Set(0)
	}).ElseIf(active.Value, func() {
		active.Set(last.Not())
		word.Set(word.Add(1))
	})
	m.Output("beat_valid", m.Next("beat_valid_q", active.Value, 0).Value)
	m.Output("beat_sop", m.Next("beat_sop_q", active.And(word.Eq(0)), 0).Value)
	m.Output("beat_eop", m.Next("beat_eop_q", last, 0).Value)
	m.Assume("grant_when_idle", grant.And(active.Value).Implies(last), "a grant comes when the packet before is read")
	return transmitter{active: active.Value, slot: sending.Value, word: word.Value, last: last}
}

// delayed is v after the link's registers but one, which its source has.
func (p Params) delayed(m *rtlgen.Module, name string, v value) value {
	if p.LinkLatency == 1 {
		return v
	}
	d := m.Instance(name+"_link", prim.LinkDelay(prim.LinkDelayParams{Width: v.Width(), Latency: p.LinkLatency - 1}))
	d.In("d", v)
	return d.Out("q")
}
