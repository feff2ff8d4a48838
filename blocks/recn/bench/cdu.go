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

func cduBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.CDU),
		MinCycles: 2000,
		CoverPoints: []string{
			"detected", "no free line", "at the threshold", "has its line", "its line is not valid",
			"a longer name with its turn", "head granted", "head not inspected yet",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			never := v["detect"] >= v["slots"]
			return kit.Without(cduBench().CoverPoints, kit.Cannot{
				"detected": never, "no free line": never || v["ports"] == 2 && v["saqs"] > 4, "has its line": never,
				"its line is not valid": never, "head granted": never,
				"head not inspected yet":      never,
				"a longer name with its turn": never,
				"at the threshold":            v["detect"] > v["slots"],
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &cduStimulus{rng: rng, p: kit.ParamsOf[golden.Params](v), in: golden.CDUIn{
				LineValid: make([]bool, v["saqs"]), LineTp: make([]uint32, v["saqs"]), LineMask: make([]uint32, v["saqs"]),
			}}
			return testbench.NewCase(s.in, golden.CDUOut{}, golden.NewCDU(v["ports"], v["detect"]).Step, s.drive, s.observe)
		},
	}
}

type cduStimulus struct {
	rng *rand.Rand
	p   golden.Params
	in  golden.CDUIn
}

func (s *cduStimulus) drive(cycle int) golden.CDUIn {
	rng, ports := s.rng, s.p.Ports
	s.in.CqCount = rng.Intn(s.p.Slots + 1)
	if kit.Chance(rng, 50) {
		s.in.CqCount = min(s.p.Slots, s.p.Detect+rng.Intn(3)-1)
	}
	s.in.MyPort = rng.Intn(ports)
	s.in.CqPort = (s.in.MyPort + 1 + rng.Intn(ports-1)) % ports
	s.in.CqGranted, s.in.CqReady = kit.Chance(rng, 15), kit.Chance(rng, 85)
	percent := kit.Pick(rng, []int{30, 80, 100})
	names := env.NestedNames(rng, ports, len(s.in.LineValid))
	for k := range s.in.LineValid {
		s.in.LineValid[k] = k < len(names) && kit.Chance(rng, percent)
		if k < len(names) {
			s.in.LineTp[k], s.in.LineMask[k] = names[k].Tp, names[k].Mask
		}
	}
	if kit.Chance(rng, 40) {
		s.aim(names)
	}
	return s.in
}

// aim makes the head want the output that some line's name begins with.
func (s *cduStimulus) aim(names []packet.Name) {
	ports := s.p.Ports
	turn := packet.FirstTurn(kit.Pick(s.rng, names).Tp, packet.TurnBits(ports))
	s.in.CqPort = packet.OutPort(ports, s.in.MyPort, turn)
}

func (s *cduStimulus) observe(in golden.CDUIn, out golden.CDUOut, hit func(string)) {
	if in.CqCount == s.p.Detect {
		hit("at the threshold")
	}
	if in.CqCount <= s.p.Detect {
		return
	}
	if out.AllocValid {
		hit("detected")
	}
	if out.NoFree {
		hit("no free line")
	}
	if in.CqGranted && in.CqReady {
		hit("head granted")
	}
	if !in.CqGranted && !in.CqReady {
		hit("head not inspected yet")
	}
	culprit := packet.Name{Tp: out.AllocTp, Mask: out.AllocMask}
	for k, valid := range in.LineValid {
		line := packet.Named(in.LineTp, in.LineMask, k)
		switch {
		case valid && line.Equal(culprit):
			hit("has its line")
		case line.Equal(culprit):
			hit("its line is not valid")
		case valid && culprit.Matches(line.Tp):
			hit("a longer name with its turn")
		}
	}
}
