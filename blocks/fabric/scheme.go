package fabric

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/internal/caller"
	"culprit.example/culprit/rtlgen"
)

// Scheme is a scheme of congestion management: the switches and nodes that a tree
// is made of. The family of the switch defines it and package library lists it.
type Scheme struct {
	// Number is the value of the parameter scheme. It stands in names of modules
	// and so never changes.
	Number int
	Key    string // "recn-iq": its name in settings of experiments
	Name   string // "RECN-IQ": its name in texts
	// Check finds parameters that do not go together. Nil if there is nothing.
	Check func(Params) error
	// Link is the kind of all links.
	Link func(Params) traffic.Link
	// Switch builds a switch of Params.Ports ports; As gives it the type.
	Switch func(Params) *rtlgen.Typed[SwitchPorts]
	// NIC builds the network interface of a node. Nil is that of package traffic.
	NIC func(Params) *rtlgen.Typed[traffic.NICPorts]
	// Monitored reports whether the switch has the status outputs that a monitor
	// looks at. Nil is never.
	Monitored func(Params) bool
	// Conserved says what there is in switch and network interface when no packet
	// is in the network.
	Conserved func(Params) Conserved
}

// Schemes are those that a tree can be built with.
type Schemes []Scheme

// sorted are the schemes in the order of their numbers, which are 0, 1, 2 ... The error
// names the caller of the package.
func (list Schemes) sorted() (Schemes, error) {
	if len(list) == 0 {
		return nil, caller.Errorf("there is no scheme: give one at least")
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b Scheme) int { return cmp.Compare(a.Number, b.Number) })
	for i, s := range list {
		switch {
		case s.Number != i:
			return nil, caller.Errorf("the numbers of schemes must be 0, 1, 2 ..., and %s has %d where %d is expected", s.Name,
				s.Number, i)
		case s.Link == nil || s.Switch == nil || s.Conserved == nil:
			return nil, caller.Errorf("scheme %d, %s, has no Link, Switch or Conserved: give all three", i, s.Name)
		}
	}
	return list, nil
}

// doc lists the schemes: "0 RECN-IQ, 1 VOQsw".
func (list Schemes) doc() string {
	var names []string
	for _, s := range list {
		names = append(names, fmt.Sprintf("%d %s", s.Number, s.Name))
	}
	return strings.Join(names, ", ")
}

// scheme is that of the parameters. A part of a tree has none.
func (p Params) scheme() (Scheme, bool) {
	i := slices.IndexFunc(p.Schemes, func(s Scheme) bool { return s.Number == p.Scheme })
	if i < 0 {
		return Scheme{}, false
	}
	return p.Schemes[i], true
}

func (s Scheme) monitored(p Params) bool { return s.Monitored != nil && s.Monitored(p) }

// LinkWithSAQs is the link of a switch with set-aside queues: credits, and
// messages if it has some.
func LinkWithSAQs(p Params) traffic.Link {
	if p.SAQs == 0 {
		return traffic.Credit
	}
	return traffic.RECN
}

// CheckSAQs finds what switches with set-aside queues would refuse.
func CheckSAQs(p Params) error {
	switch {
	case p.Slots < 2+2*p.SAQs:
		return fmt.Errorf("slots=%d is too few for saqs=%d: give at least %d slots (2 for the cold queue, 2 per SAQ), or at most saqs=%d",
			p.Slots,
			p.SAQs,
			2+2*p.SAQs,
			(p.Slots-2)/2)
	case p.Xon > p.Xoff:
		return fmt.Errorf("the thresholds are in the wrong order: xon=%d must not be above xoff=%d", p.Xon, p.Xoff)
	}
	return nil
}

// nodeLines is how many names of congestion points a node remembers: as many as a
// switch with the most SAQs can have at two ports.
const nodeLines = 16

// As gives a switch the ports that every switch of a network has.
func As(p Params, sw rtlgen.Circuit) *rtlgen.Typed[SwitchPorts] { return rtlgen.As[SwitchPorts](sw, p) }

// NodeParams are the parameters of the nodes at links of that kind.
func NodeParams(p Params, link traffic.Link) traffic.Params {
	n := traffic.Params{Nodes: p.Nodes(), Queue: p.Queue, Slots: p.Slots, LinkLatency: p.LinkLatency, Link: link}
	if link == traffic.RECN {
		n.Lines = nodeLines
	}
	return n
}

// node is the end node of a tree.
func (s Scheme) node(p Params) *rtlgen.Typed[traffic.NodePorts] {
	n := NodeParams(p, s.Link(p))
	if s.NIC != nil {
		n.NIC = func(traffic.Params) *rtlgen.Typed[traffic.NICPorts] { return s.NIC(p) }
	}
	return traffic.Node(n)
}
