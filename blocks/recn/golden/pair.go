package golden

import (
	packet "culprit.example/culprit/blocks/packet/golden"
)

// PairIn are the inputs of two switches joined by a link; the vectors leave
// out the lane of the linked port.
type PairIn struct {
	S0 SwitchIn `port:"s0_,prefix"`
	S1 SwitchIn `port:"s1_,prefix"`
}

// PairOut are the outputs; the status vectors are complete.
type PairOut struct {
	S0 SwitchOut `port:"s0_,prefix"`
	S1 SwitchOut `port:"s1_,prefix"`
}

// Pair is two switches joined by one bidirectional link (Figure 1 of IQ).
type Pair struct {
	p    Params
	half [2]*Switch
}

// NewPair makes the pair after reset.
func NewPair(p Params) *Pair {
	return &Pair{p: p, half: [2]*Switch{NewSwitch(p), NewSwitch(p)}}
}

// Switch is switch 0 or 1.
func (m *Pair) Switch(s int) *Switch { return m.half[s] }

// LinkPort is the port by which switch s is linked to the other one.
func (p Params) LinkPort(s int) int {
	if s == 0 {
		return p.Ports - 2
	}
	return min(2, p.Ports-1)
}

// StepSwitches is one clock cycle, with inputs and outputs as the two
// switches have them: the lane of the linked port is there. As an input it is
// replaced by what the other switch sends.
func (m *Pair) StepSwitches(in [2]SwitchIn) [2]SwitchOut {
	// All link outputs are registered: both halves can be read before either steps.
	for s := range m.half {
		m.connect(s, in[s])
	}
	return [2]SwitchOut{m.half[0].Step(in[0]), m.half[1].Step(in[1])}
}

// connect puts what the other switch sends in this cycle into the linked lane.
func (m *Pair) connect(s int, in SwitchIn) {
	here, there := m.p.LinkPort(s), m.p.LinkPort(1-s)
	other := m.half[1-s].Registered()
	in.SetRx(here, other.Tx(there))
	in.TxCredit[here] = other.RxCredit[there]
	in.SetTxMsg(here, other.RxMsg(there))
}

// Switches gives both switches all their lanes; the linked one is zero.
func (in PairIn) Switches(p Params) [2]SwitchIn {
	return [2]SwitchIn{in.S0.with(p.LinkPort(0)), in.S1.with(p.LinkPort(1))}
}

// JoinIn makes the inputs of the pair out of those of its switches.
func JoinIn(p Params, in [2]SwitchIn) PairIn {
	return PairIn{in[0].without(p.LinkPort(0)), in[1].without(p.LinkPort(1))}
}

// JoinOut makes the outputs of the pair out of those of its switches.
func JoinOut(p Params, out [2]SwitchOut) PairOut {
	return PairOut{out[0].without(p.LinkPort(0)), out[1].without(p.LinkPort(1))}
}

// with are the inputs with a zero lane put in.
func (in SwitchIn) with(lane int) SwitchIn {
	return SwitchIn{
		packet.LinksIn{
			RxValid: with(in.RxValid, lane), RxSop: with(in.RxSop, lane), RxEop: with(in.RxEop, lane),
			RxBad: with(in.RxBad, lane), RxData: with(in.RxData, lane),
			TxCredit: with(in.TxCredit, lane),
		},
		packet.MessagesIn{
			TxMsgValid: with(in.TxMsgValid, lane), TxMsgXoff: with(in.TxMsgXoff, lane),
			TxMsgTp: with(in.TxMsgTp, lane), TxMsgMask: with(in.TxMsgMask, lane),
		},
		in.PinsIn,
	}
}

// without are the inputs without one of their lanes.
func (in SwitchIn) without(lane int) SwitchIn {
	return SwitchIn{
		packet.LinksIn{
			RxValid: without(in.RxValid, lane), RxSop: without(in.RxSop, lane), RxEop: without(in.RxEop, lane),
			RxBad: without(in.RxBad, lane), RxData: without(in.RxData, lane),
			TxCredit: without(in.TxCredit, lane),
		},
		packet.MessagesIn{
			TxMsgValid: without(in.TxMsgValid, lane), TxMsgXoff: without(in.TxMsgXoff, lane),
			TxMsgTp: without(in.TxMsgTp, lane), TxMsgMask: without(in.TxMsgMask, lane),
		},
		in.PinsIn,
	}
}

// without are the outputs without one of the lanes of their links.
func (out SwitchOut) without(lane int) SwitchOut {
	out.TxValid, out.TxSop, out.TxEop = without(out.TxValid, lane), without(out.TxSop, lane), without(out.TxEop, lane)
	out.TxBad = without(out.TxBad, lane)
	out.TxData, out.RxCredit = without(out.TxData, lane), without(out.RxCredit, lane)
	out.RxMsgValid, out.RxMsgXoff = without(out.RxMsgValid, lane), without(out.RxMsgXoff, lane)
	out.RxMsgTp, out.RxMsgMask = without(out.RxMsgTp, lane), without(out.RxMsgMask, lane)
	return out
}

// without is a vector without one of its lanes.
func without[T any](v []T, lane int) []T {
	return append(append(make([]T, 0, len(v)), v[:lane]...), v[lane+1:]...)
}

// with is a vector with a zero lane put in.
func with[T any](v []T, lane int) []T {
	var zero T
	return append(append(append(make([]T, 0, len(v)+1), v[:lane]...), zero), v[lane:]...)
}
