package bench

import (
	"maps"
	"math/big"
	"math/rand"

	rtl "culprit.example/culprit/blocks/cioq"
	"culprit.example/culprit/blocks/cioq/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var elementCoverPoints = []string{
	"all links busy", "input queue full", "output queue full", "output refuses a segment", "output waits for a credit",
	"empty again",
	"head leaves before its tail has come",
}

func elementBench() testbench.Bench {
	return testbench.Bench{
		Block:       blocks.Of(rtl.Element),
		MinCycles:   12000,
		CoverPoints: elementCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return elementReaches(elementCoverPoints, v, kit.Cannot{
				"head leaves before its tail has come": v["data"] == 96 || v["cut_through"] == 0,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			r := &elementRun{p: p, rng: rng, model: golden.NewElement(p), out: make([]int, p.Ports),
				program: elementProgram(p, 4000)}
			for i := range p.Ports {
				r.senders = append(r.senders, &sender{rng: rng, p: p, credits: p.SlotsIn,
					header: func() *big.Int { return withTurn(rng, p, r.phase.goal(rng, p, r.cycle, i)) }})
			}
			return testbench.NewCase(golden.NewElementIn(p.Ports), golden.NewElementOut(p.Ports), r.step, r.drive, r.observe)
		},
	}
}

// elementReaches are the cover points less those that a parameter set cannot reach.
func elementReaches(coverPoints []string, v blocks.Values, cannot kit.Cannot) []string {
	most := 20 // slots that a run can fill
	if v["data"] == 96 {
		most = 300
	}
	maps.Copy(cannot, kit.Cannot{
		"input queue full":          v["slots_in"]+v["slots_out"] > most,
		"output queue full":         v["slots_out"] > most,
		"output refuses a segment":  v["slots_out"] > most,
		"output waits for a credit": v["credits"] > 2*most,
		"empty again":               v["slots_in"]+v["slots_out"] > 3*most,
	})
	return kit.Without(coverPoints, cannot)
}

// elementProgram is the phases of a run: no conflicts, light load, saturation, a hot
// output, a block of everything behind the element, and all queues emptied.
// The queues are filled for at most the given number of cycles.
func elementProgram(p golden.Params, most int) program {
	fill := min(most, (p.SlotsIn+p.SlotsOut)*meanBeats(p)+100)
	return program{
		{cycles: 200, load: 100, drain: 100, hot: -1, short: 30},
		{cycles: 200, load: 15, drain: 100, long: 30},
		{cycles: 400, load: 100, drain: 100, short: 60},
		{cycles: 300, load: 100, drain: 100, hot: 60, short: 100},
		{cycles: fill, load: 100, drain: 1, hot: 50, short: 50},
		{cycles: 2 * fill, drain: 100},
		{cycles: 300, load: 80, drain: 40, hot: 20, short: 30, long: 40},
	}
}

// elementRun is a golden element between senders and receivers.
type elementRun struct {
	p       golden.Params
	rng     *rand.Rand
	model   *golden.Element
	senders []*sender
	program program
	phase   phase
	cycle   int
	out     []int // by output: segments without a credit
	held    bool  // something was held
}

func (r *elementRun) drive(cycle int) golden.ElementIn {
	r.phase, r.cycle = r.program.at(cycle), cycle
	in := golden.NewElementIn(r.p.Ports)
	for i, s := range r.senders {
		b := s.drive(r.phase)
		in.RxValid[i], in.RxHead[i], in.RxTail[i], in.RxData[i] = b.Valid, b.Head, b.Tail, b.Data
		in.RxBad[i] = b.Bad
	}
	for o := range r.out {
		if r.p.Credits == 0 {
			in.TxCredit[o] = kit.Chance(r.rng, 50) // ignored
			in.Hold[o] = !kit.Chance(r.rng, r.phase.drain)
		} else if r.out[o] > 0 && kit.Chance(r.rng, r.phase.drain) {
			in.TxCredit[o] = true
			r.out[o]--
		}
	}
	return in
}

func (r *elementRun) step(in golden.ElementIn) golden.ElementOut {
	out := r.model.Step(in)
	for i := range r.senders {
		if out.RxCredit[i] {
			r.senders[i].credits++
		}
		if out.TxValid[i] && out.TxHead[i] {
			r.out[i]++
		}
	}
	return out
}

func (r *elementRun) observe(in golden.ElementIn, out golden.ElementOut, hit func(string)) {
	held := 0
	full := false
	fullOut := false
	through := false
	for i := range r.p.Ports {
		held += out.StatInHeld[i] + out.StatOutHeld[i]
		full = full || out.StatInHeld[i] == r.p.SlotsIn
		fullOut = fullOut || out.StatOutHeld[i] == r.p.SlotsOut
		through = through || r.model.Output[i].SendsArriving()
	}
	r.held = r.held || held > 0
	kit.Reached{
		"all links busy":                       kit.Count(in.RxValid) == r.p.Ports && kit.Count(out.TxValid) == r.p.Ports,
		"input queue full":                     full,
		"output queue full":                    fullOut,
		"output refuses a segment":             kit.Count(out.StatRefused) > 0,
		"output waits for a credit":            kit.Count(out.StatStalled) > 0,
		"empty again":                          r.held && held == 0,
		"head leaves before its tail has come": through,
	}.Report(hit)
}
