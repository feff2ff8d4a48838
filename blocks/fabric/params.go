package fabric

import (
	"fmt"
	"slices"

	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// Params configures a tree and its parts. What a scheme does not have, it ignores.
// The defaults are the papers' reference values on the smallest tree.
type Params struct {
	Levels      int `param:"levels" default:"2" min:"1" max:"4" doc:"levels of switches; (ports/2)^levels nodes, or 1: one switch with a node at every port"`
	Ports       int `param:"ports" default:"8" min:"2" max:"16" doc:"ports of a switch; in a tree, also in one of levels=1: 4, 8 or 16"`
	Scheme      int `param:"scheme" default:"0" min:"0" max:"63" doc:"number of one of the schemes"`
	SAQs        int `param:"saqs" default:"4" min:"0" max:"8" doc:"set-aside queues per input port"`
	Slots       int `param:"slots" default:"64" min:"8" max:"256" doc:"packet slots of 64 bytes per input port"`
	Depth       int `param:"depth" default:"4" min:"2" max:"16" doc:"VOQnet: packet slots of a destination's queue: 2, 4, 8 or 16"`
	Detect      int `param:"detect" default:"5" min:"1" max:"255" doc:"a cold queue longer than this detects congestion, packets"`
	Xoff        int `param:"xoff" default:"10" min:"1" max:"255" doc:"a SAQ longer than this sends Xoff, packets"`
	Xon         int `param:"xon" default:"5" min:"1" max:"255" doc:"a SAQ shorter than this sends Xon, packets"`
	LinkLatency int `param:"link_latency" default:"2" min:"1" max:"16" doc:"registers before the link pins, cycles"`
	Broadcast   int `param:"broadcast" default:"1" min:"0" max:"1" doc:"RECN-IQ: 1: an Xoff of an output port stops SAQs at all inputs (DD), 0: at one (IQ alone)"`
	ReadyBit    int `param:"ready_bit" default:"1" min:"0" max:"1" doc:"1: a SAQ is freed when it empties, not before its first packet, 0: whenever it is empty"`
	LeafFirst   int `param:"leaf_first" default:"0" min:"0" max:"1" doc:"RECN-IQ: 1: the leaves of a congestion tree are deallocated first (RECN before DD), 0: any SAQ"`
	Queue       int `param:"queue" default:"4096" min:"16" max:"65536" doc:"packets that wait in a node"`
	Copies      int `param:"copies" default:"1" min:"1" max:"16" doc:"independent trees side by side"`
	Lines       int `param:"lines" default:"0" min:"0" max:"1" quiet:"yes" doc:"1: links are lines that damage words, with a link_end at either side"`
	// Schemes are those that Scheme is one of.
	Schemes Schemes
}

// Defaults are the default parameters.
var Defaults = rtlgen.Default[Params]()

// Dims are the names that the tags of ports use.
func (p Params) Dims() rtlgen.Dims {
	kind, monitored := traffic.Credit, 0
	if s, ok := p.scheme(); ok {
		kind = s.Link(p)
		if s.monitored(p) {
			monitored = 1
		}
	}
	d := kind.Dims()
	d["ports"], d["monitored"], d["lines"] = p.Ports, monitored, p.Lines
	return link.PinDims(ErrorBits, d)
}

// maxUnits is how many nodes, or switches, the counter readback can tell apart.
const maxUnits = 1 << nodeBits

// maxSAQs bounds the set-aside queues of a port.
const maxSAQs = 8

// arity is the number of down ports of a switch in a tree, and of up ports unless
// the tree is a single switch, which has none.
func (p Params) arity() int {
	if p.Levels == 1 {
		return p.Ports
	}
	return p.Ports / 2
}

// digit is the bits of a digit of a node's number, to the base of the arity.
func (p Params) digit() int { return rtlgen.IndexBits(p.arity()) }

// Nodes is the number of end nodes of a tree.
func (p Params) Nodes() int { return 1 << (p.digit() * p.Levels) }

// Switches is the number of switches of a tree.
func (p Params) Switches() int { return p.Levels * p.perLevel() }

// perLevel is the number of switches of a level.
func (p Params) perLevel() int { return p.Nodes() / p.arity() }

// treePorts are the numbers of ports that the switches of a tree may have.
var treePorts = []int{4, 8, 16}

// Check finds parameters of a tree that do not go together.
func (p Params) Check() error {
	if p.Levels == 0 {
		return nil // a monitor
	}
	if !slices.Contains(treePorts, p.Ports) {
		return fmt.Errorf("a tree cannot have switches of ports=%d, not even of levels=1: give 4, 8 or 16", p.Ports)
	}
	n := p.Nodes()
	if n > maxUnits {
		return fmt.Errorf("levels=%d of switches with ports=%d make %d nodes, more than %d: give at most levels=%d", p.Levels,
			p.Ports, n, maxUnits, nodeBits/p.digit())
	}
	if most := maxUnits / max(n, p.Switches()); p.Copies > most {
		return fmt.Errorf("copies=%d of levels=%d make %d nodes and %d switches, the counter readback can tell %d of each apart: give at most copies=%d",
			p.Copies,
			p.Levels,
			p.Copies*n,
			p.Copies*p.Switches(),
			maxUnits,
			most)
	}
	s, ok := p.scheme()
	if ok && p.Lines > 0 && s.Link(p).Dims()["destination_credits"] > 0 {
		return fmt.Errorf("lines=1 is not for %s, whose credits are by destination: give lines=0, or another scheme", s.Name)
	}
	if ok && s.Check != nil {
		return s.Check(p)
	}
	return nil
}

// Blocks lists the parts, and the tree that can be built with these schemes.
func Blocks(list Schemes) []*blocks.Block {
	return []*blocks.Block{blocks.Of(TreeRoute), blocks.Of(Monitor), blocks.Of(Line), TreeBlock(list)}
}

// TreeBlock is the tree that can be built with these schemes. If a tree cannot be built
// with them, Resolve and Elaborate say so.
func TreeBlock(list Schemes) *blocks.Block {
	list, mistake := list.sorted()
	tree := blocks.Of(func(p Params) *rtlgen.Typed[TreePorts] {
		p.Schemes = list
		return Tree(p)
	})
	if mistake != nil {
		tree.Check = func(blocks.Values) error { return mistake }
		return tree
	}
	for i := range tree.Params {
		switch p := &tree.Params[i]; p.Name {
		case "scheme":
			p.Max, p.Doc = len(list)-1, list.doc()
		case "ports":
			p.Min = treePorts[0]
		}
	}
	tree.Check = func(v blocks.Values) error { return list.params(v).Check() }
	tree.Readback = func(v blocks.Values) blocks.Readback { return counters(list.params(v)) }
	tree.Network = func(v blocks.Values) (blocks.Network, error) { return network(list.params(v)) }
	tree.Forms = []blocks.Values{{"copies": 2, "saqs": 1}, {"saqs": 0}}
	for scheme := range list[1:] {
		tree.Forms = append(tree.Forms, blocks.Values{"scheme": scheme + 1})
	}
	return tree
}

// params are the parameters of a tree with these values.
func (list Schemes) params(v blocks.Values) Params {
	p := blocks.ParamsOf[Params](v)
	p.Schemes = list
	return p
}
