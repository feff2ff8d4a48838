package adaptive

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// Notifier makes the notifications of a switch: its congestion points say when and
// how severe, and the frame that was sampled says to whom. One for each output waits
// for its turn.
func Notifier(p SwitchParams) *rtlgen.Typed[NotifierPorts] {
	m, io := rtlgen.New[NotifierPorts](p)
	if m.Refused() {
		return m
	}
	frame := qcn.HeadOf(io.Frame.Value)
	m.Unused("frame_rest", frame.Kind, frame.Length,
		io.Frame.Low(qcn.WordBits-qcn.KindBits-qcn.PrioBits-2*qcn.AddressBits-qcn.LengthBits))
	culprit := m.NextNoReset("last_frame", rtlgen.Cat(frame.Prio, frame.Dst, frame.Src),
		"{priority, destination, source} of the last frame")
	cw := culprit.Width()
	culprits := m.RegArrayNoReset("culprit", p.Ports, cw,
		"{priority, destination, source} of the frame sampled at each output")
	const mw = qcn.FeedbackBits + 2*qcn.OffsetBits
	measured := m.RegArrayNoReset("measured", p.Ports, mw, "feedback, offset and delta measured at each output")
	for o := range m.Each("o", p.Ports) {
		m.If(io.Sampled.Bit(o), func() { culprits.At(o).Set(culprit) })
		m.If(io.Trigger.Valid.Bit(o), func() {
			measured.At(o).Set(rtlgen.Cat(io.Trigger.Feedback.Lane(o, qcn.FeedbackBits),
				io.Trigger.QOffset.Lane(o, qcn.OffsetBits), io.Trigger.QDelta.Lane(o, qcn.OffsetBits)))
		})
	}

	waits := m.Reg("waits", p.Ports, 0, "outputs whose notification waits")
	above := m.Reg("outputs_above", p.Ports-1, 0, "outputs above the last winner, which go first")
	offered := m.Reg("offered_q", 1, 0)
	turn := prim.RoundRobin(m.Module, "output", waits, above)
	takes := m.Let("takes", turn.Any.And(offered.Not().Or(io.CN.Taken)))
	winner := m.Let("winner", rtlgen.Mux(takes, turn.OneHot, 0))
	m.If(takes, func() { above.Set(turn.Above) })
	waits.Set(waits.AndNot(winner).Or(io.Trigger.Valid))
	m.If(takes, func() { offered.Set(1) }).ElseIf(io.CN.Taken, func() { offered.Set(0) })

	of := m.Let("of", culprits.At(turn.Index).Value)
	says := m.Let("says", measured.At(turn.Index).Value)
	const a = qcn.AddressBits
	cn := qcn.CNM{
		Head: qcn.Head{
			Kind: m.Const(qcn.KindBits, qcn.KindCNM), Prio: m.Const(qcn.PrioBits, cnPrio), Dst: of.Low(a), Src: io.Number.Value,
			Length: m.Const(qcn.LengthBits, qcn.ControlBytes),
		},
		Feedback: says.High(qcn.FeedbackBits), QOffset: says.Slice(2*qcn.OffsetBits-1, qcn.OffsetBits),
		QDelta:   says.Low(qcn.OffsetBits),
		CPID:     rtlgen.Cat(io.Number, turn.Index.Zext(qcn.CPIDBits-a)),
		FlowPrio: of.High(qcn.PrioBits), FlowDst: of.Slice(2*a-1, a),
	}
	cn.Rest = m.Zero(rtlgen.PackedWidth[qcn.CNM](qcn.Dims(nil)) - usedBits)
	word, port := m.RegNoReset("cn_q", qcn.WordBits), m.RegNoReset("cn_port_q", p.pw())
	m.If(takes, func() {
		word.Set(rtlgen.Pack(cn))
		port.Set(turn.Index)
	})
	io.CN.Valid.Drive(offered)
	io.CN.Port.Drive(port)
	io.CN.Word.Drive(word)
	io.Lost.Drive(m.Next("lost_q", waits.AndNot(winner).And(io.Trigger.Valid).Any(), 0))
	m.Assume("taken_if_offered", io.CN.Taken.Implies(offered))
	return m
}

const (
	cnPrio = 6 // priority of notifications, as 802.1Qau has it by default

	// usedBits are those of a notification that say something.
	usedBits = qcn.KindBits + 2*qcn.PrioBits + 3*qcn.AddressBits + qcn.LengthBits + qcn.FeedbackBits + 2*qcn.OffsetBits +
		qcn.CPIDBits
)
