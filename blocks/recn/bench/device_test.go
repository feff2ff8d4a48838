package bench

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks"
	"culprit/blocks/recn/golden"
	"culprit/testbench/fault"
	"culprit/testbench/kit"
)

// device is a switch that the traffic can be closed around: the golden model or
// the netlist on an engine, sound or with a mistake.
type device interface {
	step(in golden.SwitchIn) golden.SwitchOut
}

type goldenDevice struct{ model *golden.Switch }

func (d goldenDevice) step(in golden.SwitchIn) golden.SwitchOut { return d.model.Step(in) }

// engineDevice is recn_switch on an engine.
type engineDevice struct {
	*kit.Pins
	last golden.SwitchOut
}

// newEngineDevice builds the switch; mutate, if not nil, is applied to the module of
// that name.
func newEngineDevice(t testing.TB, v blocks.Values, module string, mutate fault.Mutation) *engineDevice {
	t.Helper()
	pins, err := kit.NewPins(block("recn_switch"), v, module, mutate)
	assert.NilError(t, err)
	p := paramsOf(v)
	return &engineDevice{pins, golden.NewSwitchOut(p, p.Ports)}
}

func (d *engineDevice) step(in golden.SwitchIn) golden.SwitchOut {
	kit.SetLanes(d.Pins, "rx_valid", in.RxValid, kit.Bit)
	kit.SetLanes(d.Pins, "rx_sop", in.RxSop, kit.Bit)
	kit.SetLanes(d.Pins, "rx_eop", in.RxEop, kit.Bit)
	kit.SetLanes(d.Pins, "rx_data", in.RxData, kit.Same)
	kit.SetLanes(d.Pins, "tx_credit", in.TxCredit, kit.Bit)
	if d.Has("tx_msg_valid") {
		kit.SetLanes(d.Pins, "tx_msg_valid", in.TxMsgValid, kit.Bit)
		kit.SetLanes(d.Pins, "tx_msg_xoff", in.TxMsgXoff, kit.Bit)
		kit.SetLanes(d.Pins, "tx_msg_tp", in.TxMsgTp, kit.Word)
		kit.SetLanes(d.Pins, "tx_msg_mask", in.TxMsgMask, kit.Word)
	}
	d.Eval()
	kit.GetLanes(d.Pins, "tx_valid", d.last.TxValid, kit.IsSet)
	kit.GetLanes(d.Pins, "tx_sop", d.last.TxSop, kit.IsSet)
	kit.GetLanes(d.Pins, "tx_eop", d.last.TxEop, kit.IsSet)
	kit.GetLanes(d.Pins, "tx_data", d.last.TxData, kit.Same)
	kit.GetLanes(d.Pins, "rx_credit", d.last.RxCredit, kit.IsSet)
	kit.GetLanes(d.Pins, "stat_free", d.last.StatFree, kit.Int)
	kit.GetLanes(d.Pins, "stat_credit", d.last.StatCredit, kit.Int)
	if d.Has("stat_detect") {
		kit.GetLanes(d.Pins, "stat_detect", d.last.StatDetect, kit.IsSet)
		kit.GetLanes(d.Pins, "stat_saqs", d.last.StatSaqs, kit.IsSet)
	}
	d.Engine.Step()
	return d.last
}

// run closes the traffic around a device for some cycles.
func run(d device, t *traffic, cycles int, each func(cycle int, out golden.SwitchOut)) {
	for cycle := range cycles {
		out := d.step(t.drive()[0])
		t.see([]golden.SwitchOut{out})
		if each != nil {
			each(cycle, out)
		}
	}
}
