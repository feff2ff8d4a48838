package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/blocks/adapter/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// relative is why the start of virtual time does not matter.
const relative = "only differences of virtual times count"

func arbiterBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Arbiter),
		Equivalent: map[string]string{
			"reqgrant_arbiter round*_right comparison: ge becomes gt":     "two virtual times differ by less than half of their range",
			"reqgrant_arbiter round*_right constant: 65536 becomes 6553*": "two virtual times differ by less than half of their range",
			"reqgrant_arbiter late comparison: ge becomes gt":             "two virtual times differ by less than half of their range",
			"reqgrant_arbiter late constant: 65536 becomes 6553*":         "two virtual times differ by less than half of their range",
		},
		MinCycles: 12000,
		CoverPoints: []string{
			"grant", "largest grant", "grants in a row", "request of the winner", "one requests", "all request",
			"oc just enough", "oc too low", "fc just enough", "fc too low",
			"idle after a grant", "fc below 0", "mode changes",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(arbiterBench().CoverPoints, neverOfArbiter(v))
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			s := &arbiterStimulus{rng: rng, p: p, asked: make([]int, p.Nodes), rate: 160, distance: 1}
			return testbench.NewCase(golden.ArbiterIn{}, golden.ArbiterOut{}, golden.NewArbiter(p).Step, s.drive, s.observe)
		},
		AnyReset: map[string]string{
			"reqgrant_arbiter.now_q: all bits flipped in reset":  relative,
			"reqgrant_arbiter.now_q: bit 0 flipped in reset":     relative,
			"reqgrant_arbiter.now_q: no reset":                   relative,
			"reqgrant_arbiter.time_q: all bits flipped in reset": relative,
			"reqgrant_arbiter.time_q: bit 0 flipped in reset":    relative,
		},
	}
}

// neverOfArbiter are the cover points that parameters exclude.
func neverOfArbiter(v blocks.Values) kit.Cannot {
	return kit.Cannot{
		"fc below 0": v["fc_init"] >= v["b_reasm"],
		// The phases of the stimulus are too short, and too few, for many adapters.
		"all request": v["nodes"] > 64, "request of the winner": v["nodes"] > 128,
		"fc too low":     v["fc_init"] >= v["b_reasm"]+v["g"],
		"fc just enough": v["fc_init"] > v["b_reasm"]+v["g"],
	}
}

type arbiterStimulus struct {
	rng         *rand.Rand
	p           golden.Params
	asked       []int // segments requested and not granted
	inFabric    int   // granted, not arrived
	held        int   // arrived, not released
	in          golden.ArbiterIn
	rate, ticks int
	requests    int // percent
	few         int
	small       bool // requests of one segment
	drain       int
	cycle       int
	last        int // cycle of the last grant
	distance    int // cycles between two grants at least
	was         bool
}

func (s *arbiterStimulus) drive(int) golden.ArbiterIn {
	rng, p := s.rng, s.p
	s.cycle++
	if s.cycle%128 == 1 {
		s.rate, s.ticks = kit.Pick(rng, []int{8, 16, 16, 24, 160, 255}), kit.Pick(rng, []int{50, 83, 100})
		s.requests, s.few = kit.Pick(rng, []int{5, 60, 100}), kit.Pick(rng, []int{1, 2, p.Nodes, p.Nodes})
		s.small = kit.Chance(rng, 30)
		s.drain = kit.Pick(rng, []int{0, 10, 50, 100, 100})
		s.in.Reserve = kit.Chance(rng, 60)
	}
	s.in.ReqValid, s.in.Released = false, 0
	s.in.GrantRate, s.in.Tick = s.rate, kit.Chance(rng, s.ticks)
	s.in.ReqNode = rng.Intn(s.few)
	if s.was && kit.Chance(rng, 20) {
		s.in.ReqNode = s.in.ReqNode / 2 * 2 % p.Nodes
	}
	room := p.G - s.asked[s.in.ReqNode]
	if s.cycle > p.Nodes && room > 0 && kit.Chance(rng, s.requests) {
		s.in.ReqValid, s.in.ReqCount = true, 1+rng.Intn(room)
		switch {
		case s.small:
			s.in.ReqCount = 1
		case kit.Chance(rng, 20):
			s.in.ReqCount = room
		}
		s.asked[s.in.ReqNode] += s.in.ReqCount
	}
	if s.in.Arrived = s.inFabric > 0 && kit.Chance(rng, s.drain); s.in.Arrived {
		s.inFabric--
		s.held++
	}
	if s.held > 0 && kit.Chance(rng, s.drain) {
		s.in.Released = 1 + rng.Intn(min(s.held, p.MaxP))
		s.held -= s.in.Released
	}
	return s.in
}

func (s *arbiterStimulus) observe(in golden.ArbiterIn, out golden.ArbiterOut, hit func(string)) {
	p := s.p
	pending := kit.Count(positive(s.asked))
	if pending == 1 {
		hit("one requests")
	}
	if pending == p.Nodes {
		hit("all request")
	}
	if out.GntValid {
		hit("grant")
		s.asked[out.GntNode] -= out.GntCount
		s.inFabric += out.GntCount
		if out.GntCount == p.G {
			hit("largest grant")
		}
		if s.last == s.cycle-s.distance {
			hit("grants in a row")
		}
		if s.was && in.ReqNode == out.GntNode {
			hit("request of the winner")
		}
		s.last = s.cycle
	}
	s.was = in.ReqValid
	fc := out.StatFc
	if fc > p.FcInit {
		hit("fc below 0")
		fc = 0
	}
	for _, c := range []struct {
		n    int
		name string
	}{{out.StatOc, "oc"}, {fc, "fc"}} {
		if c.n == p.G {
			hit(c.name + " just enough")
		} else if c.n < p.G && pending > 0 {
			hit(c.name + " too low")
		}
	}
	if pending > 0 && !out.GntValid && out.StatOc >= p.G {
		hit("idle after a grant")
	}
	if s.cycle%128 == 1 {
		hit("mode changes")
	}
}

func positive(n []int) []bool {
	out := make([]bool, len(n))
	for i, x := range n {
		out[i] = x > 0
	}
	return out
}
