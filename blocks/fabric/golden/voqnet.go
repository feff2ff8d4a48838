package golden

import (
	traffic "culprit/blocks/traffic/golden"
	voq "culprit/blocks/voq/golden"
)

// netSwitch is the VOQnet switch as an element of a tree.
type netSwitch struct {
	model *voq.NetSwitch
	in    voq.NetIn
}

func netParams(p Params) voq.Params {
	return voq.Params{Ports: 8, Nodes: power4(p.Levels), Depth: p.Depth, Queue: p.Queue, LinkLatency: p.LinkLatency}
}

func newVOQnet(p Params) element {
	return &netSwitch{model: voq.NewNetSwitch(netParams(p)), in: voq.NewNetIn(8)}
}

func (e *netSwitch) sends() []Sent {
	out := e.model.Registered()
	list := make([]Sent, len(out.TxValid))
	for i := range list {
		list[i].Beat = traffic.Beat{Valid: out.TxValid[i], Sop: out.TxSop[i], Eop: out.TxEop[i], Data: out.TxData[i]}
		list[i].Back = traffic.Back{Credit: out.RxCredit[i], CreditDst: out.RxCreditDst[i]}
	}
	return list
}

func (e *netSwitch) step(got []Sent) Status {
	for i, g := range got {
		e.in.RxValid[i], e.in.RxSop[i], e.in.RxEop[i], e.in.RxData[i] = g.Valid, g.Sop, g.Eop, g.Data
		e.in.TxCredit[i], e.in.TxCreditDst[i] = g.Credit, g.CreditDst
	}
	e.model.Step(e.in)
	return Status{}
}
