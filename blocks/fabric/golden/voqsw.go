package golden

import (
	traffic "culprit/blocks/traffic/golden"
	voq "culprit/blocks/voq/golden"
)

// voqSwitch is the VOQsw switch as an element of a tree.
type voqSwitch struct {
	model *voq.SwSwitch
	in    voq.SwIn
}

func newVOQsw(p Params) element {
	return &voqSwitch{model: voq.NewSwSwitch(voq.Params{Ports: 8, Slots: p.Slots, LinkLatency: p.LinkLatency}), in: voq.NewSwIn(8)}
}

func (e *voqSwitch) sends() []Sent {
	out := e.model.Registered()
	list := make([]Sent, len(out.TxValid))
	for i := range list {
		list[i].Beat = traffic.Beat{Valid: out.TxValid[i], Sop: out.TxSop[i], Eop: out.TxEop[i], Data: out.TxData[i]}
		list[i].Back = traffic.Back{Credit: out.RxCredit[i]}
	}
	return list
}

func (e *voqSwitch) step(got []Sent) Status {
	for i, g := range got {
		e.in.RxValid[i], e.in.RxSop[i], e.in.RxEop[i], e.in.RxData[i] = g.Valid, g.Sop, g.Eop, g.Data
		e.in.TxCredit[i] = g.Credit
	}
	e.model.Step(e.in)
	return Status{}
}
