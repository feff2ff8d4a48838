package adaptive

import (
	"culprit/blocks"
	"culprit/blocks/qcn"
	"culprit/rtlgen"
)

// value shortens the signatures of this package.
type value = rtlgen.Value

// TableParams configures the tables of a switch. The defaults fit the networks of the
// experiments.
type TableParams struct {
	Hosts     int `param:"hosts" default:"6" min:"2" max:"64" doc:"hosts of the network"`
	Ports     int `param:"ports" default:"6" min:"2" max:"16" doc:"ports of the switch"`
	List      int `param:"list" default:"3" min:"1" max:"8" doc:"ports that a list of the routing table holds"`
	CountBits int `param:"count_bits" default:"16" min:"2" max:"16" doc:"bits of fbCount (paper silent)"`
	SumBits   int `param:"sum_bits" default:"32" min:"4" max:"32" doc:"bits of feedback, the weighted sum (paper silent)"`
	Timer     int `param:"timer" default:"250" min:"1" max:"500" doc:"ticks for which a remote entry lives, at least (AR V.A: 250 ms)"`
}

const (
	feedbackBits = 6 // quantized feedback of a notification
	stampBits    = 9 // ticks; a timer of 500 fits
)

// Dims are the names that the tags of ports use.
func (p TableParams) Dims() rtlgen.Dims {
	return rtlgen.Dims{"feedback": feedbackBits, "seed": seedBits}
}

// SwitchParams configures the switch and its units. The defaults are the values of AR
// Table I, where it gives any.
type SwitchParams struct {
	TableParams
	Slots int `param:"slots" default:"100" min:"8" max:"512" doc:"frames that the partition of an input holds (150 KB)"`
	CNs   int `param:"cns" default:"16" min:"2" max:"32" doc:"notifications that wait at an input or an output"`
}

// Dims are the names that the tags of ports use.
func (p SwitchParams) Dims() rtlgen.Dims {
	return qcn.Dims(rtlgen.Dims{"feedback": feedbackBits, "seed": seedBits, "beats": beatsBits, "slot": p.slotBits()})
}

const beatsBits = 8 // beats of a frame: to 16 KB

// slotBits is the width of a slot's number: {input, place in its partition}.
func (p SwitchParams) slotBits() int { return p.pw() + rtlgen.IndexBits(p.Slots) }

func (p TableParams) hw() int { return rtlgen.IndexBits(p.Hosts) }
func (p TableParams) pw() int { return rtlgen.IndexBits(p.Ports) }

// Blocks lists the units and the switch.
func Blocks() []*blocks.Block {
	return []*blocks.Block{blocks.Of(Table), blocks.Of(Congestion), blocks.Of(Draw), blocks.Of(Engine), blocks.Of(Receiver), blocks.Of(Transmitter), blocks.Of(Queues)}
}
