package bench

import (
	"math/big"
	"math/rand"

	rtl "culprit.example/culprit/blocks/cioq"
	"culprit.example/culprit/blocks/cioq/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var inputCoverPoints = []string{
	"all slots taken", "empty again", "both lanes busy", "starts as soon as it can", "two leave at once",
	"segments back to back in a lane",
	"starts while it arrives", "two start at once", "two start, no other waits", "two start, others wait",
	"start as one arrives alone",
}

// drainProgram is the phases of a run of a block with a queue: about as much as can
// leave, a block of everything behind it, the queue emptied, light load.
func drainProgram(slots, beats int) program {
	return program{
		{cycles: 200, load: 100, drain: 100, short: 50},
		{cycles: 100, load: 20, drain: 100, long: 50},
		{cycles: slots*beats + 40, load: 100, drain: 2, short: 20},
		{cycles: 200, load: 100, drain: 50, short: 100},
		{cycles: slots*beats + 40, drain: 100},
		{cycles: 200, load: 60, drain: 30, short: 40, long: 40},
		{cycles: 100, load: 100, drain: 100, long: 100},
		{cycles: 60, load: 100, drain: 100, short: 100},
	}
}

// meanBeats is about what a segment takes in the phase that fills a queue.
func meanBeats(p golden.Params) int {
	if p.Cells() {
		return 1
	}
	return 18
}

func inputBench() testbench.Bench {
	return testbench.Bench{
		Block:       blocks.Of(rtl.Input),
		MinCycles:   12000,
		CoverPoints: inputCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			cells, large := v["data"] == 96, v["slots_in"] > 64
			return kit.Without(inputCoverPoints, kit.Cannot{
				"all slots taken": large, "empty again": large,
				"starts while it arrives": cells || v["cut_through"] == 0,
				"two start at once":       !cells, "two start, no other waits": !cells,
				"two start, others wait": !cells || v["slots_in"] == 2,
				"two leave at once":      v["slots_in"] == 2 || 2*v["slots_in"] < v["credit_latency"], // hardly ever
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			r := &inputRun{p: p, rng: rng, model: golden.NewInput(p), program: drainProgram(p.SlotsIn, meanBeats(p))}
			r.sender = sender{rng: rng, p: p, credits: p.SlotsIn,
				header: func() *big.Int { return withTurn(rng, p, rng.Intn(p.Ports)) }}
			return testbench.NewCase(golden.NewInputIn(), golden.NewInputOut(), r.step, r.drive, r.observe)
		},
		AnyReset: map[string]string{
			"cioq_input.beats_come": "set with every segment",
			"cioq_input.closed":     "counts in a segment only, whose head sets it",
			"cioq_input.lost":       "the first beat sets it: one without a head is the first stray beat anyway",
			"cioq_input.skip":       "a head clears it, and a sender that keeps the rules begins with one",
			"cioq_input.credits_out: bit 0 flipped in reset": "a credit more counts only where the sender has none left",
		},
	}
}

// inputRun is a golden input queue between a sender and a scheduler.
type inputRun struct {
	p       golden.Params
	rng     *rand.Rand
	model   *golden.Input
	sender  sender
	program program
	wasHeld bool
	settled bool // the first segment that waits was it in the cycle before
}

func (r *inputRun) drive(cycle int) golden.InputIn {
	ph := r.program.at(cycle)
	in := golden.NewInputIn()
	b := r.sender.drive(ph)
	in.RxValid, in.RxHead, in.RxTail, in.RxBad, in.RxData = b.Valid, b.Head, b.Tail, b.Bad, b.Data
	r.start(&in, ph.drain)
	return in
}

// start lets segments start, with the given chance in percent.
func (r *inputRun) start(in *golden.InputIn, percent int) {
	free := r.model.Out().Free
	lane := r.rng.Intn(2)
	if r.p.Cells() && r.model.Waiting() > 1 && kit.Chance(r.rng, percent/2) {
		in.Start[0], in.Start[1] = true, true
	} else if r.model.Waiting() > 0 && (r.p.Cells() || r.settled) && free[lane] && kit.Chance(r.rng, percent) {
		in.Start[lane] = true
	}
	r.settled = r.model.Waiting() > 0 && kit.Count(in.Start) == 0
}

func (r *inputRun) step(in golden.InputIn) golden.InputOut {
	out := r.model.Step(in)
	if out.RxCredit {
		r.sender.credits++
	}
	return out
}

func (r *inputRun) observe(in golden.InputIn, out golden.InputOut, hit func(string)) {
	starts := kit.Count(in.Start)
	waiting := kit.Count(bits(out.First)) + kit.Count(bits(out.Second))
	last := func(l int) bool { return out.LaneValid[l] && out.Free[l] }
	kit.Reached{
		"all slots taken":                 out.StatHeld == r.p.SlotsIn,
		"empty again":                     r.wasHeld && out.StatHeld == 0,
		"both lanes busy":                 out.LaneValid[0] && out.LaneValid[1],
		"two leave at once":               last(0) && last(1),
		"starts as soon as it can":        starts > 0 && out.StatHeld == 1,
		"starts while it arrives":         starts > 0 && out.StatHeld == 1 && in.RxValid && !in.RxHead,
		"segments back to back in a lane": last(0) && in.Start[0] || last(1) && in.Start[1],
		"two start at once":               starts == 2,
		"two start, no other waits":       starts == 2 && r.model.Waiting() == 0,
		"two start, others wait":          starts == 2 && r.model.Waiting() > 0 && waiting == 2,
		"start as one arrives alone":      starts == 1 && r.model.Waiting() == 1 && out.Second == 0,
	}.Report(hit)
	r.wasHeld = r.wasHeld || out.StatHeld > 0
}

// bits are the bits of a one-hot number.
func bits(x uint64) []bool {
	var list []bool
	for ; x != 0; x >>= 1 {
		list = append(list, x&1 == 1)
	}
	return list
}
