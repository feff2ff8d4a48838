package bench

import (
	"math/rand"
	"slices"

	rtl "culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/blocks/spineleaf/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func cnmRunBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.CNMRun), MinCycles: 2000,
		CoverPoints: []string{"run of 3", "another server", "several at once", "twice the same several",
			"one that does not count"},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			m := &golden.CNMRun{}
			servers := v["servers"]
			var last []bool
			favourite, row := 0, 0
			drive := func(int) golden.CNMRunIn {
				in := golden.CNMRunIn{Reacts: make([]bool, servers), Count: kit.Chance(rng, 90)}
				if kit.Chance(rng, 10) {
					favourite = rng.Intn(servers)
				}
				in.Reacts[favourite] = kit.Chance(rng, 30)
				if kit.Chance(rng, 5) {
					in.Reacts[rng.Intn(servers)] = true
				}
				if last != nil && kit.Chance(rng, 10) {
					in.Reacts = last
				}
				return in
			}
			observe := func(in golden.CNMRunIn, _ golden.CNMRunOut, hit func(string)) {
				n := kit.Count(in.Reacts)
				if n == 0 || !in.Count {
					kit.Reached{"one that does not count": n > 0}.Report(hit)
					return
				}
				same := slices.Equal(in.Reacts, last)
				if row++; !same {
					row = 1
				}
				kit.Reached{"run of 3": row == 3, "another server": !same && last != nil, "several at once": n > 1,
					"twice the same several": n > 1 && same}.Report(hit)
				last = in.Reacts
			}
			return testbench.NewCase(golden.CNMRunIn{Reacts: make([]bool, servers)}, golden.CNMRunOut{}, m.Step, drive, observe)
		},
	}
}
