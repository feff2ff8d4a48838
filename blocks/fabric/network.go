package fabric

import (
	"fmt"
	"strconv"
	"strings"

	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/internal/caller"
	"culprit.example/culprit/rtlgen/blocks"
)

// Audited describes a network as an audit needs it: its nodes are the array node,
// its switches, with the given number of ports each, the array sw; their ports begin with rx
// and tx. nodeState and switchState are what a node and each port of a switch have
// at rest. The caller adds what its packets are and how it is
// stopped.
func (t Topology) Audited(ports int, channels []blocks.Channel,
	nodeState, switchState []blocks.PortState) blocks.Network {
	n := blocks.Network{Channels: channels, Node: End{Node: true}.audited("", ports).Unit}
	sent, received := map[End]int{}, map[End]int{}
	for i, l := range t.Links {
		n.Links = append(n.Links, blocks.Link{From: l.From.audited("tx", ports), To: l.To.audited("rx", ports)})
		sent[l.From], received[l.To] = i, i
	}
	add := func(e End, list []blocks.PortState) {
		at := e.audited("", ports)
		for _, s := range list {
			links := received
			if s.Sends {
				links = sent
			}
			link, ok := links[e]
			where := "open " + at.Name
			if ok {
				where = "link " + n.Links[link].String()
			} else {
				link = -1
			}
			path := fmt.Sprintf("%s_%d.%s", at.Unit, at.Copy, strings.ReplaceAll(s.Path, "PORT", strconv.Itoa(e.Port)))
			n.AtRest = append(n.AtRest, blocks.AtRest{PortState: s, Path: path, Where: where, Link: link})
		}
	}
	for i := range t.Nodes {
		add(End{Node: true, Unit: i}, nodeState)
	}
	for i := range t.Switches {
		for port := range ports {
			add(End{Unit: i, Port: port}, switchState)
		}
	}
	return n
}

// audited is the end as an audit needs it.
func (e End) audited(side string, ports int) blocks.End {
	if e.Node {
		return blocks.End{Unit: "node", Copy: e.Unit, Side: side, Ports: 1, Name: fmt.Sprintf("node %d", e.Unit)}
	}
	return blocks.End{Unit: "sw", Copy: e.Unit, Side: side, Port: e.Port, Ports: ports,
		Name: fmt.Sprintf("switch %d port %d", e.Unit, e.Port)}
}

// Conserved is what an audit of a scheme's networks looks at, beside what passes
// over the links.
type Conserved struct {
	Switch []blocks.PortState // of each port of a switch at rest
	NIC    []blocks.PortState // of the network interface of a node at rest
	Hold   string             // wire of the network interface whose 0 keeps the packets from being sent
	Told   []Told             // what the receiving side of a switch port tells the other end
}

// Told is a number of states that the receiving side of a switch's port has told the sending
// side of the switch or node at the other end of the link, such as the Xoffs without Xon.
// In paths PORT is the number of the port.
type Told struct {
	What             string
	Said             blocks.Bits
	BySwitch, ByNode Obeys
	Late             int
}

// Obeys is what obeys, and the pulse that tells that something is refused.
type Obeys struct{ Obeyed, Refused blocks.Bits }

// audited are the states of a link.
func (t Told) audited(l Link, name string) blocks.Told {
	at := func(e End, b blocks.Bits) blocks.Bits {
		unit := fmt.Sprintf("sw_%d.", e.Unit)
		if e.Node {
			unit = fmt.Sprintf("node_%d.nic.", e.Unit)
		}
		path := func(p string) string { return unit + strings.ReplaceAll(p, "PORT", strconv.Itoa(e.Port)) }
		if b.And != "" {
			b.And = path(b.And)
		}
		b.Path = path(b.Path)
		return b
	}
	obeys := t.BySwitch
	if l.From.Node {
		obeys = t.ByNode
	}
	return blocks.Told{Where: "link " + name, What: t.What, Said: at(l.To, t.Said), Obeyed: at(l.From, obeys.Obeyed),
		Refused: at(l.From, obeys.Refused), Count: true, Late: t.Late}
}

// network describes a tree. The error is a scheme that there is none.
func network(p Params) (blocks.Network, error) {
	s, ok := p.scheme()
	if !ok {
		return blocks.Network{}, caller.Errorf("scheme=%d is none of %s", p.Scheme, p.Schemes.doc())
	}
	c := s.Conserved(p)
	for i := range c.NIC {
		c.NIC[i].Path = "nic." + c.NIC[i].Path
		if c.NIC[i].Slack > 0 {
			c.NIC[i].Slack = p.Slack()
		}
	}
	t := TreeTopology(p.Ports, p.Levels).Copies(p.Copies)
	n := t.Audited(p.Ports, s.Link(p).Channels(), c.NIC, c.Switch)
	for i, l := range t.Links {
		for _, told := range c.Told {
			if p.Lines > 0 {
				told.Late = lineSilence * p.Slots // a message waits in the queue of a line
			}
			if !l.To.Node {
				n.Told = append(n.Told, told.audited(l, n.Links[i].String()))
			}
		}
	}
	n.Packets = blocks.Beats
	n.Stop = map[string]uint64{"enable": 0}
	n.Hold = []string{"node.nic." + c.Hold}
	if p.Copies == 1 {
		n.Hosted = traffic.Hosted(p.Nodes(), p.Queue)
	}
	return n, nil
}

// Conserved is what switches of the scheme at rest have, together with the network
// interface of package traffic.
func (p Params) Conserved(link traffic.Link, ofSwitch []blocks.PortState) Conserved {
	return Conserved{Switch: ofSwitch, NIC: NodeParams(p, link).NICState(), Hold: traffic.NICHold}
}

// Slack is that of the counters at the links of a tree. On lines all packets and credits may be on their way.
func (p Params) Slack() int {
	if p.Lines > 0 {
		return p.Slots
	}
	return traffic.Slack(p.LinkLatency)
}
