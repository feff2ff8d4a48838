package link

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// Blocks are the blocks of the family, in the order of the contract.
func Blocks() []*blocks.Block {
	return []*blocks.Block{blocks.Of(Guard), blocks.Of(Errors), blocks.Of(Replay), blocks.Of(Unit), blocks.Of(End),
		blocks.Of(Check),
		RegsBlock()}
}

// The causes of the guard's errors: bits of an event.
const (
	NoHead  = iota // beats that belong to no packet: dropped
	Cut            // a packet ended early, by a gap, by its eop or by the next packet: passed on as bad
	Long           // no eop with the last beat: passed on as bad, the beats after it are dropped
	NoRoute        // the turn does not exist, or leads back: dropped, its credit goes back
	NoRoom         // no slot for the packet, which came without a credit: dropped
	Marked         // the packet came in as bad: passed on as bad
	Causes         // how many there are
)

// GuardParams are the parameters of Guard.
type GuardParams struct {
	Ports int `param:"ports" default:"8" min:"0" max:"16" doc:"ports of the switch, which say which turns exist; 0: an end node, turns are not looked at"`
	Slots int `param:"slots" default:"64" min:"0" max:"256" doc:"slots behind the guard, which counts the credits of the other end; 0: it is told where there is room"`
	Data  int `param:"data" default:"64" min:"64" max:"512" quiet:"yes" doc:"bits of a beat: 64, 128, 256 or 512"`
}

// Check finds a width that does not exist.
func (p GuardParams) Check() error { return packet.CheckData(p.Data) }

// Dims are the names that the tags of ports use.
func (p GuardParams) Dims() rtlgen.Dims {
	told := 0
	if p.Slots == 0 {
		told = 1
	}
	return packet.DataDims(p.Data, rtlgen.Dims{"causes": Causes, "told": told})
}

// Stored are the beats of packets as they go to a packet memory. Direction D is that of
// the beats.
type Stored[D rtlgen.Direction] struct {
	Start D `doc:"the first beat of a packet, which takes a slot"`
	Valid D `doc:"a beat is stored; with start, too"`
	Word  D `width:"beat_index" doc:"its place in the packet; unknown without valid"`
	Data  D `width:"beat" doc:"the beat; unknown without valid"`
	End   D `doc:"the packet that started last ends: with its last beat, or, if it is cut short, a cycle or more after its last one, perhaps with the start of the next packet"`
	Bad   D `doc:"with end: the packet is damaged"`
	Last  D `width:"beat_index" doc:"with end: place of the last beat that was stored"`
}

// GuardPorts are the ports of Guard.
type GuardPorts struct {
	_      rtlgen.Unit            `name:"link_guard" doc:"receiving end of a link: lets whole packets through, ends damaged ones, drops the rest" params:"ports slots data"`
	Rx     packet.Beat[rtlgen.In] `doc:"the pins of the link"`
	Room   rtlgen.In              `if:"told" doc:"there is a slot for a packet that starts at the pins in this cycle"`
	NoWay  rtlgen.In              `if:"told" doc:"there is no way for it: it is dropped as no_route"`
	Freed  rtlgen.In              `if:"slots" doc:"a slot is given back"`
	Credit rtlgen.Out             `if:"slots" doc:"a credit for the other end: a slot was given back in the cycle before, or a packet was dropped, a register"`
	Out    Stored[rtlgen.Out]     `doc:"a cycle after the pins, registers"`
	Error  rtlgen.Out             `lanes:"causes" doc:"pulses, a cycle after the pins, registers: no_head, cut, long, no_route, no_room, marked from bit 0 on"`
}
