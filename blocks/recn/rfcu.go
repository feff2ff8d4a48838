package recn

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// RFCU is the RECN flow control unit (IQ sections 2.5, 3.6) with the deallocation
// rule (IQ 2.2.1, DD II). It looks at the occupancy of every SAQ in every cycle,
// whatever changed it: the text mentions only moves of the post-processing unit,
// but a SAQ that drains through the crossbar must send its Xon, too.
//
// Whether a threshold is crossed when it is reached (DD) or beyond it (IQ) is a
// parameter.
//
// At most one message is made per cycle; it is on the output in the next. A SAQ
// dies when it is empty, not stopped, has no Xoff outstanding upstream, is ready,
// and gets no packet in this cycle.
//
// The comparisons have a register of their own: a message is that of the lengths one
// cycle before. A SAQ that was over the threshold then does not die, since its Xoff is
// about to be sent (one packet may be over it).
func RFCU(p Params) *rtlgen.Typed[RFCUPorts] {
	m, io := rtlgen.New[RFCUPorts](p)
	if m.Refused() {
		return m
	}
	above, below := prim.Above, prim.Below
	if p.Inclusive == 1 {
		above, below = prim.AtLeast, prim.AtMost
	}
	over := m.Reg("over_xoff", p.SAQs, 0, "the queue is over xoff, by SAQ")
	under := m.Reg("under_xon", p.SAQs, 1<<p.SAQs-1, "the queue is under xon, by SAQ")
	empty := m.Wire("empty", p.SAQs)
	for k := range m.Each("k", p.SAQs) {
		n := io.Count.At(k)
		over.SetBit(k, above(m.Module, n, p.Xoff))
		under.SetBit(k, below(m.Module, n, p.Xon))
		empty.SetBit(k, n.Eq(0))
	}
	line := io.Line
	wantsXoff := m.Let("wants_xoff", line.Valid.And(over).And(line.Sent.Not()))
	wantsXon := m.Let("wants_xon", line.Valid.And(under).And(line.Sent))
	chosen := m.Let("chosen", wantsXoff.Or(wantsXon).LowestOne())
	sendsXoff := m.Let("sends_xoff", chosen.And(wantsXoff))
	sendsXon := m.Let("sends_xon", chosen.And(wantsXon))
	dying := m.Let("dying", line.Valid.AndNot(over).And(empty).And(line.Xoff.Not()).And(line.Sent.Not()).And(line.Ready).
		And(io.Linked.Not()))

	io.SentSet.Drive(sendsXoff)
	io.SentClear.Drive(sendsXon)
	io.Dealloc.Drive(dying.LowestOne())
	io.Msg.Valid.Drive(m.Next("msg_valid_q", chosen.Any(), 0))
	io.Msg.Xoff.Drive(m.NextData("msg_xoff_q", sendsXoff.Any(), 0))
	io.Msg.Tp.Drive(m.NextNoReset("msg_tp_q", rtlgen.OneHotMux(chosen, line.Tp)))
	io.Msg.Mask.Drive(m.NextNoReset("msg_mask_q", rtlgen.OneHotMux(chosen, line.Mask)))

	m.Assert("never_xoff_and_xon", wantsXoff.And(wantsXon).Eq(0))
	return m
}
