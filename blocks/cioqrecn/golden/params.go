package golden

import (
	packet "culprit.example/culprit/blocks/packet/golden"
	recn "culprit.example/culprit/blocks/recn/golden"
)

// Params are the parameters of the switch, as in the table of the contract.
type Params struct {
	Ports       int // bidirectional ports
	Slots       int // packet slots per input side and per output side
	SAQs        int // set-aside queues per input side and per output side
	Detect      int // a detection queue that reaches this detects congestion
	DetectOut   int // a packet that finds a standard queue longer than this detects it
	Xoff        int // a SAQ that reaches this sends Xoff
	Xon         int // a SAQ of this or less sends Xon
	LinkLatency int // registers up to the link pins
	ErrorBits   int // bits of a counter of errors
	Data        int // bits of a beat, for stimulus: the model passes on any
}

// DefaultParams are the parameters of the reference configuration.
func DefaultParams() Params {
	return Params{Ports: 8, Slots: 64, SAQs: 4, Detect: 5, DetectOut: 5, Xoff: 10, Xon: 5, LinkLatency: 2, ErrorBits: 8}
}

// InputQueues counts the queues of an input side: a detection queue per output,
// then the SAQs.
func (p Params) InputQueues() int { return p.Ports + p.SAQs }

// OutputQueues counts those of an output side: the standard queue, then the SAQs.
func (p Params) OutputQueues() int { return 1 + p.SAQs }

// Link are the parameters as the surroundings of a RECN switch see them.
func (p Params) Link() recn.Params {
	return recn.Params{
		Ports: p.Ports, Slots: p.Slots, SAQs: p.SAQs, Detect: p.Detect, Xoff: p.Xoff, Xon: p.Xon, LinkLatency: p.LinkLatency,
		ErrorBits: p.ErrorBits, Data: p.Data, ReadyBit: 1,
	}
}

// Pairs of beats in a packet: the cycles in which it crosses the switch.
const Pairs = packet.Beats / 2

// The pins of the switch are those of RECN-IQ.
type (
	// SwitchIn are the inputs of the switch.
	SwitchIn = recn.SwitchIn
	// SwitchOut are its outputs.
	SwitchOut = recn.SwitchOut
)
