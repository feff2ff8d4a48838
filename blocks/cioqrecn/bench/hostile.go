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
	"culprit.example/culprit/testbench/mutant"
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
		Mutants: []testbench.Mutant{
			kit.In("gap_not_noticed", "link_guard", mutant.StuckBit("busy", 0, 0)),
			kit.In("early_end_not_noticed", "link_guard", mutant.StuckBit("closed", 0, 0)),
			kit.In("credit_of_a_refused_packet_kept", "link_guard", mutant.StuckBit("credits_owed", 0, 0)),
			kit.In("old_beats_shown", "cioq_recn_input_port", mutant.StuckBit("rd_lost_q", 0, 0)),
			kit.In("damage_not_told", "link_guard", mutant.StuckBit("bad_q", 0, 0)),
		},
	}
	return b
}
