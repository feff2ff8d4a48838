package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/clos"
	"culprit.example/culprit/blocks/clos/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var sourceCoverPoints = []string{"packet", "burst goes on", "another destination", "packet for the node itself",
	"packet for a hot node", "refused", "no tick", "second of a flow", "start just missed", "stop just missed",
	"hot rate just missed", "own rate just missed"}

func sourceBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Source), MinCycles: 30000, CoverPoints: sourceCoverPoints, Scripted: true, Resets: 12,
		AnyReset: map[string]string{
			"clos_source.cold_node": "drawn anew before the first packet",
			"clos_source.state":     "set from the seed before it is used",
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			m := golden.NewSource(p)
			traffic := someTraffic(rng, p, p.Nodes)
			node := rng.Intn(p.Nodes)
			now := rng.Uint32()
			slow, exact := rng.Intn(100), ""
			drive := func(int) golden.SourceIn {
				now++
				t := traffic
				t.Enable = !kit.Chance(rng, 5)
				start, stop, choice := m.Drawn()
				exact = ""
				switch rng.Intn(40) { // what is drawn is no less than the rate, just so
				case 0:
					t.Start, exact = start, "start just missed"
				case 1:
					t.Stop, exact = stop, "stop just missed"
				case 2:
					t.HotRate, exact = choice, "hot rate just missed"
				case 3:
					t.HotRate, t.Own, exact = 0, choice, "own rate just missed"
				}
				return golden.SourceIn{Traffic: t, Node: node, Now: now, Tick: !kit.Chance(rng, slow),
					MakeRefused: kit.Chance(rng, 20)}
			}
			last, seen := -1, map[int]bool{}
			observe := func(in golden.SourceIn, out golden.SourceOut, hit func(string)) {
				if !in.Tick {
					hit("no tick")
				}
				if exact != "" {
					hit(exact)
				}
				if !out.MakeValid {
					return
				}
				kit.Reached{
					"packet": true, "burst goes on": last == out.MakeDst, "another destination": last >= 0 && last != out.MakeDst,
					"packet for the node itself": out.MakeDst == node, "packet for a hot node": out.Hot, "refused": in.MakeRefused,
					"second of a flow": seen[out.MakeDst],
				}.Report(hit)
				last = out.MakeDst
				seen[last] = seen[last] || !in.MakeRefused
			}
			return testbench.NewCase(golden.SourceIn{}, golden.SourceOut{}, m.Step, drive, observe)
		},
	}
}
