package adaptive

import (
	"fmt"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen/blocks"
)

// audited describes a network: its links, on which frames pass, and notifications and
// PAUSE frames as messages, and what there is when no frame is left.
func audited(p NetworkParams) blocks.Network {
	g := p.graph()
	sp, _ := p.parts()
	ofKind := func(kind blocks.Kind, data bool) blocks.Channel {
		return blocks.Channel{
			Kind: kind, Valid: "valid", Payload: []string{"data", "tail", "head"},
			Only: []blocks.Condition{{Field: "head", Width: 1, Value: 1},
				{Field: "data", Lo: qcn.WordBits - qcn.KindBits, Width: qcn.KindBits, Value: qcn.KindData, Not: !data}},
		}
	}
	net := blocks.Network{
		Node: "host", Packets: blocks.Beats, Stop: map[string]uint64{"pattern": 0}, Hold: []string{"host.adapter.goes"},
		Channels: []blocks.Channel{ofKind(blocks.Beats, true), ofKind(blocks.Messages, false)},
	}
	if p.Blockable == 1 {
		net.Stop["block"] = 0
	}
	host := func(h int, side string) blocks.End {
		return blocks.End{Unit: "host", Copy: h, Side: side, Ports: 1, Name: "host " + g.Hosts[h].Name}
	}
	port := func(s, i int, side string) blocks.End {
		return blocks.End{Unit: "sw", Copy: s, Side: side, Port: i, Ports: sp.Ports,
			Name: fmt.Sprintf("switch %s port %d", g.Switches[s].Name, i+1)}
	}
	empty := func(where, path, what string) {
		net.AtRest = append(net.AtRest, blocks.AtRest{PortState: blocks.PortState{Path: path, What: what}, Path: path,
			Where: where, Link: -1})
	}
	for s, sw := range g.Switches {
		for i, e := range sw.Ports {
			if e.Host >= 0 {
				net.Links = append(net.Links, blocks.Link{From: host(e.Host, "tx"), To: port(s, i, "rx")},
					blocks.Link{From: port(s, i, "tx"), To: host(e.Host, "rx")})
			} else {
				net.Links = append(net.Links, blocks.Link{From: port(s, i, "tx"), To: port(e.Switch, e.Port-1, "rx")})
			}
			where, unit := fmt.Sprintf("switch %s port %d", sw.Name, i+1), fmt.Sprintf("sw_%d", s)
			empty(where, fmt.Sprintf("%s.pause_%d.occupancy", unit, i), "frames in the partition of the input")
			empty(where, fmt.Sprintf("%s.cp_%d.qlen_q", unit, i), "bytes in the output queue")
			empty(where, fmt.Sprintf("%s.receiver_%d.offered", unit, i), "a frame or notification is offered")
			empty(where, fmt.Sprintf("%s.pause_%d.told", unit, i), "STOP is said")
			empty(where, fmt.Sprintf("%s.pause_rx_%d.paused_q", unit, i), "STOP is obeyed")
		}
	}
	for h := range g.Hosts {
		where, unit := "host "+g.Hosts[h].Name, fmt.Sprintf("host_%d", h)
		empty(where, unit+".resequencer.held", "frames that wait for one before them")
		empty(where, unit+".pause_rx.paused_q", "STOP is obeyed")
		if p.Blockable == 1 {
			empty(where, unit+".pause.told", "STOP is said")
		}
	}
	net.Told = Told(net.Links, p.Blockable == 1)
	return net
}
