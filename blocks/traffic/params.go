package traffic

import (
	"fmt"

	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
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

// Params configures a node and each of its parts; a part uses those that its
// contract names. The defaults are 64 nodes at RECN switches.
type Params struct {
	Nodes       int  `param:"nodes" default:"64" min:"4" max:"256" doc:"nodes of the network: a power of two"`
	Queue       int  `param:"queue" default:"4096" min:"2" max:"65536" doc:"packets that wait in a node"`
	Lines       int  `param:"lines" default:"16" min:"0" max:"16" doc:"names of congestion points that the NIC remembers; 0: none, a link with credits only"`
	Slots       int  `param:"slots" default:"64" min:"2" max:"256" doc:"credits for the memory of the switch"`
	LinkLatency int  `param:"link_latency" default:"2" min:"1" max:"16" doc:"registers before the link pins, cycles"`
	Link        Link `param:"link" default:"1" min:"0" max:"2" doc:"kind of the link: 0 credit, 1 recn, 2 voqnet"`
	// NIC builds the network interface of a node; nil is NIC of this package.
	NIC func(Params) *rtlgen.Typed[NICPorts]
}

// Defaults are the default parameters.
var Defaults = rtlgen.Default[Params]()

// Dims are the names that the tags of ports use.
func (p Params) Dims() rtlgen.Dims { return p.Link.Dims() }

// Dims are the names that the tags of ports use, with this kind of link.
func (l Link) Dims() rtlgen.Dims {
	d := packet.Dims(rtlgen.Dims{
		"messages": 0, "destination_credits": 0, "rate": rateBits, "node_number": nodeBits, "time": timeBits,
		"sequence": seqBits, "tag": tagBits, "address": addressBits,
	})
	switch l {
	case RECN:
		d["messages"] = 1
	case VOQnet:
		d["destination_credits"] = 1
	}
	return d
}

// withLink gives a NIC without lines for messages a link without them.
func (p Params) withLink() Params {
	if p.Lines == 0 && p.Link == RECN {
		p.Link = Credit
	}
	return p
}

const (
	nodeBits    = 8  // number of a node
	timeBits    = 32 // cycles
	rateBits    = 17 // a rate is in 1/65536
	seqBits     = 12 // sequence number of a packet among those from its source to its destination
	tagBits     = 8
	phaseBits   = 3  // cycle within a packet time
	addressBits = 7  // of a counter readback
	counterBits = 40 // of most counters
	readBits    = 64
)

// ib is the width of a number of a node, below Nodes.
func (p Params) ib() int { return rtlgen.IndexBits(p.Nodes) }

// sw is the width of a place in the queue, cw that of its count.
func (p Params) sw() int { return rtlgen.IndexBits(p.Queue) }
func (p Params) cw() int { return rtlgen.CountBits(p.Queue) }

// lists are the lists of packets of a NIC: the main list is number 0, that of
// line k number k+1.
func (p Params) lists() int { return 1 + p.Lines }

// Check finds parameters that do not go together.
func (p Params) Check() error {
	n := p.Nodes
	if n&(n-1) != 0 {
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
		blocks.Of(Source), blocks.Of(Framer), blocks.Of(NICCAM), blocks.Of(NICUnit), blocks.Of(Sink), blocks.Of(Node),
	}
}
