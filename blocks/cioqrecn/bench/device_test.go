package bench

import (
	"testing"

	"gotest.tools/v3/assert"

	rtl "culprit.example/culprit/blocks/cioqrecn"
	"culprit.example/culprit/blocks/cioqrecn/golden"
	env "culprit.example/culprit/blocks/packet/bench"
	recn "culprit.example/culprit/blocks/recn/bench"
	goldenrecn "culprit.example/culprit/blocks/recn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// onEngine is cioq_recn_switch on an engine, with the given mutants.
func onEngine(t testing.TB, v blocks.Values, mutants ...testbench.Mutant) recn.Device {
	t.Helper()
	p := kit.ParamsOf[golden.Params](v).Link()
	d, err := testbench.NewDevice(blocks.Of(rtl.Switch), v, goldenrecn.NewSwitchIn(p.Ports), goldenrecn.NewSwitchOut(p),
		mutants...)
	assert.NilError(t, err)
	return d
}

// Two switches as in Figure 1 of the RECN-IQ paper: output P6 of the first feeds input
// P2 of the second, and the other way round; ports count from 0. The link is one
// register longer than the switches' own.
const (
	portUp   = 6 // of switch 0
	portDown = 2 // of switch 1
)

// runChain closes traffic around two switches that are linked.
func runChain(sw [2]recn.Device, t *env.Traffic, cycles int, each func(cycle int, out [2]golden.SwitchOut)) {
	linked := [2]int{portUp, portDown}
	for cycle := range cycles {
		in := t.Drive() // which leaves the linked lanes as they are
		out := [2]golden.SwitchOut{sw[0].Step(recn.Inputs(in[0])), sw[1].Step(recn.Inputs(in[1]))}
		t.See(recn.Outputs(out[0]), recn.Outputs(out[1]))
		for s, here := range linked {
			other, there := out[1-s], linked[1-s]
			in[s].SetRx(here, other.Tx(there))
			in[s].TxCredit[here] = other.RxCredit[there]
			in[s].SetTxMsg(here, other.RxMsg(there))
		}
		each(cycle, out)
	}
}
