package bench

import (
	"testing"

	"gotest.tools/v3/assert"

	rtl "culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/recn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// onEngine is recn_switch on an engine, with the given mutants.
func onEngine(t testing.TB, v blocks.Values, mutants ...testbench.Mutant) Device {
	t.Helper()
	p := kit.ParamsOf[golden.Params](v)
	d, err := testbench.NewDevice(blocks.Of(rtl.Switch), v, golden.NewSwitchIn(p.Ports), golden.NewSwitchOut(p),
		mutants...)
	assert.NilError(t, err)
	return d
}
