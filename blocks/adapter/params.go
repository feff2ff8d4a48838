package adapter

import (
	"fmt"
	"math/bits"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// Params configures the adapter and each of its units; a unit uses those that its
// contract names.
type Params struct {
	Nodes     int `param:"nodes" default:"16" min:"4" max:"256" doc:"adapters of the network, a power of two"`
	Paths     int `param:"paths" default:"4" min:"2" max:"16" doc:"paths between any two adapters, a power of two"`
	G         int `param:"g" default:"16" min:"1" max:"128" doc:"G: most pending requests of a flow, and largest grant, segments"`
	Reasm     int `param:"b_reasm" default:"64" min:"2" max:"16000" doc:"B: buffer for resequencing and reassembly, segments"`
	FC        int `param:"fc_init" default:"48" min:"1" max:"16000" doc:"fabric-buffer credits at the start, segments"`
	InBuf     int `param:"b_in" default:"32" min:"2" max:"1024" doc:"slots of the input queue of the first switch, credits at the start"`
	VOQ       int `param:"voq" default:"64" min:"2" max:"4096" doc:"packets per virtual output queue, a power of two"`
	MaxP      int `param:"max_p" default:"2" min:"1" max:"64" doc:"segments of a packet; in beat mode of the longest one"`
	OOB       int `param:"oob" default:"0" min:"0" max:"1" doc:"1: requests and grants have channels of their own, 0: they travel in headers"`
	Unsol     int `param:"unsol" default:"1" min:"0" max:"1" doc:"1: an idle flow may send one segment without a grant; in band only"`
	Watch     int `param:"watch" default:"10" min:"3" max:"24" doc:"a flow is stuck if nothing comes for 2^watch to 2*2^watch segment times of the line"`
	Repair    int `param:"repair" default:"0" min:"0" max:"1" doc:"1: flows that are stuck send audits, and what got lost is made again; in band only"`
	ErrorBits int `param:"error_bits" default:"8" min:"1" max:"32" doc:"bits of a counter of errors"`
	Lists     int `param:"lists" default:"16" min:"2" max:"4096" doc:"linked lists, a power of two"`
	Slots     int `param:"slots" default:"64" min:"2" max:"16384" doc:"slots that the lists share"`
	Beat      int // 1 in the units of beat mode
}

// Dims are the names that the tags of ports use.
func (p Params) Dims() rtlgen.Dims {
	return rtlgen.Dims{
		"data": p.DataBits(), "tag": TagBits, "seq": seqBits, "slot": p.sw(), "gap": p.kw(), "in_band": 1 - p.OOB, "repair": p.Repair,
		"rate": rateBits, "fc": p.fw(), "held": p.hw(), "length": p.lw(), "beats": p.Beat,
		"causes": causes, "received": received, "released": rtlgen.CountBits(p.MaxP),
	}
}

// Derived widths, named as in the contract.
func (p Params) nw() int { return rtlgen.IndexBits(p.Nodes) }
func (p Params) pw() int { return rtlgen.IndexBits(p.Paths) }
func (p Params) gw() int { return rtlgen.CountBits(p.G) }
func (p Params) cw() int { return rtlgen.CountBits(p.Reasm + p.G + 1) } // of cumulative counters
func (p Params) vw() int { return rtlgen.IndexBits(p.VOQ) }
func (p Params) bw() int { return rtlgen.CountBits(p.Reasm) }
func (p Params) fw() int { return rtlgen.CountBits(max(p.FC, p.Reasm)) + 1 } // signed

// kw is the width of a number of lost segments: at most those that were granted, and fewer
// than a path has numbers.
func (p Params) kw() int { return min(p.bw(), p.rw()) }

// rw is the width of the number of a segment on its path.
func (p Params) rw() int { return seqBits - p.pw() }

func (p Params) hw() int { return rtlgen.CountBits(p.Nodes * p.Reasm) } // of all grants held

// settled are the parameters without those that others overrule: channels of their
// own carry no acknowledgements, so there are no unsolicited segments.
func (p Params) settled() Params {
	if p.OOB == 1 {
		p.Unsol = 0
	}
	return p
}

// DataBits is the width of a link's data: a beat with its end-of-packet bit below, or a
// cell's header and tag.
func (p Params) DataBits() int {
	if p.Beat == 1 {
		return headerBits + 1
	}
	return headerBits + TagBits
}

// lw is the width of a packet's length in beats.
func (p Params) lw() int { return rtlgen.CountBits(p.MaxP * segmentBeats) }

// seqBits covers a window of B+1 segments without duplicates.
const seqBits = 14

// granted is the number of slots for granted segments. A slot is freed after the
// packet has left, and its credit returned when it starts to leave, so there is a
// packet more than credits; two more hide the latency of the list of free slots.
func (p Params) granted() int { return p.Reasm + p.MaxP + 2 }

// sw is the width of a slot number: slots of granted segments, then one for an
// unsolicited segment of each adapter.
func (p Params) sw() int { return rtlgen.IndexBits(p.granted() + p.Nodes) }

// Check finds parameters that do not go together.
func (p Params) Check() error {
	for _, x := range []struct {
		name string
		n    int
	}{{"nodes", p.Nodes}, {"paths", p.Paths}, {"voq", p.VOQ}, {"lists", p.Lists}} {
		if bits.OnesCount(uint(x.n)) > 1 {
			below := 1 << (bits.Len(uint(x.n)) - 1)
			return fmt.Errorf("%s=%d is not a power of two: give %d or %d", x.name, x.n, below, 2*below)
		}
	}
	if p.Nodes > 0 && p.Paths > p.Nodes {
		return fmt.Errorf("paths=%d is above nodes=%d: give at most as many paths as adapters", p.Paths, p.Nodes)
	}
	if p.Reasm > 0 && p.G > p.Reasm {
		return fmt.Errorf("g=%d is above b_reasm=%d: a grant of g segments would never fit; give b_reasm at least g, better 2*g",
			p.G,
			p.Reasm)
	}
	if p.FC > 0 && p.G > p.FC {
		return fmt.Errorf("g=%d is above fc_init=%d: with reserved fabric buffers nothing would ever be granted; give fc_init at least g",
			p.G,
			p.FC)
	}
	if p.G > 0 && p.MaxP > p.G {
		return fmt.Errorf("max_p=%d is above g=%d: a request is for whole packets, so g must be at least max_p", p.MaxP, p.G)
	}
	if p.Repair == 1 && p.OOB == 1 {
		return fmt.Errorf("repair=1 needs messages between the segments, which oob=1 does not have: give oob=0, or repair=0")
	}
	if p.Watch > 0 && p.Nodes > 0 && p.Watch <= p.nw() {
		return fmt.Errorf("watch=%d is too short to look at nodes=%d flows: give at least %d", p.Watch, p.Nodes, p.nw()+1)
	}
	return nil
}

// Blocks lists the units and the adapter.
func Blocks() []*blocks.Block {
	return blocks.Within(blocks.Values{"nodes": 16},
		[]*blocks.Block{blocks.Of(Lists), blocks.Of(Arbiter), blocks.Of(Ingress), blocks.Of(Parser), blocks.Of(Watch),
			blocks.Of(Repair), blocks.Of(Egress), blocks.Of(Adapter), blocks.Of(BeatIngress), blocks.Of(BeatParser),
			blocks.Of(BeatEgress), blocks.Of(BeatArbiter), blocks.Of(BeatAdapter)})
}
