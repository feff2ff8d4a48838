package testbench

import (
	"math/rand"

	"culprit.example/culprit/testbench/internal/vectors"
)

// maxReset is the longest reset of a run, in cycles.
const maxReset = 4

// defaultResets is how often a run is reset again.
const defaultResets = 12

// resets is when reset is on in a run, and what is applied then. The first reset
// comes before cycle 0, others begin at random moments, one in each of equal parts
// of the first third of the run. Most last for one cycle, the others up to maxReset. Inputs are random
// while reset is on.
type resets struct {
	rng   *rand.Rand
	lead  int     // cycles of the first reset
	again []phase // in order
}

// phase is some cycles of a run: from first to before end.
type phase struct{ first, end int }

// planResets draws the resets of a run of the given number of cycles. They do not depend on
// what the stimulus draws.
func planResets(seed uint64, cycles int, b Bench) *resets {
	r := &resets{rng: rand.New(rand.NewSource(int64(seed ^ 0x9e3779b97f4a7c15)))}
	r.lead = r.length()
	n := b.Resets
	if n == 0 {
		n = defaultResets
	}
	part := cycles / 3 / n
	if part < 2*maxReset { // a short run has one
		n, part = 1, cycles/2
	}
	if part < 2*maxReset {
		return r
	}
	for i := range n {
		first := i*part + 1 + r.rng.Intn(part-maxReset)
		r.again = append(r.again, phase{first, first + r.length()})
	}
	return r
}

// length is that of a reset.
func (r *resets) length() int {
	if r.rng.Intn(3) > 0 {
		return 1
	}
	return 1 + r.rng.Intn(maxReset)
}

// next is the reset that is on in a cycle or follows it, and the number of those
// before; the end of time if there is none.
func (r *resets) next(cycle int) (p phase, before int) {
	for before < len(r.again) && r.again[before].end <= cycle {
		before++
	}
	if before == len(r.again) {
		return phase{1 << 62, 1 << 62}, before
	}
	return r.again[before], before
}

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
