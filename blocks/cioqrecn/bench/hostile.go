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
	breaks := env.Breaks(false, "packet_has_a_credit", "credit_of_a_sent_packet", "name_of_whole_turns")
	return env.HostileBench(blocks.Of(rtl.Switch), breaks, true,
		func(v blocks.Values) int { return v["slots"] },
		func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			return recn.HostileCase(p.Link(), golden.NewSwitch(p), rng)
		})
}
