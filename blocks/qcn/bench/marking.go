package bench

import (
	"math/rand"
	"slices"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func dosBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(qcn.DOS), MinCycles: 2000,
		CoverPoints: []string{"no unit", "one queue", "the lowest of equals", "the last queue",
			"just longer than the one before", "largest count"},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.MarkingParams](v)
			drive := func(int) golden.DOSIn { return golden.DOSIn{Count: unitCounts(rng, p.VOQs, p.Units)} }
			observe := func(in golden.DOSIn, _ golden.DOSOut, hit func(string)) {
				c := in.Count
				most := slices.Max(c)
				first, last := slices.Index(c, most), len(c)-1
				equals, full := 0, 0
				for _, n := range c {
					if n == most {
						equals++
					}
					if n > 0 {
						full++
					}
				}
				kit.Reached{
					"no unit":                         most == 0,
					"one queue":                       full == 1,
					"the lowest of equals":            most > 0 && equals > 1,
					"the last queue":                  most > 0 && first == last,
					"just longer than the one before": first > 0 && c[first-1] == most-1,
					"largest count":                   most == p.Units,
				}.Report(hit)
			}
			return testbench.NewCase(golden.DOSIn{Count: make([]int, p.VOQs)}, golden.DOSOut{}, golden.NewDOS(p.VOQs).Step,
				drive, observe)
		},
	}
}

// unitCounts are lengths of queues: few, equal or neighbouring ones often enough.
func unitCounts(rng *rand.Rand, queues, units int) []int {
	c := make([]int, queues)
	if kit.Chance(rng, 5) {
		return c
	}
	if kit.Chance(rng, 10) {
		c[rng.Intn(queues)] = 1 + rng.Intn(units)
		return c
	}
	most := 1 + rng.Intn(units)
	if kit.Chance(rng, 10) {
		most = units
	}
	for i := range c {
		switch rng.Intn(4) {
		case 0:
			c[i] = rng.Intn(most + 1)
		case 1:
			c[i] = most - 1
		}
	}
	c[rng.Intn(queues)] = most
	if kit.Chance(rng, 30) {
		c[rng.Intn(queues)] = most
	}
	if kit.Chance(rng, 20) {
		for i := range c[:queues-1] {
			c[i] = max(0, min(c[i], most-1))
		}
		c[queues-1] = most
	}
	return c
}

func cnmBench() testbench.Bench {
	points := []string{"CNM", "CNM in the next cycle", "transmitter busy", "all wait", "dropped",
		"offered when its place gets free", "another priority goes first", "at an output"}
	return testbench.Bench{
		Block: blocks.Of(qcn.CNMUnit), MinCycles: 3000, CoverPoints: points,
		AnyReset: map[string]string{"qcn_cnm.next_above": "of two priorities the next one is the one that has not just been sent"},
		CoverPointsFor: func(v blocks.Values) []string {
			one := v["prios"] == 1
			return kit.Without(points, kit.Cannot{"CNM in the next cycle": one, "another priority goes first": one})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.MarkingParams](v)
			m := golden.NewCNM(p)
			held := golden.CNMIn{Port: rng.Intn(4096), AtOutput: kit.Chance(rng, 50)}
			var waiting []bool
			drive := func(cycle int) golden.CNMIn {
				waiting = m.Waiting()
				in := held
				in.OfferValid, in.OfferPrio = kit.Chance(rng, []int{80, 20, 5}[cycle/100%3]), rng.Intn(p.Prios)
				in.OfferFeedback, in.OfferQOffset, in.OfferQDelta = rng.Intn(64), rng.Intn(1<<16), rng.Intn(1<<16)
				in.OfferSrc, in.OfferDst = rng.Intn(4096), rng.Intn(4096)
				in.TxReady = kit.Chance(rng, []int{10, 60, 100}[cycle/50%3])
				return in
			}
			sent := -1
			observe := func(in golden.CNMIn, out golden.CNMOut, hit func(string)) {
				busy := in.OfferValid && waiting[in.OfferPrio]
				first := -1
				if out.TxValid {
					first = golden.FrameOf(golden.WordOf(out.TxData)).FlowPrio
				}
				taken := out.TxValid && in.TxReady
				kit.Reached{
					"CNM":                              taken,
					"CNM in the next cycle":            taken && sent >= 0,
					"transmitter busy":                 out.TxValid && !in.TxReady,
					"all wait":                         kit.Count(waiting) == p.Prios,
					"dropped":                          out.Dropped,
					"offered when its place gets free": busy && taken && first == in.OfferPrio,
					"another priority goes first":      taken && first > 0 && waiting[0],
					"at an output":                     taken && in.AtOutput,
				}.Report(hit)
				sent = -1
				if taken {
					sent = first
				}
			}
			return testbench.NewCase(golden.CNMIn{}, golden.CNMOut{}, m.Step, drive, observe)
		},
	}
}

