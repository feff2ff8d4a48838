package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/blocks/traffic/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func framerBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(traffic.Framer),
		MinCycles: 3000,
		CoverPoints: []string{"packet after a pause", "packets in a row", "packet with the last beat of another",
			"fields change while it is sent"},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &framerStimulus{rng: rng, model: golden.NewFramer(v["link_latency"])}
			return testbench.NewCase(golden.FramerIn{}, golden.FramerOut{}, s.model.Step, s.drive, s.observe)
		},
	}
}

type framerStimulus struct {
	rng   *rand.Rand
	model *golden.Framer
	since int // cycles after the start of a packet
}

func (s *framerStimulus) drive(cycle int) golden.FramerIn {
	rng := s.rng
	return golden.FramerIn{
		Start:    s.model.Ready() && kit.Chance(rng, []int{100, 20, 5}[cycle/300%3]),
		Turnpool: rng.Uint32() >> 1, Src: rng.Intn(256), Dst: rng.Intn(256), Seq: rng.Intn(4096), Tag: rng.Intn(256),
		Made: rng.Uint32(), Now: rng.Uint32(),
	}
}

func (s *framerStimulus) observe(in golden.FramerIn, out golden.FramerOut, hit func(string)) {
	s.since++
	if !in.Start {
		if !out.Ready {
			hit("fields change while it is sent")
		}
		return
	}
	switch {
	case s.since == golden.Beats:
		hit("packets in a row")
		hit("packet with the last beat of another")
	case s.since > 2*golden.Beats:
		hit("packet after a pause")
	}
	s.since = 0
}
