package bench

import (
	"math/rand"
	"testing"

	"gotest.tools/v3/assert"

	rtl "culprit.example/culprit/blocks/cioqrecn"
	"culprit.example/culprit/blocks/cioqrecn/golden"
	env "culprit.example/culprit/blocks/packet/bench"
	recn "culprit.example/culprit/blocks/recn/bench"
	recnmodel "culprit.example/culprit/blocks/recn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// TestRecovery breaks each rule of a link at random moments: what is sent afterwards arrives,
// all slots and credits come home, and the error is counted.
func TestRecovery(t *testing.T) {
	v, err := blocks.Of(rtl.Switch).Resolve(blocks.Values{"ports": 4, "slots": 16, "saqs": 2})
	assert.NilError(t, err)
	p := kit.ParamsOf[golden.Params](v).Link()
	d, err := testbench.NewDevice(blocks.Of(rtl.Switch), v, recnmodel.NewSwitchIn(p.Ports), recnmodel.NewSwitchOut(p))
	assert.NilError(t, err)
	seed := rand.Int63()
	t.Logf("seed %d", seed)
	r := env.NewRecovery(recn.Links(p), recn.Pins(), d.Step, rand.New(rand.NewSource(seed)))
	assert.NilError(t, r.Recovers(env.Moments(testing.Short())))
}
