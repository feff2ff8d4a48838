package adaptive

import (
	"fmt"

	"culprit.example/culprit/blocks/adaptive/graph"
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
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
	Slots int `param:"slots" default:"100" min:"20" max:"512" doc:"frames that the partition of an input holds (150 KB)"`
	QEq   int `param:"q_eq" default:"33000" min:"1024" max:"262144" doc:"length of an output queue in equilibrium, bytes (AR Table I)"`
	QHigh int `param:"q_high" default:"81" min:"1" max:"496" doc:"frames of an input that send STOP (paper silent)"`
	QLow  int `param:"q_low" default:"59" min:"0" max:"495" doc:"frames of an input that send GO (paper silent)"`
	CNs   int `param:"cns" default:"16" min:"2" max:"32" doc:"notifications that wait at an input or an output"`

	ErrorBits int `param:"error_bits" default:"8" min:"1" max:"32" doc:"bits of a counter of errors"`
}

// Dims are the names that the tags of ports use.
func (p SwitchParams) Dims() rtlgen.Dims {
	return qcn.Dims(rtlgen.Dims{"feedback": feedbackBits, "seed": seedBits, "beats": beatsBits, "slot": p.slotBits(),
		"qlen": rtlgen.CountBits(p.cp().Buffer), "read_address": readAddressBits, "read_data": readBits,
		"causes": Causes, "error_bits": p.ErrorBits})
}

const (
	beatsBits = 8 // beats of a frame: to 16 KB

	readAddressBits = 6
	readBits        = 48

	longestFrame = 1500 // bytes, of which a slot has room for one
	headroom     = 16   // frames that may come after STOP
	refresh      = 1 << 15
)

// cp are the congestion points of the outputs.
func (p SwitchParams) cp() qcn.CPParams {
	cp := rtlgen.Default[qcn.CPParams]()
	cp.QEq = p.QEq
	cp.Buffer = p.Ports * p.Slots * longestFrame
	return cp
}

// pause watches the partitions of the inputs.
func (p SwitchParams) pause() qcn.PauseParams {
	q := rtlgen.Default[qcn.PauseParams]()
	q.Prios = 1
	q.Units = p.Slots
	q.QHigh = p.QHigh
	q.QLow = p.QLow
	q.Headroom = headroom
	q.Refresh = refresh
	return q
}

// Check finds parameters that do not go together.
func (p SwitchParams) Check() error {
	if p.Slots > 0 && p.QHigh > 0 && (p.QHigh > p.Slots-headroom || p.QLow >= p.QHigh) {
		return fmt.Errorf("q_high=%d and q_low=%d do not fit slots=%d: q_low must be below q_high, and q_high at most slots-%d, for what comes after STOP",
			p.QHigh,
			p.QLow,
			p.Slots,
			headroom)
	}
	return nil
}

// slotBits is the width of a slot's number: {input, place in its partition}.
func (p SwitchParams) slotBits() int { return p.pw() + rtlgen.IndexBits(p.Slots) }

func (p TableParams) hw() int { return rtlgen.IndexBits(p.Hosts) }
func (p TableParams) pw() int { return rtlgen.IndexBits(p.Ports) }

// Blocks lists the units, the switch, and the network on those of the experiments.
func Blocks() []*blocks.Block { return list(NetworkBlock()) }

// BlocksOn are Blocks, with the network on those of a file.
func BlocksOn(set *graph.Set) []*blocks.Block { return list(NetworkBlockOn(set)) }

func list(network *blocks.Block) []*blocks.Block {
	return []*blocks.Block{blocks.Of(Table), blocks.Of(Congestion), blocks.Of(Draw), blocks.Of(Engine),
		blocks.Of(Guard), blocks.Of(Receiver), blocks.Of(Transmitter), blocks.Of(Queues), blocks.Of(Notifier),
		blocks.Of(Switch),
		blocks.Of(Resequencer), blocks.Of(Traffic), blocks.Of(Host), network,
	}
}
