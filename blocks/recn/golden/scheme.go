package golden

import (
	fabric "culprit.example/culprit/blocks/fabric/golden"
	traffic "culprit.example/culprit/blocks/traffic/golden"
)

// Scheme is the models of a fabric of RECN-IQ switches.
func Scheme() fabric.Scheme {
	return fabric.Scheme{Number: 0, SAQs: true, Switch: func(p fabric.Params) fabric.Element {
		return InFabric(NewSwitch(Params{
			Ports: p.Ports, Slots: p.Slots, SAQs: p.SAQs, Detect: p.Detect, Xoff: p.Xoff, Xon: p.Xon, LinkLatency: p.LinkLatency,
			Broadcast: p.Broadcast, ReadyBit: p.ReadyBit,
			ErrorBits: fabric.ErrorBits, LeafFirst: p.LeafFirst, Timer: DefaultParams().Timer,
		}), p.Ports)
	}}
}

// SwitchModel is a switch with the pins of the RECN-IQ switch.
type SwitchModel interface {
	Registered() SwitchOut
	Step(SwitchIn) SwitchOut
}

// InFabric is such a switch of the given number of ports as an element of a fabric.
func InFabric(model SwitchModel, ports int) fabric.Element {
	return &inFabric{model: model, in: NewSwitchIn(ports)}
}

type inFabric struct {
	model SwitchModel
	in    SwitchIn
}

// Sends is what the ports send in this cycle.
func (e *inFabric) Sends() []fabric.Sent {
	out := e.model.Registered()
	list := make([]fabric.Sent, len(out.TxValid))
	for i := range list {
		list[i].Beat = traffic.Beat{Valid: out.TxValid[i], Sop: out.TxSop[i], Eop: out.TxEop[i], Bad: out.TxBad[i],
			Data: out.TxData[i][0]}
		list[i].Back = traffic.Back{
			Credit: out.RxCredit[i], Msg: traffic.Message{Valid: out.RxMsgValid[i], Xoff: out.RxMsgXoff[i], Tp: out.RxMsgTp[i],
				Mask: out.RxMsgMask[i]},
		}
	}
	return list
}

// Step is one clock cycle.
func (e *inFabric) Step(got []fabric.Sent) fabric.Status {
	for i, g := range got {
		e.in.RxValid[i], e.in.RxSop[i], e.in.RxEop[i], e.in.RxData[i][0] = g.Valid, g.Sop, g.Eop, g.Data
		e.in.RxBad[i] = g.Bad
		e.in.TxCredit[i] = g.Credit
		e.in.TxMsgValid[i], e.in.TxMsgXoff[i], e.in.TxMsgTp[i], e.in.TxMsgMask[i] = g.Msg.Valid, g.Msg.Xoff, g.Msg.Tp,
			g.Msg.Mask
	}
	out := e.model.Step(e.in)
	return fabric.Status{
		Saqs: out.StatSaqs, Lines: out.StatLines,
		Detect: out.StatDetect, NoFree: out.StatNoFree, Dropped: out.StatDropped, CamFull: out.StatCamFull,
	}
}
