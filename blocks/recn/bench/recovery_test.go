package bench

import (
	"math/rand"
	"testing"

	"gotest.tools/v3/assert"

	env "culprit.example/culprit/blocks/packet/bench"
	rtl "culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/recn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
	"culprit.example/culprit/testbench/mutant"
)

// recovery puts recn_switch among links of which one breaks a rule now and then.
func recovery(t *testing.T, v blocks.Values, mutants ...testbench.Mutant) *env.Recovery {
	values, err := blocks.Of(rtl.Switch).Resolve(v)
	assert.NilError(t, err)
	p := kit.ParamsOf[golden.Params](values)
	d := onEngine(t, values, mutants...)
	seed := rand.Int63()
	t.Logf("seed %d", seed)
	return env.NewRecovery(Links(p), Pins(), d.Step, rand.New(rand.NewSource(seed)))
}

// TestRecovery breaks each rule of a link at random moments: what is sent afterwards arrives,
// all slots and credits come home, and the error is counted.
func TestRecovery(t *testing.T) {
	t.Parallel()
	for name, v := range map[string]blocks.Values{
		"recn": {"ports": 4, "slots": 16}, "plain": {"ports": 3, "slots": 8, "saqs": 0, "link_latency": 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.NilError(t, recovery(t, v).Recovers(env.Moments(testing.Short())))
		})
	}
}

// TestNoRecovery does the same with mistakes in the guard.
func TestNoRecovery(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]testbench.Mutant{
		"gap":  kit.In("gap", "link_guard", mutant.StuckBit("is_cut", 0, 0)),
		"head": kit.In("head", "link_guard", mutant.StuckBit("headless", 0, 0)),
		"turn": kit.In("turn", "link_guard", mutant.StuckBit("route_exists", 0, 1)),
		"owed": kit.In("owed", "link_guard", mutant.StuckBit("returns_q", 0, 0)),
		"old":  kit.In("old", "recn_mmu", mutant.StuckBit("rd_lost_q", 0, 0)),
		"name": kit.In("name", "recn_output_port", mutant.StuckBit("bad_name_q", 0, 0)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := recovery(t, blocks.Values{"ports": 3, "slots": 16, "saqs": 1}, m)
			assert.ErrorContains(t, r.All(20), "moment")
		})
	}
}
