package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/prim/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var lfsrCoverPoints = []string{"hold", "zero_in", "one_in", "top_bit_leaves", "whole_period"}

func lfsrBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(prim.LFSR), New: lfsrCase, MinCycles: minCycles, CoverPoints: lfsrCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(lfsrCoverPoints, kit.Cannot{"whole_period": v["width"] > 10})
		},
	}
}

// lfsrProgram is how often the register is enabled, in percent. More than half
// of a run's cycles are steps, so that widths to 10 come round.
var lfsrProgram = program[int]{{200, 100}, {10, 0}, {40, 50}}

func lfsrCase(v blocks.Values, rng *rand.Rand) testbench.Case {
	d, m := dice{rng}, golden.NewLFSR(v["width"])
	drive := func(cycle int) golden.LFSRIn { return golden.LFSRIn{Enable: d.chance(lfsrProgram.at(cycle))} }

	steps := 0
	stepped := false // in the cycle before
	observe := func(in golden.LFSRIn, out golden.LFSROut, hit func(string)) {
		kit.Reached{
			"hold":           !in.Enable,
			"zero_in":        stepped && out.Value&1 == 0,
			"one_in":         stepped && out.Value&1 == 1,
			"top_bit_leaves": in.Enable && out.Value>>(v["width"]-1) == 1,
			"whole_period":   stepped && out.Value == 1 && steps == 1<<v["width"]-1,
		}.Report(hit)
		stepped = in.Enable
		if stepped {
			steps++
		}
	}
	return testbench.NewCase(golden.LFSRIn{}, golden.LFSROut{}, m.Step, drive, observe)
}
