package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/prim/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var linkDelayCoverPoints = []string{"zeros_after_reset", "first_word", "all_ones", "zero_between_words",
	"same_word_again"}

func linkDelayBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(prim.LinkDelay), New: linkDelayCase, MinCycles: minCycles, CoverPoints: linkDelayCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(linkDelayCoverPoints, kit.Cannot{"zeros_after_reset": v["data"] > 0})
		},
	}
}

func linkDelayCase(v blocks.Values, rng *rand.Rand) testbench.Case {
	width, latency := v["width"], v["latency"]
	d, m := dice{rng}, golden.NewLinkDelay(latency, v["data"])
	last := ir.Ones(width)
	drive := func(cycle int) golden.LinkDelayIn {
		if cycle > 0 && d.chance(90) { // what is there in cycle 0 must not be 0
			last = d.word(width)
		}
		return golden.LinkDelayIn{D: last}
	}

	cycle, before := 0, ir.Ones(width)
	observe := func(in golden.LinkDelayIn, out golden.LinkDelayOut, hit func(string)) {
		if !out.QKnown {
			cycle++
			return
		}
		kit.Reached{
			"zeros_after_reset":  cycle < latency && out.Q.Sign() == 0 && in.D.Sign() != 0,
			"first_word":         cycle == latency && out.Q.Sign() != 0,
			"all_ones":           cycle >= latency && out.Q.Cmp(ir.Ones(width)) == 0,
			"zero_between_words": cycle > latency && out.Q.Sign() == 0,
			"same_word_again":    cycle > latency && out.Q.Cmp(before) == 0,
		}.Report(hit)
		cycle++
		before = out.Q
	}
	return testbench.NewCase(golden.LinkDelayIn{}, golden.LinkDelayOut{}, m.Step, drive, observe)
}
