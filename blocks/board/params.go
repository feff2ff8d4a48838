package board

import (
	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// value shortens the signatures of this package.
type value = rtlgen.Value

// Params configures the board and its parts. With the defaults a run is as short as
// simulators want it; 115200 baud at 25 MHz are bit_cycles=217.
type Params struct {
	SAQs      int `param:"saqs" default:"4" min:"1" max:"8" doc:"set-aside queues per input port"`
	Slots     int `param:"slots" default:"64" min:"8" max:"256" doc:"packet slots of 64 bytes per input port"`
	Queue     int `param:"queue" default:"1024" min:"16" max:"65536" doc:"packets that wait in a node"`
	Seed      int `param:"seed" default:"1" min:"0" max:"65535" doc:"of the random numbers"`
	Cycles    int `param:"cycles" default:"512" min:"16" max:"1000000000" doc:"how long packets are made, cycles"`
	BitCycles int `param:"bit_cycles" default:"4" min:"2" max:"65535" doc:"a bit on the UART, cycles"`
}

// Defaults are the default parameters.
var Defaults = rtlgen.Default[Params]()

// nodes is the number of end nodes, and of ports of the switch.
const nodes = 4

// Units that the printer reads are numbered as in a tree; the totals are one more.
const (
	kindBits    = 2 // 0 node, 1 switch, 2 totals
	numberBits  = 8
	addressBits = 7
	wordBits    = 64

	switchUnit = 1 << numberBits
	totalsUnit = 2 << numberBits
	totals     = 3 // delivered, digest, status
)

// Dims are the names that the tags of ports use.
func (p Params) Dims() rtlgen.Dims {
	return rtlgen.Dims{"unit": kindBits + numberBits, "address": addressBits, "word": wordBits}
}

// tree is the network: one switch with a node at each port.
func (p Params) tree() fabric.Params {
	t := fabric.Defaults
	t.Levels = 1
	t.Ports = nodes
	t.SAQs = p.SAQs
	t.Slots = p.Slots
	t.Queue = p.Queue
	t.Schemes = fabric.Schemes{recn.Scheme()}
	return t
}

// Check finds parameters that do not go together.
func (p Params) Check() error {
	if p.Slots == 0 {
		return nil // a part
	}
	return p.tree().Check()
}

// Blocks lists the parts and the board.
func Blocks() []*blocks.Block {
	return []*blocks.Block{blocks.Of(UART), blocks.Of(Printer), blocks.Of(Board)}
}
