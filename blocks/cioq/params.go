package cioq

import (
	"fmt"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// value shortens the signatures of this package.
type value = rtlgen.Value

// The two kinds of links.
const (
	BeatData   = 64      // beat mode: a header beat, then the payload
	PacketData = 64 + 1  // beat mode, with an end-of-packet bit below each beat
	CellData   = 64 + 32 // cell mode: header and tag side by side, one word per segment
)

const (
	maxBeats = 33 // of a segment in beat mode: header and 256 bytes
	lanes    = 2  // of the crossbar, per port
)

// Params configures an element and each of its units; a unit uses those that its
// contract names. The defaults are the queues of the paper's section 4 (8 KB at each
// input, 60 KB at each output).
type Params struct {
	Ports         int `param:"ports" default:"8" min:"2" max:"16" doc:"M: input ports, and output ports"`
	Data          int `param:"data" default:"64" min:"64" max:"96" doc:"bits of a beat: 64, 65 with an end-of-packet bit, or 96 for cell mode"`
	InSlots       int `param:"slots_in" default:"32" min:"2" max:"1024" doc:"segments that an input queue holds"`
	OutSlots      int `param:"slots_out" default:"240" min:"4" max:"1024" doc:"segments that an output queue holds"`
	Stage         int `param:"stage" default:"0" min:"0" max:"6" doc:"stage of the network, from 0: which turn of the route is the element's"`
	Credits       int `param:"credits" default:"32" min:"0" max:"1024" doc:"slots of the next input queue; 0: no credits, the receiver always takes"`
	LinkLatency   int `param:"link_latency" default:"2" min:"1" max:"64" doc:"registers before the beats' pins, cycles"`
	CreditLatency int `param:"credit_latency" default:"2" min:"1" max:"64" doc:"registers before the credits' pins, cycles"`
	CutThrough    int `param:"cut_through" default:"1" min:"0" max:"1" doc:"1: a segment may leave while it arrives, 0: store and forward"`
	ErrorBits     int `param:"error_bits" default:"8" min:"1" max:"32" doc:"bits of a counter of errors"`
}

// Defaults are the default parameters.
var Defaults = rtlgen.Default[Params]()

// Dims are the names that the tags of ports use.
func (p Params) Dims() rtlgen.Dims {
	d := rtlgen.Dims{"cells": 0, "beats": 1, "without_credits": 0, "guard_causes": NoCredit, "causes": Causes}
	if p.cells() {
		d["cells"], d["beats"] = 1, 0
	}
	if p.Credits == 0 {
		d["without_credits"] = 1
	}
	return d
}

// cells reports whether a segment is one word.
func (p Params) cells() bool { return p.Data == CellData }

// beats is the room for a segment, in words of a memory.
func (p Params) beats() int {
	if p.cells() {
		return 1
	}
	return maxBeats
}

// passed is what an output keeps of a beat beside the marks of its place in a segment: in
// beat mode {bad, data}.
func (p Params) passed() int {
	if p.cells() {
		return p.Data
	}
	return 1 + p.Data
}

// pw is the width of a port's number, and of a turn.
func (p Params) pw() int { return rtlgen.IndexBits(p.Ports) }

// laneSlots is the part of the output queue that a lane writes.
func (p Params) laneSlots(lane int) int { return (p.OutSlots + 1 - lane) / lanes }

// turn is the element's turn in the route of a header. The route starts below the top
// bit, a turn per stage.
func (p Params) turn(header rtlgen.Signal) value {
	top := p.Data - 2 - p.Stage*p.pw()
	return rtlgen.ValueOf(header).Slice(top, top-p.pw()+1)
}

// Check finds values that do not exist, or do not go together.
func (p Params) Check() error {
	if p.Data != 0 && p.Data != BeatData && p.Data != PacketData && p.Data != CellData {
		return fmt.Errorf("there are no links of data=%d bits: give %d or %d (beats), or %d (cells)", p.Data, BeatData,
			PacketData, CellData)
	}
	if p.cells() && p.CutThrough == 0 && p.InSlots+p.OutSlots > 0 {
		return fmt.Errorf("cut_through=0 with data=%d: a cell is one word, which arrives as a whole; give cut_through=1",
			CellData)
	}
	return nil
}

// Blocks lists the units and the element.
func Blocks() []*blocks.Block {
	return []*blocks.Block{
		blocks.Of(Input), blocks.Of(Scheduler), blocks.Of(Crossbar), blocks.Of(Output), blocks.Of(Element),
	}
}

// assertAtMost states level <= limit, unless level could not be more anyway.
func assertAtMost(m *rtlgen.Module, name string, level rtlgen.Reg, limit int, doc string) {
	if limit < 1<<level.Width()-1 {
		m.Assert(name, level.Le(limit), doc)
	}
}
