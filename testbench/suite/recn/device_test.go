package recn

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks"
	"culprit/cyclesim"
	"culprit/rtlgen"
	"culprit/rtlgen/ir"
	"culprit/testbench/fault"
	golden "culprit/testbench/golden/recn"
)

// device is a switch that the traffic can be closed around: the golden model or
// the netlist on an engine, sound or with a mistake.
type device interface {
	step(in golden.SwitchIn) golden.SwitchOut
}

type goldenDevice struct{ model *golden.Switch }

func (d goldenDevice) step(in golden.SwitchIn) golden.SwitchOut { return d.model.Step(in) }

// engineDevice is recn_switch on the reference engine.
type engineDevice struct {
	t       testing.TB
	engine  cyclesim.Engine
	in, out map[string]int // port numbers
	widths  map[string]int
	last    golden.SwitchOut
}

// newEngineDevice builds the switch; mutate, if not nil, is applied to the modules
// whose base name is given.
func newEngineDevice(t testing.TB, v blocks.Values, module string, mutate fault.Mutation) *engineDevice {
	t.Helper()
	d, err := rtlgen.Elaborate(block("recn_switch").Build(v))
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
	engine, err := cyclesim.New(d, cyclesim.Options{Seed: 1})
	assert.NilError(t, err)
	p := paramsOf(v)
	e := &engineDevice{
		t: t, engine: engine, in: map[string]int{}, out: map[string]int{}, widths: map[string]int{}, last: golden.NewSwitchOut(p, p.Ports),
	}
	for i, port := range d.Top.Inputs() {
		e.in[port.Name], e.widths[port.Name] = i, port.Width
	}
	for i, port := range d.Top.Outputs() {
		e.out[port.Name], e.widths[port.Name] = i, port.Width
	}
	return e
}

func (d *engineDevice) step(in golden.SwitchIn) golden.SwitchOut {
	setLanes(d, "rx_valid", in.RxValid, bit)
	setLanes(d, "rx_sop", in.RxSop, bit)
	setLanes(d, "rx_eop", in.RxEop, bit)
	setLanes(d, "rx_data", in.RxData, func(x uint64) uint64 { return x })
	setLanes(d, "tx_credit", in.TxCredit, bit)
	if _, ok := d.in["tx_msg_valid"]; ok {
		word := func(x uint32) uint64 { return uint64(x) }
		setLanes(d, "tx_msg_valid", in.TxMsgValid, bit)
		setLanes(d, "tx_msg_xoff", in.TxMsgXoff, bit)
		setLanes(d, "tx_msg_tp", in.TxMsgTp, word)
		setLanes(d, "tx_msg_mask", in.TxMsgMask, word)
	}
	d.engine.Eval()
	isSet := func(x uint64) bool { return x == 1 }
	number := func(x uint64) int { return int(x) }
	getLanes(d, "tx_valid", d.last.TxValid, isSet)
	getLanes(d, "tx_sop", d.last.TxSop, isSet)
	getLanes(d, "tx_eop", d.last.TxEop, isSet)
	getLanes(d, "tx_data", d.last.TxData, func(x uint64) uint64 { return x })
	getLanes(d, "rx_credit", d.last.RxCredit, isSet)
	getLanes(d, "stat_free", d.last.StatFree, number)
	getLanes(d, "stat_credit", d.last.StatCredit, number)
	if _, ok := d.out["stat_detect"]; ok {
		getLanes(d, "stat_detect", d.last.StatDetect, isSet)
		getLanes(d, "stat_saqs", d.last.StatSaqs, isSet)
	}
	d.engine.Step()
	return d.last
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// setLanes puts a vector on an input, lane 0 lowest.
func setLanes[T any](d *engineDevice, name string, lanes []T, number func(T) uint64) {
	total := d.widths[name]
	width := total / len(lanes)
	words := make([]uint64, (total+63)/64)
	for i, lane := range lanes {
		for b := range width {
			at := i*width + b
			words[at/64] |= number(lane) >> b & 1 << (at % 64)
		}
	}
	d.engine.SetInput(d.in[name], words)
}

// getLanes reads an output into a vector.
func getLanes[T any](d *engineDevice, name string, lanes []T, value func(uint64) T) {
	total := d.widths[name]
	width := total / len(lanes)
	words := make([]uint64, (total+63)/64)
	d.engine.Output(d.out[name], words)
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
func run(d device, t *traffic, cycles int, each func(cycle int, out golden.SwitchOut)) {
	for cycle := range cycles {
		out := d.step(t.drive()[0])
		t.see([]golden.SwitchOut{out})
		if each != nil {
			each(cycle, out)
		}
	}
}
