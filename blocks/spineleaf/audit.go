package spineleaf

import (
	"fmt"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen/blocks"
)

// inFabric is the class of the links between leaves and spines.
const inFabric = "fabric"

// audited describes a network: the links between servers and fabric, on which frames
// of data pass in both directions and CNMs and PAUSE frames to the servers, the links
// between leaves and spines with their cells and credits, and what is known inside the
// fabric when no frame is left.
func (p NetworkParams) audited() blocks.Network {
	n := p.Leaves * p.Ports
	ofKind := func(kind blocks.Kind, data bool) blocks.Channel {
		return blocks.Channel{
			Kind: kind, Valid: "valid", Payload: []string{"data", "tail", "head"},
			Only: []blocks.Condition{{Field: "head", Width: 1, Value: 1},
				{Field: "data", Lo: qcn.WordBits - qcn.KindBits, Width: qcn.KindBits, Value: qcn.KindData, Not: !data}},
		}
	}
	net := blocks.Network{
		Node: "server", Packets: blocks.Beats, Hold: []string{"server.adapter.goes"},
		Channels: []blocks.Channel{
			ofKind(blocks.Beats, true), ofKind(blocks.Messages, false),
			{Class: inFabric, Kind: blocks.Beats, Valid: "valid", Payload: []string{"data", "header", "bad", "head"}},
			{Class: inFabric, Kind: blocks.Credits, Back: true, Valid: "credit"},
		},
	}
	if p.Blockable == 1 {
		net.Stop = map[string]uint64{"block_stop": 0}
	}
	for i := range n {
		server := func(side string) blocks.End {
			return blocks.End{Unit: "server", Copy: i, Side: side, Ports: 1, Name: fmt.Sprintf("server %d", i)}
		}
		fabric := func(side string) blocks.End {
			return blocks.End{Unit: "leaf", Copy: i / p.Ports, Side: side, Port: i % p.Ports, Ports: p.Ports,
				Name: fmt.Sprintf("leaf %d port %d", i/p.Ports, i%p.Ports)}
		}
		up, down := blocks.Link{From: server("tx"), To: fabric("rx")}, blocks.Link{From: fabric("tx"), To: server("rx")}
		net.Links = append(net.Links, up, down)
		leaf, own := fmt.Sprintf("leaf_%d.management_%d", i/p.Ports, i%p.Ports), fmt.Sprintf("server_%d", i)
		late := qcn.PauseWait(p.FrameUnits * qcn.UnitBeats)
		if p.Blockable == 1 {
			net.Told = append(net.Told, qcn.PauseTold(up, own+".pause_unit", leaf+".pause_rx", p.Prios, late)...)
		}
		net.Told = append(net.Told, qcn.PauseTold(down, leaf+".pause_unit", own+".pause", p.Prios, late)...)
	}
	for l := range p.Leaves {
		for s := range p.Spines {
			leaf := func(side string) blocks.End {
				return blocks.End{Unit: "leaf", Copy: l, Side: side, Port: s, Ports: p.Spines, Name: fmt.Sprintf("leaf %d", l)}
			}
			spine := func(side string) blocks.End {
				return blocks.End{Unit: "spine", Copy: s, Side: side, Port: l, Ports: p.Leaves, Name: fmt.Sprintf("spine %d", s)}
			}
			net.Links = append(net.Links, blocks.Link{Class: inFabric, From: leaf("up"), To: spine("up")},
				blocks.Link{Class: inFabric, From: spine("down"), To: leaf("down")})
		}
	}
	empty := func(where, path, what string) {
		net.AtRest = append(net.AtRest, blocks.AtRest{PortState: blocks.PortState{Path: path, What: what}, Path: path,
			Where: where, Link: -1})
	}
	free := func(where, path, what string, value int) {
		net.AtRest = append(net.AtRest, blocks.AtRest{PortState: blocks.PortState{Path: path, What: what,
			Value: uint64(value), Most: true}, Path: path, Where: where, Link: -1})
	}
	for l := range p.Leaves {
		leaf := fmt.Sprintf("leaf %d", l)
		for port := range p.Ports {
			where := fmt.Sprintf("%s port %d", leaf, port)
			for k := range p.Prios {
				empty(where, fmt.Sprintf("leaf_%d.port_in_%d.occupancy_q[%d]", l, port, k),
					fmt.Sprintf("units of priority %d in the input buffer", k))
				free(where, fmt.Sprintf("leaf_%d.arbiter_%d.free_q[%d]", l, port, k),
					fmt.Sprintf("places for frames of priority %d in the output buffer", k), p.Places)
			}
		}
		for s := range p.Spines {
			uplink := fmt.Sprintf("%s to spine %d", leaf, s)
			free(uplink, fmt.Sprintf("leaf_%d.uplinks.credits_q[%d]", l, s), "credits", p.Cells)
			empty(uplink, fmt.Sprintf("spine_%d.in_buffer_%d.count_q", s, l), "cells in the input buffer")
			downlink := fmt.Sprintf("spine %d to %s", s, leaf)
			free(downlink, fmt.Sprintf("spine_%d.credits_q[%d]", s, l), "credits", p.Cells)
			empty(downlink, fmt.Sprintf("spine_%d.out_buffer_%d.count_q", s, l), "cells in the output buffer")
			empty(downlink, fmt.Sprintf("leaf_%d.downlink_%d.count_q", l, s), "cells at the end of the link")
		}
	}
	return net
}

// HostedBytes is the length of the frames that software outside gives the servers. Every server has a flow to each
// server, with the number of that, of frames of this length and rate 0.
const HostedBytes = 1024

// hosted is how software gets at the servers of a network; nil if they have no flow to each, or frames do not take
// whole beats. A packet is a frame; a beat time carries an eighth of it.
func (p NetworkParams) hosted() *blocks.Hosted {
	n := p.Leaves * p.Ports
	if p.Flows < n || p.Ports != 1<<p.portBits() || p.WholeBeats == 0 || p.PerDest == 1 {
		return nil
	}
	const parts = 8
	return &blocks.Hosted{
		Nodes: n, Interval: parts, BeatTime: 100 * HostedBytes / qcn.BeatBytes / parts, Queue: p.Flows * p.Queue,
		Maker: "source", Valid: "offer_valid_q", Dst: "offer_flow_q", DstBit: "offered",
		Arrived: blocks.Bits{Path: "sink.ends"}, Source: "sink.src", Late: 1,
		Left: &blocks.Left{Valid: "adapter.goes", Dst: "adapter.chosen_flow", Late: -1, Queue: p.Queue},
	}
}
