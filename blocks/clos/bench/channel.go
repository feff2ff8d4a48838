package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/clos"
	"culprit.example/culprit/blocks/clos/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var channelCoverPoints = []string{"several come at once", "added to a count that waits",
	"comes as its sender is handed on", "word for another node", "nothing waits"}

func channelBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.Channel), MinCycles: 4000, CoverPoints: channelCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(channelCoverPoints,
				kit.Cannot{"added to a count that waits": v["g"] == 1, "comes as its sender is handed on": v["g"] == 1})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			m := golden.NewChannel(p)
			node := rng.Intn(p.Nodes)
			var waited []int
			drive := func(cycle int) golden.ChannelIn {
				in := golden.NewChannelIn(p.Nodes)
				in.Node, waited = node, make([]int, p.Nodes)
				odds := []int{2, 20, 0, 60}[cycle/60%4]
				for s := range p.Nodes {
					waited[s] = m.Waiting(s)
					in.InNode[s], in.InCount[s] = rng.Intn(p.Nodes), rng.Intn(1<<ir.IndexBits(p.G+1))
					if room := p.G - m.Waiting(s); kit.Chance(rng, odds) {
						in.InValid[s] = true
						if kit.Chance(rng, 50) && room > 0 {
							in.InNode[s], in.InCount[s] = node, 1+rng.Intn(room)
						} else if in.InNode[s] == node {
							in.InNode[s] = (node + 1) % p.Nodes
						}
					}
				}
				return in
			}
			observe := func(in golden.ChannelIn, out golden.ChannelOut, hit func(string)) {
				mine := 0
				added := false
				again := false
				other := false
				any := false
				for s, valid := range in.InValid {
					any = any || waited[s] > 0
					if valid && in.InNode[s] == node {
						mine++
						added = added || waited[s] > 0 && m.Waiting(s) > in.InCount[s]
						again = again || waited[s] > 0 && m.Waiting(s) == in.InCount[s]
					}
					other = other || valid && in.InNode[s] != node
				}
				kit.Reached{
					"several come at once": mine > 1, "added to a count that waits": added, "comes as its sender is handed on": again,
					"word for another node": other, "nothing waits": !any && !out.OutValid,
				}.Report(hit)
			}
			return testbench.NewCase(golden.NewChannelIn(p.Nodes), golden.ChannelOut{}, m.Step, drive, observe)
		},
	}
}
