package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/clos"
	"culprit.example/culprit/blocks/clos/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var nicCoverPoints = []string{"packet refused", "packets back to back", "no credit", "sent and given back at once"}

func nicBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.NIC), MinCycles: 8000, CoverPoints: nicCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(nicCoverPoints, kit.Cannot{"packet refused": v["queue"] > 500, "no credit": v["credits"] > 300})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			m := golden.NewNIC(p)
			node, out := rng.Intn(p.Nodes), 0
			drive := func(cycle int) golden.NICIn {
				in := golden.NICIn{Node: node, MakeValid: kit.Chance(rng, 30+60*(cycle/700%2)), MakeDst: rng.Intn(p.Nodes),
					MakeTag: rng.Uint32()}
				if out > 0 && kit.Chance(rng, 10+70*(cycle/1100%2)) {
					in.TxCredit = true
					out--
				}
				return in
			}
			sent := false
			observe := func(in golden.NICIn, now golden.NICOut, hit func(string)) {
				kit.Reached{
					"packet refused": in.MakeValid && now.MakeRefused, "packets back to back": sent && now.TxValid,
					"no credit": m.Credits() == 0, "sent and given back at once": now.TxValid && in.TxCredit,
				}.Report(hit)
				if sent = now.TxValid; sent {
					out++
				}
			}
			return testbench.NewCase(golden.NICIn{}, golden.NICOut{}, m.Step, drive, observe)
		},
		Equivalent: map[string]string{
			"clos_nic assignment: tx_head gets 1": "nobody looks at it without tx_valid",
			"clos_nic assignment: tx_tail gets 1": "nobody looks at it without tx_valid",
		},
	}
}
