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
	return testbench.Bench{
		Block: blocks.Of(rtl.Switch), Name: "hostile", MinCycles: 12000, Small: map[string]int{"error_bits": 3},
		Breaks:      env.Breaks(true, "packet_has_a_credit", "credit_was_taken"),
		CoverPoints: env.HostileCoverPoints(true),
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(env.HostileCoverPoints(v["saqs"] > 0), kit.Cannot{
				"counter at its end": v["error_bits"] > 5,
				// All slots must be taken, or all credits be there, by luck.
				"no_room": v["slots"] > 32, "no_credit": v["slots"] > 32,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			return HostileCase(p, golden.NewSwitch(p), rng)
		},
	}
}

// HostileCase is a switch with the pins of the RECN-IQ switch among hostile links.
func HostileCase(p golden.Params, model Device, rng *rand.Rand) testbench.Case {
	h := env.NewHostile(Links(p), rng)
	step := func(in golden.SwitchIn) golden.SwitchOut {
		out := model.Step(in)
		h.See(Outputs(out))
		return out
	}
	drive := func(int) golden.SwitchIn {
		in := Inputs(h.Drive())
		h.Clear(in.PinsIn)
		return in
	}
	return testbench.NewCase(golden.NewSwitchIn(p.Ports), golden.NewSwitchOut(p), step, drive,
		func(in golden.SwitchIn, out golden.SwitchOut, hit func(string)) {
			h.Observe(in.PinsIn, out.PinsOut, out.LinksOut, p.ErrorBits, hit)
		})
}
