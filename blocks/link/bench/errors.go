package bench

import (
	"math/rand"
	"slices"

	rtl "culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/link/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var errorsCoverPoints = []string{"all causes at once", "cleared", "error as they are cleared", "counter at its end",
	"one more at its end"}

func errorsBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Errors), MinCycles: 6000, Small: map[string]int{"bits": 3}, CoverPoints: errorsCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			large := v["bits"] > 9
			return kit.Without(errorsCoverPoints, kit.Cannot{"counter at its end": large, "one more at its end": large})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			model := golden.NewErrors(v["causes"], v["bits"])
			in := golden.ErrorsIn{Errors: make([]bool, v["causes"])}
			percent := 0
			drive := func(cycle int) golden.ErrorsIn {
				if cycle%50 == 0 { // all, or a few
					percent = kit.Pick(rng, []int{1, 30, 100, 100})
				}
				for c := range in.Errors {
					in.Errors[c] = kit.Chance(rng, percent)
				}
				in.Clear = rng.Intn(400) == 0
				return in
			}
			most := uint32(1<<v["bits"] - 1)
			observe := func(in golden.ErrorsIn, out golden.ErrorsOut, hit func(string)) {
				end := slices.Index(out.Counts, most)
				kit.Reached{
					"all causes at once":        !slices.Contains(in.Errors, false),
					"cleared":                   in.Clear && slices.Contains(out.Seen, true),
					"error as they are cleared": in.Clear && slices.Contains(in.Errors, true),
					"counter at its end":        end >= 0,
					"one more at its end":       end >= 0 && in.Errors[end] && !in.Clear,
				}.Report(hit)
			}
			return testbench.NewCase(in, model.Registered(), model.Step, drive, observe)
		},
	}
}
