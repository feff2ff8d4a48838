package cioqrecn

import (
	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// value shortens the signatures of this package.
type value = rtlgen.Value

// Params configures the switch and its two sides. The defaults are the papers'
// values; the output detection threshold, which they do not give, is that of the
// input.
type Params struct {
	Ports       int `param:"ports" default:"8" min:"2" max:"16" doc:"bidirectional ports"`
	Slots       int `param:"slots" default:"64" min:"8" max:"256" doc:"packet slots per input side and per output side"`
	SAQs        int `param:"saqs" default:"4" min:"1" max:"8" doc:"set-aside queues per input side and per output side"`
	Detect      int `param:"detect" default:"5" min:"1" max:"255" doc:"a detection queue that reaches this length detects congestion, packets"`
	DetectOut   int `param:"detect_out" default:"5" min:"1" max:"255" doc:"a packet that finds a standard queue longer than this detects congestion, packets"`
	Xoff        int `param:"xoff" default:"10" min:"2" max:"255" doc:"a SAQ that reaches this length sends Xoff, packets"`
	Xon         int `param:"xon" default:"5" min:"1" max:"254" doc:"a SAQ of this length or less sends Xon, packets"`
	LinkLatency int `param:"link_latency" default:"2" min:"1" max:"16" doc:"registers before the link pins, cycles"`
	ErrorBits   int `param:"error_bits" default:"8" min:"1" max:"32" doc:"bits of a counter of errors"`
	Data        int `param:"data" default:"64" min:"64" max:"512" quiet:"yes" doc:"bits of a beat: 64, 128, 256 or 512"`
}

// Defaults are the default parameters.
var Defaults = rtlgen.Default[Params]()

// SideParams configures the units that serve both sides.
type SideParams struct {
	Slots    int `param:"slots" default:"64" min:"8" max:"256" doc:"packet slots per input side and per output side"`
	SAQs     int `param:"saqs" default:"4" min:"1" max:"8" doc:"set-aside queues per input side and per output side"`
	Ports    int `param:"ports" default:"8" min:"2" max:"16" doc:"bidirectional ports"`
	Queues   int `param:"queues" default:"12" min:"1" max:"32" doc:"queues over the slots"`
	Standard int `param:"standard" default:"8" min:"1" max:"16" doc:"queues that are not SAQs"`
}

const pairs = packet.Beats / 2 // pairs of a packet: the cycles in which it crosses

// Dims are the names that the tags of ports use.
func (p Params) Dims() rtlgen.Dims {
	return link.PinDims(p.ErrorBits, packet.DataDims(p.Data, rtlgen.Dims{"messages": p.SAQs, "destination_credits": 0,
		"pair": p.pairBits()}))
}

// Dims are the names that the tags of ports use.
func (p SideParams) Dims() rtlgen.Dims { return packet.Dims(nil) }

// Derived widths, named as in the contract.
func (p Params) pw() int             { return rtlgen.IndexBits(p.Ports) }
func (p Params) sw() int             { return rtlgen.IndexBits(p.Slots) }
func (p Params) cw() int             { return rtlgen.CountBits(p.Slots) }
func (p Params) inputQueues() int    { return p.Ports + p.SAQs }
func (p Params) outputQueues() int   { return 1 + p.SAQs }
func (p Params) pairBits() int       { return 2 * p.Data } // the crossbar carries two beats at a time
func (p Params) ports() packet.Ports { return packet.Ports(p.Ports) }

func (p SideParams) ports() packet.Ports { return packet.Ports(p.Ports) }

// queueBits is the width of a queue number: standard queues first, then the SAQs.
func (p SideParams) queueBits() int { return rtlgen.IndexBits(p.Standard + p.SAQs) }

// input and output are the parameters of the units of a side.
func (p Params) input() SideParams {
	return SideParams{Slots: p.Slots, SAQs: p.SAQs, Ports: p.Ports, Queues: p.inputQueues(), Standard: p.Ports}
}
func (p Params) output() SideParams {
	return SideParams{Slots: p.Slots, SAQs: p.SAQs, Ports: p.Ports, Queues: p.outputQueues(), Standard: 1}
}

// recn is what the units of RECN-IQ that serve here, too, need to know.
func (p Params) recn() recn.Params {
	return recn.Params{
		Ports: p.Ports, Slots: p.Slots, SAQs: p.SAQs, Detect: p.Detect, Xoff: p.Xoff, Xon: p.Xon, LinkLatency: p.LinkLatency,
		ReadyBit: 1, Inclusive: 1, Broadcast: 1, Data: p.Data,
	}
}

// Check finds parameters that do not go together.
func (p Params) Check() error {
	if err := packet.CheckData(p.Data); err != nil {
		return err
	}
	return recn.CheckInclusive(p.Slots, p.SAQs, p.Xoff, p.Xon, "standard queue")
}

// Check finds parameters that do not go together.
func (p SideParams) Check() error {
	return recn.CheckQueues(p.Slots, p.SAQs, 0, 0, "standard queue")
}

// Blocks lists the units and the switch.
func Blocks() []*blocks.Block {
	return []*blocks.Block{
		blocks.Of(Queues), blocks.Of(CAM), blocks.Of(Markers), blocks.Of(Detection), blocks.Of(Notifier),
		blocks.Of(Scheduler), blocks.Of(InputPort), blocks.Of(OutputPort), blocks.Of(Switch),
	}
}
