package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/cioqrecn"
	"culprit.example/culprit/blocks/cioqrecn/golden"
	env "culprit.example/culprit/blocks/packet/bench"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var detectionCoverPoints = []string{
	"detected", "several detected", "at the threshold", "one below the threshold", "has its SAQ already",
	"SAQ of a longer name only", "name of an invalid line", "no SAQ free", "nothing detected",
}

func detectionBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Detection), MinCycles: 4000, CoverPoints: detectionCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			never := v["detect"] > v["slots"]
			return kit.Without(detectionCoverPoints, kit.Cannot{
				"detected": never, "several detected": v["slots"] < 3*v["detect"]+6 || v["ports"] < 3, "at the threshold": never,
				"one below the threshold": never,
				"has its SAQ already":     never, "SAQ of a longer name only": never || v["saqs"] > 6,
				"name of an invalid line": never, "no SAQ free": never || v["saqs"] > 6 && v["ports"] < 6,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &detectionStimulus{rng: rng, p: kit.ParamsOf[golden.Params](v),
				model: golden.NewDetection(v["ports"], v["detect"])}
			in := golden.DetectionIn{
				Count: make([]int, v["ports"]), LineValid: make([]bool, v["saqs"]), LinePort: make([]int, v["saqs"]),
				LineMask: make([]uint32, v["saqs"]),
			}
			return testbench.NewCase(in, golden.DetectionOut{}, s.model.Step, s.drive, s.observe)
		},
	}
}

type detectionStimulus struct {
	rng   *rand.Rand
	p     golden.Params
	model *golden.Detection
}

func (s *detectionStimulus) drive(int) golden.DetectionIn {
	rng, p := s.rng, s.p
	in := golden.DetectionIn{
		MyPort: rng.Intn(p.Ports),
		Count:  make([]int, p.Ports), LineValid: make([]bool, p.SAQs), LinePort: make([]int, p.SAQs),
		LineMask: make([]uint32, p.SAQs),
	}
	long := kit.Pick(rng, []int{5, 20, 60})
	room := p.Slots
	for o := range in.Count {
		if o == in.MyPort {
			continue
		}
		if in.Count[o] = rng.Intn(3); kit.Chance(rng, long) {
			in.Count[o] = p.Detect - 1 + rng.Intn(4)
		}
		in.Count[o] = min(in.Count[o], room)
		room -= in.Count[o]
	}
	valid := kit.Pick(rng, []int{20, 60, 100})
	for k := range in.LineValid {
		in.LineValid[k] = kit.Chance(rng, valid)
		in.LinePort[k] = rng.Intn(p.Ports)
		turns := kit.Pick(rng, []int{1, 1, 2})
		in.LineMask[k] = env.RandomRoute(rng, p.Ports, turns, false).Name(p.Ports).Mask
	}
	return in
}

func (s *detectionStimulus) observe(in golden.DetectionIn, out golden.DetectionOut, hit func(string)) {
	one := env.Route{0}.Name(s.p.Ports).Mask
	detected := 0
	for o, n := range in.Count {
		if n == s.p.Detect {
			hit("at the threshold")
		}
		if n == s.p.Detect-1 {
			hit("one below the threshold")
		}
		if n < s.p.Detect {
			continue
		}
		named := false
		for k, port := range in.LinePort {
			switch {
			case port != o:
			case in.LineValid[k] && in.LineMask[k] == one:
				named = true
			case in.LineValid[k]:
				hit("SAQ of a longer name only")
			default:
				hit("name of an invalid line")
			}
		}
		if named {
			hit("has its SAQ already")
		} else {
			detected++
		}
	}
	switch {
	case out.NoFree:
		hit("no SAQ free")
	case out.AllocValid:
		hit("detected")
	default:
		hit("nothing detected")
	}
	if detected > 1 {
		hit("several detected")
	}
}
