package golden

import traffic "culprit/blocks/traffic/golden"

// node is the node of switches whose links have credits, or credits and messages.
type node struct {
	model *traffic.Node
}

// nodeLines are the names of congestion points that a node remembers.
const nodeLines = 16

func newTrafficNode(p Params, messages bool) endNode {
	n := traffic.NICParams{Nodes: power4(p.Levels), Queue: p.Queue, Slots: p.Slots, LinkLatency: p.LinkLatency}
	if messages {
		n.Lines = nodeLines
	}
	return &node{model: traffic.NewNode(n)}
}

func (n *node) step(in nodeIn) nodeOut {
	out := n.model.Step(traffic.NodeIn{
		Seed: in.Seed, Load: in.Load, Pattern: in.Pattern, HotRate: in.HotRate, HotNode: in.HotNode, HotStart: in.HotStart, HotEnd: in.HotEnd,
		Enable: in.Enable, Node: in.node, Now: in.now, RouteValid: in.routeValid, RouteDst: in.routeDst, RouteTurns: in.routeTurns,
		Measure: in.Measure, Clear: in.Clear, ReadAddress: in.ReadAddress,
		TxCredit: in.got.Credit, TxMsgValid: in.got.MsgValid, TxMsgXoff: in.got.MsgXoff, TxMsgTp: in.got.MsgTp, TxMsgMask: in.got.MsgMask,
		RxValid: in.got.Valid, RxSop: in.got.Sop, RxEop: in.got.Eop, RxData: in.got.Data,
	})
	return nodeOut{
		sent:     Sent{Valid: out.TxValid, Sop: out.TxSop, Eop: out.TxEop, Data: out.TxData, Credit: out.RxCredit},
		received: out.Received, err: out.Error, digest: out.Digest, answer: answer{out.ReadData, out.ReadDataKnown},
	}
}
