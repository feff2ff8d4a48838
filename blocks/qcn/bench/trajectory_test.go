package bench

import (
	"math/rand"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench/benchtest"
)

// trajectoryCNMs is how many CNMs are replayed.
const trajectoryCNMs = 10_000

// TestTrajectory runs one limiter of the reaction point over a recorded sequence of
// CNMs, which keeps it between the smallest rate and the line rate, and
// replays every event on the pseudo-code: rates and stages are equal to the last bit
// behind each of them.
func TestTrajectory(t *testing.T) {
	tiers.Long(t, "rates over long times")
	t.Parallel()
	given := map[string]int{"flows": 2, "limiters": 2, "timer": 400, "byte_counter": 1522}
	v, err := blocks.Of(qcn.RP).Resolve(given)
	assert.NilError(t, err)
	e := benchtest.Simulate(t, qcn.Blocks(), "qcn_rp", given, nil)
	set, get, probe := e.Set, e.Get, e.Probe
	launched, cnm, feedback := probe("update.valid"), probe("update.event_cnm"), probe("update.event_feedback")
	bytes, timer := probe("update.event_bytes"), probe("update.event_timer")

	const seed = 11
	rng := rand.New(rand.NewSource(seed))
	p := golden.ReactionParams{ByteCounter: 1522, Timer: 400, RAI: v["r_ai"], RHAI: v["r_hai"], MinRate: v["min_rate"],
		EFR: 1, TRR: 1}
	reference := golden.NewRateLimiter()
	events, cuts, cycles := 0, 0, 0
	rate, lowest, highest := 1<<20, 1<<20, 0
	for ; cuts < trajectoryCNMs && cycles < 5_000_000; cycles++ {
		set("cnm_valid", 0)
		if quiet := cycles%50_000 < 10_000; !quiet && (rate > 1<<16 && rng.Intn(20) == 0 || rng.Intn(300) == 0) {
			set("cnm_valid", 1) // the limiter recovers when it is quiet
		}
		set("cnm_feedback", 1+rng.Intn(63))
		set("sent_valid", 0)
		e.Engine.Eval()
		if get("may_send")&1 == 1 {
			set("sent_valid", 1)
			set("sent_length", 1522)
			set("sent_cost", 1542)
			e.Engine.Eval()
		}
		if launched() == 1 { // recorded and replayed
			if cnm() == 1 {
				reference.Notify(p, feedback())
				cuts++
			}
			if bytes() == 1 {
				reference.ByteStage(p, 0)
			}
			if timer() == 1 {
				reference.TimerStage(p, 0)
			}
			events += cnm() + bytes() + timer()
		}
		if get("update_valid") == 1 {
			have := golden.RateLimiter{Crate: get("update_crate"), Trate: get("update_trate"), Bytes: get("update_bytes"),
				Times: get("update_times")}
			assert.Equal(t, have, reference, "seed %d, cycle %d, event %d", seed, cycles, events)
			rate = have.Crate
			lowest, highest = min(lowest, have.Crate), max(highest, have.Crate)
		}
		e.Engine.Step()
	}
	assert.Assert(t, cuts >= trajectoryCNMs, "only %d CNMs in %d cycles", cuts, cycles)
	assert.Assert(t, events >= 3*trajectoryCNMs/2, "only %d events", events)
	assert.Assert(t, lowest < 100_000 && highest > 700_000, "rates from %d to %d", lowest, highest)
	e.IsSound()
}
