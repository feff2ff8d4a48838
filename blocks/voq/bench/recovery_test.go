package bench

import (
	"math/rand"
	"testing"

	"gotest.tools/v3/assert"

	link "culprit.example/culprit/blocks/link/golden"
	env "culprit.example/culprit/blocks/packet/bench"
	rtl "culprit.example/culprit/blocks/voq"
	"culprit.example/culprit/blocks/voq/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// recovers checks a switch among links of which one breaks a rule now and then.
func recovers(t *testing.T, p golden.Params, step func(in env.Inputs, errors link.PinsIn) (env.Outputs, []uint8)) {
	seed := rand.Int63()
	t.Logf("seed %d", seed)
	r := env.NewRecovery(links(p), rand.New(rand.NewSource(seed)))
	r.Step = step
	assert.NilError(t, r.All(env.Moments(testing.Short())))
	rate := r.FullRate(4000)
	assert.Assert(t, rate > 0.7, "%.2f packets per packet time and output", rate)
}

// TestRecovery breaks each rule of a link at random moments: what is sent afterwards arrives,
// all slots and credits come home, and the error is counted.
func TestRecovery(t *testing.T) {
	t.Parallel()
	t.Run("voqsw", func(t *testing.T) {
		t.Parallel()
		v, err := blocks.Of(rtl.SwSwitch).Resolve(blocks.Values{"ports": 4, "slots": 12})
		assert.NilError(t, err)
		p := kit.ParamsOf[golden.Params](v)
		d, err := testbench.NewDevice(blocks.Of(rtl.SwSwitch), v, golden.NewSwIn(p.Ports), golden.NewSwOut(p.Ports))
		assert.NilError(t, err)
		recovers(t, p, func(in env.Inputs, errors link.PinsIn) (env.Outputs, []uint8) {
			out := d.Step(golden.SwIn{LinksIn: in.LinksIn, PinsIn: errors})
			return env.Outputs{LinksOut: out.LinksOut}, out.ErrSeen
		})
	})
	t.Run("voqnet", func(t *testing.T) {
		t.Parallel()
		v, err := blocks.Of(rtl.NetSwitch).Resolve(blocks.Values{"ports": 4, "nodes": 16, "depth": 4})
		assert.NilError(t, err)
		p := kit.ParamsOf[golden.Params](v)
		d, err := testbench.NewDevice(blocks.Of(rtl.NetSwitch), v, golden.NewNetIn(p.Ports), golden.NewNetOut(p.Ports))
		assert.NilError(t, err)
		recovers(t, p, func(in env.Inputs, errors link.PinsIn) (env.Outputs, []uint8) {
			out := d.Step(golden.NetIn{LinksIn: in.LinksIn, PinsIn: errors, TxCreditDst: in.TxCreditDst})
			return env.Outputs{LinksOut: out.LinksOut, RxCreditDst: out.RxCreditDst}, out.ErrSeen
		})
	})
}
