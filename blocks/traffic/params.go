package traffic

import (
	"fmt"
	"slices"

	"culprit/blocks"
	"culprit/blocks/recn"
	"culprit/rtlgen"
)

// value shortens the signatures of this package.
type value = rtlgen.Value

// Link is the kind of a link: the fields beside the beats.
type Link int

// The kinds of links. Their numbers are values of the parameter link.
const (
	Credit Link = iota // credits: input-queued switches without congestion management
	RECN               // credits and Xoff/Xon messages
	VOQnet             // credits that name the destination whose queue has room
)

// String is the kind's name in messages and in names of modules.
func (l Link) String() string { return [...]string{"credit", "recn", "voqnet"}[l] }

// LinkFields are the signals of a link from sender to receiver, one lane.
func (l Link) LinkFields() rtlgen.Bundle {
	switch l {
	case RECN:
		return recn.LinkFields(recn.Defaults)
	case VOQnet:
		return creditFields().Backward("credit_dst", nodeBits)
	}
	return creditFields()
}

func creditFields() rtlgen.Bundle {
	plain := recn.Defaults
	plain.SAQs = 0
	return recn.LinkFields(plain)
}

// Params configures a node and each of its parts; a part uses those that its
// contract names.
type Params struct {
	Nodes       int  // nodes of the network: a power of two
	Queue       int  // packets that wait in a node
	Lines       int  // CAM lines of the NIC; 0 unless Link is RECN
	Slots       int  // credits for the receiver's memory
	LinkLatency int  // registers before the link pins, cycles
	Link        Link // kind of the link between node and switch
	// NIC builds the network interface of a node; nil is NIC of this package.
	// It has the ports of traffic_nic with the fields of Link, and no more.
	NIC func(Params) *rtlgen.Module
}

// Defaults are 64 nodes at RECN switches.
var Defaults = Params{Nodes: 64, Queue: 4096, Lines: 16, Slots: 64, LinkLatency: 2, Link: RECN}

const (
	nodeBits    = 8  // number of a node
	timeBits    = 32 // cycles
	rateBits    = 17 // a rate is in 1/65536
	seqBits     = 12 // sequence number of a packet among those from its source to its destination
	tagBits     = 8
	turnBits    = 31
	tptrBits    = 5
	beatBits    = 64
	beats       = 8  // of a packet
	phaseBits   = 3  // cycle within a packet time
	addressBits = 7  // of a read-out
	counterBits = 40 // of most counters
	readBits    = 64
)

// ib is the width of a number of a node, below Nodes.
func (p Params) ib() int { return rtlgen.IndexBits(p.Nodes) }

// sw is the width of a place in the queue, cw that of its count.
func (p Params) sw() int { return rtlgen.IndexBits(p.Queue) }
func (p Params) cw() int { return rtlgen.CountBits(p.Queue) }

// lists are the lists of packets of a NIC: the main list is number 0, that of
// line k number k+1. lw is the width of such a number.
func (p Params) lists() int { return 1 + p.Lines }
func (p Params) lw() int    { return rtlgen.IndexBits(p.lists()) }

// spec is a parameter of the registry and where it lives in Params.
type spec = blocks.Field[Params]

var (
	nodesSpec = spec{Param: blocks.Param{Name: "nodes", Default: 64, Min: 4, Max: 256, Doc: "nodes of the network: a power of two"}, Of: func(p *Params) *int { return &p.Nodes }}
	queueSpec = spec{Param: blocks.Param{Name: "queue", Default: 4096, Min: 2, Max: 65536, Doc: "packets that wait in a node"}, Of: func(p *Params) *int { return &p.Queue }}
	linesSpec = spec{Param: blocks.Param{Name: "lines", Default: 16, Min: 0, Max: 16, Doc: "names of congestion points that the NIC remembers; 0: none, a link with credits only"}, Of: func(p *Params) *int { return &p.Lines }}
	// The CAM makes no sense without lines.
	lines1Spec = spec{Param: blocks.Param{Name: "lines", Default: 16, Min: 1, Max: 16, Doc: "names of congestion points"}, Of: func(p *Params) *int { return &p.Lines }}
	slotsSpec  = spec{Param: blocks.Param{Name: "slots", Default: 64, Min: 2, Max: 256, Doc: "credits for the memory of the switch"}, Of: func(p *Params) *int { return &p.Slots }}
	latSpec    = spec{Param: blocks.Param{Name: "link_latency", Default: 2, Min: 1, Max: 16, Doc: "registers before the link pins, cycles"}, Of: func(p *Params) *int { return &p.LinkLatency }}
	linkSpec   = spec{Param: blocks.Param{Name: "link", Default: int(RECN), Min: 0, Max: 2, Doc: "kind of the link: 0 credit, 1 recn, 2 voqnet"}, Of: func(p *Params) *int { return (*int)(&p.Link) }}
)

// declare records the parameters of a block, which makes its module name unique.
func (p Params) declare(m *rtlgen.Module, specs ...spec) { blocks.Declare(m, p, specs...) }

// entry makes a block known to the registry. A block whose kind of link is no
// parameter has one with messages if it has lines for them.
func entry(name, doc string, build func(Params) *rtlgen.Module, specs ...spec) *blocks.Block {
	hasLink := slices.ContainsFunc(specs, func(s spec) bool { return s.Name == linkSpec.Name })
	return blocks.New("traffic", name, doc, Defaults, check, func(p Params) *rtlgen.Module {
		if !hasLink && p.Lines == 0 {
			p.Link = Credit
		}
		return build(p)
	}, specs...)
}

// check finds parameters that do not go together.
func check(v blocks.Values) error {
	n, ok := v["nodes"]
	if ok && n&(n-1) != 0 {
		below := 4
		for 2*below < n {
			below *= 2
		}
		return fmt.Errorf("nodes=%d is no power of two, which the traffic patterns need: give %d or %d", n, below, 2*below)
	}
	return nil
}

// Blocks lists the parts of a node and the node.
func Blocks() []*blocks.Block {
	return []*blocks.Block{
		entry("traffic_source", "makes packets at a rate, to destinations of a pattern", Source, nodesSpec),
		entry("traffic_framer", "sends a packet: header, stamps, check words", Framer, latSpec),
		entry("traffic_nic_cam", "CAM of a NIC: which destinations are stopped", NICCAM, lines1Spec),
		entry("traffic_nic", "queue of a node: oldest packet first among those that are not stopped", NIC, nodesSpec, queueSpec, linesSpec, slotsSpec, latSpec),
		entry("traffic_sink", "receives, checks and measures packets", Sink, nodesSpec, latSpec, linkSpec),
		entry("traffic_node", "end node of a network: source, NIC and sink", Node, nodesSpec, queueSpec, linesSpec, slotsSpec, latSpec),
	}
}
