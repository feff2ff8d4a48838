package golden

import traffic "culprit.example/culprit/blocks/traffic/golden"

// nodeLines are the names of congestion points that a node remembers.
const nodeLines = 16

// node makes the end node for switches of the scheme.
func (s Scheme) node(p Params) *traffic.Node {
	n := traffic.Params{Nodes: p.Nodes(), Queue: p.Queue, Slots: p.Slots, LinkLatency: p.LinkLatency, Link: s.Link}
	if s.NIC != nil {
		return traffic.NewNode(n, s.NIC(p))
	}
	if s.monitored(p) {
		n.Lines = nodeLines
	}
	return traffic.NewNode(n, traffic.NewNIC(n))
}
