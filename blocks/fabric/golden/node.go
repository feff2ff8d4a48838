package golden

import (
	traffic "culprit/blocks/traffic/golden"
	voq "culprit/blocks/voq/golden"
)

// nodeLines are the names of congestion points that a node remembers.
const nodeLines = 16

// newNode makes the end node for switches of the scheme.
func newNode(p Params) *traffic.Node {
	n := traffic.Params{Nodes: power4(p.Levels), Queue: p.Queue, Slots: p.Slots, LinkLatency: p.LinkLatency}
	if p.Scheme == VOQnet {
		n.Link = traffic.VOQnetLink
		return traffic.NewNode(n, netNIC{voq.NewNIC(netParams(p))})
	}
	if hasSAQs(p.Scheme) && p.SAQs > 0 {
		n.Lines = nodeLines
	}
	return traffic.NewNode(n, traffic.NewNIC(n))
}

// netNIC is the NIC for VOQnet switches as that of a node.
type netNIC struct {
	model *voq.NIC
}

// Step is one clock cycle.
func (n netNIC) Step(in traffic.NICIn) traffic.NICOut {
	out := n.model.Step(voq.NICIn{
		Node: in.Node, Now: in.Now, MakeValid: in.Make.Valid, MakeDst: in.Make.Dst,
		RouteValid: in.Route.Valid, RouteDst: in.Route.Dst, RouteTurns: in.Route.Turns, TxCredit: in.Tx.Credit, TxCreditDst: in.Tx.CreditDst,
	})
	return traffic.NICOut{
		Tx:         traffic.Beat{Valid: out.TxValid, Sop: out.TxSop, Eop: out.TxEop, Data: out.TxData},
		QueueCount: out.QueueCount, StatRefused: out.StatRefused, StatSent: out.StatSent,
	}
}
