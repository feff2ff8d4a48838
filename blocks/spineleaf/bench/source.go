package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/blocks/spineleaf/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var sourceCoverPoints = []string{
	"one flow at the line rate", "two flows at 3 and 7", "frame after frame", "offer waits", "two flows due at once",
	"flow starts", "flow stops while it is offered", "flow in its last cycle",
	"no rate", "small frames", "longest frame",
}

func sourceBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.Source),
		MinCycles: 30000,
		AnyReset: map[string]string{
			"qcn_source.account": "0 as long as a flow has not started",
		},
		CoverPoints: sourceCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(sourceCoverPoints,
				kit.Cannot{"two flows at 3 and 7": v["flows"] == 1, "two flows due at once": v["flows"] == 1})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.ServerParams](v)
			s := &sourceStimulus{rng: rng, p: p, model: golden.NewSource(p)}
			s.in = golden.SourceIn{
				Now: uint32(rng.Intn(1000)), OfferReady: make([]bool, p.Flows), Rate: make([]int, p.Flows),
				Start: make([]uint32, p.Flows), Stop: make([]uint32, p.Flows), Length: make([]int, p.Flows),
			}
			s.plan()
			return testbench.NewCase(s.in, golden.SourceOut{}, s.model.Step, s.drive, s.observe)
		},
	}
}

type sourceStimulus struct {
	rng    *rand.Rand
	p      golden.ServerParams
	model  *golden.Source
	in     golden.SourceIn
	mode   int
	left   int // cycles of the mode
	active []bool
}

// plan gives the flows new rates and times, while none of them is active.
func (s *sourceStimulus) plan() {
	rng, in := s.rng, &s.in
	s.mode, s.left = rng.Intn(6), 300+rng.Intn(500)
	for f := range in.Rate {
		in.Rate[f], in.Length[f] = rng.Intn(1000/s.p.Flows+1), 64+rng.Intn(1500)
		in.Start[f] = in.Now + uint32(5+rng.Intn(50))
		in.Stop[f] = in.Start[f] + uint32(rng.Intn(s.left))
		switch s.mode {
		case 0:
			in.Rate[f], in.Length[f], in.Stop[f] = 0, 1522, in.Start[f]+uint32(s.left)
		case 1:
			in.Length[f] = 64
		case 2:
			in.Rate[f], in.Start[f] = 1000/s.p.Flows, in.Now+20
		case 3:
			in.Length[f], in.Rate[f] = 1<<14-1, 1000/s.p.Flows
		}
	}
	if s.mode == 0 {
		in.Rate[rng.Intn(s.p.Flows)] = 1000
	}
	if s.mode == 4 {
		f := rng.Perm(s.p.Flows)
		for i, rate := range []int{300, 700} {
			if i < len(f) {
				in.Rate[f[i]], in.Length[f[i]], in.Start[f[i]], in.Stop[f[i]] = rate, 200, in.Now+10, in.Now+uint32(s.left)
			}
		}
	}
}

func (s *sourceStimulus) drive(int) golden.SourceIn {
	s.in.Now++
	if s.left--; s.left < -5 {
		s.plan()
	}
	in := s.in
	in.OfferReady = make([]bool, s.p.Flows)
	kit.Bools(s.rng, in.OfferReady, []int{100, 100, 100, 60, 60, 15}[s.mode])
	return in
}

func (s *sourceStimulus) observe(in golden.SourceIn, out golden.SourceOut, hit func(string)) {
	active, due := make([]bool, s.p.Flows), 0
	taken := out.OfferValid && in.OfferReady[out.OfferFlow]
	for f := range active {
		active[f] = in.Rate[f] > 0 && in.Start[f] <= in.Now && in.Now < in.Stop[f]
		if active[f] && s.active != nil && !s.active[f] {
			hit("flow starts")
			due++
		}
		if active[f] && in.Now+1 == in.Stop[f] {
			hit("flow in its last cycle")
		}
		if in.Rate[f] == 0 && in.Start[f] <= in.Now && in.Now < in.Stop[f] {
			hit("no rate")
		}
	}
	s.active = active
	kit.Reached{
		"one flow at the line rate": out.OfferValid && in.Rate[out.OfferFlow] == 1000,
		"offer waits":               out.OfferValid && !taken, "two flows due at once": due > 1,
		"two flows at 3 and 7":           s.mode == 4 && taken && in.Rate[out.OfferFlow] == 700,
		"frame after frame":              taken && s.model.Offer().OfferValid,
		"flow stops while it is offered": out.OfferValid && !taken && !active[out.OfferFlow],
		"small frames":                   out.OfferValid && in.Length[out.OfferFlow] == 64,
		"longest frame":                  out.OfferValid && in.Length[out.OfferFlow] == 1<<14-1,
	}.Report(hit)
}
