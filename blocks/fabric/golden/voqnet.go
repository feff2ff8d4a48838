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
		list[i] = Sent{
			Valid: out.TxValid[i], Sop: out.TxSop[i], Eop: out.TxEop[i], Data: out.TxData[i],
			Credit: out.RxCredit[i], CreditDst: out.RxCreditDst[i],
		}
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

// netNode is the node of VOQnet switches: the source and sink of the others, and
// a network interface of its own.
type netNode struct {
	source *traffic.Source
	nic    *voq.NIC
	sink   *traffic.Sink

	counts  map[int]uint64 // of the NIC, by address
	address int            // of the cycle before
	shown   answer
}

func newNetNode(p Params) endNode {
	nodes := power4(p.Levels)
	return &netNode{
		source: traffic.NewSource(nodes), nic: voq.NewNIC(netParams(p)),
		sink: traffic.NewSink(nodes, p.LinkLatency, traffic.VOQnetLink), counts: map[int]uint64{},
	}
}

func (n *netNode) step(in nodeIn) nodeOut {
	made := n.source.Step(traffic.SourceIn{
		Seed: in.Seed, Node: in.node, Now: in.now, Enable: in.Enable, Load: in.Load, Pattern: in.Pattern,
		HotRate: in.HotRate, HotNode: in.HotNode, HotStart: in.HotStart, HotEnd: in.HotEnd,
	})
	nic := n.nic.Step(voq.NICIn{
		Node: in.node, Now: in.now, MakeValid: made.MakeValid, MakeDst: made.MakeDst,
		RouteValid: in.routeValid, RouteDst: in.routeDst, RouteTurns: in.routeTurns, TxCredit: in.got.Credit, TxCreditDst: in.got.CreditDst,
	})
	sink := n.sink.StepVOQnet(traffic.SinkIn{
		RxValid: in.got.Valid, RxSop: in.got.Sop, RxEop: in.got.Eop, RxData: in.got.Data,
		Node: in.node, Now: in.now, Measure: in.Measure, Clear: in.Clear, ReadAddress: in.ReadAddress,
	})
	out := nodeOut{
		sent: Sent{
			Valid: nic.TxValid, Sop: nic.TxSop, Eop: nic.TxEop, Data: nic.TxData,
			Credit: sink.RxCredit, CreditDst: sink.RxCreditDst,
		},
		received: sink.Received, err: sink.Error, digest: sink.Digest, answer: n.shown,
	}
	n.shown = answer{sink.ReadData, sink.ReadDataKnown}
	switch n.address {
	case traffic.AddressQueued:
		n.shown.data = uint64(nic.QueueCount)
	case traffic.AddressMade, traffic.AddressRefused, traffic.AddressSent:
		n.shown.data = n.counts[n.address]
	}
	n.address = in.ReadAddress
	n.count(in, made.MakeValid, nic)
	return out
}

// count is the clock edge of the NIC's counters.
func (n *netNode) count(in nodeIn, made bool, nic voq.NICOut) {
	for address, event := range map[int]bool{
		traffic.AddressMade: made, traffic.AddressRefused: nic.StatRefused, traffic.AddressSent: nic.StatSent,
	} {
		if event && in.Measure {
			n.counts[address]++
		}
	}
	if in.Clear {
		clear(n.counts)
	}
}
