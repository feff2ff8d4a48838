package cioqrecn

import (
	"fmt"

	"culprit/blocks"
	"culprit/blocks/recn"
	"culprit/rtlgen"
)

// value shortens the signatures of this package.
type value = rtlgen.Value

// Params configures the switch and its two sides.
type Params struct {
	Ports       int // bidirectional ports
	Slots       int // packet slots of 64 bytes per input side and per output side
	SAQs        int // set-aside queues per input side and per output side
	Detect      int // packets in a detection queue above which congestion is detected
	DetectOut   int // packets in a standard queue above which an arriving one detects it
	Xoff        int // packets in a SAQ above which it sends Xoff
	Xon         int // packets in a SAQ below which it sends Xon
	LinkLatency int // registers before the link pins, cycles
}

// Defaults are the papers' values; the output detection threshold, which they do
// not give, is that of the input.
var Defaults = Params{Ports: 8, Slots: 64, SAQs: 4, Detect: 5, DetectOut: 5, Xoff: 10, Xon: 5, LinkLatency: 2}

const (
	beatBits   = 64           // a beat of a link
	beats      = 8            // beats of a packet of 64 bytes
	pairBits   = 2 * beatBits // the crossbar carries two beats at a time
	pairs      = beats / 2    // pairs of a packet: the cycles in which it crosses
	turnBits   = 31           // turnpool
	tptrBits   = 5            // turn pointer
	headerBits = turnBits + tptrBits
)

// Derived widths, named as in the contract.
func (p Params) pw() int           { return rtlgen.IndexBits(p.Ports) }
func (p Params) turn() int         { return rtlgen.IndexBits(p.Ports) }
func (p Params) sw() int           { return rtlgen.IndexBits(p.Slots) }
func (p Params) cw() int           { return rtlgen.CountBits(p.Slots) }
func (p Params) inputQueues() int  { return p.Ports + p.SAQs }
func (p Params) outputQueues() int { return 1 + p.SAQs }

// recn is what the units of RECN-IQ that serve here, too, need to know.
func (p Params) recn() recn.Params {
	return recn.Params{
		Ports: p.Ports, Slots: p.Slots, SAQs: p.SAQs, Detect: p.Detect, Xoff: p.Xoff, Xon: p.Xon, LinkLatency: p.LinkLatency, ReadyBit: 1,
	}
}

// spec is a parameter of the registry and where it lives in Params.
type spec = blocks.Field[Params]

var (
	portsSpec  = spec{Param: blocks.Param{Name: "ports", Default: 8, Min: 2, Max: 16, Doc: "bidirectional ports"}, Of: func(p *Params) *int { return &p.Ports }}
	slotsSpec  = spec{Param: blocks.Param{Name: "slots", Default: 64, Min: 8, Max: 256, Doc: "packet slots of 64 bytes per input side and per output side"}, Of: func(p *Params) *int { return &p.Slots }}
	saqsSpec   = spec{Param: blocks.Param{Name: "saqs", Default: 4, Min: 1, Max: 8, Doc: "set-aside queues per input side and per output side"}, Of: func(p *Params) *int { return &p.SAQs }}
	detectSpec = spec{Param: blocks.Param{Name: "detect", Default: 5, Min: 1, Max: 255, Doc: "a detection queue longer than this detects congestion, packets"}, Of: func(p *Params) *int { return &p.Detect }}
	outSpec    = spec{Param: blocks.Param{Name: "detect_out", Default: 5, Min: 1, Max: 255, Doc: "a packet that finds a standard queue longer than this detects congestion, packets"}, Of: func(p *Params) *int { return &p.DetectOut }}
	xoffSpec   = spec{Param: blocks.Param{Name: "xoff", Default: 10, Min: 1, Max: 255, Doc: "a SAQ longer than this sends Xoff, packets"}, Of: func(p *Params) *int { return &p.Xoff }}
	xonSpec    = spec{Param: blocks.Param{Name: "xon", Default: 5, Min: 1, Max: 255, Doc: "a SAQ shorter than this sends Xon, packets"}, Of: func(p *Params) *int { return &p.Xon }}
	latSpec    = spec{Param: blocks.Param{Name: "link_latency", Default: 2, Min: 1, Max: 16, Doc: "registers before the link pins, cycles"}, Of: func(p *Params) *int { return &p.LinkLatency }}
	// Parameters of the units that serve both sides; they are no part of Params.
	queuesSpec   = spec{Param: blocks.Param{Name: "queues", Default: 12, Min: 1, Max: 32, Doc: "queues over the slots"}}
	standardSpec = spec{Param: blocks.Param{Name: "standard", Default: 8, Min: 1, Max: 16, Doc: "queues that are not SAQs"}}
)

