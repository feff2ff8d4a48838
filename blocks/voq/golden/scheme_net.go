package golden

import (
	fabric "culprit.example/culprit/blocks/fabric/golden"
	traffic "culprit.example/culprit/blocks/traffic/golden"
)

// NetScheme is the models of a fabric of VOQnet switches and their NICs.
func NetScheme() fabric.Scheme {
	return fabric.Scheme{
		Number: 2, Link: traffic.VOQnetLink,
		Switch: func(p fabric.Params) fabric.Element {
			return &netInFabric{model: NewNetSwitch(netParams(p)), in: NewNetIn(p.Ports)}
		},
		NIC: func(p fabric.Params) traffic.Interface { return nicInFabric{NewNIC(netParams(p))} },
	}
}

func netParams(p fabric.Params) Params {
	return Params{Ports: p.Ports, Nodes: p.Nodes(), Depth: p.Depth, Queue: p.Queue, LinkLatency: p.LinkLatency,
		ErrorBits: fabric.ErrorBits}
}

// netInFabric is the switch as an element of a fabric.
type netInFabric struct {
	model *NetSwitch
	in    NetIn
}

// Sends is what the ports send in this cycle.
func (e *netInFabric) Sends() []fabric.Sent {
	out := e.model.Registered()
	list := make([]fabric.Sent, len(out.TxValid))
	for i := range list {
		list[i].Beat = traffic.Beat{Valid: out.TxValid[i], Sop: out.TxSop[i], Eop: out.TxEop[i], Bad: out.TxBad[i],
			Data: out.TxData[i][0]}
		list[i].Back = traffic.Back{Credit: out.RxCredit[i], CreditDst: out.RxCreditDst[i]}
	}
	return list
}

// Step is one clock cycle.
func (e *netInFabric) Step(got []fabric.Sent) fabric.Status {
	for i, g := range got {
		e.in.RxValid[i], e.in.RxSop[i], e.in.RxEop[i], e.in.RxData[i][0] = g.Valid, g.Sop, g.Eop, g.Data
		e.in.RxBad[i] = g.Bad
		e.in.TxCredit[i], e.in.TxCreditDst[i] = g.Credit, g.CreditDst
	}
	e.model.Step(e.in)
	return fabric.Status{}
}

// nicInFabric is the NIC as that of a node.
type nicInFabric struct{ model *NIC }

// Step is one clock cycle.
func (n nicInFabric) Step(in traffic.NICIn) traffic.NICOut {
	out := n.model.Step(NICIn{
		Node: in.Node, Now: in.Now, MakeValid: in.Make.Valid, MakeDst: in.Make.Dst,
		RouteValid: in.Route.Valid, RouteDst: in.Route.Dst, RouteTurns: in.Route.Turns, TxCredit: in.Tx.Credit,
		TxCreditDst: in.Tx.CreditDst,
	})
	return traffic.NICOut{
		Tx:         traffic.Sent{Valid: out.TxValid, Sop: out.TxSop, Eop: out.TxEop, Bad: out.TxBad, Data: out.TxData},
		QueueCount: out.QueueCount, StatRefused: out.StatRefused, StatSent: out.StatSent,
	}
}
