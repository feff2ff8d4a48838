package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/cioqrecn"
	"culprit.example/culprit/blocks/cioqrecn/golden"
	env "culprit.example/culprit/blocks/packet/bench"
	recn "culprit.example/culprit/blocks/recn/bench"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// hostileBench is the switch with links that break every rule.
func hostileBench() testbench.Bench {
	b := testbench.Bench{
		Block: blocks.Of(rtl.Switch), Name: "hostile", MinCycles: 12000, Small: map[string]int{"error_bits": 3},
		Breaks: env.Breaks(false, "packet_has_a_credit", "credit_of_a_sent_packet",
			"name_of_whole_turns"),
		CoverPoints: env.HostileCoverPoints(true),
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(env.HostileCoverPoints(true), kit.Cannot{
				"counter at its end": v["error_bits"] > 5, "no_room": v["slots"] > 32, "no_credit": v["slots"] > 32,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			return recn.HostileCase(p.Link(), golden.NewSwitch(p), rng)
		},
	}
	return b
}
