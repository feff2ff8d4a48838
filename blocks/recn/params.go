package recn

import (
	"fmt"

	"culprit/blocks"
	"culprit/rtlgen"
)

// Params configures the switch and each of its units; a unit uses those that
// its contract names.
type Params struct {
	Ports       int // bidirectional ports
	Slots       int // packet slots of 64 bytes per input port
	SAQs        int // set-aside queues per input port, CAM lines per output port
	Detect      int // packets in the cold queue above which congestion is detected
	Xoff        int // packets in a SAQ above which it sends Xoff
	Xon         int // packets in a SAQ below which it sends Xon
	LinkLatency int // registers before the link pins, cycles
	ReadyBit    int // 1: deallocation with the ready bit (DD), 0: without (IQ alone)
}

// Defaults are the paper's reference values (IQ section 4).
var Defaults = Params{Ports: 8, Slots: 64, SAQs: 4, Detect: 5, Xoff: 10, Xon: 5, LinkLatency: 2, ReadyBit: 1}

const (
	beatBits   = 64 // data path (paper silent: 8 beats of 8 bytes)
	beats      = 8  // beats of a packet of 64 bytes
	wordBits   = 3  // index of a beat
	turnBits   = 31 // turnpool (IQ 2)
	tptrBits   = 5  // turn pointer (IQ 2)
	headerBits = turnBits + tptrBits
	requestOut = 6 // output port field of a request: RRF is 7 bits wide (IQ 3.3)
)

// Derived widths, named as in the contract.
func (p Params) pw() int     { return rtlgen.IndexBits(p.Ports) }
func (p Params) turn() int   { return rtlgen.IndexBits(p.Ports) }
func (p Params) sw() int     { return rtlgen.IndexBits(p.Slots) }
func (p Params) cw() int     { return rtlgen.CountBits(p.Slots) }
func (p Params) queues() int { return 1 + p.SAQs }
func (p Params) qw() int     { return rtlgen.IndexBits(p.queues()) }

// spec is a parameter of the registry and where it lives in Params.
type spec = blocks.Field[Params]

var (
	portsSpec = spec{Param: blocks.Param{Name: "ports", Default: 8, Min: 2, Max: 16, Doc: "bidirectional ports"}, Of: func(p *Params) *int { return &p.Ports }}
	slotsSpec = spec{Param: blocks.Param{Name: "slots", Default: 64, Min: 8, Max: 256, Doc: "packet slots of 64 bytes per input port"}, Of: func(p *Params) *int { return &p.Slots }}
	// Units that make no sense without set-aside queues start at 1.
	saqsSpec   = spec{Param: blocks.Param{Name: "saqs", Default: 4, Min: 0, Max: 8, Doc: "set-aside queues per input port"}, Of: func(p *Params) *int { return &p.SAQs }}
	saqs1Spec  = spec{Param: blocks.Param{Name: "saqs", Default: 4, Min: 1, Max: 8, Doc: "set-aside queues per input port"}, Of: func(p *Params) *int { return &p.SAQs }}
	detectSpec = spec{Param: blocks.Param{Name: "detect", Default: 5, Min: 1, Max: 255, Doc: "a cold queue longer than this detects congestion, packets"}, Of: func(p *Params) *int { return &p.Detect }}
	xoffSpec   = spec{Param: blocks.Param{Name: "xoff", Default: 10, Min: 1, Max: 255, Doc: "a SAQ longer than this sends Xoff, packets"}, Of: func(p *Params) *int { return &p.Xoff }}
	xonSpec    = spec{Param: blocks.Param{Name: "xon", Default: 5, Min: 1, Max: 255, Doc: "a SAQ shorter than this sends Xon, packets"}, Of: func(p *Params) *int { return &p.Xon }}
	latSpec    = spec{Param: blocks.Param{Name: "link_latency", Default: 2, Min: 1, Max: 16, Doc: "registers before the link pins, cycles"}, Of: func(p *Params) *int { return &p.LinkLatency }}
	readySpec  = spec{Param: blocks.Param{Name: "ready_bit", Default: 1, Min: 0, Max: 1, Doc: "1: deallocate with the ready bit, 0: without"}, Of: func(p *Params) *int { return &p.ReadyBit }}
)

// declare records the parameters of a unit, which makes its module name unique.
func (p Params) declare(m *rtlgen.Module, specs ...spec) { blocks.Declare(m, p, specs...) }

// entry makes a unit known to the registry.
func entry(name, doc string, build func(Params) *rtlgen.Module, specs ...spec) *blocks.Block {
	return blocks.New("recn", name, doc, Defaults, check, build, specs...)
}

// check finds parameters that do not go together.
func check(v blocks.Values) error {
	slots, hasSlots := v["slots"]
	saqs, hasSAQs := v["saqs"]
	if hasSlots && hasSAQs && slots < 2+2*saqs {
		return fmt.Errorf("slots=%d is too few for saqs=%d: give at least %d slots (2 for the cold queue, 2 per SAQ), or at most saqs=%d", slots, saqs, 2+2*saqs, (slots-2)/2)
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
		entry("recn_mmu", "memory management unit: packet memory, pointer file, free list", MMU, slotsSpec, saqsSpec),
		entry("recn_ru", "routing unit: header memory and request register file", RU, portsSpec, slotsSpec, saqsSpec),
		entry("recn_mu", "mapping unit: the cold queue", MU, slotsSpec),
		entry("recn_cdu", "congestion detection unit", CDU, portsSpec, slotsSpec, saqs1Spec, detectSpec),
		entry("recn_name_extend", "notification receiver: names one turn longer", NameExtend, portsSpec),
		entry("recn_in_cam", "CAM of an input port", InCAM, saqs1Spec, readySpec),
		entry("recn_ppu", "post-processing unit: the set-aside queues", PPU, portsSpec, slotsSpec, saqs1Spec),
		entry("recn_rfcu", "RECN flow control unit: Xoff, Xon, deallocation", RFCU, slotsSpec, saqs1Spec, xoffSpec, xonSpec),
		entry("recn_out_cam", "CAM and notifications of an output port", OutCAM, portsSpec, saqs1Spec),
		entry("recn_note_bus", "notification bus from the output ports to the input ports", NoteBus, portsSpec),
		entry("recn_scheduler", "two-phase round-robin scheduler", Scheduler, portsSpec, saqsSpec),
		entry("recn_input_port", "input port: all units of a link's receiving side", InputPort, portsSpec, slotsSpec, saqsSpec, detectSpec, xoffSpec, xonSpec, latSpec, readySpec),
		entry("recn_output_port", "output port: credits, CAM, link register", OutputPort, portsSpec, slotsSpec, saqsSpec, latSpec),
		entry("recn_switch", "RECN-IQ switch", Switch, portsSpec, slotsSpec, saqsSpec, detectSpec, xoffSpec, xonSpec, latSpec, readySpec),
		entry("recn_pair", "two RECN-IQ switches joined by a link", Pair, portsSpec, slotsSpec, saqsSpec, detectSpec, xoffSpec, xonSpec, latSpec, readySpec),
	}
}
