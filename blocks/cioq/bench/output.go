package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/cioq"
	"culprit.example/culprit/blocks/cioq/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var outputCoverPoints = []string{
	"both lanes full", "empty again", "both lanes write", "two start at once", "segments back to back on the link",
	"waits for a credit",
	"sent while it arrives", "place taken as one is freed", "credit as the last is taken", "round both buffers",
}

func outputBench() testbench.Bench {
	return testbench.Bench{
		Block:       blocks.Of(rtl.Output),
		MinCycles:   30000,
		CoverPoints: outputCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			cells, large, open := v["data"] == 96, v["slots_out"] > 64, v["credits"] == 0
			return kit.Without(outputCoverPoints, kit.Cannot{
				"both lanes full": large, "empty again": large, "waits for a credit": v["credits"] > 100,
				"credit as the last is taken": open || v["credits"] > 100 || v["credits"] == 1,
				"sent while it arrives":       cells || v["cut_through"] == 0,
				"round both buffers":          v["slots_out"] > 256,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			r := newOutputRun(p, rng)
			return testbench.NewCase(golden.NewOutputIn(), golden.NewOutputOut(), r.step, r.drive, r.observe)
		},
	}
}

// outputRun is a golden output queue between two lanes of a crossbar and a receiver.
type outputRun struct {
	p       golden.Params
	rng     *rand.Rand
	model   *golden.Output
	program program
	left    [2]int // beats that are still to come
	beats   [2]int // that have come
	out     int    // segments without a credit
	taken   bool   // something was held
	tail    bool   // of a segment, at the pins in the cycle before
	credits int    // in the present cycle
}

func newOutputRun(p golden.Params, rng *rand.Rand) *outputRun {
	return &outputRun{p: p, rng: rng, model: golden.NewOutput(p), program: drainProgram(p.SlotsOut, meanBeats(p))}
}

func (r *outputRun) drive(cycle int) golden.OutputIn {
	ph := r.program.at(cycle)
	in := golden.NewOutputIn()
	r.credits = r.model.Credits()
	for l := range 2 {
		if in.LaneValid[l] = r.left[l] > 0; in.LaneValid[l] {
			in.LaneEnds[l] = r.left[l] == 2
			in.LaneBad[l] = r.left[l] == 1 && kit.Chance(r.rng, 20)
			r.left[l]--
			r.beats[l]++
		}
		in.LaneData[l] = word(r.rng, r.p.Data)
		if r.left[l] == 0 && r.model.Places(l) > 0 && kit.Chance(r.rng, ph.load) {
			in.Take[l] = true
			r.left[l] = ph.length(r.rng, r.p)
		}
	}
	if r.p.Credits == 0 {
		in.TxCredit = kit.Chance(r.rng, 50) // ignored
		in.Hold = !kit.Chance(r.rng, ph.drain)
	} else if r.out > 0 && kit.Chance(r.rng, ph.drain) {
		in.TxCredit = true
		r.out--
	}
	return in
}

func (r *outputRun) step(in golden.OutputIn) golden.OutputOut {
	out := r.model.Step(in)
	if out.TxValid && out.TxHead {
		r.out++
	}
	return out
}

func (r *outputRun) observe(in golden.OutputIn, out golden.OutputOut, hit func(string)) {
	r.taken = r.taken || out.StatHeld > 0
	room := (r.p.SlotsOut + 1) / 2 * longest(r.p)
	kit.Reached{
		"both lanes full":                   !out.Room[0] && !out.Room[1],
		"empty again":                       r.taken && out.StatHeld == 0,
		"both lanes write":                  in.LaneValid[0] && in.LaneValid[1],
		"two start at once":                 in.Take[0] && in.Take[1],
		"segments back to back on the link": r.tail && out.TxValid && out.TxHead,
		"waits for a credit":                out.StatStalled,
		"sent while it arrives":             r.model.SendsArriving(),
		"place taken as one is freed":       kit.Count(in.Take) == 1 && r.model.Held() == out.StatHeld && out.StatHeld > 0,
		"round both buffers":                min(r.beats[0], r.beats[1]) > room,
		"credit as the last is taken":       in.TxCredit && r.credits == 1 && r.model.Credits() == 1,
	}.Report(hit)
	r.tail = out.TxValid && out.TxTail
}
