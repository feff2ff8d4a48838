package recn

import (
	"fmt"

	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// value shortens the signatures of this package.
type value = rtlgen.Value

// Params configures the switch and each of its units; a unit uses those that its
// contract names. The defaults are the paper's reference values (IQ section 4).
type Params struct {
	Ports       int `param:"ports" default:"8" min:"2" max:"16" doc:"bidirectional ports"`
	Slots       int `param:"slots" default:"64" min:"8" max:"256" doc:"packet slots per input port"`
	SAQs        int `param:"saqs" default:"4" min:"0" max:"8" doc:"set-aside queues per input port"`
	Detect      int `param:"detect" default:"5" min:"1" max:"255" doc:"a cold queue longer than this detects congestion, packets"`
	Xoff        int `param:"xoff" default:"10" min:"1" max:"255" doc:"a SAQ longer than this sends Xoff, packets"`
	Xon         int `param:"xon" default:"5" min:"1" max:"255" doc:"a SAQ shorter than this sends Xon, packets"`
	LinkLatency int `param:"link_latency" default:"2" min:"1" max:"16" doc:"registers before the link pins, cycles"`
	Inclusive   int `param:"inclusive" default:"0" min:"0" max:"1" doc:"1: a SAQ of just the length of a threshold is over xoff, or under xon (DD), 0: it is not (IQ)"`
	Broadcast   int `param:"broadcast" default:"1" min:"0" max:"1" doc:"1: an Xoff of an output port stops the SAQs of its name at all inputs (DD), 0: at the input that it is for (IQ alone)"`
	ReadyBit    int `param:"ready_bit" default:"1" min:"0" max:"1" doc:"1: a SAQ is freed when it empties, not before its first packet (DD), 0: whenever it is empty"`
	LeafFirst   int `param:"leaf_first" default:"0" min:"0" max:"1" doc:"1: the leaves of a tree are deallocated first, with reports from switch to switch and a timer (RECN before DD), 0: any SAQ (DD)"`
	ErrorBits   int `param:"error_bits" default:"8" min:"1" max:"32" doc:"bits of a counter of errors"`
	Data        int `param:"data" default:"64" min:"64" max:"512" quiet:"yes" doc:"bits of a beat: 64, 128, 256 or 512"`
	Timer       int `param:"timer" default:"64" min:"0" max:"255" doc:"leaf_first: a SAQ must have been empty for so long, cycles"`
}

// Defaults are the default parameters.
var Defaults = rtlgen.Default[Params]()

// firstPacket is the cycle of a line in which the first packet can come to its SAQ: a
// ready head is recalled, and inspected again in two stages.
const firstPacket = 4

// Dims are the names that the tags of ports use.
func (p Params) Dims() rtlgen.Dims {
	return link.PinDims(p.ErrorBits, packet.DataDims(p.Data, rtlgen.Dims{
		"messages": p.SAQs, "destination_credits": 0, "reports": min(p.SAQs, 1) * p.LeafFirst,
	}))
}

// Derived widths, named as in the contract.
func (p Params) pw() int             { return rtlgen.IndexBits(p.Ports) }
func (p Params) sw() int             { return rtlgen.IndexBits(p.Slots) }
func (p Params) cw() int             { return rtlgen.CountBits(p.Slots) }
func (p Params) queues() int         { return 1 + p.SAQs }
func (p Params) ports() packet.Ports { return packet.Ports(p.Ports) }

// Check finds parameters that do not go together.
func (p Params) Check() error {
	if err := packet.CheckData(p.Data); err != nil {
		return err
	}
	if p.LeafFirst == 1 && p.Ports < 3 {
		return fmt.Errorf("leaf_first=1 needs a bit of the mask that no name has, and with ports=%d a name may have all: give at least ports=3",
			p.Ports)
	}
	if p.Inclusive == 1 {
		return CheckInclusive(p.Slots, p.SAQs, p.Xoff, p.Xon, "cold queue")
	}
	return CheckQueues(p.Slots, p.SAQs, p.Xoff, p.Xon, "cold queue")
}

// CheckQueues finds slots that are too few for the set-aside queues beside a queue,
// and thresholds in the wrong order. What a block does not have is 0.
func CheckQueues(slots, saqs, xoff, xon int, queue string) error {
	if slots > 0 && slots < 2+2*saqs {
		return fmt.Errorf("slots=%d is too few for saqs=%d: give at least %d slots (2 for the %s, 2 per SAQ), or at most saqs=%d",
			slots,
			saqs,
			2+2*saqs,
			queue,
			(slots-2)/2)
	}
	if xon > xoff {
		return fmt.Errorf("the thresholds are in the wrong order: xon=%d must not be above xoff=%d", xon, xoff)
	}
	return nil
}

// CheckInclusive is CheckQueues for thresholds that count as crossed when they are
// reached: if both were the same, a SAQ of that length would send Xoff and Xon by
// turns.
func CheckInclusive(slots, saqs, xoff, xon int, queue string) error {
	if xoff > 0 && xon == xoff {
		return fmt.Errorf("the thresholds are equal: a SAQ of xoff=%d packets would send Xoff and Xon by turns: give xon=%d or less, or a higher xoff",
			xoff,
			xoff-1)
	}
	return CheckQueues(slots, saqs, xoff, xon, queue)
}

// Blocks lists the units and the switch.
func Blocks() []*blocks.Block {
	list := []*blocks.Block{
		blocks.Of(MMU), blocks.Of(RU), blocks.Of(MU), blocks.Of(CDU), blocks.Of(NameExtend), blocks.Of(InCAM), blocks.Of(PPU),
		blocks.Of(RFCU),
		blocks.Of(OutCAM), blocks.Of(NoteBus), blocks.Of(Scheduler), blocks.Of(Leaf), blocks.Of(Branches),
		blocks.Of(InputPort), blocks.Of(OutputPort), blocks.Of(Switch), blocks.Of(Pair),
	}
	for _, b := range list {
		for _, p := range b.Params {
			if p.Name == "saqs" && p.Min == 0 {
				b.Also = []blocks.Values{{"saqs": 0}}
			}
		}
	}
	return list
}
