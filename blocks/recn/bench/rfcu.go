package bench

import (
	"math/rand"

	env "culprit.example/culprit/blocks/packet/bench"
	rtl "culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/recn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func rfcuBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.RFCU),
		MinCycles: 2000,
		CoverPoints: []string{
			"Xoff", "Xon", "several messages wanted", "deallocated", "several deallocations wanted",
			"linked in the cycle of its deallocation",
			"at the Xoff threshold", "at the Xon threshold", "empty but blocked", "empty but not ready", "messages in a row",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(rfcuBench().CoverPoints, kit.Cannot{
				"Xoff": v["xoff"] >= v["slots"]+v["inclusive"], "at the Xoff threshold": v["xoff"] > v["slots"],
				"at the Xon threshold":    v["xon"] > v["slots"],
				"several messages wanted": v["saqs"] == 1, "several deallocations wanted": v["saqs"] <= 2,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			n := v["saqs"]
			s := &rfcuStimulus{rng: rng, p: kit.ParamsOf[golden.Params](v), in: golden.RFCUIn{
				Count: make([]int, n), LineValid: make([]bool, n), LineXoff: make([]bool, n), LineSent: make([]bool, n),
				LineReady: make([]bool, n), LineTp: make([]uint32, n), LineMask: make([]uint32, n), Linked: make([]bool, n),
			}}
			out := golden.RFCUOut{SentSet: make([]bool, n), SentClear: make([]bool, n), Dealloc: make([]bool, n)}
			return testbench.NewCase(s.in, out, golden.NewRFCU(n, v["xoff"], v["xon"], v["inclusive"] == 1).Step, s.drive,
				s.observe)
		},
	}
}

type rfcuStimulus struct {
	rng *rand.Rand
	p   golden.Params
	in  golden.RFCUIn
	was bool // a message was made in the cycle before
}

func (s *rfcuStimulus) drive(cycle int) golden.RFCUIn {
	rng, p := s.rng, s.p
	level := func(around int) int { return max(0, min(p.Slots, around-1+rng.Intn(3))) }
	linked := rng.Intn(2 * p.SAQs)
	valid := []int{95, 20}[cycle/50%2]
	for k := range s.in.Count {
		s.in.LineValid[k] = kit.Chance(rng, valid)
		s.in.Count[k] = kit.Pick(rng, []int{0, 0, level(p.Xoff), level(p.Xon), rng.Intn(p.Slots + 1)})
		if !s.in.LineValid[k] {
			s.in.Count[k] = 0
		}
		s.in.LineXoff[k], s.in.LineSent[k], s.in.LineReady[k] = kit.Chance(rng, 40), kit.Chance(rng, 50), kit.Chance(rng, 70)
		name := env.RandomRoute(rng, 8, 1+rng.Intn(10), false).Name(8)
		s.in.LineTp[k], s.in.LineMask[k] = name.Tp, name.Mask
		s.in.Linked[k] = s.in.LineValid[k] && k == linked
	}
	return s.in
}

func (s *rfcuStimulus) observe(in golden.RFCUIn, out golden.RFCUOut, hit func(string)) {
	messages, deallocations := 0, 0
	for k, n := range in.Count {
		if !in.LineValid[k] {
			continue
		}
		sent := in.LineSent[k]
		if n > s.p.Xoff-s.p.Inclusive && !sent || n < s.p.Xon+s.p.Inclusive && sent {
			messages++
		}
		if n == s.p.Xoff && !sent {
			hit("at the Xoff threshold")
		}
		if n == s.p.Xon && sent {
			hit("at the Xon threshold")
		}
		if n > 0 || sent {
			continue
		}
		switch {
		case in.LineXoff[k] && in.LineReady[k]:
			hit("empty but blocked")
		case in.LineXoff[k]:
		case !in.LineReady[k]:
			hit("empty but not ready")
		case in.Linked[k]:
			hit("linked in the cycle of its deallocation")
		default:
			deallocations++
		}
	}
	if messages > 1 {
		hit("several messages wanted")
	}
	if messages > 0 && s.was {
		hit("messages in a row")
	}
	s.was = messages > 0
	if deallocations > 0 {
		hit("deallocated")
	}
	if deallocations > 1 {
		hit("several deallocations wanted")
	}
	if kit.Count(out.SentSet) > 0 {
		hit("Xoff")
	}
	if kit.Count(out.SentClear) > 0 {
		hit("Xon")
	}
}
