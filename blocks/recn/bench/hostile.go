package bench

import (
	"math/rand"

	env "culprit.example/culprit/blocks/packet/bench"
	rtl "culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/recn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// hostileBench is the switch with links that break every rule.
func hostileBench() testbench.Bench {
	return env.HostileBench(blocks.Of(rtl.Switch), env.Breaks(true, "packet_has_a_credit", "credit_was_taken"), true,
		func(v blocks.Values) int { return v["slots"] },
		func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			return HostileCase(p, golden.NewSwitch(p), rng)
		})
}

// HostileCase is a switch with the pins of the RECN-IQ switch among hostile links.
func HostileCase(p golden.Params, model Device, rng *rand.Rand) testbench.Case {
	return env.HostileCase(Links(p), p.ErrorBits, Pins(), golden.NewSwitchOut(p), model.Step, rng)
}
