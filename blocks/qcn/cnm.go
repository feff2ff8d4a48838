package qcn

import "culprit.example/culprit/rtlgen"

// cnmBits are the bits of a CNM that mean something.
const cnmBits = headBits + FeedbackBits + 2*OffsetBits + CPIDBits + PrioBits + AddressBits

// CNMUnit makes the CNMs of the congestion points of a port, one for each priority.
// One CNM of each waits for the transmitter; those of several priorities take turns.
func CNMUnit(p MarkingParams) *rtlgen.Typed[CNMPorts] {
	m, io := rtlgen.New[CNMPorts](p)
	if m.Refused() {
		return m
	}
	c := &cnm{CNMPorts: io, m: m.Module, p: p, waiting: m.Reg("waiting", p.Prios, 0,
		"priorities with a CNM that waits")}
	c.keep()
	c.send()
	return m
}

type cnm struct {
	*CNMPorts
	m *rtlgen.Module
	p MarkingParams

	waiting reg // a bit per priority: until the transmitter has taken its CNM
	kept    value
	slots   rtlgen.Memory
}

// slot is what is kept of a CNM that waits.
type slot struct {
	Feedback value `width:"feedback"`
	QOffset  value `width:"offset"`
	QDelta   value `width:"offset"`
	Src      value `width:"address"`
	Dst      value `width:"address"`
}

// prioIndex is the priority as an index below prios.
func prioIndex(m *rtlgen.Module, name string, prio rtlgen.In, prios int) value {
	index := rtlgen.IndexBits(prios)
	if index < PrioBits {
		m.Unused("high_"+name, prio.High(PrioBits-index))
	}
	return prio.Low(index)
}

// keep takes what is offered if its place is free.
func (c *cnm) keep() {
	m, p, o := c.m, c.p, &c.Offer
	prio := prioIndex(m, "offer_prio", o.Prio, p.Prios)
	offered := m.Let("offered", rtlgen.Mux(o.Valid, prio.Decode(p.Prios), 0))
	c.kept = m.Let("kept", offered.AndNot(c.waiting))
	c.Dropped.Drive(m.Next("dropped_q", offered.And(c.waiting).Any(), 0))
	c.slots = m.Memory("slots", max(2, p.Prios), rtlgen.PackedWidth[slot](Dims(nil)), rtlgen.ReadOld,
		"CNM that waits, by priority")
	c.slots.Write(c.kept.Any(), prio, rtlgen.Pack(slot{o.Feedback.Value, o.QOffset.Value, o.QDelta.Value, o.Src.Value,
		o.Dst.Value}))

	if p.Prios < Priorities {
		m.Assume("offers_of_this_port", o.Valid.Implies(o.Prio.Lt(p.Prios)))
	}
}

// send takes the next one of those that wait whenever the output register is free.
func (c *cnm) send() {
	m, p, n := c.m, c.p, c.p.Prios
	valid, out := m.Reg("tx_valid_q", 1, 0), m.RegNoReset("out", n, "priority of the CNM at the transmitter, one-hot")
	sent := m.Let("sent", valid.And(c.Tx.Ready))
	c.waiting.Set(c.waiting.AndNot(rtlgen.Mux(sent, out, 0)).Or(c.kept))

	free := m.Let("tx_free", valid.Not().Or(c.Tx.Ready))
	next := turns(m, "next", c.waiting.AndNot(rtlgen.Mux(valid, out, 0)), free)
	prio := m.Let("prio", next.Index)
	data := m.RegNoReset("tx_data_q", WordBits)
	s := rtlgen.Unpack[slot](c.slots.Read("slot", prio), Dims(nil))
	m.If(free, func() {
		valid.Set(next.Any)
		out.Set(next.OneHot)
		data.Set(rtlgen.Pack(CNM{
			Head: Head{
				Kind: m.Const(KindBits, KindCNM), Prio: m.Const(PrioBits, p.CNMPrio), Dst: s.Src, Src: c.Port.Value,
				Length: m.Const(LengthBits, ControlBytes),
			},
			Feedback: s.Feedback, QOffset: s.QOffset, QDelta: s.QDelta,
			CPID:     rtlgen.Cat(c.Port, c.AtOutput, prio.Zext(PrioBits)),
			FlowPrio: prio.Zext(PrioBits), FlowDst: s.Dst, Rest: m.Zero(WordBits - cnmBits),
		}))
	})
	c.Tx.Valid.Drive(valid)
	c.Tx.Data.Drive(data)
	m.Assert("transmitter_has_one_that_waits", valid.Implies(out.And(c.waiting).Any()))
	m.Cover("waits_for_the_transmitter", valid.AndNot(c.Tx.Ready))
}
