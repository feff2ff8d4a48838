package golden

import (
	cioqrecn "culprit/blocks/cioqrecn/golden"
	recn "culprit/blocks/recn/golden"
	traffic "culprit/blocks/traffic/golden"
)

// recnModel is a switch with the pins of the RECN-IQ switch.
type recnModel interface {
	Registered() recn.SwitchOut
	Step(recn.SwitchIn) recn.SwitchOut
}

// recnSwitch is such a switch as an element of a tree.
type recnSwitch struct {
	model recnModel
	in    recn.SwitchIn
}

func newRECN(p Params) element {
	model := recn.NewSwitch(recn.Params{
		Ports: 8, Slots: p.Slots, SAQs: p.SAQs, Detect: p.Detect, Xoff: p.Xoff, Xon: p.Xon, LinkLatency: p.LinkLatency, ReadyBit: p.ReadyBit,
	})
	return &recnSwitch{model: model, in: recn.NewSwitchIn(8)}
}

func newRECNCIOQ(p Params) element {
	model := cioqrecn.NewSwitch(cioqrecn.Params{
		Ports: 8, Slots: p.Slots, SAQs: p.SAQs, Detect: p.Detect, DetectOut: p.Detect, Xoff: p.Xoff, Xon: p.Xon, LinkLatency: p.LinkLatency,
	})
	return &recnSwitch{model: model, in: recn.NewSwitchIn(8)}
}

func (e *recnSwitch) sends() []Sent {
	out := e.model.Registered()
	list := make([]Sent, len(out.TxValid))
	for i := range list {
		list[i].Beat = traffic.Beat{Valid: out.TxValid[i], Sop: out.TxSop[i], Eop: out.TxEop[i], Data: out.TxData[i]}
		list[i].Back = traffic.Back{
			Credit: out.RxCredit[i], Msg: traffic.Message{Valid: out.RxMsgValid[i], Xoff: out.RxMsgXoff[i], Tp: out.RxMsgTp[i], Mask: out.RxMsgMask[i]},
		}
	}
	return list
}

func (e *recnSwitch) step(got []Sent) Status {
	for i, g := range got {
		e.in.RxValid[i], e.in.RxSop[i], e.in.RxEop[i], e.in.RxData[i] = g.Valid, g.Sop, g.Eop, g.Data
		e.in.TxCredit[i] = g.Credit
		e.in.TxMsgValid[i], e.in.TxMsgXoff[i], e.in.TxMsgTp[i], e.in.TxMsgMask[i] = g.Msg.Valid, g.Msg.Xoff, g.Msg.Tp, g.Msg.Mask
	}
	out := e.model.Step(e.in)
	return Status{
		Saqs: out.StatSaqs, Lines: out.StatLines,
		Detect: out.StatDetect, NoFree: out.StatNoFree, Dropped: out.StatDropped, CamFull: out.StatCamFull,
	}
}
