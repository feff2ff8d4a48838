package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/prim/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var rrArbiterCoverPoints = []string{
	"none", "advance_without_request", "all", "at_pointer", "above_pointer", "below_pointer", "hold", "pointer_wraps",
	"same_again",
}

func rrArbiterBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(prim.RRArbiter), New: rrArbiterCase, MinCycles: minCycles, CoverPoints: rrArbiterCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			one := v["n"] == 1
			return kit.Without(rrArbiterCoverPoints, kit.Cannot{"above_pointer": one, "below_pointer": one})
		},
	}
}

// requests is how often each requester asks and the pointer advances, in
// percent. With alone, only one asks, the same for some cycles.
type requests struct {
	req, advance int
	alone        bool
}

func rrArbiterProgram(n int) program[requests] {
	return program[requests]{
		{2*n + 2, requests{req: 100, advance: 100}},
		{8, requests{req: 0, advance: 50}},
		{n + 8, requests{req: 100, advance: 40}},
		{40, requests{req: 100, advance: 100, alone: true}},
		{n + 40, requests{req: 50, advance: 60}},
		{n + 40, requests{req: 15, advance: 90}},
		{n + 20, requests{req: 80, advance: 90}},
	}
}

func rrArbiterCase(v blocks.Values, rng *rand.Rand) testbench.Case {
	n := v["n"]
	d, m := dice{rng}, golden.NewRRArbiter(n)
	phases := rrArbiterProgram(n)
	single, first := 0, 0
	drive := func(cycle int) golden.RRArbiterIn {
		odds := phases.at(cycle)
		first = m.First()
		in := golden.RRArbiterIn{Req: d.bits(n, odds.req), Advance: d.chance(odds.advance)}
		if d.chance(25) {
			single = d.Intn(n)
		}
		if odds.alone {
			clear(in.Req)
			in.Req[single] = true
		}
		return in
	}

	last := -1 // granted with advance in the cycle before
	observe := func(in golden.RRArbiterIn, out golden.RRArbiterOut, hit func(string)) {
		asking := 0
		for _, r := range in.Req {
			if r {
				asking++
			}
		}
		kit.Reached{
			"none":                    !out.Valid && !in.Advance,
			"advance_without_request": !out.Valid && in.Advance,
			"all":                     asking == n,
			"at_pointer":              out.Valid && out.Index == first,
			"above_pointer":           out.Valid && out.Index > first,
			"below_pointer":           out.Valid && out.Index < first,
			"hold":                    out.Valid && !in.Advance,
			"pointer_wraps":           out.Valid && in.Advance && out.Index == n-1,
			"same_again":              out.Valid && out.Index == last,
		}.Report(hit)
		last = -1
		if out.Valid && in.Advance {
			last = out.Index
		}
	}
	in := golden.RRArbiterIn{Req: make([]bool, n)}
	out := golden.RRArbiterOut{Grant: make([]bool, n)}
	return testbench.NewCase(in, out, m.Step, drive, observe)
}