var markingCoverPoints = []string{
	"arrival", "longest queue", "longest queue, none", "random", "random, given up", "lost", "dropped",
	"request waits for the engine",
	"another trigger before the answer", "trigger with the answer", "search waits for another",
	"sample between sample and trigger of another priority",
}

// markingResets is how often a run is reset again: each policy comes twice.
const markingResets = 5

func markingBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(qcn.Marking), MinCycles: 12000, CoverPoints: markingCoverPoints,
		Resets:   markingResets,
		AnyReset: map[string]string{"qcn_marking.next_above": "of two priorities only the other one can be pending when a search has ended"},
		CoverPointsFor: func(v blocks.Values) []string {
			one, without := v["prios"] == 1, v["dos"] == 0
			return kit.Without(markingCoverPoints, kit.Cannot{
				"longest queue": without, "longest queue, none": without, "search waits for another": one,
				"sample between sample and trigger of another priority": one,
			})
		},
		NewAfter: func(v blocks.Values, rng *rand.Rand, resets int) testbench.Case {
			p := kit.ParamsOf[golden.MarkingParams](v)
			s := &markingStimulus{rng: rng, p: p, model: golden.NewMarking(p)}
			s.held.Policy = resets % 3
			if s.held.Policy == 1 && p.DOS == 0 {
				s.held.Policy = 0
			}
			s.held.Port, s.held.AtOutput = rng.Intn(4096), kit.Chance(rng, 50)
			return testbench.NewCase(s.blank(), golden.MarkingOut{}, s.model.Step, s.drive, s.observe)
		},
	}
}

// markingStimulus plays the congestion points, the queues and the search engine.
type markingStimulus struct {
	rng    *rand.Rand
	p      golden.MarkingParams
	model  *golden.Marking
	held   golden.MarkingIn
	age    []int // cycles since the sample of each priority
	search golden.Search
	before []bool // searches before the cycle
}

func (s *markingStimulus) blank() golden.MarkingIn {
	in, n := s.held, s.p.Prios
	in.Sampled, in.TriggerValid = make([]bool, n), make([]bool, n)
	in.TriggerFeedback, in.TriggerQOffset, in.TriggerQDelta = make([]int, n), make([]int, n), make([]int, n)
	in.Count = make([]int, n*s.p.VOQs)
	return in
}

func (s *markingStimulus) drive(cycle int) golden.MarkingIn {
	rng, in := s.rng, s.blank()
	first := s.age == nil // no frame has come yet
	if first {
		s.age = make([]int, s.p.Prios)
		for i := range s.age {
			s.age[i] = 100
		}
	}
	for p := range s.p.Prios {
		copy(in.Count[p*s.p.VOQs:], unitCounts(rng, s.p.VOQs, s.p.Units))
		in.TriggerFeedback[p], in.TriggerQOffset[p], in.TriggerQDelta[p] = rng.Intn(64), rng.Intn(1<<16), rng.Intn(1<<16)
		s.age[p]++
		in.TriggerValid[p] = s.age[p] == 6
	}
	in.ArrivalSrc, in.ArrivalDst = rng.Intn(4096), rng.Intn(4096)
	if p := rng.Intn(s.p.Prios); !first && s.age[p] > 16 && kit.Chance(rng, []int{100, 40, 5}[cycle/200%3]) {
		in.Sampled[p], s.age[p] = true, 0
	}
	in.SearchReady = kit.Chance(rng, []int{100, 30}[cycle/64%2])
	s.search = s.model.Search()
	in.AnswerValid = s.search == golden.SearchRuns && kit.Chance(rng, []int{20, 4}[cycle/300%2])
	in.AnswerHit, in.AnswerSrc, in.AnswerDst = kit.Chance(rng, 80), rng.Intn(4096), rng.Intn(4096)
	in.TxReady = kit.Chance(rng, []int{100, 30, 2}[cycle/150%3])
	s.before = nil
	for p := range s.p.Prios {
		s.before = append(s.before, s.model.Pending(p))
	}
	return in
}

func (s *markingStimulus) observe(in golden.MarkingIn, out golden.MarkingOut, hit func(string)) {
	sent := out.TxValid && in.TxReady
	trigger := slices.Index(in.TriggerValid, true)
	random := in.Policy == 2
	kit.Reached{
		"arrival":                           sent && in.Policy == 0,
		"longest queue":                     sent && in.Policy == 1,
		"longest queue, none":               out.GaveUp && in.Policy == 1,
		"random":                            sent && random,
		"random, given up":                  out.GaveUp && random,
		"lost":                              out.Lost,
		"dropped":                           out.Dropped,
		"request waits for the engine":      out.SearchValid && !in.SearchReady,
		"another trigger before the answer": random && trigger >= 0 && s.before[trigger] && !in.AnswerValid,
		"trigger with the answer":           random && trigger >= 0 && in.AnswerValid,
		"search waits for another":          kit.Count(s.before) > 1,
		"sample between sample and trigger of another priority": slices.Contains(in.Sampled, true) &&
			slices.ContainsFunc(s.age, func(age int) bool { return age > 0 && age < 6 }),
	}.Report(hit)
}
