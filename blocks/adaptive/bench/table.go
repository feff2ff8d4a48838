package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/adaptive"
	"culprit.example/culprit/blocks/adaptive/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var tableCoverPoints = []string{"written", "written again", "read", "not written", "not written after one that is",
	"list of one", "full list", "read and write"}

func tableBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Table), MinCycles: 2000, CoverPoints: tableCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(tableCoverPoints, kit.Cannot{"full list": v["list"] > v["ports"]})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := &tableStimulus{rng: rng, hosts: v["hosts"], ports: v["ports"], place: v["list"], written: map[int]bool{}}
			s.in = golden.TableIn{WriteListValid: make([]bool, s.place), WriteListPort: make([]int, s.place)}
			out := golden.TableOut{ListValid: make([]bool, s.place), ListPort: make([]int, s.place)}
			return testbench.NewCase(s.in, out, golden.NewTable(s.place).Step, s.drive, s.observe)
		},
	}
}

type tableStimulus struct {
	rng                 *rand.Rand
	hosts, ports, place int
	in                  golden.TableIn
	written             map[int]bool
	lastFound           bool
}

func (s *tableStimulus) drive(cycle int) golden.TableIn {
	in := &s.in
	in.WriteValid = kit.Chance(s.rng, 10) && (cycle > s.hosts || s.rng.Intn(4) == 0)
	in.WriteHost, in.ReadHost = s.rng.Intn(s.hosts), s.rng.Intn(s.hosts)
	setList(randomList(s.rng, s.ports, s.place), in.WriteListValid, in.WriteListPort)
	in.ReadValid = kit.Chance(s.rng, 60) && !(in.WriteValid && in.WriteHost == in.ReadHost)
	return *in
}

func (s *tableStimulus) observe(in golden.TableIn, out golden.TableOut, hit func(string)) {
	ports := kit.Count(out.ListValid)
	kit.Reached{
		"written":                       in.WriteValid && !s.written[in.WriteHost],
		"written again":                 in.WriteValid && s.written[in.WriteHost],
		"read":                          in.ReadValid && s.written[in.ReadHost],
		"not written":                   out.Missing,
		"read and write":                in.ReadValid && in.WriteValid,
		"list of one":                   ports == 1,
		"full list":                     ports == s.place,
		"not written after one that is": out.Missing && s.lastFound,
	}.Report(hit)
	s.lastFound = ports > 0
	if in.WriteValid {
		s.written[in.WriteHost] = true
	}
}
