package bench

import (
	"math/rand"

	"culprit/blocks"
	env "culprit/blocks/packet/bench"
	packet "culprit/blocks/packet/golden"
	rtl "culprit/blocks/recn"
	"culprit/blocks/recn/golden"
	"culprit/testbench"
	"culprit/testbench/kit"
)

func ruBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.RU),
		MinCycles: 2000,
		CoverPoints: []string{
			"first turn", "later turn", "last turn that fits", "a head is looked up while its entry is written",
			"packets in a row", "made ready", "made not ready", "set while a packet is entered",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			none := v["saqs"] == 0
			return kit.Without(ruBench().CoverPoints, kit.Cannot{
				"made ready": none, "made not ready": none, "set while a packet is entered": none,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &ruStimulus{
				rng: rng, ports: v["ports"], slots: v["slots"], model: golden.NewRU(v["ports"], v["slots"], v["saqs"]),
				myPort: rng.Intn(v["ports"]),
				in:     golden.RUIn{RrfSlot: make([]int, 1+v["saqs"])},
			}
			out := golden.RUOut{
				HeadReady: make([]bool, 1+v["saqs"]), HeadPort: make([]int, 1+v["saqs"]), HeadKnown: make([]bool, 1+v["saqs"]),
			}
			return testbench.NewCase(s.in, out, s.model.Step, s.drive, s.observe)
		},
		Mutants: ruMutants,
	}
}

type ruStimulus struct {
	rng          *rand.Rand
	ports, slots int
	model        *golden.RU
	myPort       int
	in           golden.RUIn
	entered      bool // in the cycle before
}

func (s *ruStimulus) drive(cycle int) golden.RUIn {
	rng, heads := s.rng, s.in.RrfSlot
	// A few slots only at times, so that what is written is also looked up.
	slots := s.slots
	if cycle/200%2 == 1 {
		slots = 8
	}
	s.in = golden.RUIn{
		Sop: kit.Chance(rng, 40), Header: uint64(env.RandomHeader(rng, s.ports, false)), Slot: rng.Intn(slots), MyPort: s.myPort,
		RrfSlot: heads, SetSlot: rng.Intn(slots), SetPort: rng.Intn(s.ports), SetReady: kit.Chance(rng, 50), RimSlot: rng.Intn(slots),
	}
	for q := range heads {
		heads[q] = rng.Intn(slots)
	}
	s.in.SetValid = len(heads) > 1 && kit.Chance(rng, 40) && s.model.Routed(s.in.SetSlot) && s.in.SetSlot != s.model.Enqueued()
	if slot := s.model.Enqueued(); slot >= 0 && kit.Chance(rng, 30) {
		heads[rng.Intn(len(heads))] = slot
		s.in.RimSlot = slot
	}
	return s.in
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
	for _, slot := range in.RrfSlot {
		if out.EnqValid && slot == out.EnqSlot || in.SetValid && slot == in.SetSlot {
			hit("a head is looked up while its entry is written")
		}
	}
	if in.Sop && s.entered {
		hit("packets in a row")
	}
	s.entered = in.Sop
	if in.SetValid && in.SetReady {
		hit("made ready")
	}
	if in.SetValid && !in.SetReady {
		hit("made not ready")
	}
	if in.SetValid && out.EnqValid {
		hit("set while a packet is entered")
	}
}
