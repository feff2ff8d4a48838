package link

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// The causes of a unit's errors: bits of an event.
const (
	Silent     = iota // no HELLO for too long: the link goes down
	PeerReset         // a HELLO of another epoch: the link goes down
	NotSeen           // the other end has not seen this epoch: the link goes down
	LineDown          // the stage below is down: the link goes down
	Mismatch          // a HELLO of another version or size: ignored
	OtherEpoch        // a flit of another epoch: dropped
	Closed            // a packet comes while the link is down: dropped
	Stray             // a beat without its head, or behind a gap: dropped
	Overrun           // a packet without a slot: dropped
	Lost              // packets were lost or doubled on the wire: their credits are right again
	BadLimit          // a LIMIT that cannot be: ignored
	Discarded         // a packet of the switch has no way: discarded
	UnitCauses        // how many there are
)

// Widths and codes of a flit.
const (
	epochBits   = 8
	countBits   = 16
	slotBits    = 9
	controlBits = 2*epochBits + 2 + 2*countBits
	messageBits = 2 + 2*packet.TurnBits
	kindHello   = 1
	kindCredit  = 2
	version     = 1
)

// UnitParams are the parameters of Unit.
type UnitParams struct {
	Slots    int `param:"slots" default:"64" min:"1" max:"256" doc:"packet slots behind the unit"`
	Credits  int `param:"credits" default:"64" min:"1" max:"256" doc:"credits that the switch starts with: the slots at the other end"`
	Messages int `param:"messages" default:"1" min:"0" max:"1" doc:"messages about congestion points pass along"`
	Drain    int `param:"drain" default:"1" min:"0" max:"1" doc:"1: while the link is down all credits are given back, and what the switch sends is discarded; 0: packets wait in the switch"`
	Period   int `param:"period" default:"64" min:"4" max:"65536" doc:"cycles from one HELLO to the next, and from one LIMIT to the next at most"`
	Silence  int `param:"silence" default:"8" min:"2" max:"64" doc:"periods without a HELLO after which the link is down"`
	Data     int `param:"data" default:"64" min:"64" max:"512" quiet:"yes" doc:"bits of a beat: 64, 128, 256 or 512"`
}

// Check finds a width that does not exist.
func (p UnitParams) Check() error { return packet.CheckData(p.Data) }

// flitBits is the width of a flit but for the message.
func (p UnitParams) flitBits() int { return controlBits + 4 + p.Data }

// Dims are the names that the tags of ports use.
func (p UnitParams) Dims() rtlgen.Dims {
	return packet.DataDims(p.Data, rtlgen.Dims{"destination_credits": 0, "causes": UnitCauses,
		"flit": p.flitBits() + p.Messages*messageBits})
}

// hello is the value of a HELLO of a unit with that many slots.
func (p UnitParams) hello(slots int) int { return version<<(countBits-4) | slots }

// unitFlit is what a wire carries in a cycle; behind it there is the message.
type unitFlit struct {
	Epoch value `width:"8" doc:"epoch of its sender"`
	Kind  value `width:"2" doc:"control: 0 none, 1 HELLO, 2 LIMIT"`
	Seen  value `width:"8" doc:"with HELLO: the epoch of the other end, 0 if none was heard"`
	Sent  value `width:"16" doc:"with control: heads that were sent, with the one of this flit"`
	Value value `width:"16" doc:"HELLO: {version, 0, slots}; LIMIT: how many heads may be sent in all"`
	Valid value `doc:"a beat"`
	Sop   value `doc:"it is the first"`
	Eop   value `doc:"it is the last"`
	Bad   value `doc:"with eop: the packet is damaged"`
	Data  value `width:"beat" doc:"the beat"`
}

// UnitPorts are the ports of Unit.
type UnitPorts struct {
	_           rtlgen.Unit                        `name:"link_unit" doc:"one end of a link that may be reset or unplugged at any time" params:"slots credits messages drain period silence data"`
	Tx          packet.Link[rtlgen.In, rtlgen.Out] `doc:"the sending end of the switch"`
	Rx          packet.Link[rtlgen.Out, rtlgen.In] `doc:"the receiving end of the switch, registers"`
	FlitTxValid rtlgen.Out                         `doc:"a flit for the wire, a register"`
	FlitTx      rtlgen.Out                         `width:"flit" doc:"the flit, a register; unknown without valid"`
	FlitRxValid rtlgen.In                          `doc:"a flit comes from the wire"`
	FlitRx      rtlgen.In                          `width:"flit" doc:"the flit"`
	LineUp      rtlgen.In                          `doc:"the stage below is up; 1 without one"`
	LineRestart rtlgen.Out                         `doc:"pulse: the unit took the link down while the stage below was up, which is to start anew, a register"`
	Restart     rtlgen.In                          `doc:"takes the link down; it comes up with another epoch"`
	Up          rtlgen.Out                         `doc:"the link is up, a function of registers"`
	CameUp      rtlgen.Out                         `doc:"pulse, in the first cycle of up, a register"`
	WentDown    rtlgen.Out                         `doc:"pulse, in the first cycle without up, a register: protocol state of the link is to be cleared"`
	Error       rtlgen.Out                         `lanes:"causes" doc:"pulses, registers: silent, peer_reset, not_seen, line_down, mismatch, other_epoch, closed, stray, overrun, lost, bad_limit, discarded from bit 0 on"`
}
