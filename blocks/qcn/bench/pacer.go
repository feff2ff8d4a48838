package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func pacerBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.Pacer),
		MinCycles: 16000,
		AnyReset:  map[string]string{"qcn_pacer.credit: bit 0 flipped in reset": "what is more than a beat is cut off in the next cycle"},
		CoverPoints: []string{"idle", "frame after frame", "ready at 0", "24 cycles", "25 cycles",
			"small frames one after the other", "longest frame"},
		New: func(_ blocks.Values, rng *rand.Rand) testbench.Case {
			s := &pacerStimulus{rng: rng, mode: rng.Intn(5), model: golden.NewPacer()}
			return testbench.NewCase(golden.PacerIn{}, golden.PacerOut{}, s.model.Step, s.drive, s.observe)
		},
	}
}

type pacerStimulus struct {
	rng   *rand.Rand
	model *golden.Pacer
	mode  int
	age   int // cycles since the last frame
	next  int // cost of the frame that started in the cycle before
	cost  int // of the last frame
	idle  int
}

func (s *pacerStimulus) drive(int) golden.PacerIn {
	rng := s.rng
	if rng.Intn(300) == 0 {
		s.mode = rng.Intn(5)
	}
	in := golden.PacerIn{Start: s.model.Ready() && (s.mode < 3 || kit.Chance(rng, 20)), Cost: rng.Intn(1 << 15)}
	if s.next > 0 {
		in.Cost, s.next = s.next, 0
	}
	if in.Start {
		s.next = []int{1542, 84, 64 * (1 + rng.Intn(30)), 84 + rng.Intn(1500), 84}[s.mode]
		if rng.Intn(100) == 0 {
			s.next = 1<<15 - 1
		}
	}
	return in
}

func (s *pacerStimulus) observe(in golden.PacerIn, out golden.PacerOut, hit func(string)) {
	s.age++
	if out.Ready && !in.Start {
		s.idle++
	}
	if s.idle > 3 {
		hit("idle")
	}
	if !in.Start {
		return
	}
	whole := s.idle == 0 && s.cost == 1542
	kit.Reached{
		"frame after frame": s.idle == 0, "24 cycles": whole && s.age == 24, "25 cycles": whole && s.age == 25,
		"ready at 0":                       s.cost%64 == 0 && s.idle == 0,
		"small frames one after the other": s.age == 2, "longest frame": s.cost == 1<<15-1,
	}.Report(hit)
	s.age, s.cost, s.idle = 0, s.next, 0
}
