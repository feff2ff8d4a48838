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

// cannotBe are the cover points of hostile links that depend on luck.
func cannotBe(v blocks.Values, room int) kit.Cannot {
	return kit.Cannot{"counter at its end": v["error_bits"] > 5, "no_room": room > 32, "no_credit": room > 32}
}

// swHostileBench is VOQsw with links that break every rule.
func swHostileBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.SwSwitch), Name: "hostile", MinCycles: 12000, Small: map[string]int{"error_bits": 3},
		Breaks:      env.Breaks(false, "packet_has_a_credit", "credit_was_taken"),
		CoverPoints: env.HostileCoverPoints(false),
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(env.HostileCoverPoints(false), cannotBe(v, v["slots"]))
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			model, h := golden.NewSwSwitch(p), env.NewHostile(links(p), rng)
			step := func(in golden.SwIn) golden.SwOut {
				out := model.Step(in)
				h.See(env.Outputs{LinksOut: out.LinksOut})
				return out
			}
			drive := func(int) golden.SwIn {
				in := golden.SwIn{LinksIn: h.Drive().LinksIn, PinsIn: link.NewPinsIn(p.Ports)}
				h.Clear(in.PinsIn)
				return in
			}
			return testbench.NewCase(golden.NewSwIn(p.Ports), golden.NewSwOut(p.Ports), step, drive,
				func(in golden.SwIn, out golden.SwOut, hit func(string)) {
					h.Observe(in.PinsIn, out.PinsOut, out.LinksOut, p.ErrorBits, hit)
				})
		},
	}
}

// netHostileBench is VOQnet with links that break every rule.
func netHostileBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.NetSwitch), Name: "hostile", MinCycles: 12000, Small: map[string]int{"error_bits": 3},
		Breaks: env.Breaks(false, "credit_was_taken", "credit_is_for_a_node", "never_overpaid",
			"one_output_per_destination", "destination_exists", "packet_has_a_credit"),
		CoverPoints: env.HostileCoverPoints(false),
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(env.HostileCoverPoints(false), cannotBe(v, v["nodes"]*v["depth"]/16))
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			model, h := golden.NewNetSwitch(p), env.NewHostile(links(p), rng)
			step := func(in golden.NetIn) golden.NetOut {
				out := model.Step(in)
				h.See(env.Outputs{LinksOut: out.LinksOut, RxCreditDst: out.RxCreditDst})
				return out
			}
			drive := func(int) golden.NetIn {
				given := h.Drive()
				in := golden.NetIn{LinksIn: given.LinksIn, PinsIn: link.NewPinsIn(p.Ports), TxCreditDst: given.TxCreditDst}
				h.Clear(in.PinsIn)
				return in
			}
			return testbench.NewCase(golden.NewNetIn(p.Ports), golden.NewNetOut(p.Ports), step, drive,
				func(in golden.NetIn, out golden.NetOut, hit func(string)) {
					h.Observe(in.PinsIn, out.PinsOut, out.LinksOut, p.ErrorBits, hit)
				})
		},
	}
}
