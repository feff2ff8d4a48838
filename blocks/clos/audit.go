package clos

import (
	"fmt"

	"culprit.example/culprit/rtlgen/blocks"
)

// slack is how many cells and credits may be between a counter and the pins.
func (p Params) slack() int {
	most := 0
	for _, l := range p.Latencies() {
		most = max(most, l.Forward+l.Credit)
	}
	return most + 2*elementCycles
}

// audited describes a network: its links, credits and slots. The links to the nodes have
// no credits.
func audited(p Params) blocks.Network {
	t := p.topology()
	hold, credits := "sends", "nic.credits.count_q"
	if p.Scheme != plain {
		hold, credits = "ingress.may_choose", "nic.ingress.credits_q"
	}
	if p.Beat == 1 {
		hold = "ingress.choose"
	}
	n := blocks.Network{
		Node: "node", Packets: blocks.Beats, Laws: laws(p), Stop: map[string]uint64{"enable": 0},
		Hold: []string{"node.nic." + hold},
		Channels: []blocks.Channel{
			{Kind: blocks.Beats, Valid: "valid", Mark: "head", Payload: []string{"data", "tail"}},
			{Kind: blocks.Credits, Back: true, Valid: "credit"},
		},
	}
	if p.Beat == 1 {
		beats := &n.Channels[0]
		beats.Payload = append(beats.Payload, "bad")
		n.Hosted = hosted(p)
	}
	node := func(a int, side string) blocks.End {
		return blocks.End{Unit: "node", Copy: a, Side: side, Ports: 1, Name: fmt.Sprintf("node %d", a)}
	}
	element := func(e End, side string) blocks.End {
		return blocks.End{
			Unit: stageName(e.Stage), Copy: e.Element, Side: side, Port: e.Port, Ports: p.Ports,
			Name: fmt.Sprintf("stage %d element %d port %d", e.Stage, e.Element, e.Port),
		}
	}
	atRest := func(link int, unit string, s blocks.PortState) {
		n.AtRest = append(n.AtRest, blocks.AtRest{PortState: s, Path: unit + "." + s.Path,
			Where: "link " + n.Links[link].String(), Link: link})
	}
	// A link with credits: the sender counts them, the receiver's queue is empty.
	add := func(from, to blocks.End, sender string) {
		link := len(n.Links)
		n.Links = append(n.Links, blocks.Link{From: from, To: to})
		atRest(link, fmt.Sprintf("%s_%d", from.Unit, from.Copy), blocks.PortState{
			Path: sender, What: "credits", Value: uint64(p.InSlots), Most: true, Sends: true, Slack: p.slack(),
		})
		atRest(link, fmt.Sprintf("%s_%d", to.Unit, to.Copy),
			blocks.PortState{Path: fmt.Sprintf("in_port_%d.held_q", to.Port), What: "cells in the input queue"})
	}
	for a := range t.Nodes() {
		add(node(a, "tx"), element(End{0, a / p.Ports, a % p.Ports}, "rx"), credits)
	}
	for s := range t.Stages() {
		for e := range t.Elements() {
			for port := range p.Ports {
				from := End{s, e, port}
				if s < t.Stages()-1 {
					add(element(from, "tx"), element(t.Next(from), "rx"), fmt.Sprintf("out_port_%d.credits.count_q", port))
					continue
				}
				n.Links = append(n.Links, blocks.Link{From: element(from, "tx"), To: node(e*p.Ports+port, "rx")})
			}
		}
	}
	return n
}

// HostedBeats is the length of the packets that software outside gives the nodes, 64 bytes: what the input long_length
// has to be, with long_rate at its most and enable at 0.
const HostedBeats = 8

// hostedQueue is how many packets software lets wait in a node.
const hostedQueue = 4096

// hosted is how software gets at the nodes of a network in beat mode; nil if a packet takes no number of cycles on an
// external line. A packet has arrived when its last beat has left the adapter on that line. It leaves the node with its
// last beat, in a segment with others or alone.
func hosted(p Params) *blocks.Hosted {
	if HostedBeats*p.LF%100 != 0 {
		return nil
	}
	return &blocks.Hosted{
		Nodes: p.topology().Nodes(), Interval: HostedBeats, BeatTime: p.LF, Queue: hostedQueue,
		Maker: "source", Valid: "make_valid_q", Dst: "target",
		Arrived: blocks.Bits{Path: "nic.line_valid", And: "nic.line_last"}, Source: "nic.line_src",
		Left: &blocks.Left{Valid: "nic.ingress.eop", Dst: "nic.ingress.stream_flow_q", Late: HostedBeats - 2, Queue: p.VOQ},
	}
}
