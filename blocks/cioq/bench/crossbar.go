package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/cioq"
	"culprit.example/culprit/blocks/cioq/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var crossbarCoverPoints = []string{"all outputs get a beat", "nothing selected", "selected input without a beat"}

func crossbarBench() testbench.Bench {
	return testbench.Bench{
		Block:       blocks.Of(rtl.Crossbar),
		MinCycles:   1000,
		CoverPoints: crossbarCoverPoints,
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			drive := func(cycle int) golden.CrossbarIn {
				in := golden.NewCrossbarIn(p.Ports)
				kit.Bools(rng, in.InValid, 50+50*(cycle/20%2))
				for i := range p.Ports {
					in.InBad[i] = kit.Chance(rng, 30)
					in.InEnds[i] = in.InValid[i] && kit.Chance(rng, 30)
					in.InData[i] = word(rng, p.Data)
					if kit.Chance(rng, 80+20*(cycle/20%2)) {
						in.Select[i] = 1 << rng.Intn(p.Ports)
					}
				}
				return in
			}
			observe := func(in golden.CrossbarIn, out golden.CrossbarOut, hit func(string)) {
				kit.Reached{
					"all outputs get a beat":        kit.Count(out.OutValid) == p.Ports,
					"nothing selected":              in.Select[0] == 0,
					"selected input without a beat": in.Select[0] != 0 && !out.OutValid[0],
				}.Report(hit)
			}
			return testbench.NewCase(golden.NewCrossbarIn(p.Ports), golden.NewCrossbarOut(p.Ports), golden.Crossbar, drive,
				observe)
		},
	}
}
