package bench

import (
	"math/rand"
	"testing"

	"gotest.tools/v3/assert"

	env "culprit.example/culprit/blocks/packet/bench"
	rtl "culprit.example/culprit/blocks/voq"
	"culprit.example/culprit/blocks/voq/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// recovers checks a switch among links of which one breaks a rule now and then.
func recovers[In, Out any](t *testing.T, block *blocks.Block, given blocks.Values, pins env.Pins[In, Out],
	in func(ports int) In, out func(ports int) Out) {
	v, err := block.Resolve(given)
	assert.NilError(t, err)
	p := kit.ParamsOf[golden.Params](v)
	d, err := testbench.NewDevice(block, v, in(p.Ports), out(p.Ports))
	assert.NilError(t, err)
	seed := rand.Int63()
	t.Logf("seed %d", seed)
	r := env.NewRecovery(links(p), pins, d.Step, rand.New(rand.NewSource(seed)))
	assert.NilError(t, r.Recovers(env.Moments(testing.Short())))
}

// TestRecovery breaks each rule of a link at random moments: what is sent afterwards arrives,
// all slots and credits come home, and the error is counted.
func TestRecovery(t *testing.T) {
	t.Parallel()
	t.Run("voqsw", func(t *testing.T) {
		t.Parallel()
		recovers(t, blocks.Of(rtl.SwSwitch), blocks.Values{"ports": 4, "slots": 12}, swPins(), golden.NewSwIn, golden.NewSwOut)
	})
	t.Run("voqnet", func(t *testing.T) {
		t.Parallel()
		recovers(t, blocks.Of(rtl.NetSwitch), blocks.Values{"ports": 4, "nodes": 16, "depth": 4}, netPins(),
			golden.NewNetIn, golden.NewNetOut)
	})
}
