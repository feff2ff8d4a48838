package voq

import (
	"fmt"

	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// SwScheme is a fabric of switches with a queue per output of the switch.
func SwScheme() fabric.Scheme {
	return fabric.Scheme{
		Number: 1, Key: "voqsw", Name: "VOQsw",
		Link: func(fabric.Params) traffic.Link { return traffic.Credit },
		Switch: func(p fabric.Params) *rtlgen.Typed[fabric.SwitchPorts] {
			return fabric.As(p, SwSwitch(inFabric(p)))
		},
		Conserved: func(p fabric.Params) fabric.Conserved {
			return p.Conserved(traffic.Credit, []blocks.PortState{
				{Path: "in_port_PORT.mmu.free_count_q", What: "free slots", Value: uint64(p.Slots), Most: true, Slack: p.Slack()},
				{Path: "out_port_PORT.credits.count_q", What: "credits", Value: uint64(p.Slots), Most: true, Sends: true,
					Slack: p.Slack()},
			})
		},
	}
}

// NetScheme is a fabric of switches and NICs with a queue per destination in the
// network.
func NetScheme() fabric.Scheme {
	return fabric.Scheme{
		Number: 2, Key: "voqnet", Name: "VOQnet",
		Check: func(p fabric.Params) error {
			if p.Depth&(p.Depth-1) != 0 {
				return fmt.Errorf("depth=%d is no power of two: give 2, 4, 8 or 16", p.Depth)
			}
			return nil
		},
		Link: func(fabric.Params) traffic.Link { return traffic.VOQnet },
		Switch: func(p fabric.Params) *rtlgen.Typed[fabric.SwitchPorts] {
			return fabric.As(p, NetSwitch(inFabric(p)))
		},
		NIC: func(p fabric.Params) *rtlgen.Typed[traffic.NICPorts] {
			return rtlgen.As[traffic.NICPorts](NIC(inFabric(p)), fabric.NodeParams(p, traffic.VOQnet))
		},
		Conserved: func(p fabric.Params) fabric.Conserved {
			q := inFabric(p)
			slots := blocks.PortState{Path: "in_port_PORT.free", What: "free slots", Value: uint64(q.room()), Most: true,
				Slack: p.Slack()}
			return fabric.Conserved{
				Switch: append(q.netCreditState("out_port_PORT.credits."), slots),
				NIC:    q.netCreditState("credits."), Hold: "chosen",
			}
		},
	}
}

// netCreditState is what netCredits, an instance of the given path, has at rest.
func (p Params) netCreditState(path string) []blocks.PortState {
	list := []blocks.PortState{{Path: path + "count_q", What: "credits", Value: uint64(p.room()), Most: true, Sends: true,
		Slack: traffic.Slack(p.LinkLatency)}}
	for d := range p.Nodes {
		list = append(list, blocks.PortState{Path: fmt.Sprintf("%scounters[%d]", path, d),
			What: fmt.Sprintf("credits for node %d", d), Value: uint64(p.Depth), Sends: true})
	}
	return list
}

// inFabric are the parameters of a switch or NIC in a fabric.
func inFabric(p fabric.Params) Params {
	return Params{Ports: p.Ports, Slots: p.Slots, Nodes: p.Nodes(), Depth: p.Depth, Queue: p.Queue,
		LinkLatency: p.LinkLatency, ErrorBits: fabric.ErrorBits, Data: packet.BeatBits}
}
