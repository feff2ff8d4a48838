package bench

import (
	"math/rand"

	link "culprit.example/culprit/blocks/link/golden"
	env "culprit.example/culprit/blocks/packet/bench"
	rtl "culprit.example/culprit/blocks/voq"
	"culprit.example/culprit/blocks/voq/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// swPins are the pins of VOQsw.
func swPins() env.Pins[golden.SwIn, golden.SwOut] {
	return env.Pins[golden.SwIn, golden.SwOut]{
		In: func(in env.Inputs, errors link.PinsIn) golden.SwIn {
			return golden.SwIn{LinksIn: in.LinksIn, PinsIn: errors}
		},
		Out: func(out golden.SwOut) (env.Outputs, link.PinsOut) {
			return env.Outputs{LinksOut: out.LinksOut}, out.PinsOut
		},
	}
}

// netPins are the pins of VOQnet.
func netPins() env.Pins[golden.NetIn, golden.NetOut] {
	return env.Pins[golden.NetIn, golden.NetOut]{
		In: func(in env.Inputs, errors link.PinsIn) golden.NetIn {
			return golden.NetIn{LinksIn: in.LinksIn, PinsIn: errors, TxCreditDst: in.TxCreditDst}
		},
		Out: func(out golden.NetOut) (env.Outputs, link.PinsOut) {
			return env.Outputs{LinksOut: out.LinksOut, RxCreditDst: out.RxCreditDst}, out.PinsOut
		},
	}
}

// swHostileBench is VOQsw with links that break every rule.
func swHostileBench() testbench.Bench {
	return env.HostileBench(blocks.Of(rtl.SwSwitch), env.Breaks(false, "packet_has_a_credit", "credit_was_taken"), false,
		func(v blocks.Values) int { return v["slots"] },
		func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			return env.HostileCase(links(p), p.ErrorBits, swPins(), golden.NewSwOut(p.Ports), golden.NewSwSwitch(p).Step, rng)
		})
}

// netHostileBench is VOQnet with links that break every rule.
func netHostileBench() testbench.Bench {
	breaks := env.Breaks(false, "credit_was_taken", "credit_is_for_a_node", "never_overpaid",
		"one_output_per_destination", "destination_exists", "packet_has_a_credit")
	return env.HostileBench(blocks.Of(rtl.NetSwitch), breaks, false,
		func(v blocks.Values) int { return v["nodes"] * v["depth"] / 16 },
		func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			return env.HostileCase(links(p), p.ErrorBits, netPins(), golden.NewNetOut(p.Ports), golden.NewNetSwitch(p).Step, rng)
		})
}
