package bench

import (
	"math/rand"

	env "culprit.example/culprit/blocks/packet/bench"
	packet "culprit.example/culprit/blocks/packet/golden"
	rtl "culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/recn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func ruBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.RU),
		MinCycles: 2000,
		CoverPoints: []string{
			"first turn", "later turn", "last turn that fits", "a head is looked up while it is written", "packets in a row",
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &ruStimulus{
				rng: rng, ports: v["ports"], slots: v["slots"], model: golden.NewRU(v["ports"], v["slots"]),
				myPort: rng.Intn(v["ports"]),
			}
			return testbench.NewCase(golden.RUIn{}, golden.RUOut{}, s.model.Step, s.drive, s.observe)
		},
	}
}

type ruStimulus struct {
	rng          *rand.Rand
	ports, slots int
	model        *golden.RU
	myPort       int
	entered      bool // in the cycle before
}

func (s *ruStimulus) drive(cycle int) golden.RUIn {
	rng := s.rng
	// A few slots only at times, so that what is written is also looked up.
	slots := s.slots
	if cycle/200%2 == 1 {
		slots = 8
	}
	in := golden.RUIn{
		Sop: kit.Chance(rng, 40), Header: uint64(env.RandomHeader(rng, s.ports, false)), Slot: rng.Intn(slots),
		MyPort:   s.myPort,
		HeadSlot: rng.Intn(slots),
	}
	if slot := s.model.Enqueued(); slot >= 0 && kit.Chance(rng, 30) {
		in.HeadSlot = slot
	}
	return in
}

func (s *ruStimulus) observe(in golden.RUIn, out golden.RUOut, hit func(string)) {
	turnBits := packet.TurnBits(s.ports)
	if in.Sop {
		switch at := packet.Header(in.Header).Tptr(); {
		case at == 30:
			hit("first turn")
		case at-turnBits+1 < turnBits:
			hit("last turn that fits")
			hit("later turn")
		default:
			hit("later turn")
		}
	}
	if out.EnqValid && in.HeadSlot == out.EnqSlot {
		hit("a head is looked up while it is written")
	}
	if in.Sop && s.entered {
		hit("packets in a row")
	}
	s.entered = in.Sop
}
