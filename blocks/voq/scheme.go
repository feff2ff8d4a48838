package voq

import (
	"fmt"

	"culprit/blocks/fabric"
	"culprit/blocks/traffic"
	"culprit/rtlgen"
)

// SwScheme is a fabric of switches with a queue per output of the switch.
func SwScheme() fabric.Scheme {
	return fabric.Scheme{
		Number: 1, Key: "voqsw", Name: "VOQsw",
		Link: func(fabric.Params) traffic.Link { return traffic.Credit },
		Switch: func(p fabric.Params) *rtlgen.Typed[fabric.SwitchPorts] {
			return fabric.As(p, SwSwitch(inFabric(p)))
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
	}
}

// inFabric are the parameters of a switch or NIC in a fabric.
func inFabric(p fabric.Params) Params {
	return Params{Ports: fabric.Ports, Slots: p.Slots, Nodes: fabric.Nodes(p.Levels), Depth: p.Depth, Queue: p.Queue, LinkLatency: p.LinkLatency}
}
