package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/prim/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var hysteresisCoverPoints = []string{
	"rise", "fall", "rise_then_fall", "at_high_while_0", "at_low_while_1", "high_while_1", "low_while_0", "zero",
	"all_ones",
}

func hysteresisBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(prim.Hysteresis), New: hysteresisCase, MinCycles: minCycles, CoverPoints: hysteresisCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			never := v["high"] == 1<<v["width"]-1 // no level is above it
			return kit.Without(hysteresisCoverPoints, kit.Cannot{
				"rise": never, "fall": never, "rise_then_fall": never, "at_low_while_1": never, "high_while_1": never,
			})
		},
	}
}

func hysteresisCase(v blocks.Values, rng *rand.Rand) testbench.Case {
	high, low, top := v["high"], v["low"], 1<<v["width"]-1
	d, m := dice{rng}, golden.NewHysteresis(high, low)
	drive := func(cycle int) golden.HysteresisIn {
		level := d.Intn(top + 1)
		switch d.Intn(5) {
		case 0:
			level = high - 1 + d.Intn(3)
		case 1:
			level = low - 1 + d.Intn(3)
		case 2:
			level = []int{0, top}[d.Intn(2)]
		}
		return golden.HysteresisIn{Level: uint64(min(max(level, 0), top))}
	}

	rose := false
	observe := func(in golden.HysteresisIn, out golden.HysteresisOut, hit func(string)) {
		level := int(in.Level)
		kit.Reached{
			"rise":            out.Rise,
			"fall":            out.Fall,
			"rise_then_fall":  out.Fall && rose,
			"at_high_while_0": !out.State && level == high,
			"at_low_while_1":  out.State && level == low,
			"high_while_1":    out.State && level > high,
			"low_while_0":     !out.State && level < low,
			"zero":            level == 0,
			"all_ones":        level == top,
		}.Report(hit)
		rose = out.Rise
	}
	return testbench.NewCase(golden.HysteresisIn{}, golden.HysteresisOut{}, m.Step, drive, observe)
}
