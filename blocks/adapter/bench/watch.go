package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/blocks/adapter/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func watchBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.Watch),
		MinCycles: 100000,
		CoverPoints: []string{
			"stuck", "stuck again", "grant in the cycle of the look", "acknowledgement", "segment after the first look",
			"all wait", "nobody waits",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(watchBench().CoverPoints, kit.Cannot{"acknowledgement": v["oob"] == 1})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			s := &watchStimulus{rng: rng, p: p, waits: make([]bool, p.Nodes), stuck: make([]bool, p.Nodes),
				model: golden.NewWatch(p)}
			return testbench.NewCase(golden.WatchIn{}, golden.WatchOut{}, s.model.Step, s.drive, s.observe)
		},
	}
}

// watchStimulus is the state of flows that begin to wait and are served at random.
type watchStimulus struct {
	rng   *rand.Rand
	p     golden.Params
	model *golden.Watch
	waits []bool
	begin int // percent
	serve int
	send  int
	ticks int
	cycle int
	stuck []bool // flows that have been stuck
}

func (s *watchStimulus) drive(int) golden.WatchIn {
	rng, p := s.rng, s.p
	if s.cycle%(3<<p.Watch) == 0 {
		s.begin, s.serve = kit.Pick(rng, []int{0, 5, 100, 100}), kit.Pick(rng, []int{0, 0, 1, 20, 100})
		s.ticks = kit.Pick(rng, []int{50, 100, 100})
		s.send = kit.Pick(rng, []int{0, 0, 10})
	}
	s.cycle++
	in := golden.WatchIn{Tick: kit.Chance(rng, s.ticks), GntNode: rng.Intn(p.Nodes), AckNode: rng.Intn(p.Nodes)}
	if kit.Chance(rng, 30) {
		in.GntNode = s.model.Node()
	}
	in.LookWaits = s.waits[s.model.Node()]
	in.GntValid = s.waits[in.GntNode] && kit.Chance(rng, s.serve)
	if s.serve > 0 && s.waits[in.GntNode] && s.model.Due() && kit.Chance(rng, 30) {
		in.GntValid = true
	}
	in.AckValid = p.OOB == 0 && s.waits[in.AckNode] && kit.Chance(rng, s.serve)
	if in.GntValid {
		s.waits[in.GntNode] = false
	}
	if in.AckValid {
		s.waits[in.AckNode] = false
	}
	in.SentNode = rng.Intn(p.Nodes)
	in.SentValid = kit.Chance(rng, s.send)
	if o := rng.Intn(p.Nodes); kit.Chance(rng, s.begin) {
		s.waits[o] = true
	}
	return in
}

func (s *watchStimulus) observe(in golden.WatchIn, out golden.WatchOut, hit func(string)) {
	waiting := kit.Count(s.waits)
	kit.Reached{
		"stuck": out.StuckValid, "stuck again": out.StuckValid && s.stuck[out.StuckNode], "acknowledgement": in.AckValid,
		"grant in the cycle of the look": in.GntValid && in.LookWaits && in.GntNode == out.LookNode,
		"all wait":                       waiting == s.p.Nodes, "nobody waits": waiting == 0,
		"segment after the first look": in.SentValid && s.waits[in.SentNode],
	}.Report(hit)
	if out.StuckValid {
		s.stuck[out.StuckNode] = true
	}
}
