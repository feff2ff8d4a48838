package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/adaptive"
	"culprit.example/culprit/blocks/adaptive/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var drawCoverPoints = []string{"seed", "seed and draw", "draw of one", "draw of several", "longest list", "last place",
	"no draw", "seed of the largest fraction"}

func drawBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Draw), MinCycles: 1000, CoverPoints: drawCoverPoints,
		Equivalent: map[string]string{
			"adaptive_draw * constant: 0 becomes 1":              "what is added is even, so that the 1 is not carried",
			"adaptive_draw assignment: bit 0 of scaled inverted": "only the bits from 16 up are read",
		},
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(drawCoverPoints, kit.Cannot{"draw of several": v["list"] == 1})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			in := golden.DrawIn{Valid: make([]bool, v["list"])}
			drive := func(cycle int) golden.DrawIn {
				in.Load, in.Seed, in.Draw = kit.Chance(rng, 5), 1+uint32(rng.Int31()), kit.Chance(rng, 60)
				if kit.Chance(rng, 30) { // the largest fraction, which just does not reach the next place
					in.Seed |= 1<<16 - 1
				}
				n := 1 + rng.Intn(v["list"])
				for k := range in.Valid {
					in.Valid[k] = k < n
				}
				return in
			}
			observe := func(in golden.DrawIn, out golden.DrawOut, hit func(string)) {
				n := kit.Count(in.Valid)
				kit.Reached{
					"seed": in.Load, "seed and draw": in.Load && in.Draw, "no draw": !in.Draw,
					"seed of the largest fraction": in.Load && in.Seed%(1<<16) == 1<<16-1,
					"longest list":                 n == v["list"], "draw of one": in.Draw && n == 1,
					"draw of several": in.Draw && n > 1, "last place": out.Place == v["list"]-1,
				}.Report(hit)
			}
			return testbench.NewCase(in, golden.DrawOut{}, golden.NewDraw().Step, drive, observe)
		},
	}
}
