package recn

import (
	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// Scheme is a fabric of RECN-IQ switches; with saqs=0 they are plain input-queued
// switches.
func Scheme() fabric.Scheme {
	return fabric.Scheme{
		Number: 0, Key: "recn-iq", Name: "RECN-IQ",
		Check: fabric.CheckSAQs,
		Link:  fabric.LinkWithSAQs,
		Switch: func(p fabric.Params) *rtlgen.Typed[fabric.SwitchPorts] {
			return fabric.As(p, Switch(Params{
				Ports: p.Ports, Slots: p.Slots, SAQs: p.SAQs, Detect: p.Detect, Xoff: p.Xoff, Xon: p.Xon,
				LinkLatency: p.LinkLatency, Broadcast: p.Broadcast, ReadyBit: p.ReadyBit, LeafFirst: p.LeafFirst,
				Timer: Defaults.Timer, Data: packet.BeatBits, ErrorBits: fabric.ErrorBits,
			}))
		},
		Monitored: func(p fabric.Params) bool { return p.SAQs > 0 },
		Conserved: func(p fabric.Params) fabric.Conserved {
			list := []blocks.PortState{
				{Path: "in_port_PORT.mmu.free_count_q", What: "free slots", Value: uint64(p.Slots), Most: true, Slack: p.Slack()},
				{Path: "out_port_PORT.credits.count_q", What: "credits", Value: uint64(p.Slots), Most: true, Sends: true,
					Slack: p.Slack()},
			}
			if p.SAQs > 0 {
				list = append(list,
					blocks.PortState{Path: "in_port_PORT.cam.valid_q", What: "set-aside queues in use", Ones: true},
					blocks.PortState{Path: "in_port_PORT.cam.sent_q", What: "Xoffs without Xon", Ones: true},
					blocks.PortState{Path: "out_port_PORT.cam.valid_q", What: "Xoffs kept", Sends: true, Ones: true})
			}
			c := p.Conserved(fabric.LinkWithSAQs(p), list)
			if p.SAQs > 0 {
				c.Told = []fabric.Told{{
					What: "Xoffs", Late: p.LinkLatency + 8, Said: blocks.Bits{Path: "in_port_PORT.cam.sent_q"},
					BySwitch: fabric.Obeys{Obeyed: blocks.Bits{Path: "out_port_PORT.cam.valid_q", And: "out_port_PORT.cam.xoff_q"},
						Refused: blocks.Bits{Path: "out_port_PORT.cam.cam_full"}},
					ByNode: fabric.Obeys{Obeyed: blocks.Bits{Path: "cam.xoff"}, Refused: blocks.Bits{Path: "cam.refused"}},
				}}
			}
			return c
		},
	}
}
