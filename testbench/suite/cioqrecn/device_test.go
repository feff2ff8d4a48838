package cioqrecn

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks"
	"culprit/cyclesim"
	"culprit/rtlgen/ir"
	"culprit/testbench/fault"
	golden "culprit/testbench/golden/cioqrecn"
	goldenrecn "culprit/testbench/golden/recn"
	"culprit/testbench/suite/recn"
)

// device is a switch that the traffic can be closed around: the golden model or the
// netlist on an engine, sound or with a mistake.
type device interface {
	Step(in golden.SwitchIn) golden.SwitchOut
}

// engineDevice is cioq_recn_switch on the compiled engine.
type engineDevice struct {
	engine cyclesim.Engine
	port   map[string]int // numbers of the inputs and of the outputs
	width  map[string]int
	last   golden.SwitchOut
}

// newEngineDevice builds the switch; mutate, if not nil, is applied to the module of
// that name.
func newEngineDevice(t testing.TB, v blocks.Values, module string, mutate fault.Mutation) *engineDevice {
	t.Helper()
	d, err := block("cioq_recn_switch").Elaborate(v)
	assert.NilError(t, err)
	if mutate != nil {
		changed := 0
		for _, m := range d.Modules {
			if m.Name == module {
				assert.NilError(t, mutate(m))
				changed++
			}
		}
		assert.Equal(t, changed, 1, "module %s", module)
		assert.NilError(t, ir.Verify(d))
	}
	engine, err := cyclesim.New(d, cyclesim.Options{Engine: "compiled", Seed: 1})
	assert.NilError(t, err)
	p := paramsOf(v)
	e := &engineDevice{engine: engine, port: map[string]int{}, width: map[string]int{}, last: goldenrecn.NewSwitchOut(p.Link(), p.Ports)}
	for i, port := range d.Top.Inputs() {
		e.port[port.Name], e.width[port.Name] = i, port.Width
	}
	for i, port := range d.Top.Outputs() {
		e.port[port.Name], e.width[port.Name] = i, port.Width
	}
	return e
}

// Step is one clock cycle.
func (d *engineDevice) Step(in golden.SwitchIn) golden.SwitchOut {
	bit := func(b bool) uint64 { return map[bool]uint64{true: 1}[b] }
	word := func(x uint32) uint64 { return uint64(x) }
	setLanes(d, "rx_valid", in.RxValid, bit)
	setLanes(d, "rx_sop", in.RxSop, bit)
	setLanes(d, "rx_eop", in.RxEop, bit)
	setLanes(d, "rx_data", in.RxData, func(x uint64) uint64 { return x })
	setLanes(d, "tx_credit", in.TxCredit, bit)
	setLanes(d, "tx_msg_valid", in.TxMsgValid, bit)
	setLanes(d, "tx_msg_xoff", in.TxMsgXoff, bit)
	setLanes(d, "tx_msg_tp", in.TxMsgTp, word)
	setLanes(d, "tx_msg_mask", in.TxMsgMask, word)
	d.engine.Eval()
	isSet := func(x uint64) bool { return x == 1 }
	number := func(x uint64) int { return int(x) }
	half := func(x uint64) uint32 { return uint32(x) }
	getLanes(d, "tx_valid", d.last.TxValid, isSet)
	getLanes(d, "tx_sop", d.last.TxSop, isSet)
	getLanes(d, "tx_eop", d.last.TxEop, isSet)
	getLanes(d, "tx_data", d.last.TxData, func(x uint64) uint64 { return x })
	getLanes(d, "rx_credit", d.last.RxCredit, isSet)
	getLanes(d, "rx_msg_valid", d.last.RxMsgValid, isSet)
	getLanes(d, "rx_msg_xoff", d.last.RxMsgXoff, isSet)
	getLanes(d, "rx_msg_tp", d.last.RxMsgTp, half)
	getLanes(d, "rx_msg_mask", d.last.RxMsgMask, half)
	getLanes(d, "stat_free", d.last.StatFree, number)
	getLanes(d, "stat_credit", d.last.StatCredit, number)
	getLanes(d, "stat_saqs", d.last.StatSaqs, isSet)
	getLanes(d, "stat_sent", d.last.StatSent, isSet)
	getLanes(d, "stat_lines", d.last.StatLines, isSet)
	getLanes(d, "stat_detect", d.last.StatDetect, isSet)
	d.engine.Step()
	return d.last
}

// setLanes puts a vector on an input, lane 0 lowest.
func setLanes[T any](d *engineDevice, name string, lanes []T, number func(T) uint64) {
	total := d.width[name]
	width := total / len(lanes)
	words := make([]uint64, (total+63)/64)
	for i, lane := range lanes {
		for b := range width {
			at := i*width + b
			words[at/64] |= number(lane) >> b & 1 << (at % 64)
		}
	}
	d.engine.SetInput(d.port[name], words)
}

// getLanes reads an output into a vector.
func getLanes[T any](d *engineDevice, name string, lanes []T, value func(uint64) T) {
	total := d.width[name]
	width := total / len(lanes)
	words := make([]uint64, (total+63)/64)
	d.engine.Output(d.port[name], words)
	for i := range lanes {
		x := uint64(0)
		for b := range width {
			at := i*width + b
			x |= words[at/64] >> (at % 64) & 1 << b
		}
		lanes[i] = value(x)
	}
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
