package golden

import (
	fabric "culprit.example/culprit/blocks/fabric/golden"
	traffic "culprit.example/culprit/blocks/traffic/golden"
)

// SwScheme is the models of a fabric of VOQsw switches.
func SwScheme() fabric.Scheme {
	return fabric.Scheme{Number: 1, Switch: func(p fabric.Params) fabric.Element {
		return &swInFabric{model: NewSwSwitch(Params{Ports: p.Ports, Slots: p.Slots, LinkLatency: p.LinkLatency,
			ErrorBits: fabric.ErrorBits}),
			in: NewSwIn(p.Ports)}
	}}
}

// swInFabric is the switch as an element of a fabric.
type swInFabric struct {
	model *SwSwitch
	in    SwIn
}

// Sends is what the ports send in this cycle.
func (e *swInFabric) Sends() []fabric.Sent {
	out := e.model.Registered()
	list := make([]fabric.Sent, len(out.TxValid))
	for i := range list {
		list[i].Beat = traffic.Beat{Valid: out.TxValid[i], Sop: out.TxSop[i], Eop: out.TxEop[i], Bad: out.TxBad[i],
			Data: out.TxData[i][0]}
		list[i].Back = traffic.Back{Credit: out.RxCredit[i]}
	}
	return list
}

// Step is one clock cycle.
func (e *swInFabric) Step(got []fabric.Sent) fabric.Status {
	for i, g := range got {
		e.in.RxValid[i], e.in.RxSop[i], e.in.RxEop[i], e.in.RxData[i][0] = g.Valid, g.Sop, g.Eop, g.Data
		e.in.RxBad[i] = g.Bad
		e.in.TxCredit[i] = g.Credit
	}
	e.model.Step(e.in)
	return fabric.Status{}
}
