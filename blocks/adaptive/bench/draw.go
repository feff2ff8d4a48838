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
	"no draw"}

func drawBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Draw), MinCycles: 1000, CoverPoints: drawCoverPoints, Mutants: drawMutants,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(drawCoverPoints, kit.Cannot{"draw of several": v["list"] == 1})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			in := golden.DrawIn{Valid: make([]bool, v["list"])}
			drive := func(cycle int) golden.DrawIn {
				in.Load, in.Seed, in.Draw = kit.Chance(rng, 5), 1+uint32(rng.Int31()), kit.Chance(rng, 60)
				n := 1 + rng.Intn(v["list"])
				for k := range in.Valid {
					in.Valid[k] = k < n
				}
				return in
			}
			observe := func(in golden.DrawIn, out golden.DrawOut, hit func(string)) {
				n := kit.Count(in.Valid)
				kit.Reached{
					"seed": in.Load, "seed and draw": in.Load && in.Draw, "no draw": !in.Draw, "longest list": n == v["list"],
					"draw of one": in.Draw && n == 1, "draw of several": in.Draw && n > 1, "last place": out.Place == v["list"]-1,
				}.Report(hit)
			}
			return testbench.NewCase(in, golden.DrawOut{}, golden.NewDraw().Step, drive, observe)
		},
	}
}
