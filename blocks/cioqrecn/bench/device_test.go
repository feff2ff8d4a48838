package bench

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks"
	"culprit/blocks/cioqrecn/golden"
	recn "culprit/blocks/recn/bench"
	goldenrecn "culprit/blocks/recn/golden"
	"culprit/testbench/fault"
	"culprit/testbench/kit"
)

// device is a switch that the traffic can be closed around: the golden model or the
// netlist on an engine, sound or with a mistake.
type device interface {
	Step(in golden.SwitchIn) golden.SwitchOut
}

// engineDevice is cioq_recn_switch on an engine.
type engineDevice struct {
	*kit.Pins
	last golden.SwitchOut
}

// newEngineDevice builds the switch; mutate, if not nil, is applied to the module of
// that name.
func newEngineDevice(t testing.TB, v blocks.Values, module string, mutate fault.Mutation) *engineDevice {
	t.Helper()
	pins, err := kit.NewPins(block("cioq_recn_switch"), v, module, mutate)
	assert.NilError(t, err)
	p := paramsOf(v)
	return &engineDevice{pins, goldenrecn.NewSwitchOut(p.Link(), p.Ports)}
}

// Step is one clock cycle.
func (d *engineDevice) Step(in golden.SwitchIn) golden.SwitchOut {
	kit.SetLanes(d.Pins, "rx_valid", in.RxValid, kit.Bit)
	kit.SetLanes(d.Pins, "rx_sop", in.RxSop, kit.Bit)
	kit.SetLanes(d.Pins, "rx_eop", in.RxEop, kit.Bit)
	kit.SetLanes(d.Pins, "rx_data", in.RxData, kit.Same)
	kit.SetLanes(d.Pins, "tx_credit", in.TxCredit, kit.Bit)
	kit.SetLanes(d.Pins, "tx_msg_valid", in.TxMsgValid, kit.Bit)
	kit.SetLanes(d.Pins, "tx_msg_xoff", in.TxMsgXoff, kit.Bit)
	kit.SetLanes(d.Pins, "tx_msg_tp", in.TxMsgTp, kit.Word)
	kit.SetLanes(d.Pins, "tx_msg_mask", in.TxMsgMask, kit.Word)
	d.Eval()
	kit.GetLanes(d.Pins, "tx_valid", d.last.TxValid, kit.IsSet)
	kit.GetLanes(d.Pins, "tx_sop", d.last.TxSop, kit.IsSet)
	kit.GetLanes(d.Pins, "tx_eop", d.last.TxEop, kit.IsSet)
	kit.GetLanes(d.Pins, "tx_data", d.last.TxData, kit.Same)
	kit.GetLanes(d.Pins, "rx_credit", d.last.RxCredit, kit.IsSet)
	kit.GetLanes(d.Pins, "rx_msg_valid", d.last.RxMsgValid, kit.IsSet)
	kit.GetLanes(d.Pins, "rx_msg_xoff", d.last.RxMsgXoff, kit.IsSet)
	kit.GetLanes(d.Pins, "rx_msg_tp", d.last.RxMsgTp, kit.Half)
	kit.GetLanes(d.Pins, "rx_msg_mask", d.last.RxMsgMask, kit.Half)
	kit.GetLanes(d.Pins, "stat_free", d.last.StatFree, kit.Int)
	kit.GetLanes(d.Pins, "stat_credit", d.last.StatCredit, kit.Int)
	kit.GetLanes(d.Pins, "stat_saqs", d.last.StatSaqs, kit.IsSet)
	kit.GetLanes(d.Pins, "stat_sent", d.last.StatSent, kit.IsSet)
	kit.GetLanes(d.Pins, "stat_lines", d.last.StatLines, kit.IsSet)
	kit.GetLanes(d.Pins, "stat_detect", d.last.StatDetect, kit.IsSet)
	d.Engine.Step()
	return d.last
}

// run closes the traffic around a device for some cycles.
func run(d device, t *recn.Traffic, cycles int, each func(cycle int, out golden.SwitchOut)) {
	for cycle := range cycles {
		out := d.Step(t.Drive())
		t.See(out)
		if each != nil {
			each(cycle, out)
		}
	}
}

// chain is two switches of which output P6 of the first feeds input P2 of the
// second, and the other way round, as in Figure 1 of the RECN-IQ paper; ports count
// from 0. The link is one register longer than the switches' own.
type chain struct {
	sw   [2]device
	link [2]golden.SwitchOut // outputs of the cycle before
}

const (
	portUp   = 6 // of switch 0
	portDown = 2 // of switch 1
)

func newChain(p golden.Params, first, second device) *chain {
	c := &chain{sw: [2]device{first, second}}
	for s := range c.link {
		c.link[s] = goldenrecn.NewSwitchOut(p.Link(), p.Ports)
	}
	return c
}

// step takes the inputs of the free ports; those of the linked ones are filled in.
func (c *chain) step(in [2]golden.SwitchIn) [2]golden.SwitchOut {
	for s, port := range [2]int{portUp, portDown} {
		other, there := c.link[1-s], [2]int{portDown, portUp}[s]
		in[s].RxValid[port], in[s].RxSop[port], in[s].RxEop[port], in[s].RxData[port] = other.TxValid[there], other.TxSop[there], other.TxEop[there], other.TxData[there]
		in[s].TxCredit[port] = other.RxCredit[there]
		in[s].TxMsgValid[port], in[s].TxMsgXoff[port] = other.RxMsgValid[there], other.RxMsgXoff[there]
		in[s].TxMsgTp[port], in[s].TxMsgMask[port] = other.RxMsgTp[there], other.RxMsgMask[there]
	}
	out := [2]golden.SwitchOut{c.sw[0].Step(in[0]), c.sw[1].Step(in[1])}
	for s := range out {
		keep(&c.link[s], out[s])
	}
	return out
}

// keep copies the link pins of a switch.
func keep(to *golden.SwitchOut, from golden.SwitchOut) {
	copy(to.TxValid, from.TxValid)
	copy(to.TxSop, from.TxSop)
	copy(to.TxEop, from.TxEop)
	copy(to.TxData, from.TxData)
	copy(to.RxCredit, from.RxCredit)
	copy(to.RxMsgValid, from.RxMsgValid)
	copy(to.RxMsgXoff, from.RxMsgXoff)
	copy(to.RxMsgTp, from.RxMsgTp)
	copy(to.RxMsgMask, from.RxMsgMask)
}
