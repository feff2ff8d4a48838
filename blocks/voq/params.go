package voq

import (
	"fmt"

	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// value shortens the signatures of this package.
type value = rtlgen.Value

// Params configures the switches and the network adapter; each uses those that
// its contract names. The defaults are the values of the experiments of the RECN-IQ
// paper (64 nodes, switches of 8 ports with 64 slots each). Depth 4 lets one flow
// use a link fully up to a link latency of 8 cycles; see README.md.
type Params struct {
	Ports       int `param:"ports" default:"8" min:"2" max:"16" doc:"bidirectional ports"`
	Slots       int `param:"slots" default:"64" min:"8" max:"256" doc:"packet slots per input port"`
	Nodes       int `param:"nodes" default:"64" min:"16" max:"256" doc:"destinations of the network: 16, 64 or 256"`
	Depth       int `param:"depth" default:"4" min:"2" max:"16" doc:"packet slots of each queue: 2, 4, 8 or 16"`
	Queue       int `param:"queue" default:"4096" min:"2" max:"65536" doc:"packets that wait at most"`
	LinkLatency int `param:"link_latency" default:"2" min:"1" max:"16" doc:"registers before the link pins, cycles"`
	ErrorBits   int `param:"error_bits" default:"8" min:"1" max:"32" doc:"bits of a counter of errors"`
	Data        int `param:"data" default:"64" min:"64" max:"512" quiet:"yes" doc:"bits of a beat: 64, 128, 256 or 512"`
}

// Defaults are the default parameters.
var Defaults = rtlgen.Default[Params]()

// Dims are the names that the tags of ports use.
func (p Params) Dims() rtlgen.Dims {
	return link.PinDims(p.ErrorBits, packet.DataDims(p.Data, rtlgen.Dims{"messages": 0, "destination_credits": 0, "room": p.room()}))
}

// netParams are the parameters of what is at a VOQnet link, whose credits name the
// destination.
type netParams struct{ Params }

// Dims are the names that the tags of ports use.
func (p netParams) Dims() rtlgen.Dims {
	d := p.Params.Dims()
	d["destination_credits"] = 1
	return d
}

// nicParams are the parameters of the network adapter, whose ports are those of
// package traffic.
type nicParams struct{ Params }

// Dims are the names that the tags of ports use.
func (p nicParams) Dims() rtlgen.Dims { return traffic.VOQnet.Dims() }

// Derived widths, named as in the contract.
func (p Params) pw() int             { return rtlgen.IndexBits(p.Ports) }
func (p Params) sw() int             { return rtlgen.IndexBits(p.Slots) }
func (p Params) cw() int             { return rtlgen.CountBits(p.Slots) }
func (p Params) nw() int             { return rtlgen.IndexBits(p.Nodes) }
func (p Params) dw() int             { return rtlgen.IndexBits(p.Depth) }
func (p Params) ew() int             { return rtlgen.IndexBits(p.Queue) }
func (p Params) ports() packet.Ports { return packet.Ports(p.Ports) }

// room is the number of packets that all queues of a VOQnet input port hold.
func (p Params) room() int { return p.Nodes * p.Depth }

// plain are the parameters of the RECN-IQ units without set-aside queues.
func (p Params) plain() recn.Params {
	return recn.Params{Ports: p.Ports, Slots: p.Slots, LinkLatency: p.LinkLatency, Data: p.Data}
}

// crossing is the crossbar of both switches.
func (p Params) crossing() packet.Crossing {
	return packet.Crossing{Ports: p.ports(), Cycles: packet.Beats, Left: "beats_left"}
}

// Check finds values between the ends of a range that do not exist.
func (p Params) Check() error {
	if err := packet.CheckData(p.Data); err != nil {
		return err
	}
	if n := p.Nodes; n != 0 && n != 16 && n != 64 && n != 256 {
		return fmt.Errorf("there is no network of nodes=%d: give 16, 64 or 256", n)
	}
	if p.Depth&(p.Depth-1) != 0 {
		return fmt.Errorf("depth=%d is no power of two: give 2, 4, 8 or 16", p.Depth)
	}
	return nil
}

// Blocks lists the switches and the network adapter.
func Blocks() []*blocks.Block {
	return []*blocks.Block{blocks.Of(SwSwitch), blocks.Of(NetSwitch), blocks.Of(NIC)}
}
