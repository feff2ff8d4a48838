package cioqrecn

import (
	"fmt"

	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// Scheme is a fabric of switches with RECN for combined input and output queues.
func Scheme() fabric.Scheme {
	return fabric.Scheme{
		Number: 3, Key: "recn-cioq", Name: "RECN-CIOQ",
		Check: func(p fabric.Params) error {
			if p.SAQs == 0 {
				return fmt.Errorf("scheme=%d (RECN-CIOQ) needs set-aside queues: give at least saqs=1", p.Scheme)
			}
			return recn.CheckInclusive(p.Slots, p.SAQs, p.Xoff, p.Xon, "standard queue")
		},
		Link: fabric.LinkWithSAQs,
		Switch: func(p fabric.Params) *rtlgen.Typed[fabric.SwitchPorts] {
			return fabric.As(p, Switch(Params{
				Ports: p.Ports, Slots: p.Slots, SAQs: p.SAQs, Detect: p.Detect, DetectOut: p.Detect, Xoff: p.Xoff, Xon: p.Xon,
				LinkLatency: p.LinkLatency, ErrorBits: fabric.ErrorBits, Data: packet.BeatBits,
			}))
		},
		Monitored: func(fabric.Params) bool { return true },
		Conserved: func(p fabric.Params) fabric.Conserved {
			slots := uint64(p.Slots)
			c := p.Conserved(fabric.LinkWithSAQs(p), []blocks.PortState{
				{Path: "in_port_PORT.queues.free_count_q", What: "free slots", Value: slots, Most: true, Slack: p.Slack()},
				{Path: "in_port_PORT.cam.valid_q", What: "set-aside queues in use at the input", Ones: true},
				{Path: "in_port_PORT.cam.sent_q", What: "Xoffs without Xon", Ones: true},
				{Path: "out_port_PORT.queues.free_count_q", What: "free slots at the output", Value: slots, Most: true,
					Sends: true},
				{Path: "out_port_PORT.reservations.count_q", What: "slots not reserved at the output", Value: slots, Most: true,
					Sends: true},
				{Path: "out_port_PORT.credits.count_q", What: "credits", Value: slots, Most: true, Sends: true, Slack: p.Slack()},
				{Path: "out_port_PORT.cam.valid_q", What: "set-aside queues in use at the output", Sends: true,
					Ones: true},
			})
			c.Told = []fabric.Told{{
				What: "Xoffs", Late: p.LinkLatency + 8, Said: blocks.Bits{Path: "in_port_PORT.cam.sent_q"},
				BySwitch: fabric.Obeys{Obeyed: blocks.Bits{Path: "out_port_PORT.cam.valid_q", And: "out_port_PORT.cam.blocked_q"},
					Refused: blocks.Bits{Path: "out_port_PORT.cam.refused"}},
				ByNode: fabric.Obeys{Obeyed: blocks.Bits{Path: "cam.xoff"}, Refused: blocks.Bits{Path: "cam.refused"}},
			}}
			return c
		},
	}
}
