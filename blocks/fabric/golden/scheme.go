package golden

import traffic "culprit.example/culprit/blocks/traffic/golden"

// ErrorBits is the width of the counters of errors of a switch in a network.
const ErrorBits = 8

// Scheme is the models of a scheme of congestion management.
type Scheme struct {
	Number int // value of the parameter scheme
	// Switch makes a switch after reset.
	Switch func(Params) Element
	SAQs   bool // its switches may have set-aside queues, and then have monitors
	Link   int  // of the nodes' links, as in the parameters of a node
	// NIC makes the network interface of a node. Nil is that of package traffic.
	NIC func(Params) traffic.Interface
}

// Schemes are those that a tree can be built with.
type Schemes []Scheme

// of is the scheme of a tree.
func (list Schemes) of(p Params) Scheme {
	for _, s := range list {
		if s.Number == p.Scheme {
			return s
		}
	}
	panic("BUG: there is no model for this scheme")
}

// monitored reports whether switches have monitors.
func (s Scheme) monitored(p Params) bool { return s.SAQs && p.SAQs > 0 }

// Monitored reports whether the switches of a tree with these parameters have
// monitors.
func (list Schemes) Monitored(p Params) bool { return list.of(p).monitored(p) }
