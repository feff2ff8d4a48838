package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/prim/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var skidBufferCoverPoints = []string{
	"into_empty", "flow_through", "into_spare", "spare_moves_up", "refused", "refused_while_taken", "stalled",
	"empty_again",
}

func skidBufferBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(prim.SkidBuffer), New: skidBufferCase, MinCycles: minCycles, CoverPoints: skidBufferCoverPoints,
	}
}

var skidBufferProgram = program[pushPop]{
	{10, pushPop{100, 100}},
	{4, pushPop{100, 0}}, // both registers fill
	{1, pushPop{100, 100}},
	{4, pushPop{0, 100}}, // and drain
	{40, pushPop{50, 50}},
	{40, pushPop{90, 30}},
	{40, pushPop{30, 90}},
}

func skidBufferCase(v blocks.Values, rng *rand.Rand) testbench.Case {
	d, m := dice{rng}, golden.NewSkidBuffer()
	drive := func(cycle int) golden.SkidBufferIn {
		odds := skidBufferProgram.at(cycle)
		return golden.SkidBufferIn{InValid: d.chance(odds.push), InData: d.word(v["width"]), OutReady: d.chance(odds.pop)}
	}

	used := false
	observe := func(in golden.SkidBufferIn, out golden.SkidBufferOut, hit func(string)) {
		accepted := in.InValid && out.InReady
		taken := in.OutReady && out.OutValid
		kit.Reached{
			"into_empty":          accepted && !out.OutValid,
			"flow_through":        accepted && taken,
			"into_spare":          accepted && out.OutValid && !taken,
			"spare_moves_up":      taken && !out.InReady,
			"refused":             in.InValid && !out.InReady && !taken,
			"refused_while_taken": in.InValid && !out.InReady && taken,
			"stalled":             out.OutValid && !taken && !accepted,
			"empty_again":         used && !out.OutValid,
		}.Report(hit)
		used = used || accepted
	}
	return testbench.NewCase(golden.SkidBufferIn{}, golden.SkidBufferOut{}, m.Step, drive, observe)
}
