package voq

import (
	"fmt"

	"culprit/blocks"
	"culprit/blocks/recn"
	"culprit/rtlgen"
)

// Params configures the switches and the network adapter; each uses those that
// its contract names.
type Params struct {
	Ports       int // bidirectional ports of a switch
	Slots       int // VOQsw: packet slots of 64 bytes per input port, shared by its queues
	Nodes       int // VOQnet: destinations of the network, 16, 64 or 256: queues per input port
	Depth       int // VOQnet: packet slots of each queue, a power of two
	Queue       int // adapter: packets that wait at most
	LinkLatency int // registers before the link pins, cycles
}

// Defaults are the values of the experiments of the RECN-IQ paper (64 nodes,
// switches of 8 ports with 64 slots each). Depth 4 lets one flow use a link
// fully up to a link latency of 8 cycles; see README.md.
var Defaults = Params{Ports: 8, Slots: 64, Nodes: 64, Depth: 4, Queue: 4096, LinkLatency: 2}

const (
	beatBits   = 64 // data path
	beats      = 8  // beats of a packet of 64 bytes
	wordBits   = 3  // index of a beat
	turnBits   = 31 // turnpool
	tptrBits   = 5  // turn pointer
	headerBits = turnBits + tptrBits
	dstBits    = 8 // destination in packets and beside credits
	seqBits    = 12
	timeBits   = 32

	// What prim.RAM1R1W reads when the word is being written.
	readNew       = 1
	readUndefined = 2
)

// value shortens the signatures of this package.
type value = rtlgen.Value

// Derived widths, named as in the contract.
func (p Params) pw() int { return rtlgen.IndexBits(p.Ports) }
func (p Params) sw() int { return rtlgen.IndexBits(p.Slots) }
func (p Params) cw() int { return rtlgen.CountBits(p.Slots) }
func (p Params) nw() int { return rtlgen.IndexBits(p.Nodes) }
func (p Params) dw() int { return rtlgen.IndexBits(p.Depth) }
func (p Params) ew() int { return rtlgen.IndexBits(p.Queue) }

// room is the number of packets that all queues of a VOQnet input port hold.
func (p Params) room() int { return p.Nodes * p.Depth }

// plain are the parameters of the RECN-IQ units without set-aside queues.
func (p Params) plain() recn.Params {
	return recn.Params{Ports: p.Ports, Slots: p.Slots, LinkLatency: p.LinkLatency}
}

// spec is a parameter of the registry and where it lives in Params.
type spec = blocks.Field[Params]

var (
	portsSpec = spec{Param: blocks.Param{Name: "ports", Default: 8, Min: 2, Max: 16, Doc: "bidirectional ports"}, Of: func(p *Params) *int { return &p.Ports }}
	slotsSpec = spec{Param: blocks.Param{Name: "slots", Default: 64, Min: 8, Max: 256, Doc: "packet slots of 64 bytes per input port"}, Of: func(p *Params) *int { return &p.Slots }}
	nodesSpec = spec{Param: blocks.Param{Name: "nodes", Default: 64, Min: 16, Max: 256, Doc: "destinations of the network: 16, 64 or 256"}, Of: func(p *Params) *int { return &p.Nodes }}
	depthSpec = spec{Param: blocks.Param{Name: "depth", Default: 4, Min: 2, Max: 16, Doc: "packet slots of each queue: 2, 4, 8 or 16"}, Of: func(p *Params) *int { return &p.Depth }}
	queueSpec = spec{Param: blocks.Param{Name: "queue", Default: 4096, Min: 2, Max: 65536, Doc: "packets that wait at most"}, Of: func(p *Params) *int { return &p.Queue }}
	latSpec   = spec{Param: blocks.Param{Name: "link_latency", Default: 2, Min: 1, Max: 16, Doc: "registers before the link pins, cycles"}, Of: func(p *Params) *int { return &p.LinkLatency }}
)

// declare records the parameters of a unit, which makes its module name unique.
func (p Params) declare(m *rtlgen.Module, specs ...spec) { blocks.Declare(m, p, specs...) }

// entry makes a block known to the registry.
func entry(name, doc string, build func(Params) *rtlgen.Module, specs ...spec) *blocks.Block {
	return blocks.New("voq", name, doc, Defaults, check, build, specs...)
}

// check finds values between the ends of a range that do not exist.
func check(v blocks.Values) error {
	if nodes, ok := v["nodes"]; ok && nodes != 16 && nodes != 64 && nodes != 256 {
		return fmt.Errorf("there is no network of nodes=%d: give 16, 64 or 256", nodes)
	}
	if depth, ok := v["depth"]; ok && depth&(depth-1) != 0 {
		return fmt.Errorf("depth=%d is no power of two: give 2, 4, 8 or 16", depth)
	}
	return nil
}

// Blocks lists the switches and the network adapter.
func Blocks() []*blocks.Block {
	return []*blocks.Block{
		entry("voqsw_switch", "VOQsw switch: a queue per output port at every input port", SwSwitch, portsSpec, slotsSpec, latSpec),
		entry("voqnet_switch", "VOQnet switch: a queue per destination at every input port", NetSwitch, portsSpec, nodesSpec, depthSpec, latSpec),
		entry("traffic_nic_voq", "network interface of a node at a VOQnet switch: a queue per destination", NIC, nodesSpec, queueSpec, depthSpec, latSpec),
	}
}
