package fabric

import (
	"fmt"

	"culprit/blocks"
	"culprit/rtlgen"
)

// Params configures a tree. What a scheme does not have, it ignores.
type Params struct {
	Levels      int // of switches; 4^Levels nodes
	Scheme      int // RECNIQ, ...: which switches and nodes
	SAQs        int // set-aside queues per input port, CAM lines per output port; 0: none
	Slots       int // packet slots of 64 bytes per input port
	Depth       int // VOQnet: packet slots of a destination's queue, instead of Slots
	Detect      int // packets in the cold queue above which congestion is detected
	Xoff        int // packets in a SAQ above which it sends Xoff
	Xon         int // packets in a SAQ below which it sends Xon
	LinkLatency int // registers before the link pins, cycles
	ReadyBit    int // 1: deallocation with the ready bit, 0: without
	Queue       int // packets that wait in a node
	Copies      int // independent trees side by side
}

// Defaults are the papers' reference values on the smallest tree.
var Defaults = Params{Levels: 2, Scheme: RECNIQ, SAQs: 4, Slots: 64, Depth: 4, Detect: 5, Xoff: 10, Xon: 5, LinkLatency: 2, ReadyBit: 1, Queue: 4096, Copies: 1}

// maxUnits is how many nodes, or switches, the read-out can tell apart.
const maxUnits = 1 << nodeBits

// maxSAQs bounds the set-aside queues of a port.
const maxSAQs = 8

// Nodes is the number of end nodes of a tree.
func Nodes(levels int) int { return 1 << (digit * levels) }

// Switches is the number of switches of a tree.
func Switches(levels int) int { return levels * Nodes(levels) / arity }

var (
	levelsParam = blocks.Param{Name: "levels", Default: Defaults.Levels, Min: 2, Max: 4, Doc: "levels of switches; 4^levels nodes"}
	portsParam  = blocks.Param{Name: "ports", Default: ports, Min: 2, Max: 16, Doc: "ports of the switch"}
	saqsParam   = blocks.Param{Name: "saqs", Default: Defaults.SAQs, Min: 1, Max: maxSAQs, Doc: "set-aside queues per input port"}
)

// treeParams are the parameters of fabric_tree and where they live in Params.
var treeParams = []blocks.Field[Params]{
	{Param: levelsParam, Of: func(p *Params) *int { return &p.Levels }},
	{Param: blocks.Param{Name: "scheme", Default: Defaults.Scheme, Min: 0, Max: len(schemes) - 1, Doc: "0 RECN-IQ, 1 VOQsw, 2 VOQnet, 3 RECN-CIOQ"}, Of: func(p *Params) *int { return &p.Scheme }},
	{Param: blocks.Param{Name: "saqs", Default: Defaults.SAQs, Min: 0, Max: maxSAQs, Doc: "set-aside queues per input port"}, Of: func(p *Params) *int { return &p.SAQs }},
	{Param: blocks.Param{Name: "slots", Default: Defaults.Slots, Min: 8, Max: 256, Doc: "packet slots of 64 bytes per input port"}, Of: func(p *Params) *int { return &p.Slots }},
	{Param: blocks.Param{Name: "depth", Default: Defaults.Depth, Min: 2, Max: 16, Doc: "VOQnet: packet slots of a destination's queue: 2, 4, 8 or 16"}, Of: func(p *Params) *int { return &p.Depth }},
	{Param: blocks.Param{Name: "detect", Default: Defaults.Detect, Min: 1, Max: 255, Doc: "a cold queue longer than this detects congestion, packets"}, Of: func(p *Params) *int { return &p.Detect }},
	{Param: blocks.Param{Name: "xoff", Default: Defaults.Xoff, Min: 1, Max: 255, Doc: "a SAQ longer than this sends Xoff, packets"}, Of: func(p *Params) *int { return &p.Xoff }},
	{Param: blocks.Param{Name: "xon", Default: Defaults.Xon, Min: 1, Max: 255, Doc: "a SAQ shorter than this sends Xon, packets"}, Of: func(p *Params) *int { return &p.Xon }},
	{Param: blocks.Param{Name: "link_latency", Default: Defaults.LinkLatency, Min: 1, Max: 16, Doc: "registers before the link pins, cycles"}, Of: func(p *Params) *int { return &p.LinkLatency }},
	{Param: blocks.Param{Name: "ready_bit", Default: Defaults.ReadyBit, Min: 0, Max: 1, Doc: "1: deallocate with the ready bit, 0: without"}, Of: func(p *Params) *int { return &p.ReadyBit }},
	{Param: blocks.Param{Name: "queue", Default: Defaults.Queue, Min: 16, Max: 65536, Doc: "packets that wait in a node"}, Of: func(p *Params) *int { return &p.Queue }},
	{Param: blocks.Param{Name: "copies", Default: Defaults.Copies, Min: 1, Max: 16, Doc: "independent trees side by side"}, Of: func(p *Params) *int { return &p.Copies }},
}

// declare records the parameters, which makes the module's name unique.
func (p Params) declare(m *rtlgen.Module) { blocks.Declare(m, p, treeParams...) }

// checkTree finds parameters of a tree that do not go together.
func checkTree(v blocks.Values) error {
	p := blocks.Configure(Defaults, v, treeParams...)
	if n := p.Copies * Nodes(p.Levels); n > maxUnits {
		return fmt.Errorf("copies=%d of levels=%d make %d nodes, the read-out can tell %d apart: give at most copies=%d", p.Copies, p.Levels, n, maxUnits, maxUnits/Nodes(p.Levels))
	}
	return schemes[p.Scheme].check(p)
}

// Blocks lists the parts and the tree.
func Blocks() []*blocks.Block {
	tree := blocks.New("fabric", "fabric_tree", "4-ary tree of switches with traffic, for whole experiments", Defaults, checkTree, Tree, treeParams...)
	return []*blocks.Block{
		{
			Name: "tree_route", Family: "fabric", Doc: "turns from one node of a 4-ary tree to another",
			Params: []blocks.Param{levelsParam},
			Build:  func(v blocks.Values) *rtlgen.Module { return TreeRoute(v["levels"]) },
		},
		{
			Name: "fabric_monitor", Family: "fabric", Doc: "counters of a switch's congestion management",
			Params: []blocks.Param{portsParam, saqsParam},
			Build:  func(v blocks.Values) *rtlgen.Module { return Monitor(v["ports"], v["saqs"]) },
		},
		tree,
	}
}
