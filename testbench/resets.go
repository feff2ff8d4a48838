package testbench

import (
	"math/rand"

	"culprit/testbench/internal/vectors"
)

// maxReset is the longest reset of a run, in cycles.
const maxReset = 4

// resets is when reset is on in a run, and what is applied then. The first reset
// comes before cycle 0, the second one begins at some moment of the first third.
// Both have a random length, and random inputs while reset is on.
type resets struct {
	rng           *rand.Rand
	lead          int
	second, until int // first cycle of the second reset, first one after it
}

// planResets draws the resets of a run of so many cycles. They do not depend on
// what the stimulus draws.
func planResets(seed uint64, cycles int) *resets {
	r := &resets{rng: rand.New(rand.NewSource(int64(seed ^ 0x9e3779b97f4a7c15)))}
	r.lead = 1 + r.rng.Intn(maxReset)
	if cycles < 2*maxReset { // too short to have a run on both sides
		return r
	}
	r.second = 1 + r.rng.Intn(cycles/3)
	r.until = r.second + 1 + r.rng.Intn(maxReset)
	return r
}

// on tells whether reset is on in a cycle.
func (r *resets) on(cycle int) bool {
	return cycle < 0 || cycle >= r.second && cycle < r.until
}

// cycles is the number of cycles from cycle 0 on with reset on.
func (r *resets) cycles() int { return r.until - r.second }

// record makes a cycle with reset on: all inputs are random.
func (r *resets) record(set *vectors.Set, cycle int) {
	set.SetReset(cycle)
	for i, p := range set.Inputs {
		words := set.Input(cycle, i)
		for k := range words {
			words[k] = r.rng.Uint64()
		}
		if top := p.Width % 64; top > 0 {
			words[len(words)-1] &= 1<<top - 1
		}
	}
}

// start is the cycle at which a bench begins after a reset: 0, or as often any
// other one of a run.
func (r *resets) start(b Bench) int {
	if b.Scripted {
		return 0
	}
	return max(0, r.rng.Intn(2*b.MinCycles+1)-b.MinCycles)
}
