package bench

import (
	"math/rand"
	"slices"

	env "culprit.example/culprit/blocks/packet/bench"
	packet "culprit.example/culprit/blocks/packet/golden"
	rtl "culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/recn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func noteBusBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.NoteBus),
		MinCycles: 2000,
		CoverPoints: []string{"idle", "one wants it", "all want it", "the turn wraps around",
			"the winner before wants it again"},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			n := v["ports"]
			s := &noteBusStimulus{rng: rng, before: -1, taken: make([]bool, n), in: golden.NoteBusIn{
				NoteValid: make([]bool, n), NoteXoff: make([]bool, n), NoteTp: make([]uint32, n), NoteMask: make([]uint32, n),
				NoteTarget: make([]int, n),
			}}
			return testbench.NewCase(s.in, golden.NoteBusOut{NoteTake: make([]bool, n)}, golden.NewNoteBus(n).Step, s.drive,
				s.observe)
		},
	}
}

type noteBusStimulus struct {
	begun  bool // not the first cycle
	rng    *rand.Rand
	in     golden.NoteBusIn
	taken  []bool // in the cycle before
	before int    // winner before, -1 if there was none yet
}

func (s *noteBusStimulus) drive(cycle int) golden.NoteBusIn {
	ports := len(s.in.NoteValid)
	load := []int{3, 20, 60, 100}[cycle/40%4]
	if !s.begun && kit.Chance(s.rng, 70) { // the first to choose from are what the arbiter's reset value decides about
		load = kit.Pick(s.rng, []int{60, 100})
	}
	s.begun = true
	for o := range ports {
		if s.in.NoteValid[o] && !s.taken[o] {
			continue // it stays
		}
		s.in.NoteValid[o], s.in.NoteXoff[o] = kit.Chance(s.rng, load), kit.Chance(s.rng, 50)
		name := env.RandomRoute(s.rng, ports, 1+s.rng.Intn(packet.MaxTurns(ports)), false).Name(ports)
		s.in.NoteTp[o], s.in.NoteMask[o] = name.Tp, name.Mask
		s.in.NoteTarget[o] = s.rng.Intn(ports)
	}
	return s.in
}

func (s *noteBusStimulus) observe(in golden.NoteBusIn, out golden.NoteBusOut, hit func(string)) {
	copy(s.taken, out.NoteTake)
	switch kit.Count(in.NoteValid) {
	case 0:
		hit("idle")
	case 1:
		hit("one wants it")
	case len(in.NoteValid):
		hit("all want it")
	}
	winner := slices.Index(out.NoteTake, true)
	if winner < 0 {
		return
	}
	if winner < s.before {
		hit("the turn wraps around")
	}
	if s.before >= 0 && in.NoteValid[s.before] && winner != s.before {
		hit("the winner before wants it again")
	}
	s.before = winner
}