// declare records the parameters of a unit, which makes its module name unique.
func (p Params) declare(m *rtlgen.Module, specs ...spec) { blocks.Declare(m, p, specs...) }

// entry makes a unit known to the registry.
func entry(name, doc string, build func(Params) *rtlgen.Module, specs ...spec) *blocks.Block {
	return blocks.New("cioqrecn", name, doc, Defaults, check, build, specs...)
}

// shared makes a unit known that serves both sides and has parameters of its own.
func shared(name, doc string, build func(blocks.Values) *rtlgen.Module, specs ...spec) *blocks.Block {
	b := &blocks.Block{Name: name, Family: "cioqrecn", Doc: doc, Check: check, Build: build}
	for _, s := range specs {
		b.Params = append(b.Params, s.Param)
	}
	return b
}

// check finds parameters that do not go together.
func check(v blocks.Values) error {
	slots, hasSlots := v["slots"]
	saqs, hasSAQs := v["saqs"]
	if hasSlots && hasSAQs && slots < 2+2*saqs {
		return fmt.Errorf("slots=%d is too few for saqs=%d: give at least %d slots (2 for the standard queue, 2 per SAQ), or at most saqs=%d", slots, saqs, 2+2*saqs, (slots-2)/2)
	}
	xoff, hasXoff := v["xoff"]
	xon, hasXon := v["xon"]
	if hasXoff && hasXon && xon > xoff {
		return fmt.Errorf("the thresholds are in the wrong order: xon=%d must not be above xoff=%d", xon, xoff)
	}
	return nil
}

// Blocks lists the units and the switch.
func Blocks() []*blocks.Block {
	return []*blocks.Block{
		shared("cioq_recn_queues", "all queues of one side and its free slots", func(v blocks.Values) *rtlgen.Module {
			return Queues(v["slots"], v["queues"])
		}, slotsSpec, queuesSpec),
		shared("cioq_recn_cam", "CAM of one side: names and states of the set-aside queues", func(v blocks.Values) *rtlgen.Module {
			return CAM(v["saqs"], v["standard"])
		}, saqsSpec, standardSpec),
		shared("cioq_recn_markers", "markers and ready bits of one side", func(v blocks.Values) *rtlgen.Module {
			return Markers(v["slots"], v["saqs"], v["standard"])
		}, slotsSpec, saqsSpec, standardSpec),
		entry("cioq_recn_detection", "congestion detection of an input side", Detection, portsSpec, slotsSpec, saqsSpec, detectSpec),
		entry("cioq_recn_notifier", "notifications of an output side to the input sides", Notifier, portsSpec, slotsSpec, saqsSpec, outSpec, xoffSpec, xonSpec),
		entry("cioq_recn_scheduler", "two-phase round-robin scheduler of the crossbar", Scheduler, portsSpec, saqsSpec),
		entry("cioq_recn_input_port", "input side: detection queues, set-aside queues", InputPort, portsSpec, slotsSpec, saqsSpec, detectSpec, xoffSpec, xonSpec, latSpec),
		entry("cioq_recn_output_port", "output side: standard queue, set-aside queues, link", OutputPort, portsSpec, slotsSpec, saqsSpec, outSpec, xoffSpec, xonSpec, latSpec),
		entry("cioq_recn_switch", "RECN switch with queues on both sides", Switch, portsSpec, slotsSpec, saqsSpec, detectSpec, outSpec, xoffSpec, xonSpec, latSpec),
	}
}
