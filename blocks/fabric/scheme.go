package fabric

import (
	"fmt"

	"culprit/blocks/cioqrecn"
	"culprit/blocks/recn"
	"culprit/blocks/traffic"
	"culprit/blocks/voq"
	"culprit/rtlgen"
)

// The schemes of congestion management that a tree can be built with.
const (
	RECNIQ   = iota // input-queued with set-aside queues; SAQs = 0: one queue per input
	VOQsw           // a queue per output of the switch
	VOQnet          // a queue per destination in the network
	RECNCIOQ        // combined input and output queues with set-aside queues
)

// scheme is what a tree of one kind is made of. Switches have the link ports rx
// and tx with a lane per port, nodes the same with one lane.
type scheme struct {
	name  string
	check func(Params) error
	link  func(Params) traffic.Link
	sw    func(Params) *rtlgen.Typed[SwitchPorts]
	// nic builds the network interface of a node; nil is that of package traffic.
	nic func(Params) *rtlgen.Typed[traffic.NICPorts]
	// monitored tells whether the switch has the status outputs that a monitor
	// looks at.
	monitored func(Params) bool
}

// schemes by number.
var schemes = [...]scheme{
	RECNIQ: {
		name:      "RECN-IQ",
		check:     checkSAQs,
		link:      linkWithSAQs,
		sw:        func(p Params) *rtlgen.Typed[SwitchPorts] { return as(p, recn.Switch(recnParams(p))) },
		monitored: func(p Params) bool { return p.SAQs > 0 },
	},
	VOQsw: {
		name:      "VOQsw",
		check:     func(Params) error { return nil },
		link:      func(Params) traffic.Link { return traffic.Credit },
		sw:        func(p Params) *rtlgen.Typed[SwitchPorts] { return as(p, voq.SwSwitch(voqParams(p))) },
		monitored: func(Params) bool { return false },
	},
	VOQnet: {
		name: "VOQnet",
		check: func(p Params) error {
			if p.Depth&(p.Depth-1) != 0 {
				return fmt.Errorf("depth=%d is no power of two: give 2, 4, 8 or 16", p.Depth)
			}
			return nil
		},
		link: func(Params) traffic.Link { return traffic.VOQnet },
		sw:   func(p Params) *rtlgen.Typed[SwitchPorts] { return as(p, voq.NetSwitch(voqParams(p))) },
		nic: func(p Params) *rtlgen.Typed[traffic.NICPorts] {
			return rtlgen.As[traffic.NICPorts](voq.NIC(voqParams(p)), nodeParams(p, traffic.VOQnet))
		},
		monitored: func(Params) bool { return false },
	},
	RECNCIOQ: {
		name: "RECN-CIOQ",
		check: func(p Params) error {
			if p.SAQs == 0 {
				return fmt.Errorf("scheme=%d (RECN-CIOQ) needs set-aside queues: give at least saqs=1", RECNCIOQ)
			}
			return checkSAQs(p)
		},
		link: linkWithSAQs,
		sw: func(p Params) *rtlgen.Typed[SwitchPorts] {
			return as(p, cioqrecn.Switch(cioqrecn.Params{
				Ports: ports, Slots: p.Slots, SAQs: p.SAQs, Detect: p.Detect, DetectOut: p.Detect, Xoff: p.Xoff, Xon: p.Xon, LinkLatency: p.LinkLatency,
			}))
		},
		monitored: func(Params) bool { return true },
	},
}

func linkWithSAQs(p Params) traffic.Link {
	if p.SAQs == 0 {
		return traffic.Credit
	}
	return traffic.RECN
}

// checkSAQs finds what the switches would refuse.
func checkSAQs(p Params) error {
	switch {
	case p.Slots < 2+2*p.SAQs:
		return fmt.Errorf("slots=%d is too few for saqs=%d: give at least %d slots (2 for the cold queue, 2 per SAQ), or at most saqs=%d", p.Slots, p.SAQs, 2+2*p.SAQs, (p.Slots-2)/2)
	case p.Xon > p.Xoff:
		return fmt.Errorf("the thresholds are in the wrong order: xon=%d must not be above xoff=%d", p.Xon, p.Xoff)
	}
	return nil
}

func recnParams(p Params) recn.Params {
	return recn.Params{Ports: ports, Slots: p.Slots, SAQs: p.SAQs, Detect: p.Detect, Xoff: p.Xoff, Xon: p.Xon, LinkLatency: p.LinkLatency, ReadyBit: p.ReadyBit}
}

func voqParams(p Params) voq.Params {
	return voq.Params{Ports: ports, Slots: p.Slots, Nodes: Nodes(p.Levels), Depth: p.Depth, Queue: p.Queue, LinkLatency: p.LinkLatency}
}

// nodeLines is how many names of congestion points a node remembers: as many as a
// switch with the most SAQs can have at two ports.
const nodeLines = 16

// as gives a switch the ports that every switch of a network has.
func as(p Params, sw rtlgen.Circuit) *rtlgen.Typed[SwitchPorts] { return rtlgen.As[SwitchPorts](sw, p) }

func nodeParams(p Params, link traffic.Link) traffic.Params {
	n := traffic.Params{Nodes: Nodes(p.Levels), Queue: p.Queue, Slots: p.Slots, LinkLatency: p.LinkLatency, Link: link}
	if link == traffic.RECN {
		n.Lines = nodeLines
	}
	return n
}

// node is the end node of a tree.
func (s scheme) node(p Params) *rtlgen.Typed[traffic.NodePorts] {
	n := nodeParams(p, s.link(p))
	if s.nic != nil {
		n.NIC = func(traffic.Params) *rtlgen.Typed[traffic.NICPorts] { return s.nic(p) }
	}
	return traffic.Node(n)
}
