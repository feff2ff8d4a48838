package clos

import (
	"fmt"

	"culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/blocks/cioq"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// value shortens the signatures of this package.
type value = rtlgen.Value

const (
	nodeBits      = 8  // number of a node
	timeBits      = 32 // cycles
	rateBits      = 17 // a rate in 1/65536
	chanceBits    = 16
	fineRateBits  = 21 // a rate in 1/2^20
	fineBits      = 20
	seqBits       = 8  // of a cell in its flow
	stampBits     = 24 // of the cycle in which it was made: longer than nodes take nothing in the experiments
	tagBits       = 32 // both together
	addressBits   = 7  // of a counter readback
	counterBits   = 40
	sumBits       = 48
	readBits      = 64
	grantRateBits = 8
	maxNodes      = 1 << nodeBits
	maxCredits    = 255
	errorBits     = 8  // of a counter of an element's errors
	maxRegisters  = 64 // of a link
)

// Params configures a network and its parts. The defaults are the buffers of the
// paper's Figures 4 and 6 (4 KB each) in a network of 16 nodes.
type Params struct {
	Ports    int `param:"ports" default:"4" min:"2" max:"16" doc:"M: ports of an element, a power of two"`
	Stages   int `param:"stages" default:"3" min:"3" max:"5" doc:"3: Clos network of M*M nodes, 5: Benes network of M*M*M nodes"`
	InSlots  int `param:"slots_in" default:"100" min:"2" max:"1024" doc:"cells that an input queue holds"`
	OutSlots int `param:"slots_out" default:"100" min:"4" max:"1024" doc:"cells that an output queue holds"`
	LF       int `param:"lf" default:"100" min:"100" max:"400" doc:"L_F: speed of the fabric's links in percent of the external lines"`
	Queue    int `param:"queue" default:"64" min:"2" max:"4096" doc:"scheme 0: packets that wait in a node"`
	Scheme   int `param:"scheme" default:"1" min:"0" max:"2" doc:"0: no congestion management, 1: request-grant with channels for requests and grants, 2: request-grant in band"`
	G        int `param:"g" default:"16" min:"1" max:"128" doc:"G: most pending requests of a flow, and largest grant, cells"`
	Reasm    int `param:"b_reasm" default:"256" min:"2" max:"16000" doc:"B: reassembly buffer of an adapter, cells"`
	FC       int `param:"fc_init" default:"100" min:"1" max:"16000" doc:"fabric-buffer credits at the start, cells"`
	VOQ      int `param:"voq" default:"256" min:"2" max:"4096" doc:"packets that wait per destination, a power of two"`
	MaxP     int `param:"max_p" default:"1" min:"1" max:"64" doc:"cells of a packet"`
	Watch    int `param:"watch" default:"16" min:"3" max:"24" doc:"a flow is stuck if nothing comes for 2^watch to 2*2^watch cell times"`
	Beat     int `param:"beat" default:"0" min:"0" max:"1" doc:"1: packets of any length in segments of up to 32 beats, with scheme 2 only; 0: cells"`
	Cut      int `param:"cut_through" default:"1" min:"0" max:"1" doc:"1: a segment may leave an element while it arrives, 0: store and forward, in beat mode only"`
	Wire     int `param:"wire" default:"0" min:"0" max:"64" quiet:"yes" doc:"registers of each link, there and for the credits back, cycles; 0: as many as the paper's latency leaves"`
	Nodes    int `param:"nodes" default:"16" min:"4" max:"256" doc:"nodes of the network: a power of two"`
	Credits  int `param:"credits" default:"100" min:"2" max:"1024" doc:"slots of the first element's input queue"`
	Paths    int `param:"paths" default:"4" min:"2" max:"16" doc:"routes from a node to another, a power of two"`
	Latency  int `param:"link_latency" default:"6" min:"1" max:"64" doc:"registers before the cells' pins, cycles"`
}

// shortBeats is the length of a short packet in beat mode: 40 bytes, the payload of a
// cell.
const shortBeats = 5

// segmentBeats is the longest segment in beat mode, without its header.
const segmentBeats = 32

// data is the width of a word of a link.
func (p Params) data() int {
	if p.Beat == 1 {
		return cioq.PacketData
	}
	return cioq.CellData
}

// lw is the width of a packet's length in beats.
func (p Params) lw() int { return rtlgen.CountBits(max(1, p.MaxP) * segmentBeats) }

// cellCycles are the fabric cycles, in hundredths, in which 40 bytes pass the external
// line.
func (p Params) cellCycles() int {
	if p.Beat == 1 {
		return shortBeats * p.LF
	}
	return p.LF
}

// Defaults are the default parameters.
var Defaults = rtlgen.Default[Params]()

// Dims are the names that the tags of ports use.
func (p Params) Dims() rtlgen.Dims {
	d := rtlgen.Dims{"channels": 0, "request_grant": 0, "beats": p.Beat, "length": p.lw(),
		"data": p.data(), "node_number": nodeBits, "time": timeBits, "rate": rateBits, "fine_rate": fineRateBits,
		"tag":     tagBits,
		"address": addressBits, "read": readBits, "grant_rate": grantRateBits,
	}
	if p.Scheme != plain {
		d["request_grant"] = 1
	}
	if p.Scheme == outOfBand {
		d["channels"] = 1
	}
	return d
}

// The schemes.
const (
	plain = iota
	outOfBand
	inBand
)

// adapter are the parameters of the adapters of a network.
func (p Params) adapter() adapter.Params {
	a := adapter.Params{Nodes: p.Nodes, Paths: p.Paths, G: p.G, Reasm: p.Reasm, FC: p.FC, InBuf: p.Credits, VOQ: p.VOQ,
		MaxP: p.MaxP, Watch: p.Watch, ErrorBits: errorBits}
	if p.Scheme == outOfBand {
		a.OOB = 1
	} else {
		a.Unsol = 1
	}
	return a
}

func (p Params) topology() Topology { return Topology{p.Ports, (p.Stages + 1) / 2} }

// nw is the width of a node's number in a route, pw that of a path.
func (p Params) nw() int { return rtlgen.IndexBits(p.Nodes) }
func (p Params) pw() int { return rtlgen.IndexBits(p.Paths) }

// node are the parameters of the nodes of a network.
func (p Params) node() Params {
	t := p.topology()
	p.Nodes, p.Paths, p.Credits, p.Latency = t.Nodes(), t.Paths(), p.InSlots, p.Latencies()[0].Forward
	return p
}

// Check finds parameters that do not go together.
func (p Params) Check() error {
	for _, x := range []struct {
		name string
		n    int
	}{{"ports", p.Ports}, {"nodes", p.Nodes}, {"paths", p.Paths}} {
		if x.n&(x.n-1) != 0 {
			return fmt.Errorf("%s=%d is no power of two, which the digits of a route need: give 2, 4, 8 or 16", x.name, x.n)
		}
	}
	if p.Stages == 0 {
		if p.Reasm > 0 {
			return p.checkNode()
		}
		return nil // a part of a network
	}
	if p.Stages%2 == 0 {
		return fmt.Errorf("there is no network of stages=%d: give 3 (Clos) or 5 (Benes)", p.Stages)
	}
	if n := p.topology().Nodes(); n > maxNodes {
		return fmt.Errorf("ports=%d with stages=%d make %d nodes, the counter readback can tell %d apart: give fewer ports, or stages=3",
			p.Ports,
			p.Stages,
			n,
			maxNodes)
	}
	if p.Scheme != plain && p.InSlots > maxCredits {
		return fmt.Errorf("slots_in=%d is more than an adapter counts: give at most %d, or scheme=0", p.InSlots, maxCredits)
	}
	if err := p.node().checkNode(); err != nil {
		return err
	}
	if p.Cut == 0 && p.Beat == 0 {
		return fmt.Errorf("cut_through=0 with beat=0: a cell is one word, which arrives as a whole; give cut_through=1, or beat=1")
	}
	for i, l := range p.Latencies() {
		if l.Forward < 1 {
			return fmt.Errorf("lf=%d leaves no register for link %d: the cycles of elements and adapters are more than the paper's latency; give a larger lf",
				p.LF,
				i)
		}
		if l.Forward > maxRegisters || l.Credit > maxRegisters {
			return fmt.Errorf("lf=%d with beat=%d takes %d registers on link %d, and a link has at most %d: give a smaller lf",
				p.LF, p.Beat, max(l.Forward, l.Credit), i, maxRegisters)
		}
	}
	return nil
}

// checkNode finds parameters of a node that do not go together.
func (p Params) checkNode() error {
	if p.Beat == 1 && p.Scheme != inBand {
		return fmt.Errorf("beat=1 with scheme=%d: only adapters with control in band have segments of several beats; give scheme=2, or beat=0",
			p.Scheme)
	}
	if p.Scheme == plain {
		return nil
	}
	return p.adapter().Check()
}

// Blocks lists the parts of a network, and the network.
func Blocks() []*blocks.Block {
	network := blocks.Of(Network)
	network.Readback = func(v blocks.Values) blocks.Readback { return counters(blocks.ParamsOf[Params](v)) }
	network.Network = func(v blocks.Values) (blocks.Network, error) {
		return audited(blocks.ParamsOf[Params](v)), nil
	}
	network.Forms = []blocks.Values{{"scheme": 0}, {"scheme": 2, "max_p": 3}, {"stages": 5, "ports": 2, "lf": 120}}
	return blocks.Within(blocks.Values{"nodes": 16},
		[]*blocks.Block{blocks.Of(Source), blocks.Of(NIC), blocks.Of(Sink), blocks.Of(Channel), blocks.Of(Node),
			blocks.Of(Monitor), network})
}
